#include "audit/solids.hpp"

#include <map>
#include <numeric>

#include "audit/reader.hpp"

namespace tocca::audit {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;
using Corners = std::array<std::uint32_t, 3>;

/// Vertices at exactly the same place get the number of the first of them.
std::vector<std::uint32_t> weld(const std::vector<Point>& vertices) {
  std::map<Point, std::uint32_t> seen;
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    Point place = vertices[i];
    for (double& x : place) x += 0.0;  // -0 is 0
    result.push_back(seen.try_emplace(place, i).first->second);
  }
  return result;
}

std::array<Edge, 3> edges_of(const Corners& t) {
  const auto edge = [](std::uint32_t a, std::uint32_t b) { return a < b ? Edge{a, b} : Edge{b, a}; };
  return {edge(t[0], t[1]), edge(t[1], t[2]), edge(t[2], t[0])};
}

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/// Triangles that are connected through edges get the number of one of them; those left out stay by themselves.
std::vector<std::uint32_t> connected(const std::vector<Corners>& triangles, const std::vector<bool>& left_out) {
  std::vector<std::uint32_t> parent(triangles.size());
  std::iota(parent.begin(), parent.end(), 0u);
  std::map<Edge, std::uint32_t> first;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    if (left_out[i]) continue;
    for (const Edge& edge : edges_of(triangles[i])) {
      parent[root_of(parent, i)] = root_of(parent, first.try_emplace(edge, i).first->second);
    }
  }
  for (std::uint32_t i = 0; i < triangles.size(); ++i) parent[i] = root_of(parent, i);
  return parent;
}

bool may_be_flat(const Collider& mesh, const Corners& t) {
  const Vector a = enclose(mesh.vertices[t[0]]);
  const Vector n = cross(enclose(mesh.vertices[t[1]]) - a, enclose(mesh.vertices[t[2]]) - a);
  for (const Interval& x : n) {
    if (x.lo > 0.0 || x.hi < 0.0) return false;
  }
  return true;
}

/// Triangles with an edge that no other triangle has, repeatedly.
std::vector<bool> fins(const std::vector<Corners>& triangles, const std::vector<bool>& left_out) {
  std::map<Edge, std::vector<std::uint32_t>> at;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    if (left_out[i]) continue;
    for (const Edge& edge : edges_of(triangles[i])) at[edge].push_back(i);
  }
  std::vector<bool> result(triangles.size());
  std::vector<std::uint32_t> doomed;
  const auto look = [&](const Edge& edge) {
    if (at[edge].size() == 1) doomed.push_back(at[edge].front());
  };
  for (const auto& entry : at) {
    if (entry.second.size() == 1) doomed.push_back(entry.second.front());
  }
  while (!doomed.empty()) {
    const std::uint32_t i = doomed.back();
    doomed.pop_back();
    if (result[i]) continue;
    result[i] = true;
    for (const Edge& edge : edges_of(triangles[i])) {
      std::erase(at[edge], i);
      look(edge);
    }
  }
  return result;
}

/// -1, 1, or 0 where the sign is not known.
int sign(const Interval& x) { return x.lo > 0.0 ? 1 : x.hi < 0.0 ? -1 : 0; }

/// Does the ray from p along a coordinate axis cross a triangle? 1: yes; 0: no; -1: too near an edge to tell.
int crosses(const Vector& p, std::size_t axis, int way, const Vector& a, const Vector& b, const Vector& c) {
  const std::size_t e = (axis + 1) % 3, f = (axis + 2) % 3;
  for (const std::size_t i : {e, f}) {
    if (a[i].hi < p[i].lo && b[i].hi < p[i].lo && c[i].hi < p[i].lo) return 0;
    if (a[i].lo > p[i].hi && b[i].lo > p[i].hi && c[i].lo > p[i].hi) return 0;
  }
  if (way > 0 ? a[axis].hi < p[axis].lo && b[axis].hi < p[axis].lo && c[axis].hi < p[axis].lo
              : a[axis].lo > p[axis].hi && b[axis].lo > p[axis].hi && c[axis].lo > p[axis].hi) {
    return 0;
  }
  const Vector x = a - p, y = b - p, z = c - p;
  const auto around = [&](const Vector& u, const Vector& v) { return sign(u[e] * v[f] - u[f] * v[e]); };
  const int s[3] = {around(x, y), around(y, z), around(z, x)};
  const bool left = s[0] > 0 || s[1] > 0 || s[2] > 0, right = s[0] < 0 || s[1] < 0 || s[2] < 0;
  if (left && right) return 0;
  if (s[0] == 0 || s[1] == 0 || s[2] == 0) return -1;
  const int side = sign(dot(x, cross(y, z)));
  return side == 0 ? -1 : side * s[0] * way > 0 ? 1 : 0;
}

}  // namespace

