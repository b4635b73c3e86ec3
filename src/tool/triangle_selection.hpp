#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "deformable/deforming_tree.hpp"
#include "tocca/core/require.hpp"
#include "tocca/tool/tool_monitor.hpp"
#include "tool/tool_volume.hpp"

namespace tocca {

/// Which triangles may meet a tool's volume: the paper's viewing-volume selection (caby-crosnier, section 3.1) by clipping
/// on the processor. Nothing about the surface is prepared or remembered.
///
/// Guarantee   A triangle that is left out has no point in the volume at any time of the step, in real arithmetic: its
///             corners' hull is beyond one face, or apart from the hull of the tool's two positions.
/// Refuses     By InputError: coordinates that are not numbers of at most largest_coordinate, and triangles of vertices
///             that do not exist. All of them are checked every time.
/// Cost        Each vertex is compared with an axis-aligned box once (Highway, chosen at run time), each triangle looks
///             up its corners; faces and hulls are for the few that are left. About 2 ns per triangle.
class TriangleSelection {
 public:
  /// Asked now and then during a pass: true ends it.
  using IsOver = std::function<bool()>;

  /// Only checks whether the surface makes sense. False: not all of it, the pass was ended.
  bool require_valid(const SurfaceStep& surface, const IsOver& is_over = {});
  /// Appends the triangles, ascending. Allocates only if the arrays must grow.
  void select(const SurfaceStep& surface, const ToolVolume& volume, std::vector<Index>& selected);
  /// For two boxes, one in the other: what may meet the inner one, and what may meet the outer one (including the
  /// former). Overwrites both lists. False: the pass was ended, and they are empty.
  bool select(const SurfaceStep& surface, const Aabb& inner, const Aabb& outer, std::vector<Index>& near,
              std::vector<Index>& far, const IsOver& is_over = {});

 private:
  bool select_in(const SurfaceStep& surface, const Aabb& box, const IsOver& is_over);
  bool list(const SurfaceStep& surface, const IsOver& is_over);

  std::vector<std::uint8_t> codes_, stretches_;  // of vertices, and what vertices in a row have in common
  std::vector<Index> candidates_;                // one more than there are triangles
  std::size_t count_ = 0;                        // of candidates
};

/// Some triangles of a step, each with a box around what it sweeps: for one volume after the other.
class BoxedTriangles {
 public:
  void clear() { triangles_.clear(), boxes_.clear(); }
  void add(Index triangle, const FloatBox& box) { triangles_.push_back(triangle), boxes_.push_back(box); }
  /// Requires coordinates of at most largest_coordinate.
  void assign(const SurfaceStep& surface, std::span<const Index> triangles);

  std::size_t size() const { return triangles_.size(); }
  Index triangle(Index place) const {
    TOCCA_REQUIRE(place < triangles_.size(), "there is no triangle at this place");
    return triangles_[place];
  }

  /// Appends those of `count` places, which are in `places` from `first` on, whose boxes meet `box`.
  void narrow(const FloatBox& box, std::size_t first, std::size_t count, std::vector<Index>& places) const;
  /// Proven: no point of this triangle is in the volume during the step.
  bool is_outside(Index place, const SurfaceStep& surface, const ToolVolume& volume) const;

 private:
  std::vector<Index> triangles_;
  std::vector<FloatBox> boxes_;
};

}  // namespace tocca
