// Dark and light, and the colours of what is drawn. Verdicts have colours from Okabe and Ito's set, which people with any kind of
// colour vision tell apart, and a sign besides.

export const VERDICTS = {
  free: { sign: "✓", word: "free" },
  contact: { sign: "✕", word: "contact" },
  undecided: { sign: "?", word: "undecided" },
  unchecked: { sign: "–", word: "not checked" },
};

const ROBOTS = [["#2f7fc1", "#7db5e2"], ["#b06a94", "#d9a5c4"], ["#5b64b5", "#a3a9e0"], ["#3d9aa8", "#93cdd5"]];

/// Links of one robot alternate between two shades of its colour, so that joints show.
export function bodyColor(body, groupIndex, linkIndex, dark) {
  if (body.color) return body.color;
  if (body.role === "link") return ROBOTS[groupIndex % ROBOTS.length][linkIndex % 2];
  if (body.role === "tool") return ROBOTS[0][0];
  if (body.role === "surface") return dark ? "#8fa89b" : "#a9c4b4";
  if (body.poses) return dark ? "#b9a36a" : "#cdb673";
  return dark ? "#8b9099" : "#c3c7cf";
}

export class Theme extends EventTarget {
  constructor() {
    super();
    this.preference = matchMedia("(prefers-color-scheme: dark)");
    this.chosen = null; // until the reader chooses, the system does
    this.preference.addEventListener("change", () => this.apply());
    this.apply();
  }

  get dark() {
    return this.chosen === null ? this.preference.matches : this.chosen === "dark";
  }

  toggle() {
    this.choose(this.dark ? "light" : "dark");
  }

  /// "dark", "light", or null: as the system has it.
  choose(theme) {
    this.chosen = theme;
    this.apply();
  }

  /// A colour of the style sheet.
  color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  }

  apply() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    this.dispatchEvent(new Event("change"));
  }
}
