#include "tocca/tool/tool_monitor.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "testing/draw.hpp"
#include "tocca/core/error.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tool/tool_volume.hpp"

namespace tocca::tool_monitor_tests {
namespace {

/// A drill whose tip is the origin, its shaft along +z.
const Collider drill{{Matrix3::Identity(), {0, 0, 0.05}}, Cylinder{0.005, 0.1}};

/// A floor at z = 0 of 2 n^2 triangles, 1 m wide.
struct Floor {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;

  explicit Floor(int n = 4) {
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j <= n; ++j) vertices.push_back({double(i) / n - 0.5, double(j) / n - 0.5, 0});
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const auto at = [&](int a, int b) { return static_cast<Index>((i + a) * (n + 1) + j + b); };
        triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
        triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
      }
    }
  }
  SurfaceStep still() const { return {vertices, vertices, triangles}; }
};

/// A closed prism along +z, its foot at the origin.
MeshPointer prism(Index sides, double radius, double length) {
  std::vector<Vector3> v;
  std::vector<Triangle> t;
  for (const double z : {0.0, length}) {
    for (Index k = 0; k < sides; ++k) {
      const double turn = 2 * 3.14159265358979323846 * k / sides;
      v.push_back({radius * std::cos(turn), radius * std::sin(turn), z});
    }
  }
  for (Index k = 0; k < sides; ++k) {
    const Index next = (k + 1) % sides;
    t.push_back({k, next, next + sides});
    t.push_back({k, next + sides, k + sides});
    if (k == 0 || next == 0) continue;
    t.push_back({0, next, k});
    t.push_back({sides, k + sides, next + sides});
  }
  return std::make_shared<const TriangleMesh>(v, t);
}

Pose at(double x, double y, double z) { return {Matrix3::Identity(), {x, y, z}}; }

ToolMonitor monitor_of(const ToolSettings& settings = {}) { return ToolMonitor(std::span(&drill, 1), settings); }

TEST(ToolMonitor, ThinSurfaceBetweenTwoSamplesIsNotMissed) {
  const Floor floor;
  ToolMonitor monitor = monitor_of();
  EXPECT_FALSE(monitor.sample(0.0, at(0.03, 0.01, 0.3), floor.still()).contact);
  const ToolReport& report = monitor.sample(1.0, at(0.03, 0.01, -0.5), floor.still());
  ASSERT_TRUE(report.contact);
  EXPECT_NEAR(report.contact->time_s.hi, 0.375, 1e-5);
  EXPECT_LE(report.contact->time_s.lo, 0.375);
  EXPECT_FALSE(report.contact->initial);
  EXPECT_FALSE(report.touching);  // through it and out again
  EXPECT_NEAR(report.contact->point[2], 0.0, 1e-6);
  EXPECT_NEAR(report.contact->normal[2], 1.0, 1e-6);
  EXPECT_EQ(report.contact->surface_triangles, (std::vector<std::uint32_t>{20}));
}

TEST(ToolMonitor, SurfaceThatMovesIntoARestingToolIsAContact) {
  const Floor floor;
  std::vector<Vector3> risen = floor.vertices;
  for (Vector3& v : risen) v.z() += 0.2;
  ToolMonitor monitor = monitor_of();
  monitor.sample(0.0, at(0, 0.03, 0.1), floor.still());
  const ToolReport& report = monitor.sample(0.01, at(0, 0.03, 0.1), {floor.vertices, risen, floor.triangles});
  ASSERT_TRUE(report.contact);
  EXPECT_NEAR(report.contact->step.hi, 0.5, 1e-4);
  EXPECT_TRUE(report.touching);
}

TEST(ToolMonitor, WarnsFirstOfTheConsideredThenOfTheReflexHorizon) {
  const Floor floor;
  ToolMonitor monitor = monitor_of();
  double considered = -1, reflex = -1, contact = -1;
  const double rate_hz = testing::cases(1000, 1000);
  for (int k = 0; k < 3 * rate_hz && contact < 0; ++k) {
    const double t = k / rate_hz;  // 0.1 m/s from 0.15 m: touches at 1.5 s
    const ToolReport& report = monitor.sample(t, at(0, 0.03, 0.15 - 0.1 * t), floor.still());
    if (report.contact) contact = report.contact->time_s.hi;
    if (!report.warning) continue;
    const bool is_reflex = report.warning->horizon == WarningHorizon::reflex;
    EXPECT_EQ(is_reflex, report.warning->time_to_contact_s <= 0.1);
    double& first = is_reflex ? reflex : considered;
    if (first < 0) first = t;
    if (t > 0.6) {  // once the start is forgotten
      EXPECT_NEAR(t + report.warning->time_to_contact_s, 1.5, 2e-3);
      EXPECT_GT(report.warning->confidence, 0.9);
      EXPECT_NEAR(report.warning->point[2], 0.0, 5e-5);  // a hundredth of the radius
      EXPECT_FALSE(report.warning->surface_triangles.empty());
    }
  }
  EXPECT_NEAR(considered, 0.5, 0.05);
  EXPECT_NEAR(reflex, 1.4, 0.01 + 1 / rate_hz);
  EXPECT_NEAR(contact, 1.5, 1e-4);
}

