// The keyboard. Keys that a control of the page uses itself are left to it.

const PART = 0.01; // of the whole time, for an arrow
const TURN = Math.PI / 24; // of the scene

/// Until the signal comes. Gives the list of keys and what they do.
export function connectKeys(actions, signal) {
  const keys = [
    [" ", "Space", "play or pause", actions.toggle],
    ["ArrowRight", "→", "forward", () => actions.step(PART)],
    ["ArrowLeft", "←", "back", () => actions.step(-PART)],
    ["Home", "Home", "to the start", actions.start],
    ["End", "End", "to the end", actions.end],
    ["ArrowDown", "↓", "next segment", () => actions.segment(1)],
    ["ArrowUp", "↑", "segment before", () => actions.segment(-1)],
    ["n", "n", "next contact", () => actions.contact(1)],
    ["p", "p", "previous contact", () => actions.contact(-1)],
    ["c", "c", "look at the contact, or the nearest pair", actions.lookAtContact],
    ["r", "r", "overview", actions.lookAtAll],
    ["Shift+ArrowRight", "Shift →", "turn the scene (also ← ↑ ↓)", () => actions.turn(TURN, 0)],
    ["Shift+ArrowLeft", "", "", () => actions.turn(-TURN, 0)],
    ["Shift+ArrowUp", "", "", () => actions.turn(0, TURN)],
    ["Shift+ArrowDown", "", "", () => actions.turn(0, -TURN)],
    ["PageUp", "Page ↑", "scene: nearer", () => actions.dolly(0.85)],
    ["PageDown", "Page ↓", "scene: farther", () => actions.dolly(1 / 0.85)],
    ["k", "k", "the other kind of distances", actions.kind],
    ["l", "l", "copy a link to this moment and view", actions.link],
    ["i", "i", "save the view as a picture", actions.picture],
    ["+", "+", "curve: zoom in", () => actions.zoom(0.5)],
    ["-", "−", "curve: zoom out", () => actions.zoom(2)],
    ["d", "d", "dark or light", actions.theme],
    ...actions.switches.filter(({ key }) => key).map(({ key, name, toggle }) => [key, key, `show or hide: ${name.toLowerCase()}`, toggle]),
    ["?", "?", "this list", actions.help],
  ];
  const byKey = new Map(keys.map(([key, , , action]) => [key, action]));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const target = event.target, tag = target.tagName;
    if (tag === "SELECT" || (tag === "INPUT" && (target.type === "text" || (target.type === "range" && target.id !== "scrub" && event.key !== " ")))) return;
    if (event.key === " " && (tag === "BUTTON" || tag === "SUMMARY" || target.type === "checkbox")) return;
    const action = byKey.get(event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }, { signal });
  return keys.filter(([, label]) => label).map(([, label, meaning]) => [label, meaning]);
}
