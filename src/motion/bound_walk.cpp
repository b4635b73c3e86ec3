#include "motion/bound_walk.hpp"

#include <Eigen/Geometry>
#include <limits>

#include "core/index.hpp"
#include "core/rounding.hpp"
#include "motion/binomial.hpp"

namespace tocca {
namespace {

constexpr int N = bound_order;
static_assert(N >= Coordinate::max_degree, "Local::most sums the whole polynomial");

/// kappa_i >= max over |u| <= 1 of |u^i - its chord|: 1 for even i; (i - 1) i^(-i/(i-1)), rounded up, for odd i.
constexpr double kappa[] = {0.0, 0.0, 1.0, 0.38490018, 1.0, 0.53499225, 1.0};

// Rounding of one turn of the series, relative to the majorant (docs/maths/tube.md section 5).
constexpr double series_rounding = 256.0 * unit_roundoff;
// Rounding of one turn and of one placement in PoseWalk, relative to the reach
// (docs/maths/forward_kinematics_rounding.md).
constexpr double turn_rounding = 64.0 * unit_roundoff;
constexpr double place_rounding = 16.0 * unit_roundoff;
// Rounding of a cross product and its norm, relative to the lengths of both vectors: it is not small where they are
// nearly parallel. Components: 2 u (|a_i y_j| + |a_j y_i|), together 2 sqrt 2 u |a| |y|; the norm 3 u more.
constexpr double cross_rounding = 6.0 * unit_roundoff;

}  // namespace

StageWindow StageWindow::of_slide(const Coordinate& q, const Window& window) {
  StageWindow stage;
  stage.local = q.around(window);
  stage.largest = q.largest();
  stage.moves = !q.constant();
  return stage;
}

StageWindow StageWindow::of_turn(const Coordinate& q, const Window& window) {
  StageWindow stage;
  const Coordinate::Local& local = stage.local = q.around(window);
  stage.largest = q.largest();
  stage.moves = !q.constant();
  // With s(t) = sin(q(t)), c(t) = cos(q(t)): s' = c q', c' = -s q', so i s_i = sum_j j q_j c_{i-j} and likewise for c.
  Series<double, N> cosine{};
  stage.sine[0] = std::sin(local.term[0]);
  cosine[0] = std::cos(local.term[0]);
  stage.versine[0] = 1.0 - cosine[0];
  stage.growth[0] = 1.0;
  if (stage.moves) {
    for (int i = 1; i < N; ++i) {
      double sine = 0.0, cosine_sum = 0.0;
      for (int j = 1; j <= i; ++j) {
        sine += j * local.term[at(j)] * cosine[at(i - j)];
        cosine_sum -= j * local.term[at(j)] * stage.sine[at(i - j)];
      }
      stage.sine[at(i)] = sine / i;
      cosine[at(i)] = cosine_sum / i;
      stage.versine[at(i)] = -cosine[at(i)];
    }
    for (int i = 1; i <= N; ++i) {  // E = exp(sum_j most_j z^j), term by term
      double sum = 0.0;
      for (int j = 1; j <= i; ++j) sum += j * local.most[at(j)] * stage.growth[at(i - j)];
      stage.growth[at(i)] = sum / i;
      stage.angle += local.most[at(i)];
    }
  }
  return stage;
}

BoundWalk::BoundWalk(const Interval& time, const Lss& volume) : window_(time), radius_m_(volume.radius) {
  points_ = volume.a == volume.b ? 1 : 2;
  for (VectorSeries& series : point_) series.fill(Vector3::Zero());
  spin_.fill(Vector3::Zero());
  point_[0][0] = volume.a;
  point_[1][0] = volume.b;
  growth_[0] = 1.0;
  reach_ = rounded_up(std::max(volume.a.norm(), volume.b.norm()) + radius_m_, 8.0);
}

/// |terms of order i at the centre| for each point of the volume, without the rounding of the series.
double BoundWalk::most_at_centre(int order) const {
  double square = 0.0;
  for (int k = 0; k < points_; ++k) square = std::max(square, point_[k][at(order)].squaredNorm());
  return std::sqrt(square) + radius_m_ * growth_[at(order)];
}

/// (epsilon * E * (reach + slides))_i: E (reach + slides) is what the terms could be at most, by lengths and rates
/// alone.
double BoundWalk::series_error(int order) const {
  double sum = 0.0;
  for (int i = 0; i <= order; ++i) {
    double majorant = reach_ * growth_[at(i)];
    for (int j = 1; j <= i; ++j) majorant += slides_[at(j)] * growth_[at(i - j)];
    sum += error_[at(order - i)] * majorant;
  }
  return sum;
}

/// epsilon <- (1 + epsilon)(1 + relative) - 1, as series.
void BoundWalk::add_error(const Series<double, N + 1>& relative) {
  for (int i = N; i >= 0; --i) {
    double sum = relative[at(i)];
    for (int j = 0; j <= i; ++j) sum += relative[at(j)] * error_[at(i - j)];
    error_[at(i)] += sum;
  }
}

void BoundWalk::add_rounding(double relative) {
  for (double& error : error_) error *= 1.0 + relative;
  error_[0] += relative;
}

/// The placement's share: series go through its rotation, bounds through its gain.
void BoundWalk::carry(const Placement& X) {
  for (int k = 0; k < points_; ++k) {
    for (Vector3& term : point_[k]) term = X.pose.rotation * term;
    point_[k][0] += X.pose.translation;
  }
  for (Vector3& term : spin_) term = X.sense * (X.pose.rotation * term);
  pose_error_ = X.gain * pose_error_ + place_rounding * (X.gain * reach_ + X.length);
  for (double& bound : derivative_) bound *= X.gain;
  for (double& bound : growth_) bound *= X.gain;
  for (double& bound : slides_) bound *= X.gain;
  spread_ *= X.gain;
  reach_ = X.gain * reach_ + X.length;
  add_rounding(16.0 * unit_roundoff);
}

void BoundWalk::base(const Placement& X) { carry(X); }

/// Poses may also be computed from the root to the tip (TreeMotion::poses): then what this stage adds to the position
/// is rounded again by every stage nearer to the tip, twice (a product and a sum).
void BoundWalk::count_stage(double length) {
  pose_error_ += 4.0 * unit_roundoff * stages_ * length;
  stages_ += 1.0;
}

void BoundWalk::place(const Placement& X) {
  count_stage(X.length);
  carry(X);
}

void BoundWalk::slide(const Placement& X, const Axis& axis, const StageWindow& q) {
  for (int k = 0; k < points_; ++k) {
    for (int i = 0; i < N; ++i) point_[k][at(i)] += q.local.term[at(i)] * axis.direction;
  }
  for (int i = 1; i <= N; ++i) {
    derivative_[at(i)] += q.local.most[at(i)] * axis.length;
    slides_[at(i)] += q.local.most[at(i)] * axis.length;
    spread_ += q.local.most[at(i)] * axis.length;
  }
  reach_ += q.largest * axis.length;
  pose_error_ += q.local.error[0] * axis.length + 4.0 * unit_roundoff * reach_;
  if (reach_ > 0.0) {
    Series<double, N + 1> error = q.local.error;  // absolute lengths: relative to the reach, which contains the slide
    for (double& term : error) term *= axis.length / reach_;
    add_error(error);
    add_rounding(8.0 * unit_roundoff);
  }
  count_stage(q.largest * axis.length + X.length);
  carry(X);
}

double BoundWalk::turn(const Placement& X, const Axis& axis, const StageWindow& q) {
  const Vector3& a = axis.direction;
  // z_i = y_i + sum_j (s_j K + v_j K^2) y_{i-j},  K = [a]x
  const auto transform = [&](VectorSeries& series) {
    VectorSeries once, twice;
    for (int i = 0; i < N; ++i) {
      once[at(i)] = a.cross(series[at(i)]);
      twice[at(i)] = a.cross(once[at(i)]);
    }
    const int last = q.moves ? N - 1 : 0;
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j <= std::min(i, last); ++j) {
        series[at(i)] += q.sine[at(j)] * once[at(i - j)] + q.versine[at(j)] * twice[at(i - j)];
      }
    }
    return once[0].norm();
  };

  if (q.moves) {
    for (int i = 0; i < N; ++i) spin_[at(i)] += (i + 1) * q.local.term[at(i + 1)] * a;
  }
  double distance = 0.0;  // of the segment's ends from the axis, at the centre
  for (int k = 0; k < points_; ++k) distance = std::max(distance, transform(point_[k]));
  transform(spin_);

  pose_error_ = axis.gain * (pose_error_ + (turn_rounding + q.local.error[0]) * reach_);
  double bend = 0.0;
  if (q.moves) {
    const double rho_centre =
        distance + (radius_m_ * growth_[0] + series_error(0) + cross_rounding * reach_) * axis.length;
    const double rho = std::min(rho_centre + spread_ * axis.length, reach_ * axis.length);
    bend = q.growth[2] * rho + q.growth[1] * derivative_[1];
    for (int i = N; i >= 1; --i) {
      double sum = derivative_[at(i)] + q.growth[at(i)] * rho;
      for (int j = 1; j < i; ++j) sum += q.growth[at(j)] * derivative_[at(i - j)];
      derivative_[at(i)] = sum;
    }
    for (int i = N; i >= 1; --i) {
      for (int j = 1; j <= i; ++j) growth_[at(i)] += q.growth[at(j)] * growth_[at(i - j)];
    }
    spread_ += std::min(q.angle, 2.0) * rho_centre;
  }
  for (double& bound : derivative_) bound *= axis.gain;
  for (double& bound : growth_) bound *= axis.gain;
  for (double& bound : slides_) bound *= axis.gain;
  spread_ *= axis.gain;
  reach_ *= axis.gain;
  // exp(q + e) - exp(q) has the majorant e exp(q + e): errors of q act as relative errors of the series.
  add_error(q.local.error);
  add_rounding(series_rounding);
  count_stage(X.length);
  carry(X);
  if (q.moves) sharpen();
  return bend;
}

