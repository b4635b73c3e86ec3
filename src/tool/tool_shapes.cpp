#include "tool/tool_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "contact/gjk.hpp"
#include "contact/local_piece.hpp"
#include "tocca/core/error.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// A hull of more corners takes longer to go through than its box costs in triangles.
constexpr std::size_t most_corners = 512;

/// A leaf that holds nothing but a cylinder is that cylinder.
ToolOutline outline_of(const Part& tool, const Part::Node& node) {
  if (node.is_leaf() && node.count == 1) {
    const Index item = tool.items(node)[0];
    if (item >= tool.triangle_count()) {
      const Part::Primitive primitive = tool.primitive(item);
      if (const auto* cylinder = std::get_if<Cylinder>(&primitive.geometry)) return {*cylinder, primitive.pose};
    }
  }
  return ToolOutline(node.volume);
}

}  // namespace

ToolShapes::ToolShapes(const Part& tool) : tool_(tool) {
  shapes_.resize(tool.nodes().size());
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    const Part::Node& node = tool.nodes()[k];
    Shape& shape = shapes_[k];
    shape.outline = outline_of(tool, node);
    shape.reach_m = shape.outline.centre.norm() + shape.outline.axes.colwise().norm().sum();
    if (node.is_leaf()) set_leaf(shape, node);
  }
  if (shapes_[0].kind == Kind::box) set_root();
}

void ToolShapes::set_corners(Shape& shape, std::span<const Vector3> points) const {
  shape.kind = Kind::corners;
  shape.corners.resize(static_cast<Eigen::Index>(points.size()), 3);
  shape.reach_m = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    shape.corners.row(static_cast<Eigen::Index>(i)) = points[i].transpose();
    shape.reach_m = std::max(shape.reach_m, points[i].norm());
  }
}

void ToolShapes::set_leaf(Shape& shape, const Part::Node& node) const {
  const auto items = tool_.items(node);
  shape.is_one_item = items.size() == 1;
  shape.item = items[0];
  std::vector<Vector3> points;
  for (const Index item : items) {
    if (item < tool_.triangle_count()) {
      for (const Index v : tool_.triangles()[item]) points.push_back(tool_.vertices()[v]);
      continue;
    }
    const Part::Primitive primitive = tool_.primitive(item);
    const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&primitive.geometry);
    if (!hull) {
      if (shape.is_one_item) shape.kind = Kind::item;
      return;
    }
    for (const Vector3& v : (*hull)->vertices()) points.push_back(primitive.pose * v);
    if (shape.is_one_item) shape.hull = hull->get();
  }
  set_corners(shape, points);
}

void ToolShapes::set_root() {
  if (tool_.item_count() > tool_.triangle_count()) return;
  try {
    envelope_.emplace(tool_.vertices());
  } catch (const InputError&) {
    return;  // all in one plane: the box is as good
  }
  if (envelope_->vertices().size() > most_corners) return;
  set_corners(shapes_[0], envelope_->vertices());
  shapes_[0].hull = &*envelope_;
}

/// Up the edges of a hull; rounding may end this a little early.
Index ToolShapes::highest_corner(const Shape& shape, const Vector3& own, Index start) {
  const auto& at = shape.corners;
  const auto along = [&](Index v) {
    const auto i = static_cast<Eigen::Index>(v);
    return own.x() * at(i, 0) + own.y() * at(i, 1) + own.z() * at(i, 2);
  };
  double most = along(start);
  if (!shape.hull) {
    for (Index v = 0; v < static_cast<Index>(at.rows()); ++v) {
      if (const double here = along(v); here > most) most = here, start = v;
    }
    return start;
  }
  for (bool rises = true; rises;) {
    rises = false;
    for (const Index v : shape.hull->neighbours(start)) {
      if (const double here = along(v); here > most) most = here, start = v, rises = true;
    }
  }
  return start;
}

Vector3 ToolShapes::farthest(Index node, const Pose& X, const Vector3& n, Index& start) const {
  const Shape& shape = shapes_[node];
  if (shape.kind == Kind::item) {
    return LocalPiece(tocca::placed(tool_, shape.item, X), Vector3::Zero()).farthest(n);
  }
  const Vector3 own = X.rotation.transpose() * n;
  if (shape.kind == Kind::corners) {
    start = highest_corner(shape, own, start);
    const auto i = static_cast<Eigen::Index>(start);
    return X * Vector3(shape.corners(i, 0), shape.corners(i, 1), shape.corners(i, 2));
  }
  const Vector3 signs = (shape.outline.axes.transpose() * own).unaryExpr([](double a) { return a < 0.0 ? -1.0 : 1.0; });
  return X * (shape.outline.centre + shape.outline.axes * signs);
}

