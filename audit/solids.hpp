// Which closed surfaces contain a point: parity of the crossings of a ray, decided by enclosed signs (docs/maths/certificate.md, section 5).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "audit/geometry.hpp"

namespace tocca::audit {

/// Triangles of a mesh that may enclose something, connected through edges.
struct Component {
  /// Equal triangles, some that may have no area, or edges with an odd number of them: whether it is closed is open to reading, so a ray
  /// that crosses it tells nothing. Else it is closed.
  bool doubtful = false;
  Vector box;
  std::vector<std::uint32_t> triangles;
};

/// The surfaces of one mesh of a group, found by its triangles alone.
class Surface {
 public:
  /// The mesh's vertices are the group's points from `first_point` on.
  Surface(const Collider& mesh, const Geometry& geometry, std::uint32_t first_item, std::uint32_t first_point);

  const Collider* mesh;
  std::uint32_t first_item;    ///< the number of its first triangle among the group's items
  std::vector<Vector> points;  ///< its vertices, in the group's frame
  std::vector<Vector> boxes;   ///< of each triangle
  Vector box;                  ///< of all of them
  std::vector<Component> components{};
  std::vector<std::uint32_t> first;  ///< a triangle of each connected piece, fins included
};

/// All surfaces of a group, and a point or more of each connected piece of it.
class Solids {
 public:
  explicit Solids(const Geometry& geometry);

  /// Points, in the group's frame, of one connected piece: all are inside of another solid or none, if surfaces do not meet.
  using Piece = std::vector<Place>;
  const std::vector<Piece>& pieces() const { return pieces_; }
  bool any_closed() const;

  enum class Side { outside, inside, unclear };
  /// Where a point of the group's frame lies.
  Side side(const Vector& point) const;
  /// For contacts, where doubt goes the other way: is the point surely inside the mesh that an item belongs to? Exactly one of its
  /// components contains it, so that no cavity can be meant.
  bool surely_inside(const Vector& point, std::uint32_t item) const;
  /// The first item of a mesh that surely contains the point.
  std::optional<std::uint32_t> container(const Vector& point) const;

 private:
  /// Is a point inside a component? Unclear if no ray tells.
  static Side side(const Surface& surface, const Component& component, const Vector& point);

  std::vector<Surface> surfaces_;
  std::vector<Piece> pieces_;
};

/// Where a group is at one moment; `defect` as inverse() asks for.
struct PlacedSolids {
  const Solids& solids;
  Pose pose;
  double defect;
};

/// The inside rule: at one moment no piece of a lies in a solid of b, nor the other way round. Throws Rejected.
void require_outside(const PlacedSolids& a, const PlacedSolids& b, const std::string& where);

}  // namespace tocca::audit
