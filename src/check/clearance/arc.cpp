#include "check/clearance/arc.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/rounding.hpp"
#include "core/vectors.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// A parabola through three equidistant points of a curve is at most this part of h^3 |p'''| away: 1 / (72 sqrt(3)), rounded up.
constexpr double off_parabola = 0.0080188;
/// An error at the three points makes at most this many times as much between them (5/4), with some to spare.
constexpr double off_points = 1.5;
/// Coefficients are compared with zero to this part of the largest: far more than the few u that they lose.
constexpr double clip_margin = 0x1p-45;

Vector3 control(const Vector3& start, const Vector3& middle, const Vector3& end) {
  return 2.0 * middle - 0.5 * (start + end);
}

/// `pieces` hold the item at the start, in the middle and at the end; the middle one is replaced.
void set_control(ConvexPiece (&pieces)[3]) {
  ConvexPiece& piece = pieces[1];
  if (piece.kind == ConvexPiece::Kind::core) {
    for (int i = 0; i < piece.count; ++i) {
      piece.point[i] = control(pieces[0].point[i], piece.point[i], pieces[2].point[i]);
    }
    return;
  }
  piece.centre = control(pieces[0].centre, piece.centre, pieces[2].centre);
  for (int i = 0; i < 3; ++i) piece.axis[i] = control(pieces[0].axis[i], piece.axis[i], pieces[2].axis[i]);
}

ConvexPiece on_arc(const ConvexPiece (&pieces)[3], double s) {
  const double weight[3] = {(1.0 - s) * (1.0 - s), 2.0 * s * (1.0 - s), s * s};
  const auto mix = [&](const Vector3& x, const Vector3& y, const Vector3& z) {
    return Vector3(weight[0] * x + weight[1] * y + weight[2] * z);
  };
  ConvexPiece piece = pieces[0];
  if (piece.kind == ConvexPiece::Kind::core) {
    for (int i = 0; i < piece.count; ++i) {
      piece.point[i] = mix(pieces[0].point[i], pieces[1].point[i], pieces[2].point[i]);
    }
    return piece;
  }
  piece.centre = mix(pieces[0].centre, pieces[1].centre, pieces[2].centre);
  for (int i = 0; i < 3; ++i) piece.axis[i] = mix(pieces[0].axis[i], pieces[1].axis[i], pieces[2].axis[i]);
  return piece;
}

/// >= |R^T R - I| in the Frobenius norm.
double defect_of(const Pose& X) {
  return (X.rotation.transpose() * X.rotation - Matrix3::Identity()).norm() * (1.0 + 0x1p-40) + 0x1p-47;
}

bool can_be_followed(const Part& part, Index item) {
  if (item < part.triangle_count()) return true;
  const Geometry& geometry = part.geometry(item);
  return !std::holds_alternative<Cylinder>(geometry) && !std::holds_alternative<Cone>(geometry);
}

}  // namespace

/// The time in the middle, rounded, is off by less than 2^-52.
double ArcBounds::stray(double length) const {
  return rounded_up(off_parabola * third * length * length * length + off_points * (pose_error + 0x1p-52 * speed),
                    16.0);
}

/// |p'''| <= 3 v w^2 for points no faster than v that joints turn by w in total. What rounding of the model adds to a joint's
/// rate is at most twice the error of its angle, and all of these errors are in the pose's, each times a length that is at
/// least the volume's reach.
ArcBounds arc_bounds(const Mover& mover, const Interval& window, const Lss& volume, std::span<const Pose> X_WL_middle) {
  const TreeMotion& tree = *mover.tree();
  const TreeMotion::QuickBounds quick =
      tree.quick_bounds(window, mover.ancestor(), mover.link(), mover.grip(), volume, X_WL_middle);
  if (!(quick.tube < infinity)) return {infinity, infinity, infinity};
  const double reach = std::max(volume.a.norm(), volume.b.norm()) + volume.radius;
  const double turn = tree.moving(mover.ancestor(), mover.link()).angle + 4.0 * quick.pose_error / reach;
  return {quick.speed, 3.0 * quick.speed * turn * turn * (1.0 + 0x1p-29), quick.pose_error};
}

ConvexPiece ItemArc::at(double s) const {
  return stands || s == 0.0 ? control[0] : s == 1.0 ? control[2] : on_arc(control, s);
}

