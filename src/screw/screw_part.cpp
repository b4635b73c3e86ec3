#include "screw/screw_part.hpp"

#include <algorithm>
#include <cmath>

namespace tocca {
namespace {

constexpr Index leaf_size = 4;  // triangles
constexpr Index cluster_size = 32;
constexpr std::size_t most_children = 16;

Index next_multiple(std::size_t count) {
  return static_cast<Index>((count + screw_lane_count - 1) / screw_lane_count * screw_lane_count);
}

}  // namespace

class ScrewPartBuilder {
 public:
  explicit ScrewPartBuilder(ScrewPart& to) : to_(to), part_(*to.part_) {}

  void run() {
    count_triangles();

    slot_of_vertex_.assign(part_.vertices().size(), {no_index, no_index});
    to_.branches_.emplace_back();
    to_.boxes_.add(part_.nodes()[0].volume);
    fill_branch(0, 0);
    to_.boxes_.finish();
    const std::size_t vertices = to_.vertices_.own[0].size();
    to_.vertices_.resize(vertices);
    to_.edges_.resize(to_.ends_[0].size());
    to_.triangles_.resize(to_.corners_[0].size());
    to_.leaf_extents_.resize(to_.leaves_.size());

    to_.branch_of_screw_.assign(to_.branches_.size(), 0);
    to_.cluster_of_screw_.assign(to_.clusters_.size(), 0);
    find_reach();
  }

 private:
  struct Slot {
    Index cluster, index;
  };

  void count_triangles() {
    const auto& nodes = part_.nodes();
    triangles_below_.resize(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
      triangles_below_[i] =
          nodes[i].is_leaf() ? nodes[i].count : triangles_below_[i + 1] + triangles_below_[i + nodes[i].link];
    }
  }

  void find_reach() {
    for (const Vector3& p : part_.vertices()) to_.reach_m_ = std::max(to_.reach_m_, p.norm());
    for (const Part::Node& node : part_.nodes()) {
      const Obb& box = node.volume;
      to_.reach_m_ = std::max(to_.reach_m_, box.center.norm() + 2.0 * box.half.cast<double>().norm());
    }
    const Lss& lss = part_.lss();
    to_.reach_m_ = std::max(to_.reach_m_, std::max(lss.a.norm(), lss.b.norm()) + lss.radius) * (1.0 + 0x1p-40);
  }

  bool is_small(Index node) const { return part_.nodes()[node].is_leaf() || triangles_below_[node] <= cluster_size; }

  void fill_branch(Index branch, Index node) {
    if (is_small(node)) {
      to_.branches_[branch].cluster = add_cluster(node);
      return;
    }
    std::vector<Index> children{node};
    while (children.size() < most_children) {
      const auto most = std::max_element(children.begin(), children.end(), [&](Index x, Index y) {
        return (is_small(x) ? 0 : triangles_below_[x]) < (is_small(y) ? 0 : triangles_below_[y]);
      });
      if (is_small(*most)) break;
      const Index split = *most;
      *most = split + 1;
      children.push_back(split + part_.nodes()[split].link);
    }
    const auto first = static_cast<Index>(to_.branches_.size());
    to_.branches_[branch].children = {first, first + static_cast<Index>(children.size())};
    for (const Index child : children) {
      to_.branches_.emplace_back();
      to_.boxes_.add(part_.nodes()[child].volume);
    }
    for (Index k = 0; k < children.size(); ++k) fill_branch(first + k, children[k]);
  }

  Index add_cluster(Index node) {
    cluster_ = static_cast<Index>(to_.clusters_.size());
    ScrewPart::Cluster cluster;
    cluster.leaves.begin = static_cast<Index>(to_.leaves_.size());
    cluster.triangles.begin = triangle_count();
    cluster.vertices.begin = vertex_count();
    cluster.edges.begin = edge_count();
    add_leaves(node);
    cluster.leaves.end = static_cast<Index>(to_.leaves_.size());
    cluster.triangles.end = triangle_count();
    cluster.vertices.end = vertex_count();
    cluster.edges.end = edge_count();
    join(cluster);
    cluster.vertices_end = vertex_count();

    fill_up();
    to_.clusters_.push_back(cluster);
    return cluster_;
  }

  void add_leaves(Index node) {
    const Part::Node& own = part_.nodes()[node];
    if (own.is_leaf() || triangles_below_[node] <= leaf_size) {
      ScrewPart::Leaf leaf;
      leaf.triangles.begin = triangle_count();
      leaf.vertices.begin = vertex_count();
      leaf.edges.begin = edge_count();
      add_items(node);
      leaf.triangles.end = triangle_count();
      leaf.vertices.end = vertex_count();
      leaf.edges.end = edge_count();
      to_.leaves_.push_back(leaf);
    } else {
      add_leaves(node + 1);
      add_leaves(node + own.link);
    }
  }

