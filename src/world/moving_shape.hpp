// A shape on its way through a step: chords and their tubes.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "core/rounding.hpp"
#include "motion/in_between_tube.hpp"
#include "motion/mover.hpp"
#include "shape/aabb.hpp"
#include "world/placed_shape.hpp"

namespace tocca {

/// One rigid thing of a body during a step: the whole of it, or a link. Over any window of the step each of its points
/// moves within a tube of the chord between its places at the window's ends (docs/maths/tube.md).
struct MovingShape {
  Mover mover;
  int first_piece;         ///< of its body's pieces
  PlacedShape start, end;  ///< where pose() puts it; error_m is the shape's rounding, the pose's own is in the tube
  Lss ball;                ///< around all of its hulls, in its own frame
  DirectedTube whole;      ///< the tube of the whole step

  MovingShape(const PlacedShape& placed, const Mover& moved, int piece)
      : mover(moved), first_piece(piece), start(placed), end(placed) {
    const Polytope& root = placed.shape->root();
    ball = {root.centre(), root.centre(), rounded_up(root.radius() + 2.0 * placed.shape->rounding_m(), 3)};
  }
  /// Fills in the rest.
  void put() {
    const double rounding = 2.0 * shape().rounding_m();
    start.put(mover.pose(0.0), rounding);
    end.put(mover.pose(1.0), rounding);
    const InBetweenMotion* const turning = mover.rigid() ? std::get_if<InBetweenMotion>(mover.rigid()) : nullptr;
    quick_.reset();
    if (turning) quick_ = InBetweenTube::of(*turning, rounded_up(shape().root().reach() + rounding, 2));
    whole = tube(0.0, 1.0);
  }
  /// Of a part of the step: no true point is farther from its chord; of an instant: from where pose() puts it.
  DirectedTube tube(double from, double to) const {
    if (quick_) return quick_->directed(to - from);
    if (mover.rigid()) return mover.directed_tube({from, to}, ball, {});
    return {mover.tube({from, to}, ball)};
  }

  const BodyShape& shape() const { return *start.shape; }
  double rounding_m() const { return start.error_m; }
  /// No point is farther from where it starts, at any time: from both chord and start it is within the tube.
  double travel_m() const {
    return rounded_up((end.X * ball.a - start.X * ball.a).norm() +
                          (end.X.rotation - start.X.rotation).norm() * ball.radius + 2.0 * whole.tube +
                          0x1p-48 * (start.X.translation.norm() + end.X.translation.norm() + 2.0 * ball.a.norm()),
                      8);
  }

 private:
  std::optional<InBetweenTube> quick_;  // where there is a closed form
};

/// Poses and tubes of a moving shape; the last ones asked for are kept, since hulls of one shape share them.
class ShapeChords {
 public:
  void follow(const MovingShape& moving) {
    moving_ = &moving;
    times_.fill(-1.0);
    from_ = to_ = -1.0;
  }
  const MovingShape& moving() const { return *moving_; }

  Pose pose(double t) {
    if (t == 0.0) return moving_->start.X;
    if (t == 1.0) return moving_->end.X;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      if (times_[i] == t) return poses_[i];
    }
    next_ = 1 - next_;
    times_[next_] = t;
    return poses_[next_] = moving_->mover.pose(t);
  }
  const DirectedTube& tube(double from, double to) {
    if (from == 0.0 && to == 1.0) return moving_->whole;
    if (from_ == from && to_ == to) return tube_;
    from_ = from;
    to_ = to;
    return tube_ = moving_->tube(from, to);
  }

 private:
  const MovingShape* moving_ = nullptr;
  std::array<double, 2> times_{-1.0, -1.0};
  std::array<Pose, 2> poses_;
  std::size_t next_ = 0;
  double from_ = -1.0, to_ = -1.0;
  DirectedTube tube_;
};

/// The direction in which the centres of two shapes pass each other, and whether it shows that they stay apart.
struct PassingBalls {
  Vector3 direction;  ///< from b to a, where their centres are nearest on their chords; of any length
  bool apart;         ///< proven: both are farther apart than `enough` during the whole step
};

/// Proof   A point is within its tube of its chord; the chord's map, a mean of two rotations to pose_skew, puts it within the larger of both
///         radii of the chord of the centres. Seen from the other's, that chord lies beyond `reach` along `direction` if both of its ends
///         do: a linear function of s. Products and sums err by 4 u |direction| |d|, lengths by 3 u, d itself by u: 2^-48
///         covers them all.
inline PassingBalls passing_balls(const MovingShape& a, const MovingShape& b, double enough) {
  const Vector3 d0 = a.start.centre - b.start.centre, d1 = a.end.centre - b.end.centre, way = d1 - d0;
  const double length = way.squaredNorm();
  const double s = length > 0.0 ? std::clamp(-d0.dot(way) / length, 0.0, 1.0) : 0.0;
  const Vector3 direction = d0 + s * way;
  const double reach = std::max(a.start.radius, a.end.radius) + std::max(b.start.radius, b.end.radius) + a.whole.tube +
                       b.whole.tube + enough + 0x1p-48 * (d0.norm() + d1.norm());
  const double needed = reach * (1.0 + 0x1p-48) * direction.norm();
  return {direction, direction.dot(d0) > needed && direction.dot(d1) > needed};
}

}  // namespace tocca
