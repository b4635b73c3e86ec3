#pragma once

#include <cstddef>

namespace tocca {

/// Links, bodies and rows are numbered by int, where -1 means none; containers count with std::size_t.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace tocca
