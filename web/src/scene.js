// One report on the stage: everything in the scene that follows the clock, and what can be switched in it.
import { Box3, Vector2, Vector3 } from "three";
import { Bodies } from "./bodies.js";
import { Boxes, ClosestLines } from "./closest.js";
import { setCut } from "./cutaway.js";
import { stretchesNow } from "./data.js";
import { Layer } from "./layers.js";
import { Marks } from "./marks.js";
import { Paths } from "./paths.js";
import { nearestAt } from "./nearest.js";
import { Sight } from "./sight.js";
import { chapterAt, distanceText, element } from "./text.js";
import { bestView, pointsToSee } from "./view.js";

export const VISUALS = "Visual meshes";
const MANY = 30; // moving bodies that hide each other
const AROUND = [0.09, 0.2], SHARE = 0.5; // of a contact is looked at, tinted and cut free: so much in sizes of what moves, and of the smaller body
const HAND = 0.5; // but no more of what moves together
const CLOSE = 0.4; // of that, for a gap that is much smaller
const NEAR = ["near-a", "near-b"]; // colours of the two that are nearest

/// The segment whose contact has been reached at this moment. Where it ends, the next begins, which may be elsewhere; a chapter knows nothing of
/// the one before.
export function contactNow(report, time) {
  const margin = 1e-9 * (report.end - report.begin), since = chapterAt(report, time)?.begin ?? -Infinity;
  const shown = ({ contact, begin, end }) => contact <= time + margin && begin >= since && (time < end - margin || time <= contact + margin || end >= report.end);
  const found = report.contacts.findLast(shown) ?? null;
  if (!found || !report.stretches.length) return found;
  return stretchesNow(report, time).some((stretch) => stretch.time <= found.contact + margin && found.contact <= stretch.until + margin) ? found : null;
}

/// The last event that points somewhere, as something to mark; null before the first and after the next without a place.
function eventNow(report, time) {
  const event = report.events.findLast((one) => one.time <= time);
  return event?.points.length ? event : null;
}

/// `signal` ends it: nothing listens any more, and what it drew leaves the stage.
export class ReportScene {
  constructor(report, stage, clock, theme, labels, signal) {
    Object.assign(this, { report, stage, clock });
    this.bodies = new Bodies(report, theme, signal);
    this.layers = report.layers.map((data) => new Layer(data, report, this.bodies, theme, signal));
    this.boxes = report.bodies.some((body) => body.boxes) ? new Boxes(report, this.bodies, theme, signal) : null;
    this.closest = report.closest ? new ClosestLines(report, this.bodies, theme, signal) : null;
    this.paths = new Paths(report, theme, stage, signal);
    this.overlays = [...this.layers, this.boxes, this.closest, this.paths].filter(Boolean); // what follows the clock where it is switched on
    this.marks = new Marks(report, stage, theme, labels, signal);
    this.ghosts = this.bodies.addGhosts(report.ghosts);
    if (this.ghosts) this.ghosts.visible = false;
    for (const part of [this.bodies, ...this.overlays, this.marks]) stage.show(part.group, signal);
    if (this.ghosts) stage.show(this.ghosts, signal);
    this.extent = this.bodies.extent();
    this.extent.points.push(...this.paths.places());
    stage.arrange(this.extent.whole, this.extent.focus);
    this.paths.draw();
    this.sight = new Sight(stage, this.bodies);
    this.window = this.tellsNearest = true;
    this.cutNote = labels.appendChild(element("div", { class: "cut-note", hidden: "" }, "What stands in front is cut away"));
    signal.addEventListener("abort", () => this.cutNote.remove());
    stage.addEventListener("draw", () => this.lookForWindow(), { signal });
    clock.addEventListener("time", () => this.update(), { signal });
    clock.addEventListener("playing", () => stage.setPlaying(clock.playing), { signal });
    for (const layer of this.layers) if (layer.data.shown) layer.show(true, clock.time);
    this.update();
  }

