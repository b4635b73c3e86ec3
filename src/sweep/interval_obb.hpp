#pragma once

#include <cstdint>

#include "model/part.hpp"
#include "motion/linear_enclosure.hpp"

namespace tocca {

/// An oriented box during a time interval: at s in [-1, 1] (linear_enclosure.hpp) it lies inside
///   centre + s rate + {sum_i x_i axes.col(i) : |x_i| <= half_i} + [-spread, spread].
///
/// Guarantee   Contains every true point of the box, moved by any motion of the enclosure; its rounding is in `spread`.
struct MovingBox {
  Vector3 centre, half, rate, spread;
  Matrix3 axes;
  double skew;  ///< no entry of axes^T axes - I is larger

  MovingBox() = default;
  MovingBox(const Obb& box, const LinearEnclosure& X);
  /// A box that stands still.
  explicit MovingBox(const Obb& box);
};

/// The continuous overlap test of redon-2004 (section 5.1, equation 12) for a whole time interval.
///
/// True only if proven: at no s in [-1, 1] is a point of `a` within reach_m of a point of `b`. Both must belong to the
/// same time interval. The 15 axes are taken at the middle of the interval and held fixed; a fixed axis can be any
/// vector, so they need no intervals, and both members of equation (12) are bounded by value, slope and spread.
/// Cost        About 50 ns.
/// Proof       docs/maths/interval_pipeline.md
bool stay_apart(const MovingBox& a, const MovingBox& b, double reach_m);

/// Walks two parts' trees at once and hands each pair of items that may come within reach_m of each other to
/// visit(item_a, item_b); visit returns false to end the walk. `X_b` null: part b stands still in the frame.
/// Returns false if the walk was ended. `tested` counts box pairs. Allocates nothing.
template <class Visit>
bool for_each_near_pair(const Part& a, const LinearEnclosure& X_a, const Part& b, const LinearEnclosure* X_b,
                        double reach_m, std::uint64_t& tested, Visit&& visit);

namespace detail {

/// The walk down two trees behind the function below.
template <class Visit>
class PairWalk {
 public:
  PairWalk(const Part& a, const LinearEnclosure& X_a, const Part& b, const LinearEnclosure* X_b, double reach_m,
           std::uint64_t& tested, Visit& visit)
      : a_(a), b_(b), X_a_(X_a), X_b_(X_b), reach_m_(reach_m), tested_(tested), visit_(visit) {}

  bool start() { return visit_boxes(0, box_a(0), 0, box_b(0)); }

 private:
  MovingBox box_a(Index node) const { return {a_.nodes()[node].volume, X_a_}; }
  MovingBox box_b(Index node) const {
    return X_b_ ? MovingBox(b_.nodes()[node].volume, *X_b_) : MovingBox(b_.nodes()[node].volume);
  }

  bool visit_boxes(Index i, const MovingBox& a, Index j, const MovingBox& b) {
    ++tested_;
    if (stay_apart(a, b, reach_m_)) return true;
    const Part::Node &node_a = a_.nodes()[i], &node_b = b_.nodes()[j];
    if (node_a.is_leaf() && node_b.is_leaf()) {
      for (const Index item_a : a_.items(node_a)) {
        for (const Index item_b : b_.items(node_b)) {
          if (!visit_(item_a, item_b)) return false;
        }
      }
      return true;
    }
    // The larger box is opened: what remains is more alike in size, and sooner apart.
    const bool open_b = node_a.is_leaf() || (!node_b.is_leaf() && b.half.sum() > a.half.sum());
    if (open_b) {
      return visit_boxes(i, a, j + 1, box_b(j + 1)) && visit_boxes(i, a, j + node_b.link, box_b(j + node_b.link));
    }
    return visit_boxes(i + 1, box_a(i + 1), j, b) && visit_boxes(i + node_a.link, box_a(i + node_a.link), j, b);
  }

  const Part &a_, &b_;
  const LinearEnclosure& X_a_;
  const LinearEnclosure* X_b_;
  double reach_m_;
  std::uint64_t& tested_;
  Visit& visit_;
};

}  // namespace detail

template <class Visit>
bool for_each_near_pair(const Part& a, const LinearEnclosure& X_a, const Part& b, const LinearEnclosure* X_b,
                        double reach_m, std::uint64_t& tested, Visit&& visit) {
  return detail::PairWalk<std::remove_reference_t<Visit>>(a, X_a, b, X_b, reach_m, tested, visit).start();
}

}  // namespace tocca
