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
