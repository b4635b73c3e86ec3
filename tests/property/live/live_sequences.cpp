// Scenes that live: after any sequence of changes a checker answers as one that is made anew from the changed scene, on every thread, bit for
// bit once it is compact.
// Oracle: a list of objects that the test keeps by itself, and a new checker of it, which knows nothing of versions.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "check/live/live_scene.hpp"
#include "check/model/problem_pairs.hpp"
#include "testing/draw.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {
namespace {

using testing::Draw;

Geometry draw_geometry(Draw& draw) {
  const double size = draw.log_uniform(0.02, 0.4);
  switch (draw.integer(0, 5)) {
    case 0:
      return Sphere{size / 2};
    case 1:
      return Capsule{size / 4, size};
    case 2:
      return Cylinder{size / 3, size};
    case 3:
      return testing::box_mesh({size, size / 2, 2 * size});
    case 4:
      return testing::rod_mesh(0.002, 1.0, 5);
    default:
      return Box{{size, draw.uniform(0.2, 1.0) * size, size}};
  }
}

/// What the test knows of the scene, by itself.
struct Shadow {
  struct Object {
    SceneObject object;
    std::string holder;  ///< empty: it rests
    Pose grip;
  };
  Robot robot;
  std::vector<Object> objects;
  std::vector<AllowedPair> allowed;
  std::vector<Clearance::ForPair> clearances;
  std::vector<Padding> padding;
  double clearance_m = 0.0;
  int named = 0;

