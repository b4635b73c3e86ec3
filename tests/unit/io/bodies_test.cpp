// What is proven here: a folder of meshes and what its bodies.json says become bodies, and whatever is wrong is told with file, place and remedy.
#include <gtest/gtest.h>

#include "files.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::testing {
namespace {

constexpr const char* tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

class Bodies : public ::testing::Test {
 protected:
  Bodies() {
    folder_.write("b.obj", tetrahedron);
    folder_.write("a.obj", tetrahedron);
    folder_.write("notes.txt", "not a mesh");
  }
  FreeBodies load(int count = 0, const FreeBodyDraws& draws = {}) {
    return load_bodies(folder_.path(), draws, warnings_, count);
  }
  std::string refusal(const std::string& description) {
    folder_.write(bodies_description, description);
    try {
      load();
    } catch (const InputError& error) {
      EXPECT_EQ(error.file(), (folder_.path() / bodies_description).string()) << error.what();
      EXPECT_FALSE(error.remedy().empty()) << error.what();
      return error.place() + ": " + error.problem();
    }
    return "accepted";
  }
  ScratchFolder folder_;
  Warnings warnings_;
};

/// The ball around the tetrahedron, where a body is.
Vector3 middle_of(const FreeBody& body) { return body.pose * Vector3(0.5, 0.5, 0.5); }
constexpr double radius = 0.8660254037844387;

TEST_F(Bodies, OfAFolderAreItsMeshesApartInABox) {
  const FreeBodies all = load(40);
  ASSERT_EQ(all.bodies.size(), 40u);
  EXPECT_EQ(all.bodies[0].name, "a_1");
  EXPECT_EQ(all.bodies[1].name, "b_1");
  EXPECT_EQ(all.bodies[2].name, "a_2");
  EXPECT_EQ(all.bodies[0].mesh, all.bodies[2].mesh);
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    const Vector3 at = middle_of(all.bodies[i]);
    EXPECT_TRUE(((at - all.least).array() >= radius).all() && ((all.most - at).array() >= radius).all());
    EXPECT_NEAR(all.bodies[i].velocity.norm(), 0.1 * radius, 1e-9);
    EXPECT_NEAR(all.bodies[i].spin.norm(), M_PI / 18, 1e-12);
    for (std::size_t j = 0; j < i; ++j) EXPECT_GT((at - middle_of(all.bodies[j])).norm(), 2 * radius);
  }
}

TEST_F(Bodies, AreOneForEachMeshUnlessACountIsGiven) {
  const FreeBodies two = load();
  ASSERT_EQ(two.bodies.size(), 2u);
  EXPECT_EQ(two.bodies[0].name, "a");
  EXPECT_EQ(load(1).bodies.size(), 1u);
}

TEST_F(Bodies, OfTheSameSeedAreTheSame) {
  FreeBodyDraws other;
  other.seed = 7;
  EXPECT_EQ(load(9).bodies[8].pose.translation, load(9).bodies[8].pose.translation);
  EXPECT_NE(load(9).bodies[8].pose.translation, load(9, other).bodies[8].pose.translation);
}

TEST_F(Bodies, AreAsTheirDescriptionSays) {
  folder_.write(bodies_description, R"({"format": "tocca-bodies", "version": 1, "step_s": 0.5,
    "box": {"min": [-4, -4, -4], "max": [4, 5, 6]},
    "bodies": [
      {"name": "rock", "mesh": "a.obj", "scale": 0.5, "pose": {"xyz": [1, 2, 3], "rpy": [0, 0, 1]}, "velocity": [0.2, 0, 0], "spin": [0, 0, 1]},
      {"mesh": "b.obj", "count": 3, "velocity": [0, 0, 1]}]})");
  const FreeBodies all = load();
  ASSERT_EQ(all.bodies.size(), 4u);
  EXPECT_EQ(all.least, Vector3(-4, -4, -4));
  EXPECT_EQ(all.most, Vector3(4, 5, 6));
  const FreeBody& rock = all.bodies[0];
  EXPECT_EQ(rock.name, "rock");
  EXPECT_EQ(rock.mesh->vertices()[1], Vector3(0.5, 0, 0));
  EXPECT_EQ(rock.pose.translation, Vector3(1, 2, 3));
  EXPECT_EQ(rock.velocity, Vector3(0.1, 0, 0));  // per second, half a second a step
  EXPECT_EQ(rock.spin, Vector3(0, 0, 0.5));
  EXPECT_EQ(all.bodies[3].name, "b_3");
  EXPECT_EQ(all.bodies[3].velocity, Vector3(0, 0, 0.5));
  EXPECT_EQ(load_bodies(folder_.path() / bodies_description, {}, warnings_).bodies.size(), 4u);
}

