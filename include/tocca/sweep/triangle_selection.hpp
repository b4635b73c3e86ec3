// Layer: sweep.  May include: motion, broad, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tocca/sweep/tool_volume.hpp"

namespace tocca {

/// A deforming surface during a step: vertex i moves straight from `from[i]` to `to[i]` (the same array twice where it
/// stands still). Views of the caller's arrays.
struct SurfaceStep {
  std::span<const Vector3> from, to;
  std::span<const Triangle> triangles;

  bool still() const { return from.data() == to.data(); }
};

/// Which triangles may meet a tool's volume: the paper's viewing-volume selection (caby-crosnier, section 3.1) by clipping
/// on the processor. Nothing about the surface is prepared or remembered.
///
/// Guarantee   A triangle that is left out has no point in the volume at any time of the step, in real arithmetic: its
///             corners' hull is beyond one face, or apart from the hull of the tool's two positions. Coordinates that are not
///             numbers leave nothing out.
/// Cost        Each vertex is compared with an axis-aligned box once (Highway, chosen at run time), each triangle looks its
///             corners up; faces and hulls are for the few that are left. About 2 ns a triangle.
class TriangleSelection {
 public:
  /// Appends the triangles, ascending. Requires indices in range. Allocates only where the arrays must grow.
  void select(const SurfaceStep& surface, const ToolVolume& volume, std::vector<Index>& selected);
  /// The same among some triangles: `count` of them from `first` on, in `selected` itself, to the end of which it appends.
  static void narrow(const SurfaceStep& surface, const ToolVolume& volume, std::size_t first, std::size_t count,
                     std::vector<Index>& selected);

 private:
  std::vector<std::uint8_t> codes_;
  std::vector<Index> candidates_;  // as many as there are triangles, and one
};

/// For each vertex: bit i is set where coordinate i is below box.lower[i] at both ends, bit 3 + i where it is above
/// box.upper[i] at both. Comparisons only: exact.
void vertex_codes(const SurfaceStep& surface, const Aabb& box, std::uint8_t* codes);
/// The same in plain scalar code: the reference of the tests, and what runs where Highway is absent.
void vertex_codes_scalar(const SurfaceStep& surface, const Aabb& box, std::size_t first, std::uint8_t* codes);

}  // namespace tocca
