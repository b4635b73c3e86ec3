#include "audit/solids.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "audit/reader.hpp"

namespace tocca::audit {
namespace {

using Corners = std::array<std::uint32_t, 3>;

/// Numbers equal keys alike, in the order of the keys.
template <class Key>
std::vector<std::uint32_t> numbered(const std::vector<Key>& keys) {
  std::vector<std::uint32_t> order(keys.size()), number(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) { return keys[x] < keys[y]; });
  for (std::size_t i = 1, last = 0; i < order.size(); ++i) {
    last += keys[order[i - 1]] < keys[order[i]] ? 1 : 0;
    number[order[i]] = static_cast<std::uint32_t>(last);
  }
  return number;
}

/// The edges of triangles, by number: edge k of triangle i is entry 3 i + k. Vertices at exactly the same place are one.
std::vector<std::uint32_t> edges_of(const std::vector<Corners>& triangles) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const Corners& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k)
      edges.push_back(std::minmax(std::uint32_t{t[k]}, std::uint32_t{t[(k + 1) % 3]}));
  }
  return numbered(edges);
}

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/// Triangles that are connected through edges get the number of one of them; those left out stay by themselves.
std::vector<std::uint32_t> connected(const std::vector<std::uint32_t>& edges, const std::vector<bool>& left_out) {
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> parent(left_out.size()), first(edges.size(), none);
  std::iota(parent.begin(), parent.end(), 0u);
  for (std::uint32_t i = 0; i < parent.size(); ++i) {
    for (std::size_t k = 0; k < 3 && !left_out[i]; ++k) {
      std::uint32_t& other = first[edges[3 * i + k]];
      if (other == none) other = i;
      parent[root_of(parent, i)] = root_of(parent, other);
    }
  }
  for (std::uint32_t i = 0; i < parent.size(); ++i) parent[i] = root_of(parent, i);
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

/// Triangles with an edge that no other triangle has, repeatedly. For each edge: how many triangles it still has, and the exclusive or of
/// their numbers, which is the last one's own.
std::vector<bool> fins(const std::vector<std::uint32_t>& edges, const std::vector<bool>& left_out) {
  std::vector<std::uint32_t> uses(edges.size()), mixed(edges.size()), doomed;
  for (std::uint32_t i = 0; i < left_out.size(); ++i) {
    for (std::size_t k = 0; k < 3 && !left_out[i]; ++k) ++uses[edges[3 * i + k]], mixed[edges[3 * i + k]] ^= i;
  }
  for (std::size_t e = 0; e < uses.size(); ++e) {
    if (uses[e] == 1) doomed.push_back(mixed[e]);
  }
  std::vector<bool> result(left_out.size());
  while (!doomed.empty()) {
    const std::uint32_t i = doomed.back();
    doomed.pop_back();
    if (result[i]) continue;
    result[i] = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t e = edges[3 * i + k];
      mixed[e] ^= i;
      if (--uses[e] == 1) doomed.push_back(mixed[e]);
    }
  }
  return result;
}

/// -1, 1, or 0 where the sign is not known.
int sign(const Interval& x) { return x.lo > 0.0 ? 1 : x.hi < 0.0 ? -1 : 0; }

/// Is everything of a box before p, or beyond it, along one axis?
bool before(const Interval& box, const Interval& p) { return box.hi < p.lo; }
bool beyond(const Interval& box, const Interval& p) { return box.lo > p.hi; }

/// Is p surely not in the box?
bool is_off(const Vector& box, const Vector& p) {
  return before(box[0], p[0]) || beyond(box[0], p[0]) || before(box[1], p[1]) || beyond(box[1], p[1]) ||
         before(box[2], p[2]) || beyond(box[2], p[2]);
}

/// Can no ray from p along an axis meet the box?
bool misses(const Vector& box, const Vector& p, std::size_t axis, int way) {
  for (const std::size_t i : {(axis + 1) % 3, (axis + 2) % 3}) {
    if (before(box[i], p[i]) || beyond(box[i], p[i])) return true;
  }
  return way > 0 ? before(box[axis], p[axis]) : beyond(box[axis], p[axis]);
}

