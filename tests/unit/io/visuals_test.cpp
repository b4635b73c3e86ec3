// What is proven here: links look as their URDF and their meshes say, colour by colour; whatever is wrong with how something looks is a
// warning and never an error, neither of the page nor of the robot that is checked.
#include "io/visuals.hpp"

#include <gtest/gtest.h>

#include "files.hpp"
#include "io/report_meshes.hpp"
#include "mesh_samples.hpp"
#include "testing/draw.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/robot.hpp"

namespace tocca::visuals_tests {
namespace {

using testing::ScratchFolder;

std::string visual(const std::string& shape, const std::string& more = "") {
  return "<visual><geometry>" + shape + "</geometry>" + more + "</visual>";
}
std::string box(const std::string& more = "") { return visual("<box size=\"1 1 1\"/>", more); }
std::string mesh(const std::string& file, const std::string& more = "") {
  return visual("<mesh filename=\"" + file + "\"/>", more);
}
std::string rgba(const std::string& numbers, const std::string& name = "") {
  return "<material name=\"" + name + "\"><color rgba=\"" + numbers + "\"/></material>";
}

struct Looks {
  std::vector<LinkVisual> visuals;
  Warnings warnings;
};

/// A robot of one link with these visuals.
Looks looks(const ScratchFolder& folder, const std::string& visuals, const std::string& materials = "",
            std::size_t most = most_visual_triangles) {
  Looks result;
  const auto file =
      folder.write("r.urdf", "<robot name=\"r\">" + materials + "<link name=\"arm\">" + visuals + "</link></robot>");
  result.visuals = read_visuals(file, result.warnings, most);
  return result;
}

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
constexpr Colour red = {1, 0, 0}, green = {0, 1, 0}, blue = {0, 0, 1};

TEST(Visuals, HaveTheColoursOfTheirMaterials) {
  const ScratchFolder folder;
  const std::string named = "<material name=\"sky\"/>";
  const Looks found = looks(folder,
                            box(rgba("1 0 0 1")) + box(named) + box() + box("<material name=\"unknown\"/>") +
                                box(rgba("0 1 0 1", "leaf")) + box("<material name=\"leaf\"/>") +
                                box(rgba("3 0.5 -1 0.4")) + box(rgba("0 0 1 0")) + box(rgba("0 0")),
                            rgba("0 0 1 1", "sky"));
  EXPECT_EQ(found.warnings, Warnings{});
  std::vector<std::optional<Colour>> colours;
  for (const LinkVisual& one : found.visuals) colours.push_back(one.colour);
  EXPECT_EQ(colours,
            (std::vector<std::optional<Colour>>{red, blue, std::nullopt, std::nullopt, green, green, Colour{1, 0.5, 0},
                                                std::nullopt}));  // what is not seen is not there
}

TEST(Visuals, HaveThePlacesOfTheirOrigins) {
  const ScratchFolder folder;
  const Looks found = looks(folder, box("<origin xyz=\"1 2 3\"/>"));
  EXPECT_EQ(found.visuals.at(0).link, "arm");
  EXPECT_EQ(found.visuals.at(0).shape.placement.translation, Vector3(1, 2, 3));
  EXPECT_EQ(std::get<Box>(found.visuals.at(0).shape.geometry).size, Vector3(1, 1, 1));
}

std::size_t triangles(const LinkVisual& visual) {
  return std::get<MeshPointer>(visual.shape.geometry)->triangles().size();
}

TEST(Visuals, MeshesOfObjHaveTheColoursOfTheirLibrary) {
  const ScratchFolder folder;
  folder.write("a.mtl",
               "# colours\nnewmtl dark red\nNs 10\nKd 1 0 0\nnewmtl textured\nmap_Kd x.png\nnewmtl blue\nKd 0 0 1\n");
  folder.write(
      "a.obj",
      "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nusemtl dark red\nf 1 3 4\nusemtl textured\nf 1 2 4\n"
      "usemtl blue\nf 2 3 4\nusemtl dark red\nf 1 2 3 4\n");
  const Looks found = looks(folder, mesh("a.obj", rgba("0 1 0 1")));
  ASSERT_EQ(found.visuals.size(), 3u);
  EXPECT_EQ(found.visuals[0].colour,
            green);  // before the first material, and the one that has no colour: that of the URDF
  EXPECT_EQ(triangles(found.visuals[0]), 2u);
  EXPECT_EQ(found.visuals[1].colour, red);
  EXPECT_EQ(triangles(found.visuals[1]), 3u);
  EXPECT_EQ(found.visuals[2].colour, blue);
  EXPECT_EQ(std::get<MeshPointer>(found.visuals[2].shape.geometry)->vertices(),
            (std::vector<Vector3>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
}

TEST(Visuals, OpenNoLibraryButThoseBesideTheMesh) {
  const ScratchFolder folder;
  folder.write("a.mtl", "newmtl m\nKd 1 0 0\n");
  for (const char* library : {"../a.mtl", "none.mtl", "/etc/passwd"}) {
    folder.write("sub/a.obj", std::string("mtllib ") + library + "\nusemtl m\n" + triangle);
    const Looks found = looks(folder, mesh("sub/a.obj"));
    EXPECT_EQ(found.warnings, Warnings{});
    EXPECT_EQ(found.visuals.at(0).colour, std::nullopt) << library;
  }
  folder.write("a.obj", "mtllib a.mtl\nusemtl m\n" + triangle);
  EXPECT_EQ(looks(folder, mesh("a.obj")).visuals.at(0).colour, red);
}

std::string coloured_collada(const std::string& diffuse) {
  std::string text = testing::collada(
      "<triangles material=\"paint\" count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
      "<p>0 2 1 0 1 3 1 2 3 0 3 2</p></triangles>",
      "<node><instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"paint\" "
      "target=\"#m\"/></technique_common></bind_material></instance_geometry></node>");
  const std::string library =
      "<library_materials><material id=\"m\"><instance_effect "
      "url=\"#e\"/></material></library_materials><library_effects>"
      "<effect id=\"e\"><profile_COMMON><technique sid=\"t\"><phong><diffuse>" +
      diffuse + "</diffuse></phong></technique></profile_COMMON></effect></library_effects>";
  return text.insert(text.find("<library_geometries>"), library);
}

TEST(Visuals, MeshesOfColladaHaveTheirDiffuseColour) {
  const ScratchFolder folder;
  folder.write("a.dae", coloured_collada("<color sid=\"d\">0 0 1 1</color>"));
  EXPECT_EQ(looks(folder, mesh("a.dae", rgba("0 1 0 1"))).visuals.at(0).colour, blue);
  for (const char* none : {"<texture texture=\"x\"/>", "<color>0 0</color>", ""}) {
    folder.write("a.dae", coloured_collada(none));
    EXPECT_EQ(looks(folder, mesh("a.dae", rgba("0 1 0 1"))).visuals.at(0).colour, green) << none;
  }
}

TEST(Visuals, MeshesOfGltfHaveTheirBaseColour) {
  const ScratchFolder folder;
  const auto write = [&](const std::string& material, const std::string& number = "0") {
    std::string text = testing::gltf_json(testing::embedded_buffer(), R"([{"mesh":0}])",
                                          R"({"attributes":{"POSITION":0},"indices":1,"material":)" + number + "}");
    folder.write("a.gltf", text.insert(1, R"("materials":[)" + material + "],"));
  };
  write(R"({"pbrMetallicRoughness":{"baseColorFactor":[0,0.21404114048223255,1,1]}})");
  const Colour colour = looks(folder, mesh("a.gltf")).visuals.at(0).colour.value();
  EXPECT_EQ(colour[0], 0.0);
  EXPECT_NEAR(colour[1], 0.5, 1e-12);  // IEC 61966-2-1: linear to what screens show
  EXPECT_NEAR(colour[2], 1.0, 1e-12);
  for (const auto& [material, number] : std::vector<std::pair<std::string, std::string>>{
           {"{}", "0"},
           {"7", "0"},
           {"{}", "3"},
           {"{}", "-1"},
           {"{}", "\"x\""},
           {R"({"pbrMetallicRoughness":[]})", "0"},
           {R"({"pbrMetallicRoughness":{"baseColorFactor":[1,"a",1]}})", "0"}}) {
    write(material, number);  // the shape is what counts
    EXPECT_EQ(looks(folder, mesh("a.gltf", rgba("0 1 0 1"))).visuals.at(0).colour, green) << material << number;
  }
}

TEST(Visuals, WhatCannotBeShownIsAWarning) {
  const ScratchFolder folder;
  folder.write("bad.stl", "solid nothing\nendsolid\n");
  folder.write("infinite.obj", "v 0 0 0\nv 1e300 0 0\nv 0 1 0\nf 1 2 3\n");
  const Looks found =
      looks(folder, mesh("none.dae") + mesh("package://other/none.stl") + mesh("bad.stl") + mesh("infinite.obj") +
                        mesh("http://x/y.stl") + "<visual/>" + visual("<torus/>") + visual("<box size=\"1\"/>") +
                        visual("<sphere radius=\"-1\"/>") + box("<origin xyz=\"a\"/>") + box());
  EXPECT_EQ(found.visuals.size(), 1u);
  EXPECT_EQ(found.warnings.size(), 10u);
  const std::string all = [&] {
    std::string text;
    for (const std::string& warning : found.warnings) text += warning + "\n";
    return text;
  }();
  EXPECT_NE(all.find("Visual geometry of 'arm' is left out: there is no mesh 'none.dae'."), std::string::npos) << all;
  EXPECT_EQ(all.find(folder.path().string()), std::string::npos) << all;
}

TEST(Visuals, AFileThatIsGoneIsAWarning) {
  Warnings warnings;
  EXPECT_TRUE(read_visuals("/nowhere/r.urdf", warnings).empty());
  EXPECT_EQ(warnings.size(), 1u);
}

TEST(Visuals, TheLargestMeshesAreLeftOutWhereThereAreTooMany) {
  const ScratchFolder folder;
  folder.write("small.obj", testing::obj());
  folder.write("large.obj", testing::obj() + "f 1 2 3\nf 1 2 3\n");
  const std::string all = mesh("large.obj") + mesh("small.obj") + mesh("small.obj") + box();
  EXPECT_EQ(looks(folder, all, "", 10).visuals.size(), 4u);
  const Looks found = looks(folder, all, "", 9);
  EXPECT_EQ(found.visuals.size(), 3u);
  EXPECT_EQ(found.warnings, (Warnings{"Visual geometry of 'arm' is left out: a page takes 9 triangles in all."}));
}

TEST(Visuals, NeverEnterWhatIsChecked) {
  const ScratchFolder folder;
  const auto file = folder.write(
      "r.urdf",
      "<robot name=\"r\"><link name=\"arm\"><collision><geometry><sphere radius=\"1\"/></geometry></collision>" +
          mesh("none.dae") + "</link></robot>");
  Warnings warnings;
  const Robot robot =
      load_robot(file, {.srdf = {}, .visual = true}, warnings);  // where a link has collision geometry, that counts
  EXPECT_EQ(robot.tree.links()[0].colliders.size(), 1u);
  EXPECT_EQ(warnings, Warnings{});
  EXPECT_EQ(robot.file, file.string());
}

TEST(Srdf, NamesTheLinksThatCarryEndEffectors) {
  const ScratchFolder folder;
  const auto urdf = folder.write("r.urdf", "<robot name=\"r\"><link name=\"arm\"/></robot>");
  const auto srdf =
      folder.write("r.srdf",
                   "<robot name=\"r\"><end_effector name=\"a\" parent_link=\"arm\"/><end_effector name=\"b\"/>"
                   "<end_effector name=\"c\" parent_link=\"none\"/></robot>");
  Warnings warnings;
  EXPECT_EQ(load_robot(urdf, {.srdf = srdf, .visual = false}, warnings).tools, std::vector<std::string>{"arm"});
  EXPECT_EQ(warnings, Warnings{});
}

TEST(QuantisedMesh, IsWhereTheMeshIsToHalfAStep) {
  testing::Draw draw;
  for (int round = 0; round < 50; ++round) {
    std::vector<Vector3> vertices;
    std::vector<Triangle> triangles;
    const double size = draw.log_uniform(1e-3, 1e3), away = draw.uniform(-1e3, 1e3);
    for (Index k = 0; k < 60; ++k) vertices.push_back(Vector3(away, 0, 0) + size * draw.vector(1.0));
    for (Index k = 0; k < 60; k += 3) triangles.push_back({k, k + 1, k + 2});
    const QuantisedMesh mesh = quantise(vertices, triangles);
    EXPECT_LE(mesh.step, 2 * size / 65535);
    ASSERT_EQ(mesh.indices.size(), 60u);
    for (std::size_t i = 0; i < 60; ++i) {
      for (int k = 0; k < 3; ++k) {
        const auto steps = mesh.positions[3 * mesh.indices[i] + static_cast<std::size_t>(k)];
        EXPECT_LE(steps, 65535u);
        EXPECT_NEAR(mesh.lower[k] + mesh.step * steps, vertices[i][k], 0.5001 * mesh.step);
      }
    }
  }
}

TEST(QuantisedMesh, JoinsWhatIsAtOnePlaceAndDropsWhatHasNoArea) {
  const std::vector<Vector3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1e-9, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const QuantisedMesh mesh = quantise(vertices, {{0, 1, 2}, {3, 4, 5}, {0, 3, 2}});
  EXPECT_EQ(mesh.positions.size(), 9u);
  EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
}

}  // namespace
}  // namespace tocca::visuals_tests
