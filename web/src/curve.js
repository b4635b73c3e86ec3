// The least distance over time with its proven bounds, the verdicts of the segments under it, and the moment shown.
import { lengthText, svgElement } from "./text.js";

const MARGIN = { left: 52, right: 14, top: 10, bottom: 34 };
const STRIP = 8; // height of the verdicts

/// A round number of which three or four fit.
function roundStep(range, count) {
  const raw = range / count, power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5].find((factor) => factor * power >= raw) ?? 10);
}

export class Curve {
  constructor(report, clock, box) {
    Object.assign(this, { report, clock, box });
    const { time, upper, upper_until_next: during } = report.curve;
    this.any = time.length > 0;
    let greatest = report.curve.level;
    for (const values of [upper, during]) for (const value of values) if (Number.isFinite(value)) greatest = Math.max(greatest, value);
    this.greatest = greatest > 0 ? 1.06 * greatest : 1;
    box.classList.toggle("bare", !this.any);
    new ResizeObserver(() => this.draw()).observe(box);
    clock.addEventListener("time", () => this.moveCursor());
    this.listen();
  }

  listen() {
    const seek = (event) => {
      const { left } = this.box.getBoundingClientRect();
      this.clock.pause();
      this.clock.seek(this.timeAt(event.clientX - left));
    };
    this.box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.box.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.box.addEventListener("pointermove", (event) => this.box.hasPointerCapture(event.pointerId) && seek(event));
  }

  x(time) {
    const { begin, end } = this.clock, width = this.width - MARGIN.left - MARGIN.right;
    return MARGIN.left + (end > begin ? (time - begin) / (end - begin) : 0) * width;
  }
  y(metres) {
    const height = this.height - MARGIN.top - MARGIN.bottom;
    return MARGIN.top + (1 - Math.min(1, metres / this.greatest)) * height;
  }
  timeAt(x) {
    const width = this.width - MARGIN.left - MARGIN.right;
    return this.clock.begin + ((x - MARGIN.left) / width) * (this.clock.end - this.clock.begin);
  }

  draw() {
    this.width = this.box.clientWidth;
    this.height = this.box.clientHeight;
    if (this.width < 80) return;
    const svg = svgElement("svg", { width: this.width, height: this.height, role: "img", "aria-label": this.description() });
    if (this.any) svg.append(...this.levels(), ...this.band(), this.line());
    svg.append(...this.strip(), ...this.ticks(), ...this.contacts());
    this.cursor = svgElement("g", { class: "cursor" },
      svgElement("line", { y1: MARGIN.top - 4, y2: this.height - MARGIN.bottom + STRIP + 4 }),
      svgElement("circle", { r: 4.5 }));
    svg.append(this.cursor);
    this.box.replaceChildren(svg);
    this.moveCursor();
  }

  description() {
    if (!this.any) return "Verdicts over time";
    const least = this.report.curve.lower.reduce((a, b) => Math.min(a, b), Infinity);
    return `Distance of the nearest pair over time, at least ${lengthText(least)}`;
  }

  levels() {
    const made = [], step = roundStep(this.greatest, Math.max(2, this.height / 45));
    for (let value = 0; value <= this.greatest; value += step) {
      made.push(svgElement("line", { class: "level", x1: MARGIN.left, x2: this.width - MARGIN.right, y1: this.y(value), y2: this.y(value) }));
      made.push(svgElement("text", { x: MARGIN.left - 7, y: this.y(value) + 3.5, "text-anchor": "end" }, lengthText(value)));
    }
    const { level } = this.report.curve;
    if (level > 0) {
      made.push(svgElement("line", { class: "clearance", x1: MARGIN.left, x2: this.width - MARGIN.right, y1: this.y(level), y2: this.y(level) }));
    }
    return made;
  }

