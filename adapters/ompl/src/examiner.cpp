#include "examiner.hpp"

#include "tocca/check/motion_step.hpp"

namespace tocca::ompl {

namespace ob = ::ompl::base;

namespace {

/// A "free" in which an unproven stage took part (culling by OpenGL) does not count as free.
Outcome proven(const Answer& answer) {
  return answer.outcome == Outcome::free && !answer.proven ? Outcome::undecided : answer.outcome;
}

}  // namespace

Examiner::Loan::Loan(Examiner& examiner) : examiner_(examiner) {
  {
    const std::lock_guard lock(examiner.mutex_);
    if (!examiner.idle_.empty()) {
      desk_ = std::move(examiner.idle_.back());
      examiner.idle_.pop_back();
    }
  }
  if (!desk_ || desk_->version != examiner.checker_.version()) {  // the scene has changed
    desk_ = std::make_unique<Desk>(examiner.checker_, examiner.space());
  }
}

Examiner::Loan::~Loan() {
  const std::lock_guard lock(examiner_.mutex_);
  examiner_.idle_.push_back(std::move(desk_));
}

bool Examiner::set(Desk& desk, const Configuration& from, const Configuration& to) const {
  if (!from.allFinite() || !to.allFinite()) return false;
  move_robots(desk.query.step().model(), from, to, desk.query.step());
  return true;
}

bool Examiner::stand(Desk& desk, const ob::State* at) const {
  map_.read(at, desk.q);
  return set(desk, desk.q, desk.q);
}

Outcome Examiner::state(const ob::State* at) {
  const Loan desk(*this);
  return stand(*desk, at) && desk->query.free_at() ? Outcome::free : Outcome::contact;
}

double Examiner::distance(const ob::State* at) {
  const Loan desk(*this);
  return stand(*desk, at) ? desk->query.distance().lower : 0.0;
}

Outcome Examiner::motion(const ob::State* from, const ob::State* to) {
  const Loan desk(*this);
  map_.legs(from, to, desk->middle.get(), desk->legs);
  for (const Legs::Leg& leg : desk->legs.all()) {
    if (!set(*desk, leg.from, leg.to)) return Outcome::contact;
    const Outcome outcome = proven(desk->query.any_contact());
    if (outcome != Outcome::free) return outcome;
  }
  return Outcome::free;
}

Examiner::Stop Examiner::first(const ob::State* from, const ob::State* to) {
  const Loan desk(*this);
  map_.legs(from, to, desk->middle.get(), desk->legs);
  for (const Legs::Leg& leg : desk->legs.all()) {
    if (!set(*desk, leg.from, leg.to)) return {Outcome::contact, leg.begin};
    const Answer& answer = desk->query.first_contact();
    if (proven(answer) == Outcome::free) continue;
    const double free_until = answer.proven ? answer.free_until : 0.0;
    return {proven(answer), leg.begin + free_until * (leg.end - leg.begin)};
  }
  return {Outcome::free, 1.0};
}

}  // namespace tocca::ompl
