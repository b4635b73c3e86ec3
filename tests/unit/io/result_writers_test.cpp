// What is proven here: a C++ program can write what the command line writes, with the keys in the order that the guide gives them.
#include "tocca/io/result_writers.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "plan/kept_clearance.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/deformable/linear_query.hpp"
#include "tocca/io/tool_events.hpp"
#include "tocca/plan/plan_result.hpp"
#include "tocca/plan/smoother.hpp"
#include "tocca/screw/screw_results.hpp"
#include "tocca/tool/tool_monitor.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca::result_writers_tests {
namespace {

TEST(ResultWriters, ClearanceIsACurveThenItsMinimum) {
  std::ostringstream out;
  ClearanceResultWriter writer(out);
  ClearancePoint point;
  point.lower = 0.25;
  point.upper = std::numeric_limits<double>::infinity();
  point.lower_until_next = point.upper_until_next = 0.5;
  writer.point(point);
  writer.point(point);
  writer.finish({});
  const std::string row =
      R"({"segment":0,"t":0.0,"lower":0.25,"upper":null,"lower_until_next":0.5,"upper_until_next":0.5})";
  EXPECT_EQ(out.str(), "{\"profile\":[\n" + row + ",\n" + row +
                           "\n],\"minimum\":null,\"segment\":null,\"time\":null,\"pair\":null,\"decided\":false,"
                           "\"why\":\"empty\"}\n");
}

TEST(ResultWriters, ScrewsEndWithTheVerdictOverAllRows) {
  std::ostringstream out;
  ScrewResultWriter writer(out, "a", "b", false);
  ScrewAnswer free;
  free.outcome = Outcome::free;
  free.free_until = 1.0;
  writer.row(0, free, 2.5);
  ScrewAnswer open;
  open.why = Undecided::budget;
  writer.row(1, open, 3.5);
  writer.finish();
  const std::string text = out.str();
  EXPECT_EQ(text.find(R"({"rows":[
{"index":0,"verdict":"free","time":null,"free_until":1.0,"initial":false,"contacts":[],"micros":2.5},
{"index":1,"verdict":"undecided","time":[0.0,1.0],"free_until":0.0,"initial":false,"contacts":[],"micros":3.5,"why":"budget"}
],"verdict":"undecided","proven":true,"stats":{"rows":2,)"),
            0u)
      << text;
}

TEST(ResultWriters, LinearRowsAreNumbered) {
  std::ostringstream out;
  LinearResultWriter writer(out);
  writer.row(LinearAnswer{});
  LinearAnswer contact;
  contact.outcome = Outcome::contact;
  writer.row(contact);
  writer.finish(0.5, LinearResultWriter::Truth{1, 2});
  EXPECT_EQ(out.str(), R"({"rows":[
{"index":0,"verdict":"free","time":[0,1]},
{"index":1,"verdict":"contact","time":[0,1]}
],"micros_per_query":0.5,"truth":{"false_negatives":1,"false_positives":2}}
)");
}

TEST(ResultWriters, APlanThatWasNotFoundSaysWhy) {
  Plan plan;
  plan.end = PlanEnd::time_limit;
  const std::string text = to_json(plan, false, false, {}, KeptClearance{}, nullptr, nullptr, nullptr);
  EXPECT_EQ(text.find("{\n \"found\": false,\n \"end\": \"time-limit\",\n \"pairs\": [],"), 0u) << text;
  EXPECT_NE(text.find(" \"proven\": false,\n \"clearance\": null,\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" \"smoothing\": null,\n \"preferred\": null,\n \"curve\": null\n}\n"), std::string::npos)
      << text;
}

TEST(ResultWriters, AWorldIsSummedUpWithItsSteps) {
  WorldSummary summary;
  summary.verb = "world";
  summary.version = "1";
  summary.parameters = {{"count", std::int64_t{3}}, {"boxes", std::string("fixed")}, {"continuous", true}};
  WorldStatistics steps[2];
  steps[0].colliding = 1;
  steps[1].colliding = 2;
  const std::string text = to_json(summary, steps);
  EXPECT_NE(text.find("\"parameters\": {\n  \"count\": 3,\n  \"boxes\": \"fixed\",\n  \"continuous\": true\n }"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\"steps_done\": 2,\n \"contacts\": 3,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"colliding\": 1.5"), std::string::npos) << text;
  EXPECT_EQ(to_json(WorldSummary::Value(0.5)), "0.5");
}

TEST(ResultWriters, AToolTellsWhatChanges) {
  std::ostringstream out;
  ToolEvents events(out, false, false);
  ToolReport report;
  report.time_s = 0.5;
  report.state = ToolState::clear;
  events.tell(report);
  events.tell(report);  // no news
  EXPECT_EQ(out.str(), "{\"t\":0.5,\"event\":\"clear\"}\n");
  EXPECT_EQ(events.samples(ToolState::clear), 2u);
}

}  // namespace
}  // namespace tocca::result_writers_tests
