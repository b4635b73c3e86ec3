// Planners rely on proofs of a checker, and on nothing else.
#pragma once

#include "tocca/check/checker.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

/// Throws InputError if this checker's "free" is not a proof: it culls with OpenGL.
inline void require_proofs(const Checker& checker) {
  const CheckSettings& settings = checker.settings();
  if (settings.strategy != Strategy::interval || !settings.stages.swept_volume || !settings.stages.culling) return;
  throw InputError("", "checker", "its culling proves nothing", "use a checker that culls on the processor");
}

/// Proven free. Nothing else counts: neither undecided nor an answer to which an unproven stage contributed.
template <class Found>  // Verdict or SegmentOutcome
bool is_proof(const Found& found) {
  return found.outcome == Outcome::free && found.proven;
}

}  // namespace tocca
