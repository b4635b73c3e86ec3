#include "tocca/world/body_shape.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/rounding.hpp"
#include "shape/aabb.hpp"
#include "shape/convex_mesh.hpp"
#include "shape/outline.hpp"
#include "shape/polytope.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"
#include "world/body_piece.hpp"

namespace tocca {
namespace {

using HullPointer = std::shared_ptr<const ConvexHull>;

std::array<Vector3, 8> corners_of(const Aabb& box) {
  std::array<Vector3, 8> corners;
  for (std::size_t i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) corners[i][k] = (i >> k & 1u) != 0u ? box.upper[k] : box.lower[k];
  }
  return corners;
}

/// The corners of a convex body in its own frame; nothing where it is no polytope.
std::optional<std::vector<Vector3>> convex_corners(const Geometry& geometry) {
  if (const Box* box = std::get_if<Box>(&geometry)) {
    const auto corners = corners_of({-0.5 * box->size, 0.5 * box->size});
    return std::vector<Vector3>(corners.begin(), corners.end());
  }
  if (const HullPointer* hull = std::get_if<HullPointer>(&geometry)) return (*hull)->vertices();
  if (const MeshPointer* mesh = std::get_if<MeshPointer>(&geometry)) {
    if (const HullPointer hull = hull_of_convex(**mesh)) return hull->vertices();
  }
  return std::nullopt;
}

/// X p for all of them, and how far one may be from its true place: a coordinate errs by 4 u of (sum |R_ij p_j| + |t_i|), so a
/// point by 4 u (|R|_F |p| + |t|); twice that covers the rounding of this bound. The identity rounds nothing.
double place(std::vector<Vector3>& points, const Pose& X) {
  if (X.rotation == Matrix3::Identity() && X.translation.isZero(0.0)) return 0.0;
  double farthest = 0.0;
  for (Vector3& p : points) {
    farthest = std::max(farthest, p.norm());
    p = X * p;
  }
  return 8.0 * unit_roundoff * (X.rotation.norm() * farthest + X.translation.norm()) + 0x1p-500;
}

/// Points whose hull contains the placed body; for what is no polytope.
std::vector<Vector3> surrounding(const Collider& body, const Part& part) {
  if (std::holds_alternative<MeshPointer>(body.geometry)) return part.vertices();
  Outline outline;
  outline.add(body.geometry);
  const Aabb box = volume_of<Aabb>(outline);
  // Placing rounds each corner by less than `error` (as in place()): the box is that much larger, twice, which the image
  // under a rotation to rounding is as well.
  const double reach = box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).norm();
  const double error = 8.0 * unit_roundoff * (2.0 * reach + body.placement.translation.norm());
  const auto corners = corners_of(box.dilated(2.0 * error + 0x1p-400));
  std::vector<Vector3> points(corners.begin(), corners.end());
  place(points, body.placement);
  return points;
}

/// Their hull, or that of a box around them where they are flat.
PolytopePointer hull_around(const std::vector<Vector3>& points) {
  try {
    return std::make_shared<const Polytope>(points);
  } catch (const InputError&) {
    const Aabb box = Aabb::fit(points);
    const double size = std::max((box.upper - box.lower).maxCoeff(), box.upper.cwiseAbs().maxCoeff() * 0x1p-40);
    return std::make_shared<const Polytope>(corners_of(box.dilated(std::max(0x1p-20 * size, 0x1p-90))));
  }
}

}  // namespace

struct BodyShape::Leaf {
  Node node;
  Vector3 centre;
};

BodyShape::Piece::Piece(const Collider& body) : part(std::span(&body, 1)) {
  const Part* const parts[] = {&part};
  tree = RssTree(parts);
}

BodyShape::~BodyShape() = default;
BodyShape::BodyShape(BodyShape&&) noexcept = default;

BodyShape::BodyShape(std::span<const Collider> bodies) {
  TOCCA_REQUIRE(!bodies.empty(), "a shape needs at least one collider");
  std::vector<Leaf> leaves;
  for (const Collider& body : bodies) add_piece(body, leaves);
  join(leaves);
}

void BodyShape::add_piece(const Collider& body, std::vector<Leaf>& leaves) {
  require_valid(body.geometry);
  Node node;
  node.piece = static_cast<int>(pieces_.size());
  if (auto corners = convex_corners(body.geometry)) {
    const double rounding = place(*corners, body.placement);
    try {
      node.hull = std::make_shared<const Polytope>(*corners);
      node.exact = true;
      rounding_m_ = std::max(rounding_m_, rounding);
      // One item: the hull where it is. It shares the polytope's memory.
      pieces_.push_back(std::make_unique<const Piece>(Collider{{}, HullPointer(node.hull, &node.hull->hull())}));
    } catch (const InputError&) {
      // so thin that placing it made it flat: the trees know how to handle that
    }
  }
  if (!node.exact) {
    pieces_.push_back(std::make_unique<const Piece>(body));
    rounding_m_ = std::max(rounding_m_, pieces_.back()->part.rounding_m());
    node.hull = hull_around(surrounding(body, pieces_.back()->part));
  }
  leaves.push_back({node, node.hull->centre()});
}

/// Halves by the place of their centres; a hull over both.
void BodyShape::join(std::span<Leaf> leaves) {
  if (leaves.size() == 1) {
    nodes_.push_back(leaves.front().node);
    return;
  }
  std::vector<Vector3> points;
  Vector3 least = leaves.front().centre, most = least;
  for (const Leaf& leaf : leaves) {
    least = least.cwiseMin(leaf.centre), most = most.cwiseMax(leaf.centre);
    const std::vector<Vector3>& own = leaf.node.hull->vertices();
    points.insert(points.end(), own.begin(), own.end());
  }
  int axis = 0;
  (most - least).maxCoeff(&axis);
  const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(leaves.size() / 2);
  std::nth_element(leaves.begin(), middle, leaves.end(), [&](const Leaf& x, const Leaf& y) {
    return std::pair(x.centre[axis], x.node.piece) < std::pair(y.centre[axis], y.node.piece);
  });
  const std::size_t self = nodes_.size();
  nodes_.push_back({std::make_shared<const Polytope>(points)});
  join({leaves.begin(), middle});
  nodes_[self].link = static_cast<Index>(nodes_.size() - self);
  join({middle, leaves.end()});
}

}  // namespace tocca
