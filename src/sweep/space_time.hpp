#pragma once

#include <array>
#include <vector>

#include "sweep/chord_table.hpp"
#include "sweep/item_lanes.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// One body against a tree of boxes: still surroundings, or one other body.
struct SweepTask {
  const Part* a = nullptr;
  int mover_a = -1;
  double skew_a = 0.0;  ///< of the boxes of a's tree
  const BoxTree* b = nullptr;
  std::span<const Part* const> parts_b;  ///< whose tree it is
  int mover_b = -1;                      ///< -1: stands still
  /// Clearance of a against each part of b, negative where the pair is not checked; null: `clearance_m` for all.
  const double* clearances = nullptr;
  double clearance_m = 0.0;     ///< the greatest of them
  double rounding_m = 0.0;      ///< of both sides' stored vertices together
  double from = 0.0, to = 1.0;  ///< which part of the step is asked about; from > to: none
};

/// A pair of items that boxes could not keep apart during a window.
struct ItemPair {
  int task;
  int part_b;  ///< which part of the task's tree
  Index item_a, item_b;
  double clearance_m;
  const Chord* chord_a;
  const Chord* chord_b;  ///< null: stands still
  double start, end;     ///< the chords' window
  double from, to;       ///< times of contact that are not ruled out; the visitor may narrow them
  int level;
};

/// Examines item pairs; `check` supplies it, so that `sweep` need not see `contact`.
class ItemVisitor {
 public:
  enum class Decision { settled, defer };
  virtual ~ItemVisitor() = default;
  /// Settled: free during [from, to], or a contact was found and the horizon lowered. Defer: look again at both halves
  /// of the window.
  virtual Decision visit(ItemPair& pair) = 0;
  /// All pairs of a window have been visited: the moment for what is better done in order of time.
  virtual void finish_window() {}
};

/// Two boxes that are apart during a part of a window.
struct BoxDiscard {
  int task, part_b;
  Index node_a, node_b;  ///< of the parts' own trees
  const Chord* chord_a;
  const Chord* chord_b;  ///< null: stands still
  double start, end;     ///< the chords' window
  double from, to;       ///< when they are apart
  double dilation;       ///< by more than this
};

/// Receives what boxes decide.
class BoxRecorder {
 public:
  virtual ~BoxRecorder() = default;
  virtual void discarded(const BoxDiscard& discard) = 0;
};

/// Branch and bound over (box of a body, box of its surroundings, window of time), first times first: the space-time
/// culling of docs/maths/time_clipping.md. All tasks go through a window together, so that poses and tubes are computed once and a
/// contact in an early window makes all later ones unnecessary.
class SpaceTime {
 public:
  /// How far a run may go.
  struct Limits {
    double level_m = 0.0;  ///< added to every clearance: what "free" is proven to
    std::uint64_t budget = 0;
    double from = 0.0, to = 1.0;  ///< which part of the step; requires from < to
  };
  /// How far a run has come.
  struct Result {
    bool finished;      ///< false: the budget ran out
    double free_until;  ///< every task is settled up to here
  };

  /// Goes through [from, horizon]; the visitor lowers the horizon when it finds a contact.
  Result run(std::span<const SweepTask> tasks, ChordTable& chords, const Limits& limits, ItemVisitor& visitor,
             Statistics& statistics);
  /// Null: none. Boxes around several parts are then never used to discard, so that each decision is about two nodes.
  void set_recorder(BoxRecorder* recorder) { recorder_ = recorder; }

  double horizon() const { return horizon_; }
  void lower_horizon(double time) {
    horizon_ = std::min(horizon_, time);
    bounded_ = true;
  }
  /// From now on free is proven to a lower level: used by a search for the least distance when it has found a smaller
  /// one.
  void lower_level(double level_m) { limits_.level_m = std::min(limits_.level_m, level_m); }
  double level() const { return limits_.level_m; }
  /// Are contacts at or after this time irrelevant, since there is an earlier one already?
  bool is_past(double time) const { return bounded_ && time >= horizon_; }
  /// Counts work of the visitor against the budget; false if it is spent.
  bool spend(std::uint64_t work);
  std::uint64_t spent() const { return spent_; }

 private:
  struct Entry {
    int task, part_b;  ///< part_b >= 0: a pair of items
    Index a;
    std::uint32_t b;
    unsigned mask;
    double clearance_m, from, to;
  };
  struct Frame;

  bool window(int level);
  void look_again(std::span<const Entry> entries, int level);
  void look_at(Frame& frame, const Entry& entry);
  void descend(Frame& frame, const SweptBox& box, Index node_a, std::uint32_t node_b, const SweptLanes* swept,
               unsigned mask, double clearance_m, float from, float to);
  unsigned slide_apart(const Frame& frame, Index node_a, const BoxLanes& lanes, unsigned open,
                       double clearance_m) const;
  unsigned record(const Frame& frame, Index node_a, const BoxLanes& lanes, unsigned mask, unsigned open,
                  double dilation, float from, float to, LaneWindows& windows);
  void items(Frame& frame, std::span<const Index> items_a, const BoxLanes& lanes, int lane, double clearance_m,
             float from, float to);
  void item_pair(Frame& frame, int part_b, Index item_a, Index item_b, double clearance_m, double from, double to);
  void clip(Frame& frame, ItemLanes& lanes);
  void settle(Frame& frame);
  void settle(Frame& frame, int part_b, Index item_a, Index item_b, double clearance_m, double from, double to);

  std::span<const SweepTask> tasks_;
  ChordTable* chords_ = nullptr;
  ItemVisitor* visitor_ = nullptr;
  Statistics* statistics_ = nullptr;
  BoxRecorder* recorder_ = nullptr;
  Limits limits_;
  double horizon_ = 1.0, free_until_ = 0.0;
  bool bounded_ = false;
  std::uint64_t spent_ = 0;
  std::array<std::vector<Entry>, ChordTable::most_levels> waiting_;
  std::vector<ItemLanes::Pair> left_;              // by the kernels, of the task at hand
  std::array<ItemLanes, ItemLanes::kinds> lanes_;  // pairs of items of the task at hand, by kind
};

}  // namespace tocca
