// The bodies as a tree, to switch single ones off; and the joints of robots, to pose them by hand.
import { Matrix4, Quaternion, Vector3 } from "three";
import { matrixOf } from "./geometry.js";
import { momentAt } from "./poses.js";
import { element } from "./text.js";

const byId = (id) => document.getElementById(id);
const MOST_ROWS = 300; // bodies listed in a group

/// The bodies by groups: each robot, what moves besides, what stands still.
export function groupsOf({ bodies }) {
  const groups = new Map();
  bodies.forEach((body, k) => {
    if (!body.shapes.length && !body.frames) return;
    const name = body.role === "link" ? body.group || "Robot" : body.poses || body.frames ? "Moving bodies" : "Surroundings";
    groups.set(name, [...(groups.get(name) ?? []), k]);
  });
  return [...groups].map(([name, members]) => ({ name, members }));
}

/// Check boxes for groups and their bodies. `changed(bodies, off)` is told of what the reader switches.
export function showBodies(report, hidden, changed) {
  const box = byId("bodies-box"), groups = groupsOf(report);
  const refresh = () => {
    for (const input of box.querySelectorAll("input")) {
      const members = input.members, off = members.filter((k) => hidden.has(k)).length;
      input.checked = off < members.length;
      input.indeterminate = off > 0 && off < members.length;
    }
  };
  const row = (name, members) => {
    const input = element("input", { type: "checkbox", "aria-label": name });
    input.members = members;
    input.addEventListener("change", () => {
      changed(members, !input.checked);
      refresh();
    });
    return element("label", { class: "switch" }, input, element("span", {}, name));
  };
  const list = ({ name, members }) => {
    const inside = element("details", {}, element("summary", {}, row(name, members), element("small", {}, String(members.length))));
    inside.addEventListener("toggle", () => { // built when it is first looked at
      if (inside.children.length > 1) return;
      inside.append(...members.slice(0, MOST_ROWS).map((k) => row(report.bodies[k].name, [k])), members.length > MOST_ROWS ? element("p", {}, `and ${members.length - MOST_ROWS} more`) : "");
      refresh();
    });
    return inside;
  };
  box.hidden = groups.length === 0;
  box.replaceChildren(element("details", { id: "bodies", ...(byId("bodies")?.open ? { open: "" } : {}) }, element("summary", { class: "heading" }, "Bodies"), ...groups.map(list)));
  refresh();
}

/// Can a joint be set by one number?
const isSimple = ({ type, coordinate }) => coordinate >= 0 && ["revolute", "continuous", "prismatic"].includes(type);

/// The motion of a joint by a number, after its origin.
function motionOf({ type, axis }, value, target) {
  const along = new Vector3(...axis);
  if (type === "prismatic") return target.makeTranslation(along.multiplyScalar(value));
  return target.makeRotationFromQuaternion(new Quaternion().setFromAxisAngle(along, value));
}

/// Where a robot's links are, in the world, at these coordinates; null where a joint has several.
export function linkPoses(robot, values) {
  const poses = [matrixOf(robot.base)], valueOf = (joint) => {
    if (joint.coordinate >= 0) return values[joint.coordinate];
    return joint.mimic ? joint.mimic.terms[0] * values[robot.joints[joint.mimic.joint].coordinate] + joint.mimic.terms[1] : 0;
  };
  for (const joint of robot.joints) {
    if (["planar", "floating"].includes(joint.type)) return null;
    const pose = poses[joint.parent].clone().multiply(matrixOf(joint.origin));
    if (joint.type !== "fixed") pose.multiply(motionOf(joint, valueOf(joint), new Matrix4()));
    poses.push(pose);
  }
  return poses;
}

/// Sliders for the joints of all robots. `pose(matrices by body)` draws them; null goes back to the motion, as every change of the moment does.
export function showJoints(report, clock, pose, signal) {
  const box = byId("joints-box"), robots = report.robots.filter((robot) => robot.joints.some(isSimple) && linkPoses(robot, new Float32Array(robot.width)));
  box.hidden = robots.length === 0;
  const sets = robots.map((robot) => ({ robot, values: new Float32Array(robot.width), sliders: [] }));
  const draw = () => {
    clock.pause();
    const placed = new Map();
    for (const { robot, values } of sets) linkPoses(robot, values).forEach((matrix, link) => robot.links[link] >= 0 && placed.set(robot.links[link], matrix));
    pose(placed);
    byId("posed").hidden = false;
  };
  const row = (set, joint) => {
    const turn = joint.type !== "prismatic", [low, high] = joint.limits ?? (turn ? [-Math.PI, Math.PI] : [-1, 1]);
    const slider = element("input", { type: "range", min: low, max: high, step: "any", "aria-label": joint.name }), number = element("output", { class: "numbers" });
    set.sliders.push(() => {
      slider.value = set.values[joint.coordinate];
      number.textContent = set.values[joint.coordinate].toFixed(3);
    });
    slider.addEventListener("input", () => {
      set.values[joint.coordinate] = Number(slider.value);
      number.textContent = set.values[joint.coordinate].toFixed(3);
      draw();
    });
    return element("label", { class: "joint" }, element("span", {}, joint.name), number, slider);
  };
  /// As the motion has it.
  const reset = () => {
    const { index, part } = momentAt(report.times, clock.time);
    for (const { robot: { width, values: all }, values, sliders } of sets) {
      const a = index * width, b = part > 0 ? a + width : a;
      for (let k = 0; k < width; k++) values[k] = (1 - part) * all[a + k] + part * all[b + k];
      for (const show of sliders) show();
    }
    byId("posed").hidden = true;
  };
  box.replaceChildren(element("details", { id: "joints", ...(byId("joints")?.open ? { open: "" } : {}) }, element("summary", { class: "heading" }, "Joints"),
    ...sets.flatMap((set) => [...(sets.length > 1 ? [element("h3", {}, set.robot.name)] : []), ...set.robot.joints.filter(isSimple).map((joint) => row(set, joint))])));
  clock.addEventListener("time", reset, { signal });
  byId("unpose").addEventListener("click", () => clock.seek(clock.time), { signal });
  reset();
}
