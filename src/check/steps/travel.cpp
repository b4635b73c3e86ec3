#include "check/steps/travel.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"
#include "motion/mover.hpp"

namespace tocca {
namespace {

/// Covers, of any number that is made here, the rounding of a few dozen operations, and matrices and axes that are rotations and unit
/// vectors to 2^-40 each (docs/maths/carried_pairs.md).
constexpr double way_slack = 0x1p-30;

bool has_one_number_at_most(JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::revolute:
    case JointType::continuous:
    case JointType::prismatic:
      return true;
    case JointType::planar:
    case JointType::floating:
      break;
  }
  return false;
}

bool same(const Pose& x, const Pose& y) { return x.rotation == y.rotation && x.translation == y.translation; }

}  // namespace

Travel::Travel(const CollisionModel& model)
    : model_(model), robots_(model.robots().size()), bodies_(model.movable().size()), rank_(model.bodies().size(), -1) {
  for (std::size_t r = 0; r < robots_.size(); ++r) {
    const KinematicTree& tree = model.robots()[r].tree;
    RobotJoints& joints = robots_[r];
    const std::size_t links = tree.links().size();
    joints.simple = std::all_of(tree.joints().begin(), tree.joints().end(),
                                [](const Joint& joint) { return has_one_number_at_most(joint.type); });
    joints.ways.resize(links);
    joints.ends.resize(links);
    joints.errors.resize(links);
    joints.slides.resize(links);
    joints.chains.resize(links);
    joints.poses.resize(links);
    for (int link = 1; link < static_cast<int>(links); ++link) {  // parents come first
      const JointType type = tree.joints()[at(tree.parent_joint(link))].type;
      joints.slides[at(link)] = type == JointType::prismatic;
      if (type != JointType::fixed) joints.chains[at(link)].push_back(link);
      const std::vector<int>& above = joints.chains[at(tree.parent_link(link))];
      joints.chains[at(link)].insert(joints.chains[at(link)].end(), above.begin(), above.end());
    }
  }
  for (std::size_t rank = 0; rank < bodies_.size(); ++rank) {
    const CollisionModel::Body& body = model.bodies()[at(model.movable()[rank])];
    rank_[at(model.movable()[rank])] = static_cast<int>(rank);
    bodies_[rank].robot = body.robot;
    bodies_[rank].link = body.link;
  }
  for (const CollisionModel::Pair& pair : model.pairs()) pairs_.push_back({rank_[at(pair.a)], rank_[at(pair.b)], 1, 1});
}

void Travel::begin() { begun_ = false; }

/// The control values are the motion: it begins at the first and ends at the last of them, and its way is no longer than theirs. What is
/// rounded in them (mimic joints, parts of segments) is as if the joint had travelled a little farther.
void Travel::set_robot(const TreeMotion& motion, RobotJoints& joints) {
  joints.goes_on = begun_ && joints.simple && motion.rigid();
  if (!joints.simple) return;
  for (int link = 1; link < motion.link_count(); ++link) {
    const Coordinate* q = motion.joint_coordinate(link);
    if (!q) continue;
    const double error = q->evaluation_error();
    double way = 16.0 * std::max(error, joints.errors[at(link)]);
    for (int k = 0; k < q->degree(); ++k) way += std::fabs(q->control()[at(k + 1)] - q->control()[at(k)]);
    joints.goes_on = joints.goes_on && joints.ends[at(link)] == q->control()[0];
    joints.ends[at(link)] = q->control()[at(q->degree())];
    joints.errors[at(link)] = error;
    joints.ways[at(link)] = way * (1.0 + way_slack);
    total_way_ += way;
  }
}

void Travel::set_object(const MotionStep& step, int body, BodyWay& way) const {
  const Mover mover = step.mover(body);
  int robot = -1;
  if (mover.tree()) {
    robot = 0;
    while (mover.tree() != &step.tree(robot)) ++robot;
  }
  const bool fixed = mover.grip() ? mover.grip()->gain <= 1.0 + way_slack : mover.still();
  const Pose X = mover.grip() ? mover.grip()->pose : fixed ? mover.pose(0.0) : Pose{};
  const bool as_before = fixed && robot == way.robot && mover.link() == way.link && same(X, way.fixed);
  way.goes_on = begun_ && as_before && (robot < 0 || robots_[at(robot)].goes_on);
  way.known = way.known && way.goes_on;
  way.robot = robot;
  way.link = mover.link();
  way.fixed = X;
}

