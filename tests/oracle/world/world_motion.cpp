// What is proven here: a continuous step of a World misses no first contact and invents none: against FCL at samples of the step, against
// the Checker on the same two bodies, and on bullets whose time of contact is known.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "motion/mover.hpp"
#include "testing/draw.hpp"
#include "testing/judged_bodies.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/world/world.hpp"

namespace tocca::testing::world_motion_tests {
namespace {

/// From X by a good way: straight, turning on the way, or along a screw.
RigidMotion draw_motion(Draw& draw, const Pose& X, double way) {
  const Vector3 to = X.translation + draw.vector(way);
  switch (draw.integer(0, 2)) {
    case 0:
      return LinearMotion(X.rotation, X.translation, to);
    case 1:
      return InBetweenMotion(X, to, draw.direction(), draw.uniform(-3.0, 3.0));
    default:
      return ScrewMotion(X, X.translation + draw.vector(0.2 * way), draw.direction(), draw.uniform(-2.0, 2.0),
                         draw.uniform(-0.5, 0.5) * way);
  }
}

TEST(WorldMotion, BulletsDoNotTunnelThroughThinPlates) {
  Draw draw;
  for (int i = 0; i < cases(60, 5000); ++i) {
    World world;
    const double radius = 0.05, thickness = draw.log_uniform(1e-4, 1e-2);
    const bool open = draw.coin(0.3);
    const Geometry plate = open ? Geometry(plate_mesh(4.0, 4.0)) : Geometry(Box{{4.0, 4.0, thickness}});
    const Pose X_plate = draw.pose(3.0);
    world.add(shape_of({{Pose{}, plate}}), X_plate);
    // A hundred of its own sizes in one step, across the plate at an angle.
    const double from_height = draw.uniform(1.0, 4.0), to_height = from_height - 5.0;
    const auto in_world = [&](const Vector3& p) { return Vector3(X_plate * p); };
    const Vector3 a(draw.uniform(-0.5, 0.5), draw.uniform(-0.5, 0.5), from_height);
    const Vector3 b(draw.uniform(-0.5, 0.5), draw.uniform(-0.5, 0.5), to_height);
    Pose X = draw.pose(1.0);
    X.translation = in_world(a);
    const int bullet = world.add(shape_of({{Pose{}, Sphere{radius}}}), X);
    const auto contacts = world.first_contacts(std::vector<World::Moving>{
        {bullet, InBetweenMotion(X, in_world(b), draw.direction(), draw.uniform(-6, 6)), {}}});
    const std::string tale = story(draw.seed(), i, thickness, open, from_height);
    ASSERT_EQ(contacts.size(), 1u) << tale;
    // The tolerance is 1e-6 m, and it falls by 5 m a step.
    const double height = radius + (open ? 0.0 : 0.5 * thickness), when = (from_height - height) / 5.0;
    EXPECT_LE(contacts[0].time.lo, when + 1e-12) << tale;
    EXPECT_GE(contacts[0].time.hi, when - 3e-7) << tale;
    EXPECT_LE(contacts[0].time.hi - contacts[0].time.lo, 1e-6) << tale;
    EXPECT_FALSE(contacts[0].initial);
    const Vector3 normal(contacts[0].normal.data()), up = X_plate.rotation.col(2);
    EXPECT_NEAR(normal.dot(up), -1.0, 1e-6) << tale;  // body_b is the bullet: from it to the plate is down
  }
}

TEST(WorldMotion, BracketsAgreeWithTheCheckers) {
  Draw draw;
  int contacts = 0, free = 0, initial = 0, grazing = 0;
  for (int i = 0; i < cases(250, 8000); ++i) {
    const std::vector<Collider> a = draw_bodies(draw, 1.0, draw.coin(0.7)), b = draw_bodies(draw, 1.0, draw.coin(0.7));
    const Pose X_a = draw.pose(1.2), X_b = draw.pose(1.2);
    const RigidMotion move_a = draw_motion(draw, X_a, 2.0), move_b = draw_motion(draw, X_b, 2.0);
    World world;
    world.add(shape_of(a), X_a);
    world.add(shape_of(b), X_b);
    const auto found = world.first_contacts(std::vector<World::Moving>{{0, move_a, {}}, {1, move_b, {}}});

    Problem problem;
    problem.scene.objects = {{"a", X_a, a}, {"b", X_b, b}};
    for (const int object : {0, 1}) {
      const Pose& X = object == 0 ? X_a : X_b;
      problem.moving.push_back({object, ObjectMotion::in_between, {{0.0, X}, {1.0, X}}});
    }
    const Checker checker(problem);
    Query query = checker.query();
    query.step().move_object(0, move_a);
    query.step().move_object(1, move_b);
    const Answer& answer = query.first_contact();
    const std::string tale = story(draw.seed(), i, answer.time.lo, answer.time.hi);
    if (answer.outcome != Outcome::contact && found.empty()) {
      ++free;
      continue;
    }
    // Beyond the end of the step where it is free.
    const bool by_world = !found.empty(), by_checker = answer.outcome == Outcome::contact;
    const Bracket said = by_world ? found[0].time : Bracket{2.0, 2.0};
    const Bracket checked = by_checker ? answer.time : Bracket{2.0, 2.0};
    contacts += by_world && by_checker;
    grazing += by_world != by_checker;
    if (by_world && by_checker) {
      initial += found[0].initial;
      EXPECT_EQ(found[0].initial, answer.initial) << tale;
    }
    if (said.lo <= checked.hi && checked.lo <= said.hi) continue;
    // Proven apart by one where the other has a contact: then it is one within the tolerance, and no overlap.
    JudgedBodies bodies;
    const double t = std::min(said.hi, checked.hi);
    bodies.add(0, a, Mover(move_a).pose(t));
    bodies.add(1, b, Mover(move_b).pose(t));
    const DistanceBounds near = bodies.plain(0, 1);
    EXPECT_LE(near.lower, 1e-6 + 1e-12) << tale;
    EXPECT_GT(near.upper, 1e-15) << tale;
  }
  EXPECT_GT(contacts, free / 10);
  EXPECT_GT(free, contacts / 20);
  EXPECT_GT(initial, 0);
  EXPECT_LE(grazing, cases(250, 8000) / 50);
}

/// Bodies that move during one step, and their mirror at any of its instants.
struct Cast {
  World world;
  JudgedBodies bodies;
  std::vector<World::Moving> moving;
  std::vector<std::shared_ptr<const KinematicTree>> trees;
  std::vector<Configuration> from;

