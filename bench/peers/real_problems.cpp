#include "peers/real_problems.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tocca/io/robot.hpp"

namespace tocca::bench {
namespace {

using Json = nlohmann::json;

double number(const Json& value) { return value.get<double>(); }

Vector3 triple(const Json& values) { return {number(values.at(0)), number(values.at(1)), number(values.at(2))}; }

SceneObject object_of(const Json& obstacle) {
  const Json& q = obstacle.at("quat_xyzw");
  const auto type = obstacle.at("type").get<std::string>();
  const Geometry geometry = type == "box" ? Geometry(Box{triple(obstacle.at("size_xyz"))})
                            : type == "cylinder"
                                ? Geometry(Cylinder{number(obstacle.at("radius")), number(obstacle.at("length_z"))})
                                : Geometry(Sphere{number(obstacle.at("radius"))});
  return {obstacle.at("name").get<std::string>(),
          Pose::from_quaternion(triple(obstacle.at("position")), number(q.at(0)), number(q.at(1)), number(q.at(2)),
                                number(q.at(3))),
          {{Pose(), geometry}}};
}

/// Values of the named joints in the tree's order; all others at zero.
Configuration configuration_of(const KinematicTree& tree, const Json& joints, const Json& values) {
  Configuration q = tree.zero_configuration();
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const int joint = tree.find_joint(joints.at(k).get<std::string>());
    q[tree.joints()[static_cast<std::size_t>(joint)].first_coordinate] = number(values.at(k));
  }
  return q;
}

}  // namespace

std::filesystem::path real_models(const std::string& part) {
  const char* given = std::getenv("TOCCA_MODELS");
  std::filesystem::path models = given ? given : "../shared/models";
  if (is_directory(models / part)) return models;
  std::fprintf(stderr, "no %s of real models in %s: set TOCCA_MODELS to their folder\n", part.c_str(),
               models.string().c_str());
  return {};
}

Robot real_robot(const std::filesystem::path& models, const std::string& name) {
  Warnings warnings;
  const std::filesystem::path folder = models / "robots" / name, srdf = folder / "robot.srdf";
  return load_robot(folder / "robot.urdf", {is_regular_file(srdf) ? srdf : std::filesystem::path(), false}, warnings);
}

ProblemSet::ProblemSet(const std::filesystem::path& models, const std::string& name, const std::string& robot,
                       std::size_t most)
    : ProblemSet(models, name, real_robot(models, robot), most) {}

ProblemSet::ProblemSet(const std::filesystem::path& models, const std::string& name, const Robot& robot,
                       std::size_t most) {
  const Json set = Json::parse(std::ifstream(models / "problems" / (name + ".json")));
  for (const Json& given : set.at("problems")) {
    if (cases.size() == most) break;
    Case& own = cases.emplace_back();
    RobotTask& task = own.problem.robots.emplace_back();
    task.robot = robot;
    own.start = task.rest = configuration_of(robot.tree, set.at("joints"), given.at("start"));
    own.goal = configuration_of(robot.tree, set.at("joints"), given.at("goal"));
    for (const Json& obstacle : given.at("obstacles")) own.problem.scene.objects.push_back(object_of(obstacle));
  }
}

}  // namespace tocca::bench
