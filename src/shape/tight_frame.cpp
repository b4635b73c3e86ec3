#include "shape/tight_frame.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tocca {
namespace {

using Vector2 = Eigen::Vector2d;

/// From here on a frame is worth more work: such boxes are few in a tree, and every query meets them.
constexpr std::size_t many_points = 128;

/// A few points that span the same box as all of them, nearly; displacements from the first point of all.
struct Sample {
  static constexpr std::size_t capacity = 64;
  std::array<Vector3, capacity> point;
  std::array<std::size_t, capacity> number;  ///< among all points
  std::size_t count = 0;

  std::span<const Vector3> points() const { return {point.data(), count}; }
  void add(std::span<const Vector3> all, std::size_t i) {
    if (count == capacity || std::find(number.begin(), number.begin() + count, i) != number.begin() + count) return;
    point[count] = all[i] - all.front();
    number[count++] = i;
  }
};

/// The extreme points in the 13 directions of a cube's faces, edges and corners, a cube that `to_cube` makes of the box
/// in which the points are looked at: without it, the thickness of a needle would go unseen.
void add_extreme_points(std::span<const Vector3> points, const Matrix3& to_cube, Sample& sample) {
  constexpr std::size_t directions = 13, looked_at = 1024;
  const std::size_t stride = (points.size() + looked_at - 1) / looked_at;
  const Vector3& origin = points.front();
  std::array<double, directions> least, most;
  std::array<std::size_t, directions> least_at{}, most_at{};
  least.fill(std::numeric_limits<double>::infinity());
  most.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < points.size(); i += stride) {
    const Vector3 p = to_cube * (points[i] - origin);
    const double x = p.x(), y = p.y(), z = p.z();
    const std::array<double, directions> along{x,     y,     z,         x + y,     x - y,     x + z,    x - z,
                                               y + z, y - z, x + y + z, x + y - z, x - y + z, x - y - z};
    for (std::size_t k = 0; k < directions; ++k) {
      if (along[k] < least[k]) least[k] = along[k], least_at[k] = i;
      if (along[k] > most[k]) most[k] = along[k], most_at[k] = i;
    }
  }
  for (std::size_t k = 0; k < directions; ++k) {
    sample.add(points, least_at[k]);
    sample.add(points, most_at[k]);
  }
}

Sample all_points(std::span<const Vector3> points) {
  Sample sample;
  for (const Vector3& p : points) sample.point[sample.count++] = p - points.front();
  return sample;
}

double largest_entry(const Sample& sample) {
  double size = 0.0;
  for (const Vector3& p : sample.points()) size = std::max(size, p.cwiseAbs().maxCoeff());
  return size;
}

/// The size of the sample's box in this frame.
Vector3 size_in(const Matrix3& frame, const Sample& sample) {
  Vector3 least = Vector3::Zero(), most = Vector3::Zero();
  for (const Vector3& p : sample.points()) {
    const Vector3 x = frame.transpose() * p;
    least = least.cwiseMin(x);
    most = most.cwiseMax(x);
  }
  return most - least;
}

/// Maps a box of this size in this frame to a cube of side 1; sides below 1e-9 of the longest count as that long.
Matrix3 cube_map(const Vector3& size, const Matrix3& frame) {
  return size.cwiseMax(1e-9 * size.maxCoeff()).cwiseInverse().asDiagonal() * frame.transpose();
}

double surface(const Vector3& size) { return size.x() * size.y() + size.y() * size.z() + size.z() * size.x(); }

struct FrameCandidate {
  Matrix3 frame = Matrix3::Identity();
  double cost = std::numeric_limits<double>::infinity();
};

/// Some unit vector orthogonal to a unit one.
Vector3 any_orthogonal(const Vector3& axis) {
  int smallest = 0;
  axis.cwiseAbs().minCoeff(&smallest);
  return axis.cross(Vector3::Unit(smallest)).normalized();
}

/// The shadows of a sample on a plane, and their convex hull.
///
/// The hull is that of the nearest points of a grid with 2^24 steps from the origin to the farthest shadow: with integers it is exact, and
/// so is the way the calipers turn. With rounded signs, two points that nearly coincide can keep a corner off the hull.
class ShadowHull {
 public:
  ShadowHull(const Sample& sample, const Vector3& u, const Vector3& v) {
    double farthest = 0.0;
    for (std::size_t i = 0; i < sample.count; ++i) {
      at_[i] = {u.dot(sample.point[i]), v.dot(sample.point[i])};
      farthest = std::max({farthest, std::fabs(at_[i].x()), std::fabs(at_[i].y())});
    }
    chain(sample.count, farthest > 0.0 ? steps / farthest : 0.0);
  }

