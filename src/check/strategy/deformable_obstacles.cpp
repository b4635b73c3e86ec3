#include "check/strategy/deformable_obstacles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "check/model/deforming_bodies.hpp"
#include "check/model/problem_pairs.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"
#include "deformable/near_triangles.hpp"

namespace tocca {

DeformableObstacles::DeformableObstacles(const CollisionModel& model, const CheckSettings& settings)
    : model_(model), tolerance_m_(settings.tolerance_m), budget_(settings.budget), search_(settings.tolerance_m) {
  soft_.resize(model.deforming().all().size());
  if (model.deforming().empty()) return;  // versions of a scene that lives list their pairs only if somebody reads them
  for (const ProblemPairs::Checked& pair : model.problem_pairs().checked) {
    if (at(pair.b) < model.bodies().size()) continue;
    pairs_.push_back({pair.a, at(pair.b) - model.bodies().size(), pair.level_m});
  }
  own_pairs_ = pairs_.size();
}

void DeformableObstacles::set(std::span<const DeformableObstacle> obstacles) {
  pairs_.resize(own_pairs_);
  soft_.resize(model_.deforming().all().size());
  for (const DeformableObstacle& obstacle : obstacles) {
    soft_.push_back({obstacle.mesh, 0.0, {}});
    for (const int body : model_.movable()) {
      const double padding_m = model_.bodies()[at(body)].padding_m;
      pairs_.push_back(
          {body, soft_.size() - 1,
           padding_m == 0.0 ? obstacle.clearance_m : std::nextafter(obstacle.clearance_m + padding_m, infinity)});
    }
  }
}

/// Meshes of the problem are moved only if something is near: most steps are far from most of them.
void DeformableObstacles::begin(const MotionStep& step) {
  const std::vector<DeformingMotion>& all = model_.deforming().all();
  if (all.empty()) return;
  const bool first_time = placed_.empty();
  if (!first_time && clock_.lo == step.clock().lo && clock_.hi == step.clock().hi) return;
  clock_ = step.clock();
  placed_.assign(all.size(), 0);
  for (std::size_t k = 0; k < all.size(); ++k) soft_[k].box = FloatBox::around(all[k].bounds(clock_));
}

const DeformableObstacles::Soft& DeformableObstacles::placed_soft(std::size_t soft) {
  const std::vector<DeformingMotion>& all = model_.deforming().all();
  if (soft >= all.size() || placed_[soft] != 0) return soft_[soft];
  if (meshes_.empty()) {
    for (const DeformingMotion& motion : all) meshes_.push_back(motion.mesh());
  }
  soft_[soft].rounding_m = all[soft].place(clock_, from_, to_);
  meshes_[soft].follow(from_, to_);
  soft_[soft].mesh = &meshes_[soft];
  placed_[soft] = 1;
  return soft_[soft];
}

/// Nor is one inside the other then.
bool DeformableObstacles::far_apart(const MotionStep& step, const Pair& pair, const Interval& window) const {
  const Part& part = model_.bodies()[at(pair.body)].part;
  const Mover moves = mover(step, pair.body);
  ChordContactSearch chords(part, moves, pair.clearance_m, tolerance_m_);
  const FloatBox swept = SweptBoxes(chords, window, pair.clearance_m + tolerance_m_).of(part.nodes()[0].volume);
  const Soft& soft = soft_[pair.soft];
  // The caller may have moved a mesh of his own since the last question: its tree knows.
  return !swept.overlaps(pair.soft < placed_.size() ? soft.box : soft.mesh->tree().root());
}

FirstContact DeformableObstacles::first_contact(const MotionStep& step, const Interval& window,
                                                Statistics& statistics) {
  begin(step);
  FirstContact first{.outcome = Outcome::free, .time = {window.lo, window.hi}, .free_until = window.hi};
  for (const Pair& pair : pairs_) {
    if (step.allows(pair.body, number(pair)) || far_apart(step, pair, window)) {
      ++statistics.volumes;
      continue;
    }
    const double until = first.outcome == Outcome::contact ? first.time.hi : window.hi;
    first = earlier(first, first_contact(step, pair, {window.lo, until}, statistics));
  }
  return first;
}

FirstContact DeformableObstacles::first_contact(const MotionStep& step, const Pair& pair, const Interval& window,
                                                Statistics& statistics) {
  const Part& part = model_.bodies()[at(pair.body)].part;
  const Soft& soft = placed_soft(pair.soft);
  const Mover moves = mover(step, pair.body);
  DeformableContact found;
  const std::uint64_t spent = statistics.volumes + statistics.triangle_pairs;
  search_.set_budget(budget_ - std::min(budget_, spent));
  const Outcome outcome = search_.rigid(part, moves, soft.rounding_m, *soft.mesh, pair.clearance_m, window, found);
  statistics += search_.statistics();
  FirstContact first{.outcome = outcome, .time = {window.lo, window.hi}, .free_until = window.hi};
  if (outcome != Outcome::free) first.free_until = first.time.lo = found.time.lo;
  if (outcome == Outcome::undecided) first.why = Undecided::budget;
  if (outcome == Outcome::contact) first.time.hi = found.time.hi, first.body_a = pair.body;
  return first;
}

void DeformableObstacles::append_touches(const MotionStep& step, double t, std::vector<Answer::Touch>& touches,
                                         Statistics& statistics) {
  begin(step);
  const std::size_t before = touches.size();
  for (const Pair& pair : pairs_) {
    if (step.allows(pair.body, number(pair)) || far_apart(step, pair, {t, t})) continue;
    touches_of(step, pair, t, touches, statistics);
  }
  std::sort(touches.begin() + static_cast<std::ptrdiff_t>(before), touches.end(), Answer::in_order);
}

void DeformableObstacles::touches_of(const MotionStep& step, const Pair& pair, double t,
                                     std::vector<Answer::Touch>& touches, Statistics& statistics) {
  const Part& part = model_.bodies()[at(pair.body)].part;
  const auto& soft = placed_soft(pair.soft);  // clang 14 captures no structured bindings
  const Mover moves = mover(step, pair.body);
  const double reach = pair.clearance_m + tolerance_m_;
  const int other = number(pair);
  const std::size_t before = touches.size();
  ChordContactSearch chords(part, moves, pair.clearance_m, tolerance_m_, soft.rounding_m);
  const Pose X = chords.at(t).X;
  const auto list = [&](Index item, Index index) {
    const std::array<Vector3, 3> corners = soft.mesh->triangle(index).at(t);
    places_.clear();
    append_touching(placed(part, item, X), part.owned_features(item),
                    ConvexPiece::triangle(corners[0], corners[1], corners[2]),
                    soft.mesh->topology().owned_features(index), reach, places_);
    for (const Contact& place : places_) {
      Answer::Touch& touch = touches.emplace_back(Answer::Touch{place, pair.body, other});
      touch.triangles = {part.triangle_in_mesh(item), index};
    }
  };
  constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();  // what touches is listed whatever it costs
  static_cast<void>(NearTriangles(chords, *soft.mesh, {t, t}, reach).run(list, statistics, all));
  if (touches.size() > before) return;
  // Nothing is listed where rounding hides which features touch, or where one is inside the other: one place stands for it.
  DeformableContact found;
  search_.set_budget(all);
  if (search_.rigid(part, moves, soft.rounding_m, *soft.mesh, pair.clearance_m, {t, t}, found) == Outcome::free) return;
  touches.push_back({found, pair.body, other});
}

}  // namespace tocca
