#include "quantity.hpp"

#include <fmt/format.h>

#include <charconv>
#include <span>

#include "io/text.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

/// A decimal unit: a number in it is the same digits with another exponent.
struct Unit {
  std::string_view name;
  int exponent;
};

struct Kind {
  std::span<const Unit> units;
  const char *what, *remedy;
};

constexpr Unit length_units[] = {{"m", 0},        {"cm", -2},      {"mm", -3}, {"um", -6},
                                 {"\u00b5m", -6}, {"\u03bcm", -6}, {"km", 3}};
constexpr Unit time_units[] = {{"s", 0}, {"ms", -3}, {"us", -6}, {"\u00b5s", -6}, {"\u03bcs", -6}};
constexpr Kind length{length_units, "length", "give metres (0.01), or a unit: m, cm, mm, um (1cm)"};
constexpr Kind duration{time_units, "time", "give seconds (0.5), or a unit: s, ms, us (500ms)"};

/// How many characters the number at the beginning of the text has; 0 if there is none.
std::size_t number_length(std::string_view text) {
  const std::size_t sign = text.starts_with('+') ? 1 : 0;
  double value = 0.0;
  const char *begin = text.data() + sign, *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc::invalid_argument ? 0 : static_cast<std::size_t>(stop - text.data());
}

/// The number with another power of ten written behind it: rounded once, to the nearest double, and not by a product.
std::optional<double> shifted(std::string_view number, int exponent) {
  if (exponent == 0) return parse_number(number);
  const std::size_t e = number.find_first_of("eE");
  std::int64_t own = 0;
  if (e != std::string_view::npos) {
    const auto written = parse_integer(number.substr(e + 1));
    if (!written || *written > 9999 || *written < -9999) return std::nullopt;
    own = *written;
  }
  return parse_number(fmt::format("{}e{}", number.substr(0, e), own + exponent));
}

Quantity read(std::string_view text, const Kind& kind) {
  text = trimmed(text);
  const std::string_view number = text.substr(0, number_length(text)), unit = trimmed(text.substr(number.size()));
  const auto wrong = [&](std::string problem) { return Quantity{{}, std::move(problem), kind.remedy}; };
  if (number.empty()) return wrong(fmt::format("{} is not a {}", in_quotes(text), kind.what));
  if (unit.starts_with(',')) {
    return {{}, fmt::format("{} has a comma", in_quotes(text)), "write a point: 0.01"};
  }
  if (number.find_first_of("nN") != std::string_view::npos) {  // inf, nan: no digits to shift
    if (!unit.empty()) return wrong(fmt::format("{} is not a {}", in_quotes(text), kind.what));
    double value = 0.0;
    const std::string_view bare = number.substr(number.starts_with('+') ? 1 : 0);
    std::from_chars(bare.data(), bare.data() + bare.size(), value);
    return {value, {}, {}};
  }
  int exponent = 0;
  if (!unit.empty()) {
    const auto* known = kind.units.data();
    const auto* const end = known + kind.units.size();
    while (known != end && known->name != unit) ++known;
    if (known == end) return wrong(fmt::format("the unit {} is not known", in_quotes(unit)));
    exponent = known->exponent;
  }
  const std::optional<double> value = shifted(number, exponent);
  if (!value) return wrong(fmt::format("{} is too large", in_quotes(text)));
  return {value, {}, {}};
}

}  // namespace

Quantity read_length(std::string_view text) { return read(text, length); }
Quantity read_duration(std::string_view text) { return read(text, duration); }

double metres_of(std::string_view text, std::string_view option) {
  const Quantity read = read_length(text);
  if (!read.value) throw InputError(option, "", read.problem, read.remedy);
  return *read.value;
}

}  // namespace tocca::cli
