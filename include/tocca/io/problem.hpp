#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

struct Roadmap;  // tocca/plan/roadmap.hpp

/// Reads the problem JSON of docs/guide/files.md with every file it names (paths relative to the problem file).
/// Fails: InputError with file, place and remedy.
Problem load_problem(const std::filesystem::path& file, Warnings& warnings);

/// Reads what write_roadmap() wrote. What it says is proven is believed: a checksum finds accidents, not lies.
/// Fails: InputError if the file is damaged, cut off, of another version or says what no roadmap can.
Roadmap load_roadmap(const std::filesystem::path& file);
/// Writes a file that appears under its name only when it is complete; the same roadmap gives the same bytes on every
/// platform. Fails: InputError if it cannot be written.
void write_roadmap(const std::filesystem::path& file, const Roadmap& roadmap);

}  // namespace tocca
