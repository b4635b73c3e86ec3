#include "check/strategy/interval_strategy.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "core/stopwatch.hpp"

namespace tocca {
namespace {

using Kind = SimultaneousSolver::Result::Kind;

/// Swept volumes are tessellated to this part of the volume's radius.
constexpr double sweep_tolerance = 0.1;

/// Adds the time since its making to a stage.
class StageTime {
 public:
  StageTime(Statistics& statistics, std::size_t stage) : total_(statistics.stage_ns[stage]) {}
  ~StageTime() { total_ += watch_.nanos(); }
  StageTime(const StageTime&) = delete;
  StageTime& operator=(const StageTime&) = delete;

 private:
  std::uint64_t& total_;
  Stopwatch watch_;
};

std::vector<Aabb> still_boxes(const CollisionModel& model) {
  std::vector<Aabb> boxes;
  for (const int body : model.still()) boxes.push_back(still_box(model.bodies()[at(body)].part));
  return boxes;
}

}  // namespace

IntervalStrategy::IntervalStrategy(const CollisionModel& model, const CheckSettings& settings)
    : model_(model),
      settings_(settings),
      bvh_(static_cast<int>(model.movable().size()), still_boxes(model)),
      cast_(model),
      search_(settings.tolerance_m, settings.stages.dynamic_bvh) {
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

FirstContact IntervalStrategy::first_contact(const MotionStep& step, Statistics& statistics) {
  {
    const StageTime time(statistics, 0);
    find_candidates(step);
  }
  if (beyond_resolution_) return FirstContact::open(0.0, Undecided::resolution);
  if (settings_.stages.swept_volume) {
    const StageTime time(statistics, 1);
    cull_by_swept_volumes(statistics);
  }
  const StageTime time(statistics, 2);
  const SimultaneousSolver::Result result =
      search_.first_contact(cast_.parts(), candidates_, settings_.budget, statistics);
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
    case Kind::unresolved:
      answer.free_until = result.lo;
      answer.why = result.kind == Kind::exhausted ? Undecided::budget : Undecided::resolution;
      break;
  }
  return answer;
}

/// Stage 1: interval boxes around every movable body over the whole step, and who overlaps whom.
void IntervalStrategy::find_candidates(const MotionStep& step) {
  cast_.set(step);
  candidates_.clear();
  beyond_resolution_ = false;
  if (!settings_.stages.dynamic_bvh) return visit_all_pairs(step);
  for (int rank = 0; rank < cast_.movable_count(); ++rank) {
    const MovingPart& moving = cast_[rank];
    bvh_.sweep(rank, moving.mover->enclosure({0.0, 1.0}), moving.part->lss(),
               reach_m_[at(rank)] + level_of(settings_.tolerance_m));
  }
  bvh_.build();
  bvh_.for_each_still([&](int movable, int still) { add_still(step, movable, still); });
  bvh_.for_each_moving([&](int a, int b) { add_moving(step, pair_of_[at(a * cast_.movable_count() + b)]); });
}

void IntervalStrategy::visit_all_pairs(const MotionStep& step) {
  for (int movable = 0; movable < cast_.movable_count(); ++movable) {
    for (int still = 0; still < static_cast<int>(still_parts_.size()); ++still) add_still(step, movable, still);
  }
  for (int i = 0; i < static_cast<int>(model_.pairs().size()); ++i) add_moving(step, i);
}

void IntervalStrategy::add_still(const MotionStep& step, int movable, int still) {
  const int body_a = model_.movable()[at(movable)], body_b = model_.still()[at(still)];
  const auto clearance = model_.clearance(body_a, body_b);
  if (!clearance || !step.active(body_a) || step.allows(body_a, body_b)) return;
  if (settled_by_reach(movable, cast_.still(still), *clearance)) return;
  candidates_.push_back({movable, cast_.still(still), *clearance});
}

void IntervalStrategy::add_moving(const MotionStep& step, int pair) {
  if (pair < 0) return;
  const CollisionModel::Pair& bodies = model_.pairs()[at(pair)];
  if (!step.active(bodies)) return;
  const int frame = step.frame(bodies);
  const auto number = [&](int body) {
    const auto found = std::find(model_.movable().begin(), model_.movable().end(), body);
    return cast_.number(step, static_cast<int>(found - model_.movable().begin()), frame);
  };
  const int a = number(bodies.a), b = number(bodies.b);
  if (!settled_by_reach(a, b, bodies.clearance_m)) candidates_.push_back({a, b, bodies.clearance_m});
}

bool IntervalStrategy::settled_by_reach(int a, int b, double clearance_m) {
  const auto side = [&](const MovingPart& moving) {
    return OutOfReach::Side{moving.mover ? &*moving.mover : nullptr, {&moving.part, 1}};
  };
  const double rounding_m = cast_[a].part->rounding_m() + cast_[b].part->rounding_m();
  const OutOfReach::Result result = out_of_reach_.judge(side(cast_[a]), side(cast_[b]), nullptr,
                                                        clearance_m + level_of(settings_.tolerance_m) + rounding_m);
  if (result == OutOfReach::Result::beyond_resolution) beyond_resolution_ = true;
  return result == OutOfReach::Result::apart;
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

std::unique_ptr<FirstContactStrategy> make_interval_strategy(const CollisionModel& model,
                                                             const CheckSettings& settings) {
  return std::make_unique<IntervalStrategy>(model, settings);
}

}  // namespace tocca
