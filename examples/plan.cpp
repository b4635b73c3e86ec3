// Finds a short path that is proven free. Usage: example_plan ROBOT.urdf SCENE START GOAL OUT.csv
#include <cstdio>
#include <tocca/io/path.hpp>
#include <tocca/io/robot.hpp>
#include <tocca/io/scene.hpp>
#include <tocca/plan/planner.hpp>

int main(int argc, char** argv) try {
  if (argc != 6) return 2;
  tocca::Warnings warnings;
  const tocca::Robot robot = tocca::load_robot(argv[1], {}, warnings);
  const tocca::Checker checker(robot, tocca::load_scene(argv[2], warnings));

  tocca::PlannerSettings settings;
  settings.time_limit_s = 10.0;
  const tocca::Plan plan = tocca::Planner(checker, settings)
                               .plan(tocca::parse_configuration(argv[3], robot.tree, "START"),
                                     tocca::parse_configuration(argv[4], robot.tree, "GOAL"));
  if (plan.end != tocca::PlanEnd::found) {
    for (const auto& [a, b] : plan.contact.pairs) std::printf("%s touches %s at an end\n", a.c_str(), b.c_str());
    return 1;
  }
  tocca::Path path;
  path.waypoints = plan.waypoints;
  path.interpolation.assign(static_cast<std::size_t>(path.waypoints.cols()), tocca::Interpolation::linear);
  tocca::write_path_csv(argv[5], robot.tree, path);
  std::puts("written: every moment of it is proven free");
} catch (const tocca::InputError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
