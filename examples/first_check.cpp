// Is the motion between two configurations free? Usage: example_first_check ROBOT.urdf SCENE FROM TO, as in "elbow=1"
#include <cstdio>
#include <tocca/check/checker.hpp>
#include <tocca/io/path.hpp>
#include <tocca/io/robot.hpp>
#include <tocca/io/scene.hpp>

int main(int argc, char** argv) try {
  if (argc != 5) return 2;
  tocca::Warnings warnings;
  const tocca::Robot robot = tocca::load_robot(argv[1], {}, warnings);
  const tocca::Checker checker(robot, tocca::load_scene(argv[2], warnings));
  const tocca::SegmentVerdict verdict = checker.check(tocca::parse_configuration(argv[3], robot.tree, "FROM"),
                                                      tocca::parse_configuration(argv[4], robot.tree, "TO"));
  if (verdict.outcome == tocca::Outcome::free) std::puts("free, proven for every moment");
  for (const tocca::NamedContact& contact : verdict.contacts) {
    std::printf("free until %.6f, then %s touches %s\n", verdict.time.lo, contact.a.c_str(), contact.b.c_str());
  }
  return verdict.outcome == tocca::Outcome::free ? 0 : 1;
} catch (const tocca::InputError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