TEST(ToolMonitor, NoisySamplesLowerTheConfidence) {
  testing::Draw draw;
  const Floor floor;
  double sure[2];
  const double rate_hz = testing::cases(1000, 1000);
  for (const int noisy : {0, 1}) {
    ToolMonitor monitor = monitor_of();
    for (int k = 0; k <= 1.3 * rate_hz; ++k) {
      const double t = k / rate_hz, noise = noisy ? 3e-3 * draw.normal() : 0.0;
      const ToolReport& report = monitor.sample(t, at(0, 0.03, 0.15 - 0.1 * t + noise), floor.still());
      sure[noisy] = report.warning ? report.warning->confidence : 0.0;
    }
  }
  EXPECT_GT(sure[0], 0.99);
  EXPECT_LT(sure[1], 0.97);
}

TEST(ToolMonitor, RepeatedAndBackwardTimesStillSweepTheWay) {
  const Floor floor;
  ToolMonitor monitor = monitor_of();
  monitor.sample(1.0, at(0, 0.03, 0.1), floor.still());
  EXPECT_EQ(monitor.sample(1.0, at(0, 0.03, 0.1), floor.still()).timing, SampleTiming::repeated);
  const ToolReport& same = monitor.sample(1.0, at(0, 0.03, -0.2), floor.still());
  ASSERT_TRUE(same.contact);
  EXPECT_EQ(same.contact->time_s.hi, 1.0);
  const ToolReport& back = monitor.sample(0.5, at(0, 0.03, 0.1), floor.still());
  EXPECT_EQ(back.timing, SampleTiming::backward);
  ASSERT_TRUE(back.contact);
  EXPECT_EQ(back.contact->time_s.hi, 1.0);
  EXPECT_EQ(monitor.sample(9.0, at(0, 0.03, 0.1), floor.still()).timing, SampleTiming::regular);
}

/// Posts in a ring, around which the tool goes in a wider one: boxes around its predicted way hold posts, no step of it
/// touches. The clock goes on at each look at it: time runs out after so many looks.
struct Posts {
  std::vector<Vector3> corners;
  std::vector<Triangle> posts;
  double clock = 0.0, tick = 0.0;
  ToolMonitor monitor;

  Posts() : monitor(monitor_of(settings())) {
    for (Index k = 0; k < 48; ++k) {
      const Vector3 foot = 0.092 * Vector3(std::cos(0.1309 * k), std::sin(0.1309 * k), 0);
      corners.insert(corners.end(),
                     {foot - Vector3(0, 0, 0.02), foot + Vector3(0.001, 0, 0.1), foot + Vector3(0, 0.001, 0.1)});
      posts.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    }
  }
  ToolSettings settings() {
    ToolSettings settings;
    settings.clock_s = [this] { return clock += tick; };
    settings.least_rate_hz = 100.0;
    return settings;
  }
  const ToolReport& sample(int k) {
    const double turn = 2e-3 * k;
    return monitor.sample(1e-3 * k, at(0.1 * std::cos(turn), 0.1 * std::sin(turn), 0), {corners, corners, posts});
  }
};

TEST(ToolMonitor, BudgetThinsTheConsideredHorizonFirst) {
  Posts round;
  for (int k = 0; k < 500; ++k) round.sample(k);
  EXPECT_EQ(round.sample(500).statistics.considered_steps, 9);
  EXPECT_NEAR(round.sample(501).covered.considered_s, 1.0, 1e-12);
  int thinned = 0, cut = 0, k = 502;
  for (round.tick = 1e-5; round.tick < 2e-2; round.tick *= 1.3) {
    for (int settle = 0; settle < 6; ++settle) round.sample(k++);
    for (int more = 0; more < 6; ++more) {
      const ToolReport& report = round.sample(k++);
      EXPECT_LE(report.statistics.micros, 1e4 + 6e6 * round.tick)
          << round.tick;  // the rate, but for what was under way
      thinned += report.statistics.considered_steps < 9 && report.covered.considered_s >= 0.1 - 1e-12;
      if (report.covered.considered_s >= 0.1 - 1e-12) continue;
      ++cut;  // the reflex horizon only once there is nothing left of the other one
      EXPECT_EQ(report.statistics.considered_steps, 0) << round.tick;
      EXPECT_FALSE(report.warning);
    }
  }
  EXPECT_GT(thinned, 5);
  EXPECT_GT(cut, 5);
  round.tick = 0.0;
  for (int more = 0; more < 20; ++more) round.sample(k++);
  EXPECT_EQ(round.sample(k++).statistics.considered_steps, 9);
  EXPECT_NEAR(round.sample(k++).covered.considered_s, 1.0, 1e-12);
}

