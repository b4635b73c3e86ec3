// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/vertex_codes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <array>
#include <cstring>

#include "tocca/sweep/triangle_selection.hpp"

#ifndef TOCCA_VERTEX_CODES_TABLE
#define TOCCA_VERTEX_CODES_TABLE
namespace tocca {
namespace {

/// Twelve comparison bits, x y z of four vertices, as four bytes of three bits.
constexpr std::array<std::uint32_t, 4096> spread_table = [] {
  std::array<std::uint32_t, 4096> table{};
  for (std::uint32_t bits = 0; bits < 4096; ++bits) {
    for (std::uint32_t k = 0; k < 4; ++k) table[bits] |= ((bits >> (3 * k)) & 7u) << (8 * k);
  }
  return table;
}();

}  // namespace
}  // namespace tocca
#endif

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using CodeTag = hn::CappedTag<double, 4>;
constexpr int code_width = static_cast<int>(HWY_MIN(HWY_LANES(double), 4));

/// Four vertices are twelve numbers in a row: they are compared as they lie, with the box's ends in the same pattern.
/// Returns how many vertices were done, a multiple of four.
std::size_t codes_of_fours(const double* from, const double* to, std::size_t count, const double* lower,
                           const double* upper, std::uint8_t* codes) {
  const CodeTag tag;
  const std::size_t fours = count / 4 * 4;
  for (std::size_t v = 0; v < fours; v += 4) {
    unsigned below = 0, above = 0;
    for (int k = 0; k < 12; k += code_width) {
      const auto p = hn::LoadU(tag, from + 3 * v + k), q = hn::LoadU(tag, to + 3 * v + k);
      const auto least = hn::LoadU(tag, lower + k), most = hn::LoadU(tag, upper + k);
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(tag, hn::And(hn::Lt(p, least), hn::Lt(q, least)), bits);
      below |= static_cast<unsigned>(bits[0]) << k;
      hn::StoreMaskBits(tag, hn::And(hn::Gt(p, most), hn::Gt(q, most)), bits);
      above |= static_cast<unsigned>(bits[0]) << k;
    }
    const std::uint32_t packed = spread_table[below] | spread_table[above] << 3;
    std::memcpy(codes + v, &packed, sizeof packed);
  }
  return fours;
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(codes_of_fours);

void vertex_codes(const SurfaceStep& surface, const Aabb& box, std::uint8_t* codes) {
  static_assert(sizeof(Vector3) == 3 * sizeof(double));
  double lower[12], upper[12];
  for (int k = 0; k < 12; ++k) lower[k] = box.lower[k % 3], upper[k] = box.upper[k % 3];
  std::size_t done = 0;
  if (!surface.from.empty()) {
    done = HWY_DYNAMIC_DISPATCH(codes_of_fours)(surface.from[0].data(), surface.to[0].data(), surface.from.size(),
                                                lower, upper, codes);
  }
  vertex_codes_scalar(surface, box, done, codes);
}

}  // namespace tocca
#endif
