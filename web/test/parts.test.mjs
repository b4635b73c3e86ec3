// What is proven here: decoding, interpolation in time and the clock do what they say, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Quaternion, Vector3 } from "three";
import { Clock } from "../src/clock.js";
import { addressOf, readPlace } from "../src/address.js";
import { claims, linePoints } from "../src/curve.js";
import { cutawayUniforms, isCut, ROLE, setCut, setLitPlaces, spread } from "../src/cutaway.js";
import { crc32, decodeReport, jumpsOf, kindOf, ReportError, stretchesNow, touchOf } from "../src/data.js";
import { geometryOf } from "../src/geometry.js";
import { merged, moreText, onePerPair } from "../src/marks.js";
import { nearestAt } from "../src/nearest.js";
import { groupsOf, linkPoses } from "../src/outline.js";
import { chaptersOf, wayOf } from "../src/paths.js";
import { momentAt, poseAt } from "../src/poses.js";
import { cornersNear, isLess, judge } from "../src/sight.js";
import { contactNow } from "../src/scene.js";
import { contactNumber, contactText, curveText, distanceText, lengthText, metresText, momentText, placeText, readoutText, roundStep, spanText } from "../src/text.js";
import { packed, pressedSheet, sampleReport } from "./sample.mjs";

test("the checksum is that of zip", () => assert.equal(crc32(Buffer.from("123456789")), "cbf43926"));

test("typed arrays read back, contacts lie on the clock", () => {
  const result = { index: 4, verdict: "contact", time: [0.25, 0.5], free_until: 0.25, initial: false, pairs: [["a", "b"]], contacts: [], configuration: {}, micros: 1 };
  const report = decodeReport(sampleReport({ times: packed(Float64Array.of(10, 10.5, 14)), segments: [{ begin: 10, end: 14, checked: true, result }, { begin: 14, end: 16, checked: false, result }] }));
  assert.deepEqual([...report.times], [10, 10.5, 14]);
  assert.deepEqual([report.begin, report.end], [10, 16]);
  assert.deepEqual(report.segments.map(({ verdict, contact }) => [verdict, contact]), [["contact", 12], ["unchecked", null]]);
  assert.equal(report.contacts.length, 1);
});

test("boxes have a size per moment, and closest lines lie between bodies that are there", () => {
  const pose = [0, 0, 0, 0, 0, 0, 1], times = packed(Float64Array.of(0, 1)), body = (more) => ({ name: "a", role: "object", group: "", shapes: [], ...more });
  const moving = body({ poses: packed(Float32Array.of(...pose, ...pose)), boxes: packed(new Float32Array(12)) }), still = body({ pose, boxes: packed(new Float32Array(6)) });
  const closest = (more) => ({ first: packed(Uint16Array.of(0, 1, 1)), bodies: packed(Uint16Array.of(0, 1)), points: packed(new Float32Array(6)), ...more });
  const report = decodeReport(sampleReport({ times, bodies: [moving, still], closest: closest() }));
  assert.deepEqual(report.bodies.map(({ boxes }) => boxes.length), [12, 6]);
  assert.deepEqual([...report.closest.first], [0, 1, 1]);
  assert.equal(decodeReport(sampleReport()).closest, null, "older files have none");
  for (const wrong of [{ first: packed(Uint16Array.of(0, 1)) }, { first: packed(Uint16Array.of(0, 1, 0)) }, { bodies: packed(Uint16Array.of(0, 2)) }, { points: packed(new Float32Array(3)) }]) {
    assert.throws(() => decodeReport(sampleReport({ times, bodies: [moving, still], closest: closest(wrong) })), ReportError);
  }
  assert.throws(() => decodeReport(sampleReport({ times, bodies: [{ ...moving, boxes: packed(new Float32Array(6)) }] })), ReportError);
});

