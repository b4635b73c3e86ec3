// The pairs of a world whose boxes overlap, with what is kept about each from step to step.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "world/body_distance.hpp"
#include "world/box_pairs.hpp"

namespace tocca {

/// Two bodies whose boxes overlap.
struct WorldPair {
  int a, b;            ///< a < b
  bool active = true;  ///< looked at
  bool colliding = false;
  FeaturePair features{};  ///< of two polytopes: where their closest features were
  int memory = -1;         ///< of other bodies: which FeatureMemory
  NarrowWork work{};       ///< of the last look

  BodyPair names() const { return {a, b}; }
};

/// Ascending by bodies, as the broad phases give them, so that a step's changes are merged in one pass and results need no sorting.
class WorldPairs {
 public:
  /// Removes ended pairs and adds begun ones: made(pair) fills in the new ones. Both lists ascend.
  template <class Made>
  void apply(std::span<const BodyPair> begun, std::span<const BodyPair> ended, Made&& made) {
    if (begun.empty() && ended.empty()) return;
    next_.clear();
    auto begin = begun.begin();
    auto end = ended.begin();
    const auto add_before = [&](const BodyPair& limit) {
      for (; begin != begun.end() && BodyPair{begin->a, begin->b} < limit; ++begin) {
        next_.push_back({begin->a, begin->b});
        made(next_.back());
      }
    };
    for (WorldPair& pair : pairs_) {
      add_before(pair.names());
      if (end != ended.end() && end->a == pair.a && end->b == pair.b) {
        ++end;
        release(pair);
      } else {
        next_.push_back(pair);
      }
    }
    add_before({std::numeric_limits<int>::max(), 0});
    pairs_.swap(next_);
  }

  std::vector<WorldPair>& all() { return pairs_; }
  const std::vector<WorldPair>& all() const { return pairs_; }
  WorldPair* find(int a, int b) {
    const auto found =
        std::lower_bound(pairs_.begin(), pairs_.end(), BodyPair{a, b},
                         [](const WorldPair& pair, const BodyPair& names) { return pair.names() < names; });
    return found != pairs_.end() && found->names() == BodyPair{a, b} ? &*found : nullptr;
  }

  FeatureMemory& memory(const WorldPair& pair) { return *memories_[static_cast<std::size_t>(pair.memory)]; }
  /// Nothing is known about the pair. `several`: features of more than one pair of hulls are to be kept.
  void begin(WorldPair& pair, bool several) {
    release(pair);
    pair.features = {};
    if (!several) return;
    if (spare_.empty()) {
      spare_.push_back(static_cast<int>(memories_.size()));
      memories_.push_back(std::make_unique<FeatureMemory>());
    }
    pair.memory = spare_.back();
    spare_.pop_back();
    memory(pair).forget();
  }

 private:
  void release(WorldPair& pair) {
    if (pair.memory >= 0) spare_.push_back(pair.memory);
    pair.memory = -1;
  }

  std::vector<WorldPair> pairs_, next_;
  std::vector<std::unique_ptr<FeatureMemory>> memories_;
  std::vector<int> spare_;
};

}  // namespace tocca
