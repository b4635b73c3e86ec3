#include "tocca/motion/tree_motion.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "core/index.hpp"
#include "core/rounding.hpp"
#include "motion/rotation_between.hpp"
#include "motion/walked_motion.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// A rotation (no mirror) to 2^-40.
bool is_rotation(const Matrix3& R) {
  return (R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff() < 0x1p-40 && R.determinant() > 0.0;
}

}  // namespace

TreeMotion::TreeMotion(const KinematicTree& tree, const Pose& base) : base_(base), has_base_(!base.is_identity()) {
  for (std::size_t link = 0; link < tree.links().size(); ++link) {
    parent_.push_back(tree.parent_link(static_cast<int>(link)));
  }
  for (const Joint& joint : tree.joints()) {
    first_stage_.push_back(stage_count());
    append_stages(joint);
    const Mimic mimic = joint.mimic.value_or(Mimic{-1, 1.0, 0.0});
    const int first = joint.mimic ? tree.joints()[at(mimic.joint)].first_coordinate : joint.first_coordinate;
    sources_.push_back({coordinate_count(joint.type), has_quaternion(joint.type), first, mimic.multiplier, mimic.offset,
                        joint.mimic.has_value()});
  }
  first_stage_.push_back(stage_count());
  coordinates_.resize(stages_.size());
  coordinate_count_ = tree.coordinate_count();
  rigid_ = is_rotation(base.rotation);
  for (const Stage& stage : stages_) {
    rigid_ = rigid_ && is_rotation(stage.placement.pose.rotation) &&
             std::fabs(stage.axis.direction.squaredNorm() - 1.0) < 0x1p-40;
  }
  const Configuration zero = tree.zero_configuration();
  move(zero, zero);
}

/// The room for a new joint type: its stages, from the child to the parent, one per number in reverse order (the four
/// of a quaternion are one turn, the first stage). Bounds, poses and enclosures follow.
void TreeMotion::append_stages(const Joint& joint) {
  const Placement origin(joint.origin), here;
  switch (joint.type) {
    case JointType::fixed:
      stages_.push_back({StageKind::place, origin, {}});
      break;
    case JointType::revolute:
    case JointType::continuous:
      stages_.push_back({StageKind::turn, origin, Axis(joint.axis)});
      break;
    case JointType::prismatic:
      stages_.push_back({StageKind::slide, origin, Axis(joint.axis)});
      break;
    case JointType::planar: {
      const auto [u, v] = plane_axes(joint.axis);
      stages_.push_back({StageKind::turn, here, Axis(joint.axis)});
      stages_.push_back({StageKind::slide, here, Axis(v)});
      stages_.push_back({StageKind::slide, origin, Axis(u)});
      break;
    }
    case JointType::floating:  // the turn's placement and axis are set for each segment
      stages_.push_back({StageKind::turn, here, {}});
      stages_.push_back({StageKind::slide, here, Axis(Vector3::UnitZ())});
      stages_.push_back({StageKind::slide, here, Axis(Vector3::UnitY())});
      stages_.push_back({StageKind::slide, origin, Axis(Vector3::UnitX())});
      break;
  }
}

/// Gives each stage its coordinate; coordinate_at(i) is number i of a Configuration as it moves along the segment.
template <class CoordinateAt>
void TreeMotion::set(const CoordinateAt& coordinate_at) {
  for (std::size_t joint = 0; joint < sources_.size(); ++joint) {
    const JointSource& source = sources_[joint];
    const int first = source.first_coordinate;
    Coordinate* stage = coordinates_.data() + first_stage_[joint];
    if (source.multiplier != 1.0 || source.offset != 0.0) {  // only a joint of one number mimics
      stage[0] = coordinate_at(first).followed_by(source.multiplier, source.offset);
      continue;
    }
    const int numbers = source.quaternion ? source.coordinate_count - 4 : source.coordinate_count;
    const int last = source.quaternion ? numbers : numbers - 1;  // stages run from the child to the parent
    for (int i = 0; i < numbers; ++i) stage[last - i] = coordinate_at(first + i);
    if (!source.quaternion) continue;
    Eigen::Vector4d from, to;
    for (int i = 0; i < 4; ++i) {
      const Coordinate component = coordinate_at(first + numbers + i);
      from[i] = component.at(0.0).value;
      to[i] = component.at(1.0).value;
    }
    set_rotation(first_stage_[joint], from, to);
  }
}

