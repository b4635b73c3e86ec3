// What is proven here: pairs are looked at while they rest. In drawn problems whose objects are carried or move for a part of
// the path and rest before and after, what every strategy says of each segment, the list of all contacts and the clearance
// curve agree with the judge at every sample: nothing that is claimed apart touches, what is claimed to touch does. Oracle: places
// of carried and moving objects worked out here, kinematics and distances of the judge (testing/judge.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "check/steps/timeline.hpp"
#include "testing/draw.hpp"
#include "testing/judge.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/contact_intervals.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::testing::resting_tests {
namespace {

using Eigen::Isometry3d;
using Names = JudgedWorld::Names;

/// The judge's poses are plain doubles: this covers their rounding at any size used here.
constexpr double judge_rounding_m = 1e-11;
constexpr double tolerance_m = 1e-6;

/// A problem with the judge's own idea of where everything is.
class RestingWorld {
 public:
  explicit RestingWorld(const Problem& problem) : problem_(problem), world_(problem, false) {}

  const JudgedWorld& world() const { return world_; }
  int segments() const { return static_cast<int>(path().waypoints.rows()) - 1; }

  void place(int segment, double t) {
    world_.place(0, between(tree(), row(segment), row(segment + 1), t));
    for (std::size_t k = 0; k < problem_.scene.objects.size(); ++k) {
      if (moves_ever(static_cast<int>(k)))
        world_.place_object(static_cast<int>(k), pose(static_cast<int>(k), segment + t));
    }
  }

  bool moves_ever(int object) const {
    return std::any_of(problem_.attached.begin(), problem_.attached.end(),
                       [&](auto& a) { return a.object == object; }) ||
           std::any_of(problem_.moving.begin(), problem_.moving.end(), [&](auto& m) { return m.object == object; });
  }
  /// Is it in the hand during a segment?
  bool held(int object, int segment) const {
    return std::any_of(problem_.attached.begin(), problem_.attached.end(),
                       [&](const Attachment& a) { return a.object == object && a.from <= segment && segment < a.to; });
  }
  bool rests(int object, int segment) const {
    return !held(object, segment) &&
           std::none_of(problem_.moving.begin(), problem_.moving.end(), [&](const MovingObject& m) {
             return m.object == object && m.poses.front().time < segment + 1 && m.poses.back().time > segment;
           });
  }
  bool allowed(const Names& names, int segment) const {
    return std::any_of(problem_.allowed_stretches.begin(), problem_.allowed_stretches.end(),
                       [&](const AllowedStretch& pair) {
                         const bool meant = Names(pair.a, pair.b) == names || Names(pair.b, pair.a) == names;
                         return meant && pair.from <= segment && segment < pair.to;
                       });
  }

 private:
  const Path& path() const { return problem_.robots[0].path; }
  const KinematicTree& tree() const { return problem_.robots[0].robot.tree; }
  Configuration row(int k) const { return path().waypoints.row(std::min(k, segments())); }

  Isometry3d hand(int link, double time) const {
    const int segment = std::clamp(static_cast<int>(time), 0, segments() - 1);
    std::vector<Isometry3d> poses;
    place_links(tree(), problem_.robots[0].base, between(tree(), row(segment), row(segment + 1), time - segment),
                poses);
    return poses[static_cast<std::size_t>(link)];
  }

