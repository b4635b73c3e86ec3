#include "audit/contact.hpp"

#include "audit/reader.hpp"

namespace tocca::audit {
namespace {

/// Is a point of a collider's frame in its solid?
bool contains(const Collider& collider, const Point& p) {
  const Point& s = collider.size;
  const Interval across = square(p[0]) + square(p[1]), radius = square(s[0]);
  const double half = 0.5 * s[1], z = p[2];
  switch (collider.shape) {
    case Shape::sphere:
      return (across + square(z)).hi <= radius.lo;
    case Shape::capsule: {
      const Interval beyond = std::fabs(z) <= half ? Interval(0.0) : Interval(std::fabs(z)) - Interval(half);
      return (across + square(beyond)).hi <= radius.lo;
    }
    case Shape::box:
      return std::fabs(p[0]) <= 0.5 * s[0] && std::fabs(p[1]) <= 0.5 * s[1] && std::fabs(z) <= 0.5 * s[2];
    case Shape::cylinder:
      return across.hi <= radius.lo && std::fabs(z) <= half;
    case Shape::cone:
      return std::fabs(z) <= half &&
             (across * square(s[1])).hi <= square(Interval(s[0]) * (Interval(half) - Interval(z))).lo;
    case Shape::hull:
    case Shape::mesh:
      break;  // by weights
  }
  return false;
}

/// The weighted mean of vertices; weights are not negative.
Vector mean(const Collider& collider, std::uint32_t item, const std::vector<double>& weights,
            const std::string& where) {
  const bool mesh = collider.shape == Shape::mesh;
  const std::size_t count = mesh ? 3 : collider.vertices.size();
  if (weights.size() != count)
    throw Rejected(where + ": a witness has " + std::to_string(weights.size()) + " weights, not " +
                   std::to_string(count));
  Vector sum{};
  Interval total = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    sum = sum + Interval(weights[i]) * enclose(collider.vertices[mesh ? collider.triangles[item][i] : i]);
    total = total + Interval(weights[i]);
  }
  return {sum[0] / total, sum[1] / total, sum[2] / total};
}

}  // namespace

Vector witness_point(const Geometry& geometry, const Witness& witness, const std::string& where) {
  std::uint32_t item = witness.item;
  for (const Body& body : geometry.group().bodies) {
    for (const Collider& collider : body.colliders) {
      if (item >= item_count(collider)) {
        item -= item_count(collider);
        continue;
      }
      const bool weighted = collider.shape == Shape::mesh || collider.shape == Shape::hull;
      if (!weighted && !contains(collider, witness.point))
        throw Rejected(where + ": a witness is not a point of its item");
      const Vector p = weighted ? mean(collider, item, witness.weights, where) : enclose(witness.point);
      return mapped(enclose(body.placement), mapped(enclose(collider.placement), p));
    }
  }
  throw Rejected(where + ": a witness names no item");
}

void require_contact(const Motion& motion, const Geometry& a, const Geometry& b, const Solids& solids_b,
                     const Contact& contact, const Interval& reach) {
  const std::string where = "contact";
  const int ancestor = motion.common(a.group().frame, b.group().frame);
  const Map pose_a = enclose(motion.pose(ancestor, a.group().frame, contact.time));
  const Pose pose_b = motion.pose(ancestor, b.group().frame, contact.time);
  const Vector p = mapped(pose_a, witness_point(a, contact.a, where));
  if (contact.inside) {
    const Pose back = inverse(pose_b, motion.defect(ancestor, b.group().frame));
    if (!solids_b.surely_inside(mapped(enclose(back), p), contact.b.item))
      throw Rejected(where + ": the witness is not inside the mesh that is named");
    return;
  }
  const double apart = norm(p - mapped(enclose(pose_b), witness_point(b, contact.b, where))).hi;
  if (!(apart <= reach.lo)) {
    throw Rejected(where + ": the witnesses are " + std::to_string(apart) +
                   " m apart, more than the clearance and the tolerance");
  }
}

}  // namespace tocca::audit
