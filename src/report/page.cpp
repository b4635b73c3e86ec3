#include "tocca/report/page.hpp"

#include <ostream>

#include "report/page_pieces.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

#ifndef TOCCA_HAS_PAGE
std::span<const std::string_view> page_pieces() { return {}; }
#endif

std::string page_template() {
  std::string page;
  for (const std::string_view piece : page_pieces()) page += piece;
  return page;
}

void require_page(std::string_view option) {
  if (!page_pieces().empty()) return;
  throw InputError(option, "", "this program was built without the report page",
                   "install nodejs and npm, run npm ci in web/, and configure with -DTOCCA_REPORT=ON");
}

void write_page(std::ostream& out, const Report& report) {
  require_page("report");
  // The data come last: a file that was cut off still has the page, which says so.
  for (const std::string_view piece : page_pieces()) out << piece;
  write_report_block(out, report);
  out << "</body>\n</html>\n";
}

}  // namespace tocca
