// A link as a survey sees it: its items, their tree, and a ball around each node.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "contact/rss_tree.hpp"
#include "core/rounding.hpp"

namespace tocca {

/// In the link's frame. Never moves in memory: the tree refers to the part.
class LinkShape {
 public:
  /// Contains a node's volume.
  struct Ball {
    Vector3 centre;
    double radius;
  };

  explicit LinkShape(const Link& link) : part_(link.colliders) {
    const Part* part = &part_;
    tree_ = RssTree({&part, 1});
    balls_.reserve(tree_.nodes().size());
    for (const RssTree::Node& node : tree_.nodes()) {
      const Rss& volume = node.volume;
      // Sides are unit vectors to float precision: 2^-20 is above that, and above the rounding of the sum.
      const double half = std::hypot(static_cast<double>(volume.half[0]), static_cast<double>(volume.half[1]));
      balls_.push_back({volume.center, (half + static_cast<double>(volume.radius)) * (1.0 + 0x1p-20)});
    }
  }
  LinkShape(const LinkShape&) = delete;
  LinkShape& operator=(const LinkShape&) = delete;

  const Part& part() const { return part_; }
  const RssTree& tree() const { return tree_; }
  const Ball& ball(Index node) const { return balls_[node]; }
  /// No point is farther from the link's origin.
  double reach_m() const { return balls_[0].centre.norm() + balls_[0].radius; }

 private:
  Part part_;
  RssTree tree_;
  std::vector<Ball> balls_;
};

/// Of each link; null where it has no geometry.
using LinkShapes = std::vector<std::unique_ptr<const LinkShape>>;

}  // namespace tocca
