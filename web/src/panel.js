// What is told in words: the result, the table of segments, switches, parameters.
import { VERDICTS } from "./theme.js";
import { moreText, onePerPair } from "./marks.js";
import { bracketText, contactNumber, contactText, contactWord, dateText, distanceText, element, lengthText, metresText, momentText, nameWords, pairWords, placeText, spanText, unitText, wordOf } from "./text.js";

const byId = (id) => document.getElementById(id);
const MOST_CONTACTS = 12;

export function verdictChip(verdict, words = "") {
  const { sign, word } = VERDICTS[verdict];
  return element("span", { class: `chip ${verdict}` }, element("span", { class: "sign", "aria-hidden": "true" }, sign), words || word);
}

export function showHead(report) {
  document.title = `${report.title} · tocca`;
  byId("title").replaceChildren(...report.title.split(" · ").flatMap((part, k) => [...(k > 0 ? [" · "] : []), nameWords(part)]));
  byId("title").title = report.title;
  const { sign } = VERDICTS[report.outcome], word = report.tooNear && report.outcome === "contact" ? contactWord(report) : VERDICTS[report.outcome].word;
  byId("badge").className = `badge ${report.outcome}`;
  const made = report.running && report.outcome !== "contact" ? `${word} so far` : `${word}${report.outcome === "free" && report.proven ? ", proven" : ""}`;
  byId("badge").replaceChildren(element("span", { class: "sign", "aria-hidden": "true" }, sign), ` ${report.headline || made}`);
  byId("certificate").hidden = !report.certificate;
  byId("certificate").textContent = report.certificate ? report.certificate.split(":")[0] : "";
  byId("certificate").title = report.certificate || "";
  byId("segments-title").textContent = `${wordOf(report)}s`;
  byId("segments-box").hidden = report.segments.length === 0;
}

/// What a contact's pair does: it touches, or keeps less distance than was asked for. In the words of the program.
function doing({ contacts, tooNear }, report, a, b) {
  const places = contacts.filter((place) => place.a === a && place.b === b), least = report.tolerance ?? 1e-6;
  return tooNear || (places.length > 0 && places.every(({ distance }) => distance > least)) ? "comes too near to" : "touches";
}

/// A text of the program, whose long names are shortened where there is too little room.
function withNames({ bodies }, text) {
  const names = new Set(bodies.map(({ name }) => name));
  return text.split(/(\s+)/).map((word) => {
    const [name, rest] = [word.replace(/[.,:;]+$/, ""), word.match(/[.,:;]*$/)[0]];
    return names.has(name) ? element("span", { class: "with-name" }, nameWords(name), rest) : word;
  });
}

function sentence(report) {
  if (report.summary) return withNames(report, report.summary);
  const level = report.curve.level, apart = level > 0 ? `farther apart than ${lengthText(level)}` : "apart";
  const first = report.contacts[0];
  if (report.outcome === "free") {
    return [`${report.running ? "So far every" : "Every"} checked pair stays ${apart}, at every moment of ${report.segments.length === 1 ? "the" : "every"} ${wordOf(report)}. ${report.proven ? "This is proven: nothing is sampled, rounding is inside the bounds." : "This is not proven: a stage that proves nothing took part."}`];
  }
  if (!first) return [report.running ? "Nothing is decided yet." : "Not everything was decided: the work budget ran out, or rounding exceeds the tolerance."];
  const where = first.initial ? "from the very start, at " : report.clock === "s" ? "at " : "at t = ";
  const pairs = first.pairs.slice(0, 3).flatMap(([a, b], k) => [k > 0 ? ", " : "", nameWords(a), ` ${doing(first, report, a, b)} `, nameWords(b)]);
  return [`${first.tooNear ? "Too near for the first time" : "First contact"} in ${wordOf(report)} ${first.index} ${where}`, element("strong", { id: "contact-time" }, contactText(report, first)),
    ": ", ...pairs, `${first.pairs.length > 3 ? " and more" : ""}.`, inAll(report)];
}

/// How many contacts there are, where all are known.
function inAll({ stretches, tooNear }) {
  const count = stretches.filter(({ kind }) => kind === "contact").length, what = tooNear ? "where something is too near" : "of contact";
  return count > 1 ? ` In all there are ${count} stretches ${what}, listed below.` : count === 1 ? ` It is the only stretch ${what}.` : "";
}

