#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "io/json_cursor.hpp"
#include "tocca/io/cloud.hpp"

namespace tocca {

/// The clouds and maps that a JSON document names or lists; files are relative to its own folder, and each is read once.
class JsonClouds {
 public:
  /// {"points": "scan.pcd" or [[x, y, z], ...], "radius": metres}
  CloudPointer read_points(const JsonCursor& geometry);
  /// {"boxes": [[x, y, z], ...], "sizes": [[x, y, z], ...], "size_of": [0, 0, 1, ...]}: what write_scene_json makes of a map
  static CloudPointer read_boxes(const JsonCursor& geometry);
  /// {"octomap": "map.bt", "unknown": "free" or "occupied"}
  CloudPointer read_octomap(const JsonCursor& geometry);
  /// What is worth a warning about all files.
  void tell(Warnings& warnings) const { warnings.insert(warnings.end(), warnings_.begin(), warnings_.end()); }

 private:
  std::map<std::pair<std::string, double>, CloudPointer> points_;
  std::map<std::pair<std::string, bool>, CloudPointer> maps_;
  Warnings warnings_;
};

}  // namespace tocca
