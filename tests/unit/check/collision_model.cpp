// What is proven here: the model has a body for everything with geometry, each pair is checked to its own clearance or
// left out for a reason, and a step knows who carries what.
#include "tocca/check/collision_model.hpp"

#include <gtest/gtest.h>

#include <map>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "motion/mover.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::collision_model_tests {
namespace {

const Collider ball{{}, Sphere{0.1}};

KinematicTree::JointSpec joint(const std::string& parent, const std::string& child, JointType type) {
  KinematicTree::JointSpec spec;
  spec.name = parent + "-" + child;
  spec.type = type;
  spec.parent_link = parent;
  spec.child_link = child;
  spec.origin.translation = {0, 0, 1};
  return spec;
}

/// base -r- upper -r- fore -f- tool; frame without geometry on the base.
RobotTask arm(const std::string& name, const Pose& base = {}) {
  std::vector<Link> links;
  for (const char* link : {"base", "upper", "fore", "tool"}) links.push_back({link, {ball}});
  links.push_back({"frame", {}});
  RobotTask task;
  task.robot = {
      name,
      KinematicTree::build(std::move(links),
                           {joint("base", "upper", JointType::revolute), joint("upper", "fore", JointType::revolute),
                            joint("fore", "tool", JointType::fixed), joint("base", "frame", JointType::fixed)}),
      {}};
  task.base = base;
  task.path.waypoints = WaypointMatrix::Zero(4, 2);
  task.path.interpolation.assign(2, Interpolation::linear);
  return task;
}

/// One arm; table and wall stand still, cart drives, box is carried from waypoint 1 to 2, cup all the way.
Problem problem() {
  Problem result;
  result.robots.push_back(arm("arm"));
  const auto object = [](const char* name) { return SceneObject{name, {Matrix3::Identity(), {0, 0, 7}}, {ball}}; };
  result.scene.objects = {object("table"), object("wall"), object("cart"), object("box"), object("cup")};
  result.scene.objects.push_back({"ghost", {}, {}});
  result.moving.push_back({2, ObjectMotion::linear, {{0.0, {}}, {1.0, {}}}});
  const int tool = result.robots[0].robot.tree.find_link("tool");
  result.attached.push_back({0, tool, 3, 1, 2});
  result.attached.push_back({0, tool, 4});
  result.allowed.push_back({"upper", "wall", "--allow"});
  result.clearance.default_m = 0.02;
  result.clearance.pairs.push_back({"tool", "table", 0.005});
  result.clearance.pairs.push_back({"tool", "base", 0.003});
  return result;
}

std::map<std::pair<std::string, std::string>, std::string> reasons(const ProblemPairs& pairs) {
  std::map<std::pair<std::string, std::string>, std::string> result;
  for (const auto& pair : pairs.excluded) {
    EXPECT_TRUE(result.emplace(std::minmax(pairs.name(pair.a), pairs.name(pair.b)), pairs.reason(pair)).second);
  }
  return result;
}

std::map<std::pair<std::string, std::string>, double> checked(const ProblemPairs& pairs) {
  std::map<std::pair<std::string, std::string>, double> result;
  for (const auto& pair : pairs.checked) {
    EXPECT_TRUE(result.emplace(std::minmax(pairs.name(pair.a), pairs.name(pair.b)), pair.clearance_m).second);
  }
  return result;
}

TEST(ProblemPairs, GivesEachPairItsReasonOrItsClearance) {
  const ProblemPairs pairs = pairs_of(problem(), {true, 0.001});
  const auto why = reasons(pairs);
  const auto clearance = checked(pairs);
  EXPECT_EQ(why.at({"fore", "tool"}), "one rigid group");
  EXPECT_EQ(why.at({"tool", "upper"}), "joined by a joint");
  EXPECT_EQ(why.at({"upper", "wall"}), "--allow");
  EXPECT_EQ(why.at({"base", "table"}), "no joint moves the link");
  EXPECT_EQ(why.at({"cup", "tool"}), "attached to it");
  EXPECT_EQ(why.at({"cup", "fore"}), "attached to it");
  EXPECT_FALSE(clearance.contains({"cup", "fore"}));
  EXPECT_EQ(why.at({"box", "tool"}), "attached to it from waypoint 1 to 2");
  EXPECT_EQ(clearance.at({"box", "tool"}), 0.02);  // at other times
  EXPECT_EQ(clearance.at({"base", "tool"}), 0.003);
  EXPECT_EQ(clearance.at({"base", "fore"}), 0.001);
  EXPECT_EQ(clearance.at({"table", "tool"}), 0.005);
  EXPECT_EQ(clearance.at({"fore", "table"}), 0.02);
  EXPECT_EQ(clearance.at({"base", "cart"}), 0.02);
  EXPECT_EQ(clearance.at({"cart", "table"}), 0.02);
  EXPECT_FALSE(clearance.contains({"table", "wall"}));
  EXPECT_FALSE(why.contains({"table", "wall"}));
}

TEST(ProblemPairs, NamesLinksOfSeveralRobotsByTheirRobot) {
  Problem two;
  two.robots = {arm("left"), arm("right")};
  two.robots[1].robot.allowed = {{"tool", "base", "SRDF: Never"}};
  two.allowed = {{"left/tool", "right/tool", "file"}};
  const ProblemPairs pairs = pairs_of(two);
  const auto why = reasons(pairs);
  const auto clearance = checked(pairs);
  EXPECT_EQ(why.at({"right/base", "right/tool"}), "SRDF: Never");
  EXPECT_TRUE(clearance.contains({"left/base", "left/tool"}));
  EXPECT_EQ(why.at({"left/tool", "right/tool"}), "file");
  EXPECT_EQ(why.at({"left/base", "right/base"}), "neither moves");
  EXPECT_TRUE(clearance.contains({"left/base", "right/tool"}));
  EXPECT_TRUE(clearance.contains({"left/fore", "right/upper"}));
}

TEST(ProblemPairs, RefusesClearancesThatAreNone) {
  Problem bad = problem();
  bad.clearance.pairs[0].clearance_m = std::nan("");
  EXPECT_THROW(pairs_of(bad), InputError);
  bad = problem();
  bad.clearance.default_m = -0.1;
  EXPECT_THROW(pairs_of(bad), InputError);
  bad.clearance.default_m = std::nan("");
  EXPECT_THROW(pairs_of(bad), InputError);
  EXPECT_THROW(pairs_of(problem(), {true, -1.0}), InputError);
}

TEST(CollisionModel, SortsBodiesAndClearances) {
  const CollisionModel model(problem(), {true, 0.001});
  const auto body = [&](const char* name) {
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
      if (model.bodies()[i].name == name) return static_cast<int>(i);
    }
    return -1;
  };
  EXPECT_EQ(model.bodies().size(), 9u);  // neither frame nor ghost
  EXPECT_EQ(model.still(), (std::vector<int>{body("table"), body("wall")}));
  EXPECT_EQ(model.body_of_link(0, 0), body("base"));
  EXPECT_EQ(model.body_of_object(5), -1);
  EXPECT_EQ(model.bodies()[static_cast<std::size_t>(body("table"))].part.centre(0), Vector3(0, 0, 7));
  EXPECT_EQ(model.bodies()[static_cast<std::size_t>(body("cart"))].part.centre(0), Vector3(0, 0, 0));
  EXPECT_EQ(model.clearance(body("tool"), body("table")), 0.005);
  EXPECT_EQ(model.clearance(body("tool"), body("wall")), 0.02);
  EXPECT_EQ(model.clearance(body("upper"), body("wall")), std::nullopt);
  EXPECT_EQ(model.clearance(body("base"), body("table")), std::nullopt);
  EXPECT_FALSE(model.clearances(body("tool")).empty());
  EXPECT_FALSE(model.clearances(body("upper")).empty());
  EXPECT_TRUE(model.clearances(body("base")).empty());  // none is checked
  EXPECT_TRUE(model.clearances(body("fore")).empty());
  EXPECT_TRUE(model.clearances(body("cart")).empty());
  EXPECT_EQ(model.greatest_clearance(body("tool")), 0.02);
  EXPECT_LT(model.greatest_clearance(body("base")), 0.0);
  for (const auto& pair : model.pairs()) {
    EXPECT_FALSE(model.bodies()[static_cast<std::size_t>(pair.a)].still);
    EXPECT_FALSE(model.bodies()[static_cast<std::size_t>(pair.b)].still);
  }
}