/// Norms of vectors grow slower than sums of norms: |y^(i)(t)| <= sum_j C(j, i) |y_j| + C(N, i) D_N by Taylor.
void BoundWalk::sharpen() {
  Series<double, N> term{};
  double sum = derivative_[at(N)];
  for (int i = 1; i < N; ++i) sum += term[at(i)] = most_at_centre(i) + series_error(i);
  spread_ = std::min(spread_, sum);
  for (int i = 1; i < N; ++i) {
    double taylor = binomial(N, i) * derivative_[at(N)];
    for (int j = i; j < N; ++j) taylor += binomial(j, i) * term[at(j)];
    derivative_[at(i)] = std::min(derivative_[at(i)], taylor);
  }
}

/// r_i >= |R_i| for the series of the body's rotation: R' = [w]x R gives i r_i <= sum_j |w_j| r_{i-1-j}. Stored matrices
/// and axes are within their excess of rotations; far from rotations, lengths alone are used (tube.md section 2).
Series<double, bound_order> BoundWalk::rotation_terms() const {
  Series<double, N> result{};
  const double excess = growth_[0] - 1.0;
  for (int i = 0; i < N; ++i) {
    result[at(i)] = growth_[at(i)];
    if (i == 0 || excess > 1e-9) continue;
    double sum = 0.0;
    for (int j = 0; j < i; ++j) {
      double error = 8.0 * excess * growth_[at(j + 1)];  // w has the majorant E', and its error (epsilon E)'
      for (int k = 0; k <= j + 1; ++k) error += error_[at(k)] * growth_[at(j + 1 - k)];
      sum += (spin_[at(j)].norm() + (j + 1) * error) * result[at(i - 1 - j)];
    }
    result[at(i)] = std::min(sum / i, growth_[at(i)]);
  }
  return result;
}