TEST(ToolMonitor, AContactSearchThatTimeCutsIsUndecidedNeverClear) {
  const Floor floor(40);
  int undecided = 0, decided = 0;
  for (double tick = 1e-6; tick < 1.0; tick *= 1.5) {
    double clock = 0.0;
    ToolSettings settings;
    settings.predict = false;
    settings.least_rate_hz = 100.0;
    settings.clock_s = [&] { return clock += tick; };
    ToolMonitor monitor = monitor_of(settings);
    monitor.sample(0.0, at(0.03, 0.01, 0.1), floor.still());
    const ToolReport& through = monitor.sample(1.0, at(0.01, 0.03, -0.3), floor.still());  // touches at 0.25
    if (through.undecided_from_s) {
      ++undecided;
      EXPECT_LE(*through.undecided_from_s, 0.2501);
      EXPECT_FALSE(through.proven);
      EXPECT_TRUE(!through.contact || through.contact->time_s.lo <= *through.undecided_from_s);
      EXPECT_TRUE(monitor.sample(2.0, at(0.01, 0.03, -0.4), floor.still()).proven);  // the next one is its own
    } else {
      ++decided;
      ASSERT_TRUE(through.contact);
      EXPECT_NEAR(through.contact->time_s.hi, 0.25, 1e-4);
    }
  }
  EXPECT_GT(undecided, 5);
  EXPECT_GT(decided, 3);
}

/// A monitor with a budget of a hundred samples a second, on a clock that goes on by a tick at each look at it.
struct Hurried {
  double clock = 0.0, tick = 0.0;
  ToolMonitor monitor;

  Hurried() : monitor(monitor_of(settings())) {}
  ToolSettings settings() {
    ToolSettings settings;
    settings.clock_s = [this] { return clock += tick; };
    settings.least_rate_hz = 100.0;
    return settings;
  }
};

/// Down to a millimetre above the floor and up again, five times in four seconds, the last time a little into it.
Pose hesitant(double t) {
  const double lowest = t > 3.2 ? -1e-3 : 1e-3;
  return at(0.1 * std::sin(2 * t), 0.03, lowest + 0.06 * (1.0 + std::cos(7.854 * t)));
}

/// An audit's story: with a budget, 223 of 225 lines said "clear" while the run without one was warning.
TEST(ToolMonitor, ABudgetSaysClearOnlyWhereBothHorizonsWereLookedAt) {
  const Floor floor(20);
  int clear = 0, cut = 0, warned = 0, carried = 0, silenced = 0, touching = 0, warned_without = 0;
  const double rate_hz = std::max(200, testing::cases(200, 1000));  // slower samples tell too little
  std::vector<ToolReport> unhurried;
  ToolMonitor without = monitor_of();
  for (int k = 0; k < 4 * rate_hz; ++k) {
    unhurried.push_back(without.sample(k / rate_hz, hesitant(k / rate_hz), floor.still()));
    warned_without += unhurried.back().state == ToolState::warning;
  }
  for (double tick = 2e-5; tick < 1e-2; tick *= 3.0) {
    Hurried hurried;
    for (int k = 0; k < 4 * rate_hz; ++k) {
      const double t = k / rate_hz;
      const ToolReport& all = unhurried[static_cast<std::size_t>(k)];
      hurried.tick = k % 16 < 12 ? tick : 20 * tick;  // now and then something else is busy
      const ToolReport& some = hurried.monitor.sample(t, hesitant(t), floor.still());
      SCOPED_TRACE(testing::story(0, k, tick));
      EXPECT_EQ(some.covered.reflex_s, std::min(some.covered.considered_s, 0.1));
      switch (some.state) {
        case ToolState::clear:  // what looked at all of it says the same
          ++clear;
          EXPECT_EQ(some.covered.considered_s, 1.0);
          EXPECT_EQ(all.state, ToolState::clear);
          break;
        case ToolState::warning:
          ++(some.warning->carried ? carried : warned);
          if (some.warning->carried) {
            EXPECT_TRUE(some.covered.is_out_of_time);
            EXPECT_GT(some.warning->time_to_contact_s, some.covered.considered_s);
          } else {
            ASSERT_TRUE(all.warning);
            EXPECT_GE(some.warning->time_to_contact_s, all.warning->time_to_contact_s - 1e-9);
          }
          break;
        case ToolState::contact:
          ++touching;
          EXPECT_EQ(all.state, ToolState::contact);
          break;
        case ToolState::undecided:
          cut += some.covered.is_out_of_time || some.undecided_from_s;
          silenced += all.state == ToolState::warning;
          EXPECT_TRUE(some.covered.considered_s < 1.0 || some.undecided_from_s);
          break;
      }
    }
  }
  const int some = static_cast<int>(rate_hz / 2);
  EXPECT_GT(warned_without, some);
  EXPECT_GT(clear, some);
  EXPECT_GT(cut, some);
  EXPECT_GT(warned, some);
  EXPECT_GT(carried, some / 4);
  EXPECT_GT(silenced, some / 4);  // and all of these are undecided
  EXPECT_GT(touching, some / 10);
}

