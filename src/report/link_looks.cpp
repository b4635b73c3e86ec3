#include "report/link_looks.hpp"

#include <type_traits>
#include <variant>

#include "core/index.hpp"

namespace tocca {
namespace {

/// The same triangles in the same order, however their vertices are numbered.
bool is_same(const TriangleMesh& a, const TriangleMesh& b) {
  if (a.triangles().size() != b.triangles().size()) return false;
  for (std::size_t k = 0; k < a.triangles().size(); ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (a.vertices()[a.triangles()[k][i]] != b.vertices()[b.triangles()[k][i]]) return false;
    }
  }
  return true;
}

bool is_same(const Geometry& a, const Geometry& b) {
  if (a.index() != b.index()) return false;
  const auto compare = [&]<class Shape>(const Shape& shape) {
    const Shape& other = std::get<Shape>(b);
    if constexpr (std::is_same_v<Shape, MeshPointer>) return shape == other || is_same(*shape, *other);
    if constexpr (std::is_same_v<Shape, std::shared_ptr<const ConvexHull>> || std::is_same_v<Shape, CloudPointer>) {
      return shape == other;
    }
    if constexpr (std::is_same_v<Shape, Sphere>) return shape.radius == other.radius;
    if constexpr (std::is_same_v<Shape, Box>) return shape.size == other.size;
    if constexpr (requires { shape.length; }) return shape.radius == other.radius && shape.length == other.length;
  };
  return std::visit(compare, a);
}

/// Shares a mesh with the collision geometry of its link. Is all of it the same, and without a colour?
bool adds_nothing(LinkVisual& look, const Link& link) {
  for (const Collider& collider : link.colliders) {
    if (!is_same(collider.geometry, look.shape.geometry)) continue;
    look.shape.geometry = collider.geometry;
    const Pose &a = collider.placement, &b = look.shape.placement;
    if (!look.colour && a.rotation == b.rotation && a.translation == b.translation) return true;
  }
  return false;
}

}  // namespace

std::vector<LinkVisual> looks_of(const Robot& robot, Warnings& notes) {
  if (robot.file.empty()) return {};
  std::vector<LinkVisual> looks = read_visuals(robot.file, notes);
  bool says_nothing = true;
  for (LinkVisual& look : looks) {
    const int link = robot.tree.find_link(look.link);
    const bool nothing = link >= 0 && adds_nothing(look, robot.tree.links()[at(link)]);
    says_nothing = says_nothing && nothing;
  }
  if (says_nothing) looks.clear();
  return looks;
}

}  // namespace tocca