/// Whether something left the range of doubles: infinities make NaNs, which minima, maxima and comparisons may drop.
/// What the series and sums below hold is never reset, so the end of the walk still knows.
bool BoundWalk::overflowed() const {
  double sum = reach_ + spread_ + pose_error_;
  for (const auto* bounds : {&derivative_, &growth_, &slides_, &error_}) {
    for (double bound : *bounds) sum += bound;
  }
  for (int i = 0; i < N; ++i) {
    sum += spin_[at(i)].cwiseAbs().sum();
    for (int k = 0; k < points_; ++k) sum += point_[k][at(i)].cwiseAbs().sum();
  }
  return !(sum < std::numeric_limits<double>::infinity());
}

double BoundWalk::tube() const {
  if (overflowed()) return std::numeric_limits<double>::infinity();
  const Series<double, N> rotation = rotation_terms();
  // Lipschitz: |p(t) - chord(t)| <= 2 s (1 - s) h V <= D_1; and both lie within `spread` of p(centre).
  double best = std::min(derivative_[1], 2.0 * spread_);
  double sum[2] = {0.0, 0.0};
  double common = 0.0;
  for (int order = 2; order <= N; ++order) {
    best = std::min(best, std::max(sum[0], sum[1]) + common + derivative_[at(order)]);
    if (order == N) break;
    // Odd powers gain from symmetry about the middle of the window, up to the rounding of its centre.
    const double skew = window_.radius > 0.0 ? std::min(1.0, order * window_.offset / window_.radius) : 0.0;
    const double weight = std::min(1.0, kappa[order] + skew);
    for (int k = 0; k < points_; ++k) sum[k] += weight * point_[k][at(order)].norm();
    common += weight * (radius_m_ * rotation[at(order)] + series_error(order));
  }
  const double total = best + pose_error_;
  return total > 0.0 ? rounded_up(total, 32.0 * (stages_ + 1.0)) : 0.0;
}

double BoundWalk::speed() const {
  if (overflowed()) return std::numeric_limits<double>::infinity();
  if (derivative_[1] == 0.0) return 0.0;
  const Series<double, N> rotation = rotation_terms();
  double best = derivative_[1];
  double sum[2] = {0.0, 0.0};
  double common = 0.0;
  for (int order = 1; order <= N; ++order) {
    best = std::min(best, std::max(sum[0], sum[1]) + common + order * derivative_[at(order)]);
    if (order == N) break;
    for (int k = 0; k < points_; ++k) sum[k] += order * point_[k][at(order)].norm();
    common += order * (radius_m_ * rotation[at(order)] + series_error(order));
  }
  return rounded_up(best, 32.0 * (stages_ + 1.0)) / window_.radius;
}

}  // namespace tocca
