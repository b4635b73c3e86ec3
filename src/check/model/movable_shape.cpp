#include "check/model/movable_shape.hpp"

#include <algorithm>

namespace tocca {
namespace {

BoxTree boxes_of(const Part& part) {
  const Part* address = &part;
  return BoxTree({&address, 1});
}

double greatest_skew(const Part& part) {
  double greatest = 0.0;
  for (const Part::Node& node : part.nodes()) greatest = std::max(greatest, skew_of(node.volume));
  return greatest;
}

}  // namespace

MovableShape::MovableShape(std::span<const Collider> colliders)
    : part(colliders), boxes(boxes_of(part)), skew(greatest_skew(part)), balls(part) {}

const RssTree& MovableShape::volumes() const {
  std::call_once(once_, [this] { volumes_ = RssTree(parts()); });
  return volumes_;
}

}  // namespace tocca
