#include "sweep/item_lanes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/vectors.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

/// Three points and a radius around their hull, in the frame of the part.
struct ItemLanes::Core {
  Vector3 point[3];
  double radius = 0.0;
  double rounding = 0.0;  ///< of the points
};

namespace {

double sum_of(const Vector3& x) { return std::fabs(x[0]) + std::fabs(x[1]) + std::fabs(x[2]); }

enum class Shape { core, solid, other };

Shape shape_of(const Part& part, Index item) {
  if (item < part.triangle_count()) return Shape::core;
  const Geometry& geometry = part.geometry(item);
  if (std::holds_alternative<Sphere>(geometry) || std::holds_alternative<Capsule>(geometry)) return Shape::core;
  const bool faces = std::holds_alternative<Box>(geometry) || std::holds_alternative<Cylinder>(geometry) ||
                     std::holds_alternative<Cone>(geometry);
  return faces ? Shape::solid : Shape::other;
}

/// A box around a round solid in its own frame: x and y turned so that one face looks along (x, y).
void face_towards(double x, double y, double radius, Vector3& first, Vector3& second) {
  const double length = std::sqrt(x * x + y * y);
  const bool known = length > 0x1p-400 && length < 0x1p+400;
  const double c = known ? x / length : 1.0, s = known ? y / length : 0.0;
  // (c, s) is shorter than 1 by at most 2^-51, and the disc must stay inside.
  const double half = radius * (1.0 + 0x1p-40);
  first = {half * c, half * s, 0.0};
  second = {-half * s, half * c, 0.0};
}

/// Half axes of the box, or of the box around a round solid; `towards` in its own frame.
Matrix3 half_axes(const Geometry& geometry, const Vector3& towards) {
  Matrix3 half = Matrix3::Zero();
  if (const auto* box = std::get_if<Box>(&geometry)) {
    for (int k = 0; k < 3; ++k) half(k, k) = 0.5 * box->size[k];
    return half;
  }
  const auto* cylinder = std::get_if<Cylinder>(&geometry);
  const double radius = cylinder ? cylinder->radius : std::get<Cone>(geometry).radius;
  Vector3 first, second;
  face_towards(towards.x(), towards.y(), radius, first, second);
  half.col(0) = first;
  half.col(1) = second;
  half(2, 2) = 0.5 * (cylinder ? cylinder->length : std::get<Cone>(geometry).length);
  return half;
}

}  // namespace

ItemLanes::Core ItemLanes::core_of(const Part& part, Index item) {
  Core core;
  if (item < part.triangle_count()) {
    const Triangle& corners = part.triangles()[item];
    for (std::size_t i = 0; i < 3; ++i) core.point[i] = part.vertices()[corners[i]];
    return core;
  }
  const Vector3& centre = part.centre(item);
  Vector3 half = Vector3::Zero();
  if (const auto* sphere = std::get_if<Sphere>(&part.geometry(item))) {
    core.radius = sphere->radius;
  } else {
    const Part::Primitive primitive = part.primitive(item);
    const auto& capsule = std::get<Capsule>(primitive.geometry);
    half = primitive.pose.rotation.col(2) * (0.5 * capsule.length);
    core.radius = capsule.radius;
  }
  core.point[0] = centre - half;
  core.point[1] = core.point[2] = centre + half;
  core.rounding = 0x1p-50 * (sum_of(centre) + sum_of(half));
  return core;
}

std::span<const Index> items_at_once(const Part& a, Index node_a, const BoxLanes& b, unsigned open) {
  if (a.nodes()[node_a].is_leaf()) return a.items(a.nodes()[node_a]);
  std::size_t items_b = 0;
  for (unsigned rest = open; rest != 0; rest &= rest - 1) items_b += b.items[std::countr_zero(rest)];
  if (items_b == 0 || items_b > lane_count / 2) return {};
  const std::span<const Index> below = a.items_below(node_a, static_cast<Index>(lane_count / items_b));
  return below.size() * items_b <= lane_count ? below : std::span<const Index>();
}

ItemLanes::Kind ItemLanes::kind_of(const Part& a, Index item_a, const Part& b, Index item_b) {
  const Shape first = shape_of(a, item_a), second = shape_of(b, item_b);
  if (first == Shape::core && second == Shape::core) return Kind::cores;
  if (first == Shape::core && second == Shape::solid) return Kind::solid_b;
  if (first == Shape::solid && second == Shape::core) return Kind::solid_a;
  return Kind::none;
}

/// A rotation whose columns are orthonormal up to the skew: a column's absolute values add up to at most
/// sqrt(3 (1 + skew)), and |R x| <= sqrt(1 + 3 skew) |x|. Others would need bounds of their own: nothing is claimed.
void ItemLanes::Side::begin(const Chord* chord) {
  turned = chord != nullptr;
  moves =
      turned && !(chord->start.rotation == chord->end.rotation && chord->start.translation == chord->end.translation);
  pose[0] = turned ? chord->start : Pose{};
  pose[1] = turned ? chord->end : Pose{};
  const double skew = turned ? chord->skew : 0.0;
  stretch = !turned ? 1.0 : skew <= 0.02 ? 1.75 : infinity;
  growth = 1.0 + 2.0 * skew + 0x1p-40;
}

void ItemLanes::begin(Kind kind, const Chord& chord_a, const Chord* chord_b) {
  kind_ = kind;
  count_ = 0;
  chord_a_ = &chord_a;
  chord_b_ = chord_b;
  placed_.part = nullptr;
  ready_ = false;
}

