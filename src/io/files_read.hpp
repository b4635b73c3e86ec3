#pragma once

#include <filesystem>

namespace tocca {

/// Knows which files the readers of this layer have opened since it was made: those that somebody named, and those that they name
/// in turn (meshes, paths of a problem). For programs that must not write a result over what they read.
///
/// Guarantee   Every regular file that a reader opened is known, under each of its names: links are followed.
/// Not claimed Files that are opened later. Ask when everything has been opened.
/// Fails       std::logic_error where there is another one already: it is of the whole process. Thread-safe.
class FilesRead {
 public:
  FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;
  ~FilesRead();

  /// False of what does not exist.
  static bool have(const std::filesystem::path& file);
};

}  // namespace tocca
