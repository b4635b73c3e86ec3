#pragma once

#include <limits>

namespace tocca {

/// A NaN end counts as everywhere: it becomes infinite, which surrounding boxes preserve and which can be sorted.
inline double known_lower(double end) { return end == end ? end : -std::numeric_limits<double>::infinity(); }
inline double known_upper(double end) { return end == end ? end : std::numeric_limits<double>::infinity(); }

/// Are two closed intervals apart? False if an end is NaN.
template <class Number>
bool apart(Number a_lower, Number a_upper, Number b_lower, Number b_upper) {
  return a_upper < b_lower || b_upper < a_lower;
}

/// Do two boxes share a point, each given by three lower and three upper ends?
template <class Number>
bool overlap(const Number* a_lower, const Number* a_upper, const Number* b_lower, const Number* b_upper) {
  return !(apart(a_lower[0], a_upper[0], b_lower[0], b_upper[0]) ||
           apart(a_lower[1], a_upper[1], b_lower[1], b_upper[1]) ||
           apart(a_lower[2], a_upper[2], b_lower[2], b_upper[2]));
}

}  // namespace tocca
