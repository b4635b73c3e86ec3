#pragma once

#include <memory>
#include <vector>

#include "check/model/movable_shape.hpp"

namespace tocca {

/// Shapes of a problem's bodies that need not be made again, where they are not null. A list may be empty.
struct KnownShapes {
  std::vector<std::vector<std::shared_ptr<const MovableShape>>> links;  ///< of each robot
  std::vector<std::shared_ptr<const MovableShape>> objects;             ///< in their own frames
  std::vector<std::shared_ptr<const Part>> still;                       ///< objects where the scene has them
};

}  // namespace tocca