  Cast(Draw& draw, int count, double half, const WorldSettings& settings = {}) : world(settings) {
    for (int i = 0; i < count; ++i) {
      const Pose X = draw.pose(half);
      trees.push_back(nullptr);
      from.emplace_back();
      if (draw.coin(0.2)) {
        const Collider bar{at(0.3, 0, 0), Box{{0.5, 0.05, 0.1}}};
        const Robot robot = chain({{JointType::revolute, Pose{}, draw.direction(), {bar}},
                                   {JointType::revolute, at(0.6, 0, 0), draw.direction(), {bar}}});
        Configuration q(2), to(2);
        q << draw.uniform(-1, 1), draw.uniform(-1, 1);
        to << draw.uniform(-1, 1), draw.uniform(-1, 1);
        world.add(robot.tree, q, X);
        bodies.add(i, robot.tree, q, X);
        trees.back() = std::make_shared<const KinematicTree>(robot.tree);
        from.back() = q;
        moving.push_back({i, StaticMotion(X), to});
      } else {
        const std::vector<Collider> own = draw_bodies(draw, 0.6, draw.coin(0.7));
        world.add(shape_of(own), X);
        bodies.add(i, own, X);
        if (draw.coin(0.8)) moving.push_back({i, draw_motion(draw, X, 1.0), {}});
      }
    }
  }
  void place(double t) {
    for (const World::Moving& one : moving) {
      const auto i = static_cast<std::size_t>(one.body);
      if (trees[i]) {
        bodies.move(one.body, between(*trees[i], from[i], one.to, t));
      } else {
        bodies.move(one.body, Mover(one.motion).pose(t));
      }
    }
  }
};

/// Every pair by numbers: proven apart before this time of the step; 2 where it is free.
std::vector<double> apart_until(const std::vector<TimedContact>& found, int count) {
  std::vector<double> until(static_cast<std::size_t>(count * count), 2.0);
  for (const TimedContact& one : found) until[static_cast<std::size_t>(one.body_a * count + one.body_b)] = one.time.lo;
  return until;
}

/// No two bodies overlap at any sample of the step before they are proven apart no longer.
void expect_apart(Cast& cast, const std::vector<double>& until, int count, int samples, const std::string& tale) {
  for (int s = 0; s <= samples; ++s) {
    const double t = static_cast<double>(s) / samples;
    cast.place(t);
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        if (t >= until[static_cast<std::size_t>(a * count + b)] || !cast.bodies.touch(a, b)) continue;
        // FCL says so; is it true?
        EXPECT_GT(cast.bodies.plain(a, b).upper, 1e-15) << "missed " << tale << ' ' << a << ' ' << b << ' ' << t;
      }
    }
  }
}

