// node picture.mjs REPORT.html OUT.png: the page as a laptop shows it, from a little nearer. `./dev picture` makes the README's from the demo.
import { resolve } from "node:path";
import { opened, openReport, settled, startBrowser } from "./test/browser.mjs";

const NEARER = 7, PLACE = [0.56, 0.72]; // turns of the wheel; where the contact is to be, of the scene's width and height

/// The wheel and the right button, as a hand would use them.
async function compose(page) {
  const { x: left, y: top, width, height } = await page.locator("#canvas").boundingBox();
  await page.mouse.move(left + width / 2, top + height / 2);
  for (let k = 0; k < NEARER; k++) {
    await page.mouse.wheel(0, -100);
    await settled(page);
  }
  const contact = await page.evaluate(() => window.tocca.screenOf(window.tocca.report.contacts[0].contacts[0].point));
  const from = [left + width / 2, top + height / 2], way = [PLACE[0] * width - contact.x, PLACE[1] * height - contact.y];
  await page.mouse.move(...from);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(from[0] + way[0], from[1] + way[1], { steps: 4 });
  await page.mouse.up({ button: "right" });
  await settled(page);
}

const [file, target] = process.argv.slice(2);
if (!target) throw new Error("node picture.mjs REPORT.html OUT.png");
const browser = await startBrowser();
try {
  const { page, errors } = await openReport(browser, resolve(file), { viewport: { width: 1240, height: 700 }, colorScheme: "light" });
  await opened(page);
  await compose(page);
  await page.screenshot({ path: target });
  if (errors.length) throw new Error(errors.join("\n"));
} finally {
  await browser.close();
}
