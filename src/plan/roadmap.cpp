#include "tocca/plan/roadmap.hpp"

#include <algorithm>
#include <optional>

#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "plan/golden_samples.hpp"
#include "plan/nearest.hpp"
#include "plan/proofs.hpp"
#include "plan/roadmap_proofs.hpp"
#include "plan/roadmap_query.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

using Edge = Roadmap::Edge;

/// So many samples in a row that touch something: there is hardly any free space.
constexpr int most_misses = 100'000;

void require_timeless(const Problem& problem, const CollisionModel& model) {
  const auto fail = [](const char* place, const char* what) {
    throw InputError("", place, what,
                     "a roadmap knows no time: leave it out of the problem, or let it last all the time");
  };
  if (!problem.moving.empty()) fail("moving", "an object moves by itself");
  if (!model.problem_pairs().stretches.empty()) fail("allow", "a pair may touch for part of a path");
  for (const Attachment& held : problem.attached) {
    if (!when_held(problem, held).whole()) fail("attached", "an object is held for part of a path");
  }
}

std::vector<Configuration> start_of(const Problem& problem) {
  std::vector<double> all;
  for (const RobotTask& task : problem.robots) {
    const Configuration start = task.start();
    all.insert(all.end(), start.begin(), start.end());
  }
  return {Eigen::Map<const Configuration>(all.data(), static_cast<Eigen::Index>(all.size()))};
}

}  // namespace

struct RoadmapPlanner::State {
  State(const Problem& the_problem, const CheckSettings& the_settings, const PairSettings& the_pairs)
      : problem(the_problem),
        settings(the_settings),
        pairs(the_pairs),
        checker(problem, settings, pairs),
        stamps(problem, checker.model(), settings.tolerance_m),
        space(checker.model(), start_of(problem)),
        prover(checker) {
    require_proofs(checker);
    require_timeless(problem, checker.model());
  }

  void require_fitting(const Roadmap& roadmap) const {
    if (roadmap.coordinates != space.names()) {
      throw InputError("", "roadmap", "it was made for a robot with other joints", "build a roadmap for this robot");
    }
    for (const PlanSpace::Degree& degree : space.degrees()) {
      if (degree.kind != PlanSpace::DegreeKind::orientation) continue;
      for (int k = 0; k < roadmap.milestone_count(); ++k) {
        if (roadmap.milestone(k).segment<4>(degree.coordinate).stableNorm() > 0.0) continue;
        throw InputError("", "roadmap", "a milestone has a zero quaternion", "build the roadmap again");
      }
    }
  }

  RoadmapMeans means() const { return {problem, settings, pairs, stamps, prover, !space.has_orientations()}; }

  const Problem& problem;
  CheckSettings settings;
  PairSettings pairs;
  Checker checker;
  ProofStamps stamps;
  PlanSpace space;
  mutable EdgeProver prover;
};

RoadmapPlanner::RoadmapPlanner(const Problem& problem, const CheckSettings& settings, const PairSettings& pairs)
    : state_(std::make_unique<State>(problem, settings, pairs)) {}
RoadmapPlanner::~RoadmapPlanner() = default;
RoadmapPlanner::RoadmapPlanner(RoadmapPlanner&&) noexcept = default;

const Checker& RoadmapPlanner::checker() const noexcept { return state_->checker; }

Roadmap RoadmapPlanner::build(const RoadmapSettings& settings) const {
  const Stopwatch watch;
  const PlanSpace& space = state_->space;
  Roadmap roadmap;
  roadmap.coordinates = space.names();
  roadmap.robots = state_->stamps.robots;
  roadmap.seed = settings.seed;
  const GoldenSamples samples(space, settings.seed);
  NearestNeighbours neighbours(space, settings.milestones);
  std::vector<NearestNeighbours::Neighbour> near;
  Query query = state_->checker.query();
  Configuration q;
  RoadmapCount count;
  bool go_on = true;
  for (int misses = 0; go_on && misses < most_misses && roadmap.milestone_count() < settings.milestones;) {
    samples.draw(roadmap.drawn++, q);
    if (roadmap.drawn % 64 == 0) {
      count.milestones = roadmap.milestone_count();
      count.unknown = count.edges = static_cast<std::int64_t>(roadmap.edges.size());
      go_on = watch.seconds() < settings.time_limit_s && (!settings.progress || settings.progress(count));
    }
    move_robots(state_->checker.model(), q, q, query.step());
    if (!query.free_at()) {
      ++misses;
      continue;
    }
    misses = 0;
    const int index = roadmap.milestone_count();
    // As many neighbours as it takes to have the wanted number of edges with the last milestone.
    const std::int64_t wanted = std::int64_t{settings.edges} * (index + 1) / std::max(1, settings.milestones);
    near.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, wanted - std::ssize(roadmap.edges))));
    const int found = neighbours.nearest(q, near);
    for (int k = 0; k < found; ++k) roadmap.edges.push_back({near[at(k)].index, index});
    neighbours.add(q);
    roadmap.milestones.insert(roadmap.milestones.end(), q.begin(), q.end());
  }
  update(roadmap);
  if (go_on && settings.prove) prove(roadmap, settings.time_limit_s - watch.seconds(), settings.progress);
  return roadmap;
}

RoadmapUpdate RoadmapPlanner::update(Roadmap& roadmap) const {
  state_->require_fitting(roadmap);
  RoadmapUpdate result;
  if (roadmap.robots != state_->stamps.robots) {
    result.forgotten = true;
    forget(roadmap);
    roadmap.robots = state_->stamps.robots;
  }
  result.changes = changes_since(roadmap, state_->stamps);
  const SceneKnowledge known(roadmap, state_->stamps);
  return result;
}

RoadmapCount RoadmapPlanner::count(const Roadmap& roadmap) const {
  Roadmap copy = roadmap;
  update(copy);
  return SceneKnowledge(copy, state_->stamps).count();
}

void RoadmapPlanner::forget(Roadmap& roadmap) {
  for (Edge& edge : roadmap.edges) edge = {edge.a, edge.b};
  roadmap.scenes.clear();
  roadmap.objects.clear();
  roadmap.scene = Edge::never;
}

void RoadmapPlanner::prove(Roadmap& roadmap, double time_limit_s, const RoadmapProgress& progress) const {
  const Stopwatch watch;
  update(roadmap);
  prove_all(roadmap, state_->means(), [&](const SceneKnowledge& known) {
    return watch.seconds() < time_limit_s && (!progress || progress(known.count()));
  });
}

RoadmapPlan RoadmapPlanner::query(Roadmap& roadmap, const Configuration& start, const Configuration& goal,
                                  const RoadmapQuerySettings& settings) const {
  update(roadmap);
  return RoadmapQuery(roadmap, state_->checker, state_->means(), settings, start, goal).run();
}

}  // namespace tocca
