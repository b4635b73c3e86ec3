#include "tocca/sweep/triangle_selection.hpp"

#include <array>

namespace tocca {
namespace {

/// The corners of a triangle at both ends of the step, or once where it stands still.
struct Corners {
  Corners(const SurfaceStep& surface, Index triangle) {
    for (const Index v : surface.triangles[triangle]) point[count++] = surface.from[v];
    if (surface.still()) return;
    for (const Index v : surface.triangles[triangle]) point[count++] = surface.to[v];
  }
  std::span<const Vector3> points() const { return {point.data(), count}; }

  std::array<Vector3, 6> point;
  std::size_t count = 0;
};

bool beyond(const Aabb& box, std::span<const Vector3> points) {
  unsigned code = 0x3f;
  for (const Vector3& p : points) {
    unsigned here = 0;
    for (int i = 0; i < 3; ++i) {
      here |= static_cast<unsigned>(p[i] < box.lower[i]) << i;
      here |= static_cast<unsigned>(p[i] > box.upper[i]) << (i + 3);
    }
    code &= here;
  }
  return code != 0;
}

}  // namespace

void TriangleSelection::select(const SurfaceStep& surface, const ToolVolume& volume, std::vector<Index>& selected) {
  codes_.resize(surface.from.size() + 8);  // whole vectors are stored
  vertex_codes(surface, volume.box(), codes_.data());
  const std::size_t count = surface.triangles.size();
  if (candidates_.size() <= count) candidates_.resize(count + 1);
  Index* out = candidates_.data();
  const std::uint8_t* codes = codes_.data();
  for (std::size_t i = 0; i < count; ++i) {
    const Triangle& t = surface.triangles[i];
    *out = static_cast<Index>(i);
    out += (codes[t[0]] & codes[t[1]] & codes[t[2]]) == 0;
  }
  for (const Index* candidate = candidates_.data(); candidate < out; ++candidate) {
    if (!volume.excludes(Corners(surface, *candidate).points())) selected.push_back(*candidate);
  }
}

void TriangleSelection::narrow(const SurfaceStep& surface, const ToolVolume& volume, std::size_t first,
                               std::size_t count, std::vector<Index>& selected) {
  for (std::size_t i = first; i < first + count; ++i) {
    const Index triangle = selected[i];
    const Corners corners(surface, triangle);
    if (beyond(volume.box(), corners.points()) || volume.excludes(corners.points())) continue;
    selected.push_back(triangle);
  }
}

void vertex_codes_scalar(const SurfaceStep& surface, const Aabb& box, std::size_t first, std::uint8_t* codes) {
  for (std::size_t v = first; v < surface.from.size(); ++v) {
    const Vector3 &p = surface.from[v], &q = surface.to[v];
    unsigned code = 0;
    for (int i = 0; i < 3; ++i) {
      code |= static_cast<unsigned>(p[i] < box.lower[i] && q[i] < box.lower[i]) << i;
      code |= static_cast<unsigned>(p[i] > box.upper[i] && q[i] > box.upper[i]) << (i + 3);
    }
    codes[v] = static_cast<std::uint8_t>(code);
  }
}

#ifndef TOCCA_HAS_HIGHWAY
void vertex_codes(const SurfaceStep& surface, const Aabb& box, std::uint8_t* codes) {
  vertex_codes_scalar(surface, box, 0, codes);
}
#endif

}  // namespace tocca
