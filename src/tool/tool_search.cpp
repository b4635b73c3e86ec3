#include "tool/tool_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/rounding.hpp"

namespace tocca {
namespace {

constexpr int most_halvings = 12;
/// Time is halved where more than a few triangles are near, the tool's way is longer than this share of its smallest half size, and
/// they are many or the last halving left out a quarter of them at least: what comes first settles what comes later.
constexpr std::size_t few_triangles = 6, many_triangles = 48;
constexpr double short_way = 0.2;
/// Tubes above this share of the smallest half size are halved away before a triangle that is in none of the directions' way gets its own test.
constexpr double thin_share = 0.02;
/// So many triangles are compared with a plane between two questions to the deadline.
constexpr std::size_t triangles_a_look = 64;

/// What the corners of a moving triangle may be off at a time of the step, as a share of the tolerance, to be taken there.
constexpr double corner_share = 0.01;

}  // namespace

double half_size(const ToolOutline& outline) {
  const auto sizes = outline.axes.colwise().norm();
  return std::max(sizes.minCoeff(), 0.05 * sizes.maxCoeff());
}

ToolSearch::ToolSearch(const Part& tool, double clearance_m, double tolerance_m)
    : tool_(tool), clearance_m_(clearance_m), tolerance_m_(tolerance_m), shapes_(tool) {
  double reach = 0.0;
  leaves_.assign(tool.item_count(), no_index);
  for (Index node = 0; node < tool.nodes().size(); ++node) {
    if (shapes_.is_item(node) && shapes_.is_polytope(node)) leaves_[tool.items(tool.nodes()[node])[0]] = node;
    const ToolOutline& outline = shapes_.outline(node);
    sizes_.push_back(half_size(outline));
    reach = std::max(reach, outline.centre.norm() + outline.axes.colwise().norm().sum());
  }
  axes_.assign(tool.nodes().size(), Vector3::Zero());
  // 2^-50 of the reach: the rounding of a cylinder's axes.
  least_dilation_m_ = rounded_up(clearance_m + corner_share * tolerance_m + tool.rounding_m() + 0x1p-50 * reach, 4);
  first_dilation_m_ = rounded_up(least_dilation_m_ + 0.5 * tolerance_m, 1);
  dilation_m_ = rounded_up(least_dilation_m_ + tolerance_m, 1);
}

ToolSearch::Window ToolSearch::window(double from, double to) const {
  const double tube = motion_->tube ? motion_->tube->over(to - from) : contacts_->tube(from, to);
  return {from, to, pose(from), pose(to), tube};
}

void ToolSearch::begin(Aim aim, const Surroundings& near, Deadline& deadline) {
  aim_ = aim;
  near_ = &near;
  deadline_ = &deadline;
  is_found_ = false;
  undecided_from_ = 2.0;
  lists_.assign(near.places.begin(), near.places.end());
}

ToolSearch::Way::Way(ToolSearch& search, const ToolMotion& motion)
    : mover(motion.motion),
      contacts(search.tool_, mover, search.clearance_m_, search.tolerance_m_, 0.0,
               motion.tube ? &*motion.tube : nullptr) {
  search.motion_ = &motion;
  search.mover_ = &mover;
  search.contacts_ = &contacts;
}

bool ToolSearch::first(const ToolMotion& motion, const Surroundings& near, std::span<const ToolTouch> guesses,
                       Deadline& deadline, SearchMemory& memory, ToolTouch& touch) {
  selected_ = 0;
  begin(Aim::first, near, deadline);
  if (near.places.empty()) return false;
  const Way asked(*this, motion);
  for (const ToolTouch& guess : guesses) {
    if (touches(guess.item, guess.triangle, 0.0, touch)) return true;
  }
  axes_[0] = memory.axis;
  likely_ = memory.triangle;
  descend(0, window(0.0, 1.0), 0, near.places.size(), 0);
  memory = {axes_[0], is_found_ ? found_.triangle : no_index};
  if (is_found_) touch = found_;
  if (is_found_ && undecided_from_ < touch.time.lo) touch.time.lo = undecided_from_;
  return is_found_;
}

bool ToolSearch::at(const ToolMotion& motion, double t, const Surroundings& near, Deadline& deadline,
                    std::vector<ToolTouch>& touches) {
  begin(Aim::all, near, deadline);
  if (near.places.empty()) return true;
  const Way asked(*this, motion);
  all_ = &touches;
  descend(0, window(t, t), 0, near.places.size(), most_halvings);
  std::sort(touches.begin(), touches.end(), [](const ToolTouch& x, const ToolTouch& y) {
    return x.triangle < y.triangle || (x.triangle == y.triangle && x.item < y.item);
  });
  return undecided_from_ > 1.0;
}

bool ToolSearch::list(const ToolMotion& motion, const ToolTouch& contact, const Surroundings& near, Deadline& deadline,
                      std::vector<ToolTouch>& touches, std::vector<std::uint32_t>& triangles) {
  touches.assign(1, contact);
  const bool complete = at(motion, contact.time.hi, near, deadline, touches);
  triangles.clear();
  for (const ToolTouch& t : touches) triangles.push_back(t.triangle);
  std::sort(triangles.begin(), triangles.end());
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
  return complete;
}

bool ToolSearch::any_at(const ToolMotion& motion, double t, const Surroundings& near, Deadline& deadline,
                        std::span<const ToolTouch> guesses) {
  begin(Aim::any, near, deadline);
  const Way asked(*this, motion);
  for (const ToolTouch& guess : guesses) {
    if (touches(guess.item, guess.triangle, t, found_)) return true;
  }
  if (near.places.empty()) return false;
  descend(0, window(t, t), 0, near.places.size(), most_halvings);
  return is_found_;
}

/// Nothing in the window matters any more, or time is over: then it stays undecided.
bool ToolSearch::is_over(const Window& window) {
  if (is_found_ && (aim_ == Aim::any || (aim_ == Aim::first && window.from >= found_.time.hi))) return true;
  if (!deadline_->passed()) return false;
  undecided_from_ = std::min(undecided_from_, window.from);
  return true;
}

/// Everything below `node` against `count` triangles of lists_, during the window.
void ToolSearch::descend(Index node, const Window& window, std::size_t first, std::size_t count, int halvings) {
  if (is_over(window)) return;
  const std::size_t kept = lists_.size();
  const Aabb box = ToolVolume::bare_box(shapes_.outline(node), window.start, window.end, window.tube, level_m());
  near_->boxed.narrow(FloatBox::around(box), first, count, lists_);
  if (first == 0) selected_ = lists_.size() - kept;
  if (lists_.size() > kept) examine(node, window, kept, count, halvings);
  lists_.resize(kept);
}

/// What the box left: directions first, then earlier and later, then what the node is made of.
void ToolSearch::examine(Index node, const Window& window, std::size_t kept, std::size_t count, int halvings) {
  if (axes_[node].squaredNorm() > 0.0) count_.remembered += sweep(node, window, axes_[node], kept, level_m());
  if (lists_.size() == kept) return;
  if (halvings < most_halvings && window.tube > 0.25 * sizes_[node] + tolerance_m_) {
    return halve(node, window, kept, halvings);
  }
  const Part::Node& here = tool_.nodes()[node];
  if (shapes_.is_item(node))
    return aim_ == Aim::first ? advance(node, window, kept, halvings) : visit_leaf(node, window, kept);
  separate(node, window, kept);
  const std::size_t left = lists_.size() - kept;
  if (left == 0) return;
  const bool helps = halvings == 0 || left > many_triangles || 4 * left <= 3 * count;
  if (halvings < most_halvings && left > few_triangles && helps && way(window) > short_way * sizes_[node]) {
    halve(node, window, kept, halvings);
  } else if (here.is_leaf()) {
    visit_leaf(node, window, kept);
  } else {
    descend(node + 1, window, kept, left, halvings);
    descend(node + here.link, window, kept, left, halvings);
  }
}

void ToolSearch::halve(Index node, const Window& window, std::size_t kept, int halvings) {
  const std::size_t left = lists_.size() - kept;
  const double middle = 0.5 * (window.from + window.to);
  descend(node, this->window(window.from, middle), kept, left, halvings + 1);
  descend(node, this->window(middle, window.to), kept, left, halvings + 1);
}

/// Takes off the list what one direction keeps apart from the node's shape during the window; how many. What reaches farthest
/// beyond is first among those that are left: most likely it is touched first.
std::size_t ToolSearch::sweep(Index node, const Window& window, const Vector3& axis, std::size_t begin,
                              double level_m) {
  SeparatingPlane plane(shapes_, node, axis, rounded_up(level_m + window.tube, 1));
  plane.include(window.start);
  if (window.to > window.from) plane.include(window.end);
  const std::size_t before = lists_.size();
  std::size_t out = begin, farthest = begin;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = begin; i < before; ++i) {
    if ((i - begin) % triangles_a_look == triangles_a_look - 1 && is_over(window)) break;
    const Index place = lists_[i];
    double along = -std::numeric_limits<double>::infinity();
    if (is_below(place, window, plane, along)) continue;
    if (along > most) most = along, farthest = out;
    lists_[out++] = place;
  }
  lists_.resize(out);
  if (out > begin) std::swap(lists_[begin], lists_[farthest]);
  return before - out;
}

