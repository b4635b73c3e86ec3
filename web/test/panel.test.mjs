// What is proven here: what stands beside the scene says what was found, and is readable. The curve ends where the motion jumps and is grey where
// nothing is claimed; names keep both ends; too near is not called contact; paper has all parameters; keys reach everything. Data are made by hand.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { builtPage, opened, openReport, settled, startBrowser } from "./browser.mjs";
import { blockOf, contactIn, nearMissIn, packed } from "./sample.mjs";

const SHOTS = process.env.TOCCA_SHOTS;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
let folder, browser, template;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocca-panel-"));
  template = builtPage(folder);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/// Opens a report on a page of its own; the console stays silent and nothing leaves the file.
async function withPage(data, act, options = {}, place = "") {
  const file = join(folder, "report.html");
  writeFileSync(file, template + blockOf(data));
  const { page, errors, requests, close } = await openReport(browser, file, { viewport: { width: 1000, height: 700 }, ...options }, place);
  try {
    await opened(page);
    await act(page);
    assert.deepEqual([errors, requests], [[], []], "the console stays silent and nothing leaves the page");
  } finally {
    await close();
  }
}

const shoot = (page, name) => SHOTS && page.screenshot({ path: join(SHOTS, `panel-${name}.png`) });
const column = (...numbers) => packed(Float64Array.of(...numbers));
const result = (index, more = {}) => ({ index, verdict: "free", time: [1, 1], free_until: 1, initial: false, pairs: [], contacts: [], configuration: {}, micros: 1, ...more });
const touch = (time, a, b, distance = 0) => ({ verdict: "contact", time: [time, time], free_until: time, pairs: [[a, b]], contacts: [{ a, b, kind: "face", point: [0, 0, 0.3], normal: [1, 0, 0], distance }] });

/// A curve of one kind, by [time, distance]; its bounds are exact at each of them, and a tenth off in between.
function curveOf(data, kind, points, [a, b]) {
  const place = (name) => data.bodies.findIndex((body) => body.name === name), values = points.map(([, value]) => value);
  return { kind, time: column(...points.map(([time]) => time)), lower: column(...values), upper: column(...values), lower_until_next: column(...values.map((x) => 0.9 * x)), upper_until_next: column(...values.map((x) => 1.1 * x)),
    bodies: packed(Uint16Array.from(points.flatMap(() => [place(a), place(b)]))), points: packed(new Float32Array(6 * points.length)) };
}

/// The hand that touches its own wrist, or keeps clear of it, and the part.
function twoCurves(verdict, self, others, more = {}) {
  const data = nearMissIn({});
  return { ...data, verb: "check", headline: "", summary: "", nearest: null, outcome: verdict.verdict ?? "free", segments: [{ begin: 0, end: 1, checked: true, result: result(0, verdict) }],
    curves: [curveOf(data, "self", self, ["hand", "wrist"]), curveOf(data, "others", others, ["hand", "part"])], ...more };
}

/// A path and another one on the same clock, which jumps back to where it began.
function repaired(names = ["Path as given", "Repaired path"]) {
  const data = nearMissIn({}), times = [0, 0.5, 1, 1, 2, 3, 4], pose = (x) => [x, 0, 0, 0, 0, 0, 1], poses = packed(Float32Array.from([0.3, 0.1, -0.1, 0.3, 0.2, 0.1, 0.05].flatMap(pose)));
  const points = [[0, 0.3], [0.5, 0.1], [1, 0.05], [1, 0.3], [2, 0.2], [3, 0.1], [4, 0.05]];
  return { ...data, verb: "repair", headline: "repaired: free, proven", summary: "As given (orange), the path is not free: hand touches part in segment 0 at t = 0.60000. Repaired (green), every moment is proven free.", times: packed(Float64Array.from(times)),
    bodies: data.bodies.map((body) => (body.poses ? { ...body, poses } : body)), chapters: [{ begin: 0, name: names[0], tone: "contact" }, { begin: 1, name: names[1], tone: "free" }],
    segments: [0, 1, 2, 3].map((k) => ({ begin: k, end: k + 1, checked: true, result: result(Math.max(0, k - 1), k === 0 ? touch(0.6, "hand", "part") : {}) })),
    curves: [curveOf(data, "others", points, ["hand", "part"]), curveOf(data, "self", points.map(([time]) => [time, 0.02]), ["hand", "wrist"])],
    nearest: { time: 4, distance: [0.05, 0.0500004], a: "hand", b: "part", points: [[0.05, 0, 0.3], [0, 0, 0.3]] } };
}

