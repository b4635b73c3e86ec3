#include "tocca/check/contact_intervals.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "check/intervals/step_intervals.hpp"
#include "check/model/deforming_bodies.hpp"
#include "check/model/model_body.hpp"
#include "check/steps/rest_proof.hpp"
#include "core/lending_pool.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

/// What one step has, in moments of the path.
struct StepFound {
  struct Stretch {
    int body_a, body_b;
    BracketOf<PathMoment> enter, leave;
    bool from_start, to_end;    ///< of the step
    bool near_start, near_end;  ///< with a gap that is too short to be reported
  };
  std::vector<Stretch> stretches;
  std::vector<std::pair<StepRest, PathMoment>> rests;
};

}  // namespace

/// Scratch memory of one thread.
struct IntervalsWorker {
  IntervalsWorker(const CollisionModel& model, const CheckSettings& settings)
      : step(model), rest(model, settings.tolerance_m), search(model, settings) {}
  MotionStep step;
  RestProof rest;
  StepIntervals search;
  std::vector<StepInterval> intervals;
  std::vector<StepRest> rests;
};

struct ContactIntervals::State {
  explicit State(const Checker& the_checker) : checker(the_checker) {
    refuse_deforming(checker.model().deforming(), "when contacts with a body that deforms end is not measured",
                     "ask for the first contact, or remove the body from the problem");
  }

  StepFound find(const StepSequence& path, int segment, int step) {
    return workers.lend([&](IntervalsWorker& worker) { return find(path, segment, step, &worker); });
  }
  StepFound find(const StepSequence& path, int segment, int step, IntervalsWorker* worker);
  ContactList join(const StepSequence& path, const std::vector<std::vector<StepFound>>& found) const;

  const Checker checker;  ///< a copy: one state of the scene
  LendingPool<IntervalsWorker> workers{[this] { return IntervalsWorker(checker.model(), checker.settings()); }};
};

ContactIntervals::ContactIntervals(const Checker& checker) : state_(std::make_unique<State>(checker)) {}
ContactIntervals::~ContactIntervals() = default;
ContactIntervals::ContactIntervals(ContactIntervals&&) noexcept = default;

StepFound ContactIntervals::State::find(const StepSequence& path, int segment, int step, IntervalsWorker* worker) {
  worker->step.set(checker.start());
  path.set(segment, step, worker->step);
  worker->intervals.clear();
  worker->rests.clear();
  Statistics statistics;
  {
    const RestProof::Told told(worker->rest, worker->step);
    worker->search.find(worker->step, worker->intervals, worker->rests, statistics);
  }
  StepFound found;
  const auto moment = [&](double t, double Interval::*side) {
    return PathMoment{path.index(segment), path.in_segment(segment, step, t).*side};
  };
  for (const StepInterval& x : worker->intervals) {
    found.stretches.push_back({x.body_a,
                               x.body_b,
                               {moment(x.enter.lo, &Interval::lo), moment(x.enter.hi, &Interval::hi)},
                               {moment(x.leave.lo, &Interval::lo), moment(x.leave.hi, &Interval::hi)},
                               x.enter.hi == 0.0,
                               x.leave.lo == 1.0,
                               x.enter.hi <= 0.5 * time_resolution,
                               x.leave.lo >= 1.0 - 0.25 * time_resolution});
  }
  for (const StepRest& rest : worker->rests) found.rests.emplace_back(rest, moment(rest.from, &Interval::lo));
  return found;
}

/// Stretches that end where a step ends go on in the next one if the pair touches there.
ContactList ContactIntervals::State::join(const StepSequence& path,
                                          const std::vector<std::vector<StepFound>>& found) const {
  ContactList list;
  const auto& bodies = checker.model().bodies();
  const auto name = [&](int body) { return body < 0 ? std::string() : bodies[static_cast<std::size_t>(body)].name; };
  std::map<std::pair<int, int>, std::size_t> open;  // intervals that reach the end of the last step
  for (std::size_t segment = 0; segment < found.size(); ++segment) {
    for (std::size_t step = 0; step < found[segment].size(); ++step) {
      std::map<std::pair<int, int>, std::size_t> reaching;
      for (const StepFound::Stretch& x : found[segment][step].stretches) {
        const std::pair pair(x.body_a, x.body_b);
        const auto earlier = open.find(pair);
        std::size_t index = list.intervals.size();
        if (x.near_start && earlier != open.end()) {
          index = earlier->second;
        } else {
          const bool begins = x.from_start && segment == 0 && step == 0;
          list.intervals.push_back({name(x.body_a), name(x.body_b), x.enter, {}, begins, false});
        }
        list.intervals[index].leave = x.leave;
        list.intervals[index].to_end = x.to_end;
        if (x.near_end) reaching.emplace(pair, index);
      }
      for (const auto& [pair, index] : open) {
        if (!reaching.contains(pair) || reaching.at(pair) != index) list.intervals[index].to_end = false;
      }
      open = std::move(reaching);
      for (const auto& [rest, from] : found[segment][step].rests) {
        list.undecided.push_back({name(rest.body_a), name(rest.body_b), from, rest.why});
      }
    }
  }
  if (path.at_rest()) {
    for (ContactInterval& x : list.intervals) x.leave = x.enter;
  }
  std::stable_sort(
      list.intervals.begin(), list.intervals.end(), [](const ContactInterval& x, const ContactInterval& y) {
        const auto key = [](const ContactInterval& z) { return std::tie(z.enter.hi.segment, z.enter.hi.t, z.a, z.b); };
        return key(x) < key(y);
      });
  return list;
}

ContactList ContactIntervals::find(const StepSequence& path) const {
  std::vector<std::vector<StepFound>> found(static_cast<std::size_t>(path.segment_count()));
  parallel_for(found.size(), [&](std::size_t segment) {
    const int index = static_cast<int>(segment);
    for (int step = 0; step < path.step_count(index); ++step) {
      found[segment].push_back(state_->find(path, index, step));
    }
  });
  return state_->join(path, found);
}

}  // namespace tocca
