#include "io/rational.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca {
namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// floor(n / d) of positive numbers, quotient below 2^63: one bit after the other.
std::int64_t whole_quotient(BigInteger n, const BigInteger& d) {
  std::int64_t quotient = 0;
  for (int bit = n.bit_length() - d.bit_length(); bit >= 0; --bit) {
    const BigInteger rest = n - d.shifted_left(bit);
    if (rest.sign() < 0) continue;
    n = rest;
    quotient |= std::int64_t{1} << bit;
  }
  return quotient;
}

}  // namespace

std::optional<BigInteger> parse_whole(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
  if (!is_digits(text) || text.size() > 5000) return std::nullopt;
  BigInteger number;
  while (!text.empty()) {
    const std::string_view some = text.substr(0, 18);  // 10^18 < 2^63
    std::int64_t value = 0, power = 1;
    for (const char c : some) value = value * 10 + (c - '0'), power *= 10;
    number = number * BigInteger(power) + BigInteger(value);
    text.remove_prefix(some.size());
  }
  return negative ? -number : number;
}

std::optional<NearDouble> near_double(const BigInteger& numerator, const BigInteger& denominator) {
  if (denominator.sign() == 0) return std::nullopt;
  if (numerator.sign() == 0) return NearDouble{0.0, 0.0};
  const double sign = numerator.sign() * denominator.sign();
  const BigInteger n = numerator.sign() > 0 ? numerator : -numerator;
  const BigInteger d = denominator.sign() > 0 ? denominator : -denominator;
  // A quotient of 60 or 61 bits, then once or twice rounded: off by less than 2^-58 and 2^-53 of it, and 2^-1074.
  const int shift = 60 - (n.bit_length() - d.bit_length());
  const std::int64_t quotient =
      shift >= 0 ? whole_quotient(n.shifted_left(shift), d) : whole_quotient(n, d.shifted_left(-shift));
  const double size = std::ldexp(static_cast<double>(quotient), -shift);
  if (!(size <= std::numeric_limits<double>::max())) return std::nullopt;
  if (size != 0.0) {  // is it size itself, n = size d?
    int power = 0;
    std::frexp(size, &power);
    const int exponent = std::max(power - 53, -1074);
    const BigInteger product = BigInteger::from_double(size, exponent) * d;
    const bool same = exponent >= 0 ? product.shifted_left(exponent) == n : product == n.shifted_left(-exponent);
    if (same) return NearDouble{sign * size, 0.0};
  }
  return NearDouble{sign * size, size * 0x1p-52 + std::numeric_limits<double>::denorm_min()};
}

}  // namespace tocca
