// What is proven here: a problem file means what docs/guide/files.md says, and each reference in it that leads nowhere, or
// to two places at once, is refused with its place.
#include "tocca/io/problem.hpp"

#include "files.hpp"

namespace tocca::problem_tests {
namespace {

struct ProblemFile : ::testing::Test {
  ProblemFile() {
    folder.write("arm.urdf", R"(<robot name="arm"><link name="base"/>
      <link name="tool"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
      <joint name="j" type="revolute"><parent link="base"/><child link="tool"/><axis xyz="0 0 1"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)");
    folder.write("arm.srdf",
                 R"(<robot name="arm"><disable_collisions link1="base" link2="tool" reason="Adjacent"/></robot>)");
    folder.write("three.csv", "j\n0\n0.5\n1\n");
    folder.write("four.csv", "j\n0\n0.5\n0.75\n1\n");
    folder.write("timed.csv", "time,j\n0,0\n1,0.5\n5,1\n");
    folder.write("timed2.csv", "time,j\n0.5,0\n7,1\n");
    folder.write("s.json",
                 R"({"objects":[{"name":"box1","geometry":{"sphere":1}},{"name":"cart","geometry":{"sphere":1}},
      {"name":"tool","geometry":{"sphere":1}}]})");
  }
  Problem load(std::string_view text) { return load_problem(folder.write("p.json", text), warnings); }
  /// One robot called "left" on a path of three waypoints, the scene, and whatever else.
  Problem with(const std::string& more) {
    return load(R"({"robots":[{"name":"left","urdf":"arm.urdf","path":"three.csv"}],"scene":"s.json",)" + more + "}");
  }
  /// The same with two arms.
  Problem with_two(const std::string& more) {
    return load(R"({"robots":[{"name":"left","urdf":"arm.urdf","path":"three.csv"},{"name":"right","urdf":"arm.urdf"}],
      "scene":"s.json",)" +
                more + "}");
  }
  testing::ScratchFolder folder;
  Warnings warnings;
};

TEST_F(ProblemFile, TheWholeOfIt) {
  const Problem problem = load(R"({"robots":[
      {"name":"left","urdf":"arm.urdf","srdf":"arm.srdf","base":{"xyz":[1,2,3],"rpy":[0,0,1]},"path":"three.csv",
       "default":{"j":0.25}},
      {"name":"right","urdf":"arm.urdf","default":{"j":0.25}}],
    "scene":"s.json","attached":[{"link":"left/tool","object":"box1","from":1,"to":2}],
    "moving":[{"object":"cart","poses":[{"time":0,"xyz":[0,0,0]},{"time":2,"xyz":[1,0,0],"rpy":[0,0,1]}],"motion":"screw"}],
    "allow":[["left/tool","box1"]],"clearance":{"default":0.02,"pairs":[["right/tool","cart",0.01]]}})");
  ASSERT_EQ(problem.robots.size(), 2u);
  EXPECT_EQ(problem.robots[0].robot.name, "left");
  EXPECT_EQ(problem.robots[0].base.translation, Vector3(1, 2, 3));
  EXPECT_EQ(problem.robots[0].path.waypoints.rows(), 3);
  EXPECT_EQ(problem.robots[0].robot.allowed.size(), 1u);
  EXPECT_TRUE(problem.robots[1].robot.allowed.empty());
  EXPECT_EQ(problem.robots[1].path.waypoints.rows(), 0);
  EXPECT_EQ(problem.robots[1].start(), Configuration::Constant(1, 0.25)) << "without a path it stands at its default";
  EXPECT_EQ(problem.robots[0].rest, Configuration::Constant(1, 0.25));
  EXPECT_EQ(problem.robots[0].start(), problem.robots[0].path.waypoints.row(0).transpose());
  EXPECT_EQ(problem.scene.objects.size(), 3u);
  ASSERT_EQ(problem.attached.size(), 1u);
  EXPECT_EQ(problem.attached[0].robot, 0);
  EXPECT_EQ(problem.attached[0].link, problem.robots[0].robot.tree.find_link("tool"));
  EXPECT_EQ(problem.attached[0].object, 0);
  EXPECT_EQ(problem.attached[0].from, 1);
  EXPECT_EQ(problem.attached[0].to, 2);
  ASSERT_EQ(problem.moving.size(), 1u);
  EXPECT_EQ(problem.moving[0].object, 1);
  EXPECT_EQ(problem.moving[0].motion, ObjectMotion::screw);
  EXPECT_EQ(problem.moving[0].poses[1].time, 2);
  EXPECT_EQ(problem.moving[0].poses[1].pose.translation, Vector3(1, 0, 0));
  ASSERT_EQ(problem.allowed.size(), 1u);
  EXPECT_EQ(problem.allowed[0].a, "left/tool");
  EXPECT_EQ(problem.clearance.default_m, 0.02);
  EXPECT_EQ(problem.clearance.pairs[0].a, "right/tool");
  EXPECT_EQ(problem.clearance.pairs[0].clearance_m, 0.01);
  EXPECT_TRUE(warnings.empty());
}

