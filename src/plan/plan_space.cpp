#include "plan/plan_space.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "check/model/deforming_bodies.hpp"
#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/path.hpp"

namespace tocca {
namespace {

double extent_of(const Lss& volume) { return std::max(volume.a.norm(), volume.b.norm()) + volume.radius; }

/// How far anything that a link carries can be from the link's origin, by adding up lengths: one number per link.
std::vector<double> extents(const CollisionModel& model, int robot) {
  const KinematicTree& tree = model.robots()[at(robot)].tree;
  std::vector<double> result(tree.links().size(), 0.0);
  for (int link = static_cast<int>(result.size()) - 1; link >= 0; --link) {  // children come after their parents
    const int body = model.body_of_link(robot, link);
    if (body >= 0) result[at(link)] = std::max(result[at(link)], extent_of(model.bodies()[at(body)].part.lss()));
    if (link == 0) break;
    const Joint& joint = tree.joints()[at(tree.parent_joint(link))];
    double slide = 0.0;
    if (slides(joint.type) && joint.limits) {
      slide = std::max(std::fabs(joint.limits->lower), std::fabs(joint.limits->upper));
    }
    double& parent = result[at(joint.parent_link)];
    parent = std::max(parent, joint.origin.translation.norm() + slide + result[at(link)]);
  }
  return result;
}

/// The size of everything: of the box around what stands still, and of the robots.
double room_of(const CollisionModel& model) {
  constexpr double none = std::numeric_limits<double>::infinity();
  Vector3 lower = Vector3::Constant(none), upper = Vector3::Constant(-none);
  for (const int body : model.still()) {
    const Lss& volume = model.bodies()[at(body)].part.lss();
    lower = lower.cwiseMin(volume.a.cwiseMin(volume.b) - Vector3::Constant(volume.radius));
    upper = upper.cwiseMax(volume.a.cwiseMax(volume.b) + Vector3::Constant(volume.radius));
  }
  double room = model.still().empty() ? 0.0 : (upper - lower).norm();
  for (std::size_t robot = 0; robot < model.robots().size(); ++robot) {
    for (const double extent : extents(model, static_cast<int>(robot))) room = std::max(room, 2.0 * extent);
  }
  return room > 0.0 ? room : 1.0;
}

Eigen::Quaterniond quaternion(const Configuration& q, int first) {
  return Eigen::Quaterniond(q[first + 3], q[first], q[first + 1], q[first + 2]).normalized();
}

void put(const Eigen::Quaterniond& rotation, int first, Configuration& q) {
  q.segment<4>(first) = rotation.normalized().coeffs();  // x, y, z, w
}

/// The angle of the shortest rotation between two orientations, in [0, pi].
double angle_between(const Configuration& a, const Configuration& b, int first) {
  return quaternion(a, first).angularDistance(quaternion(b, first));
}

void require_valid(const PlanSpace& space, const Configuration& q) {
  if (q.size() != space.size()) {
    throw InputError("", "configuration", "it has " + std::to_string(q.size()) + " coordinates",
                     "give " + std::to_string(space.size()) + ": those of all robots, one after the other");
  }
  if (!q.allFinite()) throw InputError("", "configuration", "a coordinate is not finite", "give finite numbers");
  for (const PlanSpace::Degree& degree : space.degrees()) {
    if (degree.kind == PlanSpace::DegreeKind::orientation && !(q.segment<4>(degree.coordinate).stableNorm() > 0.0)) {
      throw InputError("", "coordinate '" + space.names()[at(degree.coordinate)] + "'",
                       "a zero quaternion is not a rotation", "give qw = 1 for no rotation");
    }
  }
}

}  // namespace

PlanSpace::PlanSpace(const CollisionModel& model, std::span<const Configuration> anchors) {
  refuse_deforming(model.deforming(), "it deforms by itself, but a planned path has no time stamps",
                   "remove it from the problem");
  for (int robot = 0; robot < static_cast<int>(model.robots().size()); ++robot) add_robot(model, robot);
  for (const Configuration& anchor : anchors) require_valid(*this, anchor);
  finish_ranges(anchors, room_of(model));
}

void PlanSpace::add_robot(const CollisionModel& model, int robot) {
  const KinematicTree& tree = model.robots()[at(robot)].tree;
  const int first = size();
  for (const std::string& name : tree.coordinate_names()) {
    names_.push_back(model.robots().size() > 1 ? model.robots()[at(robot)].name + "/" + name : name);
  }
  const std::vector<double> reach = extents(model, robot);
  std::vector<int> degree_of(tree.joints().size(), -1);
  for (std::size_t j = 0; j < tree.joints().size(); ++j) {
    const Joint& joint = tree.joints()[j];
    if (joint.mimic || is_fixed(joint.type)) continue;
    degree_of[j] = static_cast<int>(degrees_.size());
    add_joint(joint, reach[at(joint.child_link)], first);
  }
  for (const Joint& joint : tree.joints()) {
    if (!joint.mimic || is_fixed(joint.type)) continue;
    const int source = degree_of[at(joint.mimic->joint)];
    if (source >= 0) follow(joint, reach[at(joint.child_link)], degrees_[at(source)]);
  }
}

void PlanSpace::add_joint(const Joint& joint, double reach, int first) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const int coordinate = first + joint.first_coordinate;
  const auto coordinates = joint_traits(joint.type).coordinates;
  for (int k = 0; k < coordinate_count(joint.type); ++k) {
    switch (coordinates[at(k)].role) {
      case CoordinateRole::slide:
        degrees_.push_back({coordinate + k, DegreeKind::slide, -none, none, 1.0});
        break;
      case CoordinateRole::turn:
        degrees_.push_back({coordinate + k, DegreeKind::angle, -none, none, reach});
        break;
      case CoordinateRole::quaternion:  // its first number stands for all four
        if (k != quaternion_place(joint.type)) break;
        degrees_.push_back({coordinate + k, DegreeKind::orientation, 0.0, std::numbers::pi, reach});
        has_orientations_ = true;
        break;
    }
  }
  if (joint.limits && has_limits(joint.type)) {
    degrees_.back().lower = joint.limits->lower;
    degrees_.back().upper = joint.limits->upper;
  }
}

