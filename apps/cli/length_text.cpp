#include "length_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tocca::cli {
namespace {

/// In which unit a length is written, and how many decimals make four digits of it.
struct Scale {
  const char* unit;
  double per_metre;
  int decimals;

  explicit Scale(double metres)
      : unit(metres < 1e-3  ? "\u00b5m"
             : metres < 0.1 ? "mm"
                            : "m"),
        per_metre(metres < 1e-3  ? 1e6
                  : metres < 0.1 ? 1e3
                                 : 1.0),
        decimals(3) {
    const double value = metres * per_metre;
    if (value > 0.0) decimals = std::clamp(3 - static_cast<int>(std::floor(std::log10(value))), 0, 9);
  }
  std::string down(double metres) const { return number(std::floor(metres * per_metre * power()) / power()); }
  std::string up(double metres) const { return number(std::ceil(metres * per_metre * power()) / power()); }

 private:
  double power() const { return std::pow(10.0, decimals); }
  std::string number(double value) const { return fmt::format("{:.{}f}", value, decimals); }
};

constexpr double atom_m = 1e-10;  // what is smaller is rounding: written as 0

}  // namespace

std::string bracket_text(double lower_m, double upper_m) {
  if (upper_m < atom_m) return "0 m (touching)";
  const Scale scale(upper_m);
  const std::string upper = scale.up(upper_m);
  if (!(lower_m > 0.0)) return fmt::format("at most {} {}", upper, scale.unit);
  const std::string lower = scale.down(lower_m);
  return lower == upper ? fmt::format("{} {}", upper, scale.unit)
                        : fmt::format("{} to {} {}", lower, upper, scale.unit);
}

std::string metres_text(double metres) { return metres < atom_m ? "0" : fmt::format("{:.9g}", metres); }

std::string at_least_text(double metres) {
  const Scale scale(metres);
  return fmt::format("{} {}", scale.down(std::max(metres, 0.0)), scale.unit);
}

}  // namespace tocca::cli
