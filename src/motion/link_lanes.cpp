#include "motion/link_lanes.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "motion/cross_matrix.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// One operation on floats is off by at most this, relatively.
constexpr double u = 0x1p-24;
/// Beyond these, errors would not be what docs/maths/state_lanes.md says.
constexpr double most_angle = 0x1p10, most_distance = 0x1p20, most_evaluation_error = 0x1p-40, most_skew = 0x1p-8;

void set_matrix(float (&to)[3][3], const Matrix3& from) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) to[i][j] = static_cast<float>(from(i, j));
  }
}

void set_vector(float (&to)[3], const Vector3& from) {
  for (int i = 0; i < 3; ++i) to[i] = static_cast<float>(from[i]);
}

/// What one number does to a joint; others have several numbers.
enum class Move { none, turn, slide, other };

Move move_of(JointType type) {
  switch (type) {
    case JointType::fixed:
      return Move::none;
    case JointType::revolute:
    case JointType::continuous:
      return Move::turn;
    case JointType::prismatic:
      return Move::slide;
    case JointType::planar:
    case JointType::floating:
      break;
  }
  return Move::other;
}

JointLanes lanes_of(const Joint& joint, Move move) {
  JointLanes result{};
  result.parent = joint.parent_link;
  result.turns = move == Move::turn;
  result.slides = move == Move::slide;
  const Matrix3& origin = joint.origin.rotation;
  const Matrix3 K = cross_matrix(joint.axis);
  set_matrix(result.rotation[0], result.turns ? Matrix3(origin + origin * K * K) : origin);
  set_matrix(result.rotation[1], origin * K);
  set_matrix(result.rotation[2], -(origin * K * K));
  set_vector(result.translation[0], joint.origin.translation);
  set_vector(result.translation[1], origin * joint.axis);
  set_vector(result.axis, origin * joint.axis);
  return result;
}

void fill(EightFloats& lanes, double value) {
  std::fill(std::begin(lanes.at), std::end(lanes.at), static_cast<float>(value));
}

/// Sines and cosines of angle + k turn, k = 0 .. 7: two pairs, and additions of angles. Each loses less than 2^-49.
void fill_turns(double angle, double turn, EightFloats& sines, EightFloats& cosines) {
  double s = std::sin(angle), c = std::cos(angle);
  if (turn == 0.0) {
    fill(sines, s);
    fill(cosines, c);
    return;
  }
  const double ds = std::sin(turn), dc = std::cos(turn);
  for (int k = 0; k < state_count; ++k) {
    sines.at[k] = static_cast<float>(s);
    cosines.at[k] = static_cast<float>(c);
    const double next = s * dc + c * ds;
    c = c * dc - s * ds;
    s = next;
  }
}

}  // namespace

JointLanes fixed_lanes(const Pose& X) {
  JointLanes result{};
  set_matrix(result.rotation[0], X.rotation);
  set_vector(result.translation[0], X.translation);
  return result;
}

void PoseLanes::set(const Pose& X) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) fill(rotation[i][j], X.rotation(i, j));
    fill(translation[at(i)], X.translation[i]);
  }
}

LinkLanes::LinkLanes(const KinematicTree& tree, const Pose& base, const Vector3& origin)
    : sines_(tree.joints().size()),
      cosines_(sines_.size()),
      slides_(sines_.size()),
      half_moves_(sines_.size()),
      longest_slides_(sines_.size()),
      axes_(sines_.size()),
      poses_(tree.links().size()),
      errors_(poses_.size()) {
  for (const Joint& joint : tree.joints()) {
    const Move move = move_of(joint.type);
    simple_ = simple_ && move != Move::other;
    joints_.push_back(lanes_of(joint, move));
    lengths_.push_back(joint.origin.translation.norm() * (1.0 + 0x1p-40));
  }
  for (int link = 0; link < static_cast<int>(poses_.size()); ++link) {
    const int first = static_cast<int>(chains_.size());
    for (int current = link; current > 0; current = tree.parent_link(current)) {
      const JointLanes& joint = joints_[at(current - 1)];
      if (joint.turns || joint.slides) chains_.push_back(current);
    }
    chain_of_.emplace_back(first, static_cast<int>(chains_.size()));
  }
  const Vector3 place = base.translation - origin;
  poses_[0].set({base.rotation, place});
  errors_[0] = LaneErrors::of_still(place);
}

bool LinkLanes::set_joint(std::size_t joint, const Coordinate* q, double first, double spacing, double half) {
  half_moves_[joint] = 0.0f;
  longest_slides_[joint] = 0.0;
  if (!joints_[joint].turns && !joints_[joint].slides) return true;
  if (!q || q->degree() > 1) return false;
  const double error = q->evaluation_error();
  const double start = q->control()[0], way = q->degree() == 0 ? 0.0 : q->control()[1] - start;
  if (!(error <= most_evaluation_error && q->largest() <= most_angle)) return false;
  const bool rests = q->constant();
  const double half_move = rests ? 0.0 : std::fabs(way) * half + 2.0 * error;
  // Rounded up: the conversion and the two operations lose less than 2^-22.
  half_moves_[joint] = static_cast<float>(half_move * (1.0 + 0x1p-22));
  if (joints_[joint].turns) {
    half_moves_[joint] = std::min(half_moves_[joint], 2.0f);
    fill_turns(start + first * way, spacing * way, sines_[joint], cosines_[joint]);
    return true;
  }
  for (int k = 0; k < state_count; ++k) slides_[joint].at[k] = static_cast<float>(start + (first + k * spacing) * way);
  longest_slides_[joint] = q->largest();
  return true;
}

bool LinkLanes::set(const TreeMotion& motion, double first, double spacing, double half) {
  TOCCA_REQUIRE(at(motion.link_count()) == poses_.size(), "lanes are set to motions of their own tree");
  TOCCA_REQUIRE(first >= 0.0 && spacing >= 0.0 && half >= 0.0, "times are not negative");
  if (!simple_ || !motion.rigid()) return false;
  for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
    if (!set_joint(joint, motion.joint_coordinate(static_cast<int>(joint) + 1), first, spacing, half)) return false;
  }
  if (!bound_errors()) return false;
  place_links(joints_, sines_.data(), cosines_.data(), slides_.data(), poses_.data(), axes_.data());
  return true;
}

LaneErrors LaneErrors::of_still(const Vector3& place) {
  const double distance = place.norm() * (1.0 + 0x1p-40);
  return {4.0 * u, 2.0 * u * distance, distance};
}

/// docs/maths/state_lanes.md, section 2.
LaneErrors LaneErrors::carried(double length) const {
  const double far = (distance + length) * (1.0 + 0x1p-40);
  return {rotation + 32.0 * u, translation + (rotation + 16.0 * u) * length + 4.0 * u * far, far};
}

bool LinkLanes::bound_errors() {
  for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
    const double length = lengths_[joint] + longest_slides_[joint] * (1.0 + 0x1p-38);
    const LaneErrors& child = errors_[joint + 1] = errors_[at(joints_[joint].parent)].carried(length);
    if (!(child.distance <= most_distance && child.rotation <= most_skew)) return false;
  }
  return true;
}

}  // namespace tocca