TEST(ToolMonitor, AWarningIsCarriedUntilALookRefutesItOrItsTimeIsOver) {
  Floor floor(20);
  // A wire beside the drill, in the corner of the box around it: where nothing is near, no time is needed.
  const auto first = static_cast<Index>(floor.vertices.size());
  floor.vertices.insert(floor.vertices.end(), {{0.0045, 0.0345, -1}, {0.0045, 0.0345, 1}, {0.0046, 0.0346, 1}});
  floor.triangles.push_back({first, first + 1, first + 2});
  Hurried hurried;
  double t = 0.0, z = 0.1, foreseen_s = 0.0;
  const auto sample = [&]() -> const ToolReport& {
    return hurried.monitor.sample(t += 5e-3, at(0, 0.03, z), floor.still());
  };
  for (; z > 0.04; z -= 5e-4) {
    const ToolReport& report = sample();
    if (report.warning) foreseen_s = t + report.warning->time_to_contact_s;
  }
  ASSERT_GT(foreseen_s, t + 0.3);
  // The tool stops. Without time nobody knows what that means: the warning stands, and comes nearer.
  hurried.tick = 1.0;
  int carried = 0, reflex = 0;
  for (int k = 0; k < 20; ++k, ++carried) {
    const ToolReport& report = sample();
    ASSERT_EQ(report.state, ToolState::warning);
    EXPECT_TRUE(report.warning->carried);
    EXPECT_NEAR(t + report.warning->time_to_contact_s, foreseen_s, 1e-9);
    EXPECT_EQ(report.covered.considered_s, 0.0);
  }
  // With time: a look finds nothing, and it is gone for good.
  hurried.tick = 0.0;
  for (int k = 0; k < 300; ++k) sample();
  EXPECT_EQ(sample().state, ToolState::clear);
  hurried.tick = 1.0;
  EXPECT_EQ(sample().state, ToolState::undecided);
  // Another, whose time comes without anybody looking.
  hurried.tick = 0.0;
  for (; z > 0.02; z -= 5e-4) {
    const ToolReport& report = sample();
    if (report.warning) foreseen_s = t + report.warning->time_to_contact_s;
  }
  ASSERT_GT(foreseen_s, t);
  hurried.tick = 1.0;
  while (t < foreseen_s + 0.1) {
    const ToolReport& report = sample();
    EXPECT_EQ(report.state, t < foreseen_s ? ToolState::warning : ToolState::undecided) << t;
    reflex += report.warning && report.warning->horizon == WarningHorizon::reflex;
  }
  EXPECT_GT(reflex, 10);
}

TEST(ToolMonitor, WhereTheSamplesDoNotTellItIsUndecided) {
  const Floor floor;
  ToolMonitor monitor = monitor_of();
  const ToolReport& report = monitor.sample(0.0, at(0, 0.03, 0.3), floor.still());
  EXPECT_EQ(report.state, ToolState::undecided);
  EXPECT_EQ(report.covered.considered_s, 0.0);
  EXPECT_FALSE(report.covered.is_out_of_time);
  for (int k = 1; k < 20; ++k) monitor.sample(0.01 * k, at(0, 0.03, 0.3), floor.still());
  EXPECT_EQ(report.state, ToolState::clear);
  EXPECT_EQ(report.covered.reflex_s, 0.1);
  EXPECT_EQ(report.covered.considered_s, 1.0);
  monitor.sample(60.0, at(0, 0.03, 0.3), floor.still());  // after a gap all begins anew
  EXPECT_EQ(report.state, ToolState::undecided);
  ToolSettings contacts_only;
  contacts_only.predict = false;
  EXPECT_EQ(monitor_of(contacts_only).sample(0.0, at(0, 0.03, 0.3), floor.still()).state, ToolState::clear);
}

