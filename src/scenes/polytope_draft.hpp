//
// The polytopes in a closed box on the drawing board: files and the live simulation start from the same draft.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "scenes/polytopes.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca::scenes {

inline constexpr double body_radius = 0.1;  ///< metres, the longest half axis: a polytope lies in a ball of this size

struct PolytopeDraft {
  struct Body {
    int mesh;
    Vector3 at;
    std::array<double, 4> orientation;  ///< quaternion x, y, z, w, unit to a nanometre
    Vector3 velocity, spin;             ///< of a step: metres, radians; in the world
  };
  static std::string name(std::size_t body);  ///< "body_00007"

  std::vector<MeshPointer> meshes;  ///< the distinct ones
  std::vector<Body> bodies;
  double half_size = 0.0;  ///< of the box, around the origin
  double fill = 0.0;       ///< share of the box that the bodies take
};

/// The same world gives the same draft everywhere. Fails: InputError if a parameter is out of range.
PolytopeDraft draw_polytopes(const PolytopeWorld& world);

}  // namespace tocca::scenes
