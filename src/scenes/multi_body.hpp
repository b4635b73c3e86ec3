#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "scenes/polytopes.hpp"
#include "tocca/model/scene.hpp"
#include "tocca/shape/mesh.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// Bodies that fly about in a closed box: the multi-body simulation of cohen-1995 (section 5.3), with the polytopes of a
/// PolytopeWorld or with bodies of the user's own. A pair that collides exchanges velocities; the walls throw bodies back.
///
/// Guarantee   Polytopes start where write_polytopes() writes them, number by number, free bodies where they are said to. Sums, products and square roots
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
  /// Requires a box into which the balls around the bodies fit (model/free_bodies.hpp), each where it starts.
  explicit MultiBody(const FreeBodies& given);

  int count() const noexcept { return static_cast<int>(poses_.size()); }
  const std::string& name(int body) const { return names_[static_cast<std::size_t>(body)]; }
  const std::vector<MeshPointer>& meshes() const noexcept { return meshes_; }  ///< the distinct ones
  int mesh_of(int body) const { return mesh_of_[static_cast<std::size_t>(body)]; }
  /// Pose::from_quaternion of what orientations() holds, to the last bit: recording orientations records the poses.
  const std::vector<Pose>& poses() const noexcept { return poses_; }
  const std::vector<Orientation>& orientations() const noexcept { return orientations_; }
  const std::vector<Flight>& flights() const noexcept { return flights_; }
  const Vector3& least() const noexcept { return least_; }  ///< corners of the closed box
  const Vector3& most() const noexcept { return most_; }
  double fill() const noexcept {
    return fill_;
  }  ///< share of the box that polytopes take, or the balls around free bodies

  /// A body on its way.
  struct Place {
    Vector3 middle;
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
  /// What it turns about and what the walls see, in its own frame.
  struct Ball {
    Vector3 centre;
    double radius;
  };
  void add(int mesh, const Ball& ball, const Vector3& at, const Orientation& orientation, const Flight& flight);
  void move_on(int body, double share);

  std::vector<std::string> names_;
  std::vector<MeshPointer> meshes_;
  std::vector<int> mesh_of_;
  std::vector<Ball> balls_;
  std::vector<Vector3> middles_;  ///< of the balls, in the world
  std::vector<Pose> poses_;
  std::vector<Orientation> orientations_, turns_;  ///< turns_: of a step
  std::vector<Flight> flights_;
  Vector3 least_ = Vector3::Zero(), most_ = Vector3::Zero();
  double fill_ = 0.0;
};

}  // namespace tocca
