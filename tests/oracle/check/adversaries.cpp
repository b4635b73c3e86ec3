// What is proven here: motions made to deceive get the answer that is known beforehand, and the judge's consent. Tangent
// to a face, sliding along an edge, rods of 0.1 mm, worlds 1 km and 1 mm wide, zero length, coincident faces, resting
// contact, grazing within the tolerance, one body inside another, turns beyond half a circle.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "testing/campaign.hpp"
#include "testing/draw.hpp"
#include "testing/small_worlds.hpp"
#include "trial.hpp"

namespace tocca::testing::adversaries_tests {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double tolerance = 1e-6;

Configuration values(std::initializer_list<double> list) {
  Configuration q(static_cast<Eigen::Index>(list.size()));
  std::copy(list.begin(), list.end(), q.data());
  return q;
}

/// One sliding joint along x that carries `geometry`, which starts at the origin.
Robot slider(const Geometry& geometry, const Pose& placement = {}) {
  return chain({{JointType::prismatic, {}, Vector3::UnitX(), {{placement, geometry}}}});
}

/// What a gap must lead to: a contact at or below `clearance`, free above clearance + tolerance, anything in between.
void expect_by_gap(const SegmentVerdict& verdict, double gap, double clearance, const std::string& story) {
  if (gap <= clearance) {
    EXPECT_EQ(verdict.outcome, Outcome::contact) << story << " gap " << gap;
  } else if (gap > clearance + tolerance) {
    EXPECT_EQ(verdict.outcome, Outcome::free) << story << " gap " << gap;
  }
}

double draw_gap(Draw& draw) {
  switch (draw.integer(0, 4)) {
    case 0:
      return 0.0;
    case 1:
      return draw.log_uniform(1e-12, 1e-6);  // within the tolerance: either answer
    case 2:
      return draw.log_uniform(1.01e-6, 1e-4);
    case 3:
      return -draw.log_uniform(1e-9, 1e-3);
    default:
      return draw.uniform(1e-3, 1e-1);
  }
}

TEST(Adversary, SlidesTangentToAFace) {
  Draw draw;
  int contacts = 0, frees = 0;
  const int count = cases(150, 5'000);
  for (int k = 0; k < count; ++k) {
    const double gap = draw_gap(draw), half = 0.125;
    const Geometry body = draw.coin() ? Geometry(box_mesh(Vector3::Constant(2 * half))) : Geometry(Sphere{half});
    const bool mesh = draw.coin();
    // The plate's upper face lies in z = 0 exactly; the body comes from beside it.
    const SceneObject plate =
        object("plate", at(0, 0, -0.0625),
               mesh ? Geometry(box_mesh(Vector3(1, 1, 0.125))) : Geometry(Box{Vector3(1, 1, 0.125)}));
    const double height = half + gap;
    const Problem problem = problem_of(slider(body, at(0, 0, height)), {plate});
    Trial trial(problem, {}, {.step_m = 1e-2});
    const double from = -draw.uniform(0.7, 1.0), to = draw.uniform(0.0, 1.0);
    const std::string tale = story(draw.seed(), k, "gap", gap, "mesh", mesh);
    const SegmentVerdict& verdict = trial.ask(values({from}), values({to}), tale);
    expect_by_gap(verdict, height - half, 0.0, tale);
    (verdict.outcome == Outcome::contact ? contacts : frees) += 1;
  }
  EXPECT_GT(contacts, count / 5);
  EXPECT_GT(frees, count / 5);
}

TEST(Adversary, SlidesAlongAnEdge) {
  Draw draw;
  int contacts = 0, frees = 0;
  const int count = cases(100, 3'000);
  for (int k = 0; k < count; ++k) {
    const double gap = draw_gap(draw), half = 0.125;
    // Two boxes whose long edges run along x; the gap is along y + z, from edge to edge.
    const double along = half + gap / std::sqrt(2.0);
    const Problem problem = problem_of(slider(box_mesh(Vector3::Constant(2 * half)), at(0, along, along)),
                                       {object("rail", at(0, -half, -half), box_mesh(Vector3(1, 2 * half, 2 * half)))});
    Trial trial(problem, {}, {.step_m = 1e-2});
    const std::string tale = story(draw.seed(), k, "gap", gap);
    const SegmentVerdict& verdict =
        trial.ask(values({draw.uniform(-0.9, -0.7)}), values({draw.uniform(0.0, 0.9)}), tale);
    const double off = along - half;
    expect_by_gap(verdict, off <= 0 ? off : off * std::sqrt(2.0), 0.0, tale);
    (verdict.outcome == Outcome::contact ? contacts : frees) += 1;
  }
  EXPECT_GT(contacts, count / 5);
  EXPECT_GT(frees, count / 5);
}

/// A rod sweeps a circle; a wire stands upright in its way, or just beyond its tip. More than half a turn, too.
TEST(Adversary, RodOfATenthOfAMillimetreMeetsAWire) {
  Draw draw;
  int contacts = 0, frees = 0;
  const int count = cases(100, 3'000);
  for (int k = 0; k < count; ++k) {
    const double radius = 5e-5, length = 0.5, wire = draw.log_uniform(2e-5, 1e-3);
    Pose along_x = at(0.5 * length, 0, 0);
    along_x.rotation = rotation_about(Vector3::UnitY(), 0.5 * pi);
    const Geometry rod = draw.coin() ? Geometry(rod_mesh(radius, length, 4)) : Geometry(Cylinder{radius, length});
    const Robot robot = chain({{JointType::continuous, {}, Vector3::UnitZ(), {{along_x, rod}}}});
    const bool in_reach = draw.coin(0.6);
    const double distance = in_reach ? draw.uniform(0.1, length - 1e-4) : length + wire + draw.log_uniform(2e-5, 1e-2);
    const double angle = draw.uniform(0.2, 4.5);
    const Geometry post = draw.coin() ? Geometry(rod_mesh(wire, 0.2, 3)) : Geometry(Cylinder{wire, 0.2});
    const Problem problem =
        problem_of(robot, {object("wire", at(distance * std::cos(angle), distance * std::sin(angle), 0.0), post)});
    Trial trial(problem, {}, {.step_m = 2e-2});
    const double turn = draw.coin() ? angle + draw.uniform(0.05, 6.0) : angle - draw.uniform(0.05, 0.15);
    const std::string tale = story(draw.seed(), k, "distance", distance, "angle", angle, "turn", turn, "wire", wire);
    const SegmentVerdict& verdict = trial.ask(values({0.0}), values({turn}), tale);
    const bool meets = in_reach && turn > angle;
    EXPECT_EQ(verdict.outcome, meets ? Outcome::contact : Outcome::free) << tale;
    if (meets && verdict.outcome == Outcome::contact) {
      // Both are thin: the contact is where the rod's axis meets the wire, less both radii over the distance.
      EXPECT_NEAR(verdict.time.hi * turn, angle, 2 * (radius + wire + tolerance) / distance) << tale;
    }
    (meets ? contacts : frees) += 1;
  }
  EXPECT_GT(contacts, count / 5);
  EXPECT_GT(frees, count / 5);
}

/// Two balls pass each other; the closest moment and its gap are known in closed form. With clearances, too.
TEST(Adversary, GrazesWithinTheTolerance) {
  Draw draw;
  int contacts = 0, frees = 0, early = 0;
  const int count = cases(300, 10'000);
  for (int k = 0; k < count; ++k) {
    const double a = draw.uniform(0.01, 0.5), b = draw.uniform(0.01, 0.5), gap = draw_gap(draw);
    const double clearance = draw.coin(0.3) ? draw.log_uniform(1e-4, 1e-1) : 0.0;
    const double offset = a + b + clearance + gap;
    Problem problem = problem_of(slider(Sphere{a}), {object("ball", at(0, offset, 0), Sphere{b})});
    problem.clearance.default_m = clearance;
    Trial trial(problem, {}, {.step_m = 2e-2});
    const double from = -2.0 - draw.uniform(0, 1), to = 2.0 + draw.uniform(0, 1);
    const std::string tale = story(draw.seed(), k, "a", a, "b", b, "gap", gap, "clearance", clearance);
    const SegmentVerdict& verdict = trial.ask(values({from}), values({to}), tale);
    const double reach = a + b + clearance;
    // offset is rounded: what it really leaves is decided to an ulp.
    const double left = offset - reach;
    if (std::abs(left) > 1e-15 || gap == 0.0) expect_by_gap(verdict, left, 0.0, tale);
    if (verdict.outcome == Outcome::contact && left < 0) {
      const double meets = (-std::sqrt(reach * reach - offset * offset) - from) / (to - from);
      EXPECT_LE(verdict.time.lo, meets + 1e-12) << tale;
      // Not earlier than where the gap is within the tolerance.
      const double wide = reach + 1.01 * tolerance;
      const double soon = (-std::sqrt(wide * wide - offset * offset) - from) / (to - from);
      EXPECT_GE(verdict.time.hi, soon - 1e-9) << tale;
      early += verdict.time.hi < meets ? 1 : 0;
    }
    (verdict.outcome == Outcome::contact ? contacts : frees) += 1;
  }
  EXPECT_GT(contacts, count / 5);
  EXPECT_GT(frees, count / 5);
}

TEST(Adversary, RestsOnCoincidentFaces) {
  const auto world = [](double height) {
    return problem_of(slider(box_mesh(Vector3(0.25, 0.25, 0.25)), at(0, 0, 0.125 + height)),
                      {object("table", at(0, 0, -0.5), box_mesh(Vector3(2, 2, 1)))});
  };
  // Faces in one plane exactly: contact from the start, whether it moves, how far, or not at all.
  const Problem resting = world(0.0);
  Trial trial(resting, {}, {.step_m = 1e-2});
  for (const double to : {0.0, 1e-12, 0.3, -0.3, 5.0}) {
    const SegmentVerdict& verdict = trial.ask(values({0.0}), values({to}), "resting, to " + std::to_string(to));
    EXPECT_EQ(verdict.outcome, Outcome::contact);
    EXPECT_TRUE(verdict.initial);
    EXPECT_EQ(verdict.time.lo, 0.0);
  }
  const Problem hovering = world(1e-4);
  Trial free(hovering, {}, {.step_m = 1e-2});
  for (const double to : {0.0, 1e-12, 0.3}) {
    EXPECT_EQ(free.ask(values({0.0}), values({to}), "hovering").outcome, Outcome::free);
  }
}

/// Off from a face it touches, and along it: both begin with a contact.
TEST(Adversary, LeavesAFaceItTouches) {
  const Problem problem = problem_of(slider(box_mesh(Vector3(0.5, 0.5, 0.5)), at(0.25, 0, 0)),
                                     {object("wall", at(-0.25, 0, 0), box_mesh(Vector3(0.5, 0.5, 0.5)))});
  Trial trial(problem, {}, {.step_m = 1e-3});
  const SegmentVerdict& verdict = trial.ask(values({0.0}), values({0.5}), "leaving");
  EXPECT_EQ(verdict.outcome, Outcome::contact);
  EXPECT_TRUE(verdict.initial);
  EXPECT_EQ(trial.ask(values({1e-3}), values({0.5}), "left").outcome, Outcome::free);
  const SegmentVerdict& arriving = trial.ask(values({0.5}), values({0.0}), "arriving");
  EXPECT_EQ(arriving.outcome, Outcome::contact);
  EXPECT_GT(arriving.time.lo, 1.0 - 1e-5);
}

TEST(Adversary, HidesInsideAClosedBody) {
  const std::vector<Geometry> hidden{box_mesh(Vector3::Constant(0.1)), Sphere{0.05}, Cylinder{0.03, 0.1}};
  for (const Geometry& inner : hidden) {
    const Problem closed = problem_of(slider(inner), {object("shell", {}, box_mesh(Vector3::Constant(2.0)))});
    Trial trial(closed, {}, {.step_m = 1e-2});
    for (const double to : {0.0, 0.4, 3.0}) {
      const SegmentVerdict& verdict = trial.ask(values({0.0}), values({to}), kind_name(inner));
      EXPECT_EQ(verdict.outcome, Outcome::contact);
      EXPECT_TRUE(verdict.initial);
      ASSERT_FALSE(verdict.contacts.empty());
      EXPECT_EQ(verdict.contacts[0].kind, ContactKind::inside);
    }
    // The other way round: the moving body is the shell.
    const Problem swallowed =
        problem_of(slider(box_mesh(Vector3::Constant(2.0))), {object("kernel", at(0.1, 0.2, 0.3), inner)});
    Trial outer(swallowed, {}, {.step_m = 1e-2});
    EXPECT_TRUE(outer.ask(values({0.0}), values({0.1}), "swallowed").initial);
    // An open plate on each side is a surface: nothing is inside it.
    const Problem open = problem_of(slider(inner), {object("below", at(0, 0, -1), plate_mesh(2, 2)),
                                                    object("above", at(0, 0, 1), plate_mesh(2, 2))});
    Trial free(open, {}, {.step_m = 1e-2});
    EXPECT_EQ(free.ask(values({-0.5}), values({0.5}), "between plates").outcome, Outcome::free);
  }
}

class WideWorlds : public ::testing::TestWithParam<double> {};

/// The same clutter, a kilometre or a millimetre wide: the tolerance is scaled along, down to a nanometre.
TEST_P(WideWorlds, NoContactIsMissedAndNoneInvented) {
  const double size = GetParam();
  Draw draw;
  JudgeLog sum;
  const Tally tally(sum);
  const int worlds = cases(25, 300), questions = 8;
  for (int k = 0; k < worlds; ++k) {
    const Problem problem = draw_clutter(draw, draw.integer(1, 5), draw.integer(10, 40), size);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    CheckSettings settings;
    settings.tolerance_m = size < 1 ? 1e-9 : tolerance;
    Trial trial(problem, settings, {.step_m = (campaign() ? 1e-3 : 5e-3) * size});
    for (int q = 0; q < questions; ++q) {
      Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
      for (int attempt = 0; attempt < 5 && !trial.is_free({from}); ++attempt) from = draw_step(draw, tree, from, 60);
      const double degrees = draw.uniform(0.1, 120.0);
      trial.ask(from, draw_step(draw, tree, from, degrees), story(draw.seed(), k, "question", q, degrees));
    }
    sum += trial.log();
  }
  EXPECT_GT(sum.free, worlds * questions / 10);
  EXPECT_GT(sum.contacts - sum.initial, worlds * questions / 20);
}

INSTANTIATE_TEST_SUITE_P(Adversary, WideWorlds, ::testing::Values(1e-3, 1e3),
                         [](const auto& size) { return size.param < 1 ? "a_millimetre" : "a_kilometre"; });

}  // namespace
}  // namespace tocca::testing::adversaries_tests
