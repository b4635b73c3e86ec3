// A report that no program wrote: a ball over a sheet that gives way, with warnings. Whoever adds a kind of report sees here what the page
// takes.
import { crc32 } from "../src/data.js";

const NAMES = new Map([[Float32Array, "f32"], [Float64Array, "f64"], [Uint16Array, "u16"], [Uint32Array, "u32"]]);

export function packed(array) {
  return { type: NAMES.get(array.constructor), data: Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64") };
}

const EMPTY = packed(new Float64Array());

/// The least that a report has; `more` on top.
export function sampleReport(more = {}) {
  return {
    format: "tocca-report", version: 1, program: "tocca 0.0.0", verb: "sample", title: "sample", headline: "", summary: "", segment_word: "segment",
    outcome: "free", proven: true, clock: "s", origin: [0, 0, 0], parameters: [], notes: [], times: EMPTY, bodies: [], segments: [],
    clearance: { level: 0, time: EMPTY, lower: EMPTY, upper: EMPTY, lower_until_next: EMPTY, upper_until_next: EMPTY },
    nearest: null, ghosts: [], layers: [], events: [], meshes: [], ...more,
  };
}

/// The block as the library writes it.
export function blockOf(report) {
  const text = JSON.stringify(report).replaceAll("<", "\\u003c"), bytes = Buffer.from(text);
  return `<script type="application/json" id="tocca-report" data-bytes="${bytes.length}" data-crc32="${crc32(bytes)}">${text}</script>\n</body>\n</html>\n`;
}

/// A sheet of `side` by `side` squares on [-1, 1], pressed down by `depth` in its middle.
function sheet(side, depth) {
  const places = new Float32Array(3 * (side + 1) ** 2);
  for (let i = 0, k = 0; i <= side; i++) {
    for (let j = 0; j <= side; j++, k += 3) {
      const [x, y] = [(2 * i) / side - 1, (2 * j) / side - 1];
      places.set([x, y, 0.05 * Math.sin(4 * x) - depth * Math.exp(-6 * (x * x + y * y))], k);
    }
  }
  return places;
}

export function pressedSheet(side = 30) {
  const indices = [];
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const k = i * (side + 1) + j;
      indices.push(k, k + side + 1, k + 1, k + 1, k + side + 1, k + side + 2);
    }
  }
  const moments = 21, times = Float64Array.from({ length: moments }, (_, k) => k / 10), poses = new Float32Array(7 * moments);
  const depth = (time) => 0.5 * Math.max(0, time - 1);
  const frames = new Float32Array(moments * sheet(side, 0).length);
  times.forEach((time, k) => {
    poses.set([0, 0, 1.2 - time * 0.75, 0, 0, Math.sin(time / 2), Math.cos(time / 2)], 7 * k);
    frames.set(sheet(side, depth(time)), (k * frames.length) / moments);
  });
  return sampleReport({
    title: "tool.obj · sheet.obj · samples.csv", outcome: "contact", headline: "2 warnings, 1 contact", summary: "The tool touches the sheet at 1.200 s; it was announced 0.4 s before.",
    times: packed(times), meshes: [{ positions: packed(sheet(side, 0)), indices: packed(Uint16Array.from(indices)) }],
    bodies: [
      { name: "sheet", role: "surface", group: "", shapes: [{ pose: [0, 0, 0, 0, 0, 0, 1], mesh: 0 }], pose: [0, 0, 0, 0, 0, 0, 1], frame_times: packed(times), frames: packed(frames) },
      { name: "tool", role: "tool", group: "", shapes: [{ pose: [0, 0, 0, 0, 0, 0, 1], sphere: [0.2] }, { pose: [0, 0, 0.6, 0, 0, 0, 1], cylinder: [0.05, 0.9] }], poses: packed(poses) },
    ],
    events: [
      { time: 0.8, kind: "warning", text: "contact in 0.4 s, considered", points: [[0, 0, 0]] },
      { time: 1.1, kind: "warning", text: "contact in 0.1 s, reflex", points: [[0, 0, 0]] },
      { time: 1.2, kind: "contact", text: "contact, 4 triangles", points: [[0, 0, -0.1]] },
      { time: 1.9, kind: "note", text: "end of samples", points: [] },
    ],
  });
}

