// What is proven here: any() says free exactly where first() does, whatever the strategy; what it says touches does touch, by
// plain_distance; what it learnt of a segment is used when the segment comes back, and forgotten when it must be;
// and a pass at one micrometre ends with the right answer.
#include <gtest/gtest.h>

#include "testing/draw.hpp"
#include "testing/judge.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::testing::any_contact_tests {
namespace {

CheckSettings by(Strategy strategy, double tolerance_m = 1e-6) {
  CheckSettings settings;
  settings.strategy = strategy;
  settings.tolerance_m = tolerance_m;
  return settings;
}

TEST(AnyContact, SaysWhatFirstContactSays) {
  Draw draw;
  const int worlds = cases(15, 500), questions = 8;
  int contacts = 0, frees = 0, later = 0;
  for (int k = 0; k < worlds; ++k) {
    Problem problem = draw_clutter(draw, draw.integer(1, 6), draw.integer(8, 25), 1.0);
    problem.clearance.default_m = draw.coin() ? 0.0 : draw.log_uniform(1e-3, 2e-2);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    const Checker tube(problem, by(Strategy::tube)), bisect(problem, by(Strategy::bisect)),
        interval(problem, by(Strategy::interval));
    Query queries[] = {tube.query(), bisect.query(), interval.query()};
    JudgedWorld world(problem);
    for (int q = 0; q < questions; ++q) {
      SCOPED_TRACE(story(draw.seed(), k, "question", q));
      const Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
      const Configuration to = draw_step(draw, tree, from, draw.uniform(1.0, 60.0));
      queries[0].step().tree(0).move(from, to);
      const Answer first = queries[0].first_contact();
      (first.outcome == Outcome::contact ? contacts : frees) += 1;
      for (Query& query : queries) {
        query.step().tree(0).move(from, to);
        const Answer& any = query.any_contact();
        ASSERT_EQ(any.outcome, first.outcome);
        if (any.outcome != Outcome::contact) continue;
        later += any.time.hi > first.time.hi + 1e-6 ? 1 : 0;
        ASSERT_FALSE(any.touches.empty());
        const SegmentVerdict named = tube.named(any, query.step());
        if (any.touches[0].kind == ContactKind::inside) {
          EXPECT_GE(any.time.hi, first.time.lo);
          continue;
        }
        world.place(0, from + any.time.hi * (to - from));
        const DistanceBounds near = world.plain(named.pairs[0]);
        EXPECT_LE(near.lower, problem.clearance.default_m + 1e-6 + 1e-12);
        // Slow bodies are within the tolerance long before the first contact, which comes after a proof that they are apart.
        EXPECT_TRUE(any.time.hi >= first.time.lo || near.upper > problem.clearance.default_m - 1e-12);
      }
    }
  }
  EXPECT_GT(contacts, worlds * questions / 10);
  EXPECT_GT(frees, worlds * questions / 10);
  EXPECT_GT(later, 0);  // the order of time is given up for speed
}

/// Boxes and cylinders, inside of which points of links are seen; some are as thin as boards.
void add_solids(Draw& draw, Scene& scene, int count) {
  for (int k = 0; k < count; ++k) {
    const Pose place = at(draw.uniform(-1.0, 1.0), draw.uniform(-1.0, 1.0), draw.uniform(-1.0, 1.0));
    const double thickness = draw.coin() ? 0.02 : 0.3;
    const std::string name = "solid " + std::to_string(k);
    scene.objects.push_back(draw.coin() ? object(name, place, Box{Vector3(0.5, 0.5, thickness)})
                                        : object(name, place, Cylinder{0.3, thickness}));
  }
}

TEST(AnyContact, AGlimpseIsRightWhereItIsSure) {
  Draw draw;
  const int worlds = cases(40, 1000), questions = 10;
  int seen = 0, seen_by_likely_pairs = 0, proven = 0, missed = 0;
  for (int k = 0; k < worlds; ++k) {
    Problem problem = draw_clutter(draw, draw.integer(1, 6), draw.integer(0, 10), 1.0);
    add_solids(draw, problem.scene, draw.integer(2, 8));
    problem.clearance.default_m = draw.coin() ? 0.0 : draw.log_uniform(1e-3, 2e-2);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    const Checker checker(problem);
    Query query = checker.query();
    for (int q = 0; q < questions; ++q) {
      SCOPED_TRACE(story(draw.seed(), k, "question", q));
      const Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
      query.step().tree(0).move(from, draw_step(draw, tree, from, draw.uniform(1.0, 90.0)));
      const Query::Glimpse glimpse = query.glimpse();
      const Answer first = query.first_contact();
      if (glimpse.outcome != Outcome::undecided) {
        ASSERT_EQ(first.outcome, glimpse.outcome);
      }
      seen += glimpse.outcome == Outcome::contact;
      proven += glimpse.outcome == Outcome::free;
      if (first.outcome != Outcome::contact || glimpse.outcome == Outcome::contact) continue;
      ++missed;
      const std::pair<int, int> touching(first.touches[0].body_a, first.touches[0].body_b);
      const Query::Glimpse again = query.glimpse(std::span(&touching, 1));
      ASSERT_NE(again.outcome, Outcome::free);
      seen_by_likely_pairs += again.outcome == Outcome::contact;
    }
    // Pairs that do not touch, or are none, do no harm.
    const std::pair<int, int> none(0, 0);
    query.step().tree(0).move(tree.zero_configuration(), tree.zero_configuration());
    const Outcome still = query.first_contact().outcome, glimpse = query.glimpse(std::span(&none, 1)).outcome;
    EXPECT_TRUE(glimpse == Outcome::undecided || glimpse == still);
  }
  EXPECT_GT(seen, worlds / 10);
  EXPECT_GT(proven, 0);
  EXPECT_GT(missed, 0);
  EXPECT_GT(seen_by_likely_pairs, 0);
}

struct Drawn {
  Problem problem;
  WaypointMatrix rows;
};

/// A world and a path in it of which some segments are free and some are not.
Drawn draw_path(Draw& draw, int segments) {
  Drawn drawn{draw_clutter(draw, draw.integer(2, 6), draw.integer(8, 20), 1.0), {}};
  const KinematicTree& tree = drawn.problem.robots[0].robot.tree;
  drawn.rows.resize(segments + 1, tree.coordinate_count());
  Configuration q = draw_step(draw, tree, tree.zero_configuration(), 180);
  const double step = draw.coin() ? 45.0 : 15.0;
  for (int i = 0; i <= segments; ++i) drawn.rows.row(i) = q = draw_step(draw, tree, q, step);
  return drawn;
}

Statistics sum(const Verdict& verdict) {
  Statistics all;
  for (const SegmentVerdict& segment : verdict.segments) all += segment.statistics;
  return all;
}

TEST(AnyContact, OfAPathIsWhatFirstSaysOfIt) {
  Draw draw;
  int contacts = 0, frees = 0;
  const int worlds = cases(25, 600);
  for (int k = 0; k < worlds; ++k) {
    SCOPED_TRACE(story(draw.seed(), k));
    const Drawn drawn = draw_path(draw, draw.integer(1, 6));
    const Checker checker(drawn.problem, by(draw.coin() ? Strategy::tube : Strategy::bisect));
    PathChecker paths(checker, {.remembered_segments = draw.coin() ? 4096u : 2u});
    const ConfigurationSteps steps(checker.model(), drawn.rows);
    const Verdict first = paths.first(steps);
    const Outcome outcome = paths.any_outcome(steps);
    ASSERT_EQ(outcome, first.outcome);
    for (int again = 0; again < 2; ++again) ASSERT_EQ(paths.any(steps).outcome, outcome);
    // A part of the path, then the whole one: what was remembered must not make anything free.
    const WaypointMatrix part = drawn.rows.topRows(drawn.rows.rows() / 2 + 1);
    ASSERT_EQ(paths.any_outcome(part), paths.first(ConfigurationSteps(checker.model(), part)).outcome);
    const Verdict any = paths.any(steps);
    ASSERT_EQ(any.outcome, outcome);
    (outcome == Outcome::contact ? contacts : frees) += 1;
    if (outcome != Outcome::contact) {
      ASSERT_EQ(any.segments.size(), static_cast<std::size_t>(steps.segment_count()));
      continue;
    }
    ASSERT_EQ(any.segments.size(), 1u);
    EXPECT_EQ(checker.check(steps, static_cast<int>(any.segments[0].index)).outcome, Outcome::contact);
    EXPECT_FALSE(any.segments[0].pairs.empty());
  }
  EXPECT_GT(contacts, worlds / 5);
  EXPECT_GT(frees, worlds / 10);
}

TEST(AnyContact, RemembersSegmentsUpToALimit) {
  Draw draw;
  int free_paths = 0, resumed = 0, worlds = 0;
  for (; worlds < 4000 && (free_paths < 5 || resumed < 5); ++worlds) {
    SCOPED_TRACE(story(draw.seed(), worlds));
    const Drawn drawn = draw_path(draw, 5);
    const Checker checker(drawn.problem, by(Strategy::bisect));
    const ConfigurationSteps steps(checker.model(), drawn.rows);
    PathChecker paths(checker), forgetful(checker, {.remembered_segments = 2}),
        none(checker, {.remembered_segments = 0});
    const Verdict fresh = paths.any(steps);
    const auto& segments = fresh.segments;
    const bool all_need_boxes =
        std::all_of(segments.begin(), segments.end(), [](const auto& s) { return s.statistics.volumes > 0; });
    if (fresh.outcome == Outcome::free && all_need_boxes) {
      ++free_paths;
      EXPECT_EQ(sum(paths.any(steps)).volumes, 0u);
      forgetful.any(steps);
      none.any(steps);
      const std::uint64_t some = sum(forgetful.any(steps)).volumes, all = sum(none.any(steps)).volumes;
      EXPECT_EQ(all, sum(fresh).volumes);
      EXPECT_LT(some, all);
      EXPECT_GT(some, 0u);
    } else if (fresh.outcome == Outcome::contact && fresh.segments[0].index > 0) {
      // The segments before the colliding one: begun, not finished, and taken up where they were left.
      const WaypointMatrix before = drawn.rows.topRows(fresh.segments[0].index + 1);
      PathChecker other(checker);
      const ConfigurationSteps part(checker.model(), before);
      const Verdict anew = other.any(part), taken_up = paths.any(part);
      EXPECT_EQ(anew.outcome, taken_up.outcome);
      if (anew.outcome == Outcome::free) {  // else it depends on which contact is met first
        EXPECT_LE(sum(taken_up).volumes, sum(anew).volumes);
        resumed += sum(taken_up).volumes < sum(anew).volumes ? 1 : 0;
      }
      EXPECT_EQ(sum(paths.any(steps)).volumes, 0u);  // the colliding one is remembered as such
    }
  }
  EXPECT_GE(free_paths, 5);
  EXPECT_GE(resumed, 5);
}

/// A ball that slides along a plate, or past its edge, one micrometre away.
Problem near_pass(double gap_m, bool along) {
  const double radius = 0.01;
  Robot robot =
      chain({{JointType::prismatic, at(-0.01, 0.0, radius + gap_m), Vector3::UnitX(), {{Pose{}, Sphere{radius}}}}});
  const MeshPointer plate = box_mesh(along ? Vector3(0.1, 0.1, 0.02) : Vector3(1e-4, 0.1, 0.02));
  return problem_of(std::move(robot), {object("plate", at(0.0, 0.0, -0.01), plate)});
}

TEST(AnyContact, AMicrometreAwayEndsWithTheRightAnswer) {
  const double tolerance = 2e-7;
  for (const bool along : {true, false}) {
    for (const double gap : {1e-6, -1e-9}) {
      const Problem problem = near_pass(gap, along);
      for (const Strategy strategy : {Strategy::tube, Strategy::interval, Strategy::bisect}) {
        SCOPED_TRACE(static_cast<int>(strategy));
        const Checker checker(problem, by(strategy, tolerance), {.self_collision = false});
        Query query = checker.query();
        Configuration from(1), to(1);
        from << 0.0;
        to << 0.02;
        query.step().tree(0).move(from, to);
        const Outcome expected = gap > 0.0 ? Outcome::free : Outcome::contact;
        const Answer& first = query.first_contact();
        EXPECT_EQ(first.outcome, expected);
        // docs/maths/bisection.md: 4 L / d + 1 windows for a pair; the ball travels 2 cm.
        EXPECT_LE(first.statistics.windows, 4.0 * 0.0201 / tolerance + 1.0);
        EXPECT_EQ(query.any_contact().outcome, expected);
      }
    }
  }
}

}  // namespace
}  // namespace tocca::testing::any_contact_tests
