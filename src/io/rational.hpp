#pragma once

#include <optional>
#include <string_view>

#include "core/big_integer.hpp"

namespace tocca {

/// The integer that all of `text` spells ("-12"); empty for anything else, or for more than 5,000 digits.
std::optional<BigInteger> parse_whole(std::string_view text);

struct NearDouble {
  double value;
  double error;  ///< at least |value - the fraction|; 0 if and only if they are the same
};

/// Empty if the denominator is zero or the fraction is out of the range of doubles.
std::optional<NearDouble> near_double(const BigInteger& numerator, const BigInteger& denominator);

}  // namespace tocca
