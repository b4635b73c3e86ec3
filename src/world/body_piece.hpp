#pragma once

#include "contact/rss_tree.hpp"
#include "model/part.hpp"
#include "tocca/world/body_shape.hpp"

namespace tocca {

/// One collider as the trees see it. A polytope is one item of its part.
struct BodyShape::Piece {
  Part part;
  RssTree tree;
  explicit Piece(const Collider& body);
};

}  // namespace tocca
