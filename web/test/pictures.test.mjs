// What is proven here: pages show what they prove. Assertions are about pixels: both bodies of a contact are seen whatever stands in the way, the
// line between the nearest points is there, the strip has the colour of what is claimed. The page is built from its sources; data are made by hand.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { builtPage, opened, openReport, pixelsAround, pixelsIn, pixelsOf, settled, startBrowser } from "./browser.mjs";
import { blockOf, contactIn, handInHouse, nearMissIn, ROOMS, sampleReport, toolOnSurface, touchesNearby } from "./sample.mjs";

const SHOTS = process.env.TOCCA_SHOTS;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
let folder, browser, template;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocca-pictures-"));
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
    assert.deepEqual(errors, [], "the console must stay silent");
    assert.deepEqual(requests, [], "no request may leave the file");
  } finally {
    await close();
  }
}

const shoot = (page, name) => SHOTS && page.screenshot({ path: join(SHOTS, `${name}.png`) });
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
};
const count = (pixels, is) => pixels.filter(is).length;
const first = ([hue, saturation]) => hue > 8 && hue < 26 && saturation > 0.55; // orange red: the first body of a contact
const second = ([hue, saturation]) => hue > 28 && hue < 46 && saturation > 0.35; // amber: the second
const green = ([hue, saturation, value]) => hue > 120 && hue < 165 && saturation > 0.6 && value < 0.5; // the mark between the nearest points

for (const [name, room] of Object.entries(ROOMS)) {
  test(`both bodies are seen at the contact: ${name}`, () => withPage(contactIn(room), async (page) => {
    await press(page, "c", "m"); // without the mark, which would cover the place
    const place = await page.evaluate(() => window.tocca.screenOf([0, 0, 0.3])), seen = await pixelsAround(page, place, 60);
    await shoot(page, `contact in ${name}`);
    assert.ok(count(seen, first) > 400, `${count(seen, first)} pixels of the hand`);
    assert.ok(count(seen, second) > 400, `${count(seen, second)} pixels of the part`);
    const near = await pixelsAround(page, place, 45);
    assert.ok(count(near, first) > 80 && count(near, second) > 80, `where they meet: ${count(near, first)} and ${count(near, second)}`);
    if (!room.closed) return;
    await press(page, "w"); // the way is in the way, unless it is cut away
    const hidden = await pixelsAround(page, place, 30);
    assert.equal(count(hidden, first) + (room.together ? 0 : count(hidden, second)), 0, "the walls are there");
  }));
}

/// What is drawn at places all over the canvas, from nearest to farthest as seen from the eye: {name, ahead} of each, in metres before the contact.
async function drawnAllOver(page, contact) {
  await press(page, "l");
  return page.evaluate(([place, view]) => {
    const eye = view.slice(0, 3), way = place.map((x, i) => x - eye[i]), depth = Math.hypot(...way), { clientWidth: width, clientHeight: height } = document.getElementById("canvas");
    const parts = [0.06, 0.2, 0.35, 0.5, 0.65, 0.8, 0.94], found = parts.flatMap((x) => parts.map((y) => window.tocca.bodyAt(x * width, y * height)));
    return found.filter(Boolean).map(({ name, point }) => ({ name, ahead: depth - point.reduce((sum, x, i) => sum + (x - eye[i]) * way[i], 0) / depth }));
  }, [contact, await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("view").split(",").map(Number))]);
}

test("a contact in a furnished house is seen from within: the hand, what it touches and the furniture, no wall", () => withPage(handInHouse(), async (page) => {
  await press(page, "c", "m");
  await shoot(page, "contact in a house");
  const seen = await pixelsAround(page, await page.evaluate(() => window.tocca.screenOf([0, 0, 0.8])), 90);
  assert.ok(count(seen, first) > 250, `${count(seen, first)} pixels of the finger`);
  assert.ok(count(seen, second) > 800, `${count(seen, second)} pixels of the cup`);
  const drawn = await drawnAllOver(page, [0, 0, 0.8]), names = new Set(drawn.map(({ name }) => name));
  assert.ok(names.has("table") && [...names].some((name) => /palm|finger/.test(name)), [...names].join());
  assert.deepEqual(drawn.filter(({ name, ahead }) => name === "walls" && ahead > 0), [], "no wall before the contact");
}));

