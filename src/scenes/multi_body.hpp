#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "scenes/polytopes.hpp"
#include "tocca/shape/mesh.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// The polytopes of a PolytopeWorld as bodies that fly about in a closed box: the multi-body simulation of cohen-1995
/// (section 5.3). A pair that collides exchanges velocities; the walls throw bodies back.
///
/// Guarantee   Starts where write_polytopes() writes its bodies, number by number. Sums, products and square roots
///             only: the same positions, orientations and flights on every platform. Speeds are never lost or gained.
///             Orientations are unit to rounding after any number of steps. Every body stays inside the box.
class MultiBody {
 public:
  /// How a body flies.
  struct Flight {
    Vector3 velocity, spin;  ///< of a step: metres, radians; in the world
  };
  using Orientation = std::array<double, 4>;  ///< quaternion x, y, z, w

  /// Fails: InputError if a parameter is out of range.
  explicit MultiBody(const PolytopeWorld& world);

  int count() const noexcept { return static_cast<int>(poses_.size()); }
  std::string name(int body) const;                                            ///< "body_00007", as in the files
  const std::vector<MeshPointer>& meshes() const noexcept { return meshes_; }  ///< the distinct ones
  int mesh_of(int body) const { return mesh_of_[static_cast<std::size_t>(body)]; }
  /// Pose::from_quaternion of what orientations() holds, to the last bit: recording orientations records the poses.
  const std::vector<Pose>& poses() const noexcept { return poses_; }
  const std::vector<Orientation>& orientations() const noexcept { return orientations_; }
  const std::vector<Flight>& flights() const noexcept { return flights_; }
  double half_size() const noexcept { return half_size_; }  ///< of the closed box, around the origin
  double fill() const noexcept { return fill_; }            ///< share of the box that the bodies take

  /// A body on its way.
  struct Place {
    Orientation orientation;
    Pose pose;
    Vector3 velocity;
  };
  /// Where a body is after `share` of a step (0 to 1), the walls looked at only then: one whose ball would stick out of
  /// a wall is mirrored back, and so is its velocity.
  Place ahead(int body, double share) const;
  /// Moves every body on by one step, or by `shares` of it, one per body.
  void fly();
  void fly(std::span<const double> shares);
  /// Elastic exchange of velocities (equal masses; spins stay) for the pairs that touch, one after the other; those
  /// that are already on their way apart keep theirs, so that no two stick together. Returns how many pairs exchanged.
  int collide(std::span<const BodyPair> colliding);

 private:
  void move_on(int body, double share);

  std::vector<MeshPointer> meshes_;
  std::vector<int> mesh_of_;
  std::vector<Pose> poses_;
  std::vector<Orientation> orientations_, turns_;  ///< turns_: of a step
  std::vector<Flight> flights_;
  double half_size_ = 0.0, fill_ = 0.0;
};

}  // namespace tocca
