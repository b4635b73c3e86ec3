#pragma once

#include "plan/motion_judge.hpp"
#include "plan/proofs.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca {

class ExactJudge final : public MotionJudge {
 public:
  explicit ExactJudge(const Checker& checker)
      : checker_(checker), query_(checker.query()), paths_(checker), edges_(checker.model()) {}

  bool is_free(const Configuration& q) override {
    move_robots(checker_.model(), q, q, query_.step());
    return query_.free_at();
  }

  std::optional<std::size_t> refuted(std::span<const Motion> motions, std::vector<bool>& free) override {
    edges_.clear();
    for (const Motion& motion : motions) edges_.add(*motion.from, *motion.to);
    const Verdict verdict = paths_.any(edges_);
    free.assign(motions.size(), is_proof(verdict));
    if (is_proof(verdict)) return std::nullopt;
    std::size_t other = 0;
    for (const SegmentVerdict& segment : verdict.segments) {
      const auto k = static_cast<std::size_t>(segment.index);
      free[k] = segment.outcome == Outcome::free && segment.proven;
      if (!free[k]) other = k;
    }
    return other;
  }

 private:
  const Checker& checker_;
  Query query_;
  PathChecker paths_;
  EdgeSteps edges_;
};

}  // namespace tocca
