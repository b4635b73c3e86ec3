// A movable body's trees and volumes.
#pragma once

#include <mutex>

#include "contact/rss_tree.hpp"
#include "model/part.hpp"
#include "sweep/ball_cover.hpp"
#include "sweep/box_tree.hpp"

namespace tocca {

/// What queries need of a body that moves, in its own frame. Immutable, shared by all versions of a model.
struct MovableShape {
  explicit MovableShape(std::span<const Collider> colliders);

  const Part part;
  const BoxTree boxes;    ///< eight per node
  const double skew;      ///< of the boxes of the part's own tree
  const BodyBalls balls;  ///< for tests of eight states at once
  /// Built on first use: only questions about distances need it.
  const RssTree& volumes() const;

  /// As sweep tasks want it.
  std::span<const Part* const> parts() const { return {&address_, 1}; }

 private:
  const Part* address_ = &part;
  mutable std::once_flag once_;
  mutable RssTree volumes_;
};

}  // namespace tocca