  /// Events of one object do not overlap: the hand from waypoint to waypoint, or its own poses.
  Isometry3d pose(int object, double time) const {
    struct Event {
      double begin, end;
      int link = -1;
      const MovingObject* moving = nullptr;
    };
    std::vector<Event> events;
    for (const Attachment& a : problem_.attached) {
      if (a.object == object) events.push_back({static_cast<double>(a.from), static_cast<double>(a.to), a.link});
    }
    for (const MovingObject& m : problem_.moving) {
      if (m.object == object) events.push_back({m.poses.front().time, m.poses.back().time, -1, &m});
    }
    std::sort(events.begin(), events.end(), [](const Event& x, const Event& y) { return x.begin < y.begin; });
    Isometry3d X = isometry(problem_.scene.objects[static_cast<std::size_t>(object)].pose);
    if (events.front().moving) X = isometry(events.front().moving->poses.front().pose);
    for (const Event& event : events) {
      if (time < event.begin) break;
      const double until = std::min(time, event.end);
      if (!event.moving) {
        X = hand(event.link, until) * hand(event.link, event.begin).inverse() * X;
        continue;
      }
      const auto& poses = event.moving->poses;
      std::size_t k = 1;
      while (k + 1 < poses.size() && poses[k].time < until) ++k;
      const double s = (until - poses[k - 1].time) / (poses[k].time - poses[k - 1].time);
      X = isometry(poses[k].pose);
      X.translation() = (1 - s) * poses[k - 1].pose.translation + s * poses[k].pose.translation;
    }
    return X;
  }

  const Problem& problem_;
  JudgedWorld world_;
};

Geometry draw_thing(Draw& draw) {
  const auto side = [&] { return draw.log_uniform(0.05, 0.25); };
  switch (draw.integer(0, 5)) {
    case 0:
      return Sphere{0.5 * side()};
    case 1:
      return Capsule{0.25 * side(), side()};
    case 2:
      return Cylinder{0.5 * side(), side()};
    case 3:
      return Box{Vector3(side(), side(), side())};
    case 4:
      return plate_mesh(side(), side());
    default:
      return box_mesh(Vector3(side(), side(), side()));
  }
}

/// An arm of two turning links on a pedestal, things that stand still, and things that are carried or move for a while.
Problem draw_problem(Draw& draw) {
  std::vector<Link> links{{"pedestal", {{at(0, 0, -0.3), draw_thing(draw)}}}};
  std::vector<KinematicTree::JointSpec> joints;
  for (const char* name : {"upper", "hand"}) {
    KinematicTree::JointSpec joint;
    joint.name = std::string(name) + "_joint";
    joint.type = JointType::continuous;
    joint.parent_link = links.back().name;
    joint.child_link = name;
    joint.origin = links.size() == 1 ? Pose{} : at(0.4, 0, 0);
    joint.axis = draw.coin() ? Vector3(Vector3::UnitZ()) : draw.direction();
    joints.push_back(joint);
    links.push_back({name, {{at(0.3, 0, 0), draw_thing(draw)}}});
  }
  std::vector<SceneObject> objects;
  const int still = draw.integer(1, 4), movable = draw.integer(1, 3);
  std::vector<int> beside;  // of each object: another, or -1: the pedestal
  for (int k = 0; k < still + movable; ++k) {
    Pose X = draw.pose(0.9);
    beside.push_back(draw.integer(-1, k - 1));
    if (draw.coin(0.35)) {  // on, in or just above it
      const bool first = beside.back() < 0;
      const Vector3 other =
          first ? Vector3(0, 0, -0.3) : objects[static_cast<std::size_t>(beside.back())].pose.translation;
      X.translation = other + draw.uniform(0.02, 0.25) * draw.direction();
    }
    objects.push_back(object((k < still ? "still_" : "part_") + std::to_string(k), X, draw_thing(draw)));
  }
  Problem problem =
      problem_of({"robot", KinematicTree::build(std::move(links), std::move(joints)), {}}, std::move(objects));
  const KinematicTree& tree = problem.robots[0].robot.tree;
  Path& path = problem.robots[0].path;
  const int rows = draw.integer(4, 6);
  path.waypoints.resize(rows, tree.coordinate_count());
  Configuration q = draw_step(draw, tree, tree.zero_configuration(), 180);
  for (int row = 0; row < rows; ++row) {
    path.waypoints.row(row) = q.transpose();
    q = draw_step(draw, tree, q, draw.coin() ? 90.0 : 20.0);
  }
  for (int k = still; k < still + movable; ++k) {
    const Pose& rest = problem.scene.objects[static_cast<std::size_t>(k)].pose;
    const int from = draw.integer(0, rows - 2), to = draw.integer(from + 1, rows - 1);
    if (draw.coin(0.7)) {
      problem.attached.push_back({0, draw.integer(1, 2), k, from, to});
    } else {
      Pose away = rest;
      away.translation += draw.vector(0.6);
      const double begin = from + (draw.coin() ? 0.0 : draw.uniform(0.1, 0.4)), end = to - (draw.coin() ? 0.0 : 0.3);
      problem.moving.push_back({k, ObjectMotion::linear, {{begin, rest}, {end, away}}});
    }
    if (!draw.coin(0.6)) continue;
    const int first = draw.coin() ? 0 : draw.integer(0, rows - 2), last = draw.integer(first + 1, rows - 1);
    const int other = beside[static_cast<std::size_t>(k)];
    const std::string& name = other < 0 ? "pedestal" : problem.scene.objects[static_cast<std::size_t>(other)].name;
    problem.allowed_stretches.push_back(
        {problem.scene.objects[static_cast<std::size_t>(k)].name, name, 0, first, last});
  }
  if (draw.coin(0.3)) problem.clearance.default_m = draw.log_uniform(1e-4, 0.02);
  return problem;
}

struct Seen {
  int rest_contacts = 0;  ///< segments that begin with a contact of two that rest in it
  int near_rests = 0;     ///< free segments with two within 5 cm that rest in it
  int allowed_hits = 0;   ///< free segments in which an allowed pair touches
  int free = 0, contacts = 0, divided = 0, stretches = 0, to_end = 0, clear = 0, samples = 0;
};

struct Looked {
  Names names;
  int a, b;  ///< bodies
};

class Ruler {
 public:
  Ruler(const Problem& problem, const Checker& checker, Seen& seen, std::string story)
      : problem_(problem), model_(checker.model()), seen_(seen), story_(std::move(story)), resting_(problem) {
    const ProblemPairs& pairs = model_.problem_pairs();
    for (const auto& pair : pairs.checked) pairs_.push_back({{pairs.name(pair.a), pairs.name(pair.b)}, pair.a, pair.b});
  }

