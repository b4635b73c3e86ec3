#include "tocca/plan/planner.hpp"

#include <algorithm>
#include <array>

#include "plan/rrt_connect.hpp"
#include "plan/sbl.hpp"
#include "plan/shortener.hpp"
#include "plan/whole_turns.hpp"

namespace tocca {
namespace {

/// Searches for a shorter path give up after so many samples, and more with each that failed.
constexpr std::int64_t samples_of_a_round = 1024;
/// A path must be shorter by this part to be worth another one.
constexpr double least_improvement = 1e-3;
/// How much a path that is to be optimised is shortened, each time.
constexpr std::int64_t questions_of_a_round = 200;

}  // namespace

struct Planner::State {
  State(const Checker& the_checker, const PlannerSettings& the_settings)
      : checker(the_checker), settings(the_settings), rrt_connect(checker) {
    // So that the first plan finds its memory in place, as all others do.
    rrt_connect.edges().query().step().set(checker.start());
    rrt_connect.edges().query().any_contact();
  }

  Plan plan(const Configuration& start, const Configuration& wanted) {
    const Stopwatch watch;
    Configuration goal = wanted;
    Plan result;
    const PlanSpace asked(checker.model(), std::array{start, wanted});  // throws where an end is none
    if (settings.wrap) result.turns = turn_to_nearest(checker.model(), start, goal);
    const PlanSpace space = result.turns.empty() ? asked : PlanSpace(checker.model(), std::array{start, goal});
    if (ends_are_free(start, goal, result)) {
      search(space, start, goal, watch, result);
      if (result.end == PlanEnd::found) finish(space, start, goal, watch, result);
    }
    result.statistics.seconds = watch.seconds();
    return result;
  }

  bool ends_are_free(const Configuration& start, const Configuration& goal, Plan& plan) {
    for (const Configuration* q : {&start, &goal}) {
      if (rrt_connect.edges().is_free(*q)) continue;
      plan.contact = checker.check(*q);
      if (is_proof(plan.contact)) continue;  // the quick question was not sure
      plan.end = q == &start ? PlanEnd::start_in_contact : PlanEnd::goal_in_contact;
      return false;
    }
    plan.contact = {};
    return true;
  }

  void search(const PlanSpace& space, const Configuration& start, const Configuration& goal, const Stopwatch& watch,
              Plan& plan) {
    if (start == goal) {
      plan.end = PlanEnd::found;
      plan.waypoints = start.transpose();
    } else if (settings.method == PlanMethod::sbl) {
      SblSettings of_sbl;
      of_sbl.seed = settings.seed;
      of_sbl.time_limit_s = settings.time_limit_s;
      of_sbl.most_milestones = settings.most_milestones;
      of_sbl.neighbourhood = settings.neighbourhood;
      of_sbl.progress = settings.progress;
      Plan found = Sbl(checker, of_sbl).plan(start, goal);
      found.turns = std::move(plan.turns);
      plan = std::move(found);
    } else {
      plan.end = rrt_connect.search(space, start, goal, limits(), watch, plan.statistics, plan.waypoints);
    }
    plan.statistics.search_s = watch.seconds() - plan.statistics.proof_s;
  }

  RrtConnect::Settings limits() const {
    RrtConnect::Settings result;
    result.seed = settings.seed;
    result.time_limit_s = settings.time_limit_s;
    result.most_milestones = settings.most_milestones;
    result.range_m = settings.range_m;
    result.progress = settings.progress;
    return result;
  }

  /// Of a path that is proven.
  void finish(const PlanSpace& space, const Configuration& start, const Configuration& goal, const Stopwatch& watch,
              Plan& plan) {
    plan.statistics.paths = 1;
    plan.raw_waypoints = plan.waypoints.rows();
    plan.raw_length_m = plan.length_m = space.length(plan.waypoints);
    const Stopwatch simplifying;
    if (settings.simplify) {
      SmoothSettings budget = settings.simplification;
      budget.seed = settings.seed;
      budget.time_limit_s = std::min(budget.time_limit_s, settings.time_limit_s - watch.seconds());
      plan.length_m = shorten(space, budget, plan.waypoints);
    }
    plan.statistics.simplification_s = simplifying.seconds();
    if (settings.optimise_s > 0.0) optimise(space, start, goal, watch, plan);
  }

  double shorten(const PlanSpace& space, const SmoothSettings& budget, WaypointMatrix& proven) {
    if (proven.rows() < 3) return space.length(proven);
    Shortener shortener(checker.model(), space, budget, rrt_connect.edges().query(), proven);
    shortener.run();
    proven = shortener.rows();
    return shortener.statistics().length_m;
  }

  /// Another search for a path that is shorter, and shortcuts of it, as often as time allows.
  void optimise(const PlanSpace& space, const Configuration& start, const Configuration& goal, const Stopwatch& watch,
                Plan& plan) {
    const double until = std::min(settings.time_limit_s, watch.seconds() + settings.optimise_s);
    RrtConnect::Settings round = limits();
    round.time_limit_s = until;
    round.most_samples = samples_of_a_round;
    SmoothSettings budget = settings.simplification;
    budget.most_questions = questions_of_a_round;
    const double straight = space.length(start, goal);
    WaypointMatrix shorter;
    while (watch.seconds() < until && plan.length_m > straight * (1.0 + least_improvement)) {
      if (settings.progress && !settings.progress(plan.statistics)) return;
      budget.seed = ++round.seed;
      budget.time_limit_s = until - watch.seconds();
      round.shorter_than_m = plan.length_m * (1.0 - least_improvement);
      const PlanEnd end = rrt_connect.search(space, start, goal, round, watch, plan.statistics, shorter);
      if (end == PlanEnd::stopped) return;
      if (end != PlanEnd::found) {
        round.most_samples += samples_of_a_round / 4;
        shorter = plan.waypoints;  // at least the known one may be cut shorter
      }
      const double length = shorten(space, budget, shorter);
      if (!(length < plan.length_m)) continue;
      plan.statistics.paths += end == PlanEnd::found ? 1 : 0;
      plan.length_m = length;
      plan.waypoints = shorter;
    }
  }

  const Checker checker;  ///< a copy: one state of the scene
  PlannerSettings settings;
  RrtConnect rrt_connect;
};

Planner::Planner(const Checker& checker, const PlannerSettings& settings) {
  require_proofs(checker);
  state_ = std::make_unique<State>(checker, settings);
}
Planner::~Planner() = default;
Planner::Planner(Planner&&) noexcept = default;

Plan Planner::plan(const Configuration& start, const Configuration& goal) { return state_->plan(start, goal); }

}  // namespace tocca
