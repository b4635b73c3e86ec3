#include "sweep/space_time.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <tuple>

#include "core/interruption.hpp"
#include "sweep/flat_axis.hpp"

namespace tocca {
namespace {

/// Boxes are split in time, not in space, where the tube is larger than this part of the smaller one, or the motion
/// larger than this many times the larger one; leaves sooner than others, since pairs of items are dear (decision
/// record 0012 has the figures).
struct Patience {
  float tube_part, motion_times;
};
constexpr Patience at_leaves{0.02f, 0.3f}, at_nodes{0.1f, 0.45f};
/// Windows this short are never cut for the sake of boxes: items are looked at instead, and their visitor settles them.
constexpr int last_window_level = 24;
/// Tasks come with stretches of time that are eighths of the step.
constexpr int levels_of_eighths = 3;
static_assert(last_window_level + 2 < ChordTable::most_levels);

/// Parameters of a window from times, as floats rounded outward: |error| of the quotient is a few 2^-53, of the
/// conversion 2^-25 of a number up to 1.
float parameter_below(double time, double start, double length) {
  return static_cast<float>(std::max(0.0, (time - start) / length - 0x1p-23));
}
float parameter_above(double time, double start, double length) {
  return static_cast<float>(std::min(1.0, (time - start) / length + 0x1p-23));
}

}  // namespace

/// What stays the same while one entry is looked at in one window.
struct SpaceTime::Frame {
  int task_index, level;
  const SweepTask& task;
  const Chord& chord_a;
  const Chord* chord_b;
  double start, end, length;
  double tubes;
  double skew;
  FlatAxis flat;
};

bool SpaceTime::spend(std::uint64_t work) {
  spent_ += work;
  return spent_ <= limits_.budget;
}

SpaceTime::Result SpaceTime::run(std::span<const SweepTask> tasks, ChordTable& chords, const Limits& limits,
                                 ItemVisitor& visitor, Statistics& statistics) {
  tasks_ = tasks;
  chords_ = &chords;
  visitor_ = &visitor;
  statistics_ = &statistics;
  limits_ = limits;
  horizon_ = limits.to;
  bounded_ = false;
  free_until_ = limits.from;
  spent_ = 0;
  waiting_[0].clear();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const SweepTask& task = tasks[i];
    if (task.b->empty() || task.from > task.to) continue;
    waiting_[0].push_back({static_cast<int>(i), -1, 0, 0, (1u << lane_count) - 1u, task.clearance_m,
                           std::max(task.from, limits.from), std::min(task.to, limits.to)});
  }
  const bool finished = window(0);
  if (finished) free_until_ = horizon_;
  return {finished, free_until_};
}

/// Everything that waits at this level, during the window that the chord table has entered. False: no budget left.
bool SpaceTime::window(int level) {
  ++statistics_->windows;
  free_until_ = chords_->start(level);
  waiting_[static_cast<std::size_t>(level) + 1].clear();
  const std::vector<Entry>& entries = waiting_[static_cast<std::size_t>(level)];
  for (auto entry = entries.begin(); entry != entries.end();) {
    const auto task_end = std::find_if(entry, entries.end(), [&](const Entry& e) { return e.task != entry->task; });
    look_again({entry, task_end}, level);
    entry = task_end;
    if (spent_ > limits_.budget || Interruption::asked()) return false;
  }
  visitor_->finish_window();
  if (spent_ > limits_.budget) return false;
  if (waiting_[static_cast<std::size_t>(level) + 1].empty()) return true;
  for (const bool second : {false, true}) {
    chords_->enter(level + 1, second);
    if (is_past(chords_->start(level + 1))) break;
    if (!window(level + 1)) return false;
  }
  return true;
}