TEST(CollisionModel, HoldsHalfAMillionPairs) {
  Problem large;
  std::vector<Link> links;
  std::vector<KinematicTree::JointSpec> joints;
  for (int i = 0; i < 1000; ++i) {
    links.push_back({"link_with_a_long_name_" + std::to_string(i), {ball}});
    if (i > 0)
      joints.push_back(joint(links[static_cast<std::size_t>(i) - 1].name, links.back().name, JointType::revolute));
  }
  RobotTask task;
  task.robot = {"snake", KinematicTree::build(links, joints), {}};
  for (int i = 0; i + 7 < 1000; ++i) {
    task.robot.allowed.push_back(
        {links[static_cast<std::size_t>(i)].name, links[static_cast<std::size_t>(i) + 7].name, "near"});
  }
  task.path.waypoints = WaypointMatrix::Zero(1, 999);
  large.robots.push_back(std::move(task));
  const ProblemPairs pairs = pairs_of(large);
  EXPECT_EQ(pairs.checked.size(), 499'500u - 999u - 993u);
}

TEST(MotionStep, KnowsWhoCarriesWhat) {
  const CollisionModel model(problem());
  MotionStep step(model);
  const int tool = model.robots()[0].tree.find_link("tool");
  const int cart = model.body_of_object(2), box = model.body_of_object(3), base = model.body_of_link(0, 0),
            fore = model.body_of_link(0, model.robots()[0].tree.find_link("fore")),
            gripper = model.body_of_link(0, tool);
  EXPECT_FALSE(step.moves(box));
  EXPECT_TRUE(step.mover(box).still());
  EXPECT_EQ(step.mover(box).pose(0.5).translation, Vector3(0, 0, 7));
  EXPECT_TRUE(step.moves(fore));
  EXPECT_FALSE(step.moves(base));
  EXPECT_TRUE(step.active({gripper, box, 0.0}));
  EXPECT_TRUE(step.active({cart, box, 0.0})) << "both rest, and are looked at";
  EXPECT_TRUE(step.active(box));
  step.rest_is_free(true);
  EXPECT_FALSE(step.active({cart, box, 0.0}));
  EXPECT_FALSE(step.active({base, box, 0.0}));
  EXPECT_FALSE(step.active(box));
  EXPECT_TRUE(step.active({gripper, box, 0.0}));
  step.rest_is_free(false);
  step.allow(box, cart);
  EXPECT_FALSE(step.active({cart, box, 0.0}));
  EXPECT_TRUE(step.allows_some(cart));
  step.allow_none();
  EXPECT_TRUE(step.active({cart, box, 0.0}));
  EXPECT_EQ(step.frame({gripper, box, 0.0}), -1);

  step.attach(3, 0, tool, {Matrix3::Identity(), {0, 0, 0.5}});
  Configuration from(2), to(2);
  from << 0.0, 0.0;
  to << 0.4, -0.3;
  step.tree(0).move(from, to);
  EXPECT_TRUE(step.moves(box));
  EXPECT_FALSE(step.active({gripper, box, 0.0}));
  EXPECT_FALSE(step.active({fore, box, 0.0}));
  EXPECT_TRUE(step.active({base, box, 0.0}));
  EXPECT_TRUE(step.active({cart, box, 0.0}));
  EXPECT_EQ(step.frame({base, box, 0.0}), 0);
  EXPECT_EQ(step.mover(box).pose(0.0).translation, Vector3(0, 0, 3.5));
  const Pose seen = step.mover(box, 0).pose(0.7), by_hand = step.tree(0).link_in(0, tool).pose(0.7);
  EXPECT_LT((seen.translation - by_hand * Vector3(0, 0, 0.5)).norm(), 1e-12);

  step.move_object(3, LinearMotion(Matrix3::Identity(), {0, 0, 0}, {1, 0, 0}));
  EXPECT_TRUE(step.moves(box));
  EXPECT_EQ(step.mover(box).pose(0.5).translation, Vector3(0.5, 0, 0));
  EXPECT_TRUE(step.active({gripper, box, 0.0}));
}

}  // namespace
}  // namespace tocca::collision_model_tests
