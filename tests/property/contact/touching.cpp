// What is proven here: append_touching reports each pair of features within reach once, whoever comes first; every place
// lies within reach of both triangles.
// Oracle: exact rationals over all pairs of features.
#include "contact/touching.hpp"

#include <gtest/gtest.h>

#include "draw_triangles.hpp"
#include "exact_distance.hpp"

namespace tocca::touching_tests {
namespace {

using testing::Corners;
using testing::Draw;
using Places = std::vector<Contact>;

ConvexPiece piece(const Corners& t) { return ConvexPiece::triangle(t[0], t[1], t[2]); }
exact::Points points(const Corners& t) { return {exact::from(t[0]), exact::from(t[1]), exact::from(t[2])}; }
double root(const mpq_class& square) { return std::sqrt(square.get_d()); }

Places touching(const Corners& a, const Corners& b, double reach, std::uint8_t owned_a = owns_all,
                std::uint8_t owned_b = owns_all) {
  Places places;
  append_touching(piece(a), owned_a, piece(b), owned_b, reach, places);
  return places;
}

int count_of(const Places& places, ContactKind kind) {
  return static_cast<int>(
      std::count_if(places.begin(), places.end(), [&](const Contact& p) { return p.kind == kind; }));
}

ContactKind mirrored(ContactKind kind) {
  if (kind == ContactKind::vertex_face) return ContactKind::face_vertex;
  return kind == ContactKind::face_vertex ? ContactKind::vertex_face : kind;
}

/// Is some reported place near x?
bool reported(const Places& places, const Vector3& x, double reach) {
  return std::any_of(places.begin(), places.end(),
                     [&](const Contact& p) { return (p.point - x).norm() <= 3.0 * reach; });
}

TEST(Touching, ReportsEveryVertexWithinReachAndNothingElse) {
  Draw draw;
  int near_faces = 0, overlaps = 0, edge_places = 0;
  const int count = testing::cases(1200, 300'000);
  for (int k = 0; k < count; ++k) {
    const testing::TrianglePair pair = testing::draw_triangles(draw);
    const Corners &a = pair.a, &b = pair.b;
    if (pair.size == 0.0) continue;
    const double reach = pair.size * draw.log_uniform(1e-9, 1e-4);
    const double slack = 1e-9 * reach + 1e-12 * pair.size + 0x1p-50 * (a[0].norm() + b[0].norm());
    SCOPED_TRACE(testing::story(draw.seed(), k, a[0].transpose(), '/', a[1].transpose(), '/', a[2].transpose(), "//",
                                b[0].transpose(), '/', b[1].transpose(), '/', b[2].transpose(), "reach", reach));
    const Places places = touching(a, b, reach), swapped = touching(b, a, reach);
    ASSERT_EQ(places.size(), swapped.size());
    const exact::Points exact_a = points(a), exact_b = points(b);
    const double truth = root(exact::distance_sq(exact_a, exact_b));
    if (truth > reach + slack) {
      ASSERT_TRUE(places.empty());
      continue;
    }
    if (count_of(places, ContactKind::overlap) == 1) {
      ++overlaps;
      ASSERT_LE(truth, slack);
      ASSERT_EQ(count_of(swapped, ContactKind::overlap), 1);
      continue;
    }
    ASSERT_TRUE(truth >= reach - slack || !places.empty());
    for (const Contact& place : places) {
      const exact::Vector x = exact::from(place.point);
      ASSERT_LE(root(exact::point_triangle_distance_sq(x, exact_a)), 0.5 * reach + slack);
      ASSERT_LE(root(exact::point_triangle_distance_sq(x, exact_b)), 0.5 * reach + slack);
      ASSERT_NEAR(place.normal.norm(), 1.0, 1e-12);
      ASSERT_TRUE(std::any_of(swapped.begin(), swapped.end(), [&](const Contact& other) {
        return (other.kind == mirrored(place.kind) || other.kind == place.kind) &&
               (other.point - place.point).norm() <= slack + reach;
      }));
      edge_places += place.kind == ContactKind::edge_edge;
    }
    for (std::size_t i = 0; i < 3; ++i) {  // none missed
      if (root(exact::point_triangle_distance_sq(exact_a[i], exact_b)) <= reach - slack) {
        ASSERT_TRUE(reported(places, a[i], reach));
        ++near_faces;
      }
      if (root(exact::point_triangle_distance_sq(exact_b[i], exact_a)) <= reach - slack) {
        ASSERT_TRUE(reported(places, b[i], reach));
      }
      for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t i1 = (i + 1) % 3, j1 = (j + 1) % 3;
        const mpq_class apart_sq = exact::segments_distance_sq(exact_a[i], exact_a[i1], exact_b[j], exact_b[j1]);
        if (root(apart_sq) > reach - slack) continue;
        const bool near_both = std::any_of(places.begin(), places.end(), [&](const Contact& p) {
          const exact::Vector x = exact::from(p.point);
          return root(exact::segment_distance_sq(x, exact_a[i], exact_a[i1])) <= 2.0 * reach + slack &&
                 root(exact::segment_distance_sq(x, exact_b[j], exact_b[j1])) <= 2.0 * reach + slack;
        });
        ASSERT_TRUE(near_both) << "edges " << i << ' ' << j;
      }
    }
  }
  EXPECT_GT(near_faces, count / 20);
  EXPECT_GT(overlaps, count / 50);
  EXPECT_GT(edge_places, count / 20);
}

const Corners flat{Vector3(0, 0, 0), Vector3(4, 0, 0), Vector3(0, 4, 0)};

TEST(Touching, AVertexOnAFace) {
  const Corners spike{Vector3(1, 1, 1e-7), Vector3(1, 1, 2), Vector3(2, 1, 2)};
  const Places places = touching(spike, flat, 1e-6);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].kind, ContactKind::vertex_face);
  EXPECT_NEAR(places[0].normal.z(), 1.0, 1e-9);
  const Places other = touching(flat, spike, 1e-6);
  ASSERT_EQ(other.size(), 1u);
  EXPECT_EQ(other[0].kind, ContactKind::face_vertex);
  EXPECT_NEAR(other[0].normal.z(), -1.0, 1e-9);
  // a little inside: still a touch, with the normal outwards
  const Corners sunk{Vector3(1, 1, -1e-7), Vector3(1, 1, 2), Vector3(2, 1, 2)};
  ASSERT_EQ(touching(sunk, flat, 1e-6).size(), 1u);
  EXPECT_NEAR(touching(sunk, flat, 1e-6)[0].normal.z(), 1.0, 1e-9);
}

