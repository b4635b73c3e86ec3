#pragma once

#include "model/part.hpp"
#include "tocca/check/collision_model.hpp"

namespace tocca {

/// A link or an object with geometry, ready to be checked.
struct CollisionModel::Body {
  std::string name;           ///< "link", "robot/link" or the object's name
  int robot = -1, link = -1;  ///< of a link
  int object = -1;            ///< of an object
  bool still = false;
  double padding_m = 0.0;  ///< how much it is grown; the part is not
  Part part;
};

}  // namespace tocca