/// One that separates the node's shape from a triangle during the window; zero: none was found.
Vector3 ToolSearch::direction(Index node, const Window& window, Index place) {
  const std::array<Pose, 2> ends{window.start, window.end};
  const DeformingTriangle corners = triangle_of(near_->boxed.triangle(place));
  const auto p = corners.at(window.from), q = corners.at(window.to);
  const std::array<Vector3, 6> points{p[0], p[1], p[2], q[0], q[1], q[2]};
  ++count_.searched;
  return direction_between(shapes_, node, std::span(ends).first(window.to > window.from ? 2 : 1),
                           std::span(points).first(near_->surface.still() ? 3 : 6), level_m() + window.tube);
}

/// Takes off the list, which begins at `kept`, what some direction keeps apart from the node's shape during the window. Each is found for
/// one triangle and tried on all.
void ToolSearch::separate(Index node, const Window& window, std::size_t kept) {
  for (std::size_t i = kept; i < lists_.size();) {
    if (is_over(window)) return;
    const Vector3 axis = direction(node, window, lists_[i]);
    if (axis.squaredNorm() > 0.0 && sweep(node, window, axis, i, level_m()) > 0) {
      axes_[node] = axis;
    } else {
      ++i;
    }
  }
}

/// A single item: a triangle that no direction keeps apart during the window gets its exact test at once. If it touches, the window
/// ends there, and what was in the way of all others is gone (the one that touched first last time comes first): until the contact they only need to be beyond the clearance, which the
/// contact's own distance may exceed by the tolerance.
void ToolSearch::advance(Index node, Window window, std::size_t kept, int halvings) {
  const Index item = tool_.items(tool_.nodes()[node])[0];
  const auto likely = std::find_if(lists_.begin() + static_cast<std::ptrdiff_t>(kept), lists_.end(),
                                   [&](Index place) { return near_->boxed.triangle(place) == likely_; });
  bool is_likely = likely != lists_.end();
  if (is_likely) std::swap(lists_[kept], *likely);
  for (; lists_.size() > kept; is_likely = false) {
    if (is_over(window)) return;
    const Index place = lists_[kept];
    const Vector3 axis = is_likely ? Vector3::Zero() : direction(node, window, place);
    if (axis.squaredNorm() > 0.0 && sweep(node, window, axis, kept, level_m()) > 0) {
      axes_[node] = axis;
      continue;
    }
    if (!is_likely && halvings < most_halvings && window.tube > thin_share * sizes_[node] + 0.5 * tolerance_m_) {
      return halve(node, window, kept, halvings);
    }
    const bool is_earlier = visit(item, window, near_->boxed.triangle(place));
    lists_[kept] = lists_.back();
    lists_.pop_back();
    if (!is_earlier) continue;
    window = this->window(window.from, std::min(window.to, found_.time.hi));
    axes_[node] = found_.place.normal;
    sweep(node, window, axes_[node], kept, least_dilation_m_);
  }
}