  /// Bounds that hold at every moment until the next.
  band() {
    const { time, lower_until_next: lower, upper_until_next: upper } = this.report.curve;
    let path = "";
    for (let k = 0; k + 1 < time.length; k++) {
      if (!(time[k + 1] > time[k]) || !Number.isFinite(upper[k])) continue;
      const [a, b] = [this.x(time[k]).toFixed(1), this.x(time[k + 1]).toFixed(1)];
      path += `M${a},${this.y(upper[k]).toFixed(1)}H${b}V${this.y(lower[k]).toFixed(1)}H${a}Z`;
    }
    return path ? [svgElement("path", { class: "band", d: path })] : [];
  }

  line() {
    const { time, upper } = this.report.curve;
    let path = "", pen = "M";
    for (let k = 0; k < time.length; k++) {
      if (k > 0 && time[k] > time[k - 1] && this.gapBetween(time[k - 1], time[k])) pen = "M";
      path += `${pen}${this.x(time[k]).toFixed(1)},${this.y(upper[k]).toFixed(1)}`;
      pen = "L";
    }
    return svgElement("path", { class: "curve", d: path });
  }

  /// Was some segment between two moments not measured?
  gapBetween(from, to) {
    return this.report.segments.some((segment) => segment.begin >= from && segment.end <= to && segment.end > segment.begin && !segment.checked);
  }

  strip() {
    const y = this.height - MARGIN.bottom + 4, made = [];
    for (const segment of this.report.segments) {
      const [x, end] = [this.x(segment.begin), this.x(segment.end)];
      const until = segment.contact ?? (segment.verdict === "undecided" ? segment.begin + segment.free_until * (segment.end - segment.begin) : null);
      const rect = (from, to, name) => made.push(svgElement("rect", { class: `verdict ${name}`, x: from, y, width: Math.max(0, to - from - 1), height: STRIP, rx: 2 }));
      if (until === null) rect(x, end, segment.verdict);
      else {
        rect(x, this.x(until), "free");
        rect(this.x(until), end, segment.verdict);
      }
    }
    return made;
  }

  ticks() {
    const { begin, end, unit } = this.clock;
    if (!(end > begin)) return [];
    const step = Math.max(roundStep(end - begin, Math.max(2, this.width / 90)), unit === "s" ? 0 : 0.1), made = [];
    for (let k = Math.ceil(begin / step); k * step <= end * (1 + 1e-12); k++) {
      const label = `${Number((k * step).toPrecision(6))}${unit === "s" ? " s" : ""}`;
      made.push(svgElement("text", { x: this.x(k * step), y: this.height - 8, "text-anchor": "middle" }, label));
    }
    return made;
  }

  contacts() {
    return this.report.contacts.map((segment) => {
      const x = this.x(segment.contact), y = this.any ? this.y(0) : this.height - MARGIN.bottom;
      const mark = svgElement("g", { class: "contact-mark", transform: `translate(${x},${y})` },
        svgElement("line", { y1: MARGIN.top - y, y2: 0, class: "drop" }),
        svgElement("path", { d: "M-4,-4L4,4M4,-4L-4,4" }));
      mark.append(svgElement("title", {}, `Contact in segment ${segment.index}`));
      return mark;
    });
  }

  /// Upper bound of the distance at the moment shown, on the line drawn; null where nothing was measured.
  distanceAt(now) {
    const { time, upper, lower } = this.report.curve;
    if (!this.any || now < time[0] || now > time.at(-1)) return null;
    let k = time.findLastIndex((t) => t <= now);
    if (k + 1 >= time.length || time[k] === now) return { upper: upper[k], lower: lower[k] };
    if (this.gapBetween(time[k], time[k + 1])) return null;
    const part = (now - time[k]) / (time[k + 1] - time[k]);
    return { upper: (1 - part) * upper[k] + part * upper[k + 1], lower: this.report.curve.lower_until_next[k] };
  }

  moveCursor() {
    if (!this.cursor) return;
    const x = this.x(this.clock.time), now = this.distanceAt(this.clock.time), dot = this.cursor.lastChild;
    this.cursor.setAttribute("transform", `translate(${x},0)`);
    dot.setAttribute("visibility", now ? "visible" : "hidden");
    if (now) dot.setAttribute("cy", this.y(now.upper));
  }
}
