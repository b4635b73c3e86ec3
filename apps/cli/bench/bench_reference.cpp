#include "bench/bench_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/benchmark_names.hpp"
#include "embedded_texts.hpp"

namespace tocca::cli {
namespace {

std::string key(const std::string& program, const std::string& table, const std::string& row) {
  return program + "\n" + table + "\n" + row;
}

/// "<= 50 us": in the unit of the goal; a row in another unit of time is converted.
BenchGoal at_most(const BenchRow& row, double most, const std::string& unit) {
  BenchGoal goal{fmt::format("<= {} {}", figure(most), unit), std::nullopt};
  const double own = nanoseconds(row.unit).value_or(1.0), aimed = nanoseconds(unit).value_or(1.0);
  if (!std::isnan(row.value)) goal.met = row.value * own <= most * aimed;
  return goal;
}

/// ">= 20 x FCL at 1 mm": so many times faster than a paper's first figure, the best peer or a peer of this name.
BenchGoal times_faster(const BenchRow& row, const std::string& who, double least) {
  BenchGoal goal{fmt::format(">= {} x {}", figure(least), who), std::nullopt};
  std::optional<double> times;
  if (who == "paper") {
    if (!row.papers.empty()) times = row.times(row.papers.front().value, row.papers.front().unit);
  } else if (who == "best peer") {
    if (const BenchPeer* best = row.best_peer()) times = row.times(best->value, row.unit);
  } else {
    for (const BenchPeer& peer : row.peers) {
      if (peer.name == who) times = row.times(peer.value, row.unit);
    }
  }
  if (times) goal.met = *times >= least;
  return goal;
}

void compare_row(const BenchJson& known, BenchRow& row) {
  for (const BenchJson& paper : known.value("papers", BenchJson::array())) {
    row.papers.push_back({paper.at("paper"), paper.at("place"), paper.at("value"), paper.at("unit")});
  }
  for (const BenchJson& goal : known.value("goals", BenchJson::array())) {
    row.goals.push_back(goal.contains("at_most") ? at_most(row, goal.at("at_most"), goal.at("unit"))
                                                 : times_faster(row, goal.at("times"), goal.at("at_least")));
  }
}

}  // namespace

BenchReference::BenchReference() {
  const BenchJson json = BenchJson::parse(bench_reference_text);
  for (const auto& [name, what] : json.at("programs").items()) programs_.emplace_back(name, what);
  for (const auto& [name, table] : json.at("tables").items()) {
    paper_tables_.push_back(
        {name, table.at("program"), table.at("what"), table.at("differs"), table.at("arguments"), table.at("tables")});
  }
  papers_ = json.at("papers");
  for (const BenchJson& known : json.at("figures")) {
    figures_[key(known.at("program"), known.at("table"), known.at("row"))] = known;
  }
}

const BenchReference::PaperTable* BenchReference::find_table(const std::string& name) const {
  const auto found = std::find_if(paper_tables_.begin(), paper_tables_.end(),
                                  [&](const PaperTable& table) { return table.name == name; });
  return found == paper_tables_.end() ? nullptr : &*found;
}

std::vector<std::string> benchmark_names() {
  const BenchReference reference;
  std::vector<std::string> names;
  for (const auto& [name, what] : reference.programs()) names.push_back(name);
  for (const BenchReference::PaperTable& table : reference.paper_tables()) names.push_back(table.name);
  return names;
}

void BenchReference::compare(BenchRun& run) const {
  for (BenchTable& table : run.tables) {
    for (BenchRow& row : table.rows) {
      const auto found = figures_.find(key(run.program, table.title, row.name));
      if (found != figures_.end()) compare_row(found->second, row);
    }
  }
}

}  // namespace tocca::cli
