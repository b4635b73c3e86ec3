#include "check/clearance/segment_clearance.hpp"

#include <algorithm>
#include <bit>

#include "check/model/model_body.hpp"
#include "check/touch_list.hpp"
#include "core/float_environment.hpp"

namespace tocca {
namespace {

/// For a curve: relative precision of the distance at a listed moment, and of the least distance until the next one.
constexpr double part_at_moment = 1e-4, part_during_cell = 0.1;
/// Bands narrower than this part of the largest moving body are not made narrower.
constexpr double visible_part = 0.005;

double largest_mover(const CollisionModel& model) {
  double largest = 0.0;
  for (const int body : model.movable()) {
    const Lss& volume = model.bodies()[static_cast<std::size_t>(body)].part.lss();
    largest = std::max(largest, volume.length());
  }
  return largest;
}

}  // namespace

void TracedSegment::clear() {
  cells.clear();
  lower_at_end = upper_at_end = 0.0;
  nearest_at_end = nearest = {};
  best = {};
  step = 0;
  t = 0.0;
  spent = false;
  statistics = {};
}

void TracedSegment::raise(const TracedSegment& least, double witnessed) {
  for (ClearanceCell& cell : cells) {
    for (const ClearanceCell& of_step : least.cells) {
      if (of_step.step == cell.step) cell.lower_during = std::max(cell.lower_during, of_step.lower_during);
    }
    cell.lower = std::max(cell.lower, cell.lower_during);
    cell.upper = std::max({cell.upper, cell.lower, witnessed});
    cell.upper_during = std::max(cell.upper_during, cell.upper);
  }
  upper_at_end = std::max(upper_at_end, witnessed);
}

PairFilter measured_pairs(const CollisionModel& model, ClearanceSettings::Among among) {
  PairFilter filter;
  if (among == ClearanceSettings::Among::all) return filter;
  const auto consider = [&](int a, int b) {
    const int robot = model.bodies()[static_cast<std::size_t>(a)].robot;
    const bool self = robot >= 0 && robot == model.bodies()[static_cast<std::size_t>(b)].robot;
    if (self != (among == ClearanceSettings::Among::self)) filter.add(a, b);
  };
  for (const CollisionModel::Pair& pair : model.pairs()) consider(pair.a, pair.b);
  for (const int body : model.movable()) {
    for (const int still : model.still()) {
      if (model.clearance(body, still)) consider(body, still);
    }
  }
  return filter;
}

void SegmentClearance::keep(const Witness& witness) {
  if (!(witness.upper < traced_->best.upper)) return;
  traced_->best = witness;
  traced_->step = step_index_;
  traced_->t = witness.t;
  traced_->nearest = engine_.place(witness.pair, witness.t);
}

SegmentClearance::SegmentClearance(const CollisionModel& model, const ClearanceSettings& settings,
                                   const MotionStep& start)
    : settings_(settings),
      visible_m_(visible_part * largest_mover(model)),
      step_(model),
      start_(start),
      engine_(model, measured_pairs(model, settings.among)),
      inside_test_(model) {}

/// Is one body wholly inside another? Where surfaces stay apart nothing gets in or out: known from one moment on.
bool SegmentClearance::look_inside(double t) {
  if (inside_known_) return is_inside_;
  inside_.clear();
  inside_test_.find(engine_.pairs(), t, inside_);
  inside_known_ = true;
  is_inside_ = !inside_.empty();
  if (!is_inside_) return false;
  const Inside& first = inside_.front();
  Witness witness;
  witness.upper = 0.0;
  witness.t = t;
  witness.pair = {first.pair.body_a(), first.pair.body_b(first.part_b), 0, 0};
  witness.point_a = witness.point_b = first.point;
  keep(witness);
  const Vector3 point = frame_of(first.pair, t) * first.point;
  inside_place_ = {witness.pair.body_a, witness.pair.body_b, point, point};
  if (traced_->best.upper == 0.0 && traced_->step == step_index_ && traced_->t == t) traced_->nearest = inside_place_;
  return true;
}

SegmentClearance::Moment SegmentClearance::measure(double t, const ItemNames& hint, double part) {
  Witness nearest;
  engine_.look(hint, t, nearest, traced_->statistics);
  const double lower = engine_.at(t, {0.5 * settings_.tolerance_m, part}, nearest, traced_->statistics);
  keep(nearest);
  return {t, lower, nearest.upper, nearest.pair};
}

void SegmentClearance::trace(const StepSequence& path, int segment, Before& before, TracedSegment& traced) {
  const FloatEnvironment environment;
  traced_ = &traced;
  traced.clear();
  step_.set(start_);
  budget_ = settings_.budget;
  const int steps = path.step_count(segment);
  const int cells = std::max(1, settings_.most_points / steps);
  most_depth_ = static_cast<int>(std::bit_width(static_cast<unsigned>(cells))) - 1;
  for (step_index_ = 0; step_index_ < steps; ++step_index_) {
    path.set(segment, step_index_, step_);
    engine_.set(step_);
    inside_known_ = false;
    const bool known = before.measured && step_index_ == 0;
    const Moment first = known ? Moment{0.0, before.lower, before.upper, before.pair}
                               : measure(0.0, before.pair, path.at_rest() ? 0.0 : part_at_moment);
    Moment last = first;
    if (path.at_rest()) {
      add_cell(first, 0.0, first.lower, first.upper);
    } else {
      last = measure(1.0, first.pair, part_at_moment);
      trace_cells(first, last, 0);
    }
    before = {last.pair, last.lower, last.upper, path.continuous()};
    const bool inside = look_inside(last.t);
    traced.lower_at_end = inside ? 0.0 : last.lower;
    traced.upper_at_end = inside ? 0.0 : last.upper;
    traced.nearest_at_end = inside ? inside_place_ : engine_.place(last.pair, last.t);
  }
}

/// Between two moments: bounds from the search and from the pairs that are nearest at both ends; halves, where these
/// are too far apart.
void SegmentClearance::trace_cells(const Moment& a, const Moment& b, int depth) {
  const double near_end = std::min(a.upper, b.upper);
  const double above = std::min(engine_.greatest(a.pair, a.t, a.t, b.t, traced_->statistics),
                                engine_.greatest(b.pair, b.t, a.t, b.t, traced_->statistics));
  const auto wide = [&](double lower) {
    return above - lower > settings_.band * above + visible_m_ && depth < most_depth_;
  };
  const auto halve = [&] {
    const Moment middle = measure(0.5 * (a.t + b.t), a.upper < b.upper ? a.pair : b.pair, part_at_moment);
    trace_cells(a, middle, depth + 1);
    trace_cells(middle, b, depth + 1);
  };
  if (wide(near_end)) return halve();
  Witness nearest;
  nearest.upper = near_end;
  nearest.t = a.upper <= b.upper ? a.t : b.t;
  nearest.pair = a.upper <= b.upper ? a.pair : b.pair;
  const double lower =
      engine_.during(a.t, b.t, {settings_.tolerance_m, part_during_cell}, nearest, budget_, traced_->statistics);
  traced_->spent = traced_->spent || budget_ == 0;
  keep(nearest);
  if (wide(std::min(lower / (1.0 - part_during_cell), near_end))) return halve();
  add_cell(a, b.t, lower, above);
}

void SegmentClearance::add_cell(const Moment& a, double to, double lower, double upper) {
  ClearanceCell& cell = traced_->cells.emplace_back();
  cell.step = step_index_;
  cell.from = a.t;
  cell.to = to;
  cell.lower = std::max(a.lower, lower);
  cell.upper = std::min(a.upper, upper);
  cell.lower_during = lower;
  cell.upper_during = upper;
  const bool inside = look_inside(a.t);
  cell.nearest = inside ? inside_place_ : engine_.place(a.pair, a.t);
  if (inside) cell.lower = cell.upper = cell.lower_during = 0.0;
  if (inside && lower > 0.0) cell.upper_during = 0.0;
  inside_known_ = lower > 0.0;
}

void SegmentClearance::least(const StepSequence& path, int segment, const Witness& best, ItemNames& hint,
                             TracedSegment& traced) {
  const FloatEnvironment environment;
  traced_ = &traced;
  traced.clear();
  traced.best.upper = best.upper;
  step_.set(start_);
  budget_ = settings_.budget;
  for (step_index_ = 0; step_index_ < path.step_count(segment); ++step_index_) {
    path.set(segment, step_index_, step_);
    Witness nearest = traced.best.found() ? traced.best : best;
    engine_.set(step_, nearest.found() ? nearest.upper : -1.0);
    inside_known_ = false;
    const double end = path.at_rest() ? 0.0 : 1.0;
    for (const double t : {0.0, end}) engine_.look(hint, t, nearest, traced_->statistics);
    if (!nearest.found() && !path.at_rest()) {
      engine_.approach(0.0, 1.0, nearest, traced_->statistics);
      if (nearest.found()) engine_.set(step_, nearest.upper);
    }
    const StepClearance::Precision precision{settings_.tolerance_m, 0.0};
    const double lower = path.at_rest() ? engine_.at(0.0, precision, nearest, traced_->statistics)
                                        : engine_.during(0.0, 1.0, precision, nearest, budget_, traced_->statistics);
    traced.spent = traced.spent || budget_ == 0;
    keep(nearest);
    hint = nearest.pair;
    const bool inside = look_inside(0.0);
    traced.cells.push_back({step_index_, 0.0, end, 0.0, 0.0, inside ? 0.0 : lower, 0.0, {}});
  }
}

}  // namespace tocca
