// What moves against what in a step, by which movers, in which frame.
#pragma once

#include <compare>
#include <memory>
#include <vector>

#include "check/model/pair_filter.hpp"
#include "check/strategy/far_pairs.hpp"
#include "check/strategy/out_of_reach.hpp"
#include "check/strategy/state_lanes.hpp"
#include "core/index.hpp"
#include "sweep/space_time.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
class CellProof;  // check/strategy/cell_proof.hpp
class MovingPairs;

/// Names an entry of MovingPairs from step to step: a movable body against the still ones, or one of the model's pairs. The order is
/// that of the entries. It holds no position: a stored key is looked up in the current step's list, which may have no
/// such entry.
class PairKey {
 public:
  friend bool operator==(const PairKey&, const PairKey&) = default;
  friend auto operator<=>(const PairKey&, const PairKey&) = default;

 private:
  friend class MovingPairs;
  friend class MovingPair;
  explicit PairKey(int number) : number_(number) {}
  int number_;
};

/// An entry of MovingPairs: a movable body against all still ones, or against another movable body. It knows its list, and no list
/// can be queried by number, so that an entry cannot be looked up in the wrong one. Valid until its list is filled
/// again.
class MovingPair {
 public:
  MovingPair() = default;  ///< none
  explicit operator bool() const { return list_ != nullptr; }

  PairKey key() const;
  /// As SpaceTime and CloseItems want it; its movers are those of the list.
  const SweepTask& task() const;
  int body_a() const;
  /// Against still bodies it depends on the part of their tree.
  int body_b(int part_b = 0) const;
  const Part& part_b(int part_b) const { return *task().parts_b[at(part_b)]; }
  /// Negative: not asked about.
  double clearance_m(int part_b) const { return task().clearances ? task().clearances[part_b] : task().clearance_m; }
  bool against_still() const;
  /// During which windows, or at which instants, the two are not proven apart.
  const StateLanes::Open& open() const;
  /// Neither touches the other or is inside it at the start of the step: proven. Not for lists of instants.
  bool apart_at_start() const { return (open().solids & 1u) == 0; }
  /// Surfaces are proven apart during the whole step.
  bool settled() const { return task().from > task().to; }
  /// In whose frame the pair is seen: a link of the robot of both, or -1 for the world.
  int frame() const;
  /// Which of the list's tasks it is.
  int number() const { return number_; }
  const MovingPairs& list() const;

 private:
  friend class MovingPairs;
  MovingPair(const MovingPairs& list, int number);

  const MovingPairs* list_ = nullptr;
  int number_ = -1;
  unsigned filling_ = 0;  // of the list, when this was made
};

/// Two items that are within their clearance plus the tolerance at an instant.
struct TouchingItems {
  double time = 0.0;
  MovingPair pair = {};  ///< none: nothing is known about items
  int part_b = 0;
  Index item_a = 0, item_b = 0;
};

/// The pairs of a step that must be examined. Filled once per question and shared by everything that answers it;
/// filling does not allocate once it has been as long before.
class MovingPairs {
 public:
  /// Asks which pairs are within their clearances, or how far apart they are, whatever their clearances: then what they
  /// are said to keep is the padding of both, so that levels above it are distances of the grown bodies.
  enum class Measure { clearance, distance };

  explicit MovingPairs(const CollisionModel& model, Measure measure = Measure::clearance);
  ~MovingPairs();
  MovingPairs(const MovingPairs&) = delete;
  MovingPairs& operator=(const MovingPairs&) = delete;

  /// Reads who moves, who grips what, and in which frame each pair is best seen. Pairs that are proven to stay more
  /// than their clearance and `level_m` apart are left out, unless the level is negative; so are those that a filter
  /// does not admit. Pairs whose surfaces turn past each other out of reach stay, settled: one may still be inside the
  /// other.
  ///
  /// A caller that examines pairs up to some level above their clearances may use a list filled with that level, a
  /// greater one or a negative one: these leave out less. Queries fill with the tolerance, which no strategy and no
  /// list of contacts exceeds.
  void set(const MotionStep& step, double level_m = -1.0, const PairFilter* filter = nullptr);
  /// The same, unless a contact is seen() on the way: then the list ends with its entry. Returns whether one is.
  bool set_unless_seen(const MotionStep& step, double level_m);
  /// The pairs at eight instants of a step: `first`, `first + spacing`, ...; open() of each says at which of them it must
  /// be examined. Returns a bit for each instant with a contact that was seen on the way.
  unsigned set_instants(const MotionStep& step, double level_m, double first, double spacing);

  /// What the lists that are filled from now on leave out, whatever else: a byte for each possible entry, in the order of the keys (movable
  /// bodies against the still ones, then the model's pairs). Empty: nothing. The caller has proven that it is far apart, or does not ask.
  void leave_out(std::span<const char> keys) { left_out_ = keys; }
  /// The place of a key in that order.
  static std::size_t number(PairKey key) { return at(key.number_); }

  /// Two movable bodies as SpaceTime and CloseItems want them; movers and clearance are left to the caller.
  static SweepTask task_of(const CollisionModel& model, int body_a, int body_b);

  /// Each MovingPair, in the order of the keys.
  class Iterator;
  Iterator begin() const;
  Iterator end() const;
  bool empty() const { return tasks_.empty(); }

