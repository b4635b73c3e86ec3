#include "peers/contest.hpp"

#include <algorithm>
#include <ctime>
#include <limits>

namespace tocca::bench {

namespace {

struct Record {
  double ms = std::numeric_limits<double>::infinity();
  bool touches = false, asked = false;
};

/// Processor time of this thread: what other programs do to the clock on the wall does not count.
double milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace

std::vector<Times> contest(const std::vector<Contestant>& contestants, std::size_t edge_count) {
  constexpr std::size_t block = 50;
  constexpr int rounds = 3;
  std::vector<std::vector<Record>> records(contestants.size(), std::vector<Record>(edge_count));
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t first = 0; first < edge_count; first += block) {
      for (std::size_t c = 0; c < contestants.size(); ++c) {
        for (std::size_t k = first; k < std::min(edge_count, first + block); ++k) {
          if (k % contestants[c].stride != 0) continue;
          Record& record = records[c][k];
          const double start = milliseconds();
          record.touches = contestants[c].touches(k);
          record.ms = std::min(record.ms, milliseconds() - start);
          record.asked = true;
        }
      }
    }
  }
  std::vector<Times> times(contestants.size());
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    Times& t = times[c];
    for (std::size_t k = 0; k < edge_count; ++k) {
      if (!records[c][k].asked) continue;
      const bool truth = records[0][k].touches, said = records[c][k].touches;
      (truth ? t.contact_ms : t.free_ms) += records[c][k].ms;
      (truth ? t.contacts : t.frees) += 1;
      t.missed += truth && !said ? 1 : 0;
      t.invented += said && !truth ? 1 : 0;
    }
    t.contact_ms /= t.contacts;
    t.free_ms /= t.frees;
  }
  return times;
}

}  // namespace tocca::bench