test("each chapter counts its own segments, and knows nothing of contacts before it", () => {
  const result = (index, verdict) => ({ index, verdict, time: [0.5, 0.5], free_until: 0.5, initial: false, pairs: [], contacts: [], configuration: {}, micros: 1 });
  const segment = (begin, index, verdict) => ({ begin, end: begin + 1, checked: true, result: result(index, verdict) });
  const report = decodeReport(sampleReport({ clock: "segment", chapters: [{ begin: 0, name: "As given" }, { begin: 1, name: "Repaired" }], segments: [segment(0, 0, "contact"), segment(1, 0, "free"), segment(2, 1, "free")] }));
  assert.deepEqual([0.5, 1, 2.25].map((time) => placeText(report, time)), ["As given, segment 0, t = 0.500", "Repaired, segment 0, t = 0.000", "Repaired, segment 1, t = 0.250"]);
  assert.deepEqual([0.4, 0.75, 1].map((time) => contactNow(report, time)?.index ?? null), [null, 0, null]);
  assert.deepEqual(decodeReport({ ...sampleReport(), chapters: undefined }).chapters, [], "older files have none");
});

test("where all contacts are known, each has its stretch, and none is shown outside of them", () => {
  const result = (index, time) => ({ index, verdict: "contact", time: [time, time], free_until: time, initial: false, pairs: [["ball", "post"]], contacts: [], configuration: {}, micros: 1 });
  const stretch = (time, until, name) => ({ time, until, kind: "contact", text: `ball × ${name}`, points: [], bodies: ["ball", name] });
  const report = decodeReport(sampleReport({ clock: "segment", segments: [{ begin: 0, end: 1, checked: true, result: result(0, 0.25) }, { begin: 1, end: 2, checked: true, result: result(1, 0.5) }],
    events: [stretch(0.25, 0.5, "post"), stretch(0.75, 0.8, "wall"), stretch(1.5, 2, "post"), { time: 1.2, until: 1.3, kind: "warning", text: "undecided", points: [], bodies: [] }] }));
  assert.deepEqual(report.stops, [0.25, 0.75, 1.5]);
  assert.deepEqual([0.2, 0.3, 0.6, 0.78, 1.25, 1.7].map((time) => contactNow(report, time)?.index ?? null), [null, 0, null, null, null, 1]);
  assert.deepEqual([0.2, 0.3, 0.78, 1.25].map((time) => stretchesNow(report, time).map(({ bodies }) => bodies[1])), [[], ["post"], ["wall"], []]);
  assert.deepEqual([[0.25, 0.5], [0.75, 1.5], [1.5, 2]].map(([from, until]) => spanText(report, from, until)), ["segment 0, t = 0.250 to 0.500", "segment 0, t = 0.750 to segment 1, t = 0.500", "segment 1, t = 0.500 to the end"]);
  assert.equal(spanText({ ...report, clock: "s", end: 9 }, 1, 2), "1.000 s to 2.000 s");
  const plain = decodeReport(sampleReport({ clock: "segment", segments: [{ begin: 0, end: 1, checked: true, result: result(0, 0.25) }] }));
  assert.deepEqual([plain.stops, plain.stretches], [[0.25], []]);
});

test("what makes no sense is an error that names the part", () => {
  const broken = (more, says) => assert.throws(() => decodeReport(sampleReport(more)), (error) => error instanceof ReportError && says.test(error.message + error.title));
  broken({ format: "x" }, /format/);
  broken({ version: 2 }, /newer/);
  broken({ times: { type: "f64", data: "AAAA" } }, /times.*cut off/);
  broken({ times: { type: "i8", data: "" } }, /times/);
  broken({ bodies: [{ name: "a", shapes: [], poses: packed(Float32Array.of(1)) }] }, /bodies\[0\].poses/);
  broken({ bodies: [{ name: "a", shapes: [] }] }, /no pose/);
  broken({ meshes: [{ positions: packed(Float32Array.of(0, 0, 0)), indices: packed(Uint16Array.of(0, 0, 1)) }] }, /vertex that does not exist/);
});

