#include "contact/interval_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/interruption.hpp"
#include "core/tolerance.hpp"
#include "motion/swept_box.hpp"
#include "sweep/aabb_tree.hpp"

namespace tocca {
namespace {

using ResultKind = SimultaneousSolver::Result::Kind;

/// A link may move by this part of its own length in one part of time: measured, docs/performance.md.
constexpr double link_grain = 0.25;
/// No link is refined beyond 2^this parts, however far it moves.
constexpr int most_refinement = 8;
/// Where more pairs of items survive the boxes than this, halving time costs less than solving for all of them.
constexpr std::size_t most_items = 128;
/// That often at most: where items lie close together all the time, shorter times do not part them.
constexpr int more_halvings = 3;

using Result = SimultaneousSolver::Result;

/// What holds for two sets of pairs together, both searched from the same time on, the second only up to the first's contact. Two
/// brackets that overlap become one that is no wider than the wider of them.
Result earlier(const Result& x, const Result& y) {
  if (x.kind == ResultKind::free) return y;
  if (y.kind == ResultKind::free) return x;
  if (x.kind == ResultKind::contact && y.kind == ResultKind::contact) {
    return {
        ResultKind::contact, {std::min(x.time.lo, y.time.lo), std::min(x.time.hi, y.time.hi)}, x.initial || y.initial};
  }
  // A contact stands if the other search gave up no earlier than what is free before the contact.
  const bool x_first = x.kind == ResultKind::contact ? x.time.lo <= y.time.lo : x.time.lo < y.time.lo;
  return x_first ? x : y;
}

}  // namespace

Aabb still_box(const Part& part) {
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    const Interval extent = part.nodes().front().volume.extent(Vector3::Unit(i));
    box.lower[i] = extent.lo;
    box.upper[i] = extent.hi;
  }
  return box.dilated(part.rounding_m());
}

IntervalSearch::Result IntervalSearch::first_contact(std::span<const MovingPart> cast,
                                                     std::vector<Candidate>& candidates, std::uint64_t budget,
                                                     Statistics& statistics) {
  cast_ = cast;
  candidates_ = &candidates;
  statistics_ = &statistics;
  work_left_ = budget;
  enclosed_.resize(cast.size());
  for (Enclosed& enclosed : enclosed_) enclosed.node = 0;
  refinement_.assign(cast.size(), -1);
  latest_ = 1.0;
  return explore(0, 0, 0);
}

/// Section 5.1.1: into how many parts, 2^r, this body's step is cut, from how far it moves and how large it is.
int IntervalSearch::refinement(int number) const {
  const MovingPart& moving = cast_[at(number)];
  if (!moving.mover) return 0;
  const Lss& volume = moving.part->lss();
  const double travel = moving.mover->speed({0.0, 1.0}, volume);
  const double size = volume.length();
  if (!(travel > link_grain * size)) return 0;
  return static_cast<int>(
      std::min(std::ceil(std::log2(travel / (link_grain * size))), static_cast<double>(most_refinement)));
}

void IntervalSearch::prepare(int number, std::uint64_t node, const Interval& time) {
  Enclosed& result = enclosed_[at(number)];
  const MovingPart& moving = cast_[at(number)];
  if (result.node == node || (result.node != 0 && !moving.mover)) return;
  result.node = node;
  const Obb& root = moving.part->nodes().front().volume;
  if (!moving.mover) {
    result.box = still_box(*moving.part);
    result.root = MovingBox(root);
    return;
  }
  result.X = moving.mover->linear_enclosure(time);
  result.box = swept_box(result.X, moving.part->lss());
  result.root = MovingBox(root, result.X);
}

/// The greater of its two levels: known once for each body.
int IntervalSearch::refinement(const Candidate& candidate) {
  int wanted = 0;
  for (const int number : {candidate.a, candidate.b}) {
    int& known = refinement_[at(number)];
    if (known < 0) known = refinement(number);
    wanted = std::max(wanted, known);
  }
  return wanted;
}

