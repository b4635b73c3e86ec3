#pragma once

#include <concepts>

#include "motion/swept_box.hpp"
#include "sweep/aabb_tree.hpp"

namespace tocca {

/// What a broad phase offers over a fixed set of moving things and a fixed set of still ones, both by number.
///
///   sweep(thing, X, volume, dilation_m)  Where the thing is during the step: enclosure, volume in its own frame, and
///                                        how much more room it needs. Once per thing, then build().
///   for_each_still(visit)                visit(moving, still) for every pair that may touch, and maybe others.
///   for_each_moving(visit)               visit(moving, moving), each pair once.
///
/// Guarantee   A pair that is not visited stays farther apart than the dilation of its moving thing (the sum of both,
///             where both move) during all of the step. The still boxes must contain the still things.
template <class B>
concept BroadPhase = requires(B& broad, int thing, const IntervalPose& X, const Lss& volume, double dilation_m) {
  broad.sweep(thing, X, volume, dilation_m);
  broad.build();
  broad.for_each_still([](int, int) {});
  broad.for_each_moving([](int, int) {});
};

/// The first stage of redon-2004 (section 4.1): interval boxes around the line-swept spheres of links, and a hierarchy
/// over them, built from the leaves up for every step; still things have theirs, built once.
///
/// Cost        A box is about 20 interval products, a query the overlapping boxes times log. Allocates nothing after the
///             constructor.
class DynamicBvh {
 public:
  DynamicBvh(int moving, std::span<const Aabb> still)
      : boxes_(static_cast<std::size_t>(moving)),
        moving_(AabbTree::by_order(moving)),
        still_(AabbTree::by_place(still)) {}

  void sweep(int thing, const IntervalPose& X, const Lss& volume, double dilation_m) {
    boxes_[static_cast<std::size_t>(thing)] = swept_box(X, volume).dilated(dilation_m);
  }
  void build() { moving_.refit(boxes_); }

  template <class Visit>
  void for_each_still(Visit&& visit) const {
    for_each_overlap(moving_, still_, visit);
  }
  template <class Visit>
  void for_each_moving(Visit&& visit) const {
    for_each_overlap_within(moving_, visit);
  }

 private:
  std::vector<Aabb> boxes_;
  AabbTree moving_, still_;
};

/// Every pair of boxes, one by one: the slow truth beside DynamicBvh.
class BruteForce {
 public:
  BruteForce(int moving, std::span<const Aabb> still)
      : boxes_(static_cast<std::size_t>(moving)), still_(still.begin(), still.end()) {}

  void sweep(int thing, const IntervalPose& X, const Lss& volume, double dilation_m) {
    boxes_[static_cast<std::size_t>(thing)] = swept_box(X, volume).dilated(dilation_m);
  }
  void build() {}

  template <class Visit>
  void for_each_still(Visit&& visit) const {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      for (std::size_t j = 0; j < still_.size(); ++j) {
        if (overlap(boxes_[i], still_[j])) visit(static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
  template <class Visit>
  void for_each_moving(Visit&& visit) const {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
        if (overlap(boxes_[i], boxes_[j])) visit(static_cast<int>(i), static_cast<int>(j));
      }
    }
  }

 private:
  std::vector<Aabb> boxes_, still_;
};

static_assert(BroadPhase<DynamicBvh> && BroadPhase<BruteForce>);

}  // namespace tocca
