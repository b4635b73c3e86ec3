#include <algorithm>
#include <numeric>

#include "mutations.hpp"

namespace tocca::testing {

void turn(audit::Placement& placement, Draw& draw, double angle) {
  const Matrix3 by = rotation_about(draw.direction(), angle);
  const auto old = placement.rotation;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      placement.rotation[i][k] = 0.0;
      for (std::size_t j = 0; j < 3; ++j)
        placement.rotation[i][k] += by(static_cast<int>(i), static_cast<int>(j)) * old[j][k];
    }
  }
}

namespace {

audit::Group& any_group(CertificateFile& file, Draw& draw) { return *any_of(file.statement.groups, draw); }
audit::Body& any_body(CertificateFile& file, Draw& draw) { return *any_of(any_group(file, draw).bodies, draw); }
audit::Collider& any_collider(CertificateFile& file, Draw& draw) {
  return *any_of(any_body(file, draw).colliders, draw);
}

bool body_moved(CertificateFile& file, Draw& draw, double size) {
  shift(any_body(file, draw).placement.translation, draw, size);
  return true;
}
bool body_turned(CertificateFile& file, Draw& draw, double size) {
  turn(any_body(file, draw).placement, draw, size);
  return true;
}
/// Halfway to a whole way towards another one: an obstacle in the path.
bool body_towards_other(CertificateFile& file, Draw& draw, double size) {
  audit::Placement& placement = any_body(file, draw).placement;
  const audit::Point to = any_body(file, draw).placement.translation;
  for (std::size_t i = 0; i < 3; ++i) placement.translation[i] += size * (to[i] - placement.translation[i]);
  return true;
}
bool item_moved(CertificateFile& file, Draw& draw, double size) {
  shift(any_collider(file, draw).placement.translation, draw, size);
  return true;
}
bool item_turned(CertificateFile& file, Draw& draw, double size) {
  turn(any_collider(file, draw).placement, draw, size);
  return true;
}
bool size_changed(CertificateFile& file, Draw& draw, double size) {
  audit::Collider& collider = any_collider(file, draw);
  if (collider.shape == audit::Shape::mesh || collider.shape == audit::Shape::hull) return false;
  collider.size[static_cast<std::size_t>(draw.integer(0, 2))] += draw.sign() * size;
  return true;
}
bool vertex_moved(CertificateFile& file, Draw& draw, double size) {
  audit::Collider& collider = any_collider(file, draw);
  if (collider.vertices.empty()) return false;
  shift(*any_of(collider.vertices, draw), draw, size);
  return true;
}
/// All corners at one place move alike: a closed mesh stays closed.
bool corner_moved(CertificateFile& file, Draw& draw, double size) {
  audit::Collider& collider = any_collider(file, draw);
  if (collider.vertices.empty()) return false;
  const audit::Point old = *any_of(collider.vertices, draw);
  audit::Point to = old;
  shift(to, draw, size);
  std::replace(collider.vertices.begin(), collider.vertices.end(), old, to);
  return true;
}
bool mesh_scaled(CertificateFile& file, Draw& draw, double size) {
  audit::Collider& collider = any_collider(file, draw);
  for (audit::Point& p : collider.vertices) {
    for (double& x : p) x *= 1.0 + 10.0 * size;
  }
  return !collider.vertices.empty();
}
bool triangle_of_other_corners(CertificateFile& file, Draw& draw, double) {
  audit::Collider& collider = any_collider(file, draw);
  if (collider.triangles.empty()) return false;
  (*any_of(collider.triangles, draw))[static_cast<std::size_t>(draw.integer(0, 2))] =
      static_cast<std::uint32_t>(draw.integer(0, static_cast<int>(collider.vertices.size())));
  return true;
}
bool triangle_dropped(CertificateFile& file, Draw& draw, double) {
  audit::Collider& collider = any_collider(file, draw);
  if (collider.triangles.empty()) return false;
  collider.triangles.erase(collider.triangles.begin() +
                           draw.integer(0, static_cast<int>(collider.triangles.size()) - 1));
  return true;
}
bool other_shape(CertificateFile& file, Draw& draw, double) {
  audit::Collider& collider = any_collider(file, draw);
  if (!collider.vertices.empty()) return false;
  const auto before = collider.shape;
  collider.shape = static_cast<audit::Shape>(draw.integer(0, 4));
  return collider.shape != before;
}
bool placement_skewed(CertificateFile& file, Draw& draw, double size) {
  audit::Placement& placement = draw.coin() ? any_body(file, draw).placement : any_collider(file, draw).placement;
  placement.rotation[static_cast<std::size_t>(draw.integer(0, 2))][static_cast<std::size_t>(draw.integer(0, 2))] +=
      draw.sign() * size;
  return true;
}
bool frame_of_group_changed(CertificateFile& file, Draw& draw, double) {
  audit::Group& group = any_group(file, draw);
  const int before = group.frame;
  group.frame = draw.integer(-1, static_cast<int>(file.statement.frames.size()) - 1);
  return group.frame != before;
}

bool order_swapped(CertificateFile& file, Draw& draw, double) {
  audit::Group& group = any_group(file, draw);
  if (group.order.size() < 2) return false;
  std::swap(*any_of(group.order, draw), *any_of(group.order, draw));
  return true;
}
bool item_forgotten(CertificateFile& file, Draw& draw, double) {
  audit::Group& group = any_group(file, draw);
  if (group.order.size() < 2) return false;
  *any_of(group.order, draw) = *any_of(group.order, draw);
  return true;
}
bool range_divided_elsewhere(CertificateFile& file, Draw& draw, double) {
  audit::Group& group = any_group(file, draw);
  const auto i = static_cast<std::size_t>(draw.integer(0, static_cast<int>(group.ranges.size()) - 1));
  if (i + 2 >= group.ranges.size() || group.ranges[i].count < 2) return false;
  group.ranges[i + 1].count += draw.coin() ? 1u : ~0u;
  return true;
}
/// A partition as good as any, without boxes.
bool partition_redrawn(CertificateFile& file, Draw& draw, double) {
  audit::Group& group = any_group(file, draw);
  const auto count = static_cast<std::uint32_t>(group.order.size());
  if (count < 2) return false;
  for (std::size_t i = count - 1; i > 0; --i)
    std::swap(group.order[i], group.order[static_cast<std::size_t>(draw.integer(0, static_cast<int>(i)))]);
  group.ranges.clear();
  std::vector<std::uint32_t> open{count};
  while (!open.empty()) {
    audit::Range& range = group.ranges.emplace_back();
    range.count = open.back();
    open.pop_back();
    if (range.count == 1) continue;
    const auto first = static_cast<std::uint32_t>(draw.integer(1, static_cast<int>(range.count) - 1));
    open.push_back(range.count - first);
    open.push_back(first);
  }
  return true;
}

audit::Range* any_boxed(CertificateFile& file, Draw& draw) {
  audit::Range* range = any_of(any_group(file, draw).ranges, draw);
  return range->boxed ? range : nullptr;
}
bool box_shrunk(CertificateFile& file, Draw& draw, double size) {
  audit::Range* range = any_boxed(file, draw);
  if (range == nullptr) return false;
  const auto i = static_cast<std::size_t>(draw.integer(0, 2));
  (draw.coin() ? range->high : range->low)[i] += static_cast<float>(draw.sign() * size);
  return true;
}
bool box_turned(CertificateFile& file, Draw& draw, double size) {
  audit::Range* range = any_boxed(file, draw);
  if (range == nullptr) return false;
  const Vector3 by = size * draw.direction();
  audit::ShortPoint& axis = range->axes[static_cast<std::size_t>(draw.integer(0, 2))];
  for (std::size_t i = 0; i < 3; ++i) axis[i] += static_cast<float>(by[static_cast<int>(i)]);
  return true;
}
bool box_axes_odd(CertificateFile& file, Draw& draw, double) {
  audit::Range* range = any_boxed(file, draw);
  if (range == nullptr) return false;
  audit::ShortPoint& axis = range->axes[static_cast<std::size_t>(draw.integer(0, 2))];
  axis = draw.coin() ? audit::ShortPoint{} : range->axes[static_cast<std::size_t>(draw.integer(0, 2))];
  if (draw.coin()) range->low = {-1e20f, -1e20f, -1e20f}, range->high = {1e20f, 1e20f, 1e20f};
  return true;
}
bool box_dropped(CertificateFile& file, Draw& draw, double) {
  audit::Range* range = any_boxed(file, draw);
  if (range == nullptr) return false;
  range->boxed = false;
  return true;
}
bool box_of_other_range(CertificateFile& file, Draw& draw, double) {
  audit::Group& group = any_group(file, draw);
  const audit::Range from = *any_of(group.ranges, draw);
  audit::Range& to = *any_of(group.ranges, draw);
  to.boxed = from.boxed, to.axes = from.axes, to.low = from.low, to.high = from.high;
  return from.boxed;
}

constexpr Mutation all[] = {{"a body moved", true, body_moved},
                            {"a body turned", true, body_turned},
                            {"a body moved towards another", true, body_towards_other},
                            {"an item moved", true, item_moved},
                            {"an item turned", true, item_turned},
                            {"a size changed", true, size_changed},
                            {"a vertex moved", true, vertex_moved},
                            {"a corner of a mesh moved", true, corner_moved},
                            {"a mesh scaled", true, mesh_scaled},
                            {"a triangle of other corners", false, triangle_of_other_corners},
                            {"a triangle dropped", false, triangle_dropped},
                            {"another shape", false, other_shape},
                            {"a placement skewed", true, placement_skewed},
                            {"a body in another frame", false, frame_of_group_changed},
                            {"two items swapped in a partition", false, order_swapped},
                            {"a partition that forgets an item", false, item_forgotten},
                            {"a range divided elsewhere", false, range_divided_elsewhere},
                            {"another partition", false, partition_redrawn},
                            {"a box moved or shrunk", true, box_shrunk},
                            {"a box turned", true, box_turned},
                            {"a box with odd axes", false, box_axes_odd},
                            {"a box dropped", false, box_dropped},
                            {"the box of another range", false, box_of_other_range}};

}  // namespace

std::span<const Mutation> mutations_of_bodies() { return all; }

}  // namespace tocca::testing
