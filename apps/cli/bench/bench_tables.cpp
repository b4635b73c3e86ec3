#include "bench/bench_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "table.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t most_peer_columns = 3;  // more do not fit the screen: the best of them stands for all

std::string with_unit(double value, const std::string& unit) {
  return std::isnan(value) ? "-" : fmt::format("{} {}", figure(value), unit);
}

/// " (44 x, 1 missed)"; empty if there is nothing to say.
std::string remarks(std::optional<double> times, std::optional<long long> missed, std::optional<long long> invented) {
  std::vector<std::string> parts;
  if (times) parts.push_back(figure(*times) + " x");
  if (missed.value_or(0) > 0) parts.push_back(fmt::format("{} missed", *missed));
  if (invented.value_or(0) > 0) parts.push_back(fmt::format("{} invented", *invented));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

std::string cell_of(const BenchRow& row, const BenchPeer& peer) {
  if (std::isnan(peer.value)) return "-";
  return with_unit(peer.value, row.unit) + remarks(row.times(peer.value, row.unit), peer.missed, peer.invented);
}

/// The peers of a table in the order in which they appear.
std::vector<std::string> peer_names(const BenchTable& table) {
  std::vector<std::string> names;
  for (const BenchRow& row : table.rows) {
    for (const BenchPeer& peer : row.peers) {
      if (std::find(names.begin(), names.end(), peer.name) == names.end()) names.push_back(peer.name);
    }
  }
  return names;
}

struct Layout {
  bool goals = false, best_only = false;
  std::string paper;  ///< its name where all are of one, "paper" for several, empty for none
  std::vector<std::string> peers;

  explicit Layout(const BenchTable& table) : peers(peer_names(table)) {
    best_only = peers.size() > most_peer_columns;
    for (const BenchRow& row : table.rows) {
      goals = goals || !row.goals.empty();
      for (const BenchPaper& printed : row.papers) {
        paper = paper.empty() || paper == printed.paper ? printed.paper : "paper";
      }
    }
  }

  std::vector<Column> columns() const {
    std::vector<Column> all{{"row"}, {"measured", true}};
    if (goals) all.insert(all.end(), {{"goal"}, {"met"}});
    if (!paper.empty()) all.push_back({paper});
    if (best_only) {
      all.push_back({"best peer"});
    } else {
      for (const std::string& name : peers) all.push_back({name});
    }
    return all;
  }

  std::vector<std::string> cells(const BenchRow& row) const {
    std::vector<std::string> all{row.name,
                                 with_unit(row.value, row.unit) + remarks(std::nullopt, row.missed, row.invented)};
    if (goals) add_goals(row, all);
    if (!paper.empty()) all.push_back(paper_cell(row));
    if (best_only) {
      const BenchPeer* best = row.best_peer();
      all.push_back(best ? best->name + " " + cell_of(row, *best) : "");
    } else {
      for (const std::string& name : peers) {
        const auto peer =
            std::find_if(row.peers.begin(), row.peers.end(), [&](const BenchPeer& p) { return p.name == name; });
        all.push_back(peer == row.peers.end() ? "" : cell_of(row, *peer));
      }
    }
    return all;
  }

 private:
  static void add_goals(const BenchRow& row, std::vector<std::string>& cells) {
    std::vector<std::string> aims, met;
    for (const BenchGoal& goal : row.goals) {
      aims.push_back(goal.text);
      met.push_back(!goal.met ? "?" : *goal.met ? "yes" : "NO");
    }
    cells.push_back(fmt::format("{}", fmt::join(aims, "; ")));
    cells.push_back(fmt::format("{}", fmt::join(met, "; ")));
  }

  static std::string paper_cell(const BenchRow& row) {
    if (row.papers.empty()) return "";
    const BenchPaper& printed = row.papers.front();
    return with_unit(printed.value, printed.unit) + remarks(row.times(printed.value, printed.unit), {}, {});
  }
};

}  // namespace

std::string tables_text(const BenchRun& run) {
  std::string text;
  for (const BenchTable& table : run.tables) {
    const Layout layout(table);
    Table lines(layout.columns());
    for (const BenchRow& row : table.rows) lines.add(layout.cells(row));
    text += fmt::format("{}: {}{}\n{}", run.program, table.title, table.what.empty() ? "" : "; " + table.what,
                        lines.text());
  }
  return text;
}

std::string line_about_build(const BenchJson& build) {
  if (!build.is_object()) return "";
  std::vector<std::string> parts;
  for (const auto& [key, value] : build.items()) {
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) continue;
    const std::string text = value;
    parts.push_back(key == "version" ? "tocca " + text : key == "revision" ? "revision " + text : text);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace tocca::cli