/// Does the ray from p along a coordinate axis cross a triangle? 1: yes; 0: no; -1: too near an edge to tell.
int crosses(const Vector& p, std::size_t axis, int way, const Vector& a, const Vector& b, const Vector& c) {
  const std::size_t e = (axis + 1) % 3, f = (axis + 2) % 3;
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

Surface::Surface(const Collider& collider, const Geometry& geometry, std::uint32_t item, std::uint32_t first_point)
    : mesh(&collider), first_item(item) {
  std::vector<Point> places = collider.vertices;
  for (Point& place : places) {
    for (double& x : place) x += 0.0;  // -0 is 0
  }
  const std::vector<std::uint32_t> same = numbered(places);
  const std::size_t count = collider.triangles.size();
  std::vector<Corners> triangles, sorted;
  for (const Corners& t : collider.triangles) {
    triangles.push_back({same[t[0]], same[t[1]], same[t[2]]});
    sorted.push_back(triangles.back());
    std::sort(sorted.back().begin(), sorted.back().end());
  }
  const std::vector<std::uint32_t> edges = edges_of(triangles), equal = numbered(sorted);
  std::vector<std::uint32_t> copies(count);
  for (const std::uint32_t number : equal) ++copies[number];
  std::vector<bool> odd(count), none(count);  // `odd`: equal to another one, or perhaps without area
  for (std::size_t i = 0; i < count; ++i) odd[i] = copies[equal[i]] > 1 || may_be_flat(collider, collider.triangles[i]);
  // A whole connected set with an odd triangle in it is doubtful, its fins included.
  const std::vector<std::uint32_t> set = connected(edges, none);
  std::vector<bool> doubtful_set(count), doubtful(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (odd[i]) doubtful_set[set[i]] = true;
  }
  for (std::uint32_t i = 0; i < count; ++i) doubtful[i] = doubtful_set[set[i]];
  const std::vector<bool> fin = fins(edges, doubtful);
  std::vector<bool> apart(count);
  for (std::size_t i = 0; i < count; ++i) apart[i] = fin[i] || doubtful[i];
  const std::vector<std::uint32_t> rest = connected(edges, apart);
  std::vector<std::uint32_t> uses(edges.size());
  std::vector<bool> uneven(count);
  for (std::size_t i = 0; i < edges.size(); ++i) uses[edges[i]] += apart[i / 3] ? 0 : 1;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!apart[i / 3] && uses[edges[i]] % 2 == 1) uneven[rest[i / 3]] = true;
  }
  for (std::uint32_t i = 0; i < collider.vertices.size(); ++i) points.push_back(geometry.point(first_point + i));
  box = points.front();
  std::map<std::uint32_t, std::size_t> number;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Corners& t = collider.triangles[i];
    Vector& around = boxes.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      around[k] = hull(hull(points[t[0]][k], points[t[1]][k]), points[t[2]][k]);
      box[k] = hull(box[k], around[k]);
    }
    if (set[i] == i) first.push_back(i);
    if (fin[i]) continue;
    const auto [place, is_new] = number.try_emplace(doubtful[i] ? set[i] : rest[i], components.size());
    if (is_new) components.push_back({doubtful[i] || uneven[rest[i]], around, {}});
    Component& own = components[place->second];
    for (std::size_t k = 0; k < 3; ++k) own.box[k] = hull(own.box[k], around[k]);
    own.triangles.push_back(i);
  }
}

