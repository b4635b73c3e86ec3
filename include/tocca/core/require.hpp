#pragma once

namespace tocca {

/// Prints "FILE:LINE: contract broken: SENTENCE" as one line on stderr and aborts. Called only by TOCCA_REQUIRE.
[[noreturn]] void contract_broken(const char* file, int line, const char* sentence) noexcept;

}  // namespace tocca

/// What a function requires of its caller: a condition, and a plain English sentence that says what must hold ("a
/// volume needs at least one point").
///
/// Guarantee   In a checked build (TOCCA_CHECKED: the presets dev, asan, tsan and fuzz) a call that breaks the contract
///             stops the program with that sentence. In any other build the condition is compiled but never evaluated:
///             it costs nothing.
/// Not claimed That bad input is refused: what users or files may get wrong is an InputError, in every build.
#ifdef TOCCA_CHECKED
#define TOCCA_REQUIRE(condition, sentence) \
  ((condition) ? static_cast<void>(0) : ::tocca::contract_broken(__FILE__, __LINE__, sentence))
#else
#define TOCCA_REQUIRE(condition, sentence) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
