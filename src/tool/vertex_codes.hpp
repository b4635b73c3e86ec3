#pragma once

#include <cstdint>
#include <span>

#include "tool/triangle_selection.hpp"

namespace tocca {

/// Bit i is set where coordinate i is below lower[i] at both ends of the step, bit 3 + i where it is above upper[i] at both.
/// Comparisons only: exact.
inline std::uint8_t vertex_code(const Vector3& from, const Vector3& to, const Aabb& box) {
  unsigned code = 0;
  for (int i = 0; i < 3; ++i) {
    code |= static_cast<unsigned>(from[i] < box.lower[i] && to[i] < box.lower[i]) << i;
    code |= static_cast<unsigned>(from[i] > box.upper[i] && to[i] > box.upper[i]) << (i + 3);
  }
  return static_cast<std::uint8_t>(code);
}
/// The codes of all vertices. False, with meaningless codes, if a coordinate is not a number of at most
/// largest_coordinate. Whole vectors are stored: room for 4 more codes is needed.
bool vertex_codes(const SurfaceStep& surface, const Aabb& box, std::uint8_t* codes);
/// The same from vertex `first` on in plain scalar code: what is left over, and what runs without Highway.
bool vertex_codes_scalar(const SurfaceStep& surface, const Aabb& box, std::size_t first, std::uint8_t* codes);

/// The least and the greatest of at least one number.
struct IndexRange {
  Index least, greatest;
};
IndexRange index_range(std::span<const Triangle> triangles);

}  // namespace tocca
