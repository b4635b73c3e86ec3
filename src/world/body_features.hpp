// Which vertex, edge or face of a body a point of its surface lies on.
#pragma once

#include "tocca/world/body_shape.hpp"

namespace tocca {

/// Names the feature on which `point` lies, in `place.feature_kind` and `place.feature`, for a piece that the trees have looked at.
/// Vertices before edges before faces: within `near_feature` of the size of what surrounds it, a point counts as on the smaller one.
///
/// Comes in    The leaf of `shape` whose piece it is, the item of that piece, and a point of the item, in the shape's frame.
/// Not claimed Anything about distances: names are for people and for marks; bounds are proven elsewhere.
/// Cost        A triangle: constant. A polytope: all of its features.
void name_feature(const BodyShape& shape, Index leaf, Index item, const Vector3& point, BodyPlace& place);

inline constexpr double near_feature = 1e-9;

}  // namespace tocca
