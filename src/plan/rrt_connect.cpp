#include "plan/rrt_connect.hpp"

#include <algorithm>
#include <array>

#include "core/index.hpp"
#include "plan/nearest.hpp"
#include "plan/shorter_samples.hpp"

namespace tocca {
namespace {

/// The longest step, as a part of the space from corner to corner.
constexpr double range_in_space = 1.0 / 14.0;
/// A node that has failed to grow is asked again by samples within so many ranges.
constexpr double domain_in_ranges = 4.0;
/// Proofs may refute one edge in so many before edges are proven when they are added; known after some proofs.
constexpr std::int64_t tolerable_share = 4, proofs_to_know = 16;
constexpr int expected_nodes = 256;

class Search {
 public:
  Search(const RrtConnect::Settings& settings, const PlanSpace& space, const Configuration& start,
         const Configuration& goal, StraightEdges& edges, TwoTrees& trees, PlanStatistics& statistics)
      : settings_(settings),
        space_(space),
        edges_(edges),
        trees_(trees),
        statistics_(statistics),
        samples_(space, settings.seed, start, goal, settings.shorter_than_m),
        nearest_{NearestNeighbours(space, expected_nodes), NearestNeighbours(space, expected_nodes)},
        range_(settings.range_m > 0.0 ? settings.range_m : range_in_space * space.diagonal()),
        sample_(start) {
    trees_.begin(start, goal, space.has_orientations());
    notes_.assign(2, {});
    for (const int root : {0, 1}) enter(root);
  }

  PlanEnd run(const Stopwatch& watch) {
    if (bridge(0, 1)) return PlanEnd::found;
    for (;;) {
      statistics_.milestones = trees_.size();
      if (watch.seconds() >= settings_.time_limit_s) return PlanEnd::time_limit;
      if (trees_.size() >= settings_.most_milestones) return PlanEnd::milestone_limit;
      if (settings_.progress && !settings_.progress(statistics_)) return PlanEnd::stopped;
      if (grow(trees_.size(0) <= trees_.size(1) ? 0 : 1)) return PlanEnd::found;
    }
  }

  void write(WaypointMatrix& path) {
    order_.clear();
    for (int k = ends_[0]; k >= 0; k = trees_.parent(k)) order_.push_back(k);
    std::reverse(order_.begin(), order_.end());
    for (int k = ends_[1]; k >= 0; k = trees_.parent(k)) order_.push_back(k);
    path.resize(static_cast<Eigen::Index>(order_.size()), space_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) path.row(static_cast<Eigen::Index>(k)) = trees_.at(order_[k]);
  }

 private:
  struct Near {
    int node;
    double length;
  };
  /// What an edge looks like.
  struct Look {
    bool touches, proven;
    int doubt;
  };
  struct Note {
    int doubt = 0;  ///< of the node's edge
    double domain_m = std::numeric_limits<double>::infinity();
    double from_root_m = 0.0;
  };
  /// An edge of a candidate path that is not proven; -1: the bridge.
  struct Doubtful {
    int child, doubt;
  };

  /// One step of a tree towards a sample, and the other tree's way to where that ends. True: a proven path.
  bool grow(int tree) {
    samples_.next(sample_);
    ++statistics_.samples;
    const Near near = nearest_in(tree, sample_);
    if (near.length == 0.0 || near.length > notes_[at(near.node)].domain_m) return false;
    const int added = extend(near, sample_);
    if (added < 0) {
      notes_[at(near.node)].domain_m = domain_in_ranges * range_;
      return false;
    }
    return connect(1 - tree, added);
  }

  bool connect(int tree, int target) {
    Near near = nearest_in(tree, trees_.at(target));
    while (near.length > range_) {
      const int added = extend(near, trees_.at(target));
      if (added < 0) return false;
      near = {added, space_.length(trees_.at(added), trees_.at(target))};
    }
    return bridge(near.node, target);
  }

  Near nearest_in(int tree, const Configuration& q) {
    const int node = members_[at(tree)][at(nearest_[at(tree)].nearest(q).index)];
    return {node, space_.length(trees_.at(node), q)};
  }

  /// A new node towards a configuration, at most a range away; -1: the edge touches, or is of no use.
  int extend(const Near& near, const Configuration& towards) {
    const bool far = near.length > range_;
    if (far) {
      space_.between(trees_.at(near.node), towards, range_ / near.length, next_);
    } else {
      next_ = towards;
    }
    const int tree = trees_.tree(near.node);
    const double from_root = notes_[at(near.node)].from_root_m + (far ? range_ : near.length);
    if (from_root + space_.length(next_, trees_.at(1 - tree)) >= settings_.shorter_than_m) return -1;
    const Look look = tree == 0 ? look_at(trees_.at(near.node), next_) : look_at(next_, trees_.at(near.node));
    if (look.touches) return -1;
    const int added = trees_.add(next_, near.node);
    notes_.push_back({look.doubt, std::numeric_limits<double>::infinity(), from_root});
    if (look.proven) trees_.set_proven(added);
    enter(added);
    return added;
  }