/// How near anything comes, as something to click on: the proven bracket, or what was seen where nothing is proven.
function nearestLine(report, clock) {
  const { time, distance, a, b } = report.nearest;
  const known = distance[0] > 0 ? "proven" : "among the moments looked at";
  const button = element("button", { type: "button", id: "nearest" }, `${report.running ? "Nearest so far" : "Nearest"}: ${distanceText(distance)}, ${known}`, element("br"), pairWords([a, b]), element("br"), element("span", { class: "numbers" }, placeText(report, time, 6)),
    element("br"), element("span", { class: "numbers exact" }, `${distance[0] > 0 ? `${metresText(distance[0])} to ` : ""}${metresText(distance[1])} m`));
  button.addEventListener("click", () => {
    clock.pause();
    clock.seek(time);
  });
  return button;
}

/// What the reader should know besides, folded: one line says how much there is.
function notesOf(notes, open) {
  const head = notes.length === 1 ? "1 note" : `${notes.length} notes`;
  return element("details", { id: "notes", ...(open ? { open: "" } : {}) }, element("summary", {}, head), ...notes.map((note) => element("p", { class: "note" }, unitText(note))));
}

export function showResult(report, clock, seek) {
  const box = byId("result"), first = report.contacts[0];
  const details = byId("details") ?? element("div", { id: "details", "aria-live": "polite" }); // what is unfolded in it stays so
  box.replaceChildren(element("h2", { id: "result-title" }, "Result"), element("p", { class: "sentence" }, ...sentence(report), report.certificate ? ` ${report.certificate}.` : ""));
  if (first) {
    const button = element("button", { type: "button", class: `primary` }, first.tooNear ? "Show where it is too near" : "Show the contact");
    button.addEventListener("click", () => seek(first.contact));
    box.append(button);
  }
  if (report.hasLeast) box.append(nearestLine(report, clock));
  if (report.notes.length) box.append(notesOf(report.notes, byId("notes")?.open));
  box.append(details);
}

/// The contact that the moment shown is in: bracket, places, configuration.
export function showDetails(report, segment) {
  const box = byId("details");
  if (box.segment === segment) return;
  box.segment = segment;
  if (!segment) return box.replaceChildren();
  const unfolded = box.querySelector("details")?.open;
  const facts = element("dl", { class: "facts" });
  const fact = (name, ...value) => facts.append(element("dt", {}, name), element("dd", {}, ...value));
  if (report.clock !== "step") fact(`Time in ${wordOf(report)}`, bracketText(segment.time));
  const { chosen } = onePerPair(segment.contacts);
  chosen.slice(0, MOST_CONTACTS).forEach(({ a, b, point, kind }, k) => {
    const more = segment.contacts.filter((place) => place.a === a && place.b === b).length - 1;
    fact(k === 0 ? "Places" : "", pairWords([a, b]), element("br"), element("span", { class: "numbers" }, point.map((x) => x.toFixed(4)).join("  ")), ", ", element("span", { class: "kind-words" }, kind), more > 0 ? element("small", {}, ` ${moreText(0, more)}`) : "");
  });
  if (chosen.length > MOST_CONTACTS) fact("", moreText(chosen.length - MOST_CONTACTS, 0));
  const joints = Object.entries(segment.configuration);
  const table = element("table", { class: "joints" }, ...joints.map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value.toFixed(5)))));
  box.replaceChildren(element("h3", {}, segment.tooNear ? "Where it is too near" : "At the contact"), facts,
    joints.length ? element("details", unfolded ? { open: "" } : {}, element("summary", {}, "Configuration"), table) : "");
}