for (const name of ["a closed room", "a ball around everything", "walls that move along"]) {
  test(`what hides a contact is cut away wholly, as far as the picture reaches, and the page says so: ${name}`, () => withPage(contactIn(ROOMS[name]), async (page) => {
    await press(page, "c", "m");
    const ahead = (await drawnAllOver(page, [0, 0, 0.3])).filter((one) => /walls|screen/.test(one.name) && one.ahead > 0.25);
    assert.deepEqual(ahead, [], "nothing is left in front");
    const note = page.getByText("What stands in front is cut away", { exact: true }).first(), cut = !ROOMS[name].moving;
    if (cut) assert.ok(await note.isVisible(), "it is said");
    await press(page, "w");
    assert.ok(!(await note.isVisible()));
  }));
}

test("a long link is orange where it touches, and so is a surface that gives way; far away both have their own colour", async () => {
  const shaft = contactIn({}), long = shaft.bodies.map((body) => (body.name === "hand" ? { ...body, shapes: [{ pose: [1.5, 0, 0.3, 0, 0, 0, 1], box: [3, 0.1, 0.1] }] } : body));
  const blue = ([hue, saturation]) => hue > 195 && hue < 225 && saturation > 0.4;
  const at = async (page, point) => pixelsAround(page, await page.evaluate((p) => window.tocca.screenOf(p), point), 4);
  await withPage({ ...shaft, bodies: long }, async (page) => {
    await press(page, "m");
    await shoot(page, "long link");
    assert.ok(count(await at(page, [0.08, 0, 0.35]), first) > 30, "near");
    const far = await at(page, [2.6, 0, 0.35]);
    assert.ok(count(far, first) === 0 && count(far, blue) > 30, "far");
  });
  await withPage(toolOnSurface(), async (page) => {
    await press(page, "m");
    await shoot(page, "tool on a surface");
    assert.ok(count(await at(page, [0.09, -0.09, 0]), second) > 30, "near");
    assert.equal(count(await at(page, [0.85, -0.85, 0]), second), 0, "the surface, far away");
    assert.equal(count(await at(page, [0, 0, 1.85]), first), 0, "the tool's other end");
  });
});

test("of very many that touch none is left in its own colour", () => {
  const data = contactIn({}), { poses } = data.bodies.find((body) => body.poses), places = Array.from({ length: 40 }, (_, k) => [0.5 * k, 0, 1]);
  const rods = places.map((at, k) => ({ name: `rod_${k}`, role: "object", group: "", shapes: [{ pose: [at[0] + 0.1, 0.22, 1, 0, 0, 0, 1], box: [0.2, 0.4, 0.1] }], poses })); // at t = 0.5 their ends are at the places
  const segments = data.segments.map((segment) => ({ ...segment, result: { ...segment.result, pairs: rods.map(({ name }) => [name, "part"]), contacts: rods.map(({ name }, k) => ({ a: name, b: "part", kind: "face", point: places[k], normal: [0, 1, 0] })) } }));
  return withPage({ ...data, segments, bodies: [...data.bodies, ...rods] }, async (page) => {
    await press(page, "m");
    await shoot(page, "many that touch");
    for (const [x, y, z] of places.slice(24, 36)) {
      const seen = await pixelsAround(page, await page.evaluate((p) => window.tocca.screenOf(p), [x + 0.1, y + 0.1, z + 0.05]), 2);
      assert.ok(count(seen, first) > 2, `the rod at ${x}`);
    }
  }, {}, "#t=0.5&view=10,-0.1,32,10,0,1");
});

test("the path line is as wide near by as from far away", async () => {
  const data = contactIn({}), hand = data.bodies.findIndex(({ name }) => name === "hand"), links = [{ robot: "arm", name: "hand", body: hand, point: [0, 0, 1], followed: true }];
  const line = ([hue, saturation]) => hue > 198 && hue < 214 && saturation > 0.6;
  for (const away of [0.2, 1, 8]) { // metres; the line goes along x
    await withPage({ ...data, links }, async (page) => {
      await shoot(page, `line from ${away}`);
      const where = await page.evaluate(() => window.tocca.screenOf([0.25, 0, 1]));
      const { x: left, y: top } = await page.locator("#canvas").boundingBox(), pixels = await pixelsIn(page, { x: Math.round(left + where.x), y: Math.round(top + where.y) - 30, width: 1, height: 60 });
      assert.ok(count(pixels, line) >= 2 && count(pixels, line) <= 5, `${count(pixels, line)} pixels wide from ${away} m`);
    }, {}, `#t=0&view=0.25,${-away},1,0.25,0,1`);
  }
});

