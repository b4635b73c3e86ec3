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

/// The tube and the speed of the same volume over the same window.
struct MotionBounds {
  double tube, speed;
};

/// The motion of every link of a kinematic tree along one segment of a path. One object serves a whole path: move() and
/// follow() set the segment without allocating memory.
///
/// The true motion: X_parent_child(t) = origin * motion(q(t)) as in kinematic_tree.hpp, on the stored doubles, with
///   one coordinate   q(t) is a polynomial with control values (coordinate.hpp); linear unless the path says otherwise
///   mimic joint      multiplier * q(t) + offset of its source
///   planar joint     x, y and theta are each a coordinate
///   floating joint   x, y and z are each a coordinate; orientation = start * R(axis, t angle), the shortest rotation
///                    from the start's quaternion to the end's (rotation_between.hpp; decision record 0006)
class TreeMotion {
 public:
  /// `base` is X_WR and places the root link in the world. All coordinates are zero until move() or follow().
  explicit TreeMotion(const KinematicTree& tree, const Pose& base = {});

  /// Straight lines in coordinate space. Requires coordinate_count() finite numbers in each, and non-zero quaternions.
  void move(ConfigurationView from, ConfigurationView to);
  /// Segment `segment` of `path`, 0 <= segment < path.segment_count(). Throws InputError if a polynomial overflows.
  void follow(const Path& path, int segment) { follow(path, segment, {}); }
  /// Only a part of that segment's time, as a motion of its own.
  void follow(const Path& path, int segment, const Stretch& stretch);
  /// Stands at a waypoint. Requires 0 <= waypoint < path.waypoints.rows().
  void rest(const Path& path, int waypoint);
  /// Stands at a configuration. Requires the same as move().
  void rest(const Configuration& at);

  /// The configuration at t. Resizes `q` to one number per coordinate of the tree. Quaternions have unit length.
  void configuration(double t, Configuration& q) const;

  int parent(int link) const noexcept {
    TOCCA_REQUIRE(link >= 0 && link < link_count(), "a tree has no such link");
    return parent_[static_cast<std::size_t>(link)];
  }
  int link_count() const noexcept { return static_cast<int>(parent_.size()); }
  int stage_count() const noexcept { return static_cast<int>(stages_.size()); }

  /// Does a joint stand still during the whole motion, bit for bit? Then its numbers are constant.
  bool rests(int joint) const noexcept;

  /// One link as a Motion: in the world, or in the frame of one of its ancestors (or its own), where the joints above
  /// drop out. For two links use common_ancestor: the tube of the pair is the sum of both tubes in that frame.
  LinkMotion link(int link) const;
  LinkMotion link_in(int ancestor, int link) const;
  int common_ancestor(int link_a, int link_b) const noexcept;

  /// Which joints between an ancestor (-1: the world) and a link move.
  struct Moving {
    int first = -1;      ///< the one nearest to the root, given by its child link; -1: none moves
    int turn = -1;       ///< the one that turns, if all others slide and each has one stage; else -1
    double angle = 0.0;  ///< >= how far all of them turn in total, there and back included
  };
  Moving moving(int ancestor, int link) const;
  /// The axis of a joint that turns or slides, in its child link's frame. Requires a joint of one stage.
  const Vector3& joint_axis(int child_link) const;
  /// The number by which a joint of one stage turns or slides; null for a joint that is fixed or has several stages.
  const Coordinate* joint_coordinate(int child_link) const noexcept;
  /// >= how far a joint ever slides from where it starts; 0 if it does not slide. Requires a joint of one stage, or one
  /// that rests.
  double slide_way(int child_link) const;
  /// Where a joint is attached to its parent link, in that link's frame.
  const Vector3& joint_origin(int child_link) const;
  /// No point of the volume is ever farther than this from joint_origin(first), by lengths alone. `first` carries the
  /// link.
  double reach_from(int first, int link, const Placement* grip, const Lss& volume) const;
  /// Every stored matrix is a rotation, and every axis a unit vector, to 2^-40.
  bool rigid() const noexcept { return rigid_; }

