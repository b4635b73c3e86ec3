#pragma once

#include <array>
#include <span>

#include "motion/bound_walk.hpp"
#include "motion/directed_tube.hpp"

namespace tocca {

/// What one stage adds to the second derivative of a volume's points, and where it lies: across the axis of a turn, along that of a slide.
struct Bend {
  enum class Kind { turn, slide };
  Kind kind;
  Vector3 axis;  ///< at the middle of the window, in a frame that all bends of a list share; of unit length
  /// Of a turn: >= how far it turns from the middle of the window to any time in it, including there and back.
  double angle;
  double second;  ///< >= its share of |y''|, in any unit that all bends share
};

/// The direction along which a list of bends, from the tip to the root, contributes least, and a bound on |y''| along
/// it.
/// Derivation: docs/maths/quick_tube.md, "Along one direction".
struct FlatDirection {
  Vector3 axis = Vector3::Zero();  ///< that of the turn with the largest bend; zero where nothing turns
  double second = 0.0;

  /// `slack`: how far the axes may be from their true directions at the middle.
  FlatDirection(std::span<const Bend> from_tip, double slack);

  /// A direction along which the tube is not thinner by this factor is not worth reporting.
  static constexpr double worthwhile = 0.25;
};

/// The tube of any motion with its flat direction: BoundWalk, which also notes what each stage adds and about which axis.
///
/// Guarantee   tube() is what DirectedTube promises. Infinite, and without a direction, where BoundWalk's is infinite.
/// Cost        That of BoundWalk, plus one rotation of an axis per two stages.
class FlatWalk {
 public:
  FlatWalk(const Interval& time, const Lss& volume) : window_(time), bounds_(time, volume) {}

  void place(const Placement& X) {
    bounds_.place(X);
    carry(X.pose.rotation);
  }
  void base(const Placement& X) {
    bounds_.base(X);
    carry(X.pose.rotation);
  }
  void slide(const Placement& X, const Axis& axis, const Coordinate& q);
  void turn(const Placement& X, const Axis& axis, const Coordinate& q);

  DirectedTube tube() const;

 private:
  void note(const Bend& bend);
  void carry(const Matrix3& rotation);

  static constexpr int most_bends = 64;  ///< with more of them no direction is reported

  Window window_;
  BoundWalk bounds_;
  std::array<Bend, most_bends> bends_;
  int count_ = 0;
  double angle_error_ = 0.0;  ///< of all turns at the centre
};

}  // namespace tocca