test("marks that meet on the screen are one with a number, and with one arrow", async () => {
  const arrows = async (page) => count(await pixelsAround(page, await page.evaluate(() => window.tocca.screenOf([0, 0, 0.3])), 90), ([, , value]) => value < 0.2);
  let one;
  await withPage(touchesNearby(1), async (page) => {
    one = await arrows(page);
    assert.equal(await page.locator(".mark-count:visible").count(), 0);
  });
  await withPage(touchesNearby(12), async (page) => {
    await shoot(page, "marks that meet");
    assert.deepEqual(await page.locator(".mark-count:visible").allInnerTexts(), ["+11"]);
    const all = await arrows(page);
    assert.ok(all > 0.5 * one && all < 1.6 * one, `${all} dark pixels, ${one} of a single arrow`);
    await press(page, "End", "r", "Home", "n", "c", "r");
    const badge = await page.locator(".mark-count:visible").boundingBox(), canvas = await page.locator("#canvas").boundingBox(), place = await page.evaluate(() => window.tocca.screenOf([0, 0, 0.3]));
    assert.ok(Math.hypot(badge.x - canvas.x - place.x, badge.y - canvas.y - place.y) < 40, `beside its mark: ${JSON.stringify([badge, place])}`);
    for (let k = 0; k < 14; k++) await press(page, "PageUp"); // so near that they part
    const parted = await page.locator(".mark-count:visible").allInnerTexts();
    assert.ok(parted.reduce((sum, text) => sum + Number(text), 0) < 11, parted.join());
  });
});

test("a large body is tinted near the contact only, a small one as a whole", () => withPage(contactIn({ walls: [] }, { bodies: contactIn({}).bodies.map((body) => (body.name === "part" ? { ...body, shapes: [{ pose: [-4, 0, 0.2, 0, 0, 0, 1], box: [8, 6, 0.4] }] } : body)) }), async (page) => {
  await press(page, "c", "m");
  const at = async (point, radius) => pixelsAround(page, await page.evaluate((p) => window.tocca.screenOf(p), point), radius);
  assert.ok(count(await at([-0.02, 0, 0.4], 5), second) > 60, "near");
  await press(page, "r", "PageDown", "PageDown", "PageDown");
  const far = await at([-0.9, 0, 0.4], 5);
  assert.equal(count(far, second), 0, "far away");
}));

test("one arrow per pair, the number of the others in the label", () => withPage(contactIn({}), async (page) => {
  assert.equal(await page.locator(".mark-label").innerText().then((text) => text.replace(/\s+/g, " ")), "hand × part +2 more");
  assert.equal(await page.locator("#details dt").filter({ hasText: "Places" }).count(), 1);
  assert.match(await page.locator("#details").innerText(), /hand\s+× part[\s\S]*\+2 more/);
}));

test("the strip is orange where it touches, grey after it, green before", () => withPage(contactIn({}), async (page) => {
  await press(page, "Home"); // the cursor is elsewhere
  const box = await page.locator("#plot .verdict.free").boundingBox(), whole = await page.locator("#plot .verdict.unclaimed").boundingBox();
  const at = async (x) => (await pixelsIn(page, { x: Math.round(x), y: Math.round(box.y + 3), width: 1, height: 1 }))[0];
  const [freeHue] = await at(box.x + 0.6 * box.width), contact = await at(box.x + box.width + 1), [, graySaturation] = await at(whole.x + 0.5 * whole.width);
  assert.ok(freeHue > 140 && freeHue < 180, `free is ${freeHue}`);
  assert.ok(contact[0] > 10 && contact[0] < 30 && contact[1] > 0.8, `contact is ${contact}`);
  assert.ok(graySaturation < 0.15, `after it: ${graySaturation}`);
  const orange = await page.locator("#plot .verdict.contact").boundingBox();
  assert.ok(orange.width <= 6, "a contact is a moment");
}));

