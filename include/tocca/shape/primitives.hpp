#pragma once

#include <memory>
#include <variant>

#include "tocca/shape/mesh.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

class ConvexHull;  // shape/convex_hull.hpp
class Cloud;       // shape/cloud.hpp

/// Clouds are shared, never copied.
using CloudPointer = std::shared_ptr<const Cloud>;

// Solids centred on the origin of their own frame, lengths in metres, axis along z. Sizes are full sizes.

/// A ball around the origin.
struct Sphere {
  double radius;
};
/// A cylinder along z with a half ball at either end.
struct Capsule {
  double radius, length;  ///< length excludes the caps
};
/// A box with its edges along x, y and z, centred.
struct Box {
  Vector3 size;
};
/// A cylinder along z, centred.
struct Cylinder {
  double radius, length;
};
/// A cone along z, centred, tip up.
struct Cone {
  double radius, length;  ///< apex at z = +length / 2, base disc at z = -length / 2
};

/// What a body is made of. Meshes, hulls and clouds are shared, never copied.
using Geometry =
    std::variant<Sphere, Capsule, Box, Cylinder, Cone, std::shared_ptr<const ConvexHull>, MeshPointer, CloudPointer>;

/// The smallest size allowed, in metres: squares and halves of sizes then stay normal numbers.
inline constexpr double smallest_size = 1e-30;

/// Throws InputError (no file name) unless every size is between smallest_size and largest_coordinate; a capsule's
/// length may be zero.
void require_valid(const Geometry& geometry);

/// "sphere", "box", ..., "mesh", "cloud".
const char* kind_name(const Geometry& geometry);

}  // namespace tocca
