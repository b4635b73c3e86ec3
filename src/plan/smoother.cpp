#include "tocca/plan/smoother.hpp"

#include <algorithm>
#include <optional>

#include "core/stopwatch.hpp"
#include "plan/plan_space.hpp"
#include "plan/proofs.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca {
namespace {

// The window is a part of the path's length. In balance about one shortcut in five is taken.
constexpr double widening = 1.5, narrowing = 0.9, least_window = 0x1p-7;
/// Shortcuts that gain less than this part of what they replace are not worth their waypoints.
constexpr double least_gain = 1e-6;

/// Segments that are proven before the clock is looked at again.
constexpr int proven_at_once = 64;

/// Keeps the first verdict that is no proof.
class FirstNotProven final : public PathListener {
 public:
  void segment(const SegmentVerdict& verdict) override {
    if (!found && !is_proof(verdict)) found = verdict;
  }
  std::optional<SegmentVerdict> found;
};

/// The proven polyline with the arc length at each waypoint.
class SmoothedLine {
 public:
  SmoothedLine(const PlanSpace& space, const WaypointMatrix& path) : space_(space) {
    for (Eigen::Index k = 0; k < path.rows(); ++k) points_.push_back(path.row(k).transpose());
    lengths_.resize(points_.size() - 1);
    for (int k = 0; k + 1 < size(); ++k) measure(k);
    add_up();
  }

  double length() const { return arc_.back(); }
  int size() const { return static_cast<int>(points_.size()); }
  const Configuration& operator[](int k) const { return points_[static_cast<std::size_t>(k)]; }
  double arc(int k) const { return arc_[static_cast<std::size_t>(k)]; }

  /// The segment that has the point at arc length s: it begins at waypoint k.
  int segment(double s) const {
    const auto after = std::upper_bound(arc_.begin(), arc_.end(), s);
    return std::clamp(static_cast<int>(after - arc_.begin()) - 1, 0, size() - 2);
  }
  Configuration point(int segment, double s) const {
    const double begin = arc(segment), length = arc(segment + 1) - begin;
    return space_.between((*this)[segment], (*this)[segment + 1], length > 0.0 ? (s - begin) / length : 0.0);
  }

  /// Puts `inserted` in place of waypoints first .. last (both included; none if last < first); neither end of the line is
  /// one of them.
  void replace(int first, int last, const std::vector<Configuration>& inserted) {
    points_.erase(points_.begin() + first, points_.begin() + last + 1);
    points_.insert(points_.begin() + first, inserted.begin(), inserted.end());
    // What changes is from the waypoint before to the one after.
    const int more = static_cast<int>(inserted.size());
    lengths_.erase(lengths_.begin() + first - 1, lengths_.begin() + last + 1);
    lengths_.insert(lengths_.begin() + first - 1, inserted.size() + 1, 0.0);
    for (int k = first - 1; k < first + more; ++k) measure(k);
    add_up();
  }

  WaypointMatrix rows() const {
    WaypointMatrix rows(size(), space_.size());
    for (int k = 0; k < size(); ++k) rows.row(k) = (*this)[k];
    return rows;
  }

 private:
  void measure(int k) { lengths_[static_cast<std::size_t>(k)] = space_.length((*this)[k], (*this)[k + 1]); }
  void add_up() {
    arc_.assign(1, 0.0);
    for (const double length : lengths_) arc_.push_back(arc_.back() + length);
  }

  const PlanSpace& space_;
  std::vector<Configuration> points_;
  std::vector<double> lengths_, arc_;  // from each waypoint to the next; from the first to each
};

class Smoothing {
 public:
  Smoothing(const Checker& checker, const SmoothSettings& settings, const WaypointMatrix& path)
      : settings_(settings),
        space_(checker.model(), std::array{Configuration(path.row(0).transpose()),
                                           Configuration(path.row(path.rows() - 1).transpose())}),
        paths_(checker),
        edges_(checker.model()),
        random_(settings.seed),
        line_(space_, path) {}

  /// `path`: to be proven first; null if it is proven.
  SmoothResult run(const WaypointMatrix* path) {
    SmoothResult result;
    statistics_.length_before_m = statistics_.length_m = line_.length();
    if (!path || prove(*path, result)) {
      result.end = shorten();
      result.waypoints = line_.rows();
    }
    statistics_.seconds = watch_.seconds();
    result.statistics = statistics_;
    return result;
  }