/// Most chords never see a pair: both sides are set up with the first one.
void ItemLanes::set_sides() {
  ready_ = true;
  core_.begin(kind_ == Kind::solid_a ? chord_b_ : chord_a_);
  other_.begin(kind_ == Kind::solid_a ? chord_a_ : chord_b_);
}

/// Where the chord carries a reference point, less the origin. R p + t errs by 4 u (sum |R_ij p_j| + |t_i|) in a
/// coordinate, u = 2^-53, the difference by u of both: less than 2^-50 of all of it, over all coordinates.
void ItemLanes::set_base(const Side& side, const Vector3& reference, PointLanes& points) {
  points.turned = side.turned;
  points.moves = side.moves;
  points.stretch = static_cast<float>(side.stretch);
  for (int end = 0; end <= (side.moves ? 1 : 0); ++end) {
    const Pose& X = side.pose[end];
    const Vector3 at = side.turned ? X * reference : reference;
    for (int c = 0; c < 3; ++c) {
      points.base[end][c] = static_cast<float>(at[c] - origin_[c]);
      for (int k = 0; k < 3; ++k) points.rotation[end][c][k] = static_cast<float>(X.rotation(c, k));
    }
    far_ += 0x1p-50 * (2.0 * sum_of(reference) + sum_of(X.translation) + sum_of(origin_));
  }
}

void ItemLanes::set_offsets(const Side& side, const Core& core, const Vector3& reference, PointLanes& points) {
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 3; ++c) points.offset[i][c][count_] = static_cast<float>(core.point[i][c] - reference[c]);
  }
  radius_[count_] += core.radius * side.growth;
  far_ += 2.0 * core.rounding;
}

/// Axes err by 2^-47 of their sizes, far below the kernel's margin; centres as references do.
void ItemLanes::set_solid(const Part& part, Index item, const Vector3& towards) {
  const Part::Primitive primitive = part.primitive(item);
  if (placed_.part != &part || placed_.item != item) {
    placed_.part = &part;
    placed_.item = item;
    for (int end = 0; end <= (other_.moves ? 1 : 0); ++end) {
      placed_.axes[end] = other_.pose[end].rotation * primitive.pose.rotation;
      placed_.centre[end] = other_.pose[end] * primitive.pose.translation;
    }
  }
  solids_.moves = other_.moves;
  const Matrix3 half = half_axes(primitive.geometry, placed_.axes[0].transpose() * (towards - placed_.centre[0]));
  for (int end = 0; end <= (other_.moves ? 1 : 0); ++end) {
    const Matrix3 axes = placed_.axes[end] * half;
    for (int c = 0; c < 3; ++c) {
      solids_.centre[end][c][count_] = static_cast<float>(placed_.centre[end][c] - origin_[c]);
      for (int k = 0; k < 3; ++k) solids_.axis[end][k][c][count_] = static_cast<float>(axes(c, k));
    }
    far_ +=
        0x1p-50 * (2.0 * sum_of(primitive.pose.translation) + sum_of(other_.pose[end].translation) + sum_of(origin_));
  }
}

void ItemLanes::add(const Part& a, const Part& b, const Pair& pair) {
  TOCCA_REQUIRE(!full(), "there are eight lanes");
  if (!ready_) set_sides();
  const bool swapped = kind_ == Kind::solid_a;
  const Core core = swapped ? core_of(b, pair.item_b) : core_of(a, pair.item_a);
  if (count_ == 0) {
    const double stretch = core_.stretch + other_.stretch;
    far_ = stretch < infinity ? 0.0 : infinity;  // an infinite one: nothing is told apart
    core_reference_ = core.point[0];
    origin_ = core_.pose[0] * core_reference_;
    set_base(core_, core_reference_, cores_);
  }
  pairs_[count_] = pair;
  radius_[count_] = 0.0;
  set_offsets(core_, core, core_reference_, cores_);
  if (kind_ == Kind::cores) {
    const Core other = core_of(b, pair.item_b);
    if (count_ == 0) {
      other_reference_ = other.point[0];
      set_base(other_, other_reference_, others_);
    }
    set_offsets(other_, other, other_reference_, others_);
  } else if (swapped) {
    set_solid(a, pair.item_a, core_.pose[0] * core.point[0]);
  } else {
    set_solid(b, pair.item_b, core_.pose[0] * core.point[0]);
  }
  ++count_;
}

std::span<const ItemLanes::Pair> ItemLanes::clip(double distance) {
  LaneWindows windows;
  float apart[lane_count] = {};
  for (int lane = 0; lane < count_; ++lane) {
    windows.from[lane] = pairs_[lane].from;
    windows.to[lane] = pairs_[lane].to;
    // Rounded up to a float; an infinite one clips nothing.
    apart[lane] = static_cast<float>((pairs_[lane].clearance_m + distance + radius_[lane] + far_) * (1.0 + 0x1p-22));
  }
  for (int lane = count_; lane < lane_count; ++lane) windows.from[lane] = windows.to[lane] = 0.0f;
  const unsigned mask = (1u << count_) - 1u;
  const unsigned open = kind_ == Kind::cores ? clip_items(cores_, others_, mask, apart, windows)
                                             : clip_items(cores_, solids_, mask, apart, windows);
  count_ = 0;
  std::size_t left = 0;
  for (unsigned rest = open; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    pairs_[left] = pairs_[lane];
    pairs_[left].from = windows.from[lane];
    pairs_[left].to = windows.to[lane];
    ++left;
  }
  return {pairs_, left};
}

}  // namespace tocca
