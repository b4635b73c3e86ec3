#include "shape/tree.hpp"

#include <cstdint>

#include "core/lending_pool.hpp"
#include "shape/every_volume.hpp"
#include "shape/tree_split.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

/// Beyond this depth, halves: what is left then needs at most 32 levels more, as triangles are numbered in 32 bits.
constexpr std::size_t free_depth = 60;

/// Builds the part of a tree over some triangles. Keeps its memory from call to call: one thread at a time.
template <class V>
class TreeWorker {
 public:
  using Node = typename Tree<V>::Node;

  TreeWorker(const TriangleMesh& mesh, std::span<Index> order) : mesh_(mesh), order_(order), splitter_(mesh) {}

  /// Around the triangles' vertices, each taken once: a triangle shares most of its vertices with others.
  V fit(std::size_t begin, std::size_t end) {
    if (taken_in_.empty()) taken_in_.assign(mesh_.vertices().size(), 0);
    if (++fits_ == 0) {  // the count wrapped round: older marks must not look like this one
      taken_in_.assign(mesh_.vertices().size(), 0);
      fits_ = 1;
    }
    points_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      for (const Index vertex : mesh_.triangles()[order_[i]]) {
        if (taken_in_[vertex] != fits_) points_.push_back(mesh_.vertices()[vertex]);
        taken_in_[vertex] = fits_;
      }
    }
    return V::fit(points_);
  }

  std::size_t split(std::size_t begin, std::size_t end, const V& volume, std::size_t depth) {
    return begin + splitter_.split(order_.subspan(begin, end - begin), volume.frame(), depth >= free_depth);
  }

  /// Appends the whole subtree, depth first.
  void build(std::size_t begin, std::size_t end, std::size_t depth, std::vector<Node>& nodes) {
    const V volume = fit(begin, end);
    if (end - begin <= Tree<V>::leaf_size) {
      nodes.push_back({volume, static_cast<Index>(begin), static_cast<Index>(end - begin)});
      return;
    }
    const std::size_t self = nodes.size(), middle = split(begin, end, volume, depth);
    nodes.push_back({volume, 0, 0});
    build(begin, middle, depth + 1, nodes);
    nodes[self].link = static_cast<Index>(nodes.size() - self);
    build(middle, end, depth + 1, nodes);
  }

 private:
  const TriangleMesh& mesh_;
  std::span<Index> order_;
  Splitter splitter_;
  std::vector<Vector3> points_;
  std::vector<std::uint32_t> taken_in_;  // by vertex: the fit that took it last
  std::uint32_t fits_ = 0;
};

/// The top of the tree, level by level, until its pieces are small; then the pieces, each a subtree of its own. Which
/// pieces there are depends on the mesh alone, not on the threads.
template <class V>
class TreeBuilder {
 public:
  using Node = typename Tree<V>::Node;

  TreeBuilder(const TriangleMesh& mesh, std::span<Index> order)
      : count_(order.size()), workers_([&mesh, order] { return TreeWorker<V>(mesh, order); }) {}

  std::vector<Node> run() {
    parts_.push_back({0, count_, 0});
    for (std::size_t level = 0; level < parts_.size();) level = split_level(level);
    parallel_for(parts_.size(), [&](std::size_t i) {
      Part& part = parts_[i];
      if (part.child != 0) return;
      workers_.lend([&](TreeWorker<V>& worker) { worker.build(part.begin, part.end, part.depth, part.nodes); });
    });
    std::size_t count = 0;
    for (const Part& part : parts_) count += part.nodes.size();
    std::vector<Node> nodes;
    nodes.reserve(count);
    append(0, nodes);
    return nodes;
  }

 private:
  /// A node of the top, or a subtree. A top node keeps its volume as its only node.
  struct Part {
    std::size_t begin, end, depth;
    std::size_t child = 0;  // of the left child among the parts, the right one follows; 0: a subtree
    std::vector<Node> nodes = {};
  };
  static constexpr std::size_t piece_size = 2048;

  /// Splits the parts from `first` on, all of one level; returns where the next level starts.
  std::size_t split_level(std::size_t first) {
    const std::size_t last = parts_.size();
    std::vector<std::size_t> middle(last - first, 0);
    parallel_for(last - first, [&](std::size_t i) {
      Part& part = parts_[first + i];
      if (part.end - part.begin <= piece_size) return;
      workers_.lend([&](TreeWorker<V>& worker) {
        part.nodes.push_back({worker.fit(part.begin, part.end), 0, 0});
        middle[i] = worker.split(part.begin, part.end, part.nodes[0].volume, part.depth);
      });
    });
    for (std::size_t i = first; i < last; ++i) {
      if (parts_[i].nodes.empty()) continue;
      const Part part{parts_[i].begin, parts_[i].end, parts_[i].depth};
      parts_[i].child = parts_.size();
      parts_.push_back({part.begin, middle[i - first], part.depth + 1});
      parts_.push_back({middle[i - first], part.end, part.depth + 1});
    }
    return last;
  }

  void append(std::size_t part, std::vector<Node>& nodes) {
    const std::size_t self = nodes.size(), child = parts_[part].child;
    nodes.insert(nodes.end(), parts_[part].nodes.begin(), parts_[part].nodes.end());
    std::vector<Node>().swap(parts_[part].nodes);
    if (child == 0) return;
    append(child, nodes);
    nodes[self].link = static_cast<Index>(nodes.size() - self);
    append(child + 1, nodes);
  }

  std::size_t count_;
  LendingPool<TreeWorker<V>> workers_;
  std::vector<Part> parts_;
};

}  // namespace

template <BoundingVolume V>
Tree<V>::Tree(const TriangleMesh& mesh) : triangles_(mesh.triangles().size()) {
  for (Index t = 0; t < triangles_.size(); ++t) triangles_[t] = t;
  nodes_ = TreeBuilder<V>(mesh, triangles_).run();
}

template <BoundingVolume V>
std::size_t Tree<V>::bytes() const noexcept {
  return nodes_.capacity() * sizeof(Node) + triangles_.capacity() * sizeof(Index);
}

#define TOCCA_INSTANTIATE(Volume) template class Tree<Volume>;
TOCCA_EVERY_VOLUME(TOCCA_INSTANTIATE)
#undef TOCCA_INSTANTIATE

}  // namespace tocca
