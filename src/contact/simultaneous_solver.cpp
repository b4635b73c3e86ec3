#include "contact/simultaneous_solver.hpp"

#include <Eigen/Geometry>
#include <limits>

#include "contact/closest.hpp"
#include "core/index.hpp"
#include "core/rounding.hpp"

namespace tocca {
namespace {

using Result = SimultaneousSolver::Result;
using ResultKind = Result::Kind;

/// Apart is proven to the clearance plus the first share of the tolerance, a contact is witnessed up to the second; the
/// last quarter leaves room for the rounding of a later test.
constexpr double apart_share = 0.5, contact_share = 0.75;

/// Shorter intervals are not split: Window makes them longer again. Only rounding beyond the tolerance leads here, and
/// what it hides stays open.
constexpr double shortest = 0x1p-40;

/// Whether something touches at t = 0 is asked when so few pairs are left, or the interval is so short.
constexpr std::size_t few_pairs = 32;
constexpr double short_interval = 0x1p-6;

/// No coordinate of a point of the volume is larger, by absolute value.
Vector3 size_of(const Lss& volume) {
  return (volume.a.cwiseAbs().cwiseMax(volume.b.cwiseAbs()).array() + volume.radius) * (1.0 + 4.0 * unit_roundoff);
}

}  // namespace

Result SimultaneousSolver::solve(std::span<const MovingPart> parts, std::span<const SolverPair> pairs,
                                 const Interval& window, double tolerance_m, std::uint64_t& work_left,
                                 Statistics& statistics) {
  parts_ = parts;
  pairs_ = pairs;
  tolerance_m_ = tolerance_m;
  work_left_ = &work_left;
  statistics_ = &statistics;
  contact_ = std::numeric_limits<double>::infinity();
  start_checked_ = window.lo != 0.0;
  if (placed_.size() < parts.size()) placed_.resize(parts.size());
  active_.clear();
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    active_.push_back({i, Vector3::Zero(), {window.lo, window.hi}});
  }
  statistics.solver_calls += pairs.size();
  return descend({window.lo, window.hi}, 0, Start::any);
}

/// The pairs active_[first ...] may have roots in `time`, and nothing has one before.
Result SimultaneousSolver::descend(Stretch time, std::size_t first, Start start) {
  const std::size_t last = active_.size();
  if (first == last) return {};
  if (contact_ - time.from <= bracket) return {ResultKind::contact, {time.from, contact_}};
  if (*work_left_ == 0) return {ResultKind::exhausted, {time.from, time.from}};
  if (!start_checked_ && time.from == 0.0 && (last - first <= few_pairs || time.to <= short_interval)) {
    start_checked_ = true;
    if (touches_at_start(first)) return {ResultKind::contact, {0.0, 0.0}, true};
  }
  if (time.to - time.from <= shortest) return {ResultKind::unresolved, {time.from, time.to}};
  if (start == Start::tight && time.to - time.from > bracket) return creep(time, first);

  const Interval interval(time.from, time.to);
  const Window window(interval);
  ++interval_;
  ++statistics_->windows;
  for (std::size_t i = first; i<last&& * work_left_> 0; ++i) {
    place(pairs_[active_[i].pair].a, interval);
    place(pairs_[active_[i].pair].b, interval);
    look(active_[i], window.centre, window.radius);
  }
  if (*work_left_ == 0) return {ResultKind::exhausted, {time.from, time.from}};
  const Result before = enter(first, last, &Active::before, time.from, start == Start::crept ? Start::tight : start);
  if (before.kind != ResultKind::free) return before;
  // All before the middle is proven free: where a pair touches at the middle, this is the bracket.
  if (contact_ <= window.centre) return {ResultKind::contact, {contact_, contact_}};
  return enter(first, last, &Active::after, window.centre, Start::any);
}

/// A first look at an eighth of the time, so that a root near the start is bracketed in few steps.
Result SimultaneousSolver::creep(Stretch time, std::size_t first) {
  const double cut = std::min(time.to, time.from + std::max(0.125 * (time.to - time.from), 0.5 * bracket));
  const std::size_t last = active_.size();
  for (std::size_t i = first; i < last; ++i) {
    const Stretch roots = active_[i].roots;
    active_[i].before = {roots.from, std::min(roots.to, cut)};
    active_[i].after = {std::max(roots.from, cut), roots.to};
  }
  const Result result = enter(first, last, &Active::before, time.from, Start::crept);
  if (result.kind != ResultKind::free) return result;
  return enter(first, last, &Active::after, cut, Start::any);
}

/// Copies the pairs that may have roots in that half, cuts the interval to the union of what is left of it for each
/// (section 5.2.4), and solves it.
Result SimultaneousSolver::enter(std::size_t first, std::size_t last, Stretch Active::*half, double from, Start start) {
  Stretch all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (std::size_t i = first; i < last; ++i) {
    const Stretch roots = active_[i].*half;
    if (roots.empty()) continue;
    all = {std::min(all.from, roots.from), std::max(all.to, roots.to)};
    active_.push_back({active_[i].pair, active_[i].axis, roots});
  }
  const Result result = descend(all, last, all.from > from ? Start::tight : start);
  active_.resize(last);
  return result;
}

