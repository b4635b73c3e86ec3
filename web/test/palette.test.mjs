// What is proven here: people with any kind of colour vision tell verdicts and bodies apart, and can read the words, dark and light.
// Colour deficiencies are simulated by the matrices of Machado, Oliveira and Fernandes (2009) at full severity; distances are CIE 1976.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bodyColor } from "../src/theme.js";

const CSS = readFileSync(new URL("../src/page.css", import.meta.url), "utf8");
const THEMES = { light: variables(/:root \{([^}]*)\}/), dark: variables(/:root\[data-theme="dark"\] \{([^}]*)\}/) };
const VISIONS = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function variables(block) {
  return Object.fromEntries([...CSS.match(block)[1].matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]));
}

function linear(color) {
  return [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, x, k) => sum + x * vector[k], 0));
const luminance = (color) => times([[0.2126, 0.7152, 0.0722]], linear(color))[0];

function lab(color, vision) {
  const seen = times(VISIONS[vision], linear(color)).map((c) => Math.min(1, Math.max(0, c)));
  const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], seen);
  const [fx, fy, fz] = [x / 0.9505, y, z / 1.089].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const apart = (a, b, vision) => Math.hypot(...lab(a, vision).map((x, k) => x - lab(b, vision)[k]));

function contrast(a, b) {
  const [dim, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dim + 0.05);
}

/// Every two of a group are at least so far apart.
function requireApart(theme, names, least) {
  const link = (k) => bodyColor({ role: "link" }, 0, k, theme === "dark"), surroundings = bodyColor({ role: "object" }, 0, 0, theme === "dark");
  const colors = { ...THEMES[theme], robot: link(0), "robot-light": link(1), surroundings };
  for (const vision of Object.keys(VISIONS)) {
    names.forEach((a, k) => {
      for (const b of names.slice(k + 1)) {
        const distance = apart(colors[a], colors[b], vision);
        assert.ok(distance >= least, `${theme}, ${vision}: ${a} and ${b} are ${distance.toFixed(1)} apart`);
      }
    });
  }
}

for (const theme of ["light", "dark"]) {
  test(`verdicts differ for everybody, ${theme}`, () => requireApart(theme, ["free", "contact", "undecided"], 20));
  test(`bodies that touch differ from those that do not, ${theme}`, () => {
    for (const body of ["robot", "robot-light", "surroundings"]) {
      requireApart(theme, ["body-contact", body], 25);
      requireApart(theme, ["contact-b", body], 20);
    }
    requireApart(theme, ["body-contact", "contact-b"], 15);
    for (const near of ["near-a", "near-b"]) for (const body of ["robot", "robot-light", "surroundings"]) requireApart(theme, [near, body], 18);
    requireApart(theme, ["near-a", "near-b"], 15);
    requireApart(theme, ["curve", "curve-self"], 25);
    requireApart(theme, ["contact", "unclaimed"], 20);
    requireApart(theme, ["free", "unclaimed"], 15);
  });
  test(`words can be read, ${theme}`, () => {
    const { ink, soft, card, paper, wash, accent, "accent-ink": onAccent, ...rest } = THEMES[theme];
    for (const [front, back] of [[ink, card], [ink, paper], [ink, wash], [soft, card], [soft, wash], [accent, card], [onAccent, accent]]) {
      assert.ok(contrast(front, back) >= 4.5, `${theme}: ${front} on ${back} is ${contrast(front, back).toFixed(2)}`);
    }
    for (const verdict of ["free", "contact", "undecided", "unchecked"]) {
      const value = contrast(rest[verdict], rest[`${verdict}-wash`]);
      assert.ok(value >= 4.5, `${theme}: ${verdict} is ${value.toFixed(2)}`);
    }
  });
}
