#include "io/polygon.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Twice the signed area of a, b, c: positive if they turn to the left.
template <class Point>
double turn(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

void Triangulator::add(std::span<const Vector3> vertices, std::span<const Index> corners,
                       std::vector<Triangle>& triangles) {
  TOCCA_REQUIRE(corners.size() >= 3, "a polygon must have at least three corners");
  TOCCA_REQUIRE(*std::max_element(corners.begin(), corners.end()) < vertices.size(),
                "every corner must be an existing vertex");
  if (corners.size() == 3) {
    triangles.push_back({corners[0], corners[1], corners[2]});
    return;
  }
  project(vertices, corners);
  if (strictly_convex()) {
    for (std::size_t k = 2; k < corners.size(); ++k) triangles.push_back({corners[0], corners[k - 1], corners[k]});
  } else {
    clip_ears(corners, triangles);
  }
}

/// Newell's normal: twice the area vector, right for concave and slightly warped polygons too. Dropping its largest
/// component keeps the order of the corners; the two others are swapped where that component is negative.
void Triangulator::project(std::span<const Vector3> vertices, std::span<const Index> corners) {
  const Vector3& base = vertices[corners[0]];
  Vector3 normal = Vector3::Zero();
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    normal += (vertices[corners[k]] - base).cross(vertices[corners[k + 1]] - base);
  }
  int drop = 0;
  normal.cwiseAbs().maxCoeff(&drop);
  int first = (drop + 1) % 3, second = (drop + 2) % 3;
  if (normal[drop] < 0.0) std::swap(first, second);
  points_.clear();
  for (const Index corner : corners) points_.push_back({vertices[corner][first], vertices[corner][second]});
}

/// Left turns all the way round, and round only once: the outline changes between rightward and leftward twice.
bool Triangulator::strictly_convex() const {
  const std::size_t count = points_.size();
  int changes = 0;
  bool rightward = points_[0].x > points_[count - 1].x;
  for (std::size_t k = 0; k < count; ++k) {
    const Point &a = points_[k], &b = points_[(k + 1) % count], &c = points_[(k + 2) % count];
    if (!(turn(a, b, c) > 0.0)) return false;
    if ((b.x > a.x) != rightward) {
      rightward = !rightward;
      ++changes;
    }
  }
  return changes <= 2;
}

void Triangulator::count_step() {
  if (steps_left_-- == 0) {
    throw InputError("", "", "its polygons are too intricate to be cut into triangles",
                     "export triangles instead of polygons");
  }
}

/// A left turn whose triangle holds no other corner, its border included. Corners at the place of one of the three do
/// not count: outlines with holes visit the ends of the bridge twice.
bool Triangulator::is_ear(std::size_t corner) {
  const Point &a = points_[before_[corner]], &b = points_[corner], &c = points_[after_[corner]];
  count_step();
  if (!(turn(a, b, c) > 0.0)) return false;
  const auto same = [](const Point& p, const Point& q) { return p.x == q.x && p.y == q.y; };
  for (std::size_t k = after_[after_[corner]]; k != before_[corner]; k = after_[k]) {
    count_step();
    const Point& p = points_[k];
    if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0 && !same(p, a) && !same(p, b) &&
        !same(p, c)) {
      return false;
    }
  }
  return true;
}

void Triangulator::clip_ears(std::span<const Index> corners, std::vector<Triangle>& triangles) {
  const std::size_t count = corners.size();
  steps_left_ += 1000 * count;  // polygons of up to a thousand corners never run out
  before_.resize(count);
  after_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    before_[k] = k == 0 ? count - 1 : k - 1;
    after_[k] = k + 1 == count ? 0 : k + 1;
  }
  std::size_t corner = 0;
  for (std::size_t left = count, tried = 0; left > 3;) {
    if (tried < left) {
      if (!is_ear(corner)) {
        corner = after_[corner];
        ++tried;
        continue;
      }
    } else {
      corner = flattest(corner, left);
    }
    const std::size_t previous = before_[corner], next = after_[corner];
    triangles.push_back({corners[previous], corners[corner], corners[next]});
    after_[previous] = next;
    before_[next] = previous;
    corner = next;
    --left;
    tried = 0;
  }
  triangles.push_back({corners[before_[corner]], corners[corner], corners[after_[corner]]});
}

/// No ear in a whole round: the outline touches or crosses itself. A corner that does not turn can go without changing
/// the outline; if there is none, the polygon has almost no inside and any corner will do.
std::size_t Triangulator::flattest(std::size_t corner, std::size_t left) {
  for (; left > 0; --left) {
    count_step();
    if (turn(points_[before_[corner]], points_[corner], points_[after_[corner]]) == 0.0) return corner;
    corner = after_[corner];
  }
  return corner;
}

}  // namespace tocca
