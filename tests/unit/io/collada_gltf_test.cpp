// What is proven here: nested scenes (COLLADA, glTF) place their parts as their formats say, every kind of primitive is
// read, and what cannot be read is refused by name instead of left out.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "files.hpp"
#include "mesh_samples.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca::collada_gltf_tests {
namespace {

using testing::ScratchFolder;

MeshPointer load(const std::filesystem::path& file) {
  Warnings warnings;
  return load_mesh(file, Vector3::Ones(), warnings);
}

/// The corners of all triangles in order: what placement is about.
std::vector<Vector3> corners(const TriangleMesh& mesh) {
  std::vector<Vector3> all;
  for (const Triangle& t : mesh.triangles()) {
    for (const Index k : t) all.push_back(mesh.vertices()[k]);
  }
  return all;
}

double six_volumes(const TriangleMesh& mesh) {
  double sum = 0.0;
  const std::vector<Vector3> all = corners(mesh);
  for (std::size_t k = 0; k < all.size(); k += 3) sum += all[k].cross(all[k + 1]).dot(all[k + 2]);
  return sum;
}

Eigen::AlignedBox3d bounds(const TriangleMesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const Vector3& vertex : mesh.vertices()) box.extend(vertex);
  return box;
}

constexpr const char* instance = "<instance_geometry url=\"#g\"/>";

TEST(Collada, AppliesUnitAndNestedTransforms) {
  const ScratchFolder folder;
  const auto placed = [&](const std::string& transforms, const char* metre = "1") {
    return load(folder.write(
        "a.dae", testing::collada(testing::collada_triangles(), "<node>" + transforms + instance + "</node>", metre)));
  };
  EXPECT_EQ(bounds(*placed("", "0.001")).max(), Vector3(0.001, 0.002, 0.003));
  EXPECT_EQ(bounds(*placed("<translate>1 2 3</translate><scale>2 2 2</scale>")).max(), Vector3(3, 6, 9));
  EXPECT_EQ(bounds(*placed("<scale>2 2 2</scale><translate>1 2 3</translate>")).max(), Vector3(4, 8, 12));
  EXPECT_EQ(bounds(*placed("<matrix>0 -1 0 5  1 0 0 6  0 0 1 7  0 0 0 1</matrix>")).min(), Vector3(3, 6, 7));
  const auto turned = bounds(*placed("<rotate>0 0 2 90</rotate>"));
  EXPECT_TRUE(turned.min().isApprox(Vector3(-2, 0, 0), 1e-15)) << turned.min().transpose();
  EXPECT_TRUE(bounds(*placed("<lookat>1 2 3  1 2 0  0 1 0</lookat>")).max().isApprox(Vector3(2, 4, 6), 1e-15));
  EXPECT_EQ(six_volumes(*placed("<scale>-1 1 1</scale>")), 6.0);  // a mirror keeps outside outside
}

TEST(Collada, FollowsInstancesOfNodes) {
  const ScratchFolder folder;
  const std::string nodes =
      "<node id=\"a\"><translate>10 0 0</translate>" + std::string(instance) +
      "<node id=\"inner\"><translate>0 10 0</translate>" + instance +
      "</node></node><node id=\"b\"><translate>100 0 0</translate><instance_node url=\"#inner\"/></node>";
  const auto mesh = load(folder.write("a.dae", testing::collada(testing::collada_triangles(), nodes)));
  EXPECT_EQ(mesh->triangles().size(), 12u);
  EXPECT_EQ(bounds(*mesh).max(), Vector3(101, 12, 3));
  EXPECT_EQ(corners(*mesh)[12], Vector3(10, 10, 0));  // in the order of the file
  EXPECT_EQ(corners(*mesh)[24], Vector3(100, 10, 0));

  const auto refused = [&](const std::string& bad_nodes, const char* text) {
    EXPECT_INPUT_ERROR(load(folder.write("a.dae", testing::collada(testing::collada_triangles(), bad_nodes))), "a.dae",
                       "line", text);
  };
  refused("<node id=\"a\"><instance_node url=\"#a\"/></node>", "cycle");
  refused("<node><instance_geometry url=\"#none\"/></node>", "'#none'");
  refused("<node><instance_geometry url=\"other.dae#g\"/></node>", "another file");
  refused("<node><instance_controller url=\"#c\"/></node>", "skinned");
  refused("<node><matrix>1 2 3</matrix></node>", "16");
  refused("<node><translate>1 2 nan</translate></node>", "3");
  std::string doubling = "<node id=\"n0\"/>";  // nothing to read: the count of nodes alone must end it
  for (int k = 1; k < 40; ++k) {
    const std::string below = "<instance_node url=\"#n" + std::to_string(k - 1) + "\"/>";
    doubling += "<node id=\"n" + std::to_string(k) + "\">" + below + below + "</node>";
  }
  refused(doubling, "too often");
}

