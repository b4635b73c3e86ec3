#pragma once

#include <array>
#include <span>

#include "core/index.hpp"
#include "sweep/box_ends.hpp"
#include "world/box_pairs.hpp"

namespace tocca {

/// What all broad phases over moving boxes share: which things there are, where their boxes are and were at the last step, and the
/// pairs that overlap. The phases differ only in how they find pairs that begin to overlap.
class BoxTable {
 public:
  /// lower x y z, upper x y z. No NaN: an end that was one is infinite.
  using Ends = std::array<double, 6>;

  void add(int thing, const Aabb& box);
  void update(int thing, const Aabb& box);
  void remove(int thing);

  // Since the last step.
  bool is_quiet() const { return moved_.empty() && fresh_.empty() && gone_.empty(); }
  std::span<const int> moved() const { return moved_; }  ///< each once; including fresh ones and those removed since
  std::span<const int> fresh() const { return fresh_; }  ///< each once, not removed since: valid after end_pairs()
  std::span<const int> gone() const { return gone_; }    ///< known at the last step and removed; maybe fresh again

  // Of one thing.
  std::size_t number_count() const { return standing_.size(); }  ///< greatest number + 1
  bool is_present(int thing) const { return standing_[at(thing)].present; }
  bool is_known(int thing) const { return standing_[at(thing)].known; }
  bool is_gone(int thing) const { return standing_[at(thing)].gone; }
  bool is_moved(int thing) const { return standing_[at(thing)].moved; }
  const Ends& ends(int thing) const { return now_[at(thing)]; }
  const Ends& ends_before(int thing) const { return before_[at(thing)]; }  ///< at the last step, of one that moved
  const double* all_ends() const { return now_.front().data(); }           ///< of thing i from 6 i on
  bool overlap_now(int a, int b) const { return meet(now_[at(a)], now_[at(b)]); }
  bool overlapped(int a, int b) const;  ///< at the last step, both being there

  /// The first half of a step: drops the pairs that ended.
  void end_pairs(std::vector<BodyPair>& ended);
  /// The second: takes in those that begin to overlap, given in any order, possibly twice; sorts them.
  void begin_pairs(std::vector<BodyPair>& begun);
  const std::vector<BodyPair>& pairs() const noexcept { return pairs_; }
  std::size_t bytes() const noexcept;

 private:
  /// Known: there at the last step, in the phase's own lists. Gone: known and removed since, possibly replaced by
  /// another.
  struct Standing {
    bool present : 1, known : 1, gone : 1, moved : 1;
  };
  static bool meet(const Ends& a, const Ends& b) { return overlap(a.data(), a.data() + 3, b.data(), b.data() + 3); }
  void set(int thing, const Aabb& box);

  std::vector<Ends> now_, before_;  // before_: of moved ones
  std::vector<Standing> standing_;
  std::vector<int> moved_, fresh_, gone_;
  std::vector<BodyPair> pairs_, joined_;  // ascending; the second is scratch
};

/// A broad phase: the table, and what finds the pairs that begin to overlap.
///   finder.find(table, changes)   every pair that overlaps and did not at the last step (or whose number is another thing's
///                                 now) into changes.begun; the work into changes.work
template <class Finder>
class MovingBoxes {
 public:
  void add(int thing, const Aabb& box) { table_.add(thing, box); }
  void update(int thing, const Aabb& box) { table_.update(thing, box); }
  void remove(int thing) { table_.remove(thing); }
  void step(OverlapChanges& changes) {
    changes.begun.clear();
    changes.ended.clear();
    changes.work = 0;
    if (table_.is_quiet()) return;
    table_.end_pairs(changes.ended);
    finder_.find(table_, changes);
    table_.begin_pairs(changes.begun);
  }
  const std::vector<BodyPair>& pairs() const noexcept { return table_.pairs(); }   ///< as of the last step, ascending
  std::size_t bytes() const noexcept { return table_.bytes() + finder_.bytes(); }  ///< memory used
  const Finder& finder() const noexcept { return finder_; }

 private:
  BoxTable table_;
  Finder finder_;
};

}  // namespace tocca
