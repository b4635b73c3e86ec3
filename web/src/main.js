// The page: reads its data, builds the parts, connects them.
import { Box3, Vector2, Vector3 } from "three";
import { Bodies, cornersOf } from "./bodies.js";
import { Clock } from "./clock.js";
import { Curve } from "./curve.js";
import { readReport, ReportError } from "./data.js";
import { connectKeys } from "./keys.js";
import { Layer } from "./layers.js";
import { Marks } from "./marks.js";
import { showDetails, showEvents, showHead, showParameters, showResult, showSegments, showSwitches } from "./panel.js";
import { Stage } from "./stage.js";
import { element } from "./text.js";
import { Theme } from "./theme.js";
import { connectTimeline } from "./timeline.js";
import { bestView, pointsToSee } from "./view.js";

const byId = (id) => document.getElementById(id);

function fail(error) {
  const known = error instanceof ReportError;
  byId("cover-title").textContent = known ? error.title : "This report cannot be shown";
  byId("cover-text").textContent = known ? error.message : `Something went wrong: ${error.message}`;
  byId("cover").classList.add("now");
  byId("cover").hidden = false;
  byId("app").hidden = true;
}

/// The scene, or null where the browser cannot draw it: all else still works.
function openStage(report, theme) {
  let stage;
  try {
    stage = new Stage(byId("canvas"), theme);
  } catch {
    byId("stage-message").textContent = "This browser cannot draw in three dimensions (WebGL is off). Everything else works.";
    byId("stage-message").hidden = false;
    return null;
  }
  const bodies = new Bodies(report, theme);
  stage.scene.add(bodies.group);
  const extent = bodies.extent();
  stage.arrange(extent.whole, extent.focus);
  return { stage, bodies, extent, marks: new Marks(report, stage, theme, byId("labels")) };
}

/// Everything of the scene that follows the clock, and what can be switched in it.
function connectScene({ stage, bodies, extent, marks }, report, clock, theme) {
  const layers = report.layers.map((data) => new Layer(data, report, bodies, theme));
  for (const layer of layers) stage.scene.add(layer.group);
  const ghosts = bodies.addGhosts(report.ghosts);
  if (ghosts) {
    ghosts.visible = false;
    stage.scene.add(ghosts);
  }
  const update = () => {
    const segment = contactNow(report, clock.time);
    bodies.setTime(clock.time);
    for (const layer of layers) layer.setTime(clock.time);
    bodies.highlight(segment?.pairs ?? []);
    marks.show(segment ?? eventNow(report, clock.time));
    stage.draw(true);
  };
  clock.addEventListener("time", update);
  clock.addEventListener("playing", () => stage.setPlaying(clock.playing));
  const show = (thing) => (on) => {
    thing.visible = on;
    stage.draw(true);
  };
  const switches = [
    { name: "Robots and moving bodies", on: true, key: "b", change: show(bodies.robots) },
    ...(bodies.stillMesh ? [
      { name: "Surroundings", on: true, key: "s", change: show(bodies.surroundings) },
      { name: "See-through surroundings", on: false, key: "x", change: (on) => (bodies.setSeeThrough(on), stage.draw(true)) },
    ] : []),
    { name: "Contacts and normals", on: true, key: "m", change: (on) => marks.setEnabled(on) },
    ...(ghosts ? [{ name: "Ghost poses", on: false, key: "g", change: show(ghosts) }] : []),
    ...layers.map((layer) => ({ name: layer.data.name, on: false, key: { swept: "v", tube: "t" }[layer.data.kind], change: (on) => (layer.show(on, clock.time), stage.draw()) })),
    { name: "Grid", on: true, change: show(stage.grid) },
  ];
  update();
  const direction = bestView(report, bodies, stage.size, pointsToSee(report, bodies, extent));
  const view = (fly) => stage.look(extent.points, direction, fly);
  view(false);
  return { switches, view, lookAtContact: () => lookAtContact(report, clock, stage, bodies) };
}

/// The segment whose contact has been reached at this moment.
function contactNow(report, time) {
  const margin = 1e-9 * (report.end - report.begin);
  return report.contacts.findLast((segment) => segment.contact <= time + margin && time <= segment.end + margin) ?? null;
}

