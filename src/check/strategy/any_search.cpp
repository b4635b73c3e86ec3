#include "check/strategy/any_search.hpp"

#include <algorithm>

#include "core/interruption.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Where boxes are asked, windows are tested at their middles while more than this part of what was most open at the
/// beginning is: seven or eight times for the body that moves most, once or not at all for those near the base (decision
/// record 0013 has the figures).
constexpr double least_part = 0.12;
/// And while more than this part of the largest body's size is: edges of planners are short, and free ones pay for each test.
constexpr double size_part = 0.6;
/// Where distances are asked: times of the bisection are exact doubles down to here.
constexpr double shortest_of_all = 0x1p-50;
/// Windows no longer than this have their distances measured closely. In longer ones a contact is soon found if there is one,
/// and bounds as they come cover most of what is far apart: decision record 0068 has the figures.
constexpr double longest_closely = 0x1p-5;
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

void AnySearch::begin(const MovingPairs& pairs, Memory& memory) {
  pairs_ = &pairs;
  memory_ = &memory;
  margin_.begin(pairs);
  slots_.assign(std::begin(first_slots), std::end(first_slots));
  if (memory.begun && !allows_as_much(pairs.step(), memory)) memory.begun = false;
  if (memory.begun) {
    take_up(memory);
  } else {
    memory.begun = true;
    memory.queue.clear();
    memory.rest.clear();
    memory.known.clear();
    double most = 0.0, largest = 0.0;
    for (const MovingPair pair : pairs) {
      most = std::max(most, margin_.speed(pair));
      largest = std::max(largest, pair.task().a->lss().length());
    }
    memory.least_open = std::max(least_part * most, size_part * largest);
  }
  memory.allowed.assign(pairs.step().allowed().begin(), pairs.step().allowed().end());
  const std::size_t taken_up = memory.known.size();
  for (const MovingPair pair : pairs) {
    const auto known_end = memory.known.begin() + static_cast<std::ptrdiff_t>(taken_up);
    if (std::binary_search(memory.known.begin(), known_end, pair.key())) continue;
    memory.known.push_back(pair.key());
    if (!pair.settled()) push(memory, {pair.key(), pair.task().from, pair.task().to, 0.0, 0.0, margin_.speed(pair)});
  }
  std::sort(memory.known.begin(), memory.known.end());
}

/// What was not looked at since the step allowed it is still allowed. An entry against the still bodies is about all of them but those.
bool AnySearch::allows_as_much(const MotionStep& step, const Memory& memory) {
  return std::all_of(memory.allowed.begin(), memory.allowed.end(),
                     [&](const auto& pair) { return step.allows(pair.first, pair.second); });
}

/// Forgets the pairs that this step leaves out: should a later one ask about them again, they are looked at from the beginning.
void AnySearch::take_up(Memory& memory) const {
  const auto left_out = [&](const PairKey& key) { return !pairs_->find(key); };
  const auto of_left_out = [&](const Entry& entry) { return left_out(entry.pair); };
  std::erase_if(memory.known, left_out);
  std::erase_if(memory.rest, of_left_out);
  if (std::erase_if(memory.queue, of_left_out) > 0)
    std::make_heap(memory.queue.begin(), memory.queue.end(), less_open_entry);
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
      found_ = FirstContact::during({0.0, margin_.found().time});
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
  TOCCA_REQUIRE(&memory == memory_, "a search goes on with the memory that it began with");
  if (const TouchingItems& seen = pairs_->seen(); seen.pair) {
    found_ = FirstContact::during({0.0, seen.time});
    found_.items = seen;
    return Status::contact;
  }
  if (pairs_->beyond_resolution()) return told(FirstContact::open(0.0, Undecided::resolution));
  do {
    if (statistics.volumes + statistics.triangle_pairs > budget_ || Interruption::asked())
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
  const MovingPair pair = pairs_->find(entry.pair);
  if (by_distance_) entry.speed = std::min(entry.speed, margin_.speed(pair, slot(time), {entry.start, entry.end}));
  // That much at the middle covers both halves.
  const double half_way = 0.5 * entry.speed * (entry.end - entry.start);
  const bool closely = entry.end - entry.start <= longest_closely;
  const double wanted = closely ? half_way - std::min(entry.at_start, entry.at_end) : 0.0;
  const Margin margin = margin_.at(pair, slot(time), wanted, statistics);
  if (const Status status = told(margin); status != Status::open) return status;
  if (by_distance_) {
    if (const Status status = ask_ends(pair, entry, statistics); status != Status::open) return status;
  }
  std::pop_heap(memory.queue.begin(), memory.queue.end(), less_open_entry);
  memory.queue.pop_back();
  push(memory, {entry.pair, entry.start, time, entry.at_start, margin.value, entry.speed});
  push(memory, {entry.pair, time, entry.end, margin.value, entry.at_end, entry.speed});
  return Status::open;
}

AnySearch::Status AnySearch::ask_ends(const MovingPair& pair, Entry& entry, Statistics& statistics) {
  for (const bool first : {true, false}) {
    double& value = first ? entry.at_start : entry.at_end;
    if (value > 0.0) continue;
    const Margin end = margin_.at(pair, slot(first ? entry.start : entry.end), 0.0, statistics);
    if (const Status status = told(end); status != Status::open) return status;
    value = end.value;
  }
  return Status::open;
}

AnySearch::Status AnySearch::finish(const Memory& memory, Statistics& statistics) {
  found_ = FirstContact::none();
  if (memory.rest.empty()) return Status::free;
  if (!prover_) return told(FirstContact::open(0.0, Undecided::resolution));  // at the resolution of time itself
  windows_.begin(*pairs_);
  for (const Entry& entry : memory.rest) windows_.open(entry.pair, entry.start, entry.end);
  return told(prover_->any_contact(windows_, statistics));
}

/// Surfaces are apart all the time: is anything inside anything at the start? And the pairs that strategies do not see.
AnySearch::Status AnySearch::look_inside(Statistics& statistics) {
  inside_.clear();
  inside_test_.find(*pairs_, 0.0, inside_);
  if (!inside_.empty()) return told(FirstContact::during({0.0, 0.0}));
  if (model_.penetration_pairs().empty()) return Status::free;
  const bool proven = found_.proven;
  FirstContact found = penetration_.first_contact(pairs_->step(), 1.0, statistics);
  found.proven = found.proven && (proven || found.outcome == Outcome::contact);
  return told(found);
}

}  // namespace tocca
