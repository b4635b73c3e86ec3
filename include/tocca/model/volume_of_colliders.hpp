#pragma once

#include <span>

#include "tocca/model/kinematic_tree.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca {

/// A volume around all colliders of a link (or object), in its frame. V is Lss, or one of the library's own volumes.
/// Requires at least one collider.
/// Not claimed: tightness where a small round collider and a large one share a link; all are dilated by the largest
/// radius.
template <class V>
V volume_of(std::span<const Collider> colliders);

}  // namespace tocca
