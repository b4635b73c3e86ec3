// A surface that deforms, judged by FCL at many instants; where FCL contradicts, distances in long double decide.
#pragma once

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <Eigen/Geometry>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "testing/fcl_objects.hpp"
#include "testing/judged_bodies.hpp"
#include "testing/plain_kinematics.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca::testing {

/// A new tree of triangles for each instant.
inline fcl::CollisionObjectd fcl_surface(const std::vector<Vector3>& vertices,
                                         const std::vector<Triangle>& of_triangles) {
  std::vector<fcl::Triangle> triangles;
  for (const auto& [a, b, c] : of_triangles) triangles.emplace_back(a, b, c);
  auto surface = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  surface->beginModel();
  surface->addSubModel(vertices, triangles);
  surface->endModel();
  return fcl::CollisionObjectd(surface);
}

inline std::vector<PlainConvex> plain_surface(const std::vector<Vector3>& vertices,
                                              const std::vector<Triangle>& triangles) {
  return plain_items(std::make_shared<const TriangleMesh>(TriangleMesh::unwelded(vertices, triangles)),
                     Eigen::Isometry3d::Identity());
}

/// A body of a robot's link or of a world, known to FCL.
struct Judged {
  Geometry geometry;
  std::size_t link;
  Eigen::Isometry3d placement;
  std::shared_ptr<fcl::CollisionGeometryd> fcl;

  Judged(const Collider& body, std::size_t of)
      : geometry(body.geometry), link(of), placement(isometry(body.placement)), fcl(fcl_geometry(geometry)) {}
};

struct Told {
  Outcome outcome;
  double lo, hi, clearance_m;
};

struct Seen {
  int free = 0, contacts = 0, initial = 0;
  int samples = 0, meets = 0;  ///< FCL saw the two touch after a contact was told: it can see them
  int fcl_wrong = 0;
};

/// place(t): where the links are; surface(t): where the vertices are. Empty where what was told stands.
template <class Place, class Surface>
std::string judge(const Told& told, const std::vector<Judged>& bodies, const Place& place, const Surface& surface_at,
                  const std::vector<Triangle>& triangles, int samples, Seen& seen) {
  const auto nearest = [&](double t, double enough) {
    const std::vector<Eigen::Isometry3d> X = place(t);
    const std::vector<PlainConvex> surface = plain_surface(surface_at(t), triangles);
    double least = std::numeric_limits<double>::infinity();
    for (const Judged& body : bodies) {
      least = std::min(
          least, plain_distance(plain_items(body.geometry, X[body.link] * body.placement), surface, enough).upper);
    }
    return least;
  };
  const auto fcl_near = [&](double t) {
    const std::vector<Eigen::Isometry3d> X = place(t);
    const fcl::CollisionObjectd surface = fcl_surface(surface_at(t), triangles);
    ++seen.samples;
    for (const Judged& body : bodies) {
      const fcl::CollisionObjectd object(body.fcl, X[body.link] * body.placement);
      fcl::CollisionResultd result;
      if (fcl::collide(&object, &surface, fcl::CollisionRequestd(), result) > 0) return true;
      if (told.clearance_m == 0.0) continue;
      fcl::DistanceResultd distance;
      if (fcl::distance(&object, &surface, fcl::DistanceRequestd(), distance) < told.clearance_m) return true;
    }
    return false;
  };
  const bool contact = told.outcome == Outcome::contact;
  if (told.outcome == Outcome::undecided) return "undecided without a budget";
  const double nothing = told.clearance_m > 0.0 ? told.clearance_m - 1e-12 : 1e-15;
  for (int i = 0; i <= samples; ++i) {
    const double t = static_cast<double>(i) / samples;
    if (contact && t >= told.lo) {
      seen.meets += fcl_near(t);
      continue;
    }
    if (!fcl_near(t)) continue;
    if (nearest(t, nothing) <= nothing) return "touches already at " + std::to_string(t);
    ++seen.fcl_wrong;
  }
  ++(!contact ? seen.free : told.hi == 0.0 ? seen.initial : seen.contacts);
  if (!contact) return "";
  if (told.hi - told.lo > 1e-6) return "the bracket is wide";
  const double reach = told.clearance_m + 1e-6 + 1e-12;
  return nearest(told.hi, reach) <= reach ? "" : "nothing is near at " + std::to_string(told.hi);
}

}  // namespace tocca::testing
