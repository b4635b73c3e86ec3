// Play, pause, scrub: the buttons and the slider under the scene.
import { lengthText, timeText } from "./text.js";

const byId = (id) => document.getElementById(id);

export function connectTimeline(report, clock, curve) {
  const play = byId("play"), scrub = byId("scrub"), time = byId("time"), distance = byId("distance");
  play.addEventListener("click", () => clock.toggle());
  byId("to-start").addEventListener("click", () => {
    clock.pause();
    clock.seek(clock.begin);
  });
  byId("next-contact").addEventListener("click", () => clock.contact(1));
  byId("next-contact").hidden = report.contacts.length === 0;
  byId("speed").addEventListener("change", (event) => (clock.speed = Number(event.target.value)));
  scrub.min = clock.begin;
  scrub.max = clock.end;
  scrub.addEventListener("input", () => {
    clock.pause();
    clock.seek(Number(scrub.value));
  });
  if (clock.still) byId("transport").classList.add("still");

  const showTime = () => {
    const text = timeText(clock.time, clock.unit);
    scrub.value = clock.time;
    scrub.setAttribute("aria-valuetext", `${clock.unit === "s" ? "" : "segment "}${text}`);
    time.textContent = clock.unit === "s" ? text : `t = ${text}`;
    const now = curve.distanceAt(clock.time);
    distance.textContent = now ? `nearest pair ${lengthText(now.upper)}` : "";
  };
  clock.addEventListener("time", showTime);
  clock.addEventListener("playing", () => {
    play.classList.toggle("playing", clock.playing);
    play.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
  });
  showTime();
}