/// During the window: a corner is on its straight way between two places, each off by rounding_m() at most, which is in the dilation.
/// Where it is not below, `along` is how far a corner reaches.
bool ToolSearch::is_below(Index place, const Window& window, const SeparatingPlane& plane, double& along) const {
  const auto has_below = [&](const Vector3& p) {
    const double here = plane.along(p);
    along = std::max(along, here);
    return plane.has_below(p, here);
  };
  const SurfaceStep& surface = near_->surface;
  const Triangle& v = surface.triangles[near_->boxed.triangle(place)];
  const auto all_below = [&](std::span<const Vector3> at) {
    return has_below(at[v[0]]) && has_below(at[v[1]]) && has_below(at[v[2]]);
  };
  if (surface.still()) return all_below(surface.to);
  const bool is_whole = window.from == 0.0 && window.to == 1.0;
  const DeformingTriangle corners = triangle_of(near_->boxed.triangle(place));
  if (is_whole || !(corners.rounding_m() <= corner_share * tolerance_m_)) {
    return all_below(surface.from) && all_below(surface.to);
  }
  const auto below = [&](const std::array<Vector3, 3>& at) {
    return has_below(at[0]) && has_below(at[1]) && has_below(at[2]);
  };
  return below(corners.at(window.from)) && below(corners.at(window.to));
}

