#include "too_near.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tocca::cli {

bool is_too_near(const Contact& contact, double tolerance_m) { return contact.distance_m > tolerance_m; }

bool is_too_near(const SegmentVerdict& segment, double tolerance_m) {
  return segment.outcome == Outcome::contact && !segment.contacts.empty() &&
         std::all_of(segment.contacts.begin(), segment.contacts.end(),
                     [&](const NamedContact& contact) { return is_too_near(contact, tolerance_m); });
}

std::string plain_length(double metres) {
  return metres < 1e-3  ? fmt::format("{:.4g} \u00b5m", metres * 1e6)
         : metres < 0.1 ? fmt::format("{:.4g} mm", metres * 1e3)
                        : fmt::format("{:.4g} m", metres);
}

double asked_distance(const ProblemPairs& pairs, const std::string& a, const std::string& b) {
  const auto pair = std::find_if(pairs.checked.begin(), pairs.checked.end(), [&](const ProblemPairs::Checked& one) {
    const std::string &first = pairs.name(one.a), &second = pairs.name(one.b);
    return (first == a && second == b) || (first == b && second == a);
  });
  return pair == pairs.checked.end() ? 0.0 : std::max(0.0, pair->level_m);
}

std::string too_near_text(const SegmentVerdict& segment, const ProblemPairs& pairs) {
  double distance = 0.0, asked = -1.0;
  for (const auto& [a, b] : segment.pairs) {
    const double of_pair = asked_distance(pairs, a, b);
    for (const NamedContact& contact : segment.contacts) {
      if (contact.a != a || contact.b != b) continue;
      if (asked >= 0.0 && of_pair - contact.distance_m <= asked - distance) continue;
      asked = of_pair;
      distance = contact.distance_m;
    }
  }
  const std::string is = plain_length(distance), should_be = plain_length(asked);
  return is == should_be ? fmt::format("too near: {} where more than {} are asked", is, should_be)
                         : fmt::format("too near: {} where {} are asked", is, should_be);
}

}  // namespace tocca::cli
