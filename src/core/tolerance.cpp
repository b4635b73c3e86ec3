#include "core/tolerance.hpp"

#include "tocca/core/error.hpp"

namespace tocca {

void require_tolerance(double tolerance_m) {
  if (tolerance_m > 0.0 && tolerance_m <= greatest_tolerance_m) return;
  throw InputError("", "tolerance", "must be a positive number of metres", "give a length such as 1e-6");
}

}  // namespace tocca
