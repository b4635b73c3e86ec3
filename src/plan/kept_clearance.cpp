#include "plan/kept_clearance.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {
namespace {

using Limit = KeptClearance::Limit;
using BodyPair = std::pair<int, int>;

constexpr double kept_part = 0.9;
constexpr std::uint64_t most_tests = 10'000'000;  // of a whole path: some ten seconds

/// Does the problem's default clearance apply to this pair? If its own happens to be the same, no harm is done.
bool keeps_default(const CollisionModel& model, const BodyPair& pair, double default_m) {
  const CollisionModel::Body &a = model.bodies()[at(pair.first)], &b = model.bodies()[at(pair.second)];
  if (a.robot >= 0 && a.robot == b.robot) return false;
  const std::vector<ProblemPairs::Checked>& checked = model.problem_pairs().checked;
  return std::any_of(checked.begin(), checked.end(), [&](const ProblemPairs::Checked& one) {
    return std::minmax(one.a, one.b) == std::minmax(pair.first, pair.second) && one.clearance_m == default_m;
  });
}

/// A sequence in which some pairs may touch.
class StepsWithout final : public StepSequence {
 public:
  StepsWithout(const StepSequence& whole, const std::vector<BodyPair>& pairs) : whole_(whole), pairs_(pairs) {}

  int segment_count() const override { return whole_.segment_count(); }
  bool at_rest() const override { return whole_.at_rest(); }
  bool continuous() const override { return whole_.continuous(); }
  void set(int segment, int step, MotionStep& target) const override {
    whole_.set(segment, step, target);
    target.allow_none();
    for (const BodyPair& pair : pairs_) target.allow(pair.first, pair.second);
  }

 private:
  const StepSequence& whole_;
  const std::vector<BodyPair>& pairs_;
};

void limit(KeptClearance& kept, Limit where, double distance_m, const std::string& a, const std::string& b,
           double tolerance_m) {
  if (kept.reduced() && distance_m >= kept.distance_m) return;
  kept.limit = where;
  kept.distance_m = distance_m;
  kept.kept_m = std::clamp(kept_part * distance_m - 2.0 * tolerance_m, 0.0, kept.asked_m);
  kept.a = a;
  kept.b = b;
}

void look_at_end(const Checker& checker, Query& query, const Configuration& q, Limit where, KeptClearance& kept) {
  const CollisionModel& model = checker.model();
  MotionStep& step = query.step();
  step.set(checker.start());
  move_robots(model, q, q, step);
  if (query.free_at()) return;
  for (;;) {  // pairs that other clearances govern are left out, one after the other
    const Nearest nearest = query.distance();
    if (nearest.body_a < 0 || nearest.lower > kept.asked_m + checker.settings().tolerance_m) break;
    if (keeps_default(model, {nearest.body_a, nearest.body_b}, kept.asked_m)) {
      limit(kept, where, nearest.lower, model.name(nearest.body_a), model.name(nearest.body_b),
            checker.settings().tolerance_m);
      break;
    }
    step.allow(nearest.body_a, nearest.body_b);
  }
  step.allow_none();
}

void look_along(const Checker& checker, const WaypointMatrix& path, KeptClearance& kept) {
  const CollisionModel& model = checker.model();
  const auto body = [&](const std::string& name) {
    int k = 0;
    while (model.name(k) != name) ++k;
    return k;
  };
  const ConfigurationSteps steps(model, path);
  ClearanceSettings settings;
  settings.curve = false;
  settings.budget = most_tests / static_cast<std::uint64_t>(steps.segment_count());
  ClearanceSearch search(checker, settings);
  std::vector<BodyPair> left_out;
  for (;;) {
    const ClearanceProfile least = search.profile(StepsWithout(steps, left_out));
    if (least.a.empty() || least.lower > kept.asked_m + checker.settings().tolerance_m) return;
    if (kept.reduced() && least.upper >= kept.distance_m) return;  // no nearer than the end that is known
    const BodyPair pair{body(least.a), body(least.b)};
    if (keeps_default(model, pair, kept.asked_m)) {
      return limit(kept, Limit::path, least.lower, least.a, least.b, checker.settings().tolerance_m);
    }
    left_out.push_back(pair);
  }
}

}  // namespace

KeptClearance kept_clearance(const Checker& checker, double asked_m, const Configuration& start,
                             const Configuration& goal) {
  KeptClearance kept{asked_m, asked_m, Limit::none, 0.0, {}, {}};
  if (!(asked_m > 0.0)) return kept;
  Query query = checker.query();
  look_at_end(checker, query, start, Limit::start, kept);
  look_at_end(checker, query, goal, Limit::goal, kept);
  return kept;
}

KeptClearance kept_clearance(const Checker& checker, double asked_m, const WaypointMatrix& path) {
  KeptClearance kept{asked_m, asked_m, Limit::none, 0.0, {}, {}};
  if (!(asked_m > 0.0)) return kept;
  kept = kept_clearance(checker, asked_m, path.row(0), path.row(path.rows() - 1));
  look_along(checker, path, kept);
  return kept;
}

KeptClearance kept_at_waypoints(const Checker& checker, double asked_m, const WaypointMatrix& path) {
  const Eigen::Index last = path.rows() - 1;
  KeptClearance kept = kept_clearance(checker, asked_m, path.row(0), path.row(last));
  if (!(asked_m > 0.0)) return kept;
  Query query = checker.query();
  for (Eigen::Index k = 1; k < last; ++k) {
    KeptClearance here = kept;
    look_at_end(checker, query, path.row(k), Limit::path, here);
    if (here.distance_m > 0.0) kept = here;
  }
  return kept;
}

}  // namespace tocca
