#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "tocca/check/path_results.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// As JSON spells it: "budget" or "resolution".
const char* name_of(Undecided why);

/// The JSON of docs/guide/files.md. Numbers are written so that they read back exactly; one segment a line.
/// A free segment has no contact time: its "time" is null. Numbers that are not finite become null.
std::string to_json(const Verdict& verdict);

/// The same JSON, written segment by segment: ten million edges in bounded memory.
///
/// Keys come in the order given there where the outcome is known from the start. Where it is not (it follows
/// from the segments), "verdict" and "proven" come after the segments; JSON gives the order of keys no meaning.
class ResultWriter {
 public:
  /// The verdict over all segments, where it is known before they are written.
  struct Headline {
    Outcome outcome = Outcome::undecided;
    bool proven = true;
  };

  explicit ResultWriter(std::ostream& out, const std::optional<Headline>& headline = std::nullopt);

  void segment(const SegmentVerdict& segment);
  /// Requires a headline here or in the constructor; this one counts only where the other is missing. All contacts of the
  /// path, where they were asked for, become "intervals", and what is open of them "undecided".
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
