// What is proven here: the solver's free and its brackets hold. Pairs of items are put together at a known moment: crossing,
// touching, or a known gap apart. Oracle: the motion's formula in long double and plain_distance, never the library's.
#include "contact/simultaneous_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "property/motion/draw_tree.hpp"
#include "testing/plain_distance.hpp"

namespace tocca::simultaneous_solver_tests {
namespace {

using oracle::Map;
using oracle::Vec;
using testing::Draw;
using testing::PlainConvex;
using Kind = SimultaneousSolver::Result::Kind;
using Wide = long double;
using LongVector = testing::LongVector;

constexpr double tolerance = 1e-6;

LongVector wide(const Vec<Wide>& p) { return {p[0], p[1], p[2]}; }

/// An item in its part's frame, and the same placed by an affine map that is a rotation to rounding.
struct DrawnItem {
  Geometry geometry;
  Vector3 corner[3];

  explicit DrawnItem(Draw& draw) {
    const double size = draw.log_uniform(1e-3, 0.5), thin = size * draw.log_uniform(1e-3, 1.0);
    switch (draw.integer(0, 9)) {
      case 0:
        geometry = Sphere{size};
        break;
      case 1:
        geometry = Capsule{thin, size};
        break;
      case 2:
        geometry = Box{Vector3(size, thin, size)};
        break;
      case 3:
        geometry = Cylinder{thin, size};
        break;
      case 4:
        geometry = Cone{thin, size};
        break;
      default: {
        const Vector3 p = draw.vector(size);
        corner[0] = p;
        corner[1] = p + draw.vector(size);
        corner[2] = draw.coin(0.2) ? Vector3(p + 0.5 * (corner[1] - p) + thin * draw.direction())
                                   : Vector3(p + draw.vector(size));
        geometry = std::make_shared<const TriangleMesh>(std::vector<Vector3>(corner, corner + 3),
                                                        std::vector<Triangle>{{0, 1, 2}});
      }
    }
  }

  bool is_triangle() const { return std::holds_alternative<MeshPointer>(geometry); }

  PlainConvex placed(const Map<Wide>& X) const {
    PlainConvex result;
    const auto point = [&](const Vector3& p) { return wide(X(oracle::vec<Wide>(p))); };
    const auto round = [&](double radius, double length, bool cone) {
      result.radius = radius;
      result.centre = point(Vector3::Zero());
      result.axis = wide(X.linear(oracle::vec<Wide>(Vector3(0.0, 0.0, 0.5 * length))));
      result.cone = cone;
    };
    if (is_triangle()) {
      for (const Vector3& p : corner) result.points.push_back(point(p));
    } else if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
      result.points = {point(Vector3::Zero())};
      result.radius = sphere->radius;
    } else if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
      result.points = {point(Vector3(0.0, 0.0, -0.5 * capsule->length)),
                       point(Vector3(0.0, 0.0, 0.5 * capsule->length))};
      result.radius = capsule->radius;
    } else if (const auto* box = std::get_if<Box>(&geometry)) {
      for (int i = 0; i < 8; ++i) {
        const Vector3 sign((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5);
        result.points.push_back(point(box->size.cwiseProduct(sign)));
      }
    } else if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
      round(cylinder->radius, cylinder->length, false);
    } else {
      const Cone& cone = std::get<Cone>(geometry);
      round(cone.radius, cone.length, true);
    }
    return result;
  }
};

LongVector farthest(const PlainConvex& item, const LongVector& direction) {
  return item.support(direction) + item.dilation() * direction;
}

/// A moving item, a still one, and the moment at which they were put together.
struct Encounter {
  KinematicTree tree;
  oracle::Segment segment;
  TreeMotion motion;
  int link;
  double when;
  DrawnItem a, b;
  Pose pose_b;

  Encounter(Draw& draw, double step)
      : tree(oracle::draw_tree(draw, draw.integer(1, 6), oracle::Joints::revolute)),
        segment(oracle::draw_segment(draw, tree, 3.0, step, draw.coin(0.3))),
        motion(tree),
        link(static_cast<int>(tree.links().size()) - 1),
        when(draw.coin(0.1) ? 0.0 : draw.uniform(0.0, 1.0)),
        a(draw),
        b(draw),
        pose_b(draw.pose(0.0)) {
    motion.follow(segment.path, 0);
  }
  Map<Wide> truth(Wide t) const { return oracle::link_map<Wide>(tree, {}, segment.controls, -1, link, t); }

