// The data block of the page: found, checked for completeness, decoded. What each part means: docs/report-format.md.

const FORMAT = "tocca-report";
const NEWEST_VERSION = 1;
const TOLERANCE = 1e-6; // metres; of files that do not tell theirs

/// Something is wrong with the file; the message is for the reader of the page.
export class ReportError extends Error {
  constructor(title, text) {
    super(text);
    this.title = title;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

export function crc32(bytes) {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = CRC_TABLE[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

/// The report in the document. Throws ReportError where it is missing, cut off, altered or of a later format.
export function readReport(document) {
  const block = document.getElementById("tocca-report");
  if (!block) {
    throw new ReportError("This report is incomplete", "The file ends before its data. Copy or write it again.");
  }
  return checkedReport(new TextEncoder().encode(block.textContent), Number(block.dataset.bytes), block.dataset.crc32);
}

/// The report in these bytes, which should be so many and have this checksum. Throws ReportError where they are not.
export function checkedReport(bytes, expected, checksum) {
  if (bytes.length < expected) {
    const part = Math.floor((100 * bytes.length) / expected);
    throw new ReportError("This report is incomplete", `Only ${part} % of its data is in the file. Copy or write it again.`);
  }
  if (bytes.length !== expected || crc32(bytes) !== checksum) {
    throw new ReportError("This report is damaged", "Its data does not match its checksum. Copy or write it again.");
  }
  return decodeReport(JSON.parse(new TextDecoder().decode(bytes)));
}

function base64Bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

const ARRAYS = { f32: Float32Array, f64: Float64Array, u16: Uint16Array, u32: Uint32Array };

function unpack(packed, where) {
  const Type = ARRAYS[packed?.type];
  if (!Type || typeof packed.data !== "string") throw wrong(where, "is not an array of numbers");
  const bytes = base64Bytes(packed.data);
  if (bytes.length % Type.BYTES_PER_ELEMENT !== 0) throw wrong(where, "is cut off");
  return new Type(bytes.buffer, 0, bytes.length / Type.BYTES_PER_ELEMENT);
}

function wrong(where, what) {
  return new ReportError("This report cannot be read", `Its part “${where}” ${what}. It may come from another program.`);
}

function decodeMesh(mesh, k) {
  let positions = unpack(mesh.positions, `meshes[${k}].positions`);
  if (mesh.step) positions = Float32Array.from(positions, (steps, i) => mesh.lower[i % 3] + mesh.step * steps); // on a grid
  const indices = unpack(mesh.indices, `meshes[${k}].indices`);
  const count = positions.length / 3;
  if (!Number.isInteger(count) || indices.length % 3 !== 0) throw wrong(`meshes[${k}]`, "does not consist of triangles");
  for (const index of indices) if (index >= count) throw wrong(`meshes[${k}]`, "refers to a vertex that does not exist");
  return { positions, indices };
}

/// A shape of points or boxes has packed arrays; all others are as they are.
function decodeCloud(shape, where) {
  if (!shape?.points) return shape;
  const points = unpack(shape.points, `${where}.points`), sizes = shape.sizes ? unpack(shape.sizes, `${where}.sizes`) : null;
  const fits = points.length % 3 === 0 && (sizes ? sizes.length === points.length : shape.radius > 0);
  if (!fits) throw wrong(where, "has points without a size");
  return { ...shape, points, sizes };
}

function decodeBody(body, k, moments) {
  const where = `bodies[${k}]`;
  if (typeof body.name !== "string" || !Array.isArray(body.shapes)) throw wrong(where, "has no name or no shapes");
  const shapes = body.shapes.map((shape, i) => decodeCloud(shape, `${where}.shapes[${i}]`));
  const decoded = { ...body, shapes, poses: null, frames: null };
  if (body.poses) {
    decoded.poses = unpack(body.poses, `${where}.poses`);
    if (decoded.poses.length !== 7 * moments) throw wrong(`${where}.poses`, "differs in length from the times");
  } else if (body.pose?.length !== 7) {
    throw wrong(where, "has no pose");
  }
  if (body.boxes) {
    decoded.boxes = unpack(body.boxes, `${where}.boxes`);
    if (decoded.boxes.length !== 6 * (body.poses ? moments : 1)) throw wrong(`${where}.boxes`, "differs in length from the times");
  }
  if (body.frames) {
    decoded.frames = unpack(body.frames, `${where}.frames`);
    decoded.frame_times = unpack(body.frame_times, `${where}.frame_times`);
  }
  return decoded;
}

/// A robot that can be posed by hand, with its coordinates at each moment.
function decodeRobot(robot, k, moments) {
  const values = unpack(robot.values, `robots[${k}].values`), width = moments ? values.length / moments : 0;
  if (!Number.isInteger(width) || robot.links.length !== robot.joints.length + 1) throw wrong(`robots[${k}]`, "does not fit the times");
  return { ...robot, values, width };
}

/// Lines between closest features, or null.
function decodeClosest(closest, moments, bodyCount) {
  if (!closest) return null;
  const [first, bodies, points] = ["first", "bodies", "points"].map((part) => unpack(closest[part], `closest.${part}`));
  const fits = first.length === moments + 1 && 2 * first.at(-1) === bodies.length && points.length === 3 * bodies.length;
  if (!fits || first.some((k, i) => i > 0 && k < first[i - 1]) || bodies.some((body) => body >= bodyCount)) throw wrong("closest", "does not fit the bodies and times");
  return { first, bodies, points };
}

function decodePaths(paths, linkCount) {
  return paths.map(({ name, tone, lines }, k) => {
    if (lines.length !== linkCount) throw wrong(`other_paths[${k}]`, "does not fit the links");
    return { name, tone, lines: lines.map((line) => unpack(line, `other_paths[${k}]`)) };
  });
}

const COLUMNS = ["time", "lower", "upper", "lower_until_next", "upper_until_next"];

function decodeColumns(packed, where) {
  const curve = Object.fromEntries(COLUMNS.map((column) => [column, unpack(packed[column], `${where}.${column}`)]));
  if (COLUMNS.some((column) => curve[column].length !== curve.time.length)) throw wrong(where, "has columns of different lengths");
  return curve;
}

/// The distance of one kind of pairs: "self", links of one robot, or "others". Whose it is at each point, and where.
function decodeCurve(packed, k, bodyCount) {
  const where = `curves[${k}]`, curve = { ...decodeColumns(packed, where), kind: packed.kind, word: "", unit: "m" };
  [curve.bodies, curve.points] = ["bodies", "points"].map((part) => unpack(packed[part], `${where}.${part}`));
  const count = curve.time.length, fits = curve.bodies.length === 2 * count && curve.points.length === 6 * count;
  if (!fits || curve.bodies.some((body) => body >= bodyCount)) throw wrong(where, "does not fit the bodies");
  return curve;
}

/// Which kind a pair of bodies is, given by their names.
export function kindOf({ bodies }, a, b) {
  const links = [a, b].map((name) => bodies.filter((body) => body.name === name && body.role === "link"));
  return links[0].some(({ group }) => links[1].some((other) => other.group === group)) ? "self" : "others";
}

function inserted(array, at, values) {
  const longer = new array.constructor(array.length + values.length);
  longer.set(array.subarray(0, at));
  longer.set(values, at);
  longer.set(array.subarray(at), at + values.length);
  return longer;
}

/// The least distance becomes a point of the curve, so that the line, the readout and the words have the same number.
function putNearest(curve, nearest, { bodies, origin }) {
  const { time } = curve;
  if (!nearest || curve.word || !(nearest.time >= time[0] && nearest.time <= time.at(-1))) return;
  const k = time.findLastIndex((t) => t <= nearest.time), [lower, upper] = nearest.distance;
  const values = { time: nearest.time, lower, upper, lower_until_next: curve.lower_until_next[k], upper_until_next: curve.upper_until_next[k] };
  for (const [column, value] of Object.entries(values)) curve[column] = inserted(curve[column], k + 1, [value]);
  if (!curve.bodies) return;
  const pair = [nearest.a, nearest.b].map((name) => bodies.findIndex((body) => body.name === name));
  const known = nearest.points && pair.every((body) => body >= 0);
  curve.bodies = inserted(curve.bodies, 2 * (k + 1), known ? pair : curve.bodies.subarray(2 * k, 2 * k + 2));
  curve.points = inserted(curve.points, 6 * (k + 1), known ? nearest.points.flatMap((point) => point.map((x, i) => x - origin[i])) : curve.points.subarray(6 * k, 6 * k + 6));
}

const NOTHING = 1e-10; // metres; what is smaller is rounding

/// How near a segment's contact is: the least of its places, 0 where something touches; only of pairs of a kind, unless that is null. Null where
/// the kind has no part in it.
export function touchOf(report, { contacts, pairs, tooNear }, kind) {
  if (kind && pairs?.length && !pairs.some(([a, b]) => kindOf(report, a, b) === kind)) return null;
  if (!tooNear) return 0;
  const near = contacts.filter(({ a, b }) => !kind || kindOf(report, a, b) === kind).map(({ distance }) => distance);
  return near.length ? Math.min(...near) : 0;
}

/// Moments at which the motion jumps, ascending: another path or row, poses that are given twice and differ, segments that are left out.
export function jumpsOf({ times, bodies, chapters, segments }) {
  const moving = bodies.filter(({ poses }) => poses), jumps = chapters.slice(1).map(({ begin }) => begin);
  const differ = (poses, k) => poses.subarray(7 * k, 7 * k + 7).some((x, i) => Math.abs(x - poses[7 * k + 7 + i]) > 1e-6);
  for (let k = 0; k + 1 < times.length; k++) if (times[k] === times[k + 1] && moving.some(({ poses }) => differ(poses, k))) jumps.push(times[k]);
  for (let k = 0; k + 1 < segments.length; k++) if (segments[k + 1].begin > segments[k].end) jumps.push((segments[k].end + segments[k + 1].begin) / 2);
  return [...new Set(jumps)].sort((a, b) => a - b);
}

/// Moments at which a contact begins: of each stretch where all are known, else of each segment.
function stopsOf({ stretches, contacts }) {
  const begins = stretches.filter(({ kind }) => kind === "contact").map(({ time }) => time);
  return begins.length ? [...new Set(begins)] : contacts.map(({ contact }) => contact);
}

/// The contacts that last at this moment, where all of them are known.
export function stretchesNow(report, time) {
  const margin = 1e-9 * (report.end - report.begin);
  return report.stretches.filter((stretch) => stretch.kind === "contact" && stretch.time <= time + margin && time <= stretch.until + margin);
}

/// Typed arrays instead of base64; clock from first to last moment; contact moments on the clock.
export function decodeReport(json) {
  if (json?.format !== FORMAT) throw wrong("format", "is not that of a tocca report");
  if (json.version > NEWEST_VERSION) {
    throw new ReportError("This report is newer than its page", `Its format is version ${json.version}; this page reads versions up to ${NEWEST_VERSION}.`);
  }
  const times = unpack(json.times, "times");
  const { level, word = "", unit = "m" } = json.clearance, curve = { level, word, unit, kind: null, ...decodeColumns(json.clearance, "clearance") };
  const curves = (json.curves ?? []).map((packed, k) => decodeCurve(packed, k, json.bodies.length));
  putNearest(curve, json.nearest, json);
  for (const one of curves) if (json.nearest && one.kind === kindOf(json, json.nearest.a, json.nearest.b)) putNearest(one, json.nearest, json);
  const segments = json.segments.map((segment) => {
    const { begin, end, checked, result } = segment;
    const contact = checked && result.verdict === "contact" ? begin + result.time[1] * (end - begin) : null;
    const tooNear = contact !== null && result.contacts.length > 0 && result.contacts.every(({ distance }) => distance > (json.tolerance ?? TOLERANCE)); // nothing touches: a clearance is not kept
    return { begin, end, checked, contact, tooNear, ...result, verdict: checked ? result.verdict : "unchecked" };
  });
  const report = {
    ...json, times, curve, segments, chapters: json.chapters ?? [],
    lines: curves.length ? curves : [curve], // what is drawn over time
    robots: (json.robots ?? []).map((robot, k) => decodeRobot(robot, k, times.length)),
    meshes: json.meshes.map(decodeMesh),
    bodies: json.bodies.map((body, k) => decodeBody(body, k, times.length)),
    links: json.links ?? [], otherPaths: decodePaths(json.other_paths ?? [], json.links?.length ?? 0),
    closest: decodeClosest(json.closest, times.length, json.bodies.length),
  };
  const stamps = [times[0], times[times.length - 1], segments[0]?.begin, segments.at(-1)?.end].filter(Number.isFinite);
  report.begin = stamps.length ? Math.min(...stamps) : 0;
  report.end = stamps.length ? Math.max(...stamps) : 0;
  report.contacts = segments.filter((segment) => segment.contact !== null);
  report.tooNear = report.contacts.length > 0 && report.contacts.every(({ tooNear }) => tooNear);
  // The least distance of a path is worth a mark: where nothing touches, or where distances are what was asked for.
  report.hasLeast = Boolean(json.nearest) && (report.outcome === "free" || !report.contacts.length || (report.verb === "clearance" && json.nearest.distance[1] > NOTHING));
  report.stretches = report.events.filter(({ until }) => until !== undefined); // of all contacts, and of what is undecided
  report.stops = stopsOf(report);
  return report;
}
