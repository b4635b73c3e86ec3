// What `tocca screw` reports: the same answers for people (a short table) and for programs (JSON, docs/guide/screw.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "result_stream.hpp"
#include "table.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/screw/screw_results.hpp"

namespace tocca::cli {

/// The answer to one row of the motions, its points and normals in the world.
struct ScrewVerdict {
  std::int64_t index = 0;
  ScrewAnswer answer;
  double micros = 0.0;  ///< for the query alone
};

/// Takes answers in order: writes all, prints the first few that are not free, counts.
class ScrewWriter {
 public:
  /// `json` may be empty: none. `all`: contacts have their own times.
  ScrewWriter(std::string name_a, std::string name_b, const std::string& json, bool all);

  void add(const ScrewVerdict& verdict);
  void finish();
  std::string text() const;
  std::string counts_text() const;  ///< "2 motions (1 free, ...) in ..."
  Outcome outcome() const;          ///< contact outranks undecided outranks free

 private:
  static constexpr std::size_t shown_at_most = 20;
  void show(const ScrewVerdict& verdict);
  std::size_t count(Outcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }

  std::optional<ResultStream> stream_;
  std::optional<ScrewResultWriter> result_;  ///< onto the stream
  Table table_{{{"row", true}, {"time", true}, {"kind"}, {"point"}, {"places", true}}};
  std::size_t rows_ = 0, shown_ = 0, counts_[3] = {0, 0, 0};
  double micros_ = 0.0;
};

}  // namespace tocca::cli
