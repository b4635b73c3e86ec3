// A bracket as files have it: [lo, hi].
#pragma once

#include <nlohmann/json.hpp>

#include "tocca/verdict/bracket.hpp"

namespace tocca {

/// Found by nlohmann's library, for any of its kinds of objects.
template <class Json>
void to_json(Json& json, const Bracket& bracket) {
  json = Json::array({bracket.lo, bracket.hi});
}

}  // namespace tocca