  Problem problem() const {
    Problem result;
    result.robots.push_back({robot, testing::at(0.1, 0, 0), {}, {}});
    for (const Object& one : objects) {
      if (!one.holder.empty()) {
        const int link = robot.tree.find_link(one.holder), number = static_cast<int>(result.scene.objects.size());
        result.attached.push_back({0, link, number, -1, -1, one.grip});
      }
      result.scene.objects.push_back(one.object);
    }
    result.allowed = allowed;
    result.clearance = {clearance_m, clearances};
    result.padding = padding;
    return result;
  }
  Object& find(const std::string& name) {
    return *std::find_if(objects.begin(), objects.end(), [&](const Object& one) { return one.object.name == name; });
  }
  void forget(const std::string& name) {
    const auto names_it = [&](const auto& pair) { return pair.a == name || pair.b == name; };
    std::erase_if(objects, [&](const Object& one) { return one.object.name == name; });
    std::erase_if(allowed, names_it);
    std::erase_if(clearances, names_it);
    std::erase_if(padding, [&](const Padding& one) { return one.body == name; });
  }
};

Robot draw_robot(Draw& draw) {
  std::vector<testing::Arm> arms;
  for (int k = 0; k < 4; ++k) {
    const Pose origin = k == 0 ? testing::at(0, 0, 0.2) : testing::at(0, 0, 0.35);
    const Geometry geometry = k % 2 == 0 ? Geometry(Box{{0.06, 0.06, 0.3}}) : Geometry(testing::rod_mesh(0.03, 0.3, 6));
    arms.push_back({JointType::revolute, origin, draw.direction(), {{testing::at(0, 0, 0.17), geometry}}});
  }
  return testing::chain(arms);
}

Configuration draw_configuration(Draw& draw) {
  Configuration q(4);
  for (Eigen::Index i = 0; i < 4; ++i) q[i] = draw.uniform(-2.0, 2.0);
  return q;
}

Pose draw_place(Draw& draw) {
  Pose pose = draw.pose(1.2);
  pose.translation.z() = std::abs(pose.translation.z());
  return pose;
}

Shadow draw_shadow(Draw& draw, int objects) {
  Shadow shadow;
  shadow.robot = draw_robot(draw);
  shadow.clearance_m = draw.coin() ? 0.0 : 0.005;
  for (; shadow.named < objects; ++shadow.named) {
    shadow.objects.push_back(
        {testing::object("o" + std::to_string(shadow.named), draw_place(draw), draw_geometry(draw)), {}, {}});
  }
  return shadow;
}

std::string draw_name(Draw& draw, const Shadow& shadow) {
  return shadow.objects[static_cast<std::size_t>(draw.integer(0, static_cast<int>(shadow.objects.size()) - 1))]
      .object.name;
}
std::string draw_link(Draw& draw) { return "link_" + std::to_string(draw.integer(1, 4)); }

Pose link_pose(const Shadow& shadow, const std::string& link, const Configuration& q) {
  TreeMotion tree(shadow.robot.tree, testing::at(0.1, 0, 0));
  tree.rest(q);
  return tree.link(shadow.robot.tree.find_link(link)).pose(0.0);
}

/// One change, of both.
template <class Live>
void change(Draw& draw, Shadow& shadow, Live& live) {
  const int what = shadow.objects.empty() ? 60 : draw.integer(0, 99);
  if (what < 55) {
    const std::string name = draw_name(draw, shadow);
    if (!shadow.find(name).holder.empty()) return;
    Pose pose = draw_place(draw);
    if (draw.coin()) pose.rotation = shadow.find(name).object.pose.rotation;  // pushed along
    shadow.find(name).object.pose = pose;
    live.move(name, pose);
  } else if (what < 68) {
    const std::string name = "o" + std::to_string(shadow.named++);
    shadow.objects.push_back({testing::object(name, draw_place(draw), draw_geometry(draw)), {}, {}});
    live.add(shadow.objects.back().object);
  } else if (what < 71) {
    const std::string name = draw_name(draw, shadow);
    if (!shadow.find(name).holder.empty()) return;
    const Shadow::Object other{
        testing::object(name, draw.coin() ? shadow.find(name).object.pose : draw_place(draw), draw_geometry(draw)),
        {},
        {}};
    std::erase_if(shadow.objects, [&](const Shadow::Object& one) { return one.object.name == name; });
    shadow.objects.push_back(other);
    live.replace(other.object);
  } else if (what < 80) {
    const std::string name = draw_name(draw, shadow);
    if (!shadow.find(name).holder.empty()) return;
    shadow.forget(name);
    live.remove(name);
  } else if (what < 90) {
    const std::string name = draw_name(draw, shadow);
    Shadow::Object& one = shadow.find(name);
    const Configuration q = draw_configuration(draw);
    if (one.holder.empty()) {
      const std::string link = draw_link(draw);
      if (draw.coin()) {
        one.grip = testing::at(0, 0.05, 0.4);
        live.attach(name, link, one.grip);
      } else {
        one.grip = link_pose(shadow, link, q).inverse() * one.object.pose;
        live.attach(name, link, q);
      }
      one.holder = link;
    } else {
      one.object.pose = draw.coin() ? draw_place(draw) : link_pose(shadow, one.holder, q) * one.grip;
      live.detach(name, one.object.pose);
      one.holder.clear();
    }
  } else {
    const std::string a = draw_name(draw, shadow), b = draw.coin() ? draw_link(draw) : draw_name(draw, shadow);
    if (a == b) return;
    const auto same = [&](const auto& pair) { return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a); };
    if (what < 94) {
      std::erase_if(shadow.allowed, same);
      const bool may_touch = draw.coin(0.7);
      if (may_touch) shadow.allowed.push_back({a, b, "allowed"});
      live.allow(a, b, may_touch);
    } else if (what < 98) {
      const double clearance_m = draw.uniform(0.0, 0.05);
      std::erase_if(shadow.clearances, same);
      shadow.clearances.push_back({a, b, clearance_m});
      live.set_clearance(a, b, clearance_m);
    } else {
      const double metres = draw.coin(0.3) ? 0.0 : draw.uniform(0.0, 0.03);
      std::erase_if(shadow.padding, [&](const Padding& one) { return one.body == a; });
      if (metres > 0.0) shadow.padding.push_back({a, metres});
      live.set_padding(a, metres);
    }
  }
}

