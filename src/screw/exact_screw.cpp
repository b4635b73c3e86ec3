#include "screw/exact_screw.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

#include "core/rounding.hpp"
#include "motion/stages.hpp"

namespace tocca {
namespace {

/// Takes the formula of a ScrewMotion apart (tocca/motion/rigid_motion.hpp): X(t) = T(slide(t) d) T(p) S R(a, turn(t)) T(o).
class ScrewReader {
 public:
  ScrewReader(const ScrewMotion& motion, double from, double to) : from_(from), to_(to) { Stages::walk(motion, *this); }

  void place(const Placement& X) { o = X.pose.translation; }
  void turn(const Placement& X, const Axis& axis, const Coordinate& q) {
    p = X.pose.translation, S = X.pose.rotation, a = axis.direction;
    turning = part(q);
  }
  void slide(const Placement&, const Axis& axis, const Coordinate& q) {
    d = axis.direction;
    sliding = part(q);
  }

  /// A coordinate between the two times: its values there, and how far their straight line may be from the truth.
  struct Course {
    double start, end, error;
    double length() const { return end - start; }
  };
  Vector3 d, p, a, o;
  Matrix3 S;
  Course turning, sliding;
  bool linear = true;

 private:
  Course part(const Coordinate& q) {
    linear = linear && q.degree() <= 1;
    const Coordinate::Value start = q.at(from_), end = q.at(to_);
    return {start.value, end.value,
            start.error + end.error + unit_roundoff * (std::abs(start.value) + std::abs(end.value))};
  }
  double from_, to_;
};

/// How far the matrix is from one that turns or mirrors only: |M' M - I| bounds twice the stretch in its polar decomposition.
double off_rotation(const Matrix3& M) {
  return (M.transpose() * M - Matrix3::Identity()).norm() + 16.0 * unit_roundoff;
}

double size_of(const ScrewReader& screw, const Pose& still) {
  return screw.p.stableNorm() + screw.o.stableNorm() + still.translation.stableNorm() + std::abs(screw.sliding.start) +
         std::abs(screw.sliding.end);
}

/// A moves, B stands still at P. With M = P^-1 S, the screw turns about s = M a through P^-1 (p + slide d).
double seen_moving(const ScrewReader& screw, const Pose& A0, const Pose& P, double pose_error, double reach_m,
                   ScrewParameters& result) {
  const Matrix3 to_B = P.rotation.inverse(), M = to_B * screw.S;
  const double sense = M.determinant() < 0.0 ? -1.0 : 1.0;  // a turn seen through a mirror goes the other way round
  const Vector3 slid = M * screw.a;
  result.start = {to_B * A0.rotation, to_B * (A0.translation - P.translation)};
  result.direction = slid.stableNormalized();
  result.point = to_B * (screw.p + screw.sliding.start * screw.d - P.translation);
  result.angle_rad = sense * screw.turning.length();
  result.translation_m = screw.sliding.length();
  // The slide's direction; the axis' length and the non-rotation of M, which change the turn's generator K by at most
  // 3.3 e + 16 u and K^2 by twice that; the place of the axis (twice) and of the start; the turn's own error.
  const double sideways = (screw.d - P.rotation * result.direction).stableNorm() + 16.0 * unit_roundoff;
  const double generator =
      std::abs(screw.a.norm() - 1.0) + 3.3 * (off_rotation(M) + off_rotation(P.rotation)) + 32.0 * unit_roundoff;
  const double about = reach_m + screw.o.stableNorm();
  const double placed = pose_error + 64.0 * unit_roundoff * (size_of(screw, P) + A0.translation.stableNorm() + reach_m);
  return 3.0 * placed + std::abs(result.translation_m) * sideways + 7.0 * generator * about +
         1.1 * about * screw.turning.error + screw.sliding.error;
}

/// B moves, A stands still at P. In B's own frame the axis is a through -o, exactly; A turns about it the other way round.
double seen_still(const ScrewReader& screw, const Pose& B0, const Pose& P, double pose_error, double reach_m,
                  ScrewParameters& result) {
  const Matrix3 to_B = B0.rotation.inverse();
  result.start = {to_B * P.rotation, to_B * (P.translation - B0.translation)};
  result.direction = screw.a;
  result.point = -screw.o;
  result.angle_rad = -screw.turning.length();
  result.translation_m = -screw.sliding.length();
  // B(t) times the screw is B(0) start + (slide(t) - slide(0)) (d - S a) but for the axis' length, which R(a, ..) bears five
  // times, and for rounding.
  const double sideways = (screw.d - screw.S * screw.a).stableNorm() + 16.0 * unit_roundoff;
  const double about =
      result.start.translation.stableNorm() + screw.o.stableNorm() + reach_m + std::abs(result.translation_m);
  const double placed = pose_error + 64.0 * unit_roundoff * (size_of(screw, P) + B0.translation.stableNorm() + reach_m);
  return placed + std::abs(result.translation_m) * (sideways + std::abs(screw.a.norm() - 1.0)) +
         (6.0 * std::abs(screw.a.norm() - 1.0) + 32.0 * unit_roundoff) * about + 1.1 * about * screw.turning.error +
         screw.sliding.error;
}

const ScrewMotion* screw_of(const Mover& mover) {
  return mover.rigid() ? std::get_if<ScrewMotion>(mover.rigid()) : nullptr;
}

}  // namespace

bool exact_screw(const Mover& a, const Mover& b, double reach_m, ScrewSegment& segment) {
  const bool a_moves = b.still();
  const ScrewMotion* motion = a_moves ? screw_of(a) : a.still() ? screw_of(b) : nullptr;
  if (!motion) return false;
  const ScrewReader screw(*motion, segment.from, segment.to);
  const Pose A0 = a.pose(segment.from), B0 = b.pose(segment.from);
  const Interval start(segment.from, segment.from);
  if (!screw.linear || !(off_rotation(B0.rotation) < 1e-9)) return false;
  ScrewSegment result = segment;
  if (a_moves) {
    const double pose_error = a.tube(start, {Vector3::Zero(), Vector3::Zero(), reach_m});
    result.deviation_m = seen_moving(screw, A0, B0, pose_error, reach_m, result.screw);
  } else {
    const double away = reach_m + (A0.translation - B0.translation).stableNorm();
    const double pose_error = b.tube(start, {Vector3::Zero(), Vector3::Zero(), 1.01 * away});
    result.deviation_m = seen_still(screw, B0, A0, pose_error, reach_m, result.screw);
  }
  result.deviation_m = rounded_up(1.01 * result.deviation_m, 64.0);  // 1.01: matrices that are rotations to 1e-9 only
  // What is not a screw to rounding (a chord instead of an arc, see ScrewMotion::between) is left to the general way.
  const double size = reach_m + size_of(screw, a_moves ? B0 : A0) + A0.translation.norm() + B0.translation.norm();
  if (!(result.deviation_m <= 1e-12 * size)) return false;
  segment = result;
  return true;
}

}  // namespace tocca
