#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "tocca/io/report.hpp"

namespace tocca {

/// The page without data, as built by web/; empty if this library was built without it (TOCCA_REPORT).
std::string page_template();

/// One self-contained HTML file: the page and the report's data block. Throws InputError if there is no page.
void write_page(std::ostream& out, const Report& report);

/// Throws InputError, saying how to get the page, if this library was built without it. `option` names what was asked
/// for.
void require_page(std::string_view option);

}  // namespace tocca
