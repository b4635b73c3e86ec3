// What the process behind a view of a check's inputs does.
#pragma once

#include <string>
#include <vector>

namespace tocca::cli {

/// Checks what `tocca check` is given and writes its page; then applies the changes that come over standard input (scene_changes.hpp) to
/// the same checker, and writes the page anew, until the input ends. Tells on standard output, one line each: "answered" when a page is
/// written, "refused WHY" for a change that makes no sense. Throws InputError if the first check cannot be made.
int run_live_check(const std::vector<std::string>& words, const std::string& report);

}  // namespace tocca::cli
