#include "tocca/shape/convex_hull.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/exact_sign.hpp"
#include "shape/collinear.hpp"
#include "shape/quickhull.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

/// The points in their order, each place once, -0 as 0.
std::vector<Vector3> distinct_points(std::span<const Vector3> points) {
  if (points.empty()) throw InputError("", "", "the convex hull has no points", "give at least four points");
  std::vector<Index> order;
  std::vector<Vector3> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const double x : points[i]) {
      if (has_exact_range(x) && std::abs(x) <= largest_coordinate) continue;
      throw InputError("", "point " + std::to_string(i), "a coordinate is not finite, or too large or small to compute",
                       "give coordinates of 0 or between 6e-93 and 1e30 metres");
    }
    order.push_back(static_cast<Index>(i));
  }
  const auto before = [&](Index i, Index j) {
    const Vector3 &p = points[i], &q = points[j];
    return std::tuple(p.x(), p.y(), p.z(), i) < std::tuple(q.x(), q.y(), q.z(), j);
  };
  std::sort(order.begin(), order.end(), before);
  order.erase(std::unique(order.begin(), order.end(), [&](Index i, Index j) { return points[i] == points[j]; }),
              order.end());
  std::sort(order.begin(), order.end());
  result.reserve(order.size());
  for (const Index i : order) result.push_back(points[i].array() + 0.0);
  return result;
}

/// Which plane each triangle lies in: coplanar neighbours share a number.
std::vector<Index> planes_of(const std::vector<HullTriangle>& triangles, std::span<const Vector3> points) {
  std::vector<Index> plane(triangles.size(), no_index), stack;
  Index count = 0;
  for (Index first = 0; first < triangles.size(); ++first) {
    if (plane[first] != no_index) continue;
    const auto& v = triangles[first].vertices;
    stack.assign(1, first);
    plane[first] = count;
    while (!stack.empty()) {
      const Index t = stack.back();
      stack.pop_back();
      for (const Index neighbour : triangles[t].neighbours) {
        if (plane[neighbour] != no_index) continue;
        const auto& w = triangles[neighbour].vertices;
        const bool same = std::all_of(w.begin(), w.end(), [&](Index corner) {
          return orientation(points[v[0]], points[v[1]], points[v[2]], points[corner]) == 0;
        });
        if (!same) continue;
        plane[neighbour] = count;
        stack.push_back(neighbour);
      }
    }
    ++count;
  }
  return plane;
}

/// The outline of the plane that contains triangle `first`, without the points within its edges; appended to `corners`.
class FaceOutline {
 public:
  FaceOutline(const std::vector<HullTriangle>& triangles, const std::vector<Index>& plane,
              std::span<const Vector3> points)
      : triangles_(triangles), plane_(plane), points_(points) {}

  void append(Index triangle, std::size_t side, std::vector<Index>& corners) const {
    // Walk along the border: from a border side, turn about its end until the next border side is met.
    std::vector<Index> border;
    const Index first_triangle = triangle;
    const std::size_t first_side = side;
    do {
      border.push_back(triangles_[triangle].vertices[side]);
      side = (side + 1) % 3;
      while (!on_border(triangle, side)) {
        const Index across = triangles_[triangle].neighbours[side];
        const Index from = triangles_[triangle].vertices[side];
        triangle = across;
        side = 0;
        while (triangles_[triangle].vertices[side] != from) ++side;
      }
    } while (triangle != first_triangle || side != first_side);
    for (std::size_t i = 0; i < border.size(); ++i) {
      const Index before = border[(i + border.size() - 1) % border.size()], after = border[(i + 1) % border.size()];
      if (!collinear(points_[before], points_[border[i]], points_[after])) corners.push_back(border[i]);
    }
  }

  bool on_border(Index triangle, std::size_t side) const {
    return plane_[triangles_[triangle].neighbours[side]] != plane_[triangle];
  }

 private:
  const std::vector<HullTriangle>& triangles_;
  const std::vector<Index>& plane_;
  std::span<const Vector3> points_;
};

}  // namespace

ConvexHull::ConvexHull(std::span<const Vector3> points) : face_start_(1, 0) {
  const std::vector<Vector3> distinct = distinct_points(points);
  const std::vector<HullTriangle> hull = quickhull(distinct);
  const std::vector<Index> plane = planes_of(hull, distinct);
  const FaceOutline outline(hull, plane, distinct);
  for (Index t = 0; t < hull.size(); ++t) {
    if (plane[t] + 1 != face_start_.size()) continue;  // planes are numbered by their first triangles
    // A plane's first triangle may lie within it: find a triangle of the plane that has a border side.
    for (Index s = t; s < hull.size() && plane[t] + 1 == face_start_.size(); ++s) {
      if (plane[s] != plane[t]) continue;
      for (std::size_t side = 0; side < 3; ++side) {
        if (!outline.on_border(s, side)) continue;
        outline.append(s, side, face_corners_);
        face_start_.push_back(static_cast<Index>(face_corners_.size()));
        break;
      }
    }
  }
  std::vector<Index> renamed(distinct.size(), no_index);
  for (const Index corner : face_corners_) renamed[corner] = 0;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    if (renamed[i] == no_index) continue;
    renamed[i] = static_cast<Index>(vertices_.size());
    vertices_.push_back(distinct[i]);
  }
  for (Index& corner : face_corners_) corner = renamed[corner];
  for (std::size_t i = 0; i < face_count(); ++i) {
    const auto corners = face(i);
    for (std::size_t k = 2; k < corners.size(); ++k) triangles_.push_back({corners[0], corners[k - 1], corners[k]});
  }
  link_neighbours();
}

/// Each edge is a side of two faces, once in each direction: the sides that start at a vertex name its neighbours.
void ConvexHull::link_neighbours() {
  neighbour_start_.assign(vertices_.size() + 1, 0);
  for (const Index corner : face_corners_) ++neighbour_start_[corner + 1];
  for (std::size_t v = 0; v < vertices_.size(); ++v) neighbour_start_[v + 1] += neighbour_start_[v];
  neighbours_.resize(face_corners_.size());
  std::vector<Index> next(neighbour_start_.begin(), neighbour_start_.end() - 1);
  for (std::size_t i = 0; i < face_count(); ++i) {
    const auto corners = face(i);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      neighbours_[next[corners[k]]++] = corners[(k + 1) % corners.size()];
    }
  }
}

Index ConvexHull::support(const Vector3& direction) const {
  Index best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < vertices_.size(); ++i) {
    const double along = direction.dot(vertices_[i]);
    if (along > most) most = along, best = i;
  }
  return best;
}

std::size_t ConvexHull::bytes() const noexcept {
  return vertices_.capacity() * sizeof(Vector3) + triangles_.capacity() * sizeof(Triangle) +
         (face_start_.capacity() + face_corners_.capacity() + neighbour_start_.capacity() + neighbours_.capacity()) *
             sizeof(Index);
}

}  // namespace tocca
