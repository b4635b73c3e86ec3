#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/output.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

const char* name_of(Outcome outcome);

/// "[" items "]" with commas between; `append(item)` writes one.
template <class Items, class Append>
void append_list(std::string& text, char open, const Items& items, char close, const Append& append) {
  text += open;
  bool first = true;
  for (const auto& item : items) {
    if (!first) text += ',';
    first = false;
    append(item);
  }
  text += close;
}

template <class Numbers>
void append_numbers(std::string& text, const Numbers& numbers) {
  append_list(text, '[', numbers, ']', [&](double number) { append_json_number(text, number); });
}

void append_map(std::string& text, const std::vector<std::pair<std::string, double>>& map);
/// One entry of "segments".
void append_segment(std::string& text, const SegmentVerdict& segment, bool with_times = true);

}  // namespace tocca
