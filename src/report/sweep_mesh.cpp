#include "report/sweep_mesh.hpp"

#include <algorithm>
#include <array>

#include "tocca/core/error.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

constexpr int box_levels = 3;  // at most eight boxes a link: enough to show its shape

void collect(const Part& part, Index node, int levels, std::vector<Obb>& boxes) {
  const Part::Node& here = part.nodes()[node];
  if (levels == 0 || here.is_leaf()) {
    boxes.push_back(here.volume);
    return;
  }
  collect(part, node + 1, levels - 1, boxes);
  collect(part, node + here.link, levels - 1, boxes);
}

/// The hull of a box at both ends of a window. Every point on a chord between them lies in it.
void append_hull(const Obb& box, const Pose& from, const Pose& to, SweptMesh& mesh) {
  std::array<Vector3, 16> corners;
  const auto here = box.corners();
  std::transform(here.begin(), here.end(), corners.begin(), [&](const Vector3& p) { return from * p; });
  std::transform(here.begin(), here.end(), corners.begin() + 8, [&](const Vector3& p) { return to * p; });
  const ConvexHull hull(corners);
  const auto first = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), hull.vertices().begin(), hull.vertices().end());
  for (const Triangle& t : hull.triangles()) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

/// The tubes of the very windows that the swept volume of the whole part needs for the tolerance.
double append_tubes(const LssSweep& sweep, const Mover& mover, const Part& part, SweptMesh& mesh) {
  std::vector<Obb> boxes;
  collect(part, 0, box_levels, boxes);
  const double size = sweep.box().lower.norm() + sweep.box().upper.norm();
  double widest = 0.0;
  for (int k = 0; k < sweep.windows(); ++k) {
    const double tube = mover.tube(Interval(sweep.time(k), sweep.time(k + 1)), sweep.volume());
    // A millionth of a millionth of everything pays for the rounding of corners, and keeps flat boxes from being flat.
    const double by = tube + part.rounding_m() + 1e-12 * size + 1e-9;
    widest = std::max(widest, by);
    const Pose from = mover.pose(sweep.time(k)), to = mover.pose(sweep.time(k + 1));
    for (const Obb& box : boxes) append_hull(box.dilated(by), from, to, mesh);
  }
  return widest;
}

}  // namespace

SweptPiece append_sweep(const Mover& mover, const Part& part, SweptShape shape, double tolerance_m, SweptMesh& mesh) {
  // The pieces' corners stray by twice what their circles do: 0.4 for the steps and 2 * 0.3 for the circles is all.
  LssSweep sweep;
  sweep.set(mover, part.lss(), (shape == SweptShape::lss ? 0.4 : 1.0) * tolerance_m);
  if (!(sweep.error_m() < largest_coordinate && sweep.box().upper.norm() < largest_coordinate)) {
    throw InputError("", "", "the motion is too large to be bounded", "split the path into shorter segments");
  }
  if (shape == SweptShape::tube) return {sweep.windows(), append_tubes(sweep, mover, part, mesh)};
  const double farthest = append_tessellation(sweep, 0.0, 0.3 * tolerance_m, mesh);
  return {sweep.windows(), farthest - sweep.volume().radius};
}

}  // namespace tocca
