// What is proven here: the path line is where the tool frame goes, and where a chosen link goes; links look as their URDF says once the reader
// asks for it, the page says which geometry it draws, and what touches is drawn as it is checked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { opened, openReport, pixelsAround, settled, startBrowser } from "./browser.mjs";

const PROGRAM = process.env.TOCCA_PROGRAM ?? "tocca";
const SHOTS = process.env.TOCCA_SHOTS; // a folder for screenshots, to look at
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const ROWS = [[0, 0], [0.7, 0.9], [1.4, 0.3]];

// Two bars that turn about z. They are checked as thin bars and look like thick ones: the upper red, the lower green and blue, the hand yellow.
const bar = (look) => `<collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.06 0.06"/></geometry></collision>${look}`;
const seen = (shape, material, xyz = "0.5 0 0") => `<visual><origin xyz="${xyz}"/><geometry>${shape}</geometry>${material}</visual>`;
const ROBOT = `<robot name="arm"><material name="signal"><color rgba="0.9 0.05 0.05 1"/></material><link name="base"/>
<link name="upper">${bar(seen('<box size="1 0.2 0.2"/>', '<material name="signal"/>'))}</link><link name="lower">${bar(seen('<mesh filename="lower.obj"/>', "", "0 0 0"))}</link>
<link name="hand">${seen('<sphere radius="0.18"/>', '<material name=""><color rgba="0.9 0.9 0 1"/></material>', "0 0 0")}</link><link name="tool0"/>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
<joint name="grip" type="fixed"><parent link="lower"/><child link="hand"/><origin xyz="1.1 0 0"/></joint>
<joint name="flange" type="fixed"><parent link="hand"/><child link="tool0"/><origin xyz="0.3 0 0"/></joint></robot>`;

/// Two boxes along x, each with its material.
function twoBoxes() {
  const corners = [[0.1, 0.5], [0.5, 0.95]].flatMap(([a, b]) => Array.from({ length: 8 }, (_, k) => `v ${k & 1 ? b : a} ${k & 2 ? 0.1 : -0.1} ${k & 4 ? 0.1 : -0.1}`));
  const faces = (first) => ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"].map((face) => `f ${face.split(" ").map((k) => Number(k) + first).join(" ")}`);
  return ["mtllib lower.mtl", ...corners, "usemtl grass", ...faces(0), "usemtl deep", ...faces(8)].join("\n");
}

let folder, browser, file;
const at = (name) => join(folder, name);
const shoot = (page, name) => SHOTS && page.screenshot({ path: join(SHOTS, `${name}.png`) });

