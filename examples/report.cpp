// Checks a path and writes a page that shows it. Usage: example_report ROBOT.urdf SCENE PATH.csv PAGE.html
#include <cstdio>
#include <fstream>
#include <tocca/check/path_checker.hpp>
#include <tocca/io/path.hpp>
#include <tocca/io/robot.hpp>
#include <tocca/io/scene.hpp>
#include <tocca/model/problem.hpp>
#include <tocca/report/page.hpp>
#include <tocca/report/path_recorder.hpp>

int main(int argc, char** argv) try {
  if (argc != 5) return 2;
  tocca::Warnings warnings;
  tocca::Problem problem;
  tocca::RobotTask& task = problem.robots.emplace_back();
  task.robot = tocca::load_robot(argv[1], {}, warnings);
  const tocca::KinematicTree& tree = task.robot.tree;
  task.path = tocca::load_path(argv[3], tree, tree.zero_configuration(), warnings);
  problem.scene = tocca::load_scene(argv[2], warnings);
  const tocca::Checker checker(problem);
  const tocca::Verdict verdict = tocca::PathChecker(checker).first(task.path);

  tocca::Report report;
  report.title = "Before the robot moves";
  report.outcome = verdict.outcome;
  report.proven = verdict.proven;
  report.clock_unit = "segment";
  tocca::PathRecorder recorder(problem, checker, report);
  for (const tocca::SegmentVerdict& segment : verdict.segments) {
    const int k = static_cast<int>(segment.index);
    recorder.add(tocca::PathSteps(task.path), k, {k + 0.0, k + 1.0, segment});
  }
  recorder.finish();
  std::ofstream page(argv[4], std::ios::binary);
  tocca::write_page(page, report);
  page.close();
  if (!page) return 2;
  std::printf("%zu segments, written to %s\n", report.segments.size(), argv[4]);
} catch (const tocca::InputError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
