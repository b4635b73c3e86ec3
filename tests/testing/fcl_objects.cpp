#include "fcl_objects.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>

#include <stdexcept>

#include "tocca/shape/convex_hull.hpp"

namespace tocca::testing {

namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;
using Pointer = std::shared_ptr<fcl::CollisionGeometryd>;

void add(Model& model, std::vector<Vector3> vertices, const std::vector<Triangle>& from, const Pose& X) {
  for (Vector3& p : vertices) p = X * p;
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(from.size());
  for (const Triangle& t : from) triangles.emplace_back(t[0], t[1], t[2]);
  model.addSubModel(vertices, triangles);
}

Pointer surface(const std::vector<Vector3>& vertices, const std::vector<Triangle>& triangles) {
  auto model = std::make_shared<Model>();
  model->beginModel();
  add(*model, vertices, triangles, {});
  model->endModel();
  return model;
}

struct Maker {
  Pointer operator()(const Sphere& s) const { return std::make_shared<fcl::Sphered>(s.radius); }
  Pointer operator()(const Capsule& c) const { return std::make_shared<fcl::Capsuled>(c.radius, c.length); }
  Pointer operator()(const Box& b) const { return std::make_shared<fcl::Boxd>(b.size); }
  Pointer operator()(const Cylinder& c) const { return std::make_shared<fcl::Cylinderd>(c.radius, c.length); }
  Pointer operator()(const Cone& c) const { return std::make_shared<fcl::Coned>(c.radius, c.length); }
  Pointer operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    return surface(hull->vertices(), hull->triangles());
  }
  Pointer operator()(const MeshPointer& mesh) const { return surface(mesh->vertices(), mesh->triangles()); }
  Pointer operator()(const CloudPointer&) const { throw std::logic_error("clouds are judged grain by grain"); }
};

}  // namespace

Pointer fcl_geometry(const Geometry& geometry) { return std::visit(Maker{}, geometry); }

Pointer fcl_merged(const std::vector<Collider>& bodies) {
  auto model = std::make_shared<Model>();
  model->beginModel();
  for (const Collider& body : bodies) {
    const TriangleMesh& mesh = *std::get<MeshPointer>(body.geometry);
    add(*model, mesh.vertices(), mesh.triangles(), body.placement);
  }
  model->endModel();
  return model;
}

}  // namespace tocca::testing
