#include "world/body_distance.hpp"

#include <algorithm>

#include "contact/closest.hpp"
#include "contact/containment.hpp"
#include "core/rounding.hpp"
#include "core/vectors.hpp"
#include "world/body_features.hpp"
#include "world/body_piece.hpp"

namespace tocca {
namespace {

/// |R^T R - I|, its rounding included (products and sums of entries at most about 1: less than 32 u).
double rotation_defect(const Matrix3& R) {
  return (R.transpose() * R - Matrix3::Identity()).norm() + 32.0 * unit_roundoff;
}

/// How far placed volumes and items may be from where they are to be (contact/convex_piece.hpp, contact/rss_gap.hpp).
double placing_of(const BodyShape::Piece& piece, const Pose& X) {
  const Lss& lss = piece.part.lss();
  const double reach = std::max(piece.tree.reach_m(), std::max(lss.a.norm(), lss.b.norm()) + lss.radius);
  return placing_error(reach * (1.0 + 0x1p-50), rotation_defect(X.rotation), X.translation.norm());
}

/// How far a point of `inner` may be from its place in the frame of `outer`, when inverses are transposes: three products of a
/// rotation and a vector, 4 u of their terms each, and the skew of the outer rotation, all times the sizes involved.
double inverse_error(const BodyShape::Piece& inner, const Pose& X_inner, const Pose& X_outer) {
  const double size = inner.tree.reach_m() + X_inner.translation.norm() + X_outer.translation.norm();
  return (64.0 * unit_roundoff + 2.0 * rotation_defect(X_outer.rotation)) * size;
}

}  // namespace

bool BodySearch::apart(double level_m, double tolerance_m) {
  nearest_ = false;
  level_m_ = level_m;
  tolerance_m_ = tolerance_m;
  settled_ = false;
  for (Index i = 0; i < a_.size() && !settled_; ++i) {
    for (Index j = 0; j < b_.size() && !settled_; ++j) shapes(i, j);
  }
  return !settled_;
}

BodyDistance BodySearch::nearest() {
  nearest_ = true;
  settled_ = false;
  best_ = {};
  best_.lower = best_.upper = infinity;
  for (Index i = 0; i < a_.size() && !settled_; ++i) {
    for (Index j = 0; j < b_.size() && !settled_; ++j) shapes(i, j);
  }
  return best_;
}

void BodySearch::shapes(Index a, Index b) {
  if (balls_apart(a_[a], b_[b], enough())) return;
  shape_a_ = a;
  shape_b_ = b;
  error_m_ = (a_[a].error_m + b_[b].error_m) * (1.0 + 0x1p-50);
  settle(look(0, 0));
}

BodySearch::Look BodySearch::look(Index a, Index b) {
  const NodePair nodes{shape_a_, a, shape_b_, b};
  Look result{a, b, {}, memory_.recall(nodes)};
  result.hulls = closest_features(this->a().placed(a), this->b().placed(b), result.features, enough() + error_m_);
  memory_.keep(nodes, result.features);
  ++work_.walks;
  work_.feature_steps += static_cast<std::uint64_t>(result.hulls.steps);
  return result;
}

void BodySearch::settle(const Look& look) {
  if (settled_ || look.hulls.lower - error_m_ > enough()) return;
  const BodyShape::Node &a = node_a(look.a), &b = node_b(look.b);
  if (!a.is_leaf() || !b.is_leaf()) return open(look);
  if (a.exact && b.exact) return exact_leaf(look);
  tree_leaf(look);
}

/// The larger of the two; the nearer child first.
void BodySearch::open(const Look& above) {
  const BodyShape::Node &a = node_a(above.a), &b = node_b(above.b);
  const bool open_a = b.is_leaf() || (!a.is_leaf() && a.hull->radius() >= b.hull->radius());
  const Look first = open_a ? look(above.a + 1, above.b) : look(above.a, above.b + 1);
  const Look second = open_a ? look(above.a + a.link, above.b) : look(above.a, above.b + b.link);
  const bool in_order = first.hulls.lower <= second.hulls.lower;
  settle(in_order ? first : second);
  settle(in_order ? second : first);
}

void BodySearch::exact_leaf(const Look& look) {
  if (!nearest_) {
    settled_ = true;
    return;
  }
  const double upper = look.hulls.upper + error_m_;
  best_.lower = std::min(best_.lower, std::max(0.0, look.hulls.lower - error_m_));
  if (!(upper < best_.upper)) return;
  best_.upper = upper;
  put_places(look, look.hulls);
  settled_ = look.hulls.overlapping;
  if (settled_) return;      // the point is inside, on no feature
  if (!look.hulls.walked) {  // help finds points; its features are good to start the next walk from
    name_feature(*a().shape, look.a, 0, a().X.inverse() * best_.point_a, best_.a);
    name_feature(*b().shape, look.b, 0, b().X.inverse() * best_.point_b, best_.b);
    return;
  }
  const auto name = [](const Feature& feature, BodyPlace& place) {
    place.feature_kind = static_cast<int>(feature.kind);
    place.feature = feature.index;
  };
  name(look.features.a, best_.a);
  name(look.features.b, best_.b);
}

void BodySearch::put_places(const Look& look, const Distance& found) {
  best_.a = {a().link, node_a(look.a).piece};
  best_.b = {b().link, node_b(look.b).piece};
  best_.point_a = found.point_a;
  best_.point_b = found.point_b;
  best_.normal = found.normal;
}

void BodySearch::tree_leaf(const Look& look) {
  ++work_.tree_searches;
  const BodyShape::Piece &piece_a = a().shape->piece(node_a(look.a).piece),
                         &piece_b = b().shape->piece(node_b(look.b).piece);
  // Seen from b's origin, with the world's axes, so that rounding does not depend on where in the world the two are. The difference
  // of the translations errs by u of itself; 2 u leave room for the rounding of its length.
  const Vector3 offset = a().X.translation - b().X.translation;
  const Pose X_a{a().X.rotation, offset}, X_b{b().X.rotation, Vector3::Zero()};
  TreePair pair;
  pair.a = &piece_a.tree;
  pair.b = &piece_b.tree;
  pair.X_a = &X_a;
  pair.X_b = &X_b;
  pair.error_m = error_m_ + placing_of(piece_a, X_a) + placing_of(piece_b, X_b) + 2.0 * unit_roundoff * offset.norm();
  // Surfaces that are farther apart than this let one point decide what is inside.
  if (piece_a.part.has_closed_mesh()) pair.error_m += inverse_error(piece_b, X_b, X_a);
  if (piece_b.part.has_closed_mesh()) pair.error_m += inverse_error(piece_a, X_a, X_b);
  pair.error_m *= 1.0 + 0x1p-48;
  if (nearest_) {
    nearest_of_trees(look, pair);
  } else if (!trees_apart(pair)) {
    settled_ = true;
  }
  if (settled_) return;
  FeatureDistance found;
  bool inside = false;
  const auto keep = [&](const Vector3& point) {
    found.point_a = point;
    return inside = true;
  };
  for_each_inside(piece_a.part, X_a, piece_b.part, X_b, keep);
  if (!inside) for_each_inside(piece_b.part, X_b, piece_a.part, X_a, keep);
  if (!inside) return;
  settled_ = true;
  found.point_a += b().X.translation;
  found.point_b = found.point_a;
  found.normal = Vector3::UnitX();
  best_.lower = best_.upper = 0.0;
  put_places(look, found);
}

bool BodySearch::trees_apart(const TreePair& pair) {
  TreeSearch search;
  Statistics statistics;
  return search.greedy(pair, level_m_, tolerance_m_, statistics).margin > level_m_;
}

void BodySearch::nearest_of_trees(const Look& look, const TreePair& pair) {
  TreeSearch search;
  Statistics statistics;
  const TreeDistance found = search.nearest(pair, 0.0, statistics);
  best_.lower = std::min(best_.lower, std::max(0.0, found.margin));
  if (!(found.upper < best_.upper)) return;
  best_.upper = found.upper;
  const Distance near =
      closest(placed(pair.a->part(0), found.item_a, *pair.X_a), placed(pair.b->part(0), found.item_b, *pair.X_b));
  const Vector3& origin = b().X.translation;
  put_places(look, {near.lower, near.upper, origin + near.point_a, origin + near.point_b, near.normal});
  settled_ = near.lower == 0.0 && near.upper <= pair.error_m;
  // A common point lies on the triangles that cross there, but within a polytope.
  if (!settled_ || !node_a(look.a).exact) {
    name_feature(*a().shape, look.a, found.item_a, pair.X_a->inverse() * near.point_a, best_.a);
  }
  if (!settled_ || !node_b(look.b).exact) {
    name_feature(*b().shape, look.b, found.item_b, pair.X_b->inverse() * near.point_b, best_.b);
  }
}

}  // namespace tocca