/// A box on its way along x, `steps` steps of a run that goes on; every tenth step it touches the wall.
export function runSoFar(steps, more = {}) {
  const times = Float64Array.from({ length: steps + 1 }, (_, k) => k), poses = new Float32Array(7 * times.length);
  times.forEach((time, k) => poses.set([0.1 * (time % 20), 0, 0.5, 0, 0, 0, 1], 7 * k));
  const segments = Array.from({ length: steps }, (_, k) => {
    const touches = k % 10 === 9, contacts = touches ? [{ a: "cart", b: "wall", kind: "vertex/face", point: [0.1 * ((k + 1) % 20), 0.2, 0.5], normal: [0, 1, 0] }] : [];
    return { begin: k, end: k + 1, checked: true, result: { index: k, verdict: touches ? "contact" : "free", time: [1, 1], free_until: 1, initial: false, pairs: touches ? [["cart", "wall"]] : [], contacts, configuration: {}, micros: 1 } };
  });
  return sampleReport({
    title: "run", verb: "world", clock: "step", segment_word: "step", running: true, outcome: steps >= 10 ? "contact" : "free", times: packed(times), segments,
    bodies: [
      { name: "wall", role: "object", group: "", shapes: [{ pose: [0, 0, 0, 0, 0, 0, 1], box: [4, 0.1, 1] }], pose: [1, 0.3, 0.5, 0, 0, 0, 1] },
      { name: "cart", role: "object", group: "", shapes: [{ pose: [0, 0, 0, 0, 0, 0, 1], box: [0.4, 0.4, 0.4] }], poses: packed(poses) },
    ],
    ghosts: [0, steps / 2], layers: [{ name: "Boxes", kind: "volume", pieces: [{ body: 1, shape: { pose: [0, 0, 0, 0, 0, 0, 1], box: [0.5, 0.5, 0.5] } }] }],
    ...more,
  });
}

const AT_REST = [0, 0, 0, 0, 0, 0, 1];
const box = (size, at = [0, 0, 0]) => ({ pose: [...at, 0, 0, 0, 1], box: size });

/// Boxes as one mesh, as scans come.
function boxMesh(boxes) {
  const positions = [], indices = [];
  for (const { pose, box: size } of boxes) {
    const first = positions.length / 3;
    for (let k = 0; k < 8; k++) positions.push(...[0, 1, 2].map((axis) => pose[axis] + ((k >> axis) & 1 ? 0.5 : -0.5) * size[axis]));
    for (const [a, b, c, d] of [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]) indices.push(...[a, b, c, a, c, d].map((k) => first + k));
  }
  return { positions: packed(Float32Array.from(positions)), indices: packed(Uint16Array.from(indices)) };
}

const side = { left: box([0.04, 1.4, 1.2], [-0.7, 0, 0.6]), right: box([0.04, 1.4, 1.2], [0.9, 0, 0.6]), front: box([1.6, 0.04, 1.2], [0.1, -0.6, 0.6]), back: box([1.6, 0.04, 1.2], [0.1, 0.6, 0.6]), roof: box([1.7, 1.4, 0.04], [0.1, 0, 1.2]) };
const tight = [box([0.02, 0.6, 0.7], [-0.35, 0, 0.3]), box([0.02, 0.6, 0.7], [0.42, 0, 0.3]), box([0.8, 0.02, 0.7], [0.03, -0.3, 0.3]), box([0.8, 0.02, 0.7], [0.03, 0.3, 0.3]), box([0.8, 0.6, 0.02], [0.03, 0, 0.65]), box([0.8, 0.6, 0.02], [0.03, 0, -0.04])];
const still = (name, shapes) => ({ name, role: "object", group: "", shapes, pose: AT_REST });
const pillars = Array.from({ length: 24 }, (_, k) => ({ pose: [0.55 * Math.cos((k * Math.PI) / 12), 0.55 * Math.sin((k * Math.PI) / 12), 0.6, 0, 0, 0, 1], cylinder: [0.06, 1.2] }));

/// Rooms around a contact: what stands in the way of looking at it.
export const ROOMS = {
  "nothing": {}, "a wall in front": { walls: [side.front] }, "a wall on each side": { walls: [side.left, side.right, side.front, side.back] },
  "a closed room": { walls: tight, closed: true }, "a closed room of one mesh with what is touched": { walls: tight, together: true, closed: true },
  "a tunnel": { walls: [box([1.6, 0.04, 0.8], [0.1, -0.25, 0.4]), box([1.6, 0.04, 0.8], [0.1, 0.25, 0.4]), box([1.6, 0.54, 0.04], [0.1, 0, 0.8])] },
  "a fence of pillars": { walls: pillars }, "walls that move along": { moving: [side.left, side.right, side.front, side.back, side.roof] },
  "a ball around everything": { walls: [{ pose: [0.05, 0, 0.3, 0, 0, 0, 1], sphere: [0.4] }], closed: true },
  "the robot's own other links": { links: [box([0.9, 0.05, 0.9], [0.1, -0.35, 0.4]), box([0.9, 0.05, 0.9], [0.1, 0.35, 0.4]), box([0.9, 0.7, 0.05], [0.1, 0, 0.85])] },
};

