#include "io/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "tocca/core/error.hpp"

namespace tocca {
namespace {

constexpr std::size_t longest_name = 100;  // longer ones are no typing errors, and the table below is quadratic
constexpr std::size_t most_listed = 8;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Levenshtein's distance: the fewest letters to insert, remove or replace; case does not count.
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::size_t replaced = diagonal + (lower(a[i]) == lower(b[k]) ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({replaced, row[k] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view nearest;
  if (name.size() > longest_name) return nearest;
  std::size_t fewest = name.size() / 3 + 2;
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(candidate.size(), name.size()),
                      shorter = std::min(candidate.size(), name.size());
    if (longer > longest_name || longer - shorter >= fewest) continue;
    const std::size_t errors = typing_errors(name, candidate);
    if (errors < fewest && errors < longer) {
      fewest = errors;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const std::string_view nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return "did you mean '" + printable(nearest, 60) + "'?";
  if (candidates.empty()) return "there are none to choose from";
  std::string text = "choose from ";
  for (std::size_t k = 0; k < std::min(candidates.size(), most_listed); ++k) {
    text += (k == 0 ? "'" : ", '") + printable(candidates[k], 60) + "'";
  }
  return candidates.size() > most_listed ? text + ", ..." : text;
}

}  // namespace tocca
