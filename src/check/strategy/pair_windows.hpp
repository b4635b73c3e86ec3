// What is still open in a step: some of its moving pairs, each during a stretch of time.
#pragma once

#include <algorithm>

#include "check/strategy/moving_pairs.hpp"

namespace tocca {

/// Carries the list that its windows refer to: a receiver needs no list of its own, which might be a different one.
class PairWindows {
 public:
  /// Of the pairs of a step, which must outlive the windows; none is open yet.
  void begin(const MovingPairs& pairs) {
    pairs_ = &pairs;
    tasks_.assign(pairs.tasks().begin(), pairs.tasks().end());
    for (SweepTask& task : tasks_) task.from = 1.0, task.to = 0.0;
  }
  /// A pair that is not in the list is left out of the step: none of it is open.
  void open(PairKey key, double from, double to) {
    const MovingPair pair = pairs_->find(key);
    if (!pair) return;
    SweepTask& task = tasks_[at(pair.number())];
    task.from = std::min(task.from, from);
    task.to = std::max(task.to, to);
  }

  const MovingPairs& pairs() const { return *pairs_; }
  /// The list's tasks, each during the hull of its windows.
  std::span<const SweepTask> tasks() const { return tasks_; }

 private:
  const MovingPairs* pairs_ = nullptr;
  std::vector<SweepTask> tasks_;
};

}  // namespace tocca
