#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "tocca/core/vector.hpp"

namespace tocca {

/// What touches what: first the feature of a, then that of b; a box has vertices, edges and faces just as a mesh does.
/// `round`: a curved solid (sphere, capsule, cylinder, cone) takes part, wherever it is touched; `overlap`: the two
/// pass through each other, at the start or where a pair is allowed to; `inside`: one is wholly within a closed mesh of
/// the other; `unspecified`: the answer does not say.
enum class ContactKind { vertex_face, face_vertex, edge_edge, round, overlap, inside, unspecified };

/// As files and tables spell it: "vertex-face".
const char* name_of(ContactKind kind);

/// Two bodies, by number.
struct BodyPair {
  int a = 0, b = 0;  ///< a < b, or a deformable body and itself
  auto operator<=>(const BodyPair&) const = default;
};

/// One touching place of two things, a and b, in any answer. Rooms add which two they are and when they touch.
struct Contact {
  Vector3 point = Vector3::Zero();   ///< in the world, unless the answer names another frame
  Vector3 normal = Vector3::Zero();  ///< points from b to a, unit; zero where there is none
  ContactKind kind = ContactKind::unspecified;
  std::array<std::int64_t, 2> triangles{-1,
                                        -1};  ///< of a and b, as their meshes number them; -1: a primitive, or unknown
  /// How far apart a and b are there (within rounding; as they are, not grown by padding): up to the clearance of the question.
  /// 0 where they touch, overlap, or the answer does not say.
  double distance_m = 0.0;
};

/// The distance between two things, a and b, enclosed: lower <= true distance <= upper, rounding included.
struct Distance {
  double lower = 0.0, upper = 0.0;
  /// Two points that are `upper` apart, once more rounded to the ulps of their coordinates.
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit (to rounding), from b to a; arbitrary where they overlap
};

/// The order in which contacts between the same two things are listed: by triangles, kind, point.
bool comes_before(const Contact& x, const Contact& y);
/// The same place with a and b swapped.
Contact reversed(const Contact& contact);

}  // namespace tocca