std::map<std::string, int> names_of(const ProblemPairs& pairs, bool checked) {
  std::map<std::string, int> names;
  const auto add = [&](int a, int b, const std::string& what) {
    const auto [first, second] = std::minmax(pairs.name(a), pairs.name(b));
    ++names[first + " " + second + " " + what];
  };
  if (checked) {
    for (const auto& pair : pairs.checked) add(pair.a, pair.b, std::to_string(pair.level_m));
  } else {
    for (const auto& pair : pairs.excluded) {
      if (pairs.reason(pair) != "neither moves") add(pair.a, pair.b, pairs.reason(pair));
    }
  }
  return names;
}

/// What the answers were like: no test of free space alone, or of contacts alone.
struct Tally {
  int free = 0, contacts = 0, initial = 0, apart = 0;
};

void expect_same_bits(const SegmentVerdict& x, const SegmentVerdict& y) {
  ASSERT_EQ(x.outcome, y.outcome);
  EXPECT_EQ(x.time.lo, y.time.lo);
  EXPECT_EQ(x.time.hi, y.time.hi);
  EXPECT_EQ(x.free_until, y.free_until);
  EXPECT_EQ(x.pairs, y.pairs);
  ASSERT_EQ(x.contacts.size(), y.contacts.size());
  for (std::size_t k = 0; k < x.contacts.size(); ++k) {
    EXPECT_EQ(x.contacts[k].point, y.contacts[k].point);
    EXPECT_EQ(x.contacts[k].normal, y.contacts[k].normal);
  }
}

/// By queries that were asked nothing before: where two bodies touch, the last bits of a distance depend on what was asked last.
void expect_same_bits(Query live, Query anew, const Configuration& at) {
  live.step().tree(0).rest(at);
  anew.step().tree(0).rest(at);
  const Nearest x = live.distance(), y = anew.distance();
  EXPECT_EQ(x.lower, y.lower);
  EXPECT_EQ(x.upper, y.upper);
}

/// Brackets of the same contact overlap, unless the gap stays within the tolerance from one to the other: then both checkers call it a contact
/// at the earlier moment.
void expect_same(const Checker& of_live, const Checker& of_anew, const Configuration& from, const Configuration& to,
                 Tally& tally) {
  const SegmentVerdict live = of_live.check(from, to), anew = of_anew.check(from, to);
  ASSERT_EQ(live.outcome, anew.outcome);
  tally.free += live.outcome == Outcome::free ? 1 : 0;
  if (live.outcome != Outcome::contact) return;
  ++(live.initial ? tally.initial : tally.contacts);
  EXPECT_EQ(live.initial, anew.initial);
  const bool overlap = live.time.lo <= anew.time.hi && anew.time.lo <= live.time.hi;
  tally.apart += overlap ? 0 : 1;
  if (!overlap) {
    EXPECT_LT(std::abs(live.time.hi - anew.time.hi), 1e-5);
    const double t = std::min(live.time.hi, anew.time.hi);
    const Checker& other = live.time.hi < anew.time.hi ? of_anew : of_live;
    EXPECT_EQ(other.check(Configuration(from + t * (to - from))).outcome, Outcome::contact);
  }
  // Lists are those of the ends of the brackets: they share a pair unless two contacts follow each other within these.
  const std::set<std::pair<std::string, std::string>> known(anew.pairs.begin(), anew.pairs.end());
  EXPECT_TRUE(std::any_of(live.pairs.begin(), live.pairs.end(), [&](const auto& pair) {
    return known.contains(pair) || known.contains({pair.second, pair.first});
  }));
}

