// What is proven here: a part's numbers mean what part.hpp says. Stored vertices are within rounding_m of where the
// placements put them in real arithmetic, every box of the tree contains what lies below it, the swept sphere contains
// everything dilated. Oracle: exact rationals (GMP).
#include "model/part.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "property/shape/exact.hpp"
#include "testing/draw.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::part_tests {
namespace {

using testing::Draw;

exact::Vector placed(const Pose& X, const exact::Vector& p) {
  exact::Vector result = exact::from(X.translation);
  for (int i = 0; i < 3; ++i) result = result + p[static_cast<std::size_t>(i)] * exact::from(X.rotation.col(i));
  return result;
}

mpq_class distance_sq(const exact::Vector& a, const exact::Vector& b) { return exact::dot(a - b, a - b); }

/// Solid clouds, flat sheets, needles; near and far from their origin, of any size.
MeshPointer draw_mesh(Draw& draw) {
  const double size = draw.log_uniform(1e-6, 1e3);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(draw.log_uniform(1e-3, 1e4));
  const Vector3 shape(1.0, draw.coin(0.3) ? 1e-6 : 1.0, draw.coin(0.3) ? 0.0 : 1.0);
  std::vector<Vector3> vertices;
  for (int i = draw.integer(3, 40); i > 0; --i)
    vertices.push_back(size * draw.vector(1.0).cwiseProduct(shape) + offset);
  std::vector<Triangle> triangles;
  const int last = static_cast<int>(vertices.size()) - 1;
  for (int i = draw.integer(1, 60); i > 0; --i) {
    const auto pick = [&] { return static_cast<Index>(draw.integer(0, last)); };
    triangles.push_back({pick(), pick(), pick()});
  }
  triangles.push_back({0, 1, 2});
  return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}

Pose draw_placement(Draw& draw) {
  if (draw.coin(0.3)) return {};
  Pose X = draw.pose(draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-6, 1e4));
  if (draw.coin(0.2)) X.rotation = Matrix3::Identity();
  return X;
}

Geometry draw_primitive(Draw& draw) {
  const double radius = draw.log_uniform(1e-6, 1e3), length = radius * draw.log_uniform(1e-2, 1e2);
  switch (draw.integer(0, 3)) {
    case 0:
      return Sphere{radius};
    case 1:
      return Capsule{radius, length};
    case 2:
      return Box{{radius, length, radius}};
    default:
      return Cylinder{radius, length};
  }
}

/// A rational point of the primitive's surface, in its own frame.
exact::Vector extreme_point(Draw& draw, const Geometry& geometry) {
  const mpq_class t(draw.normal()), w = 1 + t * t, c = (1 - t * t) / w, s = 2 * t / w, zero = 0;
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return mpq_class(sphere->radius) * exact::Vector{c, s, zero};
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
    return {mpq_class(capsule->radius) * c, mpq_class(capsule->radius) * s, mpq_class(capsule->length) / 2};
  }
  if (const auto* box = std::get_if<Box>(&geometry)) return mpq_class(0.5 * draw.sign()) * exact::from(box->size);
  const auto& cylinder = std::get<Cylinder>(geometry);
  return {mpq_class(cylinder.radius) * c, mpq_class(cylinder.radius) * s, mpq_class(-cylinder.length) / 2};
}

/// Calls visit(node, item) for every item below every node.
template <class Visit>
void below(const Part& part, Index node, const Visit& visit) {
  std::vector<Index> todo{node};
  while (!todo.empty()) {
    const Index i = todo.back();
    todo.pop_back();
    const Part::Node& here = part.nodes()[i];
    if (here.is_leaf()) {
      for (const Index item : part.items(here)) visit(item);
    } else {
      todo.push_back(i + 1);
      todo.push_back(i + here.link);
    }
  }
}

