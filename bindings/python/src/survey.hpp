// Which pairs of links need no check, from Python.
#pragma once

#include <optional>

#include "robot.hpp"
#include "tocca/check/pair_survey.hpp"

namespace tocca::python {

/// A survey with the robot that it is about.
struct RobotSurvey : std::enable_shared_from_this<RobotSurvey> {
  explicit RobotSurvey(RobotPointer the_robot) : robot(std::move(the_robot)) {}

  RobotPointer robot;
  PairSurvey survey;
};

RobotSurvey survey(const RobotPointer& robot, py::handle samples, py::handle seed, std::optional<double> time_limit_s,
                   py::handle budget, py::handle threads);

/// Adds the classes of answers.
void add_survey(py::module_& module);

inline constexpr const char* disabled_pairs_doc =
    R"(disabled_pairs(self, *, samples=100000, seed=1, time_limit=None, budget=300000, threads=None)
--

Which pairs of links need no check: what an SRDF disables. Pairs that never touch are proven where that is possible, by branch
and bound over the values of the joints between them; others are sampled, and say so. Returns DisabledPairs.

samples     random configurations for pairs without a proof; 0: proofs alone
seed        of these: the same seed gives the same answer
time_limit  seconds after which it ends, with half of them for proofs; what is not decided then is not disabled. None: no limit
budget      boxes of joint values that one proof may take
threads     None: all

>>> arm = tocca.load_robot('robot.urdf')
>>> found = arm.disabled_pairs()
>>> [(p.a, p.b, p.reason) for p in found.pairs]
[('upper', 'lower', 'Adjacent')]
>>> found.save('arm.srdf', proven_only=True)
)";

}  // namespace tocca::python
