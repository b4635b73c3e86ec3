#include "motion/stage_list.hpp"

#include "motion/stages.hpp"

namespace tocca {
namespace {

/// A walk that only writes down what it sees.
class ListWalk {
 public:
  void place(const Placement& X) { stages.push_back({ListedStage::Kind::place, X.pose, Vector3::UnitX(), {}}); }
  void base(const Placement& X) { place(X); }
  void slide(const Placement& X, const Axis& axis, const Coordinate& q) {
    stages.push_back({ListedStage::Kind::slide, X.pose, axis.direction, q});
  }
  void turn(const Placement& X, const Axis& axis, const Coordinate& q) {
    stages.push_back({ListedStage::Kind::turn, X.pose, axis.direction, q});
  }

  std::vector<ListedStage> stages;
};

}  // namespace

std::vector<ListedStage> stages_of(const RigidMotion& motion) {
  ListWalk walk;
  std::visit([&](const auto& m) { Stages::walk(m, walk); }, motion);
  return std::move(walk.stages);
}

std::vector<ListedStage> stages_of(const TreeMotion& tree, int joint) {
  ListWalk walk;
  Stages::walk_joint(tree, joint, walk);
  return std::move(walk.stages);
}

}  // namespace tocca
