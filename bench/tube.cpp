// What a window of motion costs: poses, tubes and enclosures of chains of 6, 7 and 20 revolute joints, for the last
// link alone (its view computes every joint by itself) and for all links at once (joints are shared).
#include <benchmark/benchmark.h>

#include <random>

#include "motion/bound_walk.hpp"
#include "motion/interval_pose.hpp"
#include "results/google_results.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {
namespace {

constexpr Interval window{0.25, 0.5};
const Lss volume{Vector3(0.0, 0.0, 0.0), Vector3(0.2, 0.1, 0.0), 0.05};

/// A chain of skew revolute joints, each of which turns by about a tenth of a radian.
TreeMotion chain(int joints) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  std::vector<Link> links{{"0", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  Configuration from(joints), to(joints);
  for (int i = 0; i < joints; ++i) {
    KinematicTree::JointSpec spec;
    spec.name = "j" + std::to_string(i);
    spec.type = JointType::revolute;
    spec.parent_link = std::to_string(i);
    spec.child_link = std::to_string(i + 1);
    spec.origin = Pose::from_rpy({0.3 * draw(engine), 0.3 * draw(engine), 0.3}, {draw(engine), draw(engine), 0.0});
    spec.axis = {draw(engine), draw(engine), 1.5};
    links.push_back({spec.child_link, {}});
    specs.push_back(std::move(spec));
    from[i] = draw(engine);
    to[i] = from[i] + 0.2 * draw(engine);
  }
  TreeMotion motion(KinematicTree::build(std::move(links), std::move(specs)));
  motion.move(from, to);
  return motion;
}

template <class Collider>
void run(benchmark::State& state, Collider body) {
  const int joints = static_cast<int>(state.range(0));
  const TreeMotion motion = chain(joints);
  for (auto _ : state) body(motion, joints);
}

void pose_of_the_last_link(benchmark::State& state) {
  run(state, [](const TreeMotion& m, int i) { benchmark::DoNotOptimize(m.link(i).pose(0.3)); });
}
void tube_of_the_last_link(benchmark::State& state) {
  run(state, [](const TreeMotion& m, int i) { benchmark::DoNotOptimize(m.link(i).tube(window, volume)); });
}
void enclosure_of_the_last_link(benchmark::State& state) {
  run(state, [](const TreeMotion& m, int i) { benchmark::DoNotOptimize(m.link(i).enclosure(window)); });
}

void poses_of_all_links(benchmark::State& state) {
  std::vector<Pose> poses(static_cast<std::size_t>(state.range(0)) + 1);
  run(state, [&](const TreeMotion& m, int) {
    m.poses(0.3, poses);
    benchmark::DoNotOptimize(poses.data());
  });
}
void bounds_of_all_links(benchmark::State& state) {
  const auto links = static_cast<std::size_t>(state.range(0)) + 1;
  const std::vector<Lss> volumes(links, volume);
  std::vector<StageWindow> windows(links - 1);
  std::vector<MotionBounds> bounds(links);
  run(state, [&](const TreeMotion& m, int) {
    m.prepare(window, windows);
    m.bounds(window, windows, volumes, bounds);
    benchmark::DoNotOptimize(bounds.data());
  });
}
void enclosures_of_all_links(benchmark::State& state) {
  std::vector<IntervalPose> poses(static_cast<std::size_t>(state.range(0)) + 1);
  run(state, [&](const TreeMotion& m, int) {
    m.enclosures(window, poses);
    benchmark::DoNotOptimize(poses.data());
  });
}

#define TOCCA_CHAINS(name) BENCHMARK(name)->Arg(6)->Arg(7)->Arg(20)
TOCCA_CHAINS(pose_of_the_last_link);
TOCCA_CHAINS(tube_of_the_last_link);
TOCCA_CHAINS(enclosure_of_the_last_link);
TOCCA_CHAINS(poses_of_all_links);
TOCCA_CHAINS(bounds_of_all_links);
TOCCA_CHAINS(enclosures_of_all_links);

}  // namespace
}  // namespace tocca

/// "bounds_of_all_links/20" is the row "bounds of all links, 20 joints".
int main(int count, char** words) {
  const auto place = [](std::string name) {
    for (char& c : name) c = c == '_' ? ' ' : c;
    return tocca::bench::GooglePlace{"motion bounds", name.replace(name.find('/'), 1, ", ") + " joints", {}, {}};
  };
  return tocca::bench::run_google_benchmarks(count, words, {"time of a call", "us", place});
}