  void enter(int node) {
    const int tree = trees_.tree(node);
    nearest_[at(tree)].add(trees_.at(node));
    members_[at(tree)].push_back(node);
  }

  Look look_at(const Configuration& from, const Configuration& to) {
    ++statistics_.glimpses;
    const Query::Glimpse seen = edges_.glimpse(from, to);
    if (seen.outcome == Outcome::contact) return {true, false, 0};
    if (seen.outcome == Outcome::free) return {false, true, 0};
    if (!seen.blind && refuted_ * tolerable_share <= std::max(proofs_, proofs_to_know)) {
      return {false, false, seen.open};
    }
    const bool free = prove(from, to);
    return {!free, free, 0};
  }

  bool prove(const Configuration& from, const Configuration& to) {
    const Stopwatch proving;
    const bool free = edges_.is_free(from, to);
    ++statistics_.segments;
    ++proofs_;
    if (!free) {
      ++statistics_.segments_refuted;
      ++refuted_;
    }
    statistics_.proof_s += proving.seconds();
    return free;
  }

  /// The path over an edge between nodes of both trees. True: proven.
  bool bridge(int one, int other) {
    const int a = trees_.tree(one) == 0 ? one : other, b = trees_.tree(one) == 0 ? other : one;
    const double length =
        notes_[at(a)].from_root_m + space_.length(trees_.at(a), trees_.at(b)) + notes_[at(b)].from_root_m;
    if (length >= settings_.shorter_than_m) return false;
    const Look look = look_at(trees_.at(a), trees_.at(b));
    if (look.touches) return false;
    ++statistics_.candidates;
    list_doubtful(a, b, look);
    bool bridge_proven = look.proven;
    for (const Doubtful& edge : doubtful_) {
      if (!prove_edge(edge.child, a, b)) {
        ++statistics_.repairs;
        if (edge.child >= 0) cut(edge.child, a, b, bridge_proven);
        return false;
      }
      if (edge.child >= 0) trees_.set_proven(edge.child);
      bridge_proven = bridge_proven || edge.child < 0;
    }
    ends_ = {a, b};
    return true;
  }

  /// In the direction from start to goal.
  bool prove_edge(int child, int a, int b) {
    if (child < 0) return prove(trees_.at(a), trees_.at(b));
    const int parent = trees_.parent(child);
    return trees_.tree(child) == 0 ? prove(trees_.at(parent), trees_.at(child))
                                   : prove(trees_.at(child), trees_.at(parent));
  }

  /// The edges of the path over the bridge that are not proven, the most doubtful first.
  void list_doubtful(int a, int b, const Look& bridge) {
    doubtful_.clear();
    if (!bridge.proven) doubtful_.push_back({-1, bridge.doubt});
    for (const int end : {a, b}) {
      for (int child = end; trees_.parent(child) >= 0; child = trees_.parent(child)) {
        if (!trees_.proven(child)) doubtful_.push_back({child, notes_[at(child)].doubt});
      }
    }
    const auto comes_first = [](const Doubtful& x, const Doubtful& y) {
      return x.doubt != y.doubt ? x.doubt > y.doubt : x.child < y.child;
    };
    std::sort(doubtful_.begin(), doubtful_.end(), comes_first);
  }

  void cut(int child, int a, int b, bool bridge_proven) {
    trees_.tree(child) == 0 ? trees_.cut(child, a, b, bridge_proven) : trees_.cut(child, b, a, bridge_proven);
    for (const int tree : {0, 1}) {
      nearest_[at(tree)].clear();
      members_[at(tree)].clear();
    }
    for (int node = 0; node < trees_.size(); ++node) enter(node);
    for (const int node : trees_.moved()) {  // parents come first
      const int parent = trees_.parent(node);
      notes_[at(node)].from_root_m = notes_[at(parent)].from_root_m + space_.length(trees_.at(parent), trees_.at(node));
    }
  }

  const RrtConnect::Settings& settings_;
  const PlanSpace& space_;
  StraightEdges& edges_;
  TwoTrees& trees_;
  PlanStatistics& statistics_;
  ShorterSamples samples_;
  std::array<NearestNeighbours, 2> nearest_;
  std::array<std::vector<int>, 2> members_;  // nodes, by their number in `nearest_`
  std::vector<Note> notes_;                  // of the nodes
  std::vector<Doubtful> doubtful_;
  std::vector<int> order_;
  const double range_;
  Configuration sample_, next_;
  std::int64_t proofs_ = 0, refuted_ = 0;
  std::array<int, 2> ends_{0, 1};
};

}  // namespace

PlanEnd RrtConnect::search(const PlanSpace& space, const Configuration& start, const Configuration& goal,
                           const Settings& settings, const Stopwatch& watch, PlanStatistics& statistics,
                           WaypointMatrix& path) {
  edges_.forget();
  Search search(settings, space, start, goal, edges_, trees_, statistics);
  const PlanEnd end = search.run(watch);
  if (end == PlanEnd::found) search.write(path);
  return end;
}

}  // namespace tocca
