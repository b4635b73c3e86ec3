#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/io/cloud.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// How surroundings with joints of their own stand, and what a scan or a map means that is given as a scene.
struct SceneOptions {
  std::string configuration;                  ///< "drawer=0.3,door=1.2"; joints that it does not name are at zero
  std::string said_by = "the configuration";  ///< how errors call it: "--scene-config"
  bool degrees = false;                       ///< its angles are in degrees
  std::optional<double> point_radius = {};    ///< of the points of a scan, in metres
  std::optional<UnknownSpace> unknown = {};   ///< of an OctoMap: free unless it is said
};

/// Reads a robot's surroundings, by extension: a mesh file (one object named after the file's stem), a URDF (each link
/// with geometry is an object, at the given configuration), a MoveIt `.scene`, or the JSON of docs/guide/files.md; a scan (PCD, XYZ, or
/// a PLY if the radius of its points is given) or an OctoMap, which becomes one object like a mesh.
/// A mesh used by several objects is loaded once and shared. Warns about joints outside their limits.
/// Fails: InputError with file, place and remedy; also if a configuration is given for a file that has no joints, if a scan is given
/// without the radius of its points, or a radius for what is no scan.
Scene load_scene(const std::filesystem::path& file, Warnings& warnings, const SceneOptions& options = {});
/// The same for callers who read no warnings.
inline Scene load_scene(const std::filesystem::path& file, const SceneOptions& options = {}) {
  Warnings unread;
  return load_scene(file, unread, options);
}

/// The name of the file that describes the bodies of a folder: docs/guide/files.md.
inline constexpr const char* bodies_description = "bodies.json";

/// Reads bodies that fly about, for World (tocca/world/world.hpp): the meshes of a folder in alphabetical order, or, if there is
/// one, what its bodies.json says about them (which mesh, pose, how many, velocities, the box); `place` may also be such a file.
/// What is not said is drawn by `draws`.
/// Without a description `count` bodies share the meshes in turn; 0: one body per mesh.
/// Fails: InputError with file, place and remedy; also if `count` is given where a description says how many.
FreeBodies load_bodies(const std::filesystem::path& place, const FreeBodyDraws& draws, Warnings& warnings,
                       int count = 0);

/// Writes JSON that load_scene reads back; returns the files written, `file` first. Meshes and hulls become OBJ files
/// in the folder "<stem>_meshes" beside it, one per mesh however many objects share it.
///
/// Guarantee   Sizes, positions and vertices read back exactly; rotations go through a quaternion and come back to
///             within about 1e-15. An object of several bodies, which the format does not support, becomes one object
///             per body, named "name#1", "name#2", ...
/// Fails       InputError if a file cannot be written.
std::vector<std::filesystem::path> write_scene_json(const std::filesystem::path& file, const Scene& scene);

}  // namespace tocca