/// Of cores directly. A dot product of three terms errs by at most 3 u |n| |p|, the sums by 4 u of all sizes: 16 u of both
/// sizes is more than all of it.
void gaps_along(const Vector3& n, const ItemArc& a, const ItemArc& b, double (&gap)[3]) {
  const auto of_b = [&](int k) -> const ConvexPiece& { return b.control[b.stands ? 0 : k]; };
  if (a.control[0].kind != ConvexPiece::Kind::core || b.control[0].kind != ConvexPiece::Kind::core) {
    for (int k = 0; k < 3; ++k) gap[k] = gap_along(n, a.control[k], of_b(k));
    return;
  }
  const auto highest = [&](const ConvexPiece& piece) {
    double high = n.dot(piece.point[0]);
    for (int i = 1; i < piece.count; ++i) high = std::max(high, n.dot(piece.point[i]));
    return high;
  };
  const double lost =
      (a.control[0].radius + b.control[0].radius) * (1.0 + 0x1p-48) + 16.0 * unit_roundoff * (a.size + b.size);
  double high = highest(b.control[0]);
  for (int k = 0; k < 3; ++k) {
    const ConvexPiece& piece = a.control[k];
    double low = n.dot(piece.point[0]);
    for (int i = 1; i < piece.count; ++i) low = std::min(low, n.dot(piece.point[i]));
    if (k > 0 && !b.stands) high = highest(b.control[k]);
    gap[k] = (low - high) - lost;
  }
}

/// On [0, t] a parabola is a convex combination of g0, (1 - t) g0 + t g1 and its value at t (de Casteljau): positive, if
/// these three are. The first root makes it so; where there is none, the lowest point divides [0, 1] into two such
/// parts. All is computed with coefficients lowered by `margin` and accepted down to half of that: what is lost to
/// rounding on the way, whether in a root or in a combination, cannot make up for the other half.
double positive_until(const double (&coefficient)[3]) {
  const double largest = std::max({std::fabs(coefficient[0]), std::fabs(coefficient[1]), std::fabs(coefficient[2])});
  const double margin = clip_margin * largest, enough = -0.5 * margin;
  const double g0 = coefficient[0] - margin, g1 = coefficient[1] - margin, g2 = coefficient[2] - margin;
  if (!(g0 > 0.0)) return 0.0;
  if (g1 > 0.0 && g2 > 0.0) return 1.0;
  const double bend = g0 - 2.0 * g1 + g2, slope = g1 - g0, square = slope * slope - bend * g0;
  if (square < 0.0 && g0 - slope * (slope / bend) > 0.0) return 1.0;
  const double below = std::sqrt(std::max(0.0, square)) - slope;
  double t = below > g0 ? g0 / below * (1.0 - 0x1p-40) : 1.0;
  for (int turn = 0; turn < 8; ++turn, t *= 0.9) {
    const double first = (1.0 - t) * g0 + t * g1, second = (1.0 - t) * g1 + t * g2;
    if (first > enough && (1.0 - t) * first + t * second > enough) return t;
  }
  return 0.0;
}

bool clip_arc(const double (&coefficient)[3], double& from, double& to) {
  const double left = positive_until(coefficient);
  if (left >= to) return false;
  const double right = 1.0 - positive_until({coefficient[2], coefficient[1], coefficient[0]});
  from = std::max(from, left);
  to = std::min(to, right * (1.0 + 0x1p-50));
  return from <= to;
}

