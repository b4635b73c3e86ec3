// Is a step free? What is most likely to touch is examined first (schwarzer-2002, section 3.4).
#pragma once

#include <vector>

#include "check/strategy/inside.hpp"
#include "check/strategy/pair_margin.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "check/strategy/strategy.hpp"

namespace tocca {

/// A priority queue of pairs of bodies during windows of a step, ordered by how much of them is not covered yet: how far
/// the two may travel, less what their distances at the ends allow. The first of them is tested at its middle and halved.
///
/// By distance (the strategy `bisect`), this goes on until nothing is left. By boxes (all others), a few levels of it find
/// most contacts, since a motion that touches at all usually touches at one of a few instants; what remains is handed
/// to a strategy that is better at proving.
class AnySearch {
 public:
  enum class Status { open, free, contact, undecided };
  /// A pair of bodies during a window.
  struct Entry {
    PairKey pair;
    double start, end;
    double at_start, at_end;  ///< margins, or 0 where none is known
    double speed;             ///< of both together, at most, during the window

    double open() const { return speed * (end - start) - at_start - at_end; }
  };
  /// What is known about a step that is neither proven free nor refuted. Plain data: it may be kept, and resumed when
  /// everything moves in the same way, by any search with the same model and settings. Entries are identified by the
  /// model's pairs: which of them must be examined is determined anew each time, and what was not examined before is
  /// examined then.
  struct Memory {
    bool begun = false;
    std::vector<PairKey> known;                ///< pairs that were examined, ascending: covered if there is no entry
    std::vector<std::pair<int, int>> allowed;  ///< pairs of bodies that were not (MotionStep::allowed)
    std::vector<Entry> queue;                  ///< a heap
    std::vector<Entry> rest;                   ///< too little of these is open for further tests
    double least_open = 0.0;                   ///< what is too little

    /// About how much of the step is open: that of the first entry.
    double open() const;
  };

  AnySearch(const CollisionModel& model, const CheckSettings& settings);

  /// The step of the following questions, and what is known about it. The pairs are those that a question about the
  /// tolerance has, without a filter, and must outlive the questions.
  void begin(const MovingPairs& pairs, Memory& memory);
  /// Goes on while more than `until` is open, and to the end if nothing is left to be tested. `memory` is that of
  /// begin().
  Status go_on(Memory& memory, double until, Statistics& statistics);

  /// The latest contact; or why it is undecided. Without items (no pair) where one body is inside another, or where two
  /// bodies penetrate each other too far.
  const FirstContact& found() const { return found_; }

 private:
  static bool allows_as_much(const MotionStep& step, const Memory& memory);
  void take_up(Memory& memory) const;
  Status halve(Memory& memory, Statistics& statistics);
  Status ask_ends(const MovingPair& pair, Entry& entry, Statistics& statistics);
  Status finish(const Memory& memory, Statistics& statistics);
  Status look_inside(Statistics& statistics);
  Status told(const Margin& margin);
  Status told(const FirstContact& found);
  void push(Memory& memory, const Entry& entry) const;
  int slot(double time);

  const CollisionModel& model_;
  bool by_distance_;
  std::uint64_t budget_;
  PairMargin margin_;
  std::unique_ptr<FirstContactStrategy> prover_;  ///< null if bisection does it all
  InsideTest inside_test_;
  PenetrationPairs penetration_;
  const MovingPairs* pairs_ = nullptr;         ///< of the step at hand
  const Memory* memory_ = nullptr;             ///< of begin()
  std::vector<std::pair<double, int>> slots_;  ///< of instants, by time
  PairWindows windows_;
  std::vector<Inside> inside_;
  FirstContact found_;
};

}  // namespace tocca
