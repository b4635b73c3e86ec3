#include "plan/walker.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "check/model/model_body.hpp"
#include "core/index.hpp"

namespace tocca {
namespace {

/// Steps that are drawn for one that is tried, and how much likelier one is that brings one more link into the goal (e^20).
constexpr int draws = 8;
constexpr double eagerness = 20.0;
/// In balance two steps of five are taken.
constexpr double after_taken = 1.3, after_refused = 0.85;
/// As parts of the widest way. Steps that become ever smaller lead into corners out of which no step leads.
constexpr double least_radius = 3e-4, greatest_radius = 0.25;
constexpr int most_refused = 50;
/// A degree that moves nothing counts as if it moved the links by this part of its reach.
constexpr double least_effect = 0.1;
constexpr double little = 1e-6;  // a change of a degree, for derivatives

}  // namespace

Walker::Walker(const CollisionModel& model, const PlanSpace& space, int robot, Eigen::Index first_coordinate,
               const HalfSpace& goal, double stride)
    : space_(space),
      goal_(goal),
      robot_(robot),
      first_(first_coordinate),
      count_(model.robots()[at(robot)].tree.coordinate_count()),
      motion_(model.robots()[at(robot)].tree, model.robots()[at(robot)].base) {
  const KinematicTree& tree = model.robots()[at(robot)].tree;
  poses_.resize(tree.links().size());
  beyond_.resize(tree.links().size());
  Eigen::Index ends = 0;
  for (int link = 0; link < static_cast<int>(tree.links().size()); ++link) {
    const int body = model.body_of_link(robot, link);
    const bool moves = body >= 0 && model.rigid_group(robot, link) != 0;
    volumes_.push_back(moves ? &model.bodies()[at(body)].part.lss() : nullptr);
    parents_.push_back(tree.parent_link(link));
    if (moves) ends += 2;
  }
  for (int d = 0; d < static_cast<int>(space.degrees().size()); ++d) {
    const PlanSpace::Degree& degree = space.degrees()[at(d)];
    if (degree.coordinate < first_ || degree.coordinate >= first_ + count_) continue;
    (degree.kind == PlanSpace::DegreeKind::orientation ? orientations_ : scalars_).push_back(d);
    widest_ = std::max(widest_, degree.weight * (degree.upper - degree.lower));
  }
  first_radius_ = radius_ = stride * widest_;
  points_.resize(3 * ends);
  jacobian_.resize(3 * ends, static_cast<Eigen::Index>(scalars_.size()));
  step_.resize(static_cast<Eigen::Index>(scalars_.size()));
}

void Walker::place(const Configuration& q) {
  motion_.move(part(q), part(q));
  motion_.poses(0.0, poses_);
}

void Walker::stand(const Configuration& now) {
  place(now);
  left_ = left_outside();
  measured_ = false;
}

/// Links that are not in the goal, at `poses_`: of a link that is partly in it, the part that is not.
double Walker::left_outside() {
  double sum = 0.0;
  for (std::size_t link = 0; link < poses_.size(); ++link) {
    const bool after = parents_[link] >= 0 && beyond_[at(parents_[link])] != 0;
    beyond_[link] = after;
    if (!volumes_[link]) continue;
    const Lss& volume = *volumes_[link];
    const auto height = [&](const Vector3& end) {
      return goal_.normal.dot(poses_[link] * end) + volume.radius - goal_.offset_m;
    };
    const auto [low, high] = std::minmax({height(volume.a), height(volume.b)});
    const double outside = high <= 0.0 ? 0.0 : low > 0.0 ? 1.0 : high / (high - low);
    sum += after ? 2.0 - outside : outside;
    beyond_[link] = after || high > 0.0;
  }
  return sum;
}

/// The ellipsoid of steps around where it stands: by how much each degree moves the ends of the links.
void Walker::measure(const Configuration& now) {
  const auto collect = [&](const Configuration& q, auto&& column) {
    place(q);
    Eigen::Index row = 0;
    for (std::size_t link = 0; link < poses_.size(); ++link) {
      if (!volumes_[link]) continue;
      column.segment(row, 3) = poses_[link] * volumes_[link]->a;
      column.segment(row + 3, 3) = poses_[link] * volumes_[link]->b;
      row += 6;
    }
  };
  collect(now, points_);
  other_ = now;
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    const int coordinate = space_.degrees()[at(scalars_[k])].coordinate;
    other_[coordinate] = now[coordinate] + little;
    auto column = jacobian_.col(static_cast<Eigen::Index>(k));
    collect(other_, column);
    column = (column - points_) / little;
    other_[coordinate] = now[coordinate];
  }
  Eigen::MatrixXd metric = jacobian_.transpose() * jacobian_ / std::max(1.0, static_cast<double>(points_.size() / 3));
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    const double least = least_effect * space_.degrees()[at(scalars_[k])].weight;
    metric(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) += least * least;
  }
  ellipsoid_.compute(metric);
  measured_ = true;
}

void Walker::draw_one(const Configuration& now, SeededRandom& random, Configuration& next) {
  next = now;
  // Of mean square radius^2: a uniform draw from [-1, 1] has a mean square of a third.
  const double scale = radius_ * std::sqrt(3.0 / std::max<double>(1.0, static_cast<double>(scalars_.size())));
  for (double& x : step_) x = scale * random.between(-1.0, 1.0);
  ellipsoid_.matrixU().solveInPlace(step_);
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    const PlanSpace::Degree& degree = space_.degrees()[at(scalars_[k])];
    double& value = next[degree.coordinate];
    value = std::clamp(value + step_[static_cast<Eigen::Index>(k)], degree.lower, degree.upper);
  }
  for (const int d : orientations_) {
    space_.change(d, radius_ / (std::numbers::pi * space_.degrees()[at(d)].weight), random, next);
  }
}

void Walker::draw(const Configuration& now, SeededRandom& random, Configuration& next) {
  if (!measured_) measure(now);
  double best = 0.0;
  for (int k = 0; k < draws; ++k) {
    draw_one(now, random, other_);
    place(other_);
    // The least of these sums is that of step k with a probability that falls by e with each 1 / eagerness of a link.
    const double luck = -std::log(-std::log(std::max(random.unit(), 0x1p-53)));
    const double price = eagerness * left_outside() - luck;
    if (k > 0 && price >= best) continue;
    best = price;
    next.swap(other_);
  }
}

bool Walker::stuck() const { return refused_ >= most_refused; }

int Walker::steps_back() {
  refused_ = 0;
  radius_ = first_radius_;
  return back_ = std::min(2 * back_, 1 << 20);
}

void Walker::learn(bool taken) {
  refused_ = taken ? 0 : refused_ + 1;
  radius_ =
      std::clamp(radius_ * (taken ? after_taken : after_refused), least_radius * widest_, greatest_radius * widest_);
}

}  // namespace tocca
