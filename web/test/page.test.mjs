// What is proven here: the report that the program writes opens, plays, scrubs and jumps; what it says and draws is what the program
// found (its JSON is the truth); it needs nothing but itself; a file that is cut off or altered says so.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { opened, openReport, pixelsAround, settled, startBrowser } from "./browser.mjs";
import { distanceText, metresText } from "../src/text.js";
import { blockOf, pressedSheet, runSoFar, sampleReport } from "./sample.mjs";

const PROGRAM = process.env.TOCCA_PROGRAM ?? "tocca";
const SHOTS = process.env.TOCCA_SHOTS; // a folder for screenshots, to look at
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
let folder, browser, report, result, contact;

function run(...words) {
  try {
    execFileSync(PROGRAM, words, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    if (error.status !== 1) throw error; // 1 is "contact", an answer
  }
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocca-report-"));
  const at = (name) => join(folder, name);
  run("scene", "puma-pipes", "--out", folder);
  report = at("report.html");
  run("check", at("puma560.urdf"), at("scene.json"), at("path.csv"), "--report", report, "--json", at("result.json"));
  result = JSON.parse(readFileSync(at("result.json"), "utf8"));
  contact = result.segments.at(-1);
  assert.equal(contact.verdict, "contact");
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const shared = new Map(); // what is open, by file and options: opening takes longer than most tests

/// Lends a page that is open; it is seen as the test before left it.
async function withReport(options, act, file = report) {
  const key = JSON.stringify([file, options]);
  if (!shared.has(key)) {
    shared.set(key, await openReport(browser, file, options));
    await opened(shared.get(key).page);
  }
  const { page, errors, requests } = shared.get(key);
  await act(page);
  assert.deepEqual(errors, [], "the console must stay silent");
  assert.deepEqual(requests, [], "no request may leave the file");
}

/// A file with the program's own page, and other data.
function pageWith(data, name) {
  const whole = readFileSync(report, "utf8"), file = join(folder, name);
  writeFileSync(file, whole.slice(0, whole.lastIndexOf('<script type="application/json"')) + blockOf(data));
  return file;
}

const clockTime = (page) => page.evaluate(() => window.tocca.clock.time);
const shoot = (page, name) => SHOTS && page.screenshot({ path: join(SHOTS, `${name}.png`) });

test("tells the verdict, the time of contact, parameters and version", () => withReport({}, async (page) => {
  assert.match(await page.locator("#badge").innerText(), /contact/);
  assert.equal(await page.locator("#contact-time").innerText(), contact.time[1].toFixed(5));
  assert.match(await page.locator(".sentence").innerText(), new RegExp(`segment ${contact.index} .*${contact.pairs[0][0]} touches ${contact.pairs[0][1]}`));
  assert.equal(await page.locator("#segments tbody tr").count(), result.segments.length);
  assert.match(await page.locator("#parameters").innerText(), /Clearance[\s\S]*Tolerance[\s\S]*tocca \d+\.\d+\.\d+/);
  await shoot(page, "laptop-light");
}));

test("the least distance is one number in the head, in the box and beside the curve, and the one that is proven", async () => {
  const at = (name) => join(folder, name), rows = readFileSync(at("path.csv"), "utf8").trim().split("\n");
  writeFileSync(at("free.csv"), rows.slice(0, contact.index + 2).join("\n") + "\n"); // up to the segment with the contact
  const files = [at("puma560.urdf"), at("scene.json"), at("free.csv")];
  run("clearance", ...files, "--report", at("clearance.html"), "--json", at("clearance.json"));
  run("check", ...files, "--report", at("free.html"));
  const { minimum, pair } = JSON.parse(readFileSync(at("clearance.json"), "utf8")), told = distanceText(minimum);
  await withReport({}, async (page) => {
    assert.equal((await page.locator("#badge").innerText()).replace(/^\S+\s/, ""), `${told} apart, proven`);
    assert.equal((await page.locator("#nearest").innerText()).split("\n")[0], `Nearest: ${told}, proven`);
    await page.click("#nearest");
    assert.equal(await page.locator("#distance").innerText(), `nearest pair ${told}`);
    await shoot(page, "clearance");
  }, at("clearance.html"));
  await withReport({}, async (page) => {
    const { distance: [lower, upper], a, b } = await page.evaluate(() => window.tocca.report.nearest);
    assert.ok(lower <= minimum[1] && minimum[0] <= upper && upper - lower < 1.000001e-6, `${lower} to ${upper}, but ${minimum}`);
    assert.deepEqual([a, b], pair);
    assert.equal((await page.locator("#nearest").innerText()).split("\n")[0], `Nearest: ${distanceText([lower, upper])}, proven`);
    await page.click("#nearest");
    assert.equal(await page.locator("#distance").innerText(), `nearest pair ${distanceText([lower, upper])}`);
    await shoot(page, "check-free");
  }, at("free.html"));
  const seen = pageWith(sampleReport({ nearest: { time: 0, distance: [0, 8.18e-5], a: "cart", b: "wall" } }), "seen.html");
  await withReport({}, async (page) => assert.equal((await page.locator("#nearest").innerText()).split("\n")[0], "Nearest: at most 81.80 µm, among the moments looked at"), seen);
});

test("the clearance page has the figures of the command line: words to the last digit, the curve to the last bit", async () => {
  const at = (name) => join(folder, name), files = [at("puma560.urdf"), at("scene.json"), at("free.csv"), "--no-self"];
  const said = execFileSync(PROGRAM, ["clearance", ...files, "--report", at("one.html"), "--json", at("one.json")], { encoding: "utf8" });
  const { minimum, profile, pair } = JSON.parse(readFileSync(at("one.json"), "utf8")), told = distanceText(minimum);
  const exact = minimum.map(metresText);
  for (const figure of exact) assert.ok(said.includes(figure), `${figure} in ${said}`);
  await withReport({}, async (page) => {
    const lines = await page.evaluate(() => window.tocca.report.lines.map(({ kind, time, lower, upper }) => ({ kind, time: [...time], lower: [...lower], upper: [...upper] }))), { nearest } = await page.evaluate(() => ({ nearest: window.tocca.report.nearest }));
    assert.deepEqual(lines.map(({ kind }) => kind), ["others"], "all pairs are of one kind");
    const [{ time, lower, upper }] = lines, own = time.map((t, k) => [t, lower[k], upper[k]]).filter(([t]) => t !== nearest.time);
    assert.deepEqual(own, profile.map(({ segment, t, lower: least, upper: most }) => [segment + t, least, most]).filter(([t]) => t !== nearest.time));
    assert.deepEqual([nearest.distance, [nearest.a, nearest.b]], [minimum, pair]);
    assert.equal(await clockTime(page), nearest.time, "it opens there");
    assert.equal(await page.locator("#distance").innerText(), `nearest pair ${told}`);
    assert.equal((await page.locator("#pair").innerText()).replace(/\s+/g, " "), pair.join(" × "));
    assert.equal(await page.locator("#nearest .exact").innerText(), `${exact[0]} to ${exact[1]} m`);
    assert.ok((await page.locator("#parameters").innerText()).includes(told));
    assert.equal(await page.locator("#plot .least text").textContent(), told);
    await page.keyboard.press("c");
    await settled(page);
    assert.ok((await page.evaluate(() => window.tocca.seen())).both, "both are seen");
    await shoot(page, "clearance-close");
  }, at("one.html"));
});

test("plays until the contact and pauses there", () => withReport({}, async (page) => {
  await page.keyboard.press("Home");
  assert.equal(await clockTime(page), 0);
  await page.selectOption("#speed", "4");
  await page.click("#play");
  assert.equal(await page.locator("#play").getAttribute("aria-label"), "Pause");
  await page.waitForFunction(() => !window.tocca.clock.playing);
  assert.equal(await clockTime(page), contact.index + contact.time[1]);
  assert.equal(await page.locator("#distance").innerText(), "touching");
}));

test("scrubs with the pointer on the curve, and with keys", () => withReport({}, async (page) => {
  const box = await page.locator("#plot").boundingBox();
  await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.5 * box.height);
  await page.mouse.down();
  const early = await clockTime(page);
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.5 * box.height, { steps: 4 });
  await page.mouse.up();
  const late = await clockTime(page);
  assert.ok(early > 0 && late > early + 0.5, `${early} to ${late}`);
  await page.keyboard.press("ArrowRight");
  assert.ok((await clockTime(page)) > late);
  await page.keyboard.press("End");
  assert.equal(await clockTime(page), await page.evaluate(() => window.tocca.report.end));
  await page.keyboard.press("p");
  assert.equal(await clockTime(page), contact.index + contact.time[1]);
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  assert.equal(await clockTime(page), contact.index + contact.time[1]);
}));

