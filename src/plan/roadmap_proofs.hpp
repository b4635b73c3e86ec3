// Proofs for a roadmap's edges, and what is written down of them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "plan/edge_prover.hpp"
#include "plan/scene_knowledge.hpp"

namespace tocca {

struct PairSettings;  // tocca/check/settings.hpp

/// Proves edges with one prover and records its verdicts. Keeps references.
class RoadmapProofs {
 public:
  /// `stamps`: of the prover's problem, which has today's objects or some of them. `both`: a proof of one direction is
  /// one of the other.
  RoadmapProofs(Roadmap& roadmap, const SceneKnowledge& known, EdgeProver& prover, const ProofStamps& stamps,
                bool both);

  /// Are all these objects of the roadmap in the prover's problem, exactly as they are?
  bool cover(const std::vector<int>& objects) const;

  /// Proves or refutes each of these steps; returns how many are refuted. Requires that the prover knows everything that
  /// an earlier proof of them does not.
  int prove(std::span<const RoadmapStep> steps);

 private:
  std::span<const double> place(int milestone) const {
    const std::size_t size = roadmap_.coordinates.size();
    return std::span(roadmap_.milestones).subspan(static_cast<std::size_t>(milestone) * size, size);
  }

  Roadmap& roadmap_;
  const SceneKnowledge& known_;
  EdgeProver& prover_;
  bool both_;
  std::vector<int> number_;  // in the roadmap, of the problem's objects; -1: it does not know them
  std::vector<EdgeProver::Motion> motions_;
  std::vector<EdgeProver::Verdict> verdicts_;
};

/// What a roadmap's proofs are made with.
struct RoadmapMeans {
  const Problem& problem;
  const CheckSettings& settings;
  const PairSettings& pairs;
  const ProofStamps& stamps;
  EdgeProver& prover;
  bool both;
};

/// Proves whatever is not proven today, until go_on() is false. Where many proofs know nothing of the same objects, a
/// checker for these alone renews them.
void prove_all(Roadmap& roadmap, const RoadmapMeans& means, const std::function<bool(const SceneKnowledge&)>& go_on);

}  // namespace tocca
