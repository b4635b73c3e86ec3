// Opens pages in Debian's Chromium, and watches what they do.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

// WebGL by SwiftShader, on the processor; nothing that asks the network of its own accord.
const FLAGS = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--use-angle=swiftshader", "--use-gl=angle", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
];

export function startBrowser() {
  return chromium.launch({ executablePath: process.env.TOCCA_CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
}

/// The page as its sources make it, without data.
export function builtPage(folder) {
  execFileSync(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url)), join(folder, "page.html")]);
  return readFileSync(join(folder, "page.html"), "utf8");
}

/// A page on a file: {page, errors, requests}. Whatever goes elsewhere than to that file is refused and listed.
export function openReport(browser, file, options = {}, place = "") {
  const own = pathToFileURL(file).href;
  return openPage(browser, own + place, (url) => url === own || url === own + place, options);
}

/// The same for an address of `tocca view`, and whatever goes elsewhere than to that server.
export function openView(browser, address, options = {}) {
  return openPage(browser, address, (url) => new URL(url).origin === new URL(address).origin, options);
}

async function openPage(browser, address, isOwn, options) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const errors = [], requests = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (isOwn(url) || url.startsWith("data:")) return route.continue();
    requests.push(url);
    return route.abort();
  });
  await page.goto(address);
  return { page, errors, requests, close: () => context.close() };
}

/// Waits until the first picture is on the screen.
export async function opened(page) {
  await page.waitForFunction(() => window.tocca?.frames() > 0);
  await settled(page);
}

/// Waits until the picture on the screen is the one of the moment shown.
export async function settled(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))));
}

/// The pixels of the scene in a square around a point of it, as [hue in degrees, saturation, value].
export async function pixelsAround(page, { x, y }, radius) {
  const { x: left, y: top } = await page.locator("#canvas").boundingBox();
  return pixelsIn(page, { x: Math.round(left + x - radius), y: Math.round(top + y - radius), width: 2 * radius, height: 2 * radius });
}

/// The same for any part of the page.
export async function pixelsIn(page, clip) {
  return pixelsOf(page, (await page.screenshot({ clip })).toString("base64"));
}

/// The same for a PNG, in base64; made narrower than `most` pixels where it is wider.
export async function pixelsOf(page, picture, most = Infinity) {
  const reader = await page.context().newPage();
  try {
    return await reader.evaluate(async ([data, widest]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const scale = Math.min(1, (widest ?? Infinity) / image.width), [width, height] = [image.width, image.height].map((x) => Math.round(scale * x));
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0, width, height);
      const { data: bytes } = context.getImageData(0, 0, width, height), pixels = [];
      for (let i = 0; i < bytes.length; i += 4) {
        const [r, g, b] = [bytes[i] / 255, bytes[i + 1] / 255, bytes[i + 2] / 255];
        const value = Math.max(r, g, b), chroma = value - Math.min(r, g, b);
        const sixth = chroma === 0 ? 0 : value === r ? ((g - b) / chroma + 6) % 6 : value === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
        pixels.push([60 * sixth, value ? chroma / value : 0, value]);
      }
      return pixels;
    }, [picture, Number.isFinite(most) ? most : null]);
  } finally {
    await reader.close();
  }
}