TEST_F(Bodies, ThatAreWronglyDescribedAreRefusedWithTheirPlace) {
  const auto with = [](const std::string& body) { return R"({"format": "tocca-bodies", "bodies": [)" + body + "]}"; };
  EXPECT_EQ(refusal(with(R"({"mesh": "a.txt"})")).find("bodies[0].mesh: 'a.txt' does not have"), 0u);
  EXPECT_EQ(refusal(with(R"({"mesh": "a.obj", "count": 0})")), "bodies[0].count: must be at least 1");
  EXPECT_EQ(refusal(with(R"({"mesh": "a.obj", "count": 2, "pose": {}})")),
            "bodies[0].pose: one pose for several bodies");
  EXPECT_EQ(refusal(with(R"({"mesh": "a.obj", "spin": [0, 4, 0]})")),
            "bodies[0].spin: is half a turn or more in a step");
  EXPECT_EQ(refusal(with(R"({"mesh": "a.obj"}, {"mesh": "a.obj"})")), "bodies[1]: another body is already named 'a'");
  EXPECT_NE(refusal(with(R"({"mesh": "a.obj", "speed": 3})")).find("speed"), std::string::npos);
  EXPECT_NE(refusal(with(R"({"count": 3})")).find("mesh"), std::string::npos);
  EXPECT_EQ(refusal(with("")), "bodies: there is no body");
  EXPECT_NE(refusal(R"({"bodies": [{"mesh": "a.obj"}]})").find("format"), std::string::npos);
  EXPECT_EQ(refusal(R"({"format": "other", "bodies": []})"), "format: is not 'tocca-bodies'");
  EXPECT_EQ(refusal(R"({"format": "tocca-bodies", "version": 2, "bodies": []})").find("version:"), 0u);
  EXPECT_EQ(refusal(R"({"objects": []})"), ": is a scene, which stands still");
}

TEST_F(Bodies, ThatDoNotFitTheirBoxAreRefused) {
  const auto in_box = [](double half, const std::string& body) {
    const std::string h = std::to_string(half);
    return R"({"format": "tocca-bodies", "box": {"min": [-)" + h + ",-" + h + ",-" + h + R"(], "max": [)" + h + "," +
           h + "," + h + R"(]}, "bodies": [)" + body + "]}";
  };
  EXPECT_EQ(refusal(in_box(0.8, R"({"mesh": "a.obj"})")), "bodies[0]: the ball around it does not fit into the box");
  EXPECT_EQ(refusal(in_box(2, R"({"mesh": "a.obj", "pose": {"xyz": [1, 0, 0]}})")),
            "bodies[0]: the ball around it sticks out of the box");
  EXPECT_EQ(refusal(in_box(2, R"({"mesh": "a.obj", "count": 60})")),
            "bodies[0]: there is no place left for it in the box, apart from the others");
  EXPECT_EQ(
      refusal(
          R"({"format": "tocca-bodies", "box": {"min": [1, 0, 0], "max": [1, 9, 9]}, "bodies": [{"mesh": "a.obj"}]})"),
      "box: its min is not below its max on every axis");
  EXPECT_EQ(refusal(in_box(3, R"({"mesh": "a.obj"})")), "accepted");
}

TEST_F(Bodies, AreRefusedWhereThereAreNone) {
  const auto problem_of = [&](const std::filesystem::path& place, int count = 0) -> std::string {
    try {
      load_bodies(place, {}, warnings_, count);
    } catch (const InputError& error) {
      EXPECT_FALSE(error.remedy().empty()) << error.what();
      return error.problem();
    }
    return "accepted";
  };
  std::filesystem::create_directories(folder_.path() / "empty");
  EXPECT_EQ(problem_of(folder_.path() / "empty"), "contains no mesh");
  EXPECT_EQ(problem_of(folder_.path() / "missing"), "no such file");
  EXPECT_EQ(problem_of(folder_.path() / "a.obj"), "is neither a folder nor a description of bodies");
  folder_.write("broken/bad.obj", "v 0 0 nan\n");
  EXPECT_NE(problem_of(folder_.path() / "broken").find("nan"), std::string::npos);
  folder_.write("described/bodies.json", R"({"format": "tocca-bodies", "bodies": [{"mesh": "../a.obj"}]})");
  EXPECT_EQ(problem_of(folder_.path() / "described"), "accepted");
  EXPECT_EQ(problem_of(folder_.path() / "described", 3), "says how many bodies there are, and so does the count");
}

}  // namespace
}  // namespace tocca::testing
