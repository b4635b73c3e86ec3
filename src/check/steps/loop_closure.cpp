// Proof: docs/maths/loops.md.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/index.hpp"
#include "motion/mover.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

/// Windows of time that one segment may be cut into before it is given up.
constexpr int most_windows = 1 << 20;
/// No window is shorter: what is not decided there, rounding hides.
constexpr double shortest = 0x1p-30;
/// Rounding of what is computed here from poses: a handful of operations, relative to the numbers that enter.
constexpr double rounding = 0x1p-48;

struct Place {
  Vector3 a, b;  ///< one point of the joint in the frames of its two links
  double slack;  ///< >= how far rounding has moved them
};

/// The points that must coincide: the joint's own place, and others an arm away from it.
std::vector<Place> places_of(const LoopJoint& loop) {
  std::vector<Vector3> points{Vector3::Zero()};
  if (loop.type == LoopType::revolute) points.emplace_back(0.0, 0.0, loop.arm_m);
  if (loop.type == LoopType::fixed) {
    for (int axis = 0; axis < 3; ++axis) points.push_back(loop.arm_m * Vector3::Unit(axis));
  }
  std::vector<Place> places;
  for (const Vector3& point : points) {
    const double size = loop.place_a.translation.norm() + loop.place_b.translation.norm() + 2.0 * loop.arm_m;
    places.push_back({loop.place_a * point, loop.place_b * point, rounding * size});
  }
  return places;
}

/// One joint during one step: how far apart its places are at a moment, and at most during a window.
class LoopInStep {
 public:
  LoopInStep(const MotionStep& step, const LoopJoint& loop, const std::vector<Place>& places) : places_(places) {
    const bool one_tree = loop.robot_a == loop.robot_b;
    const TreeMotion &tree_a = step.tree(loop.robot_a), &tree_b = step.tree(loop.robot_b);
    // Joints above both links move them together: in the frame of their common ancestor they drop out.
    const int ancestor = one_tree ? tree_a.common_ancestor(loop.link_a, loop.link_b) : -1;
    a_ = tree_a.link_in(ancestor, loop.link_a);
    b_ = tree_b.link_in(ancestor, loop.link_b);
  }

  double lower_at(double t) const {
    double greatest = 0.0;
    for (const Place& place : places_) greatest = std::max(greatest, apart(place, t) - slack(place, {t, t}));
    return greatest;
  }

  /// Between the ends of a window each point strays from its chord by its tube, and chords are apart by no more than they are at
  /// one of their ends.
  double upper_in(const Interval& time) const {
    double greatest = 0.0;
    for (const Place& place : places_) {
      greatest = std::max(greatest, std::max(apart(place, time.lo), apart(place, time.hi)) + slack(place, time));
    }
    return greatest;
  }

 private:
  double apart(const Place& place, double t) const { return (a_->pose(t) * place.a - b_->pose(t) * place.b).norm(); }
  double slack(const Place& place, const Interval& time) const {
    const double tubes = a_->tube(time, point(place.a)) + b_->tube(time, point(place.b));
    // Of both ends: a window may begin at the origin and end far away, where rounding is greater.
    const double size = reach(place, time.lo) + reach(place, time.hi);
    return (tubes + place.slack + rounding * size) * (1.0 + rounding);
  }
  double reach(const Place& place, double t) const {
    return (a_->pose(t) * place.a).norm() + (b_->pose(t) * place.b).norm();
  }
  static Lss point(const Vector3& p) { return {p, p, 0.0}; }

  const std::vector<Place>& places_;
  std::optional<LinkMotion> a_, b_;
};

/// One joint along a whole path.
class LoopProof {
 public:
  explicit LoopProof(const LoopJoint& loop) : loop_(loop), places_(places_of(loop)) {
    result_.name = loop.name;
    result_.tolerance_m = loop.tolerance_m;
  }

  /// Returns whether it is closed during this step.
  bool follow(const MotionStep& step, const StepSequence& path, int segment, int number) {
    const LoopInStep now(step, loop_, places_);
    const auto moment = [&](double t) {
      return PathMoment{path.index(segment), path.in_segment(segment, number, t).lo};
    };
    windows_.assign(1, {0.0, 1.0});
    for (int looked_at = 0; !windows_.empty(); ++looked_at) {
      const Interval time = windows_.back();
      windows_.pop_back();
      const double middle = 0.5 * (time.lo + time.hi), upper = now.upper_in(time);
      result_.upper_m = std::max(result_.upper_m, std::min(upper, loop_.tolerance_m));
      for (const double t : {time.lo, middle, time.hi}) {
        const double lower = now.lower_at(t);
        if (lower > result_.lower_m) {
          result_.lower_m = lower;
          result_.at = moment(t);
        }
      }
      if (result_.lower_m > loop_.tolerance_m) {
        result_.upper_m = std::max(result_.upper_m, upper);
        result_.state = LoopClosure::State::open;
        return false;
      }
      if (upper <= loop_.tolerance_m) continue;
      if (looked_at > most_windows || time.hi - time.lo < shortest) {  // a moment at which it is open may still come
        result_.upper_m = std::max(result_.upper_m, upper);
        result_.state = LoopClosure::State::undecided;
        continue;
      }
      windows_.emplace_back(middle, time.hi);
      windows_.emplace_back(time.lo, middle);
    }
    return result_.state == LoopClosure::State::closed;
  }

  const LoopClosure& result() const { return result_; }

 private:
  const LoopJoint& loop_;
  std::vector<Place> places_;
  std::vector<Interval> windows_;
  LoopClosure result_;
};

}  // namespace

std::vector<LoopClosure> check_loops(const Checker& checker, std::span<const LoopJoint> loops,
                                     const StepSequence& path) {
  std::vector<LoopClosure> closures;
  MotionStep step(checker.model());
  for (const LoopJoint& loop : loops) {
    LoopProof proof(loop);
    bool closed = true;
    for (int segment = 0; closed && segment < path.segment_count(); ++segment) {
      for (int number = 0; closed && number < path.step_count(segment); ++number) {
        step.set(checker.start());
        path.set(segment, number, step);
        closed = proof.follow(step, path, segment, number);
      }
    }
    closures.push_back(proof.result());
    if (!closed) break;
  }
  return closures;
}

}  // namespace tocca
