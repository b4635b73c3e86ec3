#pragma once

#include <cstdint>
#include <span>

#include "tool/triangle_selection.hpp"

namespace tocca {

/// For each vertex and box (two at most): bit i of its code is set where coordinate i is below lower[i] at both ends of the step,
/// bit 3 + i where it is above upper[i] at both. Comparisons only: exact. False, with meaningless codes, if a
/// coordinate is not a number of at most largest_coordinate. Whole vectors are stored: room for 4 more codes is needed.
bool vertex_codes(const SurfaceStep& surface, std::span<const Aabb> boxes, std::uint8_t* const* codes);
/// The same from vertex `first` on in plain scalar code: what is left over, and what runs without Highway.
bool vertex_codes_scalar(const SurfaceStep& surface, std::span<const Aabb> boxes, std::size_t first,
                         std::uint8_t* const* codes);

/// The least and the greatest of at least one number.
struct IndexRange {
  Index least, greatest;
};
IndexRange index_range(std::span<const Triangle> triangles);

}  // namespace tocca