TEST(Collada, ReadsEveryKindOfPrimitive) {
  const ScratchFolder folder;
  const auto read = [&](const std::string& primitive) {
    return load(folder.write("a.dae", testing::collada(primitive, "<node>" + std::string(instance) + "</node>")));
  };
  const std::string inputs =
      "<input semantic=\"NORMAL\" source=\"#p\" offset=\"0\"/><input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/>";
  using Triangles = std::vector<Triangle>;
  EXPECT_EQ(read("<triangles count=\"1\">" + inputs + "<p>3 0 3 1 3 2</p></triangles>")->triangles(),
            (Triangles{{0, 1, 2}}));
  EXPECT_EQ(read("<polylist count=\"2\">" + inputs + "<vcount>3 3</vcount><p>9 0 9 1 9 2 9 1 9 2 9 3</p></polylist>")
                ->triangles(),
            (Triangles{{0, 1, 2}, {1, 2, 3}}));
  EXPECT_EQ(read("<polygons count=\"1\">" + inputs + "<p>9 0 9 1 9 2</p><p>9 1 9 2 9 3</p></polygons>")->triangles(),
            (Triangles{{0, 1, 2}, {1, 2, 3}}));
  EXPECT_EQ(read("<tristrips count=\"1\">" + inputs + "<p>9 0 9 1 9 2 9 3</p></tristrips>")->triangles(),
            (Triangles{{0, 1, 2}, {2, 1, 3}}));
  EXPECT_EQ(read("<trifans count=\"1\">" + inputs + "<p>9 0 9 1 9 2 9 3</p></trifans>")->triangles(),
            (Triangles{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_INPUT_ERROR(read("<triangles count=\"1\">" + inputs + "<p>0 0 0 1 0 4</p></triangles>"), "'4' of 4");
  EXPECT_INPUT_ERROR(read("<triangles count=\"1\">" + inputs + "<p>0 0 0 1 0</p></triangles>"), "middle");
  EXPECT_INPUT_ERROR(read("<triangles count=\"1\"><p>0 1 2</p></triangles>"), "VERTEX");
  EXPECT_INPUT_ERROR(read("<polygons count=\"1\">" + inputs + "<ph><p>0</p></ph></polygons>"), "holes");
  EXPECT_INPUT_ERROR(read("<lines count=\"1\">" + inputs + "<p>0 0 0 1</p></lines>"), "no triangle");
}

std::string nodes_of(const std::string& text) { return testing::gltf_json(testing::embedded_buffer(), text); }

TEST(Gltf, AppliesNestedTransforms) {
  const ScratchFolder folder;
  const auto placed = [&](const std::string& nodes) { return load(folder.write("a.gltf", nodes_of(nodes))); };
  EXPECT_EQ(bounds(*placed(R"([{"mesh":0,"translation":[1,2,3],"scale":[2,2,2]}])")).max(), Vector3(3, 6, 9));
  EXPECT_EQ(bounds(*placed(R"([{"children":[1],"scale":[2,2,2]},{"mesh":0,"translation":[1,2,3]}])")).max(),
            Vector3(4, 8, 12));
  EXPECT_EQ(bounds(*placed(R"([{"mesh":0,"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1]}])")).min(), Vector3(3, 6, 7));
  const auto turned = bounds(*placed(R"([{"mesh":0,"rotation":[0,0,0.7071067811865476,0.7071067811865476]}])"));
  EXPECT_TRUE(turned.min().isApprox(Vector3(-2, 0, 0), 1e-15));
  EXPECT_EQ(six_volumes(*placed(R"([{"mesh":0,"scale":[1,-1,1]}])")), 6.0);
  EXPECT_EQ(placed(R"([{"mesh":0,"children":[1,2]},{"mesh":0},{"mesh":0}])")->triangles().size(), 12u);

  const auto refused = [&](const std::string& nodes, const char* text) {
    EXPECT_INPUT_ERROR(placed(nodes), "a.gltf", text);
  };
  refused(R"([{"mesh":0,"children":[0]}])", "nodes[0]");
  refused(R"([{"mesh":0,"children":[1]},{"children":[0]}])", "child of two");
  refused(R"([{"mesh":1}])", "meshes[1]");
  refused(R"([{"mesh":-1}])", "'mesh'");
  refused(R"([{"mesh":0,"skin":0}])", "skinned");
  refused(R"([{"mesh":0,"rotation":[0,0,0,0]}])", "rotation");
  refused(R"([{"mesh":0,"scale":[1,1]}])", "'scale'");
  refused(R"([7])", "object");
  refused(R"([])", "nodes");
}

TEST(Gltf, ReadsItsBufferFromThreePlacesAndNoOther) {
  const ScratchFolder folder;
  folder.write("in/data file.bin", testing::gltf_bytes());
  folder.write("outside.bin", testing::gltf_bytes());
  const auto with_uri = [&](const std::string& uri) {
    return load(folder.write("in/a.gltf", testing::gltf_json(",\"uri\":\"" + uri + "\"")));
  };
  EXPECT_EQ(with_uri("data%20file.bin")->triangles().size(), 4u);
  EXPECT_EQ(load(folder.write("a.glb", testing::glb()))->triangles().size(), 4u);
  EXPECT_INPUT_ERROR(with_uri("../outside.bin"), "a.gltf", "buffers[0]", "not a file in the folder");
  EXPECT_INPUT_ERROR(with_uri("%2e%2e/outside.bin"), "not a file in the folder");
  EXPECT_INPUT_ERROR(with_uri((folder.path() / "outside.bin").string()), "not a file in the folder");
  EXPECT_INPUT_ERROR(with_uri("http://example.org/a.bin"), "not a file in the folder");
  EXPECT_INPUT_ERROR(with_uri("missing.bin"), "missing.bin", "no such file");
  EXPECT_INPUT_ERROR(with_uri("data:;base64,??"), "base64");
  EXPECT_INPUT_ERROR(load(folder.write("a.gltf", testing::gltf_json(""))), "no data");
}

/// Three megabytes of indices, which nothing but a short word repeats, would otherwise grow without end.
TEST(Gltf, RefusesPrimitivesThatShareTheirDataTooOften) {
  const ScratchFolder folder;
  folder.write("zeros.bin", std::string(3'000'036, '\0'));
  const std::string primitive = R"({"attributes":{"POSITION":0},"indices":1})";
  std::string primitives = primitive;
  for (int k = 1; k < 100; ++k) primitives += "," + primitive;
  const auto file = folder.write(
      "a.gltf", R"({"asset":{"version":"2.0"},"meshes":[{"primitives":[)" + primitives + R"(]}],)" +
                    R"("buffers":[{"byteLength":3000036,"uri":"zeros.bin"}],"bufferViews":[{"buffer":0,)" +
                    R"("byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":3000000}],"accessors":[)" +
                    R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},)" +
                    R"({"bufferView":1,"componentType":5121,"count":3000000,"type":"SCALAR"}]})");
  EXPECT_INPUT_ERROR(load(file), "a.gltf", "meshes[0].primitives[4]", "too often");
}

