#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tocca/core/require.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/model/path.hpp"
#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/motion.hpp"
#include "tocca/motion/placement.hpp"

namespace tocca {

class BoundWalk;  // motion/bound_walk.hpp
class LinkMotion;
struct StageWindow;  // motion/bound_walk.hpp: what one joint does during a window

/// A tube and a speed of the same volume over the same window.
struct MotionBounds {
  double tube, speed;
};

/// The motion of every link of a kinematic tree along one segment of a path. One object serves a whole path: move() and
/// follow() set the segment without allocating.
///
/// The true motion: X_parent_child(t) = origin * motion(q(t)) as kinematic_tree.hpp says, on the stored doubles, with
///   one coordinate   q(t) a polynomial by its control values (coordinate.hpp); linear unless the path says otherwise
///   mimic joint      multiplier * q(t) + offset of its source
///   planar joint     x, y, theta each a coordinate
///   floating joint   x, y, z each a coordinate; orientation = start * R(axis, t angle), the shortest rotation from the
///                    start's quaternion to the end's (rotation_between.hpp; decision record 0006)
class TreeMotion {
 public:
  /// `base` is X_WR: places the root link in the world. All coordinates are zero until move() or follow().
  explicit TreeMotion(const KinematicTree& tree, const Pose& base = {});

  /// Straight lines in the space of coordinates. Requires coordinate_count() finite numbers each; quaternions not zero.
  void move(ConfigurationView from, ConfigurationView to);
  /// Segment `segment` of `path`, 0 <= segment < path.segment_count(). Throws InputError where a polynomial overflows.
  void follow(const Path& path, int segment) { follow(path, segment, {}); }
  /// A part of that segment's time only, as a motion of its own.
  void follow(const Path& path, int segment, const Stretch& stretch);
  /// Stands at a waypoint. Requires 0 <= waypoint < path.waypoints.rows().
  void rest(const Path& path, int waypoint);
  /// Stands at a configuration. Requires as move().
  void rest(const Configuration& at);

  /// Where it is at t: one number a coordinate of the tree, which `q` is resized to. Quaternions are of unit length.
  void configuration(double t, Configuration& q) const;

  int parent(int link) const noexcept {
    TOCCA_REQUIRE(link >= 0 && link < link_count(), "a tree has no such link");
    return parent_[static_cast<std::size_t>(link)];
  }
  int link_count() const noexcept { return static_cast<int>(parent_.size()); }
  int stage_count() const noexcept { return static_cast<int>(stages_.size()); }

  /// Does a joint stand still during the whole motion, bit for bit? Its numbers are constant.
  bool rests(int joint) const noexcept;

  /// One link as a Motion: in the world, or in the frame of one of its ancestors (or of itself), where the joints above
  /// drop out. For two links take common_ancestor: the tube of the pair is the sum of both tubes in that frame.
  LinkMotion link(int link) const;
  LinkMotion link_in(int ancestor, int link) const;
  int common_ancestor(int link_a, int link_b) const noexcept;

  /// Which joints between an ancestor (-1: the world) and a link move.
  struct Moving {
    int first = -1;      ///< the one nearest to the root, by its child link; -1: none moves
    int turn = -1;       ///< the one that turns, where all others slide, each of them of one stage; else -1
    double angle = 0.0;  ///< >= how far all of them turn together, there and back included
  };
  Moving moving(int ancestor, int link) const;
  /// The axis of a joint that turns or slides, in its child link's frame. Requires a joint of one stage.
  const Vector3& joint_axis(int child_link) const;
  /// >= how far a joint slides from where it starts, at any time; 0 where it does not slide. Requires a joint of one stage, or one
  /// that rests.
  double slide_way(int child_link) const;
  /// Where a joint is fixed to its parent link, in that link's frame.
  const Vector3& joint_origin(int child_link) const;
  /// No point of the volume is ever farther from joint_origin(first), where `first` carries the link; by lengths alone.
  double reach_from(int first, int link, const Placement* grip, const Lss& volume) const;
  /// Every stored matrix and axis is a rotation, a unit vector, to 2^-40.
  bool rigid() const noexcept { return rigid_; }

