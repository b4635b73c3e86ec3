// What tocca srdf tells people.
#pragma once

#include <string>

#include "tocca/io/pair_survey.hpp"

namespace tocca::cli {

/// How many pairs there are of each kind, and what that means.
std::string survey_text(const Robot& robot, const PairSurvey& survey, const SrdfOptions& options);

/// Which pairs of the robot's own SRDF differ, and why: a pair that touches with the command that shows it.
std::string comparison_text(const Robot& robot, const PairSurvey& survey, const std::string& urdf,
                            const std::string& srdf);

}  // namespace tocca::cli
