#pragma once

#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/placement.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca {

/// What one joint does during a window: shared by every body that the joint carries.
struct StageWindow {
  // Series of sin q(t) and 1 - cos q(t), and a majorant of both: growth[i] >= |d^i/dt^i exp(i q)| radius^i / i!.
  Series<double, bound_order> sine{}, versine{};
  Series<double, bound_order + 1> growth{};
  Coordinate::Local local;
  double angle = 0.0;    ///< >= |q(t) - q(centre)| on the window
  double largest = 0.0;  ///< >= |q(t)| on [0, 1]
  bool moves = false;

  static StageWindow of_turn(const Coordinate& q, const Window& window);
  static StageWindow of_slide(const Coordinate& q, const Window& window);
};

/// Bounds of the motion of a volume over a window: the tube around its chord and its speed.
///
/// Guarantee   tube() and speed() are what motion.hpp promises, for the stages walked so far, including the rounding of
///             PoseWalk and of the bound's own arithmetic. Infinite where that arithmetic overflows (turns by 1e60
///             rad), never NaN. Derivation: docs/maths/tube.md, names as there.
/// Cost        O(1) memory and one pass: about 0.6 us per turn at order 5.
class BoundWalk {
 public:
  BoundWalk(const Interval& time, const Lss& volume);

  void place(const Placement& X);
  void base(const Placement& X);  ///< places the whole chain, after everything else
  void slide(const Placement& X, const Axis& axis, const StageWindow& q);
  /// Returns what the turn adds to D_2, across its axis.
  double turn(const Placement& X, const Axis& axis, const StageWindow& q);
  void slide(const Placement& X, const Axis& axis, const Coordinate& q) {
    slide(X, axis, StageWindow::of_slide(q, window_));
  }
  void turn(const Placement& X, const Axis& axis, const Coordinate& q) {
    turn(X, axis, StageWindow::of_turn(q, window_));
  }

  double tube() const;
  double speed() const;
  double gain() const { return growth_[0]; }         ///< >= the stretch of all stages together
  double pose_error() const { return pose_error_; }  ///< >= distance of a point placed by PoseWalk from its true place
  double stages() const { return stages_; }

 private:
  using VectorSeries = Series<Vector3, bound_order>;

  void carry(const Placement& X);
  void count_stage(double length);
  void sharpen();
  double most_at_centre(int order) const;
  double series_error(int order) const;
  void add_error(const Series<double, bound_order + 1>& relative);
  void add_rounding(double relative);
  Series<double, bound_order> rotation_terms() const;
  bool overflowed() const;

  Window window_;
  double radius_m_;                               // of the volume
  int points_;                                    // 1 if the volume is a ball, else 2
  VectorSeries point_[2];                         // y_i: series of the segment's ends, in the frame reached so far
  VectorSeries spin_;                             // w_i: series of the angular velocity times the window's radius
  Series<double, bound_order + 1> derivative_{};  // D_i >= |y_i| anywhere on the window, for each point of the volume
  Series<double, bound_order + 1> growth_{};      // E_i: majorant of the rotation's series
  Series<double, bound_order + 1> slides_{};      // majorant of the slides' series; entry 0 unused
  double spread_ = 0.0;                           // >= |y(t) - y(centre)|
  double reach_;                                  // >= |y(t)|, by lengths alone
  Series<double, bound_order + 1> error_{};       // epsilon: |computed y_i - y_i| <= (epsilon * majorant)_i
  double pose_error_ = 0.0;                       // >= distance of a point placed by PoseWalk from its true place
  double stages_ = 0.0;
};

}  // namespace tocca