test("between moments bodies are on the line, turned the shorter way; at a jump the second holds", () => {
  const times = Float64Array.of(0, 1, 1, 3), half = Math.SQRT1_2;
  const poses = Float32Array.of(0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, -half, -half, 9, 0, 0, 0, 0, 0, 1, 9, 4, 0, 0, 0, 0, 1);
  const at = (time) => {
    const position = new Vector3(), turn = new Quaternion();
    poseAt(poses, momentAt(times, time), position, turn);
    return { x: position.x, y: position.y, angle: 2 * Math.atan2(turn.z, turn.w) };
  };
  assert.deepEqual(at(-1), { x: 0, y: 0, angle: 0 });
  assert.equal(at(0.5).x, 1);
  assert.ok(Math.abs(at(0.5).angle - Math.PI / 4) < 1e-6, "a quarter turn by halves, whatever the quaternion's sign");
  assert.equal(at(1).x, 9);
  assert.equal(at(2).y, 2);
  assert.deepEqual(at(7), { x: 9, y: 4, angle: 0 });
  assert.deepEqual(momentAt(new Float64Array(), 1), { index: 0, part: 0 });
});

test("a contact is shown until its segment ends: what comes then may be elsewhere", () => {
  const report = { begin: 0, end: 3, chapters: [], stretches: [], contacts: [{ contact: 0.5, begin: 0, end: 1 }, { contact: 2, begin: 2, end: 2 }, { contact: 2.5, begin: 2, end: 3 }] };
  const shown = [0.4, 0.5, 0.9, 1, 1.5, 2, 2.2, 2.5, 3].map((time) => contactNow(report, time)?.contact ?? null);
  assert.deepEqual(shown, [null, 0.5, 0.5, null, null, 2, null, 2.5, 2.5]);
});

test("the line of the curve goes down to contacts, not where nothing was measured", () => {
  const line = { time: [0, 1, 2], upper: [3, 2, 1], kind: null, word: "" }, contacts = [1.5, 7.5, 8.5].map((contact) => ({ contact, contacts: [], tooNear: false }));
  assert.deepEqual(linePoints({ contacts }, line), [[0, 3], [1, 2], [1.5, 0], [2, 1]]);
  assert.deepEqual(linePoints({ contacts }, { ...line, time: [], upper: [] }), []);
});

test("a contact of one kind brings its own line down, and only marks where the other one is then", () => {
  const bodies = [["hand", "link"], ["elbow", "link"], ["wall", "object"]].map(([name, role]) => ({ name, role, group: role === "link" ? "arm" : "" }));
  const place = (a, b, distance) => ({ a, b, distance }), touch = (tooNear, ...contacts) => ({ contact: 0.5, tooNear, contacts, pairs: contacts.map(({ a, b }) => [a, b]) });
  const line = (kind) => ({ kind, word: "", time: [0, 1], upper: [0.2, 0.4] }), at = (segment, kind) => linePoints({ bodies, contacts: [segment] }, line(kind))[1];
  const own = touch(false, place("hand", "elbow", 0)), near = touch(true, place("hand", "wall", 0.02), place("elbow", "wall", 0.015));
  assert.deepEqual(at(own, "self"), [0.5, 0], "links that touch are 0 apart");
  assert.deepEqual(at(own, "others").map((x) => Math.round(1e9 * x) / 1e9), [0.5, 0.3], "the other line goes on");
  assert.deepEqual([at(near, "others"), touchOf({ bodies }, near, "self")], [[0.5, 0.015], null], "what is too near does not touch");
});

test("the motion jumps where rows begin anew, where another path begins and where segments are left out; not where a segment goes on", () => {
  const pose = (x) => [x, 0, 0, 0, 0, 0, 1], segments = [[0, 1], [1, 2], [2, 3], [7, 8]].map(([begin, end]) => ({ begin, end }));
  const bodies = [{ poses: Float32Array.from([0, 1, 1, 5, 0, 3, 3, 4].flatMap(pose)) }, { poses: null }];
  assert.deepEqual(jumpsOf({ times: [0, 1, 1, 2, 2, 3, 7, 8], bodies, chapters: [{ begin: 0 }, { begin: 1 }], segments }), [1, 2, 5]);
});

test("the clock stays within its bounds and finds contacts both ways", () => {
  const clock = new Clock({ begin: 0, end: 10, clock: "segment", stops: [2, 7], segments: [] });
  clock.seek(99);
  assert.equal(clock.time, 10);
  const visited = [1, 1, 1, -1, -1].map((way) => (clock.contact(way), clock.time));
  assert.deepEqual(visited, [2, 7, 2, 7, 2]);
  clock.load({ begin: 0, end: 12, clock: "segment", stops: [], segments: [] });
  assert.deepEqual([clock.time, clock.atEnd], [2, false], "more of the same report: the moment stays");
  assert.ok(new Clock({ begin: 3, end: 3, clock: "s", stops: [], segments: [] }).still);
});

