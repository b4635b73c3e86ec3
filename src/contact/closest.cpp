// The distance of two pieces: GJK on their cores, then radii and rounding. Proof: docs/maths/closest.md.
#include "contact/closest.hpp"

#include "contact/gjk.hpp"
#include "contact/local_piece.hpp"
#include "contact/triangle_features.hpp"

namespace tocca {
namespace {

double core_radius(const ConvexPiece& piece) { return piece.kind == ConvexPiece::Kind::core ? piece.radius : 0.0; }

/// What of a gap is lost to rounding at most, and of a distance; the last term is for what underflows.
double rounding(double reach, double radii) { return 128.0 * unit_roundoff * (reach + radii) + 0x1p-500; }

/// Radii, rounding, and the way back from the local origin.
Distance finished(const GjkResult& core, double reach, double radius_a, double radius_b, const Vector3& origin) {
  const double radii = radius_a + radius_b;
  const double error = rounding(reach, radii);
  Distance result;
  const double length = core.normal.norm();
  // Below 2^-400 squares underflow: the quotient would be no unit vector.
  result.normal = length > 0x1p-400 ? Vector3(core.normal / length) : Vector3(Vector3::UnitX());
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

/// GJK goes on until distance and gap agree to this much of the pieces' reach: as far as rounding allows.
constexpr double finest = 64.0 * unit_roundoff;
/// Where it does not get there, triangles are content with this: 2^-43, about 1e-13.
constexpr double fine_share = 1024.0 * unit_roundoff;

Distance closest_triangles(const ConvexPiece& a, const ConvexPiece& b, double enough) {
  const Vector3& origin = a.point[0];
  const LocalTriangle local_a(a, origin), local_b(b, origin);
  const double reach = std::max(local_a.reach(), local_b.reach());
  const double radii = a.radius + b.radius;
  const double enough_core = (enough + radii) * (1.0 + 4.0 * unit_roundoff) + rounding(reach, radii);
  GjkResult core = gjk(local_a, local_b, local_a.middle() - local_b.middle(), finest * reach, enough_core);
  const bool loose = core.upper - core.gap > fine_share * reach && core.upper > fine_share * reach;
  if (loose && !(core.gap > enough_core)) try_all_features(local_a, local_b, core);
  return finished(core, reach, a.radius, b.radius, origin);
}

Distance closest_pieces(const ConvexPiece& a, const ConvexPiece& b, double enough) {
  const Vector3 origin = a.some_point();
  const LocalPiece local_a(a, origin), local_b(b, origin);
  const double reach = std::max(local_a.reach(), local_b.reach());
  const double radius_a = core_radius(a), radius_b = core_radius(b), radii = radius_a + radius_b;
  const double enough_core = (enough + radii) * (1.0 + 4.0 * unit_roundoff) + rounding(reach, radii);
  const GjkResult core = gjk(local_a, local_b, local_a.middle() - local_b.middle(), finest * reach, enough_core);
  return finished(core, reach, radius_a, radius_b, origin);
}

}  // namespace

Distance closest(const ConvexPiece& a, const ConvexPiece& b, double enough) {
  if (a.is_triangle() && b.is_triangle()) return closest_triangles(a, b, enough);
  return closest_pieces(a, b, enough);
}

}  // namespace tocca