Solids::Solids(const Geometry& geometry) {
  std::uint32_t item = 0, point = 0;
  for (const Body& body : geometry.group().bodies) {
    for (const Collider& collider : body.colliders) {
      if (collider.shape != Shape::mesh) {
        pieces_.push_back({place_of(geometry.point(point))});
      } else {
        const Surface& surface = surfaces_.emplace_back(collider, geometry, item, point);
        for (const std::uint32_t first : surface.first) {
          Piece& piece = pieces_.emplace_back();
          const Corners& t = collider.triangles[first];
          const Vector a = geometry.point(point + t[0]), b = geometry.point(point + t[1]),
                       c = geometry.point(point + t[2]);
          // Points that lie on no grid that a mesh may have, so that rays from them seldom meet edges.
          piece.push_back(place_of(Interval(0.28125) * a + Interval(0.34375) * b + Interval(0.375) * c));
          piece.push_back(place_of(Interval(0.609375) * a + Interval(0.296875) * b + Interval(0.09375) * c));
          piece.push_back(place_of(a));
        }
      }
      item += item_count(collider);
      point += static_cast<std::uint32_t>(point_count(collider));
    }
  }
}

bool Solids::any_closed() const {
  for (const Surface& surface : surfaces_) {
    if (!surface.components.empty()) return true;
  }
  return false;
}

Solids::Side Solids::side(const Surface& surface, const Component& component, const Vector& p) {
  if (is_off(component.box, p)) return Side::outside;
  for (int direction = 0; direction < 6; ++direction) {
    const auto axis = static_cast<std::size_t>(direction / 2);
    const int way = direction % 2 == 0 ? 1 : -1;
    bool known = true, odd = false;
    for (std::size_t k = 0; k < component.triangles.size() && known; ++k) {
      const std::uint32_t i = component.triangles[k];
      if (misses(surface.boxes[i], p, axis, way)) continue;
      const Corners& t = surface.mesh->triangles[i];
      const int hit = crosses(p, axis, way, surface.points[t[0]], surface.points[t[1]], surface.points[t[2]]);
      known = hit == 0 || (hit == 1 && !component.doubtful);
      if (hit == 1) odd = !odd;
    }
    if (known) return odd ? Side::inside : Side::outside;
  }
  return Side::unclear;
}

Solids::Side Solids::side(const Vector& p) const {
  Side result = Side::outside;
  for (const Surface& surface : surfaces_) {
    if (is_off(surface.box, p)) continue;
    for (const Component& component : surface.components) {
      const Side found = side(surface, component, p);
      if (found == Side::inside) return found;
      if (found == Side::unclear) result = found;
    }
  }
  return result;
}

bool Solids::surely_inside(const Vector& p, std::uint32_t item) const {
  for (const Surface& surface : surfaces_) {
    if (item < surface.first_item || item - surface.first_item >= surface.boxes.size()) continue;
    int inside = 0;
    for (const Component& component : surface.components) {
      const Side found = side(surface, component, p);
      if (found == Side::unclear) return false;
      inside += found == Side::inside ? 1 : 0;
    }
    return inside == 1;
  }
  return false;
}

std::optional<std::uint32_t> Solids::container(const Vector& p) const {
  for (const Surface& surface : surfaces_) {
    if (surely_inside(p, surface.first_item)) return surface.first_item;
  }
  return std::nullopt;
}

namespace {

void require_pieces_outside(const PlacedSolids& pieces, const PlacedSolids& around, const std::string& where) {
  if (!around.solids.any_closed()) return;
  const Pose pose = inverse(around.pose, around.defect) * pieces.pose;
  for (const Solids::Piece& piece : pieces.solids.pieces()) {
    Solids::Side side = Solids::Side::unclear;
    for (std::size_t i = 0; i < piece.size() && side == Solids::Side::unclear; ++i) {
      side = around.solids.side(enclose(mapped(pose, piece[i])));
    }
    if (side == Solids::Side::inside) throw Rejected(where + ": one is inside a closed mesh of the other");
    if (side == Solids::Side::unclear) throw Rejected(where + ": no ray tells whether one is inside the other");
  }
}

}  // namespace

void require_outside(const PlacedSolids& a, const PlacedSolids& b, const std::string& where) {
  require_pieces_outside(a, b, where);
  require_pieces_outside(b, a, where);
}

}  // namespace tocca::audit
