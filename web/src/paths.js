// The lines along which links go: one link per robot, which the reader may choose.
import { BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { momentAt, poseAt } from "./poses.js";
import { element } from "./text.js";

const LINE_PX = 1.5, RIM_PX = 2.7, DOT_PX = 5, DOT_RIM_PX = 6.8; // half of how wide they are, near or far: the dot shows where the link is now
const SHORTEST = 0.001; // of the size of what is looked at: pieces of a slow motion
const SIDES = 6;
const MOST_PLACES = 400;

/// The moments of each chapter, [from, to): where a chapter begins, the moment before it may be at the same time.
export function chaptersOf({ times, chapters }) {
  if (!chapters.length) return [[0, times.length]];
  const begins = chapters.map(({ begin }, k) => {
    const first = times.findIndex((time) => time >= begin);
    if (k === 0 || first < 0) return k === 0 ? 0 : times.length;
    return times[first + 1] === times[first] ? first + 1 : first;
  });
  return begins.map((begin, k) => [begin, begins[k + 1] ?? times.length]);
}

/// Where the report leaves out segments: the last moment before and the first after.
function gapsOf({ segments }) {
  return segments.flatMap(({ end }, k) => (segments[k + 1]?.begin > end ? [{ before: end, after: segments[k + 1].begin }] : []));
}

function placeAt(report, { body, point }, moment) {
  const position = new Vector3(), turn = new Quaternion();
  poseAt(report.bodies[body].poses, moment, position, turn);
  return new Vector3(...point).applyQuaternion(turn).add(position);
}

/// Where a link goes from moment to moment, in pieces: nothing is drawn across what the report leaves out.
export function wayOf(report, link, from, to) {
  const { times } = report, gaps = gapsOf(report), pieces = [[]];
  for (let index = from; index < to; index++) {
    if (index > from && gaps.some(({ before, after }) => times[index - 1] <= before && after <= times[index])) pieces.push([]);
    pieces.at(-1).push(placeAt(report, link, { index, part: 0 }));
  }
  return pieces;
}

/// Prisms around the pieces of lines, without a width: `aside` is the way out from the line for each vertex.
function prisms(lines, shortest) {
  const places = [], asides = [], index = [], last = new Vector3(), along = new Vector3(), across = new Vector3(), third = new Vector3(), out = new Vector3();
  for (const points of lines) {
    if (points.length) last.copy(points[0]);
    points.forEach((point, k) => {
      along.subVectors(point, last);
      if (along.length() < (k + 1 < points.length ? shortest : 1e-3 * shortest)) return; // many moments of a slow motion: one piece
      across.set(...(Math.abs(along.x) < Math.abs(along.y) ? [1, 0, 0] : [0, 1, 0])).cross(along).normalize();
      third.copy(along).normalize().cross(across);
      const first = places.length / 3;
      for (let i = 0; i < SIDES; i++) {
        const angle = (2 * Math.PI * i) / SIDES;
        out.copy(across).multiplyScalar(Math.cos(angle)).addScaledVector(third, Math.sin(angle));
        places.push(...last, ...point);
        asides.push(...out, ...out);
        const a = first + 2 * i, b = first + 2 * ((i + 1) % SIDES);
        index.push(a, b, b + 1, a, b + 1, a + 1);
      }
      last.copy(point);
    });
  }
  const geometry = new BufferGeometry().setIndex(index).setAttribute("position", new BufferAttribute(Float32Array.from(places), 3));
  return geometry.setAttribute("aside", new BufferAttribute(Float32Array.from(asides), 3));
}

const look = (order, more) => ({ order, material: new MeshBasicMaterial({ transparent: true, toneMapped: false, depthWrite: false, ...more }) });

/// The material gives prisms their width, in pixels of the page. `perPixel`: how many metres one of them is, a metre away.
function widened(material, pixels, perPixel) {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { pixels: { value: pixels }, perPixel });
    shader.vertexShader = `attribute vec3 aside; uniform float pixels; uniform float perPixel;\n${shader.vertexShader}`.replace("#include <project_vertex>", `
      vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
      mvPosition.xyz += mat3(modelViewMatrix) * aside * pixels * perPixel * abs(mvPosition.z);
      gl_Position = projectionMatrix * mvPosition;`);
  };
  material.customProgramCacheKey = () => "widened";
  return material;
}

