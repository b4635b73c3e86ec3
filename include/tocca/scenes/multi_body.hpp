// Layer: scenes.  May include: io, query and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <vector>

#include "tocca/query/world.hpp"
#include "tocca/scenes/polytopes.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// The polytopes of a PolytopeWorld as bodies that fly about in a closed box: the multi-body simulation of cohen-1995 (section
/// 5.3). A pair that collides exchanges velocities; the walls throw bodies back.
class MultiBody {
 public:
  struct Flight {
    Vector3 velocity, spin;  ///< of a step: metres, radians; in the world
  };

  explicit MultiBody(const PolytopeWorld& world);

  const std::vector<MeshPointer>& meshes() const noexcept { return meshes_; }  ///< the distinct ones
  int mesh_of(int body) const { return mesh_of_[static_cast<std::size_t>(body)]; }
  const std::vector<Pose>& poses() const noexcept { return poses_; }
  const std::vector<Flight>& flights() const noexcept { return flights_; }
  double half_size() const noexcept { return half_size_; }  ///< of the closed box, around the origin

  /// Every body one step on; bodies whose centre is beyond a wall turn back.
  void fly();
  /// Elastic exchange of velocities for the pairs that touch.
  void collide(std::span<const BodyPair> colliding);

 private:
  std::vector<MeshPointer> meshes_;
  std::vector<int> mesh_of_;
  std::vector<Pose> poses_;
  std::vector<Flight> flights_;
  double half_size_ = 0.0;
};

}  // namespace tocca
