#include "motion/linear_enclosure.hpp"

#include "core/interval_arithmetic.hpp"
#include "core/rounding.hpp"
#include "motion/cross_matrix.hpp"

namespace tocca {
namespace {

using Matrix34 = LinearEnclosure::Matrix34;

/// Entries of `rest` are sums of at most 16 products of non-negative numbers, each made with at most 12 roundings: the
/// factor makes them bounds again. The constant covers products that underflow.
constexpr double inflation = 1.0 + 64.0 * unit_roundoff, underflow = 0x1p-960;

/// A product's dot products have three products and at most three sums (two and a translation, or two dot products
/// added and a translation): below 7 u times the sum of absolute values. Eight leave room for second order.
constexpr double entry_error = 8.0 * unit_roundoff;

/// q(t) = value + s slope + r, |r| <= rest, for each t of the window.
struct LinearCoordinate {
  double value, slope, rest;
  LinearCoordinate(const Coordinate& q, const Window& window) {
    const Coordinate::Local local = q.around(window);
    value = local.term[0];
    slope = local.term[1];
    rest = local.error[0] + local.error[1];
    for (std::size_t i = 2; i < local.term.size(); ++i) rest += std::abs(local.term[i]) + local.error[i];
    rest *= inflation;
  }
};

}  // namespace

/// With X = P + s V + D and Y = Q + s W + E (|D| <= d, |E| <= e), the product is
///   P Q + s (P W + V Q) + [s^2 V W + (P + s V) E + D (Q + s W + E)],
/// and the bracket is at most |V| |W| + (|P| + |V|) e + d (|Q| + |W| + e).
LinearEnclosure product(const LinearEnclosure& X, const LinearEnclosure& Y) {
  const Matrix3 P = X.middle.leftCols<3>(), V = X.rate.leftCols<3>(), d = X.rest.leftCols<3>();
  LinearEnclosure result;
  result.middle.noalias() = P * Y.middle;
  result.middle.col(3) += X.middle.col(3);
  result.rate.noalias() = P * Y.rate;
  result.rate.noalias() += V * Y.middle;
  result.rate.col(3) += X.rate.col(3);

  const Matrix3 speed = V.cwiseAbs(), most = P.cwiseAbs() + speed;
  const Matrix34 Y_speed = Y.rate.cwiseAbs(), Y_most = Y.middle.cwiseAbs() + Y_speed;
  result.rest.noalias() = speed * Y_speed;
  result.rest.noalias() += most * (Y.rest + entry_error * Y_most);
  result.rest.noalias() += d * (Y_most + Y.rest);
  result.rest.col(3) += X.rest.col(3) + entry_error * (X.middle.col(3).cwiseAbs() + X.rate.col(3).cwiseAbs());
  result.rest = (result.rest * inflation).array() + underflow;
  return result;
}

LinearEnclosure product(const Pose& X, const LinearEnclosure& Y) {
  const Matrix3& P = X.rotation;
  LinearEnclosure result;
  result.middle.noalias() = P * Y.middle;
  result.middle.col(3) += X.translation;
  result.rate.noalias() = P * Y.rate;
  const Matrix34 Y_most = Y.middle.cwiseAbs() + Y.rate.cwiseAbs();
  result.rest.noalias() = P.cwiseAbs() * (Y.rest + entry_error * Y_most);
  result.rest.col(3) += entry_error * X.translation.cwiseAbs();
  result.rest = (result.rest * inflation).array() + underflow;
  return result;
}

void LinearWalk::slide(const Placement& X, const Axis& axis, const Coordinate& q) {
  const LinearCoordinate local(q, window_);
  // One product an entry, and the sum: 2 u each, of numbers that entry_error covers with room.
  const double error = local.rest + entry_error * (std::abs(local.value) + std::abs(local.slope));
  result_.rest.col(3) += error * axis.direction.cwiseAbs() + entry_error * result_.middle.col(3).cwiseAbs() +
                         entry_error * result_.rate.col(3).cwiseAbs();
  result_.middle.col(3) += local.value * axis.direction;
  result_.rate.col(3) += local.slope * axis.direction;
  place(X);
}

/// R(q) = I + sin q K + (1 - cos q) K^2 (equation 3). Around q0, R(q0 + e) = R(q0) + e R'(q0) + e^2 R''(x) / 2, and both
/// derivatives are at most E = |K| + |K| |K|, entry by entry; with e = s slope + r this is the middle, the rate, and
/// E (r + (|slope| + r)^2 / 2) of rest. The sine and cosine in doubles are within their enclosures' radii.
void LinearWalk::turn(const Placement& X, const Axis& axis, const Coordinate& q) {
  const LinearCoordinate local(q, window_);
  const SinCos angle = sin_cos(Interval(local.value));
  const double sine = midpoint(angle.sin), cosine = midpoint(angle.cos);
  const double sine_error = width(angle.sin) + width(angle.cos);
  const Matrix3 K = cross_matrix(axis.direction), K2 = K * K;
  const Matrix3 size = K.cwiseAbs(), E = size + size * size;

  LinearEnclosure turned;
  turned.middle.leftCols<3>() = Matrix3::Identity() + sine * K + (1.0 - cosine) * K2;
  turned.rate.leftCols<3>() = local.slope * (cosine * K + sine * K2);
  // Entries of the two lines above have at most 6 roundings, of sums of at most I + 2 E and |slope| E.
  const double speed = std::abs(local.slope), arc = speed + local.rest;
  const double error = local.rest + 0.5 * arc * arc + (sine_error + 2.0 * entry_error) * (1.0 + speed);
  turned.rest.leftCols<3>() = error * E + entry_error * Matrix3::Identity();
  result_ = product(X.pose, product(turned, result_));
}

}  // namespace tocca
