#pragma once

#include <span>
#include <string_view>

namespace tocca {

std::span<const std::string_view> page_pieces();

}  // namespace tocca