TEST_F(ProblemFile, ARobotAloneIsEnoughAndIsNamedByItsUrdf) {
  const Problem problem = load(R"({"robots":[{"urdf":"arm.urdf","default":{"j":3}}]})");
  EXPECT_EQ(problem.robots[0].robot.name, "arm");
  EXPECT_TRUE(problem.scene.objects.empty());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("robots[0]: joint 'j' is at 3"), std::string::npos) << warnings[0];
}

TEST_F(ProblemFile, VisualGeometryIsTakenWhereTheRobotSaysSo) {
  folder.write(
      "seen.urdf",
      R"(<robot name="seen"><link name="l"><visual><geometry><sphere radius="1"/></geometry></visual></link></robot>)");
  const Problem problem = load(R"({"robots":[{"urdf":"seen.urdf"},{"name":"b","urdf":"seen.urdf","visual":true}]})");
  EXPECT_TRUE(problem.robots[0].robot.tree.links()[0].colliders.empty());
  EXPECT_EQ(problem.robots[1].robot.tree.links()[0].colliders.size(), 1u);
  EXPECT_EQ(warnings.size(), 1u);
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"seen.urdf","visual":1}]})"), "robots[0].visual", "true or false");
}

TEST_F(ProblemFile, BadRobotsAreRefused) {
  EXPECT_INPUT_ERROR(load("{}"), "p.json: 'robots' is missing");
  EXPECT_INPUT_ERROR(load(R"({"robots":[]})"), "robots", "no robot");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{}]})"), "robots[0]: 'urdf' is missing");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"none.urdf"}]})"), "none.urdf", "no such file");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf","paht":"x"}]})"), "robots[0]", "did you mean 'path'");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf"},{"urdf":"arm.urdf"}]})"), "robots[1]", "named 'arm'");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf","name":"a/b"}]})"), "robots[0]", "slash");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf","default":{"k":0}}]})"), "robots[0].default",
                     "no joint 'k'");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf","default":{"j":"0"}}]})"), "robots[0].default.j");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf","base":{"quat":[0,0,0,0]}}]})"), "robots[0].base.quat");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf","path":"none.csv"}]})"), "none.csv");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf"}],"scene":{"objects":[]}})"), "scene", "string");
  EXPECT_INPUT_ERROR(load(R"({"robots":[{"urdf":"arm.urdf"}],"scene":"none.json"})"), "none.json");
}

TEST_F(ProblemFile, PathsGoByOneClock) {
  const auto two = [&](const char* a, const char* b) {
    return load(std::string(R"({"robots":[{"name":"a","urdf":"arm.urdf","path":")") + a +
                R"("},{"name":"b","urdf":"arm.urdf","path":")" + b + R"("}]})");
  };
  EXPECT_NO_THROW(two("three.csv", "three.csv"));
  EXPECT_NO_THROW(two("timed.csv", "timed2.csv"));
  EXPECT_INPUT_ERROR(two("three.csv", "four.csv"), "robots[1]", "4 waypoints", "3");
  EXPECT_INPUT_ERROR(two("timed.csv", "three.csv"), "robots[1]", "time stamps");
  EXPECT_INPUT_ERROR(two("three.csv", "timed.csv"), "robots[1]", "time stamps");
}

TEST_F(ProblemFile, AttachmentsLeadSomewhere) {
  const Problem problem = with(R"("attached":[{"link":"tool","object":"box1"}])");
  EXPECT_EQ(problem.attached[0].from, -1);
  EXPECT_EQ(problem.attached[0].to, -1);
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/tool","object":"box1","from":1,"to":1}])"), "attached[0]",
                     "no segment");
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/tol","object":"box1"}])"), "attached[0].link",
                     "no link 'left/tol'");
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"box1","object":"box1"}])"), "no link 'box1'");
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/tool","object":"box2"}])"), "attached[0].object",
                     "did you mean 'box1'");
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/tool","object":"box1","from":2,"to":1}])"), "attached[0]",
                     "after");
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/tool","object":"box1","to":3}])"), "attached[0].to",
                     "ends at waypoint 2");
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/tool","object":"box1","from":-1}])"), "attached[0].from");
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/tool","object":"box1","from":0.5}])"), "attached[0].from");
  EXPECT_INPUT_ERROR(with_two(R"("attached":[{"link":"tool","object":"box1"}])"), "more than one thing", "robot/link");
}

