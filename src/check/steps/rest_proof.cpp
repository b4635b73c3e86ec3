#include "check/steps/rest_proof.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "check/strategy/inside.hpp"
#include "check/strategy/touch_probe.hpp"
#include "core/index.hpp"

namespace tocca {

struct RestProof::Tests {
  /// A probe proves half of its tolerance: twice the one asked for proves all of that.
  Tests(const CollisionModel& model, double tolerance_m) : pairs(model), probe(2.0 * tolerance_m), inside(model) {}

  MovingPairs pairs;  ///< of its own: the question's leave out what rests, if it is proven
  InstantTable instants;
  TouchProbe probe;
  InsideTest inside;
  std::vector<Inside> found;
};

RestProof::RestProof(const CollisionModel& model, double tolerance_m) : model_(model), tolerance_m_(tolerance_m) {
  if (!model.penetration_pairs().empty()) return;
  for (const int body : model.movable()) {
    const CollisionModel::Body& one = model.bodies()[at(body)];
    if (one.object >= 0 && !one.rests) objects_.push_back(body);
  }
}
RestProof::~RestProof() = default;

bool RestProof::holds(const MotionStep& step) {
  if (objects_.empty() || step.starts_free()) return false;
  now_.clear();
  for (const int body : objects_) {
    if (!step.moves(body)) now_.push_back({body, step.mover(body).pose(0.0)});
  }
  return !now_.empty() && (is_known(step) || prove(step));
}

/// All that rests now was proven at the same places, and what was left out then is left out now.
bool RestProof::is_known(const MotionStep& step) const {
  if (known_.empty()) return false;
  auto rest = known_.begin();
  for (const Rest& own : now_) {
    while (rest != known_.end() && rest->body != own.body) ++rest;
    if (rest == known_.end()) return false;
    if (rest->pose.rotation != own.pose.rotation || rest->pose.translation != own.pose.translation) return false;
  }
  return std::all_of(known_allowed_.begin(), known_allowed_.end(),
                     [&](const auto& pair) { return step.allows(pair.first, pair.second); });
}

/// A body at rest is where its pose says at every time of the step: what holds at the start holds throughout.
bool RestProof::prove(const MotionStep& step) {
  known_.clear();
  if (!tests_) tests_ = std::make_unique<Tests>(model_, tolerance_m_);
  MovingPairs& pairs = tests_->pairs;
  pairs.set(step, tolerance_m_);
  tests_->instants.begin(pairs.movers(), pairs.volumes(), pairs.reaches());
  const auto rests = [&](const MovingPair& pair) {
    return !step.moves(pair.body_a()) && (pair.against_still() || !step.moves(pair.body_b()));
  };
  Statistics work;  // not counted: else the first to ask would pay for all
  for (const MovingPair pair : pairs) {
    if (!rests(pair)) continue;
    if (tests_->probe.look(pair, tests_->instants, 0, work) != TouchProbe::Result::apart) return false;
  }
  tests_->found.clear();
  tests_->inside.find(pairs, 0.0, tests_->found);
  for (const Inside& found : tests_->found) {
    if (rests(found.pair)) return false;
  }
  known_ = now_;
  known_allowed_.assign(step.allowed().begin(), step.allowed().end());
  return true;
}

}  // namespace tocca
