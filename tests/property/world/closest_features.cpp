// What is proven here: closest_features encloses the exact distance, tightly, from any start, whatever the polytopes: balls, grids with
// parallel faces, needles, plates, a million times larger or smaller, far away, coincident, nested, touching exactly.
// Oracle: exact rationals (GMP): the supports along the normal, the features named, and for some all pairs of triangles.
#include "world/closest_features.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <memory>

#include "property/contact/exact_distance.hpp"
#include "testing/draw.hpp"

namespace tocca::closest_features_tests {
namespace {

using testing::Draw;
using State = FeaturePair::State;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A placed polytope in rationals: its vertices where they are, and each triangle's ball in doubles, to leave far pairs out.
struct ExactPolytope {
  ExactPolytope(const Polytope& p, const Pose& X) {
    exact::Vector column[3], translation = exact::from(X.translation);
    for (int i = 0; i < 3; ++i) column[i] = exact::from(Vector3(X.rotation.col(i)));
    for (const Vector3& v : p.vertices()) {
      vertices.push_back(mpq_class(v.x()) * column[0] + mpq_class(v.y()) * column[1] + mpq_class(v.z()) * column[2] +
                         translation);
    }
    for (const Triangle& t : p.hull().triangles()) {
      triangles.push_back({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
      const Vector3 a = X * p.vertices()[t[0]], b = X * p.vertices()[t[1]], c = X * p.vertices()[t[2]];
      const Vector3 middle = (a + b + c) / 3.0;
      balls.push_back({middle, std::max({(a - middle).norm(), (b - middle).norm(), (c - middle).norm()})});
    }
  }
  bool contains(const exact::Vector& x) const {
    for (const exact::Points& t : triangles) {
      if (exact::dot(exact::cross(t[1] - t[0], t[2] - t[0]), x - t[0]) > 0) return false;
    }
    return true;
  }
  struct Ball {
    Vector3 middle;
    double radius;
  };
  std::vector<exact::Vector> vertices;
  std::vector<exact::Points> triangles;
  std::vector<Ball> balls;
};

/// Exact, as long as it is at most `bound`.
mpq_class exact_distance_sq(const ExactPolytope& a, const ExactPolytope& b, double bound) {
  if (a.contains(b.vertices[0]) || b.contains(a.vertices[0])) return 0;
  mpq_class least = 1e60;
  for (std::size_t i = 0; i < a.triangles.size(); ++i) {
    for (std::size_t j = 0; j < b.triangles.size(); ++j) {
      const double between = (a.balls[i].middle - b.balls[j].middle).norm(),
                   radii = a.balls[i].radius + b.balls[j].radius;
      if (between - radii > bound + 1e-6 * (between + radii)) continue;
      least = std::min(least, exact::distance_sq(a.triangles[i], b.triangles[j]));
      if (least == 0) return least;
    }
  }
  return least;
}

/// The corners of a feature as triangles that cover it; a vertex or an edge as one without area.
std::vector<exact::Points> pieces_of(const Polytope& p, const ExactPolytope& placed, const Feature& feature) {
  const std::vector<exact::Vector>& v = placed.vertices;
  std::vector<exact::Points> pieces;
  if (feature.kind == Feature::Kind::vertex) pieces.push_back({v[feature.index], v[feature.index], v[feature.index]});
  if (feature.kind == Feature::Kind::edge) {
    const Polytope::Edge& e = p.edges()[feature.index];
    pieces.push_back({v[e.tail], v[e.head], v[e.head]});
  }
  if (feature.kind == Feature::Kind::face) {
    const auto corners = p.hull().face(feature.index);
    for (std::size_t k = 2; k < corners.size(); ++k)
      pieces.push_back({v[corners[0]], v[corners[k - 1]], v[corners[k]]});
  }
  return pieces;
}

/// Is the lower bound the exact gap along the normal, or less?
bool shown_by_the_normal(const ExactPolytope& a, const ExactPolytope& b, const FeatureDistance& d) {
  const exact::Vector n = exact::from(d.normal);
  mpq_class low = exact::dot(n, a.vertices[0]), high = exact::dot(n, b.vertices[0]);
  for (const exact::Vector& v : a.vertices) low = std::min(low, exact::dot(n, v));
  for (const exact::Vector& v : b.vertices) high = std::max(high, exact::dot(n, v));
  const mpq_class gap = low - high, lower(d.lower);
  return d.lower == 0.0 || (gap > 0 && lower * lower * exact::dot(n, n) <= gap * gap);
}

/// Are the features named as near as the upper bound says?
bool shown_by_the_features(const ExactPolytope& a, const ExactPolytope& b, const Polytope& p, const Polytope& q,
                           const FeaturePair& features, const FeatureDistance& d) {
  const mpq_class upper(d.upper);
  for (const exact::Points& s : pieces_of(p, a, features.a)) {
    for (const exact::Points& t : pieces_of(q, b, features.b)) {
      if (exact::distance_sq(s, t) <= upper * upper) return true;
    }
  }
  return false;
}

/// No farther beyond any face than this.
bool contains_nearly(const ExactPolytope& p, const Vector3& point, double slack) {
  const exact::Vector x = exact::from(point);
  for (const exact::Points& t : p.triangles) {
    const exact::Vector n = exact::cross(t[1] - t[0], t[2] - t[0]);
    const mpq_class beyond = exact::dot(n, x - t[0]), allowed(slack);
    if (beyond > 0 && beyond * beyond > allowed * allowed * exact::dot(n, n)) return false;
  }
  return true;
}

struct Tally {
  int cases = 0, overlapping = 0, apart = 0, helped = 0, steps = 0, all_pairs = 0;
  std::map<std::pair<Feature::Kind, Feature::Kind>, int> kinds;
  double widest = 0.0;  ///< upper - lower, as a share of the sizes
};

double scale(const Polytope& a, const Pose& X, const Polytope& b, const Pose& Y) {
  return (X.translation - Y.translation).norm() + a.reach() + b.reach();
}

/// One question, judged exactly.
FeatureDistance judge(const Polytope& a, const Pose& X, const Polytope& b, const Pose& Y, FeaturePair& features,
                      double enough, Tally& tally, bool all_pairs = false) {
  const FeatureDistance d = closest_features({&a, &X}, {&b, &Y}, features, enough);
  const double size = scale(a, X, b, Y);
  EXPECT_GE(d.lower, 0.0);
  const bool early = d.lower > enough;
  const ExactPolytope exact_a(a, X), exact_b(b, Y);
  EXPECT_TRUE(shown_by_the_normal(exact_a, exact_b, d)) << "lower " << d.lower;
  if (d.overlapping) {
    const double slack = 1e-10 * size + 1e-15 * X.translation.norm();
    EXPECT_TRUE(contains_nearly(exact_a, d.point_a, slack) && contains_nearly(exact_b, d.point_b, slack));
  }
  const bool known = early || d.overlapping || shown_by_the_features(exact_a, exact_b, a, b, features, d);
  if (all_pairs || !known) {
    const mpq_class true_sq = exact_distance_sq(exact_a, exact_b, d.upper), lower(d.lower), upper(d.upper);
    EXPECT_TRUE(lower * lower <= true_sq) << "lower " << d.lower << " true " << true_sq.get_d();
    EXPECT_TRUE(true_sq <= upper * upper) << "upper " << d.upper << " true " << true_sq.get_d();
    ++tally.all_pairs;
  }
  if (!early) {
    EXPECT_LE(d.upper - d.lower, 1e-10 * size);
    EXPECT_NEAR((d.point_a - d.point_b).norm(), d.upper, 1e-12 * (size + X.translation.norm()));
    tally.widest = std::max(tally.widest, (d.upper - d.lower) / size);
    ++tally.kinds[{features.a.kind, features.b.kind}];
  }
  if (d.overlapping) {
    EXPECT_LE(d.upper, 2e-11 * size);
  }
  EXPECT_EQ(d.overlapping, features.state == State::overlapping);
  ++tally.cases;
  ++(d.overlapping ? tally.overlapping : tally.apart);
  tally.helped += !d.walked;
  tally.steps += d.steps;
  return d;
}

Polytope draw_polytope(Draw& draw, int kind, double size) {
  std::vector<Vector3> points;
  if (kind == 1) {  // a block: identical orientations make its faces and edges parallel
    for (int i = 0; i < 8; ++i) points.emplace_back(i & 1 ? 1.0 : -1.0, i & 2 ? 0.5 : -0.5, i & 4 ? 0.75 : -0.75);
  }
  const int count = kind == 4 ? 150 : draw.integer(5, 30);  // many vertices are climbed over, few looked at all
  for (int i = 0; kind != 1 && i < count; ++i) {
    Vector3 p = draw.direction();
    if (kind == 2) p = p.cwiseProduct(Vector3(1e-3, 1e-4, 1.0));
    if (kind == 3) p = p.cwiseProduct(Vector3(1.0, 1.0, 1e-4));
    points.push_back(p);
  }
  for (Vector3& p : points) p *= size;
  return Polytope(points);
}

Feature draw_feature(Draw& draw, const Polytope& p) {
  const int kind = draw.integer(0, 2);
  const std::size_t count = kind == 0 ? p.vertices().size() : kind == 1 ? p.edges().size() : p.planes().size();
  return {static_cast<Feature::Kind>(kind), static_cast<Index>(draw.bits() % count)};
}

TEST(ClosestFeatures, EnclosesTheExactDistanceOfTeleportedPolytopesFromAnyStart) {
  Draw draw;
  Tally tally;
  for (int k = 0; k < testing::cases(200, 20'000); ++k) {
    const double size_b = draw.coin(0.2) ? draw.log_uniform(1e-6, 1e6) : draw.log_uniform(0.3, 3.0);
    const int kind = draw.coin(0.1) ? 4 : draw.integer(0, 3);
    const Polytope a = draw_polytope(draw, kind, 1.0), b = draw_polytope(draw, draw.integer(0, 3), size_b);
    const Vector3 far = draw.coin(0.2) ? draw.vector(1e4) : Vector3(Vector3::Zero());
    Pose X = draw.pose(0.0), Y = draw.coin(0.3) ? X : draw.pose(0.0);
    const double gap = draw.coin(0.3) ? draw.log_uniform(1e-9, 1e-1) : draw.uniform(0.0, 1.0);
    X.translation = far;
    Y.translation = far + (a.radius() + size_b) * gap * draw.direction();
    FeaturePair features{draw_feature(draw, a), draw_feature(draw, b), State::unknown, {}};
    if (draw.coin()) {  // and any nonsense for a memory
      features.state = draw.coin() ? State::apart : State::overlapping;
      for (float& x : features.witness) x = static_cast<float>(draw.normal());
    }
    SCOPED_TRACE(testing::story(draw.seed(), k, size_b, gap));
    const double enough = draw.coin() ? infinity : draw.log_uniform(1e-6, 1.0);
    judge(a, X, b, Y, features, enough, tally, kind != 4 && k % 20 == 0);
    FeaturePair turned;
    judge(b, Y, a, X, turned, enough, tally);
  }
  EXPECT_GT(tally.overlapping, tally.cases / 10);
  EXPECT_GT(tally.apart, tally.cases / 10);
  EXPECT_LT(tally.helped, tally.cases / 4);
}

TEST(ClosestFeatures, FindsWhatTouchesExactly) {
  // Blocks on whole numbers: their distance is exact, whatever touches.
  Draw draw;
  Tally tally;
  const auto block = [](const Vector3& half) {
    std::vector<Vector3> points;
    for (int i = 0; i < 8; ++i) {
      points.push_back(half.cwiseProduct(Vector3(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0)));
    }
    return Polytope(points);
  };
  const Polytope a = block({1, 1, 1}), b = block({1, 2, 3}),
                 spike(std::vector<Vector3>{{0, 0, 0}, {1, 1, 4}, {-1, 1, 4}, {-1, -1, 4}, {1, -1, 4}});
  int touching = 0;
  FeaturePair features;
  for (int k = 0; k < testing::cases(150, 10'000); ++k) {
    const Polytope& other = draw.coin(0.3) ? spike : b;
    Pose X, Y;
    for (Pose* pose : {&X, &Y}) {
      if (draw.coin()) pose->rotation << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    }
    const int farther = draw.coin(0.6) ? 0 : 1;  // within reach of each other, or perhaps not
    for (int i = 0; i < 3; ++i) Y.translation[i] = draw.integer(-2 - i - farther, 2 + i + farther);
    SCOPED_TRACE(testing::story(draw.seed(), k, Y.translation.transpose()));
    if (draw.coin()) features = {};
    features.a = draw_feature(draw, a), features.b = draw_feature(draw, other);
    const FeatureDistance d = judge(a, X, other, Y, features, draw.coin() ? infinity : 1e-6, tally, k % 8 == 0);
    touching += d.lower == 0.0 && d.upper < 1e-12;
  }
  EXPECT_GT(touching, tally.cases / 4);
  EXPECT_GT(tally.apart, tally.cases / 10);
}

TEST(ClosestFeatures, FollowsCoherentMotionInFewSteps) {
  Draw draw;
  Tally fat, thin;  // what overlaps with a plate turns away from under a point far out in one step
  for (int k = 0; k < testing::cases(10, 400); ++k) {
    const int kind = k % 5, kind_b = draw.integer(0, 3);
    const Polytope a = draw_polytope(draw, kind, 1.0), b = draw_polytope(draw, kind_b, 1.0);
    Tally& tally = kind == 2 || kind == 3 || kind_b > 1 ? thin : fat;
    Pose X = draw.pose(0.0), Y = draw.pose(0.0);
    Y.translation = draw.uniform(0.8, 1.8) * draw.direction();
    const Vector3 axis = draw.direction(), axis_b = draw.direction(), velocity = draw.vector(0.015);
    FeaturePair features, asked;
    SCOPED_TRACE(testing::story(draw.seed(), k, kind));
    for (int step = 0; step < 25; ++step) {
      X.rotation = rotation_about(axis, 0.01) * X.rotation;
      Y.rotation = rotation_about(axis_b, 0.01) * Y.rotation;
      Y.translation += velocity;
      const FeatureDistance d = judge(a, X, b, Y, features, infinity, tally, kind != 4 && step == 0);
      const FeatureDistance e = closest_features({&a, &X}, {&b, &Y}, asked, 1e-6);  // the same, asked for less
      EXPECT_EQ(d.lower > 1e-6, e.lower > 1e-6);
    }
  }
  EXPECT_GT(fat.overlapping + thin.overlapping, 10);
  EXPECT_GT(fat.apart + thin.apart, 10);
  EXPECT_LT(fat.steps, 3 * fat.cases + 10);
  EXPECT_LT(fat.helped + thin.helped, (fat.cases + thin.cases) / 50 + 1);
  EXPECT_LT(fat.widest, 2e-11);
  EXPECT_LT(thin.widest, 2e-11);
  EXPECT_GE(fat.kinds.size() + thin.kinds.size(), 5u);  // vertices with edges and faces, edges with edges
}

}  // namespace
}  // namespace tocca::closest_features_tests