  update() {
    const { report, clock, bodies } = this, segment = contactNow(report, clock.time);
    bodies.setTime(clock.time);
    for (const overlay of this.overlays) overlay.setTime(clock.time);
    const pairs = report.stretches.length ? stretchesNow(report, clock.time).map((stretch) => stretch.bodies) : segment?.pairs ?? [];
    const event = eventNow(report, clock.time), near = segment || event || pairs.length ? null : this.nearestNow();
    this.reach = bodies.neighbourhood = this.marks.reach = this.reachOf(near ? near.bodies.map((body) => report.bodies[body].name) : pairs[0]);
    if (near) {
      bodies.highlight([near.bodies.map((body) => report.bodies[body].name)], near.points, NEAR);
      this.marks.showNearest(near, near.words);
    } else {
      bodies.highlight(pairs, this.placesOf(segment));
      this.marks.show(segment ?? event);
    }
    this.cutFree(segment ? this.placesOf({ contacts: this.marks.chosen() })[0] : near?.points[0]);
    this.stage.draw(true);
  }

  /// How far the neighbourhood of two bodies' contact reaches.
  reachOf(names = []) {
    const { size } = this.stage, { bodies } = this, smaller = names.length ? Math.min(...names.map((name) => bodies.sizeOf(name))) : 0;
    const usual = Math.min(AROUND[0] * size, HAND * Math.min(...names.map((name) => bodies.spanOf(name)))); // a hand in a house is small
    return Math.min(AROUND[1] * size, Math.max(usual, SHARE * smaller));
  }

  /// Robots as the reader poses them: nothing is known about what touches there.
  pose(matrices) {
    this.bodies.setPoses(matrices);
    this.bodies.highlight([], []);
    this.marks.show(null);
    this.cutFree(null);
    for (const overlay of this.overlays) if (overlay === this.closest || overlay === this.boxes) overlay.group.visible = false;
    this.stage.draw(true);
  }

  /// The two that are nearest among the chosen kind of pairs, if they are to be shown.
  nearestNow() {
    const { report, clock } = this, near = this.tellsNearest ? nearestAt(report, this.line ?? report.lines[0], clock.time) : null;
    if (!near) return null;
    const bounds = this.boundsAt?.(clock.time);
    return { ...near, words: bounds && !bounds.touching ? distanceText([bounds.lower, bounds.upper]) : "" };
  }

  /// Cuts away what stands between the reader and a place, if anything does, and says so.
  cutFree(place) {
    this.freed = place ?? null;
    this.seenFrom = null;
    if (!place) this.setCutAway(false);
  }

  /// Before a picture: has the view changed, and come to rest? Then what is in the way is found out anew.
  lookForWindow() {
    const { stage, freed, clock, bodies } = this, { position } = stage.camera;
    if (!freed || this.seenFrom?.equals(position) || clock.playing || stage.flight || stage.held) return;
    this.seenFrom = position.clone();
    const hidden = this.window && this.sight.isHidden(freed, this.reach, position);
    setCut(bodies.cutaway, freed, this.reach, position.distanceTo(freed), stage.distanceTo(this.reach));
    this.setCutAway(hidden);
  }

  setCutAway(on) {
    if (!on) this.bodies.cutaway.cutReach.value = 0;
    this.cutNote.hidden = !on;
  }

