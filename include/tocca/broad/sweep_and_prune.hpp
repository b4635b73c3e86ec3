// Layer: broad.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <array>

#include "tocca/broad/aabb_tree.hpp"
#include "tocca/broad/box_pairs.hpp"

namespace tocca {

/// Sweep and prune (cohen-1995, section 4): on each axis one sorted list of the ends of all boxes, kept from step to step and
/// sorted again by insertion. Two boxes begin to overlap on an axis where a minimum passes a maximum; the other two axes
/// are then looked at directly. Pairs that ended are found by a look at the pairs themselves: there are few.
///
/// Cost        Coherent motion: things + endpoints swapped + pairs. Swaps grow with things^(5/3) where everything moves: the lists see each
///             axis alone. Jumps and many new things at once are sorted anew and paired by a tree: things * log.
class SweepAndPrune {
 public:
  void add(int thing, const Aabb& box);
  void update(int thing, const Aabb& box);
  void remove(int thing);
  void step(OverlapChanges& changes);

  const std::vector<ThingPair>& pairs() const noexcept { return pairs_; }  ///< as of the last step, ascending
  std::size_t bytes() const noexcept;                                      ///< memory held

 private:
  struct Endpoint {
    double value;
    std::uint32_t tag;  ///< 2 * thing, and 1 more for the maximum
  };
  /// What is known of a number. Its endpoints may be those of a removed thing while a new one waits to be listed.
  struct Standing {
    bool present : 1, listed : 1, gone : 1;
  };

  bool overlap_now(std::size_t a, std::size_t b) const;
  void set_ends(int thing, const Aabb& box);
  void drop_gone();
  void end_pairs(std::vector<ThingPair>& ended);
  std::size_t list_fresh();
  bool sort_axis(std::size_t axis, std::uint64_t most_swaps, OverlapChanges& changes);
  void begin_with(std::size_t axis, std::uint32_t minimum, std::uint32_t maximum, std::vector<ThingPair>& begun) const;
  void start_over(OverlapChanges& changes);
  void join_begun(std::vector<ThingPair>& begun);

  std::array<std::vector<double>, 3> ends_;     // [axis][tag]: where the boxes are now
  std::array<std::vector<Endpoint>, 3> lists_;  // sorted: by value, minima first among equals; a sentinel in front
  std::vector<Standing> standing_;              // of each number
  std::vector<int> fresh_;                      // added, not listed yet; maybe removed again
  std::vector<ThingPair> pairs_, joined_;       // ascending; the second is scratch
  std::vector<int> present_;                    // scratch of start_over
  std::vector<Aabb> boxes_;                     // likewise
  AabbTree tree_;                               // likewise
  bool any_gone_ = false, any_moved_ = false;
};

static_assert(BoxPairs<SweepAndPrune>);

}  // namespace tocca