TEST(ToolMonitor, AMeshWithATreeGetsTheSameAnswers) {
  testing::Draw draw;
  const Floor floor(30);
  DeformableMesh mesh(floor.vertices, floor.triangles);
  ToolMonitor by_arrays = monitor_of(), by_tree = monitor_of();
  std::vector<Vector3> before = floor.vertices, now = before;
  int contacts = 0, warnings = 0;
  const int count = testing::cases(400, 400);
  for (int k = 0; k < count; ++k) {
    const double t = 0.4 * k / count;
    for (Vector3& v : now) v.z() = 0.02 * std::sin(10 * v.x() + 50 * t);
    mesh.move(before, now);
    const Pose X = at(0.3 * std::cos(20 * t), 0.1, 0.035 + 0.03 * std::cos(50 * t));
    const ToolReport& a = by_arrays.sample(t, X, {before, now, floor.triangles});
    const ToolReport& b = by_tree.sample(t, X, mesh);
    before = now;
    ASSERT_EQ(a.contact.has_value(), b.contact.has_value()) << k;
    EXPECT_EQ(a.touching, b.touching);
    if (a.contact) {
      ++contacts;
      EXPECT_EQ(a.contact->time_s, b.contact->time_s);
      EXPECT_EQ(a.contact->surface_triangles, b.contact->surface_triangles);
    }
    ASSERT_EQ(a.warning.has_value(), b.warning.has_value()) << k;
    if (a.warning) {
      ++warnings;
      EXPECT_NEAR(a.warning->time_to_contact_s, b.warning->time_to_contact_s, 1e-7);
      EXPECT_EQ(a.warning->surface_triangles, b.warning->surface_triangles);
    }
  }
  EXPECT_GT(contacts, count / 20);
  EXPECT_GT(warnings, count / 20);
}

TEST(ToolMonitor, ASurfaceOfAnotherTopologyIsFollowed) {
  Floor coarse(2), fine(9);
  for (Vector3& v : fine.vertices) v.z() = 0.1;
  DeformableMesh mesh(coarse.vertices, coarse.triangles);
  ToolMonitor monitor = monitor_of();
  EXPECT_FALSE(monitor.sample(0.0, at(0.01, 0.03, 0.2), mesh).contact);
  mesh.replace(fine.vertices, fine.triangles);
  EXPECT_FALSE(monitor.sample(0.1, at(0.01, 0.03, 0.15), mesh).contact);
  const ToolReport& report = monitor.sample(0.2, at(0.01, 0.03, 0.05), mesh);
  ASSERT_TRUE(report.contact);
  EXPECT_NEAR(report.contact->time_s.hi, 0.15, 1e-4);
  // By arrays as well, from one sample to the next.
  monitor.reset();
  EXPECT_FALSE(monitor.sample(0.0, at(0.01, 0.03, 0.2), coarse.still()).contact);
  EXPECT_TRUE(monitor.sample(0.1, at(0.01, 0.03, 0.05), fine.still()).contact);
}

TEST(ToolMonitor, SaysWhereAToolStartsInsideAClosedSurface) {
  std::vector<Vector3> corners;
  for (unsigned k = 0; k < 8; ++k) corners.push_back({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  const std::vector<Triangle> faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                       {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  const SurfaceStep box{corners, corners, faces};
  ToolMonitor monitor = monitor_of();
  const ToolReport& inside = monitor.sample(0.0, at(0, 0, 0), box);
  ASSERT_TRUE(inside.contact);
  EXPECT_TRUE(inside.contact->inside && inside.contact->initial && inside.touching);
  monitor.reset();
  EXPECT_FALSE(monitor.sample(0.0, at(0, 0, 2), box).contact);
  // Inside stays inside, and getting in through a wall between two samples is no "clear".
  monitor.reset();
  EXPECT_FALSE(monitor.sample(0.0, at(0, 0, 2), box).touching);
  const ToolReport& entered = monitor.sample(1.0, at(0, 0, 0), box);
  EXPECT_TRUE(entered.contact && !entered.contact->inside && entered.touching);
  const ToolReport& still_in = monitor.sample(2.0, at(0, 0.1, 0), box);
  EXPECT_TRUE(still_in.contact && still_in.contact->inside && still_in.touching);
  const ToolReport& left = monitor.sample(3.0, at(0, 0.1, 3), box);
  EXPECT_TRUE(left.contact && left.contact->inside && left.contact->initial && !left.touching);
  EXPECT_EQ(left.contact->time_s.hi, 2.0);
  EXPECT_FALSE(monitor.sample(4.0, at(0, 0.1, 2), box).contact);
  // A closed surface that appears around the tool.
  const Floor floor;
  monitor.reset();
  EXPECT_FALSE(monitor.sample(0.0, at(0, 0, 0.2), floor.still()).contact);
  EXPECT_TRUE(monitor.sample(0.1, at(0, 0, 0.2), box).contact);
}

TEST(ToolMonitor, SaysWhereASurfaceIsInsideOfAClosedTool) {
  // With a dent, so that it is no convex solid, which would be touched wherever it is filled.
  const auto shell = std::make_shared<const TriangleMesh>(
      std::vector<Vector3>{{-1, -1, -1}, {3, -1, -1}, {-1, 3, -1}, {-1, -1, 3}, {0.25, 0.25, 0.25}},
      std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}});
  const Collider body{Pose(), shell};
  ToolMonitor monitor(std::span(&body, 1));
  const std::vector<Vector3> corners = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}};
  const std::vector<Triangle> triangle = {{0, 1, 2}};
  const SurfaceStep patch{corners, corners, triangle};
  const ToolReport& held = monitor.sample(0.0, at(0, 0, 0), patch);
  ASSERT_TRUE(held.contact && held.contact->inside && held.touching);
  EXPECT_EQ(held.contact->point, Vector3(0, 0, 0));
  const ToolReport& lost = monitor.sample(1.0, at(9, 0, 0), patch);
  ASSERT_TRUE(lost.contact && lost.contact->initial && !lost.touching);
  EXPECT_FALSE(monitor.sample(2.0, at(9, 1, 0), patch).contact);
}

