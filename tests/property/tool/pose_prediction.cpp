// What is proven here: the recursive fit is the weighted least-squares fit of all samples at once, for hours; turns never wrap.
// Oracle: the normal equations of the whole history, solved in MPFR.
#include "tool/pose_prediction.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "property/motion/oracle.hpp"
#include "testing/draw.hpp"
#include "tocca/core/error.hpp"

namespace tocca::pose_prediction_tests {
namespace {

using oracle::Real;
using testing::Draw;

/// Weights and values of all samples, as the header defines them: forgetting by the longer of the memory and 2 (degree + 1)
/// usual intervals, a belief of weights 0 (place), 0.03 (velocity) and 1 (the rest) at the first sample's time.
class Batch {
 public:
  explicit Batch(const PredictionSettings& settings) : settings_(settings), size_(settings.degree + 1) {}

  void add(double time_s, double value) {
    if (!times_.empty()) {
      const double interval = time_s - times_.back();
      if (interval > 0.0) interval_ = interval_ == 0.0 ? interval : interval_ + 0.2 * (interval - interval_);
      const double memory = std::max(settings_.memory_s, 2.0 * size_ * interval_);
      const double keep = std::exp(-(interval > 0.0 ? interval : interval_) / memory);
      for (double& w : weights_) w *= keep;
      belief_ *= keep;
    }
    times_.push_back(time_s);
    values_.push_back(value);
    weights_.push_back(1.0);
  }

  /// The fitted polynomial `ahead_s` after the last sample, minus the last value. Time is counted from the first sample here,
  /// which 240 bits can afford.
  double ahead(double ahead_s) const {
    std::vector<std::vector<Real>> A(static_cast<std::size_t>(size_),
                                     std::vector<Real>(static_cast<std::size_t>(size_ + 1), Real(0.0)));
    const auto add_row = [&](double tau, double weight, const Real& y) {
      std::vector<Real> row;
      Real power(1.0);
      for (int k = 0; k < size_; ++k) row.push_back(power), power = power * Real(tau);
      add_equation(A, row, Real(weight), y);
    };
    const double last = values_.back();
    for (std::size_t i = 0; i < times_.size(); ++i) {
      add_row((times_[i] - times_[0]) / settings_.memory_s, weights_[i], Real(values_[i]) - Real(last));
    }
    for (int k = 1; k < size_; ++k) {  // at the first sample's time the coefficient k itself is believed to be zero
      std::vector<Real> row(static_cast<std::size_t>(size_), Real(0.0));
      row[static_cast<std::size_t>(k)] = Real(1.0);
      add_equation(A, row, Real(belief_ * (k == 1 ? 0.03 * 0.03 : 1.0)), Real(0.0));
    }
    const std::vector<Real> theta = solved(A);
    const Real tau((times_.back() - times_[0] + ahead_s) / settings_.memory_s);
    Real sum(0.0);
    for (int k = size_ - 1; k >= 0; --k) sum = sum * tau + theta[static_cast<std::size_t>(k)];
    return static_cast<double>(sum);
  }

 private:
  static void add_equation(std::vector<std::vector<Real>>& A, const std::vector<Real>& row, const Real& weight,
                           const Real& y) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::size_t j = 0; j < row.size(); ++j) A[i][j] = A[i][j] + weight * row[i] * row[j];
      A[i].back() = A[i].back() + weight * row[i] * y;
    }
  }
  static std::vector<Real> solved(std::vector<std::vector<Real>> A) {
    const std::size_t n = A.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t r = i + 1; r < n; ++r) {
        const Real factor = A[r][i] / A[i][i];
        for (std::size_t c = i; c <= n; ++c) A[r][c] = A[r][c] - factor * A[i][c];
      }
    }
    std::vector<Real> x(n, Real(0.0));
    for (std::size_t i = n; i-- > 0;) {
      Real sum = A[i][n];
      for (std::size_t j = i + 1; j < n; ++j) sum = sum - A[i][j] * x[j];
      x[i] = sum / A[i][i];
    }
    return x;
  }

  PredictionSettings settings_;
  int size_;
  double interval_ = 0.0, belief_ = 1.0;
  std::vector<double> times_, values_, weights_;
};

