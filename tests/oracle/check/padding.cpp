// What is proven here: a body with padding is checked as if it were grown by that much on all sides, for every kind of pair, every strategy
// and every kind of question.
// Oracle: balls and capsules that really are that much thicker (their Minkowski sum with a ball is a ball, or a capsule); and for boxes,
// whose sum has no primitive, the closed formula of the distance between a ball and a box.
#include <gtest/gtest.h>

#include <cmath>

#include "check/model/problem_pairs.hpp"
#include "testing/draw.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/contact_intervals.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/check/query.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::padding_tests {
namespace {

using testing::Draw;

constexpr double tolerance_m = 1e-6;

/// A ball or a capsule, and the same grown.
struct Round {
  double radius, length;  ///< length 0: a ball
  Geometry grown(double by) const {
    return length > 0.0 ? Geometry(Capsule{radius + by, length}) : Geometry(Sphere{radius + by});
  }
};

Round draw_round(Draw& draw) { return {draw.uniform(0.02, 0.08), draw.coin() ? draw.uniform(0.05, 0.3) : 0.0}; }

/// Two arms among balls and capsules; the first carries an object in half of the cases. `grown`: without padding, but thicker.
struct Cell {
  Problem padded, grown;
};

class CellMaker {
 public:
  explicit CellMaker(Draw& draw) : draw_(draw) {}

  Cell make() {
    const int robots = draw_.integer(1, 2);
    for (int k = 0; k < robots; ++k) add_arm(k, robots > 1);
    for (int k = 0; k < 4; ++k) add_object(k);
    const double clearance = draw_.coin() ? 0.0 : draw_.uniform(0.0, 0.02);
    const double own = draw_.uniform(0.0, 0.05);
    const bool carries = draw_.coin();
    for (Problem* problem : {&cell_.padded, &cell_.grown}) {
      problem->clearance.default_m = clearance;
      problem->clearance.pairs.push_back({link(robots, "tip"), "object0", own});
      if (carries) problem->attached.push_back({0, 3, 3});
    }
    return std::move(cell_);
  }

 private:
  static std::string link(int robots, const char* name) { return (robots > 1 ? "arm0/" : "") + std::string(name); }

  double draw_padding(const std::string& body) {
    if (draw_.coin(0.3)) return 0.0;
    const double metres = draw_.coin(0.1) ? 0.0 : draw_.log_uniform(1e-4, 0.05);
    cell_.padded.padding.push_back({body, metres});
    return metres;
  }

  void add_arm(int number, bool several) {
    const std::string name = "arm" + std::to_string(number);
    std::vector<Link> plain = {{"base", {}}}, thick = plain;
    std::vector<KinematicTree::JointSpec> joints;
    const char* links[] = {"base", "upper", "lower", "tip"};
    for (int k = 1; k < 4; ++k) {
      const Round shape = draw_round(draw_);
      Pose placed = draw_.pose(0.02);
      placed.translation.x() += 0.12;
      const double padding = draw_padding((several ? name + "/" : "") + links[k]);
      plain.push_back({links[k], {{placed, shape.grown(0.0)}}});
      thick.push_back({links[k], {{placed, shape.grown(padding)}}});
      KinematicTree::JointSpec joint;
      joint.name = "j" + std::to_string(k);
      joint.type = draw_.coin(0.8) ? JointType::revolute : JointType::prismatic;
      joint.parent_link = links[k - 1];
      joint.child_link = links[k];
      joint.axis = draw_.direction();
      joint.origin.translation = Vector3(k == 1 ? 0.0 : 0.25, 0, 0);
      joints.push_back(joint);
    }
    RobotTask task;
    task.base.translation = draw_.vector(0.3) + Vector3(0.6 * number, 0, 0);
    const int waypoints = 4;
    task.path.waypoints = WaypointMatrix(waypoints, 3);
    for (int row = 0; row < waypoints; ++row) {
      for (int column = 0; column < 3; ++column) task.path.waypoints(row, column) = draw_.uniform(-0.8, 0.8);
    }
    task.path.interpolation.assign(3, Interpolation::linear);
    task.robot = {name, KinematicTree::build(plain, joints), {}};
    cell_.padded.robots.push_back(task);
    task.robot = {name, KinematicTree::build(thick, joints), {}};
    cell_.grown.robots.push_back(task);
  }

