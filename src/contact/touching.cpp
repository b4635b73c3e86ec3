#include "contact/touching.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "contact/closest.hpp"
#include "contact/item_faces.hpp"
#include "contact/triangle_features.hpp"

namespace tocca {
namespace {

const Vector3& reference(const ConvexPiece& piece) {
  return piece.kind == ConvexPiece::Kind::core ? piece.point[0] : piece.centre;
}

/// Two items, and what is the same for all their places.
struct Meeting {
  const ItemFaces &a, &b;
  double reach;
  bool apart;
  /// The direction that separates two items of which one is a solid: along the gap, or where they would part soonest.
  /// Null for two triangles, whose features decide it.
  const Vector3* way_apart;
};

/// The places of two faces.
class FacePlaces {
 public:
  FacePlaces(const Meeting& meeting, const Face& a, const Face& b, const Vector3& origin, std::vector<Contact>& places)
      : meeting_(meeting), a_(a), b_(b), reach_(meeting.reach), noise_(0.0), origin_(origin), places_(places) {
    double size = 0.0;
    for (const FaceCorner& corner : a.corners) size = std::max(size, corner.at.norm());
    for (const FaceCorner& corner : b.corners) size = std::max(size, corner.at.norm());
    noise_ = 1e-9 * size;
  }

  void append() {
    for (int i = 0; i < std::max(a_.count(), b_.count()); ++i) {
      if (i < a_.count()) vertex(a_, i, b_, ContactKind::vertex_face);
      if (i < b_.count()) vertex(b_, i, a_, ContactKind::face_vertex);
      for (int j = 0; i < a_.count() && j < b_.count(); ++j) {
        if (a_.corner(i).owns_edge && b_.corner(j).owns_edge) edges(i, j);
      }
    }
  }

 private:
  bool near(const Vector3& p, const Vector3& q) const { return (p - q).norm() <= reach_; }

  /// A vertex of one face against corners, edges and inside of the other.
  void vertex(const Face& from, int i, const Face& to, ContactKind kind) {
    const Vector3& p = from.point(i);
    const bool owned = from.corner(i).owns_vertex;
    const bool first = kind == ContactKind::vertex_face;
    bool at_corner = false, at_edge = false;
    for (int j = 0; j < to.count(); ++j) {
      if (!near(p, to.point(j))) continue;
      at_corner = true;  // reported from the side of a only
      if (first && owned && to.corner(j).owns_vertex) add(p, to.point(j), to.normal, kind);
    }
    if (at_corner) return;
    for (int j = 0; j < to.count(); ++j) {
      const Vector3 foot = to.foot_on_edge(j, p);
      if (!near(p, foot)) continue;
      at_edge = true;
      if (owned && to.corner(j).owns_edge) first ? add(p, foot, to.normal, kind) : add(foot, p, to.normal, kind);
    }
    if (at_edge || !owned) return;
    const Vector3 foot = to.foot(p);
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
      const Vector3 &p = a_.point(i + k), &q = b_.point(j + k);
      const Vector3 on_b = b_.foot_on_edge(j, p), on_a = a_.foot_on_edge(i, q);
      if (near(p, on_b)) end[ends++] = {p, on_b};
      if (near(q, on_a)) end[ends++] = {on_a, q};
    }
    const Vector3 across = d.cross(e);
    if (ends == 0) {
      const auto [s, t] = nearest_on_segments(a_.point(i), d, b_.point(j), e);
      const Vector3 p = a_.point(i) + s * d, q = b_.point(j) + t * e;
      if (near(p, q)) add(p, q, across.normalized(), ContactKind::edge_edge);
      return;
    }
    int first = 0, last = 0;
    for (int k = 1; k < ends; ++k) {
      if (end[k].a.dot(d) < end[first].a.dot(d)) first = k;
      if (end[k].a.dot(d) > end[last].a.dot(d)) last = k;
    }
    if ((end[last].a - end[first].a).norm() <= 2.0 * reach_) return;  // one place, which the vertex reports
    // lying along each other: across both, the way between the items is what is left
    const Vector3 between = meeting_.a.middle() - meeting_.b.middle();
    const Vector3 side = (between - (between.dot(d) / d.squaredNorm()) * d).normalized();
    add(end[first].a, end[first].b, side, ContactKind::edge_edge);
    add(end[last].a, end[last].b, side, ContactKind::edge_edge);
  }

