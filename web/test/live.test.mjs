// What is proven here: the page of `tocca view` shows each new version of its file in place, as the reader had left it; says when the file
// cannot be read and when the server is gone, and finds both again; does not grow; asks nobody but its server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openView, settled, startBrowser } from "./browser.mjs";
import { blockOf, pressedSheet, runSoFar } from "./sample.mjs";

const PROGRAM = process.env.TOCCA_PROGRAM ?? "tocca";
const SHOTS = process.env.TOCCA_SHOTS; // a folder for screenshots, to look at
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme: "dark" };
let folder, browser, server;

/// Starts the program; {address, stop(), tell(changes of a scene)}.
async function serve(port, ...files) {
  const child = spawn(PROGRAM, ["view", "--port", port, ...files], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data"), address = /http:\S+/.exec(line)[0];
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGINT");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  };
  const tell = (...changes) => child.stdin.write(changes.map((change) => `${JSON.stringify(change)}\n`).join(""));
  return { address, port: new URL(address).port, stop, tell };
}

/// Puts a file in place at once, as the program does it.
function put(name, content) {
  writeFileSync(join(folder, "beside"), content);
  renameSync(join(folder, "beside"), join(folder, name));
}

const steps = (page, count) => page.waitForFunction((n) => window.tocca?.report.segments.length === n, count);
const said = (page, id, words) => page.waitForFunction(([at, text]) => document.getElementById(at).textContent.includes(text), [id, words]);
const time = (page) => page.evaluate(() => window.tocca.clock.time);
const shoot = (page, name) => SHOTS && page.screenshot({ path: join(SHOTS, `${name}.png`) });

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocca-live-"));
  browser = await startBrowser();
});

after(async () => {
  await server?.stop();
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a run is followed from before its first step to its end", async () => {
  server = await serve(0, "run.html");
  const { page, errors, requests, close } = await openView(browser, server.address);
  await said(page, "cover-title", "Waiting for run.html");
  await shoot(page, "live-waiting");
  put("run.html", blockOf(runSoFar(3)));
  await steps(page, 3);
  await said(page, "live", "running");
  assert.ok(await page.locator("#cover").isHidden());
  assert.equal(await time(page), 3, "the newest moment");
  put("run.html", blockOf(runSoFar(14)));
  await steps(page, 14);
  assert.equal(await time(page), 14);
  assert.equal(await page.locator("#segments tbody tr").count(), 14);
  assert.equal(await page.locator("#follow").getAttribute("aria-pressed"), "true");
  await settled(page);
  await shoot(page, "live-running");

  // The reader looks at something else: all that stays.
  await page.keyboard.press("g");
  await page.getByRole("checkbox", { name: "Grid" }).uncheck();
  await page.selectOption("#speed", "2");
  await page.keyboard.press("d");
  const canvas = await page.locator("#canvas").boundingBox();
  await page.mouse.move(canvas.x + 300, canvas.y + 200);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 420, canvas.y + 240, { steps: 3 });
  await page.mouse.up();
  await page.locator("#segments tbody tr").nth(4).click();
  const place = () => page.evaluate(() => window.tocca.screenOf([1, 0.3, 0.5])), theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const seen = [await place(), await theme()];
  put("run.html", blockOf(runSoFar(25)));
  await steps(page, 25);
  assert.equal(await time(page), 4);
  assert.deepEqual([await place(), await theme()], seen);
  assert.ok(await page.getByRole("checkbox", { name: "Ghost poses" }).isChecked());
  assert.ok(!(await page.getByRole("checkbox", { name: "Grid" }).isChecked()));
  assert.equal(await page.evaluate(() => window.tocca.clock.speed), 2);
  assert.equal(await page.locator("#follow").getAttribute("aria-pressed"), "false");
  await page.keyboard.press("ArrowRight");
  assert.equal(await time(page), 4.25, "a key acts once, however often data came");

  await page.click("#follow");
  put("run.html", blockOf(runSoFar(30, { running: undefined })));
  await steps(page, 30);
  assert.equal(await time(page), 30);
  await said(page, "live", "live");
  assert.ok(await page.locator("#follow").isHidden());
  assert.deepEqual([errors, requests], [[], []]);
  await close();
});

