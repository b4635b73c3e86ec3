// What is proven here: results are valid JSON in the agreed layout, and every number reads back bit for bit.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testing/draw.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::result_tests {
namespace {

using nlohmann::json;

SegmentVerdict touching_segment() {
  SegmentVerdict segment;
  segment.index = 3;
  segment.outcome = Outcome::contact;
  segment.time = {0.25, 0.2500001};
  segment.free_until = 0.25;
  segment.pairs = {{"link4", "pipe_12"}};
  segment.contacts = {{{{1, 2, 3}, {0, 0, 1}, ContactKind::edge_edge, {7, -1}}, "link4", "pipe_12"}};
  segment.configuration = {{"elbow", 0.1}, {"base.x", -2}};
  segment.micros = 12.5;
  return segment;
}

TEST(Result, HasExactlyTheAgreedLayoutAndKeyOrder) {
  Verdict verdict;
  verdict.outcome = Outcome::contact;
  verdict.segments.push_back({});
  verdict.segments[0].outcome = Outcome::free;
  verdict.segments[0].free_until = 1.0;
  verdict.segments.push_back(touching_segment());
  verdict.pairs = 21;
  verdict.statistics.volumes = 770;
  verdict.statistics.windows = 12;
  EXPECT_EQ(
      to_json(verdict),
      "{\"verdict\":\"contact\",\"proven\":true,\"segments\":[\n"
      "{\"index\":0,\"verdict\":\"free\",\"time\":null,\"free_until\":1,\"initial\":false,\"pairs\":[],"
      "\"contacts\":[],\"configuration\":{},\"micros\":0},\n"
      "{\"index\":3,\"verdict\":\"contact\",\"time\":[0.25,0.2500001],\"free_until\":0.25,\"initial\":false,"
      "\"pairs\":[[\"link4\",\"pipe_12\"]],\"contacts\":[{\"a\":\"link4\",\"b\":\"pipe_12\",\"point\":[1,2,3],"
      "\"normal\":[0,0,1],\"kind\":\"edge-edge\",\"triangles\":[7,-1],\"distance\":0}],\"configuration\":{\"elbow\":0."
      "1,"
      "\"base.x\":-2},\"micros\":12.5}\n"
      "],\"stats\":{\"segments\":2,\"pairs\":21,\"volumes\":770,\"triangle_pairs\":0,\"solver_calls\":0,\"windows\":12,"
      "\"static_tests\":0}}\n");
}

TEST(Result, StreamsWithoutKnowingTheOutcomeAndHoldsTheSame) {
  Verdict verdict;
  verdict.outcome = Outcome::contact;
  verdict.proven = false;
  std::ostringstream out;
  ResultWriter writer(out);
  for (int k = 0; k < 1000; ++k) {
    verdict.segments.push_back(touching_segment());
    writer.segment(verdict.segments.back());
  }
  writer.finish({verdict.outcome, verdict.proven}, {.segments = 1000, .pairs = 0, .work = {}, .interval_micros = {}});
  EXPECT_EQ(json::parse(out.str()), json::parse(to_json(verdict)));
}

TEST(Result, WritesAnEmptyVerdict) {
  EXPECT_TRUE(to_json(Verdict{}).starts_with(
      "{\"verdict\":\"undecided\",\"proven\":true,\"segments\":[],\"stats\":{\"segments\":0,"));
}

TEST(Result, NamesEveryKindOfContact) {
  const std::vector<std::string> kinds = {"vertex-face", "face-vertex", "edge-edge", "round", "overlap", "inside"};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Verdict verdict;
    verdict.segments.push_back(touching_segment());
    verdict.segments[0].contacts[0].kind = static_cast<ContactKind>(k);
    EXPECT_EQ(json::parse(to_json(verdict))["segments"][0]["contacts"][0]["kind"], kinds[k]);
  }
}

TEST(Result, NumbersReadBackBitForBit) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(20'000, 2'000'000); ++k) {
    const double value = draw.any_double();
    Verdict verdict;
    verdict.segments.push_back({});
    verdict.segments[0].configuration = {{"value", value}};
    const double back = json::parse(to_json(verdict))["segments"][0]["configuration"]["value"].get<double>();
    ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(back)) << value;
  }
  Verdict verdict;
  verdict.segments.push_back({});
  verdict.segments[0].configuration = {{"negative zero", -0.0}};
  const json row = json::parse(to_json(verdict))["segments"][0];
  EXPECT_TRUE(std::signbit(row["configuration"]["negative zero"].get<double>()));
}

TEST(Result, IsValidJsonWhateverNamesAndNumbersAre) {
  Verdict verdict;
  verdict.segments.push_back(touching_segment());
  verdict.segments[0].micros = std::numeric_limits<double>::infinity();
  verdict.segments[0].free_until = std::nan("");
  verdict.segments[0].pairs = {{"quote \" backslash \\ newline \n nul " + std::string(1, '\0'), "broken \xff\xc3"},
                               {"\xc3\xa9", ""}};
  const json result = json::parse(to_json(verdict));
  EXPECT_TRUE(result["segments"][0]["micros"].is_null());
  EXPECT_TRUE(result["segments"][0]["free_until"].is_null());
  EXPECT_EQ(result["segments"][0]["pairs"][0][0], verdict.segments[0].pairs[0].first);
  EXPECT_EQ(result["segments"][0]["pairs"][1][0], "\xc3\xa9");
}

}  // namespace
}  // namespace tocca::result_tests
