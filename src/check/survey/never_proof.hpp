// Branch and bound over the values of the joints between two links.
#pragma once

#include <functional>
#include <optional>

#include "check/survey/box_proof.hpp"
#include "tocca/check/pair_survey.hpp"

namespace tocca {

/// What a search for a proof came to.
struct NeverProof {
  ProofEnd end = ProofEnd::unbounded;
  std::uint64_t boxes = 0;
  std::optional<ChainNumbers> touching{};  ///< after `touch`: values of the chain's variables
};

/// Looks for a proof that two links are apart at all values of the joints between them. `go_on` is asked every few hundred boxes.
NeverProof prove_never(PairChain& chain, const LinkShape& a, const LinkShape& b, std::uint64_t budget,
                       const std::function<bool()>& go_on);

}  // namespace tocca