test("normals are shared where a surface is smooth, not over edges", () => {
  const { meshes } = decodeReport(pressedSheet(20));
  const normal = geometryOf([{ pose: [0, 0, 0, 0, 0, 0, 1], mesh: 0 }], meshes).attributes.normal;
  for (let k = 0; k < normal.count; k++) assert.ok(normal.getZ(k) > 0.9 && Math.abs(Math.hypot(normal.getX(k), normal.getY(k), normal.getZ(k)) - 1) < 1e-5);
  assert.equal(normal.count, 21 * 21, "one normal a vertex");
  const cube = geometryOf([{ pose: [0, 0, 0, 0, 0, 0, 1], box: [1, 2, 3] }], []);
  assert.deepEqual([cube.attributes.position.count, cube.index.count], [24, 36]);
  const corner = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), indices: Uint16Array.of(0, 2, 1, 0, 1, 3) }; // two faces at a right angle
  const sharp = geometryOf([{ pose: [0, 0, 0, 0, 0, 0, 1], mesh: 0 }], [corner]);
  assert.equal(sharp.attributes.position.count, 6, "nothing is shared over an edge");
  [0, 2, 1, 0, 1, 3].forEach((vertex, k) => {
    const at = sharp.index.getX(k), { position, normal: turned } = sharp.attributes;
    assert.deepEqual([position.getX(at), position.getY(at), position.getZ(at)], [...corner.positions.slice(3 * vertex, 3 * vertex + 3)]);
    assert.deepEqual([turned.getX(at) + 0, turned.getY(at) + 0, turned.getZ(at) + 0], k < 3 ? [0, 0, -1] : [0, -1, 0]);
  });
});

test("curves and clocks have units of their own", () => {
  const report = decodeReport(sampleReport({ clock: "step", clearance: { ...sampleReport().clearance, word: "time to contact", unit: "s" } }));
  assert.deepEqual([curveText(report, 0.25), momentText(report, 12), momentText(report, 12.5)], ["0.25 s", "step 12", "step 12.5"]);
  assert.equal(curveText(decodeReport(sampleReport()), 0.25), lengthText(0.25));
});

test("numbers are told as people read them", () => {
  assert.deepEqual([0, 3.2e-7, 0.0123, 1.5].map(lengthText), ["0 m", "0.32 µm", "12.3 mm", "1.5 m"]);
  const contact = { contact: 10.25, time: [0.125, 0.125] };
  assert.deepEqual(["s", "segment"].map((clock) => contactNumber({ clock }, contact)), ["10.25000", "0.12500"]);
  assert.deepEqual(["s", "segment"].map((clock) => contactText({ clock }, contact)), ["10.25000 s", "0.12500"]);
  assert.deepEqual([roundStep(10, 4), roundStep(0.7, 7), roundStep(95, 10)], [5, 0.1, 10]);
});

test("metres are written as the program writes them: nine digits, as %.9g", () => {
  assert.deepEqual([0, 3e-11, 0.0180085331, 0.01800853312, 1.5, 0.00011642, 1.2345678949e-5, 123456789.4, 2e9].map(metresText), ["0", "0", "0.0180085331", "0.0180085331", "1.5", "0.00011642", "1.23456789e-05", "123456789", "2e+09"]);
});

test("bounds are told in one unit, rounded outward, and what is not bounded from below is at most", () => {
  // tests/cli/test_report.py has the same numbers for the program's own words.
  const told = [[[9.4827e-6, 9.4911e-6], "9.482 to 9.492 µm"], [[0, 8.18e-5], "at most 81.80 µm"], [[0.01234561, 0.01234661], "12.34 to 12.35 mm"],
    [[0.09999, 0.10001], "0.0999 to 0.1001 m"], [[1.2341, 1.2349], "1.234 to 1.235 m"], [[0.5, 0.5], "0.5000 m"], [[0, 0], "0 m"], [[0, Infinity], "–"]];
  for (const [bounds, text] of told) assert.equal(distanceText(bounds), text);
});

