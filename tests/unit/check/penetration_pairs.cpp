// What is proven here: a negative clearance of a pair bounds how deep two convex bodies press into each other along a whole
// path, and is refused for all others. Oracle: depths worked out by hand, closed formulas and (for solids that have none)
// signed distances, which have oracles of their own, sampled along the path.
#include <gtest/gtest.h>

#include <cmath>

#include "contact/signed_distance.hpp"
#include "shape/convex_mesh.hpp"
#include "testing/draw.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/query.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::penetration_pairs_tests {
namespace {

using testing::Draw;

/// A hand that slides along x and z and then turns about z.
RobotTask robot(std::vector<Collider> hand, const std::string& name = "robot") {
  const auto joint = [](const char* joint_name, JointType type, const char* parent, const char* child,
                        const Vector3& axis) {
    KinematicTree::JointSpec spec;
    spec.name = joint_name;
    spec.type = type;
    spec.parent_link = parent;
    spec.child_link = child;
    spec.axis = axis;
    return spec;
  };
  RobotTask task;
  task.robot = {name,
                KinematicTree::build({{"rail", {}}, {"sledge", {}}, {"lift", {}}, {"hand", std::move(hand)}},
                                     {joint("x", JointType::prismatic, "rail", "sledge", Vector3::UnitX()),
                                      joint("z", JointType::prismatic, "sledge", "lift", Vector3::UnitZ()),
                                      joint("turn", JointType::revolute, "lift", "hand", Vector3::UnitZ())}),
                {}};
  task.path.waypoints = WaypointMatrix::Zero(1, 3);
  task.path.interpolation.assign(3, Interpolation::linear);
  return task;
}

Problem problem(const Geometry& hand, const Geometry& block, double clearance_m) {
  Problem result;
  result.robots.push_back(robot({{{}, hand}}));
  result.scene.objects.push_back({"block", {}, {{{}, block}}});
  result.clearance.pairs.push_back({"hand", "block", clearance_m});
  return result;
}

Configuration at(double x, double z, double turn = 0.0) { return Configuration(Vector3(x, z, turn)); }

MeshPointer cube_mesh(double half, double dent = 0.0) {
  std::vector<Vector3> v;
  for (int i = 0; i < 8; ++i) v.push_back(half * Vector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  v.push_back({0, 0, half - dent});  // in the middle of the upper face
  return std::make_shared<const TriangleMesh>(std::move(v), std::vector<Triangle>{{0, 2, 3},
                                                                                  {0, 3, 1},
                                                                                  {0, 1, 5},
                                                                                  {0, 5, 4},
                                                                                  {1, 3, 7},
                                                                                  {1, 7, 5},
                                                                                  {3, 2, 6},
                                                                                  {3, 6, 7},
                                                                                  {2, 0, 4},
                                                                                  {2, 4, 6},
                                                                                  {4, 5, 8},
                                                                                  {5, 7, 8},
                                                                                  {7, 6, 8},
                                                                                  {6, 4, 8}});
}

TEST(ConvexMesh, IsRecognisedExactly) {
  EXPECT_TRUE(hull_of_convex(*cube_mesh(0.1)));
  EXPECT_TRUE(hull_of_convex(*cube_mesh(0.1, -0.01)));  // a tip
  EXPECT_FALSE(hull_of_convex(*cube_mesh(0.1, 0.01)));
  EXPECT_FALSE(hull_of_convex(*cube_mesh(1.0, 0x1p-52)));
  const TriangleMesh open({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}});
  EXPECT_FALSE(hull_of_convex(open));
}

TEST(PenetrationPairs, ArePressedAsDeepAsAllowed) {
  for (const Geometry& block : {Geometry(Box{{0.2, 0.2, 0.2}}), Geometry(cube_mesh(0.1)), Geometry(cube_mesh(0.1))}) {
    for (const Geometry& peg : {Geometry(Cylinder{0.02, 0.1}), Geometry(Box{{0.04, 0.03, 0.1}}),
                                Geometry(Capsule{0.02, 0.06}), Geometry(cube_mesh(0.05))}) {
      const Checker checker(problem(peg, block, -0.002));
      ASSERT_EQ(checker.model().penetration_pairs().size(), 1u);
      EXPECT_TRUE(checker.model().pairs().empty());
      const Configuration above = at(0.0, 0.2);
      const auto pressed = [](double depth) { return at(0.0, 0.15 - depth, 0.7); };
      EXPECT_EQ(checker.check(above, pressed(0.0019)).outcome, Outcome::free);
      EXPECT_EQ(checker.check(above, pressed(0.0019985)).outcome, Outcome::free);
      const SegmentVerdict deep = checker.check(above, pressed(0.0021));
      ASSERT_EQ(deep.outcome, Outcome::contact);
      EXPECT_NEAR(deep.time.hi, 0.052 / 0.0521, 4e-5);  // the tolerance is 2e-5 of this way
      EXPECT_LE(deep.time.hi - deep.time.lo, 1e-6);
      EXPECT_GT(deep.free_until, 0.99);
      ASSERT_EQ(deep.contacts.size(), 1u);
      EXPECT_EQ(deep.contacts[0].kind, ContactKind::overlap);
      EXPECT_NEAR(deep.contacts[0].normal[2], 1.0, 1e-6);
      EXPECT_EQ(deep.pairs[0], std::pair(std::string("hand"), std::string("block")));
      EXPECT_EQ(checker.check(pressed(0.002)).outcome, Outcome::contact);
      EXPECT_EQ(checker.check(pressed(0.0019)).outcome, Outcome::free);
      EXPECT_TRUE(checker.check(pressed(0.0021), above).initial);
      EXPECT_TRUE(checker.check(at(0.0, 0.0), at(0.01, 0.0)).initial);  // deep inside
    }
  }
}

TEST(PenetrationPairs, SlideAlongEachOtherInFewSteps) {
  const Checker checker(problem(Box{{0.04, 0.03, 0.1}}, Box{{2.0, 0.2, 0.2}}, -0.002));
  const SegmentVerdict slide = checker.check(at(-0.9, 0.1481, -3.0), at(0.9, 0.1481, 3.0));
  EXPECT_EQ(slide.outcome, Outcome::free);
  EXPECT_LT(slide.statistics.static_tests, 400u);
}

TEST(PenetrationPairs, AreSettledBesideAllOthers) {
  Problem both = problem(Box{{0.04, 0.04, 0.1}}, Box{{0.2, 0.2, 0.2}}, -0.002);
  both.scene.objects.push_back({"post", {Matrix3::Identity(), {0.4, 0, 0.15}}, {{{}, Box{{0.1, 0.1, 0.2}}}}});
  for (const Strategy strategy : {Strategy::tube, Strategy::interval}) {
    CheckSettings settings;
    settings.strategy = strategy;
    const Checker checker(both, settings);
    const SegmentVerdict post = checker.check(at(0.0, 0.149), at(0.4, 0.149));
    ASSERT_EQ(post.outcome, Outcome::contact);
    EXPECT_EQ(post.pairs[0].second, "post");
    EXPECT_NEAR(post.time.hi, 0.33 / 0.4, 1e-5);
    // deeper and deeper: too deep before the post is reached
    const SegmentVerdict block = checker.check(at(0.0, 0.149), at(0.4, 0.129));
    ASSERT_EQ(block.outcome, Outcome::contact);
    EXPECT_EQ(block.pairs[0].second, "block");
    EXPECT_NEAR(block.time.hi, 0.001 / 0.02, 1e-4);
    EXPECT_EQ(checker.check(at(0.0, 0.149), at(0.3, 0.149)).outcome, Outcome::free);
  }
  CheckSettings meagre;
  meagre.budget = 1;
  EXPECT_EQ(Checker(both, meagre).check(at(0.0, 0.149), at(0.329, 0.149)).outcome, Outcome::undecided);
}

/// What was too deep at one instant made all later ones of the same question look like contacts.
TEST(PenetrationPairs, AreJudgedAtEachOfEightInstants) {
  const Checker checker(problem(Box{{0.04, 0.04, 0.1}}, Box{{0.2, 0.2, 0.2}}, -0.002));
  Query query = checker.query();
  query.step().tree(0).move(at(0.0, 0.13),
                            at(0.0, 0.21));  // from 20 mm deep to 60 mm above, 10 mm from instant to instant
  const unsigned free = query.free_at(0.125, 0.125);
  EXPECT_EQ(free, 0b11111110u);  // 10 mm deep; touching, which is allowed; then above
}

TEST(PenetrationPairs, HoldBetweenRobots) {
  Problem two;
  two.robots.push_back(robot({{{}, Sphere{0.1}}}, "left"));
  two.robots.push_back(robot({{{}, Sphere{0.1}}}, "right"));
  two.clearance.pairs.push_back({"left/hand", "right/hand", -0.05});
  const Checker checker(two);
  Configuration from = Configuration::Zero(6), to = from;
  from[0] = -1.0, to[0] = 1.0, from[3] = 1.0, to[3] = -1.0;
  from[1] = to[1] = 0.16;
  EXPECT_EQ(checker.check(from, to).outcome, Outcome::free);
  from[1] = to[1] = 0.12;
  const SegmentVerdict deep = checker.check(from, to);
  ASSERT_EQ(deep.outcome, Outcome::contact);
  EXPECT_NEAR(deep.time.hi, 0.5 - 0.25 * std::sqrt(0.15 * 0.15 - 0.12 * 0.12), 1e-5);
}

TEST(PenetrationPairs, AreRefusedForOtherBodies) {
  const auto said = [](const Problem& wrong) {
    try {
      const CollisionModel model(wrong);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string dent = said(problem(Sphere{0.1}, cube_mesh(0.1, 0.01), -0.002));
  EXPECT_NE(dent.find("hand, block"), std::string::npos) << dent;
  EXPECT_NE(dent.find("'block'"), std::string::npos) << dent;
  EXPECT_NE(dent.find("convex"), std::string::npos) << dent;
  Problem several = problem(Sphere{0.1}, Box{{1, 1, 1}}, -0.002);
  several.robots[0] = robot({{{}, Sphere{0.1}}, {{}, Sphere{0.2}}});
  EXPECT_NE(said(several).find("'hand' is made of several bodies"), std::string::npos) << said(several);
  Problem whole = problem(Sphere{0.1}, Box{{1, 1, 1}}, 0.0);
  whole.clearance.default_m = -0.001;
  EXPECT_NE(said(whole), "");
  EXPECT_NE(said(problem(Sphere{0.1}, Box{{1, 1, 1}}, std::nan(""))), "");
  EXPECT_EQ(said(problem(Sphere{0.1}, Box{{1, 1, 1}}, -0.002)), "");
}

/// A ball and a box around the origin: no code of tocca.
double ball_and_box(const Vector3& p, double radius, const Vector3& half) {
  const Vector3 out = p.cwiseAbs() - half;
  return (out.maxCoeff() > 0.0 ? out.cwiseMax(0.0).norm() : out.maxCoeff()) - radius;
}

TEST(PenetrationPairs, AgreeWithFormulasSampledAlongTheWay) {
  Draw draw;
  int free = 0, contact = 0, late = 0;
  const int count = testing::cases(300, 20'000);
  for (int k = 0; k < count; ++k) {
    const Vector3 half(draw.uniform(0.05, 0.3), draw.uniform(0.05, 0.3), draw.uniform(0.05, 0.3));
    const double radius = draw.uniform(0.02, 0.2), c = -draw.uniform(0.001, 0.1), arm = draw.uniform(0.0, 0.4);
    Problem world = problem(Sphere{radius}, Box{2.0 * half}, c);
    world.robots[0] = robot({{Pose{Matrix3::Identity(), {arm, 0, 0}}, Sphere{radius}}});
    const Checker checker(world);
    const Vector3 from(draw.uniform(-0.6, 0.6), draw.uniform(-0.6, 0.6), draw.uniform(-3, 3));
    const Vector3 to(draw.uniform(-0.6, 0.6), draw.uniform(-0.6, 0.6), draw.uniform(-3, 3));
    SCOPED_TRACE(testing::story(draw.seed(), k, half.transpose(), radius, c, arm, from.transpose(), to.transpose()));
    const auto depth = [&](double t) {
      const Vector3 q = (1.0 - t) * from + t * to;
      return ball_and_box({q[0] + arm * std::cos(q[2]), arm * std::sin(q[2]), q[1]}, radius, half);
    };
    const SegmentVerdict verdict = checker.check(Configuration(from), Configuration(to));
    ASSERT_NE(verdict.outcome, Outcome::undecided);
    const double end = verdict.outcome == Outcome::free ? 1.0 : verdict.time.lo;
    for (int i = 0; i < 500; ++i) {
      const double t = end * i / 500.0;
      if (t < end) {
        ASSERT_GT(depth(t), c - 1e-12) << t;
      }
    }
    if (verdict.outcome == Outcome::contact) {
      ASSERT_LE(depth(verdict.time.hi), c + 1e-6 + 1e-12);
      ASSERT_LE(verdict.time.hi - verdict.time.lo, 1e-6);
    }
    free += verdict.outcome == Outcome::free;
    contact += verdict.outcome == Outcome::contact;
    late += verdict.outcome == Outcome::contact && verdict.time.lo > 0.0;
  }
  EXPECT_GT(free, count / 5);
  EXPECT_GT(contact, count / 5);
  EXPECT_GT(late, count / 10);
}

/// Some solid of 5 to 30 cm, of any kind that may penetrate another.
Geometry draw_solid(Draw& draw) {
  const auto side = [&] { return draw.uniform(0.05, 0.3); };
  switch (draw.integer(0, 6)) {
    case 0:
      return Sphere{0.5 * side()};
    case 1:
      return Capsule{0.5 * side(), side()};
    case 2:
      return Cylinder{0.5 * side(), side()};
    case 3:
      return Cone{0.5 * side(), side()};
    case 4:
      return Box{{side(), side(), side()}};
    case 5:
      return cube_mesh(0.5 * side());
    default: {
      std::vector<Vector3> points;
      for (int k = 0; k < 10; ++k) points.push_back(draw.vector(0.15));
      return std::make_shared<const ConvexHull>(points);
    }
  }
}

/// A mesh as the hull that it is, in the place of its body.
ConvexPiece piece(const Geometry& geometry, const Pose& X, Geometry& keep) {
  const MeshPointer* mesh = std::get_if<MeshPointer>(&geometry);
  keep = mesh ? Geometry(hull_of_convex(**mesh)) : geometry;
  return placed(keep, Pose{}, X);
}

TEST(PenetrationPairs, OfAllKindsAgreeWithSignedDistancesAlongTheWay) {
  Draw draw;
  int free = 0, contact = 0, pressed = 0;
  const int count = testing::cases(120, 10'000);
  for (int k = 0; k < count; ++k) {
    const Geometry hand = draw_solid(draw), block = draw_solid(draw);
    const double c = -draw.uniform(0.005, 0.1);
    const Pose grip = draw.pose(0.2);
    Problem world = problem(hand, block, c);
    world.robots[0] = robot({{grip, hand}});
    const Checker checker(world);
    const Vector3 from(draw.uniform(-0.5, 0.5), draw.uniform(-0.5, 0.5), draw.uniform(-3, 3));
    const Vector3 to(draw.uniform(-0.5, 0.5), draw.uniform(-0.5, 0.5), draw.uniform(-3, 3));
    SCOPED_TRACE(testing::story(draw.seed(), k, kind_name(hand), kind_name(block), c));
    Geometry keep_a, keep_b;
    const auto depth = [&](double t) {
      const Vector3 q = (1.0 - t) * from + t * to;
      const Pose X{rotation_about(Vector3::UnitZ(), q[2]), {q[0], 0.0, q[1]}};
      return signed_distance(piece(hand, X * grip, keep_a), piece(block, Pose{}, keep_b), 1e-8, c);
    };
    const SegmentVerdict verdict = checker.check(Configuration(from), Configuration(to));
    ASSERT_NE(verdict.outcome, Outcome::undecided);
    const double end = verdict.outcome == Outcome::free ? 1.0 : verdict.time.lo;
    bool touched = false;
    for (int i = 0; i < 60; ++i) {
      const double t = end * i / 60.0;
      if (!(t < end)) continue;
      const Distance s = depth(t);
      ASSERT_GT(s.upper, c - 1e-12) << t;
      touched = touched || s.upper < 0.0;
    }
    if (verdict.outcome == Outcome::contact) {
      ASSERT_LE(depth(verdict.time.hi).lower, c + 1e-6 + 1e-12);
    }
    free += verdict.outcome == Outcome::free;
    contact += verdict.outcome == Outcome::contact && verdict.time.lo > 0.0;
    pressed += verdict.outcome == Outcome::free && touched;
  }
  EXPECT_GT(free, count / 5);
  EXPECT_GT(contact, count / 10);
  EXPECT_GT(pressed, count / 50);
}

}  // namespace
}  // namespace tocca::penetration_pairs_tests
