#include "tool/pose_prediction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/require_input.hpp"
#include "motion/rotation_between.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// The belief before the first sample, as weights of the equations "theta_k = 0": a velocity is believed as soon as a
/// few samples show it, an acceleration only once samples over about the memory do: extrapolated over a second it is
/// large.
constexpr double rest_weight = 0.03, steady_weight = 1.0;
/// Of a new interval in the usual one.
constexpr double interval_share = 0.2;
constexpr double samples_remembered = 2.0, intervals_in_gap = 8.0;

}  // namespace

PosePrediction::PosePrediction(const PredictionSettings& settings) : settings_(settings), size_(settings.degree + 1) {
  require_input(settings.degree >= 0 && settings.degree <= PredictionSettings::most_degree, "degree", "is out of range",
                "give a degree from 0 to 4");
  require_input(settings.memory_s > 0.0 && std::isfinite(settings.memory_s), "memory",
                "must be a positive number of seconds", "give the time after which samples are forgotten");
  require_input(settings.gap_s > 0.0, "gap", "must be a positive number of seconds",
                "give the longest time between samples");
}

void PosePrediction::start(double time_s, const Pose& X) {
  count_ = 0;
  interval_s_ = 0.0;
  time_s_ = time_s;
  last_ = X;
  weight_ = weight_sq_ = 0.0;
  residual_sq_ = {};
  for (int i = 0; i < size_; ++i) {
    for (int j = 0; j < size_; ++j) R_[i][j] = 0.0;
    for (int c = 0; c < 6; ++c) z_[i][c] = 0.0;
    if (i > 0) R_[i][i] = i == 1 ? rest_weight : steady_weight;
  }
  fold_in();
}

SampleTiming PosePrediction::add(double time_s, const Pose& X) {
  TOCCA_REQUIRE(std::isfinite(time_s) && X.translation.allFinite(), "a sample must be finite");
  TOCCA_REQUIRE((X.rotation.transpose() * X.rotation - Matrix3::Identity()).cwiseAbs().maxCoeff() < 1e-3,
                "a sample's orientation must be a rotation");
  if (count_ == 0) {
    start(time_s, X);
    return SampleTiming::first;
  }
  const double interval = time_s - time_s_;
  if (interval < 0.0) return SampleTiming::backward;
  // The second sample only shows how far apart samples are.
  if (interval_s_ > 0.0 && interval > std::max(settings_.gap_s, intervals_in_gap * interval_s_)) {
    start(time_s, X);
    return SampleTiming::after_gap;
  }
  const RotationBetween turn = rotation_between(last_.rotation, X.rotation);
  Coordinates moved;
  for (int i = 0; i < 3; ++i) {
    const auto c = static_cast<std::size_t>(i);
    moved[c] = X.translation[i] - last_.translation[i];
    moved[c + 3] = turn.axis[i] * turn.angle_rad;
  }
  const bool repeated = interval == 0.0;
  if (repeated && std::all_of(moved.begin(), moved.end(), [](double x) { return x == 0.0; })) {
    return SampleTiming::repeated;
  }
  if (!repeated) {
    interval_s_ = interval_s_ == 0.0 ? interval : interval_s_ + interval_share * (interval - interval_s_);
  }
  forget(repeated ? interval_s_ : interval);  // at one time too, or repeats would outweigh all that follows
  shift_time(interval / settings_.memory_s);
  shift_value(moved);
  time_s_ = time_s;
  last_ = X;
  fold_in();
  return repeated ? SampleTiming::repeated : SampleTiming::regular;
}

void PosePrediction::forget(double interval_s) {
  const double memory = std::max(settings_.memory_s, samples_remembered * size_ * interval_s_);
  const double keep = std::exp(-interval_s / memory), root = std::sqrt(keep);
  for (int i = 0; i < size_; ++i) {
    for (int j = i; j < size_; ++j) R_[i][j] *= root;
    for (int c = 0; c < 6; ++c) z_[i][c] *= root;
  }
  for (double& r : residual_sq_) r *= keep;
  weight_ *= keep;
  weight_sq_ *= keep * keep;
}

/// With tau = tau' + by, theta = S theta', S_jk = (k over j) (-by)^(k - j): triangular, so R S stays triangular.
void PosePrediction::shift_time(double by) {
  for (int i = 0; i < size_; ++i) {
    double row[most_size];
    for (int k = 0; k < size_; ++k) {
      double sum = 0.0, binomial = 1.0, power = 1.0;  // (k over j) (-by)^(k - j), from j = k downwards
      for (int j = k; j >= i; --j) {
        sum += R_[i][j] * binomial * power;
        power *= -by;
        binomial = binomial * j / (k - j + 1);
      }
      row[k] = sum;
    }
    for (int k = i; k < size_; ++k) R_[i][k] = row[k];
  }
}

