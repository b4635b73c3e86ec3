#include "fcl_world.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include "tocca/model/pairs.hpp"

namespace tocca::testing {

namespace {

using Object = fcl::CollisionObjectd;

fcl::Transform3d transform(const Pose& pose) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  result.linear() = pose.rotation;
  result.translation() = pose.translation;
  return result;
}

std::shared_ptr<fcl::CollisionGeometryd> geometry(const TriangleMesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  std::vector<fcl::Triangle> triangles;
  for (const Triangle& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
  model->beginModel();
  model->addSubModel(mesh.vertices(), triangles);
  model->endModel();
  return model;
}

bool touch(const Object& a, const Object& b) {
  if (!a.getAABB().overlap(b.getAABB())) return false;
  fcl::CollisionResultd result;
  return fcl::collide(&a, &b, fcl::CollisionRequestd(), result) > 0;
}

/// A mesh of a robot's link.
struct Part {
  std::size_t robot;
  int link;
  Pose placement;
  std::unique_ptr<Object> object;
};

struct Probe {
  const Object* link;
  void* hit = nullptr;
};

}  // namespace

struct FclWorld::State {
  const Problem* problem;
  std::vector<Part> parts;
  std::vector<std::unique_ptr<Object>> obstacles;
  fcl::DynamicAABBTreeCollisionManagerd tree;
  std::vector<std::vector<std::vector<bool>>> self_pairs;  // robot, link, link

  std::string name(const Part& part) const {
    return problem->robots[part.robot].robot.tree.links()[static_cast<std::size_t>(part.link)].name;
  }
};

FclWorld::FclWorld(const Problem& problem) : state_(std::make_unique<State>()) {
  state_->problem = &problem;
  for (std::size_t r = 0; r < problem.robots.size(); ++r) {
    const Robot& robot = problem.robots[r].robot;
    const std::size_t count = robot.tree.links().size();
    for (std::size_t link = 0; link < count; ++link) {
      for (const Body& body : robot.tree.links()[link].bodies) {
        const auto& mesh = std::get<MeshPointer>(body.geometry);
        state_->parts.push_back({r, static_cast<int>(link), body.placement, std::make_unique<Object>(geometry(*mesh))});
      }
    }
    state_->self_pairs.emplace_back(count, std::vector<bool>(count, false));
    for (const auto& [a, b] : pairs_to_check(robot, problem.scene).self) {
      state_->self_pairs[r][static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = true;
    }
  }
  for (const SceneObject& object : problem.scene.objects) {
    for (const Body& body : object.bodies) {
      auto obstacle = std::make_unique<Object>(geometry(*std::get<MeshPointer>(body.geometry)));
      obstacle->setTransform(transform(object.pose * body.placement));
      obstacle->computeAABB();
      obstacle->setUserData(const_cast<SceneObject*>(&object));
      state_->tree.registerObject(obstacle.get());
      state_->obstacles.push_back(std::move(obstacle));
    }
  }
  state_->tree.setup();
  for (std::size_t r = 0; r < problem.robots.size(); ++r) place(r, problem.robots[r].path.waypoints.row(0));
}

FclWorld::~FclWorld() = default;

void FclWorld::place(std::size_t robot, const Configuration& q) {
  const RobotTask& task = state_->problem->robots[robot];
  const KinematicTree& tree = task.robot.tree;
  std::vector<Pose> poses(tree.links().size(), task.base);
  for (std::size_t k = 0; k < tree.joints().size(); ++k) {
    const Joint& joint = tree.joints()[k];
    Pose turn;  // all joints of the scenes are revolute
    turn.rotation = Eigen::AngleAxisd(q[joint.first_coordinate], joint.axis).toRotationMatrix();
    poses[k + 1] = poses[static_cast<std::size_t>(joint.parent_link)] * joint.origin * turn;
  }
  for (Part& part : state_->parts) {
    if (part.robot != robot) continue;
    part.object->setTransform(transform(poses[static_cast<std::size_t>(part.link)] * part.placement));
    part.object->computeAABB();
  }
}

std::optional<std::string> FclWorld::overlap() const {
  for (const Part& part : state_->parts) {
    if (part.link == 0) continue;
    Probe probe{part.object.get()};
    state_->tree.collide(part.object.get(), &probe, [](Object* a, Object* b, void* data) {
      auto& p = *static_cast<Probe*>(data);
      if (p.hit == nullptr && touch(*a, *b)) p.hit = a == p.link ? b->getUserData() : a->getUserData();
      return p.hit != nullptr;
    });
    if (probe.hit != nullptr) return state_->name(part) + " / " + static_cast<SceneObject*>(probe.hit)->name;
  }
  for (const Part& a : state_->parts) {
    for (const Part& b : state_->parts) {
      const bool checked =
          a.robot == b.robot
              ? state_->self_pairs[a.robot][static_cast<std::size_t>(a.link)][static_cast<std::size_t>(b.link)]
              : a.robot < b.robot;
      if (checked && touch(*a.object, *b.object)) return state_->name(a) + " / " + state_->name(b);
    }
  }
  return {};
}

}  // namespace tocca::testing
