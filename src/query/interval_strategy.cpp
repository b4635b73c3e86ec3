#include "interval_strategy.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tocca {
namespace {

using Kind = SimultaneousSolver::Result::Kind;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A link may move by this part of its own length in one part of time: measured, docs/performance.md.
constexpr double grain = 0.25;
/// No link is refined beyond 2^this parts, however far it moves.
constexpr int most_refinement = 8;
/// Where more pairs of items survive the boxes than this, halving time costs less than solving for all of them.
constexpr std::size_t most_items = 128;
/// That often at most: where items lie close together all the time, shorter times do not part them.
constexpr int more_halvings = 3;
/// Swept volumes are tessellated to this part of the volume's radius.
constexpr double sweep_tolerance = 0.1;

/// Adds the time since its making to a stage.
class Stopwatch {
 public:
  Stopwatch(Statistics& statistics, std::size_t stage) : total_(statistics.stage_ns[stage]) {}
  ~Stopwatch() {
    total_ += static_cast<std::uint64_t>(std::chrono::nanoseconds(std::chrono::steady_clock::now() - start_).count());
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  std::uint64_t& total_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Contains every true item of a part that stands still.
Aabb box_of(const Part& part) {
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    const Interval extent = part.nodes().front().volume.extent(Vector3::Unit(i));
    box.lower[i] = extent.lo;
    box.upper[i] = extent.hi;
  }
  return box.dilated(part.rounding_m());
}

std::vector<Aabb> still_boxes(const CollisionModel& model) {
  std::vector<Aabb> boxes;
  for (const int body : model.still()) boxes.push_back(box_of(model.bodies()[at(body)].part));
  return boxes;
}

}  // namespace

IntervalStrategy::IntervalStrategy(const CollisionModel& model, const CheckSettings& settings)
    : model_(model),
      settings_(settings),
      still_boxes_(still_boxes(model)),
      bvh_(static_cast<int>(model.movable().size()), still_boxes_),
      cast_(model) {
  for (const int body : model.still()) still_parts_.push_back(&model.bodies()[at(body)].part);
  const CullingFactory make_culling = settings.stages.culling;
  culling_ = make_culling ? make_culling(still_parts_) : std::make_unique<LssCulling>(still_parts_);
  const std::vector<int>& movable = model.movable();
  std::vector<int> rank(model.bodies().size(), -1);
  for (std::size_t i = 0; i < movable.size(); ++i) {
    rank[at(movable[i])] = static_cast<int>(i);
    reach_m_.push_back(std::max(0.0, model.greatest_clearance(movable[i])));
  }
  pair_of_.assign(movable.size() * movable.size(), -1);
  for (std::size_t i = 0; i < model.pairs().size(); ++i) {
    const CollisionModel::Pair& pair = model.pairs()[i];
    const std::size_t a = at(rank[at(pair.a)]), b = at(rank[at(pair.b)]);
    pair_of_[a * movable.size() + b] = pair_of_[b * movable.size() + a] = static_cast<int>(i);
    reach_m_[a] = std::max(reach_m_[a], pair.clearance_m);
    reach_m_[b] = std::max(reach_m_[b], pair.clearance_m);
  }
}

FirstContact IntervalStrategy::first_contact(const Step& step, Statistics& statistics) {
  statistics_ = &statistics;
  work_left_ = settings_.budget;
  {
    const Stopwatch watch(statistics, 0);
    find_candidates(step);
  }
  if (settings_.stages.swept_volume) {
    const Stopwatch watch(statistics, 1);
    cull_by_swept_volumes(statistics);
  }
  const Stopwatch watch(statistics, 2);
  enclosed_.resize(cast_.parts().size());
  refinement_.assign(cast_.parts().size(), -1);
  const Result result = explore(0, 0, 0);
  FirstContact answer;
  answer.proven = !settings_.stages.swept_volume || culling_->proven();
  switch (result.kind) {
    case Kind::free:
      answer.outcome = Outcome::free;
      answer.free_until = 1.0;
      break;
    case Kind::contact:
      answer.outcome = Outcome::contact;
      answer.lo = answer.free_until = result.lo;
      answer.hi = result.hi;
      break;
    case Kind::exhausted:
      answer.free_until = result.lo;
      break;
  }
  return answer;
}

/// Stage 1: interval boxes around every movable body over the whole step, and who overlaps whom.
void IntervalStrategy::find_candidates(const Step& step) {
  cast_.set(step);
  candidates_.clear();
  if (!settings_.stages.dynamic_bvh) return visit_all_pairs(step);
  for (int rank = 0; rank < cast_.movable_count(); ++rank) {
    const MovingPart& moving = cast_[rank];
    bvh_.sweep(rank, moving.mover->enclosure({0.0, 1.0}), moving.part->lss(),
               reach_m_[at(rank)] + level_of(settings_.tolerance_m));
  }
  bvh_.build();
  bvh_.for_each_still([&](int movable, int still) { add_still(movable, still); });
  bvh_.for_each_moving([&](int a, int b) { add_moving(step, pair_of_[at(a * cast_.movable_count() + b)]); });
}

void IntervalStrategy::visit_all_pairs(const Step& step) {
  for (int movable = 0; movable < cast_.movable_count(); ++movable) {
    for (int still = 0; still < static_cast<int>(still_parts_.size()); ++still) add_still(movable, still);
  }
  for (int i = 0; i < static_cast<int>(model_.pairs().size()); ++i) add_moving(step, i);
}

void IntervalStrategy::add_still(int movable, int still) {
  const auto clearance = model_.clearance(model_.movable()[at(movable)], model_.still()[at(still)]);
  if (clearance) candidates_.push_back({movable, cast_.still(still), *clearance});
}

void IntervalStrategy::add_moving(const Step& step, int pair) {
  if (pair < 0) return;
  const CollisionModel::Pair& bodies = model_.pairs()[at(pair)];
  if (!step.active(bodies)) return;
  const int frame = step.frame(bodies);
  const auto number = [&](int body) {
    const auto found = std::find(model_.movable().begin(), model_.movable().end(), body);
    return cast_.number(step, static_cast<int>(found - model_.movable().begin()), frame);
  };
  candidates_.push_back({number(bodies.a), number(bodies.b), bodies.clearance_m});
}

/// Stage 2: the volume that each body's line-swept sphere sweeps, against the still bodies that stage 1 left.
void IntervalStrategy::cull_by_swept_volumes(Statistics& statistics) {
  culling_->reset_count();
  const auto is_still = [&](const Candidate& candidate) { return cast_.is_still(candidate.b); };
  std::sort(candidates_.begin(), candidates_.end(),
            [&](const Candidate& x, const Candidate& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  std::size_t written = 0;
  for (std::size_t first = 0, last = 0; first < candidates_.size(); first = last) {
    const int a = candidates_[first].a;
    double dilation_m = 0.0;
    kept_.clear();
    for (last = first; last < candidates_.size() && candidates_[last].a == a; ++last) {
      if (!is_still(candidates_[last])) continue;
      kept_.push_back(candidates_[last].b - cast_.still(0));
      dilation_m = std::max(dilation_m, candidates_[last].clearance_m);
    }
    if (!kept_.empty()) {
      const Lss& volume = cast_[a].part->lss();
      sweep_.set(*cast_[a].mover, volume, std::max(sweep_tolerance * volume.radius, settings_.tolerance_m));
      culling_->cull(sweep_, dilation_m + level_of(settings_.tolerance_m), kept_);
    }
    std::size_t next = 0;  // both lists are in order
    for (std::size_t i = first; i < last; ++i) {
      const Candidate candidate = candidates_[i];
      if (is_still(candidate)) {
        if (next == kept_.size() || kept_[next] != candidate.b - cast_.still(0)) continue;
        ++next;
      }
      candidates_[written++] = candidate;
    }
  }
  candidates_.resize(written);
  statistics.volumes += culling_->count().volumes;
}

/// Section 5.1.1: into how many parts, 2^r, this body's step is cut, from how far it moves and how large it is.
int IntervalStrategy::refinement(int number) const {
  const MovingPart& moving = cast_[number];
  if (!moving.mover) return 0;
  const Lss& volume = moving.part->lss();
  const double travel = moving.mover->speed({0.0, 1.0}, volume);
  const double size = (volume.b - volume.a).norm() + 2.0 * volume.radius;
  if (!(travel > grain * size)) return 0;
  return static_cast<int>(
      std::min(std::ceil(std::log2(travel / (grain * size))), static_cast<double>(most_refinement)));
}

void IntervalStrategy::prepare(int number, std::uint64_t node, const Interval& time) {
  Enclosed& result = enclosed_[at(number)];
  if (result.node == node) return;
  result.node = node;
  const MovingPart& moving = cast_[number];
  const Obb& root = moving.part->nodes().front().volume;
  if (!moving.mover) {
    result.box = still_boxes_[at(number - cast_.still(0))];
    result.root = MovingBox(root);
    return;
  }
  result.X = moving.mover->linear_enclosure(time);
  result.box = swept_box(result.X, moving.part->lss());
  result.root = MovingBox(root, result.X);
}

/// Part `index` of 2^level of the step, for the candidates from `first` on.
SimultaneousSolver::Result IntervalStrategy::explore(int level, int index, std::size_t first) {
  const double parts = std::ldexp(1.0, level);
  const Interval time(index / parts, (index + 1) / parts);
  const std::uint64_t node = ++node_;
  const std::size_t last = candidates_.size();
  int wanted = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Candidate candidate = candidates_[i];
    prepare(candidate.a, node, time);
    prepare(candidate.b, node, time);
    if (!may_meet(candidate)) continue;
    candidates_.push_back(candidate);
    for (const int number : {candidate.a, candidate.b}) {
      int& known = refinement_[at(number)];
      if (known < 0) known = refinement(number);
      wanted = std::max(wanted, known);
    }
  }
  statistics_->windows += 1;
  Result result;
  if (work_left_ == 0) {
    result = {Kind::exhausted, time.lo, time.lo};
  } else if (candidates_.size() > last) {
    if (level >= wanted) result = exact(level, index, last, level < wanted + more_halvings);
    if (level < wanted || (result.kind == Kind::exhausted && work_left_ > 0)) {
      result = explore(level + 1, 2 * index, last);
      if (result.kind == Kind::free) result = explore(level + 1, 2 * index + 1, last);
    }
  }
  candidates_.resize(last);
  return result;
}

bool IntervalStrategy::may_meet(const Candidate& candidate) {
  const Enclosed &a = enclosed_[at(candidate.a)], &b = enclosed_[at(candidate.b)];
  const double reach_m = candidate.clearance_m + level_of(settings_.tolerance_m);
  if (settings_.stages.dynamic_bvh && !overlap(a.box.dilated(reach_m), b.box)) return false;
  spend(1);
  const double rounding_m = cast_[candidate.a].part->rounding_m() + cast_[candidate.b].part->rounding_m();
  return !stay_apart(a.root, b.root, reach_m + 2.0 * rounding_m);
}

void IntervalStrategy::spend(std::uint64_t volumes) {
  statistics_->volumes += volumes;
  work_left_ -= std::min(work_left_, volumes);
}

/// Stage 3: the trees of boxes, then the solver. Exhausted with work left: too many items, look at halves of this part.
SimultaneousSolver::Result IntervalStrategy::exact(int level, int index, std::size_t first, bool may_split) {
  const double parts = std::ldexp(1.0, level);
  const Interval time(index / parts, (index + 1) / parts);
  items_.clear();
  for (std::size_t i = first; i < candidates_.size(); ++i) {
    const Candidate& candidate = candidates_[i];
    const MovingPart &a = cast_[candidate.a], &b = cast_[candidate.b];
    const double rounding_m = a.part->rounding_m() + b.part->rounding_m();
    std::uint64_t tested = 0;
    const bool ended = !for_each_near_pair(
        *a.part, enclosed_[at(candidate.a)].X, *b.part, b.mover ? &enclosed_[at(candidate.b)].X : nullptr,
        candidate.clearance_m + level_of(settings_.tolerance_m) + 2.0 * rounding_m, tested,
        [&](Index item_a, Index item_b) {
          items_.push_back({candidate.a, candidate.b, item_a, item_b, candidate.clearance_m});
          return !may_split || items_.size() <= most_items;
        });
    spend(tested);
    if (ended || work_left_ == 0) return {Kind::exhausted, time.lo, time.lo};
  }
  return solver_.solve(cast_.parts(), items_, time, settings_.tolerance_m, work_left_, *statistics_);
}

std::unique_ptr<FirstContactStrategy> make_interval_strategy(const CollisionModel& model,
                                                             const CheckSettings& settings) {
  return std::make_unique<IntervalStrategy>(model, settings);
}

}  // namespace tocca