TEST(PosePrediction, IsTheLeastSquaresFitOfAllSamples) {
  Draw draw;
  int long_ones = 0;
  for (int k = 0; k < testing::cases(60, 1000); ++k) {
    PredictionSettings settings;
    settings.degree = draw.integer(0, 4);
    settings.memory_s = draw.log_uniform(0.02, 1.0);
    settings.gap_s = 1e9;
    PosePrediction prediction(settings);
    Batch batch(settings);
    const int count = draw.integer(1, 300);
    const double interval = draw.log_uniform(1e-4, 0.1), speed = draw.uniform(-1, 1), bend = draw.uniform(-1, 1);
    double t = draw.uniform(-1e4, 1e4);
    SCOPED_TRACE(testing::story(draw.seed(), k, settings.degree, settings.memory_s, count, interval));
    for (int i = 0; i < count; ++i) {
      const double x = speed * (i * interval) + bend * (i * interval) * (i * interval) + 1e-4 * draw.normal();
      prediction.add(t, {Matrix3::Identity(), {x, 0, 0}});
      batch.add(t, x);
      if (!draw.coin(0.1)) t += interval * draw.uniform(0.2, 1.8);  // jitter and repeated stamps
    }
    long_ones += count > 100;
    for (const double ahead : {0.0, 0.1, 1.0}) {
      const double expected = batch.ahead(ahead);
      // Degree 4 over few samples amplifies the rounding of the values by (ahead / stretch of the samples)^4.
      EXPECT_NEAR(prediction.ahead(ahead)[0], expected, 1e-7 * (1.0 + std::abs(expected)));
    }
    EXPECT_EQ(prediction.ahead(0.5)[1], 0.0);
  }
  EXPECT_GT(long_ones, testing::cases(60, 1000) / 3);
}

