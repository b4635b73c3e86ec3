// First contacts within steps, counted and written down: `--continuous` of tocca world and tocca walk.
#pragma once

#include <memory>
#include <string_view>

#include "pages/recording.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca::cli {

class TimedContacts {
 public:
  /// From now on also into first_contacts.csv.
  void record_to(const Recording& recording);
  /// On the way from step `step` to the next.
  void add(int step, std::string_view a, std::string_view b, const TimedContact& contact);
  void close();

  const WorldSummary::FirstContacts& counts() const { return counts_; }
  std::string text() const;  ///< lines for a summary

 private:
  WorldSummary::FirstContacts counts_{};
  std::unique_ptr<ResultStream> file_;
};

}  // namespace tocca::cli
