#include "tool_search.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "item_clip.hpp"
#include "strategy.hpp"
#include "tocca/core/rounding.hpp"

namespace tocca {
namespace {

constexpr int most_halvings = 20;

/// A leaf that holds nothing but a cylinder is that cylinder.
ToolOutline outline_of(const Part& tool, const Part::Node& node) {
  if (node.is_leaf() && node.count == 1) {
    const Index item = tool.items(node)[0];
    if (item >= tool.triangle_count()) {
      const Part::Primitive& primitive = tool.primitives()[item - tool.triangle_count()];
      if (const auto* cylinder = std::get_if<Cylinder>(&primitive.geometry)) return {*cylinder, primitive.pose};
    }
  }
  return ToolOutline(node.volume);
}

}  // namespace

ToolSearch::ToolSearch(const Part& tool, double clearance_m, double tolerance_m)
    : tool_(tool), clearance_m_(clearance_m), tolerance_m_(tolerance_m) {
  double reach = 0.0;
  for (const Part::Node& node : tool.nodes()) {
    outlines_.push_back(outline_of(tool, node));
    const ToolOutline& outline = outlines_.back();
    sizes_.push_back(outline.axes.colwise().norm().minCoeff());
    reach = std::max(reach, outline.centre.norm() + outline.axes.colwise().norm().sum());
  }
  // 2^-50 of the reach: the rounding of a cylinder's axes.
  dilation_m_ = rounded_up(clearance_m + tolerance_m + tool.rounding_m() + 0x1p-50 * reach, 4);
}

ToolSearch::Window ToolSearch::window(double from, double to) const {
  return {from, to, mover_->pose(from), mover_->pose(to), mover_->tube({from, to}, tool_.lss())};
}

bool ToolSearch::first(const RigidMotion& motion, const SurfaceStep& surface, std::span<const Index> candidates,
                       ToolTouch& touch) {
  if (candidates.empty()) return false;
  const Mover mover(motion);
  mover_ = &mover;
  surface_ = &surface;
  all_ = nullptr;
  is_found_ = false;
  found_.time = 1.0;
  lists_.assign(candidates.begin(), candidates.end());
  descend(0, window(0.0, 1.0), 0, candidates.size(), 0);
  if (is_found_) touch = found_;
  return is_found_;
}

void ToolSearch::at(const RigidMotion& motion, double t, const SurfaceStep& surface, std::span<const Index> candidates,
                    std::vector<ToolTouch>& touches) {
  if (candidates.empty()) return;
  const Mover mover(motion);
  mover_ = &mover;
  surface_ = &surface;
  all_ = &touches;
  is_found_ = false;
  lists_.assign(candidates.begin(), candidates.end());
  descend(0, window(t, t), 0, candidates.size(), most_halvings);
  std::sort(touches.begin(), touches.end(), [](const ToolTouch& x, const ToolTouch& y) {
    return x.triangle < y.triangle || (x.triangle == y.triangle && x.item < y.item);
  });
}

/// Everything below `node` against `count` triangles of lists_, during the window.
void ToolSearch::descend(Index node, const Window& window, std::size_t first, std::size_t count, int halvings) {
  if (is_found_ && window.from >= found_.time) return;
  const std::size_t kept = lists_.size();
  const ToolVolume volume(outlines_[node], window.start, window.end, window.tube, dilation_m_);
  TriangleSelection::narrow(*surface_, volume, first, count, lists_);
  const std::size_t left = lists_.size() - kept;
  const Part::Node& here = tool_.nodes()[node];
  if (left == 0) return;
  if (window.tube > 0.25 * sizes_[node] + tolerance_m_ && halvings < most_halvings) {
    const double middle = 0.5 * (window.from + window.to);
    descend(node, this->window(window.from, middle), kept, left, halvings + 1);
    descend(node, this->window(middle, window.to), kept, left, halvings + 1);
  } else if (here.is_leaf()) {
    for (const Index item : tool_.items(here)) {
      for (std::size_t i = kept; i < kept + left; ++i) visit(item, window, lists_[i]);
    }
  } else {
    descend(node + 1, window, kept, left, halvings);
    descend(node + here.link, window, kept, left, halvings);
  }
  lists_.resize(kept);
}

void ToolSearch::visit(Index item, const Window& window, Index triangle) {
  if (all_) return list(item, triangle, window);
  walk(item, triangle, window.from, window.to);
}

ConvexPiece ToolSearch::triangle_at(Index triangle, double t) const {
  Vector3 p[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const Index v = surface_->triangles[triangle][k];
    p[k] = t == 0.0 ? surface_->from[v] : t == 1.0 ? surface_->to[v] : (1.0 - t) * surface_->from[v] + t * surface_->to[v];
  }
  return ConvexPiece::triangle(p[0], p[1], p[2]);
}

/// How far both placed items may be from their true places. A corner between its ends: two products, a difference, a sum,
/// at most 4 u of both ends' coordinates, of which the length adds sqrt(3).
double ToolSearch::error(Index triangle, const Pose& X) const {
  double far = 0.0;
  for (const Index v : surface_->triangles[triangle]) {
    far = std::max(far, surface_->from[v].cwiseAbs().maxCoeff() + surface_->to[v].cwiseAbs().maxCoeff());
  }
  return rounded_up(tool_.rounding_m() + placing_error(X, tool_.lss()) + 8.0 * unit_roundoff * far, 4);
}

/// Conservative advancement on chords: the direction between the closest points at the left end clips a chord, short
/// enough for its tube to be below half of what the gap has more than the level. Ends at a witness, at the right end, or
/// where rounding is larger than the tolerance.
void ToolSearch::walk(Index item, Index triangle, double from, double to) {
  const double level = level_of(tolerance_m_) + clearance_m_, reach = clearance_m_ + tolerance_m_;
  double length = to - from;
  while (true) {
    if (is_found_) to = std::min(to, found_.time);
    if (is_found_ && from >= to) return;
    length = std::min(length, to - from);
    const Window chord = window(from, length < to - from ? from + length : to);
    const ItemEnds ends{{placed(tool_, item, chord.start), placed(tool_, item, chord.end)},
                        {triangle_at(triangle, chord.from), triangle_at(triangle, chord.to)}};
    const double rounding = std::max(error(triangle, chord.start), error(triangle, chord.end));
    const Closest near = closest(ends.a[0], ends.b[0]);
    const double here = rounding + mover_->tube({from, from}, tool_.lss());
    const auto stop = [&](bool witnessed) {
      found_ = {from, item, triangle, witnessed, near};
      is_found_ = true;
    };
    if (near.upper + here * (1.0 + 0x1p-40) <= reach) return stop(true);
    const double dilation = (level + rounding + chord.tube) * (1.0 + 0x1p-40);
    const double f0 = gap_along(near.normal, ends.a[0], ends.b[0]) - dilation;
    if (!(f0 > 0.0) || chord.tube > f0) {
      const double gap = f0 + chord.tube;
      const double factor = gap > 0.0 ? std::clamp(0.7 * std::sqrt(0.5 * gap / chord.tube), 0.05, 0.5) : 0.25;
      length = (chord.to - from) * factor;
      if (length <= 0x1p-46) return stop(false);
      continue;
    }
    const double f1 = gap_along(near.normal, ends.a[1], ends.b[1]) - dilation;
    double s = 0.0, last = 1.0;
    if (!clip(f0, f1, s, last)) {
      if (chord.to >= to) return;
      length = 4.0 * (chord.to - from);
      from = chord.to;
      continue;
    }
    const double next = from + s * (chord.to - from) - 0x1p-52;
    if (!(next > from)) return stop(false);
    from = next;
    length = to - from;
  }
}

void ToolSearch::list(Index item, Index triangle, const Window& window) {
  const Closest near = closest(placed(tool_, item, window.start), triangle_at(triangle, window.from));
  const double upper = near.upper + (error(triangle, window.start) + window.tube) * (1.0 + 0x1p-40);
  if (upper <= clearance_m_ + tolerance_m_) all_->push_back({window.from, item, triangle, true, near});
}

}  // namespace tocca
