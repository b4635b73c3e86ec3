// What is proven here: "deforming" of a problem file means what docs/guide/files.md says; frames that do not fit each other are refused with
// file, place and remedy.
#include <fmt/format.h>

#include "files.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/problem.hpp"

namespace tocca::problem_deforming_tests {
namespace {

struct DeformingFile : ::testing::Test {
  DeformingFile() {
    folder.write("arm.urdf", R"(<robot name="arm"><link name="base"/>
      <link name="tool"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
      <joint name="j" type="revolute"><parent link="base"/><child link="tool"/><axis xyz="0 0 1"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)");
    folder.write("s.json", R"({"objects":[{"name":"post","geometry":{"sphere":1}}]})");
    for (int k = 0; k < 12; ++k) write(fmt::format("hose_{}.ply", k), 0.1 * k);
  }
  /// Two triangles at a height.
  void write(const std::string& name, double z, std::vector<Triangle> triangles = {{0, 1, 2}, {0, 2, 3}}) {
    folder.write(name, to_ply(std::vector<Vector3>{{0, 0, z}, {1, 0, z}, {1, 1, z}, {0, 1, z}}, triangles));
  }
  Problem with(const std::string& more) {
    return load_problem(folder.write("p.json", R"({"robots":[{"urdf":"arm.urdf"}],"scene":"s.json",)" + more + "}"),
                        warnings);
  }
  Problem deforming(const std::string& entry) { return with("\"deforming\":[" + entry + "]"); }
  std::string refused(const std::string& entry) {
    return testing::input_error([&] { deforming(entry); });
  }
  testing::ScratchFolder folder;
  Warnings warnings;
};

TEST_F(DeformingFile, FramesOneByOne) {
  const Problem problem = deforming(
      R"({"name":"hose","frames":[{"time":0,"mesh":"hose_0.ply"},{"time":0.5,"mesh":"hose_2.ply"},{"time":2,"mesh":"hose_1.ply"}],
          "pose":{"xyz":[10,0,0],"rpy":[0,0,1.5707963267948966]},"scale":2})");
  ASSERT_EQ(problem.deforming.size(), 1u);
  EXPECT_EQ(problem.deforming[0].name, "hose");
  const DeformingMesh& mesh = *problem.deforming[0].mesh;
  EXPECT_EQ(mesh.triangles.size(), 2u);
  ASSERT_EQ(mesh.frames.size(), 3u);
  EXPECT_EQ(mesh.frames[1].time, 0.5);
  EXPECT_LT((mesh.frames[1].vertices[1] - Vector3(10, 2, 0.4)).norm(), 1e-12);
  EXPECT_TRUE(warnings.empty());
}

TEST_F(DeformingFile, NumberedFilesComeByTheirNumbersNotByTheirSpelling) {
  const Problem problem = deforming(R"({"name":"hose","frames":{"files":"hose_*.ply","interval":0.25,"start":-1}})");
  const DeformingMesh& mesh = *problem.deforming[0].mesh;
  ASSERT_EQ(mesh.frames.size(), 12u);
  EXPECT_EQ(mesh.frames[0].time, -1.0);
  EXPECT_EQ(mesh.frames[10].time, 1.5);
  EXPECT_EQ(mesh.frames[10].vertices[0].z(), 1.0);  // 10 after 9, not after 1
}

TEST_F(DeformingFile, NumbersThatAreMissingOrGivenTwiceAreRefused) {
  std::filesystem::remove(folder.path() / "hose_7.ply");
  const std::string by_pattern = R"({"name":"hose","frames":{"files":"hose_*.ply","interval":0.25}})";
  EXPECT_NE(refused(by_pattern).find("p.json: deforming[0].frames.files: there is number 8 but no number 7"),
            std::string::npos);
  write("hose_07.ply", 0.7);
  EXPECT_NO_THROW(deforming(by_pattern));
  write("hose_007.ply", 0.7);
  EXPECT_NE(refused(by_pattern).find("have the same number"), std::string::npos);
  for (const char* pattern : {"hose.ply", "hose_*_*.ply", "nothing_*.ply", "nowhere/hose_*.ply"}) {
    const std::string entry = fmt::format(R"({{"name":"hose","frames":{{"files":"{}","interval":0.25}}}})", pattern);
    EXPECT_NE(refused(entry).find("deforming[0].frames.files"), std::string::npos) << pattern;
  }
  EXPECT_NE(refused(R"({"name":"hose","frames":{"files":"hose_*.ply","interval":0}})").find("interval"),
            std::string::npos);
}

TEST_F(DeformingFile, FramesThatDoNotFitAreRefused) {
  const auto two = [](const std::string& second, const std::string& time = "1") {
    return R"({"name":"hose","frames":[{"time":0,"mesh":"hose_0.ply"},{"time":)" + time + R"(,"mesh":")" + second +
           "\"}]}";
  };
  write("turned.ply", 1.0, {{0, 1, 2}, {0, 3, 2}});
  write("fewer.ply", 1.0, {{0, 1, 2}});
  folder.write("more.ply", to_ply(std::vector<Vector3>(5, Vector3(0, 0, 1)), std::vector<Triangle>{{0, 1, 2}}));
  folder.write("endless.ply",
               "ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\n"
               "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
               "0 0 0\n1 0 0\n1 1 1e31\n0 1 0\n3 0 1 2\n3 0 2 3\n");
  EXPECT_NO_THROW(deforming(two("hose_1.ply")));
  const std::string place = "p.json: deforming[0].frames[1].mesh: ";
  EXPECT_NE(refused(two("turned.ply")).find(place + "'turned.ply' does not have the triangles of 'hose_0.ply'"),
            std::string::npos);
  EXPECT_NE(refused(two("fewer.ply")).find("does not have the triangles"), std::string::npos);
  EXPECT_NE(refused(two("more.ply")).find(place + "'more.ply' has 5 vertices, 'hose_0.ply' has 4"), std::string::npos);
  EXPECT_NE(refused(two("endless.ply")).find("endless.ply: vertex 2: a coordinate"), std::string::npos);
  EXPECT_NE(refused(two("none.ply")).find("none.ply"), std::string::npos);
  EXPECT_NE(refused(two("p.json")).find("extension of a mesh file"), std::string::npos);
  EXPECT_NE(refused(two("hose_1.ply", "0")).find("frames[1].time: 0 does not come after 0"), std::string::npos);
  EXPECT_NE(refused(R"({"name":"hose","frames":[{"time":0,"mesh":"hose_0.ply"}]})").find("at least two frames"),
            std::string::npos);
  EXPECT_NE(refused(R"({"frames":[]})").find("deforming[0]"), std::string::npos);
  EXPECT_NE(refused(R"({"name":"hose","frame":[]})").find("frame"), std::string::npos);
}