test("a click on a segment jumps there", () => withReport({}, async (page) => {
  await page.locator("#segments tbody tr").nth(1).click();
  assert.equal(await clockTime(page), 1);
  assert.equal(await page.locator("#segments tr[aria-current]").getAttribute("data-index"), "1");
  await page.locator("#segments tbody tr").last().click();
  assert.equal(await clockTime(page), contact.index + contact.time[1]);
}));

test("draws the touching bodies where the contact is, and not before", () => withReport({}, async (page) => {
  await page.click("#view-contact");
  await page.keyboard.press("m"); // without the mark, which would cover the place
  await settled(page);
  const place = await page.evaluate((point) => window.tocca.screenOf(point), contact.contacts[0].point);
  const link = ([hue, saturation]) => hue > 8 && hue < 26 && saturation > 0.6; // orange red: the first of the pair
  const pipe = ([hue, saturation]) => hue > 28 && hue < 46 && saturation > 0.4; // amber: the second
  const touching = await pixelsAround(page, place, 14);
  await shoot(page, "contact");
  assert.ok((await page.evaluate(() => window.tocca.seen())).both, "the view was chosen for both");
  assert.ok(touching.filter(link).length > 30, `${touching.filter(link).length} pixels of the link`);
  assert.ok(touching.filter(pipe).length > 30, `${touching.filter(pipe).length} pixels of the pipe`);
  // Colours tell nothing of depth: the surfaces drawn there must come as near to the contact in space.
  const { a, b, point } = contact.contacts[0], gaps = await page.evaluate(nearestDrawn, { names: [a, b], place, point });
  assert.ok(gaps.every((gap) => gap < 0.01), `${a} and ${b} are drawn ${gaps} m from the contact`);
  await page.keyboard.press("Home");
  await settled(page);
  const free = await pixelsAround(page, place, 14);
  assert.equal(free.filter(link).length + free.filter(pipe).length, 0);
}));

