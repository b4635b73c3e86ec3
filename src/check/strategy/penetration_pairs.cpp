#include "check/strategy/penetration_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "check/model/model_body.hpp"
#include "contact/closest.hpp"
#include "core/index.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {
namespace {

/// A signed distance is bracketed to this part of the tolerance: with half of it proven and all of it witnessed, a pair
/// that is not yet a contact is then farther apart than what is to be proven.
constexpr double bracket_part = 0.125;

}  // namespace

FirstContact earlier(const FirstContact& x, const FirstContact& y) {
  if (x.outcome == Outcome::free && y.outcome == Outcome::free) {
    FirstContact both = x;
    both.proven = x.proven && y.proven;
    return both;
  }
  // The contact that is known, and what is proven of all.
  const double hi =
      std::min(x.outcome == Outcome::contact ? x.time.hi : 2.0, y.outcome == Outcome::contact ? y.time.hi : 2.0);
  const auto free_until = [](const FirstContact& z) { return z.outcome == Outcome::free ? 1.0 : z.free_until; };
  FirstContact both;
  both.proven = x.proven && y.proven;
  both.free_until = std::min(free_until(x), free_until(y));
  const auto open_before = [&](const FirstContact& z) { return z.outcome == Outcome::undecided && z.free_until < hi; };
  if (hi > 1.0 || open_before(x) || open_before(y)) {
    // A budget can be raised, so it is reported first.
    both.why = x.why == Undecided::budget || y.why == Undecided::budget ? Undecided::budget : Undecided::resolution;
    return both;
  }
  both.outcome = Outcome::contact;
  both.time = {hi, hi};
  for (const FirstContact* z : {&x, &y}) {
    if (z->outcome == Outcome::contact) both.time.lo = std::min(both.time.lo, z->time.lo);
  }
  both.free_until = std::min(both.free_until, both.time.lo);
  return both;
}

std::optional<PenetrationPairs::Task> PenetrationPairs::task_of(const MotionStep& step,
                                                                const CollisionModel::PenetrationPair& pair) const {
  const bool a_still = model_.bodies()[at(pair.a)].still, b_still = model_.bodies()[at(pair.b)].still;
  Task task{&model_.convex(pair.a), &model_.convex(pair.b), {}, {}, pair.clearance_m, -1};
  if (!a_still && !b_still) {
    const CollisionModel::Pair both{pair.a, pair.b, pair.clearance_m};
    if (!step.active(both)) return std::nullopt;
    task.frame = step.frame(both);
  } else if (!step.active(a_still ? pair.b : pair.a) || step.allows(pair.a, pair.b)) {
    return std::nullopt;
  }
  if (!a_still) task.mover_a = step.mover(pair.a, task.frame);
  if (!b_still) task.mover_b = step.mover(pair.b, task.frame);
  return task;
}

PenetrationPairs::Ends PenetrationPairs::ends_over(const Task& task, const Interval& time) {
  Ends ends;
  ends.rounding = task.a->rounding_m() + task.b->rounding_m();
  const auto place = [&](const Part& part, const std::optional<Mover>& mover, ConvexPiece* piece) {
    if (!mover) {
      piece[0] = piece[1] = placed(part, 0, Pose{});
      ends.rounding += placing_error(Pose{}, part.lss());
      return;
    }
    const Pose first = mover->pose(time.lo), last = time.lo == time.hi ? first : mover->pose(time.hi);
    piece[0] = placed(part, 0, first);
    piece[1] = placed(part, 0, last);
    ends.rounding += std::max(placing_error(first, part.lss()), placing_error(last, part.lss()));
    ends.tube += mover->tube(time, part.lss());
  };
  place(*task.a, task.mover_a, ends.a);
  place(*task.b, task.mover_b, ends.b);
  ends.rounding *= 1.0 + 0x1p-40;
  return ends;
}

