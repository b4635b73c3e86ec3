#include "plan/prefer_clearance.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/index.hpp"
#include "plan/kept_clearance.hpp"
#include "plan/proofs.hpp"
#include "plan/shortener.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {
namespace {

constexpr std::array stages_m = {2e-3, 5e-3, 10e-3, 20e-3, 50e-3, 0.1, 0.2, 0.5, 1.0};
constexpr double longest_detour = 2.0;  // times the length of the path given
constexpr double farthest_m = 1.0;      // that a waypoint is moved, by PlanSpace::length
constexpr int draws_per_radius = 32, most_splits = 5, attempts = 8;

/// A way along a given one that keeps more distance.
class Retreat {
 public:
  Retreat(const Checker& checker, const PlanSpace& space, double clearance_m, std::uint64_t seed)
      : model_(checker.model()), space_(space), nearest_m_(clearance_m), query_(checker.query()), random_(seed) {}

  /// No rows if none was found.
  WaypointMatrix along(const WaypointMatrix& path) {
    for (int attempt = 0; attempt < attempts; ++attempt) {
      if (try_along(path)) return rows();
    }
    return {};
  }
  Query& query() { return query_; }

 private:
  bool try_along(const WaypointMatrix& path) {
    way_.assign(1, path.row(0));
    for (Eigen::Index k = 1; k < path.rows(); ++k) {
      const bool last = k + 1 == path.rows();
      const std::optional<Configuration> to = last ? Configuration(path.row(k)) : away_from(path.row(k));
      if (!to || !join(*to, most_splits)) return false;
    }
    return true;
  }

  /// From the last point of the way to `to`; where that comes too near, over a point that is moved away.
  bool join(const Configuration& to, int splits) {
    const Configuration from = way_.back();
    move_robots(model_, from, to, query_.step());
    const Answer& answer = query_.any_contact();
    if (is_proof(answer)) {
      way_.push_back(to);
      return true;
    }
    if (splits == 0) return false;
    const double t = answer.outcome == Outcome::contact ? answer.time.hi : 0.5;
    const std::optional<Configuration> middle = away_from(space_.between(from, to, t));
    return middle && join(*middle, splits - 1) && join(to, splits - 1);
  }

  /// The nearest free configuration among some draws, first from as near as the clearance.
  std::optional<Configuration> away_from(const Configuration& q) {
    if (is_free_at(q)) return q;
    Configuration drawn(q.size());
    for (double radius_m = nearest_m_; radius_m <= farthest_m; radius_m *= 2.0) {
      std::optional<Configuration> nearest;
      for (int k = 0; k < draws_per_radius; ++k) {
        draw_near(q, radius_m, drawn);
        if (nearest && space_.length(q, drawn) >= space_.length(q, *nearest)) continue;
        if (is_free_at(drawn)) nearest = drawn;
      }
      if (nearest) return nearest;
    }
    return std::nullopt;
  }

  /// Each degree moves what it carries by at most so much.
  void draw_near(const Configuration& q, double radius_m, Configuration& drawn) {
    drawn = q;
    for (int k = 0; k < static_cast<int>(space_.degrees().size()); ++k) {
      const PlanSpace::Degree& degree = space_.degrees()[at(k)];
      const double range_m = degree.weight * (degree.upper - degree.lower);
      if (range_m > 0.0) space_.change(k, std::min(1.0, radius_m / range_m), random_, drawn);
    }
  }

  bool is_free_at(const Configuration& q) {
    move_robots(model_, q, q, query_.step());
    return query_.free_at();
  }
  WaypointMatrix rows() const {
    WaypointMatrix result(static_cast<Eigen::Index>(way_.size()), space_.size());
    for (std::size_t k = 0; k < way_.size(); ++k) result.row(static_cast<Eigen::Index>(k)) = way_[k];
    return result;
  }

  const CollisionModel& model_;
  const PlanSpace& space_;
  const double nearest_m_;
  Query query_;
  SeededRandom random_;
  std::vector<Configuration> way_;
};

class Stages {
 public:
  Stages(const Problem& problem, const CheckSettings& check, const PairSettings& pairs, const SmoothSettings& smoothing,
         PreferredClearance& best)
      : problem_(problem),
        check_(check),
        pairs_(pairs),
        smoothing_(smoothing),
        ends_{best.waypoints.row(0), best.waypoints.row(best.waypoints.rows() - 1)},
        best_(best) {}

  /// Returns whether to go on with a greater clearance.
  bool ask(double clearance_m) {
    problem_.clearance.default_m = clearance_m;
    const Checker checker(problem_, check_, pairs_);
    require_proofs(checker);
    const KeptClearance kept = kept_clearance(checker, clearance_m, ends_[0], ends_[1]);
    if (!kept.reduced()) return find(checker, clearance_m);
    if (kept.kept_m <= best_.clearance_m) return false;
    problem_.clearance.default_m = kept.kept_m;
    find(Checker(problem_, check_, pairs_), kept.kept_m);
    return false;  // the ends allow no more
  }

 private:
  bool find(const Checker& checker, double clearance_m) {
    ++best_.stages;
    const PlanSpace space(checker.model(), ends_);
    Retreat retreat(checker, space, clearance_m, smoothing_.seed);
    const WaypointMatrix way = retreat.along(best_.waypoints);
    if (way.rows() == 0) return false;
    if (best_.stages == 1) length_m_ = space.length(best_.waypoints);
    SmoothSettings settings = smoothing_;
    settings.time_limit_s -= watch_.seconds();
    Shortener shortener(checker.model(), space, settings, retreat.query(), way);
    const SmoothEnd end = shortener.run();
    if (shortener.statistics().length_m > longest_detour * length_m_) return false;
    best_.clearance_m = clearance_m;
    best_.waypoints = shortener.rows();
    return end != SmoothEnd::time_limit && end != SmoothEnd::stopped;
  }

  Problem problem_;
  const CheckSettings& check_;
  const PairSettings& pairs_;
  const SmoothSettings& smoothing_;
  const std::array<Configuration, 2> ends_;
  PreferredClearance& best_;
  double length_m_ = 0.0;  ///< of the path given
  const Stopwatch watch_;
};

}  // namespace

PreferredClearance prefer_clearance(const Problem& problem, const CheckSettings& check, const PairSettings& pairs,
                                    double kept_m, const WaypointMatrix& proven, const SmoothSettings& smoothing) {
  PreferredClearance best{kept_m, proven, 0};
  Stages stages(problem, check, pairs, smoothing, best);
  for (const double clearance_m : stages_m) {
    if (clearance_m > kept_m && !stages.ask(clearance_m)) break;
  }
  return best;
}

}  // namespace tocca
