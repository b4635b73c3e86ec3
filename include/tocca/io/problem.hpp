#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// Reads the problem JSON of docs/guide/files.md with every file it names (paths relative to the problem file).
/// Fails: InputError with file, place and remedy.
Problem load_problem(const std::filesystem::path& file, Warnings& warnings);

}  // namespace tocca