void Travel::set(const MotionStep& step) {
  total_way_ = 0.0;
  for (std::size_t r = 0; r < robots_.size(); ++r) set_robot(step.tree(static_cast<int>(r)), robots_[r]);
  for (std::size_t rank = 0; rank < bodies_.size(); ++rank) {
    BodyWay& way = bodies_[rank];
    const int body = model_.movable()[rank];
    if (model_.bodies()[at(body)].object >= 0) {
      set_object(step, body, way);
    } else {
      way.goes_on = robots_[at(way.robot)].goes_on;
      way.known = way.known && way.goes_on;
    }
  }
  begun_ = true;
}

std::span<const int> Travel::chain(const BodyWay& way) const {
  return way.robot < 0 ? std::span<const int>() : std::span<const int>(robots_[at(way.robot)].chains[at(way.link)]);
}

/// The greatest distance of the body's points from each axis that carries it.
void Travel::measure_levers(const MotionStep& step) {
  count_joints(step);
  for (std::size_t r = 0; r < robots_.size(); ++r) {
    if (robots_[r].goes_on) step.tree(static_cast<int>(r)).poses(0.0, robots_[r].poses);
  }
  for (std::size_t rank = 0; rank < bodies_.size(); ++rank) {
    BodyWay& way = bodies_[rank];
    if (!way.goes_on || way.robot < 0) continue;
    const int body = model_.movable()[rank];
    const std::vector<Pose>& poses = robots_[at(way.robot)].poses;
    const TreeMotion& motion = step.tree(way.robot);
    const Lss& own = model_.bodies()[at(body)].part.lss();
    const bool held = model_.bodies()[at(body)].object >= 0;
    const auto placed = [&](const Vector3& p) { return Vector3(poses[at(way.link)] * (held ? way.fixed * p : p)); };
    const Vector3 a = placed(own.a), b = placed(own.b);
    const std::span<const int> joints = chain(way);
    way.levers.resize(joints.size());
    way.since.assign(joints.size(), 0.0);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const Pose& X = poses[at(joints[i])];
      const Vector3 axis = X.rotation * motion.joint_axis(joints[i]);
      const double farthest =
          std::max(axis.cross(a - X.translation).norm(), axis.cross(b - X.translation).norm()) + own.radius;
      way.levers[i] = farthest + way_slack * (a.norm() + b.norm() + X.translation.norm() + own.radius);
    }
    way.known = true;
  }
}

/// Which joints count for which pair, as bodies are held now.
void Travel::count_joints(const MotionStep& step) {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const CollisionModel::Pair& pair = model_.pairs()[i];
    const int a = rank_[at(pair.a)], b = rank_[at(pair.b)], frame = step.frame(pair);
    pairs_[i] = {a, b, joints_below(bodies_[at(a)], frame), joints_below(bodies_[at(b)], frame)};
  }
}

void Travel::forget_levers() {
  for (BodyWay& way : bodies_) way.known = false;
}

/// Joints from the tip to the root: what those nearer to the tip have done to the body, since levers were measured and in this step, lengthens
/// the lever.
void Travel::bound_ways() {
  for (BodyWay& way : bodies_) {
    if (!way.known || way.robot < 0) continue;
    const RobotJoints& robot = robots_[at(way.robot)];
    const std::span<const int> joints = chain(way);
    way.ways.resize(joints.size());
    double sum = 0.0, before = 0.0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const int joint = joints[i];
      const double turned = robot.ways[at(joint)] * (robot.slides[at(joint)] ? 1.0 : way.levers[i] + before + sum);
      before = way.since[i];
      sum += turned;
      way.ways[i] = sum * (1.0 + way_slack);
    }
  }
}

void Travel::take_step() {
  for (BodyWay& way : bodies_) {
    if (!way.known || way.robot < 0) continue;
    for (std::size_t i = 0; i < way.since.size(); ++i) way.since[i] += way.ways[i];
  }
}

/// The joints between the body and an ancestor of its link, or the world (-1).
std::size_t Travel::joints_below(const BodyWay& way, int ancestor) const {
  const std::size_t all = chain(way).size();
  return ancestor < 0 ? all : all - robots_[at(way.robot)].chains[at(ancestor)].size();
}

double Travel::way_of(const BodyWay& way, std::size_t joints) {
  if (!way.goes_on) return std::numeric_limits<double>::infinity();
  if (joints == 0) return 0.0;
  return way.known ? way.ways[joints - 1] : std::numeric_limits<double>::infinity();
}

double Travel::in_world(int rank) const {
  const BodyWay& way = bodies_[at(rank)];
  return way_of(way, chain(way).size());
}

double Travel::between(int pair) const {
  const PairJoints& joints = pairs_[at(pair)];
  return way_of(bodies_[at(joints.rank_a)], joints.count_a) + way_of(bodies_[at(joints.rank_b)], joints.count_b);
}

}  // namespace tocca