TEST(PartProperty, HoldsWhatItIsMadeOfInRealArithmetic) {
  Draw draw;
  int rounded = 0, exactly = 0, several = 0;
  for (int k = 0; k < testing::cases(60, 10'000); ++k) {
    std::vector<Collider> bodies;
    const MeshPointer shared = draw_mesh(draw);
    for (int i = draw.integer(1, 4); i > 0; --i) {
      const bool primitive = draw.coin(0.3);
      bodies.push_back({draw_placement(draw), primitive     ? draw_primitive(draw)
                                              : draw.coin() ? shared
                                                            : draw_mesh(draw)});
    }
    const Pose X_PL = draw_placement(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, bodies.size(), X_PL.translation.transpose()));
    const Part part(bodies, X_PL);
    const mpq_class rounding(part.rounding_m()), rounding_sq = rounding * rounding;
    (part.rounding_m() == 0.0 ? exactly : rounded) += 1;
    several += bodies.size() > 1;

    ASSERT_EQ(part.pieces().size(), bodies.size());
    std::vector<exact::Vector> surface;  // of each primitive, by the stored pose
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const Part::Piece& piece = part.pieces()[b];
      const auto true_place = [&](const exact::Vector& p) { return placed(X_PL, placed(bodies[b].placement, p)); };
      if (piece.mesh) {
        for (Index v = 0; v < piece.vertex_count; ++v) {
          const exact::Vector stored = exact::from(part.vertices()[piece.first_vertex + v]);
          ASSERT_TRUE(distance_sq(stored, true_place(exact::from(piece.mesh->vertices()[v]))) <= rounding_sq);
          ASSERT_TRUE(exact::contains(part.lss(), stored + rounding * exact::from(Vector3::Unit(draw.integer(0, 2)))));
        }
      } else {
        const Part::Primitive primitive = part.primitive(piece.first_item);
        const exact::Vector own = extreme_point(draw, primitive.geometry);
        surface.push_back(placed(primitive.pose, own));
        ASSERT_TRUE(distance_sq(surface.back(), true_place(own)) <= rounding_sq);
        ASSERT_TRUE(exact::contains(part.lss(), surface.back()));
      }
    }

    std::vector<int> seen(part.item_count(), 0);
    below(part, 0, [&](Index item) { ++seen[item]; });
    for (const int times : seen) ASSERT_EQ(times, 1);
    for (Index node = 0; node < part.nodes().size(); ++node) {
      const Obb& box = part.nodes()[node].volume;
      below(part, node, [&](Index item) {
        if (item >= part.triangle_count()) {
          ASSERT_TRUE(exact::contains(box, surface[item - part.triangle_count()]));
          return;
        }
        for (const Index v : part.triangles()[item]) ASSERT_TRUE(exact::contains(box, part.vertices()[v]));
      });
    }
  }
  EXPECT_GT(exactly, 0);
  EXPECT_GT(rounded, 20);
  EXPECT_GT(several, 20);
}

TEST(PartProperty, CarriedBoxesContainWhatIsCarriedAndStayTight) {
  Draw draw;
  int tight = 0, total = 0;
  for (int k = 0; k < testing::cases(400, 100'000); ++k) {
    const double size = draw.log_uniform(1e-6, 1e3);
    const Vector3 shape(1.0, draw.coin() ? 1e-5 : 1.0, draw.coin() ? 0.0 : 1.0);
    std::vector<Vector3> points;
    for (int i = 0; i < 8; ++i) points.push_back(size * draw.vector(1.0).cwiseProduct(shape) + draw.vector(10.0));
    const Obb box = Obb::fit(points);
    Pose X = draw_placement(draw);
    const bool scales = draw.coin(0.1);  // no rotation at all: still contained
    if (scales) X.rotation *= draw.log_uniform(0.1, 10.0);
    const double margin = draw.coin() ? 0.0 : draw.log_uniform(1e-12, 1e-3);
    SCOPED_TRACE(testing::story(draw.seed(), k, margin, X.translation.transpose()));
    const Obb carried = box.carried(X, margin);
    for (const unsigned corner : {0u, 3u, 5u, 6u, 7u}) {
      exact::Vector p = exact::from(box.center);
      for (int i = 0; i < 3; ++i) {
        const mpq_class x(corner >> i & 1u ? box.half[i] : -box.half[i]);
        p = p + x * exact::from(box.axes.col(i).cast<double>());
      }
      const int axis = draw.integer(0, 2);
      const mpq_class by(draw.sign() * margin);
      ASSERT_TRUE(exact::contains(carried, placed(X, p) + by * exact::from(Vector3::Unit(axis))));
    }
    if (scales) continue;
    ++total;
    const double slack = 1e-6 * box.half.cast<double>().sum() + 1.1 * margin + 1e-9;
    tight += ((carried.half - box.half).cast<double>().array() <= slack).all();
  }
  EXPECT_EQ(tight, total);
}

}  // namespace
}  // namespace tocca::part_tests
