#pragma once

#include <compare>

namespace tocca {

/// Two bodies of a world, by number.
struct BodyPair {
  int a = 0, b = 0;  ///< a < b, or a deformable body and itself
  auto operator<=>(const BodyPair&) const = default;
};

}  // namespace tocca
