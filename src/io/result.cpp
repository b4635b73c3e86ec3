#include <algorithm>
#include <sstream>

#include "io/result_json.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca {
namespace {

constexpr std::size_t write_bytes = 1u << 16;

void append_pair(std::string& text, const std::string& a, const std::string& b) {
  text += "{\"pair\":[";
  append_json_string(text, a);
  text += ',';
  append_json_string(text, b);
  text += ']';
}

void append_moment(std::string& text, const char* key, const BracketOf<PathMoment>& bracket) {
  text.append(",\"").append(key).append("\":{\"segment\":").append(std::to_string(bracket.lo.segment));
  text += ",\"time\":";
  append_numbers(text, std::array{bracket.lo.t, bracket.hi.t});
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
    text.append(",\"why\":\"").append(name_of(rest.why)).append("\"}");
  });
  text += ',';
}

/// That bodies are where the tree puts them, and how near that is to closing each loop.
void append_loops(std::string& text, std::span<const LoopClosure> loops) {
  text += "\"loops\":";
  append_list(text, '[', loops, ']', [&](const LoopClosure& loop) {
    text += "{\"name\":";
    append_json_string(text, loop.name);
    text += ",\"tolerance\":";
    append_json_number(text, loop.tolerance_m);
    text += ",\"apart\":";
    append_numbers(text, std::array{loop.lower_m, loop.upper_m});
    text.append(",\"segment\":").append(std::to_string(loop.at.segment)).append(",\"time\":");
    append_json_number(text, loop.at.t);
    text += '}';
  });
  text += ',';
}

void append_stats(std::string& text, const ResultStats& stats, bool times) {
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  std::vector<std::pair<std::string, double>> numbers{{"segments", number(stats.segments)},
                                                      {"pairs", number(stats.pairs)},
                                                      {"volumes", number(stats.work.volumes)},
                                                      {"triangle_pairs", number(stats.work.triangle_pairs)},
                                                      {"solver_calls", number(stats.work.solver_calls)},
                                                      {"windows", number(stats.work.windows)},
                                                      {"static_tests", number(stats.work.static_tests)}};
  const auto& stages = stats.work.stage_ns;  // of the interval strategy alone
  if (times && std::any_of(stages.begin(), stages.end(), [](std::uint64_t ns) { return ns > 0; })) {
    for (std::size_t k = 0; k < stages.size(); ++k) {
      numbers.emplace_back("stage_" + std::to_string(k + 1) + "_micros", 1e-3 * number(stages[k]));
    }
  }
  if (times && stats.interval_micros) numbers.emplace_back("interval_micros", *stats.interval_micros);
  append_map(text, numbers);
}

}  // namespace

ResultWriter::ResultWriter(std::ostream& out, const std::optional<Headline>& headline, bool times)
    : out_(out), text_("{"), times_(times) {
  if (headline) append_headline(*headline);
  text_ += "\"segments\":[";
}

void ResultWriter::append_headline(const Headline& headline) {
  text_.append("\"verdict\":\"").append(name_of(headline.outcome));
  text_.append("\",\"proven\":").append(headline.proven ? "true," : "false,");
  headline_written_ = true;
}

void ResultWriter::segment(const SegmentVerdict& segment) {
  begin_segment();
  append_segment(text_, segment, times_);
}

void ResultWriter::begin_segment() {
  if (text_.size() >= write_bytes) write_out();
  text_ += first_segment_ ? "\n" : ",\n";
  first_segment_ = false;
}

void ResultWriter::segment_text(std::string_view text) {
  begin_segment();
  text_ += text;
}

void ResultWriter::finish(const Headline& headline, const ResultStats& stats, const ContactList* contacts) {
  text_ += first_segment_ ? "]," : "\n],";
  if (!headline_written_) append_headline(headline);
  if (contacts) append_intervals(text_, *contacts);
  if (!stats.loops.empty()) append_loops(text_, stats.loops);
  text_ += "\"stats\":";
  append_stats(text_, stats, times_);
  text_ += "}\n";
  write_out();
}

void ResultWriter::write_out() {
  out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
}

std::string segment_json(const SegmentVerdict& segment, bool times) {
  std::string text;
  append_segment(text, segment, times);
  return text;
}

std::string to_json(const Verdict& verdict) {
  std::ostringstream out;
  const ResultWriter::Headline headline{verdict.outcome, verdict.proven};
  ResultWriter writer(out, headline);
  for (const SegmentVerdict& segment : verdict.segments) writer.segment(segment);
  writer.finish(headline, {verdict.segments.size(), verdict.pairs, verdict.statistics, std::nullopt, {}});
  return out.str();
}

}  // namespace tocca
