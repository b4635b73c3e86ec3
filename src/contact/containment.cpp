#include "tocca/contact/containment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tocca/core/exact_sign.hpp"
#include "tocca/core/rounding.hpp"

namespace tocca {
namespace {

/// Where exact signs could not be told, a coordinate counts as 0: the same one for every triangle that has it, so that a
/// closed surface stays closed.
double in_range(double x) { return std::fabs(x) < 0x1p-306 ? 0.0 : x; }

/// The three coordinates as the ray sees them: `ahead` along it, growing; `across` and `up` to its sides.
struct Seen {
  double ahead, across, up;
};

/// Sign of det(q - p, r - p) in the plane across the ray, exactly.
///
/// Differences, products and the last difference err by ((1 + w)^4 - 1) < 5 w of left + right in absolute values (each
/// factor (1 + d), |d| <= w = unit_roundoff); nothing underflows in range.
int turn(const Seen& p, const Seen& q, const Seen& r) {
  const double left = (q.across - p.across) * (r.up - p.up), right = (q.up - p.up) * (r.across - p.across);
  const double det = left - right;
  if (std::fabs(det) > 6.0 * unit_roundoff * (std::fabs(left) + std::fabs(right))) return det > 0.0 ? 1 : -1;
  // lifted: det((0, q - p), (0, r - p), (1, 0, 0)) is the same number
  const std::array<double, 3> a{0.0, p.across, p.up}, b{0.0, q.across, q.up}, c{0.0, r.across, r.up},
      d{1.0, p.across, p.up};
  return orient3d(a.data(), b.data(), c.data(), d.data());
}

/// Side of x from the line p q, x moved by an infinitely small step across and a still smaller one up (simulation of
/// simplicity): never 0 unless p and q are the same for the ray. All triangles see the same moved x, so that exactly one of
/// two triangles at an edge, or an odd number of a fan about a vertex, is hit.
int side(const Seen& p, const Seen& q, const Seen& x) {
  const int sign = turn(p, q, x);
  if (sign != 0) return sign;
  if (q.up != p.up) return q.up < p.up ? 1 : -1;  // d det / d x.across = -(q.up - p.up)
  return q.across == p.across ? 0 : (q.across > p.across ? 1 : -1);
}

/// A ray from a point along a coordinate axis, one way or the other.
class Ray {
 public:
  Ray(const Vector3& from, int axis, double sense)
      : axis_(axis), across_((axis + 1) % 3), up_((axis + 2) % 3), sense_(sense), from_(see(from)) {}

  /// May the ray meet the box? Never no where it does.
  ///
  /// The box reaches sum_i |axes_ki| half_i from its centre along coordinate k: products of two floats are exact in
  /// doubles, the two sums make 2 w. The difference from the centre is off by w of itself. 8 w covers both, and 2^-300 what
  /// in_range moves.
  bool may_meet(const Obb& box) const {
    constexpr double slack = 1.0 + 8.0 * unit_roundoff;
    const auto reach = [&](int k) {
      double sum = 0.0;
      for (int i = 0; i < 3; ++i) {
        sum += std::fabs(static_cast<double>(box.axes(k, i))) * static_cast<double>(box.half[i]);
      }
      return sum * slack + 0x1p-300;
    };
    return std::fabs(from_.across - box.center[across_]) <= reach(across_) &&
           std::fabs(from_.up - box.center[up_]) <= reach(up_) &&
           from_.ahead - sense_ * box.center[axis_] <= reach(axis_);
  }

  bool crosses(const Vector3& p, const Vector3& q, const Vector3& r) const {
    const Seen a = see(p), b = see(q), c = see(r);
    if (a.ahead < from_.ahead && b.ahead < from_.ahead && c.ahead < from_.ahead) return false;
    const int first = side(a, b, from_);
    if (first == 0 || side(b, c, from_) != first || side(c, a, from_) != first) return false;
    if (a.ahead > from_.ahead && b.ahead > from_.ahead && c.ahead > from_.ahead) return true;
    // The three see the ray pass on their left (first > 0): then it meets their plane ahead of its start if the start is on
    // the side away from (b - a) x (c - a), whose part along the ray is positive.
    const std::array<double, 3> at[4] = {coordinates(a), coordinates(b), coordinates(c), coordinates(from_)};
    return orient3d(at[0].data(), at[1].data(), at[2].data(), at[3].data()) * first < 0;
  }

