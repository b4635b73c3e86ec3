// What is proven here: each pair is either checked or excluded with its first reason, and the order is fixed.
#include "check/model/problem_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "model/rigid_groups.hpp"

namespace tocca::pairs_tests {
namespace {

const Collider ball{{}, Sphere{0.1}};

/// base -f- plate -r- upper -r- fore -f- tool, and frame without geometry between base and mast (base -f- frame -f-
/// mast).
Robot arm() {
  std::vector<Link> links;
  for (const char* name : {"base", "plate", "upper", "fore", "tool", "mast"}) links.push_back({name, {ball}});
  links.push_back({"frame", {}});
  const auto joint = [](const char* parent, const char* child, JointType type) {
    KinematicTree::JointSpec spec;
    spec.name = std::string(parent) + "-" + child;
    spec.type = type;
    spec.parent_link = parent;
    spec.child_link = child;
    return spec;
  };
  return {"arm",
          KinematicTree::build(std::move(links),
                               {joint("base", "plate", JointType::fixed), joint("plate", "upper", JointType::revolute),
                                joint("upper", "fore", JointType::revolute), joint("fore", "tool", JointType::fixed),
                                joint("base", "frame", JointType::fixed), joint("frame", "mast", JointType::fixed)}),
          {{"tool", "mast", "SRDF: Never"}, {"tool", "table", "SRDF: Never"}}};
}

Scene scene() { return {{{"table", {}, {ball}}, {"wall", {}, {ball}}, {"ghost", {}, {}}}}; }

Problem problem_of(Robot robot, Scene scene) {
  Problem problem;
  problem.robots.push_back({std::move(robot), {}, {}});
  problem.scene = std::move(scene);
  return problem;
}

std::map<std::pair<std::string, std::string>, std::string> reasons(const ProblemPairs& pairs) {
  std::map<std::pair<std::string, std::string>, std::string> result;
  for (const auto& e : pairs.excluded) {
    EXPECT_TRUE(result.emplace(std::minmax(pairs.name(e.a), pairs.name(e.b)), pairs.reason(e)).second);
  }
  return result;
}

/// "a,b" of each checked pair of links, or of a link and an object, in order.
std::vector<std::string> checked(const ProblemPairs& pairs, bool with_object) {
  std::vector<std::string> names;
  for (const auto& pair : pairs.checked) {
    const bool has_object = pairs.bodies[static_cast<std::size_t>(pair.b)].object >= 0;
    if (has_object == with_object) names.push_back(pairs.name(pair.a) + "," + pairs.name(pair.b));
  }
  return names;
}

// An SRDF that disables upper and tool must not hide an object of the scene that happens to be called "tool".
TEST(ProblemPairs, AnAllowedPairOfLinksDoesNotHideAnObjectOfTheSameName) {
  Robot robot = arm();
  robot.allowed.push_back({"upper", "tool", "SRDF: Never"});
  const ProblemPairs pairs = pairs_of(problem_of(robot, {{{"tool", {}, {ball}}}}));
  const auto against_object = checked(pairs, true), against_link = checked(pairs, false);
  EXPECT_NE(std::find(against_object.begin(), against_object.end(), "upper,tool"), against_object.end());
  EXPECT_EQ(std::find(against_link.begin(), against_link.end(), "upper,tool"), against_link.end());
}

TEST(ProblemPairs, GivesEachPairItsFirstReason) {
  Problem problem = problem_of(arm(), scene());
  problem.allowed = {{"wall", "fore", "--allow"}, {"upper", "fore", "--allow"}};
  const ProblemPairs pairs = pairs_of(problem);
  const auto why = reasons(pairs);
  EXPECT_EQ(why.at({"base", "plate"}), "one rigid group");
  EXPECT_EQ(why.at({"base", "mast"}), "one rigid group");
  EXPECT_EQ(why.at({"fore", "tool"}), "one rigid group");
  EXPECT_EQ(why.at({"base", "upper"}), "joined by a joint");
  EXPECT_EQ(why.at({"mast", "upper"}), "joined by a joint");
  EXPECT_EQ(why.at({"fore", "upper"}), "joined by a joint");  // before the allowed pair
  EXPECT_EQ(why.at({"tool", "upper"}), "joined by a joint");
  EXPECT_EQ(why.at({"mast", "tool"}), "SRDF: Never");
  EXPECT_EQ(why.at({"table", "tool"}), "SRDF: Never");
  EXPECT_EQ(why.at({"fore", "wall"}), "--allow");
  EXPECT_EQ(why.at({"base", "table"}), "no joint moves the link");
  EXPECT_EQ(why.at({"mast", "wall"}), "no joint moves the link");
  EXPECT_EQ(checked(pairs, false),
            (std::vector<std::string>{"base,fore", "base,tool", "plate,fore", "plate,tool", "fore,mast"}));
  EXPECT_EQ(checked(pairs, true), (std::vector<std::string>{"upper,table", "upper,wall", "fore,table", "tool,wall"}));
  EXPECT_EQ(pairs.checked.size() + pairs.excluded.size(), 15u + 12u);  // the ghost is no pair
}

TEST(ProblemPairs, LeavesSelfPairsOutWhenAsked) {
  const ProblemPairs pairs = pairs_of(problem_of(arm(), scene()), {false, 0.0});
  EXPECT_TRUE(checked(pairs, false).empty());
  const auto why = reasons(pairs);
  EXPECT_EQ(why.at({"base", "fore"}), "self-collision is off");
  EXPECT_EQ(why.at({"mast", "tool"}), "SRDF: Never");
}

TEST(RigidGroups, AreNamedByTheirFirstLink) {
  const Robot robot = arm();
  const auto groups = rigid_groups(robot.tree);
  const auto group = [&](const char* name) { return groups[static_cast<std::size_t>(robot.tree.find_link(name))]; };
  for (const char* name : {"base", "plate", "frame", "mast"}) EXPECT_EQ(group(name), 0);
  EXPECT_EQ(group("upper"), robot.tree.find_link("upper"));
  EXPECT_EQ(group("tool"), robot.tree.find_link("fore"));
}

TEST(Scene, FindsByName) {
  EXPECT_EQ(scene().find("wall"), 1);
  EXPECT_EQ(scene().find("door"), -1);
}

}  // namespace
}  // namespace tocca::pairs_tests