/// From the left end on, as the tube strategy settles a pair of items: the direction of the least penetration at `from`
/// keeps the two on their proven side along a chord, whose length is chosen so that its tube is below half of what is
/// in hand.
FirstContact PenetrationPairs::first_contact(const Task& task, double from, double until, Statistics& statistics) {
  const double tolerance = settings_.tolerance_m, c = task.clearance_m;
  const double level = c + level_of(tolerance), reach = c + tolerance;
  FirstContact stuck = FirstContact::open(from, Undecided::resolution);
  double length = until - from;
  while (true) {
    stuck.free_until = from;
    if (++spent_ > settings_.budget) return FirstContact::open(from, Undecided::budget);
    const Ends now = ends_over(task, {from, from});
    const Distance s = signed_distance(now.a[0], now.b[0], bracket_part * tolerance, reach);
    ++statistics.static_tests;
    if (s.upper + (now.rounding + now.tube) * (1.0 + 0x1p-40) <= reach) {
      return FirstContact::during({from, from});
    }
    length = std::min(length, until - from);
    while (true) {
      const double end = length < until - from ? from + length : until;
      const Ends ends = ends_over(task, {from, end});
      const double gap = gap_along(s.normal, ends.a[0], ends.b[0]) - level - ends.rounding * (1.0 + 0x1p-40);
      if (!(gap > 0.0)) return stuck;  // rounding is larger than the tolerance
      if (end > from && !(ends.tube <= 0.5 * gap)) {
        const double factor = ends.tube < 1e300 ? std::clamp(0.7 * std::sqrt(0.5 * gap / ends.tube), 0.05, 0.5) : 0.25;
        length = (end - from) * factor;
        if (length <= 0x1p-46) return stuck;
        continue;
      }
      // The gap along a fixed direction is concave along chords: what holds at both ends holds between, and the line
      // from f0 to f1 bounds it.
      const double f0 = gap * (1.0 - 0x1p-40) - ends.tube;
      const double f1 =
          gap_along(s.normal, ends.a[1], ends.b[1]) - level - (ends.rounding + ends.tube) * (1.0 + 0x1p-40);
      if (f1 > 0.0 && end >= until) return FirstContact::none();
      const double next = f1 > 0.0 ? end : from + f0 / (f0 - f1) * (1.0 - 0x1p-50) * (end - from) - 0x1p-52;
      if (!(next > from)) return stuck;
      length = f1 > 0.0 ? 4.0 * (end - from) : until - next;
      from = next;
      break;
    }
  }
}

FirstContact PenetrationPairs::first_contact(const MotionStep& step, double until, Statistics& statistics) {
  spent_ = 0;
  FirstContact all = FirstContact::none();
  for (const CollisionModel::PenetrationPair& pair : model_.penetration_pairs()) {
    const std::optional<Task> task = task_of(step, pair);
    if (!task) continue;
    all = earlier(all, first_contact(*task, 0.0, until, statistics));
    if (all.outcome == Outcome::contact) until = std::min(until, all.time.hi);
  }
  return all;
}

bool PenetrationPairs::choose(const MotionStep& step, const CollisionModel::PenetrationPair& pair) {
  chosen_ = task_of(step, pair);
  return chosen_.has_value();
}

FirstContact PenetrationPairs::next(double from, Statistics& statistics) {
  spent_ = 0;
  return first_contact(*chosen_, from, 1.0, statistics);
}

/// The signed distance changes no faster than points move.
double PenetrationPairs::margin(double t, Statistics& statistics) const {
  const Ends now = ends_over(*chosen_, {t, t});
  const double contact_m = chosen_->clearance_m + settings_.tolerance_m;
  ++statistics.static_tests;
  // Twice the depth asked for: what is much deeper need not be measured, only that it is.
  const Distance s = signed_distance(now.a[0], now.b[0], bracket_part * settings_.tolerance_m, 2.0 * contact_m);
  return contact_m - s.upper - (now.rounding + now.tube) * (1.0 + 0x1p-40);
}

double PenetrationPairs::speed(const Interval& time) const {
  double sum = 0.0;
  if (chosen_->mover_a) sum += chosen_->mover_a->speed(time, chosen_->a->lss());
  if (chosen_->mover_b) sum += chosen_->mover_b->speed(time, chosen_->b->lss());
  return sum * (1.0 + 0x1p-40);
}

bool PenetrationPairs::append_touches(const MotionStep& step, double t, std::vector<Answer::Touch>& touches,
                                      Statistics& statistics) const {
  bool decided = true;
  const std::size_t before = touches.size();
  for (const CollisionModel::PenetrationPair& pair : model_.penetration_pairs()) {
    const std::optional<Task> task = task_of(step, pair);
    if (!task) continue;
    const Ends now = ends_over(*task, {t, t});
    const double error = (now.rounding + now.tube) * (1.0 + 0x1p-40);
    const Distance s = signed_distance(now.a[0], now.b[0], bracket_part * settings_.tolerance_m,
                                       pair.clearance_m + settings_.tolerance_m);
    ++statistics.static_tests;
    if (s.upper + error <= pair.clearance_m + settings_.tolerance_m) {
      const Distance near = closest(now.a[0], now.b[0]);
      Pose X_WF;
      if (task->frame >= 0) X_WF = task->mover_a->tree()->link(task->frame).pose(t);
      const Contact place{X_WF * Vector3(0.5 * (near.point_a + near.point_b)), X_WF.rotation * s.normal,
                          ContactKind::overlap};
      touches.push_back({place, pair.a, pair.b});
    } else if (!(s.lower - error > pair.clearance_m)) {
      decided = false;
    }
  }
  if (touches.size() > before) {
    std::stable_sort(touches.begin(), touches.end(), [](const Answer::Touch& x, const Answer::Touch& y) {
      return std::pair(x.body_a, x.body_b) < std::pair(y.body_a, y.body_b);
    });
  }
  return decided;
}

}  // namespace tocca
