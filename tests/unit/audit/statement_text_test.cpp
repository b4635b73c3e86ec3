// The page for people says everything that the claim is about: where each piece is, and every control value of each curve.
#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "testing/certificate_file.hpp"
#include "testing/certified_problems.hpp"

namespace tocca::audit::statement_text_tests {
namespace {

using tocca::testing::CertificateFile;

CertificateFile certificate(const std::string& name) {
  for (const auto& entry : tocca::testing::certified_problems()) {
    if (entry.name == name) return CertificateFile::read(tocca::testing::certify(entry.problem).bytes);
  }
  ADD_FAILURE() << name;
  return {};
}

std::string page(const CertificateFile& file) {
  std::istringstream stream(file.bytes());
  return statement_text(stream);
}

bool says(const std::string& page, const std::string& words) { return page.find(words) != std::string::npos; }

/// As few digits as read back.
std::string shortest(double x) {
  std::ostringstream text;
  for (int digits = 1; digits <= 17; ++digits) {
    text.str("");
    text.precision(digits);
    text << x;
    if (std::stod(text.str()) == x) break;
  }
  return text.str();
}

TEST(StatementText, SaysWhereBodiesAndTheirPiecesAre) {
  CertificateFile file = certificate("among_boxes");
  Collider& collider = file.statement.groups[1].bodies[0].colliders[0];
  collider.placement.translation = {0.125, -3.5, 1e-9};
  collider.placement.rotation = {{{0.0, -1.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}};
  EXPECT_TRUE(says(page(file), ": box 0.26 x 0.05 x 0.05 at 0.125 -3.5 1e-09 turned [0 -1 0; 1 0 0; 0 0 1]\n"))
      << page(file);
  Body& body = file.statement.groups.back().bodies[0];
  body.placement.translation = {7.25, 0.0, 0.5};
  EXPECT_TRUE(says(page(file), "    " + body.name + " at 7.25 0 0.5: box "));
}

TEST(StatementText, SaysHowFramesAreTurned) {
  CertificateFile file = certificate("among_boxes");
  Frame& frame = file.statement.frames.back();
  frame.placement.rotation = {{{1.0, 0.0, 0.0}, {0.0, 0.0, -1.0}, {0.0, 1.0, 0.0}}};
  EXPECT_TRUE(says(page(file), "turned [1 0 0; 0 0 -1; 0 1 0]\n"));
}

TEST(StatementText, SaysEveryControlValue) {
  for (const char* name : {"cubic", "quintic"}) {
    CertificateFile file = certificate(name);
    Law& law = file.segments[1].laws[0];
    EXPECT_EQ(law.degree, std::string(name) == "cubic" ? 3 : 5);
    law.control[law.degree] = law.control[0];  // there and back is not at rest
    law.radius = 0.0;
    std::string expected = "=" + shortest(law.control[0]);
    for (std::size_t i = 1; i <= law.degree; ++i) expected += ".." + shortest(law.control[i]);
    EXPECT_TRUE(says(page(file), expected + " ")) << expected << '\n' << page(file);
    law.radius = 0.25;
    EXPECT_TRUE(says(page(file), expected + " +- 0.25 "));
    law.control.fill(0.75);
    EXPECT_TRUE(says(page(file), "=0.75 +- 0.25 "));
  }
}

TEST(StatementText, SaysHowFreeFramesMoveInEachSegment) {
  CertificateFile file = certificate("moving_object");
  ASSERT_FALSE(file.segments[0].free_frames.empty());
  Frame& frame = file.segments[0].free_frames[0];
  frame.kind = FrameKind::slide;
  frame.axis = {0.0, 0.0, -1.0};
  frame.placement.translation = {0.5, 0.25, 0.125};
  EXPECT_TRUE(says(page(file), ", axis 0 0 -1, at 0.5 0.25 0.125")) << page(file);
}

TEST(StatementText, CallsLabelsLabels) { EXPECT_TRUE(says(page(certificate("slides")), "labels of the producer")); }

}  // namespace
}  // namespace tocca::audit::statement_text_tests