bool SimultaneousSolver::touches_at_start(std::size_t first) {
  ++interval_;
  for (std::size_t i = first; i < active_.size(); ++i) {
    const SolverPair& pair = pairs_[active_[i].pair];
    if (active_[i].roots.from > 0.0) continue;
    place(pair.a, Interval(0.0));
    place(pair.b, Interval(0.0));
    const double reach = pair.clearance_m + contact_share * tolerance_m_;
    const Placed &a = placed_[at(pair.a)], &b = placed_[at(pair.b)];
    ++statistics_->static_tests;
    const Distance found = closest(placed(*parts_[at(pair.a)].part, pair.item_a, a.pose),
                                   placed(*parts_[at(pair.b)].part, pair.item_b, b.pose), reach);
    if (found.upper <= reach && touches_at(pair, 0.0)) return true;
  }
  return false;
}

/// The witness: both at one instant, as the motions place them, rounding included.
bool SimultaneousSolver::touches_at(const SolverPair& pair, double time) {
  double error = 0.0;
  const auto piece = [&](int number, Index item) {
    const auto& [part, mover] = parts_[at(number)];
    const Pose X = mover ? mover->pose(time) : Pose{};
    error += part->rounding_m();
    if (mover) error += placing_error(X, part->lss()) + mover->tube(Interval(time), part->lss());
    return placed(*part, item, X);
  };
  const ConvexPiece a = piece(pair.a, pair.item_a), b = piece(pair.b, pair.item_b);
  const double reach = pair.clearance_m + tolerance_m_;
  ++statistics_->static_tests;
  return closest(a, b, reach).upper + error * (1.0 + 0x1p-40) <= reach;
}

/// Where may this pair have a root? Fills before and after, and lowers contact_ where it touches at the middle.
void SimultaneousSolver::look(Active& active, double middle, double radius) {
  --*work_left_;
  ++statistics_->triangle_pairs;
  const SolverPair& pair = pairs_[active.pair];
  const Placed &a = placed_[at(pair.a)], &b = placed_[at(pair.b)];
  const Part &part_a = *parts_[at(pair.a)].part, &part_b = *parts_[at(pair.b)].part;
  active.before = {active.roots.from, std::min(active.roots.to, middle)};
  active.after = {std::max(active.roots.from, middle), active.roots.to};
  if (!active.axis.isZero(0.0) && !clip(active, active.axis, middle, radius)) return;
  if (pair.item_a < part_a.triangle_count() && pair.item_b < part_b.triangle_count()) {
    if (!clip_by_face(active, a, pair.a, pair.item_a, middle, radius)) return;
    if (!clip_by_face(active, b, pair.b, pair.item_b, middle, radius)) return;
  }
  // What is farther apart than both move cannot meet: closest() may stop there.
  const double reach = pair.clearance_m + contact_share * tolerance_m_;
  const double enough = pair.clearance_m + tolerance_m_ + 2.0 * (a.travel_m + b.travel_m + a.rounding_m + b.rounding_m);
  ++statistics_->static_tests;
  const Distance found = closest(placed(part_a, pair.item_a, a.pose), placed(part_b, pair.item_b, b.pose), enough);
  if (found.upper <= reach && (contact_ <= middle || touches_at(pair, middle))) {
    contact_ = std::min(contact_, middle);
    return;
  }
  active.axis = found.normal;
  clip(active, found.normal, middle, radius);
}

/// The vertex/face equations of a triangle's plane (equation 14), its normal taken at the middle.
bool SimultaneousSolver::clip_by_face(Active& active, const Placed& owner, int part, Index item, double middle,
                                      double radius) const {
  const Part& mesh = *parts_[at(part)].part;
  const Triangle& corner = mesh.triangles()[item];
  const Vector3 &p = mesh.vertices()[corner[0]], &q = mesh.vertices()[corner[1]], &r = mesh.vertices()[corner[2]];
  const Vector3 normal = owner.pose.rotation * (q - p).cross(r - p);
  const SolverPair& pair = pairs_[active.pair];
  const auto some_point = [&](int of, Index triangle) {
    const Part& other = *parts_[at(of)].part;
    return Vector3(placed_[at(of)].pose * other.vertices()[other.triangles()[triangle][0]]);
  };
  const double side = normal.dot(some_point(pair.a, pair.item_a) - some_point(pair.b, pair.item_b));
  return clip(active, side >= 0.0 ? normal : Vector3(-normal), middle, radius);
}