TEST(Gltf, ReadsStripsFansAndBareVertices) {
  const ScratchFolder folder;
  const auto read = [&](const std::string& primitive) {
    return load(folder.write("a.gltf", testing::gltf_json(testing::embedded_buffer(), R"([{"mesh":0}])", primitive)));
  };
  using Triangles = std::vector<Triangle>;
  EXPECT_EQ(read(R"({"attributes":{"POSITION":0},"mode":5})")->triangles(), (Triangles{{0, 1, 2}, {2, 1, 3}}));
  EXPECT_EQ(read(R"({"attributes":{"POSITION":0},"mode":6})")->triangles(), (Triangles{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_INPUT_ERROR(read(R"({"attributes":{"POSITION":0},"mode":4})"), "multiple of three");
  EXPECT_INPUT_ERROR(read(R"({"attributes":{"POSITION":0},"mode":1})"), "no triangle");
  EXPECT_INPUT_ERROR(read(R"({"attributes":{"POSITION":0},"mode":7})"), "mode");
  EXPECT_INPUT_ERROR(read(R"({"attributes":{"POSITION":1}})"), "accessors[1]");
  EXPECT_INPUT_ERROR(read(R"({"attributes":{"POSITION":0},"indices":0})"), "accessors[0]");
  EXPECT_INPUT_ERROR(read(R"({"attributes":{"NORMAL":0}})"), "no positions");
  EXPECT_INPUT_ERROR(read(R"({"attributes":{"POSITION":0},"extensions":{"KHR_draco_mesh_compression":{}}})"), "Draco");
}

TEST(Gltf, RefusesWhatItCannotRead) {
  const ScratchFolder folder;
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = testing::gltf();
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return load(folder.write("a.gltf", text.replace(at, from.size(), to)));
  };
  EXPECT_INPUT_ERROR(changed(R"("version":"2.0")", R"("version":"1.0")"), "asset", "2.0");
  EXPECT_INPUT_ERROR(changed(R"("scene":0)", R"("scene":0,"extensionsRequired":["EXT_meshopt_compression"])"),
                     "EXT_meshopt_compression");
  EXPECT_NO_THROW(changed(R"("scene":0)", R"("scene":0,"extensionsRequired":["KHR_materials_unlit"])"));
  EXPECT_INPUT_ERROR(changed(R"("count":4)", R"("count":5)"), "accessors[0]", "beyond");
  EXPECT_INPUT_ERROR(changed(R"("count":4)", R"("count":3)"), "refers to vertex 3 of 3");
  EXPECT_INPUT_ERROR(changed(R"("count":4)", R"("count":18446744073709551615)"), "beyond");
  EXPECT_INPUT_ERROR(changed(R"("byteOffset":48)", R"("byteOffset":18446744073709551615)"), "beyond");
  EXPECT_INPUT_ERROR(changed(R"("byteLength":48)", R"("byteLength":48,"byteStride":0)"), "beyond");
  EXPECT_INPUT_ERROR(changed(R"("count":4)", R"("sparse":{},"count":4)"), "sparse");
  EXPECT_INPUT_ERROR(changed(R"("bufferView":0,"componentType":5126)", R"("componentType":5126)"), "no data");
  EXPECT_INPUT_ERROR(changed("5126", "5122"), "quantisation");
  EXPECT_INPUT_ERROR(changed(R"("scene":0)", R"("scene":9)"), "scene");
  EXPECT_INPUT_ERROR(load(folder.write("deep.gltf", std::string(100'000, '['))), "nested");
}

}  // namespace
}  // namespace tocca::collada_gltf_tests
