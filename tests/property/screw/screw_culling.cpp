// What is proven here: no rejection, at any level, ever loses two features that are within the level at some time, nor that time.
// Oracle: contacts by construction. A point of a feature of A is moved to a time t by the formula in MPFR, a feature of B is put
// there or a little aside, and the level is the distance of the two points in MPFR, rounded up: nothing to spare.
#include "screw/screw_culling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "property/motion/oracle.hpp"
#include "screw/screw_lanes.hpp"
#include "screw_draws.hpp"
#include "testing/draw.hpp"

namespace tocca::screw_culling_tests {
namespace {

using oracle::Real;
using oracle::Vec;
using testing::cases;
using testing::Draw;
using testing::story;

/// The formula of screw_frame.hpp.
Vec<Real> moved(const ScrewFrame& frame, const Vec<Real>& p, double t) {
  const Real w = Real(t) * Real(frame.angle_rad), s = sin(w), v = Real(1.0) - cos(w), out = Real(frame.arm_m) + p[0];
  return {p[0] - out * v - p[1] * s, p[1] + out * s - p[1] * v, p[2] + Real(t) * Real(frame.translation_m)};
}

enum class Family { near, through, turns, tiny, far, farther, straight, level, still, count };

ScrewFrame draw_frame(Draw& draw, Family family, double size) {
  ScrewFrame frame;
  frame.X_SA = draw.coin(0.2) ? Pose{} : draw.pose(0.5 * size);
  frame.X_SB = draw.coin(0.2) ? Pose{} : draw.pose(3.0 * size);
  frame.arm_m = draw.uniform(0.0, 3.0) * size;
  frame.angle_rad = draw.uniform(0.0, 2.0 * std::numbers::pi);
  frame.translation_m = draw.sign() * draw.log_uniform(1e-3, 10.0) * size;
  switch (family) {
    case Family::through:
      frame.arm_m = draw.coin() ? 0.0 : draw.log_uniform(1e-18, 1e-3) * size;
      break;
    case Family::turns:
      frame.angle_rad = draw.coin() ? 2.0 * std::numbers::pi * draw.integer(1, 5) : draw.uniform(3.0, 60.0);
      break;
    case Family::tiny:
      frame.angle_rad = draw.log_uniform(1e-20, 1e-2);
      if (draw.coin()) frame.translation_m *= 1e-17;
      break;
    case Family::far:
    case Family::farther:
      frame.arm_m = (family == Family::far ? draw.log_uniform(3.0, 1e9) : draw.log_uniform(1e9, 1e25)) * size;
      frame.angle_rad = draw.log_uniform(1e-3, 10.0) * size / frame.arm_m;
      break;
    case Family::straight:
      frame.angle_rad = 0.0;
      if (draw.coin()) frame.arm_m = 0.0;
      break;
    case Family::level:
      frame.translation_m = 0.0;
      break;
    case Family::still:
      frame.angle_rad = frame.translation_m = 0.0;
      break;
    default:
      break;
  }
  return frame;
}

/// Triangles that share nothing, so that each owns all of its features; some small, some as large as everything.
struct Soup {
  std::vector<Vector3> vertices;

  Soup(Draw& draw, int count, double size) {
    for (int i = 0; i < count; ++i) {
      const Vector3 at = draw.vector(size);
      const double own = size * (draw.coin(0.3) ? 1.0 : draw.log_uniform(1e-3, 0.3));
      for (int k = 0; k < 3; ++k) vertices.push_back(at + draw.vector(own));
    }
  }
  Part part() const {
    std::vector<Triangle> triangles;
    for (Index i = 0; i + 2 < vertices.size(); i += 3) triangles.push_back({i, i + 1, i + 2});
    const Collider body{Pose{}, std::make_shared<const TriangleMesh>(vertices, triangles)};
    return Part({&body, 1});
  }
  Vec<Real> point(int triangle, const std::array<double, 3>& weights) const {
    Vec<Real> sum = oracle::vec<Real>(Vector3::Zero());
    for (int k = 0; k < 3; ++k) {
      const Vector3& vertex = vertices[static_cast<std::size_t>(3 * triangle + k)];
      sum = oracle::plus(sum, oracle::times(Real(weights[static_cast<std::size_t>(k)]), oracle::vec<Real>(vertex)));
    }
    return sum;
  }
};

/// Exact weights of a point of a feature: of the face (corner -1), of a vertex or of an edge.
std::array<double, 3> draw_weights(Draw& draw, ContactKind kind, int corner) {
  std::array<double, 3> weights{};
  if (corner < 0 && draw.coin(0.4)) {
    weights[static_cast<std::size_t>(draw.integer(0, 2))] = 1.0;
  } else if (corner < 0) {
    weights[0] = 0.125 * draw.integer(0, 8);
    weights[1] = (1.0 - weights[0]) * 0.25 * draw.integer(0, 4);
    weights[2] = 1.0 - weights[0] - weights[1];
  } else if (kind != ContactKind::edge_edge) {
    weights[static_cast<std::size_t>(corner)] = 1.0;
  } else {
    weights[static_cast<std::size_t>(corner)] = draw.coin(0.3) ? draw.integer(0, 1) : 0.125 * draw.integer(0, 8);
    weights[static_cast<std::size_t>((corner + 1) % 3)] = 1.0 - weights[static_cast<std::size_t>(corner)];
  }
  return weights;
}

struct Drawn {
  ScrewFrame frame;
  Soup a, b;
  ScrewFeaturePair touching;
  double t = 0.0, level = 0.0;

