// What is proven here: the first contact of a moving item and a deforming triangle is neither missed nor invented. Judge: distances in
// long double (plain_distance) at dense samples of the motion, the least of them refined. Clearances are chosen so that the motion comes
// within a hair of them: contacts that a plain sampling, or a sloppy bound, would miss.
#include "deformable/chord_contact.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "testing/draw.hpp"
#include "testing/plain_distance.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::testing::chord_contact_tests {
namespace {

constexpr double tolerance = 1e-6;

Geometry draw_geometry(Draw& draw) {
  const auto size = [&] { return draw.log_uniform(0.01, 1.0); };
  switch (draw.integer(0, 6)) {
    case 0:
      return Sphere{size()};
    case 1:
      return Capsule{size(), size()};
    case 2:
      return Box{{size(), size(), size()}};
    case 3:
      return Cylinder{size(), size()};
    case 4:
      return Cone{size(), size()};
    default:
      return std::make_shared<const TriangleMesh>(
          std::vector<Vector3>{draw.vector(0.5), draw.vector(0.5), draw.vector(0.5)}, std::vector<Triangle>{{0, 1, 2}});
  }
}

RigidMotion draw_motion(Draw& draw) {
  const Pose X = draw.pose(1.0);
  switch (draw.integer(0, 3)) {
    case 0:
      return StaticMotion(X);
    case 1:
      return LinearMotion(X.rotation, X.translation, draw.vector(1.0));
    case 2:
      return InBetweenMotion(X, draw.vector(1.0), draw.direction(), draw.uniform(-6.0, 6.0));
    default:
      return ScrewMotion(X, draw.vector(0.5), draw.direction(), draw.uniform(-3.0, 3.0), draw.uniform(-1.0, 1.0));
  }
}

class Trial {
 public:
  explicit Trial(Draw& draw)
      : geometry(draw_geometry(draw)), body{Pose(), geometry}, part(std::span(&body, 1)), motion(draw_motion(draw)) {
    for (std::size_t i = 0; i < 3; ++i) {
      triangle.from[i] = draw.vector(1.0);
      triangle.to[i] = draw.coin(0.2) ? triangle.from[i] : draw.vector(1.0);
    }
  }

  DistanceBounds distance(double t) const {
    const Pose X = Mover(motion).pose(t);
    Eigen::Isometry3d placed = Eigen::Isometry3d::Identity();
    placed.linear() = X.rotation;
    placed.translation() = X.translation;
    PlainConvex corners;
    for (std::size_t i = 0; i < 3; ++i) {
      corners.points.push_back((1.0L - t) * triangle.from[i].cast<long double>() +
                               static_cast<long double>(t) * triangle.to[i].cast<long double>());
    }
    return plain_distance(plain_items(geometry, placed)[0], corners);
  }

