// The least distance over time with its proven bounds, the verdicts of the segments under it, and the moment shown.
import { jumpsOf, kindOf, stretchesNow, touchOf } from "./data.js";
import { contactWord, curveText, distanceText, roundStep, shortened, svgElement, unitOf, wordOf } from "./text.js";

const MARGIN = { left: 66, right: 14, top: 16, bottom: 46 };
const ROW = 12, LETTER = 6.8; // of chapters' names: the height of a row, and of a letter the width, in bold
const STRIP = 8; // height of the verdicts
const OVERVIEW = 7; // height of the whole time, where the curve shows a part of it
const FIRST_SEGMENTS = 40; // shown at first; the wheel shows more or fewer
const MOST_DROPS = 60; // contacts in view that have a line from top to bottom
const NOTHING = 1e-10; // metres; what is smaller is rounding
const MARK_PX = 5; // width of a moment of contact in the strip

/// The upper bounds of a line, [time, value], and each moment of a contact: there it is as near as what touches, if that is of its kind; where the
/// other kind touches, it goes on. Nothing is put in where nothing was measured.
export function linePoints(report, line) {
  const points = Array.from(line.time, (t, k) => [t, line.upper[k]]);
  if (line.word || !points.length) return points;
  const [begin, end] = [points[0][0], points.at(-1)[0]];
  for (const segment of report.contacts) {
    const { contact } = segment;
    if (contact < begin || contact > end) continue;
    const found = points.findIndex(([t]) => t > contact), next = found < 0 ? points.length : found;
    const value = touchOf(report, segment, line.kind) ?? valueOn(points, next, contact);
    if (value !== null) points.splice(next, 0, [contact, value]);
  }
  return points;
}

/// What the line has at a time before point `next`; null where it has nothing.
function valueOn(points, next, time) {
  const [[t, value], [later, after]] = [points[next - 1], points[next] ?? points[next - 1]];
  const part = later > t ? (time - t) / (later - t) : 0, on = (1 - part) * value + part * after;
  return Number.isFinite(on) ? on : null;
}

/// What is claimed about a segment, as stretches [from, to, name] of the clock: free until its contact, which is a moment, and nothing after it.
/// Where all contacts are known, they are drawn over it.
export function claims({ stretches }, { begin, end, checked, verdict, contact, free_until: free }) {
  if (!checked) return [[begin, end, "unchecked"]];
  if (stretches.length) return [[begin, end, "free"]];
  if (contact !== null) return [[begin, contact, "free"], [contact, end, "unclaimed"], [contact, contact, "contact"]];
  if (verdict === "undecided") return [[begin, begin + free * (end - begin), "free"], [begin + free * (end - begin), end, "undecided"]];
  return [[begin, end, verdict]];
}

export class Curve {
  constructor(report, clock, box, signal) {
    Object.assign(this, { report, clock, box });
    this.lines = report.lines.filter(({ time }) => time.length > 0);
    this.any = this.lines.length > 0;
    this.line = this.lines.find(({ kind }) => kind === this.firstKind()) ?? this.lines.at(-1) ?? report.lines[0];
    this.steps = clock.unit === "step"; // many contacts, all looked at together
    this.unchecked = report.segments.filter((segment) => !segment.checked && segment.end > segment.begin);
    this.after = report.stretches.length || this.steps ? [] : report.contacts; // nothing is claimed between a contact and the end of its segment
    this.jumps = jumpsOf(report);
    this.points = new Map(this.lines.map((line) => [line, linePoints(report, line)]));
    let greatest = report.curve.level;
    for (const points of this.points.values()) for (const [, value] of points) if (Number.isFinite(value)) greatest = Math.max(greatest, value);
    this.greatest = greatest > NOTHING ? 1.12 * greatest : 1;
    box.classList.toggle("bare", !this.any);
    const length = clock.end - clock.begin, count = this.steps ? 1 : report.segments.length;
    this.show(clock.begin, clock.begin + length * Math.min(1, FIRST_SEGMENTS / Math.max(1, count)));
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(box);
    signal.addEventListener("abort", () => observer.disconnect());
    clock.addEventListener("time", () => this.moveCursor(), { signal });
    this.listen(signal);
  }

  /// Which kind of pairs is looked at first: the one that touches, or comes nearest.
  firstKind() {
    const { contacts, nearest } = this.report, [a, b] = contacts[0]?.pairs?.[0] ?? [nearest?.a, nearest?.b];
    return a === undefined ? "others" : kindOf(this.report, a, b);
  }