/// A hand comes from x = 0.6 to touch a part at t = 0.5 of its only segment, in such a room.
export function contactIn({ walls = [], moving = [], links = [], together = false }, more = {}) {
  const times = Float64Array.of(0, 0.5, 1), way = (x) => Float32Array.of(...[0.3, 0, x].flatMap((at) => [at, ...AT_REST.slice(1)])), part = box([0.2, 0.2, 0.4], [-0.1, 0, 0.2]);
  const mover = (name, role, shapes, group) => ({ name, role, group, shapes, poses: packed(way(-0.1)) });
  const meshes = together ? [boxMesh([...walls, part])] : [], mesh = { pose: AT_REST, mesh: 0 };
  const others = together ? [still("part", [mesh])] : [still("part", [part]), ...(walls.length ? [still("walls", walls)] : [])];
  const contacts = [[0, 0.05, 0.3], [0, -0.05, 0.3], [0, 0, 0.3]].map((point) => ({ a: "hand", b: "part", kind: "face", point, normal: [1, 0, 0] }));
  const result = { index: 0, verdict: "contact", time: [0.5, 0.5], free_until: 0.5, initial: false, pairs: [["hand", "part"]], contacts, configuration: {}, micros: 1 };
  return sampleReport({
    title: "arm · room.json", verb: "check", outcome: "contact", clock: "segment", times: packed(times), meshes, segments: [{ begin: 0, end: 1, checked: true, result }],
    bodies: [...others, mover("hand", "link", [box([0.24, 0.1, 0.1], [0.12, 0, 0.3])], "arm"), ...(links.length ? [mover("cover", "link", links, "arm")] : []), ...(moving.length ? [mover("screen", "object", moving, "")] : [])],
    ...more,
  });
}

/// The same hand, which stops before it touches: the least distance is 50 mm, from t = 0.5 on; its own two links are nearer to each other.
export function nearMissIn(room, more = {}) {
  const { bodies, ...rest } = contactIn(room), poses = packed(Float32Array.of(...[0.3, 0.05, 0.05].flatMap((at) => [at, ...AT_REST.slice(1)])));
  const all = bodies.map((body) => (body.poses ? { ...body, poses } : body)).concat({ name: "wrist", role: "link", group: "arm", shapes: [box([0.1, 0.1, 0.1], [0.31, 0, 0.3])], poses });
  const place = (name) => all.findIndex((body) => body.name === name), column = (...numbers) => packed(Float64Array.of(...numbers));
  const curve = (kind, values, names, points) => ({ kind, time: column(0, 0.5, 1), lower: column(...values), upper: column(...values), lower_until_next: column(...values.map((x) => 0.9 * x)), upper_until_next: column(...values.map((x) => 1.1 * x)),
    bodies: packed(Uint16Array.from([...names, ...names, ...names].map(place))), points: packed(Float32Array.from(points.flat())) });
  const tips = [0.3, 0.05, 0.05].map((x) => [x, 0, 0.3, 0, 0, 0.3]), inner = [0.3, 0.05, 0.05].map((x) => [x + 0.24, 0, 0.3, x + 0.26, 0, 0.3]);
  const result = { index: 0, verdict: "free", time: [1, 1], free_until: 1, initial: false, pairs: [], contacts: [], configuration: {}, micros: 1 };
  return { ...rest, title: "arm · room.json", verb: "clearance", outcome: "free", bodies: all, segments: [{ begin: 0, end: 1, checked: true, result }], headline: "50.00 mm apart, proven", summary: "The least distance at any moment is 50.00 mm: proven.",
    nearest: { time: 0.5, distance: [0.05, 0.05], a: "hand", b: "part", points: [[0.05, 0, 0.3], [0, 0, 0.3]] },
    curves: [curve("self", [0.02, 0.02, 0.02], ["hand", "wrist"], inner), curve("others", [0.3, 0.05, 0.05], ["hand", "part"], tips)], ...more };
}

