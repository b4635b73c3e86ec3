// What `tocca view` adds: the page hears of each new version of its file and shows it in place; several files have a list.
import { checkedReport } from "./data.js";
import { showList } from "./list.js";

const byId = (id) => document.getElementById(id);
const AGAIN_MS = 2000; // until the next try, where the browser has given up
const REST = 1; // times as long as the last version took to show, before the next is fetched: the page stays at hand

/// Listens to the server's events, {files: [{name, state, version, ...}]}, and calls changed(files, connected) for each.
function listen(changed) {
  let source = null, files = [];
  const connect = () => {
    if (source || document.hidden) return;
    const mine = (source = new EventSource("/events"));
    mine.onmessage = ({ data }) => {
      ({ files } = JSON.parse(data));
      changed(files, true);
    };
    mine.onerror = () => {
      changed(files, false);
      if (mine.readyState !== EventSource.CLOSED || source !== mine) return; // it tries again by itself
      source = null;
      setTimeout(connect, AGAIN_MS);
    };
  };
  // A browser keeps six connections to a server: pages that nobody sees leave theirs to others.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else {
      connect();
    }
  });
  connect();
}

/// One file of the server, shown in the page.
class LiveReport {
  constructor(index, page, fail) {
    Object.assign(this, { index, page, fail, version: null, error: null, connected: false });
    byId("follow").addEventListener("click", () => {
      page.clock.pause();
      page.clock.seek(page.clock.end);
    });
  }

  changed(files, connected) {
    this.connected = connected;
    this.file = files[this.index];
    byId("to-list").hidden = files.length < 2;
    this.tell();
    if (connected) this.fetchNewest();
  }

  /// One fetch at a time; what came meanwhile is fetched after it, only the newest.
  async fetchNewest() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.connected && this.file.version && this.file.version !== this.version) {
        const begin = performance.now();
        await this.fetchOnce();
        this.tell();
        await new Promise((done) => setTimeout(done, REST * (performance.now() - begin)));
      }
    } catch {
      // The server has gone; its next event, if it comes back, starts anew.
    } finally {
      this.busy = false;
    }
  }

  async fetchOnce() {
    const wanted = this.file.version, answer = await fetch(`/${this.index}/data`);
    if (!answer.ok) throw new Error(answer.statusText);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    this.version = answer.headers.get("ETag")?.replaceAll('"', "") ?? wanted; // a newer one may be there by now
    try {
      const [checksum, length] = this.version.split("-");
      this.page.show(checkedReport(bytes, Number(length), checksum));
      this.error = null;
      this.followNow();
    } catch (error) {
      this.error = error;
    }
  }

  /// The switch "Follow" is on while the newest moment is shown.
  followNow() {
    const { clock } = this.page, show = () => byId("follow").setAttribute("aria-pressed", clock.atEnd);
    if (!this.listening) clock.addEventListener("time", show);
    this.listening = true;
    show();
  }

  tell() {
    const { file, connected, page, error } = this, running = page.report?.running ?? false;
    const message = error?.message ?? (file?.state === "broken" ? file.message : "");
    byId("follow").hidden = !running;
    showState(byId("live"), connected, file, running);
    byId("live-message").hidden = !message || !page.report;
    byId("live-message").textContent = `${message}. The page shows the previous version.`;
    if (page.report) return;
    if (error) this.fail(error);
    else if (message) this.cover(`${file.name} cannot be shown`, `${message}. It will appear here as soon as it can be shown.`);
    else if (file?.state === "checking") this.cover("Checking", file.name, true);
    else if (file?.state === "waiting") this.cover(`Waiting for ${file.name}`, "It will appear here as soon as it exists.", true);
    else if (!connected) this.cover("No connection", "tocca view does not respond. This page keeps trying.");
  }

  cover(title, text, calm = false) {
    byId("cover-title").textContent = title;
    byId("cover-text").textContent = text;
    byId("cover").classList.add("now");
    byId("cover").querySelector(".cover-card").classList.toggle("calm", calm);
  }
}

/// A word on whether more comes.
function showState(chip, connected, file, running) {
  const [look, words] = !connected ? ["live-lost", "connection lost, trying again"]
    : file?.state === "waiting" ? ["live-waits", `waiting for ${file.name}`]
    : file?.state === "broken" ? ["live-lost", "file cannot be read"]
    : file?.state === "checking" ? ["live-now running", "checking"]
    : running ? ["live-now running", "running"] : ["live-now", "live"];
  chip.className = `badge ${look}`;
  if (chip.textContent !== words) chip.textContent = words;
  chip.hidden = false;
}

/// `file` is the page's own among the server's files; null: the list of all.
export function connectLive({ file }, page, fail) {
  if (file !== null) {
    const report = new LiveReport(file, page, fail);
    return listen((files, connected) => report.changed(files, connected));
  }
  byId("cover").hidden = true;
  byId("list").hidden = false;
  document.title = "tocca";
  listen((files, connected) => {
    showState(byId("list-live"), connected, null, false);
    showList(files);
  });
}

/// A file on its own may come from a run that goes on, or was broken off.
export function tellUnfinished(report) {
  if (!report.running) return;
  const chip = byId("live");
  chip.className = "badge live-waits";
  chip.textContent = "the run had not ended when this file was written";
  chip.hidden = false;
}