  // All links at once. Spans have one entry a link (windows: one a stage); nothing is allocated.
  void poses(double t, std::span<Pose> X_WL) const;
  /// The same, and each link in its parent's frame, from which chained_pose() makes any link in any ancestor's frame without
  /// another sine: within the tube of link_in(ancestor, link), as its own pose() is.
  void poses(double t, std::span<Pose> X_WL, std::span<Pose> X_PL) const;
  Pose chained_pose(int ancestor, int link, std::span<const Pose> X_PL) const;
  void enclosures(const Interval& time, std::span<IntervalPose> X_WL) const;
  /// What all links share over a window: each joint's series is made once.
  void prepare(const Interval& time, std::span<StageWindow> windows) const;
  void bounds(const Interval& time, std::span<const StageWindow> windows, std::span<const Lss> volumes,
              std::span<MotionBounds> result) const;

  /// A tube as link_in(ancestor, link).tube() promises, of something that `grip` fixes to the link (null: of the link
  /// itself), a little wider and much cheaper: from the poses of all links at the middle of the window, which a
  /// bisection of time needs anyway; a spread: no true point is ever farther from where its pose at the middle puts
  /// it; a speed: none is faster during the window; and the rounding of poses: at no t of [0, 1], whatever the window, is a
  /// point that poses() or link_in().pose() has placed farther from its true place. Infinite where the joints are not
  /// simple enough. Proof: docs/maths/quick_tube.md.
  ///
  /// Most of the way from the chord may lie across one direction: a point that turns about an axis stays at its height. `flat` is that
  /// direction, in the ancestor's frame, and along it no point strays by more than `flat_tube`; infinite where no direction is much
  /// better than any other.
  struct QuickBounds {
    double tube, spread, speed, pose_error;
    Vector3 flat = Vector3::Zero();
    double flat_tube = std::numeric_limits<double>::infinity();
  };
  QuickBounds quick_bounds(const Interval& time, int ancestor, int link, const Placement* grip, const Lss& volume,
                           std::span<const Pose> X_WL_middle) const;

 private:
  friend class LinkMotion;

  enum class StageKind { place, slide, turn };
  struct Stage {
    StageKind kind;
    Placement placement;
    Axis axis;
  };
  /// Where a joint's numbers come from: its own coordinates, or those of the joint it mimics.
  struct JointSource {
    int coordinate_count;
    bool quaternion;  ///< the last four of them
    int first_coordinate;
    double multiplier, offset;
    bool mimics;
  };

  bool is_quick(int ancestor, int link) const;
  bool carries(int ancestor, int link) const noexcept;  ///< a link, and the world (-1), itself or one of its ancestors?
  bool has_one_stage(int child_link) const noexcept;
  void append_stages(const Joint& joint);
  template <class CoordinateAt>
  void set(const CoordinateAt& coordinate_at);
  void set_rotation(int stage, const Eigen::Vector4d& from, const Eigen::Vector4d& to);

  template <class Walk>
  void walk_joint(int joint, Walk& walk) const;
  void walk_joint(int joint, std::span<const StageWindow> windows, BoundWalk& walk) const;

  std::vector<int> parent_;       ///< of each link; -1 for the root
  std::vector<int> first_stage_;  ///< of each joint, and one more: stages from the child towards the parent
  std::vector<Stage> stages_;
  std::vector<Coordinate> coordinates_;  ///< of each stage; unused where it only places
  std::vector<JointSource> sources_;     ///< of each joint
  int coordinate_count_ = 0;
  Placement base_;
  bool has_base_;
  bool
      rigid_;  ///< every stored matrix and axis is a rotation, a unit vector, to 2^-40: quick_tube may measure in the world
};

/// One link of a TreeMotion, which must outlive it. Bits of pose() may differ from TreeMotion::poses() in the last
/// places (other order of products); both are within the tube.
class LinkMotion {
 public:
  Pose pose(double t) const;
  double tube(const Interval& time, const Lss& volume) const;
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const;
  double speed(const Interval& time, const Lss& volume) const;
  IntervalPose enclosure(const Interval& time) const;
  LinearEnclosure linear_enclosure(const Interval& time) const;

 private:
  friend class TreeMotion;
  friend struct Stages;  // motion/stages.hpp: hands the stages to a walk
  LinkMotion(const TreeMotion& tree, int ancestor, int link) : tree_(&tree), ancestor_(ancestor), link_(link) {}
  template <class Walk>
  void walk(Walk& walk) const;

  const TreeMotion* tree_;
  int ancestor_;  ///< -1: the world
  int link_;
};

}  // namespace tocca
