#pragma once

#include <string>

namespace tocca::cli {

/// A text as a shell takes it for one word: in quotes where that is necessary. For commands that are shown, not run.
std::string shell_word(const std::string& text);

}  // namespace tocca::cli
