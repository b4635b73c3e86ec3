#include "certificate/group_items.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "certificate/statement_poses.hpp"
#include "core/index.hpp"
#include "shape/tight_frame.hpp"

namespace tocca {
namespace {

/// The greatest float that is not above x.
float float_below(double x) {
  const auto near = static_cast<float>(x);
  return near <= x ? near : std::nextafter(near, -std::numeric_limits<float>::infinity());
}

/// Divides, box by box. Not recursive in the number of items: halves make it as deep as their logarithm.
class Divider {
 public:
  Divider(const GroupItems& items, audit::Group& group) : items_(items), group_(group) {
    outlines_.reserve(items.size());
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      outlines_.push_back(items.outline(i));
      Vector3 low = outlines_[i].front(), high = low;
      for (const Vector3& p : outlines_[i]) {
        low = low.cwiseMin(p), high = high.cwiseMax(p);
        farthest_ = std::max(farthest_, p.norm());
      }
      middles_.push_back(0.5 * (low + high));
    }
  }

  std::vector<ConvexPiece> run() {
    group_.order.resize(items_.size());
    std::iota(group_.order.begin(), group_.order.end(), 0u);
    group_.ranges.clear();
    divide(0, static_cast<std::uint32_t>(items_.size()));
    return std::move(pieces_);
  }

 private:
  void divide(std::uint32_t begin, std::uint32_t count) {
    const std::size_t number = group_.ranges.size();
    audit::Range& range = group_.ranges.emplace_back();
    range.begin = begin;
    range.count = count;
    if (count == 1) {
      pieces_.push_back(items_.piece(group_.order[begin]));
      return;
    }
    fit(range);
    const std::uint32_t first = halve(range);
    range.boxed = count > 2;
    divide(begin, first);
    group_.ranges[number].right = static_cast<std::uint32_t>(group_.ranges.size());
    divide(begin + first, count - first);
  }

  /// The box, in floats, wider by what the rounding of a few products can be.
  void fit(audit::Range& range) {
    points_.clear();
    for (std::uint32_t i = range.begin; i < range.begin + range.count; ++i) {
      const auto& outline = outlines_[group_.order[i]];
      points_.insert(points_.end(), outline.begin(), outline.end());
    }
    const Matrix3 tight = tight_frame(points_);
    Matrix3 frame;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) frame(j, i) = range.axes[at(i)][at(j)] = static_cast<float>(tight(j, i));
    }
    Vector3 low = frame.transpose() * points_.front(), high = low;
    for (const Vector3& p : points_) {
      const Vector3 along = frame.transpose() * p;
      low = low.cwiseMin(along), high = high.cwiseMax(along);
    }
    const double slack = 1e-13 * farthest_ + 1e-300;
    ConvexPiece& box = pieces_.emplace_back();
    box.kind = ConvexPiece::Kind::box;
    box.centre = Vector3::Zero();
    for (int i = 0; i < 3; ++i) {
      const float least = float_below(low[i] - slack), most = -float_below(-high[i] - slack);
      range.low[at(i)] = least;
      range.high[at(i)] = most;
      box.centre += 0.5 * (static_cast<double>(least) + most) * frame.col(i);
      box.axis[i] = 0.5 * (static_cast<double>(most) - least) * frame.col(i);
    }
  }

  /// Along the longest side of the box, at its middle, unless that leaves one side with less than a quarter.
  std::uint32_t halve(const audit::Range& range) {
    const std::uint32_t begin = range.begin, count = range.count;
    int axis = 0;
    for (int i = 1; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i), best = static_cast<std::size_t>(axis);
      if (range.high[k] - range.low[k] > range.high[best] - range.low[best]) axis = i;
    }
    const auto k = static_cast<std::size_t>(axis);
    const Vector3 direction(range.axes[k][0], range.axes[k][1], range.axes[k][2]);
    const double middle = 0.5 * (static_cast<double>(range.low[k]) + range.high[k]);
    const auto along = [&](std::uint32_t item) { return direction.dot(middles_[item]); };
    const auto from = group_.order.begin() + begin, to = from + count;
    const auto cut = std::partition(from, to, [&](std::uint32_t item) { return along(item) < middle; });
    auto first = static_cast<std::uint32_t>(cut - from);
    if (4 * first < count || 4 * (count - first) < count) {
      first = count / 2;
      std::nth_element(from, from + first, to, [&](std::uint32_t x, std::uint32_t y) {
        return std::pair(along(x), x) < std::pair(along(y), y);
      });
    }
    return first;
  }

  const GroupItems& items_;
  audit::Group& group_;
  std::vector<std::vector<Vector3>> outlines_;
  std::vector<Vector3> middles_, points_;
  std::vector<ConvexPiece> pieces_;
  double farthest_ = 0.0;
};

}  // namespace

