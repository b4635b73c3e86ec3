#include "plan/sbl.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "plan/exact_judge.hpp"
#include "plan/milestones.hpp"

namespace tocca {
namespace {

/// How often a milestone is tried, in ever smaller neighbourhoods, before another one is.
constexpr int most_tries = 32;
/// Trees are bridged where they come so near, as multiples of the neighbourhood ...
constexpr double bridge_reach = 2.0;
/// ... and, whatever their distance, at every so many milestones: a wide free space needs no near milestones.
constexpr std::int64_t bridge_anyway = 8;

class SblSearch {
 public:
  SblSearch(const Checker& checker, const SblSettings& settings, const Configuration& start, const Configuration& goal)
      : checker_(checker),
        settings_(settings),
        space_(checker.model(), std::array{start, goal}),
        exact_(checker),
        judge_(settings.judge ? *settings.judge : exact_),
        random_(settings.seed),
        trees_(space_, start, goal) {}

  Plan run() {
    Plan plan = search();
    plan.statistics = statistics_;
    plan.statistics.milestones = trees_.size();
    plan.statistics.seconds = watch_.seconds();
    return plan;
  }

 private:
  Plan search() {
    Plan plan;
    for (const int root : {0, 1}) {
      plan.contact = checker_.check(trees_.at(root));
      ++statistics_.samples;
      if (plan.contact.outcome == Outcome::free && plan.contact.proven) continue;
      plan.end = root == 0 ? PlanEnd::start_in_contact : PlanEnd::goal_in_contact;
      return plan;
    }
    plan.contact = {};
    if (trees_.at(0) == trees_.at(1)) {
      plan.end = PlanEnd::found;
      plan.waypoints = trees_.at(0).transpose();
      return plan;
    }
    plan.end = grow();
    if (plan.end == PlanEnd::found) plan.waypoints = path();
    return plan;
  }

  PlanEnd grow() {
    if (test(0, 1)) return PlanEnd::found;
    for (;;) {
      statistics_.milestones = trees_.size();
      if (watch_.seconds() >= settings_.time_limit_s) return PlanEnd::time_limit;
      if (trees_.size() >= settings_.most_milestones) return PlanEnd::milestone_limit;
      if (settings_.progress && !settings_.progress(statistics_)) return PlanEnd::stopped;
      const int milestone = expand(static_cast<int>(random_.bits() & 1));
      if (milestone >= 0 && connect(milestone)) return PlanEnd::found;
    }
  }

  /// A new milestone in a tree; -1 where no free configuration was found around the one that was drawn.
  int expand(int tree) {
    const int from = trees_.draw(tree, random_);
    for (int k = 1; k <= most_tries; ++k) {
      space_.draw_near(trees_.at(from), settings_.neighbourhood / k, random_, sample_);
      if (is_free(sample_)) return trees_.add(sample_, from);
    }
    return -1;
  }

  bool is_free(const Configuration& q) {
    ++statistics_.samples;
    return judge_.is_free(q);
  }

  bool connect(int milestone) {
    const int tree = trees_.tree(milestone);
    const auto [other, separation] = trees_.nearest(1 - tree, trees_.at(milestone));
    if (separation > bridge_reach * settings_.neighbourhood && trees_.size() % bridge_anyway != 0) return false;
    return tree == 0 ? test(milestone, other) : test(other, milestone);
  }

  /// Lists the edges of the candidate path over the bridge from `a` (of the start's tree) to `b`: in the path's direction,
  /// those alone that are not proven. owners_[k] owns edge k; -1: the bridge.
  void list_edges(int a, int b) {
    edges_.clear();
    owners_.clear();
    for (int child = a; trees_.parent(child) >= 0; child = trees_.parent(child)) {
      if (trees_.proven(child)) continue;
      edges_.push_back({&trees_.at(trees_.parent(child)), &trees_.at(child)});
      owners_.push_back(child);
    }
    edges_.push_back({&trees_.at(a), &trees_.at(b)});
    owners_.push_back(-1);
    for (int child = b; trees_.parent(child) >= 0; child = trees_.parent(child)) {
      if (trees_.proven(child)) continue;
      edges_.push_back({&trees_.at(child), &trees_.at(trees_.parent(child))});
      owners_.push_back(child);
    }
  }

  /// Is the path over this bridge free? Where it is not, the trees learn from it.
  bool test(int a, int b) {
    ++statistics_.candidates;
    list_edges(a, b);
    const std::optional<std::size_t> refuted = judge_.refuted(edges_, free_);
    statistics_.segments += std::count(free_.begin(), free_.end(), true) + (refuted ? 1 : 0);
    bridge_ = {a, b};
    if (!refuted) return true;
    ++statistics_.segments_refuted;
    for (std::size_t k = 0; k < owners_.size(); ++k) {
      if (free_[k] && owners_[k] >= 0) trees_.set_proven(owners_[k]);
    }
    const int child = owners_[*refuted];
    if (child >= 0) trees_.tree(child) == 0 ? trees_.cut(child, a, b) : trees_.cut(child, b, a);
    return false;
  }

  WaypointMatrix path() const {
    std::vector<int> order;
    for (int k = bridge_[0]; k >= 0; k = trees_.parent(k)) order.push_back(k);
    std::reverse(order.begin(), order.end());
    for (int k = bridge_[1]; k >= 0; k = trees_.parent(k)) order.push_back(k);
    WaypointMatrix rows(static_cast<Eigen::Index>(order.size()), space_.size());
    for (std::size_t k = 0; k < order.size(); ++k) rows.row(static_cast<Eigen::Index>(k)) = trees_.at(order[k]);
    return rows;
  }

  const Stopwatch watch_;
  const Checker& checker_;
  const SblSettings& settings_;
  const PlanSpace space_;
  ExactJudge exact_;
  MotionJudge& judge_;
  std::vector<MotionJudge::Motion> edges_;
  std::vector<int> owners_;
  std::vector<bool> free_;
  SeededRandom random_;
  Milestones trees_;
  std::array<int, 2> bridge_{0, 1};
  Configuration sample_;
  PlanStatistics statistics_;
};

}  // namespace

Plan Sbl::plan(const Configuration& start, const Configuration& goal) const {
  return SblSearch(Checker(checker_), settings_, start, goal).run();
}

}  // namespace tocca
