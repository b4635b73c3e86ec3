#include "budget.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "table.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {

void Budget::add_to(CLI::App& verb) {
  verb.add_option("--budget", given_,
                  fmt::format("Report a {} as undecided after N {}; none: no limit (default: {})", unit_, tests_,
                              grouped(otherwise_)))
      ->type_name("N|none");
}

std::uint64_t Budget::most() const {
  if (given_.empty()) return otherwise_;
  if (given_ == "none") return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t number = 0;
  const char* const end = given_.data() + given_.size();
  const auto [rest, error] = std::from_chars(given_.data(), end, number);
  if (error != std::errc() || rest != end || number == 0) {
    throw InputError("--budget", "", fmt::format("'{}' is not a valid number of {}", printable(given_), tests_),
                     "give a whole number of at least 1, or none");
  }
  return number;
}

std::string Budget::text() const {
  const std::uint64_t number = most();
  if (number == std::numeric_limits<std::uint64_t>::max()) return "none";
  return fmt::format("{} {} per {}", grouped(number), tests_, unit_);
}

std::string why_text(Undecided why) {
  return why == Undecided::budget ? "the work budget ran out; raise it with --budget N, or remove it with --budget none"
                                  : "rounding at these sizes and angles exceeds the tolerance, or a joint turns more "
                                    "than 167,000 times in one segment; raise --tolerance, move the coordinates "
                                    "closer to 0, or split the segment";
}

}  // namespace tocca::cli