test("the clearance page opens at the nearest moment and shows the line between the nearest points, both bodies and the minimum on the curve", () => withPage(nearMissIn({}), async (page) => {
  assert.equal(await page.evaluate(() => window.tocca.clock.time), 0.5);
  await press(page, "c");
  await shoot(page, "nearest");
  const [a, b] = await page.evaluate(() => [[0.05, 0, 0.3], [0, 0, 0.3]].map((point) => window.tocca.screenOf(point)));
  assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 20, "they are apart on the screen");
  for (const part of [0.25, 0.5, 0.75]) {
    const pixels = await pixelsAround(page, { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) }, 3);
    assert.ok(count(pixels, green) >= 3, `the line at ${part}: ${count(pixels, green)} pixels`);
  }
  const lit = async (point, is) => count(await pixelsAround(page, await page.evaluate((p) => window.tocca.screenOf(p), point), 6), is);
  assert.ok((await lit([0.11, 0, 0.35], ([hue, saturation]) => hue > 65 && hue < 90 && saturation > 0.6)) > 40, "the first of the two is marked");
  assert.ok((await lit([-0.02, 0, 0.4], ([hue, saturation]) => hue > 80 && hue < 105 && saturation > 0.5)) > 40, "the second, too");
  assert.match(await page.locator(".mark-label").innerText(), /hand\s*× part\s+50\.00 mm/);
  assert.equal(await page.locator("#plot .least text").textContent(), "50.00 mm");
  const least = await page.locator("#plot .least circle").boundingBox(), cursor = await page.locator("#plot .cursor circle").boundingBox();
  assert.ok(Math.abs(least.x - cursor.x) < 2 && Math.abs(least.y - cursor.y) < 2, "the minimum is where the curve has it");
}));

test("distances among own links and to everything else are two curves with axis titles; the pair is named at each moment", () => withPage(nearMissIn({}), async (page) => {
  assert.deepEqual([await page.locator("#plot path.curve").count(), await page.locator("#plot .curve.self.pale").count()], [2, 1]);
  assert.deepEqual(await page.locator("#plot .axis-title").allTextContents(), ["distance, m", "segment"]);
  const now = async () => [await page.locator("#distance").innerText(), (await page.locator("#pair").innerText()).replace(/\s+/g, " ")];
  assert.deepEqual(await now(), ["nearest pair 50.00 mm", "hand × part"]);
  await press(page, "k");
  assert.deepEqual(await now(), ["nearest pair 20.00 mm", "hand × wrist"]);
  assert.equal(await page.locator("#kinds [aria-checked=true]").innerText(), "among the robot's own links");
  await press(page, "k", "ArrowRight");
  assert.deepEqual(await now(), ["nearest pair 45.00 to 55.01 mm", "hand × part"], "between two moments: what is proven until the next");
}));

test("the band ends at a contact, and the curve goes on without it, thin", () => {
  const column = (...numbers) => ({ type: "f64", data: Buffer.from(Float64Array.of(...numbers).buffer).toString("base64") });
  const clearance = { level: 0, time: column(0, 0.25, 0.5, 0.75, 1), lower: column(0.3, 0.15, 0, 0, 0.2), upper: column(0.3, 0.15, 0, 0, 0.2), lower_until_next: column(0.15, 0, 0, 0, 0.2), upper_until_next: column(0.3, 0.2, 0.25, 0.25, 0.2) };
  return withPage(contactIn({}, { clearance }), async (page) => {
    const box = await page.locator("#plot .band").boundingBox(), strip = await page.locator("#plot .verdict.free").boundingBox();
    assert.ok(box.x + box.width < strip.x + 0.55 * strip.width, "up to the last moment that is bounded from below");
    assert.equal(await page.locator("#plot .curve.after").count(), 1);
  });
});

