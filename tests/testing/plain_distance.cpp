#include "plain_distance.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "tocca/shape/convex_hull.hpp"

namespace tocca::testing {

namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongWeights = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

struct ItemMaker {
  const Eigen::Isometry3d& X;

  LongVector place(const Vector3& p) const { return (X * p).cast<long double>(); }
  LongVector turn(const Vector3& p) const { return (X.linear() * p).cast<long double>(); }
  PlainConvex round(double radius, double length, bool cone) const {
    PlainConvex item;
    item.radius = radius;
    item.centre = place(Vector3::Zero());
    item.axis = turn(Vector3(0, 0, 0.5 * length));
    item.cone = cone;
    return item;
  }
  PlainConvex hull(const std::vector<Vector3>& points, double radius = 0) const {
    PlainConvex item;
    item.radius = radius;
    for (const Vector3& p : points) item.points.push_back(place(p));
    return item;
  }
  std::vector<PlainConvex> operator()(const Sphere& s) const { return {hull({Vector3::Zero()}, s.radius)}; }
  std::vector<PlainConvex> operator()(const Capsule& c) const {
    return {hull({Vector3(0, 0, -0.5 * c.length), Vector3(0, 0, 0.5 * c.length)}, c.radius)};
  }
  std::vector<PlainConvex> operator()(const Box& b) const {
    std::vector<Vector3> corners;
    for (unsigned k = 0; k < 8; ++k) {
      const Vector3 sign((k & 1) != 0 ? 0.5 : -0.5, (k & 2) != 0 ? 0.5 : -0.5, (k & 4) != 0 ? 0.5 : -0.5);
      corners.push_back(sign.cwiseProduct(b.size));
    }
    return {hull(corners)};
  }
  std::vector<PlainConvex> operator()(const Cylinder& c) const { return {round(c.radius, c.length, false)}; }
  std::vector<PlainConvex> operator()(const Cone& c) const { return {round(c.radius, c.length, true)}; }
  std::vector<PlainConvex> operator()(const std::shared_ptr<const ConvexHull>& h) const {
    return {hull(h->vertices())};
  }
  std::vector<PlainConvex> operator()(const CloudPointer&) const {
    throw std::logic_error("clouds are judged grain by grain");
  }
  std::vector<PlainConvex> operator()(const MeshPointer& mesh) const {
    std::vector<PlainConvex> items;
    items.reserve(mesh->triangles().size());
    const auto& v = mesh->vertices();
    for (const Triangle& t : mesh->triangles()) items.push_back(hull({v[t[0]], v[t[1]], v[t[2]]}));
    return items;
  }
};

/// Weights of the point of least norm in the affine hull of the points (they sum to 1). By QR of the differences, since
/// the normal equations would square the condition of needles.
LongWeights affine_minimum(const std::vector<LongVector>& corral) {
  const auto n = static_cast<Eigen::Index>(corral.size()) - 1;
  LongMatrix sides(3, n);
  for (Eigen::Index k = 0; k < n; ++k) sides.col(k) = corral[static_cast<std::size_t>(k) + 1] - corral[0];
  LongWeights weights(n + 1);
  weights.tail(n) = sides.colPivHouseholderQr().solve(LongWeights(-corral[0]));
  weights[0] = 1 - weights.tail(n).sum();
  return weights;
}

LongVector combine(const std::vector<LongVector>& corral, const LongWeights& weights) {
  LongVector x = LongVector::Zero();
  for (std::size_t k = 0; k < corral.size(); ++k) x += weights[static_cast<Eigen::Index>(k)] * corral[k];
  return x;
}

/// Wolfe's minor cycles: shrink the corral until its affine minimum lies inside it.
void shrink(std::vector<LongVector>& corral, LongWeights& weights) {
  while (corral.size() > 1) {
    const LongWeights wanted = affine_minimum(corral);
    if (wanted.allFinite() && wanted.minCoeff() > 0) {
      weights = wanted;
      return;
    }
    long double step = 1;
    Eigen::Index leaves = 0;
    if (!wanted.allFinite()) {
      weights.minCoeff(&leaves);
    } else {
      step = std::numeric_limits<long double>::max();
      for (Eigen::Index k = 0; k < wanted.size(); ++k) {
        if (wanted[k] > 0) continue;
        const long double s = weights[k] / std::max(weights[k] - wanted[k], std::numeric_limits<long double>::min());
        if (s < step) {
          step = s;
          leaves = k;
        }
      }
      step = std::min<long double>(step, 1);
      weights = (1 - step) * weights + step * wanted;
    }
    corral.erase(corral.begin() + leaves);
    LongWeights rest(weights.size() - 1);
    for (Eigen::Index k = 0, to = 0; k < weights.size(); ++k) {
      if (k != leaves) rest[to++] = std::max<long double>(weights[k], 0);
    }
    weights = rest.sum() > 0
                  ? LongWeights(rest / rest.sum())
                  : LongWeights(LongWeights::Constant(rest.size(), 1.0L / static_cast<long double>(rest.size())));
  }
  weights = LongWeights::Ones(1);
}

}  // namespace