  Drawn(Draw& draw, Family family, int count, double size)
      : frame(draw_frame(draw, family, size)), a(draw, count, size), b(draw, count, size) {
    touching.kind = std::array{ContactKind::vertex_face, ContactKind::face_vertex,
                               ContactKind::edge_edge}[static_cast<std::size_t>(draw.integer(0, 2))];
    touching.item_a = static_cast<Index>(draw.integer(0, count - 1));
    touching.item_b = static_cast<Index>(draw.integer(0, count - 1));
    touching.corner_a = touching.kind == ContactKind::face_vertex ? -1 : draw.integer(0, 2);
    touching.corner_b = touching.kind == ContactKind::vertex_face ? -1 : draw.integer(0, 2);
    if (draw.coin(0.2)) put_on_axis(draw, size);
    t = draw.coin(0.1) ? 0.0 : draw.coin(0.1) ? 1.0 : draw.uniform(0.0, 1.0);
    put_b(draw, size);
  }

  /// The touched triangle of A around the axis; or one of its vertices on it, or an edge through it.
  void put_on_axis(Draw& draw, double size) {
    frame.X_SA = Pose{};
    if (frame.arm_m > 3.0 * size) return;
    Vector3* corner = &a.vertices[static_cast<std::size_t>(3 * touching.item_a)];
    const int which = draw.integer(0, 2);
    const Vector3 middle = which == 0   ? Vector3((corner[0] + corner[1] + corner[2]) / 3.0)
                           : which == 1 ? corner[draw.integer(0, 2)]
                                        : Vector3(0.5 * (corner[0] + corner[1]));
    for (int k = 0; k < 3; ++k) {
      corner[k].x() = (corner[k].x() - middle.x()) - frame.arm_m;
      corner[k].y() -= middle.y();
    }
  }

  /// Any direction, or one in which a single coordinate changes: there the ends of extents are tight.
  Vector3 draw_side(Draw& draw, const Vector3& there) const {
    const Vector3 out = frame.angle_rad == 0.0 ? Vector3(Vector3::UnitX())
                                               : Vector3(frame.arm_m + there.x(), there.y(), 0.0).stableNormalized();
    switch (draw.integer(0, 5)) {
      case 0:
        return draw.sign() * out;
      case 1:
        return draw.sign() * Vector3(-out.y(), out.x(), 0.0);
      case 2:
        return draw.sign() * Vector3::UnitZ();
      default:
        return draw.direction();
    }
  }

  void put_b(Draw& draw, double size) {
    const auto weights_a = draw_weights(draw, touching.kind, touching.corner_a);
    const auto weights_b = draw_weights(draw, touching.kind, touching.corner_b);
    const int item_a = static_cast<int>(touching.item_a), item_b = static_cast<int>(touching.item_b);
    const Vec<Real> there = moved(frame, oracle::map<Real>(frame.X_SA)(a.point(item_a, weights_a)), t);
    const Vector3 aside =
        draw_side(draw, oracle::rounded(there)) * (draw.coin() ? 0.0 : draw.log_uniform(1e-16, 1.0) * size);
    const Vector3 shift =
        frame.X_SB.inverse() * (oracle::rounded(there) + aside) - oracle::rounded(b.point(item_b, weights_b));
    for (int k = 0; k < 3; ++k) b.vertices[static_cast<std::size_t>(3 * item_b + k)] += shift;
    const Vec<Real> here = oracle::map<Real>(frame.X_SB)(b.point(item_b, weights_b));
    level = std::nextafter(static_cast<double>(distance(here, there)), std::numeric_limits<double>::infinity());
  }
};

bool same(const ScrewFeaturePair& x, const ScrewFeaturePair& y) {
  return x.kind == y.kind && x.item_a == y.item_a && x.item_b == y.item_b && x.corner_a == y.corner_a &&
         x.corner_b == y.corner_b;
}

/// Looks for one pair at one time, and that the others come in order.
struct Seeker final : ScrewCulling::Visitor {
  const Drawn* drawn = nullptr;
  double before = 0.0;
  int found = 0, visited = 0, disorder = 0;