void TreeMotion::set_rotation(int stage, const Eigen::Vector4d& from, const Eigen::Vector4d& to) {
  TOCCA_REQUIRE((from.array() != 0.0).any() && (to.array() != 0.0).any(), "a zero quaternion is not a rotation");
  const auto [axis, angle] = rotation_between(from, to);
  stages_[at(stage)].placement = Placement(Pose::from_quaternion(Vector3::Zero(), from[0], from[1], from[2], from[3]));
  stages_[at(stage)].axis = Axis(axis);
  coordinates_[at(stage)] = Coordinate(0.0, angle);
}

void TreeMotion::move(ConfigurationView from, ConfigurationView to) {
  TOCCA_REQUIRE(from.size() == coordinate_count_ && to.size() == coordinate_count_,
                "a configuration has one number per coordinate");
  TOCCA_REQUIRE(from.allFinite() && to.allFinite(), "a configuration must be finite");
  set([&](int i) { return Coordinate(from[i], to[i]); });
}

void TreeMotion::follow(const Path& path, int segment, const Stretch& stretch) {
  TOCCA_REQUIRE(segment >= 0 && segment < path.segment_count(), "a path has no such segment");
  TOCCA_REQUIRE(path.waypoints.cols() == coordinate_count_, "a path has one column per coordinate of the tree");
  set([&](int i) { return coordinate_of(path, segment, i); });
  if (stretch.whole()) return;
  for (Coordinate& q : coordinates_) q = q.restricted(stretch);
}

void TreeMotion::rest(const Path& path, int waypoint) {
  TOCCA_REQUIRE(waypoint >= 0 && waypoint < path.waypoints.rows(), "a path has no such waypoint");
  TOCCA_REQUIRE(path.waypoints.cols() == coordinate_count_, "a path has one column per coordinate of the tree");
  set([&](int i) { return Coordinate(path.waypoints(waypoint, i)); });
}

void TreeMotion::rest(const Configuration& at) {
  set([&](int i) { return Coordinate(at[i]); });
}

void TreeMotion::configuration(double t, Configuration& q) const {
  q.resize(coordinate_count_);
  for (std::size_t joint = 0; joint < sources_.size(); ++joint) {
    const JointSource& source = sources_[joint];
    if (source.mimics) continue;
    const int first = first_stage_[joint];
    const auto value = [&](int stage) { return coordinates_[at(first + stage)].at(t).value; };
    const int last = first_stage_[joint + 1] - first - 1;  // stages run from the child to the parent
    const int numbers = source.quaternion ? source.coordinate_count - 4 : source.coordinate_count;
    for (int i = 0; i < numbers; ++i) q[source.first_coordinate + i] = value(last - i);
    if (source.quaternion) {
      const Stage& turn = stages_[at(first)];
      q.segment<4>(source.first_coordinate + numbers) =
          (Eigen::Quaterniond(turn.placement.pose.rotation) *
           Eigen::Quaterniond(Eigen::AngleAxisd(value(0), turn.axis.direction)))
              .normalized()
              .coeffs();
    }
  }
}

bool TreeMotion::carries(int ancestor, int link) const noexcept {
  if (link < 0 || link >= link_count()) return false;
  while (link > ancestor) link = parent_[at(link)];  // parents come before their children; the root's is -1
  return link == ancestor && ancestor >= -1;
}

bool TreeMotion::has_one_stage(int child_link) const noexcept {
  return child_link > 0 && child_link < link_count() &&
         first_stage_[at(child_link)] == first_stage_[at(child_link - 1)] + 1;
}

bool TreeMotion::rests(int joint) const noexcept {
  TOCCA_REQUIRE(joint >= 0 && joint + 1 < link_count(), "a tree has no such joint");
  for (int i = first_stage_[static_cast<std::size_t>(joint)]; i < first_stage_[static_cast<std::size_t>(joint) + 1];
       ++i) {
    const auto stage = static_cast<std::size_t>(i);
    if (stages_[stage].kind != StageKind::place && !coordinates_[stage].constant()) return false;
  }
  return true;
}

TreeMotion::Moving TreeMotion::moving(int ancestor, int link) const {
  TOCCA_REQUIRE(carries(ancestor, link), "a link is seen from the world, from itself or from one of its ancestors");
  Moving result;
  int turns = 0;
  bool simple = true;
  for (; link > std::max(ancestor, 0); link = parent_[at(link)]) {
    const int first = first_stage_[at(link - 1)], end = first_stage_[at(link)];
    for (int i = first; i < end; ++i) {
      const Coordinate& q = coordinates_[at(i)];
      if (stages_[at(i)].kind == StageKind::place || q.constant()) continue;
      result.first = link;
      simple = simple && end == first + 1;
      if (stages_[at(i)].kind != StageKind::turn) continue;
      ++turns;
      result.turn = link;
      for (int k = 0; k < q.degree(); ++k) result.angle += std::fabs(q.control()[at(k + 1)] - q.control()[at(k)]);
    }
  }
  if (turns != 1 || !simple) result.turn = -1;
  return result;
}

