#include "screw_judge.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <set>

#include "property/motion/oracle.hpp"

namespace tocca::testing {
namespace {

using oracle::Real;
using Place = oracle::Vec<Real>;

constexpr int last_depth = 26;
constexpr double margin_m = 1e-9;  // far above the rounding of doubles on scenes of metres

double to_segment(const Vector3& x, const Vector3& p, const Vector3& q) {
  const Vector3 d = q - p;
  const double along = d.squaredNorm() > 0.0 ? std::clamp((x - p).dot(d) / d.squaredNorm(), 0.0, 1.0) : 0.0;
  return (x - p - along * d).norm();
}

double to_triangle(const Vector3& x, const Vector3 (&t)[3]) {
  const Vector3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  bool over = n.squaredNorm() > 0.0;
  for (int i = 0; i < 3; ++i) over = over && n.dot((t[(i + 1) % 3] - t[i]).cross(x - t[i])) >= 0.0;
  if (over) return std::abs(n.dot(x - t[0])) / n.norm();
  return std::min({to_segment(x, t[0], t[1]), to_segment(x, t[1], t[2]), to_segment(x, t[2], t[0])});
}

double of_segments(const Vector3 (&a)[3], const Vector3 (&b)[3]) {
  double best = std::min({to_segment(a[0], b[0], b[1]), to_segment(a[1], b[0], b[1]), to_segment(b[0], a[0], a[1]),
                          to_segment(b[1], a[0], a[1])});
  const Vector3 d = a[1] - a[0], e = b[1] - b[0], n = d.cross(e), gap = b[0] - a[0];
  if (n.squaredNorm() > 0.0) {
    const double s = gap.cross(e).dot(n) / n.squaredNorm(), t = gap.cross(d).dot(n) / n.squaredNorm();
    if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) best = std::min(best, std::abs(gap.dot(n)) / n.norm());
  }
  return best;
}

Place minus(const Place& p, const Place& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Real dot(const Place& p, const Place& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

/// Two features at any time, in 240 bits: header of ScrewParameters, written down once more.
struct ExactPair {
  const ScrewParameters& screw;
  int count_a, count_b;
  Place a[3], b[3];  ///< A's relative to the axis' point, at the start

  ExactPair(const ScrewParameters& the_screw, const TriangleMesh& mesh_a, const JudgedFeature& fa,
            const TriangleMesh& mesh_b, const JudgedFeature& fb)
      : screw(the_screw), count_a(fa.count), count_b(fb.count) {
    const oracle::Map<Real> start = oracle::map<Real>(screw.start);
    const Place point = oracle::vec<Real>(screw.point);
    for (int i = 0; i < count_a; ++i) {
      const Vector3& own = mesh_a.vertices()[fa.vertex[static_cast<std::size_t>(i)]];
      a[i] = minus(start(oracle::vec<Real>(own)), point);
    }
    for (int i = 0; i < count_b; ++i) {
      b[i] = oracle::vec<Real>(mesh_b.vertices()[fb.vertex[static_cast<std::size_t>(i)]]);
    }
  }

  void at(const Real& t, Place (&moved)[3]) const {
    const Place given = oracle::vec<Real>(screw.direction);
    const Place axis = oracle::times(Real(1.0) / sqrt(dot(given, given)), given);
    const Real turn = t * Real(screw.angle_rad), sine = sin(turn), versine = Real(1.0) - cos(turn);
    const Place slide =
        oracle::plus(oracle::vec<Real>(screw.point), oracle::times(t * Real(screw.translation_m), axis));
    for (int i = 0; i < count_a; ++i) {
      const Place once = oracle::crossed(axis, a[i]), twice = oracle::crossed(axis, once);
      moved[i] = oracle::plus(oracle::plus(a[i], slide),
                              oracle::plus(oracle::times(sine, once), oracle::times(versine, twice)));
    }
  }

  /// The four points, in the order in which their volume is the contact equation.
  static Real volume(const Place (&p)[3], int count, const Place (&q)[3]) {
    if (count == 1) return dot(minus(p[0], q[0]), oracle::crossed(minus(q[1], q[0]), minus(q[2], q[0])));
    if (count == 3) return dot(minus(q[0], p[0]), oracle::crossed(minus(p[1], p[0]), minus(p[2], p[0])));
    return dot(minus(p[0], q[0]), oracle::crossed(minus(p[1], p[0]), minus(q[1], q[0])));
  }
  Real value(const Real& t) const {
    Place moved[3];
    at(t, moved);
    return volume(moved, count_a, b);
  }
  /// By a difference over 2^-70: 50 bits of a slope remain.
  Real slope(const Real& t) const {
    const Real h(0x1p-70);
    return (value(t + h) - value(t - h)) / (h + h);
  }

  static bool in_triangle(const Place& x, const Place (&t)[3]) {
    const Place n = oracle::crossed(minus(t[1], t[0]), minus(t[2], t[0]));
    const Real slack = Real(-0x1p-80) * dot(n, n);
    for (int i = 0; i < 3; ++i) {
      if (dot(n, oracle::crossed(minus(t[(i + 1) % 3], t[i]), minus(x, t[i]))) < slack) return false;
    }
    return true;
  }
  /// At a root: do the features themselves meet?
  bool meets(const Real& t) const {
    Place p[3];
    at(t, p);
    if (count_a == 1) return in_triangle(p[0], b);
    if (count_a == 3) return in_triangle(b[0], p);
    const Place d = minus(p[1], p[0]), e = minus(b[1], b[0]), n = oracle::crossed(d, e), gap = minus(b[0], p[0]);
    const Real scale = dot(n, n), s = dot(oracle::crossed(gap, e), n), u = dot(oracle::crossed(gap, d), n);
    const Real slack = Real(0x1p-80) * scale;
    const auto within = [&](const Real& x) { return Real(0.0) - slack <= x && x <= scale + slack; };
    return Real(0.0) < scale && within(s) && within(u);
  }
};

bool negative(const Real& x) { return x < Real(0.0); }

/// Where a function changes its sign between two times, to 2^-90.
template <class Function>
Real bisected(const Function& f, Real low, Real high) {
  const bool first = negative(f(low));
  for (int i = 0; i < 70; ++i) {
    const Real middle = (low + high) * Real(0.5);
    (negative(f(middle)) == first ? low : high) = middle;
  }
  return (low + high) * Real(0.5);
}

}  // namespace

ScrewJudge::ScrewJudge(const TriangleMesh& a, const TriangleMesh& b)
    : a_(a), b_(b), features_a_(features(a)), features_b_(features(b)), active_(last_depth + 2) {
  for (const Vector3& v : a.vertices()) size_[0] = std::max(size_[0], v.norm());
  for (const Vector3& v : b.vertices()) size_[1] = std::max(size_[1], v.norm());
}

std::vector<ScrewJudge::Feature> ScrewJudge::features(const TriangleMesh& mesh) {
  std::vector<Feature> list;
  std::set<std::array<Index, 2>> edges;
  for (Index v = 0; v < mesh.vertices().size(); ++v) list.push_back({{1, {v}}, Vector3::Zero(), 0.0});
  for (const Triangle& t : mesh.triangles()) {
    list.push_back({{3, {t[0], t[1], t[2]}}, Vector3::Zero(), 0.0});
    for (std::size_t i = 0; i < 3; ++i) edges.insert({std::min(t[i], t[(i + 1) % 3]), std::max(t[i], t[(i + 1) % 3])});
  }
  for (const auto& [p, q] : edges) list.push_back({{2, {p, q}}, Vector3::Zero(), 0.0});
  for (Feature& f : list) {
    const auto count = static_cast<std::size_t>(f.count);
    for (std::size_t i = 0; i < count; ++i) f.middle += mesh.vertices()[f.vertex[i]] / f.count;
    for (std::size_t i = 0; i < count; ++i) {
      f.radius = std::max(f.radius, (mesh.vertices()[f.vertex[i]] - f.middle).norm() + margin_m);
    }
  }
  return list;
}

void ScrewJudge::place(const ScrewParameters& screw) {
  screw_ = &screw;
  start_.clear(), middle_.clear(), found_.clear();
  const auto at_start = [&](const Vector3& own) { return Vector3(screw.start * own); };
  double reach = 0.0;
  for (const Vector3& v : a_.vertices()) {
    start_.push_back(at_start(v));
    reach = std::max(reach, (start_.back() - screw.point).cross(screw.direction).norm());
  }
  for (const Feature& f : features_a_) middle_.push_back(at_start(f.middle));
  speed_ = 1.001 * std::hypot(reach * screw.angle_rad, screw.translation_m) + margin_m;
}

/// From the place at the start, so that an axis that is far away (and a turn that is small) costs no precision.
Vector3 ScrewJudge::moved(const Vector3& at_start) const {
  const Vector3 once = screw_->direction.cross(at_start - screw_->point), twice = screw_->direction.cross(once);
  return at_start + sine_ * once + versine_ * twice + slide_;
}

bool ScrewJudge::apart(const Pair& pair, double reach, bool exact) const {
  const Feature &fa = features_a_[static_cast<std::size_t>(pair.a)],
                &fb = features_b_[static_cast<std::size_t>(pair.b)];
  const double far = reach + fa.radius + fb.radius;
  if ((moved(middle_[static_cast<std::size_t>(pair.a)]) - fb.middle).squaredNorm() > far * far) return true;
  if (!exact) return false;
  Vector3 p[3], q[3];
  for (std::size_t i = 0; i < 3; ++i) {
    if (i < static_cast<std::size_t>(fa.count)) p[i] = moved(start_[fa.vertex[i]]);
    if (i < static_cast<std::size_t>(fb.count)) q[i] = b_.vertices()[fb.vertex[i]];
  }
  return (fa.count == 1 ? to_triangle(p[0], q) : fa.count == 3 ? to_triangle(q[0], p) : of_segments(p, q)) > reach;
}

void ScrewJudge::halve(double from, double to, int depth) {
  if (!all_ && !found_.empty()) return;
  const auto d = static_cast<std::size_t>(depth);
  const double t = 0.5 * (from + to), reach = 0.5 * (to - from) * speed_ + margin_m;
  const double half = std::sin(0.5 * t * screw_->angle_rad);
  sine_ = std::sin(t * screw_->angle_rad), versine_ = 2.0 * half * half;
  slide_ = t * screw_->translation_m * screw_->direction;
  if (moved(screw_->start.translation).norm() > reach + size_[0] + size_[1] + margin_m) return;
  active_[d + 1].clear();
  for (const Pair& pair : active_[d]) {
    if (!apart(pair, reach, depth >= 8)) active_[d + 1].push_back(pair);
  }
  if (active_[d + 1].empty()) return;
  if (depth == last_depth) {
    for (const Pair& pair : active_[d + 1]) solve(pair, from, to);
    return;
  }
  halve(from, t, depth + 1);
  halve(t, to, depth + 1);
}

void ScrewJudge::solve(const Pair& pair, double from, double to) {
  ++mpfr_pairs_;
  const Feature &fa = features_a_[static_cast<std::size_t>(pair.a)],
                &fb = features_b_[static_cast<std::size_t>(pair.b)];
  const ExactPair exact(*screw_, a_, fa, b_, fb);
  const auto value = [&](const Real& t) { return exact.value(t); };
  const auto slope = [&](const Real& t) { return exact.slope(t); };
  const ContactKind kind = fa.count == 1   ? ContactKind::vertex_face
                           : fa.count == 3 ? ContactKind::face_vertex
                                           : ContactKind::edge_edge;
  const auto look = [&](const Real& low, const Real& high) {
    if (negative(value(low)) == negative(value(high))) return;
    const Real root = bisected(value, low, high);
    if (exact.meets(root)) found_.push_back({static_cast<double>(root), kind, fa, fb});
  };
  // In 2^-26 of the motion nothing bends twice: a slope of one sign throughout, or one that changes it once.
  const Real low(from), high(to);
  if (negative(slope(low)) == negative(slope(high))) return look(low, high);
  const Real turning = bisected(slope, low, high);
  const bool above =
      negative(value(low)) == negative(value(turning)) && negative(value(high)) == negative(value(turning));
  if (above && std::abs(static_cast<double>(value(turning))) < 1e-25) ++unresolved_;
  look(low, turning);
  look(turning, high);
}

std::vector<JudgedContact> ScrewJudge::find(const ScrewParameters& screw, bool all) {
  place(screw);
  all_ = all;
  active_[0].clear();
  for (int i = 0; i < static_cast<int>(features_a_.size()); ++i) {
    for (int j = 0; j < static_cast<int>(features_b_.size()); ++j) {
      if (features_a_[static_cast<std::size_t>(i)].count + features_b_[static_cast<std::size_t>(j)].count == 4) {
        active_[0].push_back({i, j});
      }
    }
  }
  halve(0.0, 1.0, 0);
  std::sort(found_.begin(), found_.end(),
            [](const JudgedContact& x, const JudgedContact& y) { return x.time < y.time; });
  return found_;
}

double ScrewJudge::distance(const ScrewParameters& screw, const JudgedFeature& a, const JudgedFeature& b,
                            double t) const {
  const ExactPair exact(screw, a_, a, b_, b);
  Place p[3];
  exact.at(Real(t), p);
  // Places in 240 bits, relative to one of them; then doubles are precise.
  Vector3 u[3], v[3];
  for (int i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (i < a.count) u[i][static_cast<Eigen::Index>(k)] = static_cast<double>(p[i][k] - exact.b[0][k]);
      if (i < b.count) v[i][static_cast<Eigen::Index>(k)] = static_cast<double>(exact.b[i][k] - exact.b[0][k]);
    }
  }
  return a.count == 1 ? to_triangle(u[0], v) : a.count == 3 ? to_triangle(v[0], u) : of_segments(u, v);
}

}  // namespace tocca::testing
