// Plans with OMPL, every edge proven. Usage: example_ompl_plan ROBOT.urdf SCENE START GOAL, as in "elbow=1,wrist=0"
#include <ompl/base/ScopedState.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <iostream>
#include <tocca/check/path_checker.hpp>
#include <tocca/io/path.hpp>
#include <tocca/io/robot.hpp>
#include <tocca/io/scene.hpp>
#include <tocca/ompl/state_map.hpp>
#include <tocca/ompl/state_space.hpp>
#include <tocca/ompl/validity.hpp>

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
  try {
    tocca::Warnings warnings;
    const tocca::Robot robot = tocca::load_robot(argv[1], {}, warnings);
    const tocca::Checker checker(robot, tocca::load_scene(argv[2], warnings));
    const tocca::ompl::StateMap map(checker.model(), tocca::ompl::make_space(checker.model()));

    ompl::geometric::SimpleSetup setup(map.space());
    tocca::ompl::use(checker, setup.getSpaceInformation());
    setup.setPlanner(std::make_shared<ompl::geometric::RRTConnect>(setup.getSpaceInformation()));
    ompl::base::ScopedState<> start(map.space()), goal(map.space());
    map.write(tocca::parse_configuration(argv[3], robot.tree, "START"), start.get());
    map.write(tocca::parse_configuration(argv[4], robot.tree, "GOAL"), goal.get());
    setup.setStartAndGoalStates(start, goal);

    if (setup.solve(10.0) != ompl::base::PlannerStatus::EXACT_SOLUTION) return 1;
    setup.simplifySolution();
    const tocca::WaypointMatrix rows = map.waypoints(setup.getSolutionPath().getStates());
    if (tocca::PathChecker(checker).any_outcome(rows) != tocca::Outcome::free) return 3;
    for (const std::string& name : robot.tree.coordinate_names()) {
      std::cout << name << (name == robot.tree.coordinate_names().back() ? '\n' : ',');
    }
    std::cout << rows.format(Eigen::IOFormat(17, Eigen::DontAlignCols, ",", "\n")) << '\n';
  } catch (const tocca::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