/// u = 2^-53, S = |R|_F reach + |t|, |R|_F < 1.75. R'n errs by 3 u of its terms, the products with a corner by 3 u more, with t by 3 u,
/// the sums by 4 u: less than 16 u S |n|_1 together. A hull's corners were placed before, at 8 u of their reach. 48 pays for all of it, and
/// for the rounding of S.
double ToolShapes::most(Index node, const Pose& X, const Vector3& n) const {
  const Shape& shape = shapes_[node];
  if (shape.kind == Kind::item) {
    const Support farthest = support(tocca::placed(tool_, shape.item, X), n);
    const double rounding = placing_error(X, tool_.lss()) * n.norm();
    return farthest.value + farthest.error + rounding + 8.0 * unit_roundoff * (std::abs(farthest.value) + rounding);
  }
  const Vector3 own = X.rotation.transpose() * n;
  double reach;
  if (shape.kind == Kind::corners) {
    const auto& at = shape.corners;
    reach = (own.x() * at.col(0) + own.y() * at.col(1) + own.z() * at.col(2)).maxCoeff();
  } else {
    reach = own.dot(shape.outline.centre) + (own.transpose() * shape.outline.axes).cwiseAbs().sum();
  }
  const double size = 1.75 * shape.reach_m + X.translation.lpNorm<1>();
  return n.dot(X.translation) + reach + 48.0 * unit_roundoff * size * n.lpNorm<1>() + 0x1p-500;
}

namespace {

/// The tool at several positions, and some points, as the iteration sees them.
struct Positions {
  const ToolShapes& shapes;
  Index node;
  std::span<const Pose> at;
  Index& start;

  Vector3 farthest(const Vector3& n) const {
    Vector3 best = shapes.farthest(node, at[0], n, start);
    for (const Pose& X : at.subspan(1)) {
      const Vector3 other = shapes.farthest(node, X, n, start);
      if (n.dot(other) > n.dot(best)) best = other;
    }
    return best;
  }
};
struct Points {
  std::span<const Vector3> at;

  Vector3 farthest(const Vector3& n) const {
    const Vector3* best = &at[0];
    double most = n.dot(*best);
    for (const Vector3& p : at.subspan(1)) {
      if (const double along = n.dot(p); along > most) most = along, best = &p;
    }
    return *best;
  }
};

}  // namespace

Vector3 direction_between(const ToolShapes& shapes, Index node, std::span<const Pose> positions,
                          std::span<const Vector3> points, double enough_m, const Vector3& first) {
  const ToolOutline& outline = shapes.outline(node);
  const Vector3 middle = 0.5 * (positions.front() * outline.centre + positions.back() * outline.centre);
  const double fine_m = std::max(0.25 * enough_m, 1e-6 * outline.axes.norm());
  Index start = 0;
  const Vector3 begin = first.squaredNorm() > 0.0 ? first : Vector3(middle - points[0]);
  const GjkResult result = gjk(Positions{shapes, node, positions, start}, Points{points}, begin, fine_m,
                               std::numeric_limits<double>::infinity(), enough_m);
  const double length = length_of(result.normal);
  if (!(result.gap > enough_m) || !(length > 0.0)) return Vector3::Zero();
  return result.normal / length;
}

/// The nearest points are means of corners with weights that sum to 1, each to 16 u of the numbers that occur, and so is their
/// distance (docs/maths/closest.md, whose 128 u is used). What is lower is proven by a plane across the direction.
Distance distance_between(const ToolShapes& shapes, Index node, const Pose& X, const std::array<Vector3, 3>& triangle,
                          const Vector3& towards_tool, double fine_m, double enough_m, double near_m) {
  Index start = 0;
  const Vector3 first =
      towards_tool.squaredNorm() > 0.0 ? towards_tool : Vector3(X * shapes.outline(node).centre - triangle[0]);
  const GjkResult result =
      gjk(Positions{shapes, node, std::span(&X, 1), start}, Points{triangle}, first, fine_m, enough_m, near_m);
  double size = shapes.size(node, X);
  for (const Vector3& p : triangle) size = std::max(size, p.lpNorm<1>());
  Distance distance;
  distance.upper = result.upper + 256.0 * unit_roundoff * size + 0x1p-500;
  distance.point_a = result.a, distance.point_b = result.b;
  const double length = length_of(result.normal);
  distance.normal = length > 0.0 ? Vector3(result.normal / length) : Vector3(Vector3::UnitX());
  SeparatingPlane plane(shapes, node, distance.normal, 0.0);
  plane.include(X);
  distance.lower = std::max(0.0, plane.margin(triangle) * (1.0 - 0x1p-48));
  return distance;
}

double SeparatingPlane::margin(std::span<const Vector3> points) const {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vector3& p : points) {
    most = std::max(most, n_.dot(p) + 6.0 * unit_roundoff * n_.cwiseAbs().dot(p.cwiseAbs()) + 0x1p-500);
  }
  const double margin = bound_ - most;
  return margin - 4.0 * unit_roundoff * (std::abs(bound_) + std::abs(most));
}

void SeparatingPlane::include(const Pose& X) {
  const double nearest = -shapes_.most(node_, X, -n_);
  bound_ = std::min(bound_, nearest - reach_ - 16.0 * unit_roundoff * (std::abs(nearest) + reach_) - 0x1p-500);
}

}  // namespace tocca