  void add_items(Index node) {
    const Part::Node& own = part_.nodes()[node];
    if (!own.is_leaf()) {
      add_items(node + 1);
      add_items(node + own.link);
      return;
    }
    for (const Index item : part_.items(own)) {
      to_.names_[2].push_back({item, -1});
      for (auto& corners : to_.corners_) corners.push_back(0);

      const std::uint8_t owned = part_.owned_features(item);
      for (int k = 0; k < 3; ++k) {
        if ((owned >> k & 1) != 0) slot_of_vertex(item, k);
        if ((owned >> (3 + k) & 1) != 0) add_edge(item, k);
      }
    }
  }

  void add_edge(Index item, int side) {
    to_.names_[1].push_back({item, side});
    for (int end = 0; end < 2; ++end) to_.ends_[end].push_back(end == 0 ? side : (side + 1) % 3);
    edge_triangle_.push_back(triangle_count() - 1);
  }

  /// Indices of the cluster's vertices, those that others own appended, for its triangles and edges.
  void join(const ScrewPart::Cluster& cluster) {
    for (Index t = cluster.triangles.begin; t < cluster.triangles.end; ++t) {
      for (int k = 0; k < 3; ++k) {
        to_.corners_[k][t] = static_cast<std::int32_t>(slot_of_vertex(to_.names_[2][t].item, k));
      }
    }
    for (Index e = cluster.edges.begin; e < cluster.edges.end; ++e) {
      for (auto& ends : to_.ends_) ends[e] = to_.corners_[ends[e]][edge_triangle_[e]];
    }
  }

  Index slot_of_vertex(Index item, int corner) {
    const Index vertex = part_.triangles()[item][static_cast<std::size_t>(corner)];
    Slot& slot = slot_of_vertex_[vertex];
    if (slot.cluster != cluster_) {
      slot = {cluster_, vertex_count()};
      for (int axis = 0; axis < 3; ++axis) to_.vertices_.own[axis].push_back(part_.vertices()[vertex][axis]);
      to_.names_[0].push_back({item, corner});
    }
    return slot.index;
  }

  /// To whole multiples, so that the next cluster starts at one: with features of this one again.
  void fill_up() {
    const auto fill = [](auto& values, const auto& value) { values.resize(next_multiple(values.size()), value); };
    for (auto& own : to_.vertices_.own) fill(own, own.back());
    for (auto& ends : to_.ends_) fill(ends, ends.empty() ? 0 : ends.back());
    fill(edge_triangle_, Index{0});
    for (int k = 0; k < 3; ++k) {
      fill(to_.corners_[k], to_.corners_[k].back());

      fill(to_.names_[k], to_.names_[k].empty() ? ScrewPart::Name{0, -1} : to_.names_[k].back());
    }
  }

  Index vertex_count() const { return static_cast<Index>(to_.names_[0].size()); }
  Index edge_count() const { return static_cast<Index>(to_.names_[1].size()); }
  Index triangle_count() const { return static_cast<Index>(to_.names_[2].size()); }

  ScrewPart& to_;
  const Part& part_;
  std::vector<Index> triangles_below_, edge_triangle_;
  std::vector<Slot> slot_of_vertex_;
  Index cluster_ = 0;
};

ScrewPart::ScrewPart(const Part& part) : part_(&part) { ScrewPartBuilder(*this).run(); }

void ScrewPart::set(const ScrewSpace& space, const Pose& X_S) {
  space_ = space;
  X_S_ = X_S;
  ++screw_;
}

/// Placing its ends is off by 8 u size; what a rounded rotation stretches, and the radius's own rounding, by less.
ScrewExtent ScrewPart::whole() const {
  const Lss& lss = part_->lss();
  return capsule_extent(space_, X_S_ * lss.a, X_S_ * lss.b, lss.radius * (1.0 + 0x1p-40) + 0x1p-46 * space_.size);
}

FeatureRange ScrewPart::place_children(Index branch) {
  const bool own = branches_[branch].is_cluster();
  const FeatureRange range = own ? FeatureRange{branch, branch + 1} : branches_[branch].children;
  if (branch_of_screw_[branch] != screw_) {
    branch_of_screw_[branch] = screw_;
    ScrewKernels::best().place_boxes(space_, X_S_, boxes_, range);
  }
  return range;
}

const ScrewPart::Cluster& ScrewPart::place(Index index) {
  const Cluster& cluster = clusters_[index];
  if (cluster_of_screw_[index] == screw_) return cluster;
  cluster_of_screw_[index] = screw_;
  const ScrewKernels& kernels = ScrewKernels::best();
  kernels.place_vertices(space_, X_S_, vertices_, {cluster.vertices.begin, cluster.vertices_end});
  kernels.place_edges(space_, vertices_, ends_, edges_, cluster.edges);
  kernels.place_triangles(space_, vertices_, corners_, triangles_, cluster.triangles);
  for (Index leaf = cluster.leaves.begin; leaf < cluster.leaves.end; ++leaf) {
    const FeatureRange own = leaves_[leaf].triangles;
    ScrewExtent extent = triangles_[own.begin];
    for (Index t = own.begin + 1; t < own.end; ++t) extent = joined(extent, triangles_[t], space_);
    leaf_extents_.set(leaf, extent);
  }
  return cluster;
}

}  // namespace tocca
