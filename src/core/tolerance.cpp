#include "core/tolerance.hpp"

#include <cmath>

#include "tocca/core/error.hpp"

namespace tocca {

void require_tolerance(double tolerance_m) {
  if (std::isfinite(tolerance_m) && tolerance_m > 0.0) return;
  throw InputError("", "tolerance", "must be a positive number of metres", "give a length such as 1e-6");
}

}  // namespace tocca
