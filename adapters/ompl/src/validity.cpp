#include "tocca/ompl/validity.hpp"

#include <algorithm>

#include "examiner.hpp"

namespace tocca::ompl {
namespace {

namespace ob = ::ompl::base;

/// Where a motion that starts within the bounds and ends outside leaves them: a fraction still within. Bounds are convex
/// along interpolate(), so there is one such place.
double leaves_bounds(const ob::StateSpace& space, const ob::State* from, const ob::State* to, ob::State* scratch) {
  double inside = 0.0, outside = 1.0;
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = 0.5 * (inside + outside);
    space.interpolate(from, to, middle, scratch);
    (space.satisfiesBounds(scratch) ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

StateValidityChecker::StateValidityChecker(const ob::SpaceInformationPtr& si, const Checker& checker)
    : ob::StateValidityChecker(si), examiner_(std::make_unique<Examiner>(si->getStateSpace(), checker)) {
  specs_.clearanceComputationType = ob::StateValidityCheckerSpecs::BOUNDED_APPROXIMATE;
}
StateValidityChecker::~StateValidityChecker() = default;

bool StateValidityChecker::isValid(const ob::State* state) const {
  const bool within = examiner_->space().satisfiesBounds(state);
  return examiner_->count(within ? examiner_->state(state) : Outcome::contact, [](bool) {});
}

double StateValidityChecker::clearance(const ob::State* state) const { return examiner_->distance(state); }

Counts StateValidityChecker::counts() const { return examiner_->counts(); }

MotionValidator::MotionValidator(const ob::SpaceInformationPtr& si, const Checker& checker)
    : ob::MotionValidator(si), examiner_(std::make_unique<Examiner>(si->getStateSpace(), checker)) {}
MotionValidator::~MotionValidator() = default;

bool MotionValidator::count(Outcome outcome) const {
  return examiner_->count(outcome, [this](bool valid) { ++(valid ? valid_ : invalid_); });
}

bool MotionValidator::checkMotion(const ob::State* from, const ob::State* to) const {
  const ob::StateSpace& space = examiner_->space();
  const bool within = space.satisfiesBounds(from) && space.satisfiesBounds(to);
  return count(within ? examiner_->motion(from, to) : Outcome::contact);
}

bool MotionValidator::checkMotion(const ob::State* from, const ob::State* to,
                                  std::pair<ob::State*, double>& last_valid) const {
  const ob::StateSpace& space = examiner_->space();
  OwnState at(space);
  Examiner::Stop stop{Outcome::contact, 0.0};
  if (space.satisfiesBounds(from)) {
    stop = examiner_->first(from, to);
    if (!space.satisfiesBounds(to)) {
      if (stop.outcome == Outcome::free) stop.outcome = Outcome::contact;
      stop.free_until = std::min(stop.free_until, leaves_bounds(space, from, to, at.get()));
    }
  }
  if (count(stop.outcome)) return true;
  // Just before a contact the gap may be too small for a question about the place alone, or about the shorter motion,
  // to be answered with free: each step back is four times the last.
  double fraction = 0.0;
  for (double back = 1e-6; back < stop.free_until; back *= 4.0) {
    space.interpolate(from, to, stop.free_until - back, at.get());
    if (!space.satisfiesBounds(at.get()) || examiner_->state(at.get()) != Outcome::free) continue;
    if (examiner_->motion(from, at.get()) != Outcome::free) continue;
    fraction = stop.free_until - back;
    break;
  }
  if (last_valid.first != nullptr) space.copyState(last_valid.first, fraction > 0.0 ? at.get() : from);
  last_valid.second = fraction;
  return false;
}

Counts MotionValidator::counts() const { return examiner_->counts(); }

void use(const Checker& checker, const ob::SpaceInformationPtr& si) {
  si->setStateValidityChecker(std::make_shared<StateValidityChecker>(si, checker));
  si->setMotionValidator(std::make_shared<MotionValidator>(si, checker));
}

}  // namespace tocca::ompl
