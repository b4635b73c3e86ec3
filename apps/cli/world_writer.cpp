#include "world_writer.hpp"

#include <fmt/format.h>

#include <numeric>

#include "io/world_phases.hpp"
#include "table.hpp"

namespace tocca::cli {
namespace {

std::string micros_text(double micros) { return fmt::format("{:.1f} us", micros); }

}  // namespace

std::size_t WorldWriter::contacts() const {
  return std::accumulate(steps_.begin(), steps_.end(), std::size_t{0},
                         [](std::size_t sum, const WorldStatistics& step) { return sum + step.colliding; });
}

/// What found the pairs of boxes, in its own words: swaps in lists and comparisons in the tree are not the same work.
std::string WorldWriter::sweep_work() const {
  const auto of = [&](bool lists, const char* unit, const char* phase) -> std::string {
    double sum = 0.0;
    std::size_t count = 0;
    for (const WorldStatistics& step : steps_) {
      if (step.swept_lists != lists) continue;
      sum += static_cast<double>(step.sweep_work);
      ++count;
    }
    if (count == 0) return "";
    const std::string work = fmt::format("{:.1f} {}", sum / static_cast<double>(count), unit);
    if (count == steps_.size()) return work + ", ";
    return fmt::format("{} ({} {}), ", work, phase, counted(count, "step"));
  };
  return of(true, "swaps", "lists:") + of(false, "comparisons", "tree:");
}

std::string WorldWriter::table() const {
  const auto each = [&](std::uint64_t WorldStatistics::*value) {
    return fmt::format("{:.1f}", mean_of(steps_, value));
  };
  const std::string work[] = {
      each(&WorldStatistics::boxes_updated) + " boxes", sweep_work() + each(&WorldStatistics::overlaps) + " overlaps",
      each(&WorldStatistics::feature_steps) + " features, " + each(&WorldStatistics::colliding) + " contacts"};
  Table table({{"phase"}, {"work per step"}, {"time per step"}});
  double together = 0.0;
  for (std::size_t k = 0; k < std::size(world_phases); ++k) {
    const double micros = mean_of(steps_, world_phases[k].micros);
    together += micros;
    table.add({world_phases[k].name, work[k], micros_text(micros)});
  }
  table.add({"total", "", micros_text(together)});
  return table.text();
}

}  // namespace tocca::cli
