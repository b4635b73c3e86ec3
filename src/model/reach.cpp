#include "model/reach.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "shape/outline.hpp"

namespace tocca {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// How far a joint of one coordinate gets from zero, at most.
double greatest_value(const KinematicTree& tree, const Joint& joint) {
  if (joint.mimic) {
    if (joint.mimic->multiplier == 0.0) return std::abs(joint.mimic->offset);
    const double source = greatest_value(tree, tree.joints()[at(joint.mimic->joint)]);
    return std::abs(joint.mimic->multiplier) * source + std::abs(joint.mimic->offset);
  }
  if (is_fixed(joint.type)) return 0.0;
  if (!joint.limits) return unbounded;
  return std::max(std::abs(joint.limits->lower), std::abs(joint.limits->upper));
}

/// How far a joint takes its child's origin away from where it is at zero, at most.
double travel(const KinematicTree& tree, const Joint& joint) {
  if (!moves_origin(joint.type)) return 0.0;
  return is_simple(joint.type) ? greatest_value(tree, joint) : unbounded;
}

/// The greatest distance of a link's geometry from the link's origin.
double farthest(const Link& link) {
  double result = 0.0;
  for (const Collider& body : link.colliders) {
    Outline outline;
    outline.add(body.geometry, body.placement);
    for (const Vector3& point : outline.points) result = std::max(result, point.norm() + outline.radius);
  }
  return result;
}

/// Where a link's origin is: at X_RL, where the link is fixed to the root (ball < 0); else within `distance` of its ball's centre.
struct Origin {
  int ball = -1;
  Pose X_RL;
  double distance = 0.0;
};

}  // namespace

std::vector<ReachBall> reach_of(const KinematicTree& tree) {
  constexpr double none = -1.0;
  std::vector<ReachBall> balls;
  std::vector<Origin> origins(tree.links().size());
  for (std::size_t k = 0; k < tree.joints().size(); ++k) {  // parents first: KinematicTree's guarantee
    const Joint& joint = tree.joints()[k];
    const Origin& parent = origins[at(joint.parent_link)];
    Origin& child = origins[k + 1];
    if (parent.ball >= 0) {
      child.ball = parent.ball;
      child.distance = parent.distance + joint.origin.translation.norm() + travel(tree, joint);
    } else {
      child.X_RL = parent.X_RL * joint.origin;
      if (is_fixed(joint.type)) continue;
      child.ball = static_cast<int>(balls.size());
      child.distance = travel(tree, joint);
      balls.push_back({child.X_RL.translation, none});
    }
    const Link& link = tree.links()[k + 1];
    if (link.colliders.empty()) continue;
    ReachBall& ball = balls[at(child.ball)];
    // Every joint adds a few roundings of 1.2e-16 each to the sum, and to the centre: 1e-9 covers a million joints.
    ball.radius = std::max(ball.radius, (1.0 + 1e-9) * (child.distance + farthest(link)) + 1e-9 * ball.center.norm());
  }
  std::erase_if(balls, [](const ReachBall& ball) { return ball.radius == none; });
  return balls;
}

}  // namespace tocca