/// The last event that points somewhere, as something to mark; null before the first and after the next without a place.
function eventNow(report, time) {
  const event = report.events.findLast((one) => one.time <= time);
  return event?.points.length ? event : null;
}

function lookAtContact(report, clock, stage, bodies) {
  const segment = contactNow(report, clock.time) ?? report.contacts[0];
  if (!segment) return;
  clock.pause();
  clock.seek(segment.contact);
  const points = segment.contacts.map(({ point }) => new Vector3(...point).sub(new Vector3(...report.origin)));
  const reach = 0.09 * stage.size, box = new Box3().setFromPoints(points).expandByScalar(reach);
  stage.look(cornersOf(box), bestView(report, bodies, 3.5 * reach, points.slice(0, 1)));
}

/// What is drawn at a place of the canvas, in pixels.
function pickAt({ stage, bodies }, x, y) {
  const { clientWidth: width, clientHeight: height } = stage.canvas;
  return bodies.pick(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), stage.camera);
}

function connectPicking(scene) {
  const { canvas } = scene.stage;
  let down = null;
  canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
  canvas.addEventListener("pointerup", (event) => {
    if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
    const { left, top } = canvas.getBoundingClientRect();
    const body = pickAt(scene, event.clientX - left, event.clientY - top)?.body;
    byId("picked").textContent = body ? (body.group ? `${body.name} of ${body.group}` : body.name) : "";
  });
}

function open() {
  const report = readReport(document);
  const theme = new Theme(), clock = new Clock(report);
  byId("app").hidden = false;
  byId("cover").hidden = true;
  const curve = new Curve(report, clock, byId("plot"));
  const opened = openStage(report, theme);
  const scene = opened ? connectScene(opened, report, clock, theme) : { switches: [], view() {}, lookAtContact: () => clock.contact(1) };
  if (opened) connectPicking(opened);
  showHead(report);
  showResult(report, clock, () => scene.lookAtContact());
  showSegments(report, clock);
  showEvents(report, clock);
  showSwitches(scene.switches);
  showParameters(report);
  connectTimeline(report, clock, curve);
  clock.addEventListener("time", () => showDetails(report, contactNow(report, clock.time)));
  byId("view-all").addEventListener("click", () => scene.view(true));
  byId("view-contact").addEventListener("click", () => scene.lookAtContact());
  byId("view-contact").hidden = report.contacts.length === 0;
  byId("theme").addEventListener("click", () => theme.toggle());
  byId("help-open").addEventListener("click", () => byId("help").showModal());
  const keys = connectKeys({
    toggle: () => clock.toggle(), step: (part) => clock.step(part), contact: (way) => clock.contact(way),
    start: () => (clock.pause(), clock.seek(clock.begin)), end: () => (clock.pause(), clock.seek(clock.end)),
    lookAtContact: () => scene.lookAtContact(), lookAtAll: () => scene.view(true), theme: () => theme.toggle(), zoom: (factor) => curve.zoom(factor),
    help: () => byId("help").showModal(), switches: scene.switches,
  });
  byId("help-keys").replaceChildren(...keys.flatMap(([key, meaning]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, meaning)]));
  const asked = new URLSearchParams(location.hash.slice(1)).get("t"); // report.html#t=2.5
  // A contact is what the reader came for, unless the address says otherwise.
  clock.seek(asked !== null && Number.isFinite(Number(asked)) ? Number(asked) : (report.contacts[0]?.contact ?? report.begin));
  offerToScripts(report, clock, opened);
}

/// For scripts and tests: the moment, what is drawn where, and how much work it was.
function offerToScripts(report, clock, scene) {
  const origin = new Vector3(...report.origin);
  window.tocca = {
    report, clock,
    frames: () => scene?.stage.frames ?? 0,
    work: () => scene?.stage.renderer.info.render,
    screenOf: (point) => scene?.stage.project(new Vector3(...point).sub(origin)),
    bodyAt: (x, y) => {
      const picked = scene && pickAt(scene, x, y);
      return picked && { name: picked.body.name, point: picked.point.add(origin).toArray() };
    },
  };
}

// The data come after this script in the file.
addEventListener("DOMContentLoaded", () => {
  try {
    open();
  } catch (error) {
    fail(error);
  }
});