test("single bodies are switched off in the tree, and what is behind them is picked", () => withPage(contactIn(ROOMS["a wall in front"]), async (page) => {
  await page.locator("#bodies > summary").click();
  await page.locator("#bodies details", { hasText: "Surroundings" }).evaluate((list) => (list.open = true));
  const box = page.getByRole("checkbox", { name: "walls", exact: true });
  const drawn = () => page.evaluate(() => {
    const { x, y } = window.tocca.screenOf([0.1, -0.62, 0.9]);
    return window.tocca.bodyAt(x, y)?.name ?? null;
  });
  await press(page, "w");
  await page.evaluate(() => window.tocca.report); // the overview is from where the wall is seen or not: both are told apart by what is drawn
  const before = await page.locator("#canvas").screenshot(), there = await drawn();
  await box.uncheck();
  await settled(page);
  assert.notDeepEqual(await page.locator("#canvas").screenshot(), before);
  assert.notEqual(await drawn(), "walls");
  assert.ok(await page.locator("#bodies").getByRole("checkbox", { name: "Surroundings", exact: true }).evaluate((input) => input.indeterminate), "the group is half on");
  await box.check();
  await settled(page);
  assert.equal(await drawn(), there);
}));

test("joints can be set by hand in a paused scene, which says that nothing is checked", () => {
  const joint = { name: "slide", type: "prismatic", parent: 0, coordinate: 0, origin: [0, 0, 0, 0, 0, 0, 1], axis: [0, 1, 0], limits: [-1, 1] };
  const data = contactIn({}), hand = data.bodies.findIndex(({ name }) => name === "hand");
  const robots = [{ name: "arm", base: [0, 0, 0, 0, 0, 0, 1], links: [-1, hand], joints: [joint], values: { type: "f32", data: Buffer.from(new Float32Array(3).buffer).toString("base64") } }];
  return withPage({ ...data, robots }, async (page) => {
    await page.locator("#joints > summary").click();
    await press(page, "w");
    const at = (point) => page.evaluate((p) => { const { x, y } = window.tocca.screenOf(p); return window.tocca.bodyAt(x, y)?.name ?? null; }, point);
    assert.notEqual(await at([0.2, -0.5, 0.35]), "hand");
    await page.getByRole("slider", { name: "slide" }).fill("-0.5");
    await settled(page);
    await shoot(page, "posed");
    assert.equal(await at([0.2, -0.5, 0.35]), "hand");
    assert.match(await page.locator("#posed").innerText(), /nothing here is checked/);
    await page.click("#unpose");
    await settled(page);
    assert.ok(await page.locator("#posed").isHidden());
    assert.notEqual(await at([0.2, -0.5, 0.35]), "hand");
  });
});

test("the view is saved as a picture of what is on the screen", () => withPage(contactIn({}), async (page) => {
  await press(page, "c");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("i")]);
  assert.match(download.suggestedFilename(), /^arm.*\.png$/);
  const pixels = await pixelsOf(page, readFileSync(await download.path()).toString("base64"), 120);
  assert.ok(count(pixels, first) > 50 && count(pixels, second) > 50, "with both bodies on it");
}));

