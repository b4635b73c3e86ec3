#pragma once

#include <cstdio>
#include <filesystem>

namespace tocca {

/// For FilesRead: `file` is open for reading, under this name.
void note_read(std::FILE* file, const std::filesystem::path& name);

}  // namespace tocca
