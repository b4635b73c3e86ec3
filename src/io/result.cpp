#include "tocca/io/result.hpp"

#include <sstream>

#include "output.hpp"

namespace tocca {
namespace {

constexpr std::size_t write_bytes = 1u << 16;

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

const char* name_of(ContactKind kind) {
  switch (kind) {
    case ContactKind::vertex_face:
      return "vertex-face";
    case ContactKind::face_vertex:
      return "face-vertex";
    case ContactKind::edge_edge:
      return "edge-edge";
    case ContactKind::round:
      return "round";
    case ContactKind::overlap:
      return "overlap";
    case ContactKind::inside:
      break;
  }
  return "inside";
}

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

void append_map(std::string& text, const std::vector<std::pair<std::string, double>>& map) {
  append_list(text, '{', map, '}', [&](const auto& entry) {
    append_json_string(text, entry.first);
    text += ':';
    append_json_number(text, entry.second);
  });
}

void append_contact(std::string& text, const Contact& contact) {
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
  text += '}';
}

void append_segment(std::string& text, const SegmentVerdict& segment) {
  text.append("{\"index\":").append(std::to_string(segment.index));
  text.append(",\"verdict\":\"").append(name_of(segment.outcome)).append("\",\"time\":");
  if (segment.outcome == Outcome::free) {
    text += "null";
  } else {
    append_numbers(text, segment.time);
  }
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
  append_list(text, '[', segment.contacts, ']', [&](const Contact& contact) { append_contact(text, contact); });
  text += ",\"configuration\":";
  append_map(text, segment.configuration);
  text += ",\"micros\":";
  append_json_number(text, segment.micros);
  text += '}';
}

void append_pair(std::string& text, const std::string& a, const std::string& b) {
  text += "{\"pair\":[";
  append_json_string(text, a);
  text += ',';
  append_json_string(text, b);
  text += ']';
}

void append_moment(std::string& text, const char* key, const std::array<PathMoment, 2>& bracket) {
  text.append(",\"").append(key).append("\":{\"segment\":").append(std::to_string(bracket[0].segment));
  text += ",\"time\":";
  append_numbers(text, std::array{bracket[0].t, bracket[1].t});
  text += '}';
}

void append_intervals(std::string& text, const ContactList& contacts) {
  text += "\"intervals\":";
  append_list(text, '[', contacts.intervals, ']', [&](const ContactInterval& interval) {
    text += '\n';
    append_pair(text, interval.a, interval.b);
    append_moment(text, "enter", interval.enter);
    append_moment(text, "leave", interval.leave);
    text.append(",\"from_start\":").append(interval.from_start ? "true" : "false");
    text.append(",\"to_end\":").append(interval.to_end ? "true}" : "false}");
  });
  text += ",\"undecided\":";
  append_list(text, '[', contacts.undecided, ']', [&](const ContactList::Rest& rest) {
    text += '\n';
    append_pair(text, rest.a, rest.b);
    text.append(",\"segment\":").append(std::to_string(rest.from.segment)).append(",\"from\":");
    append_json_number(text, rest.from.t);
    text += '}';
  });
  text += ',';
}

}  // namespace

ResultWriter::ResultWriter(std::ostream& out, const std::optional<Headline>& headline) : out_(out) {
  text_ = "{";
  if (headline) append_headline(*headline);
  text_ += "\"segments\":[";
}

void ResultWriter::append_headline(const Headline& headline) {
  text_.append("\"verdict\":\"").append(name_of(headline.outcome));
  text_.append("\",\"proven\":").append(headline.proven ? "true," : "false,");
  headline_written_ = true;
}

void ResultWriter::segment(const SegmentVerdict& segment) {
  text_ += first_segment_ ? "\n" : ",\n";
  first_segment_ = false;
  append_segment(text_, segment);
  if (text_.size() >= write_bytes) write_out();
}

void ResultWriter::finish(const Headline& headline, const std::vector<std::pair<std::string, double>>& stats,
                          const ContactList* contacts) {
  text_ += first_segment_ ? "]," : "\n],";
  if (!headline_written_) append_headline(headline);
  if (contacts) append_intervals(text_, *contacts);
  text_ += "\"stats\":";
  append_map(text_, stats);
  text_ += "}\n";
  write_out();
}

void ResultWriter::write_out() {
  out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
}

std::string to_json(const Verdict& verdict) {
  std::ostringstream out;
  const ResultWriter::Headline headline{verdict.outcome, verdict.proven};
  ResultWriter writer(out, headline);
  for (const SegmentVerdict& segment : verdict.segments) writer.segment(segment);
  writer.finish(headline, verdict.stats);
  return out.str();
}

}  // namespace tocca
