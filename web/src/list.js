// The reports that `tocca view` serves, where they are several.
import { verdictChip } from "./panel.js";
import { element } from "./text.js";

function stateOf(file) {
  if (file.state === "waiting") return "waiting for the file";
  if (file.state === "broken") return file.message;
  const when = new Date(file.modified).toLocaleString();
  return `${file.title ? `${file.title} · ` : ""}${file.running ? "running, " : ""}${when}`;
}

export function showList(files) {
  document.getElementById("list-items").replaceChildren(...files.map((file, k) => element("li", {},
    element("a", { class: "entry", href: `/${k}/` }, element("span", { class: "name" }, file.name),
      file.outcome ? verdictChip(file.outcome, file.headline) : "", element("span", { class: "more" }, stateOf(file))))));
}
