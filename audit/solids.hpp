// Which closed surfaces contain a point: parity of the crossings of a ray, decided by enclosed signs (docs/maths/certificate.md, section 5).
#pragma once

#include <cstdint>
#include <vector>

#include "audit/geometry.hpp"

namespace tocca::audit {

/// The surfaces of one mesh of a group, found by its triangles alone.
class Surface {
 public:
  /// What a ray that crosses a triangle learns from it.
  enum class Kind : std::uint8_t {
    open,    ///< part of no closed surface: nothing
    closed,  ///< it enters or leaves the triangle's component
    doubtful  ///< the component has equal triangles, or triangles that may have no area: whether it is closed is open to reading
  };

  /// The mesh's triangles are the group's items from `first_item` on, its vertices the group's points from `first_point` on.
  Surface(const Collider& mesh, std::uint32_t first_item, std::uint32_t first_point);

  std::uint32_t first_item, first_point;
  const Collider* mesh;
  std::vector<Kind> kind;  ///< of each triangle
  std::vector<std::uint32_t>
      component;                     ///< of each triangle: connected through edges; fins are components of their own
  std::vector<std::uint32_t> first;  ///< the first triangle of each component
  bool closed = false;               ///< some triangle is not `open`
};

/// All surfaces of a group, and a point or more of each connected piece of it.
class Solids {
 public:
  explicit Solids(const Geometry& geometry);

  /// Points, in the group's frame, of one connected piece: all are inside of another solid or none, if surfaces do not meet.
  using Piece = std::vector<Vector>;
  const std::vector<Piece>& pieces() const { return pieces_; }
  bool any_closed() const;

  enum class Side { outside, inside, unclear };
  /// Where a point lies; `placed` are the group's points in the same frame as the point.
  Side side(const Vector& point, const std::vector<Vector>& placed) const;

 private:
  std::vector<Surface> surfaces_;
  std::vector<Piece> pieces_;
};

/// The group's points in another frame.
std::vector<Vector> placed(const Geometry& geometry, const Map& pose);

/// The inside rule: at one moment no piece of a lies in a solid of b, nor the other way round. Throws Rejected.
void require_outside(const Geometry& a, const Solids& solids_a, const Map& pose_a, const Geometry& b,
                     const Solids& solids_b, const Map& pose_b, const std::string& where);

}  // namespace tocca::audit