export function showSegments(report, clock, signal) {
  const box = byId("segments"), scrolled = box.scrollTop;
  const body = element("tbody"), timed = report.clock !== "step"; // a step is its own time
  const headings = [...report.chapters];
  const rows = report.segments.map((segment) => {
    while (headings[0]?.begin <= segment.begin) body.append(element("tr", { class: "chapter" }, element("th", { colspan: 4, scope: "rowgroup" }, headings.shift().name)));
    const pair = segment.pairs?.length ? segment.pairs[0].join(" × ") : "", more = segment.pairs?.length > 1 ? ` +${segment.pairs.length - 1}` : "";
    const go = element("button", { type: "button", class: "row" }, String(segment.index));
    const row = element("tr", { "data-index": segment.index }, element("td", {}, go), element("td", {}, verdictChip(segment.verdict, segment.tooNear ? contactWord(segment) : "")),
      ...(timed ? [element("td", { class: "numbers" }, segment.contact === null ? "" : contactNumber(report, segment))] : []), element("td", { class: "pair", title: pair + more }, ...(pair ? [pairWords(segment.pairs[0]), more ? element("small", {}, more) : ""] : [])));
    row.addEventListener("click", () => {
      clock.pause();
      clock.seek(segment.contact ?? segment.begin);
    });
    body.append(row);
    return row;
  });
  box.replaceChildren(element("table", {},
    element("thead", {}, element("tr", {}, ...["#", "Verdict", ...(timed ? [report.clock === "s" ? "Time, s" : "Time"] : []), "Pair"].map((name) => element("th", { scope: "col" }, name)))), body));
  let current = null;
  const mark = (scroll) => {
    const k = report.segments.findLastIndex((segment) => segment.begin <= clock.time);
    if (rows[k] === current) return;
    current?.removeAttribute("aria-current");
    current = rows[k];
    current?.setAttribute("aria-current", "true");
    if (scroll && current && box.scrollHeight > box.clientHeight) box.scrollTop = current.offsetTop - box.clientHeight / 2;
  };
  clock.addEventListener("time", () => mark(true), { signal });
  mark(false);
  box.scrollTop = scrolled;
}

/// Marks on the clock as a list; a click jumps there.
export function showEvents(report, clock) {
  byId("events-box").hidden = report.events.length === 0;
  byId("events-title").textContent = report.stretches.length ? (report.curve.level > 0 || report.tooNear ? "All that touches or is too near" : "All contacts") : "Events";
  byId("events").replaceChildren(...report.events.map((event) => {
    const words = element("span", {}, event.text), when = (text) => element("span", { class: "numbers" }, text);
    const button = element("button", { type: "button", class: `event on-${event.kind}${event.until === undefined ? "" : " stretch"}` },
      ...(event.until === undefined ? [when(momentText(report, event.time)), words] : [words, when(spanText(report, event.time, event.until))]));
    button.addEventListener("click", () => {
      clock.pause();
      clock.seek(event.time);
    });
    return element("li", {}, button);
  }));
}

/// Check boxes: [{name, on, key, change(on)}]. Those that the reader had switched before stay as they were: `chosen` remembers, by name.
export function showSwitches(switches, chosen) {
  byId("switches").replaceChildren(...switches.map((entry) => {
    const box = element("input", { type: "checkbox", "aria-keyshortcuts": entry.key });
    box.checked = chosen.get(entry.name) ?? entry.on;
    if (box.checked !== entry.on) entry.change(box.checked);
    box.addEventListener("change", () => {
      chosen.set(entry.name, box.checked);
      entry.change(box.checked);
    });
    entry.toggle = () => box.click();
    return element("label", { class: "switch" }, box, element("span", {}, entry.name), entry.key ? element("kbd", { "aria-hidden": "true" }, entry.key) : "");
  }));
}

export function showParameters(report) {
  const list = byId("parameters");
  const all = [...report.parameters, ["Program", report.program], ["Verb", report.verb], ...(report.date ? [["Run on", dateText(report.date)]] : [])];
  list.replaceChildren(...all.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, unitText(value))]));
}

/// The kinds of pairs whose distances are drawn, to choose one that is looked at: where there are two.
export function showKinds(report, curve, scene) {
  const box = byId("kinds"), words = { self: "among the robot's own links", others: "to everything else" };
  box.hidden = curve.lines.length < 2;
  const choose = (line) => {
    if (scene) scene.line = line;
    curve.choose(line);
    for (const [k, one] of curve.lines.entries()) box.children[k]?.setAttribute("aria-checked", one === line);
  };
  box.replaceChildren(...(box.hidden ? [] : curve.lines.map((line) => {
    const button = element("button", { type: "button", role: "radio", class: `kind ${line.kind}`, "aria-checked": line === curve.line, title: "Next kind of distance (k)" }, element("span", { class: "swatch", "aria-hidden": "true" }), words[line.kind]);
    button.addEventListener("click", () => choose(line));
    return button;
  })));
  if (scene) scene.line = curve.line;
  return {
    next: () => choose(curve.lines[(curve.lines.indexOf(curve.line) + 1) % Math.max(1, curve.lines.length)] ?? curve.line),
    choose: (kind) => choose(curve.lines.find((line) => line.kind === kind) ?? curve.line),
  };
}
