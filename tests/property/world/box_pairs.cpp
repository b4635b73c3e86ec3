// What is proven here: every broad phase over moving boxes lists exactly the pairs that a test of all boxes finds, and says exactly what
// changed, whatever happens between two steps; and its memory is proportional to boxes and pairs.
#include "world/box_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "testing/draw.hpp"
#include "world/box_choice.hpp"

namespace tocca::box_pairs_tests {
namespace {

using testing::Draw;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// All pairs, box by box, with comparisons of its own.
class BruteForceBoxes {
 public:
  void add(int thing, const Aabb& box) { boxes_[thing] = box; }
  void update(int thing, const Aabb& box) { boxes_[thing] = box; }
  void remove(int thing) {
    boxes_.erase(thing);
    removed_.insert(thing);
  }
  void step(OverlapChanges& changes) {
    std::vector<BodyPair> now;
    for (auto a = boxes_.begin(); a != boxes_.end(); ++a) {
      for (auto b = std::next(a); b != boxes_.end(); ++b) {
        if (meet(a->second, b->second)) now.push_back({a->first, b->first});
      }
    }
    changes = {};
    const auto ended = [&](const BodyPair& pair) { return removed_.contains(pair.a) || removed_.contains(pair.b); };
    for (const BodyPair& pair : pairs_) {
      if (ended(pair) || !std::binary_search(now.begin(), now.end(), pair)) changes.ended.push_back(pair);
    }
    for (const BodyPair& pair : now) {
      if (ended(pair) || !std::binary_search(pairs_.begin(), pairs_.end(), pair)) changes.begun.push_back(pair);
    }
    pairs_ = std::move(now);
    removed_.clear();
  }
  const std::vector<BodyPair>& pairs() const { return pairs_; }
  const std::map<int, Aabb>& boxes() const { return boxes_; }

