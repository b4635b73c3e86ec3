#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// What is known about two links of a robot, in MoveIt's words where it has one.
enum class PairKind {
  adjacent,    ///< "Adjacent": one joint joins them at most, and no link with geometry is between them
  always,      ///< "Always": they touch in every configuration that was looked at
  by_default,  ///< "Default": they touch at the default configuration, and somewhere else they do not
  never,       ///< "Never": they touch nowhere
  sometimes    ///< they touch somewhere and are apart elsewhere, or nothing is known: this pair must be checked
};

/// Why the search for a proof ended.
enum class ProofEnd {
  proven,      ///< they are apart at every value of the joints between them
  not_needed,  ///< a contact was known before
  touch,       ///< it met a contact
  budget,      ///< more boxes than allowed
  time_limit,  ///< ended by the clock, or by the caller
  unbounded,  ///< a joint between them slides without limits, or moves freely; or there are more joints than are searched
  resolution  ///< nearer to each other than rounding allows to tell
};

/// Two links with geometry.
struct SurveyedPair {
  int link_a, link_b;  ///< link_a < link_b
  PairKind kind = PairKind::sometimes;
  bool proven = false;  ///< of `never` and `always`: in every configuration within the limits, not only in samples
  int joints = 0;       ///< how many numbers move the two against each other
  ProofEnd proof = ProofEnd::not_needed;
  std::uint64_t boxes = 0;   ///< that the proof looked at
  std::int64_t samples = 0;  ///< configurations in which the pair was looked at
  std::optional<Configuration>
      touching{};  ///< where they touch, if that is known: within the limits; what does not matter is as by default
};

/// How much work a survey may be.
struct SurveySettings {
  std::int64_t samples = 100'000;  ///< random configurations for pairs that are not proven; 0: proofs alone
  std::uint64_t seed = 1;          ///< of the configurations
  std::uint64_t budget = 300'000;  ///< boxes per pair
  /// When the survey ends; its proofs, after half of it. What has neither a proof nor all its samples then is `sometimes`.
  double time_limit_s = std::numeric_limits<double>::infinity();
  /// Called now and then, never by two threads at once; false ends the survey (`complete` is then false).
  std::function<bool(std::int64_t done, std::int64_t total)> progress{};
};

/// What is known about all pairs of links.
struct PairSurvey {
  std::vector<SurveyedPair> pairs;      ///< of links that have geometry, in the order of the tree's links
  Configuration default_configuration;  ///< zero, or the middle of a joint's range where zero is outside of it
  double seconds = 0.0, proof_seconds = 0.0;
  bool complete = true;
};

/// Which pairs of links of a robot need no check, and why: what an SRDF disables.
///
/// Guarantee    `never` with `proven`: the two links, as solids, are apart in real arithmetic at every configuration within the joints'
///              limits, whatever the others do. Joints without limits that turn: at every angle. Branch and bound over boxes of joint
///              values; proof: docs/maths/never.md. `touching`: there the distance, by an exact static test, is at most 1e-6 m, or one link
///              is inside the other.
/// Not claimed  `never` without `proven` and `always`: no configuration that was looked at says otherwise. Configurations outside of limits.
/// Threads      Uses all cores. The result does not depend on their number, unless the time limit strikes.
PairSurvey survey_pairs(const KinematicTree& tree, const SurveySettings& settings = {});

/// MoveIt's word for it: "Adjacent", "Always", "Default", "Never"; "" for `sometimes`, which is not disabled.
constexpr const char* srdf_reason(PairKind kind) {
  switch (kind) {
    case PairKind::adjacent:
      return "Adjacent";
    case PairKind::always:
      return "Always";
    case PairKind::by_default:
      return "Default";
    case PairKind::never:
      return "Never";
    case PairKind::sometimes:
      break;
  }
  return "";
}

}  // namespace tocca
