#include "check/strategy/any_search.hpp"

#include <algorithm>

namespace tocca {
namespace {

/// Where boxes are asked, windows are tested at their middles while more than this part of what was most open at the
/// beginning is: seven or eight times for the body that moves most, once or not at all for those near the base (decision
/// record 0013 has the figures).
constexpr double least_part = 0.12;
/// Where distances are asked: times of the bisection are exact doubles down to here.
constexpr double shortest_of_all = 0x1p-50;
/// Instants whose poses are kept.
constexpr int most_slots = 1024;
/// Those that an InstantTable has from the beginning, in the order of time.
constexpr std::pair<double, int> first_slots[] = {{0.0, 0}, {0.5, 2}, {1.0, 1}};

bool less_open_entry(const AnySearch::Entry& x, const AnySearch::Entry& y) { return x.open() < y.open(); }

}  // namespace

double AnySearch::Memory::open() const {
  if (!queue.empty()) return queue.front().open();
  double most = 0.0;
  for (const Entry& entry : rest) most = std::max(most, entry.open());
  return most;
}

AnySearch::AnySearch(const CollisionModel& model, const CheckSettings& settings)
    : model_(model),
      by_distance_(settings.strategy == Strategy::bisect),
      budget_(settings.budget),
      margin_(model, settings.tolerance_m, by_distance_ ? PairMargin::By::distance : PairMargin::By::boxes),
      prover_(by_distance_ ? nullptr : make_strategy(model, settings)),
      inside_test_(model),
      penetration_(model, settings) {}

void AnySearch::begin(const MotionStep& step, Memory& memory) {
  step_ = &step;
  margin_.begin(step);
  slots_.assign(std::begin(first_slots), std::end(first_slots));
  if (memory.begun) return;
  memory.begun = true;
  memory.queue.clear();
  memory.rest.clear();
  double most = 0.0;
  for (int task = 0; task < margin_.task_count(); ++task) most = std::max(most, margin_.speed(task));
  memory.least_open = least_part * most;
  for (int task = 0; task < margin_.task_count(); ++task) {
    if (!margin_.table().settled(task)) push(memory, {task, 0.0, 1.0, 0.0, 0.0, margin_.speed(task)});
  }
}

int AnySearch::slot(double time) {
  const auto earlier = [](const std::pair<double, int>& known, double wanted) { return known.first < wanted; };
  auto place = std::lower_bound(slots_.begin(), slots_.end(), time, earlier);
  if (place != slots_.end() && place->first == time) return place->second;
  InstantTable& instants = margin_.instants();
  if (instants.count() >= most_slots) {
    instants.keep(3);
    slots_.assign(std::begin(first_slots), std::end(first_slots));
    place = std::lower_bound(slots_.begin(), slots_.end(), time, earlier);
  }
  return slots_.insert(place, {time, instants.add(time)})->second;
}

AnySearch::Status AnySearch::told(const FirstContact& found) {
  found_ = found;
  switch (found.outcome) {
    case Outcome::free:
      return Status::free;
    case Outcome::contact:
      return Status::contact;
    case Outcome::undecided:
      break;
  }
  return Status::undecided;
}

/// Contacts are looked for in no order of time: nothing is known to be free before them.
AnySearch::Status AnySearch::told(const Margin& margin) {
  switch (margin.kind) {
    case Margin::Kind::apart:
      return Status::open;
    case Margin::Kind::touching:
      found_ = {Outcome::contact, 0.0, margin_.found().time, 0.0, true};
      found_.items = margin_.found();
      return Status::contact;
    case Margin::Kind::unknown:
      break;
  }
  return told(FirstContact::open(0.0, Undecided::resolution));
}

/// The certificate of docs/maths/bisection.md, rounded up: an entry that is covered is dropped.
void AnySearch::push(Memory& memory, const Entry& entry) const {
  if (entry.speed * (entry.end - entry.start) * (1.0 + 0x1p-50) < entry.at_start + entry.at_end) return;
  const bool last = by_distance_ ? entry.end - entry.start <= shortest_of_all : entry.open() <= memory.least_open;
  std::vector<Entry>& list = last ? memory.rest : memory.queue;
  list.push_back(entry);
  if (!last) std::push_heap(list.begin(), list.end(), less_open_entry);
}

AnySearch::Status AnySearch::go_on(Memory& memory, double until, Statistics& statistics) {
  if (margin_.table().beyond_resolution()) return told(FirstContact::open(0.0, Undecided::resolution));
  do {
    if (statistics.volumes + statistics.triangle_pairs > budget_)
      return told(FirstContact::open(0.0, Undecided::budget));
    const Status status = memory.queue.empty() ? finish(memory, statistics) : halve(memory, statistics);
    if (status == Status::free) return look_inside(statistics);
    if (status != Status::open) return status;
  } while (memory.open() > until);
  return Status::open;
}

/// The first entry is tested at its middle; at its ends as well, where these are the step's and not known yet. It leaves
/// the queue only when its halves take its place.
AnySearch::Status AnySearch::halve(Memory& memory, Statistics& statistics) {
  Entry entry = memory.queue.front();
  ++statistics.windows;
  const double time = 0.5 * (entry.start + entry.end);
  const Margin margin = margin_.at(entry.task, slot(time), statistics);
  if (const Status status = told(margin); status != Status::open) return status;
  if (by_distance_) {
    if (const Status status = ask_ends(entry, statistics); status != Status::open) return status;
    entry.speed = std::min(entry.speed, margin_.speed(entry.task, slot(time), {entry.start, entry.end}));
  }
  std::pop_heap(memory.queue.begin(), memory.queue.end(), less_open_entry);
  memory.queue.pop_back();
  push(memory, {entry.task, entry.start, time, entry.at_start, margin.value, entry.speed});
  push(memory, {entry.task, time, entry.end, margin.value, entry.at_end, entry.speed});
  return Status::open;
}

AnySearch::Status AnySearch::ask_ends(Entry& entry, Statistics& statistics) {
  for (const bool first : {true, false}) {
    double& value = first ? entry.at_start : entry.at_end;
    if (value > 0.0) continue;
    const Margin end = margin_.at(entry.task, slot(first ? entry.start : entry.end), statistics);
    if (const Status status = told(end); status != Status::open) return status;
    value = end.value;
  }
  return Status::open;
}

AnySearch::Status AnySearch::finish(const Memory& memory, Statistics& statistics) {
  found_ = {Outcome::free, 0.0, 1.0, 1.0, true};
  if (memory.rest.empty()) return Status::free;
  if (!prover_) return told(FirstContact::open(0.0, Undecided::resolution));  // at the resolution of time itself
  windows_.clear();
  for (const Entry& entry : memory.rest) windows_.push_back({entry.task, entry.start, entry.end});
  return told(prover_->any_contact(*step_, windows_, statistics));
}

/// Surfaces are apart all the time: is anything inside anything at the start? And the pairs that strategies do not see.
AnySearch::Status AnySearch::look_inside(Statistics& statistics) {
  inside_.clear();
  inside_test_.find(margin_.table(), 0.0, inside_);
  if (!inside_.empty()) return told({Outcome::contact, 0.0, 0.0, 0.0, true});
  if (model_.penetration_pairs().empty()) return Status::free;
  const bool proven = found_.proven;
  FirstContact found = penetration_.first_contact(*step_, 1.0, statistics);
  found.proven = found.proven && (proven || found.outcome == Outcome::contact);
  return told(found);
}

}  // namespace tocca