  /// The entry of a key in this step; none if the pair is left out.
  MovingPair find(PairKey key) const { return entry(key.number_); }
  /// The entry of a movable body, given by its rank among them, against the still ones.
  MovingPair against_still(int movable_rank) const { return entry(movable_rank); }
  /// Is this pair of the model asked about in this step, whether or not it is left out as too far apart? For a strategy
  /// whose own stages find out the latter.
  bool asks_about(int pair) const { return asked_[at(pair)] != 0; }
  /// Entry and part of two bodies, in this order; none if they are not examined in this step.
  struct Found {
    MovingPair pair;
    int part_b = 0;
  };
  Found find(int body_a, int body_b) const;
  /// The pair that a run of SpaceTime over tasks() refers to.
  MovingPair of(const ItemPair& items) const { return {*this, items.task}; }
  MovingPair of(const BoxDiscard& discard) const { return {*this, discard.task}; }

  std::span<const SweepTask> tasks() const { return tasks_; }
  std::span<const Mover> movers() const { return movers_; }
  std::span<const Lss> volumes() const { return volumes_; }
  /// How far each mover's part reaches from the origin of its own frame.
  std::span<const double> reaches() const { return reaches_; }
  const MotionStep& step() const { return *step_; }
  /// A contact that set() came upon on its way: a point inside a still solid at one of eight instants, the earliest of these.
  const TouchingItems& seen() const { return seen_; }
  /// Does something turn so far, and come within reach of something else, that halving time will not follow it? Only if
  /// set() was given a level.
  bool beyond_resolution() const { return beyond_resolution_; }

 private:
  friend class MovingPair;
  struct Entry {
    int key;
    int body_a, body_b;  ///< b is -1 against still bodies
    int frame;
    StateLanes::Open open;
  };

  MovingPair entry(int key) const;
  int mover_of(int body, int ancestor);
  /// What is asked about a movable body against the still ones.
  struct Asked {
    bool any = false;
    const double* clearances = nullptr;  ///< as in SweepTask
    double greatest = -1.0;
    StateLanes::Open open = {};
  };

  void begin(const MotionStep& step);
  Asked ask_still(int rank, const PairFilter* filter);
  bool ask_all_still(double level_m, const PairFilter* filter, bool stop_if_seen);
  bool asks_about(int index, const PairFilter* filter);
  void add(int key, int body_a, int body_b, int frame, const StateLanes::Open& open, SweepTask& task);
  void add_still(int rank);
  bool add_pair(int index, double level_m);
  bool apart_by_cells(int index, double level_m);
  void settle_by_reach(double level_m);
  void fill(double level_m, const PairFilter* filter, bool settle);
  int only_robot_that_moves() const;
  void see(const StateLanes::Witness& witness, double time);

  bool left_out(std::size_t key) const { return !left_out_.empty() && left_out_[key] != 0; }
  /// What is asked of two bodies that the model keeps `of_pair` apart.
  double clearance(int body_a, int body_b, double of_pair) const {
    return measure_ == Measure::distance ? model_.padding(body_a, body_b) : of_pair;
  }
  void list_clearances(int body);

  const CollisionModel& model_;
  Measure measure_;
  const MotionStep* step_ = nullptr;
  unsigned filling_ = 0;
  FarPairs far_pairs_;
  std::unique_ptr<CellProof> cell_proof_;  // made when it is first asked
  StateLanes lanes_;
  TouchingItems seen_;
  std::span<const char> left_out_;
  bool choose_ = false;  ///< far pairs are left out
  OutOfReach out_of_reach_;
  bool beyond_resolution_ = false;
  std::vector<SweepTask> tasks_;
  std::vector<Entry> entries_;      // of each task
  std::vector<int> entry_of_;       // each key's, or -1
  std::vector<char> asked_;         // each pair of the model
  std::vector<Asked> asked_still_;  // each movable body
  std::vector<Mover> movers_;
  std::vector<Lss> volumes_;
  std::vector<double> reaches_;
  std::vector<std::pair<int, int>> in_world_, in_robot_;  // ancestor and index of each movable body's latest mover
  std::vector<std::span<const double>>
      clearances_;                                // of each movable body against still parts; empty if all are the same
  std::vector<std::vector<double>> measured_;     // what they are if distances are asked for
  std::vector<double> greatest_;                  // of each movable body's against still parts; negative: none
  std::vector<std::vector<double>> filtered_;     // the same for what is asked in this step
  std::vector<std::vector<int>> pairs_of_robot_;  // each robot's among the model's, in their order
};

/// Goes through a list of MovingPairs.
class MovingPairs::Iterator {
 public:
  Iterator(const MovingPairs& list, int number) : list_(&list), number_(number) {}
  MovingPair operator*() const { return {*list_, number_}; }
  Iterator& operator++() {
    ++number_;
    return *this;
  }
  friend bool operator==(const Iterator&, const Iterator&) = default;

 private:
  const MovingPairs* list_;
  int number_;
};

inline MovingPairs::Iterator MovingPairs::begin() const { return {*this, 0}; }
inline MovingPairs::Iterator MovingPairs::end() const { return {*this, static_cast<int>(tasks_.size())}; }

inline MovingPair::MovingPair(const MovingPairs& list, int number)
    : list_(&list), number_(number), filling_(list.filling_) {}
inline const MovingPairs& MovingPair::list() const {
  TOCCA_REQUIRE(list_ && filling_ == list_->filling_, "an entry is valid until its list is filled again");
  return *list_;
}
inline PairKey MovingPair::key() const { return PairKey(list().entries_[at(number_)].key); }
inline const SweepTask& MovingPair::task() const { return list().tasks_[at(number_)]; }
inline int MovingPair::body_a() const { return list().entries_[at(number_)].body_a; }
inline const StateLanes::Open& MovingPair::open() const { return list().entries_[at(number_)].open; }
inline bool MovingPair::against_still() const { return list().entries_[at(number_)].body_b < 0; }
inline int MovingPair::frame() const { return list().entries_[at(number_)].frame; }

}  // namespace tocca
