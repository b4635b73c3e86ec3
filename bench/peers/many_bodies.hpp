// Many convex polytopes that move, step by step: what tocca and its peers are timed with. All see the same recorded poses.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenes/polytopes.hpp"
#include "tocca/shape/mesh.hpp"
#include "tocca/world/world.hpp"

namespace tocca::bench {

/// A run of the paper's simulation: bodies that touch exchange their velocities.
struct RecordedMotion {
  std::vector<MeshPointer> meshes;
  std::vector<int> mesh_of;              ///< by body
  std::vector<std::vector<Pose>> steps;  ///< of all bodies
  double half_size = 0.0;                ///< of the closed box

  RecordedMotion(const PolytopeWorld& world, int step_count);
  std::size_t body_count() const { return mesh_of.size(); }
};

class ManyBodies {
 public:
  virtual ~ManyBodies() = default;
  /// All bodies to their poses, and which of them overlap there: appended in any order. This is what is timed.
  virtual void step(const std::vector<Pose>& poses, std::vector<BodyPair>& colliding) = 0;
};

struct ManyBodiesKind {
  std::string name;
  std::unique_ptr<ManyBodies> (*make)(const RecordedMotion& motion);
  std::size_t most = 1'000'000;  ///< bodies: beyond, it takes too long
};

std::vector<ManyBodiesKind> tocca_kinds();   ///< fixed and dynamic boxes
std::vector<ManyBodiesKind> fcl_kinds();     ///< every broad-phase manager, with libccd's GJK
std::vector<ManyBodiesKind> bullet_kinds();  ///< both broad phases, with Bullet's own narrow phase

}  // namespace tocca::bench
