// What is proven here: bodies of a problem that deform are met when arithmetic by hand says so, by whatever moves or stands still, with every
// strategy; and whoever cannot answer about them says so.
#include <gtest/gtest.h>

#include <cmath>

#include "check/model/deforming_bodies.hpp"
#include "check/model/problem_pairs.hpp"
#include "slider.hpp"
#include "testing/draw.hpp"
#include "testing/sheets.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/contact_intervals.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::testing::deforming_tests {
namespace {

Pose at(double x, double y, double z) { return {Matrix3::Identity(), {x, y, z}}; }

/// Frames of a sheet, each at a time and a height.
DeformingBody sheet_at(const std::vector<std::pair<double, double>>& heights, const std::string& name = "sheet",
                       double x = 0.0, int cells = 4) {
  const Sheet sheet = flat_sheet(cells, 1.0);
  auto mesh = std::make_shared<DeformingMesh>();
  mesh->triangles = sheet.triangles;
  for (const auto& [time, z] : heights) {
    mesh->frames.push_back(
        {time, moved(sheet.vertices, [&, z = z](const Vector3& v) { return Vector3(v + Vector3(x, 0, z)); })});
  }
  return {name, mesh};
}

/// The slider's hand, a ball of radius 0.1, at places x at times 0, 1, 2, ... or at stamps.
Problem sliding(const std::vector<double>& x, const std::vector<double>& stamps = {}) {
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = slider();
  task.path.waypoints.resize(static_cast<Eigen::Index>(x.size()), 1);
  for (std::size_t k = 0; k < x.size(); ++k) task.path.waypoints(static_cast<Eigen::Index>(k), 0) = x[k];
  task.path.interpolation = {Interpolation::linear};
  task.path.time_s = stamps;
  return problem;
}

Verdict first(const Problem& problem, const CheckSettings& settings = {}) {
  const Checker checker(problem, settings);
  return PathChecker(checker).first(*steps_of(problem, checker.model()));
}

SegmentVerdict last(const Problem& problem, const CheckSettings& settings = {}) {
  return first(problem, settings).segments.back();
}

/// The truth lies in the bracket, which the tolerance of 1e-6 m may move by what it takes at this speed.
void expect_contact(const SegmentVerdict& found, std::int64_t segment, double t, double speed, const std::string& a,
                    const std::string& b) {
  ASSERT_EQ(found.outcome, Outcome::contact);
  EXPECT_EQ(found.index, segment);
  EXPECT_LE(found.time.lo, t + 1e-12);
  EXPECT_NEAR(found.time.hi, t, 1.1e-6 / speed + 1e-9);
  EXPECT_LE(found.time.hi - found.time.lo, 1e-6);
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_EQ(found.pairs[0], std::pair(a, b));
  ASSERT_FALSE(found.contacts.empty());
}

TEST(Deforming, ATriangleThatDropsOnALinkAtRest) {
  Problem problem = sliding({0.0});
  auto mesh = std::make_shared<DeformingMesh>();
  mesh->triangles = {{0, 1, 2}};
  for (const double z : {1.0, 0.0}) mesh->frames.push_back({2.0 - 2.0 * z, {{-1, -1, z}, {1, -1, z}, {0, 2, z}}});
  problem.deforming.push_back({"sheet", mesh});
  const SegmentVerdict found = last(problem);
  expect_contact(found, 0, 0.9, 1.0, "hand", "sheet");
  EXPECT_EQ(found.contacts[0].kind, ContactKind::round);
  EXPECT_EQ(found.contacts[0].triangles[1], 0);
  EXPECT_NEAR(found.contacts[0].point.z(), 0.1, 2e-6);
}

TEST(Deforming, FramesCutSegmentsAndTimesComeBack) {
  // Up until 0.5, then down by 0.8 a second: 0.1 at 1.625, a quarter into the second segment of the path.
  Problem problem = sliding({0, 0.1, 0.2}, {0.0, 1.5, 2.0});
  problem.deforming.push_back(sheet_at({{0.0, 0.5}, {0.5, 1.0}, {1.75, 0.0}, {2.0, 3.0}}));
  expect_contact(last(problem), 1, 0.25, 0.4, "hand", "sheet");
  const Checker checker(problem);
  const auto steps = steps_of(problem, checker.model());
  ASSERT_EQ(steps->segment_count(), 2);
  EXPECT_EQ(steps->step_count(0), 2);
  EXPECT_EQ(steps->step_count(1), 2);
}

TEST(Deforming, WithoutStampsAWaypointIsAUnitOfTheClock) {
  Problem problem = sliding({0, 0, 0, 0});
  problem.deforming.push_back(sheet_at({{0.5, 1.1}, {2.5, 0.0}}));  // 0.1 at 0.5 + 2 / 1.1
  expect_contact(last(problem), 2, 0.5 + 2.0 / 1.1 - 2.0, 0.55, "hand", "sheet");
}

TEST(Deforming, RestsBeforeItsFirstFrameAndAfterItsLast) {
  // The hand comes under the sheet's edge at x = 2.5 - 0.5: touched while the sheet rests, before it begins to rise and after it has come down.
  for (const double moves_at : {50.0, -50.0}) {
    Problem problem = sliding({0, 4}, {0.0, 1.0});
    const double low = 0.0, high = 1.0;
    problem.deforming.push_back(
        sheet_at({{moves_at, moves_at > 0 ? low : high}, {moves_at + 1, moves_at > 0 ? high : low}}, "sheet", 2.5));
    expect_contact(last(problem), 0, (2.0 - 0.1) / 4.0, 4.0, "hand", "sheet");
  }
  // The clock begins before the first waypoint and ends after the last.
  Problem early = sliding({0, 0}, {0.0, 1.0});
  early.deforming.push_back(sheet_at({{-2, 1}, {-1, 0}, {-0.5, 1}}));
  expect_contact(last(early), -1, 0.9 / 2.0, 2.0, "hand", "sheet");
  Problem late = sliding({0, 0}, {0.0, 1.0});
  late.deforming.push_back(sheet_at({{0, 1}, {2, 1}, {3, 0}}));
  expect_contact(last(late), 1, 1.9 / 2.0, 2.0, "hand", "sheet");
}

TEST(Deforming, MeetsWhatStandsWhatIsHeldAndWhatMoves) {
  const auto with_object = [](const Pose& place) {
    Problem problem = sliding({5, 5}, {0.0, 1.0});
    problem.scene.objects.push_back({"part", place, {{{}, Sphere{0.2}}}});
    return problem;
  };
  Problem stands = with_object(at(0, 0, 0));
  stands.deforming.push_back(sheet_at({{0, 1}, {1, 0}}));
  expect_contact(last(stands), 0, 0.8, 1.0, "part", "sheet");
  Problem held = with_object(at(5, 0, -0.5));
  held.deforming.push_back(sheet_at({{0, -1.5}, {1, -0.5}}, "sheet", 5.0));
  held.attached.push_back({0, 1, 0});
  expect_contact(last(held), 0, 0.8, 1.0, "part", "sheet");
  Problem moves = with_object(at(0, 0, 0));
  moves.moving.push_back({0, ObjectMotion::linear, {{0.0, at(0, 0, 0)}, {1.0, at(0, 0, 1)}}});
  moves.deforming.push_back(sheet_at({{0, 2}, {1, 1}}));  // they close in by 2 from 1.8
  expect_contact(last(moves), 0, 0.9, 2.0, "part", "sheet");
}

TEST(Deforming, SeveralRobotsEachOnItsOwnStamps) {
  Problem problem = sliding({0, 0}, {0.0, 1.0});
  problem.robots.push_back(problem.robots[0]);
  problem.robots[1].robot.name = "other";
  problem.robots[1].base = at(3, 0, 0);
  problem.robots[1].path.time_s = {0.25, 0.75};
  problem.deforming.push_back(sheet_at({{0, 1}, {1, 0}}, "sheet", 3.0));
  const SegmentVerdict found = last(problem);  // segments end at 0.25, 0.75 and 1
  expect_contact(found, 2, 0.6, 0.25, "other/hand", "sheet");
  EXPECT_EQ(first(problem).pairs, 3u);  // each hand with the sheet, and with each other
}

TEST(Deforming, ClearancesPaddingsAndAllowedPairsCount) {
  Problem problem = sliding({0.0});
  problem.deforming.push_back(sheet_at({{0, 1}, {1, 0}}));
  EXPECT_EQ(first(problem).pairs, 1u);
  Problem kept = problem;
  kept.clearance.default_m = 0.2;
  expect_contact(last(kept), 0, 0.7, 1.0, "hand", "sheet");
  EXPECT_NEAR(last(kept).contacts[0].distance_m, 0.2, 2e-6);
  kept.clearance.pairs.push_back({"sheet", "hand", 0.3});
  expect_contact(last(kept), 0, 0.6, 1.0, "hand", "sheet");
  kept.padding = {{"sheet", 0.05}, {"hand", 0.1}};
  expect_contact(last(kept), 0, 0.45, 1.0, "hand", "sheet");
  kept.clearance.pairs[0].clearance_m = -0.05;
  EXPECT_THROW(first(kept), InputError);
  Problem allowed = problem;
  allowed.allowed.push_back({"hand", "sheet", "for the test"});
  EXPECT_EQ(first(allowed).outcome, Outcome::free);
  EXPECT_EQ(first(allowed).pairs, 0u);
  // Allowed while the sheet comes down for the first time, not for the second.
  Problem while_it_does = sliding({0, 0, 0, 0, 0});
  while_it_does.deforming.push_back(sheet_at({{0, 1}, {1, 0}, {2, 1}, {3, 0}, {4, 1}}));
  while_it_does.allowed_stretches.push_back({"hand", "sheet", 0, 0, 2});
  expect_contact(last(while_it_does), 2, 0.9, 1.0, "hand", "sheet");
}

TEST(Deforming, TwoOfThemAreNotCheckedAgainstEachOtherAndTheListSaysSo) {
  Problem problem = sliding({0.0});
  problem.deforming = {sheet_at({{0, 1}, {1, 2}}), sheet_at({{0, 2}, {1, 1}}, "cloth")};
  const Checker checker(problem);
  const ProblemPairs& pairs = checker.model().problem_pairs();
  EXPECT_EQ(pairs.checked.size(), 2u);
  ASSERT_EQ(pairs.excluded.size(), 1u);
  EXPECT_EQ(pairs.reason(pairs.excluded[0]), "both deform");
  EXPECT_EQ(first(problem).outcome, Outcome::free);
}

TEST(Deforming, EveryWayToAskFindsIt) {
  Problem problem = sliding({0, 0.5, 1.0, 0.2});
  problem.deforming.push_back(sheet_at({{0, 1}, {2.5, 0.5}, {3, 0.0}}, "sheet", 0.0, 9));
  for (const Strategy strategy : {Strategy::tube, Strategy::interval, Strategy::bisect}) {
    CheckSettings settings;
    settings.strategy = strategy;
    const Checker checker(problem, settings);
    const auto steps = steps_of(problem, checker.model());
    const SegmentVerdict found = PathChecker(checker).first(*steps).segments.back();
    expect_contact(found, 2, 0.9, 1.0, "hand", "sheet");
    PathChecker paths(checker);
    const Verdict any = paths.any(*steps);
    ASSERT_EQ(any.outcome, Outcome::contact);
    ASSERT_EQ(any.segments.size(), 1u);
    EXPECT_EQ(any.segments[0].index, 2);
    std::vector<SegmentOutcome> of_segments;
    EXPECT_EQ(paths.any_outcome(*steps, of_segments), Outcome::contact);
    EXPECT_EQ(of_segments.at(2).outcome, Outcome::contact);
    EXPECT_EQ(checker.check(*steps, 2, Find::any).outcome, Outcome::contact);
    EXPECT_EQ(checker.check(*steps, 1, Find::any).outcome, Outcome::free);
    Query query = checker.query();
    steps->set(2, 1, query.step());
    EXPECT_TRUE(query.free_at(0.0));
    EXPECT_TRUE(query.free_at(0.79));
    EXPECT_FALSE(query.free_at(0.81));
    EXPECT_EQ(query.static_contact(1.0).outcome, Outcome::contact);
    EXPECT_NE(query.glimpse().outcome, Outcome::free);
  }
}

TEST(Deforming, TheSameBitsWithAnyNumberOfThreads) {
  Problem problem = sliding({});
  problem.robots[0].path.waypoints.resize(60, 1);
  for (Eigen::Index k = 0; k < 60; ++k) problem.robots[0].path.waypoints(k, 0) = 0.01 * static_cast<double>(k);
  DeformingBody body = sheet_at({{0, 1}, {10.3, 0.4}, {20, 0.8}, {31, 0.11}, {40, 0.6}, {70, 0.0}}, "sheet", 0.0, 12);
  problem.deforming.push_back(body);
  const auto run = [&](int threads) {
    const ThreadLimit limit(threads);
    return first(problem);
  };
  const Verdict one = run(1), four = run(4);
  EXPECT_EQ(one.outcome, Outcome::contact);
  ASSERT_EQ(one.segments.size(), four.segments.size());
  EXPECT_EQ(one.segments.back().time.lo, four.segments.back().time.lo);
  EXPECT_EQ(one.segments.back().time.hi, four.segments.back().time.hi);
  EXPECT_EQ(one.statistics.volumes, four.statistics.volumes);
  EXPECT_EQ(one.statistics.triangle_pairs, four.statistics.triangle_pairs);
}

TEST(Deforming, ASpentBudgetIsNeverFree) {
  Problem problem = sliding({0, 1});
  problem.deforming.push_back(sheet_at({{0, 1}, {1, 0}}, "sheet", 0.5, 12));
  int undecided = 0;
  for (const std::uint64_t budget : {0, 1, 3, 10, 30, 100, 1'000, 100'000}) {
    CheckSettings settings;
    settings.budget = budget;
    const Outcome outcome = first(problem, settings).outcome;
    EXPECT_NE(outcome, Outcome::free) << budget;
    undecided += outcome == Outcome::undecided;
  }
  EXPECT_GE(undecided, 3);
}

/// Every triangle with vertices of its own, as STL has them.
Sheet cut_apart(const Sheet& whole) {
  Sheet heap;
  for (const Triangle& triangle : whole.triangles) {
    for (const Index corner : triangle) heap.vertices.push_back(whole.vertices[corner]);
    const auto n = static_cast<Index>(heap.vertices.size());
    heap.triangles.push_back({n - 3, n - 2, n - 1});
  }
  return heap;
}

TEST(Deforming, VerticesThatNoFrameTellsApartAreOne) {
  const Sheet box = cut_apart(closed_box(2.0));
  const auto frames = [&](const std::function<Vector3(const Vector3&)>& end) {
    auto mesh = std::make_shared<DeformingMesh>();
    mesh->triangles = box.triangles;
    mesh->frames = {{0.0, box.vertices}, {1.0, moved(box.vertices, end)}};
    return mesh;
  };
  Problem problem = sliding({0.0});  // the hand is in the middle of it
  problem.deforming.push_back({"balloon", frames([](const Vector3& v) { return Vector3(1.5 * v); })});
  const Verdict inside = first(problem);
  ASSERT_EQ(inside.outcome, Outcome::contact);
  EXPECT_TRUE(inside.segments[0].initial);
  EXPECT_EQ(inside.segments[0].contacts.at(0).kind, ContactKind::inside);
  // Together at the start only, the triangles fly apart: a heap of surfaces, with nothing inside.
  auto apart = frames([](const Vector3& v) { return Vector3(1.5 * v); });
  for (std::size_t k = 0; k < box.vertices.size(); ++k)
    apart->frames[1].vertices[k] *= 1.0 + 0.01 * static_cast<double>(k / 3);
  problem.deforming[0].mesh = apart;
  EXPECT_EQ(first(problem).outcome, Outcome::free);
}

TEST(Deforming, TrianglesWithoutAreaAndFramesThatAreEqualAreMet) {
  Problem problem = sliding({0, 2}, {0.0, 1.0});
  auto mesh = std::make_shared<DeformingMesh>();
  mesh->triangles = {{0, 1, 2}, {0, 0, 0}};
  const std::vector<Vector3> point(3, Vector3(1, 0, 0));
  mesh->frames = {{0.0, point}, {0.5, point}, {2.0, point}};
  problem.deforming.push_back({"speck", mesh});
  expect_contact(last(problem), 0, 0.45, 2.0, "hand", "speck");
}

TEST(Deforming, WhoCannotAnswerAboutItSaysSo) {
  Problem problem = sliding({0, 1});
  problem.deforming.push_back(sheet_at({{0, 1}, {1, 0.5}}));
  const Checker checker(problem);
  EXPECT_THROW(checker.distance(Configuration::Zero(1)), InputError);
  EXPECT_THROW(checker.distance(*steps_of(problem, checker.model()), 0), InputError);
  EXPECT_THROW(checker.query().distance(), InputError);
  EXPECT_THROW(ClearanceSearch{checker}, InputError);
  EXPECT_THROW(ContactIntervals{checker}, InputError);
  // Where no clock runs, it rests where it is when the clock starts.
  EXPECT_EQ(checker.check(Configuration::Zero(1), Configuration::Ones(1)).outcome, Outcome::free);
  problem.deforming[0] = sheet_at({{0, 0.05}, {1, 1}});
  EXPECT_EQ(Checker(problem).check(Configuration::Zero(1), Configuration::Ones(1)).outcome, Outcome::contact);
}

TEST(Deforming, BodiesOfTheCallerComeAfterThoseOfTheProblem) {
  Problem problem = sliding({0.0});
  problem.deforming.push_back(sheet_at({{0, 1}, {1, 0.5}}));
  const Checker checker(problem);
  const Sheet sheet = flat_sheet(3, 1.0);
  const DeformableMesh curtain(sheet.vertices, sheet.triangles);
  const DeformableObstacle obstacle{"curtain", &curtain};
  const Configuration q = Configuration::Zero(1);
  EXPECT_EQ(checker.check(q, q, std::span(&obstacle, 1)).pairs.at(0).second, "curtain");
}

TEST(Deforming, FramesThatDoNotFitAreRefused) {
  const auto refused = [](const std::function<void(Problem&, DeformingMesh&)>& spoil) {
    Problem problem = sliding({0.0});
    DeformingBody body = sheet_at({{0, 1}, {1, 0.5}});
    auto mesh = std::make_shared<DeformingMesh>(*body.mesh);
    body.mesh = mesh;
    problem.deforming.push_back(body);
    EXPECT_NO_THROW(Checker{problem});
    spoil(problem, *mesh);
    EXPECT_THROW(Checker{problem}, InputError);
  };
  refused([](Problem&, DeformingMesh& mesh) { mesh.frames.pop_back(); });
  refused([](Problem&, DeformingMesh& mesh) { mesh.frames[1].vertices.pop_back(); });
  refused([](Problem&, DeformingMesh& mesh) { mesh.frames[1].time = 0.0; });
  refused([](Problem&, DeformingMesh& mesh) { mesh.frames[1].time = std::nan(""); });
  refused([](Problem&, DeformingMesh& mesh) { mesh.frames[1].vertices[3].y() = std::nan(""); });
  refused([](Problem&, DeformingMesh& mesh) { mesh.triangles[0][1] = 1000; });
  refused([](Problem&, DeformingMesh& mesh) { mesh.triangles.clear(); });
  refused([](Problem& problem, DeformingMesh&) { problem.deforming[0].mesh = nullptr; });
  refused([](Problem& problem, DeformingMesh&) { problem.deforming[0].name = "hand"; });
  refused([](Problem& problem, DeformingMesh&) { problem.deforming.push_back(problem.deforming[0]); });
}

/// Against long double, whose rounding is 2^-11 of ours.
TEST(Deforming, PlacesAreWithinTheirRoundingOfTheTruth) {
  Draw draw;
  double worst = 0.0;
  for (int k = 0; k < 20'000; ++k) {
    const double size = draw.log_uniform(1e-3, 1e6), T0 = draw.uniform(-1e3, 1e3),
                 T1 = T0 + draw.log_uniform(1e-6, 1e3);
    auto mesh = std::make_shared<DeformingMesh>();
    mesh->triangles = {{0, 0, 0}};
    const auto vertex = [&] { return Vector3(size * draw.uniform(-1, 1), size * draw.uniform(-1, 1), size); };
    const Vector3 p = vertex(), q = draw.coin() ? vertex() : Vector3(-p);
    mesh->frames = {{T0, {p}}, {T1, {q}}};
    const DeformingMotion motion = DeformingMotion::of({"point", mesh});
    double begin = T0 + draw.uniform(0, 1) * (T1 - T0), end = T0 + draw.uniform(0, 1) * (T1 - T0);
    if (begin > end) std::swap(begin, end);
    begin = std::max(begin, T0), end = std::min(end, T1);
    std::vector<Vector3> from, to;
    const double rounding = motion.place({begin, end}, from, to);
    for (const auto& [time, place] : {std::pair(begin, from[0]), std::pair(end, to[0])}) {
      const long double share = (static_cast<long double>(time) - T0) / (static_cast<long double>(T1) - T0);
      long double error = 0.0L;
      for (int i = 0; i < 3; ++i) {
        const long double truth = (1.0L - share) * p[i] + share * q[i];
        error += (truth - place[i]) * (truth - place[i]);
      }
      error = std::sqrt(error);
      ASSERT_LE(error, static_cast<long double>(rounding)) << story(draw.seed(), k, size, T0, T1, time);
      worst = std::max(worst, static_cast<double>(error / rounding));
    }
  }
  EXPECT_GT(worst, 0.02);  // the bound is not empty talk
  const DeformingMotion whole = DeformingMotion::of(sheet_at({{0, 1}, {3, 0.7}}));
  std::vector<Vector3> from, to;
  EXPECT_EQ(whole.place({0, 3}, from, to), 0.0);  // frames are exact
  EXPECT_EQ(to[0].z(), 0.7);
}

}  // namespace
}  // namespace tocca::testing::deforming_tests
