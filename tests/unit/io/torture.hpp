// Broken files on purpose: whatever happened to a file, a reader loads it or throws an InputError, nothing else.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

#include "testing/draw.hpp"
#include "tocca/core/error.hpp"

namespace tocca::testing {

struct Survival {
  int loaded = 0, refused = 0;
};

/// One accident, or a few: bytes changed, inserted or lost, stretches repeated or lost, words that hurt put in.
inline std::string mutate(std::string text, Draw& draw) {
  static const std::string_view words[] = {"nan",    "1e999", "-",    "\"",   "{",  "}", "[",
                                           "]",      "<",     ">",    "0",    "-1", ",", "\n",
                                           "\\",     "\r",    "\xff", "\xc3", "/>", ":", "#",
                                           "1e-320", "null",  "true", "=",    "&",  " ", "999999999999999999999"};
  for (int accidents = draw.coin(0.7) ? 1 : draw.integer(2, 4); accidents > 0; --accidents) {
    const auto size = static_cast<int>(text.size());
    const auto at = static_cast<std::size_t>(draw.integer(0, size));
    const auto length = static_cast<std::size_t>(draw.integer(1, 12));
    switch (draw.integer(0, 4)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(draw.integer(0, 255));
        break;
      case 1:
        text.insert(at, 1, static_cast<char>(draw.integer(0, 255)));
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, text.substr(at, length));
        break;
      default:
        text.insert(at, words[draw.integer(0, static_cast<int>(std::size(words)) - 1)]);
    }
  }
  return text;
}

/// Gives `load` the sample cut off after every byte (every few bytes where it is long), then mutated copies.
template <class Load>
Survival torture(const std::string& sample, const Load& load, int everyday, int campaign) {
  Survival survival;
  const auto attempt = [&](const std::string& text, const std::string& story) {
    try {
      load(text);
      ++survival.loaded;
    } catch (const InputError& error) {
      ++survival.refused;
      const std::string_view line = error.what();
      EXPECT_TRUE(!line.empty() && line.find('\n') == std::string_view::npos) << story << ": " << line;
    } catch (const std::exception& error) {
      ADD_FAILURE() << story << ": " << error.what() << "\n" << text;
    }
  };
  const std::size_t step = std::max<std::size_t>(1, sample.size() / static_cast<std::size_t>(cases(2000, 1'000'000)));
  for (std::size_t length = 0; length <= sample.size(); length += step) {
    attempt(sample.substr(0, length), "cut after " + std::to_string(length) + " bytes");
  }
  Draw draw;
  for (int k = 0; k < cases(everyday, campaign); ++k) attempt(mutate(sample, draw), story(draw.seed(), k));
  return survival;
}

}  // namespace tocca::testing
