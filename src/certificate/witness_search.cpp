#include "certificate/witness_search.hpp"

#include <Eigen/Dense>

#include "audit/contact.hpp"
#include "audit/reader.hpp"
#include "certificate/statement_poses.hpp"
#include "contact/closest.hpp"

namespace tocca {
namespace {

/// The two nearest items.
struct NearItems {
  std::uint32_t a = 0, b = 0;
  Distance distance;
};

NearItems nearest(const SearchedGroup& a, const Pose& pose_a, const SearchedGroup& b, const Pose& pose_b) {
  NearItems best;
  best.distance.upper = std::numeric_limits<double>::infinity();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{0, 0}};
  while (!open.empty()) {
    const auto [i, k] = open.back();
    open.pop_back();
    const Distance near = closest(placed(a.pieces[i], pose_a), placed(b.pieces[k], pose_b), best.distance.upper);
    if (near.lower >= best.distance.upper) continue;
    const audit::Range &range_a = a.geometry.group().ranges[i], &range_b = b.geometry.group().ranges[k];
    if (range_a.right == 0 && range_b.right == 0) {
      if (near.upper < best.distance.upper)
        best = {a.geometry.group().order[range_a.begin], b.geometry.group().order[range_b.begin], near};
    } else if (range_a.right != 0 && (range_b.right == 0 || a.size[i] >= b.size[k])) {
      open.push_back({range_a.right, k});
      open.push_back({i + 1, k});
    } else {
      open.push_back({i, range_b.right});
      open.push_back({i, k + 1});
    }
  }
  return best;
}

/// Weights of a point of a triangle, none negative.
std::array<double, 3> weights_of(const Vector3& p, const Vector3& a, const Vector3& b, const Vector3& c) {
  Eigen::Matrix<double, 3, 2> sides;
  sides << b - a, c - a;
  const Eigen::Vector2d solved = sides.colPivHouseholderQr().solve(p - a);
  std::array<double, 3> result{1.0 - solved.sum(), solved[0], solved[1]};
  for (double& weight : result) weight = std::max(0.0, weight);
  return result;
}

/// The collider that an item belongs to, with its place in the group's frame, and the item's number in it.
struct ItemPlace {
  const audit::Collider* collider;
  Pose pose;
  std::uint32_t item;
};

ItemPlace place_of(const audit::Group& group, std::uint32_t item) {
  for (const audit::Body& body : group.bodies) {
    for (const audit::Collider& collider : body.colliders) {
      if (item < audit::item_count(collider))
        return {&collider, pose_of(body.placement) * pose_of(collider.placement), item};
      item -= audit::item_count(collider);
    }
  }
  return {nullptr, {}, 0};
}

/// A point of an item, given in the group's frame, as a witness.
audit::Witness witness(const SearchedGroup& group, std::uint32_t number, std::uint32_t item, const Vector3& point) {
  audit::Witness result;
  result.group = number;
  result.item = item;
  const ItemPlace place = place_of(group.geometry.group(), item);
  const ConvexPiece& piece = group.items.piece(item);
  if (piece.is_triangle() && piece.radius == 0.0) {
    const auto weights = weights_of(point, piece.point[0], piece.point[1], piece.point[2]);
    result.weights.assign(weights.begin(), weights.end());
    return result;
  }
  const Vector3 own = place.pose.rotation.transpose() * (point - place.pose.translation);
  if (place.collider->shape == audit::Shape::hull) {  // on its nearest face
    const ConvexHull& hull = *piece.hull;
    double least = std::numeric_limits<double>::infinity();
    ConvexPiece spot;
    spot.count = 1;
    spot.point[0] = own;
    for (const Triangle& t : hull.triangles()) {
      const Vector3 &a = hull.vertices()[t[0]], &b = hull.vertices()[t[1]], &c = hull.vertices()[t[2]];
      const Distance near = closest(spot, ConvexPiece::triangle(a, b, c), least);
      if (near.upper >= least) continue;
      least = near.upper;
      result.weights.assign(place.collider->vertices.size(), 0.0);
      const auto weights = weights_of(near.point_b, a, b, c);
      for (std::size_t k = 0; k < 3; ++k) result.weights[t[k]] = weights[k];
    }
    return result;
  }
  const Vector3 inward = own * (1.0 - 1e-12);  // rounding must not put it outside
  result.point = {inward[0], inward[1], inward[2]};
  return result;
}

/// A point of one of a's pieces that is inside a closed mesh of b.
std::optional<audit::Contact> find_inside(const audit::Motion& motion, int ancestor, const SearchedGroup& a,
                                          std::uint32_t group_a, const SearchedGroup& b, std::uint32_t group_b,
                                          double time) {
  if (!b.solids.any_closed()) return std::nullopt;
  const audit::Map pose_a = audit::enclose(motion.pose(ancestor, a.geometry.group().frame, time));
  const int frame = b.geometry.group().frame;
  const audit::Map back =
      audit::enclose(audit::inverse(motion.pose(ancestor, frame, time), motion.defect(ancestor, frame)));
  for (std::uint32_t item = 0; item < a.items.size(); ++item) {
    const Vector3 point = a.items.piece(item).some_point();
    audit::Contact contact;
    contact.time = time;
    contact.inside = true;
    contact.a = witness(a, group_a, item, point);
    const audit::Vector place = audit::mapped(pose_a, audit::witness_point(a.geometry, contact.a, "witness"));
    const auto around = b.solids.container(audit::mapped(back, place));
    if (!around) continue;
    contact.b = witness(b, group_b, *around, b.items.piece(*around).some_point());
    return contact;
  }
  return std::nullopt;
}

}  // namespace

std::optional<audit::Contact> find_witness(const audit::Motion& motion, const SearchedGroup& a, std::uint32_t group_a,
                                           const SearchedGroup& b, std::uint32_t group_b, double time, double reach_m) {
  const int ancestor = motion.common(a.geometry.group().frame, b.geometry.group().frame);
  const Pose pose_a = pose_of(motion.pose(ancestor, a.geometry.group().frame, time));
  const Pose pose_b = pose_of(motion.pose(ancestor, b.geometry.group().frame, time));
  const NearItems near = nearest(a, pose_a, b, pose_b);
  if (near.distance.upper <= reach_m) {
    audit::Contact contact;
    contact.time = time;
    contact.a = witness(a, group_a, near.a, pose_a.inverse() * near.distance.point_a);
    contact.b = witness(b, group_b, near.b, pose_b.inverse() * near.distance.point_b);
    return contact;
  }
  std::optional<audit::Contact> inside = find_inside(motion, ancestor, a, group_a, b, group_b, time);
  if (!inside) inside = find_inside(motion, ancestor, b, group_b, a, group_a, time);
  return inside;
}

}  // namespace tocca