  // All links at once. Spans have one entry per link (windows: one per stage); no memory is allocated.
  void poses(double t, std::span<Pose> X_WL) const;
  /// The same, and each link in its parent's frame. From these chained_pose() composes the pose of any link in any
  /// ancestor's frame without another sine, within the tube of link_in(ancestor, link), as its own pose() is.
  void poses(double t, std::span<Pose> X_WL, std::span<Pose> X_PL) const;
  Pose chained_pose(int ancestor, int link, std::span<const Pose> X_PL) const;
  void enclosures(const Interval& time, std::span<IntervalPose> X_WL) const;
  /// Prepares what all links share over a window: each joint's series is computed once.
  void prepare(const Interval& time, std::span<StageWindow> windows) const;
  void bounds(const Interval& time, std::span<const StageWindow> windows, std::span<const Lss> volumes,
              std::span<MotionBounds> result) const;

  /// Bounds for something that `grip` fixes to the link (null: for the link itself), from the poses of all links at the
  /// middle of the window, which a bisection of time needs anyway. Infinite if the joints are not simple enough. Proof:
  /// docs/maths/quick_tube.md.
  ///   tube        as link_in(ancestor, link).tube() promises, a little wider and much cheaper
  ///   spread      no true point is ever farther than this from where its pose at the middle puts it
  ///   speed       no point is faster during the window
  ///   pose_error  no point placed by poses() or link_in().pose() is farther than this from its true place, at any t of
  ///               [0, 1], whatever the window
  ///   flat        a direction, in the ancestor's frame, along which points may stray much less than across it: a
  ///               point that turns about an axis stays at its height
  ///   flat_tube   no point strays by more than this along `flat`; infinite if no direction is much better than others
  struct QuickBounds {
    double tube, spread, speed, pose_error;
    Vector3 flat = Vector3::Zero();
    double flat_tube = std::numeric_limits<double>::infinity();
  };
  QuickBounds quick_bounds(const Interval& time, int ancestor, int link, const Placement* grip, const Lss& volume,
                           std::span<const Pose> X_WL_middle) const;

 private:
  friend class LinkMotion;
  friend struct Stages;  // motion/stages.hpp: passes the stages to a walk

  enum class StageKind { place, slide, turn };
  struct Stage {
    StageKind kind;
    Placement placement;
    Axis axis;
  };
  /// Where a joint gets its numbers: from its own coordinates, or from those of the joint it mimics.
  struct JointSource {
    int coordinate_count;
    bool quaternion;  ///< the last four are one
    int first_coordinate;
    double multiplier, offset;
    bool mimics;
  };

  bool is_quick(int ancestor, int link) const;
  bool carries(int ancestor, int link) const noexcept;  ///< is it the link, one of its ancestors or the world (-1)?
  bool has_one_stage(int child_link) const noexcept;
  void append_stages(const Joint& joint);
  template <class CoordinateAt>
  void set(const CoordinateAt& coordinate_at);
  void set_rotation(int stage, const Eigen::Vector4d& from, const Eigen::Vector4d& to);

  template <class Walk>
  void walk_joint(int joint, Walk& walk) const;
  void walk_joint(int joint, std::span<const StageWindow> windows, BoundWalk& walk) const;

  std::vector<int> parent_;       ///< of each link; -1 for the root
  std::vector<int> first_stage_;  ///< of each joint, plus one; stages run from the child to the parent
  std::vector<Stage> stages_;
  std::vector<Coordinate> coordinates_;  ///< of each stage; unused if it only places
  std::vector<JointSource> sources_;     ///< of each joint
  int coordinate_count_ = 0;
  Placement base_;
  bool has_base_;
  bool rigid_;  ///< see rigid(): then quick_tube may measure in the world
};

/// One link of a TreeMotion, which must outlive it. pose() and TreeMotion::poses() may differ in the last bits (they
/// multiply in a different order); both are within the tube.
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
  friend struct Stages;
  LinkMotion(const TreeMotion& tree, int ancestor, int link) : tree_(&tree), ancestor_(ancestor), link_(link) {}
  template <class Walk>
  void walk(Walk& walk) const;

  const TreeMotion* tree_;
  int ancestor_;  ///< -1: the world
  int link_;
};

}  // namespace tocca
