// What is proven here: the page of `tocca bench --report` draws bars and curves out of what stand-ins measured, fits a laptop and a phone, dark and light, and asks nobody.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openReport, startBrowser } from "./browser.mjs";

const SHOTS = process.env.TOCCA_SHOTS; // a folder for screenshots, to look at
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: "dark" };
const MEASURED = {
  format: "tocca-bench-program", version: 1, build: { compiler: "GNU 12.2.0", simd: "AVX2" },
  tables: [{ title: "puma-pipes", what: "mean of a query", rows: [
    { name: "5 degrees, free", value: 0.04, unit: "ms", peers: [{ name: "FCL at 1 mm", value: 1.6 }, { name: "Bullet cast", value: 0.18, missed: 1 }] },
    { name: "5 degrees, colliding", value: 0.2, unit: "ms", peers: [{ name: "FCL at 1 mm", value: 1.8 }] }] }],
  plots: [{ title: "Time over <count>", x_label: "count", y_label: "ms", log_x: true,
    curves: [{ name: "tocca", x: [10, 100, 1000], y: [0.1, 1, null] }, { name: "FCL", x: [10, 100, 1000], y: [1, 20, 300], dashed: true }] }],
};
let folder, browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocca-bench-page-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/bench_first_contact"), `#!/bin/sh\ncat > "$2" <<'END'\n${JSON.stringify(MEASURED)}\nEND\n`, { mode: 0o755 });
  const { status } = spawnSync(process.env.TOCCA_PROGRAM ?? "tocca", ["bench", "--programs", "bin", "--report", "page.html"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  assert.equal(status, 0);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

for (const [name, options] of [["laptop", { colorScheme: "light" }], ["phone", PHONE]]) {
  test(`bars, curves and goals on a ${name}`, async () => {
    const { page, errors, requests, close } = await openReport(browser, join(folder, "page.html"), options);
    await page.waitForSelector(".plot svg");
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `bench-${name}.png`), fullPage: true });
    const seen = await page.evaluate(() => ({
      theme: document.documentElement.dataset.theme, wide: document.documentElement.scrollWidth > innerWidth, text: document.body.innerText,
      bars: [...document.querySelectorAll(".plot rect")].map((bar) => [bar.querySelector("title").textContent, bar.getBoundingClientRect().width]),
      points: document.querySelectorAll(".plot circle").length, chips: [...document.querySelectorAll(".chip")].map((chip) => chip.className),
    }));
    assert.deepEqual([seen.theme, seen.wide, seen.points], [options.colorScheme, false, 5]);
    const [tocca, fcl, bullet, printed] = seen.bars.map(([, width]) => width);
    assert.match(seen.bars[3][0], /^redon-2004, Table 1, total: 8.02 ms$/);
    assert.ok(tocca < bullet && bullet < fcl && fcl < printed, `bars of ${[tocca, bullet, fcl, printed]}`);
    assert.deepEqual(seen.chips, ["chip yes", "chip yes", "chip yes", "chip no", "chip unknown", "chip yes"]);
    for (const words of ["40 ×", "1 missed", "AVX2", "4 of 5 met", "Time over <count>"]) assert.ok(seen.text.includes(words), words);
    assert.deepEqual([errors, requests], [[], []]);
    await close();
  });
}