/// The strokes of a path of the plot, as [x, y, x, y].
async function strokes(page, selector) {
  const d = (await page.locator(selector).evaluateAll((all) => all.map((path) => path.getAttribute("d")))).join(""), made = [];
  let last = null;
  for (const [, letter, x, y] of d.matchAll(/([ML])([-\d.]+),([-\d.]+)/g)) {
    const here = [Number(x), Number(y)];
    if (letter === "L") made.push([...last, ...here]);
    last = here;
  }
  return made;
}

/// Where the plot has a value: pixels of its own.
const scaleOf = (page) => page.evaluate(() => {
  const lines = [...document.querySelectorAll("#plot .level")], y = (line) => Number(line.getAttribute("y1")), labels = [...document.querySelectorAll("#plot .level + text")].map((text) => Number(text.textContent));
  return { zero: y(lines[0]), per: (y(lines[0]) - y(lines[1])) / labels[1], left: Number(lines[0].getAttribute("x1")), right: Number(lines[0].getAttribute("x2")) };
});

test("links that touch bring their own curve down to zero there; both curves are grey from there on, however few their points", () => withPage(twoCurves(touch(0.75, "hand", "wrist"), [[0, 0.2], [1, 0.2]], [[0, 0.3], [1, 0.1]]), async (page) => {
  await shoot(page, "self-contact");
  const { zero, left, right } = await scaleOf(page), contact = left + 0.75 * (right - left);
  for (const kind of ["self", "others"]) {
    const claimed = await strokes(page, `#plot .curve.${kind}:not(.after)`), later = await strokes(page, `#plot .curve.${kind}.after`);
    assert.ok(Math.abs(claimed.at(-1)[2] - contact) < 1 && Math.abs(later[0][0] - contact) < 1, `${kind} changes at the contact: ${claimed}, then ${later}`);
    assert.equal(Math.abs(claimed.at(-1)[3] - zero) < 0.5, kind === "self", `${kind} ends ${zero - claimed.at(-1)[3]} px above zero`);
  }
  const [red, green, blue] = await page.locator("#plot .curve.self.after").evaluate((path) => getComputedStyle(path).stroke.match(/\d+/g).map(Number));
  assert.ok(Math.max(red, green, blue) - Math.min(red, green, blue) < 40, "grey, not its own colour");
  assert.deepEqual([await page.locator("#distance").innerText(), await page.locator("#pair").evaluate((pair) => pair.textContent)], ["touching", "hand × wrist"]);
  await page.keyboard.press("k");
  assert.match(await page.locator("#distance").innerText(), /^nearest pair 0\.\d+ to 0\.\d+ m$/, "the other curve does not touch");
}));

test("the curve has a gap where another path begins, not a stroke", () => withPage(repaired(), async (page) => {
  await shoot(page, "repaired");
  for (const kind of ["self", "others"]) {
    const all = [...await strokes(page, `#plot .curve.${kind}:not(.after)`), ...await strokes(page, `#plot .curve.${kind}.after`)], { left, right } = await scaleOf(page), seam = left + 0.25 * (right - left);
    assert.ok(all.length >= 5, `${all.length} strokes`);
    for (const [x1, y1, x2, y2] of all) {
      assert.ok(!(Math.abs(x1 - x2) < 0.5 && Math.abs(y1 - y2) > 4), `a stroke down at ${x1}`);
      assert.ok(!(x1 < seam - 0.5 && x2 > seam + 0.5), `a stroke over the seam, from ${x1} to ${x2}`);
    }
  }
}));