/// How near to a point bodies are drawn, looking at the pixels around its place; runs in the page.
function nearestDrawn({ names, place, point }) {
  const nearest = names.map(() => Infinity);
  for (let dx = -12; dx <= 12; dx += 2) {
    for (let dy = -12; dy <= 12; dy += 2) {
      const drawn = window.tocca.bodyAt(place.x + dx, place.y + dy), k = names.indexOf(drawn?.name);
      if (k >= 0) nearest[k] = Math.min(nearest[k], Math.hypot(...drawn.point.map((x, i) => x - point[i])));
    }
  }
  return nearest;
}

/// The canvas, once three pictures in a row are the same: on a busy machine the last frame may still be on its way.
async function pictureAtRest(page) {
  for (let last = null, same = 0; ; ) {
    await settled(page);
    const next = await page.locator("#canvas").screenshot();
    same = last?.equals(next) ? same + 1 : 0;
    if (same === 2) return next;
    last = next;
  }
}

/// Does the canvas become this picture? Within the time of twenty pictures, for the same reason.
async function becomes(page, picture) {
  for (let turn = 0; turn < 20; turn++) {
    await settled(page);
    if ((await page.locator("#canvas").screenshot()).equals(picture)) return true;
  }
  return false;
}

test("swept volume, tubes, volumes and ghosts can be switched on", () => withReport({ colorScheme: "dark" }, async (page) => {
  const names = await page.locator("#switches label span").allInnerTexts();
  const without = await pictureAtRest(page);
  for (const name of ["Ghost poses", "Swept volume", "Tubes", "Boxes", "Line-swept spheres"]) {
    assert.ok(names.includes(name), `${name} in ${names}`);
    const box = page.getByRole("checkbox", { name, exact: true });
    await box.check();
    await settled(page);
    assert.notDeepEqual(await page.locator("#canvas").screenshot(), without, `${name} changes the picture`);
    await shoot(page, `laptop-dark-${name.toLowerCase().replaceAll(" ", "-")}`);
    await box.uncheck(); // all of them at once are slow to draw on a processor
  }
  assert.ok(await becomes(page, without), "what is switched off is gone");
}));

