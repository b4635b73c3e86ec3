#include "tocca/contact/touching.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tocca/contact/closest.hpp"
#include "triangle_features.hpp"

namespace tocca {
namespace {

const Vector3& reference(const ConvexPiece& piece) {
  return piece.kind == ConvexPiece::Kind::core ? piece.point[0] : piece.centre;
}

bool is_plain_triangle(const ConvexPiece& piece) {
  return piece.kind == ConvexPiece::Kind::core && piece.count == 3 && piece.radius == 0.0;
}

/// A triangle seen from a point near it, with what it owns.
struct Side {
  LocalTriangle corner;
  std::uint8_t owned;
  Vector3 normal;  ///< of the face; zero without area

  Side(const ConvexPiece& piece, std::uint8_t owned_features, const Vector3& origin)
      : corner(piece, origin), owned(owned_features), normal(edge(0).cross(-edge(2))) {
    const double length = normal.norm();
    if (length > 0.0) normal /= length;
  }
  Vector3 edge(int i) const { return corner[(i + 1) % 3] - corner[i]; }
  bool owns_vertex(int i) const { return (owned >> i) & 1; }
  bool owns_edge(int i) const { return (owned >> (3 + i)) & 1; }

  Vector3 foot_on_edge(int i, const Vector3& x) const {
    const Vector3 d = edge(i);
    const double along = (x - corner[i]).dot(d);
    return corner[i] + (along > 0.0 ? std::min(1.0, along / d.squaredNorm()) : 0.0) * d;
  }
};

class TrianglePlaces {
 public:
  TrianglePlaces(const Side& a, const Side& b, double reach, bool apart, const Vector3& origin,
                 std::vector<TouchingPlace>& places)
      : a_(a), b_(b), reach_(reach), noise_(0.0), apart_(apart), origin_(origin), places_(places) {
    double size = 0.0;
    for (int i = 0; i < 3; ++i) size = std::max({size, a.corner[i].norm(), b.corner[i].norm()});
    noise_ = 1e-9 * size;
  }

  void append() {
    for (int i = 0; i < 3; ++i) {
      vertex(a_, i, b_, ContactKind::vertex_face);
      vertex(b_, i, a_, ContactKind::face_vertex);
      for (int j = 0; j < 3; ++j) {
        if (a_.owns_edge(i) && b_.owns_edge(j)) edges(i, j);
      }
    }
  }

 private:
  bool near(const Vector3& p, const Vector3& q) const { return (p - q).norm() <= reach_; }

  /// A vertex of one triangle against corners, edges and face of the other.
  void vertex(const Side& from, int i, const Side& to, ContactKind kind) {
    const Vector3& p = from.corner[i];
    const bool first = kind == ContactKind::vertex_face;
    bool at_corner = false, at_edge = false;
    for (int j = 0; j < 3; ++j) {
      if (!near(p, to.corner[j])) continue;
      at_corner = true;  // reported from the side of a only
      if (first && from.owns_vertex(i) && to.owns_vertex(j)) add(p, to.corner[j], to.normal, kind);
    }
    if (at_corner) return;
    for (int j = 0; j < 3; ++j) {
      const Vector3 foot = to.foot_on_edge(j, p);
      if (!near(p, foot)) continue;
      at_edge = true;
      if (from.owns_vertex(i) && to.owns_edge(j)) first ? add(p, foot, to.normal, kind) : add(foot, p, to.normal, kind);
    }
    if (at_edge || !from.owns_vertex(i)) return;
    const Vector3 foot = nearest_on_triangle(p, to.corner[0], to.corner[1], to.corner[2]);
    if (near(p, foot)) first ? add(p, foot, to.normal, kind) : add(foot, p, to.normal, kind);
  }