const Vector3& TreeMotion::joint_axis(int child_link) const {
  TOCCA_REQUIRE(has_one_stage(child_link), "only a joint of one stage has an axis");
  return stages_[at(first_stage_[at(child_link - 1)])].axis.direction;
}

const Coordinate* TreeMotion::joint_coordinate(int child_link) const noexcept {
  if (!has_one_stage(child_link)) return nullptr;
  const int stage = first_stage_[at(child_link - 1)];
  return stages_[at(stage)].kind == StageKind::place ? nullptr : &coordinates_[at(stage)];
}

double TreeMotion::slide_way(int child_link) const {
  TOCCA_REQUIRE(child_link > 0 && child_link < link_count(),
                "a joint is known by its child link, which is not the root");
  TOCCA_REQUIRE(has_one_stage(child_link) || rests(child_link - 1), "only a joint of one stage slides one way");
  const int stage = first_stage_[at(child_link - 1)];
  const Coordinate& q = coordinates_[at(stage)];
  if (stages_[at(stage)].kind != StageKind::slide || q.constant()) return 0.0;
  double way = 0.0;  // a polynomial stays among its control values
  for (int k = 1; k <= q.degree(); ++k) way = std::max(way, std::fabs(q.control()[at(k)] - q.control()[0]));
  return rounded_up((way + 2.0 * q.evaluation_error()) * stages_[at(stage)].axis.length, 16.0);
}

const Vector3& TreeMotion::joint_origin(int child_link) const {
  TOCCA_REQUIRE(child_link > 0 && child_link < link_count(),
                "a joint is known by its child link, which is not the root");
  return stages_[at(first_stage_[at(child_link)] - 1)].placement.pose.translation;
}

double TreeMotion::reach_from(int first, int link, const Placement* grip, const Lss& volume) const {
  TOCCA_REQUIRE(first > 0 && carries(first, link), "the first joint carries the link");
  double reach = std::max(volume.a.norm(), volume.b.norm()) + volume.radius;
  if (grip) reach = grip->gain * reach + grip->length;
  for (;; link = parent_[at(link)]) {
    const int last = first_stage_[at(link)] - 1;
    for (int i = first_stage_[at(link - 1)]; i <= last; ++i) {
      const Stage& stage = stages_[at(i)];
      if (stage.kind == StageKind::slide) reach += coordinates_[at(i)].largest() * stage.axis.length;
      if (stage.kind == StageKind::turn) reach *= stage.axis.gain;
      reach *= stage.placement.gain;
      if (link != first || i != last) reach += stage.placement.length;
    }
    if (link == first) return rounded_up(reach, 16.0 * stage_count() + 16.0);
  }
}

LinkMotion TreeMotion::link(int link) const {
  TOCCA_REQUIRE(link >= 0 && link < link_count(), "a tree has no such link");
  return {*this, -1, link};
}

LinkMotion TreeMotion::link_in(int ancestor, int link) const {
  TOCCA_REQUIRE(carries(ancestor, link), "a link is seen from the world, from itself or from one of its ancestors");
  return {*this, ancestor, link};
}

int TreeMotion::common_ancestor(int link_a, int link_b) const noexcept {
  TOCCA_REQUIRE(std::min(link_a, link_b) >= 0 && std::max(link_a, link_b) < link_count(), "a tree has no such link");
  while (link_a != link_b) {  // parents come before their children
    int& later = link_a > link_b ? link_a : link_b;
    later = parent_[at(later)];
  }
  return link_a;
}

void TreeMotion::poses(double t, std::span<Pose> X_WL, std::span<Pose> X_PL) const {
  TOCCA_REQUIRE(X_WL.size() >= at(link_count()), "there is room for each link");
  TOCCA_REQUIRE(X_PL.empty() || X_PL.size() >= at(link_count()), "there is room for each link");
  X_WL[0] = Pose{};
  for (int joint = 0; joint + 1 < link_count(); ++joint) {
    PoseWalk walk(t);
    walk_joint(joint, walk);
    if (!X_PL.empty()) X_PL[at(joint + 1)] = walk.pose();
    X_WL[at(joint + 1)] = X_WL[at(parent_[at(joint + 1)])] * walk.pose();
  }
  if (!has_base_) return;
  for (Pose& pose : X_WL) pose = base_.pose * pose;  // last: a far base costs one rounding, not one per joint
}

