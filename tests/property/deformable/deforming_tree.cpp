// What is proven here: the tree of a deforming mesh hides no pair. Against all pairs of boxes in doubles, at every time of steps that
// are refitted and rebuilt; each pair comes once.
#include "deformable/deforming_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "deformable/end_boxes.hpp"
#include "testing/draw.hpp"

namespace tocca::deforming_tree_tests {
namespace {

using testing::cases;
using testing::Draw;
using Pair = std::pair<Index, Index>;

struct Cloud {
  std::vector<Vector3> from, to;
  std::vector<Triangle> triangles;

  Cloud(Draw& draw, int vertices, int count, double size) : from(static_cast<std::size_t>(vertices)), to(from.size()) {
    for (int i = 0; i < count; ++i) {
      Triangle t;
      for (Index& v : t) v = static_cast<Index>(draw.integer(0, vertices - 1));
      triangles.push_back(t);
    }
    move(draw, size);
  }
  void move(Draw& draw, double size) {
    const double way = draw.log_uniform(1e-9, 0.3) * size, far = draw.coin(0.2) ? 1e6 * size : 0.0;
    const bool grid = draw.coin(0.3);  // many boxes touch exactly
    for (std::size_t i = 0; i < from.size(); ++i) {
      from[i] = draw.vector(size) + Vector3::Constant(far);
      if (grid) from[i] = (from[i] * (4.0 / size)).array().round() * (size / 4.0);
      to[i] = draw.coin(0.2) ? from[i] : Vector3(from[i] + draw.vector(way));
    }
  }
  Aabb box(std::size_t triangle) const {
    std::vector<Vector3> corners;
    for (const Index v : triangles[triangle]) corners.insert(corners.end(), {from[v], to[v]});
    return Aabb::fit(corners);
  }
};

bool overlap(const Aabb& a, const Aabb& b) {
  return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

bool contains(const FloatBox& box, const Vector3& p) {
  for (int i = 0; i < 3; ++i) {
    if (!(static_cast<double>(box.lower(i)) <= p[i] && p[i] <= static_cast<double>(box.upper(i)))) return false;
  }
  return true;
}

TEST(DeformingTree, HidesNoPairAndTellsNoneTwice) {
  Draw draw;
  long needed = 0, told = 0, builds = 0, refits = 0;
  for (int k = 0; k < cases(60, 1'000); ++k) {
    const double size = draw.log_uniform(1e-6, 1e6);
    Cloud a(draw, draw.integer(3, 60), draw.integer(1, 80), size),
        b(draw, draw.integer(3, 40), draw.integer(1, 40), size);
    DeformingTree tree_a, tree_b;
    tree_a.set_triangles(a.triangles);
    tree_b.set_triangles(b.triangles);
    for (int step = 0; step < 4; ++step) {
      (tree_a.update(a.from, a.to) ? builds : refits) += 1;
      tree_b.update(b.from, b.to);
      const std::string tale = testing::story(draw.seed(), k, step, size, a.triangles.size());
      std::set<Pair> across, within;
      for_each_pair(tree_a, tree_b, [&](Index i, Index j) {
        EXPECT_TRUE(across.insert({tree_a.triangle(i), tree_b.triangle(j)}).second) << tale;
      });
      for_each_pair_within(tree_a, [&](Index i, Index j) {
        const auto [x, y] = std::minmax({tree_a.triangle(i), tree_a.triangle(j)});
        EXPECT_TRUE(x != y && within.insert({x, y}).second) << tale;
      });
      for (Index i = 0; i < a.triangles.size(); ++i) {
        for (Index j = 0; j < b.triangles.size(); ++j) {
          if (!overlap(a.box(i), b.box(j))) continue;
          ++needed;
          EXPECT_TRUE(across.contains({i, j})) << tale;
        }
        for (Index j = i + 1; j < a.triangles.size(); ++j) {
          EXPECT_TRUE(!overlap(a.box(i), a.box(j)) || within.contains({i, j})) << tale;
        }
      }
      told += static_cast<long>(across.size());
      std::set<Index> seen;
      const Aabb probe = b.box(0);
      for_each_overlap(tree_a, FloatBox::around(probe),
                       [&](Index i) { EXPECT_TRUE(seen.insert(tree_a.triangle(i)).second); });
      for (Index i = 0; i < a.triangles.size(); ++i) {
        EXPECT_TRUE(!overlap(a.box(i), probe) || seen.contains(i)) << tale;
      }
      const double t = draw.uniform(0.0, 1.0);
      for (const Triangle& triangle : a.triangles) {
        for (const Index v : triangle)
          EXPECT_TRUE(contains(tree_a.root(), (1.0 - t) * a.from[v] + t * a.to[v])) << tale;
      }
      a.move(draw, size);
      b.move(draw, size);
    }
  }
  EXPECT_GT(needed, 1'000);
  EXPECT_LT(told, 1.2 * static_cast<double>(needed) + 100);  // floats cost few pairs
  EXPECT_GT(refits, 10);
  EXPECT_GT(builds, 10);
}

using LongRow = Eigen::Matrix<long double, 1, 3>;

/// Apart at both ends, the same way, along one of the first `count` directions of EndHull; in long double.
bool apart_along(const Cloud& a, const std::vector<Index>& of_a, const Cloud& b, const std::vector<Index>& of_b,
                 int count) {
  static const LongRow directions[12] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 1},  {1, 1, 0},  {1, -1, 0},
                                         {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}, {1, 1, -1}, {1, -1, 1}};
  using Range = std::pair<long double, long double>;
  const auto range = [](const std::vector<Vector3>& at, const std::vector<Index>& of, const LongRow& n) {
    Range all{1e60L, -1e60L};
    for (const Index v : of) {
      const long double x = (n * at[v].cast<long double>()).value();
      all = {std::min(all.first, x), std::max(all.second, x)};
    }
    return all;
  };
  for (int k = 0; k < count; ++k) {
    const Range a0 = range(a.from, of_a, directions[k]), a1 = range(a.to, of_a, directions[k]);
    const Range b0 = range(b.from, of_b, directions[k]), b1 = range(b.to, of_b, directions[k]);
    if ((a0.first > b0.second && a1.first > b1.second) || (b0.first > a0.second && b1.first > a1.second)) return true;
  }
  return false;
}

std::vector<Index> corners_of(const Cloud& cloud, Index triangle) {
  return {cloud.triangles[triangle].begin(), cloud.triangles[triangle].end()};
}

// What boxes at both ends keep apart is apart in long double, along one of their directions; and floats cost few pairs.
TEST(EndBoxes, KeepApartOnlyWhatIsApart) {
  Draw draw;
  long told = 0, needed = 0, pairs = 0, features_apart = 0, features_near = 0;
  for (int k = 0; k < cases(60, 1'000); ++k) {
    const double size = draw.log_uniform(1e-6, 1e6);
    Cloud a(draw, draw.integer(3, 60), draw.integer(1, 80), size),
        b(draw, draw.integer(3, 40), draw.integer(1, 40), size);
    const std::string tale = testing::story(draw.seed(), k, size, a.triangles.size());
    DeformingTree tree_a, tree_b;
    tree_a.set_triangles(a.triangles);
    tree_b.set_triangles(b.triangles);
    tree_a.update(a.from, a.to);
    tree_b.update(b.from, b.to);
    const EndFrame frame = EndFrame::around(tree_a.root().joined(tree_b.root()));
    EndBoxes boxes_a, boxes_b;
    boxes_a.fit(tree_a, a.from, a.to, frame);
    boxes_b.fit(tree_b, b.from, b.to, frame);
    std::set<Pair> across, within;
    for_each_pair(boxes_a, boxes_b, [&](Index i, Index j) {
      EXPECT_TRUE(across.insert({tree_a.triangle(i), tree_b.triangle(j)}).second) << tale;
      if (boxes_a.triangle(i).overlaps(boxes_b.triangle(j))) return;
      EXPECT_TRUE(apart_along(a, corners_of(a, tree_a.triangle(i)), b, corners_of(b, tree_b.triangle(j)), 12)) << tale;
    });
    for_each_pair_within(boxes_a, [&](Index i, Index j) {
      EXPECT_TRUE(within.insert(std::minmax({tree_a.triangle(i), tree_a.triangle(j)})).second) << tale;
    });
    for (Index i = 0; i < a.triangles.size(); ++i) {
      for (Index j = 0; j < b.triangles.size(); ++j) {
        const bool apart = apart_along(a, corners_of(a, i), b, corners_of(b, j), 4);
        needed += !apart;
        EXPECT_TRUE(apart || across.contains({i, j})) << tale;
      }
      for (Index j = i + 1; j < a.triangles.size(); ++j) {
        EXPECT_TRUE(within.contains({i, j}) || apart_along(a, corners_of(a, i), a, corners_of(a, j), 4)) << tale;
      }
    }
    told += static_cast<long>(across.size());
    pairs += static_cast<long>(a.triangles.size() * b.triangles.size());
    for (int trial = 0; trial < 200; ++trial) {  // features: a vertex or an edge against an edge
      const auto vertex = [&](const Cloud& cloud) {
        return static_cast<Index>(draw.integer(0, static_cast<int>(cloud.from.size()) - 1));
      };
      const std::vector<Index> x{vertex(a), draw.coin() ? vertex(a) : Index{0}}, y{vertex(b), vertex(b)};
      const EndHull other = boxes_b.edge(y[0], y[1]);
      const bool near = boxes_a.edge_overlaps(x[0], x[1], other);
      EXPECT_EQ(near, boxes_a.edge(x[0], x[1]).overlaps(other)) << tale;
      EXPECT_TRUE(near || apart_along(a, x, b, y, 12)) << tale;
      ++(near ? features_near : features_apart);
    }
  }
  EXPECT_GT(needed, 1'000);
  EXPECT_LT(static_cast<double>(told), 1.2 * static_cast<double>(needed) + 100);
  EXPECT_GT(pairs, 2 * told);
  EXPECT_GT(features_apart, 1'000);
  EXPECT_GT(features_near, 300);
}

// A new order is made while the old one serves: at every step no pair is hidden, and after some the tree is as if built anew.
TEST(DeformingTree, ChangesOverToANewOrderSliceBySlice) {
  Draw draw;
  Cloud cloud(draw, 3'000, 12'000, 1.0);
  for (std::size_t i = 0; i < cloud.triangles.size(); ++i) {
    const auto v = static_cast<Index>(i % 2'998);
    cloud.triangles[i] = {v, v + 1, v + 2};
  }
  const auto line = [&](double curl) {
    for (std::size_t i = 0; i < cloud.from.size(); ++i) {
      const double s = 0.001 * static_cast<double>(i), angle = curl * s;
      cloud.from[i] = cloud.to[i] =
          Vector3(s * std::cos(angle), s * std::sin(angle), 0.001 * static_cast<double>(i % 7));
    }
  };
  line(0.0);
  DeformingTree tree;
  tree.set_triangles(cloud.triangles);
  tree.update(cloud.from, cloud.to);
  int changes = 0, steps = 0;
  for (; steps < 400 && changes < 2; ++steps) {
    line(0.2 * steps);
    changes += tree.update(cloud.from, cloud.to);
    std::vector<bool> seen(cloud.triangles.size());
    for (Index place = 0; place < cloud.triangles.size(); ++place) {
      seen[tree.triangle(place)] = true;
      EXPECT_EQ(tree.corners(place), cloud.triangles[tree.triangle(place)]);
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), static_cast<long>(seen.size()));
    const Index probe = static_cast<Index>(draw.integer(0, 11'999));
    std::set<Index> met;
    for_each_overlap(tree, FloatBox::around(cloud.box(probe)), [&](Index place) { met.insert(tree.triangle(place)); });
    for (Index i = 0; i < cloud.triangles.size(); i += 7) {
      EXPECT_TRUE(!overlap(cloud.box(i), cloud.box(probe)) || met.contains(i));
    }
  }
  EXPECT_EQ(changes, 2);
  EXPECT_GT(steps, 8);  // slices, not all at once
}

TEST(FloatBox, ContainsWhatItIsMadeAround) {
  Draw draw;
  for (int k = 0; k < cases(20'000, 2'000'000); ++k) {
    const auto coordinate = [&] {
      if (draw.coin(0.1)) return 0.0;
      const double x = draw.sign() * draw.log_uniform(1e-320, 1e30);
      return draw.coin() ? x : static_cast<double>(static_cast<float>(x));
    };
    const Vector3 p(coordinate(), coordinate(), coordinate()), q(coordinate(), coordinate(), coordinate());
    const FloatBox box = FloatBox::around(p, q);
    EXPECT_TRUE(contains(box, p) && contains(box, q)) << testing::story(draw.seed(), k, p.transpose(), q.transpose());
    for (int i = 0; i < 3; ++i) {  // and is tight
      EXPECT_LE(static_cast<double>(box.upper(i)),
                std::max(p[i], q[i]) + 4e-7 * std::fabs(std::max(p[i], q[i])) + 1e-35);
    }
  }
}

TEST(DeformingTree, BuildsAnewWhenWhatIsLostIsWorthIt) {
  Draw draw;
  Cloud cloud(draw, 2'000, 4'000, 1.0);
  for (std::size_t i = 0; i < cloud.triangles.size(); ++i) {  // a mesh of neighbours, not a heap
    const auto v = static_cast<Index>(i % 1'998);
    cloud.triangles[i] = {v, v + 1, v + 2};
  }
  for (std::size_t i = 0; i < cloud.from.size(); ++i)
    cloud.from[i] = cloud.to[i] = Vector3(0.001 * static_cast<double>(i), draw.uniform(0, 0.01), 0);
  DeformingTree tree;
  tree.set_triangles(cloud.triangles);
  EXPECT_TRUE(tree.update(cloud.from, cloud.to));
  for (int step = 0; step < 100; ++step) EXPECT_FALSE(tree.update(cloud.from, cloud.to));  // nothing is lost at rest
  for (std::size_t i = 0; i < cloud.from.size(); ++i) {  // rolled up: what was far apart is near
    const double angle = 0.02 * static_cast<double>(i);
    cloud.from[i] = cloud.to[i] =
        (0.1 + 0.001 * angle) * Vector3(std::cos(angle), std::sin(angle), 0.1 * static_cast<double>(i % 7));
  }
  int steps = 1;
  while (!tree.update(cloud.from, cloud.to)) ASSERT_LT(++steps, 1'000);
  const double after = tree.size();
  tree.build(cloud.from, cloud.to);
  EXPECT_EQ(after, tree.size());
}

}  // namespace
}  // namespace tocca::deforming_tree_tests