  void edges(int i, int j) {
    const Vector3 d = a_.edge(i), e = b_.edge(j);
    if (d.isZero(0.0) || e.isZero(0.0)) return;  // a vertex named twice
    // ends of one that are near the other
    struct Stretch {
      Vector3 a, b;
    } end[4];
    int ends = 0;
    for (int k = 0; k < 2; ++k) {
      const Vector3 &p = a_.corner[(i + k) % 3], &q = b_.corner[(j + k) % 3];
      const Vector3 on_b = b_.foot_on_edge(j, p), on_a = a_.foot_on_edge(i, q);
      if (near(p, on_b)) end[ends++] = {p, on_b};
      if (near(q, on_a)) end[ends++] = {on_a, q};
    }
    const Vector3 across = d.cross(e);
    if (ends == 0) {
      const auto [s, t] = nearest_on_segments(a_.corner[i], d, b_.corner[j], e);
      const Vector3 p = a_.corner[i] + s * d, q = b_.corner[j] + t * e;
      if (near(p, q)) add(p, q, across.normalized(), ContactKind::edge_edge);
      return;
    }
    int first = 0, last = 0;
    for (int k = 1; k < ends; ++k) {
      if (end[k].a.dot(d) < end[first].a.dot(d)) first = k;
      if (end[k].a.dot(d) > end[last].a.dot(d)) last = k;
    }
    if ((end[last].a - end[first].a).norm() <= 2.0 * reach_) return;  // one place, which the vertex reports
    // lying along each other: across both, the way between the triangles is what is left
    const Vector3 between = middle(a_) - middle(b_);
    const Vector3 side = (between - (between.dot(d) / d.squaredNorm()) * d).normalized();
    add(end[first].a, end[first].b, side, ContactKind::edge_edge);
    add(end[last].a, end[last].b, side, ContactKind::edge_edge);
  }

  static Vector3 middle(const Side& side) { return side.corner.middle(); }

  /// The normal: along the gap where there is one to speak of, unless they overlap a little and it points inwards; else
  /// the features' normal, turned to the side on which a lies; else from the middle of b to that of a.
  void add(const Vector3& on_a, const Vector3& on_b, const Vector3& feature_normal, ContactKind kind) {
    const Vector3 gap = on_a - on_b;
    const double distance = gap.norm();
    const Vector3 between = middle(a_) - middle(b_);
    Vector3 n = feature_normal;
    if (n.isZero(0.0)) n = between;
    const double turned = between.dot(n);
    if (turned < -noise_ || (turned <= noise_ && gap.dot(n) < 0.0)) n = -n;
    if (distance > noise_ && (apart_ || n.isZero(0.0) || gap.dot(n) > 0.0)) n = gap;
    const double length = n.norm();
    n = length > 0.0 ? Vector3(n / length) : Vector3(Vector3::UnitZ());
    places_.push_back({origin_ + (on_b + 0.5 * gap), n, kind});
  }

  const Side &a_, &b_;
  double reach_, noise_;
  bool apart_;
  const Vector3& origin_;
  std::vector<TouchingPlace>& places_;
};

void append_in_order(const ConvexPiece& a, std::uint8_t owned_a, const ConvexPiece& b, std::uint8_t owned_b,
                     double reach, std::vector<TouchingPlace>& places) {
  const Closest c = closest(a, b, reach);
  if (c.lower > reach) return;
  const Vector3 middle = c.point_b + 0.5 * (c.point_a - c.point_b);
  if (c.lower == 0.0) {
    const Penetration out = penetration(a, b);
    if (out.depth > reach) {
      places.push_back({middle, out.normal, ContactKind::overlap});
      return;
    }
    if (!is_plain_triangle(a) || !is_plain_triangle(b)) {
      places.push_back({middle, out.normal, ContactKind::round});
      return;
    }
  } else if (!is_plain_triangle(a) || !is_plain_triangle(b)) {
    places.push_back({middle, c.normal, ContactKind::round});
    return;
  }
  const Vector3& origin = a.point[0];
  const Side side_a(a, owned_a, origin), side_b(b, owned_b, origin);
  TrianglePlaces(side_a, side_b, reach, c.lower > 0.0, origin, places).append();
}

ContactKind mirrored(ContactKind kind) {
  if (kind == ContactKind::vertex_face) return ContactKind::face_vertex;
  return kind == ContactKind::face_vertex ? ContactKind::vertex_face : kind;
}

}  // namespace

void append_touching(const ConvexPiece& a, std::uint8_t owned_a, const ConvexPiece& b, std::uint8_t owned_b,
                     double reach, std::vector<TouchingPlace>& places) {
  const Vector3 &p = reference(a), &q = reference(b);
  if (!std::lexicographical_compare(q.begin(), q.end(), p.begin(), p.end())) {
    append_in_order(a, owned_a, b, owned_b, reach, places);
    return;
  }
  // Where rounding decides, it decides alike for (a, b) and (b, a): one order is computed, the other is its mirror image.
  const std::size_t before = places.size();
  append_in_order(b, owned_b, a, owned_a, reach, places);
  for (std::size_t i = before; i < places.size(); ++i) {
    places[i].normal = -places[i].normal;
    places[i].kind = mirrored(places[i].kind);
  }
}

}  // namespace tocca
