#include "check/survey/sample_space.hpp"

#include <algorithm>
#include <numbers>

#include "core/index.hpp"
#include "shape/outline.hpp"

namespace tocca {
namespace {

/// About as far as anything of the robot is from its root: where slides without limits are sampled.
double size_of(const KinematicTree& tree) {
  double size = 0.0;
  for (const Joint& joint : tree.joints()) size += joint.origin.translation.norm();
  for (const Link& link : tree.links()) {
    for (const Collider& collider : link.colliders) {
      Outline outline;
      outline.add(collider.geometry, collider.placement);
      for (const Vector3& point : outline.points) size = std::max(size, point.norm() + outline.radius);
    }
  }
  return size;
}

}  // namespace

SampleSpace::SampleSpace(const KinematicTree& tree) : default_(tree.zero_configuration()) {
  ranges_.resize(at(tree.coordinate_count()));
  const double size = size_of(tree);
  for (const Joint& joint : tree.joints()) {
    if (joint.mimic) continue;
    const std::span<const JointCoordinate> coordinates = joint_traits(joint.type).coordinates;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const int coordinate = joint.first_coordinate + static_cast<int>(i);
      const double wide = coordinates[i].role == CoordinateRole::slide ? size : std::numbers::pi;
      Range range{-wide, wide, coordinates[i].role == CoordinateRole::quaternion};
      if (joint.limits && has_limits(joint.type)) range = {joint.limits->lower, joint.limits->upper, false};
      if (!range.is_quaternion && !(range.lower <= 0.0 && 0.0 <= range.upper)) {
        default_[coordinate] = 0.5 * (range.lower + range.upper);
      }
      ranges_[at(coordinate)] = range;
    }
    if (has_quaternion(joint.type)) quaternions_.push_back(joint.first_coordinate + quaternion_place(joint.type));
  }
}

void SampleSpace::draw(std::uint64_t seed, std::int64_t index, Configuration& q) const {
  SeededRandom random(SeededRandom(seed).bits() ^ (0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(index + 1)));
  random.bits();
  q.resize(static_cast<Eigen::Index>(ranges_.size()));
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    if (!ranges_[i].is_quaternion) {
      q[static_cast<Eigen::Index>(i)] = random.between(ranges_[i].lower, ranges_[i].upper);
    }
  }
  for (const int first : quaternions_) q.segment<4>(first) = random.unit_quaternion();
}

void SampleSpace::change(int coordinate, double part, SeededRandom& random, Configuration& q) const {
  const Range& range = ranges_[at(coordinate)];
  if (range.is_quaternion) return;
  const double way = part * (range.upper - range.lower);
  q[coordinate] = std::clamp(q[coordinate] + random.between(-way, way), range.lower, range.upper);
}

}  // namespace tocca
