#include "campaign.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "draw.hpp"

namespace tocca::testing {

Tally::~Tally() {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::printf("judged %d segments: %d free, %d contact, %d undecided, %d wrong\n", log_.segments(), log_.free,
              log_.contacts, log_.undecided, log_.wrong);
  std::fflush(stdout);
  const char* name = std::getenv("TOCCA_CAMPAIGN_LOG");
  if (name == nullptr) return;
  std::FILE* file = std::fopen(name, "a");
  if (file == nullptr) {
    ADD_FAILURE() << name << ": cannot be written; set TOCCA_CAMPAIGN_LOG to a file in a folder that exists";
    return;
  }
  // One write: lines of tests that run at the same time do not mix.
  std::fprintf(file,
               R"({"judge":"fcl","test":"%s.%s","piece":%d,"segments":%d,"free":%d,"contact":%d,"undecided":%d,)"
               R"("wrong":%d,"samples":%lld,"seconds":%.1f})"
               "\n",
               test->test_suite_name(), test->name(), piece(), log_.segments(), log_.free, log_.contacts,
               log_.undecided, log_.wrong, log_.samples, seconds);
  std::fclose(file);
}

}  // namespace tocca::testing
