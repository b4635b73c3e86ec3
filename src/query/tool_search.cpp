#include "tool_search.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "tocca/core/rounding.hpp"

namespace tocca {
namespace {

constexpr int most_halvings = 20;
/// Time is halved as long as so many triangles are near and the tool's way is longer than this share of its smallest half
/// size: what comes first settles what comes later.
constexpr std::size_t few_triangles = 6;
constexpr double short_way = 0.05;

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

ToolSearch::Window ToolSearch::window(double from, double to) {
  return {from, to, mover_->pose(from), mover_->pose(to), contacts_->tube(from, to)};
}

bool ToolSearch::first(const RigidMotion& motion, double tube_m, const SurfaceStep& surface,
                       std::span<const Index> candidates, ToolTouch& touch) {
  selected_ = 0;
  if (candidates.empty()) return false;
  const Mover mover(motion);
  ChordContactSearch contacts(tool_, mover, clearance_m_, tolerance_m_);
  mover_ = &mover;
  contacts_ = &contacts;
  surface_ = &surface;
  all_ = nullptr;
  is_found_ = false;
  lists_.assign(candidates.begin(), candidates.end());
  descend(0, {0.0, 1.0, mover.pose(0.0), mover.pose(1.0), tube_m}, 0, candidates.size(), 0);
  if (is_found_) touch = found_;
  return is_found_;
}

void ToolSearch::at(const RigidMotion& motion, double t, const SurfaceStep& surface, std::span<const Index> candidates,
                    std::vector<ToolTouch>& touches) {
  list_all(motion, t, surface, candidates, touches, false);
  std::sort(touches.begin(), touches.end(), [](const ToolTouch& x, const ToolTouch& y) {
    return x.triangle < y.triangle || (x.triangle == y.triangle && x.item < y.item);
  });
}

bool ToolSearch::any_at(const RigidMotion& motion, double t, const SurfaceStep& surface,
                        std::span<const Index> candidates, std::vector<ToolTouch>& scratch) {
  scratch.clear();
  list_all(motion, t, surface, candidates, scratch, true);
  return !scratch.empty();
}

void ToolSearch::list_all(const RigidMotion& motion, double t, const SurfaceStep& surface,
                          std::span<const Index> candidates, std::vector<ToolTouch>& touches, bool is_first_enough) {
  if (candidates.empty()) return;
  const Mover mover(motion);
  ChordContactSearch contacts(tool_, mover, clearance_m_, tolerance_m_);
  mover_ = &mover;
  contacts_ = &contacts;
  surface_ = &surface;
  all_ = &touches;
  is_found_ = false;
  is_first_enough_ = is_first_enough;
  lists_.assign(candidates.begin(), candidates.end());
  descend(0, window(t, t), 0, candidates.size(), most_halvings);
}

/// Everything below `node` against `count` triangles of lists_, during the window.
void ToolSearch::descend(Index node, const Window& window, std::size_t first, std::size_t count, int halvings) {
  if (is_found_ && window.from >= found_.hi) return;
  const std::size_t kept = lists_.size();
  const ToolVolume volume(outlines_[node], window.start, window.end, window.tube, dilation_m_);
  TriangleSelection::narrow(*surface_, volume, first, count, lists_);
  const std::size_t left = lists_.size() - kept;
  if (first == 0) selected_ = left;
  if (left == 0) return;
  const Part::Node& here = tool_.nodes()[node];
  const bool bends = window.tube > 0.25 * sizes_[node] + tolerance_m_;
  if (halvings < most_halvings && (bends || (left > few_triangles && way(window) > short_way * sizes_[node]))) {
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

/// About how far the tool's box moves during a window.
double ToolSearch::way(const Window& window) const {
  const ToolOutline& whole = outlines_[0];
  return (window.end * whole.centre - window.start * whole.centre).norm() +
         ((window.end.rotation - window.start.rotation) * whole.axes).norm();
}

void ToolSearch::visit(Index item, const Window& window, Index triangle) {
  if (all_) {
    if (!is_found_) list(item, triangle, window);
    return;
  }
  if (is_found_ && found_.hi <= window.from) return;
  const double latest = is_found_ ? std::min(window.to, found_.hi) : window.to;
  const ChordContact contact = contacts_->first(item, triangle_of(triangle), {window.from, latest});
  if (contact.outcome == Outcome::free || (is_found_ && !(contact.hi < found_.hi))) return;
  found_ = {contact.lo, contact.hi, item, triangle, contact.near};
  is_found_ = true;
}

DeformingTriangle ToolSearch::triangle_of(Index triangle) const {
  const Triangle& v = surface_->triangles[triangle];
  const auto &from = surface_->from, &to = surface_->to;
  return {{from[v[0]], from[v[1]], from[v[2]]}, {to[v[0]], to[v[1]], to[v[2]]}};
}

void ToolSearch::list(Index item, Index triangle, const Window& window) {
  const DeformingTriangle corners = triangle_of(triangle);
  const auto p = corners.at(window.from);
  const ChordContactSearch::Placed& here = contacts_->at(window.from);
  const Closest near = closest(placed(tool_, item, here.X), ConvexPiece::triangle(p[0], p[1], p[2]));
  const double error = here.placing_m + here.instant_m + corners.rounding_m();
  if ((near.upper + error) * (1.0 + 0x1p-40) > clearance_m_ + tolerance_m_) return;
  all_->push_back({window.from, window.from, item, triangle, near});
  if (is_first_enough_) {
    found_ = all_->back();
    is_found_ = true;
  }
}

}  // namespace tocca