/// All that waits of one task.
void SpaceTime::look_again(std::span<const Entry> entries, int level) {
  const double start = chords_->start(level), end = chords_->end(level);
  const auto is_open = [&](const Entry& entry) {
    const double from = std::max(entry.from, start);
    return from <= std::min({entry.to, end, horizon_}) && !is_past(from);
  };
  if (std::none_of(entries.begin(), entries.end(), is_open)) return;
  // What is open during a short part of the step is looked at in windows about as short: longer chords are of no use.
  const auto can_wait = [&](const Entry& entry) {
    return !is_open(entry) || 2.0 * (std::min({entry.to, end, horizon_}) - std::max(entry.from, start)) <= end - start;
  };
  if (level < levels_of_eighths && std::all_of(entries.begin(), entries.end(), can_wait)) {
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(waiting_[static_cast<std::size_t>(level) + 1]),
                 is_open);
    return;
  }
  const int index = entries.front().task;
  const SweepTask& task = tasks_[static_cast<std::size_t>(index)];
  const Chord& chord_a = chords_->chord(level, task.mover_a);
  const Chord* chord_b = task.mover_b < 0 ? nullptr : &chords_->chord(level, task.mover_b);
  Frame frame{index,
              level,
              task,
              chord_a,
              chord_b,
              start,
              end,
              end - start,
              chord_a.tube + (chord_b ? chord_b->tube : 0.0),
              task.skew_a + chord_a.skew + task.b->skew() + (chord_b ? chord_b->skew : 0.0) + 0x1p-19,
              FlatAxis(chord_a, chord_b)};
  left_.clear();  // a spent budget leaves pairs behind
  for (std::size_t k = 0; k < lanes_.size(); ++k) lanes_[k].begin(static_cast<ItemLanes::Kind>(k), chord_a, chord_b);
  for (const Entry& entry : entries) {
    if (!is_open(entry)) continue;
    look_at(frame, entry);
    if (spent_ > limits_.budget) return;
  }
  for (ItemLanes& lanes : lanes_) clip(frame, lanes);
  settle(frame);
}

void SpaceTime::look_at(Frame& frame, const Entry& entry) {
  const double from = std::max(entry.from, frame.start), to = std::min({entry.to, frame.end, horizon_});
  if (entry.part_b >= 0) {
    item_pair(frame, entry.part_b, entry.a, entry.b, entry.clearance_m, from, to);
    return;
  }
  const SweepTask& task = frame.task;
  const SweptBox box(task.a->nodes()[entry.a].volume, frame.chord_a, task.skew_a);
  descend(frame, box, entry.a, entry.b, nullptr, entry.mask, entry.clearance_m,
          parameter_below(from, frame.start, frame.length), parameter_above(to, frame.start, frame.length));
}

