#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "tocca/io/report.hpp"

namespace tocca {

/// The page without data, as web/ builds it; empty where this library was built without it (TOCCA_REPORT).
std::string page_template();

/// One HTML file that needs nothing else: the page and the report's data block. Throws InputError where there is no page.
void write_page(std::ostream& out, const Report& report);

/// Throws InputError, which says how to get one, where this library was built without the page. `option` names what was asked.
void require_page(std::string_view option);

}  // namespace tocca