test("an address names the moment and the view, and leads back to them", async () => {
  let place, places;
  const corners = (page) => page.evaluate(() => [[0, 0, 0], [0.5, 0, 0.3], [0, 0.5, 0.3]].map((point) => window.tocca.screenOf(point)));
  await withPage(contactIn({}), async (page) => {
    await press(page, "Home", "ArrowRight", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowUp", "PageUp", "l");
    place = await page.evaluate(() => location.hash);
    assert.match(place, /^#t=0\.02&view=/);
    places = await corners(page);
  });
  await withPage(contactIn({}), async (page) => {
    assert.equal(await page.evaluate(() => window.tocca.clock.time), 0.02);
    (await corners(page)).forEach(({ x, y }, k) => assert.ok(Math.hypot(x - places[k].x, y - places[k].y) < 0.2, `${x}, ${y}, but ${JSON.stringify(places[k])}`));
  }, {}, place);
});

test("keys do everything: segments, turning, zooming, kinds", () => withPage(contactIn({}), async (page) => {
  const frame = () => page.locator("#canvas").screenshot();
  await press(page, "Home");
  let last = await frame();
  for (const key of ["Shift+ArrowRight", "Shift+ArrowDown", "PageUp", "PageDown", "c", "r", "ArrowRight"]) {
    if (key === "PageDown") await press(page, "PageDown");
    await press(page, key);
    const next = await frame();
    assert.ok(!next.equals(last), `${key} changes the picture`);
    last = next;
  }
  await press(page, "ArrowDown");
  assert.equal(await page.evaluate(() => window.tocca.clock.time), 1);
  await press(page, "ArrowUp");
  assert.equal(await page.evaluate(() => window.tocca.clock.time), 0);
  const unreachable = await page.evaluate(() => [...document.querySelectorAll("button, input, select, summary, canvas")].filter((x) => x.tabIndex < 0).map((x) => x.outerHTML));
  assert.deepEqual(unreachable, []);
}));

test("warnings are folded, and the title is the robot's", () => withPage(contactIn({}, { notes: ["hand.stl: 3 edges are not closed", "elbow.stl: 1 triangle repeats another"] }), async (page) => {
  assert.equal(await page.locator("#notes summary").innerText(), "2 notes");
  assert.ok(await page.locator("#notes .note").first().isHidden());
  await page.locator("#notes summary").click();
  assert.ok(await page.locator("#notes .note").first().isVisible());
  assert.match(await page.locator("#title").innerText(), /^arm/);
}));

test("on paper it is one page with the picture on it, dark or light", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const many = Array.from({ length: 60 }, (_, k) => ({ begin: 1 + k, end: 2 + k, checked: true, result: { index: 1 + k, verdict: "free", time: [1, 1], free_until: 1, initial: false, pairs: [], contacts: [], configuration: {}, micros: 1 } }));
    const data = contactIn({}), parameters = Array.from({ length: 14 }, (_, k) => [`Parameter ${k}`, `value ${k}`]);
    await withPage({ ...data, parameters, segments: [...data.segments, ...many] }, async (page) => {
      const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      if (SHOTS) writeFileSync(join(SHOTS, `paper-${colorScheme}.pdf`), paper);
      assert.equal((paper.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length, 1);
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      const printed = await page.evaluate(() => document.getElementById("print-picture").src.split(",")[1]);
      assert.ok(count(await pixelsOf(page, printed, 160), second) > 20, "the picture has the part");
    }, { colorScheme });
  }
});

test("a phone shows the names of both bodies, whole or each with its own end, and nothing is wider than the screen", () => {
  const [a, b] = ["left_robotiq_85_finger_tip_link", "shelf_of_the_packing_station_4"], named = (name) => ({ hand: a, part: b })[name] ?? name;
  const data = contactIn({}), segments = data.segments.map((segment) => ({ ...segment, result: { ...segment.result, pairs: [[a, b]], contacts: segment.result.contacts.map((place) => ({ ...place, a, b })) } }));
  return withPage({ ...data, segments, bodies: data.bodies.map((body) => ({ ...body, name: named(body.name) })) }, async (page) => {
    await shoot(page, "phone");
    await press(page, "c");
    const label = await page.locator(".mark-label").boundingBox(), canvas = await page.locator("#canvas").boundingBox(), place = await page.evaluate(() => window.tocca.screenOf([0, 0, 0.3]));
    assert.ok(label.y + label.height < canvas.y + place.y - 60, "the label leaves what touches free");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    for (const box of [".mark-label", "#segments td.pair", "#details dd .pair-words"]) {
      const seen = await page.locator(box).first().evaluate((element) => [...element.querySelectorAll(".pair-words > span")].map((name) => ({ width: name.clientWidth, right: name.getBoundingClientRect().right, lines: Math.round(name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight)) })));
      assert.equal(seen.length, 2, box);
      for (const { width, right, lines } of seen) assert.ok(width > 60 && right <= 390 && lines === 1, `${box}: ${width} px wide, up to ${right}, ${lines} lines`);
    }
    const bars = await page.evaluate(() => [...document.querySelectorAll(".transport-bar > button, .stage-tools > button")].map((x) => x.getBoundingClientRect().height));
    assert.ok(bars.every((height) => height <= 42), `no button wraps: ${bars}`);
  }, PHONE);
});

test("units are written one way: never um or us beside µm", () => withPage(sampleReport({ parameters: [["Checked in", "12.3 us"], ["Depth", "4 um"]], nearest: { time: 0, distance: [0, 8.18e-5], a: "cart", b: "wall" } }), async (page) => {
  const words = await page.locator("body").innerText();
  assert.doesNotMatch(words, /\d u[ms]\b/);
  assert.match(words, /12\.3 µs[\s\S]*4 µm/);
}));
