// A rigid part against a deformable mesh, one window of time after the other.
#include <algorithm>
#include <cmath>

#include "contact/containment.hpp"
#include "deformable/deformable_search.hpp"
#include "deformable/near_triangles.hpp"

namespace tocca {
namespace {

/// A window is halved where the tube exceeds this share of the part's size, or the way this multiple of it: boxes would be much larger
/// than what they hold.
constexpr double tube_share = 1.0 / 32.0, way_share = 1.0;
constexpr int deepest_halving = 12;

bool bounds_a_solid(const TriangleMesh& mesh) {
  return std::any_of(mesh.components().begin(), mesh.components().end(),
                     [](const TriangleMesh::Component& component) { return component.closed; });
}

}  // namespace

Outcome DeformableSearch::rigid(const Part& part, const Mover& mover, double rounding_m, const DeformableMesh& mesh,
                                double clearance_m, const Interval& time, DeformableContact& found) {
  statistics_ = {};
  ChordContactSearch chords(part, mover, clearance_m, tolerance_m_, rounding_m);
  const Outcome surfaces = window(chords, mesh, time, 0, found);
  statistics_.static_tests += chords.static_tests();
  const bool at_once = surfaces == Outcome::contact && found.time.hi == time.lo;
  if (!at_once && part_and_mesh_inside(chords, mesh, time.lo, found)) return Outcome::contact;
  if (surfaces == Outcome::contact) tell_features(chords, mesh, found);
  return surfaces;
}

/// The earlier half first: what it finds is the first contact.
Outcome DeformableSearch::window(ChordContactSearch& chords, const DeformableMesh& mesh, const Interval& time,
                                 int depth, DeformableContact& found) {
  const Part& part = chords.part();
  const double reach_m = chords.clearance_m() + tolerance_m_;
  const NearTriangles near(chords, mesh, time, reach_m);
  if (!near.any()) {
    ++statistics_.volumes;
    return Outcome::free;
  }
  if (depth < deepest_halving && !chords.mover().still()) {
    const double size = part.lss().length(), middle = 0.5 * (time.lo + time.hi);
    const double way = chords.mover().speed(time, part.lss()) * (time.hi - time.lo);
    const bool long_way = way > way_share * size || chords.tube(time.lo, time.hi) > tube_share * size;
    if (long_way && middle > time.lo && middle < time.hi) {
      const Outcome early = window(chords, mesh, {time.lo, middle}, depth + 1, found);
      return early != Outcome::free ? early : window(chords, mesh, {middle, time.hi}, depth + 1, found);
    }
  }
  ++statistics_.windows;
  bool touches = false;
  const auto look = [&](Index item, Index number) {
    ++statistics_.triangle_pairs;
    const double until = touches ? found.time.hi : time.hi;
    const ChordContact contact = chords.first(item, mesh.triangle(number), {time.lo, until});
    if (contact.outcome == Outcome::free || (touches && !(contact.time.hi < found.time.hi))) return;
    touches = true;
    item_ = item;
    found.time = contact.time;
    found.point = contact.near.point_b + 0.5 * (contact.near.point_a - contact.near.point_b);
    found.normal = contact.near.normal;
    found.triangles = {part.triangle_in_mesh(item), number};
  };
  if (!near.run(look, statistics_, budget_)) {
    found.time.lo = found.time.hi = time.lo;  // windows before this one are proven
    return Outcome::undecided;
  }
  return touches ? Outcome::contact : Outcome::free;
}

/// Which features of the two touch, at hi. Where rounding hides them: the items overlap.
void DeformableSearch::tell_features(ChordContactSearch& chords, const DeformableMesh& mesh, DeformableContact& found) {
  const std::array<Vector3, 3> corners = mesh.triangle(static_cast<Index>(found.triangles[1])).at(found.time.hi);
  places_.clear();
  append_touching(placed(chords.part(), item_, chords.at(found.time.hi).X), owns_all,
                  ConvexPiece::triangle(corners[0], corners[1], corners[2]), owns_all,
                  chords.clearance_m() + tolerance_m_, places_);
  found.kind = places_.empty() ? ContactKind::overlap : places_.front().kind;
}

/// Surfaces are apart at t: what is inside is inside as a whole.
bool DeformableSearch::part_and_mesh_inside(ChordContactSearch& chords, const DeformableMesh& mesh, double t,
                                            DeformableContact& found) {
  const Pose X = chords.at(t).X;
  const auto tell = [&](const Vector3& point) {
    found = {};
    found.time.lo = found.time.hi = t;
    found.kind = ContactKind::inside;
    found.point = point;
    return true;
  };
  if (bounds_a_solid(mesh.topology())) {
    for (const Vector3& own : chords.part().representatives()) {
      if (const Vector3 point = X * own; inside(mesh, point, t)) return tell(point);
    }
    const Part& part = chords.part();
    for (Index item = part.first_grain(); item < part.item_count(); ++item) {
      if (const Vector3 point = X * part.centre(item); inside(mesh, point, t)) return tell(point);
    }
  }
  if (!chords.part().has_closed_mesh()) return false;
  const Pose inverse = X.inverse();
  for (const TriangleMesh::Component& component : mesh.topology().components()) {
    const Vector3 point = mesh.triangle(component.triangle).at(t)[0];
    if (chords.part().contains(inverse * point)) return tell(point);
  }
  return false;
}

}  // namespace tocca