Surface::Surface(const Collider& collider, std::uint32_t item, std::uint32_t point)
    : first_item(item), first_point(point), mesh(&collider) {
  const std::vector<std::uint32_t> same = weld(collider.vertices);
  const std::size_t count = collider.triangles.size();
  std::vector<Corners> triangles;
  std::map<Corners, std::uint32_t> seen;
  std::vector<bool> odd(count), none(count);  // `odd`: equal to another one, or perhaps without area
  for (std::uint32_t i = 0; i < count; ++i) {
    Corners t = collider.triangles[i];
    odd[i] = may_be_flat(collider, t);
    for (std::uint32_t& vertex : t) vertex = same[vertex];
    triangles.push_back(t);
    std::sort(t.begin(), t.end());
    const auto [equal, is_new] = seen.try_emplace(t, i);
    if (!is_new) odd[i] = odd[equal->second] = true;
  }
  // A whole connected set with an odd triangle in it is doubtful, its fins included.
  component = connected(triangles, none);
  std::vector<bool> doubtful_set(count), doubtful(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (odd[i]) doubtful_set[component[i]] = true;
  }
  for (std::uint32_t i = 0; i < count; ++i) doubtful[i] = doubtful_set[component[i]];
  const std::vector<bool> fin = fins(triangles, doubtful);
  std::vector<bool> apart(count);
  for (std::size_t i = 0; i < count; ++i) apart[i] = fin[i] || doubtful[i];
  const std::vector<std::uint32_t> rest = connected(triangles, apart);
  std::map<Edge, std::uint32_t> uses;
  std::vector<bool> uneven(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (apart[i]) continue;
    for (const Edge& edge : edges_of(triangles[i])) ++uses[edge];
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (apart[i]) continue;
    for (const Edge& edge : edges_of(triangles[i])) uneven[rest[i]] = uneven[rest[i]] || uses[edge] % 2 == 1;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (component[i] == i) first.push_back(i);
    if (!apart[i]) component[i] = rest[i];
    kind.push_back(doubtful[i] ? Kind::doubtful : fin[i] || uneven[rest[i]] ? Kind::open : Kind::closed);
    closed = closed || kind.back() != Kind::open;
  }
}

Solids::Solids(const Geometry& geometry) {
  std::uint32_t item = 0, point = 0;
  for (const Body& body : geometry.group().bodies) {
    for (const Collider& collider : body.colliders) {
      if (collider.shape != Shape::mesh) {
        pieces_.push_back({geometry.point(point)});
      } else {
        const Surface& surface = surfaces_.emplace_back(collider, item, point);
        for (const std::uint32_t first : surface.first) {
          Piece& piece = pieces_.emplace_back();
          const Corners& t = collider.triangles[first];
          const Vector a = geometry.point(point + t[0]), b = geometry.point(point + t[1]),
                       c = geometry.point(point + t[2]);
          // Points that lie on no grid that a mesh may have, so that rays from them seldom meet edges.
          piece.push_back(Interval(0.28125) * a + Interval(0.34375) * b + Interval(0.375) * c);
          piece.push_back(Interval(0.609375) * a + Interval(0.296875) * b + Interval(0.09375) * c);
          piece.push_back(a);
        }
      }
      item += item_count(collider);
      point += static_cast<std::uint32_t>(point_count(collider));
    }
  }
}

bool Solids::any_closed() const {
  for (const Surface& surface : surfaces_) {
    if (surface.closed) return true;
  }
  return false;
}

Solids::Side Solids::side(const Vector& p, const std::vector<Vector>& points) const {
  bool unclear = false;
  for (const Surface& surface : surfaces_) {
    if (!surface.closed) continue;
    bool known = false;
    for (int direction = 0; direction < 6 && !known; ++direction) {
      const auto axis = static_cast<std::size_t>(direction / 2);
      std::map<std::uint32_t, bool> odd;
      known = true;
      for (std::size_t i = 0; i < surface.kind.size() && known; ++i) {
        if (surface.kind[i] == Surface::Kind::open) continue;
        const Corners& t = surface.mesh->triangles[i];
        const Vector* corner = points.data() + surface.first_point;
        const int hit = crosses(p, axis, direction % 2 == 0 ? 1 : -1, corner[t[0]], corner[t[1]], corner[t[2]]);
        known = hit == 0 || (hit == 1 && surface.kind[i] == Surface::Kind::closed);
        if (hit == 1) odd[surface.component[i]] = !odd[surface.component[i]];
      }
      if (!known) continue;
      for (const auto& entry : odd) {
        if (entry.second) return Side::inside;
      }
    }
    unclear = unclear || !known;
  }
  return unclear ? Side::unclear : Side::outside;
}

std::vector<Vector> placed(const Geometry& geometry, const Map& pose) {
  std::vector<Vector> result;
  for (std::uint32_t i = 0; i < geometry.point_count(); ++i) result.push_back(mapped(pose, geometry.point(i)));
  return result;
}

namespace {

void require_pieces_outside(const Solids& pieces, const Map& pose_pieces, const Geometry& around, const Solids& solids,
                            const Map& pose_around, const std::string& where) {
  if (!solids.any_closed()) return;
  const std::vector<Vector> points = placed(around, pose_around);
  Vector box = points.front();
  for (const Vector& p : points) {
    for (std::size_t i = 0; i < 3; ++i) box[i] = hull(box[i], p[i]);
  }
  for (const Solids::Piece& piece : pieces.pieces()) {
    Solids::Side side = Solids::Side::unclear;
    for (std::size_t i = 0; i < piece.size() && side == Solids::Side::unclear; ++i) {
      const Vector p = mapped(pose_pieces, piece[i]);
      const bool beyond = p[0].hi < box[0].lo || p[0].lo > box[0].hi || p[1].hi < box[1].lo || p[1].lo > box[1].hi ||
                          p[2].hi < box[2].lo || p[2].lo > box[2].hi;
      side = beyond ? Solids::Side::outside : solids.side(p, points);
    }
    if (side == Solids::Side::inside) throw Rejected(where + ": one is inside a closed mesh of the other");
    if (side == Solids::Side::unclear) throw Rejected(where + ": no ray tells whether one is inside the other");
  }
}

}  // namespace

void require_outside(const Geometry& a, const Solids& solids_a, const Map& pose_a, const Geometry& b,
                     const Solids& solids_b, const Map& pose_b, const std::string& where) {
  require_pieces_outside(solids_a, pose_a, b, solids_b, pose_b, where);
  require_pieces_outside(solids_b, pose_b, a, solids_a, pose_a, where);
}

}  // namespace tocca::audit
