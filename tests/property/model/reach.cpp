// What is proven here: no configuration within the limits takes a point of a moving link out of its ball. Oracle: forward kinematics
// by Eigen's own rotations.
#include "model/reach.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "core/index.hpp"
#include "testing/draw.hpp"

namespace tocca::reach_tests {
namespace {

using testing::Draw;

/// A tree of hinges, slides and fixed joints, stretched out along one line half of the time: where the bound is met.
KinematicTree draw_tree(Draw& draw) {
  const bool straight = draw.coin();
  const double size = draw.log_uniform(1e-3, 1e3);
  std::vector<Link> links;
  std::vector<KinematicTree::JointSpec> joints;
  for (int k = 0; k < draw.integer(2, 8); ++k) {
    const std::string name = "l" + std::to_string(k);
    links.push_back({name, {}});
    if (draw.coin(0.8))
      links.back().colliders.push_back({straight ? Pose{} : draw.pose(size), Sphere{size * draw.uniform(0.01, 1)}});
    if (draw.coin(0.3)) links.back().colliders.push_back({draw.pose(size), Box{Vector3::Constant(size)}});
    if (k == 0) continue;
    KinematicTree::JointSpec joint;
    joint.name = "j" + std::to_string(k);
    joint.parent_link = "l" + std::to_string(straight ? k - 1 : draw.integer(0, k - 1));
    joint.child_link = name;
    joint.type = draw.coin(0.2) ? JointType::fixed : draw.coin(0.3) ? JointType::prismatic : JointType::revolute;
    joint.origin = straight ? Pose{Matrix3::Identity(), {size * draw.uniform(0, 1), 0, 0}} : draw.pose(size);
    joint.axis = straight && joint.type == JointType::prismatic ? Vector3::UnitX() : draw.direction();
    const double a = draw.uniform(-2, 2), b = draw.uniform(-2, 2);
    joint.limits = {std::min(a, b), std::max(a, b)};
    joints.push_back(joint);
  }
  return KinematicTree::build(links, joints);
}

/// Within the limits; often at one of them, or at zero where that is allowed.
double draw_value(Draw& draw, const Limits& limits) {
  if (draw.coin(0.4)) return draw.coin() ? limits.lower : limits.upper;
  if (draw.coin(0.4)) return std::clamp(0.0, limits.lower, limits.upper);
  return draw.uniform(limits.lower, limits.upper);
}

std::vector<Eigen::Isometry3d> placed_links(const KinematicTree& tree, Draw& draw) {
  std::vector<Eigen::Isometry3d> X(tree.links().size(), Eigen::Isometry3d::Identity());
  for (std::size_t k = 0; k < tree.joints().size(); ++k) {
    const Joint& joint = tree.joints()[k];
    Eigen::Isometry3d origin;
    origin.linear() = joint.origin.rotation;
    origin.translation() = joint.origin.translation;
    X[k + 1] = X[at(joint.parent_link)] * origin;
    if (joint.type == JointType::fixed) continue;
    const double value = draw_value(draw, *joint.limits);
    if (joint.type == JointType::prismatic) {
      X[k + 1].translate(value * joint.axis);
    } else {
      X[k + 1].rotate(Eigen::AngleAxisd(value, joint.axis));
    }
  }
  return X;
}

/// The farthest point of a body from `center`, in the root's frame.
double farthest(const Collider& body, const Eigen::Isometry3d& X_RL, const Vector3& center) {
  if (const auto* sphere = std::get_if<Sphere>(&body.geometry)) {
    return (X_RL * body.placement.translation - center).norm() + sphere->radius;
  }
  double result = 0.0;
  for (int k = 0; k < 8; ++k) {
    const Vector3 corner =
        0.5 * std::get<Box>(body.geometry).size.cwiseProduct(Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
    result = std::max(result, (X_RL * (body.placement * corner) - center).norm());
  }
  return result;
}

TEST(Reach, HoldsEveryPointOfEveryConfiguration) {
  Draw draw;
  int nearly_met = 0;
  for (int i = 0; i < testing::cases(2000, 200000); ++i) {
    const KinematicTree tree = draw_tree(draw);
    const auto balls = reach_of(tree);
    const auto X = placed_links(tree, draw);
    std::vector<bool> moves(tree.links().size(), false);
    for (std::size_t k = 1; k < X.size(); ++k) {
      const Joint& joint = tree.joints()[k - 1];
      moves[k] = moves[at(joint.parent_link)] || joint.type != JointType::fixed;
      if (!moves[k]) continue;
      for (const Collider& body : tree.links()[k].colliders) {
        const bool inside = std::any_of(balls.begin(), balls.end(), [&](const ReachBall& ball) {
          const double far = farthest(body, X[k], ball.center);
          nearly_met += far > 0.99 * ball.radius;
          return far <= ball.radius;
        });
        ASSERT_TRUE(inside) << testing::story(draw.seed(), i, k);
      }
    }
  }
  EXPECT_GT(nearly_met, 0);  // the bound is no larger than it must be
}

}  // namespace
}  // namespace tocca::reach_tests
