#include "tool/tool_forecast.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rounding.hpp"
#include "tool/pose_prediction.hpp"

namespace tocca {
namespace {

/// The considered horizon ends where the standard deviation exceeds so many half sizes of the tool: a confidence of 0.04.
constexpr double most_spread = 20.0;
/// How near is touching, in terms of that half size: no prediction is more exact than that.
constexpr double nearness = 0.01;

}  // namespace

ToolForecast::ToolForecast(const ToolSettings& settings, const Part& tool)
    : settings_(settings),
      prediction_(settings.prediction),
      half_size_m_(half_size(ToolOutline(tool.nodes()[0].volume))),
      reach_m_(std::max(tool.lss().a.norm(), tool.lss().b.norm()) + tool.lss().radius),
      search_(tool, settings.clearance_m, std::max(settings.tolerance_m, nearness * half_size_m_)),
      considered_now_(settings.considered_steps) {}

void ToolForecast::plan(const Pose& now) {
  steps_.clear();
  is_thinned_ = false;
  if (!settings_.predict || prediction_.sample_count() < 2) return;
  Pose X = now;
  // std::lerp ends exactly at the horizons' ends: covered is what reaches them.
  for (int k = 1; k <= settings_.reflex_steps; ++k) {
    if (!add_step(X, std::lerp(0.0, settings_.reflex_s, k / double(settings_.reflex_steps)))) return;
    X = steps_.back().end;
  }
  for (int k = 1; k <= considered_now_; ++k) {
    const double share = k / double(settings_.considered_steps);
    if (!add_step(X, std::lerp(settings_.reflex_s, settings_.considered_s, share))) return;
    X = steps_.back().end;
  }
  is_thinned_ = considered_now_ < settings_.considered_steps;
}

/// The end is where InBetweenMotion::pose(1) is to within rounding, which is in the tube. False: nothing can be said.
bool ToolForecast::add_step(const Pose& start, double end_s) {
  const double spread = spread_m(end_s);
  if (!std::isfinite(spread) || (end_s > settings_.reflex_s && !(spread <= most_spread * half_size_m_))) return false;
  const double begin_s = steps_.empty() ? 0.0 : steps_.back().end_s;
  const PosePrediction::Coordinates from = prediction_.ahead(begin_s), to = prediction_.ahead(end_s);
  Step step{begin_s, end_s, start, start, Vector3::UnitX(), 0.0, {}, {}};
  Vector3 turn;
  for (int i = 0; i < 3; ++i) {
    const auto c = static_cast<std::size_t>(i);
    step.end.translation[i] += to[c] - from[c];
    turn[i] = to[c + 3] - from[c + 3];
  }
  const double angle = turn.norm();
  if (!(angle <= 1e6 && step.end.translation.cwiseAbs().maxCoeff() <= 1e-3 * largest_coordinate)) return false;
  if (angle > 0x1p-400) {
    step.axis = turn / angle;
    step.angle_rad = angle;
    step.end.rotation = start.rotation * Eigen::AngleAxisd(angle, step.axis).toRotationMatrix();
  }
  step.tube = InBetweenTube(step.angle_rad, reach_m_, start.translation, step.end.translation);
  step.box = FloatBox::around(
      ToolVolume::bare_box(search_.outline(), start, step.end, step.tube.over(1.0), search_.dilation_m()));
  steps_.push_back(step);
  return true;
}

FloatBox ToolForecast::box_of(std::size_t first, std::size_t last) const {
  FloatBox box = steps_[first].box;
  for (std::size_t k = first + 1; k < last; ++k) box = box.joined(steps_[k].box);
  return box;
}

ToolVolume ToolForecast::volume(const Pose& before, const Pose& now, double tube_m) const {
  std::vector<Pose> poses{before, now};
  for (const Step& step : steps_) {
    poses.push_back(step.end);
    tube_m = std::max(tube_m, step.tube.over(1.0));
  }
  return {search_.outline(), poses, tube_m, search_.dilation_m()};
}

void ToolForecast::find(const SurfaceStep& still, const BoxedTriangles& near, const Far& far, Deadline& deadline,
                        ToolReport& report) {
  still_ = &still;
  deadline_ = &deadline;
  report_ = &report;
  ran_out_ = false;
  report.statistics.considered_steps = considered_now_;
  const std::size_t first = reflex_count(), likely = first_end(), last = steps_.size();
  const auto look_far = [&](std::size_t begin, std::size_t end, std::size_t slot) {
    if (ran_out_ || begin == end) return false;
    const FloatBox later = box_of(begin, end);
    const BoxedTriangles* triangles = far(slot == 5 ? nullptr : &later);
    ran_out_ = !triangles;
    return triangles && look_among(*triangles, begin, end, slot);
  };
  // Slots 4, 5 and 6 begin trees of halves that share none.
  const bool found = look_among(near, 0, first, 4) || look_far(first, likely, 5) || look_far(likely, last, 6);
  if (!found && !ran_out_) likely_end_ = no_contact;
  report.covered.is_out_of_time = ran_out_ || is_thinned_;
}

bool ToolForecast::look_among(const BoxedTriangles& boxed, std::size_t first, std::size_t last, std::size_t slot) {
  boxed_ = &boxed;
  lists_.resize(boxed.size());
  std::iota(lists_.begin(), lists_.end(), Index{0});
  return look(first, last, 0, slot);
}

/// Steps are looked at one after the other: what is covered of both horizons ends at one time.
void ToolForecast::cover(double ahead_s) {
  report_->covered.reflex_s = std::min(ahead_s, settings_.reflex_s);
  report_->covered.considered_s = ahead_s;
}

/// Half as many steps once time runs out, one more where half of it was left: the first answers at once, the second does not
/// swing. Longer steps instead of fewer would have wider tubes, and meet more triangles than they save.
void ToolForecast::adapt(bool time_left) {
  if (ran_out_) {
    considered_now_ /= 2;
  } else if (time_left) {
    considered_now_ = std::min(settings_.considered_steps, considered_now_ + 1);
  }
}

/// Steps from first to last against the triangles from `begin` on in lists_, halving the time as long as some are near;
/// until one step touches or time runs out. `slot`: of these steps; those of its halves are 2 slot and 2 slot + 1.
bool ToolForecast::look(std::size_t first, std::size_t last, std::size_t begin, std::size_t slot) {
  const std::size_t end = lists_.size();
  // Where nothing is near, no time is needed.
  if (ran_out_ || (end > begin && deadline_->passed())) {
    ran_out_ = true;
    return false;
  }
  boxed_->narrow(box_of(first, last), begin, end - begin, lists_);
  if (rows_.size() <= slot) rows_.resize(slot + 1);
  if (lists_.size() > end && last - first > 1) separate(first, last, end, rows_[slot]);
  bool found = false;
  if (lists_.size() == end) {
    cover(steps_[last - 1].end_s);
  } else if (last - first == 1) {
    found = look_at_step(first, end, rows_[slot]);
  } else {
    const std::size_t middle = (first + last) / 2;
    found = look(first, middle, end, 2 * slot) || look(middle, last, end, 2 * slot + 1);
  }
  rows_[slot].touched = found;
  if (found) rows_[slot].axis = report_->warning->normal;
  lists_.resize(end);
  return found;
}

/// Takes off the list what one direction keeps apart from the tool during all of these steps: the one that did so last time, then one
/// that is made for a triangle that is left, unless these steps touched then, and most likely do so again.
void ToolForecast::separate(std::size_t first, std::size_t last, std::size_t begin, Row& row) {
  double tube = 0.0;
  positions_.assign(1, steps_[first].start);
  for (std::size_t k = first; k < last; ++k) {
    positions_.push_back(steps_[k].end);
    tube = std::max(tube, steps_[k].tube.over(1.0));
  }
  const double reach = rounded_up(search_.first_dilation_m() + tube, 1);
  const Surroundings around{*still_, *boxed_, {}};
  const auto take_off = [&](const Vector3& n) {
    SeparatingPlane plane(search_.shapes(), 0, n, reach);
    for (const Pose& X : positions_) plane.include(X);
    return take_below(plane, around, lists_, begin);
  };
  if (row.axis.squaredNorm() > 0.0) count_.remembered += take_off(row.axis);
  if (lists_.size() == begin || row.touched) return;
  const Triangle& v = still_->triangles[boxed_->triangle(lists_[begin])];
  const std::array<Vector3, 3> corners{still_->to[v[0]], still_->to[v[1]], still_->to[v[2]]};
  ++count_.searched;
  const Vector3 found = direction_between(search_.shapes(), 0, positions_, corners, reach);
  if (found.squaredNorm() > 0.0 && take_off(found) > 0) row.axis = found;
}

bool ToolForecast::look_at_step(std::size_t at, std::size_t begin, SearchMemory& memory) {
  const Step& step = steps_[at];
  const RigidMotion rigid = InBetweenMotion(step.start, step.end.translation, step.axis, step.angle_rad);
  const ToolMotion motion{rigid, step.tube, step.start, step.end};
  const Surroundings around{*still_, *boxed_, std::span(lists_).subspan(begin)};
  ToolTouch touch;
  ++report_->statistics.predicted_steps;
  const bool found = search_.first(motion, around, {}, *deadline_, memory, touch);
  const double until = std::min(1.0, search_.undecided_from());
  ran_out_ = search_.undecided_from() <= 1.0;
  cover(std::lerp(step.begin_s, step.end_s, until));
  if (found) {
    likely_end_ = at + 2;
    warn(step, motion, around, touch);
  }
  return found;
}

void ToolForecast::warn(const Step& step, const ToolMotion& motion, const Surroundings& around,
                        const ToolTouch& touch) {
  ToolWarning& warning = report_->warning.emplace();
  warning.time_to_contact_s = step.begin_s + touch.time.hi * (step.end_s - step.begin_s);
  cover(warning.time_to_contact_s);
  warning.horizon = horizon_of(warning.time_to_contact_s);
  warning.point = 0.5 * (touch.place.point_a + touch.place.point_b);
  warning.normal = touch.place.normal;
  search_.list(motion, touch, around, *deadline_, touches_, warning.surface_triangles);
  warning.spread_m = spread_m(warning.time_to_contact_s);
  warning.confidence = warning.spread_m > 0.0 ? std::erf(half_size_m_ / (std::sqrt(2.0) * warning.spread_m)) : 1.0;
}

/// Of the tool's points: turns count by how far its farthest point is from its origin.
double ToolForecast::spread_m(double ahead_s) const {
  const PosePrediction::Coordinates spread = prediction_.spread(ahead_s);
  double sum = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {
    sum += spread[c] * spread[c] + reach_m_ * reach_m_ * spread[c + 3] * spread[c + 3];
  }
  return std::sqrt(sum);
}

}  // namespace tocca
