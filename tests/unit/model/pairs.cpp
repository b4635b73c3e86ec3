// What is proven here: each pair is either checked or excluded with its first reason, and the order is fixed.
#include "model/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

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

std::map<std::pair<std::string, std::string>, std::string> reasons(const PairTable& table) {
  std::map<std::pair<std::string, std::string>, std::string> result;
  for (const auto& e : table.excluded) EXPECT_TRUE(result.emplace(std::minmax(e.a, e.b), e.why).second);
  return result;
}

// An SRDF that disables upper and tool must not hide an object of the scene that happens to be called "tool".
TEST(PairsToCheck, AnAllowedPairOfLinksDoesNotHideAnObjectOfTheSameName) {
  Robot robot = arm();
  robot.allowed.push_back({"upper", "tool", "SRDF: Never"});
  const Scene alike = {{{"tool", {}, {ball}}}};
  const PairTable table = pairs_to_check(robot, alike, {});
  const int upper = robot.tree.find_link("upper");
  EXPECT_NE(std::find(table.scene.begin(), table.scene.end(), std::pair(upper, 0)), table.scene.end());
  EXPECT_EQ(std::find(table.self.begin(), table.self.end(), std::pair(upper, robot.tree.find_link("tool"))),
            table.self.end());
}

TEST(PairsToCheck, GivesEachPairItsFirstReason) {
  const Robot robot = arm();
  const AllowedPair extra[] = {{"wall", "fore", "--allow"}, {"upper", "fore", "--allow"}};
  const PairTable table = pairs_to_check(robot, scene(), {true, extra});
  const auto why = reasons(table);
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

  const auto name = [&](int link) { return robot.tree.links()[static_cast<std::size_t>(link)].name; };
  std::vector<std::string> self, world;
  for (auto [a, b] : table.self) self.push_back(name(a) + "," + name(b));
  for (auto [a, b] : table.scene) world.push_back(name(a) + "," + scene().objects[static_cast<std::size_t>(b)].name);
  EXPECT_EQ(self, (std::vector<std::string>{"base,fore", "base,tool", "plate,fore", "plate,tool", "fore,mast"}));
  EXPECT_EQ(world, (std::vector<std::string>{"upper,table", "upper,wall", "fore,table", "tool,wall"}));
  EXPECT_EQ(table.self.size() + table.scene.size() + table.excluded.size(), 15u + 12u);  // the ghost is no pair
}

TEST(PairsToCheck, LeavesSelfPairsOutWhenAsked) {
  const PairTable table = pairs_to_check(arm(), scene(), {false, {}});
  EXPECT_TRUE(table.self.empty());
  const auto why = reasons(table);
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
