#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/check/pair_survey.hpp"
#include "tocca/model/robot.hpp"

// What `tocca srdf` writes: docs/guide/srdf.md.

namespace tocca {

/// What goes into an SRDF.
struct SrdfOptions {
  bool proven_only = false;      ///< adjacent pairs and proven ones alone
  std::filesystem::path keep{};  ///< an SRDF whose groups, states and other elements are kept; empty: none
};

/// Is the pair among those that an SRDF with these options disables?
bool is_disabled(const SurveyedPair& pair, const SrdfOptions& options);

/// An SRDF that disables the pairs which need no check, with MoveIt's reasons; comments say which of them are proven. Fails: InputError if the
/// file to keep cannot be read.
std::string srdf_text(const Robot& robot, const PairSurvey& survey, const SrdfOptions& options);

/// A pair about which an SRDF and a survey say different things.
struct PairDifference {
  std::size_t pair;   ///< among the survey's
  std::string given;  ///< the SRDF's reason, "disabled" if it gives none; empty: not disabled
  bool touches =
      false;  ///< the SRDF disables it, and says neither that it always touches nor that it may; but somewhere it touches and must be checked
};

/// Where the robot's own SRDF (Robot::allowed) differs, in the order of the survey's pairs. An Adjacent that is a Never, or the other way
/// round, is no difference: neither touches, or both were meant to.
std::vector<PairDifference> differences(const Robot& robot, const PairSurvey& survey);

/// `tocca srdf --json`. `compared`: with an SRDF of the robot; each pair then has its reason, and the differences are listed.
std::string to_json(const Robot& robot, const PairSurvey& survey, const SrdfOptions& options, bool compared);

/// As JSON spells it: "proven", "budget", ...
const char* name_of(ProofEnd end);

}  // namespace tocca
