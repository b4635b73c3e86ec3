// Numbers and words as people read them.

const ATOM = 1e-10; // metres; what is smaller is rounding

/// The unit in which a length is written, and how many of it a metre has.
export function unitOf(metres) {
  return Math.abs(metres) < 0.001 ? ["µm", 1e6] : Math.abs(metres) < 0.1 ? ["mm", 1e3] : ["m", 1];
}

export function lengthText(metres) {
  if (!Number.isFinite(metres)) return "–";
  if (Math.abs(metres) < ATOM) return "0 m";
  const [unit, perMetre] = unitOf(metres);
  return `${Number((metres * perMetre).toPrecision(4))} ${unit}`;
}

/// Bounds of a length in the unit of the upper one, four digits of it, rounded outward so that they stay bounds: as the program
/// writes them (apps/cli/length_text.hpp).
export function distanceText([lower, upper]) {
  if (!Number.isFinite(upper)) return "–";
  if (upper < ATOM) return "0 m";
  const [unit, perMetre] = unitOf(upper), decimals = Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(upper * perMetre)))), power = 10 ** decimals;
  const high = (Math.ceil(upper * perMetre * power) / power).toFixed(decimals);
  if (!(lower > 0)) return `at most ${high} ${unit}`;
  const low = (Math.floor(lower * perMetre * power) / power).toFixed(decimals);
  return low === high ? `${high} ${unit}` : `${low} to ${high} ${unit}`;
}

/// Metres with nine digits, as the program prints them (metres_text in apps/cli/length_text.cpp).
export function metresText(metres) {
  if (metres < ATOM) return "0";
  const [digits, power] = metres.toExponential(8).split("e"), exponent = Number(power), short = (number) => number.replace(/\.?0+$/, "");
  if (exponent >= -4 && exponent < 9) return short(metres.toFixed(8 - exponent));
  return `${short(digits)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/// Terminals get "us" and "um"; people who read a page get what the rest of it has.
export function unitText(text) {
  return text.replace(/(\d) u([ms])\b/g, "$1 µ$2");
}

/// "2026-11-18T20:15:00Z" as people read it, in the same zone: a page is passed on.
export function dateText(date) {
  return date.replace("T", " ").replace(/(:\d\d)?Z$/, " UTC");
}

/// A number of the report's curve: a distance, unless the report says otherwise.
export function curveText({ curve }, value) {
  if (curve.unit === "m") return lengthText(value);
  return `${Number(value.toPrecision(3))}${curve.unit && ` ${curve.unit}`}`;
}

/// The curve at the moment shown: bounds that hold then, at one of its points or until the next; where there are none, what lies on the line.
export function readoutText(report, { lower, upper, level }) {
  if (report.curve.unit !== "m") return curveText(report, level ?? upper);
  return Number.isFinite(upper) ? distanceText([lower, upper]) : `about ${lengthText(level)}`;
}

/// A moment of the clock: seconds, or segment and time within it, as every other output of tocca has it.
export function momentText(report, time, digits = 3) {
  if (report.clock === "s") return `${time.toFixed(digits)} s`;
  if (report.clock === "step") return `step ${Number(time.toFixed(2))}`;
  const segment = report.segments.findLast(({ begin }) => begin <= time) ?? report.segments[0];
  return segment ? `${wordOf(report)} ${segment.index}, t = ${localTime(segment, time).toFixed(digits)}` : `t = ${time.toFixed(digits)}`;
}

/// From one moment to another; what they share is said once.
export function spanText(report, from, until) {
  if (until >= report.end) return `${momentText(report, from)} to the end`;
  const [begin, end] = [momentText(report, from), momentText(report, until)], shared = end.lastIndexOf("t = ") + 4;
  return `${begin} to ${shared > 4 && begin.startsWith(end.slice(0, shared)) ? end.slice(shared) : end}`;
}

/// The same for one who does not look at the curve: with the chapter, where there are several.
export function placeText(report, time, digits) {
  const chapter = chapterAt(report, time);
  return `${chapter ? `${chapter.name}, ` : ""}${momentText(report, time, digits)}`;
}

/// The part of the clock that a moment belongs to, where there are several.
export function chapterAt(report, time) {
  return report.chapters.findLast(({ begin }) => begin <= time) ?? null;
}

/// What a segment is called.
export function wordOf(report) {
  return report.segment_word || "segment";
}

function localTime({ begin, end }, time) {
  return end > begin ? Math.min(1, (time - begin) / (end - begin)) : 0;
}

/// What a segment's contact is called: where nothing touches, but less than the clearance is kept, it is too near, as the program says.
export function contactWord({ tooNear }, first = false) {
  const word = tooNear ? "too near" : "contact";
  return first ? word[0].toUpperCase() + word.slice(1) : word;
}

const TAIL = 8, WHOLE = 12; // letters that a long name ends in; names up to this long are never shortened

/// A name: where there is no room for all of it, its middle is left out, so that what tells it from others is there. What stands
/// before it stays with it.
export function nameWords(name, ...before) {
  if (name.length <= WHOLE) return element("span", { class: "name", title: name }, ...before, name);
  return element("span", { class: "name long", title: name }, element("span", {}, ...before, name.slice(0, -TAIL)), element("span", {}, name.slice(-TAIL)));
}

/// Two names, each on a line of its own where there is no room for both on one.
export function pairWords([a, b]) {
  return element("span", { class: "pair-words" }, nameWords(a), " ", nameWords(b, element("i", {}, "× ")));
}

/// A text of so many letters: its middle is left out where it is longer.
export function shortened(text, letters) {
  if (text.length <= letters) return text;
  const kept = Math.max(2, letters - 1);
  return `${text.slice(0, Math.ceil(kept / 2))}…${text.slice(text.length - Math.floor(kept / 2))}`;
}

/// When a segment's contact is: on the clock where it has seconds, else within the segment.
export function contactText(report, segment) {
  return `${contactNumber(report, segment)}${report.clock === "s" ? " s" : ""}`;
}

/// The same for a column whose head has the unit.
export function contactNumber(report, segment) {
  return (report.clock === "s" ? segment.contact : segment.time[1]).toFixed(5);
}

export function bracketText([lo, hi]) {
  return hi - lo < 1e-9 ? hi.toFixed(9) : `${lo.toFixed(8)} to ${hi.toFixed(8)}`;
}

/// A round number that fits about `count` times into a range.
export function roundStep(range, count) {
  const raw = range / count, power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5].find((factor) => factor * power >= raw) ?? 10);
}

/// An element with attributes, and children or text.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