test("the least distance is a point of the curve: the readout there has the words of the box", () => {
  const column = (...numbers) => packed(Float64Array.of(...numbers));
  const clearance = { level: 0, time: column(0, 1, 2), lower: column(3, 2, 3), upper: column(3.1, 2.1, 3.1), lower_until_next: column(1, 1.5, 3), upper_until_next: column(4, 4, 3.1) };
  const nearest = { time: 0.75, distance: [1.2, 1.25], a: "a", b: "b" }, report = decodeReport(sampleReport({ clearance, nearest })), { curve } = report;
  assert.deepEqual([[...curve.time], [...curve.lower], [...curve.upper]], [[0, 0.75, 1, 2], [3, 1.2, 2, 3], [3.1, 1.25, 2.1, 3.1]]);
  assert.deepEqual([[...curve.lower_until_next], [...curve.upper_until_next]], [[1, 1, 1.5, 3], [4, 4, 4, 3.1]], "what holds between two moments still does");
  assert.equal(readoutText(report, { lower: 1.2, upper: 1.25 }), distanceText(nearest.distance));
  assert.equal(readoutText(report, { lower: 1, upper: 1.75, level: 1.3, between: true }), "1.000 to 1.750 m", "between two moments, what holds until the next");
  assert.equal(readoutText(report, { lower: 1, upper: Infinity, level: 1.7, between: true }), "about 1.7 m", "where nothing is proven, the word says so");
  assert.deepEqual([...decodeReport(sampleReport({ clearance, nearest: { ...nearest, time: 7 } })).curve.time], [0, 1, 2], "it is not drawn");
});

test("a cloud is one geometry, whose grains are where its points are", () => {
  const pose = [0, 0, 0, 0, 0, 0, 1], times = packed(Float64Array.of(0, 1));
  const body = (shape) => ({ name: "scan", role: "object", group: "", pose, shapes: [{ pose, ...shape }] });
  const points = packed(Float32Array.of(1, 0, 0, 0, 2, 0));
  const report = decodeReport(sampleReport({ times, bodies: [body({ points, radius: 0.5 }), body({ points, sizes: packed(Float32Array.of(1, 1, 1, 2, 2, 2)) })] }));
  const balls = geometryOf(report.bodies[0].shapes, []), boxes = geometryOf(report.bodies[1].shapes, []);
  for (const [geometry, upper, lower] of [[balls, [1.5, 2.5, 0.5], [-0.5, -0.5, -0.5]], [boxes, [1.5, 3, 1], [-1, -0.5, -1]]]) {
    geometry.computeBoundingBox();
    assert.deepEqual(geometry.boundingBox.max.toArray(), upper);
    assert.deepEqual(geometry.boundingBox.min.toArray(), lower);
  }
  assert.equal(balls.index.count, 2 * 24);
  assert.equal(boxes.index.count, 2 * 36);
  assert.throws(() => decodeReport(sampleReport({ times, bodies: [body({ points })] })), ReportError);
});