  /// Calls flush(side, width, depth) for the rectangles around the shadows that have a side along the unit vector `side` of a hull's edge
  /// (Toussaint 1983). Edges below 2^-12 of the hull's size are passed over: where they point to is not known well.
  template <class Flush>
  void for_each_flush(const Flush& flush) const {
    if (count_ < 2) return flush(Vector2(1.0, 0.0), 0.0, 0.0);
    std::size_t right = 1 % count_, top = right, left = right;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t next = after(i);
      const Step edge = step(i, next);
      if (right == i) right = next;
      while (along(edge, right, after(right)) > 0) right = after(right);
      if (i == 0) top = right;
      while (up(edge, top, after(top)) > 0) top = after(top);
      if (i == 0) left = top;
      while (along(edge, left, after(left)) < 0) left = after(left);
      if (edge.x * edge.x + edge.y * edge.y < shortest * shortest) continue;
      const Vector2 d = place(next) - place(i), side = d.normalized(), rise = place(top) - place(i);
      flush(side, side.dot(place(right) - place(left)), std::max(0.0, side.x() * rise.y() - side.y() * rise.x()));
    }
  }

 private:
  static constexpr double steps = 0x1p24;
  static constexpr std::int64_t shortest = 0x1p12;
  struct Step {
    std::int64_t x, y;
  };
  /// A shadow on the grid, below 2^26 along both axes, and its number; in the order of x, y, number.
  static std::uint64_t packed(const Vector2& on_grid, std::size_t number) {
    const auto whole = [](double value) { return static_cast<std::uint64_t>(value + (0x1p25 + 0.5)); };
    return whole(on_grid.x()) << 33 | whole(on_grid.y()) << 6 | number;
  }
  static std::int64_t x_of(std::uint64_t point) { return static_cast<std::int64_t>(point >> 33); }
  static std::int64_t y_of(std::uint64_t point) { return static_cast<std::int64_t>(point >> 6 & 0x7ffffff); }
  static Step between(std::uint64_t from, std::uint64_t to) { return {x_of(to) - x_of(from), y_of(to) - y_of(from)}; }
  static bool turns_right(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const Step ab = between(a, b), ac = between(a, c);
    return ab.x * ac.y - ab.y * ac.x <= 0;
  }

  /// Counter-clockwise (Andrew's monotone chain); collinear points are dropped.
  void chain(std::size_t count, double to_grid) {
    std::array<std::uint64_t, Sample::capacity> points;
    for (std::size_t i = 0; i < count; ++i) points[i] = packed(to_grid * at_[i], i);
    std::sort(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count));
    std::size_t kept = 1;
    const auto append = [&](std::uint64_t p) {
      while (count_ > kept && turns_right(corner_[count_ - 2], corner_[count_ - 1], p)) --count_;
      corner_[count_++] = p;
    };
    for (std::size_t i = 0; i < count; ++i) append(points[i]);
    kept = count_;
    for (std::size_t i = count - 1; i-- > 0;) append(points[i]);
    if (count_ > 1) --count_;                                           // the first point closes the chain
    if (count_ == 2 && corner_[0] >> 6 == corner_[1] >> 6) count_ = 1;  // all in one place
  }

  std::size_t after(std::size_t corner) const { return corner + 1 == count_ ? 0 : corner + 1; }
  const Vector2& place(std::size_t corner) const { return at_[corner_[corner] & 63]; }
  Step step(std::size_t from, std::size_t to) const { return between(corner_[from], corner_[to]); }
  std::int64_t along(const Step& edge, std::size_t from, std::size_t to) const {
    const Step d = step(from, to);
    return edge.x * d.x + edge.y * d.y;
  }
  std::int64_t up(const Step& edge, std::size_t from, std::size_t to) const {
    const Step d = step(from, to);
    return edge.x * d.y - edge.y * d.x;
  }

  std::array<Vector2, Sample::capacity> at_;
  std::array<std::uint64_t, Sample::capacity + 1> corner_;
  std::size_t count_ = 0;
};

/// The frame with third axis `axis` (unit) of least surface: one of its other sides is flush with a hull edge.
void try_about(const Vector3& axis, const Sample& sample, FrameCandidate& best) {
  const Vector3 u = any_orthogonal(axis), v = axis.cross(u);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Vector3& p : sample.points()) {
    const double along = axis.dot(p);
    least = std::min(least, along), most = std::max(most, along);
  }
  ShadowHull(sample, u, v).for_each_flush([&](const Vector2& side, double width, double depth) {
    const double cost = surface({width, depth, most - least});
    if (cost >= best.cost) return;
    best.cost = cost;
    best.frame.col(0) = side.x() * u + side.y() * v;
    best.frame.col(1) = side.x() * v - side.y() * u;
    best.frame.col(2) = axis;
  });
}

