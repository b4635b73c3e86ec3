// A rigid part against a deformable mesh: windows of time, boxes of the part's tree on their chords against the mesh's tree.
#include <algorithm>
#include <cmath>

#include "deformable_search.hpp"
#include "tocca/contact/containment.hpp"
#include "tocca/core/rounding.hpp"

namespace tocca {
namespace {

/// A window is halved where the tube exceeds this share of the part's size, or the way this multiple of it: boxes would be much larger
/// than what they hold.
constexpr double tube_share = 1.0 / 32.0, way_share = 1.0;
constexpr int deepest = 12;

double size_of(const Lss& volume) { return (volume.b - volume.a).norm() + 2.0 * volume.radius; }

/// The part on the chord of a window.
struct PartChord {
  Pose start, end;
  double dilation_m;  ///< tube, rounding, clearance, tolerance

  /// What a box of the part's tree sweeps. Along coordinate k a placed box reaches sum_i |(R axes)_ki| half_i from its centre. Rounding:
  /// dot products of three with a translation, 5 u of their absolute sums; 2^-40 is far above it.
  FloatBox around(const Obb& box) const {
    Aabb swept = one(box, start);
    const Aabb last = one(box, end);
    swept = {swept.lower.cwiseMin(last.lower), swept.upper.cwiseMax(last.upper)};
    return FloatBox::around(swept);
  }

