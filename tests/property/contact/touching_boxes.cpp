// What is proven here: boxes and hulls touch with their vertices, edges and faces, each pair of features listed once; `round` is left to
// curved solids.
// Oracle: exact rationals for corners near the other's surface; and the same solid given as a triangle mesh, whose places are held
// against exact rationals in touching.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "contact/closest.hpp"
#include "contact/touching.hpp"
#include "exact_distance.hpp"
#include "testing/draw.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::touching_boxes_tests {
namespace {

using testing::Draw;
using Places = std::vector<Contact>;
using Kinds = std::map<ContactKind, int>;

constexpr auto vertex_face = ContactKind::vertex_face, face_vertex = ContactKind::face_vertex,
               edge_edge = ContactKind::edge_edge;

Places touching(const ConvexPiece& a, const ConvexPiece& b, double reach) {
  Places places;
  append_touching(a, 0, b, 0, reach, places);  // as Part::owned_features has it of primitives
  return places;
}

Kinds kinds(const Places& places) {
  Kinds result;
  for (const Contact& place : places) ++result[place.kind];
  return result;
}

Pose at(double x, double y, double z) {
  Pose X;
  X.translation = Vector3(x, y, z);
  return X;
}

Pose turned(const Vector3& axis, double angle, const Vector3& to) {
  Pose X;
  X.rotation = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  X.translation = to;
  return X;
}

ConvexPiece box(const Vector3& size, const Pose& X) { return placed(Box{size}, Pose{}, X); }

std::vector<Vector3> corners(const ConvexPiece& piece) {
  std::vector<Vector3> result;
  for (int k = 0; k < 8; ++k) {
    Vector3 corner = piece.centre;
    for (int i = 0; i < 3; ++i) corner += (k >> i & 1) ? piece.axis[i] : Vector3(-piece.axis[i]);
    result.push_back(corner);
  }
  return result;
}

/// The box as a mesh: each face two triangles, cut along a diagonal.
TriangleMesh mesh_of(const ConvexPiece& piece) {
  static const std::vector<Triangle> triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                                  {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return TriangleMesh(corners(piece), triangles);
}

std::vector<ConvexPiece> triangles_of(const TriangleMesh& mesh) {
  std::vector<ConvexPiece> result;
  for (const Triangle& t : mesh.triangles()) {
    result.push_back(ConvexPiece::triangle(mesh.vertices()[t[0]], mesh.vertices()[t[1]], mesh.vertices()[t[2]]));
  }
  return result;
}

TEST(TouchingBoxes, ABoxThatStandsOnALargerOneTouchesWithItsFourCorners) {
  const ConvexPiece table = box({4, 4, 1}, at(0, 0, -0.5)), part = box({1, 1, 1}, at(0.3, 0.2, 0.5));
  for (const double gap : {0.0, 4e-7, -4e-7}) {
    const ConvexPiece stands = box({1, 1, 1}, at(0.3, 0.2, 0.5 + gap));
    const Places places = touching(stands, table, 1e-6);
    EXPECT_EQ(kinds(places), (Kinds{{vertex_face, 4}})) << gap;
    for (const Contact& place : places) EXPECT_NEAR(place.normal.z(), 1.0, 1e-9) << gap;
  }
  EXPECT_EQ(kinds(touching(table, part, 1e-6)), (Kinds{{face_vertex, 4}}));
}

TEST(TouchingBoxes, FacesThatShareAPartTouchAtItsCorners) {
  // [0, 2] x [0, 2] below, [1, 3] x [1, 3] above: a corner of each in the face of the other, two crossings of edges.
  const Places places = touching(box({2, 2, 1}, at(2, 2, 0.5)), box({2, 2, 1}, at(1, 1, -0.5)), 1e-6);
  EXPECT_EQ(kinds(places), (Kinds{{vertex_face, 1}, {face_vertex, 1}, {edge_edge, 2}}));
  // The very same face: corners on corners (whose kind depends on which box is told first), and edges that lie along each other.
  const Places same = touching(box({2, 2, 1}, at(0, 0, 0.5)), box({2, 2, 1}, at(0, 0, -0.5)), 1e-6);
  EXPECT_EQ(kinds(same)[vertex_face] + kinds(same)[face_vertex], 4);
  EXPECT_EQ(kinds(same)[edge_edge], 8);
  EXPECT_EQ(same.size(), 12u);
}

TEST(TouchingBoxes, ACornerOnAFaceAndEdgesThatCross) {
  const ConvexPiece table = box({4, 4, 1}, at(0, 0, -0.5));
  // A cube of side 1 on its corner: the diagonal upright.
  const Vector3 axis = Vector3(1, 1, 1).cross(Vector3::UnitZ());
  const double tilt = std::acos(1.0 / std::sqrt(3.0));
  const ConvexPiece on_corner = box({1, 1, 1}, turned(axis, tilt, {0.1, 0.2, 0.5 * std::sqrt(3.0) + 1e-7}));
  const Places corner = touching(on_corner, table, 1e-6);
  EXPECT_EQ(kinds(corner), (Kinds{{vertex_face, 1}}));
  EXPECT_NEAR(corner.at(0).normal.z(), 1.0, 1e-9);
  EXPECT_NEAR((corner[0].point - Vector3(0.1, 0.2, 0)).norm(), 0.0, 1e-6);
  EXPECT_EQ(kinds(touching(table, on_corner, 1e-6)), (Kinds{{face_vertex, 1}}));
  // Two beams, each on an edge, crossed: the lower one along x, the upper one along y.
  const double half = 0.5 * std::sqrt(2.0);
  const ConvexPiece below = box({6, 1, 1}, turned(Vector3::UnitX(), M_PI / 4, {0, 0, -half})),
                    above = box({1, 6, 1}, turned(Vector3::UnitY(), M_PI / 4, {0, 0, half}));
  const Places crossed = touching(above, below, 1e-6);
  EXPECT_EQ(kinds(crossed), (Kinds{{edge_edge, 1}}));
  EXPECT_NEAR(crossed.at(0).normal.z(), 1.0, 1e-9);
  EXPECT_NEAR(crossed[0].point.norm(), 0.0, 1e-9);
}

TEST(TouchingBoxes, ABoxOnATriangleTouchesWithFeaturesOfBoth) {
  const ConvexPiece floor = ConvexPiece::triangle({-5, -5, 0}, {5, -5, 0}, {0, 8, 0});
  Places places;
  append_touching(box({1, 1, 1}, at(0, 0, 0.5)), 0, floor, owns_all, 1e-6, places);
  EXPECT_EQ(kinds(places), (Kinds{{vertex_face, 4}}));
  const ConvexPiece spike = ConvexPiece::triangle({0.1, 0.1, 1e-7}, {0, 0, 2}, {1, 0, 2});
  places.clear();
  append_touching(spike, owns_all, box({1, 1, 1}, at(0, 0, -0.5)), 0, 1e-6, places);
  EXPECT_EQ(kinds(places), (Kinds{{vertex_face, 1}}));
  EXPECT_NEAR(places[0].normal.z(), 1.0, 1e-6);
}

TEST(TouchingBoxes, CurvedSolidsAreRoundWhereverTheyAreTouched) {
  const ConvexPiece table = box({4, 4, 1}, at(0, 0, -0.5));
  for (const Geometry& curved : {Geometry(Sphere{0.5}), Geometry(Cylinder{0.2, 1.0}), Geometry(Capsule{0.1, 0.8})}) {
    EXPECT_EQ(kinds(touching(placed(curved, Pose{}, at(0, 0, 0.5)), table, 1e-6)), (Kinds{{ContactKind::round, 1}}));
  }
}

TEST(TouchingBoxes, WhatIsDeepOverlaps) {
  EXPECT_EQ(kinds(touching(box({1, 1, 1}, at(0, 0, 0.4)), box({4, 4, 1}, at(0, 0, -0.5)), 1e-6)),
            (Kinds{{ContactKind::overlap, 1}}));
}

struct Met {
  ConvexPiece a, b;
  double reach;
};

/// Two boxes that come just about within reach of each other, any of their features first.
Met draw_met(Draw& draw) {
  const auto size = [&] {
    return Vector3(draw.log_uniform(0.05, 2.0), draw.log_uniform(0.05, 2.0), draw.log_uniform(0.05, 2.0));
  };
  const Pose X = draw.pose(draw.coin() ? 1.0 : 100.0);
  Met met{box(size(), X), {}, 0.0};
  met.reach = draw.log_uniform(1e-7, 1e-4);
  Pose Y = draw.pose(1.0);
  const int way = draw.integer(0, 3);
  if (way == 0) {  // face on face
    Y.rotation =
        X.rotation * Eigen::AngleAxisd(draw.coin() ? 0.0 : draw.uniform(0, 3), Vector3::UnitX()).toRotationMatrix();
  }
  const Vector3 half = size();
  met.b = box(half, Y);
  Vector3 n = way == 3   ? draw.direction()
              : way == 2 ? Vector3(met.a.axis[draw.integer(0, 2)].cross(met.b.axis[draw.integer(0, 2)]))
                         : Vector3(met.a.axis[way == 0 ? 0 : draw.integer(0, 2)]);
  n = draw.sign() * n.normalized();
  const Vector3 aside = 0.4 * draw.uniform(0, 1) * draw.vector(1.0);
  met.b.centre = met.a.centre + aside - aside.dot(n) * n;
  met.b.centre += (support(met.a, n).value + support(met.b, -n).value + draw.uniform(-0.4, 0.9) * met.reach) * n;
  return met;
}

/// Does a list have a place of this kind here?
bool has(const Places& places, const Contact& place, double slack) {
  return std::any_of(places.begin(), places.end(), [&](const Contact& other) {
    return other.kind == place.kind && (other.point - place.point).norm() <= slack;
  });
}

/// From a point to the surface; a large number where that is more than `far`.
double exact_distance(const Vector3& x, const TriangleMesh& mesh, double far) {
  double least = 1e300;
  for (const ConvexPiece& t : triangles_of(mesh)) {
    if (closest(ConvexPiece::triangle(x, x, x), t, far).lower > far) continue;
    const exact::Points corners{exact::from(t.point[0]), exact::from(t.point[1]), exact::from(t.point[2])};
    least = std::min(least, std::sqrt(exact::point_triangle_distance_sq(exact::from(x), corners).get_d()));
  }
  return least;
}

/// Edges of the triangles that are no edges of the box.
bool on_diagonal(const Vector3& x, const ConvexPiece& piece, double slack) {
  for (const ConvexPiece& t : triangles_of(mesh_of(piece))) {
    for (int i = 0; i < 3; ++i) {
      const Vector3 &p = t.point[i], d = t.point[(i + 1) % 3] - p;
      int along = 0;
      for (const Vector3& axis : piece.axis) along += std::fabs(d.dot(axis)) > 0.5 * axis.squaredNorm();
      const double s = std::clamp((x - p).dot(d) / d.squaredNorm(), 0.0, 1.0);
      if (along == 2 && (p + s * d - x).norm() <= slack) return true;
    }
  }
  return false;
}

bool near_corner(const Vector3& x, const ConvexPiece& piece, double slack) {
  const std::vector<Vector3> all = corners(piece);
  return std::any_of(all.begin(), all.end(), [&](const Vector3& corner) { return (corner - x).norm() <= slack; });
}

TEST(TouchingBoxes, ABoxTouchesAsTheMeshOfTheSameBoxAndEachPairOfFeaturesOnce) {
  Draw draw;
  Kinds seen;
  int counted = 0;
  const int count = testing::cases(400, 100'000);
  for (int k = 0; k < count; ++k) {
    const auto met = draw_met(draw);
    const auto &a = met.a, &b = met.b;
    const double reach = met.reach;
    SCOPED_TRACE(testing::story(draw.seed(), k, a.centre.transpose(), b.centre.transpose(), "reach", reach));
    const Places places = touching(a, b, reach), swapped = touching(b, a, reach);
    ASSERT_EQ(places.size(), swapped.size());
    const Distance near = closest(a, b);
    const double slack = 1e-12 * (1.0 + a.centre.norm());
    ASSERT_TRUE(near.upper >= reach - slack || !places.empty());
    for (const auto& [kind, number] : kinds(places)) seen[kind] += number;
    if (kinds(places)[ContactKind::overlap] > 0) continue;
    ASSERT_EQ(kinds(places)[ContactKind::round], 0);
    const TriangleMesh mesh_a = mesh_of(a), mesh_b = mesh_of(b);
    Places of_meshes;
    const auto triangles_a = triangles_of(mesh_a), triangles_b = triangles_of(mesh_b);
    for (Index i = 0; i < 12; ++i) {
      for (Index j = 0; j < 12; ++j) {
        append_touching(triangles_a[i], mesh_a.owned_features(i), triangles_b[j], mesh_b.owned_features(j), reach,
                        of_meshes);
      }
    }
    const auto borderline = [&](const Vector3& x) {  // rounding decides whether it is within reach
      return std::fabs(exact_distance(x, mesh_a, 2.0 * reach) + exact_distance(x, mesh_b, 2.0 * reach) - reach) <
             1e-6 * reach + slack;
    };
    if (kinds(of_meshes)[ContactKind::overlap] > 0) continue;  // surfaces pass through where solids barely do
    for (const Contact& place : places) {
      ASSERT_TRUE(has(of_meshes, place, 3.0 * reach) || borderline(place.point)) << static_cast<int>(place.kind);
      ASSERT_LE(exact_distance(place.point, mesh_a, 2.0 * reach), 0.5 * reach + slack);
      ASSERT_LE(exact_distance(place.point, mesh_b, 2.0 * reach), 0.5 * reach + slack);
      ASSERT_NEAR(place.normal.norm(), 1.0, 1e-12);
      ASSERT_GT(place.normal.dot(a.centre - b.centre), 0.0);
    }
    int edge_places = 0, vertex_places = 0;
    bool unclear = false;
    for (const Contact& place : of_meshes) {
      const bool seam = place.kind == edge_edge &&
                        (on_diagonal(place.point, a, 2.0 * reach) || on_diagonal(place.point, b, 2.0 * reach));
      ASSERT_TRUE(seam || has(places, place, 3.0 * reach) || borderline(place.point)) << static_cast<int>(place.kind);
      (place.kind == edge_edge ? edge_places : vertex_places) += !seam;
      unclear = unclear || borderline(place.point) ||
                (seam && (near_corner(place.point, a, 4.0 * reach) || near_corner(place.point, b, 4.0 * reach)));
    }
    if (!unclear) {  // each once: a mesh lists a pair of features where both triangles own them
      ++counted;
      ASSERT_EQ(kinds(places)[edge_edge], edge_places);
      ASSERT_EQ(kinds(places)[vertex_face] + kinds(places)[face_vertex], vertex_places);
    }
    for (const Vector3& corner : corners(a)) {
      if (exact_distance(corner, mesh_b, 2.0 * reach) > reach - slack) continue;
      ASSERT_TRUE(std::any_of(places.begin(), places.end(),
                              [&](const Contact& p) { return (p.point - corner).norm() <= 3.0 * reach; }));
    }
  }
  for (const ContactKind kind : {vertex_face, face_vertex, edge_edge}) EXPECT_GT(seen[kind], count / 20);
  EXPECT_GT(counted, count / 2);
}

TEST(TouchingBoxes, AHullTouchesAsTheBoxItIs) {
  Draw draw;
  const int count = testing::cases(200, 20'000);
  for (int k = 0; k < count; ++k) {
    const auto [a, b, reach] = draw_met(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, a.centre.transpose(), b.centre.transpose(), "reach", reach));
    ConvexPiece as_hull = b;
    as_hull.kind = ConvexPiece::Kind::hull;
    std::vector<Vector3> unit;
    for (int corner = 0; corner < 8; ++corner)
      unit.emplace_back(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    const ConvexHull hull(unit);
    as_hull.hull = &hull;
    ASSERT_EQ(kinds(touching(a, as_hull, reach)), kinds(touching(a, b, reach)));
  }
}

}  // namespace
}  // namespace tocca::touching_boxes_tests
