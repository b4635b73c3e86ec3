#pragma once

#include <cstdio>

namespace tocca {

/// For FilesRead: `file` is open for reading.
void note_read(std::FILE* file);

}  // namespace tocca