/// Values counted from a new origin: theta_0 falls by as much, and only the first row of R has an entry there.
void PosePrediction::shift_value(const Coordinates& by) {
  for (std::size_t c = 0; c < 6; ++c) z_[0][c] -= R_[0][0] * by[c];
}

/// The equation theta_0 = 0 (the sample just taken is the origin), by Givens rotations; what is left of it is its
/// residual.
void PosePrediction::fold_in() {
  double row[most_size] = {1.0}, rest[6] = {};
  for (int i = 0; i < size_; ++i) {
    if (row[i] == 0.0) continue;
    const double length = std::hypot(R_[i][i], row[i]), cosine = R_[i][i] / length, sine = row[i] / length;
    for (int j = i; j < size_; ++j) {
      const double above = R_[i][j], below = row[j];
      R_[i][j] = cosine * above + sine * below;
      row[j] = cosine * below - sine * above;
    }
    row[i] = 0.0;
    for (int c = 0; c < 6; ++c) {
      const double above = z_[i][c], below = rest[c];
      z_[i][c] = cosine * above + sine * below;
      rest[c] = cosine * below - sine * above;
    }
  }
  for (std::size_t c = 0; c < 6; ++c) residual_sq_[c] += rest[c] * rest[c];
  weight_ += 1.0;
  weight_sq_ += 1.0;
  ++count_;
  solve();
}

/// By back substitution. The diagonal is never zero: the belief and the samples are forgotten at one rate, and each
/// sample adds to the first entry.
void PosePrediction::solve() {
  for (int c = 0; c < 6; ++c) {
    for (int i = size_ - 1; i >= 0; --i) {
      double sum = z_[i][c];
      for (int j = i + 1; j < size_; ++j) sum -= R_[i][j] * theta_[j][c];
      theta_[i][c] = std::abs(R_[i][i]) > 0x1p-500 ? sum / R_[i][i] : 0.0;
    }
  }
}

PosePrediction::Coordinates PosePrediction::ahead(double ahead_s) const {
  TOCCA_REQUIRE(count_ > 0, "a prediction needs at least one sample");
  const double tau = ahead_s / settings_.memory_s;
  Coordinates result{};
  for (std::size_t c = 0; c < 6; ++c) {
    if (settings_.constrained[c]) continue;
    for (int k = size_ - 1; k >= 0; --k) result[c] = result[c] * tau + theta_[k][c];
  }
  return result;
}

InBetweenMotion PosePrediction::motion(const Pose& start, double from_s, double to_s) const {
  const Coordinates from = ahead(from_s), to = ahead(to_s);
  Vector3 way, turn;
  for (int i = 0; i < 3; ++i) {
    const auto c = static_cast<std::size_t>(i);
    way[i] = to[c] - from[c];
    turn[i] = to[c + 3] - from[c + 3];
  }
  const double angle = turn.norm();
  const Vector3 axis = angle > 0x1p-400 ? Vector3(turn / angle) : Vector3(Vector3::UnitX());
  return {start, start.translation + way, axis, angle > 0x1p-400 ? angle : 0.0};
}

PosePrediction::Coordinates PosePrediction::spread(double ahead_s) const {
  Coordinates result;
  // The weights' own loss of freedom: of n coefficients fitted to samples of unequal weight.
  const double freedom = weight_ - size_ * weight_sq_ / weight_;
  if (count_ <= size_ || !(freedom > 0.0)) {
    result.fill(std::numeric_limits<double>::infinity());
    for (std::size_t c = 0; c < 6; ++c) result[c] = settings_.constrained[c] ? 0.0 : result[c];
    return result;
  }
  // Variance: that of one sample, times (1 + |R^-T powers|^2).
  const double tau = ahead_s / settings_.memory_s;
  double u[most_size], power = 1.0, gain = 1.0;
  for (int i = 0; i < size_; ++i) {
    double sum = power;
    for (int j = 0; j < i; ++j) sum -= R_[j][i] * u[j];
    u[i] = sum / R_[i][i];
    gain += u[i] * u[i];
    power *= tau;
  }
  for (std::size_t c = 0; c < 6; ++c) {
    result[c] = settings_.constrained[c] ? 0.0 : std::sqrt(residual_sq_[c] / freedom * gain);
  }
  return result;
}

}  // namespace tocca