TEST(ToolMonitor, WhatIsInsideOfAConvexToolTouchesIt) {
  const Collider body{Pose(), prism(8, 1.0, 2.0)};
  ToolMonitor monitor(std::span(&body, 1));
  const std::vector<Vector3> corners = {{0, 0, 1}, {0.1, 0, 1}, {0, 0.1, 1}};
  const std::vector<Triangle> triangle = {{0, 1, 2}};
  const SurfaceStep patch{corners, corners, triangle};
  const ToolReport& held = monitor.sample(0.0, at(0, 0, 0), patch);
  ASSERT_TRUE(held.contact && held.contact->initial && held.touching);
  EXPECT_EQ(held.contact->surface_triangles, (std::vector<std::uint32_t>{0}));
  EXPECT_FALSE(monitor.sample(1.0, at(9, 0, 0), patch).touching);
  EXPECT_FALSE(monitor.sample(2.0, at(9, 1, 0), patch).contact);
}

/// Every piece of work counts: however little time there is, what touches is never clear, and each sample ends.
TEST(ToolMonitor, ABudgetOfAnySizeBoundsAMeshToolOverAClosedSurface) {
  // A closed box of many triangles: passes over it are cut into pieces.
  const Floor floor(90);
  std::vector<Vector3> corners = floor.vertices;
  std::vector<Triangle> faces = floor.triangles;
  const auto count = static_cast<Index>(corners.size());
  for (const Vector3& v : floor.vertices) corners.push_back(v - Vector3(0, 0, 0.1));
  for (const Triangle& t : floor.triangles) faces.push_back({t[0] + count, t[2] + count, t[1] + count});
  for (Index k = 0; k < 90; ++k) {
    const auto wall = [&](Index i, Index j) {
      faces.push_back({i, j, j + count});
      faces.push_back({i, j + count, i + count});
    };
    wall(k, k + 1), wall(90 * 91 + k, 90 * 91 + k + 1), wall(91 * k, 91 * (k + 1)), wall(91 * k + 90, 91 * k + 181);
  }
  const SurfaceStep slab{corners, corners, faces};
  const Collider body{Pose(), prism(16, 0.005, 0.1)};
  // At rest, then down; in contact from k = 44 on.
  const auto pose_at = [](int k) { return at(0.03, 0.03, 0.02 - 0.001 * std::max(0, k - 24)); };
  constexpr int samples = 60;
  std::vector<ToolReport> unhurried;
  ToolMonitor without(std::span(&body, 1));
  for (int k = 0; k < samples; ++k) unhurried.push_back(without.sample(0.01 * k, pose_at(k), slab));
  int clear = 0, undecided = 0, contacts = 0, unseen = 0, side_unknown = 0;
  for (double tick = 1e-7; tick < 1.0; tick *= 6.0) {
    double clock = 0.0;
    int looks = 0;
    ToolSettings settings;
    settings.least_rate_hz = 100.0;
    settings.clock_s = [&] { return ++looks, clock += tick; };
    ToolMonitor monitor(std::span(&body, 1), settings);
    for (int k = 0; k < samples; ++k) {
      SCOPED_TRACE(testing::story(0, k, tick));
      const ToolReport& all = unhurried[static_cast<std::size_t>(k)];
      const double began = clock;
      const ToolReport& some = monitor.sample(0.01 * k, pose_at(k), slab);
      EXPECT_LE(clock - began, 0.01 + 12 * tick);  // the rate, but for the looks at the clock that are under way
      if (all.contact) {
        EXPECT_TRUE(some.contact || some.undecided_from_s);
        EXPECT_TRUE(some.state != ToolState::clear || !all.touching);
      }
      EXPECT_TRUE(some.state != ToolState::clear || all.state == ToolState::clear);
      EXPECT_TRUE(!some.contact || all.contact);
      clear += some.state == ToolState::clear;
      contacts += some.contact.has_value();
      undecided += some.undecided_from_s.has_value();
      unseen += some.undecided_from_s && *some.undecided_from_s < some.time_s && some.statistics.near == 0;
      side_unknown += some.undecided_from_s && *some.undecided_from_s == some.time_s;
    }
  }
  EXPECT_GT(clear, 0);
  EXPECT_GT(contacts, samples / 4);
  EXPECT_GT(undecided, samples / 4);
  EXPECT_GT(unseen, samples / 4);
  EXPECT_GT(side_unknown, 0);
}

