#include "check/strategy/far_pairs.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"
#include "motion/mover.hpp"

namespace tocca {
namespace {

/// Some direction between the closest points of two segments; nothing is proven with it.
Vector3 between_segments(const Lss& a, const Lss& b) {
  const Vector3 u = a.b - a.a, v = b.b - b.a, w = a.a - b.a;
  const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm(), uw = u.dot(w), vw = v.dot(w);
  const double determinant = uu * vv - uv * uv;
  double s = determinant > 1e-12 * uu * vv ? std::clamp((uv * vw - vv * uw) / determinant, 0.0, 1.0) : 0.0;
  double t = vv > 0.0 ? (uv * s + vw) / vv : 0.0;
  if (t < 0.0 || t > 1.0) {
    t = std::clamp(t, 0.0, 1.0);
    s = uu > 0.0 ? std::clamp((uv * t - uw) / uu, 0.0, 1.0) : 0.0;
  }
  return w + s * u - t * v;
}

}  // namespace

/// Error: four dot products of three terms, each off by at most 3 u |n| |p|, and the sums: 16 u |n| (all lengths). The
/// quotient and the norm lose 4 u more, relative. 2^-46 covers both.
double lss_gap(const Lss& a, const Lss& b) {
  const Vector3 n = between_segments(a, b);
  const double length = n.norm();
  if (!(length > 0.0)) return 0.0;
  const double low = std::min(n.dot(a.a), n.dot(a.b)), high = std::max(n.dot(b.a), n.dot(b.b));
  const double size = a.a.norm() + a.b.norm() + b.a.norm() + b.b.norm();
  const double gap = (low - high) / length;
  return std::max(0.0, gap * (1.0 - 0x1p-46) - 0x1p-46 * size - (a.radius + b.radius) * (1.0 + 0x1p-50));
}

void FarPairs::place(const MotionStep& step, int body) {
  const Interval whole(0.0, 1.0);
  const Lss& own = model_.bodies()[at(body)].part.lss();
  const Mover mover = step.mover(body);
  const Pose X = mover.pose(0.5);
  const double stretch = greatest_stretch(X.rotation);
  const std::size_t rank = at(model_.rank(body));
  volumes_[rank] = {X * own.a, X * own.b, own.radius * stretch};
  // A tube holds the rounding of the pose as well; placing the two ends rounds them by a few u of the coordinates.
  spreads_[rank] = 0.5 * mover.speed(whole, own) + mover.tube(whole, own) +
                   0x1p-48 * (X.translation.norm() + own.a.norm() + own.b.norm());
}

bool FarPairs::apart(const MotionStep& step, int body_a, int body_b, double distance_m) {
  for (const int body : {body_a, body_b}) {
    if (spreads_[at(model_.rank(body))] < 0.0) place(step, body);
  }
  const std::size_t a = at(model_.rank(body_a)), b = at(model_.rank(body_b));
  return lss_gap(volumes_[a], volumes_[b]) > (distance_m + spreads_[a] + spreads_[b]) * (1.0 + 0x1p-40);
}

}  // namespace tocca
