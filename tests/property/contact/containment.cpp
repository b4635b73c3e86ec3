// What is proven here: Part::contains answers as the even-odd rule does, whatever its ray meets. Triangles that are given more
// than once, and cavities: solids.cpp.
// Oracle: exact rationals; every triangle, a ray in a drawn direction that passes no edge.
#include "contact/containment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>
#include <optional>

#include "exact_distance.hpp"
#include "testing/draw.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::containment_tests {
namespace {

using testing::Draw;

struct Soup {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;

  Index add(const Vector3& p) {
    vertices.push_back(p);
    return static_cast<Index>(vertices.size() - 1);
  }
};

void add_hull(Draw& draw, Soup& soup, bool grid) {
  std::vector<Vector3> points;
  const int count = draw.integer(4, 14);
  while (true) {
    points.clear();
    for (int i = 0; i < count; ++i) {
      points.push_back(grid ? Vector3(draw.integer(-2, 2), draw.integer(-2, 2), draw.integer(-2, 2))
                            : draw.vector(2.0));
    }
    try {
      const ConvexHull hull(points);
      const auto first = static_cast<Index>(soup.vertices.size());
      soup.vertices.insert(soup.vertices.end(), hull.vertices().begin(), hull.vertices().end());
      for (const Triangle& t : hull.triangles()) soup.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
      return;
    } catch (const std::exception&) {  // all in one plane: once more
    }
  }
}

void add_torus(Draw& draw, Soup& soup) {
  const auto first = static_cast<Index>(soup.vertices.size());
  const Index around = 8, across = 6;
  const Vector3 offset = draw.vector(0.5);
  for (Index i = 0; i < around; ++i) {
    for (Index j = 0; j < across; ++j) {
      const double a = 2.0 * std::numbers::pi * i / around, b = 2.0 * std::numbers::pi * j / across;
      soup.add(
          Vector3((1.5 + 0.6 * std::cos(b)) * std::cos(a), (1.5 + 0.6 * std::cos(b)) * std::sin(a), 0.6 * std::sin(b)) +
          offset);
    }
  }
  const auto at = [&](Index i, Index j) { return first + (i % around) * across + j % across; };
  for (Index i = 0; i < around; ++i) {
    for (Index j = 0; j < across; ++j) {
      soup.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      soup.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
}

/// What files bring: some triangles turned round, an edge split on one side with a triangle of no area to fill it, an open
/// piece.
void roughen(Draw& draw, Soup& soup) {
  for (Triangle& t : soup.triangles) {
    if (draw.coin(0.2)) std::swap(t[0], t[1]);
  }
  if (draw.coin()) {
    const std::size_t k = static_cast<std::size_t>(draw.integer(0, static_cast<int>(soup.triangles.size()) - 1));
    const Triangle t = soup.triangles[k];
    const Index middle = soup.add(0.5 * (soup.vertices[t[0]] + soup.vertices[t[1]]));
    soup.triangles[k] = {t[0], middle, t[2]};
    soup.triangles.push_back({middle, t[1], t[2]});
    soup.triangles.push_back({t[0], t[1], middle});
  }
  if (draw.coin(0.3)) {
    const Index a = soup.add(draw.vector(2)), b = soup.add(draw.vector(2)), c = soup.add(draw.vector(2));
    soup.triangles.push_back({a, b, c});
  }
}

/// Does the ray p + s d, s > 0, cross the triangle? Nothing where it meets an edge, or lies in the plane.
std::optional<bool> crosses(const exact::Vector& p, const exact::Vector& d, const exact::Points& t) {
  if (!exact::has_area(t)) return false;
  const exact::Vector normal = exact::cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class slope = exact::dot(normal, d);
  if (slope == 0) return std::nullopt;
  const mpq_class s = exact::dot(normal, t[0] - p) / slope;
  const auto st = exact::foot(p + s * d, t);
  const mpq_class rest = 1 - st[0] - st[1];
  if (st[0] < 0 || st[1] < 0 || rest < 0) return false;
  if (st[0] == 0 || st[1] == 0 || rest == 0) return std::nullopt;
  return s > 0;
}

enum class Truth { outside, inside, on_surface };

Truth truth(Draw& draw, const Part& part, const Vector3& point) {
  const exact::Vector p = exact::from(point);
  std::vector<exact::Points> triangles;
  for (const Triangle& t : part.triangles()) {
    const std::vector<Vector3>& v = part.vertices();
    triangles.push_back({exact::from(v[t[0]]), exact::from(v[t[1]]), exact::from(v[t[2]])});
    const exact::Points& x = triangles.back();
    if (exact::dot(exact::cross(x[1] - x[0], x[2] - x[0]), p - x[0]) != 0) continue;  // not in its plane
    if (exact::point_triangle_distance_sq(p, x) == 0) return Truth::on_surface;
  }
  while (true) {
    const exact::Vector d = exact::from(draw.direction());
    std::map<std::pair<Index, Index>, int> crossings;
    bool clean = true;
    for (Index i = 0; i < part.triangle_count() && clean; ++i) {
      const std::optional<bool> crossed = crosses(p, d, triangles[i]);
      clean = crossed.has_value();
      const Part::Piece& piece = part.pieces()[part.piece_of(i)];
      const Index component = piece.mesh->component(i - piece.first_item);
      if (clean && *crossed && piece.mesh->components()[component].closed) ++crossings[{part.piece_of(i), component}];
    }
    if (!clean) continue;
    for (const auto& [component, count] : crossings) {
      if (count % 2 == 1) return Truth::inside;
    }
    return Truth::outside;
  }
}

Vector3 draw_point(Draw& draw, const Part& part) {
  const std::vector<Vector3>& v = part.vertices();
  const auto vertex = [&] { return v[static_cast<std::size_t>(draw.integer(0, static_cast<int>(v.size()) - 1))]; };
  switch (draw.integer(0, 3)) {
    case 0:
      return draw.vector(2.5);
    case 1:
      return 0.5 * Vector3(draw.integer(-5, 5), draw.integer(-5, 5), draw.integer(-5, 5));
    case 2:
      return {vertex().x(), vertex().y(), vertex().z()};  // rays along each axis may meet vertices and edges
    default: {
      Vector3 p = vertex();
      p[draw.integer(0, 2)] += draw.sign() * draw.log_uniform(1e-16, 1.0);
      return p;
    }
  }
}

Part draw_part(Draw& draw) {
  std::vector<Collider> bodies;
  for (int i = draw.integer(1, 3); i > 0; --i) {
    Soup soup;
    for (int k = draw.integer(1, 2); k > 0; --k)
      draw.coin(0.2) ? add_torus(draw, soup) : add_hull(draw, soup, draw.coin(0.7));
    roughen(draw, soup);
    Collider body;
    body.geometry = std::make_shared<const TriangleMesh>(soup.vertices, soup.triangles);
    if (draw.coin(0.3)) body.placement = draw.pose(0.5);
    bodies.push_back(body);
  }
  if (draw.coin(0.2)) bodies.push_back({Pose{}, Sphere{0.5}});
  return Part(bodies);
}

TEST(Containment, IsTheEvenOddRule) {
  Draw draw;
  int inside = 0, outside = 0;
  const int count = std::max(80, testing::cases(80, 20'000));
  for (int k = 0; k < count; ++k) {
    const Part part = draw_part(draw);
    if (std::any_of(part.pieces().begin(), part.pieces().end(), [](const Part::Piece& piece) {
          return piece.mesh && piece.mesh->repeated_triangles() > 0;  // two hulls happened to share one
        })) {
      continue;
    }
    for (int i = 0; i < 10; ++i) {
      const Vector3 point = draw_point(draw, part);
      SCOPED_TRACE(testing::story(draw.seed(), k, point.transpose()));
      const Truth expected = truth(draw, part, point);
      if (expected == Truth::on_surface) continue;
      ASSERT_EQ(part.contains(point), expected == Truth::inside);
      ++(expected == Truth::inside ? inside : outside);
    }
  }
  EXPECT_GT(inside, 2 * count);
  EXPECT_GT(outside, 2 * count);
}

/// Many shells around one point: more components than any array on the stack has room for.
TEST(Containment, CountsAThousandComponents) {
  Soup soup;
  const auto add_box = [&](double half) {
    const auto first = static_cast<Index>(soup.vertices.size());
    for (int k = 0; k < 8; ++k) soup.add(half * Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
    for (const Triangle& t : std::initializer_list<Triangle>{{0, 2, 1},
                                                             {1, 2, 3},
                                                             {4, 5, 6},
                                                             {5, 7, 6},
                                                             {0, 1, 4},
                                                             {1, 5, 4},
                                                             {2, 6, 3},
                                                             {3, 6, 7},
                                                             {0, 4, 2},
                                                             {2, 4, 6},
                                                             {1, 3, 5},
                                                             {3, 7, 5}}) {
      soup.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  };
  for (int i = 1; i <= 1000; ++i) add_box(i);
  for (int i = 1; i <= 1000; ++i) add_box(i + 0.5);
  Collider body;
  body.geometry = std::make_shared<const TriangleMesh>(soup.vertices, soup.triangles);
  const Part part(std::span(&body, 1));
  EXPECT_TRUE(part.contains(Vector3::Zero()));
  EXPECT_TRUE(part.contains(Vector3(0.0, 1000.25, 0.0)));  // in the outermost only
  EXPECT_FALSE(part.contains(Vector3(0.0, 1000.75, 0.0)));
}

TEST(Containment, AnIndexFindsTheSameParts) {
  Draw draw;
  std::vector<Part> parts;
  for (int i = 0; i < 60; ++i) {
    Soup soup;
    add_hull(draw, soup, false);
    Collider body;
    body.geometry = std::make_shared<const TriangleMesh>(soup.vertices, soup.triangles);
    if (i % 7 == 0) body.geometry = Sphere{1.0};
    parts.emplace_back(std::span(&body, 1), draw.pose(4.0));
  }
  std::vector<const Part*> pointers;
  for (const Part& part : parts) pointers.push_back(&part);
  const SolidIndex index(pointers);
  std::vector<int> found;
  int hits = 0;
  for (int k = 0; k < std::max(2000, testing::cases(2000, 100'000)); ++k) {
    const Vector3 point = draw.vector(4.0);
    std::vector<int> expected;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].contains(point)) expected.push_back(static_cast<int>(i));
    }
    found.clear();
    index.append_containing(point, found);
    ASSERT_EQ(found, expected);
    hits += !found.empty();
  }
  EXPECT_GT(hits, 100);
}

}  // namespace
}  // namespace tocca::containment_tests
