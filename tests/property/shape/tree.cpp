// What is proven here: each node's volume contains the triangles below it, each triangle is in one leaf, a walk over
// trees finds the same pairs as testing all, and the tree does not depend on the number of threads.
// Oracle: exact rationals (GMP) for containment; all pairs of triangles for the walk.
#include "shape/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>

#include "exact.hpp"
#include "testing/draw.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::tree_tests {
namespace {

using testing::Draw;

/// Soups and sheets of every kind, coincident and collinear ones included; any size, near and far.
TriangleMesh draw_mesh(Draw& draw, int count) {
  const double size = draw.log_uniform(1e-9, 1e6);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : Vector3(1e6 * draw.direction());
  const double tiny_far = draw.coin(0.2) ? 1e-3 : size;
  const int kind = draw.integer(0, 5);
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  const Vector3 same_a = draw.vector(1.0), same_b = draw.vector(1.0), same_c = draw.vector(1.0),
                line = draw.direction();
  for (int k = 0; k < count; ++k) {
    const Vector3 at = draw.vector(1.0), side = draw.direction();
    std::array<Vector3, 3> corner{at, at + 0.1 * draw.vector(1.0), at + 0.1 * draw.vector(1.0)};
    if (kind == 1) corner = {at, at + side, at + 0.5 * side + 1e-4 * draw.vector(1.0)};  // slivers
    if (kind == 2) corner = {same_a, same_b, same_c};                                    // all in one place
    if (kind == 3 && k > 0) corner = {draw.normal() * line, draw.normal() * line, draw.normal() * line};  // on a line
    if (kind == 4) corner = {at, at, at + side};                                                          // segments
    if (kind == 5) corner = {std::exp2(-k) * at, std::exp2(-k) * side, Vector3::Zero()};  // ever smaller
    if (k == 0 && kind == 4) corner = {same_a, same_b, same_c};
    const auto first = static_cast<Index>(vertices.size());
    for (const Vector3& p : corner) vertices.push_back((kind == 0 ? tiny_far : size) * p + offset);
    triangles.push_back({first, first + 1, first + 2});
  }
  vertices.push_back(offset), vertices.push_back(offset + Vector3(1, 0, 0)),
      vertices.push_back(offset + Vector3(0, 1, 0));
  const auto first = static_cast<Index>(vertices.size() - 3);
  triangles.push_back({first, first + 1, first + 2});  // whatever was rounded away, one triangle has an area
  return {std::move(vertices), std::move(triangles)};
}

template <class V>
class TreeOf : public ::testing::Test {};
using EveryVolume = ::testing::Types<Aabb, Obb, Rss, Lss>;
TYPED_TEST_SUITE(TreeOf, EveryVolume);

/// All triangles below a node; checks containment and depth on the way.
template <class V>
void check_below(const Tree<V>& tree, const TriangleMesh& mesh, Index node, std::size_t depth, std::set<Index>& below) {
  ASSERT_LT(node, tree.nodes().size());
  ASSERT_LE(depth, Tree<V>::most_depth);
  const auto& here = tree.nodes()[node];
  if (here.is_leaf()) {
    EXPECT_LE(here.count, Tree<V>::leaf_size);
    for (const Index t : tree.triangles(here)) EXPECT_TRUE(below.insert(t).second);
  } else {
    std::set<Index> right;
    check_below(tree, mesh, tree.left(node), depth + 1, below);
    check_below(tree, mesh, tree.right(node), depth + 1, right);
    for (const Index t : right) EXPECT_TRUE(below.insert(t).second);
  }
  for (const Index t : below) {
    for (const Index vertex : mesh.triangles()[t]) ASSERT_TRUE(exact::contains(here.volume, mesh.vertices()[vertex]));
  }
}

TYPED_TEST(TreeOf, EachNodeContainsItsTriangles) {
  Draw draw;
  for (int k = 0; k < testing::cases(20, 10'000); ++k) {
    const TriangleMesh mesh = draw_mesh(draw, draw.integer(1, 60));
    SCOPED_TRACE(testing::story(draw.seed(), k, mesh.triangles().size(), mesh.vertices()[0].transpose()));
    const Tree<TypeParam> tree(mesh);
    std::set<Index> below;
    check_below(tree, mesh, 0, 0, below);
    EXPECT_EQ(below.size(), mesh.triangles().size());
  }
}

Aabb box_of(const TriangleMesh& mesh, Index t) {
  const Triangle& v = mesh.triangles()[t];
  const std::array<Vector3, 3> corners{mesh.vertices()[v[0]], mesh.vertices()[v[1]], mesh.vertices()[v[2]]};
  return Aabb::fit(corners);
}

bool overlap(const Interval& x, const Interval& y) { return x.lo <= y.hi && y.lo <= x.hi; }
bool overlap(const Aabb& x, const Aabb& y) {
  return (x.lower.array() <= y.upper.array()).all() && (y.lower.array() <= x.upper.array()).all();
}

/// Whether the volumes can hold triangles whose boxes overlap: their extents along x, y and z do.
template <class V>
bool may_overlap(const V& x, const V& y) {
  for (int i = 0; i < 3; ++i) {
    if (!overlap(x.extent(Vector3::Unit(i)), y.extent(Vector3::Unit(i)))) return false;
  }
  return true;
}

TYPED_TEST(TreeOf, AWalkFindsTheSamePairsAsTestingAll) {
  Draw draw;
  std::size_t found_pairs = 0, all_pairs = 0, tests = 0;
  for (int k = 0; k < testing::cases(40, 5000); ++k) {
    const TriangleMesh a = draw_mesh(draw, draw.integer(1, 80)), b = draw_mesh(draw, draw.integer(1, 80));
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const TriangleMesh& other = k % 2 == 0 ? a : b;  // a mesh meets itself wherever it is
    const Tree<TypeParam> tree_a(a), tree_b(other);
    std::set<std::pair<Index, Index>> walked, truth;
    const std::function<void(Index, Index)> walk = [&](Index i, Index j) {
      const auto &x = tree_a.nodes()[i], &y = tree_b.nodes()[j];
      ++tests;
      if (!may_overlap(x.volume, y.volume)) return;
      if (!x.is_leaf()) {
        walk(tree_a.left(i), j), walk(tree_a.right(i), j);
      } else if (!y.is_leaf()) {
        walk(i, tree_b.left(j)), walk(i, tree_b.right(j));
      } else {
        for (const Index s : tree_a.triangles(x)) {
          for (const Index t : tree_b.triangles(y)) {
            if (!overlap(box_of(a, s), box_of(other, t))) continue;
            EXPECT_TRUE(walked.emplace(s, t).second);
          }
        }
      }
    };
    walk(0, 0);
    for (Index s = 0; s < a.triangles().size(); ++s) {
      for (Index t = 0; t < other.triangles().size(); ++t) {
        if (overlap(box_of(a, s), box_of(other, t))) truth.emplace(s, t);
      }
    }
    EXPECT_EQ(walked, truth);
    found_pairs += truth.size(), all_pairs += a.triangles().size() * other.triangles().size();
  }
  EXPECT_GT(found_pairs, all_pairs / 500);  // there was something to find,
  EXPECT_LT(found_pairs, all_pairs);        // and something to leave out
  std::cout << "pairs found " << found_pairs << " of " << all_pairs << ", node pairs visited " << tests << '\n';
}

/// A torus: large enough that several pieces are built by several threads.
TriangleMesh torus(Index around, Index along) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  for (Index j = 0; j < along; ++j) {
    for (Index i = 0; i < around; ++i) {
      const double u = 2 * std::numbers::pi * i / around, v = 2 * std::numbers::pi * j / along;
      const double r = 1 + 0.3 * std::cos(u);
      vertices.emplace_back(r * std::cos(v), r * std::sin(v), 0.3 * std::sin(u));
      const Index right = (i + 1) % around, up = (j + 1) % along;
      const Index a = j * around + i, b = j * around + right, c = up * around + right, d = up * around + i;
      triangles.push_back({a, b, c});
      triangles.push_back({a, c, d});
    }
  }
  return {std::move(vertices), std::move(triangles)};
}

template <class V>
bool same_bits(const Tree<V>& x, const Tree<V>& y) {
  if (x.nodes().size() != y.nodes().size()) return false;
  for (std::size_t i = 0; i < x.nodes().size(); ++i) {
    const auto &a = x.nodes()[i], &b = y.nodes()[i];
    if (a.link != b.link || a.count != b.count || !a.volume.frame().isApprox(b.volume.frame(), 0.0)) return false;
    const Interval p = a.volume.extent({1, 2, 3}), q = b.volume.extent({1, 2, 3});
    if (p.lo != q.lo || p.hi != q.hi) return false;
    if (a.is_leaf() && !std::ranges::equal(x.triangles(a), y.triangles(b))) return false;
  }
  return true;
}

TYPED_TEST(TreeOf, IsTheSameAtAnyNumberOfThreads) {
  const TriangleMesh mesh = torus(40, 80);  // 6,400 triangles
  const auto with_threads = [&](int threads) {
    const ThreadLimit limit(threads);
    return Tree<TypeParam>(mesh);
  };
  const Tree<TypeParam> alone = with_threads(1);
  EXPECT_TRUE(same_bits(alone, with_threads(2)));
  EXPECT_TRUE(same_bits(alone, with_threads(8)));
  EXPECT_GT(alone.nodes().size(), mesh.triangles().size() / 2);
  EXPECT_LT(mesh.bytes() + alone.bytes(), 200 * mesh.triangles().size());
}

}  // namespace
}  // namespace tocca::tree_tests