test("the least distance of a repaired path is marked on its curve", () => withPage(repaired(), async (page) => {
  assert.equal(await page.locator("#plot .least text").evaluate((text) => text.textContent), "50.00 to 50.01 mm");
  const mark = await page.locator("#plot .least circle").boundingBox(), plot = await page.locator("#plot").boundingBox(), { right } = await scaleOf(page);
  assert.ok(Math.abs(mark.x + mark.width / 2 - plot.x - right) < 2, "where it is");
  await page.click("#nearest");
  assert.equal(await page.evaluate(() => window.tocca.clock.time), 4);
}));

test("names of paths do not lie on one another, on a phone either", async () => {
  for (const names of [["Path as given", "Repaired path"], ["The way that was driven before the shelf was moved", "The way around it"]]) {
    await withPage(repaired(names), async (page) => {
      await shoot(page, `chapters-${names[0].length}`);
      const seen = await page.locator("#plot .chapter text").evaluateAll((all) => all.map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { left, right, top, bottom, words: text.firstChild.textContent, whole: text.querySelector("title").textContent };
      }));
      assert.deepEqual(seen.map(({ whole }) => whole), names);
      const [first, second] = seen;
      assert.ok(first.right <= second.left || first.bottom <= second.top + 3, JSON.stringify(seen));
      if (names[0].length < 20) assert.deepEqual(seen.map(({ words }) => words), names, "short names are whole, in two rows");
      for (const { right, words } of seen) assert.ok(right <= 390 && words.length > 8, `${words} ends at ${right}`);
    }, PHONE);
  }
});

test("an axis has one unit, told once", () => withPage(twoCurves({}, [[0, 0.02], [1, 0.09]], [[0, 0.3], [1, 0.05]]), async (page) => {
  const labels = await page.locator("#plot .level + text").allTextContents();
  assert.ok(labels.length > 2 && labels.every((label) => /^[\d.]+$/.test(label)), labels.join(" "));
  assert.equal(await page.locator("#plot .axis-title").first().textContent(), "distance, m");
}));

test("what keeps less than its clearance is too near, nowhere a contact; it is where it is, not at zero", () => {
  const near = touch(0.5, "hand", "part", 0.02);
  return withPage({ ...twoCurves(near, [[0, 0.2], [1, 0.2]], [[0, 0.3], [1, 0.1]]), clearance: { ...nearMissIn({}).clearance, level: 0.02 } }, async (page) => {
    await shoot(page, "too-near");
    const words = (await page.locator("#app").innerText()).replace(/Contacts and normals/i, ""); // a switch of the scene
    assert.doesNotMatch(words, /contact|touch|close/i, words);
    assert.match(await page.locator("#badge").innerText(), /too near/);
    assert.match(await page.locator(".sentence").innerText(), /^Too near for the first time in segment 0 at t = 0\.50000: hand comes too near to part\.$/);
    assert.equal((await page.locator("#segments .chip").innerText()).replace(/\s+/g, " "), "✕ too near");
    assert.equal(await page.locator("#distance").innerText(), "too near: 20 mm");
    const { zero, per } = await scaleOf(page), mark = await page.locator("#plot .contact-mark").getAttribute("transform");
    assert.ok(Math.abs(Number(mark.match(/,([\d.]+)\)/)[1]) - (zero - 0.02 * per)) < 1, `${mark}, zero at ${zero}`);
  });
});

test("a tolerance of the report decides what touches", () => withPage(twoCurves(touch(0.5, "hand", "part", 5e-4), [[0, 0.2], [1, 0.2]], [[0, 0.3], [1, 0.1]], { tolerance: 1e-3 }), async (page) => {
  assert.match(await page.locator(".sentence").innerText(), /hand touches part/);
  assert.equal(await page.locator("#distance").innerText(), "touching");
}));

