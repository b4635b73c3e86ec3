#include "check/intervals/pair_contact.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "check/intervals/surface_depth.hpp"
#include "check/model/model_body.hpp"
#include "contact/closest.hpp"
#include "contact/containment.hpp"

namespace tocca {
namespace {

constexpr double no_depth = -std::numeric_limits<double>::infinity();

/// Of how many overlapping item pairs the depth is computed, and along how many pairs a slide is tried.
constexpr std::size_t most_depths = 6, most_slides = 8;
/// How many vertices of a mesh are tried for being inside the other body.
constexpr std::size_t most_vertices = 16;

/// An upper bound of the depth of two pieces, from a few directions: to see which are worth a closer look.
double depth_bound(const ConvexPiece& a, const ConvexPiece& b) {
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Vector3& n) {
    const double length = n.norm();
    if (!(length > 0x1p-400)) return;
    for (const double sign : {1.0, -1.0}) least = std::min(least, -gap_along(n * (sign / length), a, b));
  };
  for (const ConvexPiece* piece : {&a, &b}) {
    if (piece->is_triangle()) {
      offer((piece->point[1] - piece->point[0]).cross(piece->point[2] - piece->point[0]));
    } else if (piece->kind != ConvexPiece::Kind::core) {
      offer(piece->axis[2]);
    }
  }
  for (int i = 0; i < 3; ++i) offer(Vector3::Unit(i));
  return least;
}

}  // namespace

SurfacePair::SurfacePair(const CollisionModel& model, const CheckSettings& settings)
    : model_(model), settings_(settings), pairs_(model), strategy_(make_pair_strategy(model, settings)) {}

bool SurfacePair::set(const MotionStep& step, int body_a, int body_b, Statistics& statistics) {
  statistics_ = &statistics;
  const PairFilter filter = PairFilter::only(body_a, body_b);
  pairs_.set(step, settings_.tolerance_m, &filter);
  if (pairs_.empty()) return false;
  pair_ = *pairs_.begin();
  part_ = 0;
  if (pair_.against_still()) {
    const int still = model_.bodies()[static_cast<std::size_t>(body_a)].still ? body_a : body_b;
    const auto place = std::find(model_.still().begin(), model_.still().end(), still);
    part_ = static_cast<int>(place - model_.still().begin());
  }
  contact_m_ = pair_.clearance_m(part_) + settings_.tolerance_m;
  return true;
}

FirstContact SurfacePair::next(double from) { return strategy_->first_contact(pairs_, from, *statistics_); }

void SurfacePair::chords_over(const Interval& time, Chord& a, Chord& b) const {
  const auto fill = [&](int index, Chord& chord) {
    chord.start = chord.end = {};
    chord.tube = 0.0;
    if (index >= 0) {
      const Mover& mover = pairs_.movers()[static_cast<std::size_t>(index)];
      chord.start = mover.pose(time.lo);
      chord.end = time.lo == time.hi ? chord.start : mover.pose(time.hi);
      chord.tube = mover.tube(time, pairs_.volumes()[static_cast<std::size_t>(index)]);
    }
    chord.finish();
  };
  fill(task().mover_a, a);
  fill(task().mover_b, b);
}

/// How far placed items may be from their true places on the chords, both together; tubes included.
double SurfacePair::error_of(const Chord& a, const Chord& b) const {
  const auto of = [](const Part& part, const Chord& chord) {
    return chord.tube + std::max(placing_error(chord.start, part.lss()), placing_error(chord.end, part.lss()));
  };
  return (task().rounding_m + of(*task().a, a) + of(part_b(), b)) * (1.0 + 0x1p-40);
}

void SurfacePair::visit(int, Index item_a, Index item_b, double) {
  const Distance near = closest(piece_a(item_a, a_.start), piece_b(item_b, b_.start));
  ++statistics_->static_tests;
  if (near.upper <= contact_m_) close_.push_back({item_a, item_b, near.upper, near.lower == 0.0});
}

double SurfacePair::margin(double t) {
  chords_over({t, t}, a_, b_);
  close_.clear();
  items_.run(task(), a_, task().mover_b >= 0 ? &b_ : nullptr, *this, *statistics_);
  // Signed distances change no faster than points move: minus the least one, and what may be between them in contact.
  return contact_m_ + std::max(deepest(), deepest_inside()) - error_of(a_, b_);
}

