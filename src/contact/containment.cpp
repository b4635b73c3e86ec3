#include "contact/containment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/rounding.hpp"
#include "shape/axis_ray.hpp"

namespace tocca {
namespace {

/// The shortest way out of the box: fewest boxes are met.
AxisRay shortest_ray(const Obb& box, const Vector3& from) {
  const Vector3 reach = box.axes.cast<double>().cwiseAbs() * box.half.cast<double>();
  int axis = 0;
  double sense = 1.0, least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double way = reach[k] - std::fabs(from[k] - box.center[k]);
    if (way < least) least = way, axis = k, sense = from[k] >= box.center[k] ? 1.0 : -1.0;
  }
  return {from, axis, sense};
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
bool shoot(const Part& part, const AxisRay& ray, EnteredSolids& entered) {
  const std::vector<Part::Node>& nodes = part.nodes();
  std::array<Index, Part::most_depth + 1> stack;
  std::size_t size = 0;
  Index node = 0;
  while (true) {
    const Part::Node& here = nodes[node];
    if (ray.may_meet(here.volume)) {
      if (!here.is_leaf()) {
        stack[size++] = node + here.link;
        ++node;
        continue;
      }
      for (const Index item : part.items(here)) {
        if (item >= part.triangle_count()) continue;
        const Triangle& t = part.triangles()[item];
        const Vector3* v = part.vertices().data();
        if (!ray.crosses(v[t[0]], v[t[1]], v[t[2]])) continue;
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
bool any_entered(const Part& part, const AxisRay& ray, std::uint64_t mask, std::uint64_t share) {
  EnteredSolids entered(mask, share);
  if (shoot(part, ray, entered)) return entered.any();
  const std::uint64_t bit = mask + 1;
  return any_entered(part, ray, mask | bit, share) || any_entered(part, ray, mask | bit, share | bit);
}

}  // namespace

bool inside_closed_mesh(const Part& part, const Vector3& point) {
  if (!part.has_closed_mesh()) return false;
  const Obb& box = part.nodes().front().volume;
  const AxisRay ray = shortest_ray(box, point);
  return ray.may_meet(box) && any_entered(part, ray, 0, 0);
}

SolidIndex::SolidIndex(std::span<const Part* const> parts) : parts_(parts.begin(), parts.end()) {
  std::vector<Node> leaves;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]->has_closed_mesh()) continue;
    const Obb& box = parts[i]->nodes().front().volume;
    // as in AxisRay::may_meet; the sum and difference with the centre round by w of their size
    const Vector3 reach = (box.axes.cast<double>().cwiseAbs() * box.half.cast<double>()) * (1.0 + 8.0 * unit_roundoff) +
                          4.0 * unit_roundoff * box.center.cwiseAbs() + Vector3::Constant(0x1p-300);
    leaves.push_back({box.center - reach, box.center + reach, 0, static_cast<int>(i)});
  }
  nodes_.reserve(2 * leaves.size());
  if (!leaves.empty()) build(leaves);
}

void SolidIndex::build(std::span<Node> leaves) {
  if (leaves.size() == 1) {
    nodes_.push_back(leaves.front());
    return;
  }
  Node node{leaves[0].lower, leaves[0].upper, 0, 0};
  Vector3 least = node.lower + node.upper, most = least;
  for (const Node& leaf : leaves) {
    node.lower = node.lower.cwiseMin(leaf.lower);
    node.upper = node.upper.cwiseMax(leaf.upper);
    least = least.cwiseMin(leaf.lower + leaf.upper);
    most = most.cwiseMax(leaf.lower + leaf.upper);
  }
  int axis = 0;
  (most - least).maxCoeff(&axis);
  const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(leaves.size() / 2);
  std::nth_element(leaves.begin(), middle, leaves.end(), [axis](const Node& x, const Node& y) {
    return x.lower[axis] + x.upper[axis] < y.lower[axis] + y.upper[axis];
  });
  const std::size_t self = nodes_.size();
  nodes_.push_back(node);
  build({leaves.begin(), middle});
  nodes_[self].right = static_cast<Index>(nodes_.size());
  build({middle, leaves.end()});
}

void SolidIndex::append_containing(const Vector3& point, std::vector<int>& found) const {
  if (nodes_.empty()) return;
  std::array<Index, 40> stack;  // halves of at most 2^32 parts
  std::size_t size = 0;
  Index node = 0;
  const std::size_t first = found.size();
  while (true) {
    const Node& here = nodes_[node];
    if ((here.lower.array() <= point.array()).all() && (point.array() <= here.upper.array()).all()) {
      if (here.right != 0) {
        stack[size++] = here.right;
        ++node;
        continue;
      }
      if (inside_closed_mesh(*parts_[static_cast<std::size_t>(here.part)], point)) found.push_back(here.part);
    }
    if (size == 0) break;
    node = stack[--size];
  }
  std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
}

}  // namespace tocca
