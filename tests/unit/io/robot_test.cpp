// What is proven here: a URDF means what ROS says it means; each kind of mistake is told with file, place and remedy;
// meshes are found where packages may lie and nowhere else.
#include "tocca/io/robot.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "files.hpp"
#include "mesh_samples.hpp"
#include "robot_samples.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::robot_tests {
namespace {

using testing::joint;
using testing::link;
using testing::robot;
using testing::ScratchFolder;

Robot load(const std::filesystem::path& urdf, const RobotOptions& options = {}) {
  Warnings warnings;
  return load_robot(urdf, options, warnings);
}

std::string with_mesh(const std::string& filename, const std::string& more = "") {
  return robot(link("base", "<mesh filename=\"" + filename + "\"" + more + "/>"));
}

const TriangleMesh& mesh_of(const Robot& robot, std::size_t link = 0) {
  return *std::get<MeshPointer>(robot.tree.links()[link].colliders.at(0).geometry);
}

TEST(Urdf, MeansWhatRosSays) {
  const ScratchFolder folder;
  const Robot robot = load(folder.write("r.urdf", testing::urdf()));
  EXPECT_EQ(robot.name, "sample");
  ASSERT_EQ(robot.tree.links().size(), 4u);
  EXPECT_EQ(std::get<Box>(robot.tree.links()[0].colliders[0].geometry).size, Vector3(1, 2, 3));
  const Joint& shoulder = robot.tree.joints()[0];
  EXPECT_EQ(shoulder.type, JointType::revolute);
  EXPECT_EQ(shoulder.axis, Vector3(0, 0, 1));
  EXPECT_EQ(shoulder.origin.translation, Vector3(0, 0, 1));
  EXPECT_EQ(shoulder.origin.rotation, Pose::from_rpy(Vector3::Zero(), {0, 0, 1.5}).rotation);
  EXPECT_EQ(shoulder.limits->lower, -1.0);
  const Joint& wrist = robot.tree.joints()[1];
  EXPECT_EQ(wrist.axis, Vector3(1, 0, 0));  // URDF's default
  EXPECT_FALSE(wrist.limits);
  const Joint& finger = robot.tree.joints()[2];
  EXPECT_EQ(finger.limits->lower, 0.0);  // URDF's default
  EXPECT_EQ(finger.mimic->joint, 1);
  EXPECT_EQ(finger.mimic->multiplier, 2.0);
  EXPECT_EQ(finger.mimic->offset, 0.5);
  EXPECT_EQ(robot.tree.coordinate_count(), 2);
}

TEST(Urdf, PassesOverWhatIsNeitherShapeNorMotion) {
  const ScratchFolder folder;
  const Robot robot = load(folder.write(
      "r.urdf",
      testing::robot(
          "<material name=\"red\"/><mujoco><compiler/></mujoco><gazebo reference=\"x\"><a b=\"${c}\"/></gazebo>"
          "<transmission><joint name=\"j\"/></transmission>" +
          link("base") + link("arm", "<sphere radius=\"1\"/>") +
          joint("j", "continuous", "base", "arm", "<limit lower=\"5\" upper=\"-5\" effort=\"1\"/>") + link("tip") +
          joint("k", "fixed", "arm", "tip", "<axis xyz=\"0 0 0\"/><mimic joint=\"none\"/>"))));
  EXPECT_EQ(robot.tree.links().size(), 3u);
  EXPECT_EQ(robot.tree.coordinate_count(), 1);
}

TEST(Urdf, TakesWhatOtherReadersTake) {
  const ScratchFolder folder;
  const Robot robot = load(folder.write(
      "r.urdf", testing::robot(link("base") + link("arm") + link("tip") +
                               joint("j", "fixed", "base", "arm", "<axis/><origin xyz=\"1e-400 -1e-320 2\"/>") +
                               joint("k", "floating", "arm", "tip", "<axis/>"))));
  EXPECT_EQ(robot.tree.coordinate_count(), 7);
}

TEST(Urdf, TakesVisualGeometryOnlyWhereAskedAndNeeded) {
  const ScratchFolder folder;
  const auto file = folder.write(
      "r.urdf", robot("<link name=\"base\"><visual><geometry><sphere radius=\"1\"/></geometry></visual></link>"
                      "<link name=\"arm\"><visual><geometry><sphere radius=\"1\"/></geometry></visual>"
                      "<collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>" +
                      joint("j", "fixed", "base", "arm")));
  Warnings warnings;
  EXPECT_TRUE(load_robot(file, {}, warnings).tree.links()[0].colliders.empty());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("r.urdf: link 'base' has visual but no collision geometry and is not checked; --visual"),
            std::string::npos)
      << warnings[0];
  EXPECT_EQ(visual_only_links(file), std::vector<std::string>{"base"});
  warnings.clear();
  load_scene(file, warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].find("--visual"), std::string::npos) << "a scene knows no such option";
  warnings.clear();
  const Robot visual = load_robot(file, {{}, true}, warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(visual.tree.links()[0].colliders.size(), 1u);
  ASSERT_EQ(visual.tree.links()[1].colliders.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Box>(visual.tree.links()[1].colliders[0].geometry));
}

