#include "sweep/interval_obb.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "core/rounding.hpp"

namespace tocca {
namespace {

/// Axes are rounded to floats: an entry is off by at most 2^-25, a dot product of two of them by at most
/// 2^-25 sum_k (|f_ik| + |f_jk|)-weighted terms <= 2^-24 and second-order terms. Obb says that nothing else is wrong with
/// them; the tests look at every node of real trees.
constexpr double float_skew = 0x1p-23;

/// Beyond this the frames are no frames, and the estimates of stay_apart (first order in the skew) do not hold.
constexpr double greatest_skew = 0x1p-10;

/// Relative rounding of sums of products of at most three factors, many times over.
constexpr double relative_rounding = 0x1p-46;

/// How far from orthonormal a matrix is, entry by entry; its own rounding (below 8 u) included.
double skew_of(const Matrix3& R) {
  return (R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff() + 16.0 * unit_roundoff;
}

}  // namespace

MovingBox::MovingBox(const Obb& box) {
  centre = box.center;
  half = box.half.cast<double>();
  rate.setZero();
  spread.setZero();
  axes = box.frame();
  skew = float_skew;
}

/// A point c + sum_i x_i e_i of the box goes to middle (c + ..) + s rate (c + ..) + D (c + ..): the centre's share of the
/// slope is kept, that of the axes (it turns the box) goes into the spread, as does all of D.
MovingBox::MovingBox(const Obb& box, const LinearEnclosure& X) {
  const Matrix3 P = X.middle.leftCols<3>(), V = X.rate.leftCols<3>();
  const Matrix3 sides = box.frame() * box.half.cast<double>().asDiagonal();
  half = box.half.cast<double>();
  centre = P * box.center + X.middle.col(3);
  rate = V * box.center + X.rate.col(3);
  axes = P * box.frame();
  const Vector3 size = box.center.cwiseAbs() + sides.cwiseAbs().rowwise().sum();
  spread = X.rest.leftCols<3>() * size + X.rest.col(3) + (V * sides).cwiseAbs().rowwise().sum();
  // Centre, rate and axes as computed: dot products of three and a sum, below 5 u of their absolute sums.
  spread += 8.0 * unit_roundoff *
            ((P.cwiseAbs() + V.cwiseAbs()) * size + X.middle.col(3).cwiseAbs() + X.rate.col(3).cwiseAbs());
  // (P f_i).(P f_j) = f_i.f_j + f_i (P^T P - I) f_j, the last below 3 skew(P), at the first order.
  skew = float_skew + 4.0 * skew_of(P);
}

/// In coordinates y = B^T (x - centre_b), B the axes of b: every l in R^3 is the axis L = B l of the world, and
/// L.(x - centre_b) = l.y. On it, with R = B^T A,
///   b reaches  sum_k b_k |L.B_k| <= sum_k b_k |l_k| + 3 skew_b |l|_2 sum_k b_k,
///   a reaches  sum_i a_i |l.R_i|, a box [-u, u] of the world  sum_k |l_k| (|B|^T u)_k,
///   a ball of radius r  r |L| <= r (1 + 2 skew_b) |l|_1.
/// Axes l: the unit vectors; the R_i, with R_i.R_j = delta_ij within 4 (skew_a + skew_b); e_j x R_i, for which l.R_k is
/// an entry of the cofactor matrix of R, within 8 (skew_a + skew_b) of the entry of R itself. All lengths |l|_1 <= 2, so
/// 16 (skew_a + skew_b) times the sum of half sizes covers every one of these, and `margin` joins it with the rounding
/// of the comparison: sums of at most 12 terms, each a product of entries of R (|R| <= 1.01) and T, rate or sizes.
bool stay_apart(const MovingBox& a, const MovingBox& b, double reach_m) {
  const double skew = a.skew + b.skew;
  if (!(skew <= greatest_skew)) return false;
  const Matrix3 Bt = b.axes.transpose();
  const Matrix3 R = Bt * a.axes;
  const Vector3 T = Bt * (a.centre - b.centre), d = Bt * (a.rate - b.rate);
  const Matrix3 size = R.cwiseAbs();
  const Vector3 wide = Bt.cwiseAbs() * (a.spread + b.spread) + b.half;
  const double sum = a.half.sum() + wide.sum();
  const double margin =
      16.0 * skew * sum + relative_rounding * (sum + T.cwiseAbs().sum() + d.cwiseAbs().sum() + reach_m);
  // reach_m and spread enter as part of b's half sizes.
  const Vector3 h = wide.array() + (margin + reach_m * (1.0 + 4.0 * greatest_skew));
  if (!std::isfinite(sum + h.sum())) return false;

  const Vector3 far = T.cwiseAbs() - d.cwiseAbs();
  for (int j = 0; j < 3; ++j) {  // faces of b
    if (far[j] > h[j] + size.row(j).dot(a.half)) return true;
  }
  for (int i = 0; i < 3; ++i) {  // faces of a
    if (std::abs(T.dot(R.col(i))) - std::abs(d.dot(R.col(i))) > a.half[i] + margin + h.dot(size.col(i))) return true;
  }
  for (int j = 0; j < 3; ++j) {  // edges: l = e_j x R_i
    const int k = (j + 1) % 3, m = (j + 2) % 3;
    for (int i = 0; i < 3; ++i) {
      const int p = (i + 1) % 3, q = (i + 2) % 3;
      const double distance = std::abs(T[m] * R(k, i) - T[k] * R(m, i)) - std::abs(d[m] * R(k, i) - d[k] * R(m, i));
      const double reach = h[k] * size(m, i) + h[m] * size(k, i) + a.half[p] * size(j, q) + a.half[q] * size(j, p);
      if (distance > reach + margin) return true;
    }
  }
  return false;
}

}  // namespace tocca