  double visit(const ScrewFeaturePair& pair) override {
    ++visited;
    if (!(pair.from >= before - 1.0 / 64.0 && pair.to >= pair.from && pair.to <= 1.0)) ++disorder;
    before = pair.from;
    if (same(pair, drawn->touching) && pair.from <= drawn->t && drawn->t <= pair.to) ++found;
    return 1.0;
  }
};

std::string tale(const Draw& draw, int k, Family family, const Drawn& d) {
  return story(draw.seed(), k, "family", static_cast<int>(family), "arm", d.frame.arm_m, "angle", d.frame.angle_rad,
               "translation", d.frame.translation_m, "t", d.t, "level", d.level, "kind",
               static_cast<int>(d.touching.kind));
}

TEST(ScrewCulling, NoRejectionLosesAContact) {
  Draw draw;
  ScrewStatistics statistics;
  const ScrewRejections ways[] = {{}, {true, true, true, false}, {false, false, true, true}, {true, true, false, true}};
  const int count = cases(1200, 40'000);
  for (int k = 0; k < count; ++k) {
    const auto family = static_cast<Family>(k % static_cast<int>(Family::count));
    const double size = draw.coin() ? 1.0 : draw.log_uniform(1e-6, 1e6);
    const Drawn drawn(draw, family, draw.integer(1, 12), size);
    SCOPED_TRACE(tale(draw, k, family, drawn));
    const Part a = drawn.a.part(), b = drawn.b.part();
    ScrewCulling culling(a, b);
    for (const ScrewRejections& way : ways) {
      Seeker seeker;
      seeker.drawn = &drawn;
      culling.set(drawn.frame, drawn.level, way);
      culling.run(1.0, seeker, statistics);
      ASSERT_EQ(seeker.found, 1);
      ASSERT_EQ(seeker.disorder, 0);
    }
  }
  // The tests bite: most of what does not touch is told apart, by each of the reasons.
  for (const RejectionCounts* counts : {&statistics.vertex_face, &statistics.edge_edge, &statistics.volumes}) {
    const auto share = [&](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(counts->tested); };
    EXPECT_GT(share(counts->rejected()), 0.4);
    for (const std::uint64_t reason : {counts->height, counts->outside, counts->inside, counts->angle}) {
      EXPECT_GT(share(reason), 0.01);
    }
  }
}

/// Many triangles, so that there are several levels above the clusters, and features that others own.
TEST(ScrewCulling, LargeMeshesLoseNoContactEither) {
  Draw draw;
  ScrewStatistics statistics;
  std::uint64_t all = 0, visited = 0;
  const int count = cases(18, 300);
  for (int k = 0; k < count; ++k) {
    const auto family = static_cast<Family>(k % static_cast<int>(Family::count));
    const Drawn drawn(draw, family, 700, 1.0);
    SCOPED_TRACE(tale(draw, k, family, drawn));
    const Part a = drawn.a.part(), b = drawn.b.part();
    ScrewCulling culling(a, b);
    culling.set(drawn.frame, drawn.level, {});
    Seeker seeker;
    seeker.drawn = &drawn;
    culling.run(drawn.t, seeker, statistics);  // nothing after t matters
    ASSERT_EQ(seeker.found, 1);

    if (drawn.level > 1e-6) continue;
    all += 700u * 700u * (3u + 3u + 9u);
    visited += static_cast<std::uint64_t>(seeker.visited);
  }
  EXPECT_LT(static_cast<double>(visited), 0.1 * static_cast<double>(all));
}

/// What was found lowers the time up to which anything matters: what comes later is not visited, what comes before is.
TEST(ScrewCulling, VisitsWhatMayComeFirstAndNothingLater) {
  struct Stopper final : ScrewCulling::Visitor {
    double latest = 1.0;
    int later = 0, visited = 0;
    double visit(const ScrewFeaturePair& pair) override {
      ++visited;
      if (pair.from > latest || pair.to > latest) ++later;
      return latest = std::min(latest, 0.5 * (pair.from + pair.to));
    }
  };
  Draw draw;
  int stopped = 0, through = 0;
  for (int k = 0; k < cases(100, 1'000); ++k) {
    const Drawn drawn(draw, Family::near, 12, 1.0);
    const Part a = drawn.a.part(), b = drawn.b.part();
    ScrewCulling culling(a, b);
    culling.set(drawn.frame, drawn.level, {});
    ScrewStatistics statistics;
    Stopper stopper;
    Seeker seeker;
    seeker.drawn = &drawn;
    culling.run(1.0, stopper, statistics);
    culling.run(1.0, seeker, statistics);
    EXPECT_EQ(stopper.later, 0);
    stopped += stopper.visited, through += seeker.visited;
  }
  EXPECT_LT(stopped, through / 2);
}

/// Axis through the vertex of one triangle and the inside of another, a full turn, level 0: the angle of what is on the axis is any.
TEST(ScrewCulling, WhatTurnsOnTheSpotIsSeenFromAllSides) {
  for (const double at : {0.0, 0.3, 1.0}) {
    ScrewFrame frame;
    frame.angle_rad = 2.0 * std::numbers::pi;
    frame.translation_m = 1.0;
    Draw draw(1);
    Drawn drawn(draw, Family::near, 1, 1.0);
    drawn.a.vertices = {{0, 0, 0}, {1, 0, -1}, {0, 1, -1}};  // points up, and turns about its tip
    drawn.b.vertices = {{-1, -1, at}, {2, -1, at}, {-1, 2, at}};
    drawn.touching = {ContactKind::vertex_face, 0, 0, 0, -1, 0.0, 1.0};
    drawn.t = at;
    const Part a = drawn.a.part(), b = drawn.b.part();
    ScrewCulling culling(a, b);
    ScrewStatistics statistics;
    Seeker seeker;
    seeker.drawn = &drawn;
    culling.set(frame, 0.0, {});
    culling.run(1.0, seeker, statistics);
    EXPECT_EQ(seeker.found, 1);
  }
}

TEST(ScrewLanes, AllInstructionSetsGiveTheSameBits) {
  Draw draw;
  std::size_t met = 0;
  for (int k = 0; k < cases(100, 5'000); ++k) {
    const auto family = static_cast<Family>(k % static_cast<int>(Family::count));
    const ScrewSpace space(draw_frame(draw, family, 1.0), draw.coin() ? 0.0 : 1e-3, 8.0);
    constexpr Index count = 3 * screw_lane_count;
    const Pose X_S = draw.pose(1.0);
    std::vector<double> own[3];
    std::vector<std::int32_t> corners[3], ends[2];
    for (Index i = 0; i < count; ++i) {
      const Vector3 p = draw.vector(1.0);
      for (int axis = 0; axis < 3; ++axis)
        own[axis].push_back(p[axis]), corners[axis].push_back(draw.integer(0, count - 1));
      for (auto& end : ends) end.push_back(draw.integer(0, count - 1));
    }
    PlacedVertices vertices[2];
    ExtentArrays edges[2], triangles[2];
    std::vector<ScrewMeeting> meetings[2];
    RejectionCounts counts[2];
    for (int way = 0; way < 2; ++way) {
      const ScrewKernels& kernels = way == 0 ? ScrewKernels::best() : ScrewKernels::scalar();
      std::copy(std::begin(own), std::end(own), std::begin(vertices[way].own));
      vertices[way].resize(count);
      edges[way].resize(count);
      triangles[way].resize(count);
      kernels.place_vertices(space, X_S, vertices[way], {0, count});
      kernels.place_edges(space, vertices[way], ends, edges[way], {0, count});
      kernels.place_triangles(space, vertices[way], corners, triangles[way], {0, count});
      meetings[way].resize(count * count);
      meetings[way].resize(kernels.find_meetings(space, edges[way], {1, count - 2}, triangles[way], {3, count - 1}, 0.1,
                                                 0.9, meetings[way].data(), 0, counts[way]));
    }
    EXPECT_EQ(vertices[0].angle, vertices[1].angle);
    EXPECT_EQ(vertices[0].radius, vertices[1].radius);
    for (int end = 0; end < 2; ++end) {
      EXPECT_EQ(edges[0].radius[end], edges[1].radius[end]);
      EXPECT_EQ(edges[0].angle[end], edges[1].angle[end]);
      EXPECT_EQ(triangles[0].angle[end], triangles[1].angle[end]);
      EXPECT_EQ(triangles[0].radius[end], triangles[1].radius[end]);
      EXPECT_EQ(triangles[0].height[end], triangles[1].height[end]);
    }
    ASSERT_EQ(meetings[0].size(), meetings[1].size());
    EXPECT_EQ(counts[0].rejected(), counts[1].rejected());
    EXPECT_EQ(counts[0].tested, counts[0].rejected() + meetings[0].size());
    for (std::size_t i = 0; i < meetings[0].size(); ++i) {
      EXPECT_EQ(meetings[0][i].from, meetings[1][i].from);
      EXPECT_EQ(meetings[0][i].to, meetings[1][i].to);
    }
    met += meetings[0].size();
  }
  EXPECT_GT(met, 1000u);
}

}  // namespace
}  // namespace tocca::screw_culling_tests
