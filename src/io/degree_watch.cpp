#include "io/degree_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/text.hpp"
#include "tocca/io/path.hpp"

namespace tocca {

bool DegreeWatch::Watched::is_odd(ConfigurationView q) const noexcept {
  const double value = q[joint->first_coordinate];
  return std::abs(value) > most && (joint->limits || value == std::round(value));
}

DegreeWatch::DegreeWatch(const KinematicTree& tree) {
  for (const Joint& joint : tree.joints()) {
    if (joint.mimic || !turns(joint.type)) continue;
    double most = 2.0 * std::numbers::pi;
    if (joint.limits) most = std::max({most, 2.0 * std::abs(joint.limits->lower), 2.0 * std::abs(joint.limits->upper)});
    watched_.push_back({&joint, most});
  }
}

bool DegreeWatch::suspects(ConfigurationView q) const noexcept {
  return std::count_if(watched_.begin(), watched_.end(), [&](const Watched& watched) { return watched.is_odd(q); }) > 1;
}

void DegreeWatch::warn(ConfigurationView q, const std::string& place, Warnings& warnings) {
  constexpr std::size_t most_named = 3;
  std::string text;
  std::size_t count = 0;
  for (const Watched& watched : watched_) {
    if (!watched.is_odd(q) || ++count > most_named) continue;
    text += fmt::format("{}{} at {}", count == 1 ? "" : ", ", in_quotes(watched.joint->name),
                        q[watched.joint->first_coordinate]);
  }
  if (count > most_named) text += fmt::format(" and {} more", count - most_named);
  warnings.push_back(fmt::format(
      "{}: {} look like degrees; angles are in radians: say so with --degrees, or multiply by pi / 180", place, text));
  watched_.clear();
}

void warn_of_degrees(const KinematicTree& tree, const Configuration& q, const std::string& place, Warnings& warnings) {
  DegreeWatch watch(tree);
  if (watch.suspects(q)) watch.warn(q, place, warnings);
}

}  // namespace tocca
