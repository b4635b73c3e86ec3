#include "plan/roadmap_proofs.hpp"

#include <algorithm>
#include <map>

#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

using Edge = Roadmap::Edge;

/// Edges that are proven between two looks at the clock.
constexpr std::size_t edges_at_once = 256;
/// A checker for some objects alone costs about as much as so many proofs against everything.
constexpr std::size_t edges_worth_a_checker = 512;

/// The problem with some of its still objects only, and what robots hold.
Problem part_of(const Problem& problem, std::vector<char> wanted) {
  Problem part = problem;
  part.scene.objects.clear();
  std::vector<int> number(problem.scene.objects.size(), -1);
  for (const Attachment& held : problem.attached) wanted[at(held.object)] = 1;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (!wanted[k]) continue;
    number[k] = static_cast<int>(part.scene.objects.size());
    part.scene.objects.push_back(problem.scene.objects[k]);
  }
  for (Attachment& held : part.attached) held.object = number[at(held.object)];
  const std::vector<std::string> names = all_names(part);
  std::erase_if(part.padding, [&](const Padding& padding) {
    return std::find(names.begin(), names.end(), padding.body) == names.end();
  });
  return part;
}

/// In pieces, until go_on() is false: then the result is false.
template <class GoOn>
bool prove_in_pieces(RoadmapProofs& proofs, const std::vector<RoadmapStep>& steps, const GoOn& go_on) {
  for (std::size_t begin = 0; begin < steps.size(); begin += edges_at_once) {
    if (!go_on()) return false;
    proofs.prove(std::span(steps).subspan(begin, std::min(edges_at_once, steps.size() - begin)));
  }
  return true;
}

}  // namespace

RoadmapProofs::RoadmapProofs(Roadmap& roadmap, const SceneKnowledge& known, EdgeProver& prover,
                             const ProofStamps& stamps, bool both)
    : roadmap_(roadmap), known_(known), prover_(prover), both_(both), number_(stamps.index.size(), -1) {
  std::map<Roadmap::Stamp, int> numbers;
  for (const int object : roadmap.scenes[at(known.scene())]) numbers.emplace(roadmap.objects[at(object)].stamp, object);
  for (std::size_t k = 0; k < number_.size(); ++k) {
    if (stamps.index[k] < 0) continue;
    const auto found = numbers.find(stamps.objects[at(stamps.index[k])].stamp);
    if (found != numbers.end()) number_[k] = found->second;
  }
}

bool RoadmapProofs::cover(const std::vector<int>& objects) const {
  return std::all_of(objects.begin(), objects.end(),
                     [&](int object) { return std::find(number_.begin(), number_.end(), object) != number_.end(); });
}

int RoadmapProofs::prove(std::span<const RoadmapStep> steps) {
  motions_.clear();
  for (const RoadmapStep& step : steps) {
    const Edge& edge = roadmap_.edges[at(step.edge)];
    motions_.push_back({place(step.direction == 0 ? edge.a : edge.b), place(step.direction == 0 ? edge.b : edge.a)});
  }
  prover_.prove(motions_, verdicts_);
  int refuted = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    Edge& edge = roadmap_.edges[at(steps[k].edge)];
    if (verdicts_[k].outcome == Outcome::free) {
      known_.set_proven(edge, steps[k].direction, both_);
      continue;
    }
    ++refuted;
    int blocker = verdicts_[k].object < 0 ? Edge::robots : number_[at(verdicts_[k].object)];
    if (verdicts_[k].outcome == Outcome::undecided) blocker = Edge::undecided;
    known_.set_refuted(edge, blocker);
  }
  return refuted;
}

void prove_all(Roadmap& roadmap, const RoadmapMeans& means, const std::function<bool(const SceneKnowledge&)>& go_on) {
  const SceneKnowledge known(roadmap, means.stamps);
  std::vector<RoadmapStep> unknown;
  std::vector<std::vector<RoadmapStep>> outdated(roadmap.scenes.size());
  for (int k = 0; k < static_cast<int>(roadmap.edges.size()); ++k) {
    const Edge& edge = roadmap.edges[at(k)];
    const int direction = edge.proven_in[0] == Edge::never && edge.proven_in[1] != Edge::never ? 1 : 0;
    const EdgeState state = known.state(edge, direction);
    if (state == EdgeState::unknown) unknown.push_back({k, direction});
    if (state == EdgeState::outdated) outdated[at(edge.proven_in[at(direction)])].push_back({k, direction});
  }
  const auto still_on = [&] { return go_on(known); };
  for (std::size_t scene = 0; scene < outdated.size(); ++scene) {
    const std::vector<int>& missing = known.missing(static_cast<int>(scene));
    if (outdated[scene].size() >= edges_worth_a_checker) {
      std::vector<char> wanted(means.stamps.index.size(), 0);
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        const int own = means.stamps.index[k];
        wanted[k] = own >= 0 && std::binary_search(missing.begin(), missing.end(), known.object(own));
      }
      const Problem part = part_of(means.problem, std::move(wanted));
      const Checker checker(part, means.settings, {false, means.pairs.self_clearance_m});
      const ProofStamps stamps(part, checker.model(), means.settings.tolerance_m);
      EdgeProver prover(checker);
      RoadmapProofs proofs(roadmap, known, prover, stamps, means.both);
      if (proofs.cover(missing)) {  // each object has the same pairs in the part as in the whole
        if (!prove_in_pieces(proofs, outdated[scene], still_on)) return;
        continue;
      }
    }
    unknown.insert(unknown.end(), outdated[scene].begin(), outdated[scene].end());
  }
  RoadmapProofs proofs(roadmap, known, means.prover, means.stamps, means.both);
  prove_in_pieces(proofs, unknown, still_on);
}

}  // namespace tocca
