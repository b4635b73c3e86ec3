// Opens pages in Debian's Chromium, and watches what they do.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const CHROMIUM = process.env.TOCCA_CHROMIUM ?? "/usr/bin/chromium";
export const hasChromium = existsSync(CHROMIUM);

// WebGL by SwiftShader, on the processor; nothing that asks the network of its own accord.
const FLAGS = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--use-angle=swiftshader", "--use-gl=angle", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
];

export function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
}

/// A page on a file: {page, errors, requests}. Whatever goes elsewhere than to that file is refused and listed.
export async function openReport(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const errors = [], requests = [];
  const own = pathToFileURL(file).href;
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (url === own || url.startsWith("data:")) return route.continue();
    requests.push(url);
    return route.abort();
  });
  await page.goto(own);
  return { page, errors, requests, close: () => context.close() };
}

/// Waits until the picture on the screen is the one of the moment shown.
export async function settled(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))));
}
