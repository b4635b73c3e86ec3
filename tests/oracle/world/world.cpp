// What is proven here: every step of a World agrees with a check of all pairs by FCL, whatever happens to the bodies: no pair is
// missed, none invented beyond the tolerance, distances are FCL's to 1e-6; where FCL is wrong, distances in long double say so.
#include "tocca/world/world.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <set>
#include <sstream>

#include "testing/draw.hpp"
#include "testing/judged_bodies.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::testing::world_tests {
namespace {

Robot draw_robot(Draw& draw, double size) {
  std::vector<Arm> arms;
  for (int i = draw.integer(2, 4); i > 0; --i) {
    const JointType type = draw.coin(0.8) ? JointType::revolute : JointType::prismatic;
    arms.push_back(
        {type, at(0.8 * size, 0, 0), draw.direction(), {{at(0.4 * size, 0, 0), Box{size * Vector3(0.6, 0.2, 0.2)}}}});
    if (draw.coin(0.3)) arms.back().bodies.push_back({draw.pose(0.1 * size), Sphere{0.2 * size}});
  }
  return chain(arms);
}

/// A world and its mirror, to which the same things happen.
class Play {
 public:
  Play(Draw& draw, double half, double size, bool mixed, const WorldSettings& settings = {})
      : world(settings), bodies(settings.tolerance_m), draw_(draw), half_(half), size_(size), mixed_(mixed) {
    for (int i = 0; i < 12; ++i) shapes_.push_back(draw_bodies(draw, size_, mixed_));
    for (const auto& shape : shapes_) prepared_.push_back(shape_of(shape));
  }

  void add() {
    Flight flight{draw_.pose(half_), 0.05 * size_ * draw_.direction(), 0.1 * draw_.direction(), {}, {}};
    const int group = draw_.integer(0, 3);
    int body = 0;
    if (mixed_ && draw_.coin(0.15)) {
      const Robot robot = draw_robot(draw_, size_);
      flight.q = robot.tree.zero_configuration();
      for (double& x : flight.q) x = draw_.uniform(-1.0, 1.0);
      flight.rate = 0.05 * flight.q;
      body = world.add(robot.tree, flight.q, flight.X, group);
      bodies.add(body, robot.tree, flight.q, flight.X);
    } else {
      const auto which = static_cast<std::size_t>(draw_.integer(0, static_cast<int>(shapes_.size()) - 1));
      body = world.add(prepared_[which], flight.X, group);
      bodies.add(body, shapes_[which], flight.X);
    }
    const auto index = static_cast<std::size_t>(body);
    if (flights_.size() <= index) flights_.resize(index + 1), groups_.resize(index + 1);
    flights_[index] = flight;
    groups_[index] = group;
    present_.push_back(body);
    ignore();
  }

  void fly() {
    for (const int body : present_) {
      Flight& flight = flights_[static_cast<std::size_t>(body)];
      for (int k = 0; k < 3; ++k) {
        if (std::abs(flight.X.translation[k]) > half_)
          flight.velocity[k] = -std::copysign(flight.velocity[k], flight.X.translation[k]);
      }
      flight.X.translation += flight.velocity;
      const Eigen::Quaterniond turned(rotation_about(flight.spin.normalized(), flight.spin.norm()) * flight.X.rotation);
      flight.X.rotation = turned.normalized().toRotationMatrix();
      put(body);
    }
  }

  /// Something sudden: a body goes, comes, jumps, lies exactly where another is; a pair or a group is switched off or on.
  void happen() {
    const int body = any();
    Flight& flight = flights_[static_cast<std::size_t>(body)];
    switch (draw_.integer(0, 6)) {
      case 0:
        remove(body);
        if (count() < 20 || draw_.coin()) add();  // often under the same number, within the same step
        return;
      case 5:
        if (count() < 80) add();
        return;
      case 1:
        flight.X = draw_.pose(half_);
        return put(body);
      case 2:
        flight.X = flights_[static_cast<std::size_t>(any())].X;  // coincident
        return put(body);
      case 3: {
        const int other = any();
        if (other == body) return;
        const bool active = draw_.coin();
        world.activate(body, other, active);
        return switch_pair(off_, std::minmax(body, other), active);
      }
      case 4: {
        const std::pair<int, int> groups = std::minmax(draw_.integer(0, 3), draw_.integer(0, 3));
        const bool active = draw_.coin(0.7);
        world.activate_groups(groups.second, groups.first, active);
        return switch_pair(groups_off_, groups, active);
      }
      default:
        flight.velocity = -flight.velocity;
    }
  }

