// The page around a report: the parts that stay, and those that are made anew for each report that it shows.
import { Vector3 } from "three";
import { Clock } from "./clock.js";
import { Curve } from "./curve.js";
import { connectKeys } from "./keys.js";
import { addressOf, readPlace } from "./address.js";
import { showBodies, showJoints } from "./outline.js";
import { showDetails, showEvents, showHead, showKinds, showParameters, showResult, showSegments, showSwitches } from "./panel.js";
import { pictureOf, savePicture } from "./picture.js";
import { contactNow, ReportScene, VISUALS } from "./scene.js";
import { Stage } from "./stage.js";
import { element } from "./text.js";
import { Theme } from "./theme.js";
import { connectTimeline } from "./timeline.js";

const byId = (id) => document.getElementById(id);
const PAPER_PX = 680; // the width of a printed curve

export class Page {
  constructor() {
    this.theme = new Theme();
    this.chosen = new Map(); // switches that the reader has changed
    byId("theme").addEventListener("click", () => this.theme.toggle());
    byId("help-open").addEventListener("click", () => byId("help").showModal());
    byId("view-all").addEventListener("click", () => this.scene?.lookAtAll(true));
    byId("view-contact").addEventListener("click", () => this.lookAtContact());
    byId("view-nearest").addEventListener("click", () => this.lookAtContact());
    byId("copy-link").addEventListener("click", () => this.copyLink());
    byId("save-picture").addEventListener("click", () => this.savePicture());
    this.listenForPicks();
    this.listenForPrinting();
    addEventListener("hashchange", () => this.goTo(readPlace(location.hash)));
  }

  /// The stage, or null where the browser cannot draw it: all else still works.
  openStage() {
    try {
      return new Stage(byId("canvas"), this.theme);
    } catch {
      byId("stage-message").textContent = "This browser cannot draw 3D scenes (WebGL is off). Everything else works.";
      byId("stage-message").hidden = false;
      return null;
    }
  }

  /// Shows a report. Where it is a later state of the one shown before, the reader finds everything as it was: camera, switches, moment;
  /// whoever looked at its end looks at the new end.
  show(report) {
    const before = this.report, again = before?.verb === report.verb && before?.title === report.title;
    const { window: part, following } = { window: this.curve?.part && this.curve, following: this.clock?.atEnd };
    byId("app").hidden = false;
    byId("cover").hidden = true;
    this.scope?.abort();
    this.scope = new AbortController();
    this.report = report;
    if (this.clock) this.clock.load(report);
    else this.clock = new Clock(report);
    this.stage ??= before ? null : this.openStage();
    this.build(report, this.scope.signal, again ? this.scene?.direction : null);
    if (again && part) this.curve.show(part.from, part.to);
    if (this.scene && !(again && this.stage.touched)) this.scene.lookAtAll(false);
    this.clock.seek(!again ? this.firstMoment() : following ? report.end : this.clock.time);
    if (!again) this.goTo({ ...readPlace(location.hash), time: null });
    this.offerToScripts();
  }

  build(report, signal, direction) {
    const { clock, theme, stage } = this;
    this.curve = new Curve(report, clock, byId("plot"), signal);
    this.scene = stage && new ReportScene(report, stage, clock, theme, byId("labels"), signal);
    if (this.scene) {
      this.scene.direction = direction;
      this.scene.boundsAt = (time) => this.curve.distanceAt(time);
    }
    const switches = this.scene?.switches() ?? [];
    this.kinds = showKinds(report, this.curve, this.scene);
    showHead(report);
    showResult(report, clock, () => this.lookAtContact());
    this.hidden = this.report.bodies.length === this.hiddenOf ? this.hidden : new Set(); // of the version before, where it has the same bodies
    this.hiddenOf = this.report.bodies.length;
    if (this.scene && this.hidden.size) this.scene.bodies.setHidden([...this.hidden], true);
    showBodies(report, this.hidden, (bodies, off) => this.hide(bodies, off));
    showJoints(report, clock, (matrices) => this.scene?.pose(matrices), signal);
    showSegments(report, clock, signal);
    showEvents(report, clock);
    this.offerVisuals(switches.find(({ name }) => name === VISUALS), signal);
    showSwitches(switches, this.chosen);
    byId("path-links").replaceChildren();
    this.scene?.paths.showChoosers(byId("path-links"), this.chosen, () => stage.draw());
    showParameters(report);
    connectTimeline(report, clock, this.curve, signal);
    clock.addEventListener("time", () => showDetails(report, contactNow(report, clock.time)), { signal });
    byId("view-contact").hidden = report.contacts.length === 0;
    byId("view-contact").textContent = report.tooNear ? "Too near" : "Contact";
    byId("next-contact").querySelector(".wide").textContent = report.tooNear ? "Next too near" : "Next contact";
    byId("view-nearest").hidden = report.contacts.length > 0 || !this.scene || !report.lines.some(({ bodies }) => bodies);
    byId("copy-link").hidden = byId("save-picture").hidden = !this.scene;
    this.connectKeys(switches, signal);
  }