GroupItems::GroupItems(const audit::Group& group) {
  for (const audit::Body& body : group.bodies) {
    for (const audit::Collider& collider : body.colliders)
      add(pose_of(body.placement) * pose_of(collider.placement), collider);
  }
}

void GroupItems::add(const Pose& X, const audit::Collider& collider) {
  const audit::Point& s = collider.size;
  const auto primitive = [&](const Geometry& geometry) { pieces_.push_back(placed(geometry, X, Pose{})); };
  switch (collider.shape) {
    case audit::Shape::sphere:
      return primitive(Sphere{s[0]});
    case audit::Shape::capsule:
      return primitive(Capsule{s[0], s[1]});
    case audit::Shape::box:
      return primitive(Box{vector_of(s)});
    case audit::Shape::cylinder:
      return primitive(Cylinder{s[0], s[1]});
    case audit::Shape::cone:
      return primitive(Cone{s[0], s[1]});
    case audit::Shape::hull: {
      std::vector<Vector3> points;
      for (const audit::Point& p : collider.vertices) points.push_back(vector_of(p));
      hulls_.push_back(std::make_shared<const ConvexHull>(points));
      return primitive(hulls_.back());
    }
    case audit::Shape::mesh:
      break;
  }
  for (const auto& t : collider.triangles) {
    pieces_.push_back(ConvexPiece::triangle(X * vector_of(collider.vertices[t[0]]),
                                            X * vector_of(collider.vertices[t[1]]),
                                            X * vector_of(collider.vertices[t[2]])));
  }
}

std::vector<Vector3> GroupItems::outline(std::uint32_t item) const {
  const ConvexPiece& piece = pieces_[item];
  std::vector<Vector3> points;
  const auto corners = [&](const Vector3& centre, const Vector3& x, const Vector3& y, const Vector3& z) {
    for (int i = 0; i < 8; ++i)
      points.push_back(centre + (i & 1 ? x : Vector3(-x)) + (i & 2 ? y : Vector3(-y)) + (i & 4 ? z : Vector3(-z)));
  };
  const Vector3 none = Vector3::Zero();
  switch (piece.kind) {
    case ConvexPiece::Kind::core:
      for (int i = 0; i < piece.count; ++i) {
        if (piece.radius == 0.0) {
          points.push_back(piece.point[i]);
        } else {
          const double r = piece.radius * (1.0 + 1e-9);
          corners(piece.point[i], {r, 0.0, 0.0}, {0.0, r, 0.0}, {0.0, 0.0, r});
        }
      }
      break;
    case ConvexPiece::Kind::box:
      corners(piece.centre, piece.axis[0], piece.axis[1], piece.axis[2]);
      break;
    case ConvexPiece::Kind::cylinder:
    case ConvexPiece::Kind::cone: {
      const Vector3 along = piece.axis[2].stableNormalized();
      const Vector3 x = along.unitOrthogonal() * piece.radius * (1.0 + 1e-9), y = along.cross(x);
      corners(piece.centre, x, y, piece.axis[2]);
      break;
    }
    case ConvexPiece::Kind::hull:
      for (const Vector3& v : piece.hull->vertices())
        points.push_back(piece.centre + v[0] * piece.axis[0] + v[1] * piece.axis[1] + v[2] * piece.axis[2]);
      break;
  }
  if (points.empty()) points.push_back(none);
  return points;
}

std::vector<ConvexPiece> divide(const GroupItems& items, audit::Group& group) { return Divider(items, group).run(); }

ConvexPiece placed(const ConvexPiece& piece, const Pose& X) {
  ConvexPiece result = piece;
  for (int i = 0; i < 3; ++i) {
    if (piece.kind == ConvexPiece::Kind::core) {
      if (i < piece.count) result.point[i] = X * piece.point[i];
    } else {
      result.axis[i] = X.rotation * piece.axis[i];
    }
  }
  if (piece.kind != ConvexPiece::Kind::core) result.centre = X * piece.centre;
  return result;
}

}  // namespace tocca
