#include "world_writer.hpp"

#include <fmt/format.h>

#include <numeric>

#include "table.hpp"

namespace tocca::cli {
namespace {

struct Phase {
  const char* name;
  double WorldStatistics::*micros;
};
constexpr Phase phases[] = {{"boxes", &WorldStatistics::boxes_us},
                            {"sweep", &WorldStatistics::sweep_us},
                            {"narrow", &WorldStatistics::narrow_us}};

template <class Value>
double mean(const std::vector<WorldStatistics>& steps, Value WorldStatistics::*value) {
  double sum = 0.0;
  for (const WorldStatistics& step : steps) sum += static_cast<double>(step.*value);
  return steps.empty() ? 0.0 : sum / static_cast<double>(steps.size());
}

std::string micros_text(double micros) { return fmt::format("{:.1f} us", micros); }

}  // namespace

std::size_t WorldWriter::contacts() const {
  return std::accumulate(steps_.begin(), steps_.end(), std::size_t{0},
                         [](std::size_t sum, const WorldStatistics& step) { return sum + step.colliding; });
}

std::string WorldWriter::table(std::string_view broad) const {
  const auto each = [&](std::uint64_t WorldStatistics::*value) { return fmt::format("{:.1f}", mean(steps_, value)); };
  const std::string work[] = {
      each(&WorldStatistics::boxes_updated) + " boxes",
      each(&WorldStatistics::sweep_work) + (broad == "tree" ? " comparisons, " : " swaps, ") +
          each(&WorldStatistics::overlaps) + " overlaps",
      each(&WorldStatistics::feature_steps) + " features, " + each(&WorldStatistics::colliding) + " contacts"};
  Table table({{"phase"}, {"work per step"}, {"time per step"}});
  double together = 0.0;
  for (std::size_t k = 0; k < std::size(phases); ++k) {
    const double micros = mean(steps_, phases[k].micros);
    together += micros;
    table.add({phases[k].name, work[k], micros_text(micros)});
  }
  table.add({"total", "", micros_text(together)});
  return table.text();
}

}  // namespace tocca::cli
