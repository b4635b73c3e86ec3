#include "tocca/check/path_checker.hpp"

#include <algorithm>
#include <limits>

#include "check/model/deforming_bodies.hpp"
#include "check/model/problem_pairs.hpp"
#include "check/steps/rest_proof.hpp"
#include "check/steps/segment_memory.hpp"
#include "core/float_environment.hpp"
#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

/// Batches and runs do not depend on the number of threads, so that results do not either. The first batch is small, since a contact
/// often comes early; the largest bounds memory. A slice, of so many runs, is what all cores look at together before a contact may end
/// the search.
constexpr std::size_t first_batch = 64, largest_batch = 8192, slice = 64;
/// A run is what one core looks at in order, since its segments share much: a long segment, or so many short ones. The way is that of the
/// joint that moves most.
constexpr int longest_run = 64;
constexpr double longest_way = 1.0;

/// The end of the run that begins with this segment.
int end_of_run(const StepSequence& batch, int begin, int end) {
  int last = begin;
  double way = batch.way(begin);
  while (last + 1 < end && last + 1 - begin < longest_run) {
    way += batch.way(last + 1);
    if (!(way <= longest_way)) break;
    ++last;
  }
  return last + 1;
}

using Status = AnySearch::Status;

Outcome outcome_of(Status status) {
  switch (status) {
    case Status::free:
      return Outcome::free;
    case Status::contact:
      return Outcome::contact;
    case Status::open:
    case Status::undecided:
      break;
  }
  return Outcome::undecided;
}

}  // namespace

/// One segment of the path that any() is asked about.
struct AskedSegment {
  int index;
  SegmentMemory memory;
  SegmentCache::Key key;
  bool has_key;
  double micros = 0.0;
  Statistics statistics;
};

namespace {

bool less_open(const AskedSegment* x, const AskedSegment* y) {
  const double open_x = x->memory.open(), open_y = y->memory.open();
  return open_x != open_y ? open_x < open_y : x->index > y->index;
}

}  // namespace

struct PathChecker::State {
  State(const Checker& the_checker, const PathSettings& settings)
      : checker(the_checker),
        query(checker.query()),
        rest(checker.model(), checker.settings().tolerance_m),
        cache(settings.remembered_segments) {}

  /// Does the search for any contact know of all that may touch? Of bodies that deform it does not: with them, the first contact is
  /// the one that is found.
  bool knows_all_bodies() const { return checker.model().deforming().empty(); }
  void list(const StepSequence& path);
  Status go_on(AnySearch::Memory& memory, double others, Statistics& statistics);
  void look(const StepSequence& path, AskedSegment& segment, double others);
  Status search(const StepSequence& path);
  Verdict contact(const StepSequence& path, const AskedSegment& segment);
  void bracket_first(const StepSequence& path, SegmentVerdict& some) const;
  void remember() {
    for (AskedSegment& segment : segments) {
      if (segment.has_key) cache.keep(segment.key, std::move(segment.memory));
    }
  }

  const Checker checker;  ///< a copy: one state of the scene, from the first path to the last
  Query query;
  RestProof rest;
  SegmentCache cache;
  std::unique_ptr<AnySearch> any;      ///< made when any() is asked first
  std::unique_ptr<MovingPairs> pairs;  ///< of the step at hand, for that search
  std::vector<AskedSegment> segments;
  std::vector<AskedSegment*> queue;  ///< a heap of segments that are neither proven nor refuted
  const AskedSegment* refuted = nullptr;
};

PathChecker::PathChecker(const Checker& checker, const PathSettings& settings)
    : state_(std::make_unique<State>(checker, settings)) {}
PathChecker::~PathChecker() = default;
PathChecker::PathChecker(PathChecker&&) noexcept = default;

const CollisionModel& PathChecker::model() const noexcept { return state_->checker.model(); }

std::size_t PathChecker::batch_size(std::int64_t segment) {
  return std::min(static_cast<std::size_t>(segment) + first_batch, largest_batch);  // 64, 128, 256, ... 8192
}

void PathChecker::run(SegmentSource& source, PathSearch search, PathListener& listener, std::int64_t first_segment) {
  std::int64_t done = 0;
  if (search == PathSearch::any && !state_->knows_all_bodies()) search = PathSearch::first;
  while (source.fetch(batch_size(first_segment + done)) > 0) {
    const bool ended =
        search == PathSearch::any ? run_any(source, listener) : run_in_order(source, search, done, listener);
    if (ended) return;
    done += static_cast<std::int64_t>(source.size());
    listener.done(done);
  }
}