  switches() {
    const { bodies, stage, clock } = this;
    const show = (thing) => (on) => {
      thing.visible = on;
      stage.draw(true);
    };
    return [
      { name: "Robots and moving bodies", on: true, key: "b", change: show(bodies.robots) },
      ...(bodies.hasVisuals ? [{ name: VISUALS, on: false, key: "u", change: (on) => this.showVisuals(on) }] : []),
      ...(bodies.moving.length > MANY ? [{ name: "Only what touches", on: false, key: "o", change: (on) => (bodies.setOnlyTouching(on), stage.draw(true)) }] : []),
      ...(bodies.stillMesh ? [
        { name: "Surroundings", on: true, key: "s", change: show(bodies.surroundings) },
        { name: "See-through surroundings", on: false, key: "x", change: (on) => (bodies.setSeeThrough(on), stage.draw(true)) },
      ] : []),
      ...(this.boxes ? [{ name: "Boxes around bodies", on: false, key: "a", change: (on) => (this.boxes.show(on, clock.time), stage.draw()) }] : []),
      ...(this.closest ? [{ name: "Closest features", on: false, key: "f", change: (on) => (this.closest.show(on, clock.time), stage.draw()) }] : []),
      { name: "Contacts and normals", on: true, key: "m", change: (on) => this.marks.setEnabled(on) },
      ...(this.report.lines.some(({ bodies: named }) => named) ? [{ name: "Nearest pair", on: true, key: "h", change: (on) => ((this.tellsNearest = on), this.update()) }] : []),
      { name: "Cut away what stands in front", on: true, key: "w", change: (on) => ((this.window = on), this.update()) },
      ...(this.ghosts ? [{ name: "Ghost poses", on: false, key: "g", change: show(this.ghosts) }] : []),
      ...this.layers.map((layer) => ({ name: layer.data.name, on: layer.data.shown ?? false, key: { swept: "v", tube: "t" }[layer.data.kind], change: (on) => (layer.show(on, clock.time), stage.draw()) })),
      ...this.paths.lines.map(({ name, group }, k, all) => ({ name, on: true, key: k + 1 === all.length ? "y" : undefined, change: show(group) })),
      { name: "Grid", on: true, change: (on) => stage.showGrid(on) },
    ];
  }

  showVisuals(on) {
    this.bodies.setVisuals(on);
    this.stage.draw(true);
    this.stage.dispatchEvent(new CustomEvent("geometry", { detail: on }));
  }

  lookAtAll(fly) {
    this.direction ??= bestView(this.report, this.bodies, this.stage.size, pointsToSee(this.report, this.bodies, this.extent));
    this.stage.touched = false;
    // The points are those of some moments, which may all be far from the contact.
    this.stage.look([...this.extent.points, ...this.placesOf(this.report.contacts[0])], this.direction, fly);
  }

  placesOf(segment) {
    const origin = new Vector3(...this.report.origin);
    return (segment?.contacts ?? []).map(({ point }) => new Vector3(...point).sub(origin));
  }

  lookAtContact() {
    const { report, clock } = this, segment = contactNow(report, clock.time) ?? report.contacts[0];
    if (!segment) return;
    clock.pause();
    clock.seek(segment.contact);
    const [first] = this.marks.chosen(), [place] = this.placesOf({ contacts: [first] });
    if (!place) return;
    this.lookClosely([place], this.reach, first.normal?.some(Boolean) ? new Vector3(...first.normal).normalize() : null);
  }

  /// The two that are nearest at their nearest moment, or now.
  lookAtNearest() {
    const { report, clock } = this;
    clock.pause();
    if (report.nearest) clock.seek(report.nearest.time);
    const near = this.nearestNow();
    if (!near) return;
    const [a, b] = near.points, way = a.clone().sub(b), length = way.length();
    this.lookClosely([a, b], Math.min(this.reach, Math.max(CLOSE * this.reach, 8 * length)), length > 1e-9 ? way.divideScalar(length) : null);
  }

  /// From where the two that are lit are seen best around these points.
  lookClosely(points, reach, normal) {
    const { stage } = this, middle = new Box3().setFromPoints(points).getCenter(new Vector3()), radius = reach + Math.max(...points.map((point) => point.distanceTo(middle)));
    stage.touched = true;
    const looking = stage.controls.target.clone().sub(stage.camera.position).normalize();
    stage.lookAt(middle, radius, this.sight.best(middle, reach, stage.distanceTo(radius), normal, looking));
  }

  /// Where the camera is and what it looks at, in the world; and back there.
  viewNow() {
    const origin = new Vector3(...this.report.origin), { camera, controls } = this.stage;
    return [...camera.position.clone().add(origin), ...controls.target.clone().add(origin)];
  }
  lookFrom(view) {
    const origin = new Vector3(...this.report.origin);
    this.stage.touched = true;
    this.stage.fly(new Vector3(...view.slice(0, 3)).sub(origin), new Vector3(...view.slice(3)).sub(origin), false);
  }

  /// What is drawn at a place of the canvas, in pixels: {body, point}, or null.
  pickAt(x, y) {
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    return this.bodies.pick(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.stage.camera);
  }
}