/// A hand of small pieces that has come five metres through a closed, furnished house, to touch a cup on the table at t = 0.5: as walks are.
export function handInHouse(more = {}) {
  const times = Float64Array.of(0, 0.5, 1), path = packed(Float32Array.of(...[-5, 0, 0].flatMap((x) => [x, ...AT_REST.slice(1)])));
  const piece = (name, size, at) => ({ name, role: "link", group: "hand", shapes: [box(size, at)], poses: path });
  const walls = [box([8, 0.1, 2.6], [-2.5, -1.5, 1.3]), box([8, 0.1, 2.6], [-2.5, 1.5, 1.3]), box([0.1, 3, 2.6], [-6.5, 0, 1.3]), box([0.1, 3, 2.6], [1.5, 0, 1.3]), box([8, 3, 0.1], [-2.5, 0, 2.65]), box([8, 3, 0.1], [-2.5, 0, -0.05])];
  const lamp = { pose: [0.1, 0, 1.6, 0, 0, 0, 1], cone: [0.3, 0.3] }, chair = [box([0.4, 0.05, 1], [0.1, -0.8, 0.5]), box([0.4, 0.05, 1], [0.1, 0.8, 0.5])];
  const fingers = [-1, 0, 1].map((k) => piece(`finger_${k}`, [0.04, 0.015, 0.015], [-0.02, 0.02 * k, 0.8 + 0.01 * Math.abs(k)]));
  const result = { index: 0, verdict: "contact", time: [0.5, 0.5], free_until: 0.5, initial: false, pairs: [["finger_0", "cup"]], contacts: [{ a: "finger_0", b: "cup", kind: "face", point: [0, 0, 0.8], normal: [-1, 0, 0] }], configuration: {}, micros: 1 };
  return sampleReport({
    title: "hand · house", verb: "walk", outcome: "contact", clock: "segment", times: packed(times), segments: [{ begin: 0, end: 1, checked: true, result }],
    bodies: [still("walls", walls), still("table", [box([1, 1, 0.04], [0.3, 0, 0.73])]), still("cup", [{ pose: [0.03, 0, 0.8, 0, 0, 0, 1], cylinder: [0.03, 0.1] }]), still("lamp", [lamp]), still("chairs", chair),
      piece("palm", [0.09, 0.08, 0.03], [-0.09, 0, 0.82]), ...fingers],
    ...more,
  });
}

/// A surface that gives way, [-1, 1] wide at z = 0, touched by a tool in its middle at t = 0.5.
export function toolOnSurface() {
  const times = Float64Array.of(0, 0.5, 1), at = (...places) => packed(Float32Array.of(...places.flatMap((z) => [0, 0, z, 0, 0, 0, 1])));
  const side = 20, indices = Array.from({ length: side * side }, (_, n) => (side + 1) * Math.floor(n / side) + (n % side)).flatMap((k) => [k, k + side + 1, k + 1, k + 1, k + side + 1, k + side + 2]);
  const flat = Float32Array.from({ length: 3 * (side + 1) ** 2 }, (_, i) => [(2 * Math.floor(i / 3 / (side + 1))) / side - 1, (2 * (Math.floor(i / 3) % (side + 1))) / side - 1, 0][i % 3]);
  const result = { index: 0, verdict: "contact", time: [0.5, 0.5], free_until: 0.5, initial: false, pairs: [["tool", "surface"]], contacts: [{ a: "tool", b: "surface", kind: "face", point: [0, 0, 0], normal: [0, 0, 1] }], configuration: {}, micros: 1 };
  return sampleReport({
    title: "tool", verb: "tool", outcome: "contact", clock: "s", times: packed(times), meshes: [{ positions: packed(flat), indices: packed(Uint16Array.from(indices)) }], segments: [{ begin: 0, end: 1, checked: true, result }],
    bodies: [
      { name: "surface", role: "surface", group: "", shapes: [{ pose: AT_REST, mesh: 0 }], pose: AT_REST, frame_times: packed(Float64Array.of(0, 1)), frames: packed(Float32Array.of(...flat, ...flat)) },
      { name: "tool", role: "tool", group: "", shapes: [{ pose: [0, 0, 1, 0, 0, 0, 1], cylinder: [0.03, 2] }], poses: at(0.3, 0, 0) },
    ],
  });
}

/// `count` balls of a crowd that all touch a part within a few millimetres of each other.
export function touchesNearby(count) {
  const data = contactIn({}), names = Array.from({ length: count }, (_, k) => `ball_${k}`), contacts = names.map((a, k) => ({ a, b: "part", kind: "face", point: [0.001 * k, 0.001 * (k % 3), 0.3], normal: [1, 0.02 * k, 0] }));
  const segments = data.segments.map((segment) => ({ ...segment, result: { ...segment.result, pairs: names.map((a) => [a, "part"]), contacts } }));
  return { ...data, segments, bodies: [...data.bodies, ...names.map((name, k) => ({ name, role: "object", group: "", shapes: [{ pose: [0.02 + 0.001 * k, 0, 0.3, 0, 0, 0, 1], sphere: [0.02] }], poses: data.bodies.find((body) => body.poses).poses }))] };
}
