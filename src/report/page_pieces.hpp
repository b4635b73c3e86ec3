// Layer: report, internal.  The page, in pieces as long as compilers take string literals. Defined by a file that web/build.mjs writes.
#pragma once

#include <span>
#include <string_view>

namespace tocca {

std::span<const std::string_view> page_pieces();

}  // namespace tocca
