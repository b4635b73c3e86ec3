#include "tool/tool_search.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/rounding.hpp"

namespace tocca {
namespace {

constexpr int most_halvings = 12;
/// Time is halved where more than a few triangles are near, the tool's way is longer than this share of its smallest half size, and
/// they are many or the last halving left out a quarter of them at least: what comes first settles what comes later.
constexpr std::size_t few_triangles = 6, many_triangles = 48;
constexpr double short_way = 0.2;
/// So many exact tests cost less than a volume with planes.
constexpr std::size_t few_tests = 2;
/// So many triangles are compared with a volume between two questions to the deadline.
constexpr std::size_t triangles_a_look = 16;

/// What the corners of a moving triangle may be off at a time of the step, as a share of the tolerance, to be taken there.
constexpr double corner_share = 0.01;

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

double half_size(const ToolOutline& outline) {
  const auto sizes = outline.axes.colwise().norm();
  return std::max(sizes.minCoeff(), 0.05 * sizes.maxCoeff());
}

ToolSearch::ToolSearch(const Part& tool, double clearance_m, double tolerance_m)
    : tool_(tool), clearance_m_(clearance_m), tolerance_m_(tolerance_m) {
  double reach = 0.0;
  for (const Part::Node& node : tool.nodes()) {
    outlines_.push_back(outline_of(tool, node));
    const ToolOutline& outline = outlines_.back();
    sizes_.push_back(half_size(outline));
    reach = std::max(reach, outline.centre.norm() + outline.axes.colwise().norm().sum());
  }
  // 2^-50 of the reach: the rounding of a cylinder's axes.
  dilation_m_ =
      rounded_up(clearance_m + tolerance_m + corner_share * tolerance_m + tool.rounding_m() + 0x1p-50 * reach, 5);
}

ToolSearch::Window ToolSearch::window(double from, double to) const {
  const double tube = motion_->tube ? motion_->tube->over(to - from) : contacts_->tube(from, to);
  return {from, to, mover_->pose(from), mover_->pose(to), tube};
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
    : mover(motion.motion), contacts(search.tool_, mover, search.clearance_m_, search.tolerance_m_) {
  search.motion_ = &motion;
  search.mover_ = &mover;
  search.contacts_ = &contacts;
}

bool ToolSearch::first(const ToolMotion& motion, const Surroundings& near, std::span<const ToolTouch> guesses,
                       Deadline& deadline, ToolTouch& touch) {
  selected_ = 0;
  begin(Aim::first, near, deadline);
  if (near.places.empty()) return false;
  const Way asked(*this, motion);
  for (const ToolTouch& guess : guesses) {
    if (touches(guess.item, guess.triangle, 0.0, touch)) return true;
  }
  descend(0, window(0.0, 1.0), 0, near.places.size(), 0);
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
  const Aabb box = ToolVolume::bare_box(outlines_[node], window.start, window.end, window.tube, dilation_m_);
  near_->boxed.narrow(FloatBox::around(box), first, count, lists_);
  const Part::Node& here = tool_.nodes()[node];
  const bool bends = window.tube > 0.25 * sizes_[node] + tolerance_m_;
  const bool is_long = halvings < most_halvings && (bends || way(window) > short_way * sizes_[node]);
  if (first == 0) selected_ = lists_.size() - kept;
  if (here.is_leaf() && !is_long) {
    visit_leaf(node, window, kept);
  } else if (lists_.size() > kept) {
    // What will be divided further is compared with the oriented box only: six products a corner.
    exclude(ToolVolume(outlines_[node], window.start, window.end, window.tube, dilation_m_, ToolVolume::Tightness::box),
            window, kept);
    const std::size_t left = lists_.size() - kept;
    const bool helps = halvings == 0 || left > many_triangles || 4 * left <= 3 * count;
    if (first == 0) selected_ = left;
    if (left == 0) return;
    if (is_long && (bends || (left > few_triangles && helps))) {
      const double middle = 0.5 * (window.from + window.to);
      descend(node, this->window(window.from, middle), kept, left, halvings + 1);
      descend(node, this->window(middle, window.to), kept, left, halvings + 1);
    } else if (here.is_leaf()) {
      visit_leaf(node, window, kept);
    } else {
      descend(node + 1, window, kept, left, halvings);
      descend(node + here.link, window, kept, left, halvings);
    }
  }
  lists_.resize(kept);
}

/// During the window: a corner is on its straight way between two places, each off by rounding_m() at most, which is in the dilation.
bool ToolSearch::is_outside(Index place, const Window& window, const ToolVolume& volume) const {
  if (near_->surface.still()) return near_->boxed.is_outside(place, near_->surface, volume);
  const DeformingTriangle corners = triangle_of(near_->boxed.triangle(place));
  if (!(corners.rounding_m() <= corner_share * tolerance_m_)) {
    return near_->boxed.is_outside(place, near_->surface, volume);
  }
  const auto first = corners.at(window.from), last = corners.at(window.to);
  return volume.excludes(std::array{first[0], first[1], first[2], last[0], last[1], last[2]});
}

/// Takes those that are outside of the volume off the list that begins at `kept`.
void ToolSearch::exclude(const ToolVolume& volume, const Window& window, std::size_t kept) {
  std::size_t out = kept;
  for (std::size_t i = kept; i < lists_.size(); ++i) {
    if ((i - kept) % triangles_a_look == triangles_a_look - 1 && is_over(window)) break;
    if (!is_outside(lists_[i], window, volume)) lists_[out++] = lists_[i];
  }
  lists_.resize(out);
}

/// One triangle after the other, so that a contact at once needs no look at the others.
void ToolSearch::visit_leaf(Index node, const Window& window, std::size_t kept) {
  const Part::Node& here = tool_.nodes()[node];
  std::optional<ToolVolume> volume;
  if ((lists_.size() - kept) * here.count > few_tests) {
    volume.emplace(outlines_[node], window.start, window.end, window.tube, dilation_m_,
                   aim_ == Aim::first ? ToolVolume::Tightness::planes : ToolVolume::Tightness::box);
  }
  for (std::size_t i = kept; i < lists_.size(); ++i) {
    if (is_over(window)) return;
    if (volume && is_outside(lists_[i], window, *volume)) continue;
    for (const Index item : tool_.items(here)) visit(item, window, near_->boxed.triangle(lists_[i]));
  }
}

/// About how far the tool's box moves during a window.
double ToolSearch::way(const Window& window) const {
  const ToolOutline& whole = outlines_[0];
  return (window.end * whole.centre - window.start * whole.centre).norm() +
         ((window.end.rotation - window.start.rotation) * whole.axes).norm();
}

void ToolSearch::visit(Index item, const Window& window, Index triangle) {
  if (is_found_ && (aim_ == Aim::any || (aim_ == Aim::first && window.from >= found_.time.hi))) return;
  if (aim_ != Aim::first) {
    if (!touches(item, triangle, window.from, found_)) return;
    if (aim_ == Aim::all) all_->push_back(found_);
    is_found_ = true;
    return;
  }
  const double latest = is_found_ ? std::min(window.to, found_.time.hi) : window.to;
  const ChordContact contact = contacts_->first(item, triangle_of(triangle), {window.from, latest});
  if (contact.outcome == Outcome::free) return;
  // No pair touches before the least of all lower ends; the earliest witness is never later than the one that end came with.
  const double lo = is_found_ ? std::min(found_.time.lo, contact.time.lo) : contact.time.lo;
  if (!is_found_ || contact.time.hi < found_.time.hi) found_ = {{lo, contact.time.hi}, item, triangle, contact.near};
  found_.time.lo = lo;
  is_found_ = true;
}

DeformingTriangle ToolSearch::triangle_of(Index triangle) const {
  const SurfaceStep& surface = near_->surface;
  const Triangle& v = surface.triangles[triangle];
  const auto &from = surface.from, &to = surface.to;
  return {{from[v[0]], from[v[1]], from[v[2]]}, {to[v[0]], to[v[1]], to[v[2]]}};
}

/// A corner well inside of a cylinder needs no search: 2^-20 of the sizes is far above the rounding of a difference, of dot products
/// and of their quotient, and what the coordinates lose in the difference is compared with the sizes.
bool ToolSearch::is_well_inside(const ConvexPiece& piece, const Vector3& p) {
  if (piece.kind != ConvexPiece::Kind::cylinder) return false;
  constexpr double share = 1.0 - 0x1p-20;
  const double length_sq = piece.axis[2].squaredNorm(), radius_sq = piece.radius * piece.radius;
  const Vector3 away = p - piece.centre;
  if (!(p.squaredNorm() + piece.centre.squaredNorm() < 0x1p40 * std::min(length_sq, radius_sq))) return false;
  const double along = away.dot(piece.axis[2]);
  return std::abs(along) < share * length_sq &&
         away.squaredNorm() * length_sq - along * along < share * radius_sq * length_sq;
}

/// 2^-40 is far above the rounding of these sums of positive numbers. closest() may stop where the pieces are farther apart.
bool ToolSearch::touches(Index item, Index triangle, double t, ToolTouch& touch) {
  const DeformingTriangle corners = triangle_of(triangle);
  const auto p = corners.at(t);
  const ChordContactSearch::Placed& here = contacts_->at(t);
  const double level = clearance_m_ + tolerance_m_;
  const double error = here.placing_m + here.instant_m + corners.rounding_m();
  const ConvexPiece piece = placed(tool_, item, here.X);
  touch.time.lo = touch.time.hi = t;
  touch.item = item, touch.triangle = triangle;
  if (aim_ != Aim::first && error * (1.0 + 0x1p-40) <= level) {
    for (const Vector3& corner : p) {
      if (is_well_inside(piece, corner)) return true;
    }
  }
  touch.place = closest(piece, ConvexPiece::triangle(p[0], p[1], p[2]), level);
  return (touch.place.upper + error) * (1.0 + 0x1p-40) <= level;
}

}  // namespace tocca
