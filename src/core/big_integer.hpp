#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

namespace tocca {

/// An integer of any length: what decides where doubles cannot. Doubles over a common power of two are integers, so
/// that sums and products of coordinates are exact whatever their sizes, denormals included.
///
/// Guarantee   All operations are exact.
/// Cost        Schoolbook multiplication, some nanoseconds for numbers of a few words. Nothing is allocated for numbers
///             of up to inline_words words of 64 bits.
class BigInteger {
 public:
  static constexpr int inline_words = 24;

  BigInteger() = default;
  explicit BigInteger(std::int64_t value);
  BigInteger(const BigInteger& other) { *this = other; }
  BigInteger(BigInteger&& other) noexcept { *this = std::move(other); }
  BigInteger& operator=(const BigInteger& other);
  BigInteger& operator=(BigInteger&& other) noexcept {
    if (this == &other) return *this;
    sign_ = std::exchange(other.sign_, 0);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, inline_words);
    heap_ = std::move(other.heap_);
    if (!heap_) copy_words(other.inline_, size_, inline_);
    return *this;
  }

  /// value / 2^exponent. Requires a finite value for which that is an integer.
  static BigInteger from_double(double value, int exponent);

  int sign() const { return sign_; }
  int bit_length() const;      ///< of the absolute value; 0 for zero
  int trailing_zeros() const;  ///< the greatest power of two that divides it; 0 for zero
  /// Within two units in the last place of value / 2^scale, by truncation. Requires the result to be in the range of
  /// doubles.
  double approximate(int scale) const;

  BigInteger operator-() const;
  BigInteger shifted_left(int bits) const;   ///< times 2^bits; bits >= 0
  BigInteger shifted_right(int bits) const;  ///< over 2^bits, rounded towards zero; bits >= 0

  friend BigInteger operator+(const BigInteger& x, const BigInteger& y) { return sum(x, y, y.sign_); }
  friend BigInteger operator-(const BigInteger& x, const BigInteger& y) { return sum(x, y, -y.sign_); }
  friend BigInteger operator*(const BigInteger& x, const BigInteger& y);
  friend bool operator==(const BigInteger& x, const BigInteger& y) { return sum(x, y, -y.sign_).sign_ == 0; }

 private:
  using Word = std::uint64_t;

  /// Most numbers are short: copying four words costs less than asking how many there are.
  static void copy_words(const Word* from, int size, Word* to) {
    std::memcpy(to, from, 4 * sizeof(Word));
    if (size > 4) std::memcpy(to + 4, from + 4, static_cast<std::size_t>(size - 4) * sizeof(Word));
  }
  static BigInteger sum(const BigInteger& x, const BigInteger& y, int sign_of_y);
  static int compare_sizes(const BigInteger& x, const BigInteger& y);
  Word* resize(int words);  ///< the contents are lost
  Word* words() { return heap_ ? heap_.get() : inline_; }
  const Word* words() const { return heap_ ? heap_.get() : inline_; }
  void trim();  ///< no leading zero words

  int sign_ = 0, size_ = 0, capacity_ = inline_words;
  std::unique_ptr<Word[]> heap_;
  Word inline_[inline_words];
};

}  // namespace tocca
