#include "results/results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#ifdef TOCCA_HAS_HIGHWAY
#include <hwy/targets.h>
#endif

namespace tocca::bench {
namespace {

using Json = nlohmann::ordered_json;

/// The best that the processor has and Highway compiles for: what every kernel of the library dispatches to.
std::string simd_target() {
#ifdef TOCCA_HAS_HIGHWAY
  const std::int64_t usable = hwy::SupportedTargets() & HWY_TARGETS;
  return hwy::TargetName(usable & -usable);  // better targets have lower bits
#else
  return "none (built without Highway)";
#endif
}

Json build() {
  return {{"version", TOCCA_VERSION},      {"compiler", TOCCA_COMPILER}, {"type", TOCCA_BUILD_TYPE},
          {"flags", TOCCA_COMPILER_FLAGS}, {"simd", simd_target()},      {"revision", TOCCA_REVISION}};
}

void add_wrong(Json& json, const WrongAnswers& wrong) {
  if (wrong.missed) json["missed"] = *wrong.missed;
  if (wrong.invented) json["invented"] = *wrong.invented;
}

Json as_json(const ResultRow& row) {
  Json json{{"name", row.name}, {"value", row.value}, {"unit", row.unit}};
  add_wrong(json, row.wrong);
  if (!row.note.empty()) json["note"] = row.note;
  for (const PeerFigure& peer : row.peers) {
    Json& last = json["peers"].emplace_back(Json{{"name", peer.name}, {"value", peer.value}});
    add_wrong(last, peer.wrong);
  }
  return json;
}

Json as_json(const ResultTable& table) {
  Json json{{"title", table.title}, {"what", table.what}, {"rows", Json::array()}};
  for (const ResultRow& row : table.rows) json["rows"].push_back(as_json(row));
  return json;
}

Json as_json(const LinePlot& plot) {
  Json json{{"title", plot.title}, {"x_label", plot.x_label}, {"y_label", plot.y_label}, {"log_x", plot.log_x}};
  json["curves"] = Json::array();
  for (const Curve& curve : plot.curves) {
    if (!curve.x.empty()) {
      json["curves"].push_back(Json{{"name", curve.name}, {"x", curve.x}, {"y", curve.y}, {"dashed", curve.dashed}});
    }
  }
  return json;
}

void show(const ResultTable& table, const ResultRow& row) {
  std::printf("%s, %s: %.4g %s", table.title.c_str(), row.name.c_str(), row.value, row.unit.c_str());
  for (const PeerFigure& peer : row.peers) {
    std::printf("; %s %.4g", peer.name.c_str(), peer.value);
    if (peer.wrong.missed.value_or(0) > 0) std::printf(", %lld missed", *peer.wrong.missed);
    if (peer.wrong.invented.value_or(0) > 0) std::printf(", %lld invented", *peer.wrong.invented);
  }
  if (row.wrong.missed.value_or(0) > 0) std::printf("; MISSED %lld", *row.wrong.missed);
  if (row.wrong.invented.value_or(0) > 0) std::printf("; INVENTED %lld", *row.wrong.invented);
  std::printf(row.note.empty() ? "\n" : " (%s)\n", row.note.c_str());
  std::fflush(stdout);
}

}  // namespace

Results::Results(int& count, char** words) {
  int kept = 1;
  for (int k = 1; k < count; ++k) {
    const std::string_view word = words[k];
    if (word == "--json" && k + 1 < count) {
      file_ = words[++k];
    } else if (word == "--quick") {
      quick_ = true;
    } else {
      words[kept++] = words[k];
    }
  }
  count = kept;
  save();  // who named a file that cannot be written knows it before the work
}

ResultTable& Results::table(std::string_view title, std::string_view what) {
  const auto found = std::find_if(tables_.begin(), tables_.end(), [&](const auto& t) { return t.title == title; });
  if (found != tables_.end()) return *found;
  return tables_.emplace_back(ResultTable{std::string(title), std::string(what), {}});
}

void Results::add(ResultTable& table, ResultRow row) {
  // Nobody who takes part had a question of this kind: no row.
  if (std::isnan(row.value) &&
      std::all_of(row.peers.begin(), row.peers.end(), [](const PeerFigure& peer) { return std::isnan(peer.value); })) {
    return;
  }
  show(table, row);
  table.rows.push_back(std::move(row));
  save();
}

ResultRow& Results::row(ResultTable& table, std::string_view name, std::string_view unit) {
  const auto found = std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r.name == name; });
  if (found != table.rows.end()) return *found;
  ResultRow row;
  row.name = name;
  row.value = std::nan("");
  row.unit = unit;
  return table.rows.emplace_back(std::move(row));
}

void Results::add(const LinePlot& plot) {
  plots_.push_back(plot);
  save();
}

void Results::save() const {
  if (file_.empty()) return;
  Json json{{"format", "tocca-bench-program"}, {"version", 1}, {"build", build()}};
  json["tables"] = json["plots"] = Json::array();
  for (const ResultTable& table : tables_) json["tables"].push_back(as_json(table));
  for (const LinePlot& plot : plots_) json["plots"].push_back(as_json(plot));
  const std::string part = file_ + ".part";
  std::error_code failed;
  if ((std::ofstream(part) << json.dump() << "\n").flush()) std::filesystem::rename(part, file_, failed);
  if (failed || !std::filesystem::exists(file_)) {
    std::fprintf(stderr, "cannot write %s\n", file_.c_str());
    std::exit(2);
  }
}

}  // namespace tocca::bench
