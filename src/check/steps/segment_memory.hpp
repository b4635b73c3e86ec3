// What any() knows of segments, kept from path to path.
#pragma once

#include <list>
#include <unordered_map>
#include <vector>

#include "check/strategy/any_search.hpp"

namespace tocca {

/// One segment of a path: an unfinished search for each of its steps, or the answer.
struct SegmentMemory {
  AnySearch::Status status = AnySearch::Status::open;
  std::vector<AnySearch::Memory> steps;
  std::vector<char> free;  ///< which steps are proven free
  bool proven = true;      ///< false: a stage that proves nothing took part
  Undecided why = Undecided::no;
  int contact_step = 0;     ///< where it is refuted,
  double contact_at = 0.0;  ///< and when, local to that step

  /// How much of it is open, about: of the step with most. Infinite where nothing was looked at yet.
  double open() const;
};

/// The segments used last, by the numbers that say all about their motion (StepSequence::key), up to a number of them.
class SegmentCache {
 public:
  using Key = std::vector<double>;

  explicit SegmentCache(std::size_t capacity) : capacity_(capacity) {}

  /// What is known, which is no longer kept here then; nothing: an empty memory.
  SegmentMemory take(const Key& key);
  void keep(const Key& key, SegmentMemory&& memory);
  std::size_t size() const { return by_key_.size(); }

 private:
  /// By the bits, so that equal keys are equal motions.
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
