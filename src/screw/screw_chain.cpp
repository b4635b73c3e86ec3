#include "screw/screw_chain.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/rounding.hpp"
#include "core/vectors.hpp"
#include "screw/exact_screw.hpp"

namespace tocca {
namespace {

constexpr int finest_check = 6;                // a screw is looked at in up to 2^6 parts before it is given up
constexpr double shortest_stretch = 0x1p-30;   // ends where bounds are not finite
constexpr double largest_off_rotation = 1e-3;  // of stored orientations

/// A's box as the bounds need it.
struct BoxReach {
  Vector3 center, half_axis[3];
  double reach;   // from the frame's origin
  double radius;  // from the center
  Lss volume;     // along the longest axis

  explicit BoxReach(const Obb& box) : center(box.center) {
    const Matrix3 frame = box.frame();
    for (int i = 0; i < 3; ++i) half_axis[i] = static_cast<double>(box.half[i]) * frame.col(i);
    std::sort(half_axis, half_axis + 3, [](const Vector3& p, const Vector3& q) { return p.norm() > q.norm(); });
    const Vector3 along = half_axis[0], plus = half_axis[1] + half_axis[2], minus = half_axis[1] - half_axis[2];
    // Norms are convex: the farthest point of a parallelogram is a corner. Off by sums of under 16 roundings.
    const double slack = 16.0 * unit_roundoff * (center.norm() + along.norm());
    const double across = std::max(plus.norm(), minus.norm());
    volume = {center - along, center + along, rounded_up(across + slack, 16.0)};
    radius = rounded_up(std::hypot(along.norm(), across) + slack, 16.0);
    radius = std::max(radius, rounded_up(std::max({(along + plus).norm(), (along - plus).norm(), (along + minus).norm(),
                                                   (along - minus).norm()}) +
                                             slack,
                                         16.0));
    reach = rounded_up(center.norm() + radius, 4.0);
  }
};

/// Both bodies and the screw at one time of a stretch.
struct Node {
  double s;  // of the stretch
  Pose A, B, screwed;
  double miss;  // >= |B screwed x - A x| for each x of the box, screwed in real arithmetic
};

/// One stretch of time and the screw that replaces the motion during it.
class ScrewCandidate {
 public:
  ScrewCandidate(const Mover& a, const Mover& b, const BoxReach& body, double from, double to)
      : a_(a), b_(b), body_(body), from_(from), to_(to) {
    const Pose B0 = b.pose(from), B1 = b.pose(to);
    screw_ = screw_between(seen_from(B0, a.pose(from)), seen_from(B1, a.pose(to)));
    const double arm = (screw_.start.translation - screw_.point).stableNorm();
    around_axis_ = arm + 1.01 * body.reach;
    fixed_size_ = body.reach + screw_.start.translation.stableNorm() + std::abs(screw_.translation_m) +
                  std::min(screw_.angle_rad, 2.0) * arm;
  }

  const ScrewParameters& screw() const { return screw_; }

  Node node(double s) const {
    const double t = from_ + s * (to_ - from_);  // dyadic, hence exact
    Node result{s, a_.pose(t), b_.pose(t), screw_.pose(s), 0.0};
    for (const Matrix3* R : {&result.A.rotation, &result.B.rotation}) {
      if (!((R->transpose() * *R - Matrix3::Identity()).norm() < largest_off_rotation)) {
        result.miss = infinity;
        return result;
      }
    }
    const Pose there = result.B * result.screwed;
    const Matrix3 difference = there.rotation - result.A.rotation;
    const Vector3 center = difference * body_.center + (there.translation - result.A.translation);
    Vector3 half[3];
    for (int i = 0; i < 3; ++i) half[i] = difference * body_.half_axis[i];
    double worst = 0.0;
    for (int corner = 0; corner < 4; ++corner) {  // and their opposites
      const Vector3 way = half[0] + (corner & 1 ? 1.0 : -1.0) * half[1] + (corner & 2 ? 1.0 : -1.0) * half[2];
      worst = std::max({worst, (center + way).norm(), (center - way).norm()});
    }
    // Entries of the screw's pose are off by 64 u, those of products by 9 u, of what they are made of; differences and corners
    // add under 16 u.
    const double size =
        fixed_size_ + result.screwed.translation.norm() + result.B.translation.norm() + result.A.translation.norm();
    result.miss = rounded_up(worst + 128.0 * unit_roundoff * size, 16.0);
    return result;
  }

