#include "plan/shortener.hpp"

#include <algorithm>

#include "plan/proofs.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/step_sequence.hpp"

namespace tocca {
namespace {

// The window is a part of the path's length, the pull a part of the way to the straight line. Both grow with what is taken and
// shrink with what is not: in balance about one try in five succeeds.
constexpr double window_widening = 1.5, window_narrowing = 0.9, least_window = 0x1p-7;
constexpr double harder = 1.5, softer = 0.7, least_pull = 0.05, greatest_pull = 0.95;
/// Changes that gain less than this part of what they replace may gain nothing but rounding.
constexpr double rounding_gain = 1e-6;

/// A step adds a waypoint at most, and asks at least three questions for it.
std::size_t room_for(const SmoothSettings& settings, Eigen::Index rows) {
  const std::int64_t added = std::min({settings.most_steps, settings.most_questions / 3, std::int64_t{1024}});
  return static_cast<std::size_t>(rows + added + 2);
}

}  // namespace

Shortener::Shortener(const CollisionModel& model, const PlanSpace& space, const SmoothSettings& settings, Query& query,
                     const WaypointMatrix& proven)
    : model_(model),
      space_(space),
      settings_(settings),
      query_(query),
      random_(settings.seed),
      line_(space, proven, room_for(settings, proven.rows())),
      from_(proven.cols()),
      to_(proven.cols()) {
  statistics_.length_before_m = statistics_.length_m = line_.length();
}

SmoothEnd Shortener::run() {
  End end = skip_far();
  if (!end) end = draw_steps();
  statistics_.length_m = line_.length();
  statistics_.seconds = watch_.seconds();
  return *end;
}

Shortener::End Shortener::limit() {
  statistics_.length_m = line_.length();
  statistics_.seconds = watch_.seconds();
  if (line_.size() < 3) return SmoothEnd::converged;  // straight
  if (statistics_.steps >= settings_.most_steps || statistics_.questions >= settings_.most_questions) {
    return SmoothEnd::step_limit;
  }
  if (statistics_.seconds >= settings_.time_limit_s) return SmoothEnd::time_limit;
  if (settings_.progress && !settings_.progress(statistics_)) return SmoothEnd::stopped;
  return std::nullopt;
}

/// From each waypoint straight to the farthest one that can be reached: most waypoints of a planner's path are of no use.
/// Refuting a motion costs a fraction of proving one, so the long ones come first.
Shortener::End Shortener::skip_far() {
  for (int first = 0; first + 2 < line_.size(); ++first) {
    for (int last = line_.size() - 1; last > first + 1; last -= std::max(1, (last - first) / 8)) {
      if (const End end = limit()) return end;
      ++statistics_.steps;
      if (skip(first, last)) break;
    }
  }
  return limit();
}

Shortener::End Shortener::draw_steps() {
  std::int64_t looked_at = statistics_.steps;
  double length_then = line_.length();
  for (;;) {
    if (const End end = limit()) return end;
    if (statistics_.steps - looked_at >= std::max<std::int64_t>(200, 10 * line_.size())) {
      if (length_then - line_.length() < settings_.converged_at * length_then) return SmoothEnd::converged;
      looked_at = statistics_.steps;
      length_then = line_.length();
    }
    ++statistics_.steps;
    if (const int kind = random_.below(4); kind >= 2) {
      pull_waypoint();
    } else {
      const bool taken = kind == 0 ? skip_some() : cut_corner();
      window_ = std::clamp(window_ * (taken ? window_widening : window_narrowing), least_window, 1.0);
    }
  }
}

/// From one point of the path to another.
bool Shortener::cut_corner() {
  const double total = line_.length(), span = window_ * total * random_.unit();
  const double begin = random_.between(0.0, total - span);
  const int first = line_.segment(begin), last = line_.segment(begin + span);
  if (first == last) return false;  // straight already
  line_.point(first, begin, from_);
  line_.point(last, begin + span, to_);
  const Configuration &before = line_[first], &behind = line_[last + 1];
  const double length = space_.length(before, from_) + space_.length(from_, to_) + space_.length(to_, behind);
  if (!is_worthwhile(line_.arc(last + 1) - line_.arc(first), length)) return false;
  // The shortcut may well touch; what is left of the two segments hardly will.
  if (!is_free(from_, to_) || !is_free(before, from_) || !is_free(to_, behind)) return false;
  const bool inside_first = from_ != before, inside_last = to_ != behind;
  line_.remove(first + 1, last);
  if (inside_last) line_.insert(first + 1, to_);
  if (inside_first) line_.insert(first + 1, from_);
  ++statistics_.shortcuts;
  return true;
}

/// From one waypoint to a later one: takes waypoints away that corners have left behind.
bool Shortener::skip_some() {
  const int first = random_.below(line_.size() - 2);
  const int most = std::max(2, static_cast<int>(window_ * line_.size()));
  return skip(first, std::min(line_.size() - 1, first + 2 + random_.below(most - 1)));
}

/// Takes a waypoint nearer to the straight line between its neighbours, in some degrees of freedom: a joint that need not
/// move stops moving, even where the others cannot give way. Two motions change, and no waypoint is added.
bool Shortener::pull_waypoint() {
  const int k = 1 + random_.below(line_.size() - 2);
  const Configuration &before = line_[k - 1], &here = line_[k], &behind = line_[k + 1];
  const double length = line_.arc(k + 1) - line_.arc(k - 1);
  if (!(length > 0.0)) return false;
  space_.between(before, behind, (line_.arc(k) - line_.arc(k - 1)) / length, from_);
  to_ = here;
  for (int degree = 0; degree < static_cast<int>(space_.degrees().size()); ++degree) {
    if (random_.below(2) == 0) space_.between(degree, here, from_, pull_, to_);
  }
  const double to_here = space_.length(before, to_), from_here = space_.length(to_, behind);
  if (!is_worthwhile(length, to_here + from_here)) return false;
  const bool free = to_here > from_here
                        ? is_free(before, to_) && is_free(to_, behind)  // the longer one may touch first
                        : is_free(to_, behind) && is_free(before, to_);
  pull_ = std::clamp(pull_ * (free ? harder : softer), least_pull, greatest_pull);
  if (!free) return false;
  line_.replace(k, to_);
  ++statistics_.shortcuts;
  return true;
}

bool Shortener::skip(int first, int last) {
  // By the triangle inequality it is never longer, but for rounding.
  const double before = line_.arc(last) - line_.arc(first);
  if (space_.length(line_[first], line_[last]) > before * (1.0 - 0x1p-48)) return false;
  if (!is_free(line_[first], line_[last])) return false;
  line_.remove(first + 1, last - 1);
  ++statistics_.shortcuts;
  return true;
}

bool Shortener::is_worthwhile(double before, double after) const {
  return before - after > std::max(rounding_gain * before, settings_.least_gain * line_.length());
}

bool Shortener::is_free(const Configuration& from, const Configuration& to) {
  if (from == to) return true;  // a waypoint of the path, which is free there
  ++statistics_.questions;
  move_robots(model_, from, to, query_.step());
  return is_proof(query_.any_contact());
}

}  // namespace tocca
