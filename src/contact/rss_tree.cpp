#include "contact/rss_tree.hpp"

#include <algorithm>
#include <cstdint>

#include "core/index.hpp"
#include "core/lending_pool.hpp"
#include "core/rounding.hpp"
#include "shape/outline.hpp"
#include "shape/rounding.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

/// The rectangle in the middle of a box, across its shortest side, and as thick as that: of a point centre + sum x_k axis_k, the
/// rectangle has the one with x_k = 0 there, at most half_k |axis_k| away. For parts that are clouds alone: many, small, and as
/// good as boxes.
Rss around(const Obb& box) {
  int shortest = 0;
  box.half.minCoeff(&shortest);
  Rss rss;
  rss.center = box.center;
  for (int i = 0; i < 2; ++i) {
    const int side = (shortest + 1 + i) % 3;
    rss.sides.col(i) = box.axes.col(side);
    rss.half[i] = box.half[side];
  }
  const double length = norm_above(box.axes.col(shortest).cast<double>());
  rss.radius = float_above(above(static_cast<double>(box.half[shortest]) * length));
  return rss;
}

/// Fits volumes around the items below a node; keeps its memory from node to node: one thread at a time.
class Fitter {
 public:
  Fitter(std::span<const Part* const> parts, std::span<const RssTree::Node> nodes)
      : parts_(parts), nodes_(nodes), root_(parts.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].is_root) root_[at(nodes[i].part)] = i;
    }
    std::size_t count = 0;
    for (const Part* part : parts) {
      first_vertex_.push_back(count);
      count += part->vertices().size();
    }
    taken_in_.assign(count, 0);
  }

  Rss fit(std::size_t begin, std::size_t end) {
    const RssTree::Node& node = nodes_[begin];
    if (node.part >= 0 && parts_[at(node.part)]->first_grain() == 0) {
      return around(parts_[at(node.part)]->nodes()[begin - root_[at(node.part)]].volume);
    }
    ++fits_;
    outline_.points.clear();
    outline_.radius = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      if (nodes_[i].is_leaf) add_leaf(nodes_[i]);
    }
    if (node.part < 0) return volume_of<Rss>(outline_);
    // A part's own boxes know good directions already.
    const std::size_t own = begin - root_[at(node.part)];
    return Rss::fit(outline_.points, parts_[at(node.part)]->nodes()[own].volume.frame()).dilated(outline_.radius);
  }

 private:
  void add_leaf(const RssTree::Node& leaf) {
    const Part& part = *parts_[at(leaf.part)];
    for (const Index item : part.items(part.nodes()[leaf.link])) {
      if (item >= part.triangle_count()) {
        const Part::Primitive primitive = part.primitive(item);
        Outline own;
        own.add(primitive.geometry, primitive.pose);
        outline_.points.insert(outline_.points.end(), own.points.begin(), own.points.end());
        outline_.radius = std::max(outline_.radius, own.radius);
        continue;
      }
      for (const Index vertex : part.triangles()[item]) {
        std::uint64_t& taken = taken_in_[first_vertex_[at(leaf.part)] + vertex];
        if (taken == fits_) continue;
        taken = fits_;
        outline_.points.push_back(part.vertices()[vertex]);
      }
    }
  }

  std::span<const Part* const> parts_;
  std::span<const RssTree::Node> nodes_;
  std::vector<std::size_t> root_, first_vertex_;  // of each part
  std::vector<std::uint64_t> taken_in_;           // by vertex: the fit that took it last
  std::uint64_t fits_ = 0;
  Outline outline_;
};

}  // namespace

RssTree::RssTree(std::span<const Part* const> parts) : parts_(parts.begin(), parts.end()) {
  if (parts.empty()) return;
  std::vector<int> all(parts.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  add_parts(all);
  fit_volumes();
}

void RssTree::add_part(int index) {
  bool root = true;
  Index own = 0;
  for (const Part::Node& node : part(index).nodes()) {
    Node& copy = nodes_.emplace_back();
    copy.link = node.is_leaf() ? own : node.link;
    copy.part = index;
    copy.is_leaf = node.is_leaf();
    copy.is_root = root;
    root = false;
    ++own;
  }
}

/// Halves by the place of the parts' roots, so at most 32 levels above them.
void RssTree::add_parts(std::span<int> group) {
  if (group.size() == 1) return add_part(group.front());
  const auto centre = [&](int index) -> const Vector3& { return part(index).nodes()[0].volume.center; };
  Vector3 least = centre(group[0]), most = least;
  for (const int index : group) least = least.cwiseMin(centre(index)), most = most.cwiseMax(centre(index));
  int axis = 0;
  (most - least).maxCoeff(&axis);
  const std::size_t half = group.size() / 2;
  std::nth_element(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(half), group.end(), [&](int x, int y) {
    const double cx = centre(x)[axis], cy = centre(y)[axis];
    return cx != cy ? cx < cy : x < y;
  });
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  add_parts(group.first(half));
  nodes_[self].link = static_cast<Index>(nodes_.size() - self);
  add_parts(group.subspan(half));
}

void RssTree::fit_volumes() {
  // The nodes below node i are those up to its end: children come after their parents, so ends are known from the back.
  std::vector<std::size_t> end(nodes_.size());
  for (std::size_t i = nodes_.size(); i-- > 0;) end[i] = nodes_[i].is_leaf ? i + 1 : end[i + nodes_[i].link];
  LendingPool<Fitter> fitters([&] { return Fitter(parts_, nodes_); });
  constexpr std::size_t block = 16;  // nodes fitted in one loan: most are leaves, and quick
  parallel_for((nodes_.size() + block - 1) / block, [&](std::size_t k) {
    fitters.lend([&](Fitter& fitter) {
      for (std::size_t i = k * block; i < std::min(nodes_.size(), (k + 1) * block); ++i) {
        Rss& volume = nodes_[i].volume;
        volume = fitter.fit(i, end[i]);
        nodes_[i].size = 2.0f * (std::max(volume.half[0], volume.half[1]) + volume.radius);
      }
    });
  });
  for (const Node& node : nodes_) {
    const double half = static_cast<double>(node.volume.half[0]) + static_cast<double>(node.volume.half[1]);
    // Sides are unit vectors to float precision.
    const double reach = node.volume.center.norm() + 1.001 * half + static_cast<double>(node.volume.radius);
    reach_m_ = std::max(reach_m_, rounded_up(reach, 8.0));
  }
}

}  // namespace tocca