  RestingWorld& resting() { return resting_; }

  /// The pairs that a segment must look at, by the rule as the guide has it.
  bool active(const Looked& pair, int segment) const {
    const auto held_by = [&](int body) {
      const CollisionModel::Body& what = model_.bodies()[static_cast<std::size_t>(body)];
      if (what.object < 0) return what.link;
      for (const Attachment& a : problem_.attached) {
        if (a.object == what.object && a.from <= segment && segment < a.to) return a.link;
      }
      return -1;
    };
    const int hand = held_by(pair.a);
    return !(hand >= 0 && hand == held_by(pair.b)) && !resting_.allowed(pair.names, segment);
  }
  bool rests(int body, int segment) const {
    const CollisionModel::Body& what = model_.bodies()[static_cast<std::size_t>(body)];
    return what.object < 0 ? what.link == 0 : what.still || resting_.rests(what.object, segment);
  }

  /// Bounds of the distance at the placed moment; 0 where one is inside the other.
  DistanceBounds distance(const Looked& pair) const {
    const DistanceBounds gap = resting_.world().plain(pair.names);
    if (gap.lower > 0.0 && resting_.world().inside(pair.names)) return {0.0, 0.0};
    return gap;
  }

  void segment(int index, const SegmentVerdict& verdict, const char* who) {
    const std::string where = story_ + " " + who + ", segment " + std::to_string(index);
    ASSERT_NE(verdict.outcome, Outcome::undecided) << where;
    const bool contact = verdict.outcome == Outcome::contact;
    ++(contact ? seen_.contacts : seen_.free);
    const double until = contact ? verdict.time.lo : 2.0;
    bool near_rest = false, allowed_hit = false;
    for (int k = 0; k <= samples; ++k) {
      const double t = static_cast<double>(k) / samples;
      if (t >= until) break;
      resting_.place(index, t);
      for (const Looked& pair : pairs_) {
        const bool looked = active(pair, index);
        if (!looked && contact) continue;
        const DistanceBounds gap = distance(pair);
        ++seen_.samples;
        if (!looked) {
          allowed_hit = allowed_hit || (gap.upper < 1e-9 && resting_.allowed(pair.names, index));
          continue;
        }
        ASSERT_GT(gap.upper, clearance() - judge_rounding_m)
            << where << ": " << pair.names.first << ", " << pair.names.second << " at " << t;
        near_rest = near_rest || (gap.upper < 0.05 && rests(pair.a, index) && rests(pair.b, index));
      }
    }
    if (!contact) seen_.near_rests += near_rest, seen_.allowed_hits += allowed_hit;
    if (contact) witnessed(index, verdict, where);
  }

