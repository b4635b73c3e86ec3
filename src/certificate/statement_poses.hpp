// The auditor's placements and enclosures as poses in doubles, for searches; they prove nothing.
#pragma once

#include "audit/pose.hpp"
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

inline Pose pose_of(const audit::Pose& pose) { return pose_of(audit::Placement{pose.rotation, pose.translation}); }

}  // namespace tocca
