// Lengths and times as people write them on a command line: "0.01", "1cm", "5 mm"; "2", "500ms".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tocca::cli {

/// What a text means, or what is wrong with it.
struct Quantity {
  std::optional<double> value;  ///< in metres or seconds: the double nearest to the decimal number, whatever its unit
  std::string problem, remedy;  ///< where there is no value
};

/// A number of metres, or one with a unit: m, cm, mm, um, km. Infinite values and NaN are read: the caller knows its range.
Quantity read_length(std::string_view text);
/// A number of seconds, or one with a unit: s, ms, us.
Quantity read_duration(std::string_view text);

/// The length of an option, or of the part of its value that is one. Throws InputError, which names the option.
double metres_of(std::string_view text, std::string_view option);

}  // namespace tocca::cli
