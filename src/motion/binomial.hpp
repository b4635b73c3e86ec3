#pragma once

namespace tocca {

/// n over k.
constexpr double binomial(int n, int k) {
  double result = 1.0;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

}  // namespace tocca