/// Part `index` of 2^level of the step, for the candidates from `first` on.
IntervalSearch::Result IntervalSearch::explore(int level, int index, std::size_t first) {
  const double parts = std::ldexp(1.0, level);
  const Interval time(index / parts, (index + 1) / parts);
  if (time.lo > latest_) return {};
  const std::uint64_t node = ++node_;
  const std::size_t last = candidates_->size();
  int finest = 0;  // level of those that are examined here
  std::size_t fine_enough = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Candidate candidate = (*candidates_)[i];
    prepare(candidate.a, node, time);
    prepare(candidate.b, node, time);
    if (!may_meet(candidate)) continue;
    candidates_->push_back(candidate);
    const int wanted = refinement(candidate);
    if (wanted > level) {  // those that need shorter times stand before the others
      std::swap((*candidates_)[candidates_->size() - 1 - fine_enough], candidates_->back());
    } else {
      ++fine_enough;
      finest = std::max(finest, wanted);
    }
  }
  statistics_->windows += 1;
  Result result;
  if (work_left_ == 0) {
    result = {ResultKind::exhausted, {time.lo, time.lo}};
  } else if (candidates_->size() > last) {
    const std::size_t ready = candidates_->size() - fine_enough;
    if (fine_enough > 0) result = exact(level, index, ready, level < finest + more_halvings);
    const bool too_many = result.kind == ResultKind::exhausted && work_left_ > 0;
    if (too_many) result = {};
    if (!too_many) candidates_->resize(ready);
    if (result.kind == ResultKind::contact) latest_ = std::min(latest_, result.time.hi);
    if (result.kind != ResultKind::exhausted && candidates_->size() > last) {
      result = earlier(result, halves(level, index, last));
    }
  }
  candidates_->resize(last);
  return result;
}

IntervalSearch::Result IntervalSearch::halves(int level, int index, std::size_t first) {
  const Result early = explore(level + 1, 2 * index, first);
  return early.kind == ResultKind::free ? explore(level + 1, 2 * index + 1, first) : early;
}

bool IntervalSearch::may_meet(const Candidate& candidate) {
  const Enclosed &a = enclosed_[at(candidate.a)], &b = enclosed_[at(candidate.b)];
  const double reach_m = candidate.clearance_m + level_of(tolerance_m_);
  if (boxes_ && !overlap(a.box.dilated(reach_m), b.box)) return false;
  spend(1);
  const double rounding_m = cast_[at(candidate.a)].part->rounding_m() + cast_[at(candidate.b)].part->rounding_m();
  return !stay_apart(a.root, b.root, reach_m + 2.0 * rounding_m);
}

void IntervalSearch::spend(std::uint64_t volumes) {
  statistics_->volumes += volumes;
  work_left_ -= std::min(work_left_, volumes);
}

/// Stage 3: the trees of boxes, then the solver. Exhausted with work left: too many items, look at halves of this part.
IntervalSearch::Result IntervalSearch::exact(int level, int index, std::size_t first, bool may_split) {
  const double parts = std::ldexp(1.0, level);
  const Interval time(index / parts, (index + 1) / parts);
  items_.clear();
  for (std::size_t i = first; i < candidates_->size(); ++i) {
    const Candidate& candidate = (*candidates_)[i];
    const MovingPart &a = cast_[at(candidate.a)], &b = cast_[at(candidate.b)];
    const double rounding_m = a.part->rounding_m() + b.part->rounding_m();
    std::uint64_t tested = 0;
    const bool ended = !for_each_near_pair(
        *a.part, enclosed_[at(candidate.a)].X, *b.part, b.mover ? &enclosed_[at(candidate.b)].X : nullptr,
        candidate.clearance_m + level_of(tolerance_m_) + 2.0 * rounding_m, tested, [&](Index item_a, Index item_b) {
          items_.push_back({candidate.a, candidate.b, item_a, item_b, candidate.clearance_m});
          return !may_split || items_.size() <= most_items;
        });
    spend(tested);
    if (Interruption::asked()) work_left_ = 0;
    if (ended || work_left_ == 0) return {ResultKind::exhausted, {time.lo, time.lo}};
  }
  return solver_.solve(cast_, items_, time, tolerance_m_, work_left_, *statistics_);
}

}  // namespace tocca
