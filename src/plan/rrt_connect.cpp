#include "plan/rrt_connect.hpp"

#include <algorithm>
#include <array>

#include "core/index.hpp"
#include "plan/nearest.hpp"
#include "plan/shorter_samples.hpp"

namespace tocca {
namespace {

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
        range_(settings.range_m > 0.0 ? settings.range_m : space.stride()),
        sample_(start),
        strides_(edges.model(), space) {
    trees_.begin(start, goal, space.has_orientations());
    notes_.assign(2, {});
    for (const int root : {0, 1}) enter(root);
  }

  PlanEnd run(const Stopwatch& watch) {
    if (bridge(0, 1)) return PlanEnd::found;
    for (;;) {
      statistics_.milestones = trees_.size();
      if (watch.seconds() >= settings_.time_limit_s) return PlanEnd::time_limit;
      if (trees_.size() >= settings_.most_milestones || drawn_ >= settings_.most_samples) {
        return PlanEnd::milestone_limit;
      }
      if (settings_.progress && !settings_.progress(statistics_)) return PlanEnd::stopped;
      if (grow(trees_.size(0) <= trees_.size(1) ? 0 : 1)) return PlanEnd::found;
    }
  }

  /// The path that was found.
  void write(WaypointMatrix& path) const {
    path.resize(static_cast<Eigen::Index>(hops_.size()) + 1, space_.size());
    path.row(0) = trees_.at(nodes_.front());
    for (std::size_t k = 0; k < hops_.size(); ++k) {
      path.row(static_cast<Eigen::Index>(k) + 1) = trees_.at(nodes_[at(hops_[k].to)]);
    }
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
  /// A straight motion of a candidate path from one of its nodes to another, by their places in it: an edge, or one that leaves out
  /// what lies between.
  struct Hop {
    int from, to;
    bool proven;
    int doubt;
  };

  /// One step of a tree towards a sample, and the other tree's way to where that ends. True: a proven path.
  bool grow(int tree) {
    samples_.next(sample_);
    ++statistics_.samples;
    ++drawn_;
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
    if (seen.outcome == Outcome::free) {
      ++statistics_.segments;
      return {false, true, 0};
    }
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
    bridge_ = look_at(trees_.at(a), trees_.at(b));
    if (bridge_.touches) return false;
    ++statistics_.candidates;
    list_nodes(a, b);
    hop_far();
    for (Hop* hop = most_doubtful(); hop; hop = most_doubtful()) {
      if (prove(place(hop->from), place(hop->to))) {
        hop->proven = true;
        if (hop->to == hop->from + 1) note_proof(hop->from);
      } else if (hop->to > hop->from + 1) {
        walk_instead(static_cast<std::size_t>(hop - hops_.data()));
      } else {
        ++statistics_.repairs;
        if (hop->from != before_bridge_) cut(edge_of(hop->from), a, b);
        return false;
      }
    }
    return true;
  }

  void list_nodes(int a, int b) {
    nodes_.clear();
    for (int k = a; k >= 0; k = trees_.parent(k)) nodes_.push_back(k);
    std::reverse(nodes_.begin(), nodes_.end());
    before_bridge_ = static_cast<int>(nodes_.size()) - 1;
    for (int k = b; k >= 0; k = trees_.parent(k)) nodes_.push_back(k);
  }
  const Configuration& place(int k) const { return trees_.at(nodes_[at(k)]); }
  /// The node that owns the edge from place k to the next one, which is not the bridge.
  int edge_of(int k) const { return k < before_bridge_ ? nodes_[at(k) + 1] : nodes_[at(k)]; }

  Hop edge(int k) const {
    if (k == before_bridge_) return {k, k + 1, bridge_.proven, bridge_.doubt};
    return {k, k + 1, trees_.proven(edge_of(k)), notes_[at(edge_of(k))].doubt};
  }
  void note_proof(int k) {
    if (k == before_bridge_) {
      bridge_.proven = true;
    } else {
      trees_.set_proven(edge_of(k));
    }
  }

  /// From each node of the candidate as far as nothing is seen to touch: fewer motions have to be proven, and the path is shorter. It
  /// costs glimpses only.
  void hop_far() {
    hops_.clear();
    const int last = static_cast<int>(nodes_.size()) - 1;
    for (int from = 0; from < last; from = hops_.back().to) {
      Hop found = edge(from);
      for (int to = last; to > from + 1; to -= std::max(1, (to - from) / 8)) {
        ++statistics_.glimpses;
        const Query::Glimpse seen = edges_.glimpse(strides_, place(from), place(to));
        if (seen.outcome == Outcome::contact || seen.blind) continue;
        found = {from, to, seen.outcome == Outcome::free, seen.open};
        break;
      }
      hops_.push_back(found);
    }
  }

  /// Of those that are not proven; null: all are.
  Hop* most_doubtful() {
    Hop* most = nullptr;
    for (Hop& hop : hops_) {
      if (!hop.proven && (!most || hop.doubt > most->doubt)) most = &hop;
    }
    return most;
  }

  /// Puts the edges of the trees in place of a hop that touches.
  void walk_instead(std::size_t number) {
    const Hop refuted = hops_[number];
    hops_[number] = edge(refuted.from);
    for (int k = refuted.to - 1; k > refuted.from; --k) {
      hops_.insert(hops_.begin() + static_cast<std::ptrdiff_t>(number) + 1, edge(k));
    }
  }

  void cut(int child, int a, int b) {
    trees_.tree(child) == 0 ? trees_.cut(child, a, b, bridge_.proven) : trees_.cut(child, b, a, bridge_.proven);
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
  const double range_;
  Configuration sample_, next_;
  StrideGlimpse strides_;
  std::int64_t drawn_ = 0, proofs_ = 0, refuted_ = 0;
  // The candidate path:
  std::vector<int> nodes_;  // from start to goal
  int before_bridge_ = 0;   // the place of the last one of the start's tree
  Look bridge_{};
  std::vector<Hop> hops_;
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
