#include "check/survey/never_proof.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tocca {
namespace {

/// Where all variables together move two items by no more than this and no proof is found, none will be: rounding has about that size.
constexpr double least_way_m = 1e-7;
/// A search is given up when it has used so much of its budget and settled less than so much of all values: what is left would take far
/// more than the budget.
struct GivenUp {
  double used, settled;
};
constexpr GivenUp given_up[] = {{0.03, 0.001}, {0.25, 0.05}, {1.0, 1.0}};
/// How often the caller is asked whether to go on.
constexpr std::uint64_t boxes_between = 256;

/// Part of the ranges of all variables.
struct JointBox {
  ChainNumbers middle{}, half{};
  NearItems guess{};  ///< what was too near in the box that was split
  int splits = 0;
};

}  // namespace

NeverProof prove_never(PairChain& chain, const LinkShape& a, const LinkShape& b, std::uint64_t budget,
                       const std::function<bool()>& go_on) {
  NeverProof result;
  if (!chain.bounded()) return result;
  BoxProof proof(chain, a, b);
  std::vector<JointBox> waiting(1);
  for (std::size_t v = 0; v < chain.variables().size(); ++v) {
    waiting[0].middle[v] = chain.variables()[v].middle;
    waiting[0].half[v] = chain.variables()[v].half;
  }
  const ChainNumbers centre = waiting[0].middle;
  double settled = 0.0;
  while (!waiting.empty()) {
    const JointBox box = waiting.back();
    waiting.pop_back();
    if (result.boxes % boxes_between == 0 && !go_on()) {
      result.end = ProofEnd::time_limit;
      return result;
    }
    const double used = static_cast<double>(++result.boxes) / static_cast<double>(budget);
    const auto too_slow = [&](const GivenUp& at) { return used > at.used && settled < at.settled; };
    if (std::any_of(std::begin(given_up), std::end(given_up), too_slow)) {
      result.end = ProofEnd::budget;
      return result;
    }
    const BoxProof::Answer answer = proof.prove(box.middle, box.half, box.guess);
    if (answer == BoxProof::Answer::apart) {
      settled += std::ldexp(1.0, -box.splits);
      continue;
    }
    if (answer == BoxProof::Answer::touch) {
      result.end = ProofEnd::touch;
      result.touching = box.middle;
      return result;
    }
    const auto widest = static_cast<std::size_t>(proof.widest());
    if (!(proof.way_m() > least_way_m) || !(box.half[widest] > 0.0)) {
      result.end = ProofEnd::resolution;
      return result;
    }
    JointBox part = box;
    part.guess = proof.near();
    part.half[widest] = 0.5 * box.half[widest];
    ++part.splits;
    for (const double side : {-1.0, 1.0}) {
      part.middle[widest] = box.middle[widest] + side * part.half[widest];
      waiting.push_back(part);
    }
  }
  // Surfaces meet nowhere: whether one link is inside the other is the same everywhere.
  proof.prove(centre, ChainNumbers{}, {});
  result.end = proof.is_inside() ? ProofEnd::touch : ProofEnd::proven;
  if (result.end == ProofEnd::touch) result.touching = centre;
  return result;
}

}  // namespace tocca
