//
// Furniture and what stands on it. Every piece is convex and an object of its own: "chair_2.leg_1".
#pragma once

#include <string>
#include <vector>

#include "scenes/random.hpp"
#include "scenes/write.hpp"

namespace tocca::scenes {

/// Where a piece of furniture stands: on the floor or a board, turned about the vertical.
struct Stand {
  Vector3 at;
  double yaw_degrees = 0.0;
};

/// A room that is being furnished.
class Furniture {
 public:
  /// From corner to corner, in the frame of the stand.
  void add_box(const std::string& name, const Stand& stand, const Vector3& low, const Vector3& high);
  /// A round bar between two points.
  void add_bar(const std::string& name, const Stand& stand, const Vector3& from, const Vector3& to, double radius);
  /// A solid of revolution about z, its profile convex.
  void add_turned(const std::string& name, const Stand& stand, const std::vector<ProfilePoint>& profile);
  /// The hull of whatever is given.
  void add(const std::string& name, const Stand& stand, const Solid& solid);

  // Furniture; x is to the right seen from the front, y to the back, z up; the origin is below its middle.
  void table(const std::string& name, const Stand& stand, const Vector3& size);
  void chair(const std::string& name, const Stand& stand);
  /// Panels, a shelf, a door with a handle; `size` over all. `below`: height of its plinth or of the wall under it.
  void cupboard(const std::string& name, const Stand& stand, const Vector3& size, double below);
  void bookcase(const std::string& name, const Stand& stand, const Vector3& size, int boards, Random& random);
  void swing(const std::string& name, const Stand& stand, double beam_height);
  void plant(const std::string& name, const Stand& stand, int leaves);
  void floor_lamp(const std::string& name, const Stand& stand);
  void radiator(const std::string& name, const Stand& stand, int fins);

  // What stands on boards; the origin is in the middle of its foot.
  void plate(const std::string& name, const Stand& stand, double radius);
  void bowl(const std::string& name, const Stand& stand, double radius);
  void glass(const std::string& name, const Stand& stand);
  void cup(const std::string& name, const Stand& stand);
  void bottle(const std::string& name, const Stand& stand);
  void cutlery(const std::string& name, const Stand& stand);  ///< knife, fork and spoon around a plate, handles to -y
  void fruit(const std::string& name, const Stand& stand, double radius);

  std::vector<ObjectDraft> objects;
};

}  // namespace tocca::scenes
