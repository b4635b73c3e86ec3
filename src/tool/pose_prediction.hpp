#pragma once

#include <array>

#include "tocca/motion/rigid_motion.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca {

/// Where a body will be: each coordinate follows a polynomial in time, fitted to the samples by recursive least squares with
/// exponential forgetting (caby-crosnier, section 3.2).
///
/// Coordinates Three of place, and three of turning: the sums of the rotation vectors from each sample to the next, in the
///             body's frame. Both are counted from the last sample, so that they neither wrap nor grow, and a body that turns
///             steadily about any axis has linear ones.
/// Numbers     The normal equations' square root is kept, triangular, with time counted from the last sample: after hours
///             it is as well conditioned as after a second. It starts with a weak prior that the body is at rest and
///             does not accelerate (weights in the source), which is forgotten like a sample.
/// Cost        Some 200 ns per sample at degree 2. No allocation.
class PosePrediction {
 public:
  using Coordinates = std::array<double, 6>;

  /// Throws InputError if a setting makes no sense.
  explicit PosePrediction(const PredictionSettings& settings = {});

  /// Requires finite numbers and a rotation. A sample whose time goes backward is not used.
  SampleTiming add(double time_s, const Pose& X);
  void reset() { count_ = 0; }
  int sample_count() const { return count_; }  ///< since the first, or since the last gap

  /// The coordinates `ahead_s` seconds after the last sample, relative to that sample's. Requires a sample.
  Coordinates ahead(double ahead_s) const;
  /// The predicted motion between two times after the last sample, from a given position at the first of them.
  InBetweenMotion motion(const Pose& start, double from_s, double to_s) const;
  /// Standard deviations of ahead(ahead_s), in metres and radians, from the residuals; infinite while there are no more
  /// samples than a polynomial has coefficients.
  Coordinates spread(double ahead_s) const;

 private:
  static constexpr int most_size = PredictionSettings::most_degree + 1;

  void start(double time_s, const Pose& X);
  void forget(double interval_s);
  void shift_time(double by);
  void shift_value(const Coordinates& by);
  void fold_in();
  void solve();

  PredictionSettings settings_;
  int size_;       ///< coefficients of a polynomial
  int count_ = 0;  ///< samples
  double time_s_ = 0.0;
  double interval_s_ = 0.0;  ///< usual one; 0: not known yet
  Pose last_;
  // R theta = z for each coordinate: what orthogonal transformations leave of the weighted equations. Time counts from the
  // last sample in units of the memory.
  double R_[most_size][most_size];
  double z_[most_size][6];
  double theta_[most_size][6];
  Coordinates residual_sq_;                ///< weighted sums of squared residuals
  double weight_ = 0.0, weight_sq_ = 0.0;  ///< sums of the weights and of their squares
};

}  // namespace tocca
