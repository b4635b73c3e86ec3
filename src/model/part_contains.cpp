// Is a point inside a solid of a part? A label of the grid, or a ray that crosses the surface. Proof: docs/maths/solids.md.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/part.hpp"
#include "shape/axis_ray.hpp"

namespace tocca {
namespace {

/// A way from a point along an axis. What lies beyond its end is crossed from the end on as well, so that both rays' crossings cancel
/// out: those that only the first has decide, if the end is outside everything.
struct Way {
  AxisRay ray;
  AxisRay beyond;  ///< from the end on
  bool ends;       ///< otherwise it goes on for ever

  bool may_meet(const Obb& box) const { return ray.may_meet(box) && !(ends && beyond.starts_before(box)); }
  bool crosses(const Vector3& p, const Vector3& q, const Vector3& r) const {
    return ray.crosses(p, q, r) && !(ends && beyond.crosses(p, q, r));
  }
};

/// The shortest way out of the box: fewest boxes are met.
Way shortest_way(const Obb& box, const Vector3& from) {
  const Vector3 reach = box.axes.cast<double>().cwiseAbs() * box.half.cast<double>();
  int axis = 0;
  double sense = 1.0, least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double way = reach[k] - std::fabs(from[k] - box.center[k]);
    if (way < least) least = way, axis = k, sense = from[k] >= box.center[k] ? 1.0 : -1.0;
  }
  const AxisRay ray(from, axis, sense);
  return {ray, ray, false};
}

Way way_to(const CellLabels::WayOut& out, const Vector3& from) {
  Vector3 end = from;
  end[out.axis] = out.end;
  return {AxisRay(from, out.axis, out.sense), AxisRay(end, out.axis, out.sense), true};
}

/// Solids that the ray has entered and not left so far, in which of the ways to read them; only those of a share of all solids, so
/// that a fixed array suffices.
class EnteredSolids {
 public:
  EnteredSolids(std::uint64_t mask, std::uint64_t share) : mask_(mask), share_(share) {}

  /// False if the array is full.
  bool cross(std::uint64_t solid, std::uint64_t ways) {
    if ((solid & mask_) != share_) return true;
    const auto end = entered_.begin() + count_;
    const auto found = std::find_if(entered_.begin(), end, [solid](const Entered& at) { return at.solid == solid; });
    if (found != end) {
      found->ways ^= ways;
      if (found->ways == 0) *found = entered_[static_cast<std::size_t>(--count_)];
      return true;
    }
    if (count_ == static_cast<int>(entered_.size())) return false;
    entered_[static_cast<std::size_t>(count_++)] = {solid, ways};
    return true;
  }
  bool any() const { return count_ > 0; }

 private:
  struct Entered {
    std::uint64_t solid, ways;
  };
  std::array<Entered, 64> entered_;
  int count_ = 0;
  std::uint64_t mask_, share_;
};

/// False if `entered` was too small.
bool shoot(const Part& part, const Way& way, EnteredSolids& entered) {
  const std::vector<Part::Node>& nodes = part.nodes();
  std::array<Index, Part::most_depth + 1> stack;
  std::size_t size = 0;
  Index node = 0;
  while (true) {
    const Part::Node& here = nodes[node];
    if (way.may_meet(here.volume)) {
      if (!here.is_leaf()) {
        stack[size++] = node + here.link;
        ++node;
        continue;
      }
      for (const Index item : part.items(here)) {
        if (item >= part.triangle_count()) continue;
        const Triangle& t = part.triangles()[item];
        const Vector3* v = part.vertices().data();
        if (!way.crosses(v[t[0]], v[t[1]], v[t[2]])) continue;
        // A number that no other solid of the part has; the mesh's own is in the low bits, so that shares by them are even.
        const std::uint64_t piece = part.piece_of(item), first = (piece << 32) + piece;
        for (const auto& [solid, ways] : part.crossings(item)) {
          if (!entered.cross(first + solid, ways)) return false;
        }
      }
    }
    if (size == 0) return true;
    node = stack[--size];
  }
}

/// Any solid of this share that contains the ray's start? Shares are halved until they fit.
bool any_entered(const Part& part, const Way& way, std::uint64_t mask = 0, std::uint64_t share = 0) {
  EnteredSolids entered(mask, share);
  if (shoot(part, way, entered)) return entered.any();
  const std::uint64_t bit = mask + 1;
  return any_entered(part, way, mask | bit, share) || any_entered(part, way, mask | bit, share | bit);
}

}  // namespace

bool Part::contains(const Vector3& point) const {
  if (!has_closed_mesh_) return false;
  const CellLabels::Label label = cells_.label(point);
  if (label != CellLabels::Label::surface) return label == CellLabels::Label::inside;
  const std::optional<CellLabels::WayOut> out = cells_.way_out(point);
  if (out) return any_entered(*this, way_to(*out, point));
  const Obb& box = nodes_.front().volume;
  const Way way = shortest_way(box, point);
  return way.may_meet(box) && any_entered(*this, way);
}

}  // namespace tocca
