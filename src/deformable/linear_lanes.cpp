// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deformable/linear_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include "core/lanes.hpp"
#include "deformable/linear_filter.hpp"
#include "deformable/linear_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

constexpr int lane_count = LinearBatch::lane_count;
using Lanes = Doubles;
using LaneMask = DoubleMask;
constexpr int width = static_cast<int>(double_width);
static_assert(lane_count == most_lanes);
inline LaneMask none() { return hn::MaskFromVec(hn::Zero(DoubleTag())); }
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
