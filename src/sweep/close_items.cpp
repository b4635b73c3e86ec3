#include "tocca/sweep/close_items.hpp"

#include <bit>

namespace tocca {

void CloseItems::run(const SweepTask& task, const Chord& chord_a, const Chord* chord_b, Visitor& visitor,
                     Statistics& statistics) {
  if (task.b->empty()) return;
  task_ = &task;
  chord_a_ = &chord_a;
  chord_b_ = chord_b;
  visitor_ = &visitor;
  statistics_ = &statistics;
  skew_ = task.skew_a + chord_a.skew + task.b->skew() + (chord_b ? chord_b->skew : 0.0) + 0x1p-19;
  descend(SweptBox(task.a->nodes()[0].volume, chord_a, task.skew_a), 0, 0, nullptr, 0xffu, task.clearance_m);
}

void CloseItems::descend(const SweptBox& box, Index node_a, std::uint32_t node_b, const SweptLanes* swept,
                         unsigned mask, double clearance_m) {
  const BoxLanes& lanes = task_->b->node(node_b);
  mask &= (1u << lanes.count) - 1u;
  SweptLanes own;
  if (chord_b_ && !swept) {
    sweep_lanes(lanes, *chord_b_, task_->b->skew(), own);
    swept = &own;
  }
  const auto dilation = [&] {
    const double tubes = chord_a_->tube + (chord_b_ ? chord_b_->tube : 0.0);
    return (clearance_m + visitor_->reach() + tubes + task_->rounding_m) * (1.0 + 0x1p-40);
  };
  LaneWindows windows;
  const auto clip = [&](unsigned set) {
    statistics_->volumes += static_cast<std::uint64_t>(std::popcount(set));
    return swept ? clip_boxes(box, *swept, set, dilation(), skew_, 0.0f, 1.0f, windows)
                 : clip_boxes(box, lanes, set, dilation(), skew_, 0.0f, 1.0f, windows);
  };
  const Part::Node& a = task_->a->nodes()[node_a];
  unsigned to_a = 0;
  for (unsigned rest = clip(mask); rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const bool leaf_b = lanes.items[lane] != 0;
    if (a.is_leaf() && leaf_b) {
      const Part& part_b = *task_->parts_b[static_cast<std::size_t>(lanes.part)];
      for (const Index item_a : task_->a->items(a)) {
        for (const Index item_b : part_b.items(part_b.nodes()[lanes.node[lane]])) {
          ++statistics_->triangle_pairs;
          visitor_->visit(lanes.part, item_a, item_b, clearance_m);
        }
      }
    } else if (!a.is_leaf() && (leaf_b || box.size >= lanes.size[lane])) {
      to_a |= 1u << lane;
    } else {
      double below = clearance_m;
      if (lanes.part < 0 && lanes.lane_part[lane] >= 0 && task_->clearances) {
        below = task_->clearances[lanes.lane_part[lane]];
        if (below < 0.0) continue;
      }
      descend(box, node_a, lanes.child[lane], nullptr, 0xffu, below);
    }
  }
  if (to_a == 0) return;
  for (const Index child : {node_a + 1, node_a + a.link}) {
    const SweptBox part(task_->a->nodes()[child].volume, *chord_a_, task_->skew_a);
    descend(part, child, node_b, swept, to_a, clearance_m);
  }
}

}  // namespace tocca