  void add_object(int number) {
    const std::string name = "object" + std::to_string(number);
    const Round shape = draw_round(draw_);
    const Pose pose = draw_.pose(0.8);
    const double padding = draw_padding(name);
    cell_.padded.scene.objects.push_back({name, pose, {{{}, shape.grown(0.0)}}});
    cell_.grown.scene.objects.push_back({name, pose, {{{}, shape.grown(padding)}}});
  }

  Draw& draw_;
  Cell cell_;
};

/// How near the grown bodies come to their clearance, at the worst: by how much the two verdicts may be judged either way.
bool is_close_call(const Problem& grown, const PairSettings& pairs) {
  for (const double more : {-2.0 * tolerance_m, 2.0 * tolerance_m}) {
    Problem other = grown;
    CheckSettings settings;
    settings.tolerance_m = 1e-7;
    other.clearance.default_m = std::max(0.0, grown.clearance.default_m + more);
    for (Clearance::ForPair& pair : other.clearance.pairs) pair.clearance_m = std::max(0.0, pair.clearance_m + more);
    PairSettings own = pairs;
    own.self_clearance_m = std::max(0.0, own.self_clearance_m + more);
    const Checker checker(other, settings, own);
    const auto steps = steps_of(other, checker.model());
    const Checker plain(grown, settings, pairs);
    const auto plain_steps = steps_of(grown, plain.model());
    if (PathChecker(checker).first(*steps).outcome != PathChecker(plain).first(*plain_steps).outcome) return true;
  }
  return false;
}

struct Case {
  const char* name;
  Strategy strategy;
  Find find;
  bool joint_cells;
};
constexpr Case all_cases[] = {{"tube", Strategy::tube, Find::first, false},
                              {"interval", Strategy::interval, Find::first, false},
                              {"bisect", Strategy::bisect, Find::first, false},
                              {"any", Strategy::tube, Find::any, false},
                              {"any, joint cells", Strategy::tube, Find::any, true}};

TEST(Padding, IsTheSameAsThickerBodies) {
  Draw draw;
  int free = 0, contacts = 0, close = 0, same_time = 0, later = 0, nonzero = 0;
  const int count = testing::cases(120, 4000);
  for (int k = 0; k < count; ++k) {
    const Cell cell = CellMaker(draw).make();
    const double self_clearance = draw.coin() ? 0.0 : draw.uniform(0.0, 0.01);
    SCOPED_TRACE(testing::story(draw.seed(), k));
    std::optional<bool> close_call;
    for (const Case& one : all_cases) {
      SCOPED_TRACE(one.name);
      CheckSettings settings;
      settings.tolerance_m = tolerance_m;
      settings.strategy = one.strategy;
      PairSettings pairs;
      pairs.self_clearance_m = self_clearance;
      pairs.joint_cells = one.joint_cells;
      const Checker padded(cell.padded, settings, pairs), grown(cell.grown, settings, pairs);
      const auto of_padded = steps_of(cell.padded, padded.model()), of_grown = steps_of(cell.grown, grown.model());
      std::vector<SegmentVerdict> a(3), b(3);
      const std::size_t has_a = padded.check(*of_padded, 0, one.find, true, a);
      const std::size_t has_b = grown.check(*of_grown, 0, one.find, true, b);
      const SegmentVerdict &last_a = a[has_a - 1], &last_b = b[has_b - 1];
      if (last_a.outcome != last_b.outcome || has_a != has_b) {
        if (!close_call) close_call = is_close_call(cell.grown, pairs);
        EXPECT_TRUE(*close_call) << static_cast<int>(last_a.outcome) << " at " << last_a.index << ", grown "
                                 << static_cast<int>(last_b.outcome) << " at " << last_b.index;
        ++close;
        continue;
      }
      if (last_a.outcome == Outcome::free) ++free;
      if (last_a.outcome != Outcome::contact) continue;
      ++contacts;
      if (one.find == Find::any) continue;
      if (!last_a.initial) ++later;
      EXPECT_EQ(last_a.initial, last_b.initial);
      if (std::fabs(last_a.time.hi - last_b.time.hi) < 1e-4 && !last_a.initial) ++same_time;
      for (const NamedContact& contact : last_a.contacts) nonzero += contact.distance_m > tolerance_m;
    }
  }
  EXPECT_GT(free, count);       // of five questions per cell, many are free,
  EXPECT_GT(contacts, count);   // and many are not,
  EXPECT_GT(later, count / 2);  // of which many begin on the way,
  EXPECT_GT(same_time, later * 98 / 100);
  EXPECT_LT(close, count / 10);
  EXPECT_GT(nonzero, count / 2);  // and most of what is reported does not touch
}

TEST(Padding, DistancesAreThoseOfThickerBodies) {
  Draw draw;
  int apart = 0, touching = 0, moved = 0;
  const int count = testing::cases(100, 3000);
  for (int k = 0; k < count; ++k) {
    const Cell cell = CellMaker(draw).make();
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Checker padded(cell.padded), grown(cell.grown);
    const auto of_padded = steps_of(cell.padded, padded.model()), of_grown = steps_of(cell.grown, grown.model());
    for (int segment = 0; segment < 3; ++segment) {
      const Nearest a = padded.distance(*of_padded, segment), b = grown.distance(*of_grown, segment);
      EXPECT_LE(a.lower, a.upper);
      EXPECT_LE(a.lower, b.upper + 1e-12);  // what is thicker was itself rounded
      EXPECT_LE(b.lower, a.upper + 1e-12);
      (a.lower > 0.0 ? apart : touching) += 1;
      if (a.lower > 0.0) {
        EXPECT_NEAR((a.point_a - a.point_b).norm(), a.upper, 1e-9);
        if ((a.point_a - b.point_a).norm() < 1e-6) ++moved;
      } else if (b.upper == 0.0 || b.upper < 1e-12) {
        EXPECT_LT(a.upper, 1e-9);
      }
    }
    const ClearanceProfile least = ClearanceSearch(padded).profile(*of_padded),
                           other = ClearanceSearch(grown).profile(*of_grown);
    EXPECT_TRUE(least.decided);
    EXPECT_LE(least.lower, least.upper);
    EXPECT_LE(least.lower, other.upper + 1e-12);
    EXPECT_LE(other.lower, least.upper + 1e-12);
    for (const ClearancePoint& point : least.curve) {
      const auto segment = static_cast<int>(point.at.segment);
      if (point.at.t != 0.0 || segment > 2) continue;
      const Nearest there = grown.distance(*of_grown, segment);
      EXPECT_LE(point.lower, there.upper + 1e-12);
      EXPECT_LE(there.lower, point.upper + 1e-12);
    }
  }
  EXPECT_GT(apart, count / 2);
  EXPECT_GT(touching, count / 8);
  EXPECT_GT(moved, apart * 9 / 10);  // the points are those of the thicker bodies
}

TEST(Padding, IntervalsAreThoseOfThickerBodies) {
  Draw draw;
  int listed = 0, alike = 0;
  const int count = testing::cases(150, 1000);
  for (int k = 0; k < count; ++k) {
    const Cell cell = CellMaker(draw).make();
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Checker padded(cell.padded), grown(cell.grown);
    const ContactList a = ContactIntervals(padded).find(*steps_of(cell.padded, padded.model())),
                      b = ContactIntervals(grown).find(*steps_of(cell.grown, grown.model()));
    listed += static_cast<int>(b.intervals.size());
    if (a.intervals.size() != b.intervals.size()) continue;
    for (std::size_t i = 0; i < a.intervals.size(); ++i) {
      const ContactInterval &x = a.intervals[i], &y = b.intervals[i];
      if (x.a != y.a || x.b != y.b) continue;
      alike += x.enter.lo.segment == y.enter.lo.segment && std::fabs(x.enter.lo.t - y.enter.lo.t) < 1e-3;
    }
  }
  EXPECT_GT(listed, count / 4);
  EXPECT_GT(alike, listed * 95 / 100);
}

/// Of a ball and a box, in the box's frame.
double ball_to_box(const Vector3& centre, double radius, const Vector3& half) {
  return std::max(0.0, (centre.cwiseAbs() - half).cwiseMax(0.0).norm() - radius);
}

MeshPointer box_mesh(const Vector3& half) {
  std::vector<Vector3> v;
  for (int i = 0; i < 8; ++i) v.push_back(half.cwiseProduct(Vector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return std::make_shared<const TriangleMesh>(v, std::vector<Triangle>{{0, 2, 3},
                                                                       {0, 3, 1},
                                                                       {0, 1, 5},
                                                                       {0, 5, 4},
                                                                       {1, 3, 7},
                                                                       {1, 7, 5},
                                                                       {3, 2, 6},
                                                                       {3, 6, 7},
                                                                       {2, 0, 4},
                                                                       {2, 4, 6},
                                                                       {4, 5, 7},
                                                                       {4, 7, 6}});
}

TEST(Padding, OfBoxesAndMeshesIsExact) {
  Draw draw;
  int free = 0, contacts = 0, near = 0;
  const int count = testing::cases(400, 20000);
  for (int k = 0; k < count; ++k) {
    const Vector3 half = Vector3(draw.uniform(0.05, 0.3), draw.uniform(0.05, 0.3), draw.uniform(0.05, 0.3));
    const double radius = draw.uniform(0.02, 0.1), pad_ball = draw.coin() ? draw.log_uniform(1e-6, 0.1) : 0.0,
                 pad_box = draw.coin() ? draw.log_uniform(1e-6, 0.1) : draw.uniform(0.02, 0.1),
                 clearance = draw.coin() ? draw.uniform(0.0, 0.05) : 0.0;
    KinematicTree::JointSpec joint;
    joint.name = "free", joint.type = JointType::prismatic, joint.parent_link = "base", joint.child_link = "ball";
    joint.axis = draw.direction();
    Problem problem;
    RobotTask task;
    task.robot = {"robot", KinematicTree::build({{"base", {}}, {"ball", {{{}, Sphere{radius}}}}}, {joint}), {}};
    task.base.translation = draw.vector(0.35);
    problem.robots.push_back(task);
    const Geometry box = draw.coin() ? Geometry(Box{2.0 * half}) : Geometry(box_mesh(half));
    const Pose X_WB = draw.pose(0.1);
    problem.scene.objects.push_back({"box", X_WB, {{{}, box}}});
    problem.padding = {{"ball", pad_ball}, {"box", pad_box}};
    problem.clearance.default_m = clearance;
    const double slide = draw.uniform(-0.1, 0.1);
    const double distance =
        ball_to_box(X_WB.inverse() * Vector3(task.base.translation + slide * joint.axis), radius, half);
    SCOPED_TRACE(testing::story(draw.seed(), k, distance, pad_ball, pad_box, clearance));
    const Checker checker(problem);
    const Configuration q = Configuration::Constant(1, slide);
    const SegmentVerdict verdict = checker.check(q);
    const double asked = pad_ball + pad_box + clearance;
    if (distance > asked + tolerance_m) {
      EXPECT_EQ(verdict.outcome, Outcome::free);
      ++free;
    } else if (distance <= asked) {
      EXPECT_EQ(verdict.outcome, Outcome::contact);
      ++contacts;
      for (const NamedContact& contact : verdict.contacts) EXPECT_LE(contact.distance_m, asked + 2.0 * tolerance_m);
      near += distance > 1e-3;
    }
    const Nearest nearest = checker.distance(q);
    const double grown = std::max(0.0, distance - pad_ball - pad_box);
    EXPECT_LE(nearest.lower, grown + 1e-12);
    EXPECT_GE(nearest.upper, grown - 1e-12);
    EXPECT_LT(nearest.upper - nearest.lower, 1e-9);
  }
  EXPECT_GT(free, count / 8);
  EXPECT_GT(contacts, count / 8);
  EXPECT_GT(near, count / 25);  // that padding alone makes
}

}  // namespace
}  // namespace tocca::padding_tests
