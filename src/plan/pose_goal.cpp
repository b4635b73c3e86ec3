#include "tocca/plan/pose_goal.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "plan/inverse_kinematics.hpp"
#include "plan/proofs.hpp"
#include "plan/whole_turns.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Configurations nearer to each other than this, by the metric of a path's length, are one.
constexpr double same_m = 1e-4;
/// How many milestones each goal gets in the first round, and how many times as many in the next.
constexpr std::int64_t milestones_at_first = 2'000, more_milestones = 8;
constexpr std::size_t most_goals_tried = 8;

void require_valid(const CollisionModel& model, const PoseGoal& goal) {
  TOCCA_REQUIRE(at(goal.robot) < model.robots().size(), "a model has no such robot");
  if (!(goal.tolerance_m > 0.0 && goal.tolerance_rad > 0.0)) {
    throw InputError("", "tolerance", "must be greater than 0", "give metres and radians, such as 1e-4 and 1e-3");
  }
  if (!goal.X_WL.translation.allFinite() || !goal.X_WL.rotation.allFinite()) {
    throw InputError("", "pose", "is not finite", "give finite numbers");
  }
}

/// A pose for a link that always stays where it is was meant for another one.
void require_moved(const KinematicTree& tree, int link) {
  for (int one = link; one > 0; one = tree.parent_link(one)) {
    if (!is_fixed(tree.joints()[at(tree.parent_joint(one))].type)) return;
  }
  throw InputError("", "link '" + tree.links()[at(link)].name + "'", "is moved by no joint",
                   "name one that a joint moves");
}

struct Reached {
  double length_m;
  Configuration q;
};

}  // namespace

std::vector<Configuration> reach_pose(const CollisionModel& model, const Configuration& start, const PoseGoal& goal,
                                      const PoseSearch& search) {
  require_valid(model, goal);
  require_moved(model.robots()[at(goal.robot)].tree, goal.link);
  const PlanSpace space(model, {&start, 1});
  InverseKinematics kinematics(model, space, goal);
  SeededRandom random(search.seed);
  std::vector<Reached> found;
  int counted = 0;
  for (int k = 0; k < search.searches && counted < search.enough; ++k) {
    Configuration q = start;
    if (k > 0) kinematics.draw(random, q);
    if (!kinematics.solve(q)) continue;
    turn_to_nearest(model, start, q);
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const Reached& other) { return space.length(other.q, q) < same_m; });
    if (known) continue;
    found.push_back({space.length(start, q), q});
    counted += !search.counts || search.counts(q) ? 1 : 0;
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Reached& x, const Reached& y) { return x.length_m < y.length_m; });
  std::vector<Configuration> result;
  for (Reached& one : found) result.push_back(std::move(one.q));
  return result;
}

Plan plan_to_any(const Checker& checker, const Configuration& start, std::span<const Configuration> goals,
                 const PlannerSettings& settings) {
  const Stopwatch watch;
  Plan result;
  result.goals = Plan::Goals{goals.size(), 0};
  result.contact = checker.check(start);
  if (!is_proof(result.contact)) {
    result.end = PlanEnd::start_in_contact;
    return result;
  }
  result.contact = {};
  std::vector<Configuration> free;
  for (const Configuration& goal : goals) {
    SegmentVerdict verdict = checker.check(goal);
    if (is_proof(verdict)) {
      free.push_back(goal);
    } else if (result.contact.pairs.empty()) {
      result.contact = std::move(verdict);
    }
  }
  result.goals->free = free.size();
  if (free.empty()) {
    result.end = goals.empty() ? PlanEnd::unreachable : PlanEnd::goal_in_contact;
    result.statistics.seconds = watch.seconds();
    return result;
  }
  if (free.size() > most_goals_tried) free.resize(most_goals_tried);
  const Plan::Goals counted = *result.goals;
  PlanStatistics before{};
  for (std::int64_t milestones = milestones_at_first;; milestones *= more_milestones) {
    for (const Configuration& goal : free) {
      PlannerSettings own = settings;
      const bool alone = free.size() == 1;
      own.most_milestones =
          std::min(alone ? settings.most_milestones : milestones, settings.most_milestones - before.milestones);
      own.time_limit_s = settings.time_limit_s - watch.seconds();
      if (own.most_milestones < 2 || !(own.time_limit_s > 0.0)) {
        result.end = own.time_limit_s > 0.0 ? PlanEnd::milestone_limit : PlanEnd::time_limit;
        result.statistics.seconds = watch.seconds();
        return result;
      }
      result = Planner(checker, own).plan(start, goal);
      result.goals = counted;
      before.milestones += std::max<std::int64_t>(1, result.statistics.milestones);
      result.statistics.seconds = watch.seconds();
      const bool ended = result.end == PlanEnd::found || result.end == PlanEnd::stopped || alone;
      if (ended || result.end == PlanEnd::time_limit) return result;
    }
  }
}

Plan plan_to_pose(const Checker& checker, const Configuration& start, const PoseGoal& goal,
                  const PlannerSettings& settings, const PoseSearch& search) {
  PoseSearch own = search;
  if (!own.counts) own.counts = [&checker](const Configuration& q) { return is_proof(checker.check(q)); };
  return plan_to_any(checker, start, reach_pose(checker.model(), start, goal, own), settings);
}

}  // namespace tocca