/// From one sample to the next little changes: nearly all triangles are kept apart by directions that are known.
TEST(ToolMonitor, DirectionsAreRemembered) {
  const Floor floor(60);
  const Collider body{Pose(), prism(32, 0.008, 0.15)};
  ToolMonitor monitor(std::span(&body, 1));
  std::size_t remembered = 0, searched = 0;
  const int count = testing::cases(400, 400);
  const Matrix3 tilted = Eigen::AngleAxisd(0.6, Vector3::UnitY()).toRotationMatrix();
  for (int k = 0; k < count; ++k) {  // slanting, along the floor: the box around it is full of triangles
    const double t = 1e-3 * k;
    const ToolReport& report = monitor.sample(t, {tilted, {0.2 * t - 0.1, 0.03, 0.02}}, floor.still());
    remembered += report.statistics.remembered, searched += report.statistics.searched;
  }
  EXPECT_GT(remembered, 8 * searched);
  EXPECT_GT(remembered, static_cast<std::size_t>(count));
}

TEST(ToolMonitor, APreparedSurfaceIsNotPreparedAgain) {
  const Floor floor;
  double clock = 0.0;
  ToolSettings settings;
  settings.least_rate_hz = 1e5;
  settings.predict = false;
  settings.clock_s = [&] { return clock; };
  ToolMonitor monitor = monitor_of(settings);
  EXPECT_EQ(monitor.sample(0.0, at(0, 0.03, 0.1), floor.still()).state, ToolState::clear);
  // Another one while there is a rate to keep: what it bounds waits for time, or for prepare().
  const Floor finer(60);
  EXPECT_EQ(monitor.sample(1.0, at(0, 0.03, 0.1), finer.still()).state, ToolState::undecided);
  EXPECT_EQ(monitor.sample(2.0, at(0, 0.03, 0.1), finer.still()).state, ToolState::undecided);
  monitor.prepare(finer.still());
  EXPECT_EQ(monitor.sample(3.0, at(0, 0.03, 0.1), finer.still()).state, ToolState::clear);
  EXPECT_EQ(monitor.sample(4.0, at(0, 0.03, 0.1), finer.still()).state, ToolState::clear);
  std::vector<Vector3> torn = finer.vertices;
  torn[3].x() = std::nan("");
  EXPECT_THROW(monitor.prepare({torn, torn, finer.triangles}), InputError);
}

TEST(ToolMonitor, ASurfaceWithoutTrianglesOrAreaHoldsNothing) {
  ToolMonitor monitor = monitor_of();
  EXPECT_FALSE(monitor.sample(0.0, at(0, 0, 0), {}).contact);
  const std::vector<Vector3> corners = {{9, 0, 0}, {9, 1, 0}, {9, 2, 0}};
  const std::vector<Triangle> sliver = {{0, 1, 2}};
  EXPECT_FALSE(monitor.sample(1.0, at(0, 0, 0), {corners, corners, sliver}).contact);
}

/// Leaf boxes of a mesh are flat: what is halved until it is short against them is halved a million times.
TEST(ToolMonitor, AFlatToolThatGoesAlongWithTheSurfaceIsQuick) {
  const Floor floor;
  std::vector<Vector3> sunk = floor.vertices;
  for (Vector3& v : sunk) v.z() -= 0.2;
  const auto plate =
      std::make_shared<const TriangleMesh>(std::vector<Vector3>{{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.1, 0}, {0, 0.1, 0}},
                                           std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}});
  const Collider body{Pose(), plate};
  int looks = 0;  // at the clock, which is looked at each eighth piece of work
  ToolSettings settings;
  settings.least_rate_hz = 1e-6;
  settings.clock_s = [&looks] { return ++looks, 0.0; };
  ToolMonitor monitor(std::span(&body, 1), settings);
  monitor.sample(0.0, at(0, 0, 0.01), floor.still());
  const ToolReport& report = monitor.sample(1.0, at(0, 0, -0.19), {floor.vertices, sunk, floor.triangles});
  EXPECT_FALSE(report.contact);
  EXPECT_LT(looks, 2000);
}