  int count() const { return static_cast<int>(present_.size()); }

  World world;
  JudgedBodies bodies;

 private:
  using Names = std::pair<int, int>;
  struct Flight {
    Pose X;
    Vector3 velocity, spin;
    Configuration q, rate;
  };
  int any() { return present_[static_cast<std::size_t>(draw_.integer(0, count() - 1))]; }
  void put(int body) {
    Flight& flight = flights_[static_cast<std::size_t>(body)];
    world.move(body, flight.X);
    bodies.move(body, flight.X);
    if (flight.q.size() == 0) return;
    flight.q += flight.rate;
    world.move(body, flight.q);
    bodies.move(body, flight.q);
  }
  void remove(int body) {
    world.remove(body);
    bodies.remove(body);
    std::erase(present_, body);
    std::erase_if(off_, [&](const Names& names) { return names.first == body || names.second == body; });
  }
  void switch_pair(std::set<Names>& off, const Names& names, bool active) {
    off.erase(names);
    if (!active) off.insert(names);
    ignore();
  }
  void ignore() {
    for (const int a : present_) {
      for (const int b : present_) {
        if (a >= b) continue;
        const auto group = [&](int body) { return groups_[static_cast<std::size_t>(body)]; };
        bodies.ignore(a, b, off_.contains({a, b}) || groups_off_.contains(std::minmax(group(a), group(b))));
      }
    }
  }

