// Forward kinematics written anew with Eigen's own transforms, so that a judge of queries shares no code with the motions
// that it judges. Plain doubles, no bounds; the joints' meaning is that of model/kinematic_tree.hpp.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca::testing {

Eigen::Isometry3d isometry(const Pose& pose);

/// X_WL of every link at configuration q; `poses` keeps its memory from call to call.
void place_links(const KinematicTree& tree, const Pose& base, const Configuration& q,
                 std::vector<Eigen::Isometry3d>& poses);

/// The configuration at time t of the straight motion: coordinates run linearly, the orientation of a floating joint turns
/// the short way round.
Configuration between(const KinematicTree& tree, const Configuration& from, const Configuration& to, double t);

/// Into how many equal steps the motion must be cut so that no point of any link moves more than `step_m` in one.
///
/// The velocity of a link's points is affine in the point, so the fastest point is a corner of the link's box: corners
/// are followed over 32 stretches, and 5 % are added for what the chords of these stretches cut short.
int steps_for_travel(const KinematicTree& tree, const Pose& base, const Configuration& from, const Configuration& to,
                     double step_m);

/// Corners of the axis-aligned box around a body's geometry, in the link's frame.
std::vector<Vector3> box_corners(const Collider& body);

}  // namespace tocca::testing
