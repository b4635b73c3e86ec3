#include "peers/bullet_cast.hpp"

#include <btBulletCollisionCommon.h>

#include <map>

#include "model/rigid_groups.hpp"
#include "testing/plain_kinematics.hpp"

namespace tocca::bench {

namespace {

btVector3 bt(const Vector3& p) { return {p.x(), p.y(), p.z()}; }

btTransform bt(const Eigen::Isometry3d& X) {
  const Matrix3 R = X.linear();
  return btTransform(btMatrix3x3(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)),
                     bt(Vector3(X.translation())));
}

/// The hull of a convex piece at its start (the object's own pose) and at its end.
class CastHull : public btConvexShape {
 public:
  explicit CastHull(btConvexHullShape* piece) : piece_(piece) { m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE; }

  void set_end(const btTransform& start_to_end) { end_ = start_to_end; }

  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& d) const override {
    const btVector3 a = piece_->localGetSupportingVertexWithoutMargin(d);
    const btVector3 b = end_ * piece_->localGetSupportingVertexWithoutMargin(d * end_.getBasis());
    return a.dot(d) > b.dot(d) ? a : b;
  }
  btVector3 localGetSupportingVertex(const btVector3& d) const override {
    return localGetSupportingVertexWithoutMargin(d);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* d, btVector3* out, int count) const override {
    for (int k = 0; k < count; ++k) out[k] = localGetSupportingVertexWithoutMargin(d[k]);
  }
  void getAabb(const btTransform& X, btVector3& low, btVector3& high) const override {
    btVector3 low_end, high_end;
    piece_->getAabb(X, low, high);
    piece_->getAabb(X * end_, low_end, high_end);
    low.setMin(low_end);
    high.setMax(high_end);
  }
  void getAabbSlow(const btTransform& X, btVector3& low, btVector3& high) const override { getAabb(X, low, high); }
  void setLocalScaling(const btVector3&) override {}
  const btVector3& getLocalScaling() const override { return piece_->getLocalScaling(); }
  void setMargin(btScalar) override {}
  btScalar getMargin() const override { return 0; }
  int getNumPreferredPenetrationDirections() const override { return 0; }
  void getPreferredPenetrationDirection(int, btVector3&) const override {}
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "CastHull"; }

 private:
  btConvexHullShape* piece_;
  btTransform end_ = btTransform::getIdentity();
};

struct Hit : btCollisionWorld::ContactResultCallback {
  bool found = false;
  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                           const btCollisionObjectWrapper*, int, int) override {
    found = found || point.getDistance() <= 0;
    return 0;
  }
  bool needsCollision(btBroadphaseProxy*) const override { return !found; }
};

struct Piece {
  std::size_t link;
  std::unique_ptr<btConvexHullShape> hull;
  std::unique_ptr<CastHull> cast;
  std::unique_ptr<btCollisionObject> object;
};

struct Obstacle {
  std::unique_ptr<btTriangleMesh> mesh;
  std::unique_ptr<btBvhTriangleMeshShape> shape;
  std::unique_ptr<btCollisionObject> object;
};

}  // namespace

struct BulletCast::State {
  explicit State(const Robot& r) : robot(r) {}

  const Robot& robot;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  std::vector<Obstacle> obstacles;
  std::vector<Piece> pieces;
  std::vector<Eigen::Isometry3d> from, to;

  void add_pieces(std::size_t link, const Collider& body) {
    const TriangleMesh& mesh = *std::get<MeshPointer>(body.geometry);
    std::map<Index, std::unique_ptr<btConvexHullShape>> hulls;  // of the components
    for (Index t = 0; t < mesh.triangles().size(); ++t) {
      auto& hull = hulls[mesh.component(t)];
      if (!hull) hull = std::make_unique<btConvexHullShape>();
      for (const Index v : mesh.triangles()[t]) hull->addPoint(bt(Vector3(body.placement * mesh.vertices()[v])), false);
    }
    for (auto& [component, hull] : hulls) {
      hull->optimizeConvexHull();  // drops the points inside
      hull->recalcLocalAabb();
      hull->setMargin(0);
      auto cast = std::make_unique<CastHull>(hull.get());
      auto object = std::make_unique<btCollisionObject>();
      object->setCollisionShape(cast.get());
      pieces.push_back({link, std::move(hull), std::move(cast), std::move(object)});
    }
  }

  void add_obstacle(const Pose& X, const TriangleMesh& mesh) {
    Obstacle obstacle{std::make_unique<btTriangleMesh>(), nullptr, std::make_unique<btCollisionObject>()};
    for (const Triangle& t : mesh.triangles()) {
      const auto& v = mesh.vertices();
      obstacle.mesh->addTriangle(bt(Vector3(X * v[t[0]])), bt(Vector3(X * v[t[1]])), bt(Vector3(X * v[t[2]])));
    }
    obstacle.shape = std::make_unique<btBvhTriangleMeshShape>(obstacle.mesh.get(), true);
    obstacle.shape->setMargin(0);
    obstacle.object->setCollisionShape(obstacle.shape.get());
    world.addCollisionObject(obstacle.object.get());
    obstacles.push_back(std::move(obstacle));
  }
};

BulletCast::BulletCast(const Robot& robot, const Scene& scene) : state_(std::make_unique<State>(robot)) {
  for (const SceneObject& object : scene.objects) {
    for (const Collider& body : object.colliders) {
      state_->add_obstacle(object.pose * body.placement, *std::get<MeshPointer>(body.geometry));
    }
  }
  state_->world.updateAabbs();
  const std::vector<int> groups = rigid_groups(robot.tree);
  for (std::size_t link = 0; link < robot.tree.links().size(); ++link) {
    if (groups[link] == groups[0]) continue;
    for (const Collider& body : robot.tree.links()[link].colliders) state_->add_pieces(link, body);
  }
}

BulletCast::~BulletCast() {
  for (const Obstacle& obstacle : state_->obstacles) state_->world.removeCollisionObject(obstacle.object.get());
}

bool BulletCast::hits(const Configuration& from, const Configuration& to) {
  State& s = *state_;
  testing::place_links(s.robot.tree, {}, from, s.from);
  testing::place_links(s.robot.tree, {}, to, s.to);
  for (const Piece& piece : s.pieces) {
    const btTransform start = bt(s.from[piece.link]), end = bt(s.to[piece.link]);
    piece.cast->set_end(start.inverse() * end);
    piece.object->setWorldTransform(start);
    Hit hit;
    s.world.contactTest(piece.object.get(), hit);
    if (hit.found) return true;
  }
  return false;
}

}  // namespace tocca::bench