  /// The normal: along the gap if there is a notable one, unless they overlap a little and it points inwards; else
  /// the way apart of solids, or the features' normal, turned to the side on which a lies; else from the middle of b to
  /// that of a.
  void add(const Vector3& on_a, const Vector3& on_b, const Vector3& feature_normal, ContactKind kind) {
    const Vector3 gap = on_a - on_b;
    const double distance = gap.norm();
    const Vector3 between = meeting_.a.middle() - meeting_.b.middle();
    Vector3 n = meeting_.way_apart ? *meeting_.way_apart : feature_normal;
    if (n.isZero(0.0)) n = between;
    const double turned = between.dot(n);
    if (turned < -noise_ || (turned <= noise_ && gap.dot(n) < 0.0)) n = -n;
    if (distance > noise_ && (meeting_.apart || n.isZero(0.0) || gap.dot(n) > 0.0)) n = gap;
    const double length = n.norm();
    n = length > 0.0 ? Vector3(n / length) : Vector3(Vector3::UnitZ());
    places_.push_back({origin_ + (on_b + 0.5 * gap), n, kind, {-1, -1}, meeting_.apart ? distance : 0.0});
  }

  const Meeting& meeting_;
  const Face &a_, &b_;
  double reach_, noise_;
  const Vector3& origin_;
  std::vector<Contact>& places_;
};

void append_in_order(const ConvexPiece& a, std::uint8_t owned_a, const ConvexPiece& b, std::uint8_t owned_b,
                     double reach, std::vector<Contact>& places) {
  const Distance c = closest(a, b, reach);
  if (c.lower > reach) return;
  const Vector3 middle = c.point_b + 0.5 * (c.point_a - c.point_b);
  const bool apart = c.lower > 0.0, solid = a.kind != ConvexPiece::Kind::core || b.kind != ConvexPiece::Kind::core;
  Vector3 normal = c.normal;
  if (!apart) {
    const Penetration out = penetration(a, b);
    normal = out.normal;
    if (out.depth > reach) {
      places.push_back({middle, normal, ContactKind::overlap});
      return;
    }
  }
  if (!ItemFaces::are_all_of(a) || !ItemFaces::are_all_of(b)) {
    places.push_back({middle, normal, ContactKind::round, {-1, -1}, apart ? c.upper : 0.0});
    return;
  }
  const Vector3& origin = reference(a);
  const ItemFaces faces_a(a, owned_a, origin), faces_b(b, owned_b, origin);
  const Meeting meeting{faces_a, faces_b, reach, apart, solid ? &normal : nullptr};
  for (const Face& face_a : faces_a.faces()) {
    for (const Face& face_b : faces_b.faces()) {
      const bool near =
          (face_a.low - face_b.high).maxCoeff() <= reach && (face_b.low - face_a.high).maxCoeff() <= reach;
      if (near) FacePlaces(meeting, face_a, face_b, origin, places).append();
    }
  }
}

ContactKind mirrored(ContactKind kind) {
  if (kind == ContactKind::vertex_face) return ContactKind::face_vertex;
  return kind == ContactKind::face_vertex ? ContactKind::vertex_face : kind;
}

}  // namespace

void append_touching(const ConvexPiece& a, std::uint8_t owned_a, const ConvexPiece& b, std::uint8_t owned_b,
                     double reach, std::vector<Contact>& places) {
  const Vector3 &p = reference(a), &q = reference(b);
  if (!std::lexicographical_compare(q.begin(), q.end(), p.begin(), p.end())) {
    append_in_order(a, owned_a, b, owned_b, reach, places);
    return;
  }
  // Where rounding decides, it decides alike for (a, b) and (b, a): one order is computed, the other is its mirror
  // image.
  const std::size_t before = places.size();
  append_in_order(b, owned_b, a, owned_a, reach, places);
  for (std::size_t i = before; i < places.size(); ++i) {
    places[i].normal = -places[i].normal;
    places[i].kind = mirrored(places[i].kind);
  }
}

}  // namespace tocca
