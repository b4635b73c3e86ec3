// What a user of FCL does: fcl::Convex objects in one of its broad-phase managers, and a yes or no for each pair that comes up.
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/broadphase/broadphase_interval_tree.h>
#include <fcl/broadphase/broadphase_spatialhash.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>

#include "peers/many_bodies.hpp"

namespace tocca::bench {
namespace {

std::shared_ptr<fcl::Convexd> convex_of(const TriangleMesh& mesh) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(mesh.vertices().begin(), mesh.vertices().end());
  auto faces = std::make_shared<std::vector<int>>();
  for (const Triangle& t : mesh.triangles()) {
    faces->push_back(3);
    for (const Index corner : t) faces->push_back(static_cast<int>(corner));
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(mesh.triangles().size()), faces);
}

struct Found {
  fcl::CollisionRequestd request;
  std::vector<BodyPair>* colliding;
};

int number_of(const fcl::CollisionObjectd* object) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(object->getUserData()));
}

bool look(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  Found& found = *static_cast<Found*>(data);
  fcl::CollisionResultd result;
  const int first = number_of(a), second = number_of(b);
  if (fcl::collide(a, b, found.request, result) > 0) {
    found.colliding->push_back({std::min(first, second), std::max(first, second)});
  }
  return false;  // go on
}

class FclBodies final : public ManyBodies {
 public:
  FclBodies(const RecordedMotion& motion, std::unique_ptr<fcl::BroadPhaseCollisionManagerd> manager)
      : manager_(std::move(manager)) {
    std::vector<std::shared_ptr<fcl::Convexd>> shapes;
    for (const MeshPointer& mesh : motion.meshes) shapes.push_back(convex_of(*mesh));
    std::vector<fcl::CollisionObjectd*> all;
    for (std::size_t i = 0; i < motion.body_count(); ++i) {
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(shapes[static_cast<std::size_t>(motion.mesh_of[i])]));
      objects_.back()->setUserData(reinterpret_cast<void*>(static_cast<std::intptr_t>(i)));
      all.push_back(objects_.back().get());
    }
    place(motion.steps.front());
    manager_->registerObjects(all);
    manager_->setup();
  }

  void step(const std::vector<Pose>& poses, std::vector<BodyPair>& colliding) override {
    place(poses);
    manager_->update();
    Found found{fcl::CollisionRequestd(1, false), &colliding};
    manager_->collide(&found, look);
  }

 private:
  void place(const std::vector<Pose>& poses) {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      objects_[i]->setTransform(poses[i].rotation, poses[i].translation);
      objects_[i]->computeAABB();
    }
  }

  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  std::unique_ptr<fcl::BroadPhaseCollisionManagerd> manager_;  // goes before the objects that it knows
};

template <class Manager>
std::unique_ptr<ManyBodies> make(const RecordedMotion& motion) {
  return std::make_unique<FclBodies>(motion, std::make_unique<Manager>());
}

std::unique_ptr<ManyBodies> make_hash(const RecordedMotion& motion) {
  const fcl::Vector3d corner = fcl::Vector3d::Constant(motion.half_size + 0.2);
  return std::make_unique<FclBodies>(
      motion, std::make_unique<fcl::SpatialHashingCollisionManager<double>>(0.25, -corner, corner));
}

}  // namespace

std::vector<ManyBodiesKind> fcl_kinds() {
  return {{"FCL, DynamicAABBTree", make<fcl::DynamicAABBTreeCollisionManagerd>},
          {"FCL, DynamicAABBTreeArray", make<fcl::DynamicAABBTreeCollisionManager_Arrayd>},
          {"FCL, SaP", make<fcl::SaPCollisionManagerd>, 2'000},
          {"FCL, SSaP", make<fcl::SSaPCollisionManagerd>, 5'000},
          {"FCL, IntervalTree", make<fcl::IntervalTreeCollisionManagerd>, 2'000},
          {"FCL, SpatialHash", make_hash, 1'000}};
}

}  // namespace tocca::bench
