// Where the results of a run go: no two to one place, none onto an input.
#pragma once

#include <initializer_list>
#include <string>

namespace tocca::cli {

struct ResultPlace {
  std::string option, what;  ///< "--report", "the page"
  std::string place;         ///< a file; "-": the standard output; empty: not asked for
};

/// Throws InputError, which names the option, if a result would overwrite a file that was read. Call it once all inputs
/// are open, and before any result is.
void require_no_input(const std::string& place, const std::string& option);

/// The same for all places; also if two results would go to the same file or both to the standard output.
void require_apart(std::initializer_list<ResultPlace> places);

}  // namespace tocca::cli
