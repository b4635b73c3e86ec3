// The page around a report: the parts that stay, and those that are made anew for each report that it shows.
import { Vector3 } from "three";
import { Clock } from "./clock.js";
import { Curve } from "./curve.js";
import { connectKeys } from "./keys.js";
import { showDetails, showEvents, showHead, showParameters, showResult, showSegments, showSwitches } from "./panel.js";
import { contactNow, ReportScene, VISUALS } from "./scene.js";
import { Stage } from "./stage.js";
import { element } from "./text.js";
import { Theme } from "./theme.js";
import { connectTimeline } from "./timeline.js";

const byId = (id) => document.getElementById(id);

export class Page {
  constructor() {
    this.theme = new Theme();
    this.chosen = new Map(); // switches that the reader has changed
    byId("theme").addEventListener("click", () => this.theme.toggle());
    byId("help-open").addEventListener("click", () => byId("help").showModal());
    byId("view-all").addEventListener("click", () => this.scene?.lookAtAll(true));
    byId("view-contact").addEventListener("click", () => this.lookAtContact());
    this.listenForPicks();
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
    this.offerToScripts();
  }

  build(report, signal, direction) {
    const { clock, theme, stage } = this;
    this.curve = new Curve(report, clock, byId("plot"), signal);
    this.scene = stage && new ReportScene(report, stage, clock, theme, byId("labels"), signal);
    if (this.scene) this.scene.direction = direction;
    const switches = this.scene?.switches() ?? [];
    showHead(report);
    showResult(report, clock, () => this.lookAtContact());
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

  connectKeys(switches, signal) {
    const { clock, curve, theme } = this;
    const keys = connectKeys({
      toggle: () => clock.toggle(), step: (part) => clock.step(part), contact: (way) => clock.contact(way),
      start: () => (clock.pause(), clock.seek(clock.begin)), end: () => (clock.pause(), clock.seek(clock.end)),
      lookAtContact: () => this.lookAtContact(), lookAtAll: () => this.scene?.lookAtAll(true), theme: () => theme.toggle(), zoom: (factor) => curve.zoom(factor),
      help: () => byId("help").showModal(), switches,
    }, signal);
    byId("help-keys").replaceChildren(...keys.flatMap(([key, meaning]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, meaning)]));
  }

  lookAtContact() {
    if (this.scene) this.scene.lookAtContact();
    else this.clock.contact(1);
  }

  /// A contact is what the reader came for, or the newest moment of a run that goes on, unless the address says otherwise.
  firstMoment() {
    const { report } = this, asked = new URLSearchParams(location.hash.slice(1)).get("t"); // report.html#t=2.5
    if (asked !== null && Number.isFinite(Number(asked))) return Number(asked);
    return report.running ? report.end : (report.contacts[0]?.contact ?? report.begin);
  }

  listenForPicks() {
    const canvas = byId("canvas");
    let down = null;
    canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    canvas.addEventListener("pointerup", (event) => {
      if (!this.scene || !down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      const { left, top } = canvas.getBoundingClientRect();
      const body = this.scene.pickAt(event.clientX - left, event.clientY - top)?.body;
      byId("picked").textContent = body ? (body.group ? `${body.name} of ${body.group}` : body.name) : "";
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
      bodyAt: (x, y) => {
        const picked = scene?.pickAt(x, y);
        return picked && { name: picked.body.name, point: picked.point.add(origin).toArray() };
      },
    };
  }
}
