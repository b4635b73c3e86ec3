#include "shape/triangles_meet.hpp"

#include <algorithm>
#include <optional>

#include "core/exact_sign.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

int side(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  return orient3d(a.data(), b.data(), c.data(), d.data());
}

/// Some point that is not in the triangle's plane; none if it has no area.
std::optional<Vector3> point_off(const Vector3& a, const Vector3& b, const Vector3& c) {
  for (int k = 0; k < 3; ++k) {
    Vector3 d = a;
    d[k] = a[k] == 0.0 ? 1.0 : 2.0 * a[k];
    if (side(a, b, c, d) != 0) return d;
  }
  return std::nullopt;
}

/// Three vertices, and a point off their plane.
class ExactTriangle {
 public:
  ExactTriangle(const std::vector<Vector3>& v, const Triangle& t)
      : corners_{&v[t[0]], &v[t[1]], &v[t[2]]}, off_(point_off(*corners_[0], *corners_[1], *corners_[2])) {}

  bool has_area() const { return off_.has_value(); }
  const Vector3& corner(unsigned k) const { return *corners_[k % 3]; }

  bool meets_segment(const Vector3& p, const Vector3& q) const {
    const int side_p = side(corner(0), corner(1), corner(2), p), side_q = side(corner(0), corner(1), corner(2), q);
    if (side_p * side_q > 0) return false;
    if (side_p == 0 && side_q == 0) return meets_in_plane(p, q);
    // The segment crosses the plane at one point, and its line has the three edges on one side, or on none, if that is in the triangle.
    int least = 1, greatest = -1;
    for (unsigned k = 0; k < 3; ++k) {
      const int sign = side(p, q, corner(k), corner(k + 1));
      least = std::min(least, sign), greatest = std::max(greatest, sign);
    }
    return least >= 0 || greatest <= 0;
  }

 private:
  /// Two convex sets of a plane are apart if and only if the line of a side of one of them has one set strictly on one side and the other
  /// not: a segment's only line, or a triangle's three.
  bool meets_in_plane(const Vector3& p, const Vector3& q) const {
    for (unsigned k = 0; k < 3; ++k) {
      const Vector3 &a = corner(k), &b = corner(k + 1);
      const int inner = side(a, b, *off_, corner(k + 2));
      if (side(a, b, *off_, p) * inner < 0 && side(a, b, *off_, q) * inner < 0) return false;
    }
    const int first = side(p, q, *off_, corner(0));
    return first == 0 || side(p, q, *off_, corner(1)) != first || side(p, q, *off_, corner(2)) != first;
  }

  std::array<const Vector3*, 3> corners_;
  std::optional<Vector3> off_;
};

bool has(const Triangle& t, Index vertex) { return std::find(t.begin(), t.end(), vertex) != t.end(); }

}  // namespace

bool meet(const std::vector<Vector3>& vertices, const Triangle& s, const Triangle& t) {
  const ExactTriangle first(vertices, s), second(vertices, t);
  if (!first.has_area() || !second.has_area()) return true;
  for (unsigned k = 0; k < 3; ++k) {
    if (first.meets_segment(second.corner(k), second.corner(k + 1))) return true;
    if (second.meets_segment(first.corner(k), first.corner(k + 1))) return true;
  }
  return false;
}

bool meet_beyond_shared(const std::vector<Vector3>& vertices, const Triangle& s, const Triangle& t) {
  TOCCA_REQUIRE(!std::is_permutation(s.begin(), s.end(), t.begin()), "the two triangles must not be equal");
  const ExactTriangle first(vertices, s), second(vertices, t);
  if (!first.has_area() || !second.has_area()) return true;
  const auto shared = std::count_if(s.begin(), s.end(), [&](Index vertex) { return has(t, vertex); });
  if (shared == 0) return meet(vertices, s, t);
  if (shared == 1) {
    // What they have in common is star-shaped about the vertex; along each ray it ends where the ray leaves one of them, which is opposite
    // of the vertex.
    for (unsigned k = 0; k < 3; ++k) {
      if (has(t, s[k]) && second.meets_segment(first.corner(k + 1), first.corner(k + 2))) return true;
      if (has(s, t[k]) && first.meets_segment(second.corner(k + 1), second.corner(k + 2))) return true;
    }
    return false;
  }
  // An edge: they meet beyond it if they lie in one plane, on the same side of it.
  const auto apex = [&](const Triangle& own, const Triangle& other) {
    return *std::find_if(own.begin(), own.end(), [&](Index vertex) { return !has(other, vertex); });
  };
  const Vector3 &c = vertices[apex(s, t)], &d = vertices[apex(t, s)];
  const unsigned k = has(t, s[0]) ? (has(t, s[1]) ? 0 : 2) : 1;
  const Vector3 &a = first.corner(k), &b = first.corner(k + 1);
  if (side(a, b, c, d) != 0) return false;
  const std::optional<Vector3> off = point_off(a, b, c);
  return side(a, b, *off, c) == side(a, b, *off, d);
}

}  // namespace tocca
