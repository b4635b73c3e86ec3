// Pairs of links at many configurations: do they touch there?
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "check/survey/link_shape.hpp"
#include "check/survey/sample_space.hpp"
#include "contact/tree_distance.hpp"
#include "core/lending_pool.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

/// What samples say about a pair.
struct SampledPair {
  int link_a = 0, link_b = 0;
  bool touches = false, is_apart = false;  ///< somewhere
  std::int64_t samples = 0;
  Configuration touching{};  ///< the first configuration in which it touches
  /// The samples in which it is nearest, nearest first: where a search begins.
  struct Near {
    double distance_m;
    std::int64_t index;
  };
  std::vector<Near> nearest{};

  /// More samples change nothing.
  bool settled() const { return touches && is_apart; }
};

/// Looks at samples of a robot's configurations, on all cores; the answers do not depend on their number. Refers to tree and shapes.
class PairSamples {
 public:
  PairSamples(const KinematicTree& tree, const LinkShapes& shapes, const SampleSpace& space, std::uint64_t seed);

  /// Do they touch at a configuration? They do unless they are proven apart.
  bool touch(const SampledPair& pair, const Configuration& q);
  /// Samples [from, to), for pairs that are not settled. `measure`: keeps the nearest of them. `done` is told how many; it may end the
  /// work.
  bool run(std::int64_t from, std::int64_t to, std::span<SampledPair* const> pairs, bool measure,
           const std::function<bool(std::int64_t)>& done);
  /// Goes downhill from the nearest samples, one of these coordinates at a time; fills `touching` where it ends in a contact.
  void descend(SampledPair& pair, std::span<const int> coordinates);

 private:
  struct Scratch {
    TreeMotion motion;
    std::vector<Pose> poses;
    TreeSearch search;
    Configuration q;
  };
  /// What was seen of a pair in a sample. Infinite: farther than the level that was asked for.
  struct Look {
    double distance_m;
    bool touches;
  };

  void place(Scratch& scratch) const;
  Look look(Scratch& scratch, const SampledPair& pair, double level_m) const;
  static double level_of(const SampledPair& pair, bool measure);
  void fold(std::int64_t first, std::span<const Look> looks, std::span<SampledPair* const> pairs);

  const LinkShapes& shapes_;
  const SampleSpace& space_;
  std::uint64_t seed_;
  LendingPool<Scratch> pool_;
};

}  // namespace tocca
