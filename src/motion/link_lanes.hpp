// Poses of all links of a tree at eight times at once, as floats: what clears pairs before anything dearer is asked.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "tocca/motion/tree_motion.hpp"

namespace tocca {

inline constexpr int state_count = 8;
/// A number at each of eight times.
struct alignas(32) EightFloats {
  float at[state_count];
};
using EightPoints = std::array<EightFloats, 3>;
/// A pose at each of eight times; rotation[row][column].
struct PoseLanes {
  EightFloats rotation[3][3];
  EightPoints translation;

  /// The same pose at all times.
  void set(const Pose& X);
};

/// How far poses in lanes are from the true ones (docs/maths/state_lanes.md).
struct LaneErrors {
  double rotation;  ///< no point at distance r from the frame's origin is off by more than translation + rotation r
  double translation;
  double distance;  ///< of the frame's origin from the lanes' origin, at most

  double at(double reach) const { return translation + rotation * reach; }
  /// Of something that stands at `place`; and of something fixed to this at a distance of at most `length`.
  static LaneErrors of_still(const Vector3& place);
  LaneErrors carried(double length) const;
};

/// What a joint does to its parent's pose (R, p):  R (A0 + sin A1 + cos A2),  p + R (T0 + q T1).
struct JointLanes {
  float rotation[3][3][3];  ///< A0, A1, A2; [row][column]
  float translation[2][3];  ///< T0, T1
  float axis[3];            ///< in the parent's frame
  int parent = 0;           ///< link
  bool turns = false, slides = false;
};

/// Something that is fixed to its parent at X.
JointLanes fixed_lanes(const Pose& X);

/// Where all links of a tree are at eight equally spaced times of a motion, and how far joints turn around them. Positions are relative
/// to an origin that the caller chooses near the robot. One object per thread; setting it allocates nothing.
///
/// Guarantee   No point of a link that is at most r from the link's origin is farther than errors(link).at(r) from its true place.
class LinkLanes {
 public:
  LinkLanes(const KinematicTree& tree, const Pose& base, const Vector3& origin);

  /// Times `first`, `first + spacing`, ... of a motion of this tree; `half` is how far a caller looks from each of them, in time, or 0.
  /// False: a joint is not simple enough (one stage, linear in time, moderate numbers), and nothing may be read.
  bool set(const TreeMotion& motion, double first, double spacing, double half);

  const PoseLanes& pose(int link) const { return poses_[static_cast<std::size_t>(link)]; }
  const LaneErrors& errors(int link) const { return errors_[static_cast<std::size_t>(link)]; }

  /// The joints between a link and the root that can move, given by their child links, the link's own first.
  std::span<const int> chain(int link) const {
    const auto& [first, end] = chain_of_[static_cast<std::size_t>(link)];
    return {chains_.data() + first, chains_.data() + end};
  }
  /// How far a joint turns (in radians, 2 at most: a chord is no longer than two radii) or slides within `half` of a time; 0: it rests.
  float half_move(int child_link) const { return half_moves_[static_cast<std::size_t>(child_link - 1)]; }
  bool slides(int child_link) const { return joints_[static_cast<std::size_t>(child_link - 1)].slides; }
  const EightPoints& axis(int child_link) const { return axes_[static_cast<std::size_t>(child_link - 1)]; }

 private:
  bool set_joint(std::size_t joint, const Coordinate* q, double first, double spacing, double half);
  bool bound_errors();

  std::vector<JointLanes> joints_;  // joint i has child link i + 1
  std::vector<double> lengths_;     // >= |T0| of each joint
  bool simple_ = true;              // no joint has several numbers
  std::vector<int> chains_;
  std::vector<std::pair<int, int>> chain_of_;  // of each link: first and one past the last
  // Of the motion at hand, for each joint.
  std::vector<EightFloats> sines_, cosines_, slides_;
  std::vector<float> half_moves_;
  std::vector<double> longest_slides_;
  std::vector<EightPoints> axes_;
  // For each link.
  std::vector<PoseLanes> poses_;
  std::vector<LaneErrors> errors_;
};

/// Places all links, given the root's pose: poses and axes have one entry per link and joint. For each instruction set.
void place_links(std::span<const JointLanes> joints, const EightFloats* sines, const EightFloats* cosines,
                 const EightFloats* slides, PoseLanes* poses, EightPoints* axes);
/// The same, one number at a time: bit for bit.
void place_links_scalar(std::span<const JointLanes> joints, const EightFloats* sines, const EightFloats* cosines,
                        const EightFloats* slides, PoseLanes* poses, EightPoints* axes);

}  // namespace tocca
