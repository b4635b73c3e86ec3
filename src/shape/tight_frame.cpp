#include "shape/tight_frame.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tocca {
namespace {

using Vector2 = Eigen::Vector2d;

/// A few points that span the same box as all of them, nearly; displacements from the first point of all.
struct Sample {
  static constexpr std::size_t capacity = 64;
  std::array<Vector3, capacity> point;
  std::size_t count = 0;

  std::span<const Vector3> points() const { return {point.data(), count}; }
  void add(const Vector3& p) {
    if (count < capacity && std::find(point.begin(), point.begin() + count, p) == point.begin() + count)
      point[count++] = p;
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
    sample.add(points[least_at[k]] - origin);
    sample.add(points[most_at[k]] - origin);
  }
}

Sample all_points(std::span<const Vector3> points) {
  Sample sample;
  for (const Vector3& p : points) sample.add(p - points.front());
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

/// A projected point and the point of a grid next to it. On the grid, coordinates are integers below 2^26, so that the
/// hull is exact: with rounded signs, two points that nearly coincide can keep a corner off the hull.
struct FlatShadow {
  Vector2 at, on_grid;

  FlatShadow() {}
  explicit FlatShadow(const Vector2& p) : at(p) {
    constexpr double to_integer = 0x1.8p52;  // where a double's last digit is 1: adding it rounds
    on_grid = ((p * 0x1p24).array() + to_integer) - to_integer;
  }
};

/// The convex hull of the points, counter-clockwise (Andrew's monotone chain); collinear points are dropped.
std::size_t planar_hull(std::array<FlatShadow, Sample::capacity>& points, std::size_t count,
                        std::array<Vector2, Sample::capacity + 1>& hull) {
  std::sort(points.begin(), points.begin() + count, [](const FlatShadow& p, const FlatShadow& q) {
    return p.on_grid.x() != q.on_grid.x() ? p.on_grid.x() < q.on_grid.x() : p.on_grid.y() < q.on_grid.y();
  });
  std::array<const FlatShadow*, Sample::capacity + 1> chain;
  const auto turns_right = [](const Vector2& a, const Vector2& b, const Vector2& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x()) <= 0.0;
  };
  std::size_t size = 0, kept = 1;
  const auto append = [&](const FlatShadow& p) {
    while (size > kept && turns_right(chain[size - 2]->on_grid, chain[size - 1]->on_grid, p.on_grid)) --size;
    chain[size++] = &p;
  };
  for (std::size_t i = 0; i < count; ++i) append(points[i]);
  kept = size;
  for (std::size_t i = count - 1; i-- > 0;) append(points[i]);
  if (size > 1) --size;  // the first point closes the chain
  for (std::size_t i = 0; i < size; ++i) hull[i] = chain[i]->at;
  return size;
}

/// The frame with third axis `axis` (unit) of least surface: one of its other sides is flush with a hull edge.
void try_about(const Vector3& axis, const Sample& sample, FrameCandidate& best) {
  const Vector3 u = any_orthogonal(axis), v = axis.cross(u);
  std::array<FlatShadow, Sample::capacity> projected;
  std::array<Vector2, Sample::capacity + 1> hull;
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (std::size_t i = 0; i < sample.count; ++i) {
    projected[i] = FlatShadow({u.dot(sample.point[i]), v.dot(sample.point[i])});
    const double along = axis.dot(sample.point[i]);
    least = std::min(least, along), most = std::max(most, along);
  }
  const std::size_t corners = planar_hull(projected, sample.count, hull);
  for (std::size_t i = 0; i < corners; ++i) {
    const Vector2 edge = hull[(i + 1) % corners] - hull[i];
    const double length = edge.norm();
    const Vector2 side = length > 0.0 ? Vector2(edge / length) : Vector2(1.0, 0.0);
    double left = 0.0, right = 0.0, depth = 0.0;
    for (std::size_t k = 0; k < corners; ++k) {
      const Vector2 d = hull[k] - hull[i];
      const double along = side.dot(d);
      left = std::min(left, along), right = std::max(right, along);
      depth = std::max(depth, side.x() * d.y() - side.y() * d.x());
    }
    const double cost = surface({right - left, depth, most - least});
    if (cost < best.cost) {
      best.cost = cost;
      best.frame.col(0) = side.x() * u + side.y() * v;
      best.frame.col(1) = side.x() * v - side.y() * u;
      best.frame.col(2) = axis;
    }
  }
}

/// Where the sample is flat, the plane's normal is the only third axis worth trying.
struct LargeTriangle {
  std::array<Vector3, 3> edges;  // unit; zero where there is none
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
  if (farthest < flatness * flatness) return {{base, base, base}, any_orthogonal(base), true};
  normal.normalize();
  double height = 0.0;
  for (const Vector3& p : points) height = std::max(height, std::abs(normal.dot(p - a)));
  return {{base, (c - b).normalized(), (a - c).normalized()}, normal, height < flatness};
}

void try_principal_axes(const Sample& sample, FrameCandidate& best) {
  Vector3 mean = Vector3::Zero();
  for (const Vector3& p : sample.points()) mean += p;
  mean /= static_cast<double>(sample.count);
  Matrix3 covariance = Matrix3::Zero();
  for (const Vector3& p : sample.points()) covariance += (p - mean) * (p - mean).transpose();
  Eigen::SelfAdjointEigenSolver<Matrix3> solver;
  solver.computeDirect(covariance);
  for (int i = 0; i < 3; ++i) {
    const Vector3 axis = solver.eigenvectors().col(i);
    if (std::abs(axis.squaredNorm() - 1.0) < 1e-6) try_about(axis.normalized(), sample, best);
  }
}

/// The best frame for a sample; given a hint, its axes and the principal ones are tried, too.
Matrix3 best_frame(Sample sample, const Matrix3* hint) {
  // To size 1: no product below can then overflow, or underflow in a way that matters.
  const double size = largest_entry(sample);
  for (std::size_t i = 0; i < sample.count; ++i) sample.point[i] /= size;
  FrameCandidate best;
  const LargeTriangle triangle = large_triangle(sample);
  try_about(triangle.normal, sample, best);
  if (triangle.flat) return best.frame;

  for (const Vector3& edge : triangle.edges) try_about(edge, sample, best);
  if (hint) {
    for (int i = 0; i < 3; ++i) try_about(hint->col(i), sample, best);
    try_principal_axes(sample, best);
  }
  for (int round = 0; round < 4; ++round) {
    const FrameCandidate before = best;
    for (int i = 0; i < 2; ++i) try_about(before.frame.col(i), sample, best);
    if (best.cost > 0.99 * before.cost) break;
  }
  return best.frame;
}

}  // namespace

Matrix3 tight_frame(std::span<const Vector3> points) {
  if (points.size() <= few_points) {
    const Sample sample = all_points(points);
    return sample.count < 2 ? Matrix3::Identity() : best_frame(sample, nullptr);
  }
  Sample sample;
  add_extreme_points(points, Matrix3::Identity(), sample);
  if (sample.count < 2) return Matrix3::Identity();
  // A frame that fits the sample may fit the points badly: looking from it finds those that stick out.
  FrameCandidate best;
  for (int round = 0; round < 4; ++round) {
    const Matrix3 frame = best_frame(sample, &best.frame);
    const std::size_t count = sample.count;
    add_extreme_points(points, cube_map(size_in(frame, sample), frame), sample);
    const double cost = surface(size_in(frame, sample));
    const bool better = cost < 0.99 * best.cost;
    if (cost < best.cost) best = {frame, cost};
    if (!better || sample.count == count) break;
  }
  return best.frame;
}

}  // namespace tocca
