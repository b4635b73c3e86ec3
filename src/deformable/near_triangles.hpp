// Which items of a rigid part may come near which triangles of a deformable mesh during a window of time.
#pragma once

#include "core/rounding.hpp"
#include "deformable/chord_contact.hpp"
#include "deformable/deforming_tree.hpp"
#include "deformable/float_box.hpp"
#include "shape/aabb.hpp"
#include "tocca/deformable/deformable_mesh.hpp"

namespace tocca {

/// What boxes of a rigid part sweep on the chord of a window, as boxes along the axes, dilated by `reach_m`: they contain true places.
class SweptBoxes {
 public:
  SweptBoxes(ChordContactSearch& chords, const Interval& window, double reach_m)
      : start_(chords.where(window.lo).X), end_(chords.where(window.hi).X) {
    const double at_start = chords.where(window.lo).placing_m, at_end = chords.where(window.hi).placing_m;
    dilation_m_ = rounded_up(chords.tube(window.lo, window.hi) + std::max(at_start, at_end) + reach_m, 4);
  }

  FloatBox of(const Obb& box) const {
    const Aabb first = placed(box, start_), last = placed(box, end_);
    return FloatBox::around(Aabb{first.lower.cwiseMin(last.lower), first.upper.cwiseMax(last.upper)});
  }

 private:
  /// Along coordinate k a placed box reaches sum_i |(R axes)_ki| half_i from its centre. Rounding: dot products of three with a
  /// translation, 5 u of their absolute sums; 2^-40 is far above it.
  Aabb placed(const Obb& box, const Pose& X) const {
    const Vector3 centre = X * box.center;
    const Vector3 half = (X.rotation * box.axes.cast<double>()).cwiseAbs() * box.half.cast<double>();
    const double size = box.center.cwiseAbs().sum() + X.translation.cwiseAbs().maxCoeff() + half.sum();
    const Vector3 reach = half.array() + (dilation_m_ + 0x1p-40 * size);
    return {centre - reach, centre + reach};
  }

  Pose start_, end_;
  double dilation_m_;
};

/// Descends the part's tree of oriented boxes, each as an axis-aligned box around what it sweeps on the window's chord,
/// and the mesh's tree.
///
/// Guarantee   visit(item, triangle) for every pair that comes within `reach_m` of each other during the window; true motion, true geometry.
class NearTriangles {
 public:
  NearTriangles(ChordContactSearch& chords, const DeformableMesh& mesh, const Interval& window, double reach_m)
      : part_(chords.part()), mesh_(mesh), window_(window), swept_(chords, window, reach_m) {}

  /// May anything at all come that near?
  bool any() const { return swept_.of(part_.nodes()[0].volume).overlaps(mesh_.tree().root()); }

  /// visit(Index item, Index number of a triangle), which counts pairs of triangles; volumes are counted here. False: both together
  /// exceed the budget, and pairs remain.
  template <class Visit>
  [[nodiscard]] bool run(Visit&& visit, Statistics& statistics, std::uint64_t budget) const {
    const DeformingTree& tree = mesh_.tree();
    std::array<Entry, Part::most_depth + 64> stack;  // each level of either tree leaves one entry behind
    std::size_t size = 0;
    stack[size++] = {0, 1, swept_.of(part_.nodes()[0].volume)};
    while (size > 0) {
      const Entry here = stack[--size];
      if (++statistics.volumes + statistics.triangle_pairs > budget) return false;
      const FloatBox& box = tree.box(here.mesh_node);
      if (!here.box.overlaps(box)) continue;
      const Part::Node& node = part_.nodes()[here.part_node];
      const bool leaf = tree.is_leaf(here.mesh_node);
      if (node.is_leaf() && leaf) {
        visit_leaves(here, node, visit);
      } else if (leaf || (!node.is_leaf() && !(here.box.size() < box.size()))) {
        for (const Index child : {here.part_node + node.link, here.part_node + 1}) {
          stack[size++] = {child, here.mesh_node, swept_.of(part_.nodes()[child].volume)};
        }
      } else {
        stack[size++] = {here.part_node, 2 * here.mesh_node + 1, here.box};
        stack[size++] = {here.part_node, 2 * here.mesh_node, here.box};
      }
    }
    return true;
  }

 private:
  struct Entry {
    Index part_node, mesh_node;
    FloatBox box;  ///< of the part's node
  };

  template <class Visit>
  void visit_leaves(const Entry& here, const Part::Node& node, Visit& visit) const {
    const auto [first, last] = mesh_.tree().leaf(here.mesh_node);
    for (Index place = first; place < last; ++place) {
      if (!mesh_.tree().triangle_box(place).overlaps(here.box)) continue;
      const Index number = mesh_.tree().triangle(place);
      if (!in_window(mesh_.triangle(number)).overlaps(here.box)) continue;
      for (const Index item : part_.items(node)) visit(item, number);
    }
  }
  /// What a triangle sweeps in the window: its corners are within rounding_m() of where they are computed.
  FloatBox in_window(const DeformingTriangle& triangle) const {
    const std::array<Vector3, 3> a = triangle.at(window_.lo), b = triangle.at(window_.hi);
    Aabb box{a[0].cwiseMin(b[0]), a[0].cwiseMax(b[0])};
    for (std::size_t i = 1; i < 3; ++i) {
      box.lower = box.lower.cwiseMin(a[i]).cwiseMin(b[i]);
      box.upper = box.upper.cwiseMax(a[i]).cwiseMax(b[i]);
    }
    return FloatBox::around(box.dilated(triangle.rounding_m()));
  }

  const Part& part_;
  const DeformableMesh& mesh_;
  Interval window_;
  SweptBoxes swept_;
};

}  // namespace tocca
