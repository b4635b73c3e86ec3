// What any() knows about segments, kept from path to path.
#pragma once

#include <list>
#include <unordered_map>
#include <vector>

#include "check/strategy/any_search.hpp"

namespace tocca {

/// One segment of a path: an unfinished search per step, or the answer.
struct SegmentMemory {
  AnySearch::Status status = AnySearch::Status::open;
  std::vector<AnySearch::Memory> steps;
  std::vector<char> free;  ///< which steps are proven free
  bool proven = true;      ///< false: a stage that proves nothing took part
  Undecided why = Undecided::no;
  int contact_step = 0;     ///< where it is refuted,
  double contact_at = 0.0;  ///< and when, local to that step

  /// About how much of it is open: that of its most open step. Infinite if nothing was examined yet.
  double open() const;
};

/// The most recently used segments, up to a number of them, by the numbers that fully describe their motion
/// (StepSequence::key).
class SegmentCache {
 public:
  using Key = std::vector<double>;

  explicit SegmentCache(std::size_t capacity) : capacity_(capacity) {}

  /// Takes out what is known; an empty memory if there is nothing.
  SegmentMemory take(const Key& key);
  void keep(const Key& key, SegmentMemory&& memory);
  std::size_t size() const { return by_key_.size(); }

 private:
  /// By bits, so that equal keys mean equal motions.
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  struct Same {
    bool operator()(const Key& x, const Key& y) const noexcept;
  };
  using List = std::list<std::pair<Key, SegmentMemory>>;

  std::size_t capacity_;
  List by_use_;  ///< latest first
  std::unordered_map<Key, List::iterator, Hash, Same> by_key_;
};

}  // namespace tocca