/// One node of a against the lanes of one node of b. What the boxes cannot settle goes on: to halves of the window, to
/// the children of a, to the children of b, or to the items.
void SpaceTime::descend(Frame& frame, const SweptBox& box, Index node_a, std::uint32_t node_b, const SweptLanes* swept,
                        unsigned mask, double clearance_m, float from, float to) {
  if (horizon_ < frame.end) to = std::min(to, parameter_above(horizon_, frame.start, frame.length));
  if (from > to || is_past(frame.start + static_cast<double>(from) * frame.length - 0x1p-50)) return;
  const SweepTask& task = frame.task;
  const BoxLanes& lanes = task.b->node(node_b);
  mask &= (1u << lanes.count) - 1u;
  SweptLanes own;
  if (frame.chord_b && !swept) {
    sweep_lanes(lanes, *frame.chord_b, task.b->skew(), own);
    swept = &own;
  }
  const double dilation = (clearance_m + limits_.level_m + frame.tubes + task.rounding_m) * (1.0 + 0x1p-40);
  LaneWindows windows;
  unsigned open = swept ? clip_boxes(box, *swept, mask, dilation, frame.skew, from, to, windows)
                        : clip_boxes(box, lanes, mask, dilation, frame.skew, from, to, windows);
  if (recorder_ && frame.flat.useful()) open = slide_apart(frame, node_a, lanes, open, clearance_m);
  if (recorder_) open = record(frame, node_a, lanes, mask, open, dilation, from, to, windows);
  const auto tested = static_cast<std::uint64_t>(std::popcount(mask));
  statistics_->volumes += tested;
  if (!spend(tested)) return;

  const Part::Node& a = task.a->nodes()[node_a];
  const auto tube = static_cast<float>(frame.tubes), reach = static_cast<float>(dilation);
  const auto level = static_cast<float>(limits_.level_m);
  const std::span<const Index> items_a = items_at_once(*task.a, node_a, lanes, open);
  unsigned to_halves = 0, to_a = 0;
  for (unsigned rest = open; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const float larger = std::max(box.size, lanes.size[lane]), smaller = std::min(box.size, lanes.size[lane]);
    const bool leaf_b = lanes.items[lane] != 0;
    const bool leaves = leaf_b && !items_a.empty();
    const auto [tube_part, motion_times] = leaves ? at_leaves : at_nodes;
    const bool late = tube > tube_part * (smaller + 8.0f * level) ||
                      box.motion * (windows.to[lane] - windows.from[lane]) > motion_times * (larger + reach);
    // Only if it saves a split of time, or items: otherwise smaller boxes are separated sooner.
    if (!recorder_ && (late || leaves) && frame.flat.useful() &&
        !slide_apart(frame, node_a, lanes, 1u << lane, clearance_m))
      continue;
    if (late && frame.level < last_window_level) {
      to_halves |= 1u << lane;
    } else if (leaves) {
      items(frame, items_a, lanes, lane, clearance_m, windows.from[lane], windows.to[lane]);
    } else if (!a.is_leaf() && (leaf_b || box.size >= lanes.size[lane])) {
      to_a |= 1u << lane;
    } else {
      double below = clearance_m;
      if (lanes.part < 0 && lanes.lane_part[lane] >= 0 && task.clearances) {
        below = task.clearances[lanes.lane_part[lane]];
        if (below < 0.0) continue;
      }
      descend(frame, box, node_a, lanes.child[lane], nullptr, 0xffu, below, windows.from[lane], windows.to[lane]);
    }
    if (spent_ > limits_.budget) return;
  }
  const auto hull_of = [&](unsigned set, float& first, float& last) {
    first = 1.0f;
    last = 0.0f;
    for (unsigned rest = set; rest != 0; rest &= rest - 1) {
      first = std::min(first, windows.from[std::countr_zero(rest)]);
      last = std::max(last, windows.to[std::countr_zero(rest)]);
    }
  };
  float first = 0.0f, last = 0.0f;
  if (to_halves) {
    hull_of(to_halves, first, last);
    // Parameters are at most 1 and exact as doubles; the product and sum are off by less than 2^-51.
    const double begin = frame.start + static_cast<double>(first) * frame.length - 0x1p-50;
    const double finish = frame.start + static_cast<double>(last) * frame.length + 0x1p-50;
    waiting_[static_cast<std::size_t>(frame.level) + 1].push_back(
        {frame.task_index, -1, node_a, node_b, to_halves, clearance_m, begin, finish});
  }
  if (to_a) {
    hull_of(to_a, first, last);
    for (const Index child : {node_a + 1, node_a + a.link}) {
      const SweptBox part(task.a->nodes()[child].volume, frame.chord_a, task.skew_a);
      descend(frame, part, child, node_b, swept, to_a, clearance_m, first, last);
      if (spent_ > limits_.budget) return;
    }
  }
}

/// The lanes that the flat axis does not separate.
unsigned SpaceTime::slide_apart(const Frame& frame, Index node_a, const BoxLanes& lanes, unsigned open,
                                double clearance_m) const {
  const SweepTask& task = frame.task;
  const double distance = (clearance_m + limits_.level_m + frame.flat.tubes() + task.rounding_m) * (1.0 + 0x1p-40);
  const FlatAxis::Extent extent = frame.flat.of(task.a->nodes()[node_a].volume);
  for (unsigned rest = open; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (frame.flat.apart(extent, lanes, lane, distance)) open &= ~(1u << lane);
  }
  return open;
}

/// Tells what the clipping has discarded of each lane; lanes that are no single node of a part are opened again.
unsigned SpaceTime::record(const Frame& frame, Index node_a, const BoxLanes& lanes, unsigned mask, unsigned open,
                           double dilation, float from, float to, LaneWindows& windows) {
  if (lanes.part < 0) {
    std::fill(windows.from, windows.from + lane_count, from);
    std::fill(windows.to, windows.to + lane_count, to);
    return mask;
  }
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const auto tell = [&](float first, float last) {
      if (!(first < last)) return;
      recorder_->discarded({frame.task_index, lanes.part, node_a, lanes.node[lane], &frame.chord_a, frame.chord_b,
                            frame.start, frame.end, frame.start + static_cast<double>(first) * frame.length,
                            frame.start + static_cast<double>(last) * frame.length, dilation});
    };
    if ((open >> lane & 1u) == 0) {
      tell(from, to);
    } else {
      tell(from, windows.from[lane]);
      tell(windows.to[lane], to);
    }
  }
  return open;
}