function check(name, scene, ...more) {
  writeFileSync(at("scene.json"), JSON.stringify({ objects: scene }));
  try {
    execFileSync(PROGRAM, ["check", at("arm.urdf"), at("scene.json"), at("path.csv"), "--allow-empty", "--report", at(name), ...more], { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    if (error.status !== 1) throw error; // 1 is "contact", an answer
  }
  return at(name);
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocca-links-"));
  writeFileSync(at("arm.urdf"), ROBOT);
  writeFileSync(at("lower.obj"), twoBoxes());
  writeFileSync(at("lower.mtl"), "newmtl grass\nKd 0.1 0.7 0.1\nnewmtl deep\nKd 0.1 0.1 0.8\n");
  writeFileSync(at("path.csv"), ["shoulder,elbow", ...ROWS].join("\n") + "\n");
  file = check("free.html", [{ name: "post", geometry: { box: [0.1, 0.1, 0.3] }, pose: { xyz: [-1, -1, 0] } }]);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function withPage(options, act, name = file) {
  const { page, errors, requests } = await openReport(browser, name, options);
  await opened(page);
  await act(page);
  assert.deepEqual([errors, requests], [[], []], "the console stays silent and nothing leaves the page");
  await page.context().close();
}

/// Where a point of the arm is at a time: `along` metres from the shoulder, or beyond the elbow from there.
function placeOf(time, along) {
  const k = Math.min(Math.floor(time), ROWS.length - 2), part = time - k;
  const [shoulder, elbow] = [0, 1].map((j) => ROWS[k][j] + part * (ROWS[k + 1][j] - ROWS[k][j]));
  const first = Math.min(along, 1), rest = Math.max(along - 1, 0);
  return [first * Math.cos(shoulder) + rest * Math.cos(shoulder + elbow), first * Math.sin(shoulder) + rest * Math.sin(shoulder + elbow), 0];
}

async function pixelsAt(page, point, radius = 5) {
  return pixelsAround(page, await page.evaluate((place) => window.tocca.screenOf(place), point), radius);
}

const among = (low, high, least = 0.35) => ([hue, saturation, value]) => hue >= low && hue <= high && saturation > least && value > 0.2;
const line = among(196, 214, 0.6), red = ([hue, saturation]) => (hue < 15 || hue > 345) && saturation > 0.5, green = among(95, 145), blue = among(222, 255), yellow = among(45, 75);
const TIMES = [0.1, 0.4, 0.75, 1, 1.3, 1.6, 1.9];

/// Alone on the stage: no robot in its own blue.
async function onlyTheLine(page) {
  await page.keyboard.press("Home");
  await page.getByRole("checkbox", { name: "Robots and moving bodies" }).uncheck();
  await page.getByRole("checkbox", { name: "Grid" }).uncheck();
  await settled(page);
}

test("the line passes through all that the tool frame passes, and nothing else", () => withPage({}, async (page) => {
  await onlyTheLine(page);
  await shoot(page, "links-line");
  for (const time of TIMES) {
    assert.ok((await pixelsAt(page, placeOf(time, 2.4))).some(line), `tool0 at ${time}`);
    for (const beside of [2.15, 2.65, 1.5, 0.5]) assert.ok(!(await pixelsAt(page, placeOf(time, beside))).some(line), `not ${beside} m out, at ${time}`);
  }
  await page.getByRole("checkbox", { name: "Path line" }).uncheck();
  await page.getByRole("checkbox", { name: "Nearest pair" }).uncheck(); // which tints two of the links
  await settled(page);
  assert.ok(!(await pixelsAt(page, placeOf(1, 2.4))).some(line), "it can be switched off");
}));

test("the reader chooses another link, among those that move", () => withPage({}, async (page) => {
  await onlyTheLine(page);
  const list = page.getByLabel("Path line of");
  assert.equal(await list.inputValue(), "tool0");
  assert.deepEqual(await list.locator("option").allInnerTexts(), ["upper", "lower", "hand", "tool0"]);
  await list.selectOption("upper");
  await settled(page);
  for (const time of TIMES) {
    assert.ok((await pixelsAt(page, placeOf(time, 0.5))).some(line), `the middle of upper at ${time}`);
    assert.ok(!(await pixelsAt(page, placeOf(time, 2.4))).some(line), `no longer tool0, at ${time}`);
  }
}));

test("a link named on the command line is followed", async () => {
  const asked = check("asked.html", [], "--path-link", "hand");
  await withPage({ colorScheme: "dark" }, async (page) => {
    await onlyTheLine(page);
    assert.equal(await page.getByLabel("Path line of").inputValue(), "hand");
    for (const time of TIMES) assert.ok((await pixelsAt(page, placeOf(time, 2.1))).some(among(196, 214, 0.4)), `hand at ${time}`);
  }, asked);
});

test("links look as the URDF says when asked for, and the page says what it shows", () => withPage({}, async (page) => {
  await page.keyboard.press("Home");
  await page.getByRole("checkbox", { name: "Path line" }).uncheck();
  await page.getByRole("checkbox", { name: "Nearest pair" }).uncheck(); // which tints two of the links
  await settled(page);
  const said = page.locator("#geometry");
  const count = async (along, which) => (await pixelsAt(page, placeOf(0, along), 8)).filter(which).length;
  assert.match(await said.innerText(), /^Collision geometry: this is what is checked$/);
  assert.equal(await said.getAttribute("aria-pressed"), "false");
  const before = [await count(0.5, red), await count(1.3, green), await count(1.8, blue), await count(2.1, yellow)];
  assert.deepEqual(before, [0, 0, 0, 0]);
  const without = await page.locator("#canvas").screenshot();
  await shoot(page, "links-collision");
  await page.keyboard.press("u");
  await settled(page);
  await shoot(page, "links-visual");
  assert.match(await said.innerText(), /^Visual meshes: for looking only\..*proven is the collision geometry\.$/);
  assert.equal(await said.getAttribute("aria-pressed"), "true");
  for (const [along, which, name] of [[0.5, red, "red"], [1.3, green, "green"], [1.8, blue, "blue"], [2.1, yellow, "yellow"]]) {
    assert.ok((await count(along, which)) > 100, `${name} at ${along} m`);
  }
  assert.equal(await page.evaluate(({ x, y }) => window.tocca.bodyAt(x, y)?.name, await page.evaluate((p) => window.tocca.screenOf(p), placeOf(0, 1.3))), "lower", "what is seen can be asked for its name");
  await said.click();
  await settled(page);
  assert.equal(await said.getAttribute("aria-pressed"), "false");
  assert.ok((await page.locator("#canvas").screenshot()).equals(without), "and back");
}));

test("visuals follow the clock", () => withPage({}, async (page) => {
  await page.keyboard.press("u");
  await page.evaluate(() => window.tocca.clock.seek(1.6));
  await page.getByRole("checkbox", { name: "Path line" }).uncheck();
  await page.getByRole("checkbox", { name: "Nearest pair" }).uncheck(); // which tints two of the links
  await settled(page);
  await shoot(page, "links-later");
  assert.ok((await pixelsAt(page, placeOf(1.6, 0.5), 8)).filter(red).length > 100, "red");
  assert.ok((await pixelsAt(page, placeOf(1.6, 2.1).with(2, 0.14), 5)).filter(yellow).length > 50, "yellow, above what stands before it");
  assert.ok(!(await pixelsAt(page, placeOf(0, 2.1), 8)).some(yellow), "gone from there");
}));

test("what touches is drawn as it is checked", async () => {
  const touching = check("touching.html", [{ name: "post", geometry: { box: [0.1, 0.1, 0.6] }, pose: { xyz: placeOf(1.2, 1.6) } }]);
  await withPage({}, async (page) => {
    await page.keyboard.press("u");
    await page.keyboard.press("m");
    await page.getByRole("checkbox", { name: "Path line" }).uncheck();
    await page.getByRole("checkbox", { name: "Nearest pair" }).uncheck(); // which tints two of the links
    await settled(page);
    const time = await page.evaluate(() => window.tocca.clock.time), orange = among(8, 28, 0.6);
    await shoot(page, "links-touching");
    assert.ok((await pixelsAt(page, placeOf(time, 1.45), 3)).some(orange), "the link that touches, near the place");
    for (const along of [1.1, 1.25, 1.45]) assert.ok(!(await pixelsAt(page, placeOf(time, along), 8)).some(green), "not its looks, nowhere");
    assert.ok((await pixelsAt(page, placeOf(time, 1.15), 3)).some(among(196, 222)), "farther away what is checked, in its own colour");
    assert.ok((await pixelsAt(page, placeOf(time, 0.5), 8)).filter(red).length > 100, "the others look as they do");
  }, touching);
});

test("a page without visuals offers none", async () => {
  writeFileSync(at("arm.urdf"), ROBOT.replaceAll(/<visual>.*?<\/visual>/g, ""));
  await withPage({}, async (page) => {
    assert.ok(await page.locator("#geometry").isHidden());
    assert.equal(await page.getByRole("checkbox", { name: "Visual meshes" }).count(), 0);
  }, check("plain.html", []));
  writeFileSync(at("arm.urdf"), ROBOT);
});

test("all of the line is in the picture, of a frame without geometry too", () => withPage(PHONE, async (page) => {
  const { width, height } = await page.locator("#canvas").boundingBox();
  for (const time of TIMES) {
    const { x, y } = await page.evaluate((place) => window.tocca.screenOf(place), placeOf(time, 2.4));
    assert.ok(x > 0 && x < width && y > 0 && y < height, `${time}: ${x}, ${y}`);
  }
}));

test("fits a phone", () => withPage({ ...PHONE, colorScheme: "dark" }, async (page) => {
  await page.locator("#geometry").tap();
  await settled(page);
  await shoot(page, "links-phone");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const [chip, stage] = [await page.locator("#geometry").boundingBox(), await page.locator("#stage").boundingBox()];
  assert.ok(chip.x >= stage.x && chip.x + chip.width <= stage.x + stage.width && chip.y + chip.height <= stage.y + stage.height);
  await page.locator("#path-links").scrollIntoViewIfNeeded();
  await shoot(page, "links-phone-chooser");
}));
