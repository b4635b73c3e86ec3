// Play, pause, scrub: the buttons and the slider under the scene.
import { nearestAt } from "./nearest.js";
import { lengthText, momentText, pairWords, readoutText } from "./text.js";

const byId = (id) => document.getElementById(id);

/// Until the signal comes.
export function connectTimeline(report, clock, curve, signal) {
  const play = byId("play"), scrub = byId("scrub"), time = byId("time"), distance = byId("distance");
  const on = (target, name, act) => target.addEventListener(name, act, { signal });
  on(play, "click", () => clock.toggle());
  on(byId("to-start"), "click", () => {
    clock.pause();
    clock.seek(clock.begin);
  });
  on(byId("next-contact"), "click", () => clock.contact(1));
  byId("next-contact").hidden = report.contacts.length === 0;
  on(byId("speed"), "change", (event) => (clock.speed = Number(event.target.value)));
  on(scrub, "focus", () => byId("plot").classList.toggle("focused", scrub.matches(":focus-visible")));
  on(scrub, "blur", () => byId("plot").classList.remove("focused"));
  scrub.min = clock.begin;
  scrub.max = clock.end;
  on(scrub, "input", () => {
    clock.pause();
    clock.seek(Number(scrub.value));
  });
  byId("transport").classList.toggle("still", clock.still);

  const pairNow = () => nearestAt(report, curve.line, clock.time)?.bodies.map((body) => report.bodies[body].name) ?? null;
  const showTime = () => {
    const text = momentText(report, clock.time), now = curve.distanceAt(clock.time);
    scrub.value = clock.time;
    scrub.setAttribute("aria-valuetext", text);
    time.textContent = text;
    distance.textContent = !now ? "" : now.tooNear ? `too near: ${lengthText(now.upper)}` : now.touching ? "touching" : `${report.curve.word || "nearest pair"} ${readoutText(report, now)}`;
    const pair = now?.touching ? now.pair : now ? pairNow() : null;
    byId("pair").replaceChildren(...(pair ? [pairWords(pair)] : []));
  };
  on(clock, "time", showTime);
  on(clock, "playing", () => {
    play.classList.toggle("playing", clock.playing);
    play.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
  });
  showTime();
}
