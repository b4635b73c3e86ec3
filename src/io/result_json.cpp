#include "io/result_json.hpp"

#include "tocca/io/result_writers.hpp"

namespace tocca {

namespace {

void append_contact(std::string& text, const NamedContact& contact) {
  text += "{\"a\":";
  append_json_string(text, contact.a);
  text += ",\"b\":";
  append_json_string(text, contact.b);
  text += ",\"point\":";
  append_numbers(text, contact.point);
  text += ",\"normal\":";
  append_numbers(text, contact.normal);
  text.append(",\"kind\":\"").append(name_of(contact.kind)).append("\",\"triangles\":");
  append_list(text, '[', contact.triangles, ']', [&](std::int64_t index) { text += std::to_string(index); });
  text += ",\"distance\":";
  append_json_number(text, contact.distance_m);
  text += '}';
}

}  // namespace

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::free:
      return "free";
    case Outcome::contact:
      return "contact";
    case Outcome::undecided:
      break;
  }
  return "undecided";
}

const char* name_of(Undecided why) { return why == Undecided::budget ? "budget" : "resolution"; }

void append_map(std::string& text, const std::vector<std::pair<std::string, double>>& map) {
  append_list(text, '{', map, '}', [&](const auto& entry) {
    append_json_string(text, entry.first);
    text += ':';
    append_json_number(text, entry.second);
  });
}

void append_segment(std::string& text, const SegmentVerdict& segment, bool with_times) {
  text.append("{\"index\":").append(std::to_string(segment.index));
  text.append(",\"verdict\":\"").append(name_of(segment.outcome)).append("\",\"time\":");
  if (segment.outcome == Outcome::free) {
    text += "null";
  } else {
    append_numbers(text, std::array{segment.time.lo, segment.time.hi});
  }
  if (segment.outcome == Outcome::undecided) text.append(",\"why\":\"").append(name_of(segment.why)).append("\"");
  text += ",\"free_until\":";
  append_json_number(text, segment.free_until);
  text.append(",\"initial\":").append(segment.initial ? "true" : "false");
  text += ",\"pairs\":";
  append_list(text, '[', segment.pairs, ']', [&](const auto& pair) {
    text += '[';
    append_json_string(text, pair.first);
    text += ',';
    append_json_string(text, pair.second);
    text += ']';
  });
  text += ",\"contacts\":";
  append_list(text, '[', segment.contacts, ']', [&](const NamedContact& contact) { append_contact(text, contact); });
  text += ",\"configuration\":";
  append_map(text, segment.configuration);
  if (with_times) {
    text += ",\"micros\":";
    append_json_number(text, segment.micros);
  }
  text += '}';
}

}  // namespace tocca
