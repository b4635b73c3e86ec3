// What is proven here: results do not depend on the number of threads; a query that has warmed up allocates nothing on
// free edges; a budget that runs out says undecided, and how far it got.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "plan/shortener.hpp"
#include "testing/draw.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"
#include "trial.hpp"

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// Every allocation of this program is counted. The sanitizers bring their own operators (gcc's name, then clang's).
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TOCCA_FOREIGN_NEW
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TOCCA_FOREIGN_NEW
#endif
#endif
#ifndef TOCCA_FOREIGN_NEW
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace tocca::testing::contract_tests {
namespace {

struct Edges {
  WaypointMatrix from, to;
};

Edges draw_edges(Draw& draw, const KinematicTree& tree, int count, double degrees) {
  Edges edges{WaypointMatrix(count, tree.coordinate_count()), WaypointMatrix(count, tree.coordinate_count())};
  for (Eigen::Index k = 0; k < count; ++k) {
    const Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
    edges.from.row(k) = from;
    edges.to.row(k) = draw_step(draw, tree, from, degrees);
  }
  return edges;
}

void expect_same(const SegmentVerdict& a, const SegmentVerdict& b) {
  EXPECT_EQ(a.index, b.index);
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.initial, b.initial);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.free_until, b.free_until);
  EXPECT_EQ(a.pairs, b.pairs);
  EXPECT_EQ(a.configuration, b.configuration);
  ASSERT_EQ(a.contacts.size(), b.contacts.size());
  for (std::size_t k = 0; k < a.contacts.size(); ++k) {
    EXPECT_EQ(a.contacts[k].a, b.contacts[k].a);
    EXPECT_EQ(a.contacts[k].b, b.contacts[k].b);
    EXPECT_EQ(a.contacts[k].point, b.contacts[k].point);
    EXPECT_EQ(a.contacts[k].normal, b.contacts[k].normal);
    EXPECT_EQ(a.contacts[k].kind, b.contacts[k].kind);
    EXPECT_EQ(a.contacts[k].triangles, b.contacts[k].triangles);
  }
}

TEST(Contract, ResultsDoNotDependOnThreads) {
  Draw draw;
  int contacts = 0;
  for (int world = 0; world < cases(5, 100); ++world) {
    const Problem problem = draw_clutter(draw, 5, 30, 1.0);
    const Checker checker(problem);
    const Edges edges = draw_edges(draw, problem.robots[0].robot.tree, 100, 40);
    std::vector<SegmentVerdict> one, two;
    {
      const ThreadLimit limit(1);
      one = checker.check_edges(edges.from, edges.to);
    }
    {
      const ThreadLimit limit(2);
      two = checker.check_edges(edges.from, edges.to);
    }
    ASSERT_EQ(one.size(), two.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      expect_same(one[k], two[k]);
      // Nor on what was asked before: a fresh checker's answer to this edge alone.
      if (k % 10 == 0) {
        SegmentVerdict alone =
            checker.check(edges.from.row(static_cast<Eigen::Index>(k)), edges.to.row(static_cast<Eigen::Index>(k)));
        alone.index = one[k].index;
        expect_same(one[k], alone);
      }
      contacts += one[k].outcome == Outcome::contact ? 1 : 0;
    }
  }
  EXPECT_GT(contacts, 20);
}

TEST(Contract, AWarmQueryAllocatesNothingOnFreeEdges) {
#ifdef TOCCA_FOREIGN_NEW
  GTEST_SKIP() << "the sanitizers bring their own operator new";
#endif
  Draw draw;
  const Problem problem = draw_clutter(draw, 6, 12, 1.0);
  const Checker checker(problem, {}, {.self_collision = false});
  const KinematicTree& tree = problem.robots[0].robot.tree;
  const Edges edges = draw_edges(draw, tree, 400, 20);
  Query query = checker.query();
  Configuration from(tree.coordinate_count()), to = from;
  int looked_at = 0;
  long used = 0;
  for (const bool warm : {false, true}) {
    for (Eigen::Index k = 0; k < edges.from.rows(); ++k) {
      from = edges.from.row(k);
      to = edges.to.row(k);
      const long before = allocations.load();
      query.step().tree(0).move(from, to);
      const Answer& answer = query.first_contact();
      if (!warm || answer.outcome != Outcome::free) continue;
      used += allocations.load() - before;
      ++looked_at;
    }
  }
  EXPECT_EQ(used, 0);
  EXPECT_GT(looked_at, 50);
  const long before = allocations.load();
  void* volatile memory = ::operator new(8);
  ::operator delete(memory);
  EXPECT_GT(allocations.load(), before) << "the counter does not count";
}

TEST(Contract, AShortenerAllocatesNothingOnceItsQueryIsWarm) {
#ifdef TOCCA_FOREIGN_NEW
  GTEST_SKIP() << "the sanitizers bring their own operator new";
#endif
  Draw draw;
  const Problem problem = draw_clutter(draw, 6, 8, 1.0);
  const Checker checker(problem);
  const KinematicTree& tree = problem.robots[0].robot.tree;
  std::vector<Configuration> way{draw_step(draw, tree, tree.zero_configuration(), 180)};
  for (int k = 0; k < 2000 && way.size() < 12; ++k) {
    const Configuration next = draw_step(draw, tree, way.back(), 60);
    if (checker.check(way.back(), next).outcome == Outcome::free) {
      way.push_back(next);
    } else if (way.size() == 1) {
      way[0] = next;
    }
  }
  ASSERT_EQ(way.size(), 12u);
  WaypointMatrix path(12, tree.coordinate_count());
  for (Eigen::Index k = 0; k < 12; ++k) path.row(k) = way[static_cast<std::size_t>(k)];
  const PlanSpace space(checker.model(), std::array{way.front(), way.back()});
  SmoothSettings settings = SmoothSettings::quick();
  settings.most_questions = 300;
  Query query = checker.query();
  SmoothStatistics done;
  for (const bool warm : {false, true}) {
    Shortener shortener(checker.model(), space, settings, query, path);
    const long before = allocations.load();
    shortener.run();
    if (warm) {
      EXPECT_EQ(allocations.load(), before);
    }
    done = shortener.statistics();
  }
  EXPECT_GT(done.shortcuts, 5);  // it did make changes, of all kinds
}

TEST(Contract, ABudgetThatRunsOutSaysHowFarItGot) {
  Draw draw;
  int undecided = 0;
  for (int world = 0; world < cases(10, 200); ++world) {
    const Problem problem = draw_clutter(draw, 5, 30, 1.0);
    const Edges edges = draw_edges(draw, problem.robots[0].robot.tree, 20, 60);
    CheckSettings small;
    small.budget = static_cast<std::uint64_t>(draw.integer(1, 300));
    const Checker hurried(problem, small), patient(problem);
    for (Eigen::Index k = 0; k < edges.from.rows(); ++k) {
      const SegmentVerdict soon = hurried.check(edges.from.row(k), edges.to.row(k));
      const SegmentVerdict late = patient.check(edges.from.row(k), edges.to.row(k));
      EXPECT_NE(late.outcome, Outcome::undecided);
      if (soon.outcome != Outcome::undecided) {
        EXPECT_EQ(soon.outcome, late.outcome);
        continue;
      }
      ++undecided;
      EXPECT_LE(soon.free_until, late.outcome == Outcome::contact ? late.time.hi : 1.0);
    }
  }
  EXPECT_GT(undecided, 20);
}

}  // namespace
}  // namespace tocca::testing::contract_tests
