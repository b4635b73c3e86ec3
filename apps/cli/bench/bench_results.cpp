#include "bench/bench_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "table.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

[[noreturn]] void refuse(const std::string& file, std::string_view place, std::string_view problem) {
  throw InputError(file, place, problem, "see bench/README.md for what a benchmark program writes");
}

/// Nothing but what the format says is taken over: these files come from whatever program stands in the folder.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(&file) {}

  const BenchJson& list(const BenchJson& json, const char* key) const {
    static const BenchJson none = BenchJson::array();
    if (!json.contains(key)) return none;
    if (!json[key].is_array()) refuse(*file_, key, "is not a list");
    return json[key];
  }
  std::string text(const BenchJson& json, const char* key, bool required) const {
    if (json.is_object() && json.contains(key) && json[key].is_string()) return json[key];
    if (required || (json.is_object() && json.contains(key))) refuse(*file_, key, "is not a string");
    return {};
  }
  double number(const BenchJson& json, const char* key) const {
    if (!json.is_object() || !json.contains(key)) refuse(*file_, key, "is missing");
    return as_number(json[key], key);
  }
  double as_number(const BenchJson& json, std::string_view place) const {
    if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!json.is_number()) refuse(*file_, place, "is not a number");
    return json;
  }
  std::optional<long long> count(const BenchJson& json, const char* key) const {
    if (!json.contains(key)) return std::nullopt;
    if (!json[key].is_number_integer()) refuse(*file_, key, "is not a whole number");
    return json[key].get<long long>();
  }
  BenchRow row(const BenchJson& json) const {
    BenchRow row;
    row.name = text(json, "name", true);
    row.value = number(json, "value");
    row.unit = text(json, "unit", true);
    row.note = text(json, "note", false);
    row.missed = count(json, "missed");
    row.invented = count(json, "invented");
    for (const BenchJson& peer : list(json, "peers")) {
      row.peers.push_back(
          {text(peer, "name", true), number(peer, "value"), count(peer, "missed"), count(peer, "invented")});
    }
    return row;
  }
  void check_plot(const BenchJson& plot) const {
    for (const char* key : {"title", "x_label", "y_label"}) text(plot, key, true);
    for (const BenchJson& curve : list(plot, "curves")) {
      text(curve, "name", true);
      const BenchJson &x = list(curve, "x"), &y = list(curve, "y");
      if (x.size() != y.size()) refuse(*file_, "curves", "x and y differ in length");
      for (const BenchJson* values : {&x, &y}) {
        for (const BenchJson& value : *values) as_number(value, "curves");
      }
    }
  }

 private:
  const std::string* file_;
};

void add_counts(BenchJson& json, const auto& counted) {
  if (counted.missed) json["missed"] = *counted.missed;
  if (counted.invented) json["invented"] = *counted.invented;
}

BenchJson ratio(const BenchRow& row, double value, std::string_view unit) {
  const auto times = row.times(value, unit);
  return times ? BenchJson(*times) : BenchJson();
}

BenchJson as_json(const BenchRow& row) {
  BenchJson json{{"name", row.name}, {"value", row.value}, {"unit", row.unit}};
  add_counts(json, row);
  if (!row.note.empty()) json["note"] = row.note;
  json["goals"] = json["papers"] = json["peers"] = BenchJson::array();
  for (const BenchGoal& goal : row.goals) {
    json["goals"].push_back({{"goal", goal.text}, {"met", goal.met ? BenchJson(*goal.met) : BenchJson()}});
  }
  for (const BenchPaper& paper : row.papers) {
    json["papers"].push_back({{"paper", paper.paper},
                              {"place", paper.place},
                              {"value", paper.value},
                              {"unit", paper.unit},
                              {"times", ratio(row, paper.value, paper.unit)}});
  }
  for (const BenchPeer& peer : row.peers) {
    BenchJson& last = json["peers"].emplace_back(
        BenchJson{{"name", peer.name}, {"value", peer.value}, {"times", ratio(row, peer.value, row.unit)}});
    add_counts(last, peer);
  }
  return json;
}

}  // namespace

std::optional<double> nanoseconds(std::string_view unit) {
  if (unit == "ns") return 1.0;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  return std::nullopt;
}

std::string figure(double value) {
  if (std::isnan(value)) return "-";
  if (std::fabs(value) >= 999.5 && std::fabs(value) < 1e15) {
    return (value < 0 ? "-" : "") + grouped(static_cast<std::size_t>(std::llround(std::fabs(value))));
  }
  return fmt::format("{:.3g}", value);
}

std::string_view name_of(BenchEnd end) {
  switch (end) {
    case BenchEnd::done:
      return "done";
    case BenchEnd::left_out:
      return "left out";
    case BenchEnd::failed:
      return "failed";
    case BenchEnd::interrupted:
      return "interrupted";
  }
  return "";
}

std::optional<double> BenchRow::times(double other, std::string_view other_unit) const {
  const auto own = nanoseconds(unit), others = nanoseconds(other_unit);
  if (!own || !others || !(value > 0.0) || std::isnan(other)) return std::nullopt;
  return other * *others / (value * *own);
}

const BenchPeer* BenchRow::best_peer() const {
  const BenchPeer* best = nullptr;
  for (const BenchPeer& peer : peers) {
    if (!peer.is_own() && !std::isnan(peer.value) && (!best || peer.value < best->value)) best = &peer;
  }
  return best;
}

void read_results(const std::string& text, const std::string& file, BenchRun& run) {
  const BenchJson json = BenchJson::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", BenchJson()) != "tocca-bench-program") {
    refuse(file, "", "is not the output of a benchmark program");
  }
  if (json.value("version", BenchJson()) != 1) refuse(file, "version", "is not 1");
  const Reader reader(file);
  std::vector<BenchTable> tables;
  for (const BenchJson& table : reader.list(json, "tables")) {
    BenchTable& last =
        tables.emplace_back(BenchTable{reader.text(table, "title", true), reader.text(table, "what", false), {}});
    for (const BenchJson& row : reader.list(table, "rows")) last.rows.push_back(reader.row(row));
  }
  for (const BenchJson& plot : reader.list(json, "plots")) reader.check_plot(plot);
  std::erase_if(tables, [](const BenchTable& table) { return table.rows.empty(); });
  run.tables = std::move(tables);
  run.plots = reader.list(json, "plots");
  if (json.contains("build") && json["build"].is_object()) run.build = json["build"];
}

BenchJson as_json(const BenchRun& run) {
  BenchJson json{{"name", run.program}, {"end", name_of(run.end)}, {"seconds", run.seconds}};
  if (!run.asked.empty()) {
    json["name"] = run.asked;
    json["program"] = run.program;
    json["what"] = run.what;
    json["differs"] = run.differs;
  }
  if (!run.message.empty()) json["message"] = run.message;
  if (!run.build.is_null()) json["build"] = run.build;
  json["tables"] = BenchJson::array();
  for (const BenchTable& table : run.tables) {
    BenchJson& last = json["tables"].emplace_back(
        BenchJson{{"title", table.title}, {"what", table.what}, {"rows", BenchJson::array()}});
    for (const BenchRow& row : table.rows) last["rows"].push_back(as_json(row));
  }
  json["plots"] = run.plots;
  return json;
}

}  // namespace tocca::cli