/// Returns true if a contact has ended the search.
bool PathChecker::run_in_order(const SegmentSource& source, PathSearch search, std::int64_t done,
                               PathListener& listener) {
  const StepSequence& batch = source.batch();
  const Find find = search == PathSearch::any_of_each ? Find::any : Find::first;
  const bool until_contact = search == PathSearch::first;
  const int size = static_cast<int>(source.size());
  std::vector<SegmentVerdict> verdicts;
  std::vector<int> runs;  // where they begin; then where the last one ends
  for (int begin = 0; begin < size; begin = runs.back()) {
    runs.assign(1, begin);
    while (runs.size() <= slice && runs.back() < size) runs.push_back(end_of_run(batch, runs.back(), size));
    verdicts.resize(at(runs.back() - begin));
    std::vector<std::size_t> counts(runs.size() - 1);
    parallel_for(counts.size(), [&](std::size_t k) {
      const std::span<SegmentVerdict> own(verdicts.data() + (runs[k] - begin), at(runs[k + 1] - runs[k]));
      counts[k] = state_->checker.check(batch, runs[k], find, until_contact, own);
    });
    for (std::size_t k = 0; k < counts.size(); ++k) {
      for (std::size_t i = 0; i < counts[k]; ++i) {
        const SegmentVerdict& verdict = verdicts[at(runs[k] - begin) + i];
        listener.segment(verdict);
        if (until_contact && verdict.outcome == Outcome::contact) return true;
      }
    }
    listener.done(done + runs.back());
  }
  return false;
}

bool PathChecker::run_any(const SegmentSource& source, PathListener& listener) {
  Verdict verdict = any(source.batch());
  if (verdict.outcome == Outcome::contact) state_->bracket_first(source.batch(), verdict.segments.front());
  for (const SegmentVerdict& segment : verdict.segments) listener.segment(segment);
  return verdict.outcome == Outcome::contact;
}

/// Replaces some contact of a segment by its first.
void PathChecker::State::bracket_first(const StepSequence& path, SegmentVerdict& some) const {
  SegmentVerdict found = checker.check(path, static_cast<int>(some.index - path.index(0)));
  found.micros += some.micros;
  found.statistics += some.statistics;
  if (found.outcome != Outcome::contact) {
    some.time.lo = some.free_until = std::min(found.free_until, some.time.hi);
    some.proven = some.proven && found.proven;
    some.micros = found.micros;
    some.statistics = found.statistics;
    return;
  }
  some = std::move(found);
}

Verdict PathChecker::first(const StepSequence& path) {
  class Collect final : public PathListener {
   public:
    void segment(const SegmentVerdict& segment) override {
      verdict.proven = verdict.proven && segment.proven;
      if (segment.outcome != Outcome::free) verdict.outcome = segment.outcome;
      verdict.statistics += segment.statistics;
      verdict.segments.push_back(segment);
    }
    Verdict verdict;
  } collect;
  collect.verdict.outcome = Outcome::free;
  collect.verdict.pairs = model().checked_pair_count();
  SequenceSource source(path);
  run(source, PathSearch::first, collect);
  return std::move(collect.verdict);
}

void PathChecker::State::list(const StepSequence& path) {
  segments.clear();
  for (int i = 0; i < path.segment_count(); ++i) {
    AskedSegment& segment = segments.emplace_back();
    segment.index = i;
    segment.has_key = path.key(i, segment.key);
    if (segment.has_key) segment.memory = cache.take(segment.key);
  }
}

/// Of a step that nothing can follow, at least the start is looked at.
Status PathChecker::State::go_on(AnySearch::Memory& memory, double others, Statistics& statistics) {
  Status status = Status::open;
  {
    const RestProof::Told told(rest, query.step());
    pairs->set(query.step(), checker.settings().tolerance_m);
    any->begin(*pairs, memory);
    status = any->go_on(memory, 0.5 * std::min(memory.open(), others), statistics);
  }
  const bool lost = status == Status::undecided && any->found().why == Undecided::resolution;
  return lost && query.static_contact(0.0).outcome == Outcome::contact ? Status::contact : status;
}

/// Works on the step of a segment that is most open, until it is covered to half of what it was or of what is open
/// elsewhere, whichever is less: changing over to another segment costs something.
void PathChecker::State::look(const StepSequence& path, AskedSegment& segment, double others) {
  const Stopwatch watch;
  SegmentMemory& memory = segment.memory;
  if (memory.steps.empty()) {
    memory.steps.resize(static_cast<std::size_t>(path.step_count(segment.index)));
    memory.free.assign(memory.steps.size(), 0);
  }
  std::size_t step = 0;
  double most = -1.0;
  for (std::size_t i = 0; i < memory.steps.size(); ++i) {
    const double open = memory.steps[i].begun ? memory.steps[i].open() : std::numeric_limits<double>::infinity();
    if (!memory.free[i] && open > most) step = i, most = open;
  }
  path.set(segment.index, static_cast<int>(step), query.step());
  const Status status = go_on(memory.steps[step], others, segment.statistics);
  if (status != Status::open) memory.proven = memory.proven && any->found().proven;
  if (status == Status::free) {
    memory.free[step] = 1;
    memory.steps[step] = {};
    const bool all = std::all_of(memory.free.begin(), memory.free.end(), [](char free) { return free != 0; });
    if (all) memory.status = Status::free;
  } else {
    memory.status = status;
  }
  if (status == Status::undecided) memory.why = any->found().why;
  if (status == Status::contact) {
    memory.contact_step = static_cast<int>(step);
    memory.contact_at = any->found().outcome == Outcome::contact ? any->found().time.hi : 0.0;
  }
  segment.micros += watch.micros();
}

