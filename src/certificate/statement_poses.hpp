// The auditor's placements and enclosures as poses in doubles, for searches; they prove nothing.
#pragma once

#include "audit/statement.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

inline Vector3 vector_of(const audit::Point& p) { return {p[0], p[1], p[2]}; }

inline Pose pose_of(const audit::Placement& placement) {
  Pose pose;
  for (std::size_t i = 0; i < 3; ++i) pose.rotation.row(static_cast<int>(i)) = vector_of(placement.rotation[i]);
  pose.translation = vector_of(placement.translation);
  return pose;
}

/// The middles of all entries.
inline Pose middle_of(const audit::Map& map) {
  const auto middle = [](const audit::Interval& x) { return 0.5 * (x.lo + x.hi); };
  Pose pose;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      pose.rotation(static_cast<int>(i), static_cast<int>(j)) = middle(map.rotation[i][j]);
    pose.translation[static_cast<int>(i)] = middle(map.translation[i]);
  }
  return pose;
}

}  // namespace tocca