test("a path line is cut where a chapter begins and where segments are left out", () => {
  const times = [0, 0.5, 1, 1, 1.5, 2, 2, 3, 8, 9], poses = times.flatMap((_, k) => [k, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  const report = { times, bodies: [{ poses }], chapters: [{ name: "given", begin: 0 }, { name: "repaired", begin: 2 }], segments: [[0, 1], [1, 2], [2, 3], [8, 9]].map(([begin, end]) => ({ begin, end })) };
  assert.deepEqual(chaptersOf(report), [[0, 6], [6, 10]]);
  assert.deepEqual(chaptersOf({ ...report, chapters: [] }), [[0, 10]]);
  const ways = wayOf(report, { body: 0, point: [1, 0, 0] }, 6, 10).map((piece) => piece.map(({ x, y }) => [Math.round(x), Math.round(1e6 * y) / 1e6]));
  assert.deepEqual(ways, [[[6, 1], [7, 1]], [[8, 1], [9, 1]]], "a quarter turn puts the point beside the body");
});

test("meshes that are only looked at lie on a grid", () => {
  const mesh = { positions: packed(Uint16Array.from([0, 0, 0, 65535, 0, 0, 0, 32768, 65535])), lower: [1, -2, 3], step: 2 / 65535, indices: packed(Uint16Array.from([0, 1, 2])) };
  const { positions } = decodeReport(sampleReport({ meshes: [mesh] })).meshes[0];
  [1, -2, 3, 3, -2, 3, 1, -1, 5].forEach((expected, k) => assert.ok(Math.abs(positions[k] - expected) < 2e-5, `${k}: ${positions[k]}`));
});

test("lines of other paths fit the links, or the report is refused", () => {
  const links = [{ name: "a", robot: "r", body: 0, point: [0, 0, 0] }], lines = [packed(Float32Array.from([1, 2, 3]))];
  assert.deepEqual([...decodeReport(sampleReport({ links, other_paths: [{ name: "before", lines }] })).otherPaths[0].lines[0]], [1, 2, 3]);
  assert.throws(() => decodeReport(sampleReport({ links, other_paths: [{ name: "before", lines: [] }] })), /does not fit the links/);
});

test("the strip claims what is proven: free until a contact, a moment of it, nothing after", () => {
  const segment = (more) => ({ begin: 2, end: 4, checked: true, verdict: "free", contact: null, free_until: 1, ...more }), plain = { stretches: [] };
  assert.deepEqual(claims(plain, segment()), [[2, 4, "free"]]);
  assert.deepEqual(claims(plain, segment({ verdict: "contact", contact: 3 })), [[2, 3, "free"], [3, 4, "unclaimed"], [3, 3, "contact"]]);
  assert.deepEqual(claims(plain, segment({ verdict: "undecided", free_until: 0.25 })), [[2, 2.5, "free"], [2.5, 4, "undecided"]]);
  assert.deepEqual(claims(plain, segment({ checked: false })), [[2, 4, "unchecked"]]);
  assert.deepEqual(claims({ stretches: [{}] }, segment({ verdict: "contact", contact: 3 })), [[2, 4, "free"]], "all contacts are known, and drawn over it");
});

const AT_REST = [0, 0, 0, 0, 0, 0, 1];

/// Two boxes that move towards a wall, and a curve of each kind.
function twoKinds(more = {}) {
  const column = (...numbers) => packed(Float64Array.of(...numbers)), poses = packed(Float32Array.of(...AT_REST, 2, ...AT_REST.slice(1)));
  const link = (name) => ({ name, role: "link", group: "arm", shapes: [{ pose: AT_REST, box: [1, 1, 1] }], poses });
  const wall = { name: "wall", role: "object", group: "", shapes: [{ pose: AT_REST, box: [1, 1, 1] }], pose: [9, 0, 0, 0, 0, 0, 1] };
  const curve = (kind, upper, bodies, points) => ({ kind, time: column(0, 1), lower: column(...upper), upper: column(...upper), lower_until_next: column(...upper), upper_until_next: column(...upper), bodies: packed(Uint16Array.of(...bodies)), points: packed(Float32Array.of(...points)) });
  return sampleReport({ times: column(0, 1), bodies: [link("hand"), link("elbow"), wall],
    curves: [curve("self", [0.5, 0.5], [0, 1, 0, 1], [0, 0, 0, 0.5, 0, 0, 2, 0, 0, 2.5, 0, 0]), curve("others", [8, 6], [0, 2, 1, 2], [0.5, 0, 0, 8.5, 0, 0, 2.5, 0, 0, 8.5, 0, 0])], ...more });
}

test("distances among a robot's links and to everything else are two curves, which name the nearest pair at each moment", () => {
  const report = decodeReport(twoKinds());
  assert.deepEqual(report.lines.map(({ kind }) => kind), ["self", "others"]);
  assert.deepEqual([kindOf(report, "hand", "elbow"), kindOf(report, "hand", "wall")], ["self", "others"]);
  assert.equal(decodeReport(sampleReport()).lines[0].kind, null, "older files have one curve");
  const [self, others] = report.lines, between = nearestAt(report, others, 0.5);
  assert.deepEqual([nearestAt(report, others, 0).bodies, nearestAt(report, others, 1).bodies], [[0, 2], [1, 2]]);
  assert.deepEqual(between.points[0].toArray(), [1.5, 0, 0], "the point goes with its body");
  assert.deepEqual([between.exact, nearestAt(report, self, 0).exact], [false, true]);
  assert.equal(nearestAt(report, others, 1.5), null);
  for (const wrong of [{ bodies: packed(Uint16Array.of(0, 1)) }, { points: packed(new Float32Array(3)) }, { bodies: packed(Uint16Array.of(0, 7, 0, 1)) }, { upper: packed(Float64Array.of(1)) }]) {
    const broken = twoKinds();
    Object.assign(broken.curves[0], wrong);
    assert.throws(() => decodeReport(broken), ReportError);
  }
});

test("the least distance is a point of the curve of its kind, with its own two places", () => {
  const nearest = { time: 0.75, distance: [5.9, 5.95], a: "elbow", b: "wall", points: [[2, 0, 0], [8.5, 0, 0]] }, [self, others] = decodeReport(twoKinds({ nearest })).lines;
  assert.deepEqual([self.time.length, [...others.time], [...others.upper]], [2, [0, 0.75, 1], [8, 5.95, 6]]);
  assert.deepEqual([[...others.bodies.subarray(2, 4)], [...others.points.subarray(6, 12)]], [[1, 2], [2, 0, 0, 8.5, 0, 0]]);
});

test("one arrow per pair, and the number of the others", () => {
  const place = (a, b, x) => ({ a, b, point: [x, 0, 0], normal: [0, 0, 1] });
  const { chosen, others } = onePerPair([place("a", "b", 0), place("a", "b", 1), place("a", "b", 5), place("a", "c", 3)]);
  assert.deepEqual(chosen.map(({ b, point }) => [b, point[0]]), [["b", 1], ["c", 3]], "the one in the middle");
  assert.equal(others.length, 2);
  assert.deepEqual([moreText(0, 0), moreText(1, 0), moreText(2, 146)], ["", "+1 more pair", "+2 more pairs, +146 more"]);
});

test("what is in the cone before a place is cut away, not what touches there, nor what is behind or beside", () => {
  const uniforms = cutawayUniforms(), eye = new Vector3(10, 0, 0), cut = (role, ...place) => isCut(uniforms, eye, new Vector3(...place), role);
  setCut(uniforms, new Vector3(), 1, 10, 10); // a close look: as far aside as the picture reaches
  assert.deepEqual([[5, 0, 0], [5, 3.8, 0], [5, 3.9, 0], [0.3, 0, 0], [0.3, 0.6, 0], [0.03, 0, 0], [-1, 0, 0], [11, 0, 0]].map((place) => cut(ROLE.none, ...place)), [true, true, false, true, false, false, false, false]);
  for (const role of [ROLE.whole, ROLE.whole + 1, ROLE.near, ROLE.near + 1]) assert.ok(!cut(role, 5, 0, 0), "what touches is never cut away");
  assert.deepEqual([0.3, 0.9, 1.1, 5].map((x) => cut(ROLE.around, x, 0, 0)), [false, false, true, true], "what may be all around the place stays near it");
  setCut(uniforms, new Vector3(), 1, 10, 2); // from far: a porthole
  assert.deepEqual([[5, 0.4, 0], [5, 0.6, 0]].map((place) => cut(ROLE.none, ...place)), [true, false]);
  setCut(uniforms, new Vector3(), 0, 10, 2);
  assert.ok(!cut(ROLE.none, 5, 0, 0));
});

test("of many places some are taken that lie apart", () => {
  const places = [0, 0.1, 0.2, 5, 0.3, 9].map((x) => new Vector3(x, 0, 0));
  const { chosen, gap } = spread(places, 3);
  assert.deepEqual([chosen.map(({ x }) => x), gap], [[0, 9, 5], 0.3]);
  assert.deepEqual([spread(places, 9).chosen.length, spread(places, 9).gap, spread([], 3)], [6, 0, { chosen: [], gap: 0 }]);
  const many = Array.from({ length: 100 }, (_, k) => new Vector3(k, 0, 0));
  assert.deepEqual([setLitPlaces(cutawayUniforms(), many, 5), setLitPlaces(cutawayUniforms(), many, 0.5)], [true, false]);
});

test("marks that are near each other on the screen are one, which says how many it stands for", () => {
  const at = (x) => ({ x, y: 0 });
  assert.deepEqual(merged([at(0), at(10), at(100), null, at(20), at(30), at(110)], 24), [2, -1, 1, 0, -1, 0, -1]);
});

test("a view is judged by how much of both bodies it shows, and whether where they meet", () => {
  const size = 20, picture = (color) => Uint8Array.from({ length: 4 * size * size }, (_, k) => color((k >> 2) % size, Math.floor((k >> 2) / size), k & 3));
  const halves = picture((x, y, c) => (c === (x < 10 ? 0 : 1) ? 255 : 0)), wall = picture(() => 0), apart = picture((x, y, c) => (c === 0 && x < 5) || (c === 1 && x >= 15) ? 255 : 0);
  assert.deepEqual(judge(halves, size), { first: 0.5, second: 0.5, both: true });
  assert.deepEqual(judge(wall, size), { first: 0, second: 0, both: false });
  assert.deepEqual(judge(apart, size), { first: 0.25, second: 0.25, both: false });
  const small = { first: 0.004, second: 0.2, both: true };
  assert.ok(!isLess(small, small), "a small body is seen whole");
  assert.ok(isLess({ ...small, first: 0.0015 }, small) && isLess({ ...small, both: false }, small) && isLess({ ...small, second: 0.02 }, small));
  assert.ok(!isLess({ first: 0.3, second: 0, both: false }, { first: 0.3, second: 0, both: false }), "one hides the other: nothing to cut away");
});

test("an address leads back to a moment and a view", () => {
  assert.deepEqual(readPlace("#t=2.5"), { time: 2.5, kind: null, view: null });
  assert.deepEqual(readPlace(addressOf(3.4078585123456789, [1.23456789, -2, 0.5, 0, 0, 1e-7], "self")), { time: 3.4078585123456789, kind: "self", view: [1.23456789, -2, 0.5, 0, 0, 1e-7] });
  assert.deepEqual(["", "#t=", "#t=x&view=1,2", "#view=1,2,3,4,5,x"].map(readPlace), Array(4).fill({ time: null, kind: null, view: null }));
});

test("links are where their joints put them: turned, pushed, mimicked", () => {
  const joint = (name, type, parent, more) => ({ name, type, parent, coordinate: -1, origin: [1, 0, 0, 0, 0, 0, 1], axis: [0, 0, 1], ...more });
  const robot = { base: AT_REST, links: [0, 1, 2, -1, 3], joints: [joint("a", "revolute", 0, { coordinate: 0 }), joint("b", "prismatic", 1, { coordinate: 1, axis: [1, 0, 0] }), joint("c", "fixed", 2), joint("d", "revolute", 3, { mimic: { joint: 0, terms: [-1, 0] } })] };
  const poses = linkPoses(robot, [Math.PI / 2, 0.5]), places = poses.map((pose) => new Vector3().setFromMatrixPosition(pose).toArray().map((x) => Math.round(1e6 * x) / 1e6 + 0));
  assert.deepEqual(places, [[0, 0, 0], [1, 0, 0], [1, 1.5, 0], [1, 2.5, 0], [1, 3.5, 0]]);
  assert.ok(Math.abs(poses[4].elements[0] - 1) < 1e-12, "the mimic turns back");
  assert.equal(linkPoses({ ...robot, joints: [joint("a", "floating", 0)] }, []), null);
});

test("bodies are listed by robot, movers and surroundings", () => {
  assert.deepEqual(groupsOf(decodeReport(twoKinds())), [{ name: "arm", members: [0, 1] }, { name: "Surroundings", members: [2] }]);
});

test("what is far from a place is left out of the small pictures, never what is near", () => {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9, 10, 9, 9, 9, 10, 9, -50, -50, 0, 50, -50, 0, 0, 90, 0], all = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  assert.deepEqual([...cornersNear(all, positions, new Vector3(0.2, 0.2, 0), 0.1)], [0, 1, 2, 6, 7, 8], "a large triangle without a corner nearby stays");
  assert.deepEqual([...cornersNear(all, positions, new Vector3(9.2, 9.2, 9), 1)], [3, 4, 5]);
});
