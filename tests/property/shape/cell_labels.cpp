// What is proven here: a cell that is labelled outside or inside is so at every point, however large, far away, thin or many the
// solids are; and the way out of a cell near the surface ends outside.
// Oracle: exact rationals; every tetrahedron by the signs of four determinants.
#include "shape/cell_labels.hpp"

#include <gtest/gtest.h>

#include "exact.hpp"
#include "testing/draw.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::cell_labels_tests {
namespace {

using testing::Draw;
using Label = CellLabels::Label;

mpq_class volume(const std::array<exact::Vector, 4>& x) {
  return exact::dot(exact::cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]);
}

/// Tetrahedra that may lie across each other: a point is inside if it is in any of them.
struct Tetrahedra {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;

  void add(const std::array<Vector3, 4>& corners) {
    const auto first = static_cast<Index>(vertices.size());
    vertices.insert(vertices.end(), corners.begin(), corners.end());
    for (const Triangle& t : {Triangle{0, 1, 2}, Triangle{0, 1, 3}, Triangle{0, 2, 3}, Triangle{1, 2, 3}}) {
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }

  /// Exactly: 1 strictly inside of one, -1 strictly outside of all, 0 otherwise.
  int side(const Vector3& point) const {
    const exact::Vector p = exact::from(point);
    bool on_surface = false;
    for (std::size_t first = 0; first < vertices.size(); first += 4) {
      std::array<exact::Vector, 4> corners;
      for (std::size_t k = 0; k < 4; ++k) corners[k] = exact::from(vertices[first + k]);
      const int whole = sgn(volume(corners));
      int least = 1;
      for (std::size_t k = 0; k < 4; ++k) {
        std::array<exact::Vector, 4> part = corners;
        part[k] = p;
        least = std::min(least, whole * sgn(volume(part)));
      }
      if (least > 0) return 1;
      on_surface = on_surface || least >= 0;
    }
    return on_surface ? 0 : -1;
  }
  bool contains(const Vector3& point) const { return side(point) > 0; }
};

Tetrahedra draw_solids(Draw& draw) {
  Tetrahedra solids;
  const double scale = draw.coin(0.3) ? draw.log_uniform(1e-25, 1e25) : 1.0;
  const Vector3 place =
      draw.coin(0.3) ? Vector3(scale * draw.log_uniform(1.0, 1e12) * draw.direction()) : Vector3::Zero();
  const Vector3 stretch =
      draw.coin(0.3) ? Vector3(1.0, draw.log_uniform(1e-9, 1.0), draw.log_uniform(1e-9, 1.0)) : Vector3::Ones();
  const double size = draw.log_uniform(0.05, 1.0);
  for (int i = draw.coin() ? 1 : draw.integer(2, 12); i > 0; --i) {
    const Vector3 middle = draw.vector(1.0);
    const bool regular = draw.coin();
    std::array<Vector3, 4> corners{Vector3(1, 1, 1), Vector3(1, -1, -1), Vector3(-1, 1, -1), Vector3(-1, -1, 1)};
    for (Vector3& corner : corners) {
      const Vector3 own = regular ? corner : draw.vector(1.0);
      corner = place + scale * (middle + size * own).cwiseProduct(stretch);
      if (draw.coin(0.1)) corner[draw.integer(0, 2)] = place[0];
    }
    if (volume({exact::from(corners[0]), exact::from(corners[1]), exact::from(corners[2]), exact::from(corners[3])}) !=
        0)
      solids.add(corners);
  }
  if (solids.vertices.empty()) return draw_solids(draw);
  return solids;
}

Vector3 draw_point(Draw& draw, const Tetrahedra& solids) {
  const auto vertex = [&] {
    return solids.vertices[static_cast<std::size_t>(draw.integer(0, static_cast<int>(solids.vertices.size()) - 1))];
  };
  const Vector3 a = vertex(), b = vertex(), c = vertex(), d = vertex();
  const auto own = 4 * static_cast<std::size_t>(draw.integer(0, static_cast<int>(solids.vertices.size() / 4) - 1));
  switch (draw.integer(0, 4)) {
    case 0:
      return 0.25 * (a + b + c + d);
    case 4:
      return 0.25 *
             (solids.vertices[own] + solids.vertices[own + 1] + solids.vertices[own + 2] + solids.vertices[own + 3]);
    case 1:
      return {a.x(), b.y(), c.z()};
    case 2:
      return a + draw.log_uniform(1e-16, 1.0) * (b - a);  // near an edge, or a diagonal
    default:
      return a + draw.uniform(0.0, 1.5) * (b - a) + draw.uniform(0.0, 1.5) * (c - a);
  }
}

TEST(CellLabels, HoldAtEveryPointOfACell) {
  Draw draw;
  int outside = 0, inside = 0, near = 0, ways = 0;
  const int count = std::max(150, testing::cases(150, 20'000));
  for (int k = 0; k < count; ++k) {
    const Tetrahedra solids = draw_solids(draw);
    const CellLabels cells(solids.vertices, solids.triangles, [&](const Vector3& p) { return solids.contains(p); });
    for (int i = 0; i < 30; ++i) {
      const Vector3 point = draw_point(draw, solids);
      SCOPED_TRACE(testing::story(draw.seed(), k, point.transpose()));
      const Label label = cells.label(point);
      if (label == Label::surface) {
        ++near;
        const auto way = cells.way_out(point);
        if (!way) continue;
        Vector3 end = point;
        end[way->axis] = way->end;
        ASSERT_EQ(solids.side(end), -1);
        ASSERT_GT((way->end - point[way->axis]) * way->sense, 0.0);
        ++ways;
        continue;
      }
      ASSERT_EQ(solids.side(point), label == Label::inside ? 1 : -1);
      ++(label == Label::inside ? inside : outside);
    }
  }
  EXPECT_GT(outside, 2 * count);
  EXPECT_GT(inside, count / 2);
  EXPECT_GT(near, count);
  EXPECT_GT(2 * ways, near);
}

/// A cell of this grid is smaller than the rounding of its place: nothing is labelled, instead of something wrongly.
TEST(CellLabels, LabelNothingWherePlacesCannotBeTold) {
  Tetrahedra solids;
  const Vector3 far(1e12, 0, 0);
  solids.add({far, far + Vector3(1e-3, 0, 0), far + Vector3(0, 1e-3, 0), far + Vector3(0, 0, 1e-3)});
  const CellLabels cells(solids.vertices, solids.triangles, [&](const Vector3& p) { return solids.contains(p); });
  EXPECT_EQ(cells.label(far), Label::surface);
  EXPECT_EQ(cells.label(Vector3::Zero()), Label::surface);
  EXPECT_FALSE(cells.way_out(far));
}

/// Marking large triangles that all lie across each other would look at every cell for each of them: the grid is made coarser.
TEST(CellLabels, AreTheSameAtAnyNumberOfThreads) {
  Draw draw;
  Tetrahedra solids;  // enough of them for several threads, and small enough to leave cells between them
  while (solids.triangles.size() < 20'000) {
    const Vector3 middle = draw.vector(1.0);
    solids.add({middle + draw.vector(0.05), middle + draw.vector(0.05), middle + draw.vector(0.05),
                middle + draw.vector(0.05)});
  }
  // Which label a region gets is not what is looked at here: any rule that tells regions apart will do.
  const auto labelled = [&](int threads) {
    const ThreadLimit limit(threads);
    return CellLabels(solids.vertices, solids.triangles, [](const Vector3& p) { return p.x() > 0.0; });
  };
  const CellLabels alone = labelled(1), two = labelled(2), eight = labelled(8);
  std::array<int, 3> count{};
  for (int k = 0; k < 100'000; ++k) {
    const Vector3 point = draw.vector(1.1);
    const Label label = alone.label(point);
    ++count[static_cast<std::size_t>(label)];
    ASSERT_EQ(label, two.label(point));
    ASSERT_EQ(label, eight.label(point));
  }
  EXPECT_GT(count[static_cast<std::size_t>(Label::outside)], 1000);
  EXPECT_GT(count[static_cast<std::size_t>(Label::surface)], 1000);
}

TEST(CellLabels, StayCheapWhereLargeTrianglesCrossEachOther) {
  Draw draw;
  Tetrahedra solids;
  for (int i = 0; i < 5000; ++i) solids.add({draw.vector(1.0), draw.vector(1.0), draw.vector(1.0), draw.vector(1.0)});
  int asked = 0;
  const CellLabels cells(solids.vertices, solids.triangles, [&](const Vector3&) { return ++asked > 0; });
  EXPECT_LT(asked, 1000);
  EXPECT_LT(cells.bytes(), std::size_t{1} << 19);
  EXPECT_EQ(cells.label(Vector3::Constant(5.0)), Label::outside);
}

}  // namespace
}  // namespace tocca::cell_labels_tests