void TreeMotion::poses(double t, std::span<Pose> X_WL) const { poses(t, X_WL, {}); }

/// A joint's stages multiplied first, then the joints from the tip to the root: the products of PoseWalk in another
/// order. docs/maths/forward_kinematics_rounding.md bounds both, as it does poses().
Pose TreeMotion::chained_pose(int ancestor, int link, std::span<const Pose> X_PL) const {
  TOCCA_REQUIRE(carries(ancestor, link), "a link is seen from the world, from itself or from one of its ancestors");
  TOCCA_REQUIRE(X_PL.size() >= at(link_count()), "there is a pose of each link");
  if (link <= std::max(ancestor, 0)) return {};
  Pose pose = X_PL[at(link)];
  for (link = parent_[at(link)]; link > std::max(ancestor, 0); link = parent_[at(link)]) pose = X_PL[at(link)] * pose;
  return pose;
}

void TreeMotion::enclosures(const Interval& time, std::span<IntervalPose> X_WL) const {
  TOCCA_REQUIRE(X_WL.size() >= at(link_count()), "there is room for each link");
  X_WL[0] = enclosed(base_.pose);
  for (int joint = 0; joint + 1 < link_count(); ++joint) {
    EnclosureWalk walk(time);
    walk_joint(joint, walk);
    // No cut to the gain here: it would need the gain of the whole chain, and the paper's product has none.
    X_WL[at(joint + 1)] =
        product(X_WL[at(parent_[at(joint + 1)])], walk.pose(), std::numeric_limits<double>::infinity());
  }
}

void TreeMotion::prepare(const Interval& time, std::span<StageWindow> windows) const {
  TOCCA_REQUIRE(windows.size() >= at(stage_count()), "there is room for each stage");
  const Window window(time);
  for (int i = 0; i < stage_count(); ++i) {
    const StageKind kind = stages_[at(i)].kind;
    if (kind == StageKind::turn) windows[at(i)] = StageWindow::of_turn(coordinates_[at(i)], window);
    if (kind == StageKind::slide) windows[at(i)] = StageWindow::of_slide(coordinates_[at(i)], window);
  }
}

void TreeMotion::walk_joint(int joint, std::span<const StageWindow> windows, BoundWalk& walk) const {
  for (int i = first_stage_[at(joint)]; i < first_stage_[at(joint + 1)]; ++i) {
    const Stage& stage = stages_[at(i)];
    switch (stage.kind) {
      case StageKind::place:
        walk.place(stage.placement);
        break;
      case StageKind::slide:
        walk.slide(stage.placement, stage.axis, windows[at(i)]);
        break;
      case StageKind::turn:
        walk.turn(stage.placement, stage.axis, windows[at(i)]);
        break;
    }
  }
}

void TreeMotion::bounds(const Interval& time, std::span<const StageWindow> windows, std::span<const Lss> volumes,
                        std::span<MotionBounds> result) const {
  TOCCA_REQUIRE(windows.size() >= at(stage_count()), "there is a window of each stage");
  TOCCA_REQUIRE(std::min(volumes.size(), result.size()) >= at(link_count()),
                "there is a volume and room for each link");
  for (int link = 0; link < link_count(); ++link) {
    BoundWalk walk(time, volumes[at(link)]);
    for (int carried = link; carried > 0; carried = parent_[at(carried)]) walk_joint(carried - 1, windows, walk);
    if (has_base_) walk.base(base_);
    result[at(link)] = {walk.tube(), walk.speed()};
  }
}

Pose LinkMotion::pose(double t) const { return walked(*this, PoseWalk(t)).pose(); }

double LinkMotion::tube(const Interval& time, const Lss& volume) const {
  return walked(*this, BoundWalk(time, volume)).tube();
}

DirectedTube LinkMotion::directed_tube(const Interval& time, const Lss& volume) const {
  return walked(*this, FlatWalk(time, volume)).tube();
}

double LinkMotion::speed(const Interval& time, const Lss& volume) const {
  return walked(*this, BoundWalk(time, volume)).speed();
}

IntervalPose LinkMotion::enclosure(const Interval& time) const { return walked(*this, EnclosureWalk(time)).pose(); }

LinearEnclosure LinkMotion::linear_enclosure(const Interval& time) const {
  return walked(*this, LinearWalk(time)).pose();
}

static_assert(Motion<LinkMotion>);

}  // namespace tocca
