#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tocca::cli {

/// On one line; what is not UTF-8 in names from files is replaced.
inline std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace tocca::cli
