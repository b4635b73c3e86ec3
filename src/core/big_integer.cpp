#include "core/big_integer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

__extension__ typedef unsigned __int128 DoubleWord;
constexpr int word_bits = 64;

}  // namespace

BigInteger::BigInteger(std::int64_t value) {
  if (value == 0) return;
  sign_ = value > 0 ? 1 : -1;
  size_ = 1;
  inline_[0] = value > 0 ? static_cast<Word>(value) : ~static_cast<Word>(value) + 1;
}

BigInteger& BigInteger::operator=(const BigInteger& other) {
  if (this == &other) return *this;
  const int size = other.size_;
  copy_words(other.words(), size, resize(size));
  sign_ = other.sign_;
  return *this;
}

BigInteger::Word* BigInteger::resize(int words_needed) {
  if (words_needed > capacity_) {
    heap_.reset(new Word[static_cast<std::size_t>(words_needed)]);
    capacity_ = words_needed;
  }
  size_ = words_needed;
  return words();
}

void BigInteger::trim() {
  const Word* w = words();
  while (size_ > 0 && w[size_ - 1] == 0) --size_;
  if (size_ == 0) sign_ = 0;
}

BigInteger BigInteger::from_double(double value, int exponent) {
  TOCCA_REQUIRE(std::isfinite(value), "only a finite number is a whole number times a power of two");
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int field = static_cast<int>(bits >> 52 & 0x7ff);
  const Word fraction = bits & ((Word{1} << 52) - 1), mantissa = field == 0 ? fraction : fraction | Word{1} << 52;
  BigInteger whole;
  if (mantissa == 0) return whole;
  whole.sign_ = value > 0.0 ? 1 : -1;
  whole.size_ = 1;
  whole.inline_[0] = mantissa;
  const int shift = std::max(field, 1) - 1075 - exponent;  // value = mantissa 2^(field - 1075)
  TOCCA_REQUIRE(shift >= 0 || std::countr_zero(mantissa) >= -shift, "the value must be a multiple of 2^exponent");
  return shift >= 0 ? whole.shifted_left(shift) : whole.shifted_right(-shift);
}

int BigInteger::bit_length() const { return size_ == 0 ? 0 : size_ * word_bits - std::countl_zero(words()[size_ - 1]); }

int BigInteger::trailing_zeros() const {
  if (size_ == 0) return 0;
  int k = 0;
  while (words()[k] == 0) ++k;
  return k * word_bits + std::countr_zero(words()[k]);
}

double BigInteger::approximate(int scale) const {
  TOCCA_REQUIRE(bit_length() - scale <= std::numeric_limits<double>::max_exponent,
                "the number over 2^scale must be within the range of a double");
  const int surplus = std::max(0, bit_length() - 60);
  const BigInteger head = shifted_right(surplus);
  if (head.size_ == 0) return 0.0;
  return sign_ * std::ldexp(static_cast<double>(head.words()[0]), surplus - scale);
}

BigInteger BigInteger::operator-() const {
  BigInteger negative(*this);
  negative.sign_ = -sign_;
  return negative;
}

BigInteger BigInteger::shifted_left(int bits) const {
  TOCCA_REQUIRE(bits >= 0, "a shift must not be negative");
  BigInteger result;
  if (sign_ == 0) return result;
  const int whole = bits / word_bits, part = bits % word_bits;
  Word* out = result.resize(size_ + whole + 1);
  const Word* in = words();
  std::fill_n(out, whole, Word{0});
  Word carry = 0;
  for (int k = 0; k < size_; ++k) {
    out[whole + k] = (in[k] << part) | carry;
    carry = part == 0 ? 0 : in[k] >> (word_bits - part);
  }
  out[whole + size_] = carry;
  result.sign_ = sign_;
  result.trim();
  return result;
}

BigInteger BigInteger::shifted_right(int bits) const {
  TOCCA_REQUIRE(bits >= 0, "a shift must not be negative");
  BigInteger result;
  const int whole = bits / word_bits, part = bits % word_bits;
  if (whole >= size_) return result;
  Word* out = result.resize(size_ - whole);
  const Word* in = words();
  for (int k = whole; k < size_; ++k) {
    const Word above = k + 1 < size_ && part != 0 ? in[k + 1] << (word_bits - part) : 0;
    out[k - whole] = (in[k] >> part) | above;
  }
  result.sign_ = sign_;
  result.trim();
  return result;
}

int BigInteger::compare_sizes(const BigInteger& x, const BigInteger& y) {
  if (x.size_ != y.size_) return x.size_ > y.size_ ? 1 : -1;
  const Word *a = x.words(), *b = y.words();
  for (int k = x.size_ - 1; k >= 0; --k) {
    if (a[k] != b[k]) return a[k] > b[k] ? 1 : -1;
  }
  return 0;
}

BigInteger BigInteger::sum(const BigInteger& x, const BigInteger& y, int sign_of_y) {
  BigInteger result;
  if (sign_of_y == 0) return x;
  if (x.sign_ == 0) {
    result = y;
    result.sign_ = sign_of_y;
    return result;
  }
  const bool x_is_larger = compare_sizes(x, y) >= 0;
  const BigInteger &large = x_is_larger ? x : y, &small = x_is_larger ? y : x;
  Word* out = result.resize(large.size_ + 1);
  const Word *a = large.words(), *b = small.words();
  if (x.sign_ == sign_of_y) {
    Word carry = 0;
    int k = 0;
    for (; k < small.size_; ++k) {
      const DoubleWord s = DoubleWord{a[k]} + b[k] + carry;
      out[k] = static_cast<Word>(s);
      carry = static_cast<Word>(s >> word_bits);
    }
    for (; k < large.size_; ++k) {
      out[k] = a[k] + carry;
      carry = out[k] < carry;
    }
    out[large.size_] = carry;
  } else {
    Word borrow = 0;
    int k = 0;
    for (; k < small.size_; ++k) {
      const DoubleWord s = DoubleWord{a[k]} - b[k] - borrow;
      out[k] = static_cast<Word>(s);
      borrow = static_cast<Word>(s >> word_bits) & 1;
    }
    for (; k < large.size_; ++k) {
      out[k] = a[k] - borrow;
      borrow = a[k] < borrow;
    }
    out[large.size_] = 0;
  }
  result.sign_ = x_is_larger ? x.sign_ : sign_of_y;
  result.trim();
  return result;
}

BigInteger operator*(const BigInteger& x, const BigInteger& y) {
  BigInteger result;
  if (x.sign_ == 0 || y.sign_ == 0) return result;
  BigInteger::Word* out = result.resize(x.size_ + y.size_);
  const BigInteger::Word *a = x.words(), *b = y.words();
  std::fill_n(out, x.size_ + y.size_, BigInteger::Word{0});
  for (int i = 0; i < x.size_; ++i) {
    BigInteger::Word carry = 0;
    for (int k = 0; k < y.size_; ++k) {
      const DoubleWord p = DoubleWord{a[i]} * b[k] + out[i + k] + carry;  // at most 2^128 - 1
      out[i + k] = static_cast<BigInteger::Word>(p);
      carry = static_cast<BigInteger::Word>(p >> word_bits);
    }
    out[i + y.size_] = carry;
  }
  result.sign_ = x.sign_ * y.sign_;
  result.trim();
  return result;
}

}  // namespace tocca
