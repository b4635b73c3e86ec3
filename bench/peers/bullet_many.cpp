// What a user of Bullet does: a btCollisionWorld of convex hulls, asked for its contacts after every step. Margins are 0, so that hulls
// overlap where the polytopes do.
#include <btBulletCollisionCommon.h>

#include "peers/many_bodies.hpp"

namespace tocca::bench {
namespace {

btTransform transform_of(const Pose& X) {
  const Matrix3& R = X.rotation;
  const Vector3& t = X.translation;
  return btTransform(btMatrix3x3(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)),
                     btVector3(t.x(), t.y(), t.z()));
}

class BulletBodies final : public ManyBodies {
 public:
  BulletBodies(const RecordedMotion& motion, std::unique_ptr<btBroadphaseInterface> broad)
      : dispatcher_(&configuration_), broad_(std::move(broad)), world_(&dispatcher_, broad_.get(), &configuration_) {
    for (const MeshPointer& mesh : motion.meshes) {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vector3& v : mesh->vertices()) hull->addPoint(btVector3(v.x(), v.y(), v.z()), false);
      hull->recalcLocalAabb();
      hull->setMargin(0.0);
      shapes_.push_back(std::move(hull));
    }
    for (std::size_t i = 0; i < motion.body_count(); ++i) {
      auto object = std::make_unique<btCollisionObject>();
      object->setCollisionShape(shapes_[static_cast<std::size_t>(motion.mesh_of[i])].get());
      object->setWorldTransform(transform_of(motion.steps.front()[i]));
      object->setUserIndex(static_cast<int>(i));
      world_.addCollisionObject(object.get());
      objects_.push_back(std::move(object));
    }
  }
  ~BulletBodies() override {
    for (const auto& object : objects_) world_.removeCollisionObject(object.get());
  }

  void step(const std::vector<Pose>& poses, std::vector<BodyPair>& colliding) override {
    for (std::size_t i = 0; i < poses.size(); ++i) objects_[i]->setWorldTransform(transform_of(poses[i]));
    world_.performDiscreteCollisionDetection();
    for (int k = 0; k < dispatcher_.getNumManifolds(); ++k) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(k);
      bool touch = false;
      for (int i = 0; i < manifold.getNumContacts(); ++i) touch |= manifold.getContactPoint(i).getDistance() <= 0.0;
      const int a = manifold.getBody0()->getUserIndex(), b = manifold.getBody1()->getUserIndex();
      if (touch) colliding.push_back({std::min(a, b), std::max(a, b)});
    }
  }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  std::unique_ptr<btBroadphaseInterface> broad_;
  btCollisionWorld world_;
  std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

std::unique_ptr<ManyBodies> make_tree(const RecordedMotion& motion) {
  return std::make_unique<BulletBodies>(motion, std::make_unique<btDbvtBroadphase>());
}

std::unique_ptr<ManyBodies> make_sweep(const RecordedMotion& motion) {
  const double size = motion.half_size + 0.2;
  const auto handles = static_cast<unsigned>(motion.body_count() + 1);
  return std::make_unique<BulletBodies>(
      motion,
      std::make_unique<bt32BitAxisSweep3>(btVector3(-size, -size, -size), btVector3(size, size, size), handles));
}

}  // namespace

std::vector<ManyBodiesKind> bullet_kinds() {
  return {{"Bullet, Dbvt", make_tree}, {"Bullet, AxisSweep3", make_sweep, 5'000}};
}

}  // namespace tocca::bench