  void all(const ContactList& list) {
    ASSERT_TRUE(list.decided()) << story_;
    using Moment = std::pair<std::int64_t, double>;
    const auto moment = [](const PathMoment& m) { return Moment(m.segment, m.t); };
    for (const ContactInterval& x : list.intervals) seen_.to_end += x.to_end;
    seen_.stretches += static_cast<int>(list.intervals.size());
    for (int index = 0; index < resting_.segments(); ++index) {
      for (int k = 0; k <= samples; ++k) {
        const double t = static_cast<double>(k) / samples;
        resting_.place(index, t);
        for (const Looked& pair : pairs_) {
          if (!active(pair, index)) continue;
          bool in = false, near = false;
          for (const ContactInterval& x : list.intervals) {
            if (Names(x.a, x.b) != pair.names) continue;
            const Moment now(index, t);
            in = in || (now >= moment(x.enter.hi) && now <= moment(x.leave.lo));
            near = near || (now >= moment(x.enter.lo) && now <= moment(x.leave.hi));
          }
          if (in != near) continue;  // within a bracket
          const DistanceBounds gap = distance(pair);
          ASSERT_TRUE(in ? gap.lower <= clearance() + tolerance_m + judge_rounding_m
                         : gap.upper > clearance() - judge_rounding_m)
              << story_ << " --all, segment " << index << " at " << t << ": " << pair.names.first << ", "
              << pair.names.second << (in ? " apart by " : " touch, ") << gap.lower;
        }
      }
    }
  }

  void clear(const ClearanceProfile& profile) {
    ASSERT_TRUE(profile.decided) << story_;
    seen_.clear += profile.lower > 0.0;
    for (int index = 0; index < resting_.segments(); ++index) {
      for (int k = 0; k <= samples; ++k) {
        const double t = static_cast<double>(k) / samples;
        resting_.place(index, t);
        DistanceBounds nearest{1e300, 1e300};
        for (const Looked& pair : pairs_) {
          if (!active(pair, index)) continue;
          const DistanceBounds gap = distance(pair);
          nearest = {std::min(nearest.lower, gap.lower), std::min(nearest.upper, gap.upper)};
        }
        ASSERT_GT(nearest.upper, profile.lower - judge_rounding_m)
            << story_ << " clearance, segment " << index << " " << t;
        if (!profile.curve.empty()) on_curve(profile, index, t, nearest);
        if (HasFatal()) return;
      }
    }
  }

 private:
  static constexpr int samples = 12;
  static bool HasFatal() { return ::testing::Test::HasFatalFailure(); }
  double clearance() const { return problem_.clearance.default_m; }

  /// At the end of its bracket each pair that a contact names is within reach of each other.
  void witnessed(int index, const SegmentVerdict& verdict, const std::string& where) {
    ASSERT_FALSE(verdict.pairs.empty()) << where;
    ASSERT_FALSE(verdict.contacts.empty()) << where;
    resting_.place(index, verdict.time.hi);
    bool at_rest = false;
    for (const Names& names : verdict.pairs) {
      const auto pair = std::find_if(pairs_.begin(), pairs_.end(), [&](const Looked& p) { return p.names == names; });
      ASSERT_NE(pair, pairs_.end()) << where << ": " << names.first << ", " << names.second << " is not checked";
      ASSERT_TRUE(active(*pair, index)) << where << ": " << names.first << ", " << names.second << " is left out";
      ASSERT_LE(distance(*pair).lower, clearance() + tolerance_m + judge_rounding_m) << where << ": " << names.first;
      at_rest = at_rest || (rests(pair->a, index) && rests(pair->b, index));
    }
    seen_.rest_contacts += verdict.initial && at_rest;
  }

