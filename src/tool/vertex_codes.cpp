// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tool/vertex_codes.cpp"
#include <hwy/foreach_target.h>
//
#include <algorithm>
#include <cstring>

#include "core/lanes.hpp"
#include "tool/vertex_codes.hpp"

#ifndef TOCCA_VERTEX_CODES_BOX
#define TOCCA_VERTEX_CODES_BOX
namespace tocca {
namespace {

/// A box's ends in the pattern in which four vertices lie, and where its codes go.
struct CodeBox {
  double lower[12], upper[12];
  std::uint8_t* codes;
};

/// Twelve comparison bits, x y z of four vertices, as four bytes of three bits.
constexpr std::uint32_t spread(std::uint32_t bits) {
  return (bits & 7u) | (bits & 0x38u) << 5 | (bits & 0x1c0u) << 10 | (bits & 0xe00u) << 15;
}

}  // namespace
}  // namespace tocca
#endif

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

using CodeTag = hn::CappedTag<double, 4>;
using IndexTag = hn::ScalableTag<std::uint32_t>;
constexpr int code_width = static_cast<int>(HWY_MIN(HWY_LANES(double), 4));

/// Four vertices are twelve numbers in a row: they are compared as they lie. `count` is a multiple of four. Minimum and
/// maximum of numbers are exact, and where one is not a number the answer is false.
bool codes_of_fours(const double* from, const double* to, std::size_t count, const CodeBox& box) {
  const CodeTag tag;
  const auto limit = hn::Set(tag, largest_coordinate);
  auto good = hn::Le(limit, limit);
  for (std::size_t v = 0; v < count; v += 4) {
    unsigned below = 0, above = 0;
    for (int k = 0; k < 12; k += code_width) {
      const auto p = hn::LoadU(tag, from + 3 * v + k), q = hn::LoadU(tag, to + 3 * v + k);
      good = hn::And(good, hn::And(hn::Le(hn::Abs(p), limit), hn::Le(hn::Abs(q), limit)));
      const auto least = hn::Min(p, q), most = hn::Max(p, q);
      below |= mask_bits(tag, hn::Lt(most, hn::LoadU(tag, box.lower + k))) << k;
      above |= mask_bits(tag, hn::Gt(least, hn::LoadU(tag, box.upper + k))) << k;
    }
    const std::uint32_t packed = spread(below) | spread(above) << 3;
    std::memcpy(box.codes + v, &packed, sizeof packed);
  }
  return hn::AllTrue(tag, good);
}

IndexRange range_of_many(const Index* indices, std::size_t count) {
  const IndexTag tag;
  const std::size_t width = hn::Lanes(tag);
  auto least = hn::Set(tag, indices[0]), greatest = least;
  std::size_t i = 0;
  for (; i + width <= count; i += width) {
    const auto here = hn::LoadU(tag, indices + i);
    least = hn::Min(least, here), greatest = hn::Max(greatest, here);
  }
  IndexRange range{hn::GetLane(hn::MinOfLanes(tag, least)), hn::GetLane(hn::MaxOfLanes(tag, greatest))};
  for (; i < count; ++i) range = {std::min(range.least, indices[i]), std::max(range.greatest, indices[i])};
  return range;
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(codes_of_fours);
HWY_EXPORT(range_of_many);

bool vertex_codes(const SurfaceStep& surface, const Aabb& box, std::uint8_t* codes) {
  static_assert(sizeof(Vector3) == 3 * sizeof(double));
  const std::size_t fours = surface.to.size() / 4 * 4;
  CodeBox pattern;
  for (int k = 0; k < 12; ++k) {
    pattern.lower[k] = box.lower[k % 3];
    pattern.upper[k] = box.upper[k % 3];
  }
  pattern.codes = codes;
  const bool good =
      fours == 0 || HWY_DYNAMIC_DISPATCH(codes_of_fours)(surface.from[0].data(), surface.to[0].data(), fours, pattern);
  return vertex_codes_scalar(surface, box, fours, codes) && good;
}

IndexRange index_range(std::span<const Triangle> triangles) {
  static_assert(sizeof(Triangle) == 3 * sizeof(Index));
  return HWY_DYNAMIC_DISPATCH(range_of_many)(triangles[0].data(), 3 * triangles.size());
}

}  // namespace tocca
#endif
