// What is proven here: what a page says is what the command line says, to the last digit that either prints, for paths of a real robot; and no page
// names a folder of the machine that wrote it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { opened, openReport, startBrowser } from "./browser.mjs";

const PROGRAM = process.env.TOCCA_PROGRAM ?? "tocca", SHOTS = process.env.TOCCA_SHOTS;
const MODELS = process.env.TOCCA_MODELS ?? fileURLToPath(new URL("../../../shared/models", import.meta.url));
const missing = existsSync(join(MODELS, "robots/panda/robot.urdf")) ? false : `no models in ${resolve(MODELS)}`;
let folder, browser, question;
const at = (name) => join(folder, name);

/// What the program prints; `code`: how it must end.
function told(words, code = 0) {
  const { status, stdout, stderr } = spawnSync(PROGRAM, words, { encoding: "utf8" });
  assert.equal(status, code, `${words.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

before(async () => {
  if (missing) return;
  folder = mkdtempSync(join(tmpdir(), "tocca-figures-"));
  const { joints, problems } = JSON.parse(readFileSync(join(MODELS, "problems/panda_bookshelf_small.json"), "utf8")), [{ start, goal, obstacles }] = problems;
  const geometry = ({ type, size_xyz: box, radius, length_z: length }) => (type === "box" ? { box } : type === "cylinder" ? { cylinder: { radius, length } } : { sphere: radius });
  writeFileSync(at("shelf.json"), JSON.stringify({ objects: obstacles.map((one) => ({ name: one.name, geometry: geometry(one), pose: { xyz: one.position, quat: one.quat_xyzw } })) }));
  writeFileSync(at("ends.csv"), `${[joints, start, goal].map((row) => row.join(",")).join("\n")}\n`);
  question = [join(MODELS, "robots/panda/robot.urdf"), at("shelf.json")];
  const srdf = ["--srdf", join(MODELS, "robots/panda/robot.srdf")];
  question.ask = (...words) => [...question, ...words, ...srdf];
  told(["plan", ...question.ask("--start", `${at("ends.csv")}:0`, "--goal", `${at("ends.csv")}:1`, "--out", at("way.csv"), "--report", at("plan.html"))]);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function withPage(name, act) {
  const { page, errors, requests, close } = await openReport(browser, at(name), { viewport: { width: 1000, height: 700 } });
  try {
    await opened(page);
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `figures-${name}.png`) });
    await act(page);
    const words = await page.locator("body").evaluate((body) => body.textContent);
    for (const place of [folder, MODELS, "/tmp/"]) assert.ok(!words.includes(place), `${name} names ${place}`);
    assert.deepEqual([errors, requests], [[], []], "the console stays silent and nothing leaves the page");
  } finally {
    await close();
  }
}

/// The bracket of a page in metres, as it is shown, with the moment and the pair.
const shown = (page) => page.evaluate(() => {
  const box = document.getElementById("nearest"), { nearest } = window.tocca.report;
  return { exact: box.querySelector(".exact").textContent, moment: box.querySelector(".numbers:not(.exact)").textContent, words: box.textContent, bits: nearest.distance, pair: [nearest.a, nearest.b] };
});

/// The row of the table of `tocca clearance`: its cells as they are printed.
const rowOf = (text) => text.split("\n")[2].trim().split(/\s+/);

test("pages of plan, check and clearance have the bracket, the moment and the pair of tocca clearance, to the last digit, with a curve or without", { skip: missing }, async () => {
  const path = question.ask(at("way.csv")), plain = told(["clearance", ...path]), [segment, time, least, most, a, b] = rowOf(plain);
  const with_curve = told(["clearance", ...path, "--report", at("clearance.html"), "--json", at("clearance.json")]);
  assert.deepEqual(rowOf(with_curve), rowOf(plain), "a curve beside it changes nothing");
  assert.deepEqual(rowOf(told(["clearance", ...path, "--json", at("few.json"), "--points", "3"])), rowOf(plain), "nor how fine that is");
  told(["check", ...path, "--report", at("check.html")]);
  const { minimum } = JSON.parse(readFileSync(at("clearance.json"), "utf8"));
  for (const name of ["plan.html", "check.html", "clearance.html"]) {
    await withPage(name, async (page) => {
      const { exact, moment, bits, pair } = await shown(page);
      assert.equal(exact, `${least} to ${most} m`, name);
      assert.equal(moment, `segment ${segment}, t = ${time}`, name);
      assert.deepEqual([bits, pair], [minimum, [a, b]], `${name}: to the last bit`);
    });
  }
});

test("a path that is smoothed or repaired has on its page what tocca clearance prints for the file", { skip: missing }, async () => {
  writeFileSync(at("through.csv"), readFileSync(at("ends.csv")));
  for (const [verb, given, code] of [["smooth", "way.csv", 0], ["repair", "through.csv", 0]]) {
    const said = told([verb, ...question.ask(at(given), "--out", at(`${verb}.csv`), "--report", at(`${verb}.html`))], code);
    const [, time, least, most, a, b] = rowOf(told(["clearance", ...question.ask(at(`${verb}.csv`))]));
    await withPage(`${verb}.html`, async (page) => {
      const { exact, moment, pair, words } = await shown(page);
      assert.equal(exact, `${least} to ${most} m`, verb);
      assert.ok(moment.endsWith(`t = ${time}`), `${moment}, but ${time}`);
      assert.deepEqual(pair, [a, b]);
      const bracket = words.match(/Nearest: (.*?), proven/)[1];
      assert.ok(said.includes(`least distance: ${bracket}, proven`), `${bracket} in ${said}`);
      assert.equal(await page.locator("#plot .least text").evaluate((text) => text.textContent), bracket, "marked on the curve");
      const parameters = Object.fromEntries(await page.locator("#parameters dt").evaluateAll((all) => all.map((dt) => [dt.textContent, dt.nextSibling.textContent])));
      assert.equal(parameters["Written to"], `${verb}.csv`);
      assert.match(parameters["Run on"], /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
      assert.equal(parameters.Tolerance, "1e-06 m");
      assert.equal(parameters.Strategy, "tube");
    });
  }
});

test("distances at waypoints are within the bounds that the page shows there, and so is every waypoint's table", { skip: missing }, async () => {
  const rows = told(["distance", ...question.ask(at("way.csv"), "--no-self")]).split("\n").slice(1).map((line) => line.trim().split(/\s+/)).filter(([k]) => /^\d+$/.test(k));
  told(["clearance", ...question.ask(at("way.csv"), "--no-self", "--report", at("others.html"))]);
  assert.ok(rows.length >= 3);
  await withPage("others.html", async (page) => {
    for (const [k, metres, a, b] of rows) {
      await page.evaluate((time) => window.tocca.clock.seek(time), Number(k));
      const [, low, high, unit] = (await page.locator("#distance").innerText()).match(/nearest pair (?:([\d.]+) to )?([\d.]+) (m|mm|µm)$/), scale = { m: 1, mm: 1e3, "µm": 1e6 }[unit], here = Number(metres) * scale;
      assert.ok(Number(low ?? high) <= here * (1 + 1e-8) && here <= Number(high) * (1 + 1e-8), `waypoint ${k}: ${metres} m, but ${low} to ${high} ${unit}`);
      assert.deepEqual((await page.locator("#pair").evaluate((pair) => pair.textContent)).split(" × ").map((name) => name.trim()), [a, b]);
    }
  });
});

test("too near is said in the same words: on the command line, in the badge, in the table, of check, clearance, plan and repair", { skip: missing }, async () => {
  const said = told(["check", ...question.ask(at("way.csv"), "--clearance", "0.02", "--report", at("near.html"))], 1), line = said.split("\n").find((text) => text.startsWith("too near:"));
  await withPage("near.html", async (page) => {
    assert.equal((await page.locator("#badge").innerText()).replace(/^\S+\s/, ""), line);
    assert.equal((await page.locator("#segments .chip.contact").first().innerText()).replace(/\s+/g, " "), "✕ too near");
    assert.doesNotMatch(await page.locator("#result").innerText(), /contact|touch/i);
  });
  const measured = told(["clearance", ...question.ask(at("way.csv"), "--clearance", "0.02", "--report", at("far.html"))]);
  const bracket = measured.match(/too near: (.*) where 20 mm are asked/)[1];
  await withPage("far.html", async (page) => assert.equal((await page.locator("#badge").innerText()).replace(/^\S+\s/, ""), `${bracket} apart, too near`));
  const none = told(["plan", ...question.ask("--start", `${at("way.csv")}:1`, "--goal", `${at("ends.csv")}:1`, "--clearance", "0.5", "--out", at("none.csv"), "--report", at("none.html"))], 1);
  assert.match(none, /^no path: the (start|goal) is too near: /);
  await withPage("none.html", async (page) => assert.match(await page.locator("#result .sentence").innerText(), /is too near:/));
  const not = told(["repair", ...question.ask(at("way.csv"), "--clearance", "0.5", "--out", at("not.csv"))], 1);
  assert.match(not, /^not repaired: the (start|goal) is too near: /);
});