 private:
  Seen see(const Vector3& x) const { return {sense_ * in_range(x[axis_]), in_range(x[across_]), in_range(x[up_])}; }
  static std::array<double, 3> coordinates(const Seen& x) { return {x.ahead, x.across, x.up}; }

  int axis_, across_, up_;
  double sense_;
  Seen from_;
};

/// The shortest way out of the box: fewest boxes are met.
Ray shortest_ray(const Obb& box, const Vector3& from) {
  const Vector3 reach = box.axes.cast<double>().cwiseAbs() * box.half.cast<double>();
  int axis = 0;
  double sense = 1.0, least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double way = reach[k] - std::fabs(from[k] - box.center[k]);
    if (way < least) least = way, axis = k, sense = from[k] >= box.center[k] ? 1.0 : -1.0;
  }
  return {from, axis, sense};
}

/// Closed components that the ray has met an odd number of times so far; only those of a share of all components, so that
/// a fixed array suffices.
class OddComponents {
 public:
  OddComponents(std::uint64_t mask, std::uint64_t share) : mask_(mask), share_(share) {}

  /// False where the array is full.
  bool toggle(std::uint64_t component) {
    if ((component & mask_) != share_) return true;
    auto* const end = odd_.begin() + count_;
    if (auto* const found = std::find(odd_.begin(), end, component); found != end) {
      *found = odd_[static_cast<std::size_t>(--count_)];
      return true;
    }
    if (count_ == static_cast<int>(odd_.size())) return false;
    odd_[static_cast<std::size_t>(count_++)] = component;
    return true;
  }
  bool any() const { return count_ > 0; }

 private:
  std::array<std::uint64_t, 64> odd_;
  int count_ = 0;
  std::uint64_t mask_, share_;
};

/// Which closed component a triangle belongs to, as a number that no other component of the part has; nothing where it
/// bounds no solid. The component's number is in the low bits, so that shares by low bits are even.
std::uint64_t component_of(const Part& part, Index triangle) {
  const Index piece_index = part.piece_of(triangle);
  const Part::Piece& piece = part.pieces()[piece_index];
  return (std::uint64_t{piece_index} << 32) + piece.mesh->component(triangle - piece.first_item) + piece_index;
}

/// False where `odd` was too small.
bool shoot(const Part& part, const Ray& ray, OddComponents& odd) {
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
        if (!ray.crosses(v[t[0]], v[t[1]], v[t[2]]) || !part.bounds_solid(item)) continue;
        if (!odd.toggle(component_of(part, item))) return false;
      }
    }
    if (size == 0) return true;
    node = stack[--size];
  }
}

/// Any component of this share that contains the ray's start? Shares are halved until they fit.
bool any_odd(const Part& part, const Ray& ray, std::uint64_t mask, std::uint64_t share) {
  OddComponents odd(mask, share);
  if (shoot(part, ray, odd)) return odd.any();
  const std::uint64_t bit = mask + 1;
  return any_odd(part, ray, mask | bit, share) || any_odd(part, ray, mask | bit, share | bit);
}

}  // namespace

bool inside_closed_mesh(const Part& part, const Vector3& point) {
  if (!part.has_closed_mesh()) return false;
  const Obb& box = part.nodes().front().volume;
  const Ray ray = shortest_ray(box, point);
  return ray.may_meet(box) && any_odd(part, ray, 0, 0);
}

SolidIndex::SolidIndex(std::span<const Part* const> parts) : parts_(parts.begin(), parts.end()) {
  std::vector<Node> leaves;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]->has_closed_mesh()) continue;
    const Obb& box = parts[i]->nodes().front().volume;
    // as in Ray::may_meet; the sum and difference with the centre round by w of their size
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
