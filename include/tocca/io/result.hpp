#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "tocca/check/path_results.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// As JSON spells it: "budget" or "resolution".
const char* name_of(Undecided why);

/// The JSON of docs/guide/files.md. Numbers read back exactly; one segment per line. A free segment has no contact
/// time: its "time" is null. Numbers that are not finite become null.
std::string to_json(const Verdict& verdict);

/// The same JSON, written segment by segment: ten million edges in bounded memory.
///
/// Keys come in the documented order if the outcome is known from the start. If it is not (it follows from the
/// segments), "verdict" and "proven" come after the segments; the order of keys has no meaning in JSON.
class ResultWriter {
 public:
  /// The verdict over all segments, where it is known before they are written.
  struct Headline {
    Outcome outcome = Outcome::undecided;
    bool proven = true;
  };

  explicit ResultWriter(std::ostream& out, const std::optional<Headline>& headline = std::nullopt);

  void segment(const SegmentVerdict& segment);
  /// Requires a headline here or in the constructor; this one counts only if the other is missing. If all contacts of
  /// the path were asked for, they become "intervals", and what remains open becomes "undecided".
  void finish(const Headline& headline, const std::vector<std::pair<std::string, double>>& stats,
              const ContactList* contacts = nullptr);

 private:
  void append_headline(const Headline& headline);
  void write_out();

  std::ostream& out_;
  std::string text_;
  bool headline_written_ = false, first_segment_ = true;
};

}  // namespace tocca