  /// The kind of pairs that is looked at.
  choose(line) {
    this.line = line;
    this.draw();
    this.clock.seek(this.clock.time);
  }

  isAfter(time) {
    return this.after.some(({ contact, end }) => contact < time && time < end);
  }
  /// The same of a stretch that begins at a time.
  isFrom(time) {
    return this.after.some(({ contact, end }) => contact <= time && time < end);
  }

  listen(signal) {
    const seek = (event) => {
      const { left } = this.box.getBoundingClientRect(), x = event.clientX - left;
      this.clock.pause();
      this.clock.seek(this.onOverview ? this.wholeTimeAt(x) : Math.min(this.to, Math.max(this.from, this.timeAt(x))));
    };
    this.box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.box.setPointerCapture(event.pointerId);
      this.onOverview = this.part && event.clientY - this.box.getBoundingClientRect().top < OVERVIEW + 3;
      seek(event);
    }, { signal });
    this.box.addEventListener("pointermove", (event) => this.box.hasPointerCapture(event.pointerId) && seek(event), { signal });
    this.box.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(2 ** (event.deltaY / 300), this.timeAt(event.clientX - this.box.getBoundingClientRect().left));
    }, { passive: false, signal });
  }

  /// Shows a part of the whole time.
  show(from, to) {
    const { begin, end } = this.clock, length = Math.min(end - begin, Math.max(to - from, 1e-6 * (end - begin)));
    this.from = Math.min(end - length, Math.max(begin, from));
    this.to = this.from + length;
    this.part = length < 0.999 * (end - begin);
    if (this.width) this.draw();
  }

  zoom(factor, around = this.clock.time) {
    this.show(around - factor * (around - this.from), around + factor * (this.to - around));
  }

  x(time) {
    const { from, to } = this, width = this.width - MARGIN.left - MARGIN.right;
    return MARGIN.left + (to > from ? (time - from) / (to - from) : 0) * width;
  }
  wholeX(time) {
    const { begin, end } = this.clock;
    return MARGIN.left + ((time - begin) / (end - begin)) * (this.width - MARGIN.left - MARGIN.right);
  }
  wholeTimeAt(x) {
    const { begin, end } = this.clock;
    return begin + ((x - MARGIN.left) / (this.width - MARGIN.left - MARGIN.right)) * (end - begin);
  }
  inView({ begin, end }) {
    return end >= this.from && begin <= this.to;
  }
  y(metres) {
    const height = this.height - this.top - MARGIN.bottom;
    return this.top + (1 - Math.min(1, metres / this.greatest)) * height;
  }
  timeAt(x) {
    return this.from + ((x - MARGIN.left) / (this.width - MARGIN.left - MARGIN.right)) * (this.to - this.from);
  }

  draw() {
    this.drawFor(this.box.clientWidth);
  }

  /// As wide as this.
  drawFor(width) {
    this.width = width;
    this.height = this.box.clientHeight;
    if (this.width < 80) return;
    const chapters = this.chapters();
    const svg = svgElement("svg", { width: this.width, height: this.height, role: "img", "aria-label": this.description() });
    const inside = svgElement("svg", { x: MARGIN.left - 6, width: this.width - MARGIN.left - MARGIN.right + 12, height: this.height, viewBox: `${MARGIN.left - 6} 0 ${this.width - MARGIN.left - MARGIN.right + 12} ${this.height}`, class: "clipped" });
    if (this.any) {
      svg.append(...this.levels());
      const last = [...this.lines.filter((line) => line !== this.line), this.line]; // what is looked at is on top
      inside.append(...last.flatMap((line) => this.band(line)), ...last.flatMap((line) => this.paths(line)));
    }
    inside.append(...this.strip(), ...this.events(), ...this.contacts(), ...this.least());
    svg.append(inside, ...chapters, ...this.ticks(), ...this.titles(), ...(this.part ? this.overview() : []));
    this.cursor = svgElement("g", { class: "cursor" },
      svgElement("line", { y1: this.top - 5, y2: this.height - MARGIN.bottom + STRIP + 4 }),
      svgElement("circle", { r: 4.5 }));
    svg.append(this.cursor);
    this.box.replaceChildren(svg);
    this.moveCursor();
  }

  description() {
    if (!this.any) return "Verdicts over time";
    const { curve, nearest } = this.report, least = this.line.lower_until_next.reduce((a, b) => Math.min(a, b), Infinity);
    return `${curve.word || "Distance of the nearest pair"} over time, ${nearest ? `${distanceText(nearest.distance)} at the nearest` : `at least ${curveText(this.report, least)}`}`;
  }

  /// The unit of the whole axis.
  get unit() {
    const { unit } = this.report.curve;
    return unit === "m" ? unitOf(this.greatest) : [unit, 1];
  }

  levels() {
    const made = [], [, perUnit] = this.unit, step = roundStep(this.greatest, Math.max(3, this.height / 45));
    for (let value = 0; value <= this.greatest; value += step) {
      made.push(svgElement("line", { class: "level", x1: MARGIN.left, x2: this.width - MARGIN.right, y1: this.y(value), y2: this.y(value) }));
      made.push(svgElement("text", { x: MARGIN.left - 7, y: this.y(value) + 3.5, "text-anchor": "end" }, String(Number((value * perUnit).toPrecision(4)))));
    }
    const { level } = this.report.curve;
    if (level > 0) {
      made.push(svgElement("line", { class: "clearance", x1: MARGIN.left, x2: this.width - MARGIN.right, y1: this.y(level), y2: this.y(level) }));
    }
    return made;
  }

  /// Bounds that hold at every moment until the next: not where nothing is known from below, nor where nothing is claimed.
  band({ kind, time, lower_until_next: lower, upper_until_next: upper }) {
    let path = "";
    for (let k = 0; k + 1 < time.length; k++) {
      if (time[k + 1] < this.from || time[k] > this.to || !(time[k + 1] > time[k]) || !Number.isFinite(upper[k])) continue;
      if (!this.report.curve.word && (!(lower[k] > 0) || this.isFrom(time[k]))) continue;
      if (this.isBroken(time[k], time[k + 1])) continue;
      const ends = this.report.curve.word ? undefined : this.after.find(({ contact }) => contact > time[k] && contact < time[k + 1]);
      const [a, b] = [this.x(time[k]).toFixed(1), this.x(ends?.contact ?? time[k + 1]).toFixed(1)];
      path += `M${a},${this.y(upper[k]).toFixed(1)}H${b}V${this.y(lower[k]).toFixed(1)}H${a}Z`;
    }
    return path ? [svgElement("path", { class: `band ${kind ?? ""}${this.isPale(kind)}`, d: path })] : [];
  }

  isPale(kind) {
    return kind === this.line.kind ? "" : " pale";
  }

  /// Does the line end between two of its moments? Where the motion jumps, and where nothing was measured.
  isBroken(from, to) {
    const { jumps } = this, margin = 1e-9 * (this.clock.end - this.clock.begin);
    let low = 0, high = jumps.length; // the first jump that is not before
    while (low < high) {
      const middle = (low + high) >> 1;
      if (jumps[middle] < from - margin) low = middle + 1;
      else high = middle;
    }
    const jump = jumps[low], together = to - from <= margin;
    return (low < jumps.length && (together ? jump <= to + margin : jump < to - margin && (jump > from + margin || jumps[low + 1] < to - margin))) || this.gapBetween(from, to);
  }

  /// The line of upper bounds; thin and grey where it goes on after a contact.
  paths(line) {
    const points = this.points.get(line), made = { claimed: "", after: "" };
    let latest = null;
    points.forEach(([t, value], k) => {
      if (!Number.isFinite(value)) return (latest = null); // nothing is known there
      const here = `${this.x(t).toFixed(1)},${this.y(value).toFixed(1)}`, before = k > 0 ? points[k - 1][0] : t;
      if (k > 0 && this.isBroken(before, t)) latest = null;
      const name = this.isAfter((before + t) / 2) ? "after" : "claimed";
      made[name] += latest === null ? `M${here}` : made[name].endsWith(latest) ? `L${here}` : `M${latest}L${here}`;
      latest = here;
    });
    const look = `curve ${line.kind ?? ""}${this.isPale(line.kind)}`;
    return [svgElement("path", { class: look, d: made.claimed }), ...(made.after ? [svgElement("path", { class: `${look} after`, d: made.after })] : [])];
  }

  /// The least distance of the whole path, where it is.
  least() {
    const { nearest, curve } = this.report;
    if (!this.report.hasLeast || curve.word || !this.any || nearest.time < this.from || nearest.time > this.to) return [];
    const x = this.x(nearest.time), y = this.y(nearest.distance[1]), right = x > 0.6 * this.width;
    return [svgElement("g", { class: "least", transform: `translate(${x},${y})` }, svgElement("circle", { r: 4.5 }),
      svgElement("text", { x: right ? -9 : 9, y: y > 40 ? -13 : 18, "text-anchor": right ? "end" : "start" }, distanceText(nearest.distance)))];
  }

  titles() {
    const { curve } = this.report, middle = (this.top + this.height - MARGIN.bottom) / 2, [of] = this.unit;
    const unit = { s: "time", step: "step" }[this.clock.unit] ?? wordOf(this.report);
    return [
      ...(this.any && this.height > 90 ? [svgElement("text", { class: "axis-title", transform: `translate(11,${middle}) rotate(-90)`, "text-anchor": "middle" }, `${curve.word || "distance"}${of && `, ${of}`}`)] : []),
      svgElement("text", { class: "axis-title", x: this.width - MARGIN.right, y: this.height - 3, "text-anchor": "end" }, unit),
    ];
  }

  /// Was some segment between two moments not measured?
  gapBetween(from, to) {
    return this.unchecked.some(({ begin, end }) => begin >= from && end <= to);
  }

  strip() {
    const y = this.height - MARGIN.bottom + 4;
    const made = [svgElement("rect", { class: "overview", x: MARGIN.left, y, width: this.width - MARGIN.left - MARGIN.right, height: STRIP, rx: 2 })];
    for (const segment of this.report.segments) {
      if (!this.inView(segment)) continue;
      const gap = this.x(segment.end) - this.x(segment.begin) > 6 ? 1 : 0;
      for (const [from, to, name] of claims(this.report, segment)) {
        const [x, end] = [this.x(from), this.x(to)];
        const place = from === to ? { x: x - MARK_PX / 2, width: MARK_PX } : { x, width: Math.max(0, end - x - gap), rx: 2 * gap };
        made.push(svgElement("rect", { class: `verdict ${name}`, y, height: STRIP, ...place }));
      }
    }
    for (const { time, until, kind, text } of this.report.stretches) {
      if (!this.inView({ begin: time, end: until })) continue;
      made.push(svgElement("rect", { class: `verdict ${kind === "contact" ? "contact" : "undecided"}`, x: this.x(time), y, width: Math.max(1.5, this.x(until) - this.x(time)), height: STRIP }, svgElement("title", {}, text)));
    }
    return made;
  }

  ticks() {
    const { from: begin, to: end } = this, { unit } = this.clock;
    if (!(end > begin)) return [];
    const step = Math.max(roundStep(end - begin, Math.max(2, this.width / 90)), unit === "s" ? 0 : 0.1), made = [];
    const starts = this.report.chapters.length ? this.report.chapters.map((chapter) => chapter.begin) : [0]; // each counts anew
    starts.forEach((start, i) => {
      const until = Math.min(end * (1 + 1e-12), i + 1 < starts.length ? starts[i + 1] - step / 2 : Infinity);
      for (let k = Math.ceil((i > 0 ? Math.max(begin - start, 0) : begin - start) / step); start + k * step <= until; k++) {
        const label = `${Number((k * step).toPrecision(6))}${unit === "s" ? " s" : ""}`;
        made.push(svgElement("text", { x: this.x(start + k * step), y: this.height - 19, "text-anchor": "middle" }, label));
      }
    });
    return made;
  }

  /// Where one path ends and the next begins: names in one row if there is room, else in two, shortened where even that is too little.
  chapters() {
    const all = this.report.chapters.filter(({ begin }) => begin < this.to), first = Math.max(0, all.findLastIndex(({ begin }) => begin <= this.from));
    const seen = all.slice(first).map(({ begin, name }) => ({ begin, name, x: this.x(Math.max(begin, this.from)) })), right = this.width - MARGIN.right;
    const room = (k, rows) => (seen[k + rows]?.x ?? right) - seen[k].x - 9, wide = ({ name }) => LETTER * name.length;
    const rows = seen.every((chapter, k) => wide(chapter) <= room(k, 1)) ? 1 : 2;
    const above = MARGIN.top + (this.part && seen.length ? OVERVIEW : 0);
    this.top = above + (rows - 1) * ROW;
    return seen.map((chapter, k) => {
      const { begin, name, x } = chapter, shown = shortened(name, Math.floor(room(k, rows) / LETTER));
      return svgElement("g", { class: "chapter" },
        ...(begin > this.from ? [svgElement("line", { x1: x, x2: x, y1: 0, y2: this.height - MARGIN.bottom + STRIP + 4 })] : []),
        svgElement("text", { x: x + 5, y: above - 5 + (k % rows) * ROW }, shown, svgElement("title", {}, name)));
    });
  }

  contacts() {
    const words = (segment) => `${contactWord(segment, true)} in ${wordOf(this.report)} ${segment.index}`;
    const all = this.report.stretches.length ? this.report.stretches.filter(({ kind }) => kind === "contact") : this.report.contacts.map((segment) => ({ time: segment.contact, text: words(segment), near: touchOf(this.report, segment, null) }));
    const seen = all.filter(({ time }) => time >= this.from && time <= this.to);
    return seen.map(({ time, text, near = 0 }) => {
      const x = this.x(time), y = this.any ? this.y(this.report.curve.word ? 0 : near) : this.height - MARGIN.bottom;
      const mark = svgElement("g", { class: "contact-mark", transform: `translate(${x},${y})` },
        svgElement("line", { y1: this.steps || seen.length > MOST_DROPS ? -6 : this.top - y, y2: 0, class: "drop" }),
        svgElement("path", { d: "M-4,-4L4,4M4,-4L-4,4" }));
      mark.append(svgElement("title", {}, text));
      return mark;
    });
  }

  events() {
    const y = this.height - MARGIN.bottom + 4 + STRIP / 2;
    return this.report.events.filter(({ time, until }) => until === undefined && time >= this.from && time <= this.to).map(({ time, kind, text }) =>
      svgElement("path", { class: `event-mark on-${kind}`, d: "M0,-6L5,0L0,6L-5,0Z", transform: `translate(${this.x(time)},${y})` }, svgElement("title", {}, text)));
  }

  /// The whole time in a bar: contacts, and the part that the curve shows.
  overview() {
    const bar = (from, to, name) => svgElement("rect", { class: name, x: this.wholeX(from), y: 0, width: Math.max(1.5, this.wholeX(to) - this.wholeX(from)), height: OVERVIEW, rx: 2 });
    return [bar(this.clock.begin, this.clock.end, "overview"), ...this.report.stops.map((time) => bar(time, time, "verdict contact")), ...this.report.stretches.map(({ time, until, kind }) => bar(time, until, `verdict ${kind === "contact" ? "contact" : "undecided"}`)), bar(this.from, this.to, "window")];
  }

  /// Bounds of the distance at the moment shown where the curve has a point, else what is on the line drawn; null where nothing was measured.
  distanceAt(now) {
    const { time, upper, lower } = this.line, margin = 1e-9 * (this.clock.end - this.clock.begin);
    const contact = this.report.contacts.find((segment) => Math.abs(segment.contact - now) <= margin), near = contact ? touchOf(this.report, contact, this.line.kind) : null;
    if (near !== null && !this.report.curve.word) return { upper: near, lower: 0, touching: true, tooNear: contact.tooNear, pair: this.pairOf(contact) };
    if (stretchesNow(this.report, now).length > 0 && !this.report.curve.word) return { upper: 0, lower: 0, touching: true };
    if (!this.any || now < time[0] || now > time.at(-1)) return null;
    let k = time.findLastIndex((t) => t <= now);
    if (k + 1 >= time.length || time[k] === now) return Number.isFinite(upper[k]) ? { upper: upper[k], lower: lower[k] } : null;
    if (this.isBroken(time[k], time[k + 1])) return null;
    const points = this.points.get(this.line), level = valueOn(points, points.findIndex(([t]) => t > now), now);
    if (level === null) return null;
    return { lower: this.line.lower_until_next[k], upper: this.line.upper_until_next[k], level, between: true };
  }

  /// Which of a contact's pairs the line is about.
  pairOf({ pairs }) {
    return pairs?.find(([a, b]) => !this.line.kind || kindOf(this.report, a, b) === this.line.kind) ?? null;
  }

  moveCursor() {
    if (!this.cursor) return;
    const { time } = this.clock, margin = 1e-9 * (this.clock.end - this.clock.begin);
    if (this.part && (time < this.from - margin || time > this.to + margin)) { // leaf over
      const length = this.to - this.from;
      return this.show(time - (time > this.to ? 0.1 : 0.9) * length, time + (time > this.to ? 0.9 : 0.1) * length);
    }
    const x = this.x(this.clock.time), now = this.distanceAt(this.clock.time), dot = this.cursor.lastChild;
    this.cursor.setAttribute("transform", `translate(${x},0)`);
    dot.setAttribute("visibility", now ? "visible" : "hidden");
    if (now) dot.setAttribute("cy", this.y(now.level ?? now.upper));
  }
}
