#pragma once

#include <memory>

#include "io/line_reader.hpp"
#include "io/path_rows.hpp"

namespace tocca {

/// A path or an edge list as a table of text, row by row. Fails: InputError if the header is not understood.
std::unique_ptr<PathRows> open_path_table(LineReader lines, const CoordinateNames& names, const PathOptions& options);

}  // namespace tocca