TEST_F(ProblemFile, PairsMayTouchFromWaypointToWaypoint) {
  const Problem problem =
      with(R"("allow":[["left/base","box1"],["box1","left/base",{"from":1}],["base","box1",{"to":1}]])");
  ASSERT_EQ(problem.allowed.size(), 1u);
  ASSERT_EQ(problem.allowed_stretches.size(), 2u);
  EXPECT_EQ(problem.allowed_stretches[0].a, "box1");
  EXPECT_EQ(problem.allowed_stretches[0].robot, 0);
  EXPECT_EQ(problem.allowed_stretches[0].from, 1);
  EXPECT_EQ(problem.allowed_stretches[0].to, -1);
  EXPECT_EQ(problem.allowed_stretches[1].from, -1);
  EXPECT_EQ(problem.allowed_stretches[1].to, 1);
  const auto refused = [&](const std::string& stretch) { return with(R"("allow":[["base","box1",)" + stretch + "]]"); };
  EXPECT_INPUT_ERROR(refused(R"({"from":2,"to":1})"), "allow[0][2]", "'from' 2 is after 'to' 1");
  EXPECT_INPUT_ERROR(refused(R"({"from":1,"to":1})"), "allow[0][2]", "no segment");
  EXPECT_INPUT_ERROR(refused(R"({"to":3})"), "allow[0][2].to", "ends at waypoint 2");
  EXPECT_INPUT_ERROR(refused(R"({"until":1})"), "allow[0][2]", "until");
  EXPECT_INPUT_ERROR(refused(R"({"robot":"middle"})"), "allow[0][2].robot", "no robot 'middle'");
  EXPECT_INPUT_ERROR(refused("1"), "allow[0][2]", "object");
  EXPECT_INPUT_ERROR(refused(R"({},{})"), "allow[0]", "not 4");
}

TEST_F(ProblemFile, AnObjectIsInOneHandAtATime) {
  EXPECT_NO_THROW(with_two(R"("attached":[{"link":"left/tool","object":"box1","from":0,"to":1},
    {"link":"left/base","object":"box1","from":1,"to":2}])"));
  EXPECT_INPUT_ERROR(with(R"("attached":[{"link":"left/base","object":"box1","from":1,"to":2},
    {"link":"left/tool","object":"box1","from":0,"to":2}])"),
                     "attached[1]", "at the same time", "attached[0]");
  EXPECT_INPUT_ERROR(with_two(R"("attached":[{"link":"right/tool","object":"box1"},
    {"link":"left/tool","object":"box1","from":1,"to":2}])"),
                     "attached[1]", "attached[0]");
  const std::string moving = R"("moving":[{"object":"box1","poses":[{"time":0},{"time":1,"xyz":[1,0,0]}]}],)";
  EXPECT_NO_THROW(with(moving + R"("attached":[{"link":"left/tool","object":"box1","from":1,"to":2}])"));
  EXPECT_INPUT_ERROR(with(moving + R"("attached":[{"link":"left/tool","object":"box1"}])"), "attached[0]", "moving[0]");
}

TEST_F(ProblemFile, AHandThatLetsGoAtTheLastWaypointCanHandOverThere) {
  const std::string moving = R"("moving":[{"object":"box1","poses":[{"time":2},{"time":3,"xyz":[1,0,0]}]}],)";
  const Problem problem = with(moving + R"("attached":[{"link":"left/tool","object":"box1","from":0,"to":2}])");
  EXPECT_EQ(problem.attached[0].from, 0);
  EXPECT_EQ(problem.attached[0].to, 2);
  EXPECT_INPUT_ERROR(with(moving + R"("attached":[{"link":"left/tool","object":"box1","from":0}])"), "attached[0]",
                     "at the same time", "moving[0]");
  const Problem standing = with_two(R"("attached":[{"link":"right/tool","object":"box1","from":0,"to":0}])");
  EXPECT_EQ(standing.attached[0].to, -1) << "a robot that stands has one moment only, and no end of it";
}

