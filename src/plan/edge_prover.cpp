#include "plan/edge_prover.hpp"

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "plan/proofs.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {

void EdgeProver::prove(std::span<const Motion> motions, std::vector<Verdict>& verdicts) {
  verdicts.assign(motions.size(), {});
  parallel_for(motions.size(), [&](std::size_t k) {
    verdicts[k] = queries_.lend([&](Query& query) { return prove(motions[k], query); });
  });
}

EdgeProver::Verdict EdgeProver::prove(const Motion& motion, Query& query) const {
  using View = Eigen::Map<const Configuration>;
  const auto size = static_cast<Eigen::Index>(motion.from.size());
  move_robots(checker_.model(), View(motion.from.data(), size), View(motion.to.data(), size), query.step());
  const Answer& answer = query.any_contact();
  if (is_proof(answer)) return {Outcome::free};
  if (answer.outcome != Outcome::contact) return {};
  // A contact of robots among themselves outlasts every change of the scene, so it is the better reason.
  Verdict verdict{Outcome::contact, -1};
  for (const Answer::Touch& touch : answer.touches) {
    int object = -1;
    for (const int body : {touch.body_a, touch.body_b}) {
      const CollisionModel::Body& own = checker_.model().bodies()[at(body)];
      if (own.still) object = own.object;
    }
    if (object < 0) return {Outcome::contact, -1};
    if (verdict.object < 0) verdict.object = object;
  }
  return verdict;
}

}  // namespace tocca
