// The distance of two pieces: GJK on their cores, then radii and rounding. Proof: docs/maths/closest.md.
#include "tocca/contact/closest.hpp"

#include "gjk.hpp"
#include "local_piece.hpp"
#include "triangle_features.hpp"

namespace tocca {
namespace {

bool is_triangle(const ConvexPiece& piece) { return piece.kind == ConvexPiece::Kind::core && piece.count == 3; }

Vector3 some_point(const ConvexPiece& piece) {
  return piece.kind == ConvexPiece::Kind::core ? piece.point[0] : piece.centre;
}

double core_radius(const ConvexPiece& piece) { return piece.kind == ConvexPiece::Kind::core ? piece.radius : 0.0; }

/// What of a gap is lost to rounding at most.
double rounding(double reach, double radii) { return 128.0 * unit_roundoff * (reach + radii) + 0x1p-1000; }

/// Radii, rounding, and the way back from the local origin.
Closest finished(const GjkResult& core, double reach, double radius_a, double radius_b, const Vector3& origin) {
  const double radii = radius_a + radius_b;
  const double error = rounding(reach, radii);
  Closest result;
  const double length = core.normal.norm();
  result.normal = length > 0.0 ? Vector3(core.normal / length) : Vector3(Vector3::UnitX());
  result.lower = std::max(0.0, core.gap - radii - error);
  result.upper = std::max(0.0, core.upper - radii) + error;
  if (radii > 0.0 && core.upper > 0.0) {
    const Vector3 n = (core.a - core.b) / core.upper;
    if (result.lower == 0.0) result.normal = n;
    // overlapping: both points at the same place, which divides the way between the cores as the radii do
    const double share = std::min(1.0, core.upper / radii);
    result.point_a = origin + (core.a - (share * radius_a) * n);
    result.point_b = origin + (core.b + (share * radius_b) * n);
  } else {
    result.point_a = origin + core.a;
    result.point_b = origin + core.b;
  }
  return result;
}

template <class Local>
Closest solve(const ConvexPiece& a, const ConvexPiece& b, double enough) {
  const Vector3 origin = some_point(a);
  const Local local_a(a, origin), local_b(b, origin);
  const double reach = std::max(local_a.reach(), local_b.reach());
  const double radius_a = core_radius(a), radius_b = core_radius(b), radii = radius_a + radius_b;
  const double tolerance = 64.0 * unit_roundoff * reach;
  const double enough_core = (enough + radii) * (1.0 + 4.0 * unit_roundoff) + rounding(reach, radii);
  GjkResult core = gjk(local_a, local_b, local_a.middle() - local_b.middle(), tolerance, enough_core);
  if constexpr (std::is_same_v<Local, LocalTriangle>) {
    const bool loose = core.upper - core.gap > 16.0 * tolerance && core.upper > 16.0 * tolerance;
    if (loose && !(core.gap > enough_core)) try_all_features(local_a, local_b, core);
  }
  return finished(core, reach, radius_a, radius_b, origin);
}

}  // namespace

Closest closest(const ConvexPiece& a, const ConvexPiece& b, double enough) {
  if (is_triangle(a) && is_triangle(b)) return solve<LocalTriangle>(a, b, enough);
  return solve<LocalPiece>(a, b, enough);
}

}  // namespace tocca
