#include "report/link_looks.hpp"

#include <algorithm>

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

}  // namespace

std::vector<LinkVisual> looks_of(const Robot& robot, Warnings& notes) {
  if (robot.file.empty()) return {};
  Warnings warnings;
  std::vector<LinkVisual> looks = read_visuals(robot.file, warnings);
  for (std::string& warning : warnings) {  // once, however many robots are alike
    if (std::find(notes.begin(), notes.end(), warning) == notes.end()) notes.push_back(std::move(warning));
  }
  for (LinkVisual& look : looks) {
    const int link = robot.tree.find_link(look.link);
    auto* mesh = std::get_if<MeshPointer>(&look.shape.geometry);
    if (link < 0 || !mesh) continue;
    for (const Collider& collider : robot.tree.links()[at(link)].colliders) {
      const auto* checked = std::get_if<MeshPointer>(&collider.geometry);
      if (checked && is_same(**checked, **mesh)) *mesh = *checked;
    }
  }
  return looks;
}

}  // namespace tocca