  /// >= the discrepancy at any time between two nodes.
  double between(const Node& lo, const Node& hi) const {
    const Interval time{from_ + lo.s * (to_ - from_), from_ + hi.s * (to_ - from_)};
    const double turn = (hi.s - lo.s) * screw_.angle_rad;
    const double bulge = around_axis_ * turn * turn / 8.0;  // the screw's own tube
    const double moved = (hi.s - lo.s) * std::abs(screw_.translation_m) + turn * around_axis_;
    const Lss seen{lo.screwed * body_.center, hi.screwed * body_.center,
                   1.01 * body_.radius + bulge + 256.0 * unit_roundoff * fixed_size_};
    // Chords of B times chords of the screw are no chords: s (1 - s) <= 1/4 of both differences is between them.
    const double twist = 0.25 * (hi.B.rotation - lo.B.rotation).norm() * moved;
    const double sum = std::max(lo.miss, hi.miss) + a_.tube(time, body_.volume) + b_.tube(time, seen) + bulge + twist;
    return rounded_up(1.01 * sum, 32.0);  // 1.01: matrices that are rotations to 1e-3 only
  }

  /// >= the discrepancy between two nodes; anything above `allowed` where it cannot be shown to be less.
  double deviation(const Node& lo, const Node& hi, int finer, double allowed) const {
    const double bound = between(lo, hi);
    if (bound <= allowed || finer == 0) return bound;
    // Tubes fall with the square of the length: not worth trying where not even the finest parts would do.
    if (!(bound - 1.02 * std::max(lo.miss, hi.miss) <= std::ldexp(allowed, 2 * finer))) return bound;
    const Node middle = node(0.5 * (lo.s + hi.s));
    if (!(middle.miss <= allowed)) return infinity;
    const double left = deviation(lo, middle, finer - 1, allowed);
    if (!(left <= allowed)) return left;
    return std::max(left, deviation(middle, hi, finer - 1, allowed));
  }

  /// What remains however short the stretch.
  double floor(const Node& lo, const Node& hi) const {
    const Lss seen{lo.screwed * body_.center, lo.screwed * body_.center, 1.01 * body_.radius};
    const double instant = a_.tube({from_, from_}, body_.volume) + b_.tube({from_, from_}, seen);
    return std::max(lo.miss, hi.miss) + instant;
  }

 private:
  static Pose seen_from(const Pose& B, const Pose& A) {
    const Matrix3 to_B = B.rotation.inverse();
    return {to_B * A.rotation, to_B * (A.translation - B.translation)};
  }

  const Mover &a_, &b_;
  const BoxReach& body_;
  double from_, to_;
  ScrewParameters screw_;
  double around_axis_, fixed_size_;
};

void append(const Mover& a, const Mover& b, const BoxReach& body, double tolerance_m, double from, double to,
            std::vector<ScrewSegment>& segments) {
  const ScrewCandidate candidate(a, b, body, from, to);
  const Node first = candidate.node(0.0), last = candidate.node(1.0);
  const double allowed = std::max(tolerance_m, 4.0 * candidate.floor(first, last));
  const double deviation = candidate.deviation(first, last, finest_check, allowed);
  if (deviation <= allowed || to - from <= shortest_stretch || !std::isfinite(first.miss)) {
    segments.push_back({from, to, candidate.screw(), std::isnan(deviation) ? infinity : deviation});
    return;
  }
  const double middle = 0.5 * (from + to);
  append(a, b, body, tolerance_m, from, middle, segments);
  append(a, b, body, tolerance_m, middle, to, segments);
}

}  // namespace

void ScrewChain::split(const Mover& a, const Mover& b, const Obb& box_a, double tolerance_m,
                       std::vector<ScrewSegment>& segments, double from, double to) {
  segments.clear();
  const BoxReach body(box_a);
  ScrewSegment whole{from, to, {}, 0.0};
  if (exact_screw(a, b, body.reach, whole)) {
    segments.push_back(whole);
    return;
  }
  append(a, b, body, tolerance_m, from, to, segments);
}

}  // namespace tocca
