#pragma once

#include <cstddef>

namespace tocca {

// How finely recorders draw what moves, as a share of its length.
inline constexpr double stray_share = 1e-3;                   // between moments
inline constexpr double sweep_share = 0.04;                   // surfaces of swept volumes
inline constexpr std::size_t most_swept_triangles = 120'000;  // of one layer of a report

}  // namespace tocca
