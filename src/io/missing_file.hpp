#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"

namespace tocca {

/// There is no such file: the error names one beside it that was probably meant, or the folder that does not exist.
InputError missing_file(const std::filesystem::path& file);

}  // namespace tocca
