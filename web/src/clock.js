// The moment that the page shows, and its passing.

const SHORTEST_S = 5, LONGEST_S = 24; // how long the whole takes at speed 1 where its own length is outside of that ...
const SEGMENT_S = 0.6; // ... unless segments would be shorter than this

export class Clock extends EventTarget {
  constructor(report) {
    super();
    this.time = report.begin;
    this.playing = false;
    this.speed = 1;
    this.load(report);
  }

  /// Another report, or more of the same: the moment stays, and goes on passing if it did.
  load({ begin, end, clock, stops, segments }) {
    this.begin = begin;
    this.end = end;
    this.unit = clock;
    this.stops = stops;
    const length = end - begin;
    this.rate = length > 0 ? length / Math.min(Math.max(LONGEST_S, SEGMENT_S * segments.length), Math.max(SHORTEST_S, length)) : 0;
  }

  /// Whether it shows the newest moment: there it stays while a run goes on.
  get atEnd() {
    return this.time >= this.end;
  }

  get still() {
    return !(this.end > this.begin);
  }

  seek(time) {
    this.time = Math.min(this.end, Math.max(this.begin, time));
    this.dispatchEvent(new Event("time"));
  }

  step(parts) {
    this.pause();
    this.seek(this.time + parts * (this.end - this.begin));
  }

  play() {
    if (this.still || this.playing) return;
    if (this.time >= this.end) this.seek(this.begin);
    this.playing = true;
    this.last = performance.now();
    this.dispatchEvent(new Event("playing"));
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.dispatchEvent(new Event("playing"));
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /// The first contact after (before) the present moment, around the end where there is none.
  contact(direction) {
    if (!this.stops.length) return;
    this.pause();
    const margin = 1e-9 * (this.end - this.begin);
    const ahead = direction > 0 ? this.stops.find((t) => t > this.time + margin) : this.stops.findLast((t) => t < this.time - margin);
    this.seek(ahead ?? (direction > 0 ? this.stops[0] : this.stops.at(-1)));
  }

  tick(now) {
    if (!this.playing) return;
    const next = this.time + (Math.min(200, Math.max(0, now - this.last)) / 1000) * this.rate * this.speed;
    this.last = now;
    // A contact is worth a look; in a simulation, where there are many, it is not worth a stop.
    const stop = this.unit === "step" ? undefined : this.stops.find((t) => t > this.time && t <= next);
    if (stop !== undefined || next >= this.end) {
      this.seek(stop ?? this.end);
      this.pause();
      return;
    }
    this.seek(next);
    requestAnimationFrame((later) => this.tick(later));
  }
}
