// Seeded, portable random draws for property tests. TOCCA_SEED=<n> replays a failure; TOCCA_FULL=1 runs the campaigns, and
// TOCCA_PIECE=<k> another piece of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <string>

#include "tocca/shape/pose.hpp"

namespace tocca::testing {

/// Own generator (splitmix64): the same numbers on every platform and library.
class Draw {
 public:
  Draw();  ///< seeded from the running test's name and TOCCA_PIECE; TOCCA_SEED, where it is set, is the seed itself
  explicit Draw(std::uint64_t seed) : seed_(seed), state_(seed) {}

  std::uint64_t seed() const { return seed_; }
  std::uint64_t bits();
  double uniform(double lo, double hi);
  double log_uniform(double lo, double hi);  ///< both positive
  int integer(int lo, int hi);               ///< both ends included
  bool coin(double probability = 0.5);
  double normal();
  double sign() { return coin() ? 1.0 : -1.0; }
  double any_double();          ///< any finite double, all exponents alike: huge, tiny, subnormal, zero
  Vector3 vector(double size);  ///< uniform in the cube [-size, size]^3
  Vector3 direction();          ///< uniform on the unit sphere
  Pose pose(double size);       ///< any orientation

 private:
  std::uint64_t seed_, state_;
};

/// How many cases a property test runs: `everyday` normally, `campaign` with TOCCA_FULL=1, a tenth with TOCCA_FAST=1
/// but at least 60 where there are as many: fewer show too little for hit rates.
int cases(int everyday, int campaign);
/// Is TOCCA_FULL=1 set?
bool campaign();
/// Which piece of a campaign this run is: TOCCA_PIECE, else 0.
int piece();

/// The folder of real models ($TOCCA_MODELS, default ../shared/models beside the project); empty path if absent.
std::filesystem::path models();

/// "seed=.. case=.. a b c": what to print so that a failure can be replayed and understood.
template <class... Values>
std::string story(std::uint64_t seed, int index, const Values&... values) {
  std::ostringstream text;
  text.precision(17);
  text << "TOCCA_SEED=" << seed << " case " << index << ":";
  ((text << ' ' << values), ...);
  return text.str();
}

}  // namespace tocca::testing

/// First line of a test that needs the real models.
#define TOCCA_NEED_MODELS()                                                                     \
  if (::tocca::testing::models().empty()) {                                                     \
    GTEST_SKIP() << "the real models are not here; set TOCCA_MODELS to their folder to run it"; \
  }