LongVector PlainConvex::support(const LongVector& direction) const {
  if (!points.empty()) {
    return *std::max_element(points.begin(), points.end(),
                             [&](const auto& a, const auto& b) { return a.dot(direction) < b.dot(direction); });
  }
  const LongVector unit = axis.normalized();
  LongVector across = direction - direction.dot(unit) * unit;
  if (across.norm() > 1e-15L * direction.norm()) {
    across.normalize();  // then once more: what cancelled above may have left a part along the axis
    across = radius * (across - across.dot(unit) * unit).normalized();
  } else {
    across.setZero();  // costs 1e-15 of the radius
  }
  if (!cone) return centre + (direction.dot(axis) > 0 ? axis : LongVector(-axis)) + across;
  const LongVector apex = centre + axis, rim = centre - axis + across;
  return apex.dot(direction) > rim.dot(direction) ? apex : rim;
}

Eigen::AlignedBox3d PlainConvex::box() const {
  Eigen::AlignedBox3d box;
  if (!points.empty()) {
    for (const LongVector& p : points) box.extend(p.cast<double>());
    const Vector3 wider = Vector3::Constant(static_cast<double>(dilation()));
    return {box.min() - wider, box.max() + wider};
  }
  for (Eigen::Index k = 0; k < 3; ++k) {
    LongVector d = LongVector::Zero();
    d[k] = 1;
    box.max()[k] = static_cast<double>(support(d)[k] + dilation());
    box.min()[k] = static_cast<double>(support(-d)[k] - dilation());
  }
  return box;
}

std::vector<PlainConvex> plain_items(const Geometry& geometry, const Eigen::Isometry3d& X) {
  return std::visit(ItemMaker{X}, geometry);
}

DistanceBounds plain_distance(const PlainConvex& a, const PlainConvex& b) {
  const auto difference = [&](const LongVector& d) { return LongVector(a.support(d) - b.support(-d)); };
  std::vector<LongVector> corral{difference(LongVector::UnitX())};
  LongWeights weights = LongWeights::Ones(1);
  const long double dilation = a.dilation() + b.dilation();
  const long double size = corral[0].norm() + 1e-300L;
  long double lower = 0, upper = std::numeric_limits<long double>::max();
  LongVector best = corral[0];
  for (int round = 0; round < 500; ++round) {
    const LongVector x = combine(corral, weights);
    const long double norm = x.norm();
    if (norm < upper) {
      upper = norm;
      best = x;
    }
    if (norm <= 1e-17L * size) break;
    const LongVector next = difference(-x);
    lower = std::max(lower, x.dot(next) / norm);
    if (upper - lower <= 1e-16L * (size + upper)) break;
    if (std::find(corral.begin(), corral.end(), next) != corral.end()) break;
    corral.push_back(next);
    weights.conservativeResize(weights.size() + 1);
    weights[weights.size() - 1] = 0;
    shrink(corral, weights);
  }
  return {static_cast<double>(std::max<long double>(0, lower - dilation)),
          static_cast<double>(std::max<long double>(0, upper - dilation))};
}

DistanceBounds plain_distance(const std::vector<PlainConvex>& a, const std::vector<PlainConvex>& b, double enough) {
  std::vector<Eigen::AlignedBox3d> box_b(b.size());
  Eigen::AlignedBox3d all_b;
  for (std::size_t j = 0; j < b.size(); ++j) all_b.extend(box_b[j] = b[j].box());
  DistanceBounds best{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  for (const PlainConvex& item : a) {
    const Eigen::AlignedBox3d box = item.box();
    if (box.exteriorDistance(all_b) > best.upper) continue;
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (box.exteriorDistance(box_b[j]) > best.upper) continue;
      const DistanceBounds found = plain_distance(item, b[j]);
      best.lower = std::min(best.lower, found.lower);
      best.upper = std::min(best.upper, found.upper);
      if (best.upper <= enough) return best;
    }
  }
  return best;
}

bool plain_inside(const Vector3& point, const std::vector<PlainConvex>& triangles) {
  long double angle = 0;  // half the solid angle, by van Oosterom and Strackee
  const LongVector p = point.cast<long double>();
  for (const PlainConvex& t : triangles) {
    const LongVector a = t.points[0] - p, b = t.points[1] - p, c = t.points[2] - p;
    const long double la = a.norm(), lb = b.norm(), lc = c.norm();
    angle += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return std::abs(angle) > std::numbers::pi_v<long double>;
}

}  // namespace tocca::testing
