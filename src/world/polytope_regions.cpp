#include "world/polytope_regions.hpp"

#include <algorithm>

#include "core/vectors.hpp"

namespace tocca {

Vector3 within_face(const Polytope& p, Index face, const Vector3& x) {
  const auto corners = p.hull().face(face);
  const std::vector<Vector3>& v = p.vertices();
  const Vector3& n = p.planes()[face].normal;
  const Vector3& first = v[corners[0]];
  // The fan of triangles around the first corner: the one whose last side does not have x beyond it.
  std::size_t k = 1;
  while (k + 2 < corners.size() && (x - first).dot(n.cross(v[corners[k + 1]] - first)) > 0.0) ++k;
  const Vector3 &second = v[corners[k]], &third = v[corners[k + 1]];
  const Vector3 r[3] = {first - x, second - x, third - x};
  const double weight[3] = {std::max(0.0, n.dot(r[1].cross(r[2]))), std::max(0.0, n.dot(r[2].cross(r[0]))),
                            std::max(0.0, n.dot(r[0].cross(r[1])))};
  const double sum = weight[0] + weight[1] + weight[2];
  if (!(sum > 0.0)) return first;
  return (weight[0] / sum) * first + (weight[1] / sum) * second + (weight[2] / sum) * third;
}

RayExit ray_exit(const Polytope& p, Index face, const Vector3& from, const Vector3& ray) {
  const auto ratio = [&](Index f) {
    const Polytope::Plane& plane = p.planes()[f];
    const double room = plane.offset - plane.normal.dot(from), along = plane.normal.dot(ray);
    if (room > 0.0) return along / room;
    return along > 0.0 ? infinity : -infinity;  // on the face, or out by rounding
  };
  RayExit best{face, ratio(face)};
  for (;;) {
    const RayExit at = best;
    for (const Index edge : p.face_edges(at.face)) {
      const Polytope::Edge& e = p.edges()[edge];
      const Index across = e.left == at.face ? e.right : e.left;
      if (const double there = ratio(across); there > best.ratio) best = {across, there};
    }
    if (best.face == at.face) return best;
  }
}

Vector3 drawn_inside(const Polytope& p, Index& face, const Vector3& x) {
  const RayExit place = ray_exit(p, face, p.centre(), x - p.centre());
  face = place.face;
  if (!(place.ratio > 0.0)) return p.centre();
  const Vector3 exit = within_face(p, face, p.centre() + (x - p.centre()) / place.ratio);
  const double share = std::min(1.0, place.ratio);
  return (1.0 - share) * p.centre() + share * exit;
}

Feature feature_at(const Polytope& p, Index start_face, const Vector3& x) {
  const Index face = ray_exit(p, start_face, p.centre(), x - p.centre()).face;
  const double near = 1e-9 * p.radius();
  Feature found{Feature::Kind::face, face};
  for (const Index edge : p.face_edges(face)) {
    const Polytope::Edge& e = p.edges()[edge];
    const Vector3 &tail = p.vertices()[e.tail], &head = p.vertices()[e.head];
    if (beyond_edge(p, edge, face, x) < -near * (head - tail).norm()) continue;
    if ((x - tail).norm() <= near) return {Feature::Kind::vertex, e.tail};
    if ((x - head).norm() <= near) return {Feature::Kind::vertex, e.head};
    found = {Feature::Kind::edge, edge};
  }
  return found;
}

}  // namespace tocca