test("many versions leave no memory behind", async () => {
  const { page, errors, close } = await openView(browser, server.address);
  await page.waitForFunction(() => window.tocca?.frames() > 0);
  await page.keyboard.press("g");
  const show = async (count) => {
    put("run.html", blockOf(runSoFar(count)));
    await steps(page, count);
    await settled(page);
  };
  await show(5);
  const held = () => page.evaluate(() => ({ ...window.tocca.memory(), elements: document.getElementsByTagName("*").length }));
  await show(8);
  const once = await held();
  for (let k = 0; k < 8; k++) await show(k % 2 ? 8 : 5);
  assert.deepEqual(await held(), once);
  assert.deepEqual(errors, []);
  await close();
});

test("a file that cannot be read is told, and found again; so is a server that has gone", async () => {
  const { page, errors, close } = await openView(browser, server.address, PHONE);
  await page.waitForFunction(() => window.tocca?.frames() > 0);
  const whole = blockOf(runSoFar(40));
  put("run.html", whole.slice(0, whole.length >> 1));
  await said(page, "live-message", "cut off");
  assert.ok(await page.locator("#app").isVisible(), "the version before is still there");
  await shoot(page, "live-phone-broken");
  put("run.html", blockOf(runSoFar(6, { times: { type: "f64", data: "AAAA" } }))); // whole, but no sense in it
  await said(page, "live-message", "times");
  put("run.html", whole);
  await steps(page, 40);
  assert.ok(await page.locator("#live-message").isHidden());
  await settled(page);
  await shoot(page, "live-phone");
  assert.ok(await page.evaluate(() => [...document.querySelectorAll("header > *, .transport-bar > *")].every((x) => x.getBoundingClientRect().right <= innerWidth)));
  assert.deepEqual(errors, []);
  await server.stop();
  await said(page, "live", "connection lost, trying again");
  put("run.html", blockOf(runSoFar(41)));
  server = await serve(server.port, "run.html");
  await steps(page, 41);
  await said(page, "live", "running");
  await close();
});

test("several files have a list that is kept up to date", async () => {
  await server.stop();
  put("sheet.html", blockOf(pressedSheet()));
  server = await serve(0, "run.html", "sheet.html", "later.html");
  const { page, errors, requests, close } = await openView(browser, server.address);
  await said(page, "list-items", "sheet.obj");
  assert.equal(await page.locator("#list-items li").count(), 3);
  await said(page, "list-items", "waiting for the file");
  put("later.html", blockOf(runSoFar(2, { title: "the late one" })));
  await said(page, "list-items", "the late one");
  await shoot(page, "live-list");
  await page.locator("#list-items a").nth(1).click();
  await said(page, "badge", "2 warnings");
  await page.click("#to-list");
  await said(page, "list-items", "the late one");
  assert.deepEqual([errors, requests], [[], []]);
  await close();
});

test("objects of a scene that lives move, appear and vanish in the page", async () => {
  await server?.stop();
  const arm = fileURLToPath(new URL("../../corpus/two_link_arm/", import.meta.url));
  server = await serve(0, join(arm, "robot.urdf"), join(arm, "scene.json"), join(arm, "path.csv"), "--changes", "-");
  const { page, errors, requests, close } = await openView(browser, server.address);
  const bodies = (names) => page.waitForFunction((wanted) => window.tocca?.report.bodies.map((body) => body.name).join() === wanted, names);
  await bodies("upper,lower,post,wall");
  await said(page, "badge", "contact");
  await settled(page);
  await shoot(page, "live-scene-before");
  await page.evaluate(() => (window.sameDocument = true));
  server.tell({ move: "post", pose: { xyz: [2, -1.5, 0] } }, { remove: "wall" },
    { add: { name: "part", geometry: { box: [0.2, 0.2, 0.2] }, pose: { xyz: [2.1, 0, 0] } } }, { attach: "part", link: "lower" });
  await bodies("upper,lower,post,part");
  await said(page, "badge", "free");
  await settled(page);
  await shoot(page, "live-scene-after");
  server.tell({ detach: "part", pose: { xyz: [0.9, 0.3, 0] } });
  await said(page, "badge", "contact");
  server.tell({ move: "nothing", pose: {} });
  await said(page, "live-message", "no such object");
  server.tell({ remove: "part" });
  await bodies("upper,lower,post");
  assert.ok(await page.evaluate(() => window.sameDocument), "never loaded again");
  assert.deepEqual([errors, requests], [[], []]);
  await close();
});