TEST_F(ProblemFile, MotionsOfObjects) {
  const auto moving = [&](const std::string& entry) { return with(R"("moving":[)" + entry + "]"); };
  const Problem plain = moving(R"({"object":"cart","poses":[{"time":-1,"rpy":[0,0,0.5]},
    {"time":2,"xyz":[1,0,0],"quat":[0,0,0.24740395925452294,0.9689124217106447]}]})");
  EXPECT_EQ(plain.moving[0].motion, ObjectMotion::linear);
  EXPECT_EQ(plain.moving[0].poses[0].pose.rotation, plain.moving[0].poses[1].pose.rotation);
  EXPECT_EQ(moving(R"({"object":"cart","motion":"in-between","poses":[{"time":0},{"time":1,"rpy":[0,0,1]}]})")
                .moving[0]
                .motion,
            ObjectMotion::in_between);
  EXPECT_INPUT_ERROR(moving(R"({"object":"cart","motion":"linear","poses":[{"time":0},{"time":1,"rpy":[0,0,1]}]})"),
                     "moving[0].poses[1]", "turns", "in-between");
  EXPECT_INPUT_ERROR(moving(R"({"object":"cart","motion":"scew","poses":[{"time":0},{"time":1}]})"), "moving[0].motion",
                     "did you mean 'screw'");
  EXPECT_INPUT_ERROR(moving(R"({"object":"cart","poses":[{"time":0}]})"), "moving[0].poses", "at least two");
  EXPECT_INPUT_ERROR(moving(R"({"object":"cart","poses":[{"time":0},{"time":0}]})"), "moving[0].poses[1].time",
                     "does not come after");
  EXPECT_INPUT_ERROR(moving(R"({"object":"cart","poses":[{"time":0},{"xyz":[0,0,0]}]})"),
                     "poses[1]: 'time' is missing");
  EXPECT_INPUT_ERROR(moving(R"({"object":"cat","poses":[]})"), "moving[0].object", "did you mean 'cart'");
  EXPECT_INPUT_ERROR(moving(R"({"object":"cart","poses":[{"time":0},{"time":1}]},
    {"object":"cart","poses":[{"time":1},{"time":2}]})"),
                     "moving[1]", "already has a motion in moving[0]");
}

TEST_F(ProblemFile, NamesOfPairsMeanOneThing) {
  const Problem one = with(R"("allow":[["base","cart"],["left/base","box1"]])");
  EXPECT_EQ(one.allowed[0].a, "base");
  EXPECT_EQ(one.allowed[1].a, "base") << "one robot: links go by their own names";
  EXPECT_EQ(with_two(R"("allow":[["left/tool","right/tool"]])").allowed[0].b, "right/tool");
  EXPECT_INPUT_ERROR(with(R"("allow":[["tool","cart"]])"), "allow[0][0]", "more than one thing");
  EXPECT_INPUT_ERROR(with(R"("allow":[["left/tool","cart"]])"), "allow[0][0]", "both a link and an object");
  EXPECT_INPUT_ERROR(with_two(R"("allow":[["base","cart"]])"), "allow[0][0]", "more than one thing");
}

TEST_F(ProblemFile, ClearancesAreChecked) {
  EXPECT_INPUT_ERROR(with(R"("allow":[["base"]])"), "allow[0]", "2 or 3 entries");
  EXPECT_INPUT_ERROR(with(R"("allow":[["base","base"]])"), "allow[0]", "twice");
  EXPECT_INPUT_ERROR(with(R"("allow":[["base","carf"]])"), "allow[0][1]", "did you mean 'cart'");
  EXPECT_INPUT_ERROR(with(R"("clearance":{"default":-0.1})"), "clearance.default", "negative");
  // Negative: how deep two convex bodies may penetrate each other; the model knows what is convex.
  EXPECT_EQ(with(R"("clearance":{"pairs":[["base","cart",-0.002]]})").clearance.pairs[0].clearance_m, -0.002);
  EXPECT_INPUT_ERROR(with(R"("clearance":{"pairs":[["base","cart","2 mm"]]})"), "clearance.pairs[0][2]", "a number");
  EXPECT_INPUT_ERROR(with(R"("clearance":{"pairs":[["base","cart"]]})"), "clearance.pairs[0]", "3 entries");
  EXPECT_INPUT_ERROR(with(R"("clearance":{"pairs":[["base","cart",1],["cart","base",2]]})"), "clearance.pairs[1]",
                     "clearance.pairs[0]");
  EXPECT_INPUT_ERROR(with(R"("clearance":0.1)"), "clearance", "should be an object");
}

}  // namespace
}  // namespace tocca::problem_tests