  /// Says on the scene itself which geometry is drawn, where there are two.
  offerVisuals(entry, signal) {
    const button = byId("geometry");
    button.hidden = !entry;
    if (!entry) return;
    const tell = (on) => {
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? "Visual meshes: for looking only. What is checked and proven is the collision geometry." : "Collision geometry: this is what is checked";
    };
    tell(false);
    this.stage.addEventListener("geometry", ({ detail }) => tell(detail), { signal });
    button.addEventListener("click", () => entry.toggle(), { signal });
  }

  /// Switches single bodies off or on.
  hide(bodies, off) {
    for (const body of bodies) this.hidden[off ? "add" : "delete"](body);
    this.scene?.bodies.setHidden(bodies, off);
    this.stage?.draw(true);
  }

  /// Shows a moment and looks from a place, as an address names them.
  goTo({ time, view, kind }) {
    if (kind) this.kinds?.choose(kind);
    if (time !== null) this.clock?.seek(time);
    if (view && this.scene) this.scene.lookFrom(view);
  }

  /// The address of the moment and the view, in the bar of the browser and for pasting elsewhere.
  async copyLink() {
    const { clock, scene } = this, place = addressOf(clock.time, scene?.viewNow() ?? null, this.curve.lines.length > 1 ? this.curve.line.kind : null);
    history.replaceState(null, "", place);
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("Link copied");
    } catch {
      this.say("The address of this page now leads here: copy it");
    }
  }

  savePicture() {
    if (this.stage) savePicture(this.stage, byId("labels"), `${this.report.title} ${this.clock.time.toFixed(3)}`.replace(/[^\w.-]+/g, "-"));
  }

  say(words) {
    byId("picked").textContent = words;
  }

  /// A browser prints no WebGL: a picture takes its place. What is printed is one page.
  listenForPrinting() {
    const picture = byId("print-picture");
    let chosen = null;
    addEventListener("beforeprint", () => {
      ({ chosen } = this.theme);
      this.theme.choose("light");
      if (!this.stage) return;
      picture.src = pictureOf(this.stage, byId("labels")).toDataURL("image/png");
      picture.hidden = false;
      this.curve?.drawFor(PAPER_PX);
    });
    addEventListener("afterprint", () => {
      this.theme.choose(chosen);
      picture.hidden = true;
      this.curve?.draw();
    });
  }

  connectKeys(switches, signal) {
    const { clock, curve, theme } = this;
    const keys = connectKeys({
      toggle: () => clock.toggle(), step: (part) => clock.step(part), contact: (way) => clock.contact(way),
      start: () => (clock.pause(), clock.seek(clock.begin)), end: () => (clock.pause(), clock.seek(clock.end)),
      lookAtContact: () => this.lookAtContact(), lookAtAll: () => this.scene?.lookAtAll(true), theme: () => theme.toggle(), zoom: (factor) => curve.zoom(factor),
      help: () => byId("help").showModal(), switches, segment: (way) => this.stepSegment(way), kind: () => this.kinds.next(),
      turn: (aside, up) => this.stage?.turn(aside, up), dolly: (factor) => this.stage?.dolly(factor), link: () => this.copyLink(), picture: () => this.savePicture(),
    }, signal);
    byId("help-keys").replaceChildren(...keys.flatMap(([key, meaning]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, meaning)]));
  }

  /// The contact, or where there is none, what is nearest.
  lookAtContact() {
    if (!this.scene) this.clock.contact(1);
    else if (this.report.contacts.length) this.scene.lookAtContact();
    else this.scene.lookAtNearest();
  }

  /// To where the next segment begins, or the one before.
  stepSegment(way) {
    const { clock, report } = this, margin = 1e-9 * (clock.end - clock.begin), begins = report.segments.map(({ begin }) => begin);
    clock.pause();
    const target = way > 0 ? begins.find((t) => t > clock.time + margin) ?? clock.end : begins.findLast((t) => t < clock.time - margin) ?? clock.begin;
    clock.seek(target);
  }

  /// A contact is what the reader came for, or how near things come, or the newest moment of a run that goes on, unless the address says otherwise.
  firstMoment() {
    const { report } = this, { time } = readPlace(location.hash), least = report.verb === "clearance" && report.hasLeast ? report.nearest.time : undefined;
    return time ?? (report.running ? report.end : (least ?? report.contacts[0]?.contact ?? report.begin));
  }

  listenForPicks() {
    const canvas = byId("canvas");
    let down = null;
    canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    canvas.addEventListener("pointerup", (event) => {
      if (!this.scene || !down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      const { left, top } = canvas.getBoundingClientRect();
      const body = this.scene.pickAt(event.clientX - left, event.clientY - top)?.body;
      this.say(body ? (body.group ? `${body.name} of ${body.group}` : body.name) : "");
    });
  }

  /// For scripts and tests: the moment, what is drawn where, and how much work it was.
  offerToScripts() {
    const { report, clock, stage, scene } = this, origin = new Vector3(...report.origin);
    window.tocca = {
      report, clock,
      frames: () => stage?.frames ?? 0,
      work: () => stage?.renderer.info.render,
      memory: () => stage?.renderer.info.memory,
      screenOf: (point) => stage?.project(new Vector3(...point).sub(origin)),
      seen: () => scene?.bodies.seen ?? null,
      bodyAt: (x, y) => {
        const picked = scene?.pickAt(x, y);
        return picked && { name: picked.body.name, point: picked.point.add(origin).toArray() };
      },
    };
  }
}
