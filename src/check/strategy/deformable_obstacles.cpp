#include "check/strategy/deformable_obstacles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "check/model/model_body.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"
#include "deformable/near_triangles.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

double DeformableObstacles::clearance(int body, const DeformableObstacle& obstacle) const {
  const double padding_m = model_.bodies()[at(body)].padding_m;
  return padding_m == 0.0 ? obstacle.clearance_m : std::nextafter(obstacle.clearance_m + padding_m, infinity);
}

FirstContact DeformableObstacles::first_contact(const MotionStep& step, const Interval& window,
                                                Statistics& statistics) {
  FirstContact first{.outcome = Outcome::free, .time = {window.lo, window.hi}, .free_until = window.hi};
  for (const DeformableObstacle& obstacle : obstacles_) {
    for (const int body : model_.movable()) {
      const double until = first.outcome == Outcome::contact ? first.time.hi : window.hi;
      first = earlier(first, first_contact(step, body, obstacle, {window.lo, until}, statistics));
    }
  }
  return first;
}

FirstContact DeformableObstacles::first_contact(const MotionStep& step, int body, const DeformableObstacle& obstacle,
                                                const Interval& window, Statistics& statistics) {
  const Part& part = model_.bodies()[at(body)].part;
  const Mover mover = step.mover(body);
  DeformableContact found;
  const std::uint64_t spent = statistics.volumes + statistics.triangle_pairs;
  search_.set_budget(budget_ - std::min(budget_, spent));
  const Outcome outcome = search_.rigid(part, mover, 0.0, *obstacle.mesh, clearance(body, obstacle), window, found);
  statistics += search_.statistics();
  FirstContact first{.outcome = outcome, .time = {window.lo, window.hi}, .free_until = window.hi};
  if (outcome != Outcome::free) first.free_until = first.time.lo = found.time.lo;
  if (outcome == Outcome::undecided) first.why = Undecided::budget;
  if (outcome == Outcome::contact) first.time.hi = found.time.hi, first.body_a = body;
  return first;
}

void DeformableObstacles::append_touches(const MotionStep& step, double t, std::vector<Answer::Touch>& touches,
                                         Statistics& statistics) {
  const std::size_t before = touches.size();
  for (std::size_t k = 0; k < obstacles_.size(); ++k) {
    for (const int body : model_.movable()) touches_of(step, body, k, t, touches, statistics);
  }
  std::sort(touches.begin() + static_cast<std::ptrdiff_t>(before), touches.end(), Answer::in_order);
}

void DeformableObstacles::touches_of(const MotionStep& step, int body, std::size_t obstacle, double t,
                                     std::vector<Answer::Touch>& touches, Statistics& statistics) {
  const Part& part = model_.bodies()[at(body)].part;
  const DeformableMesh& mesh = *obstacles_[obstacle].mesh;
  const Mover mover = step.mover(body);
  const double clearance_m = clearance(body, obstacles_[obstacle]), reach = clearance_m + tolerance_m_;
  const int other = static_cast<int>(model_.bodies().size() + obstacle);
  const std::size_t before = touches.size();
  ChordContactSearch chords(part, mover, clearance_m, tolerance_m_);
  const Pose X = chords.at(t).X;
  const auto list = [&](Index item, Index number) {
    const std::array<Vector3, 3> corners = mesh.triangle(number).at(t);
    places_.clear();
    append_touching(placed(part, item, X), part.owned_features(item),
                    ConvexPiece::triangle(corners[0], corners[1], corners[2]), mesh.topology().owned_features(number),
                    reach, places_);
    for (const Contact& place : places_) {
      Answer::Touch& touch = touches.emplace_back(Answer::Touch{place, body, other});
      touch.triangles = {part.triangle_in_mesh(item), number};
    }
  };
  constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();  // what touches is listed whatever it costs
  static_cast<void>(NearTriangles(chords, mesh, {t, t}, reach).run(list, statistics, all));
  if (touches.size() > before) return;
  // Nothing is listed where rounding hides which features touch, or where one is inside the other: one place stands for it.
  DeformableContact found;
  search_.set_budget(all);
  if (search_.rigid(part, mover, 0.0, mesh, clearance_m, {t, t}, found) == Outcome::free) return;
  touches.push_back({found, body, other});
}

}  // namespace tocca
