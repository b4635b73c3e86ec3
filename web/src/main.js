// Where the report comes from: the file that this page is in, or `tocca view`, which tells of new ones.
import { readReport, ReportError } from "./data.js";
import { connectLive, tellUnfinished } from "./live.js";
import { Page } from "./page.js";

const byId = (id) => document.getElementById(id);

function fail(error) {
  const known = error instanceof ReportError;
  byId("cover-title").textContent = known ? error.title : "This report cannot be shown";
  byId("cover-text").textContent = known ? error.message : `Something went wrong: ${error.message}`;
  byId("cover").classList.add("now");
  byId("cover").hidden = false;
  byId("app").hidden = true;
}

// The data come after this script in the file.
addEventListener("DOMContentLoaded", () => {
  try {
    const page = new Page(), server = byId("tocca-view");
    if (server) return connectLive(JSON.parse(server.textContent), page, fail);
    const report = readReport(document);
    page.show(report);
    tellUnfinished(report);
  } catch (error) {
    fail(error);
  }
});
