#pragma once

#include <cstddef>

#include "tocca/core/require.hpp"

namespace tocca {

/// Links, bodies and rows are numbered by int, where -1 means none; containers count with std::size_t.
constexpr std::size_t at(int index) {
  TOCCA_REQUIRE(index >= 0, "an index must not be negative");
  return static_cast<std::size_t>(index);
}

}  // namespace tocca