/// One triangle after the other, so that a contact at once needs no look at the others. At an instant an item's distance from one
/// triangle shows that others are farther.
void ToolSearch::visit_leaf(Index node, const Window& window, std::size_t kept) {
  const Part::Node& here = tool_.nodes()[node];
  for (std::size_t i = kept; i < lists_.size(); ++i) {
    if (is_over(window)) return;
    bool has_direction = false;
    for (const Index item : tool_.items(here)) has_direction |= visit(item, window, near_->boxed.triangle(lists_[i]));
    if (has_direction && aim_ != Aim::first && shapes_.is_item(node)) {
      sweep(node, window, found_.place.normal, i + 1, level_m());
    }
  }
}

/// About how far the tool's box moves during a window.
double ToolSearch::way(const Window& window) const {
  const ToolOutline& whole = shapes_.outline(0);
  return (window.end * whole.centre - window.start * whole.centre).norm() +
         ((window.end.rotation - window.start.rotation) * whole.axes).norm();
}

std::size_t take_below(const SeparatingPlane& plane, const Surroundings& still, std::vector<Index>& places,
                       std::size_t begin) {
  const std::size_t before = places.size();
  const auto& at = still.surface.to;
  std::size_t out = begin, farthest = begin;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = begin; i < before; ++i) {
    const Triangle& v = still.surface.triangles[still.boxed.triangle(places[i])];
    const double x = plane.along(at[v[0]]), y = plane.along(at[v[1]]), z = plane.along(at[v[2]]);
    if (plane.has_below(at[v[0]], x) && plane.has_below(at[v[1]], y) && plane.has_below(at[v[2]], z)) continue;
    const double along = std::max({x, y, z});
    if (along > most) most = along, farthest = out;
    places[out++] = places[i];
  }
  places.resize(out);
  if (out > begin) std::swap(places[begin], places[farthest]);
  return before - out;
}

}  // namespace tocca
