// Files of the repository that are compiled into the program (CMakeLists.txt).
#pragma once

namespace tocca::cli {

extern const char* const bench_reference_text;  ///< bench/reference.json
extern const char* const bench_page_text;       ///< web/bench/page.html

}  // namespace tocca::cli
