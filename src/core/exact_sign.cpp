#include "core/exact_sign.hpp"

#include <algorithm>
#include <initializer_list>

#include "core/expansion.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

namespace {

[[maybe_unused]] bool all_have_exact_range(std::initializer_list<const double*> points) {
  return std::all_of(points.begin(), points.end(), [](const double* p) {
    return has_exact_range(p[0]) && has_exact_range(p[1]) && has_exact_range(p[2]);
  });
}

}  // namespace

/// The error bound: with u = 2^-53, each of the six terms passes through at most 8 rounded operations (3 differences,
/// 2 products, 3 sums), each a factor 1 + d with |d| <= u, hence is off by at most ((1 + u)^8 - 1) of its true size.
/// The permanent, the same sum over absolute values, is computed with the same operations, hence is at least (1 - u)^8
/// of the true one. So |error| <= ((1 + u)^8 - 1) / (1 - u)^8 * permanent < 8.00001 u * permanent; 9 u also covers the
/// product below. In the stated range nothing underflows: a rounded product of two differences is a multiple of 2^-716,
/// one of three a multiple of 2^-1074, so where it is below the normal doubles it is exact.
std::optional<int> orient3d_quick(const double* a, const double* b, const double* c, const double* d) {
  constexpr double kBound = 9 * 0x1p-53;
  const double bx = b[0] - a[0], by = b[1] - a[1], bz = b[2] - a[2];
  const double cx = c[0] - a[0], cy = c[1] - a[1], cz = c[2] - a[2];
  const double dx = d[0] - a[0], dy = d[1] - a[1], dz = d[2] - a[2];
  const double cydz = cy * dz, czdy = cz * dy, czdx = cz * dx, cxdz = cx * dz, cxdy = cx * dy, cydx = cy * dx;
  const double determinant = bx * (cydz - czdy) + by * (czdx - cxdz) + bz * (cxdy - cydx);
  const double permanent = std::fabs(bx) * (std::fabs(cydz) + std::fabs(czdy)) +
                           std::fabs(by) * (std::fabs(czdx) + std::fabs(cxdz)) +
                           std::fabs(bz) * (std::fabs(cxdy) + std::fabs(cydx));
  if (permanent == 0.0) return 0;  // a difference is zero only where it is exactly so: every term is
  if (determinant > kBound * permanent) return 1;
  if (determinant < -kBound * permanent) return -1;
  return std::nullopt;
}

int orient3d_exact(const double* a, const double* b, const double* c, const double* d) {
  const auto bx = difference(b[0], a[0]), by = difference(b[1], a[1]), bz = difference(b[2], a[2]);
  const auto cx = difference(c[0], a[0]), cy = difference(c[1], a[1]), cz = difference(c[2], a[2]);
  const auto dx = difference(d[0], a[0]), dy = difference(d[1], a[1]), dz = difference(d[2], a[2]);
  return ((cy * dz - cz * dy) * bx + (cz * dx - cx * dz) * by + (cx * dy - cy * dx) * bz).sign();
}

int orient3d(const double* a, const double* b, const double* c, const double* d) {
  TOCCA_REQUIRE(all_have_exact_range({a, b, c, d}), "exact signs need coordinates of exact range");
  const std::optional<int> quick = orient3d_quick(a, b, c, d);
  return quick ? *quick : orient3d_exact(a, b, c, d);
}

}  // namespace tocca
