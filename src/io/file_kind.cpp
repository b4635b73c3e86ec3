#include "io/file_kind.hpp"

#include "io/text.hpp"
#include "tocca/io/cloud.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t largest_json = 1u << 30;  // as large as JSON may be anywhere

/// The key that every ROS trajectory has, and no scene.
bool names_joints(const std::filesystem::path& json) {
  std::error_code missing;
  if (!std::filesystem::is_regular_file(json, missing)) return false;
  return read_file(json, largest_json).find("\"joint_names\"") != std::string::npos;
}

}  // namespace

bool holds_path(const std::filesystem::path& file) {
  if (file == "-") return true;
  const std::string extension = lower_case(file.extension().string());
  if (extension == ".json") return names_joints(file);
  return extension != ".urdf" && extension != ".scene" && !is_mesh_file(file) && !is_points_file(file) &&
         !is_octomap_file(file);
}

}  // namespace tocca
