#include "bench/bench_page.hpp"

#include "embedded_texts.hpp"

namespace tocca::cli {

std::string bench_page(const BenchJson& measured) {
  constexpr std::string_view place = "@DATA@";
  std::string page = bench_page_text;
  std::string data;
  // Nothing in the data may end the element that it stands in.
  for (const char c : measured.dump(-1, ' ', false, BenchJson::error_handler_t::replace)) {
    c == '<' ? data += "\\u003c" : data += c;
  }
  return page.replace(page.find(place), place.size(), data);
}

}  // namespace tocca::cli
