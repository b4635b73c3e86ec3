#pragma once

#include <filesystem>
#include <vector>

namespace tocca {

/// Knows which files the readers of this layer have opened since it was made: those named by the user, and those that
/// they name in turn (meshes, paths of a problem). For programs that must not overwrite what they read.
///
/// Guarantee   Every regular file that a reader opened is known, under each of its names: links are followed.
/// Not claimed Files that are opened later. Ask when everything has been opened.
/// Fails       std::logic_error if there is another one already: there is one per process. Thread-safe.
class FilesRead {
 public:
  FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;
  ~FilesRead();

  /// False for what does not exist.
  static bool have(const std::filesystem::path& file);
  /// In the order in which they were first opened, each by the name it then had.
  static std::vector<std::filesystem::path> names();
};

}  // namespace tocca