TEST(Touching, CrossedEdges) {
  const Corners above{Vector3(2, -1, 1e-7), Vector3(2, 1, 1e-7), Vector3(2, 0, 3)};
  // its lower edge crosses the edge y = 0 of the flat triangle, and its end (2, 1) lies in the face
  const Places places = touching(above, flat, 1e-6);
  ASSERT_EQ(count_of(places, ContactKind::edge_edge), 1);
  EXPECT_EQ(count_of(places, ContactKind::vertex_face), 1);
  EXPECT_EQ(places.size(), 2u);
  for (const Contact& p : places) EXPECT_NEAR(p.normal.z(), 1.0, 1e-6);
}

TEST(Touching, ParallelEdgesGiveBothEnds) {
  const Corners beside{Vector3(1, -1e-7, 0), Vector3(3, -1e-7, 0), Vector3(2, -2, 0)};
  const Places places = touching(flat, beside, 1e-6);
  EXPECT_EQ(count_of(places, ContactKind::edge_edge), 2);
  EXPECT_TRUE(reported(places, Vector3(1, 0, 0), 1e-6));
  EXPECT_TRUE(reported(places, Vector3(3, 0, 0), 1e-6));
  for (const Contact& p : places) EXPECT_NEAR(p.normal.y(), 1.0, 1e-6);
}

TEST(Touching, CoincidentFacesGiveTheirCornersAndCrossings) {
  const Corners shifted{Vector3(1, 1, 0), Vector3(5, 1, 0), Vector3(1, 5, 0)};
  const Places places = touching(shifted, flat, 1e-6);
  EXPECT_EQ(count_of(places, ContactKind::vertex_face), 1);  // (1, 1)
  EXPECT_EQ(count_of(places, ContactKind::edge_edge), 2);    // (3, 1) and (1, 3)
  EXPECT_EQ(places.size(), 3u);
}

/// A point on a segment: neither has a face, and no edge's cross product tells the way apart. It was once said to overlap,
/// in one order only.
TEST(Touching, APointOnASegmentTouchesInEitherOrder) {
  const Vector3 p(-822.64083312269815, 89.453347428486111, -133.47416321017829);
  const Vector3 q(-823.24777905151882, 89.642922921171774, -132.08023916214904);
  const Vector3 r(-822.46437067492877, 89.398230565701652, -133.87943036469693);
  const Places places = touching({p, p, p}, {q, r, q}, 2e-9), swapped = touching({q, r, q}, {p, p, p}, 2e-9);
  EXPECT_EQ(places.size(), swapped.size());
  EXPECT_EQ(count_of(places, ContactKind::overlap), 0);
  EXPECT_EQ(count_of(swapped, ContactKind::overlap), 0);
}

TEST(Touching, OnlyOwnersReport) {
  const Corners spike{Vector3(1, 1, 1e-7), Vector3(1, 1, 2), Vector3(2, 1, 2)};
  EXPECT_EQ(touching(spike, flat, 1e-6, 0b000001, 0).size(), 1u);
  EXPECT_TRUE(touching(spike, flat, 1e-6, 0b111110, owns_all).empty());
  const Corners at_corner{Vector3(0, 0, 1e-7), Vector3(0, 0, 2), Vector3(1, 0, 2)};
  EXPECT_EQ(touching(at_corner, flat, 1e-6).size(), 1u);
  EXPECT_TRUE(touching(at_corner, flat, 1e-6, owns_all, 0b111110).empty());
}

TEST(Touching, PrimitivesTouchOnceAndOverlapWhereDeep) {
  Places places;
  const ConvexPiece ball = placed(Sphere{1.0}, Pose{}, Pose{});
  Pose X;
  X.translation = Vector3(2.0 + 1e-7, 0, 0);
  append_touching(ball, owns_all, placed(Sphere{1.0}, Pose{}, X), owns_all, 1e-6, places);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].kind, ContactKind::round);
  EXPECT_NEAR(places[0].point.x(), 1.0, 1e-6);
  EXPECT_NEAR(places[0].normal.x(), -1.0, 1e-9);
  X.translation.x() = 2.0 - 1e-7;
  append_touching(ball, owns_all, placed(Sphere{1.0}, Pose{}, X), owns_all, 1e-6, places);
  EXPECT_EQ(places.back().kind, ContactKind::round);
  X.translation.x() = 1.5;
  append_touching(ball, owns_all, placed(Box{Vector3(2, 2, 2)}, Pose{}, X), owns_all, 1e-6, places);
  EXPECT_EQ(places.back().kind, ContactKind::overlap);
  EXPECT_NEAR(places.back().normal.x(), -1.0, 1e-6);
  X.translation.x() = 2.1;
  append_touching(ball, owns_all, placed(Sphere{1.0}, Pose{}, X), owns_all, 1e-6, places);
  EXPECT_EQ(places.size(), 3u);
}

}  // namespace
}  // namespace tocca::touching_tests
