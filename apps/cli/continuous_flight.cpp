#include "continuous_flight.hpp"

#include <algorithm>

namespace tocca::cli {
namespace {

// Stopping a thousandth early leaves a gap that the next step does not take for a touch, unless the two graze.
constexpr double early = 1.0 - 1e-3;
constexpr int patience = 6;  // rounds; whoever still meets something then stays where it is

}  // namespace

std::vector<TimedContact> ContinuousFlight::fly(MultiBody& bodies, World& world) {
  const auto count = static_cast<std::size_t>(bodies.count());
  shares_.assign(count, 1.0);
  touching_.clear();
  std::vector<TimedContact> told;
  for (int round = 0;; ++round) {
    moving_.clear();
    for (int body = 0; body < bodies.count(); ++body) {
      const Pose& now = bodies.poses()[static_cast<std::size_t>(body)];
      const double share = shares_[static_cast<std::size_t>(body)];
      if (share > 0.0) moving_.push_back({body, InBetweenMotion(now, bodies.ahead(body, share).pose), {}});
    }
    const std::vector<TimedContact> contacts = world.first_contacts(moving_);
    bool shortened = false;
    cut_.assign(count, 0);
    for (const TimedContact& contact : contacts) {
      const auto a = static_cast<std::size_t>(contact.body_a), b = static_cast<std::size_t>(contact.body_b);
      if (contact.initial) {
        if (round == 0) told.push_back(contact);
        continue;
      }
      if (cut_[a] || cut_[b])
        continue;  // one of them stops before: whether they still meet is the next round's question
      cut_[a] = cut_[b] = 1;
      const double part = round < patience ? contact.time[0] * early : 0.0;
      shares_[a] *= part;
      shares_[b] *= part;
      shortened = true;
      const BodyPair pair{contact.body_a, contact.body_b};
      if (std::find(touching_.begin(), touching_.end(), pair) != touching_.end()) continue;
      touching_.push_back(pair);
      told.push_back(contact);
    }
    if (!shortened) break;
  }
  for (const TimedContact& contact : told) {
    if (contact.initial) touching_.push_back({contact.body_a, contact.body_b});
  }
  bodies.fly(shares_);
  bodies.collide(touching_);
  std::stable_sort(told.begin(), told.end(),
                   [](const TimedContact& a, const TimedContact& b) { return a.time[0] < b.time[0]; });
  return told;
}

}  // namespace tocca::cli