TEST(WorldMotion, NoSampleOfTheStepRefutesIt) {
  Draw draw;
  const int count = 12, samples = 100;
  int contacts = 0, free = 0;
  for (int i = 0; i < cases(20, 400); ++i) {
    Cast cast(draw, count, 0.9);
    const std::vector<TimedContact> found = cast.world.first_contacts(cast.moving);
    for (std::size_t k = 1; k < found.size(); ++k) EXPECT_LE(found[k - 1].time.hi, found[k].time.hi);
    for (const TimedContact& contact : found) {
      ASSERT_LT(contact.body_a, contact.body_b);
      EXPECT_EQ(contact.why, Undecided::no);
      EXPECT_LE(contact.time.hi - contact.time.lo, 1e-6);
      cast.place(contact.time.hi);
      EXPECT_LE(cast.bodies.plain(contact.body_a, contact.body_b).lower, 1e-6)
          << story(draw.seed(), i, contact.body_a, contact.body_b, contact.time.hi);
      ++contacts;
    }
    free += count * (count - 1) / 2 - static_cast<int>(found.size());
    expect_apart(cast, apart_until(found, count), count, samples, story(draw.seed(), i));
  }
  EXPECT_GT(contacts, 3 * cases(20, 400));
  EXPECT_GT(free, contacts);
}

TEST(WorldMotion, BudgetsLeavePairsOpenAndLoseNone) {
  Draw draw;
  const int count = 12, samples = 40;
  int open = 0, opened_late = 0, contacts = 0;
  for (int i = 0; i < cases(20, 400); ++i) {
    WorldSettings settings;
    settings.budget = static_cast<std::uint64_t>(draw.log_uniform(1.0, 300.0));
    Cast cast(draw, count, 0.9, settings);
    const std::vector<TimedContact> found = cast.world.first_contacts(cast.moving);
    for (const TimedContact& one : found) {
      contacts += one.why == Undecided::no;
      if (one.why == Undecided::no) continue;
      EXPECT_EQ(one.why, Undecided::budget);
      EXPECT_EQ(one.time.hi, 1.0);
      EXPECT_FALSE(one.initial);
      ++open;
      opened_late += one.time.lo > 0.0;
    }
    expect_apart(cast, apart_until(found, count), count, samples, story(draw.seed(), i, settings.budget));
  }
  EXPECT_GT(open, cases(20, 400));
  EXPECT_GT(opened_late, cases(20, 400) / 4);
  EXPECT_GT(contacts, cases(20, 400));
}

}  // namespace
}  // namespace tocca::testing::world_motion_tests