/// Minus an upper bound of the least signed distance of two items.
double SurfacePair::deepest() const {
  double best = no_depth;
  struct Candidate {
    double bound;
    const Close* close;
  };
  std::vector<Candidate> candidates;
  for (const Close& close : close_) {
    best = std::max(best, -close.upper);
    if (!close.overlap) continue;
    const double bound = depth_bound(piece_a(close.item_a, a_.start), piece_b(close.item_b, b_.start));
    if (bound > 0.0) candidates.push_back({bound, &close});
  }
  const std::size_t count = std::min(most_depths, candidates.size());
  std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end(),
                    [](const Candidate& x, const Candidate& y) { return x.bound > y.bound; });
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [bound, close] = candidates[i];
    if (bound <= 1.25 * best) break;
    const Distance s =
        signed_distance(piece_a(close->item_a, a_.start), piece_b(close->item_b, b_.start), 0.1 * bound, -bound);
    best = std::max(best, -s.upper);
  }
  return best;
}

/// The greatest depth of a point of one body in a closed mesh of the other.
double SurfacePair::deepest_inside() const {
  return std::max(depth_inside(*task().a, a_.start, part_b(), b_.start),
                  depth_inside(part_b(), b_.start, *task().a, a_.start));
}

double SurfacePair::depth_inside(const Part& inner, const Pose& X_inner, const Part& outer, const Pose& X_outer) const {
  double best = no_depth;
  if (!outer.has_closed_mesh()) return best;
  const Pose X = X_outer.inverse() * X_inner;
  // The way into the outer body's frame rounds, its rotation's inverse is its transpose only so far, and depths there are
  // depths in the world only so far.
  const double size = inner.lss().a.norm() + inner.lss().b.norm() + inner.lss().radius + X_inner.translation.norm() +
                      X_outer.translation.norm();
  const double skew = (X_outer.rotation.transpose() * X_outer.rotation - Matrix3::Identity()).norm();
  const double error = (64.0 * 0x1p-53 + 2.0 * skew) * size;
  const auto look_at = [&](const Vector3& local) {
    if (!outer.contains(local)) return;
    best = std::max(best, depth_below_surface(outer, local, best) * (1.0 - 0x1p-40 - 4.0 * skew) - error);
  };
  const auto look = [&](const Vector3& point) { look_at(X * point); };
  for (const Vector3& point : inner.representatives()) look(point);
  std::size_t grains = 0;
  for_each_grain_inside(inner, X, outer, Pose{}, [&](const Vector3& local) {
    look_at(local);
    return ++grains == most_vertices;
  });
  const std::size_t step = std::max<std::size_t>(1, inner.vertices().size() / most_vertices);
  for (std::size_t i = 0; i < inner.vertices().size(); i += step) look(inner.vertices()[i]);
  return best;
}

double SurfacePair::speed(const Interval& time) const {
  double sum = 0.0;
  for (const int index : {task().mover_a, task().mover_b}) {
    if (index < 0) continue;
    const auto at = static_cast<std::size_t>(index);
    sum += pairs_.movers()[at].speed(time, pairs_.volumes()[at]);
  }
  return sum * (1.0 + 0x1p-40);
}

/// Nearest points at both ends, the bodies' own points between them, and what turning adds.
bool SurfacePair::slides(double from, double to) {
  if (close_.empty()) return false;
  Chord a, b;
  chords_over({from, to}, a, b);
  const double error = error_of(a, b);
  const auto swerve = [](const Chord& chord, const Vector3& first, const Vector3& last) {
    const Vector3 apart = chord.start.rotation.transpose() * (first - chord.start.translation) -
                          chord.end.rotation.transpose() * (last - chord.end.translation);
    const double size = first.norm() + last.norm() + chord.start.translation.norm() + chord.end.translation.norm();
    return 0.25 * ((chord.end.rotation - chord.start.rotation) * apart).norm() + (0x1p-44 + 4.0 * chord.skew) * size;
  };
  const std::size_t step = std::max<std::size_t>(1, close_.size() / most_slides);
  for (std::size_t i = 0; i < close_.size(); i += step) {
    const Close& close = close_[i];
    const Distance first = closest(piece_a(close.item_a, a.start), piece_b(close.item_b, b.start));
    const Distance last = closest(piece_a(close.item_a, a.end), piece_b(close.item_b, b.end));
    statistics_->static_tests += 2;
    const double apart = std::max(first.upper, last.upper) + swerve(a, first.point_a, last.point_a) +
                         swerve(b, first.point_b, last.point_b);
    if (apart * (1.0 + 0x1p-40) + error <= contact_m_) return true;
  }
  return false;
}

}  // namespace tocca