 private:
  Aabb one(const Obb& box, const Pose& X) const {
    const Vector3 centre = X * box.center;
    const Vector3 half = (X.rotation * box.axes.cast<double>()).cwiseAbs() * box.half.cast<double>();
    const double size = box.center.cwiseAbs().sum() + X.translation.cwiseAbs().maxCoeff() + half.sum();
    const Vector3 reach = half.array() + (dilation_m + 0x1p-40 * size);
    return {centre - reach, centre + reach};
  }
};

Aabb hull_of(const std::array<Vector3, 3>& a, const std::array<Vector3, 3>& b) {
  Aabb box{a[0].cwiseMin(b[0]), a[0].cwiseMax(b[0])};
  for (std::size_t i = 1; i < 3; ++i) {
    box.lower = box.lower.cwiseMin(a[i]).cwiseMin(b[i]);
    box.upper = box.upper.cwiseMax(a[i]).cwiseMax(b[i]);
  }
  return box;
}

/// Pairs of a node of the part's tree and one of the mesh's.
struct NodeStack {
  struct Entry {
    Index part_node, mesh_node;
    FloatBox box;  ///< of the part's node
  };
  std::array<Entry, Part::most_depth + 64> entries;
  std::size_t size = 0;
};

}  // namespace

bool DeformableSearch::rigid(const Part& part, const Mover& mover, double rounding_m, const DeformableMesh& mesh,
                             double clearance_m, double latest, DeformableContact& found) {
  statistics_ = {};
  touches_ = false;
  ChordContactSearch chords(part, mover, clearance_m, tolerance_m_, rounding_m);
  const bool touching = window(chords, mesh, {0.0, latest}, 0, found);
  statistics_.static_tests += chords.static_tests();
  if (touching && found.initial()) return true;
  return part_and_mesh_inside(part, chords.at(0.0).X, mesh, found) || touching;
}

/// The earlier half first: what it finds is the first contact.
bool DeformableSearch::window(ChordContactSearch& chords, const DeformableMesh& mesh, const Interval& time, int depth,
                              DeformableContact& found) {
  const Lss& volume = chords.part().lss();
  const double size = size_of(volume);
  if (depth < deepest && !chords.mover().still()) {
    const double way = chords.mover().speed(time, volume) * (time.hi - time.lo);
    if (way > way_share * size || chords.tube(time.lo, time.hi) > tube_share * size) {
      const double middle = 0.5 * (time.lo + time.hi);
      if (middle > time.lo && middle < time.hi) {
        return window(chords, mesh, {time.lo, middle}, depth + 1, found) ||
               window(chords, mesh, {middle, time.hi}, depth + 1, found);
      }
    }
  }
  ++statistics_.windows;
  touches_ = false;
  descend(chords, mesh, time, found);
  return touches_;
}

void DeformableSearch::descend(ChordContactSearch& chords, const DeformableMesh& mesh, const Interval& time,
                               DeformableContact& found) {
  const auto start = chords.at(time.lo), last = chords.at(time.hi);
  const double rounding = std::max(start.placing_m, last.placing_m);
  const PartChord chord{start.X, last.X,
                        rounded_up(chords.tube(time.lo, time.hi) + rounding + chords.clearance_m() + tolerance_m_, 4)};
  const Part& part = chords.part();
  const DeformingTree& tree = mesh.tree();
  NodeStack stack;
  stack.entries[stack.size++] = {0, 1, chord.around(part.nodes()[0].volume)};
  while (stack.size > 0) {
    const NodeStack::Entry here = stack.entries[--stack.size];
    ++statistics_.volumes;
    const FloatBox& box = tree.box(here.mesh_node);
    if (!here.box.overlaps(box)) continue;
    const Part::Node& node = part.nodes()[here.part_node];
    const bool leaf = tree.is_leaf(here.mesh_node);
    if (node.is_leaf() && leaf) {
      leaves(chords, node, mesh, here.mesh_node, time, found);
    } else if (leaf || (!node.is_leaf() && !(here.box.size() < box.size()))) {
      for (const Index child : {here.part_node + node.link, here.part_node + 1}) {
        stack.entries[stack.size++] = {child, here.mesh_node, chord.around(part.nodes()[child].volume)};
      }
    } else {
      stack.entries[stack.size++] = {here.part_node, 2 * here.mesh_node + 1, here.box};
      stack.entries[stack.size++] = {here.part_node, 2 * here.mesh_node, here.box};
    }
  }
}

void DeformableSearch::leaves(ChordContactSearch& chords, const Part::Node& leaf, const DeformableMesh& mesh, Index node,
                              const Interval& time, DeformableContact& found) {
  const Part& part = chords.part();
  const auto start = chords.at(time.lo), last = chords.at(time.hi);
  const PartChord chord{
      start.X, last.X,
      rounded_up(chords.tube(time.lo, time.hi) + std::max(start.placing_m, last.placing_m) + chords.clearance_m() + tolerance_m_, 4)};
  const FloatBox box = chord.around(leaf.volume);
  const auto [first, end] = mesh.tree().leaf(node);
  for (Index place = first; place < end; ++place) {
    if (!mesh.tree().triangle_box(place).overlaps(box)) continue;
    const Index number = mesh.tree().triangle(place);
    const DeformingTriangle triangle = mesh.triangle(number);
    // Only what the triangle sweeps in this window counts: its corners are within the margin of where they are computed.
    const Aabb swept = hull_of(triangle.at(time.lo), triangle.at(time.hi)).dilated(triangle.rounding_m());
    if (!FloatBox::around(swept).overlaps(box)) continue;
    for (const Index item : part.items(leaf)) {
      ++statistics_.triangle_pairs;
      const ChordContact contact = chords.first(item, triangle, {time.lo, touches_ ? found.hi : time.hi});
      if (contact.outcome == Outcome::free || (touches_ && !(contact.hi < found.hi))) continue;
      touches_ = true;
      found.lo = contact.lo, found.hi = contact.hi;
      found.kind = item < part.triangle_count() ? ContactKind::vertex_face : ContactKind::round;
      found.point = contact.near.point_b + 0.5 * (contact.near.point_a - contact.near.point_b);
      found.normal = contact.near.normal;
      found.triangle_a = part.triangle_in_mesh(item);
      found.triangle_b = number;
    }
  }
}

bool DeformableSearch::part_and_mesh_inside(const Part& part, const Pose& X, const DeformableMesh& mesh,
                                            DeformableContact& found) {
  const auto tell = [&](const Vector3& point) {
    found = {};
    found.kind = ContactKind::inside;
    found.point = point;
    return true;
  };
  if (std::any_of(mesh.topology().components().begin(), mesh.topology().components().end(),
                  [](const TriangleMesh::Component& component) { return component.closed; })) {
    for (const Vector3& own : part.representatives()) {
      if (const Vector3 point = X * own; inside(mesh, point)) return tell(point);
    }
  }
  if (!part.has_closed_mesh()) return false;
  const Pose inverse = X.inverse();
  for (const TriangleMesh::Component& component : mesh.topology().components()) {
    const Vector3& point = mesh.from()[mesh.triangles()[component.triangle][0]];
    if (inside_closed_mesh(part, inverse * point)) return tell(point);
  }
  return false;
}

}  // namespace tocca
