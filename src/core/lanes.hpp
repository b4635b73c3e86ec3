// Several numbers side by side, by Highway: the vocabulary in which kernels are written (sweep, screw, deformable). A
// file that Highway includes once per instruction set includes this one behind <hwy/foreach_target.h>, outside all
// namespaces; the vocabulary is then in tocca::HWY_NAMESPACE. The same vocabulary for one number at a time:
// core/scalar_lanes.hpp.
//
// Each product and each sum is rounded separately, nothing is fused: every instruction set gives the same bits.

// The guard of a file that is read once per instruction set, as Highway requires.
#if defined(TOCCA_CORE_LANES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOCCA_CORE_LANES_HPP
#undef TOCCA_CORE_LANES_HPP
#else
#define TOCCA_CORE_LANES_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Arrays are laid out for this many; a register holds as many of them as it can.
constexpr std::size_t most_lanes = 8;
using DoubleTag = hn::CappedTag<double, most_lanes>;
using FloatTag = hn::CappedTag<float, most_lanes>;
using Doubles = hn::Vec<DoubleTag>;
using Floats = hn::Vec<FloatTag>;
using DoubleMask = hn::Mask<DoubleTag>;
using FloatMask = hn::Mask<FloatTag>;
constexpr std::size_t double_width = HWY_MIN(HWY_LANES(double), most_lanes);
constexpr std::size_t float_width = HWY_MIN(HWY_LANES(float), most_lanes);

inline Doubles load(const double* x) { return hn::LoadU(DoubleTag(), x); }
inline Floats load(const float* x) { return hn::LoadU(FloatTag(), x); }
inline Doubles load_all(double x) { return hn::Set(DoubleTag(), x); }
inline Floats load_all(float x) { return hn::Set(FloatTag(), x); }
inline Doubles gather(const double* from, const std::int32_t* index) {
  const hn::RebindToSigned<DoubleTag> wide;
  return hn::GatherIndex(DoubleTag(), from,
                         hn::PromoteTo(wide, hn::LoadU(hn::Rebind<std::int32_t, DoubleTag>(), index)));
}
inline void store(double* to, Doubles x) { hn::StoreU(x, DoubleTag(), to); }
inline void store(float* to, Floats x) { hn::StoreU(x, FloatTag(), to); }
/// Rounded to floats.
inline void store(float* to, Doubles x) {
  const hn::Rebind<float, DoubleTag> half;
  hn::StoreU(hn::DemoteTo(half, x), half, to);
}

// For Doubles and Floats.
template <class Some>
inline Some add(Some x, Some y) {
  return hn::Add(x, y);
}
template <class Some>
inline Some subtract(Some x, Some y) {
  return hn::Sub(x, y);
}
template <class Some>
inline Some multiply(Some x, Some y) {
  return hn::Mul(x, y);
}
template <class Some>
inline Some divide(Some x, Some y) {
  return hn::Div(x, y);
}
template <class Some>
inline Some square_root(Some x) {
  return hn::Sqrt(x);
}
template <class Some>
inline Some absolute(Some x) {
  return hn::Abs(x);
}
template <class Some>
inline Some least(Some x, Some y) {
  return hn::Min(x, y);
}
template <class Some>
inline Some greatest(Some x, Some y) {
  return hn::Max(x, y);
}
template <class Some>
inline Some nearest_whole(Some x) {
  return hn::Round(x);
}
template <class Some>
inline Some least_whole_above(Some x) {
  return hn::Ceil(x);
}
template <class Some>
inline Some greatest_whole_below(Some x) {
  return hn::Floor(x);
}
template <class Some>
inline auto greater(Some x, Some y) {
  return hn::Gt(x, y);
}
template <class Some>
inline auto greater_equal(Some x, Some y) {
  return hn::Ge(x, y);
}
template <class Mask, class Some>
inline Some select(Mask mask, Some yes, Some no) {
  return hn::IfThenElse(mask, yes, no);
}

// For masks.
template <class Mask>
inline Mask either(Mask x, Mask y) {
  return hn::Or(x, y);
}
template <class Mask>
inline Mask both(Mask x, Mask y) {
  return hn::And(x, y);
}
template <class Mask>
inline Mask opposite(Mask x) {
  return hn::Not(x);
}
template <class Mask>
inline Mask select_mask(Mask mask, Mask yes, Mask no) {
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
}
inline bool any(DoubleMask x) { return !hn::AllFalse(DoubleTag(), x); }
inline bool any(FloatMask x) { return !hn::AllFalse(FloatTag(), x); }
inline bool all(DoubleMask x) { return hn::AllTrue(DoubleTag(), x); }

/// A bit per lane, the first one lowest. Requires at most eight lanes.
template <class Tag>
inline unsigned mask_bits(Tag tag, hn::Mask<Tag> mask) {
  std::uint8_t packed[8] = {};
  hn::StoreMaskBits(tag, mask, packed);
  return packed[0];
}
inline unsigned bits(DoubleMask x) { return mask_bits(DoubleTag(), x); }
inline unsigned bits(FloatMask x) { return mask_bits(FloatTag(), x); }
/// The reverse.
inline FloatMask float_lanes_of(unsigned set) {
  const std::uint8_t packed[8] = {static_cast<std::uint8_t>(set)};
  return hn::LoadMaskBits(FloatTag(), packed);
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#endif
