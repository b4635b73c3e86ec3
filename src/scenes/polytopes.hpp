#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace tocca {

/// Convex polytopes flying about in a closed box (I-COLLIDE's measurements). Speeds are those of a step.
struct PolytopeWorld {
  int count = 1000;              ///< 1 to 100,000
  int faces = 60;                ///< triangles of a polytope: even, 4 to 2,000
  double speed_percent = 10.0;   ///< way of a body in one step, in percent of its radius: 0 to 1,000
  double spin_degrees = 10.0;    ///< turn of a body in one step: 0 to less than 180
  double density_percent = 5.0;  ///< share of the box that the bodies fill: 1e-6 to 10
  std::uint64_t seed = 1995;
};

/// Writes scene.json (all bodies where they start, apart from each other, with their meshes), bodies.csv (one body per
/// row: body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz: velocity in metres and spin in radians per step, both in the world
/// frame) and world.json (the box and these parameters). Returns the files, scene.json first.
/// Fails: InputError if a parameter is out of range or a file cannot be written.
std::vector<std::filesystem::path> write_polytopes(const PolytopeWorld& world, const std::filesystem::path& folder);

}  // namespace tocca
