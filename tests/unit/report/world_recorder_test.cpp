// What is proven here: a run of any length stays bounded in a report, keeps its first moment, its newest and what happened, and what is kept
// is what was there.
#include "tocca/report/world_recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "report/kept_moments.hpp"
#include "tocca/world/body_shape.hpp"
#include "tocca/world/world.hpp"

namespace tocca::world_recorder_tests {
namespace {

/// Plays a run; the numbers of the moments kept at its end.
std::vector<int> kept_after(int moments, std::size_t most, int happens_every) {
  KeptMoments kept(most);
  std::vector<int> numbers;
  for (int k = 0; k < moments; ++k) {
    erase_places(numbers, kept.add(happens_every > 0 && k % happens_every == happens_every / 2));
    numbers.push_back(k);
    EXPECT_EQ(numbers.size(), kept.size());
    EXPECT_LE(numbers.size(), most);
    EXPECT_EQ(numbers.front(), 0);
    EXPECT_EQ(numbers.back(), k);
  }
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  return numbers;
}

TEST(KeptMoments, KeepsAllWhileThereIsRoom) {
  EXPECT_EQ(kept_after(64, 64, 7).size(), 64u);
  EXPECT_LT(kept_after(65, 64, 7).size(), 64u);
}

TEST(KeptMoments, KeepsWhatHappenedLonger) {
  const std::vector<int> kept = kept_after(5000, 100, 200);  // 25 happenings
  for (int k = 100; k < 5000; k += 200) EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), k)) << k;
}

TEST(KeptMoments, StaysBoundedWhereSomethingAlwaysHappens) {
  const std::vector<int> kept = kept_after(20'000, 50, 1);
  EXPECT_GE(kept.size(), 25u);
  int widest = 0;
  for (std::size_t k = 1; k < kept.size(); ++k) widest = std::max(widest, kept[k] - kept[k - 1]);
  EXPECT_LE(widest, 2 * 20'000 / 25);  // evenly spread
}

TEST(KeptMoments, TheFirstHappeningStays) {
  for (const std::size_t most : {4u, 9u, 64u}) {
    const std::vector<int> kept = kept_after(3000, most, 3);
    EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), 1)) << most;
  }
}

TEST(KeptMoments, ThinningOnDemandKeepsTheNewest) {
  KeptMoments kept(100);
  std::vector<int> numbers;
  for (int k = 0; k < 90; ++k) {
    erase_places(numbers, kept.add(false));
    numbers.push_back(k);
  }
  erase_places(numbers, kept.thin());
  EXPECT_EQ(numbers.size(), kept.size());
  EXPECT_LT(numbers.size(), 50u);
  EXPECT_EQ(numbers.front(), 0);
  EXPECT_EQ(numbers.back(), 89);
}

/// Cubes in a row, one metre apart; the last one comes to the others.
class Row {
 public:
  Row(int count, WorldRecorder& recorder) : count_(count) {
    const Collider cube{Pose(), Box{Vector3::Constant(0.5)}};
    const auto shape = std::make_shared<const BodyShape>(std::span(&cube, 1));
    for (int k = 0; k < count; ++k) {
      world_.add(shape, {Matrix3::Identity(), {1.0 * k, 0, 0}});
      Report::Body drawn;
      drawn.name = std::to_string(k);
      drawn.shapes = {cube};
      recorder.add(k, drawn);
    }
  }
  void step(double x, WorldRecorder& recorder) {
    world_.move(count_ - 1, {Matrix3::Identity(), {x, 0, 0}});
    recorder.step(world_, world_.step());
  }

 private:
  int count_;
  World world_;
};

TEST(WorldRecorder, PosesAndContactsAreTheWorlds) {
  Report report;
  WorldRecorder recorder(report);
  Row row(3, recorder);
  for (const double x : {2.0, 1.75, 1.5, 1.25}) row.step(x, recorder);
  EXPECT_EQ(report.times, (std::vector<double>{0, 1, 2, 3}));
  ASSERT_EQ(report.bodies.size(), 3u);
  EXPECT_EQ(report.bodies[2].poses[1].translation.x(), 1.75);
  ASSERT_EQ(report.segments.size(), 2u);  // at 1.5 they touch
  EXPECT_EQ(report.segments[0].verdict.index, 2);
  EXPECT_EQ(report.segments[0].begin, 2.0);
  const NamedContact& touch = report.segments[0].verdict.contacts.at(0);
  EXPECT_EQ(touch.a + touch.b, "12");
  EXPECT_NEAR(touch.point[0], 1.25, 1e-9);
  EXPECT_EQ(report.curve[1].upper, 0.0);
  EXPECT_EQ(report.curve[3].upper, 1.0);
  EXPECT_TRUE(recorder.notes().empty());
}

TEST(WorldRecorder, ALongRunIsThinnedAndSaysSo) {
  Report report;
  WorldRecorder recorder(report, 200);  // 50 moments of four bodies
  Row row(4, recorder);
  for (int k = 0; k < 1000; ++k) row.step(k % 100 == 50 ? 2.4 : 3.0, recorder);
  EXPECT_LE(report.times.size(), 50u);
  EXPECT_EQ(report.bodies[3].poses.size(), report.times.size());
  EXPECT_EQ(report.curve.size(), report.times.size());
  EXPECT_EQ(report.segments.size(), 10u);
  for (const Report::Segment& segment : report.segments) {
    const auto moment = std::lower_bound(report.times.begin(), report.times.end(), segment.begin);
    ASSERT_NE(moment, report.times.end());
    EXPECT_EQ(*moment, segment.begin);
    const auto place = static_cast<std::size_t>(moment - report.times.begin());
    EXPECT_EQ(report.bodies[3].poses[place].translation.x(), 2.4);
  }
  ASSERT_EQ(recorder.notes().size(), 1u);
  EXPECT_NE(recorder.notes()[0].find("of 1000 steps"), std::string::npos);
}

TEST(WorldRecorder, OfTooManyBodiesTheMiddleIsDrawn) {
  Report report;
  WorldRecorder recorder(report, 500, 500);  // five cubes of 100
  Row row(101, recorder);
  row.step(100.0, recorder);
  row.step(99.4, recorder);  // far from the middle: not drawn, but counted
  ASSERT_EQ(report.bodies.size(), 5u);
  EXPECT_EQ(report.bodies.front().name, "48");
  EXPECT_EQ(report.bodies.back().name, "52");
  EXPECT_TRUE(report.segments.empty());
  EXPECT_EQ(report.curve[1].upper, 1.0);
  ASSERT_EQ(recorder.notes().size(), 1u);
  EXPECT_NE(recorder.notes()[0].find("5 of 101 bodies"), std::string::npos);
}

}  // namespace
}  // namespace tocca::world_recorder_tests
