#pragma once

#include "tocca/core/error.hpp"

namespace tocca {

/// Throws InputError if what the caller gave is not good.
inline void require_input(bool good, const char* place, const char* problem, const char* remedy) {
  if (!good) throw InputError("", place, problem, remedy);
}

}  // namespace tocca
