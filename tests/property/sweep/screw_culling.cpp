// What is proven here: no rejection, at any level, ever loses two features that are within the level at some time, nor that time.
// Oracle: contacts by construction. A point of a feature of A is moved to a time t by the formula in MPFR, a feature of B is put
// there or a little aside, and the level is the distance of the two points in MPFR, rounded up: nothing to spare.
#include "tocca/sweep/screw_culling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "property/motion/oracle.hpp"
#include "testing/draw.hpp"

namespace tocca {
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
    const Body body{Pose{}, std::make_shared<const TriangleMesh>(vertices, triangles)};
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
  if (corner < 0) {
    weights[0] = 0.125 * draw.integer(0, 8);
    weights[1] = (1.0 - weights[0]) * 0.25 * draw.integer(0, 4);
    weights[2] = 1.0 - weights[0] - weights[1];
  } else if (kind != ContactKind::edge_edge) {
    weights[static_cast<std::size_t>(corner)] = 1.0;
  } else {
    weights[static_cast<std::size_t>(corner)] = 0.125 * draw.integer(0, 8);
    weights[static_cast<std::size_t>((corner + 1) % 3)] = 1.0 - weights[static_cast<std::size_t>(corner)];
  }
  return weights;
}

Vector3 rounded(const Vec<Real>& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

struct Drawn {
  ScrewFrame frame;
  Soup a, b;
  ScrewFeaturePair touching;
  double t = 0.0, level = 0.0;

  Drawn(Draw& draw, Family family, int count, double size)
      : frame(draw_frame(draw, family, size)), a(draw, count, size), b(draw, count, size) {
    if (draw.coin(0.1)) put_on_axis(draw, size);
    touching.kind = std::array{ContactKind::vertex_face, ContactKind::face_vertex,
                               ContactKind::edge_edge}[static_cast<std::size_t>(draw.integer(0, 2))];
    touching.item_a = static_cast<Index>(draw.integer(0, count - 1));
    touching.item_b = static_cast<Index>(draw.integer(0, count - 1));
    touching.corner_a = touching.kind == ContactKind::face_vertex ? -1 : draw.integer(0, 2);
    touching.corner_b = touching.kind == ContactKind::vertex_face ? -1 : draw.integer(0, 2);
    t = draw.coin(0.1) ? 0.0 : draw.coin(0.1) ? 1.0 : draw.uniform(0.0, 1.0);
    put_b(draw, size);
  }

  /// A vertex of A on the axis, or a triangle around it.
  void put_on_axis(Draw& draw, double size) {
    frame.X_SA = Pose{};
    const auto first = static_cast<std::size_t>(3 * draw.integer(0, static_cast<int>(a.vertices.size()) / 3 - 1));
    if (frame.arm_m > 3.0 * size) return;
    for (std::size_t k = 0; k < 3; ++k) a.vertices[first + k].x() -= frame.arm_m;
    if (draw.coin()) a.vertices[first].x() = -frame.arm_m, a.vertices[first].y() = 0.0;
  }

  void put_b(Draw& draw, double size) {
    const auto weights_a = draw_weights(draw, touching.kind, touching.corner_a);
    const auto weights_b = draw_weights(draw, touching.kind, touching.corner_b);
    const int item_a = static_cast<int>(touching.item_a), item_b = static_cast<int>(touching.item_b);
    const Vec<Real> there = moved(frame, oracle::map<Real>(frame.X_SA)(a.point(item_a, weights_a)), t);
    const Vector3 aside = draw.direction() * (draw.coin() ? 0.0 : draw.log_uniform(1e-16, 1.0) * size);
    const Vector3 shift = frame.X_SB.inverse() * (rounded(there) + aside) - rounded(b.point(item_b, weights_b));
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
struct Seeker final : ScrewCulling::Visitor, ScrewCulling::ItemVisitor {
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
  void visit(Index item_a, Index item_b) override {
    ++visited;
    if (item_a == drawn->touching.item_a && item_b == drawn->touching.item_b) ++found;
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
  const int count = cases(1200, 200'000);
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
    Seeker seeker;
    seeker.drawn = &drawn;
    culling.set(drawn.frame, draw.coin() ? drawn.level : drawn.level * draw.uniform(0.0, 1.0), {});
    culling.items_at(drawn.t, drawn.level, seeker, statistics);
    ASSERT_EQ(seeker.found, 1);
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

}  // namespace
}  // namespace tocca
