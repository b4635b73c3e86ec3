// The tests of the page in a browser, for ctest: exit code 77 where there is none to run them in.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const chromium = process.env.TOCCA_CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(chromium) || !existsSync(here("../node_modules/playwright-core"))) {
  console.log(`skipped: there is no ${existsSync(chromium) ? "playwright-core; run npm ci in web/" : `${chromium}; install chromium`}`);
  process.exit(77);
}
process.exit(spawnSync(process.execPath, ["--test", "--test-concurrency=1", here("page.test.mjs"), here("pictures.test.mjs"), here("panel.test.mjs"), here("figures.test.mjs"), here("links.test.mjs"), here("live.test.mjs"), here("bench.test.mjs")], { stdio: "inherit" }).status ?? 1);
