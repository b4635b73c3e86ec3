// Tubes along one direction. Derivation: docs/maths/quick_tube.md, "Along one direction".
#include "motion/flat_walk.hpp"

#include <Eigen/Geometry>
#include <limits>

#include "core/index.hpp"
#include "core/rounding.hpp"

namespace tocca {
namespace {

/// Matrices and axes farther than this from rotations and unit vectors, all together, keep nothing parallel.
constexpr double most_excess = 0x1p-34;
/// An axis carried through a stage: a turn by sine and versine and a matrix, below 64 u.
constexpr double axis_rounding = 64.0 * unit_roundoff;

}  // namespace

FlatDirection::FlatDirection(std::span<const Bend> from_tip, double slack) {
  double most = 0.0;
  for (const Bend& bend : from_tip) {
    if (bend.kind == Bend::Kind::turn && bend.second > most) most = bend.second, axis = bend.axis;
  }
  double drift = 0.0;  // of axes, across the direction, by the turns between them and the root
  for (std::size_t i = from_tip.size(); i-- > 0;) {
    const Bend& bend = from_tip[i];
    const bool turns = bend.kind == Bend::Kind::turn;
    if (!(bend.second > 0.0) && !(turns && bend.angle > 0.0)) continue;
    const double apart = turns ? axis.cross(bend.axis).norm() : std::fabs(axis.dot(bend.axis));
    const double lean = std::min(1.0, apart + slack + drift);
    second += lean * bend.second;
    if (turns) drift += lean * bend.angle;
  }
}

void FlatWalk::note(const Bend& bend) {
  if (count_ < most_bends) bends_[at(count_)] = bend;
  ++count_;  // beyond the array: no direction is reported
}

void FlatWalk::carry(const Matrix3& rotation) {
  for (int i = 0; i < std::min(count_, most_bends); ++i) bends_[at(i)].axis = rotation * bends_[at(i)].axis;
}

void FlatWalk::slide(const Placement& X, const Axis& axis, const Coordinate& q) {
  const StageWindow stage = StageWindow::of_slide(q, window_);
  bounds_.slide(X, axis, stage);
  if (stage.moves) note({Bend::Kind::slide, axis.direction, 0.0, stage.local.most[2] * axis.length});
  carry(X.pose.rotation);
}

void FlatWalk::turn(const Placement& X, const Axis& axis, const Coordinate& q) {
  const StageWindow stage = StageWindow::of_turn(q, window_);
  const Vector3& a = axis.direction;
  for (int i = 0; i < std::min(count_, most_bends); ++i) {
    const Vector3 once = a.cross(bends_[at(i)].axis);
    bends_[at(i)].axis += stage.sine[0] * once + stage.versine[0] * a.cross(once);
  }
  const double second = bounds_.turn(X, axis, stage);
  if (stage.moves) note({Bend::Kind::turn, a, stage.local.most[1], second});
  angle_error_ += stage.local.error[0];
  carry(X.pose.rotation);
}

DirectedTube FlatWalk::tube() const {
  DirectedTube result;
  result.tube = bounds_.tube();
  const double gain = bounds_.gain();
  if (!(result.tube < std::numeric_limits<double>::infinity())) return result;  // sums overflowed, those of bends too
  if (count_ == 0 || count_ > most_bends || !(gain - 1.0 < most_excess)) return result;
  // A stage's matrix R within e of a rotation maps z x v to (R z) x (R v) up to 4 e |z| |v|, which lies anywhere: it
  // leans by that much more.
  const double slack = 8.0 * (gain - 1.0) + axis_rounding * (bounds_.stages() + 1.0) + angle_error_;
  const FlatDirection flat({bends_.data(), at(count_)}, slack);
  const double length = flat.axis.norm();
  if (!(length > 0.5)) return result;
  const double flat_tube = rounded_up(flat.second * gain + bounds_.pose_error(), 64.0 * (bounds_.stages() + 1.0));
  if (!(flat_tube < FlatDirection::worthwhile * result.tube)) return result;
  result.flat = flat.axis / length;
  result.flat_tube = flat_tube;
  return result;
}

}  // namespace tocca
