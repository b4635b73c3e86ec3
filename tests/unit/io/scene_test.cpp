// What is proven here: scenes mean what docs/guide/files.md says; what they cannot mean is refused with its place; what is
// written reads back.
#include "tocca/io/scene.hpp"

#include <nlohmann/json.hpp>

#include "files.hpp"
#include "io/file_kind.hpp"
#include "testing/draw.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::scene_tests {
namespace {

using testing::ScratchFolder;

constexpr const char* tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

struct SceneFile : ::testing::Test {
  Scene load(std::string_view text) { return load_scene(folder.write("s.json", text), warnings); }
  /// One object with this geometry.
  Scene with(const std::string& geometry) { return load(R"({"objects":[{"name":"o","geometry":)" + geometry + "}]}"); }
  ScratchFolder folder;
  Warnings warnings;
};

TEST_F(SceneFile, EveryGeometry) {
  EXPECT_EQ(std::get<Box>(with(R"({"box":[1,0.3,2]})").objects[0].colliders[0].geometry).size, Vector3(1, 0.3, 2));
  EXPECT_EQ(std::get<Sphere>(with(R"({"sphere":0.5})").objects[0].colliders[0].geometry).radius, 0.5);
  const auto cylinder =
      std::get<Cylinder>(with(R"({"cylinder":{"radius":1,"length":2}})").objects[0].colliders[0].geometry);
  EXPECT_EQ(cylinder.radius, 1);
  EXPECT_EQ(cylinder.length, 2);
  const auto capsule =
      std::get<Capsule>(with(R"({"capsule":{"radius":1,"length":0}})").objects[0].colliders[0].geometry);
  EXPECT_EQ(capsule.length, 0);
  const auto cone = std::get<Cone>(with(R"({"cone":{"length":3,"radius":1}})").objects[0].colliders[0].geometry);
  EXPECT_EQ(cone.length, 3);
  EXPECT_TRUE(warnings.empty());
  EXPECT_TRUE(load(R"({"objects":[]})").objects.empty());
}

TEST_F(SceneFile, PosesPlaceObjects) {
  const Scene scene = load(R"({"objects":[
    {"name":"a","geometry":{"sphere":1},"pose":{"xyz":[1,2,3],"rpy":[0,0,1.5]}},
    {"name":"b","geometry":{"sphere":1},"pose":{"quat":[0,0,0.6,0.8]}}]})");
  EXPECT_EQ(scene.objects[0].pose.translation, Vector3(1, 2, 3));
  EXPECT_EQ(scene.objects[0].pose.rotation, rotation_about(Vector3::UnitZ(), 1.5));
  EXPECT_EQ(scene.objects[1].pose.rotation, Pose::from_quaternion(Vector3::Zero(), 0, 0, 0.6, 0.8).rotation);
  EXPECT_EQ(scene.find("b"), 1);
}

TEST_F(SceneFile, MeshesAreRelativeToTheSceneScaledAndShared) {
  folder.write("meshes/t.obj", tetrahedron);
  const Scene scene = load(R"({"objects":[
    {"name":"a","geometry":{"mesh":"meshes/t.obj"}},{"name":"b","geometry":{"mesh":"meshes/t.obj"}},
    {"name":"c","geometry":{"mesh":"meshes/t.obj","scale":2}},
    {"name":"d","geometry":{"mesh":"meshes/t.obj","scale":[1,2,3]}}]})");
  const auto mesh = [&](std::size_t k) { return std::get<MeshPointer>(scene.objects[k].colliders[0].geometry); };
  EXPECT_EQ(mesh(0), mesh(1));
  EXPECT_EQ(mesh(0)->triangles().size(), 4u);
  const auto extent = [&](std::size_t k) {
    Vector3 largest = Vector3::Zero();
    for (const Vector3& vertex : mesh(k)->vertices()) largest = largest.cwiseMax(vertex);
    return largest;
  };
  EXPECT_EQ(extent(0), Vector3(1, 1, 1));
  EXPECT_EQ(extent(2), Vector3(2, 2, 2));
  EXPECT_EQ(extent(3), Vector3(1, 2, 3));
}