/// A mimic joint moves more, and its limits are limits of its source.
void PlanSpace::follow(const Joint& mimic, double reach, Degree& source) {
  const double factor = mimic.mimic->multiplier;
  source.weight += std::fabs(factor) * (slides(mimic.type) ? 1.0 : reach);
  if (!mimic.limits || !has_limits(mimic.type) || factor == 0.0) return;
  const double one = (mimic.limits->lower - mimic.mimic->offset) / factor;
  const double two = (mimic.limits->upper - mimic.mimic->offset) / factor;
  const double lower = std::max(source.lower, std::min(one, two)), upper = std::min(source.upper, std::max(one, two));
  if (!(lower <= upper)) return;  // no value suits both: the source's own limits stay
  source.lower = lower;
  source.upper = upper;
}

void PlanSpace::finish_ranges(std::span<const Configuration> anchors, double room) {
  double heaviest = 0.0;
  for (const Degree& degree : degrees_) heaviest = std::max(heaviest, degree.weight);
  for (Degree& degree : degrees_) {
    // A degree that carries nothing must count for something, lest a path wander in it for nothing.
    degree.weight = std::max(degree.weight, heaviest > 0.0 ? 1e-3 * heaviest : 1.0);
    if (degree.kind == DegreeKind::orientation) continue;
    double least = 0.0, greatest = 0.0;
    for (std::size_t k = 0; k < anchors.size(); ++k) {
      const double value = anchors[k][degree.coordinate];
      least = k == 0 ? value : std::min(least, value);
      greatest = k == 0 ? value : std::max(greatest, value);
    }
    const double beyond = degree.kind == DegreeKind::angle ? std::numbers::pi : room;
    if (!std::isfinite(degree.lower)) degree.lower = std::min(least - beyond, degree.upper);
    if (!std::isfinite(degree.upper)) degree.upper = std::max(greatest + beyond, degree.lower);
  }
  double squares = 0.0;
  for (const Degree& degree : degrees_) squares += std::pow(degree.weight * (degree.upper - degree.lower), 2);
  stride_ = std::sqrt(squares) / 14.0;
}

double PlanSpace::length(const Configuration& a, const Configuration& b) const {
  TOCCA_REQUIRE(a.size() == size() && b.size() == size(), "a configuration has one number per coordinate");
  double sum = 0.0;
  for (const Degree& degree : degrees_) {
    const double change = degree.kind == DegreeKind::orientation ? angle_between(a, b, degree.coordinate)
                                                                 : b[degree.coordinate] - a[degree.coordinate];
    sum += change * change * degree.weight * degree.weight;
  }
  return std::sqrt(sum);
}

