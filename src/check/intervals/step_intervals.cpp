#include "check/intervals/step_intervals.hpp"

#include <algorithm>

namespace tocca {
namespace {

/// A pair that is not shown to stay in contact for so long is looked at anew after it.
constexpr double least_step = 0.25 * StepIntervals::time_resolution;

}  // namespace

StepIntervals::StepIntervals(const CollisionModel& model, const CheckSettings& settings)
    : model_(model),
      settings_(settings),
      strategy_(make_pair_strategy(model, settings)),
      inside_(model),
      pairs_(model),
      surface_(model, settings),
      deep_(model, settings) {}

bool StepIntervals::spent() const {
  return statistics_->volumes + statistics_->triangle_pairs + statistics_->static_tests > settings_.budget;
}

void StepIntervals::find(const MotionStep& step, std::vector<StepInterval>& intervals, std::vector<StepRest>& rests,
                         Statistics& statistics) {
  intervals_ = &intervals;
  rests_ = &rests;
  statistics_ = &statistics;
  struct Touching {
    int body_a, body_b;
    FirstContact first;
  };
  std::vector<Touching> pairs;
  PairFilter known;
  const auto add = [&](int a, int b, const FirstContact& first) {
    if (!known.admits(a, b)) return;
    known.add(a, b);
    pairs.push_back({std::min(a, b), std::max(a, b), first});
  };
  const auto fill = [&] { pairs_.set(step, settings_.tolerance_m, &known); };  // all but those
  fill();
  // Inside from the start: surfaces need not touch ever.
  found_inside_.clear();
  inside_.find(pairs_, 0.0, found_inside_);
  for (const Inside& found : found_inside_) {
    add(found.pair.body_a(), found.pair.body_b(found.part_b), FirstContact::during({0.0, 0.0}));
  }
  if (!found_inside_.empty()) fill();
  while (true) {
    const FirstContact found = strategy_->first_contact(pairs_, statistics);
    if (found.outcome == Outcome::free) break;
    if (found.outcome == Outcome::contact) add(found.body_a, found.body_b, found);
    if (found.outcome == Outcome::undecided || spent()) {
      rests.push_back({-1, -1, found.free_until, spent() ? Undecided::budget : found.why});
      break;
    }
    fill();
  }
  for (const Touching& touching : pairs) {
    body_a_ = touching.body_a;
    body_b_ = touching.body_b;
    if (surface_.set(step, body_a_, body_b_, statistics)) march(surface_, touching.first);
  }
  for (const CollisionModel::PenetrationPair& pair : model_.penetration_pairs()) {
    body_a_ = pair.a;
    body_b_ = pair.b;
    if (deep_.set(step, pair, statistics)) march(deep_, deep_.next(0.0));
  }
}

/// By turns: in contact from `next.time.hi` until it is left, then free until the next contact.
void StepIntervals::march(PairContact& pair, const FirstContact& first) {
  FirstContact next = first;
  while (next.outcome == Outcome::contact) {
    const Bracket enter = next.time;
    double from = enter.hi;
    while (true) {
      double left = from;
      const bool to_end = touching(pair, from, left);
      if (spent() && !to_end) {
        // What was shown stands as an interval; from there on nothing is known.
        intervals_->push_back({body_a_, body_b_, enter, {left, left}});
        rests_->push_back({body_a_, body_b_, left, Undecided::budget});
        return;
      }
      const double after = std::min(1.0, left + least_step);
      if (to_end || after >= 1.0) {
        intervals_->push_back({body_a_, body_b_, enter, {to_end ? 1.0 : left, 1.0}});
        return;
      }
      next = pair.next(after);
      if (next.outcome == Outcome::contact && next.time.hi - left <= 0.75 * time_resolution) {
        from = next.time.hi;  // a gap too short to be reported
        continue;
      }
      intervals_->push_back({body_a_, body_b_, enter, {left, after}});
      break;
    }
  }
  if (next.outcome == Outcome::undecided) {
    rests_->push_back({body_a_, body_b_, next.free_until, next.why});
  }
}

/// Follows a contact from `from` on. True: to the end of the step. False: `left` is the last time at which it was
/// shown, and a least step later it was not.
bool StepIntervals::touching(PairContact& pair, double from, double& left) {
  double t = from, length = 1.0 / 64.0;
  while (t < 1.0) {
    left = t;
    if (spent()) return false;
    const double next = shown_until(pair, t, std::min(1.0, t + std::max(4.0 * length, least_step)));
    if (next >= 1.0) return true;
    if (next - t < least_step) {
      t = std::min(1.0, t + least_step);
      if (pair.margin(t) < 0.0) return false;
      length = least_step;
    } else {
      length = next - t;
      t = next;
    }
  }
  return true;
}

/// Up to which time, at most `most`, the contact at t is shown to last.
double StepIntervals::shown_until(PairContact& pair, double t, double most) {
  const double margin = pair.margin(t);
  double next = t;
  if (margin > 0.0) {
    const double speed = pair.speed({t, most});
    if (speed * (most - t) <= margin) return most;
    // Sums and quotients of times round by 2^-53, a millionth of a thousandth of the least step.
    next = std::max(t, t + margin / speed * (1.0 - 0x1p-28));
  }
  for (double end = most; end - t > std::max(2.0 * (next - t), least_step); end = t + 0.5 * (end - t)) {
    if (pair.slides(t, end)) return end;
  }
  return next;
}

}  // namespace tocca