TEST(Urdf, TellsEachMistakeWithItsPlace) {
  const ScratchFolder folder;
  const auto refused = [&](const std::string& text, auto... parts) {
    EXPECT_INPUT_ERROR(load(folder.write("r.urdf", text)), "r.urdf", parts...);
  };
  const std::string two = link("a") + link("b");
  const std::string limit = "<limit lower=\"0\" upper=\"1\"/>";
  refused("", "no XML");
  refused("<robot name=\"r\"><link name=\"a\"/>", "line 1", "well-formed");
  refused("<sdf/>", "<robot>");
  refused("<robot name=\"r\"/>", "link");
  refused(robot("<link/>"), "line 3", "'name'");
  refused(robot(two + "<joint type=\"fixed\"/>"), "line 5", "'name'");
  refused(robot(two + joint("j", "hinge", "a", "b")), "line 5", "joint name='j'", "'hinge'");
  refused(robot(two + joint("j", "fixed", "a", "bb")), "line 5", "'bb'", "'b'");
  refused(robot(two + "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>"), "<child>");
  refused(robot(two), "two roots");
  refused(robot(link("a") + link("a")), "link 'a'");
  refused(robot(two + joint("j", "fixed", "a", "b") + joint("k", "fixed", "b", "a")), "loop");
  refused(robot(two + link("c") + joint("j", "fixed", "a", "b") + joint("j", "fixed", "b", "c")), "joint 'j'");
  refused(robot(two + joint("j", "revolute", "a", "b")), "<limit>");
  refused(robot(two + joint("j", "revolute", "a", "b", "<limit lower=\"2\" upper=\"1\"/>")), "joint 'j'", "limit");
  refused(robot(two + joint("j", "revolute", "a", "b", "<limit lower=\"x\"/>")), "line 5", "'x'");
  refused(robot(two + joint("j", "revolute", "a", "b", limit + "<axis xyz=\"0 0 0\"/>")), "joint 'j'", "axis");
  refused(robot(two + joint("j", "revolute", "a", "b", limit + "<axis xyz=\"0 0\"/>")), "three finite");
  refused(robot(two + joint("j", "fixed", "a", "b", "<origin xyz=\"0 nan 0\"/>")), "<origin", "nan");
  refused(robot(two + joint("j", "revolute", "a", "b", limit + "<mimic joint=\"none\"/>")), "joint 'j'", "none");
  refused(robot(link("a", "<sphere radius=\"-1\"/>")), "line 3", "<sphere", "'a'", "radius");
  refused(robot(link("a", "<sphere radius=\"inf\"/>")), "inf");
  refused(robot(link("a", "<sphere/>")), "radius");
  refused(robot(link("a", "<box size=\"1 1 0\"/>")), "<box", "'a'");
  refused(robot(link("a", "<cylinder radius=\"1\"/>")), "length");
  refused(robot(link("a", "<torus/>")), "<torus", "unknown");
  refused(robot(link("a", "<sphere radius=\"1\"/><sphere radius=\"1\"/>")), "one shape");
  refused(robot("<link name=\"a\"><collision/></link>"), "<collision", "'a'");
  refused(robot(link("a", "<sphere radius=\"${r}\"/>")), "xacro");
  refused(robot("<xacro:macro name=\"m\"/>" + link("a")), "line 3", "xacro");
  refused(robot(two + joint("j", "revolute", "a", "b", limit + "<axis/>")), "<axis", "'xyz'");
  refused(robot(link("a", "<sphere radius=\"1e400\"/>")), "finite");
  refused(robot(link("a", "<sphere radius=\"1e300\"/>")), "not 1e+300");
  refused("<robot name=\"r\"><link name=\"a\"/></robot><robot/>", "line 1", "follows the end");
  std::string crowded = "<!-- don't --><robot name=\"r\"><link name='=\">='";
  for (int k = 0; k < 100'000; ++k) crowded += " a" + std::to_string(k) + "='='";
  refused(crowded + "/></robot>", "attributes");
  std::string deep = "<robot name=\"r\">";
  for (int k = 0; k < 100'000; ++k) deep += "<link>";
  refused(deep, "nested");
}

TEST(Urdf, FindsMeshesWhereTheyMayLie) {
  const ScratchFolder folder;
  folder.write("ws/arm_description/meshes/a b.obj", testing::obj());
  folder.write("ws/renamed/package.xml", "<package><name>true_name</name></package>");
  folder.write("ws/renamed/meshes/a.obj", testing::obj());
  folder.write("elsewhere/far_package/a.obj", testing::obj());
  const auto urdf = folder.path() / "ws/renamed/urdf/r.urdf";
  const auto found = [&](const std::string& uri) {
    folder.write("ws/renamed/urdf/r.urdf", with_mesh(uri));
    return mesh_of(load(urdf)).triangles().size() == 4;
  };
  EXPECT_TRUE(found("package://arm_description/meshes/a%20b.obj"));
  EXPECT_TRUE(found("package://true_name/meshes/a.obj"));
  EXPECT_TRUE(found("package://renamed/meshes/a.obj"));
  EXPECT_TRUE(found("../meshes/a.obj"));
  EXPECT_TRUE(found("..\\meshes\\a.obj"));
  EXPECT_TRUE(found("../../arm_description/meshes/a b.obj"));
  EXPECT_TRUE(found("../../arm_description/meshes/a%20b.obj"));
  EXPECT_TRUE(found("file:" + (folder.path() / "ws/renamed/meshes/a.obj").string()));
  EXPECT_TRUE(found("file://localhost" + (folder.path() / "ws/renamed/meshes/a.obj").string()));
  EXPECT_TRUE(found((folder.path() / "ws/renamed/meshes/a.obj").string()));
  EXPECT_TRUE(found("file://" + (folder.path() / "ws/renamed/meshes/a.obj").string()));
  setenv("ROS_PACKAGE_PATH", (folder.path() / "elsewhere").c_str(), 1);
  EXPECT_TRUE(found("package://far_package/a.obj"));
  unsetenv("ROS_PACKAGE_PATH");
  EXPECT_INPUT_ERROR(found("package://far_package/a.obj"), "r.urdf", "line 3", "'base'", "far_package",
                     "ROS_PACKAGE_PATH");
  EXPECT_INPUT_ERROR(found("missing.obj"), "r.urdf", "'base'", "missing.obj");
  EXPECT_INPUT_ERROR(found("http://example.org/a.obj"), "nothing is downloaded");
  EXPECT_INPUT_ERROR(found("model://arm/a.obj"), "nothing is downloaded");
  EXPECT_INPUT_ERROR(found("file://a.obj"), "absolute");
  EXPECT_INPUT_ERROR(found("package://"), "mesh file");
  EXPECT_INPUT_ERROR(found("package://x.obj"), "r.urdf");
  EXPECT_INPUT_ERROR(found("/etc/passwd"), "not the name of a mesh file");
  EXPECT_INPUT_ERROR(found(""), "filename");
  ASSERT_EQ(mkfifo((folder.path() / "pipe.stl").c_str(), 0600), 0);
  EXPECT_INPUT_ERROR(found((folder.path() / "pipe.stl").string()), "pipe.stl", "a pipe", "'base'");
}

TEST(Urdf, LoadsAMeshOnceForEachScale) {
  const ScratchFolder folder;
  folder.write("a.obj", testing::obj());
  const std::string plain = "<mesh filename=\"a.obj\"/>", half = "<mesh filename=\"./a.obj\" scale=\".5 .5 .5\"/>";
  const Robot robot =
      load(folder.write("r.urdf", testing::robot(link("a", plain) + link("b", half) + link("c", plain) +
                                                 joint("j", "fixed", "a", "b") + joint("k", "fixed", "a", "c"))));
  EXPECT_EQ(&mesh_of(robot, 0), &mesh_of(robot, 2));
  EXPECT_NE(&mesh_of(robot, 0), &mesh_of(robot, 1));
  EXPECT_EQ(mesh_of(robot, 1).vertices()[mesh_of(robot, 1).triangles()[0][1]], Vector3(0, 1, 0));
  EXPECT_INPUT_ERROR(load(folder.write("z.urdf", with_mesh("a.obj", " scale=\"1 0 1\""))), "z.urdf", "scale is zero");
  EXPECT_INPUT_ERROR(load(folder.write("z.urdf", with_mesh("a.obj", " scale=\"1 1\""))), "z.urdf", "three");
  folder.write("broken.obj", "v 1 2\n");
  EXPECT_INPUT_ERROR(load(folder.write("z.urdf", with_mesh("broken.obj"))), "broken.obj", "line 1", "'base'");
}

TEST(Urdf, OneWarningServesAllMeshesOfOneKind) {
  const ScratchFolder folder;
  const std::string mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  folder.write("a.obj", mesh + "l 1 2\n");
  folder.write("b.obj", "# a line more\n" + mesh + "p 1\n");
  Warnings warnings;
  load_robot(
      folder.write("r.urdf", robot(link("base", "<mesh filename=\"a.obj\"/>") +
                                   link("arm", "<mesh filename=\"b.obj\"/>") + joint("j", "fixed", "base", "arm"))),
      {}, warnings);
  ASSERT_EQ(warnings.size(), 1u);
  for (const char* part : {"a.obj: line 9", "b.obj: line 10", "lines and points are ignored"}) {
    EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0];
  }
}

TEST(Srdf, DisablesPairs) {
  const ScratchFolder folder;
  const auto urdf = folder.write("r.urdf", testing::urdf());
  const Robot plain = load(urdf, {folder.write("r.srdf", testing::srdf()), false});
  ASSERT_EQ(plain.allowed.size(), 2u);
  EXPECT_EQ(plain.allowed[0].a, "base");
  EXPECT_EQ(plain.allowed[0].b, "arm");
  EXPECT_EQ(plain.allowed[0].why, "SRDF: Adjacent");
  EXPECT_EQ(plain.allowed[1].why, "SRDF: Never");

  const auto newer = load(urdf, {folder.write("r.srdf", robot("<disable_default_collisions link=\"base\"/>"
                                                              "<enable_collisions link1=\"tip\" link2=\"base\"/>"
                                                              "<disable_collisions link1=\"arm\" link2=\"tip\"/>"
                                                              "<disable_collisions link1=\"tip\" link2=\"arm\"/>")),
                                 false});
  ASSERT_EQ(newer.allowed.size(), 3u);  // base-arm, base-hand, arm-tip
  EXPECT_EQ(newer.allowed[2].b, "tip");
  EXPECT_EQ(newer.allowed[2].why, "SRDF");
}

TEST(Srdf, NamesPosturesOfGroups) {
  const ScratchFolder folder;
  const auto urdf = folder.write("r.urdf", testing::urdf());
  Warnings warnings;
  const Robot named = load_robot(
      urdf,
      {folder.write("r.srdf",
                    robot("<group_state name=\"home\" group=\"arm\"><joint name=\"wrist\" value=\" -0.5 \"/>"
                          "<joint name=\"finger\" value=\"7\"/><joint name=\"nose\" value=\"1\"/></group_state>"
                          "<group_state name=\"none\" group=\"hand\"/>")),
       false},
      warnings);
  ASSERT_EQ(named.states.size(), 2u);
  EXPECT_EQ(named.states[0].name, "home");
  EXPECT_EQ(named.states[0].group, "arm");
  ASSERT_EQ(named.states[0].values.size(), 1u);  // a mimic joint follows its own rule
  EXPECT_EQ(named.states[0].values[0].coordinate, 1);
  EXPECT_EQ(named.states[0].values[0].value, -0.5);
  EXPECT_TRUE(named.states[1].values.empty());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("joints that the robot does not have: 'nose'"), std::string::npos) << warnings[0];
  for (const char* value : {"one", "1 2", "nan", "1e999"}) {
    EXPECT_INPUT_ERROR(load(urdf, {folder.write("r.srdf", robot("<group_state name=\"s\" group=\"g\"><joint "
                                                                "name=\"wrist\" value=\"" +
                                                                std::string(value) + "\"/></group_state>")),
                                   false}),
                       "r.srdf", "line 3", "'wrist'", "finite number");
  }
  EXPECT_INPUT_ERROR(load(urdf, {folder.write("r.srdf", robot("<group_state group=\"g\"/>")), false}), "r.srdf",
                     "name");
}

TEST(Srdf, WarnsOfOtherRobotsAndRefusesNonsense) {
  const ScratchFolder folder;
  const auto urdf = folder.write("r.urdf", testing::urdf());
  Warnings warnings;
  load_robot(urdf,
             {folder.write("r.srdf",
                           "<robot name=\"other\"><disable_collisions link1=\"x\" link2=\"y\"/>"
                           "<disable_collisions link1=\"x\" link2=\"base\"/></robot>"),
              false},
             warnings);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_NE(warnings[0].find("'other'"), std::string::npos);
  EXPECT_NE(warnings[1].find("'x', 'y'"), std::string::npos) << warnings[1];
  const auto refused = [&](const std::string& text, auto... parts) {
    EXPECT_INPUT_ERROR(load(urdf, {folder.write("r.srdf", text), false}), "r.srdf", parts...);
  };
  refused(robot("<disable_collisions link1=\"base\"/>"), "line 3", "link2");
  refused("<srdf/>", "<robot>");
  refused("<robot>", "well-formed");
  EXPECT_INPUT_ERROR(load(urdf, {folder.path() / "none.srdf", false}), "none.srdf", "no such file");
}

}  // namespace
}  // namespace tocca::robot_tests
