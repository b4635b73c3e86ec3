#include "size_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "table.hpp"

namespace tocca::cli {
namespace {

constexpr const char* too_large_remedy = "lengths are in metres: a mesh in millimetres needs the scale 0.001";
constexpr const char* too_small_remedy = "lengths are in metres: check the scale";

/// Three digits, more where they stand before the point.
std::string digits(double number) {
  const bool is_long = number >= 999.5 && number < 1e15;
  return is_long ? grouped(static_cast<std::size_t>(std::round(number))) : fmt::format("{:.3g}", number);
}

std::string length(double metres) { return metres < 1e-3 ? digits(1e3 * metres) + " mm" : digits(metres) + " m"; }

std::string sides(const std::optional<Aabb>& box) {
  if (!box) return "without geometry";
  const Vector3 size = box->upper - box->lower;
  return fmt::format("{} x {} x {} m", digits(size.x()), digits(size.y()), digits(size.z()));
}

std::string robot_text(const ProblemExtents::RobotExtent& robot, std::string_view name) {
  std::string text = fmt::format("{} {}", name, sides(robot.box));
  if (robot.reach_m > 0.0 && std::isfinite(robot.reach_m)) text += fmt::format(", reach {} m", digits(robot.reach_m));
  return text;
}

std::string some_things(std::vector<ProblemExtents::Thing> things) {
  constexpr std::size_t most = 4;
  std::stable_sort(things.begin(), things.end(), [](const auto& a, const auto& b) { return a.size_m() > b.size_m(); });
  std::string text;
  for (std::size_t k = 0; k < std::min(things.size(), most); ++k) {
    text += fmt::format("{}{} '{}' ({})", k == 0 ? "" : ", ", things[k].is_link ? "link" : "object",
                        printable(things[k].name, 60), length(things[k].size_m()));
  }
  if (things.size() > most) text += fmt::format(" and {} more", grouped(things.size() - most));
  return text;
}

void warn_of_misfit(const OddSizes::Misfit& misfit, Warnings& warnings) {
  const bool large = misfit.scene_m > misfit.robot_m;
  const double times = large ? misfit.scene_m / misfit.robot_m : misfit.robot_m / misfit.scene_m;
  warnings.push_back(fmt::format("the scene ({}) is {} times {} than the robot ({}); {}", length(misfit.scene_m),
                                 digits(times), large ? "larger" : "smaller", length(misfit.robot_m),
                                 large ? too_large_remedy : too_small_remedy));
}

}  // namespace

std::string extents_text(const ProblemExtents& extents) {
  constexpr std::size_t most_robots = 3;
  std::string text = "extents: ";
  const std::size_t count = extents.robots.size();
  for (std::size_t r = 0; r < std::min(count, most_robots); ++r) {
    const ProblemExtents::RobotExtent& robot = extents.robots[r];
    text += (r == 0 ? "" : "; ") + robot_text(robot, count == 1 ? "robot" : printable(robot.name, 60));
  }
  if (count > most_robots) text += fmt::format("; {}", counted(count - most_robots, "more robot"));
  if (extents.scene) text += "; scene " + sides(extents.scene);
  return text + "\n";
}

void warn_of_sizes(const Problem& problem, const ProblemExtents& extents, Warnings& warnings) {
  const OddSizes odd = odd_sizes(problem, extents);
  if (!odd.huge.empty()) {
    warnings.push_back(fmt::format("larger than 100 m: {}; {}", some_things(odd.huge), too_large_remedy));
  }
  if (!odd.tiny.empty()) {
    warnings.push_back(fmt::format("smaller than 1 mm: {}; {}", some_things(odd.tiny), too_small_remedy));
  }
  if (odd.misfit && odd.huge.empty() && odd.tiny.empty()) warn_of_misfit(*odd.misfit, warnings);
  if (odd.out_of_reach) {
    warnings.push_back(fmt::format(
        "no object of the scene is within reach of the robot{}: while joints keep their limits, the nearest "
        "object, '{}', stays {} away; check its position and its scale",
        problem.robots.size() > 1 ? "s" : "", printable(odd.out_of_reach->nearest, 60),
        length(odd.out_of_reach->gap_m)));
  }
}

}  // namespace tocca::cli
