#include "plan/blend_part.hpp"

#include <algorithm>
#include <vector>

#include "tocca/motion/tree_motion.hpp"

namespace tocca {
namespace {

constexpr int blend_places = 64;

/// The frames of all robots' links.
class Frames {
 public:
  explicit Frames(const CollisionModel& model) : model_(model) {
    for (const CollisionModel::RobotFrame& robot : model.robots()) {
      motions_.emplace_back(robot.tree, robot.base);
      poses_.emplace_back(robot.tree.links().size());
    }
  }

  std::vector<Vector3> at(const Configuration& q) {
    std::vector<Vector3> origins;
    Eigen::Index first = 0;
    for (std::size_t robot = 0; robot < motions_.size(); ++robot) {
      const Eigen::Index count = model_.robots()[robot].tree.coordinate_count();
      motions_[robot].rest(q.segment(first, count));
      motions_[robot].poses(0.0, poses_[robot]);
      for (const Pose& pose : poses_[robot]) origins.push_back(pose.translation);
      first += count;
    }
    return origins;
  }

 private:
  const CollisionModel& model_;
  std::vector<TreeMotion> motions_;
  std::vector<std::vector<Pose>> poses_;
};

}  // namespace

double blend_part(const CollisionModel& model, const Configuration& at, const Configuration& to, double most,
                  double radius_m) {
  if (!(radius_m > 0.0)) return 0.0;
  Frames frames(model);
  const std::vector<Vector3> there = frames.at(at);
  const auto is_near = [&](double part) {
    const std::vector<Vector3> here = frames.at(at + part * (to - at));
    return std::equal(here.begin(), here.end(), there.begin(),
                      [&](const Vector3& a, const Vector3& b) { return (a - b).norm() <= radius_m; });
  };
  double near = 0.0;
  for (int k = 1; k <= blend_places; ++k) {
    double far = most * k / blend_places;
    if (is_near(far)) {
      near = far;
      continue;
    }
    for (int halvings = 0; halvings < 40; ++halvings) {
      const double middle = 0.5 * (near + far);
      (is_near(middle) ? near : far) = middle;
    }
    break;
  }
  return near;
}

}  // namespace tocca
