// JSON whose keys stay in the order in which they are set.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tocca/verdict/bracket.hpp"

namespace tocca {

using OrderedJson = nlohmann::ordered_json;

/// A bracket as in files, [lo, hi]: found by nlohmann's library, for any of its object types.
template <class Json>
void to_json(Json& json, const Bracket& bracket) {
  json = Json::array({bracket.lo, bracket.hi});
}

/// JSON cannot express numbers that are not finite: null.
inline OrderedJson finite_or_null(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

/// All in one line. Names may hold bytes that are not UTF-8: replaced, since JSON has no way to write them.
inline std::string one_line(const OrderedJson& value) {
  return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

/// With line breaks, for people as well.
inline std::string many_lines(const OrderedJson& value) {
  return value.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace tocca