namespace {

/// Bernstein coefficients of degree 4.
using Quartic = std::array<double, 5>;

/// The dot product of two vectors that are parabolas in time, given by their control vectors.
Quartic product(const Vector3 (&n)[3], const Vector3& p0, const Vector3& p1, const Vector3& p2) {
  return {n[0].dot(p0), 0.5 * (n[0].dot(p1) + n[1].dot(p0)), (n[0].dot(p2) + 4.0 * n[1].dot(p1) + n[2].dot(p0)) / 6.0,
          0.5 * (n[1].dot(p2) + n[2].dot(p1)), n[2].dot(p2)};
}

/// Coefficient by coefficient, the greatest of the product of n and any point of a moving item, relative to `origin`. `sign`
/// -1: of -n.
Quartic greatest_along(const Vector3 (&n)[3], double sign, const ConvexPiece (&piece)[3], const Vector3& origin) {
  const auto along = [&](const Vector3& p0, const Vector3& p1, const Vector3& p2) {
    Quartic result = product(n, p0, p1, p2);
    for (double& coefficient : result) coefficient *= sign;
    return result;
  };
  const auto from_origin = [&](const Vector3& p0, const Vector3& p1, const Vector3& p2) {
    return along(p0 - origin, p1 - origin, p2 - origin);
  };
  if (piece[0].kind == ConvexPiece::Kind::core) {
    Quartic most = from_origin(piece[0].point[0], piece[1].point[0], piece[2].point[0]);
    for (int i = 1; i < piece[0].count; ++i) {
      const Quartic other = from_origin(piece[0].point[i], piece[1].point[i], piece[2].point[i]);
      for (std::size_t k = 0; k < 5; ++k) most[k] = std::max(most[k], other[k]);
    }
    return most;
  }
  Quartic most = from_origin(piece[0].centre, piece[1].centre, piece[2].centre);
  Quartic axis[3];
  for (int i = 0; i < 3; ++i) axis[i] = along(piece[0].axis[i], piece[1].axis[i], piece[2].axis[i]);
  for (std::size_t k = 0; k < 5; ++k) {
    if (piece[0].kind == ConvexPiece::Kind::box) {
      for (const Quartic& own : axis) most[k] += std::fabs(own[k]);
      continue;
    }
    double farthest = -infinity;
    for (const Vector3& v : piece[0].hull->vertices()) {
      farthest = std::max(farthest, axis[0][k] * v.x() + axis[1][k] * v.y() + axis[2][k] * v.z());
    }
    most[k] += farthest;
  }
  return most;
}

/// The same of what stands still: n by its own coefficients of degree 4.
Quartic greatest_along(const Vector3 (&n)[3], const ConvexPiece& piece, const Vector3& origin) {
  const Vector3 raised[5] = {n[0], 0.5 * (n[0] + n[1]), (n[0] + 4.0 * n[1] + n[2]) / 6.0, 0.5 * (n[1] + n[2]), n[2]};
  Quartic most;
  for (std::size_t k = 0; k < 5; ++k) most[k] = support(piece, raised[k]).value - raised[k].dot(origin);
  return most;
}

/// As positive_until, by halves: each half's coefficients are averages of the whole's.
double positive_until(const Quartic& g, double enough, int halvings) {
  if (!(g[0] > enough)) return 0.0;
  if (g[1] > enough && g[2] > enough && g[3] > enough && g[4] > enough) return 1.0;
  if (halvings == 0) return 0.0;
  Quartic left, right = g;
  for (std::size_t k = 0; k < 5; ++k) {
    left[k] = right[0];
    for (std::size_t i = 0; i + k < 4; ++i) right[i] = 0.5 * (right[i] + right[i + 1]);
  }
  const double in_left = positive_until(left, enough, halvings - 1);
  return in_left < 1.0 ? 0.5 * in_left : 0.5 + 0.5 * positive_until(right, enough, halvings - 1);
}

constexpr int most_halvings = 4;

}  // namespace

/// n(t) is a parabola, exactly; the two are apart at t if n(t).(x - y) > distance |n(t)| for all x of a and y of b. The left side is a
/// polynomial of degree 4 for each x and y, and bounded by its coefficients' least; |n| <= (1 + |n|^2) / 2 is one too.
/// Rounding: every coefficient is a combination of at most 15 products of numbers that are no larger than |n| <= 4 and the
/// sizes; halving averages. 2^-44 of the sizes is more than 64 times what all of that loses.
double apart_until(const Vector3 (&normal)[3], const ItemArc& a, const ItemArc& b, double distance) {
  const Vector3 n[3] = {normal[0], control(normal[0], normal[1], normal[2]), normal[2]};
  const Vector3 origin = a.control[0].some_point();
  const Quartic below = greatest_along(n, -1.0, a.control, origin);
  const Quartic above = b.stands ? greatest_along(n, b.control[0], origin) : greatest_along(n, 1.0, b.control, origin);
  const Quartic square = product(n, n[0], n[1], n[2]);
  const auto core_radius = [](const ConvexPiece& piece) {
    return piece.kind == ConvexPiece::Kind::core ? piece.radius : 0.0;
  };
  // What stands still has its radius in the support already.
  const double apart = distance + core_radius(a.control[0]) + (b.stands ? 0.0 : core_radius(b.control[0]));
  Quartic gap;
  for (std::size_t k = 0; k < 5; ++k) gap[k] = -below[k] - above[k] - apart * 0.5 * (1.0 + square[k]);
  return positive_until(gap, 0x1p-44 * (a.size + b.size + distance), most_halvings);
}

void ArcTable::set(const MovingPairs& pairs) {
  pairs_ = &pairs;
  tree_ = nullptr;
  facts_.resize(std::max(facts_.size(), pairs.movers().size()));
  for (Facts& facts : facts_) facts.known = false;
}

