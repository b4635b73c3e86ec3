#include "check/strategy/interval_strategy.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "core/stopwatch.hpp"

namespace tocca {
namespace {

using ResultKind = SimultaneousSolver::Result::Kind;

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
      movable_count_(static_cast<int>(model.movable().size())),
      rank_(model.bodies().size(), -1),
      bvh_(movable_count_, still_boxes(model)),
      search_(settings.tolerance_m, settings.stages.dynamic_bvh) {
  for (const int body : model.still()) still_parts_.push_back(&model.bodies()[at(body)].part);
  const CullingFactory make_culling = settings.stages.culling;
  culling_ = make_culling ? make_culling(still_parts_) : std::make_unique<LssCulling>(still_parts_);
  const std::vector<int>& movable = model.movable();
  for (std::size_t i = 0; i < movable.size(); ++i) {
    rank_[at(movable[i])] = static_cast<int>(i);
    reach_m_.push_back(std::max(0.0, model.greatest_clearance(movable[i])));
  }
  pair_of_.assign(movable.size() * movable.size(), -1);
  for (std::size_t i = 0; i < model.pairs().size(); ++i) {
    const CollisionModel::Pair& pair = model.pairs()[i];
    const std::size_t a = at(rank_[at(pair.a)]), b = at(rank_[at(pair.b)]);
    pair_of_[a * movable.size() + b] = pair_of_[b * movable.size() + a] = static_cast<int>(i);
    reach_m_[a] = std::max(reach_m_[a], pair.clearance_m);
    reach_m_[b] = std::max(reach_m_[b], pair.clearance_m);
  }
  for (const std::vector<int>* side : {&model.movable(), &model.still()}) {
    for (const int body : *side) parts_.push_back({&model.bodies()[at(body)].part, {}});
  }
  std::size_t frames = 0;
  for (const CollisionModel::RobotFrame& robot : model.robots()) frames = std::max(frames, robot.tree.links().size());
  framed_.resize(frames * movable.size());
}

FirstContact IntervalStrategy::first_contact(const MovingPairs& pairs, Statistics& statistics) {
  {
    const StageTime time(statistics, 0);
    find_candidates(pairs);
  }
  if (beyond_resolution_) return FirstContact::open(0.0, Undecided::resolution);
  if (settings_.stages.swept_volume) {
    const StageTime time(statistics, 1);
    cull_by_swept_volumes(statistics);
  }
  const StageTime time(statistics, 2);
  const SimultaneousSolver::Result result = search_.first_contact(parts_, candidates_, settings_.budget, statistics);
  FirstContact answer;
  answer.proven = !settings_.stages.swept_volume || culling_->proven();
  switch (result.kind) {
    case ResultKind::free:
      answer.outcome = Outcome::free;
      answer.free_until = 1.0;
      break;
    case ResultKind::contact:
      answer.outcome = Outcome::contact;
      answer.time = result.time;
      answer.free_until = result.time.lo;
      break;
    case ResultKind::exhausted:
    case ResultKind::unresolved:
      answer.free_until = result.time.lo;
      answer.why = result.kind == ResultKind::exhausted ? Undecided::budget : Undecided::resolution;
      break;
  }
  return answer;
}

void IntervalStrategy::begin_parts(const MotionStep& step) {
  parts_.resize(at(movable_count_) + still_parts_.size(), {nullptr, {}});
  std::fill(framed_.begin(), framed_.end(), -1);
  for (int rank = 0; rank < movable_count_; ++rank) parts_[at(rank)].mover = step.mover(model_.movable()[at(rank)]);
}

/// The number of a movable body, seen from a link of its own robot (-1: the world).
int IntervalStrategy::framed(const MotionStep& step, int body, int frame) {
  const int rank = rank_[at(body)];
  if (frame < 0) return rank;
  int& known = framed_[at(frame * movable_count_ + rank)];
  if (known < 0) {
    known = static_cast<int>(parts_.size());
    parts_.push_back({&model_.bodies()[at(body)].part, step.mover(body, frame)});
  }
  return known;
}

/// Stage 1: interval boxes around every movable body over the whole step, and who overlaps whom.
void IntervalStrategy::find_candidates(const MovingPairs& pairs) {
  begin_parts(pairs.step());
  candidates_.clear();
  beyond_resolution_ = false;
  if (!settings_.stages.dynamic_bvh) return visit_all_pairs(pairs);
  for (int rank = 0; rank < movable_count_; ++rank) {
    const MovingPart& moving = parts_[at(rank)];
    bvh_.sweep(rank, moving.mover->enclosure({0.0, 1.0}), moving.part->lss(),
               reach_m_[at(rank)] + level_of(settings_.tolerance_m));
  }
  bvh_.build();
  bvh_.for_each_still([&](int movable, int still) { add_still(pairs, movable, still); });
  bvh_.for_each_moving([&](int a, int b) { add_moving(pairs, pair_of_[at(a * movable_count_ + b)]); });
}

void IntervalStrategy::visit_all_pairs(const MovingPairs& pairs) {
  for (int movable = 0; movable < movable_count_; ++movable) {
    for (int still = 0; still < static_cast<int>(still_parts_.size()); ++still) add_still(pairs, movable, still);
  }
  for (int i = 0; i < static_cast<int>(model_.pairs().size()); ++i) add_moving(pairs, i);
}

void IntervalStrategy::add_still(const MovingPairs& pairs, int movable, int still) {
  const MovingPair pair = pairs.against_still(movable);
  if (!pair || pair.clearance_m(still) < 0.0) return;
  const int b = movable_count_ + still;
  if (settled_by_reach(movable, b, pair.clearance_m(still))) return;
  candidates_.push_back({movable, b, pair.clearance_m(still)});
}

/// Whether the two are too far apart to meet is for the stages of the paper to find out.
void IntervalStrategy::add_moving(const MovingPairs& pairs, int pair) {
  if (pair < 0 || !pairs.asks_about(pair)) return;
  const MotionStep& step = pairs.step();
  const CollisionModel::Pair& bodies = model_.pairs()[at(pair)];
  const int frame = step.frame(bodies);
  const int a = framed(step, bodies.a, frame), b = framed(step, bodies.b, frame);
  if (!settled_by_reach(a, b, bodies.clearance_m)) candidates_.push_back({a, b, bodies.clearance_m});
}

bool IntervalStrategy::settled_by_reach(int a, int b, double clearance_m) {
  const auto side = [&](const MovingPart& moving) {
    return OutOfReach::Side{moving.mover ? &*moving.mover : nullptr, {&moving.part, 1}};
  };
  const double rounding_m = parts_[at(a)].part->rounding_m() + parts_[at(b)].part->rounding_m();
  const OutOfReach::Result result = out_of_reach_.judge(side(parts_[at(a)]), side(parts_[at(b)]), nullptr,
                                                        clearance_m + level_of(settings_.tolerance_m) + rounding_m);
  if (result == OutOfReach::Result::beyond_resolution) beyond_resolution_ = true;
  return result == OutOfReach::Result::apart;
}

/// Stage 2: the volume that each body's line-swept sphere sweeps, against the still bodies that stage 1 left.
void IntervalStrategy::cull_by_swept_volumes(Statistics& statistics) {
  culling_->reset_count();
  const int first_framed = movable_count_ + static_cast<int>(still_parts_.size());
  const auto is_still = [&](const Candidate& candidate) {
    return candidate.b >= movable_count_ && candidate.b < first_framed;
  };
  std::sort(candidates_.begin(), candidates_.end(),
            [&](const Candidate& x, const Candidate& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  std::size_t written = 0;
  for (std::size_t first = 0, last = 0; first < candidates_.size(); first = last) {
    const int a = candidates_[first].a;
    double dilation_m = 0.0;
    kept_.clear();
    for (last = first; last < candidates_.size() && candidates_[last].a == a; ++last) {
      if (!is_still(candidates_[last])) continue;
      kept_.push_back(candidates_[last].b - movable_count_);
      dilation_m = std::max(dilation_m, candidates_[last].clearance_m);
    }
    if (!kept_.empty()) {
      const Lss& volume = parts_[at(a)].part->lss();
      sweep_.set(*parts_[at(a)].mover, volume, std::max(sweep_tolerance * volume.radius, settings_.tolerance_m));
      culling_->cull(sweep_, dilation_m + level_of(settings_.tolerance_m), kept_);
    }
    std::size_t next = 0;  // both lists are in order
    for (std::size_t i = first; i < last; ++i) {
      const Candidate candidate = candidates_[i];
      if (is_still(candidate)) {
        if (next == kept_.size() || kept_[next] != candidate.b - movable_count_) continue;
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
