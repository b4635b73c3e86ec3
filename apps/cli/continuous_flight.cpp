#include "continuous_flight.hpp"

#include <algorithm>

namespace tocca::cli {
namespace {

// Stopping a thousandth of the way early leaves a gap that the next step does not take for a touch, unless the two
// graze.
constexpr double early = 1e-3;
constexpr int most_rounds = 6;  // a body that still meets something then stays where it is

}  // namespace

std::vector<TimedContact> ContinuousFlight::contacts_ahead(const MultiBody& bodies, World& world) {
  moving_.clear();
  for (int body = 0; body < bodies.count(); ++body) {
    const Pose& now = bodies.poses()[static_cast<std::size_t>(body)];
    const double share = shares_[static_cast<std::size_t>(body)];
    if (share > 0.0) moving_.push_back({body, InBetweenMotion(now, bodies.ahead(body, share).pose), {}});
  }
  return world.first_contacts(moving_);
}

bool ContinuousFlight::shorten(const std::vector<TimedContact>& contacts, bool stop) {
  cut_.assign(shares_.size(), 0);
  bool any = false;
  for (const TimedContact& contact : contacts) {
    const auto a = static_cast<std::size_t>(contact.body_a), b = static_cast<std::size_t>(contact.body_b);
    // Where one of them stops before, the next round asks whether they still meet.
    if (contact.initial || cut_[a] || cut_[b]) continue;
    cut_[a] = cut_[b] = 1;
    const double part = stop ? 0.0 : std::max(0.0, contact.time.lo - early);
    shares_[a] *= part;
    shares_[b] *= part;
    any = true;
    const BodyPair pair{contact.body_a, contact.body_b};
    if (std::find(touching_.begin(), touching_.end(), pair) != touching_.end()) continue;
    touching_.push_back(pair);
    told_.push_back(contact);
  }
  return any;
}

const std::vector<TimedContact>& ContinuousFlight::fly(MultiBody& bodies, World& world) {
  shares_.assign(static_cast<std::size_t>(bodies.count()), 1.0);
  touching_.clear();
  told_.clear();
  std::vector<TimedContact> contacts = contacts_ahead(bodies, world);
  for (const TimedContact& contact : contacts) {
    if (!contact.initial) continue;
    told_.push_back(contact);
    touching_.push_back({contact.body_a, contact.body_b});
  }
  // Whoever touches already bounces off before the step, not after it.
  if (bodies.collide(touching_) > 0) contacts = contacts_ahead(bodies, world);
  for (int round = 0; shorten(contacts, round >= most_rounds); ++round) contacts = contacts_ahead(bodies, world);
  bodies.fly(shares_);
  bodies.collide(touching_);
  std::stable_sort(told_.begin(), told_.end(),
                   [](const TimedContact& a, const TimedContact& b) { return a.time.lo < b.time.lo; });
  return told_;
}

}  // namespace tocca::cli