  /// Moves b so that at `when` the two are `gap` apart, a plane between them; or overlap, where it is negative.
  void meet(Draw& draw, double gap) {
    const Vector3 direction = draw.direction();
    const LongVector n = direction.cast<Wide>().normalized();
    const LongVector from = farthest(a.placed(truth(when)), n), to = farthest(b.placed(oracle::map<Wide>(pose_b)), -n);
    pose_b.translation = (from + gap * n - to).cast<double>();
  }
  testing::DistanceBounds distance(double t) const {
    return testing::plain_distance(a.placed(truth(t)), b.placed(oracle::map<Wide>(pose_b)));
  }
};

TEST(SimultaneousSolver, ItsFreeIsFreeAndItsBracketHoldsTheFirstContact) {
  Draw draw;
  const int count = testing::cases(1'500, 60'000);
  int contacts = 0, frees = 0, touching = 0, grazing_free = 0, initial = 0;
  SimultaneousSolver solver;
  std::uint64_t windows = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    Encounter encounter(draw, draw.coin(0.05) ? 0.0 : draw.log_uniform(1e-5, 2.0));
    const double clearance = draw.coin() ? 0.0 : draw.log_uniform(1e-7, 0.05);
    const int kind = draw.integer(0, 3);
    const double gap = kind == 0   ? -draw.log_uniform(1e-4, 0.1)
                       : kind == 1 ? clearance
                       : kind == 2 ? clearance + draw.uniform(-0.5, 3.0) * tolerance
                                   : clearance + draw.log_uniform(1e-6, 0.3);
    encounter.meet(draw, gap);
    const Collider body_a{{}, encounter.a.geometry}, body_b{encounter.pose_b, encounter.b.geometry};
    const Part part_a({&body_a, 1}), part_b({&body_b, 1});
    const std::vector<MovingPart> parts{{&part_a, Mover(encounter.motion, -1, encounter.link)}, {&part_b, {}}};
    const bool swapped = draw.coin();
    const std::vector<SolverPair> pairs{swapped ? SolverPair{1, 0, 0, 0, clearance}
                                                : SolverPair{0, 1, 0, 0, clearance}};
    Statistics statistics;
    std::uint64_t work = 1'000'000;
    const auto result = solver.solve(parts, pairs, {0.0, 1.0}, tolerance, work, statistics);
    windows = std::max(windows, statistics.windows);

    // What the pose of b as stored, and long double, may be off by; with no clearance, less cannot be told from touching.
    const double within = clearance > 0.0 ? clearance - 1e-12 : 1e-14;
    ASSERT_NE(result.kind, Kind::exhausted);
    const double end = result.kind == Kind::free ? 1.0 : result.time.lo;
    if (encounter.distance(encounter.when).upper <= within) {
      ASSERT_TRUE(result.kind == Kind::contact && result.time.lo <= encounter.when) << "missed";
      touching += kind == 1 ? 1 : 0;
    }
    for (int i = 0; i < 12; ++i) {  // before the bracket nothing is within the clearance
      const double t = i == 0 ? end * (1.0 - 1e-12) : i == 1 ? std::min(encounter.when, end) : draw.uniform(0.0, end);
      if (result.kind == Kind::contact && t >= result.time.lo) continue;
      ASSERT_GT(encounter.distance(t).upper, clearance > 0.0 ? within : 0.0) << "at " << t;
    }
    if (result.kind == Kind::contact) {
      ++contacts;
      ASSERT_LE(result.time.lo, result.time.hi);
      ASSERT_LE(result.time.hi - result.time.lo, SimultaneousSolver::bracket);
      ASSERT_LE(encounter.distance(result.time.hi).lower, clearance + tolerance);
      ASSERT_TRUE(!result.initial || result.time.hi == 0.0);
      initial += result.initial ? 1 : 0;
    } else {
      ++frees;
      grazing_free += encounter.distance(encounter.when).upper < clearance + 3.0 * tolerance ? 1 : 0;
    }
  }
  EXPECT_GT(contacts, count / 4);
  EXPECT_GT(frees, count / 20);
  EXPECT_GT(touching, count / 20);
  EXPECT_GT(initial, count / 50);
  EXPECT_GT(grazing_free, count / 200);
  EXPECT_LT(windows, 20'000u);
}

}  // namespace
}  // namespace tocca::simultaneous_solver_tests
