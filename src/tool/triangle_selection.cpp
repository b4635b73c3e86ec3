#include "tool/triangle_selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"
#include "tool/vertex_codes.hpp"

namespace tocca {
namespace {

/// Triangles whose numbers are looked at together, and vertices whose codes are: neighbours in a mesh file are mostly neighbours
/// in space, so that most blocks are beyond a side of the box as a whole.
constexpr std::size_t block_size = 128, stretch_size = 64;
/// So many vertices or triangles are gone through, some 20 us of work, before it is asked whether time is over. A multiple of the above.
constexpr std::size_t items_a_look = 8192;

/// The corners of a triangle at both ends of the step, or once where it stands still.
struct Corners {
  Corners(const SurfaceStep& surface, Index triangle) {
    for (const Index v : surface.triangles[triangle]) point[count++] = surface.to[v];
    if (surface.still()) return;
    for (const Index v : surface.triangles[triangle]) point[count++] = surface.from[v];
  }
  std::span<const Vector3> points() const { return {point.data(), count}; }

  std::array<Vector3, 6> point;
  std::size_t count = 0;
};

}  // namespace

bool TriangleSelection::list(const SurfaceStep& surface, const IsOver& is_over) {
  const std::uint8_t* codes = codes_.data();
  const std::size_t count = surface.triangles.size();
  if (candidates_.size() <= count) candidates_.resize(count + 1);
  stretches_.assign((surface.to.size() + stretch_size - 1) / stretch_size, 0xff);
  for (std::size_t v = 0; v < surface.to.size(); ++v) stretches_[v / stretch_size] &= codes[v];
  Index* out = candidates_.data();
  for (std::size_t begin = 0; begin < count; begin += block_size) {
    if (begin % items_a_look == 0 && begin > 0 && is_over && is_over()) return false;
    const auto block = surface.triangles.subspan(begin, std::min(block_size, count - begin));
    const IndexRange range = index_range(block);
    if (range.greatest >= surface.to.size()) {
      throw InputError("", "surface", "a triangle refers to a vertex that does not exist",
                       "give a vertex for every index");
    }
    unsigned common = 0xff;
    for (std::size_t i = range.least / stretch_size; common != 0 && i <= range.greatest / stretch_size; ++i) {
      common &= stretches_[i];
    }
    if (common != 0) continue;  // all vertices from the least to the greatest number are beyond one side
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Triangle& t = block[i];
      *out = static_cast<Index>(begin + i);
      out += (codes[t[0]] & codes[t[1]] & codes[t[2]]) == 0;
    }
  }
  count_ = static_cast<std::size_t>(out - candidates_.data());
  return true;
}

/// Leaves the candidates of the box, or none where the pass is ended.
bool TriangleSelection::select_in(const SurfaceStep& surface, const Aabb& box, const IsOver& is_over) {
  count_ = 0;
  if (surface.from.size() != surface.to.size()) {
    throw InputError("", "surface", "has different numbers of vertices before and after",
                     "give the start and the end of each vertex");
  }
  codes_.resize(surface.to.size() + 8);
  for (std::size_t begin = 0; begin < surface.to.size(); begin += items_a_look) {
    if (begin > 0 && is_over && is_over()) return false;
    const std::size_t count = std::min(items_a_look, surface.to.size() - begin);
    const SurfaceStep part{surface.from.subspan(begin, count), surface.to.subspan(begin, count), {}};
    if (!vertex_codes(part, box, codes_.data() + begin)) {
      throw InputError("", "surface", "a coordinate is not finite or too large", "give coordinates in metres");
    }
  }
  return list(surface, is_over);
}

bool TriangleSelection::require_valid(const SurfaceStep& surface, const IsOver& is_over) {
  const Vector3 beyond = Vector3::Constant(2.0 * largest_coordinate);
  const Aabb nowhere{beyond, beyond};  // all vertices are on one side of it: no triangle is looked at singly
  return select_in(surface, nowhere, is_over);
}

void TriangleSelection::select(const SurfaceStep& surface, const ToolVolume& volume, std::vector<Index>& selected) {
  select_in(surface, volume.box(), {});
  for (std::size_t i = 0; i < count_; ++i) {
    if (!volume.excludes(Corners(surface, candidates_[i]).points())) selected.push_back(candidates_[i]);
  }
}

bool TriangleSelection::select(const SurfaceStep& surface, const Aabb& inner, const Aabb& outer,
                               std::vector<Index>& near, std::vector<Index>& far, const IsOver& is_over) {
  const bool is_whole = select_in(surface, outer, is_over);
  far.assign(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(count_));
  near.clear();
  for (const Index candidate : far) {
    unsigned common = 0x3f;
    for (const Index v : surface.triangles[candidate]) common &= vertex_code(surface.from[v], surface.to[v], inner);
    if (common == 0) near.push_back(candidate);
  }
  return is_whole;
}

void BoxedTriangles::assign(const SurfaceStep& surface, std::span<const Index> triangles) {
  triangles_.assign(triangles.begin(), triangles.end());
  boxes_.resize(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    TOCCA_REQUIRE(triangles[i] < surface.triangles.size(), "a surface has no such triangle");
    const Triangle& t = surface.triangles[triangles[i]];
    Vector3 least = surface.to[t[0]], most = least;
    for (const Index v : {t[1], t[2]}) least = least.cwiseMin(surface.to[v]), most = most.cwiseMax(surface.to[v]);
    if (!surface.still()) {
      for (const Index v : t) least = least.cwiseMin(surface.from[v]), most = most.cwiseMax(surface.from[v]);
    }
    TOCCA_REQUIRE(std::max(least.cwiseAbs().maxCoeff(), most.cwiseAbs().maxCoeff()) <= largest_coordinate,
                  "coordinates of a surface must be at most largest_coordinate");
    boxes_[i] = FloatBox::around(least, most);
  }
}

void BoxedTriangles::narrow(const FloatBox& box, std::size_t first, std::size_t count,
                            std::vector<Index>& places) const {
  const std::size_t before = places.size();
  places.resize(before + count);
  Index* out = places.data() + before;
  for (std::size_t i = first; i < first + count; ++i) {
    const Index place = places[i];
    *out = place;
    out += boxes_[place].overlaps(box);
  }
  places.resize(static_cast<std::size_t>(out - places.data()));
}

bool BoxedTriangles::is_outside(Index place, const SurfaceStep& surface, const ToolVolume& volume) const {
  return volume.excludes(Corners(surface, triangles_[place]).points());
}

bool vertex_codes_scalar(const SurfaceStep& surface, const Aabb& box, std::size_t first, std::uint8_t* codes) {
  bool good = true;
  for (std::size_t v = first; v < surface.to.size(); ++v) {
    const Vector3 &p = surface.from[v], &q = surface.to[v];
    for (int i = 0; i < 3; ++i)
      good = good && std::abs(p[i]) <= largest_coordinate && std::abs(q[i]) <= largest_coordinate;
    codes[v] = vertex_code(p, q, box);
  }
  return good;
}

#ifndef TOCCA_HAS_HIGHWAY
bool vertex_codes(const SurfaceStep& surface, const Aabb& box, std::uint8_t* codes) {
  return vertex_codes_scalar(surface, box, 0, codes);
}

IndexRange index_range(std::span<const Triangle> triangles) {
  IndexRange range{triangles[0][0], triangles[0][0]};
  for (const Triangle& t : triangles) {
    range = {std::min({range.least, t[0], t[1], t[2]}), std::max({range.greatest, t[0], t[1], t[2]})};
  }
  return range;
}
#endif

}  // namespace tocca