double PlanSpace::length(const WaypointMatrix& path) const {
  double sum = 0.0;
  for (Eigen::Index k = 1; k < path.rows(); ++k) sum += length(path.row(k - 1).transpose(), path.row(k).transpose());
  return sum;
}

double PlanSpace::separation(const Configuration& a, const Configuration& b, double enough) const {
  double greatest = 0.0;
  for (const Degree& degree : degrees_) {
    const double range = degree.upper - degree.lower;
    if (!(range > 0.0)) continue;
    const double change = degree.kind == DegreeKind::orientation
                              ? angle_between(a, b, degree.coordinate)
                              : std::fabs(b[degree.coordinate] - a[degree.coordinate]);
    greatest = std::max(greatest, change / range);
    if (greatest > enough) return greatest;
  }
  return greatest;
}

Configuration PlanSpace::between(const Configuration& a, const Configuration& b, double t) const {
  Configuration q(a.size());
  between(a, b, t, q);
  return q;
}

void PlanSpace::between(const Configuration& a, const Configuration& b, double t, Configuration& result) const {
  TOCCA_REQUIRE(&result != &a && &result != &b, "the point between two must be stored elsewhere");
  if (t <= 0.0 || t >= 1.0) {
    result = t <= 0.0 ? a : b;
    return;
  }
  result = a + t * (b - a);
  if (!has_orientations_) return;
  for (int k = 0; k < static_cast<int>(degrees_.size()); ++k) {
    if (degrees_[at(k)].kind == DegreeKind::orientation) between(k, a, b, t, result);
  }
}

void PlanSpace::between(int index, const Configuration& a, const Configuration& b, double t,
                        Configuration& result) const {
  TOCCA_REQUIRE(index >= 0 && at(index) < degrees_.size(), "a space has no such degree of freedom");
  const int k = degrees_[at(index)].coordinate;
  if (degrees_[at(index)].kind == DegreeKind::orientation) {
    put(quaternion(a, k).slerp(t, quaternion(b, k)), k, result);
  } else {
    result[k] = a[k] + t * (b[k] - a[k]);
  }
}

void PlanSpace::draw_near(const Configuration& q, double radius, SeededRandom& random, Configuration& result) const {
  result = q;
  for (int degree = 0; degree < static_cast<int>(degrees_.size()); ++degree) change(degree, radius, random, result);
}

void PlanSpace::change(int index, double radius, SeededRandom& random, Configuration& q) const {
  TOCCA_REQUIRE(index >= 0 && at(index) < degrees_.size(), "a space has no such degree of freedom");
  const Degree& degree = degrees_[at(index)];
  if (degree.kind == DegreeKind::orientation) {
    Vector3 axis;
    do {
      for (double& x : axis) x = random.between(-1.0, 1.0);
    } while (!(axis.squaredNorm() <= 1.0 && axis.squaredNorm() > 1e-6));
    const double angle =
        std::numbers::pi * std::min(1.0, radius) * std::cbrt(random.unit());  // about uniform in the ball of rotations
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis.normalized()));
    put(quaternion(q, degree.coordinate) * turn, degree.coordinate, q);
    return;
  }
  double& value = q[degree.coordinate];
  const double reach = radius * (degree.upper - degree.lower);
  // From outside of its limits, the nearest of them is as near as one can get.
  const double from = std::clamp(value, degree.lower, degree.upper);
  value = random.between(std::max(degree.lower, from - reach), std::min(degree.upper, from + reach));
}

double PlanSpace::share(int index, const Configuration& q) const {
  TOCCA_REQUIRE(index >= 0 && at(index) < degrees_.size(), "a space has no such degree of freedom");
  const Degree& degree = degrees_[at(index)];
  if (degree.kind == DegreeKind::orientation) {
    const Eigen::Quaterniond rotation = quaternion(q, degree.coordinate);
    return 0.5 + 0.5 * (rotation.w() < 0.0 ? -rotation.x() : rotation.x());
  }
  const double range = degree.upper - degree.lower;
  return range > 0.0 ? std::clamp((q[degree.coordinate] - degree.lower) / range, 0.0, 1.0) : 0.5;
}

}  // namespace tocca