TEST_F(SceneFile, WhatCannotBeMeantIsRefusedWithItsPlace) {
  EXPECT_INPUT_ERROR(load("[]"), "s.json: should be an object, not an array");
  EXPECT_INPUT_ERROR(load("{}"), "s.json: 'objects' is missing");
  EXPECT_INPUT_ERROR(load(R"({"objects":{}})"), "objects: should be an array");
  EXPECT_INPUT_ERROR(load(R"({"objects":[],"object":1})"), "unknown key 'object'", "did you mean 'objects'");
  EXPECT_INPUT_ERROR(load(R"({"objects":[{"geometry":{"sphere":1}}]})"), "objects[0]: 'name' is missing");
  EXPECT_INPUT_ERROR(load(R"({"objects":[{"name":"","geometry":{"sphere":1}}]})"), "objects[0].name: is empty");
  EXPECT_INPUT_ERROR(load(R"({"objects":[{"name":7,"geometry":{"sphere":1}}]})"), "objects[0].name", "a number");
  EXPECT_INPUT_ERROR(load(R"({"objects":[{"name":"a"}]})"), "objects[0]: 'geometry' is missing");
  EXPECT_INPUT_ERROR(load(R"({"objects":[{"name":"a","geometry":{"sphere":1}},{"name":"a","geometry":{"sphere":1}}]})"),
                     "objects[1].name", "already used by objects[0]");
  EXPECT_INPUT_ERROR(load(R"({"objects":[{"name":"a","geometry":{"sphere":1},"pose":{"xyzz":[0,0,0]}}]})"),
                     "objects[0].pose", "'xyzz'", "did you mean 'xyz'");
  EXPECT_INPUT_ERROR(load(R"({"objects":[{"name":"a","geometry":{"sphere":1},"pose":[0,0,0]}]})"), "objects[0].pose",
                     "should be an object");
  EXPECT_INPUT_ERROR(with("{}"), "objects[0].geometry: has no shape");
  EXPECT_INPUT_ERROR(with(R"({"sphere":1,"box":[1,1,1]})"), "both");
  EXPECT_INPUT_ERROR(with(R"({"sphere":0})"), "objects[0].geometry.sphere", "positive");
  EXPECT_INPUT_ERROR(with(R"({"sphere":{"radius":1}})"), "geometry.sphere: should be a number, not an object");
  EXPECT_INPUT_ERROR(with(R"({"box":[1,-1,1]})"), "objects[0].geometry.box[1]", "positive");
  EXPECT_INPUT_ERROR(with(R"({"box":[1,1]})"), "geometry.box", "3 numbers");
  EXPECT_INPUT_ERROR(with(R"({"cylinder":{"radius":1}})"), "geometry.cylinder: 'length' is missing");
  EXPECT_INPUT_ERROR(with(R"({"cylinder":{"radius":1,"length":0}})"), "cylinder.length");
  EXPECT_INPUT_ERROR(with(R"({"capsule":{"radius":1,"length":-1}})"), "capsule.length");
  EXPECT_INPUT_ERROR(with(R"({"cone":{"radius":1,"height":1}})"), "unknown key 'height'");
  EXPECT_INPUT_ERROR(with(R"({"sphere":1,"scale":2})"), "'scale' is for meshes only");
  EXPECT_INPUT_ERROR(with(R"({"mesh":"none.obj"})"), "none.obj", "no such file");
  EXPECT_INPUT_ERROR(with(R"({"mesh":"s.json"})"), "geometry.mesh", "not have the extension of a mesh file");
  EXPECT_INPUT_ERROR(with(R"({"mesh":"t.obj","scale":0})"), "geometry.scale", "positive");
  EXPECT_INPUT_ERROR(with(R"({"mesh":"t.obj","scale":[1,0,1]})"), "geometry.scale[1]", "positive");
  EXPECT_INPUT_ERROR(load_scene(folder.path() / "none.json", warnings), "none.json", "no such file");
  EXPECT_INPUT_ERROR(load_scene(folder.path() / "a.txt", warnings), "a.txt", "extension is not that of a scene");
}