std::span<const Pose> ArcTable::links_at(const TreeMotion& tree, double t) {
  const auto count = static_cast<std::size_t>(tree.link_count());
  if (tree_ != &tree || time_ != t) {
    links_.resize(std::max(links_.size(), count));
    tree.poses(t, {links_.data(), count});
    tree_ = &tree;
    time_ = t;
  }
  return {links_.data(), count};
}

const ArcTable::Facts& ArcTable::facts(int index) {
  Facts& facts = facts_[at(index)];
  if (facts.known) return facts;
  facts.known = true;
  facts.start = facts.end = -1.0;
  const Mover& mover = pairs_->movers()[at(index)];
  const TreeMotion* tree = mover.tree();
  facts.pose_error =
      tree ? arc_bounds(mover, {0.0, 1.0}, pairs_->volumes()[at(index)], links_at(*tree, 0.5)).pose_error : infinity;
  return facts;
}

bool ArcTable::follows(const ItemPair& pair) {
  const MovingPair moving = pairs_->of(pair);
  const SweepTask& task = moving.task();
  const auto side = [&](int mover, const Part& part, Index item) {
    return mover < 0 || (facts(mover).pose_error < infinity && can_be_followed(part, item));
  };
  return side(task.mover_a, *task.a, pair.item_a) && side(task.mover_b, moving.part_b(pair.part_b), pair.item_b);
}

/// Placing errs at each of the three poses; combining them errs by 8 u of the coordinates, less than what placing_error grants.
void ArcTable::finish(int mover, double length, Arc& arc) const {
  const Facts& facts = facts_[at(mover)];
  arc.stray = facts.bounds.stray(length);
  double defect = 0.0, far = 0.0;
  for (const Pose* X : {&arc.start, &arc.middle, &arc.end}) {
    defect = std::max(defect, defect_of(*X));
    far = std::max(far, X->translation.norm());
  }
  arc.size =
      rounded_up(4.0 * (pairs_->reaches()[at(mover)] + far), 8.0);  // 2 middle - (start + end) / 2: thrice, and skew
  arc.rounding = 2.0 * off_points * placing_error(pairs_->reaches()[at(mover)], defect, far);
}

double ArcTable::error_at(int mover, const Pose& X) {
  return facts(mover).pose_error + placing_error(pairs_->reaches()[at(mover)], defect_of(X), X.translation.norm());
}

double ArcTable::longest(int mover, int other, double stray) const {
  const double third = facts_[at(mover)].bounds.third + (other < 0 ? 0.0 : facts_[at(other)].bounds.third);
  return stray < off_parabola * third ? std::cbrt(stray / (off_parabola * third)) : 1.0;
}

const Arc& ArcTable::over_window(int index, const Chord& chord, double start, double end) {
  facts(index);
  Facts& facts = facts_[at(index)];
  if (facts.start == start && facts.end == end) return facts.arc;
  facts.start = start;
  facts.end = end;
  const Mover& mover = pairs_->movers()[at(index)];
  const double middle = 0.5 * (start + end);
  facts.bounds = arc_bounds(mover, {start, end}, pairs_->volumes()[at(index)], links_at(*mover.tree(), middle));
  facts.arc = {chord.start, mover.pose(middle), chord.end};
  finish(index, end - start, facts.arc);
  return facts.arc;
}

double ArcTable::window_stray(const ItemPair& pair) const {
  const SweepTask& task = pairs_->of(pair).task();
  return facts_[at(task.mover_a)].arc.stray + (task.mover_b < 0 ? 0.0 : facts_[at(task.mover_b)].arc.stray);
}

void ArcTable::continue_arc(int index, double from, double to, Arc& arc) const {
  TOCCA_REQUIRE(facts_[at(index)].start <= from && from <= to && to <= facts_[at(index)].end,
                "an arc is continued inside the latest window");
  arc.middle = pose(index, 0.5 * (from + to));
  arc.end = pose(index, to);
  finish(index, to - from, arc);
}

void ArcTable::place(const Part& part, Index item, const Arc* arc, ItemArc& placed_item) {
  ConvexPiece(&pieces)[3] = placed_item.control;
  placed_item.stands = !arc;
  if (!arc) {
    pieces[0] = placed(part, item, Pose{});
    const Lss& lss = part.lss();
    placed_item.size = rounded_up(2.0 * (std::max(lss.a.norm(), lss.b.norm()) + lss.radius), 8.0);
    return;
  }
  pieces[0] = placed(part, item, arc->start);
  pieces[1] = placed(part, item, arc->middle);
  pieces[2] = placed(part, item, arc->end);
  set_control(pieces);
  placed_item.size = arc->size;
}

}  // namespace tocca
