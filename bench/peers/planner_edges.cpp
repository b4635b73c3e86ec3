#include "peers/planner_edges.hpp"

#include <array>
#include <numeric>

#include "core/seeded_random.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca::bench {
namespace {

/// Edges are as long as planners choose them.
constexpr double longest_rad = 1.0;

/// RRT-Connect, for the sake of its questions.
class Explorer {
 public:
  Explorer(const Checker& checker, const ProblemSet::Case& own, std::uint64_t seed)
      : query_(checker.query()), tree_(checker.model().robots()[0].tree), random_(seed) {
    trees_[0] = {own.start};
    trees_[1] = {own.goal};
    parents_[0] = parents_[1] = {0};
  }

  /// From start to goal, waypoint by waypoint; empty if that takes more questions.
  WaypointMatrix path(std::size_t most) {
    if (questions(most); !connected_) return {};
    std::vector<Configuration> rows;
    for (const std::size_t tree : {std::size_t{0}, std::size_t{1}}) {
      std::vector<Configuration> branch;
      for (std::size_t k = trees_[tree].size() - 1;; k = parents_[tree][k]) {
        branch.push_back(trees_[tree][k]);
        if (k == 0) break;
      }
      if (tree == 0) std::reverse(branch.begin(), branch.end());
      rows.insert(rows.end(), branch.begin() + static_cast<std::ptrdiff_t>(tree),
                  branch.end());  // they meet at one point
    }
    WaypointMatrix result(static_cast<Eigen::Index>(rows.size()), rows[0].size());
    for (std::size_t k = 0; k < rows.size(); ++k) result.row(static_cast<Eigen::Index>(k)) = rows[k];
    return result;
  }

  std::vector<PlannerEdge> questions(std::size_t most) {
    while (asked_.size() < most && !connected_) grow();
    return asked_;
  }

 private:
  void grow() {
    const std::size_t own = turn_, other = 1 - turn_;
    turn_ = other;
    if (!extend(own, draw())) return;
    const Configuration target = trees_[own].back();
    while (extend(other, target)) {
      if ((trees_[other].back() - target).norm() < 1e-9) {
        connected_ = true;
        return;
      }
    }
  }
  bool extend(std::size_t tree, const Configuration& target) {
    const auto nearest = std::min_element(trees_[tree].begin(), trees_[tree].end(), [&](const auto& x, const auto& y) {
      return (x - target).squaredNorm() < (y - target).squaredNorm();
    });
    const Configuration from = *nearest;
    const double length = (target - from).norm();
    const Configuration to =
        length > longest_rad ? Configuration(from + longest_rad / length * (target - from)) : target;
    query_.step().tree(0).move(from, to);
    asked_.push_back({from, to, query_.first_contact().outcome == Outcome::free});
    if (!asked_.back().free) return false;
    parents_[tree].push_back(static_cast<std::size_t>(nearest - trees_[tree].begin()));
    trees_[tree].push_back(to);
    return true;
  }
  Configuration draw() {
    Configuration q = tree_.zero_configuration();
    for (const Joint& joint : tree_.joints()) {
      if (joint.first_coordinate < 0 || !joint.limits) continue;
      q[joint.first_coordinate] = random_.between(joint.limits->lower, joint.limits->upper);
    }
    return q;
  }

  Query query_;
  const KinematicTree& tree_;
  SeededRandom random_;
  std::array<std::vector<Configuration>, 2> trees_;
  std::array<std::vector<std::size_t>, 2> parents_;
  std::size_t turn_ = 0;
  bool connected_ = false;
  std::vector<PlannerEdge> asked_;
};

}  // namespace

std::vector<PlannerEdge> planner_edges(const Checker& checker, const ProblemSet::Case& own, std::uint64_t seed,
                                       std::size_t most) {
  return Explorer(checker, own, seed).questions(most);
}

WaypointMatrix planner_path(const Checker& checker, const ProblemSet::Case& own, std::uint64_t seed, std::size_t most) {
  return Explorer(checker, own, seed).path(most);
}

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace tocca::bench
