// A run of many bodies as a folder of files that others can read and a viewer can play (docs/guide/world.md).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "result_stream.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca::cli {

/// A placement as a row of poses.csv gives it.
struct RecordedPose {
  Vector3 at;
  std::array<double, 4> orientation;  ///< quaternion x, y, z, w

  static RecordedPose of(const Pose& X);  ///< the nearest that a row can express
  /// What a reader gets from the row: whatever is checked must be exactly here.
  Pose pose() const {
    return Pose::from_quaternion(at, orientation[0], orientation[1], orientation[2], orientation[3]);
  }
};

/// bodies/NAME.obj, poses.csv, contacts.csv and, last, summary.json.
///
/// Numbers read back exactly. An earlier recording in the folder is overwritten, including its bodies. File names use
/// %XX for characters that they should not contain.
/// Fails   InputError if something cannot be written, or the folder holds bodies that belong to no recording.
class Recording {
 public:
  explicit Recording(std::string folder);

  void add_body(std::string_view name, const TriangleMesh& mesh);
  /// All of them as one mesh. Round primitives are drawn with flat faces, for looking at: the file cannot say more.
  void add_body(std::string_view name, std::span<const Collider> bodies);
  void add_pose(int step, std::string_view name, const RecordedPose& pose);
  void add_contact(int step, std::string_view a, std::string_view b);
  /// A further CSV file, with its header.
  std::unique_ptr<ResultStream> open(std::string_view file, std::string_view header) const;
  void finish(const std::string& summary_json);

 private:
  std::string folder_;
  std::unique_ptr<ResultStream> poses_, contacts_;
};

/// The mesh that is written for colliders: all of them as one, round primitives with flat faces.
TriangleMesh drawn_mesh(std::span<const Collider> bodies);

/// The name of a body's file in bodies/.
std::string body_file(std::string_view name);

/// `field` as CSV wants it: in quotes if necessary.
std::string csv_field(std::string_view field);

}  // namespace tocca::cli
