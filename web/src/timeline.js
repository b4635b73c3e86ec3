// Play, pause, scrub: the buttons and the slider under the scene.
import { lengthText, momentText } from "./text.js";

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
  scrub.addEventListener("focus", () => byId("plot").classList.toggle("focused", scrub.matches(":focus-visible")));
  scrub.addEventListener("blur", () => byId("plot").classList.remove("focused"));
  scrub.min = clock.begin;
  scrub.max = clock.end;
  scrub.addEventListener("input", () => {
    clock.pause();
    clock.seek(Number(scrub.value));
  });
  if (clock.still) byId("transport").classList.add("still");

  const showTime = () => {
    const text = momentText(report, clock.time), now = curve.distanceAt(clock.time);
    scrub.value = clock.time;
    scrub.setAttribute("aria-valuetext", text);
    time.textContent = text;
    distance.textContent = !now ? "" : now.touching ? "touching" : `nearest pair ${lengthText(now.upper)}`;
  };
  clock.addEventListener("time", showTime);
  clock.addEventListener("playing", () => {
    play.classList.toggle("playing", clock.playing);
    play.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
  });
  showTime();
}