TEST(ToolMonitor, AFlatToolIsWarned) {
  const Floor floor;
  const auto blade =
      std::make_shared<const TriangleMesh>(std::vector<Vector3>{{0, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0.1}, {0, 0, 0.1}},
                                           std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}});
  const Collider body{Pose(), blade};
  ToolMonitor monitor(std::span(&body, 1));
  int warnings = 0;
  const int count = testing::cases(400, 400);
  for (int k = 0; k < count; ++k) {
    const double t = 0.4 * k / count;
    warnings += monitor.sample(t, at(0, 0.03, 0.05 - 0.1 * t), floor.still()).warning.has_value();
  }
  EXPECT_GT(warnings, count / 8);
}

TEST(ToolMonitor, TouchingFromTheStartIsInitial) {
  const Floor floor;
  ToolMonitor monitor = monitor_of();
  const ToolReport& report = monitor.sample(0.0, at(0, 0.03, -0.01), floor.still());
  ASSERT_TRUE(report.contact);
  EXPECT_TRUE(report.contact->initial && report.touching);
  EXPECT_FALSE(monitor.sample(0.1, at(0, 0.03, -0.02), floor.still()).warning);
  EXPECT_FALSE(monitor.sample(0.2, at(0, 0.03, 0.05), floor.still()).touching);
  EXPECT_FALSE(monitor.sample(0.3, at(0, 0.03, 0.1), floor.still()).contact);
}

TEST(ToolMonitor, ASelectorThatProvesNothingSaysSo) {
  const Floor floor;
  ToolMonitor monitor = monitor_of();
  monitor.set_selector([](const SurfaceStep&, const ToolVolume&, std::vector<Index>&) {}, false);
  monitor.sample(0.0, at(0, 0.03, 0.1), floor.still());
  EXPECT_FALSE(monitor.sample(1.0, at(0, 0.03, -0.1), floor.still()).proven);
  // Nor is it asked about what is no number, or is not there.
  std::vector<Vector3> torn = floor.vertices;
  torn[3].x() = std::nan("");
  EXPECT_THROW(monitor.sample(2.0, at(0, 0.03, -0.2), {floor.vertices, torn, floor.triangles}), InputError);
  std::vector<Triangle> strange = floor.triangles;
  strange[0][1] = static_cast<Index>(floor.vertices.size());
  EXPECT_THROW(monitor.sample(2.0, at(0, 0.03, -0.2), {floor.vertices, floor.vertices, strange}), InputError);
}

TEST(ToolMonitor, RefusesWhatMakesNoSense) {
  EXPECT_THROW(ToolMonitor(std::span<const Collider>{}), InputError);
  ToolSettings settings;
  settings.reflex_s = 2.0;
  EXPECT_THROW(monitor_of(settings), InputError);
  const Floor floor;
  ToolMonitor monitor = monitor_of();
  EXPECT_THROW(monitor.sample(std::nan(""), at(0, 0, 1), floor.still()), InputError);
  EXPECT_THROW(monitor.sample(0.0, {2.0 * Matrix3::Identity(), {0, 0, 1}}, floor.still()), InputError);
  monitor.sample(0.0, at(0, 0, 1), floor.still());
  EXPECT_THROW(monitor.sample(0.1, at(0, 0, 1), {{}, floor.vertices, floor.triangles}), InputError);
}

/// A refused sample is as if it had not been, prediction included.
TEST(ToolMonitor, RefusesASurfaceThatIsNotNumbersAndGoesOn) {
  const Floor floor;
  ToolMonitor monitor = monitor_of(), other = monitor_of();
  for (int k = 0; k < testing::cases(300, 300); ++k) {
    const Pose X = at(0, 0.03, 0.05 - 1e-4 * k);
    if (k % 10 == 9) {
      std::vector<Vector3> broken = floor.vertices;
      broken[static_cast<std::size_t>(k) % broken.size()][k % 3] = k % 20 == 9 ? std::nan("") : INFINITY;
      EXPECT_THROW(monitor.sample(1e-3 * k - 5e-4, at(0, 9, 9), {floor.vertices, broken, floor.triangles}), InputError);
      EXPECT_THROW(monitor.sample(1e-3 * k - 5e-4, at(0, 9, 9), {broken, floor.vertices, floor.triangles}), InputError);
      std::vector<Triangle> torn = floor.triangles;
      torn[0][1] = static_cast<Index>(floor.vertices.size());
      EXPECT_THROW(monitor.sample(1e-3 * k, X, {floor.vertices, floor.vertices, torn}), InputError);
    }
    const ToolReport& a = monitor.sample(1e-3 * k, X, floor.still());
    const ToolReport& b = other.sample(1e-3 * k, X, floor.still());
    ASSERT_EQ(a.warning.has_value(), b.warning.has_value());
    if (a.warning) {
      EXPECT_EQ(a.warning->time_to_contact_s, b.warning->time_to_contact_s);
    }
    EXPECT_EQ(a.contact.has_value(), b.contact.has_value());
  }
}

}  // namespace
}  // namespace tocca::tool_monitor_tests
