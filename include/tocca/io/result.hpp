// Layer: io.  May include: model, motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <string>

#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// The JSON of DESIGN section 7. Numbers are written so that they read back exactly.
std::string to_json(const Verdict& verdict);

}  // namespace tocca