/// Something with a rim, so that it shows on bodies of any colour; faint where something stands before it. `make` gives it and its rim, of such a
/// width in pixels.
function rimmed(make, { width, rim, through }) {
  const group = new Group(), looks = through ? [] : [[width, look(4, { depthTest: false, opacity: 0.28 })]];
  looks.push([rim, look(through ? 9 : 5, { depthTest: !through })], [width, look(through ? 9.5 : 5.5, { depthTest: !through })]);
  for (const [pixels, { order, material }] of looks) {
    const mesh = make(pixels, material);
    mesh.renderOrder = order;
    mesh.isRim = pixels === rim;
    mesh.frustumCulled = false;
    group.add(mesh);
  }
  group.paint = (color, rimColor) => group.children.forEach((mesh) => mesh.material.color.copy(mesh.isRim ? rimColor : color));
  return group;
}

function pointsOf(numbers) {
  return Array.from({ length: numbers.length / 3 }, (_, k) => new Vector3().fromArray(numbers, 3 * k));
}

export class Paths {
  constructor(report, theme, stage, signal) {
    Object.assign(this, { report, theme, stage });
    this.group = new Group();
    this.perPixel = { value: 0 };
    this.followed = new Map(); // robot to the number of its link
    report.links.forEach(({ robot, followed }, k) => followed && this.followed.set(robot, k));
    this.lines = this.followed.size === 0 ? [] : [
      ...report.otherPaths.map(({ name, tone, lines }) => ({ name, tone, way: (k) => [pointsOf(lines[k])] })),
      ...chaptersOf(report).map(([from, to], k) => ({ name: "Path line", ...report.chapters[k], from, to, way: (link) => wayOf(report, report.links[link], from, to) })),
    ].map((line) => ({ ...line, group: new Group() }));
    for (const { group } of this.lines) this.group.add(group);
    theme.addEventListener("change", () => this.paint(), { signal });
    stage.addEventListener("draw", () => this.resize(), { signal });
  }

  /// Draws all lines anew. A dot on the line shows where the link is now.
  draw() {
    for (const { group, way, to } of this.lines) {
      group.traverse(({ geometry, material }) => (geometry?.dispose(), material?.dispose()));
      const geometry = prisms([...this.followed.values()].flatMap(way), SHORTEST * this.stage.size);
      group.clear().add(rimmed((pixels, material) => new Mesh(geometry, widened(material, pixels, this.perPixel)), { width: LINE_PX, rim: RIM_PX }));
      if (to === undefined) continue;
      for (let k = 0; k < this.followed.size; k++) {
        group.add(rimmed((pixels, material) => new Mesh(new SphereGeometry(pixels, 24, 16), material), { width: DOT_PX, rim: DOT_RIM_PX, through: true }));
      }
    }
    this.paint();
    this.setTime(this.time ?? 0);
  }

  /// Before each picture: lines and dots are as wide on the screen as ever.
  resize() {
    this.perPixel.value = this.stage.metresPerPixelAt(1);
    for (const { group } of this.lines) for (const dot of group.children.slice(1)) dot.scale.setScalar(this.stage.metresPerPixel(dot.position));
  }

  /// Some points of the lines, for the camera.
  places() {
    const all = this.lines.flatMap(({ way }) => [...this.followed.values()].flatMap(way).flat()), each = Math.ceil(all.length / MOST_PLACES);
    return all.filter((_, k) => k % each === 0);
  }

  setTime(time) {
    this.time = time;
    const moment = momentAt(this.report.times, time), links = [...this.followed.values()].map((k) => this.report.links[k]);
    for (const { group, from, to } of this.lines) {
      group.children.slice(1).forEach((dot, k) => {
        dot.visible = from <= moment.index && moment.index < to;
        dot.position.copy(placeAt(this.report, links[k], moment));
      });
    }
  }

  paint() {
    const rim = new Color(this.theme.color("mark-rim"));
    for (const { group, tone } of this.lines) group.children.forEach((part) => part.paint(new Color(this.theme.color(tone ?? "layer-track")), rim));
  }

  /// For each robot a list to choose its link from. `chosen` remembers what the reader chose before.
  showChoosers(box, chosen, drawn) {
    const { links } = this.report, several = this.followed.size > 1;
    const choose = (robot, name) => {
      const k = links.findIndex((link) => link.robot === robot && link.name === name);
      if (k >= 0) this.followed.set(robot, k);
      this.draw();
      drawn();
    };
    box.replaceChildren(...[...this.followed].map(([robot, first]) => {
      const key = `path of ${robot}`, names = links.filter((link) => link.robot === robot).map(({ name }) => name);
      if (names.includes(chosen.get(key))) choose(robot, chosen.get(key));
      const list = element("select", {}, ...names.map((name) => element("option", {}, name)));
      list.value = names.includes(chosen.get(key)) ? chosen.get(key) : links[first].name;
      list.addEventListener("change", () => {
        chosen.set(key, list.value);
        choose(robot, list.value);
      });
      return element("label", { class: "chooser" }, element("span", {}, several ? `Path of ${robot}:` : "Path line of"), list);
    }));
  }
}