test("boxes around bodies and closest features of a world can be switched on, and follow the clock", async () => {
  const world = join(folder, "world.html");
  run("world", "--count", "40", "--steps", "20", "--density", "10", "--features", "--report", world);
  await withReport({}, async (page) => {
    const without = await pictureAtRest(page);
    for (const key of ["a", "f"]) {
      await page.keyboard.press(key);
      await settled(page);
      assert.notDeepEqual(await page.locator("#canvas").screenshot(), without, `${key} changes the picture`);
      await shoot(page, `world-${key}`);
      await page.keyboard.press(key);
    }
    await settled(page);
    assert.ok(await becomes(page, without), "what is switched off is gone");
    const lines = await page.evaluate(() => window.tocca.report.closest.first);
    assert.ok(Object.values(lines).at(-1) > 0);
  }, world);
});

test("fits a phone, dark and light", () => withReport({ ...PHONE, colorScheme: "dark" }, async (page) => {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll(".transport-bar > *")].every((x) => x.getBoundingClientRect().right <= innerWidth));
  assert.ok(await fits());
  await shoot(page, "phone-dark");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.tap("#theme");
  assert.notEqual(await paper(), dark);
  await page.tap("#next-contact");
  await settled(page);
  await shoot(page, "phone-light");
  assert.ok(await fits());
}));

test("every control has a name, and help lists the keys", () => withReport({}, async (page) => {
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, canvas")].filter((x) => !(x.getAttribute("aria-label") || x.innerText?.trim() || x.labels?.[0]?.innerText.trim())).map((x) => x.outerHTML));
  assert.deepEqual(nameless, []);
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  assert.match(await page.locator("#help-keys").innerText(), /Space[\s\S]*next contact/);
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("#help").isVisible()));
}));

test("all stretches of contact are on the clock and in a list, and light up what touches", async () => {
  const file = join(folder, "all.html"), at = (name) => join(folder, name);
  run("check", at("puma560.urdf"), at("scene.json"), at("path.csv"), "--all", "--report", file, "--json", at("all.json"));
  const { intervals } = JSON.parse(readFileSync(at("all.json"), "utf8"));
  await withReport({}, async (page) => {
    assert.equal(await page.locator("#events-title").innerText(), "ALL CONTACTS");
    assert.equal(await page.locator("#events button").count(), intervals.length);
    assert.match(await page.locator("#result").innerText(), new RegExp(`In all there are ${intervals.length} stretches of contact`));
    assert.equal(await page.locator("#plot .contact-mark").count(), intervals.length);
    const second = page.locator("#events button").nth(1);
    assert.match(await second.innerText(), /^flange × pipe_17_valve_31\s+segment 3, t = 0\.586 to 0\.753$/);
    await second.click();
    assert.ok(Math.abs((await clockTime(page)) - 3.58625) < 1e-4);
    assert.equal(await page.locator("#distance").innerText(), "touching");
    await shoot(page, "all-contacts");
    await page.keyboard.press("p");
    assert.ok(Math.abs((await clockTime(page)) - 3.40786) < 1e-4);
    await page.keyboard.press("Home");
    assert.notEqual(await page.locator("#distance").innerText(), "touching");
  }, file);
});

