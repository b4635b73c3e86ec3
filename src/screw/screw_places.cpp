#include "screw/screw_places.hpp"

#include <algorithm>
#include <tuple>

#include "core/vectors.hpp"

namespace tocca {
namespace {

ConvexPiece stored(const Part& part, Index item) {
  const Triangle& t = part.triangles()[item];
  return ConvexPiece::triangle(part.vertices()[t[0]], part.vertices()[t[1]], part.vertices()[t[2]]);
}

/// Which vertex or edge of an item a place belongs to: the nearest of those that the item owns.
int nearest_corner(const Part& part, Index item, const Pose& X, const Vector3& point, bool edge) {
  const Triangle& triangle = part.triangles()[item];
  int best = -1;
  double least = infinity;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!((part.owned_features(item) >> (edge ? 3 + i : i)) & 1)) continue;
    const Vector3 p = X * part.vertices()[triangle[i]];
    const Vector3 along = edge ? Vector3(X * part.vertices()[triangle[(i + 1) % 3]] - p) : Vector3(Vector3::Zero());
    const double length = along.squaredNorm();
    const double at = length > 0.0 ? std::clamp((point - p).dot(along) / length, 0.0, 1.0) : 0.0;
    const double distance = (p + at * along - point).norm();
    if (distance < least) least = distance, best = static_cast<int>(i);
  }
  return best;
}

}  // namespace

ScrewPlaces::ScrewPlaces(const Part& a, const Part& b, double tolerance_m)
    : a_(a), b_(b), tolerance_m_(tolerance_m), parts_b_{&b}, tree_b_(parts_b_) {
  sweep_.a = &a_;
  sweep_.b = &tree_b_;
  sweep_.parts_b = parts_b_;
  for (const Part::Node& node : a.nodes()) sweep_.skew_a = std::max(sweep_.skew_a, skew_of(node.volume));
}

void ScrewPlaces::run(Task task, const Pose& X_BA, double reach_m, ScrewStatistics& statistics) {
  task_ = task;
  at_.start = at_.end = X_BA;
  // Items are separated as placed in doubles; boxes contain them before placing and need room for that.
  at_.tube = placing_error(X_BA, a_.lss());
  at_.finish();
  reach_m_ = reach_m;
  statistics_ = &statistics;
  Statistics of_boxes;
  items_.run(sweep_, at_, nullptr, *this, of_boxes);
}

bool ScrewPlaces::apart(const Pose& X_BA, double error_m, ScrewStatistics& statistics) {
  error_m_ = error_m + placing_error(X_BA, a_.lss());
  near_ = false;
  run(Task::look, X_BA, error_m_, statistics);
  return !near_;
}

void ScrewPlaces::list(const Pose& X_BA, const Bracket& time, double error_m, ScrewStatistics& statistics,
                       std::vector<ScrewContact>& contacts) {
  contacts_ = &contacts;
  const auto before = static_cast<std::ptrdiff_t>(contacts.size());
  const double reach = std::max(tolerance_m_, 4.0 * error_m);
  run(Task::list, X_BA, reach, statistics);
  if (static_cast<std::ptrdiff_t>(contacts.size()) == before) {
    closest_.upper = infinity;
    run(Task::nearest, X_BA, reach, statistics);
    if (closest_.upper < infinity) {
      const Vector3 middle = closest_.point_b + 0.5 * (closest_.point_a - closest_.point_b);
      contacts.push_back(contact(closest_a_, closest_b_, {middle, closest_.normal, ContactKind::edge_edge}));
    }
  }
  std::sort(contacts.begin() + before, contacts.end(), comes_before);
  std::for_each(contacts.begin() + before, contacts.end(), [&](ScrewContact& one) { one.time = time; });
}

/// Cheaper than distances, and enough for most pairs. Coordinates are compared as they are: a difference of two doubles
/// is rounded by at most u of itself.
bool ScrewPlaces::boxes_apart(const ConvexPiece& a, const ConvexPiece& b) const {
  const double enough = reach_m_ * (1.0 + 0x1p-50);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const auto [low_a, high_a] = std::minmax({a.point[0][k], a.point[1][k], a.point[2][k]});
    const auto [low_b, high_b] = std::minmax({b.point[0][k], b.point[1][k], b.point[2][k]});
    if (low_a - high_b > enough || low_b - high_a > enough) return true;
  }
  return false;
}

void ScrewPlaces::visit(int, Index item_a, Index item_b, double) {
  if (near_ && task_ == Task::look) return;
  const ConvexPiece a = placed(a_, item_a, at_.start), b = stored(b_, item_b);
  if (boxes_apart(a, b)) return;
  ++statistics_->static_tests;
  if (task_ == Task::list) {
    places_.clear();
    append_touching(a, a_.owned_features(item_a), b, b_.owned_features(item_b), reach_m_, places_);
    for (const Contact& place : places_) contacts_->push_back(contact(item_a, item_b, place));
    return;
  }
  const Distance found = closest(a, b);
  if (task_ == Task::look) {
    near_ = near_ || !(found.lower > error_m_);
  } else if (found.upper <= reach_m_ && found.upper < closest_.upper) {
    closest_ = found, closest_a_ = item_a, closest_b_ = item_b;
  }
}

ScrewContact ScrewPlaces::contact(Index item_a, Index item_b, const Contact& place) const {
  ScrewContact result{place, {}, {-1, -1}};
  result.triangles = {a_.triangle_in_mesh(item_a), b_.triangle_in_mesh(item_b)};
  const bool edges = place.kind == ContactKind::edge_edge;
  if (edges || place.kind == ContactKind::vertex_face) {
    result.corners[0] = nearest_corner(a_, item_a, at_.start, place.point, edges);
  }
  if (edges || place.kind == ContactKind::face_vertex) {
    result.corners[1] = nearest_corner(b_, item_b, Pose{}, place.point, edges);
  }
  return result;
}

}  // namespace tocca
