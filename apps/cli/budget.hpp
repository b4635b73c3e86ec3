// How much work a question may cost: one rule for all verbs.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "tocca/verdict/verdict.hpp"

namespace tocca::cli {

/// --budget N | none. Without it there is a default, so that no question goes on forever.
class Budget {
 public:
  /// `unit`: what is given up; `tests`: what is counted.
  Budget(std::uint64_t otherwise, std::string unit, std::string tests)
      : otherwise_(otherwise), unit_(std::move(unit)), tests_(std::move(tests)) {}

  void add_to(CLI::App& verb);
  /// Throws InputError if the text is not such a number.
  std::uint64_t most() const;
  /// As in "100,000,000 tests per segment".
  std::string text() const;

 private:
  std::uint64_t otherwise_;
  std::string unit_, tests_, given_;
};

/// For questions about paths: one to two minutes per segment on one core, at most.
constexpr std::uint64_t tests_a_segment = 100'000'000;
/// For continuous steps of many bodies: about a tenth of a second per pair, at most.
constexpr std::uint64_t tests_a_pair = 100'000;
/// For questions about screws.
constexpr std::uint64_t equations_per_motion = 1'000'000;

/// Why something is undecided, and what helps.
std::string why_text(Undecided why);

}  // namespace tocca::cli