/// Newton's interval step for one axis: f is concave in s, hence above the lines through its values at -1, 0 and 1;
/// only where these are not positive may the pair be within its clearance. False if that is nowhere.
bool SimultaneousSolver::clip(Active& active, const Vector3& axis, double middle, double radius) const {
  const Samples f = gap(pairs_[active.pair], axis);
  const auto cut = [&](double inner, double outer, double direction, Stretch& roots, double Stretch::*near,
                       double Stretch::*far) {
    if (inner > 0.0 && outer > 0.0) {
      roots = {1.0, 0.0};
    } else if ((inner > 0.0) != (outer > 0.0)) {
      // The line's zero: two differences and a quotient, 3 u; then a product and a sum of numbers at most 1.
      const double zero = inner / (inner - outer);
      const double time = middle + direction * zero * radius;
      if (!(zero >= 0.0 && zero <= 1.0)) return;  // infinities: nothing is known
      const double slack = 0x1p-50 + 0x1p-46 * radius;
      double Stretch::*const end = inner > 0.0 ? near : far;  // apart next to the middle: the near end moves outward
      const bool is_from = end == &Stretch::from;
      roots.*end = is_from ? std::max(roots.*end, time - slack) : std::min(roots.*end, time + slack);
    }
  };
  cut(f.middle, f.before, -1.0, active.before, &Stretch::to, &Stretch::from);
  cut(f.middle, f.after, 1.0, active.after, &Stretch::from, &Stretch::to);
  return !(active.before.empty() && active.after.empty());
}

SimultaneousSolver::Samples SimultaneousSolver::gap(const SolverPair& pair, const Vector3& axis) const {
  const Placed &a = placed_[at(pair.a)], &b = placed_[at(pair.b)];
  const double level = (pair.clearance_m + apart_share * tolerance_m_ + a.rounding_m + b.rounding_m) * axis.norm() *
                       (1.0 + 16.0 * unit_roundoff);
  const Samples of_a = least(pair.a, pair.item_a, axis), of_b = least(pair.b, pair.item_b, -axis);
  return {of_a.before + of_b.before - level, of_a.middle + of_b.middle - level, of_a.after + of_b.after - level};
}

/// The least of axis.x over the item's points x, at s = -1, 0, 1. Rounding: the pulled-back axes cost 3 u, the dot
/// products 3 u, translations and the sums of gap() at most 6 u, all of sums that place() multiplied by 32 u and put
/// into `error`.
SimultaneousSolver::Samples SimultaneousSolver::least(int part, Index item, const Vector3& axis) const {
  const Placed& placed_part = placed_[at(part)];
  const Part& body = *parts_[at(part)].part;
  const LinearEnclosure& X = placed_part.X;
  const Vector3 value = X.middle.leftCols<3>().transpose() * axis, slope = X.rate.leftCols<3>().transpose() * axis;
  const double offset = axis.dot(X.middle.col(3)) - axis.cwiseAbs().dot(placed_part.error);
  const double drift = axis.dot(X.rate.col(3));
  if (item < body.triangle_count()) {
    const double most = std::numeric_limits<double>::infinity();
    Samples result{most, most, most};
    for (const Index corner : body.triangles()[item]) {
      const Vector3& x = body.vertices()[corner];
      const double here = value.dot(x), speed = slope.dot(x);
      result = {std::min(result.before, here - speed), std::min(result.middle, here),
                std::min(result.after, here + speed)};
    }
    return {result.before + offset - drift, result.middle + offset, result.after + offset + drift};
  }
  const ConvexPiece piece = placed(body, item, Pose{});
  const auto lowest = [&](const Vector3& direction) {
    const Support opposite = support(piece, -direction);
    return -opposite.value - opposite.error;
  };
  return {lowest(value - slope) + offset - drift, lowest(value) + offset, lowest(value + slope) + offset + drift};
}

void SimultaneousSolver::place(int part, const Interval& time) {
  Placed& result = placed_[at(part)];
  if (result.interval == interval_) return;
  const MovingPart& moving = parts_[at(part)];
  result.interval = interval_;
  result.X = moving.mover ? moving.mover->linear_enclosure(time) : LinearEnclosure();
  result.pose = result.X.pose();
  const LinearEnclosure& X = result.X;
  Eigen::Vector4d size;
  size << size_of(moving.part->lss()), 1.0;
  const Vector3 speed = X.rate.cwiseAbs() * size;
  const Vector3 rounding = 32.0 * unit_roundoff * (X.middle.cwiseAbs() * size + speed);
  result.error = (X.rest * size + rounding) * (1.0 + 32.0 * unit_roundoff);
  result.travel_m = (speed + result.error).norm() * (1.0 + 32.0 * unit_roundoff);
  // The stored items are within rounding_m() of the true ones, and the copies of primitives that least() makes within
  // placing_error; a stretch that is not a rotation could lengthen both.
  const double stretch = X.middle.leftCols<3>().norm() + X.rate.leftCols<3>().norm() + X.rest.leftCols<3>().norm();
  const double copying =
      moving.mover ? placing_error(Pose{}, moving.part->lss()) : 0.0;  // what stands still is as stored
  result.rounding_m = stretch * (moving.part->rounding_m() + copying);
}

}  // namespace tocca
