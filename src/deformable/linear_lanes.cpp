// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deformable/linear_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "deformable/linear_filter.hpp"
#include "deformable/linear_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr int lane_count = LinearBatch::lane_count;
using Tag = hn::CappedTag<double, lane_count>;
using Lanes = hn::Vec<Tag>;
using LaneMask = hn::Mask<Tag>;
constexpr int width = static_cast<int>(HWY_MIN(HWY_LANES(double), lane_count));

inline Lanes load(const double* x) { return hn::LoadU(Tag(), x); }
inline Lanes load_all(double x) { return hn::Set(Tag(), x); }
inline void store(double* to, Lanes x) { hn::StoreU(x, Tag(), to); }
inline Lanes add(Lanes x, Lanes y) { return hn::Add(x, y); }
inline Lanes subtract(Lanes x, Lanes y) { return hn::Sub(x, y); }
inline Lanes multiply(Lanes x, Lanes y) { return hn::Mul(x, y); }
inline Lanes divide(Lanes x, Lanes y) { return hn::Div(x, y); }
inline Lanes absolute(Lanes x) { return hn::Abs(x); }
inline Lanes least(Lanes x, Lanes y) { return hn::Min(x, y); }
inline Lanes greatest(Lanes x, Lanes y) { return hn::Max(x, y); }
inline Lanes root(Lanes x) { return hn::Sqrt(x); }
inline LaneMask greater(Lanes x, Lanes y) { return hn::Gt(x, y); }
inline LaneMask either(LaneMask x, LaneMask y) { return hn::Or(x, y); }
inline LaneMask both(LaneMask x, LaneMask y) { return hn::And(x, y); }
inline LaneMask opposite(LaneMask x) { return hn::Not(x); }
inline bool any(LaneMask x) { return !hn::AllFalse(Tag(), x); }
inline bool all(LaneMask x) { return hn::AllTrue(Tag(), x); }
inline LaneMask none() { return hn::MaskFromVec(hn::Zero(Tag())); }
inline Lanes select(LaneMask mask, Lanes yes, Lanes no) { return hn::IfThenElse(mask, yes, no); }
inline LaneMask select_mask(LaneMask mask, LaneMask yes, LaneMask no) {
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
}
inline unsigned bits(LaneMask x) {
  std::uint8_t packed[8] = {};
  hn::StoreMaskBits(Tag(), x, packed);
  return packed[0];
}
#include "deformable/linear_kernel.hpp"

template <bool face>
void judge(const LinearBatch::Block& block, double separation, LaneVerdicts& verdicts) {
  verdicts.free = verdicts.contact = 0;
  for (int lane = 0; lane < lane_count; lane += width) {
    LaneQueries<face, lane_count> queries(block.number[0] + lane);
    const LaneMask usable = queries.below(linear_filter_range);
    Lanes from = load_all(0.0), to = load_all(1.0);
    queries.clip_to_boxes(separation, from, to);
    LaneMask free = greater(from, to), contact = none();
    if (!all(free)) {
      queries.find_polynomials();
      if (separation > 0.0) {
        queries.clip_separated(separation, from, to);
        free = both(greater(from, to), queries.reach(linear_least_size));
      } else {
        const LaneAnswers answers = queries.judge(select(free, load_all(0.0), from), select(free, load_all(1.0), to));
        const LaneMask within =
            opposite(either(greater(load_all(0.0), answers.lo), greater(answers.hi, load_all(1.0))));
        contact = both(both(usable, both(answers.contact, within)), opposite(free));
        free = either(free, answers.free);
        store(verdicts.lo + lane, answers.lo);
        store(verdicts.hi + lane, answers.hi);
      }
    }
    constexpr unsigned lanes = (1u << width) - 1u;
    verdicts.free |= (bits(both(usable, free)) & lanes) << lane;
    verdicts.contact |= (bits(contact) & lanes) << lane;
  }
}

void judge_faces(const LinearBatch::Block& block, double separation, LaneVerdicts& verdicts) {
  judge<true>(block, separation, verdicts);
}
void judge_edges(const LinearBatch::Block& block, double separation, LaneVerdicts& verdicts) {
  judge<false>(block, separation, verdicts);
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(judge_faces);
HWY_EXPORT(judge_edges);

void judge_linear_lanes(LinearKind kind, const LinearBatch::Block& block, double separation_m, LaneVerdicts& verdicts) {
  if (kind == LinearKind::vertex_face) {
    HWY_DYNAMIC_DISPATCH(judge_faces)(block, separation_m, verdicts);
  } else {
    HWY_DYNAMIC_DISPATCH(judge_edges)(block, separation_m, verdicts);
  }
}

}  // namespace tocca
#endif