void SpaceTime::items(Frame& frame, std::span<const Index> items_a, const BoxLanes& lanes, int lane, double clearance_m,
                      float from, float to) {
  const SweepTask& task = frame.task;
  const double begin = std::max(frame.start, frame.start + static_cast<double>(from) * frame.length - 0x1p-50);
  const double finish = std::min(frame.end, frame.start + static_cast<double>(to) * frame.length + 0x1p-50);
  const Part& part_b = *task.parts_b[static_cast<std::size_t>(lanes.part)];
  for (const Index item_a : items_a) {
    for (const Index item_b : part_b.items(part_b.nodes()[lanes.node[lane]])) {
      item_pair(frame, lanes.part, item_a, item_b, clearance_m, begin, finish);
    }
  }
}

/// Items wait until there are eight of a kind: a kernel then settles most of them (docs/maths/item_lanes.md). Where decisions are
/// recorded, each pair is settled by itself, with axes of its own.
void SpaceTime::item_pair(Frame& frame, int part_b, Index item_a, Index item_b, double clearance_m, double from,
                          double to) {
  to = std::min(to, horizon_);
  if (from > to || is_past(from) || !spend(1)) return;
  ++statistics_->triangle_pairs;
  const Part &a = *frame.task.a, &b = *frame.task.parts_b[static_cast<std::size_t>(part_b)];
  const ItemLanes::Kind kind = recorder_ ? ItemLanes::Kind::none : ItemLanes::kind_of(a, item_a, b, item_b);
  if (kind == ItemLanes::Kind::none) return settle(frame, part_b, item_a, item_b, clearance_m, from, to);
  ItemLanes& lanes = lanes_[static_cast<std::size_t>(kind)];
  lanes.add(a, b,
            {part_b, item_a, item_b, clearance_m, parameter_below(from, frame.start, frame.length),
             parameter_above(to, frame.start, frame.length)});
  if (lanes.full()) clip(frame, lanes);
}

void SpaceTime::clip(Frame& frame, ItemLanes& lanes) {
  if (lanes.empty()) return;
  const double distance = (limits_.level_m + frame.tubes + frame.task.rounding_m) * (1.0 + 0x1p-40);
  const std::span<const ItemLanes::Pair> left = lanes.clip(distance);
  left_.insert(left_.end(), left.begin(), left.end());
}

/// What may meet first is settled first: a contact spares all that starts later.
void SpaceTime::settle(Frame& frame) {
  std::sort(left_.begin(), left_.end(), [](const ItemLanes::Pair& x, const ItemLanes::Pair& y) {
    return std::tie(x.from, x.part_b, x.item_a, x.item_b) < std::tie(y.from, y.part_b, y.item_a, y.item_b);
  });
  for (const ItemLanes::Pair& left : left_) {
    const double from = frame.start + static_cast<double>(left.from) * frame.length - 0x1p-50;
    const double to = frame.start + static_cast<double>(left.to) * frame.length + 0x1p-50;
    settle(frame, left.part_b, left.item_a, left.item_b, left.clearance_m, std::max(from, frame.start),
           std::min({to, frame.end, horizon_}));
  }
  left_.clear();
}

void SpaceTime::settle(Frame& frame, int part_b, Index item_a, Index item_b, double clearance_m, double from,
                       double to) {
  if (from > to || is_past(from)) return;
  ItemPair pair{frame.task_index, part_b,      item_a,    item_b, clearance_m, &frame.chord_a,
                frame.chord_b,    frame.start, frame.end, from,   to,          frame.level};
  if (visitor_->visit(pair) == ItemVisitor::Decision::settled) return;
  waiting_[static_cast<std::size_t>(frame.level) + 1].push_back(
      {frame.task_index, part_b, item_a, item_b, 1u, clearance_m, pair.from, pair.to});
}

}  // namespace tocca
