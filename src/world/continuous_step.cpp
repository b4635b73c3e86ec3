#include "world/continuous_step.hpp"

#include <algorithm>

#include "core/float_environment.hpp"
#include "tocca/core/parallel.hpp"
#include "world/pair_motion.hpp"
#include "world/world_state.hpp"

namespace tocca {
namespace {

/// This many pairs form a task for one thread: most of them take a tenth of a microsecond, some ten.
constexpr std::size_t pair_grain = 64;

}  // namespace

std::vector<TimedContact> ContinuousStep::first_contacts(std::span<const World::Moving> moving,
                                                         const WorldSettings& settings, const ActivePairs& active) {
  motion_.begin(moving, settings.tolerance_m);
  find_pairs(active);
  found_.resize(std::max(found_.size(), pairs_.size()));
  touches_.assign(pairs_.size(), 0);
  parallel::for_chunks(pairs_.size(), pair_grain, [&](std::size_t begin, std::size_t end) {
    PairMotion search(motion_, settings.tolerance_m, settings.budget);
    for (std::size_t i = begin; i < end; ++i)
      touches_[i] = search.first_contact(pairs_[i].a, pairs_[i].b, found_[i]) ? 1 : 0;
  });
  std::vector<TimedContact> contacts;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (touches_[i]) contacts.push_back(found_[i]);
  }
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const TimedContact& x, const TimedContact& y) { return x.time.hi < y.time.hi; });
  return contacts;
}

/// Active pairs whose boxes overlap, and deformable bodies with themselves; ascending.
void ContinuousStep::find_pairs(const ActivePairs& active) {
  const auto is_active = [&](int a, int b) { return active.active(a, b, bodies_.group(a), bodies_.group(b)); };
  listed_.resize(at(bodies_.number_end()));
  for (int body = 0; body < bodies_.number_end(); ++body) {
    char& listed = listed_[at(body)];
    if (bodies_.has(body)) {
      listed ? broad_.update(body, motion_.box(body)) : broad_.add(body, motion_.box(body));
      listed = 1;
    } else if (listed) {
      broad_.remove(body);
      listed = 0;
    }
  }
  broad_.step(changes_);
  pairs_.clear();
  for (const BodyPair& pair : broad_.pairs()) {
    if (is_active(pair.a, pair.b)) pairs_.push_back(pair);
  }
  const std::size_t others = pairs_.size();
  for (const int body : bodies_.deformables()) {
    if (is_active(body, body)) pairs_.push_back({body, body});
  }
  std::inplace_merge(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(others), pairs_.end());
}

std::vector<TimedContact> World::first_contacts(std::span<const Moving> moving) {
  const FloatEnvironment as_the_proofs_assume;
  const DeformingStep deforming(state_->bodies, moving);
  return state_->ahead.first_contacts(moving, state_->settings, state_->active);
}

}  // namespace tocca
