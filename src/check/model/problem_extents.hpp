#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shape/aabb.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// How large everything is, as people see it: boxes along the axes of the world, robots at their first waypoints, objects where the
/// scene has them, deforming bodies at their first frames. A box may be slightly too large, never too small. What has no geometry has no box.
struct ProblemExtents {
  /// A link or an object with geometry, or a body that deforms.
  struct Thing {
    std::string name;
    bool is_link;
    Aabb box;
    double size_m() const { return (box.upper - box.lower).maxCoeff(); }  ///< its longest side
  };
  /// One robot, all of its links together.
  struct RobotExtent {
    std::string name;
    std::optional<Aabb> box;
    double
        reach_m;  ///< radius of its largest ReachBall; infinite if nothing bounds it, 0 if no joint moves any geometry
  };
  std::vector<Thing> things;
  std::vector<RobotExtent> robots;
  std::optional<Aabb> scene;  ///< all objects together
};

/// Measures them. Requires a waypoint for every robot, as problems have.
ProblemExtents extents_of(const Problem& problem);

/// Sizes that deserve a second look: most often a mesh is in millimetres.
struct OddSizes {
  static constexpr double huge_m = 100.0, tiny_m = 0.001, ratio = 100.0;
  /// A scene of several objects or of a detailed mesh is meant to be worked in or around: a smaller ratio looks wrong.
  /// If objects are carried or move, they may be all there is, and small.
  static constexpr double ratio_of_detailed = 20.0;
  static constexpr std::size_t several_objects = 3, many_triangles = 500;

  std::vector<ProblemExtents::Thing> huge, tiny;  ///< longest side above huge_m, below tiny_m
  /// Longest side of the scene, of the largest robot: set if one is at least `ratio` times the other, or the robot at
  /// least `ratio_of_detailed` times a detailed scene.
  struct Misfit {
    double scene_m, robot_m;
  };
  std::optional<Misfit> misfit;
  /// The object that comes nearest to what the robots' joints, within their limits, can reach, and how far it stays
  /// beyond that and every clearance. Set only if all objects are beyond, proven by boxes and reach_of; never if
  /// objects are carried or move.
  struct OutOfReach {
    std::string nearest;
    double gap_m;
  };
  std::optional<OutOfReach> out_of_reach;
};

/// Finds them. `extents` are those of the problem.
OddSizes odd_sizes(const Problem& problem, const ProblemExtents& extents);

}  // namespace tocca