 private:
  static bool meet(const Aabb& a, const Aabb& b) {
    bool result = true;
    for (int i = 0; i < 3; ++i) {
      const double lower = std::fmax(a.lower[i], b.lower[i]), upper = std::fmin(a.upper[i], b.upper[i]);
      // fmax and fmin drop what is no number; two such leave one, which is everywhere.
      if (!(lower <= upper) && lower == lower && upper == upper) result = false;
    }
    return result;
  }
  std::map<int, Aabb> boxes_;
  std::vector<BodyPair> pairs_;
  std::set<int> removed_;
};
static_assert(BoxPairs<BruteForceBoxes>);

/// What the boxes of a world are like: sizes, a grid on which ends meet exactly, ends without end.
struct Habits {
  double least_size, greatest_size, room, pace, grid;
  double jumping, leaving, arriving, strange;
};

Aabb draw_box(Draw& draw, const Habits& habits, const Vector3& centre) {
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    const double half = 0.5 * draw.log_uniform(habits.least_size, habits.greatest_size);
    box.lower[i] = centre[i] - half;
    box.upper[i] = centre[i] + half;
    if (habits.grid > 0.0) {
      box.lower[i] = habits.grid * std::floor(box.lower[i] / habits.grid);
      box.upper[i] = habits.grid * std::ceil(box.upper[i] / habits.grid);
    }
    if (draw.coin(habits.strange)) box.lower[i] = draw.coin() ? -infinity : std::nan("");
    if (draw.coin(habits.strange)) box.upper[i] = draw.coin() ? infinity : std::nan("");
    if (draw.coin(0.1 * habits.strange)) box.lower[i] = box.upper[i];
  }
  return box;
}

struct Counts {
  int overlapping = 0, begun = 0, ended = 0, steps = 0;
};

template <BoxPairs B>
void compare(Draw& draw, const Habits& habits, int count, int steps, Counts& counts) {
  B broad;
  BruteForceBoxes truth;
  std::map<int, Vector3> centres;
  OverlapChanges found, expected;
  const auto arrive = [&](int thing) {
    const Vector3 centre = draw.vector(habits.room);
    const Aabb box = draw_box(draw, habits, centre);
    centres[thing] = centre;
    broad.add(thing, box);
    truth.add(thing, box);
  };
  for (int thing = 0; thing < count; ++thing) {
    if (draw.coin(0.8)) arrive(2 * thing);  // numbers with holes
  }
  for (int step = 0; step < steps; ++step) {
    for (int thing = 0; thing < 2 * count; ++thing) {
      bool here = centres.contains(thing);
      if (here && draw.coin(habits.leaving)) {
        broad.remove(thing);
        truth.remove(thing);
        centres.erase(thing);
        here = false;
      }
      if (!here && thing % 2 == 0 && draw.coin(habits.arriving)) {
        arrive(thing);
        here = true;
      }
      if (!here || draw.coin(0.1)) continue;  // some stand still
      Vector3& centre = centres[thing];
      centre = draw.coin(habits.jumping) ? draw.vector(habits.room) : Vector3(centre + draw.vector(habits.pace));
      const Aabb box = draw_box(draw, habits, centre);
      broad.update(thing, box);
      truth.update(thing, box);
      if (draw.coin(0.01)) {  // gone before the next step sees it
        broad.remove(thing);
        truth.remove(thing);
        centres.erase(thing);
      }
    }
    broad.step(found);
    truth.step(expected);
    ASSERT_EQ(found.begun, expected.begun) << "step " << step;
    ASSERT_EQ(found.ended, expected.ended) << "step " << step;
    ASSERT_EQ(broad.pairs(), truth.pairs()) << "step " << step;
    counts.overlapping += static_cast<int>(truth.pairs().size());
    counts.begun += static_cast<int>(found.begun.size());
    counts.ended += static_cast<int>(found.ended.size());
    ++counts.steps;
  }
}

template <class B>
class AnyBoxPairs : public ::testing::Test {};
using Phases = ::testing::Types<SweepAndPrune, MovingBoxTree, AdaptiveBoxPairs>;
TYPED_TEST_SUITE(AnyBoxPairs, Phases);

TYPED_TEST(AnyBoxPairs, FindsExactlyWhatComparingAllBoxesFinds) {
  Draw draw;
  //                          sizes       room  pace  grid  jump  leave arrive strange
  const Habits everyday[] = {
      {0.3, 0.5, 1.0, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0},       // a coherent walk
      {0.3, 0.5, 1.0, 0.05, 0.25, 0.01, 0.01, 0.05, 0.0},   // ends that meet exactly
      {0.01, 1e4, 1e3, 10.0, 0.0, 0.02, 0.01, 0.05, 0.0},   // 1e6 to 1
      {0.1, 0.3, 0.0, 0.0, 0.1, 0.0, 0.05, 0.3, 0.0},       // all in one place
      {0.3, 0.5, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0},        // no coherence at all
      {0.1, 0.5, 1.5, 0.1, 0.125, 0.05, 0.05, 0.2, 0.03}};  // ends without end, ends that are no numbers
  const int rounds = testing::cases(40, 3000);
  for (const Habits& habits : everyday) {
    Counts counts;
    for (int k = 0; k < rounds; ++k) {
      SCOPED_TRACE(testing::story(draw.seed(), k, habits.room, habits.pace, habits.grid, habits.strange));
      compare<TypeParam>(draw, habits, draw.integer(2, 40), 40, counts);
      if (this->HasFatalFailure()) return;
    }
    EXPECT_GT(counts.overlapping, counts.steps);
    EXPECT_GT(counts.begun, counts.steps / 10);
    EXPECT_GT(counts.ended, counts.steps / 10);
  }
}

TYPED_TEST(AnyBoxPairs, KeepsUpWhereEverythingJumpsNowAndThen) {
  Draw draw;
  Counts counts;
  const Habits jumps{0.3, 0.5, 3.0, 0.05, 0.0, 1.0, 0.0, 0.0, 0.0},
      walk{0.3, 0.5, 3.0, 0.05, 0.125, 0.01, 0.01, 0.1, 0.0};
  for (int k = 0; k < testing::cases(10, 200); ++k) {
    compare<TypeParam>(draw, k % 2 == 0 ? jumps : walk, 300, 8, counts);
    if (this->HasFatalFailure()) return;
  }
  EXPECT_GT(counts.begun, 10 * counts.steps);
  EXPECT_GT(counts.ended, 10 * counts.steps);
}

TYPED_TEST(AnyBoxPairs, WalksOnForThousandsOfSteps) {
  Draw draw;
  Counts counts;
  compare<TypeParam>(draw, {0.2, 0.4, 1.0, 0.02, 0.0, 0.001, 0.001, 0.05, 0.0}, 25, testing::cases(3000, 200'000),
                     counts);
  EXPECT_GT(counts.begun, counts.steps / 10);
}

TEST(AdaptiveBoxPairs, ChangesItsWayWithTheMotionAndNotItsAnswers) {
  Draw draw;
  AdaptiveBoxPairs broad;
  BruteForceBoxes truth;
  OverlapChanges found, expected;
  std::vector<Vector3> places;
  const auto box = [&](int i) {
    return Aabb{places[static_cast<std::size_t>(i)], places[static_cast<std::size_t>(i)] + Vector3::Ones()};
  };
  const int count = 200;
  for (int i = 0; i < count; ++i) {
    places.push_back(draw.vector(4.0));
    broad.add(i, box(i));
    truth.add(i, box(i));
  }
  int by_lists = 0, changes = 0;
  for (int step = 0; step < 300; ++step) {
    const double pace = step / 50 % 2 == 0 ? 0.01 : 3.0;
    for (int i = 0; i < count; ++i) {
      Vector3& place = places[static_cast<std::size_t>(i)];
      place = (place + draw.vector(pace)).cwiseMin(4.0).cwiseMax(-4.0);
      broad.update(i, box(i));
      truth.update(i, box(i));
    }
    const bool before = broad.finder().uses_lists();
    broad.step(found);
    truth.step(expected);
    ASSERT_EQ(found.begun, expected.begun) << "step " << step;
    ASSERT_EQ(found.ended, expected.ended) << "step " << step;
    ASSERT_EQ(broad.pairs(), truth.pairs()) << "step " << step;
    by_lists += broad.finder().uses_lists();
    changes += broad.finder().uses_lists() != before;
  }
  EXPECT_GE(changes, 5);
  EXPECT_GT(by_lists, 60);
  EXPECT_LT(by_lists, 170);
}

/// Boxes of size 1 in a room that leaves each about one neighbour.
std::vector<Aabb> draw_crowd(Draw& draw, int count) {
  const double room = std::cbrt(count);
  std::vector<Aabb> boxes;
  for (int i = 0; i < count; ++i) {
    const Vector3 lower = draw.vector(room);
    boxes.push_back({lower, lower + Vector3::Ones()});
  }
  return boxes;
}

TYPED_TEST(AnyBoxPairs, TakesTenThousandAtOnceAndLetsThemGo) {
  Draw draw;
  const int count = testing::cases(10'000, 100'000);
  TypeParam broad;
  OverlapChanges changes;
  const std::vector<Aabb> boxes = draw_crowd(draw, count);
  for (int i = 0; i < count; ++i) broad.add(i, boxes[static_cast<std::size_t>(i)]);
  broad.step(changes);
  const std::size_t pairs = changes.begun.size();
  EXPECT_GT(pairs, boxes.size() / 8);
  EXPECT_EQ(broad.pairs(), changes.begun);
  // A few hundred bytes a box, tens of bytes a pair: nothing that grows with the square.
  EXPECT_LT(broad.bytes(), 900 * boxes.size() + 64 * pairs + 4096);
  for (int i = 0; i < count; i += 2) broad.remove(i);
  broad.step(changes);
  EXPECT_TRUE(changes.begun.empty());
  EXPECT_EQ(changes.ended.size() + broad.pairs().size(), pairs);
  for (const BodyPair& pair : broad.pairs()) ASSERT_TRUE(pair.a % 2 == 1 && pair.b % 2 == 1);
  for (int i = 1; i < count; i += 2) broad.remove(i);
  broad.step(changes);
  EXPECT_TRUE(broad.pairs().empty());
}

/// The most work and memory of a step in which nothing is where it was at the step before.
struct Costs {
  double work, allowed;
};

template <BoxPairs B>
Costs costs_of_teleporting(int count) {
  Draw draw;
  B broad;
  OverlapChanges changes;
  Costs most{0.0, 0.0};
  for (int step = 0; step < 12; ++step) {
    const std::vector<Aabb> boxes = draw_crowd(draw, count);
    for (int i = 0; i < count; ++i) {
      step == 0 ? broad.add(i, boxes[static_cast<std::size_t>(i)])
                : broad.update(i, boxes[static_cast<std::size_t>(i)]);
    }
    broad.step(changes);
    const double pairs = static_cast<double>(changes.begun.size());
    EXPECT_GT(pairs, count / 8);
    EXPECT_LT(static_cast<double>(broad.bytes()), 1000.0 * count + 64.0 * pairs + 65536.0) << "step " << step;
    most.work = std::max(most.work, static_cast<double>(changes.work));
    most.allowed = std::max(most.allowed, count * std::log2(count) + pairs);
  }
  return most;
}

// Once every second step compared all boxes with all: the old tree was searched to the end before anybody saw that it was worn.
TYPED_TEST(AnyBoxPairs, TakesNoLongerThanBuildingAnewWhereEverythingTeleportsInEveryStep) {
  const Costs few = costs_of_teleporting<TypeParam>(1000), many = costs_of_teleporting<TypeParam>(4000);
  EXPECT_LT(few.work, 16.0 * few.allowed);
  EXPECT_LT(many.work, 16.0 * many.allowed);
  EXPECT_LT(many.work, 6.0 * few.work);
}

// What the lists did before they gave up once counted as the tree's own work, and kept a worn tree for long.
TEST(BoxHierarchy, WeighsOnlyItsOwnWork) {
  const int count = 300;
  std::vector<std::uint64_t> work[2];
  for (const bool burdened : {false, true}) {
    Draw draw;
    BoxTable table;
    BoxHierarchy hierarchy;
    OverlapChanges changes;
    std::vector<Aabb> boxes = draw_crowd(draw, count);
    for (int i = 0; i < count; ++i) table.add(i, boxes[static_cast<std::size_t>(i)]);
    for (int step = 0; step < 60; ++step) {
      changes = {};
      const std::uint64_t others = burdened && step == 0 ? 1'000'000 : 0;
      changes.work = others;
      table.end_pairs(changes.ended);
      hierarchy.find(table, changes);
      table.begin_pairs(changes.begun);
      work[burdened].push_back(changes.work - others);
      for (int i = 0; i < count; ++i) {
        Aabb& box = boxes[static_cast<std::size_t>(i)];
        const Vector3 way = draw.vector(0.5);
        box = {box.lower + way, box.upper + way};
        table.update(i, box);
      }
    }
  }
  EXPECT_EQ(work[0], work[1]);
}

}  // namespace
}  // namespace tocca::box_pairs_tests