TEST_F(SceneFile, AMeshIsOneObjectNamedByItsStem) {
  const Scene scene = load_scene(folder.write("box one.OBJ", tetrahedron), warnings);
  ASSERT_EQ(scene.objects.size(), 1u);
  EXPECT_EQ(scene.objects[0].name, "box one");
}

TEST_F(SceneFile, AUrdfStandsAsItsJointsAreTold) {
  const auto file = folder.write("r.urdf", R"(<robot name="r"><link name="frame"/>
    <link name="drawer"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <link name="lid"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <joint name="pull" type="prismatic"><parent link="frame"/><child link="drawer"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/>
     <limit lower="0" upper="2" effort="1" velocity="1"/></joint>
    <joint name="lift" type="continuous"><parent link="drawer"/><child link="lid"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/>
    </joint></robot>)");
  const Scene scene = load_scene(file, warnings, {"lift=1.5,pull=0.25", "--scene-config"});
  ASSERT_EQ(scene.objects.size(), 2u);
  EXPECT_EQ(scene.objects[0].pose.translation, Vector3(1, 0.25, 0));
  EXPECT_EQ(scene.objects[1].pose.translation, Vector3(1, 0.25, 1));
  EXPECT_LT((scene.objects[1].pose.rotation - rotation_about(Vector3::UnitZ(), 1.5)).norm(), 1e-15);
  EXPECT_TRUE(warnings.empty());
  load_scene(file, warnings, {"pull=-0.25", "--scene-config"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("outside its limits"), std::string::npos) << warnings[0];
  EXPECT_INPUT_ERROR(load_scene(file, warnings, {"push=1", "--scene-config"}), "--scene-config", "'pull'");
  const auto without_joints = folder.write("s.json", R"({"objects":[]})");
  EXPECT_INPUT_ERROR(load_scene(without_joints, warnings, {"pull=1", "--scene-config"}), "s.json", "only a URDF");
}

TEST_F(SceneFile, IsToldFromAPathByWhatItHolds) {
  EXPECT_FALSE(holds_path(folder.write("s.json", R"({"objects":[]})")));
  EXPECT_TRUE(holds_path(folder.write("t.json", R"({"joint_names": ["a"], "points": []})")));
  for (const char* scene : {"s.urdf", "s.STL", "s.scene", "s.obj", "none.json"})
    EXPECT_FALSE(holds_path(scene)) << scene;
  for (const char* path : {"p.csv", "p.txt", "p.yaml", "path", "-"}) EXPECT_TRUE(holds_path(path)) << path;
}

TEST_F(SceneFile, AUrdfStandsAtZeroConfigurationMimicOffsetsIncluded) {
  const Scene scene = load_scene(folder.write("r.urdf", R"(<robot name="r">
    <link name="base"/>
    <link name="arm"><collision><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></collision>
      <collision><geometry><box size="1 2 3"/></geometry></collision></link>
    <link name="slider"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
    <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="1 0 0"/></joint>
    <joint name="k" type="prismatic"><parent link="arm"/><child link="slider"/><axis xyz="0 1 0"/>
      <limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="j" multiplier="1" offset="0.5"/></joint>
    </robot>)"),
                                 warnings);
  ASSERT_EQ(scene.objects.size(), 2u);
  EXPECT_EQ(scene.objects[0].name, "arm");
  EXPECT_EQ(scene.objects[0].pose.translation, Vector3(1, 0, 0));
  ASSERT_EQ(scene.objects[0].colliders.size(), 2u);
  EXPECT_EQ(scene.objects[0].colliders[0].placement.translation, Vector3(0, 0, 1));
  EXPECT_EQ(scene.objects[1].pose.translation, Vector3(1, 0.5, 0));
}

TEST_F(SceneFile, WhatIsWrittenReadsBack) {
  testing::Draw draw;
  folder.write("t.obj", tetrahedron);
  const MeshPointer mesh = load_mesh(folder.path() / "t.obj", Vector3::Ones(), warnings);
  const auto size = [&] { return draw.log_uniform(1e-9, 1e6); };
  Scene scene;
  for (int k = 0; k < 60; ++k) {
    const Geometry geometries[] = {Sphere{size()},           Capsule{size(), size()}, Box{{size(), size(), size()}},
                                   Cylinder{size(), size()}, Cone{size(), size()},    mesh};
    Pose pose = draw.pose(10);
    if (k % 3 == 0) pose.rotation.setIdentity();
    if (k == 6) pose = {};
    scene.objects.push_back({"object \"" + std::to_string(k) + "\"", pose, {{Pose{}, geometries[k % 6]}}});
  }
  const auto written = write_scene_json(folder.path() / "w.json", scene);
  ASSERT_EQ(written.size(), 2u) << "one mesh, however many objects share it";
  const Scene back = load_scene(written[0], warnings);
  EXPECT_TRUE(warnings.empty());
  ASSERT_EQ(back.objects.size(), scene.objects.size());
  for (std::size_t k = 0; k < scene.objects.size(); ++k) {
    const SceneObject &a = scene.objects[k], &b = back.objects[k];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.pose.translation, b.pose.translation);
    EXPECT_LT((a.pose.rotation - b.pose.rotation).norm(), 4e-15);
    if (k % 3 == 0) {
      EXPECT_EQ(b.pose.rotation, Matrix3::Identity());
    }
    const Geometry &g = a.colliders[0].geometry, &h = b.colliders[0].geometry;
    ASSERT_EQ(g.index(), h.index());
    if (const auto* box = std::get_if<Box>(&g)) {
      EXPECT_EQ(box->size, std::get<Box>(h).size);
    }
    if (const auto* cone = std::get_if<Cone>(&g)) {
      EXPECT_EQ(cone->radius, std::get<Cone>(h).radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&g)) {
      EXPECT_EQ(capsule->length, std::get<Capsule>(h).length);
    }
    if (const auto* shared = std::get_if<MeshPointer>(&g)) {
      EXPECT_EQ((*shared)->vertices(), std::get<MeshPointer>(h)->vertices());
      EXPECT_EQ((*shared)->triangles(), std::get<MeshPointer>(h)->triangles());
    }
  }
}

