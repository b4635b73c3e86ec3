// Where the results of a run go: no two to one place.
#pragma once

#include <initializer_list>
#include <string>

namespace tocca::cli {

struct ResultPlace {
  std::string option, what;  ///< "--report", "the page"
  std::string place;         ///< a file; "-": the standard output; empty: not asked for
};

/// Throws InputError, which names the later option, where two results would go to the same file or both to the standard
/// output.
void require_apart(std::initializer_list<ResultPlace> places);

}  // namespace tocca::cli
