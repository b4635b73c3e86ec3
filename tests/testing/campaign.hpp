// Campaigns in pieces that add up. TOCCA_FULL=1 runs one piece of each campaign: the first, or with TOCCA_PIECE=<k> the one of
// that number, whose draws are its own (testing/draw.hpp).
//
//   TOCCA_FULL=1 TOCCA_PIECE=7 TOCCA_CAMPAIGN_LOG=log.jsonl test_oracle_check --gtest_filter='Clutter.*'
#pragma once

#include <chrono>

#include "judge.hpp"

namespace tocca::testing {

/// Reports at its end what a test has judged, however the test ended: one line on stdout,
///   judged 1000 segments: 812 free, 188 contact, 0 undecided, 0 wrong
/// and a line of JSON at the end of the file that TOCCA_CAMPAIGN_LOG names. `log` outlives it.
class Tally {
 public:
  explicit Tally(const JudgeLog& log) : log_(log) {}
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  ~Tally();

 private:
  const JudgeLog& log_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace tocca::testing