  void on_curve(const ClearanceProfile& profile, int index, double t, const DistanceBounds& nearest) {
    std::size_t k = 0;
    const auto before = [&](const PathMoment& m) { return m.segment < index || (m.segment == index && m.t <= t); };
    while (k + 1 < profile.curve.size() && before(profile.curve[k + 1].at)) ++k;
    const ClearancePoint& point = profile.curve[k];
    if (point.at.segment != index) return;  // the last moment of a segment is the first of the next
    ASSERT_TRUE(nearest.upper > point.lower_until_next - judge_rounding_m &&
                nearest.lower < point.upper_until_next + judge_rounding_m)
        << story_ << " curve, segment " << index << " at " << t << ": " << nearest.lower << " .. " << nearest.upper
        << " not in [" << point.lower_until_next << ", " << point.upper_until_next << "]";
  }

  const Problem& problem_;
  const CollisionModel& model_;
  Seen& seen_;
  std::string story_;
  RestingWorld resting_;
  std::vector<Looked> pairs_;
};

TEST(Resting, IsJudgedInEveryStrategyAndByEveryQuestion) {
  Draw draw;
  Seen seen;
  const int count = cases(60, 3'000);
  for (int k = 0; k < count && !HasFatalFailure(); ++k) {
    const Problem problem = draw_problem(draw);
    const PairSettings self{false, 0.0};
    CheckSettings by_distance, by_intervals;
    by_distance.strategy = Strategy::bisect;
    by_intervals.strategy = Strategy::interval;
    const Checker tube(problem, {}, self), bisect(problem, by_distance, self), interval(problem, by_intervals, self);
    const Timeline timeline(problem, tube.model());
    Ruler ruler(problem, tube, seen, story(draw.seed(), k));
    bool some_contact = false;
    for (int segment = 0; segment < timeline.segment_count() && !HasFatalFailure(); ++segment) {
      const SegmentVerdict verdict = tube.check(timeline, segment);
      some_contact = some_contact || verdict.outcome == Outcome::contact;
      ruler.segment(segment, verdict, "tube");
      // What was proven of bodies at rest in earlier segments changes nothing.
      const SegmentVerdict fresh = Checker(problem, {}, self).check(timeline, segment);
      EXPECT_EQ(fresh.outcome, verdict.outcome);
      EXPECT_EQ(fresh.time, verdict.time);
      EXPECT_EQ(fresh.pairs, verdict.pairs);
      EXPECT_EQ(fresh.statistics.volumes, verdict.statistics.volumes);
      ruler.segment(segment, bisect.check(timeline, segment), "bisect");
      ruler.segment(segment, interval.check(timeline, segment), "interval");
    }
    for (const Checker* checker : {&tube, &bisect, &interval}) {
      const Verdict any = PathChecker(*checker).any(timeline);
      ASSERT_NE(any.outcome, Outcome::undecided);
      ASSERT_EQ(any.outcome == Outcome::contact, !any.segments[0].contacts.empty());
      seen.divided += some_contact != (any.outcome == Outcome::contact);
    }
    ruler.all(ContactIntervals(tube).find(timeline));
    if (HasFatalFailure()) return;
    for (const bool curve : {true, false}) {
      ruler.clear(ClearanceSearch(tube, {.curve = curve}).profile(timeline));
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_LE(seen.divided, count / 100) << "only where a gap is within the tolerance";
  EXPECT_GT(seen.rest_contacts, count / 3);
  EXPECT_GT(seen.near_rests, count / 10);
  EXPECT_GT(seen.allowed_hits, count / 20);
  EXPECT_GT(seen.free, count);
  EXPECT_GT(seen.contacts, count);
  EXPECT_GT(seen.to_end, count / 20);
  EXPECT_GT(seen.clear, count / 10);
  RecordProperty("rest_contacts", seen.rest_contacts);
  RecordProperty("near_rests", seen.near_rests);
  RecordProperty("allowed_hits", seen.allowed_hits);
}

}  // namespace
}  // namespace tocca::testing::resting_tests