  Draw& draw_;
  double half_, size_;
  bool mixed_;
  std::vector<std::vector<Collider>> shapes_;
  std::vector<BodyShapePointer> prepared_;
  std::vector<Flight> flights_;
  std::vector<int> groups_, present_;
  std::set<Names> off_, groups_off_;
};

/// Plays a world for some steps, judged at each; `events` of them a step.
BodiesLog play(Play& world, Draw& draw, int count, int steps, double events, int nearest_every) {
  BodiesLog log;
  for (int i = 0; i < count; ++i) world.add();
  for (int step = 0; step < steps; ++step) {
    world.fly();
    for (double due = events; due > 0.0; due -= 1.0) {
      if (draw.coin(std::min(1.0, due))) world.happen();
    }
    const WorldStep& result = world.world.step(step % nearest_every == 0);
    const std::string wrong = world.bodies.judge(result, log);
    EXPECT_EQ(wrong, "") << story(draw.seed(), step);
    if (!wrong.empty()) break;
  }
  return log;
}

TEST(World, PolytopesCollideAsFclSays) {
  Draw draw;
  Play world(draw, 3.2, 1.0, false);
  const BodiesLog log = play(world, draw, 80, cases(250, 3000), 2.0, 4);
  EXPECT_GE(log.pair_steps, cases(250, 3000) * 500L);
  EXPECT_GT(log.colliding, log.near / 50);
  EXPECT_LT(log.colliding, log.near);
  EXPECT_GT(log.distances, cases(250, 3000));
  EXPECT_LT(log.fcl_wrong, log.near / 10);
}

TEST(World, MixedBodiesCollideAsFclSays) {
  Draw draw;
  Play world(draw, 2.5, 1.0, true);
  const BodiesLog log = play(world, draw, 30, cases(60, 1500), 1.0, 5);
  EXPECT_GT(log.colliding, cases(60, 1500));
  EXPECT_LT(log.colliding, log.near);
}

TEST(World, OneInsideAnotherCollidesWhateverTheirSizes) {
  Draw draw;
  BodiesLog log;
  int inside = 0, hollow = 0;
  for (int i = 0; i < cases(200, 5000); ++i) {
    World world;
    JudgedBodies bodies;
    const double size = draw.log_uniform(1e-2, 1e4), ratio = draw.log_uniform(1.0 / 64, 1e-6);
    const bool cup = draw.coin();
    const std::vector<Collider> large{{Pose{}, cup ? Geometry(cup_mesh(size)) : Geometry(draw_hull(draw, size))}};
    const std::vector<Collider> small = draw.coin() ? std::vector<Collider>{{Pose{}, draw_hull(draw, ratio * size)}}
                                                    : std::vector<Collider>{{Pose{}, Sphere{ratio * size}}};
    const Pose X = draw.pose(draw.coin() ? 0.0 : 10.0 * size);
    Pose inner = draw.pose(0.0);
    // Within the cup's wall, in its hollow, or anywhere.
    Vector3 place = draw.vector(0.7 * size);
    if (draw.coin()) place = size * Vector3(0.45, draw.uniform(-0.3, 0.3), draw.uniform(-0.3, 0.3));
    if (draw.coin(0.3)) place = draw.vector(0.3 * size);
    inner.translation = X * place;
    world.add(shape_of(large), X);
    world.add(shape_of(small), inner);
    bodies.add(0, large, X);
    bodies.add(1, small, inner);
    const WorldStep& step = world.step(draw.coin());
    EXPECT_EQ(bodies.judge(step, log), "") << story(draw.seed(), i, size, ratio);
    EXPECT_EQ(bodies.judge(world.distance(1, 0), log), "") << story(draw.seed(), i, size, ratio);
    inside += !step.colliding.empty();
    hollow += cup && step.colliding.empty();
  }
  EXPECT_GT(inside, cases(200, 5000) / 4);
  EXPECT_GT(hollow, cases(200, 5000) / 20);
  EXPECT_GT(log.inside, cases(200, 5000) / 20);
}

/// The lists of a whole play, as text.
std::string told(const WorldSettings& settings, bool mixed, int steps) {
  Draw draw(17);
  Play play(draw, mixed ? 2.5 : 3.2, 1.0, mixed, settings);
  for (int i = 0; i < 40; ++i) play.add();
  std::ostringstream text;
  for (int step = 0; step < steps; ++step) {
    play.fly();
    play.happen();
    const WorldStep& result = play.world.step();
    text << "step " << step << ':';
    for (const BodyPair& pair : result.colliding) text << ' ' << pair.a << '-' << pair.b;
    text << '\n';
  }
  return text.str();
}

TEST(World, AnswersDoNotDependOnBoxesOrBroadPhases) {
  for (const bool mixed : {false, true}) {
    const std::string expected = told({}, mixed, 40);
    EXPECT_GT(std::count(expected.begin(), expected.end(), '-'), 100);
    for (const BoxKind boxes : {BoxKind::fixed, BoxKind::dynamic}) {
      for (const BroadChoice broad :
           {BroadChoice::automatic, BroadChoice::sweep_and_prune, BroadChoice::dynamic_tree}) {
        EXPECT_EQ(told({1e-6, boxes, broad}, mixed, 40), expected);
      }
    }
  }
}

/// Lists, distances and first contacts of so many bodies that threads share the pairs (256 are a task).
std::string told_by_many(bool mixed) {
  Draw draw(18);
  World world;
  std::vector<BodyShapePointer> shapes;
  for (int i = 0; i < 12; ++i) shapes.push_back(shape_of(draw_bodies(draw, 1.0, mixed)));
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < 700; ++i) world.add(shapes[i % shapes.size()], poses.emplace_back(draw.pose(5.0)));
  std::ostringstream text;
  text.precision(17);
  for (int step = 0; step < 4; ++step) {
    const WorldStep& result = world.step(step % 2 == 1);
    EXPECT_GT(result.statistics.overlaps, 2000u);
    for (const BodyPair& pair : result.colliding) text << ' ' << pair.a << '-' << pair.b;
    for (const BodyDistance& near : result.nearest) text << ' ' << near.lower << ' ' << near.upper;
    std::vector<World::Moving> moving;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const Pose from = poses[i];
      poses[i].translation += draw.vector(0.1);
      if (i % 7 == 0) moving.push_back({static_cast<int>(i), LinearMotion(from, poses[i]), {}});
    }
    if (step == 3) {
      const std::vector<TimedContact> contacts = world.first_contacts(moving);
      EXPECT_GT(contacts.size(), 100u);
      for (const TimedContact& contact : contacts) {
        text << ' ' << contact.body_a << ' ' << contact.body_b << ' ' << contact.time.hi << ' ' << contact.point[0];
      }
    }
    for (std::size_t i = 0; i < poses.size(); ++i) world.move(static_cast<int>(i), poses[i]);
  }
  return text.str();
}

TEST(World, AnswersDoNotDependOnThreads) {
  for (const bool mixed : {false, true}) {
    std::vector<std::string> all;
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      all.push_back(told_by_many(mixed));
    }
    EXPECT_EQ(all[0], all[1]);
    EXPECT_EQ(all[0], all[2]);
  }
}

}  // namespace
}  // namespace tocca::testing::world_tests