TEST(PosePrediction, StaysExactForHours) {
  // Ten million samples at 1 kHz are three hours; a tenth of it shows any growth of errors.
  PosePrediction prediction;
  const int count = testing::cases(200'000, 10'000'000);
  for (int i = 0; i < count; ++i) {
    const double t = 1e6 + 1e-3 * i;
    const Pose X{Eigen::AngleAxisd(3.0 * 1e-3 * i, Vector3::UnitY()).toRotationMatrix(), {0.2 * 1e-3 * i, 0, 0}};
    prediction.add(t, X);
  }
  const auto ahead = prediction.ahead(1.0);
  EXPECT_NEAR(ahead[0], 0.2, 1e-6);  // stamps near 1e6 are multiples of 1.2e-10 s
  EXPECT_NEAR(ahead[4], 3.0, 1e-5);
  EXPECT_NEAR(ahead[3], 0.0, 1e-9);
  EXPECT_LT(prediction.spread(1.0)[0], 1e-6);
}

/// Many revolutions about any axis: no jump where angles, quaternions or rotation vectors wrap. Steady turning is linear, and its
/// fit differs from the truth by what is left of the belief in rest, which the oracle computes: about 1e-4 of the turn after twice
/// the memory. So the tolerance here is for rounding alone: rotation vectors of samples 1 ms apart err by some 1e-16, 0.1 s ahead is
/// a hundred times as far.
TEST(PosePrediction, TurnsGoOnWithoutWrapping) {
  Draw draw;
  double most_left = 0.0;
  for (int k = 0; k < testing::cases(60, 1000); ++k) {
    const Vector3 axis = draw.direction();
    const double rate = draw.uniform(1.0, 40.0);
    const Matrix3 start = draw.pose(1.0).rotation;
    const PredictionSettings settings;
    PosePrediction prediction(settings);
    Batch batch(settings);
    const auto at = [&](double t) -> Pose {
      return {start * Eigen::AngleAxisd(rate * t, axis).toRotationMatrix(), Vector3::Zero()};
    };
    SCOPED_TRACE(testing::story(draw.seed(), k, rate));
    const int count = draw.integer(50, 1000);
    double t = 0.0;
    for (int i = 0; i < count; ++i) {
      t = 1e-3 * i;
      prediction.add(t, at(t));
      batch.add(t, rate * t);
    }
    const double turn = batch.ahead(0.1) - batch.ahead(0.0);
    const Pose ahead = prediction.motion(at(t), 0.0, 0.1).pose(1.0);
    EXPECT_LT((ahead.rotation - at(t + turn / rate).rotation).norm(), 1e-10);
    if (count > 300) most_left = std::max(most_left, std::abs(turn / (0.1 * rate) - 1.0));
  }
  EXPECT_LT(most_left, 1e-3);  // and forgotten it is
}

TEST(PosePrediction, SurvivesGapsJitterRepeatedAndBackwardStamps) {
  PosePrediction prediction;
  const auto at = [](double t) -> Pose { return {Matrix3::Identity(), {0.5 * t, 0, 0}}; };
  EXPECT_EQ(prediction.add(0.0, at(0.0)), SampleTiming::first);
  for (int i = 1; i < 200; ++i) {
    const double t = 1e-3 * i;
    EXPECT_EQ(prediction.add(t, at(t)), SampleTiming::regular);
    EXPECT_EQ(prediction.add(t, at(t)), SampleTiming::repeated);
    EXPECT_EQ(prediction.add(t - 5e-4, at(t - 5e-4)), SampleTiming::backward);
  }
  EXPECT_NEAR(prediction.ahead(0.1)[0], 0.05, 1e-4);
  EXPECT_EQ(prediction.add(10.0, at(3.0)), SampleTiming::after_gap);
  EXPECT_EQ(prediction.sample_count(), 1);
  EXPECT_EQ(prediction.ahead(1.0)[0], 0.0);
  EXPECT_EQ(prediction.add(11.0, at(3.5)), SampleTiming::regular);  // slow samples are no gap
  EXPECT_EQ(prediction.add(12.0, at(4.0)), SampleTiming::regular);
  EXPECT_TRUE(std::isinf(prediction.spread(0.1)[0]));
}

TEST(PosePrediction, ManySamplesAtOneTimeDoNotOutweighTheNext) {
  PosePrediction prediction;
  for (int i = 0; i < 100; ++i) prediction.add(1e-3 * i, {Matrix3::Identity(), {1e-3 * i, 0, 0}});
  for (int i = 0; i < 5000; ++i) prediction.add(0.099, {Matrix3::Identity(), {0.099 + 1e-9 * (i % 2), 0, 0}});
  for (int i = 100; i < 1000; ++i) prediction.add(1e-3 * i, {Matrix3::Identity(), {1e-3 * i, 0, 0}});
  EXPECT_NEAR(prediction.ahead(0.1)[0], 0.1, 1e-3);
}

TEST(PosePrediction, SpreadFollowsTheResiduals) {
  Draw draw;
  int within = 0, all = 0;
  for (int k = 0; k < testing::cases(200, 5000); ++k) {
    const double noise = draw.log_uniform(1e-6, 1e-2);
    PosePrediction prediction;
    for (int i = 0; i < 600; ++i) {
      prediction.add(1e-3 * i, {Matrix3::Identity(), {0.3 * 1e-3 * i + noise * draw.normal(), 0, 0}});
    }
    const double last = 0.3 * 0.599;
    const double measured = prediction.ahead(0.1)[0] - (last + 0.03 - last);  // relative to a noisy last sample
    ++all;
    within += std::abs(measured) < 2.0 * std::hypot(prediction.spread(0.1)[0], noise);
  }
  EXPECT_GT(within, 0.9 * all);  // 95 % of a normal variable, with little to spare
}

TEST(PosePrediction, ConstrainedCoordinatesStay) {
  PredictionSettings settings;
  settings.constrained = {false, true, false, true, true, true};
  PosePrediction prediction(settings);
  for (int i = 0; i < 100; ++i) {
    const double t = 1e-3 * i;
    prediction.add(t, {Eigen::AngleAxisd(t, Vector3::UnitZ()).toRotationMatrix(), {t, t, -t}});
  }
  const auto ahead = prediction.ahead(0.1);
  EXPECT_NEAR(ahead[0], 0.1, 1e-3);
  EXPECT_EQ(ahead[1], 0.0);
  EXPECT_NEAR(ahead[2], -0.1, 1e-3);
  EXPECT_EQ(ahead[5], 0.0);
}

TEST(PosePrediction, RefusesSettingsThatMakeNoSense) {
  PredictionSettings settings;
  settings.degree = 5;
  EXPECT_THROW(PosePrediction{settings}, InputError);
  settings.degree = 2;
  settings.memory_s = 0.0;
  EXPECT_THROW(PosePrediction{settings}, InputError);
}

}  // namespace
}  // namespace tocca::pose_prediction_tests