TEST_F(SceneFile, AHullIsWrittenAsItsMesh) {
  const std::vector<Vector3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}};
  const auto hull = std::make_shared<const ConvexHull>(corners);
  Scene scene;
  scene.objects.push_back({"a/b", Pose{}, {{Pose{}, hull}}});
  scene.objects.push_back({"a b", Pose{}, {{Pose{}, std::make_shared<const ConvexHull>(corners)}}});
  const auto written = write_scene_json(folder.path() / "w.json", scene);
  ASSERT_EQ(written.size(), 3u) << "two hulls, two files, though their names would be the same";
  const Scene back = load_scene(written[0], warnings);
  const auto mesh = std::get<MeshPointer>(back.objects[0].colliders[0].geometry);
  EXPECT_EQ(mesh->vertices(), hull->vertices());
  EXPECT_EQ(mesh->triangles(), hull->triangles());
  EXPECT_TRUE(mesh->closed());
}

TEST_F(SceneFile, ObjectsOfSeveralBodiesAreWrittenOneByOneUnderFreeNames) {
  Scene scene;
  const Pose up{Matrix3::Identity(), {0, 0, 1}}, aside{Matrix3::Identity(), {5, 0, 0}};
  scene.objects.push_back({"a", aside, {{Pose{}, Sphere{1}}, {up, Sphere{2}}}});
  scene.objects.push_back({"a#2", Pose{}, {{Pose{}, Sphere{3}}}});
  scene.objects.push_back({"nothing", Pose{}, {}});
  const Scene back = load_scene(write_scene_json(folder.path() / "w.json", scene)[0], warnings);
  ASSERT_EQ(back.objects.size(), 3u);
  EXPECT_EQ(back.objects[0].name, "a#1");
  EXPECT_EQ(back.objects[1].name, "a#2_2");
  EXPECT_EQ(back.objects[1].pose.translation, Vector3(5, 0, 1));
  EXPECT_EQ(back.objects[2].name, "a#2");
  EXPECT_INPUT_ERROR(write_scene_json(folder.path() / "no" / "w.json", scene), "cannot be written");
}

}  // namespace
}  // namespace tocca::scene_tests