 private:
  /// Is every segment of the path proven free? If not, the result says why.
  bool prove(const WaypointMatrix& path, SmoothResult& result) {
    const ConfigurationSteps steps(paths_.model(), path);
    FirstNotProven first;
    for (int done = 0; done < steps.segment_count(); done += proven_at_once) {
      if (done > 0 && ask_to_end() != SmoothEnd::converged) {
        result.end = SmoothEnd::unproven;
        return false;
      }
      const SegmentSlice slice(steps, done, std::min(proven_at_once, steps.segment_count() - done));
      SequenceSource source(slice);
      paths_.run(source, PathSearch::any_of_each, first);
      if (first.found) {
        result.refuted = *first.found;
        result.end = SmoothEnd::not_free;
        return false;
      }
      statistics_.segments_proven += slice.segment_count();
    }
    return true;
  }

  /// Anything but converged: the reason to end here.
  SmoothEnd ask_to_end() {
    statistics_.seconds = watch_.seconds();
    if (statistics_.seconds >= settings_.time_limit_s) return SmoothEnd::time_limit;
    if (settings_.progress && !settings_.progress(statistics_)) return SmoothEnd::stopped;
    return SmoothEnd::converged;
  }

  SmoothEnd shorten() {
    std::int64_t looked_at = 0;
    double length_then = line_.length();
    for (;;) {
      if (line_.size() < 3) return SmoothEnd::converged;  // straight
      if (statistics_.steps >= settings_.most_steps) return SmoothEnd::step_limit;
      if (const SmoothEnd end = ask_to_end(); end != SmoothEnd::converged) return end;
      if (statistics_.steps - looked_at >= std::max<std::int64_t>(200, 10 * line_.size())) {
        if (length_then - line_.length() < settings_.converged_at * length_then) return SmoothEnd::converged;
        looked_at = statistics_.steps;
        length_then = line_.length();
      }
      ++statistics_.steps;
      const bool taken = random_.below(4) == 0 ? skip_waypoints() : cut_corner();
      window_ = std::clamp(window_ * (taken ? widening : narrowing), least_window, 1.0);
      statistics_.length_m = line_.length();
    }
  }

  /// From one point of the path to another.
  bool cut_corner() {
    const double total = line_.length(), span = window_ * total * random_.unit();
    const double from = random_.between(0.0, total - span), to = from + span;
    const int first = line_.segment(from), last = line_.segment(to);
    if (first == last) return false;  // straight already
    const Configuration a = line_.point(first, from), b = line_.point(last, to);
    const double before = line_.arc(last + 1) - line_.arc(first);
    const double after = space_.length(line_[first], a) + space_.length(a, b) + space_.length(b, line_[last + 1]);
    if (!(after < before * (1.0 - least_gain))) return false;
    if (!is_free(a, b) || !is_free(line_[first], a) || !is_free(b, line_[last + 1])) return false;
    std::vector<Configuration> inserted;
    if (a != line_[first]) inserted.push_back(a);
    if (b != line_[last + 1]) inserted.push_back(b);
    take(first + 1, last, inserted);
    return true;
  }

  /// From one waypoint to a later one: takes waypoints away that corners have left behind.
  bool skip_waypoints() {
    const int first = random_.below(line_.size() - 2);
    const int most = std::max(2, static_cast<int>(window_ * line_.size()));
    const int last = std::min(line_.size() - 1, first + 2 + random_.below(most - 1));
    const double before = line_.arc(last) - line_.arc(first);
    // By the triangle inequality it is never longer, but for rounding.
    if (space_.length(line_[first], line_[last]) > before * (1.0 - 0x1p-48)) return false;
    if (!is_free(line_[first], line_[last])) return false;
    take(first + 1, last - 1, {});
    return true;
  }

  void take(int first, int last, const std::vector<Configuration>& inserted) {
    ++statistics_.shortcuts;
    line_.replace(first, last, inserted);
  }

  bool is_free(const Configuration& from, const Configuration& to) {
    if (from == to) return true;  // a waypoint of the path, which is free there
    edges_.clear();
    edges_.add(from, to);
    return paths_.any_outcome(edges_) == Outcome::free;
  }

  const Stopwatch watch_;
  const SmoothSettings& settings_;
  const PlanSpace space_;
  PathChecker paths_;
  EdgeSteps edges_;
  SeededRandom random_;
  SmoothedLine line_;
  double window_ = 1.0;
  SmoothStatistics statistics_;
};

}  // namespace

SmoothResult Smoother::smooth(const WaypointMatrix& path) const {
  require_proofs(checker_);
  const ConfigurationSteps valid(checker_.model(), path);  // throws where the path is none
  return Smoothing(checker_, settings_, path).run(&path);
}

SmoothResult Smoother::smooth_proven(const WaypointMatrix& path) const {
  require_proofs(checker_);
  return Smoothing(checker_, settings_, path).run(nullptr);
}

}  // namespace tocca
