#include "check/strategy/carried_pairs.hpp"

#include <algorithm>

#include "check/strategy/far_pairs.hpp"
#include "contact/closest.hpp"
#include "core/vectors.hpp"

namespace tocca {
namespace {

/// Pairs that travel farther than this in a step are asked about in each: measuring them would not pay.
constexpr double longest_way_m = 0.01;
/// A search for the nearest items ends at so much of the distance: the rest would cost more than it is worth.
constexpr double enough_part = 0.75;
/// A margin is of use if it lasts for so many steps like the one at hand.
constexpr double useful_steps = 3.0;
constexpr int longest_pause = 5;  // as a power of two

}  // namespace

CarriedPairs::CarriedPairs(const CollisionModel& model, double tolerance_m)
    : model_(model), tolerance_m_(tolerance_m), travel_(model), pairs_(model) {
  const std::size_t keys = model.movable().size() + model.pairs().size();
  known_.resize(keys);
  ways_.resize(keys);
  far_.resize(keys);
  not_due_.resize(keys);
}

void CarriedPairs::begin(int steps) {
  travel_.begin();
  free_ = false;
  steps_left_ = steps;
  std::fill(known_.begin(), known_.end(), Known{});
}

bool CarriedPairs::same_pairs(const MotionStep& step) {
  const bool same = std::equal(allowed_.begin(), allowed_.end(), step.allowed().begin(), step.allowed().end());
  if (!same) allowed_.assign(step.allowed().begin(), step.allowed().end());
  return same;
}

void CarriedPairs::bound_ways() {
  travel_.bound_ways();
  const std::size_t movable = model_.movable().size();
  for (std::size_t rank = 0; rank < movable; ++rank) ways_[rank] = travel_.in_world(static_cast<int>(rank));
  for (std::size_t i = 0; i < model_.pairs().size(); ++i) ways_[movable + i] = travel_.between(static_cast<int>(i));
}

/// Those whose margins do not last for this step, unless it was of no use to measure them just now.
bool CarriedPairs::find_due() {
  bool any = false;
  for (std::size_t key = 0; key < known_.size(); ++key) {
    const bool due = !(known_[key].margin_m > ways_[key]) && known_[key].pause == 0;
    not_due_[key] = !due;
    any = any || due;
  }
  return any;
}

void CarriedPairs::set(const MotionStep& step, Statistics& statistics) {
  --steps_left_;
  travel_.set(step);
  std::fill(far_.begin(), far_.end(), char{0});
  if (!same_pairs(step) || !free_ || !travel_.is_short()) {
    std::fill(known_.begin(), known_.end(), Known{});
    travel_.forget_levers();
    return;
  }
  bound_ways();
  if (find_due()) measure(step, statistics);
  travel_.take_step();
  for (std::size_t key = 0; key < known_.size(); ++key) {
    Known& known = known_[key];
    known.margin_m = known.margin_m * (1.0 - 0x1p-50) - ways_[key];
    far_[key] = known.margin_m > 0.0;
    if (!far_[key]) known.margin_m = 0.0;
    if (!(ways_[key] < infinity)) known.measured_m = -1.0;  // perhaps not where it was, or seen from elsewhere
    if (known.pause > 0) --known.pause;
  }
}

/// All of them at the beginning of the step, where the one before it has left them apart.
void CarriedPairs::measure(const MotionStep& step, Statistics& statistics) {
  travel_.measure_levers(step);
  bound_ways();
  const int rest = std::max(steps_left_, 1);
  bool any = false;
  for (std::size_t key = 0; key < known_.size(); ++key) {
    if (not_due_[key]) continue;
    known_[key].pause = rest;  // unless it is asked about and measured
    if (known_[key].margin_m > ways_[key]) known_[key].pause = 0, not_due_[key] = 1;
    if (!(ways_[key] <= longest_way_m)) known_[key].pause = 4, not_due_[key] = 1;
    any = any || !not_due_[key];
  }
  if (!any) return;
  pairs_.leave_out(not_due_);
  pairs_.set(step);
  instants_.begin(pairs_.movers(), pairs_.volumes(), pairs_.reaches());
  for (const MovingPair pair : pairs_) {
    Known& known = known_[MovingPairs::number(pair.key())];
    const double way = ways_[MovingPairs::number(pair.key())];
    place(pair);
    known.margin_m = margin_since(known);
    if (!(known.margin_m > useful_steps * way)) {
      known.margin_m = known.measured_m = margin(way * (rest + 1), statistics);
      known.X_a = a_ ? a_->X() : Pose{};
      known.X_b = b_ ? b_->X() : Pose{};
      known.error_m = error_m_;
    }
    known.failures = known.margin_m > useful_steps * way ? 0 : std::min(known.failures + 1, longest_pause);
    known.pause = known.failures == 0 ? 0 : 1 << known.failures;
  }
}

void CarriedPairs::place(const MovingPair& pair) {
  constexpr int start = 0;
  task_ = &pair.task();
  a_ = &instants_.placed(start, task_->mover_a);
  b_ = task_->mover_b < 0 ? nullptr : &instants_.placed(start, task_->mover_b);
  error_m_ = (task_->rounding_m + a_->error_m + (b_ ? b_->error_m : 0.0)) * (1.0 + 0x1p-40);
}

/// What is left of the margin that was measured, by where the two are now: less than the sum of all ways in between.
double CarriedPairs::margin_since(const Known& known) const {
  if (known.measured_m < 0.0) return 0.0;
  const auto moved = [&](int mover, const Pose& now, const Pose& then) {
    const Lss& own = pairs_.volumes()[at(mover)];
    const Matrix3 turned = now.rotation - then.rotation;
    const Vector3 shifted = now.translation - then.translation;
    return std::max((turned * own.a + shifted).norm(), (turned * own.b + shifted).norm()) + own.radius * turned.norm();
  };
  double way = moved(task_->mover_a, a_->X(), known.X_a) + known.error_m + error_m_;
  if (b_) way += moved(task_->mover_b, b_->X(), known.X_b);
  return std::max(0.0, known.measured_m - way * (1.0 + 0x1p-40));
}

/// At the beginning of the step, but no more than about `enough_m`: the path ends then.
double CarriedPairs::margin(double enough_m, Statistics& statistics) {
  least_m_ = enough_m;
  visited_ = false;
  if (task_->b->empty()) return least_m_;
  if (b_) {
    const double gap =
        lss_gap(a_->volume, b_->volume) * (1.0 - 0x1p-50) - (task_->clearance_m + error_m_ + tolerance_m_);
    if (gap > least_m_) return gap;
  }
  ++statistics.static_tests;
  items_.run(*task_, a_->chord, b_ ? &b_->chord : nullptr, *this, statistics);
  return std::max(0.0, visited_ ? enough_part * least_m_ : least_m_);
}

double CarriedPairs::reach() const {
  return tolerance_m_ + std::max(0.0, visited_ ? enough_part * least_m_ : least_m_) * (1.0 + 0x1p-50);
}

void CarriedPairs::visit(int part_b, Index item_a, Index item_b, double clearance_m) {
  const Part& part = *task_->parts_b[at(part_b)];
  const double kept = clearance_m + tolerance_m_ + error_m_;
  const Distance near = closest(placed(*task_->a, item_a, a_->X()), placed(part, item_b, b_ ? b_->X() : Pose{}),
                                (kept + least_m_) * (1.0 + 0x1p-50));
  least_m_ = std::min(least_m_, near.lower * (1.0 - 0x1p-50) - kept * (1.0 + 0x1p-50));
  visited_ = true;
}

}  // namespace tocca
