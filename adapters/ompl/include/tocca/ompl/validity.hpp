// Adapter: ompl. May include: OMPL and tocca's public headers.
#pragma once

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>

#include <cstdint>
#include <memory>

#include "tocca/check/checker.hpp"

namespace tocca::ompl {

class Examiner;  // one query per calling thread

/// How many questions were asked. OMPL's own counters of motions are kept as well.
struct Counts {
  std::uint64_t checked = 0;
  std::uint64_t invalid = 0;    ///< including undecided ones
  std::uint64_t undecided = 0;  ///< motions for which a budget ran out before there was a proof
};

/// Valid: within the space's bounds, and every checked pair is farther apart than its clearance. Thread-safe. Refers to
/// the checker, which must live as long.
class StateValidityChecker : public ::ompl::base::StateValidityChecker {
 public:
  /// Throws InputError if the space does not fit the robots (state_map.hpp).
  StateValidityChecker(const ::ompl::base::SpaceInformationPtr& si, const Checker& checker);
  ~StateValidityChecker() override;

  using ::ompl::base::StateValidityChecker::isValid;
  bool isValid(const ::ompl::base::State* state) const override;
  /// A lower bound on the distance of the nearest checked pair, in metres.
  double clearance(const ::ompl::base::State* state) const override;

  Counts counts() const;

 private:
  std::unique_ptr<Examiner> examiner_;
};

/// Valid: both ends are within the bounds, and the whole motion, as the space's interpolate() describes it, is proven
/// free. Undecided is invalid. Nothing is sampled: the resolution of the space information has no effect. Thread-safe.
/// Refers to the checker, which must live as long.
class MotionValidator : public ::ompl::base::MotionValidator {
 public:
  /// Throws InputError if the space does not fit the robots (state_map.hpp).
  MotionValidator(const ::ompl::base::SpaceInformationPtr& si, const Checker& checker);
  ~MotionValidator() override;

  bool checkMotion(const ::ompl::base::State* from, const ::ompl::base::State* to) const override;
  /// On false, last_valid is a little before the first contact (or before the end of what is proven, or of the bounds):
  /// the state there is valid and the motion from `from` to it passes checkMotion. If there is no such state: `from`
  /// itself, with fraction 0.
  bool checkMotion(const ::ompl::base::State* from, const ::ompl::base::State* to,
                   std::pair<::ompl::base::State*, double>& last_valid) const override;

  Counts counts() const;

 private:
  bool count(Outcome outcome) const;

  std::unique_ptr<Examiner> examiner_;
};

/// Both at once: every planner on `si` asks `checker`, which must outlive it. Throws InputError like them.
void use(const Checker& checker, const ::ompl::base::SpaceInformationPtr& si);

}  // namespace tocca::ompl
