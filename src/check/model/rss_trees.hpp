#pragma once

#include <vector>

#include "contact/rss_tree.hpp"

namespace tocca {

class CollisionModel;

/// The rectangle-swept spheres of a collision model: all still bodies in one tree, each movable body in one of its own.
class RssTrees {
 public:
  explicit RssTrees(const CollisionModel& model);

  const RssTree& still() const { return still_; }
  const RssTree& of(int body) const { return body_tree_[static_cast<std::size_t>(body)]; }

 private:
  RssTree still_;
  std::vector<RssTree> body_tree_;
};

}  // namespace tocca