/// Where the sample is flat, the plane's normal is the only third axis worth trying.
struct LargeTriangle {
  std::array<Vector3, 2> edges;  // unit; without the longest
  Vector3 normal;
  bool flat;
};

LargeTriangle large_triangle(const Sample& sample) {
  const auto points = sample.points();
  Vector3 a = points[0], b = points[0];
  double farthest = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      const double dist_sq = (points[j] - points[i]).squaredNorm();
      if (dist_sq > farthest) farthest = dist_sq, a = points[i], b = points[j];
    }
  }
  const Vector3 base = (b - a).normalized();
  Vector3 c = a, normal = Vector3::Zero();
  farthest = 0.0;
  for (const Vector3& p : points) {
    const Vector3 across = base.cross(p - a);
    if (across.squaredNorm() > farthest) farthest = across.squaredNorm(), c = p, normal = across;
  }
  constexpr double flatness = 1e-7;  // of the sample's size: the precision of float axes
  if (farthest < flatness * flatness) return {{base, base}, any_orthogonal(base), true};
  normal.normalize();
  double height = 0.0;
  for (const Vector3& p : points) height = std::max(height, std::abs(normal.dot(p - a)));
  return {{(c - b).normalized(), (a - c).normalized()}, normal, height < flatness};
}

/// To size 1: no product can then overflow, or underflow in a way that matters.
Sample scaled(const Sample& sample, double size) {
  Sample result;
  result.count = sample.count;
  for (std::size_t i = 0; i < sample.count; ++i) result.point[i] = sample.point[i] / size;
  return result;
}

/// About the best frame's own axes, as long as that helps. It was found about its third.
void refine(const Sample& sample, FrameCandidate& best) {
  for (int round = 0; round < 4; ++round) {
    const FrameCandidate before = best;
    for (int i = 0; i < 2; ++i) try_about(before.frame.col(i), sample, best);
    if (best.cost > 0.99 * before.cost) break;
  }
}

/// The best frame for a sample of size 1: about the normal and the shorter edges of a large triangle, one of which is a box's own edge where the sample
/// is a box; for one that stands for more points the axes of the world are tried, too.
Matrix3 best_frame(const Sample& sample, bool stands_for_more, bool thorough) {
  FrameCandidate best;
  const LargeTriangle triangle = large_triangle(sample);
  try_about(triangle.normal, sample, best);
  if (triangle.flat) return best.frame;
  for (const Vector3& edge : triangle.edges) try_about(edge, sample, best);
  if (stands_for_more) {
    for (int i = 0; i < 3; ++i) try_about(Vector3::Unit(i), sample, best);
  }
  if (thorough) refine(sample, best);
  return best.frame;
}

/// The best frame about the axes of one that was found for fewer points.
Matrix3 better_frame(const Sample& sample, const Matrix3& frame, bool thorough) {
  FrameCandidate best;
  for (int i = 0; i < 3; ++i) try_about(frame.col(i), sample, best);
  if (thorough) refine(sample, best);
  return best.frame;
}

}  // namespace

Matrix3 tight_frame(std::span<const Vector3> points) {
  Sample sample;
  const bool all = points.size() <= few_points, thorough = points.size() > many_points;
  if (all) {
    sample = all_points(points);
  } else {
    add_extreme_points(points, Matrix3::Identity(), sample);
  }
  double size = largest_entry(sample);
  if (!(size > 0.0)) return Matrix3::Identity();  // all in one place
  FrameCandidate best{best_frame(scaled(sample, size), !all, thorough)};
  // A frame that fits the sample may fit the points badly: looking from it finds those that stick out.
  for (int round = 0; round < 4 && !all; ++round) {
    const Matrix3 frame = round == 0 ? best.frame : better_frame(scaled(sample, size), best.frame, thorough);
    const std::size_t count = sample.count;
    add_extreme_points(points, cube_map(size_in(frame, sample), frame), sample);
    const double cost = surface(size_in(frame, sample));
    const bool better = cost < 0.99 * best.cost;
    if (cost < best.cost) best = {frame, cost};
    if (!better || sample.count == count) break;
    size = largest_entry(sample);
  }
  return best.frame;
}

}  // namespace tocca
