#include "peers/screw_peers.hpp"

#include <btBulletCollisionCommon.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "testing/fcl_objects.hpp"

namespace tocca::bench {
namespace {

class FclContinuous final : public ScrewPeer {
 public:
  FclContinuous(const MeshPointer& a, const MeshPointer& b, fcl::CCDSolverType solver)
      : a_(testing::fcl_geometry(a)), b_(testing::fcl_geometry(b)) {
    request_.ccd_motion_type = fcl::CCDM_SCREW;
    request_.ccd_solver_type = solver;
  }

  bool hits(std::span<const Pose> poses) override {
    const fcl::Transform3d still = fcl::Transform3d::Identity();
    for (std::size_t i = 0; i + 1 < poses.size(); ++i) {
      fcl::ContinuousCollisionResultd result;
      fcl::continuousCollide(a_.get(), placed(poses[i]), placed(poses[i + 1]), b_.get(), still, still, request_,
                             result);
      if (result.is_collide) return true;
    }
    return false;
  }

 private:
  static fcl::Transform3d placed(const Pose& X) {
    fcl::Transform3d result = fcl::Transform3d::Identity();
    result.linear() = X.rotation;
    result.translation() = X.translation;
    return result;
  }
  std::shared_ptr<fcl::CollisionGeometryd> a_, b_;
  fcl::ContinuousCollisionRequestd request_;
};

class BulletSweep final : public ScrewPeer {
 public:
  BulletSweep(const TriangleMesh& a, const TriangleMesh& b) {
    for (std::size_t c = 0; c < a.components().size(); ++c) hulls_.push_back(std::make_unique<btConvexHullShape>());
    for (Index t = 0; t < a.triangles().size(); ++t) {
      for (const Index v : a.triangles()[t]) hulls_[a.component(t)]->addPoint(bt(a.vertices()[v]), false);
    }
    for (auto& hull : hulls_) {
      hull->optimizeConvexHull();
      hull->recalcLocalAabb();
      hull->setMargin(0);
    }
    for (const Triangle& t : b.triangles()) {
      triangles_.addTriangle(bt(b.vertices()[t[0]]), bt(b.vertices()[t[1]]), bt(b.vertices()[t[2]]));
    }
    shape_ = std::make_unique<btBvhTriangleMeshShape>(&triangles_, true);
    shape_->setMargin(0);
    object_.setCollisionShape(shape_.get());
    world_.addCollisionObject(&object_);
    world_.updateAabbs();
  }
  ~BulletSweep() override { world_.removeCollisionObject(&object_); }

  bool hits(std::span<const Pose> poses) override {
    for (std::size_t i = 0; i + 1 < poses.size(); ++i) {
      const btTransform from = bt(poses[i]), to = bt(poses[i + 1]);
      for (const auto& hull : hulls_) {
        btCollisionWorld::ClosestConvexResultCallback result(from.getOrigin(), to.getOrigin());
        world_.convexSweepTest(hull.get(), from, to, result);
        if (result.hasHit()) return true;
      }
    }
    return false;
  }

 private:
  static btVector3 bt(const Vector3& p) { return {p.x(), p.y(), p.z()}; }
  static btTransform bt(const Pose& X) {
    const Matrix3& R = X.rotation;
    return btTransform(btMatrix3x3(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)),
                       bt(X.translation));
  }
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_{&dispatcher_, &broadphase_, &configuration_};
  std::vector<std::unique_ptr<btConvexHullShape>> hulls_;
  btTriangleMesh triangles_;
  std::unique_ptr<btBvhTriangleMeshShape> shape_;
  btCollisionObject object_;
};

}  // namespace

std::vector<ScrewPeerKind> screw_peers(const MeshPointer& a, const MeshPointer& b) {
  std::vector<ScrewPeerKind> kinds;
  kinds.push_back({"FCL continuousCollide, sampling", std::make_unique<FclContinuous>(a, b, fcl::CCDC_NAIVE)});
  kinds.push_back({"FCL continuousCollide, conservative advancement",
                   std::make_unique<FclContinuous>(a, b, fcl::CCDC_CONSERVATIVE_ADVANCEMENT)});
  kinds.push_back({"Bullet convexSweepTest, hulls of A", std::make_unique<BulletSweep>(*a, *b)});
  return kinds;
}

}  // namespace tocca::bench