/// The path's own queue: the segment of which most is open goes first (schwarzer-2002, section 3.4). A segment whose
/// contact is known from an earlier path ends it before it begins.
Status PathChecker::State::search(const StepSequence& path) {
  const FloatEnvironment environment;
  if (!any) {
    any = std::make_unique<AnySearch>(checker.model(), checker.settings());
    pairs = std::make_unique<MovingPairs>(checker.model());
  }
  refuted = nullptr;
  list(path);
  queue.clear();
  for (AskedSegment& segment : segments) {
    if (segment.memory.status == Status::undecided) segment.memory.status = Status::open;  // the budget is a new one
    if (segment.memory.status == Status::open) queue.push_back(&segment);
    if (segment.memory.status == Status::contact && !refuted) refuted = &segment;
  }
  std::make_heap(queue.begin(), queue.end(), less_open);
  bool undecided = false;
  while (!refuted && !queue.empty()) {
    std::pop_heap(queue.begin(), queue.end(), less_open);
    AskedSegment& segment = *queue.back();
    queue.pop_back();
    look(path, segment, queue.empty() ? -std::numeric_limits<double>::infinity() : queue.front()->memory.open());
    if (segment.memory.status == Status::contact) refuted = &segment;
    undecided = undecided || segment.memory.status == Status::undecided;
    if (segment.memory.status != Status::open) continue;
    queue.push_back(&segment);
    std::push_heap(queue.begin(), queue.end(), less_open);
  }
  query.step().set(checker.start());
  return refuted ? Status::contact : undecided ? Status::undecided : Status::free;
}

/// Everything that touches at the moment of the contact, with names.
Verdict PathChecker::State::contact(const StepSequence& path, const AskedSegment& segment) {
  const int step = segment.memory.contact_step;
  path.set(segment.index, step, query.step());
  Answer answer = query.static_contact(segment.memory.contact_at);
  answer.outcome = Outcome::contact;
  answer.time.lo = answer.free_until = 0.0;
  answer.time.hi = segment.memory.contact_at;
  answer.initial = step == 0 && answer.time.hi == 0.0;
  SegmentVerdict row = checker.named(answer, query.step());
  query.step().set(checker.start());
  row.time.hi = path.in_segment(segment.index, step, answer.time.hi).hi;
  row.index = path.index(segment.index);
  row.statistics = {};
  for (const AskedSegment& looked_at : segments)
    row.statistics += looked_at.statistics;  // they have no rows of their own
  row.proven = segment.memory.proven;
  Verdict verdict;
  verdict.outcome = Outcome::contact;
  verdict.proven = row.proven;
  verdict.segments.push_back(std::move(row));
  return verdict;
}

Verdict PathChecker::any(const StepSequence& path) {
  if (path.at_rest()) return first(path);
  if (!state_->knows_all_bodies()) {
    Verdict verdict = first(path);
    if (verdict.outcome != Outcome::contact) return verdict;
    verdict.segments.erase(verdict.segments.begin(), verdict.segments.end() - 1);
    verdict.segments.front().statistics = verdict.statistics;
    return verdict;
  }
  const Stopwatch watch;
  State& state = *state_;
  const Status status = state.search(path);
  Verdict verdict;
  if (status == Status::contact) {
    verdict = state.contact(path, *state.refuted);
    verdict.segments.front().micros = watch.micros();
  } else {
    verdict.outcome = status == Status::free ? Outcome::free : Outcome::undecided;
    for (const AskedSegment& segment : state.segments) {
      SegmentVerdict& row = verdict.segments.emplace_back();
      row.index = path.index(segment.index);
      row.outcome = segment.memory.status == Status::free ? Outcome::free : Outcome::undecided;
      if (row.outcome == Outcome::undecided) row.why = segment.memory.why;
      row.free_until = row.outcome == Outcome::free ? 1.0 : 0.0;
      row.statistics = segment.statistics;
      row.micros = segment.micros;
      row.proven = segment.memory.proven;
      verdict.proven = verdict.proven && row.proven;
    }
  }
  state.remember();
  verdict.pairs = model().checked_pair_count();
  for (const SegmentVerdict& row : verdict.segments) verdict.statistics += row.statistics;
  return verdict;
}

Outcome PathChecker::any_outcome(const StepSequence& path) {
  std::vector<SegmentOutcome> unused;
  return any_outcome(path, unused);
}

Outcome PathChecker::any_outcome(const StepSequence& path, std::vector<SegmentOutcome>& of_segments) {
  of_segments.clear();
  if (path.at_rest() || !state_->knows_all_bodies()) {
    const Verdict verdict = first(path);
    for (const SegmentVerdict& segment : verdict.segments) of_segments.push_back({segment.outcome, segment.proven});
    of_segments.resize(static_cast<std::size_t>(path.segment_count()));
    return verdict.outcome;
  }
  const Status status = state_->search(path);
  for (const AskedSegment& segment : state_->segments) {
    of_segments.push_back({outcome_of(segment.memory.status), segment.memory.proven});
  }
  state_->remember();
  return outcome_of(status);
}

}  // namespace tocca
