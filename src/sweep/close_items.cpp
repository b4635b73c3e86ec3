#include "sweep/close_items.hpp"

#include <bit>

namespace tocca {

void CloseItems::set(const SweepTask& task, const Chord& chord_a, const Chord* chord_b, Visitor& visitor,
                     Statistics& statistics) {
  task_ = &task;
  chord_a_ = &chord_a;
  chord_b_ = chord_b;
  visitor_ = &visitor;
  statistics_ = &statistics;
  tubes_ = chord_a.tube + (chord_b ? chord_b->tube : 0.0);
  for (std::size_t k = 0; k < item_lanes_.size(); ++k) {
    item_lanes_[k].begin(static_cast<ItemLanes::Kind>(k), chord_a, chord_b);
  }
  skew_ = task.skew_a + chord_a.skew + task.b->skew() + (chord_b ? chord_b->skew : 0.0) + 0x1p-19;
}

void CloseItems::run(const SweepTask& task, const Chord& chord_a, const Chord* chord_b, Visitor& visitor,
                     Statistics& statistics) {
  if (task.b->empty()) return;
  set(task, chord_a, chord_b, visitor, statistics);
  descend(SweptBox(task.a->nodes()[0].volume, chord_a, task.skew_a), 0, 0, nullptr, 0xffu, task.clearance_m);
  visit_waiting();
}

/// The middle of a lane's box, in the frame of the task; for choosing what comes first.
Vector3 CloseItems::centre(const BoxLanes& lanes, int lane) const {
  const Vector3 own(lanes.origin[0] + static_cast<double>(lanes.offset[0][lane]),
                    lanes.origin[1] + static_cast<double>(lanes.offset[1][lane]),
                    lanes.origin[2] + static_cast<double>(lanes.offset[2][lane]));
  return chord_b_ ? chord_b_->start * own : own;
}

/// Which child of a node of a looks nearer to a point.
Index CloseItems::nearer_child(Index node_a, const Vector3& to) const {
  const auto& nodes = task_->a->nodes();
  const Index left = node_a + 1, right = node_a + nodes[node_a].link;
  const auto score = [&](Index node) {
    const Obb& box = nodes[node].volume;
    return (chord_a_->start * box.center - to).norm() - static_cast<double>(box.half.maxCoeff());
  };
  return score(left) <= score(right) ? left : right;
}

void CloseItems::visit_leaves(std::span<const Index> items_a, const BoxLanes& lanes, int lane, double clearance_m) {
  const Part& a = *task_->a;
  const Part& b = *task_->parts_b[static_cast<std::size_t>(lanes.part)];
  // Items are hardly ever told apart by more than their size; and a search for the nearest pair should learn at once.
  const bool filtered = !(visitor_->reach() > static_cast<double>(lanes.size[lane]));
  for (const Index item_a : items_a) {
    for (const Index item_b : b.items(b.nodes()[lanes.node[lane]])) {
      ++statistics_->triangle_pairs;
      const ItemLanes::Kind kind = filtered ? ItemLanes::kind_of(a, item_a, b, item_b) : ItemLanes::Kind::none;
      if (kind == ItemLanes::Kind::none) {
        visitor_->visit(lanes.part, item_a, item_b, clearance_m);
        continue;
      }
      ItemLanes& waiting = item_lanes_[static_cast<std::size_t>(kind)];
      waiting.add(a, b, {lanes.part, item_a, item_b, clearance_m, 0.0f, 1.0f});
      if (waiting.full()) visit(waiting);
    }
  }
}

/// Eight pairs at once through a kernel; what it cannot tell apart goes on (docs/maths/item_lanes.md).
void CloseItems::visit(ItemLanes& waiting) {
  if (waiting.empty()) return;
  const double distance = (visitor_->reach() + tubes_ + task_->rounding_m) * (1.0 + 0x1p-40);
  for (const ItemLanes::Pair& left : waiting.clip(distance)) {
    visitor_->visit(left.part_b, left.item_a, left.item_b, left.clearance_m);
  }
}

void CloseItems::visit_waiting() {
  for (ItemLanes& waiting : item_lanes_) visit(waiting);
}

void CloseItems::dive(const SweepTask& task, const Chord& chord_a, const Chord* chord_b, Visitor& visitor,
                      Statistics& statistics) {
  if (task.b->empty()) return;
  set(task, chord_a, chord_b, visitor, statistics);
  const auto& nodes = task.a->nodes();
  Index node_a = 0;
  std::uint32_t node_b = 0;
  double clearance_m = task.clearance_m;
  while (true) {
    const BoxLanes& lanes = task.b->node(node_b);
    const Obb& box = nodes[node_a].volume;
    const Vector3 middle = chord_a.start * box.center;
    int best = -1;
    double least = 0.0;
    for (int lane = 0; lane < lanes.count; ++lane) {
      const bool part = lanes.part < 0 && lanes.lane_part[lane] >= 0 && task.clearances;
      if (part && task.clearances[lanes.lane_part[lane]] < 0.0) continue;
      const double score = (centre(lanes, lane) - middle).norm() - static_cast<double>(lanes.size[lane]);
      if (best >= 0 && score >= least) continue;
      best = lane;
      least = score;
    }
    if (best < 0) return;
    const bool leaf_b = lanes.items[best] != 0;
    if (nodes[node_a].is_leaf() && leaf_b) {
      visit_leaves(task.a->items(nodes[node_a]), lanes, best, clearance_m);
      return visit_waiting();
    }
    if (!nodes[node_a].is_leaf() && (leaf_b || box.half.maxCoeff() >= lanes.size[best])) {
      node_a = nearer_child(node_a, centre(lanes, best));
      continue;
    }
    if (lanes.part < 0 && lanes.lane_part[best] >= 0 && task.clearances) {
      clearance_m = task.clearances[lanes.lane_part[best]];
    }
    node_b = lanes.child[best];
  }
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
  double reach = 0.0;
  LaneWindows windows;
  const auto clip = [&](unsigned set) {
    reach = visitor_->reach();
    const double dilation = (clearance_m + reach + tubes_ + task_->rounding_m) * (1.0 + 0x1p-40);
    statistics_->volumes += static_cast<std::uint64_t>(std::popcount(set));
    return swept ? clip_boxes(box, *swept, set, dilation, skew_, 0.0f, 1.0f, windows)
                 : clip_boxes(box, lanes, set, dilation, skew_, 0.0f, 1.0f, windows);
  };
  const Part::Node& a = task_->a->nodes()[node_a];
  unsigned rest = clip(mask), to_a = 0;
  const std::span<const Index> items_a = items_at_once(*task_->a, node_a, lanes, rest);
  const Vector3 middle(box.centre[0][0], box.centre[0][1], box.centre[0][2]);
  double score[lane_count];
  if (std::popcount(rest) > 1) {
    for (unsigned set = rest; set != 0; set &= set - 1) {
      const int lane = std::countr_zero(set);
      score[lane] = (centre(lanes, lane) - middle).norm() - static_cast<double>(lanes.size[lane]);
    }
  }
  while (rest != 0) {
    int lane = std::countr_zero(rest);
    for (unsigned set = rest & (rest - 1); set != 0; set &= set - 1) {
      if (score[std::countr_zero(set)] < score[lane]) lane = std::countr_zero(set);
    }
    rest &= ~(1u << lane);
    const bool leaf_b = lanes.items[lane] != 0;
    if (leaf_b && !items_a.empty()) {
      visit_leaves(items_a, lanes, lane, clearance_m);
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
    // What was open to a much greater reach may be closed by now.
    if (rest != 0 && visitor_->reach() < 0.9 * reach) rest = clip(rest);
  }
  if (to_a == 0) return;
  const Index first = nearer_child(node_a, centre(lanes, std::countr_zero(to_a)));
  for (const Index child : {first, first == node_a + 1 ? node_a + a.link : node_a + 1}) {
    const SweptBox part(task_->a->nodes()[child].volume, *chord_a_, task_->skew_a);
    descend(part, child, node_b, swept, to_a, clearance_m);
  }
}

}  // namespace tocca
