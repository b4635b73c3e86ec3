#include "tocca/plan/random_walk.hpp"

#include <algorithm>
#include <array>

#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "plan/walker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {
namespace {

class WalkMaker {
 public:
  WalkMaker(const Checker& checker, const WalkSettings& settings, const Configuration& start, const HalfSpace& goal)
      : checker_(checker),
        settings_(settings),
        space_(checker.model(), std::array{start}),
        query_(checker.query()),
        random_(settings.seed),
        start_(start),
        now_(start) {
    Eigen::Index first = 0;
    for (int robot = 0; robot < static_cast<int>(checker.model().robots().size()); ++robot) {
      walkers_.emplace_back(checker.model(), space_, robot, first, goal, settings.stride);
      first += checker.model().robots()[at(robot)].tree.coordinate_count();
    }
  }

  Plan run() {
    Plan plan;
    plan.contact = checker_.check(now_);
    if (plan.contact.outcome != Outcome::free || !plan.contact.proven) {
      plan.end = PlanEnd::start_in_contact;
    } else {
      plan.contact = {};
      plan.end = go();
      if (plan.end == PlanEnd::found) plan.waypoints = rows();
    }
    statistics_.seconds = watch_.seconds();
    plan.statistics = statistics_;
    return plan;
  }

 private:
  PlanEnd go() {
    for (Walker& walker : walkers_) {
      rest(walker);
      walker.stand(now_);
    }
    for (;;) {
      statistics_.milestones = 1 + static_cast<std::int64_t>(steps_.size());
      const auto away = std::count_if(walkers_.begin(), walkers_.end(), [](const Walker& w) { return !w.arrived(); });
      if (away == 0) return PlanEnd::found;
      if (watch_.seconds() >= settings_.time_limit_s) return PlanEnd::time_limit;
      if (statistics_.samples >= settings_.most_steps) return PlanEnd::milestone_limit;
      if (settings_.progress && !settings_.progress(statistics_)) return PlanEnd::stopped;
      step(random_.below(static_cast<int>(away)));
    }
  }

  /// One step of the walker that is number `away` among those that have not arrived.
  void step(int away) {
    ++statistics_.samples;
    Walker* chosen = nullptr;
    for (Walker& walker : walkers_) {
      if (!walker.arrived() && away-- == 0) chosen = &walker;
    }
    Walker& walker = *chosen;
    if (!walker.can_move()) return;
    walker.draw(now_, random_, next_);
    query_.step().tree(walker.robot()).move(walker.part(now_), walker.part(next_));
    const bool taken = is_free();
    walker.learn(taken);
    if (taken) {
      now_ = next_;
      keep(walker);
      walker.stand(now_);
    }
    rest(walker);
    if (walker.stuck()) go_back(walker);
  }

  /// Forgets the latest steps, those of other robots as well: what comes before them is a proven path.
  void go_back(Walker& walker) {
    for (int own = walker.steps_back(); own > 0 && !steps_.empty(); steps_.pop_back()) {
      if (steps_.back() == walker.robot()) --own;
      values_.resize(values_.size() - static_cast<std::size_t>(walkers_[at(steps_.back())].count()));
    }
    now_ = start_;
    const double* values = values_.data();
    for (const int robot : steps_) values = walkers_[at(robot)].put(values, now_);
    for (Walker& each : walkers_) {
      rest(each);
      each.stand(now_);
    }
  }

  bool is_free() {
    ++statistics_.segments;
    // The step before has proven what this one does not move; orientations are met up to rounding only.
    if (!space_.has_orientations()) query_.step().start_is_free();
    const Answer& answer = query_.any_contact();
    const bool free = answer.outcome == Outcome::free && answer.proven;
    if (!free) ++statistics_.segments_refuted;
    return free;
  }

  void rest(const Walker& walker) { query_.step().tree(walker.robot()).move(walker.part(now_), walker.part(now_)); }

  /// A step is what one robot has changed: of many robots a whole row would be mostly repetition.
  void keep(const Walker& walker) {
    const auto part = walker.part(now_);
    steps_.push_back(walker.robot());
    values_.insert(values_.end(), part.begin(), part.end());
  }

  WaypointMatrix rows() const {
    WaypointMatrix rows(1 + static_cast<Eigen::Index>(steps_.size()), space_.size());
    Configuration q = start_;
    rows.row(0) = q;
    const double* values = values_.data();
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      values = walkers_[at(steps_[k])].put(values, q);
      rows.row(1 + static_cast<Eigen::Index>(k)) = q;
    }
    return rows;
  }

  const Stopwatch watch_;
  const Checker& checker_;
  const WalkSettings& settings_;
  const PlanSpace space_;
  Query query_;
  SeededRandom random_;
  std::vector<Walker> walkers_;
  const Configuration start_;
  Configuration now_, next_;
  std::vector<int> steps_;      // taken: whose
  std::vector<double> values_;  // of that robot, after each
  PlanStatistics statistics_;
};

}  // namespace

Plan RandomWalk::walk(const Configuration& start, const HalfSpace& goal) const {
  return WalkMaker(Checker(checker_), settings_, start, goal).run();
}

}  // namespace tocca