  Geometry geometry;
  Collider body;
  Part part;
  RigidMotion motion;
  DeformingTriangle triangle;
};

struct Least {
  double t = 0.0, distance = 1e9;
};

/// The least of samples, refined by golden sections around the best of them.
Least least(const Trial& trial, int samples) {
  Least best;
  const auto look = [&](double t) {
    const double d = trial.distance(t).upper;
    if (d < best.distance) best = {t, d};
    return d;
  };
  for (int i = 0; i <= samples; ++i) look(static_cast<double>(i) / samples);
  double a = std::max(0.0, best.t - 1.0 / samples), b = std::min(1.0, best.t + 1.0 / samples);
  for (int i = 0; i < 60; ++i) {
    const double x = a + 0.382 * (b - a), y = b - 0.382 * (b - a);
    (look(x) < look(y) ? b : a) = look(x) < look(y) ? y : x;
  }
  return best;
}

TEST(ChordContact, MissesNoContactAndInventsNone) {
  Draw draw;
  int contacts = 0, frees = 0, grazing = 0, barely = 0;
  const int count = cases(120, 6'000);
  for (int k = 0; k < count; ++k) {
    const Trial trial(draw);
    const Least near = least(trial, 100);
    double clearance = 0.0;
    const int manner = draw.integer(0, 3);
    if (near.distance > 1e-3 && manner == 0) clearance = near.distance + draw.log_uniform(1e-11, 1e-7);  // must be told
    if (near.distance > 1e-3 && manner == 1) clearance = near.distance - 1.01 * tolerance;               // must not
    if (manner == 2) clearance = draw.uniform(0.0, 0.3);
    const Mover mover(trial.motion);
    ChordContactSearch search(trial.part, mover, clearance, tolerance);
    const ChordContact found = search.first(0, trial.triangle, {0.0, 1.0});
    const std::string tale =
        story(draw.seed(), k, kind_name(trial.geometry), clearance, near.t, near.distance, found.time.lo);
    if (near.distance < clearance - 1e-12) {
      ASSERT_EQ(found.outcome, Outcome::contact) << tale;
      EXPECT_LE(found.time.lo, near.t + 1e-12) << tale;
      barely += near.distance > clearance - 1e-7;
    }
    const bool contact = found.outcome == Outcome::contact;
    (contact ? contacts : frees) += 1;
    if (contact) {
      EXPECT_LE(found.time.hi - found.time.lo, 1e-6) << tale;
      EXPECT_LE(trial.distance(found.time.hi).lower, clearance + tolerance + 1e-12) << tale;
    } else {
      grazing += near.distance < clearance + 2.0 * tolerance;
    }
    for (int i = 0; i <= 50; ++i) {  // samples up to the very end of what is proven
      const double t = contact ? found.time.lo * (1.0 - 1e-9) * i / 50 : i / 50.0;
      if (contact && found.time.lo == 0.0) break;
      EXPECT_GT(trial.distance(t).upper, clearance) << tale << " at " << t;
    }
  }
  EXPECT_GT(contacts, count / 4);
  EXPECT_GT(frees, count / 10);
  EXPECT_GT(grazing, count / 20);
  EXPECT_GT(barely, count / 20);
}

TEST(ChordContact, AWindowOfNoLengthIsAnInstant) {
  Draw draw;
  int touching = 0;
  const int count = cases(100, 5'000);
  for (int k = 0; k < count; ++k) {
    const Trial trial(draw);
    const double t = draw.coin(0.3) ? 0.0 : draw.uniform(0.0, 1.0);
    const Mover mover(trial.motion);
    ChordContactSearch search(trial.part, mover, 0.1, tolerance);
    const ChordContact found = search.first(0, trial.triangle, {t, t});
    const DistanceBounds truth = trial.distance(t);
    const std::string tale = story(draw.seed(), k, kind_name(trial.geometry), t, truth.lower, truth.upper);
    EXPECT_TRUE(truth.upper > 0.1 || found.outcome == Outcome::contact) << tale;
    EXPECT_TRUE(truth.lower <= 0.1 + tolerance || found.outcome == Outcome::free) << tale;
    touching += found.outcome == Outcome::contact;
  }
  EXPECT_GT(touching, count / 10);
}

// How far the part may truly be from its own idea of itself, and far from the origin how far computed places are off, counts as nearness.
TEST(ChordContact, NothingIsFreeThatRoundingMayBringTogether) {
  Draw draw;
  int near = 0, apart = 0;
  const int count = cases(200, 5'000);
  for (int k = 0; k < count; ++k) {
    // A ball passes straight over a triangle at rest, `gap` above it.
    const double gap = draw.log_uniform(1e-5, 1e-2), rounding = draw.log_uniform(1e-5, 1e-2);
    const double far = draw.coin() ? 0.0 : draw.log_uniform(1e3, 1e6);
    const Vector3 offset(far, -far, 0.0);
    const Collider ball{Pose(), Sphere{0.1}};
    const Part part(std::span(&ball, 1));
    const RigidMotion motion = LinearMotion({Matrix3::Identity(), offset + Vector3(-1.0, 0.02, 0.1 + gap)},
                                            {Matrix3::Identity(), offset + Vector3(1.0, -0.03, 0.1 + gap)});
    const Mover mover(motion);
    const std::array<Vector3, 3> corners{offset + Vector3(-0.5, -0.5, 0.0), offset + Vector3(0.6, -0.5, 0.0),
                                         offset + Vector3(0.1, 0.7, 0.0)};
    ChordContactSearch search(part, mover, 0.0, tolerance, rounding);
    const Outcome outcome = search.first(0, {corners, corners}, {0.0, 1.0}).outcome;
    const std::string tale = story(draw.seed(), k, gap, rounding, far);
    EXPECT_TRUE(gap > rounding || outcome == Outcome::contact) << tale;
    EXPECT_TRUE(gap <= rounding + 2.0 * tolerance || outcome == Outcome::free) << tale;
    ++(outcome == Outcome::contact ? near : apart);
  }
  EXPECT_GT(near, count / 5);
  EXPECT_GT(apart, count / 5);
}

}  // namespace
}  // namespace tocca::testing::chord_contact_tests