test("bodies deform, events are marked and jump", async () => withReport({}, async (page) => {
  assert.match(await page.locator("#badge").innerText(), /2 warnings/);
  await page.locator("#events button").nth(2).click();
  assert.equal(await clockTime(page), 1.2);
  assert.equal(await page.locator(".mark-label").innerText(), "contact, 4 triangles");
  const pressed = await page.locator("#canvas").screenshot();
  await shoot(page, "sheet");
  await page.keyboard.press("End");
  await settled(page);
  assert.ok(await page.locator(".mark-label").isHidden());
  await page.keyboard.press("b"); // the tool is gone from the picture, and so is the sheet
  await page.keyboard.press("b");
  await settled(page);
  assert.notDeepEqual(await page.locator("#canvas").screenshot(), pressed);
}, pageWith(pressedSheet(), "sheet.html")));

test("the address may name a moment", async () => {
  const { page, close } = await openReport(browser, pageWith(pressedSheet(), "moment.html"), {}, "#t=0.75");
  await opened(page);
  assert.equal(await clockTime(page), 0.75);
  await close();
});

test("a file that was written while the run went on says so", async () => withReport({}, async (page) => {
  assert.match(await page.locator("#live").innerText(), /had not ended/);
  assert.match(await page.locator("#badge").innerText(), /free so far/);
}, pageWith(runSoFar(3), "unfinished.html")));

test("an empty report is a page without a scene, not an error", async () => withReport({}, async (page) => {
  assert.match(await page.locator("#badge").innerText(), /free, proven/);
  assert.ok(await page.locator("#segments-box").isHidden());
}, pageWith(sampleReport(), "empty.html")));

test("data of a later version or of another program end in a message", async () => {
  assert.match(await messageOf(readFileSync(pageWith(sampleReport({ version: 99 }), "later.html"))), /newer than its page/);
  assert.match(await messageOf(readFileSync(pageWith(sampleReport({ format: "other" }), "other.html"))), /cannot be read/);
  const nowhere = { positions: sampleReport().times, indices: pressedSheet(2).meshes[0].indices };
  assert.match(await messageOf(readFileSync(pageWith(sampleReport({ meshes: [nowhere] }), "nowhere.html"))), /vertex that does not exist/);
});

async function messageOf(bytes) {
  const file = join(folder, "broken.html");
  writeFileSync(file, bytes);
  const { page, close } = await openReport(browser, file);
  try {
    await page.waitForFunction(() => getComputedStyle(document.getElementById("cover")).opacity === "1" && document.getElementById("app")?.hidden !== false);
    return await page.locator("#cover").innerText();
  } finally {
    await close();
  }
}

test("a file that is cut off or altered says so", async () => {
  const whole = readFileSync(report), data = whole.indexOf('<script type="application/json"');
  assert.match(await messageOf(whole.subarray(0, whole.length - 1000)), /incomplete/);
  assert.match(await messageOf(whole.subarray(0, data + 5000)), /incomplete/);
  assert.match(await messageOf(whole.subarray(0, data)), /incomplete/);
  assert.match(await messageOf(whole.subarray(0, data >> 1)), /incomplete/);
  assert.match(await messageOf(whole.subarray(0, whole.indexOf("<style>") + 100)), /incomplete/);
  const altered = Buffer.from(whole);
  altered[data + 4000] = altered[data + 4000] === 65 ? 66 : 65;
  assert.match(await messageOf(altered), /damaged/);
});