void compare(Draw& draw, const Checker& live, const Shadow& shadow, bool compact, Tally& tally) {
  const Checker anew(shadow.problem());
  EXPECT_EQ(live.model().checked_pair_count(), anew.model().checked_pair_count());
  if (draw.coin(0.2)) {
    EXPECT_EQ(names_of(live.model().problem_pairs(), true), names_of(anew.model().problem_pairs(), true));
    EXPECT_EQ(names_of(live.model().problem_pairs(), false), names_of(anew.model().problem_pairs(), false));
  }
  for (int k = 0; k < 3; ++k) {
    const Configuration from = draw_configuration(draw);
    const Configuration to = from + draw.uniform(0.05, 1.0) * (draw_configuration(draw) - from);
    expect_same(live, anew, from, to, tally);
    if (compact) expect_same_bits(live.check(from, to), anew.check(from, to));
    EXPECT_EQ(live.check(from).outcome, anew.check(from).outcome);
    const NamedNearest near = live.distance(from), far = anew.distance(from);
    EXPECT_LE(near.lower, far.upper);
    EXPECT_LE(far.lower, near.upper);
    if (compact) expect_same_bits(live.query(), anew.query(), from);
  }
}

TEST(LiveSequences, AnswerLikeCheckersMadeAnew) {
  Draw draw;
  Tally tally;
  int compacted = 0, changes = 0;
  const int rounds = testing::cases(400, 10'000);
  std::optional<Shadow> shadow;
  std::optional<Checker> live;
  for (int k = 0; k < rounds && !::testing::Test::HasFailure(); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    if (k % 20 == 0) {
      shadow.emplace(draw_shadow(draw, draw.integer(0, 25)));
      live.emplace(shadow->problem());
    }
    const int steps = draw.integer(1, 4);
    for (int step = 0; step < steps; ++step) change(draw, *shadow, *live);
    changes += steps;
    const bool compact = draw.coin(0.15);
    if (compact) live->compact();
    compacted += compact ? 1 : 0;
    const Checker now(*live);  // the background may make the scene compact at any time
    compare(draw, now, *shadow, compact, tally);
  }
  EXPECT_GT(changes, rounds);
  EXPECT_GT(compacted, rounds / 12);
  EXPECT_GT(tally.free, rounds / 4);
  EXPECT_GT(tally.contacts, rounds / 8);
  EXPECT_GT(tally.initial, rounds / 30);
  EXPECT_LE(tally.apart, 1 + tally.contacts / 10);
}

TEST(LiveSequences, ReadersOfEveryThreadKeepTheVersionWithWhichTheyBegan) {
  Draw draw;
  Shadow shadow = draw_shadow(draw, 20);
  Checker live(shadow.problem());
  std::atomic<bool> ended = false;
  std::atomic<int> questions = 0, compared = 0;
  const auto read = [&](std::uint64_t seed) {
    Draw own(seed);
    while (!ended) {
      const Configuration from = draw_configuration(own), to = draw_configuration(own);
      live.check(from, to);  // any version
      const Checker now(live);
      Query query = live.query();
      ++questions;
      if (!own.coin(0.05)) continue;
      const Checker anew(now.problem());
      Tally tally;
      expect_same(now, anew, from, to, tally);
      query.step().tree(0).rest(from);
      query.static_contact();  // a version that may be long gone
      ++compared;
    }
  };
  std::thread one(read, 1), two(read, 2);
  const int changes = testing::cases(600, 10'000);
  for (int k = 0; k < changes && !::testing::Test::HasFailure(); ++k) {
    change(draw, shadow, live);
    if (k % 64 == 0) std::this_thread::yield();
  }
  while (compared < 5 && !::testing::Test::HasFailure()) std::this_thread::yield();
  ended = true;
  one.join();
  two.join();
  EXPECT_GT(questions, 10);
  Tally tally;
  live.compact();
  compare(draw, live, shadow, true, tally);
}

/// A scene without a checker: roots are made exactly when the test wants them.
class Scene {
 public:
  explicit Scene(const Problem& problem) : now(problem, PairSettings{}) {}

  void move(const std::string& name, const Pose& pose) { now = now.moved(name, pose); }
  void add(const SceneObject& object) { now = now.with(object); }
  void remove(const std::string& name) { now = now.without(name); }
  void replace(const SceneObject& object) { now = now.replaced(object); }
  void attach(const std::string& name, const std::string& link, const Pose& grip) { now = now.held(name, link, grip); }
  void attach(const std::string& name, const std::string& link, const Configuration& q) {
    TreeMotion tree(now.model()->robots()[0].tree, now.model()->robots()[0].base);
    tree.rest(q);
    const int number = now.model()->robots()[0].tree.find_link(link);
    attach(name, link, tree.link(number).pose(0.0).inverse() * now.place(name).pose);
  }
  void detach(const std::string& name, const Pose& pose) { now = now.released(name, pose); }
  void allow(const std::string& a, const std::string& b, bool may_touch) { now = now.allowed(a, b, may_touch); }
  void set_clearance(const std::string& a, const std::string& b, double metres) { now = now.kept_apart(a, b, metres); }
  void set_padding(const std::string& name, double metres) { now = now.padded(name, metres); }

  LiveScene now;
};

TEST(LiveSequences, WhatChangesWhileARootIsMadeIsNotLost) {
  Draw draw;
  Tally tally;
  int with_held = 0;
  const int rounds = testing::cases(50, 3'000);
  for (int k = 0; k < rounds && !::testing::Test::HasFailure(); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    Shadow shadow = draw_shadow(draw, draw.integer(3, 12));
    Scene scene(shadow.problem());
    const auto pull = [&] {
      const int steps = draw.integer(0, 12);
      for (int step = 0; step < steps; ++step) change(draw, shadow, scene);
    };
    pull();
    const LiveScene compact = scene.now.compacted();  // in the background
    pull();
    if (scene.now.has_root_of(compact)) continue;  // nothing had changed before
    scene.now = scene.now.rebased(compact);
    pull();
    const Problem wanted = shadow.problem(), found = scene.now.problem();
    ASSERT_EQ(found.scene.objects.size(), wanted.scene.objects.size());
    for (std::size_t i = 0; i < wanted.scene.objects.size(); ++i) {
      EXPECT_EQ(found.scene.objects[i].name, wanted.scene.objects[i].name);
      EXPECT_EQ(found.scene.objects[i].pose.translation, wanted.scene.objects[i].pose.translation);
    }
    with_held += found.attached.empty() ? 0 : 1;
    const CollisionModel anew(wanted);
    const std::shared_ptr<const CollisionModel> model = scene.now.model();
    EXPECT_EQ(names_of(model->problem_pairs(), true), names_of(anew.problem_pairs(), true));
    EXPECT_EQ(model->checked_pair_count(), anew.checked_pair_count());
    const Checker fresh(wanted);
    Query query(*model, {});
    for (int asked = 0; asked < 3; ++asked) {
      const Configuration q = draw_configuration(draw);
      scene.now.set_start(*model, query.step());
      query.step().tree(0).rest(q);
      const bool touches = query.static_contact().outcome == Outcome::contact;
      EXPECT_EQ(touches, fresh.check(q).outcome == Outcome::contact);
      ++(touches ? tally.contacts : tally.free);
    }
  }
  EXPECT_GT(with_held, rounds / 8);
  EXPECT_GT(tally.free, rounds / 4);
  EXPECT_GT(tally.contacts, rounds / 4);
}

TEST(LiveSequences, ACopyGoesItsOwnWay) {
  Draw draw;
  Shadow shadow = draw_shadow(draw, 12);
  Checker live(shadow.problem());
  for (int k = 0; k < 20; ++k) change(draw, shadow, live);
  Shadow other = shadow;
  Checker copy(live);
  Tally tally;
  for (int k = 0; k < 10; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    change(draw, shadow, live);
    change(draw, other, copy);
    compare(draw, live, shadow, false, tally);
    compare(draw, copy, other, false, tally);
  }
}

}  // namespace
}  // namespace tocca