TEST_F(DeformingFile, ItsNameIsItsOwnAndMeansItInPairs) {
  const auto named = [](const std::string& name) {
    return R"({"name":")" + name + R"(","frames":{"files":"hose_*.ply","interval":1}})";
  };
  for (const char* taken : {"tool", "base", "post"}) {
    EXPECT_NE(refused(named(taken)).find("deforming[0].name: a link, an object"), std::string::npos) << taken;
  }
  EXPECT_NE(refused(named("hose") + "," + named("hose")).find("deforming[1].name"), std::string::npos);
  const Problem problem =
      with("\"deforming\":[" + named("hose") +
           R"(],"allow":[["hose","tool"]],"clearance":{"pairs":[["post","hose",0.1]]},"padding":{"hose":0.01})");
  EXPECT_EQ(problem.allowed.at(0).a, "hose");
  EXPECT_EQ(problem.clearance.pairs.at(0).b, "hose");
  EXPECT_EQ(problem.padding.at(0).body, "hose");
  const std::string held = testing::input_error(
      [&] { with("\"deforming\":[" + named("hose") + R"(],"attached":[{"link":"tool","object":"hose"}])"); });
  EXPECT_NE(held.find("there is no object 'hose'"), std::string::npos) << held;
}

}  // namespace
}  // namespace tocca::problem_deforming_tests