test("the clearance page opens at its least distance and marks it, though that is too near", () => withPage({ ...twoCurves(touch(0.25, "hand", "part", 0.1), [[0, 0.2], [1, 0.2]], [[0, 0.3], [0.5, 0.05], [1, 0.1]]), verb: "clearance", nearest: { time: 0.5, distance: [0.05, 0.05], a: "hand", b: "part", points: [[0.05, 0, 0.3], [0, 0, 0.3]] } }, async (page) => {
  assert.equal(await page.evaluate(() => window.tocca.clock.time), 0.5);
  assert.equal(await page.locator("#plot .least").count(), 1);
  assert.match(await page.locator("#nearest").innerText(), /50\.00 mm, proven/);
}));

const LONG = ["left_robotiq_85_inner_finger_tip_link_right_half", "left_robotiq_85_inner_finger_tip_link_other_half"];

test("names keep their beginning and their end where there is little room, never break, and have the whole as a tooltip", async () => {
  const data = twoCurves(touch(0.5, ...LONG), [[0, 0.2], [1, 0.2]], [[0, 0.3], [1, 0.1]]), named = data.bodies.map((body) => ({ ...body, name: { hand: LONG[0], wrist: LONG[1] }[body.name] ?? body.name }));
  const long = { ...data, bodies: named, title: "ur5_robotiq85_long_name · bookshelf_small.scene.json · bookshelf_small.ends.csv" };
  for (const options of [{}, PHONE]) {
    await withPage(long, async (page) => {
      await shoot(page, `names-${options.isMobile ? "phone" : "screen"}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.getElementById("speed").getBoundingClientRect().right <= innerWidth));
      for (const box of [".sentence", "#segments td.pair", "#details dd .pair-words", "#pair", "#title"]) {
        const names = await page.locator(`${box} .name.long`).evaluateAll((all, box) => all.map((name) => {
          const inside = name.closest(box.split(" ")[0] === "#segments" ? "td" : box.split(" ")[0]).getBoundingClientRect(), [head, tail] = [...name.children].map((part) => part.getBoundingClientRect());
          return { head: head.width, apart: tail.left - head.right, over: tail.right - Math.min(inside.right, innerWidth - 4), lines: head.height + tail.height, whole: name.title, text: name.textContent, tail: name.children[1].textContent, cut: name.children[1].scrollWidth - name.children[1].clientWidth };
        }), box);
        assert.ok(names.length >= 2, `${box}: ${names.length}`);
        for (const { head, apart, over, lines, whole, text, tail, cut } of names) {
          assert.equal(text.replace(/^× /, ""), whole, "what is copied is whole");
          assert.ok(head > 14 && Math.abs(apart) < 1 && over < 1 && lines < 60 && cut <= 0 && tail.length >= 8, `${box}: ${JSON.stringify({ head, apart, over, lines, tail, cut })}`);
        }
      }
    }, options);
  }
});

const PARAMETERS = [["Robot", "panda/robot.urdf"], ["Scene", "shelf.json"], ["Path", "way.csv"], ["Clearance", "0.01 m"], ["Self-collision", "checked, clearance 0 m"], ["Pairs", "195 checked, 102 left out (17 joined by a joint, 11 SRDF: Never, 66 one rigid group, 8 no joint moves the link)"], ["Triangles", "104,185"],
  ["Tolerance", "1e-06 m"], ["Strategy", "tube"], ["Planner", "rrtconnect"], ["Seed", "1"], ["Time limit", "60 s"], ["Start", "ends.csv:0"], ["Goal", "ends.csv:1"], ["Planned in", "12.3 ms"], ["Milestones", "1,024"], ["Written to", "found.csv"], ["Checked in", "1.2 ms"]];

test("one sheet of paper has verdict, picture, curve, and every parameter with version and date of the run", async () => {
  const data = repaired(), many = Array.from({ length: 80 }, (_, k) => ({ begin: 4 + k, end: 5 + k, checked: true, result: result(3 + k) }));
  for (const options of [{ colorScheme: "dark" }, PHONE]) {
    await withPage({ ...data, segments: [...data.segments, ...many], parameters: PARAMETERS, program: "tocca 1.2.3", date: "2026-11-18T20:15:42Z" }, async (page) => {
      await page.setViewportSize({ width: 703, height: 1032 }); // A4 without its margins
      await settled(page);
      await page.evaluate(() => dispatchEvent(new Event("beforeprint"))); // as browsers do, before anything is laid out for paper
      await page.emulateMedia({ media: "print" });
      await settled(page);
      await shoot(page, "paper");
      const sheet = await page.locator("#app").boundingBox(), seen = async (selector) => {
        const box = await page.locator(selector).first().boundingBox();
        assert.ok(box && box.width > 10 && box.y >= sheet.y - 1 && box.y + box.height <= sheet.y + sheet.height + 1 && box.x + box.width <= sheet.x + sheet.width + 1, `${selector}: ${JSON.stringify(box)} on ${JSON.stringify(sheet)}`);
        return box;
      };
      for (const part of ["#badge", "#title", ".sentence", "#nearest", "#plot", "#segments tbody tr"]) await seen(part);
      assert.ok((await seen("#print-picture")).height > 150, "the picture has room");
      const rows = await page.locator("#parameters").evaluate((list) => [...list.querySelectorAll("dt")].map((dt) => [dt.textContent, dt.nextSibling.textContent, dt.nextSibling.getBoundingClientRect().bottom]));
      assert.deepEqual(rows.map(([name, text]) => [name, text]), [...PARAMETERS, ["Program", "tocca 1.2.3"], ["Verb", "repair"], ["Run on", "2026-11-18 20:15 UTC"]]);
      for (const [name, , bottom] of rows) assert.ok(bottom <= sheet.y + sheet.height, `${name} ends at ${bottom}, the sheet at ${sheet.y + sheet.height}`);
      assert.ok(await page.locator("#canvas").isHidden() && await page.locator("#switches").isHidden());
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      await page.emulateMedia({ media: null });
      const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      if (SHOTS) writeFileSync(join(SHOTS, "panel-paper.pdf"), paper);
      const words = paper.toString("latin1");
      assert.equal((words.match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length, 1);
      assert.match(words, /\/Subtype\s*\/Image/, "the picture is printed");
    }, options);
  }
});

test("the tab key reaches every control in the order of the page, and each shows that it has the focus", () => withPage({ ...repaired(), notes: ["one"], parameters: PARAMETERS }, async (page) => {
  const all = await page.evaluate(() => [...document.querySelectorAll("button, input, select, summary, canvas, a[href]")].filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !control.disabled).length);
  const reached = [];
  for (let k = 0; k < all + 5; k++) {
    await page.keyboard.press("Tab");
    const now = await page.evaluate(() => {
      const control = document.activeElement, shown = control.id === "scrub" ? document.getElementById("plot") : control, { outlineStyle, outlineWidth } = getComputedStyle(shown);
      window.reached ??= [];
      if (control === document.body || window.reached.includes(control)) return null;
      window.reached.push(control);
      return { what: control.id || control.outerHTML.slice(0, 60), outline: outlineStyle !== "none" && parseFloat(outlineWidth) >= 1 };
    });
    if (now) reached.push(now);
  }
  assert.deepEqual(reached.filter(({ outline }) => !outline), []);
  assert.ok(reached.length >= all, `${reached.length} of ${all}: ${await page.evaluate(() => [...document.querySelectorAll("button, input, select, summary, canvas, a[href]")].filter((x) => x.checkVisibility({ visibilityProperty: true }) && !window.reached.includes(x)).map((x) => x.outerHTML.slice(0, 80)).join("\n"))}`);
}));

test("a link leads back to the very moment, whatever its digits, and to the curve that is looked at", async () => {
  const moment = 0.1 + 0.2 + 1 / 3e9;
  let place;
  await withPage(repaired(), async (page) => {
    await page.evaluate((time) => window.tocca.clock.seek(time), moment);
    await page.keyboard.press("k");
    await page.keyboard.press("l");
    place = await page.evaluate(() => location.hash);
  });
  await withPage(repaired(), async (page) => {
    assert.equal(await page.evaluate(() => window.tocca.clock.time), moment);
    assert.equal(await page.locator("#kinds [aria-checked=true]").innerText(), "among the robot's own links");
  }, {}, place);
});
