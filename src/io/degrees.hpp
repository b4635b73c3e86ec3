#pragma once

#include <numbers>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// Degrees in radians: one product, rounded once, with the double nearest to pi / 180. Python's math.radians and NumPy
/// compute the same, so that a file that was converted beforehand gives the same bits. 90, 180 and 360 give the doubles
/// nearest to pi / 2, pi and 2 pi.
constexpr double radians(double degrees) noexcept { return degrees * (std::numbers::pi / 180.0); }

/// Which coordinates are angles: of revolute and continuous joints, and planar joints' theta.
inline std::vector<bool> angles_of(const KinematicTree& tree) {
  std::vector<bool> angles(static_cast<std::size_t>(tree.coordinate_count()));
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0) continue;
    auto coordinate = static_cast<std::size_t>(joint.first_coordinate);
    for (const JointCoordinate& part : joint_traits(joint.type).coordinates) {
      angles[coordinate++] = part.role == CoordinateRole::turn;
    }
  }
  return angles;
}

}  // namespace tocca
