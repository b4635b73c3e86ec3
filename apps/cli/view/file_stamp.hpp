// Whether a file is still the one that was read.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>

namespace tocca::cli {

/// Differs if a file was replaced or written to.
struct FileStamp {
  dev_t device;
  ino_t inode;
  off_t size;
  std::int64_t modified_ns;  ///< since 1970
  bool operator==(const FileStamp&) const = default;
};

/// Empty if there is no such file.
inline std::optional<FileStamp> stamp_of(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  const std::int64_t seconds = status.st_mtim.tv_sec;
  return FileStamp{status.st_dev, status.st_ino, status.st_size, seconds * 1'000'000'000 + status.st_mtim.tv_nsec};
}

}  // namespace tocca::cli
