#include "world/world_motion.hpp"

#include <algorithm>
#include <string>

#include "core/rounding.hpp"
#include "core/vectors.hpp"
#include "deformable/deforming_tree.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "world/body_piece.hpp"

namespace tocca {
namespace {

/// What turns so far that its tube exceeds half of its size gets a box for each of so many parts of the step, joined.
constexpr int box_windows = 8;

/// Motions are built from poses, and round them by some ulps: so far from the body's own may their start be.
void require_start(int body, const Pose& start, const Pose& X) {
  const double off = (start.translation - X.translation).norm() / (1.0 + X.translation.norm());
  if ((start.rotation - X.rotation).norm() <= 0x1p-40 && off <= 0x1p-40) return;
  throw InputError("", "body " + std::to_string(body), "its motion does not start where it is",
                   "start its motion at its pose");
}

Aabb joined(const Aabb& a, const Aabb& b) { return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)}; }

/// Every point of it is within the tube of a chord, and the chord between two points of the boxes around its ends.
Aabb swept_box(const MovingShape& moving) {
  ExtremeVertices extremes = moving.start.extremes;
  const auto box_at = [&](const Pose& X, double dilation) {
    return tightest_box(moving.shape().root(), X, rounded_up(dilation + moving.rounding_m(), 2), extremes);
  };
  if (!(moving.whole.tube > 0.5 * moving.ball.radius))
    return joined(box_at(moving.start.X, moving.whole.tube), box_at(moving.end.X, moving.whole.tube));
  Aabb all{Vector3::Constant(infinity), Vector3::Constant(-infinity)};
  for (int k = 0; k < box_windows; ++k) {
    const double from = static_cast<double>(k) / box_windows, to = static_cast<double>(k + 1) / box_windows;
    const double tube = moving.tube(from, to).tube;
    for (const double t : {from, to}) all = joined(all, box_at(moving.mover.pose(t), tube));
  }
  return all;
}

}  // namespace

void WorldMotion::begin(std::span<const World::Moving> moving, double tolerance_m) {
  const std::size_t count = at(bodies_.number_end());
  rigid_.assign(count, nullptr);
  tree_.assign(count, nullptr);
  first_shape_.assign(count + 1, 0);
  first_part_.assign(count + 1, 0);
  boxes_.resize(count);
  moving_trees_.clear();
  still_.clear();
  still_.reserve(count);  // movers point into it
  present_.clear();
  shapes_.clear();
  parts_.clear();
  for (const World::Moving& one : moving) set_motion(one);
  for (int body = 0; body < bodies_.number_end(); ++body) {
    if (bodies_.has(body)) {
      present_.push_back(body);
      add_shapes(body);
    }
    first_shape_[at(body) + 1] = shapes_.size();
    first_part_[at(body) + 1] = parts_.size();
  }
  parallel_for(
      present_.size(), [&](std::size_t i) { put(present_[i], tolerance_m); }, 32);
}

void WorldMotion::set_motion(const World::Moving& moving) {
  bodies_.require(moving.body);
  if (rigid_[at(moving.body)]) {
    throw InputError("", "body " + std::to_string(moving.body), "is named twice", "give one motion for each body");
  }
  rigid_[at(moving.body)] = &moving.motion;
  if (bodies_.deformable(moving.body)) return;  // DeformingStep has put it into its step
  const Articulation* const articulation = bodies_.articulation(moving.body);
  if (!articulation) return;
  require_configuration(articulation->tree, moving.to);
  moving_trees_.emplace_back(articulation->tree, articulation->X_WR);
  moving_trees_.back().move(articulation->q, moving.to);
  tree_[at(moving.body)] = &moving_trees_.back();
}

void WorldMotion::add_shapes(int body) {
  if (const Articulation* const articulation = bodies_.articulation(body)) {
    if (!tree_[at(body)]) tree_[at(body)] = &articulation->motion;
  } else if (!rigid_[at(body)] && !bodies_.deformable(body)) {
    still_.push_back(StaticMotion(bodies_.pose(body)));
    rigid_[at(body)] = &still_.back();
  }
  for (const PlacedShape& placed : bodies_.shapes(body)) {
    const Mover mover = tree_[at(body)] ? Mover(*tree_[at(body)], -1, placed.link) : Mover(*rigid_[at(body)]);
    shapes_.push_back({placed, mover, static_cast<int>(parts_.size() - first_part_[at(body)])});
    for (int i = 0; i < placed.shape->piece_count(); ++i) parts_.push_back({&placed.shape->piece(i).part, mover});
  }
}

void WorldMotion::put(int body, double tolerance_m) {
  Aabb all{Vector3::Constant(infinity), Vector3::Constant(-infinity)};
  for (std::size_t i = first_shape_[at(body)]; i < first_shape_[at(body) + 1]; ++i) {
    shapes_[i].put();
    if (!tree_[at(body)]) require_start(body, shapes_[i].start.X, bodies_.pose(body));
    all = joined(all, swept_box(shapes_[i]));
  }
  if (const DeformableMesh* const mesh = deformable(body)) all = mesh->tree().bounds();
  boxes_[at(body)] = all.dilated(rounded_up(0.5 * tolerance_m, 2));
}

double WorldMotion::travel(int body) const {
  double most = 0.0;
  for (const MovingShape& moving : shapes(body)) most = std::max(most, moving.travel_m());
  return most;
}

double WorldMotion::rounding(int body) const {
  double most = 0.0;
  for (const MovingShape& moving : shapes(body)) most = std::max(most, moving.rounding_m());
  return most;
}

void WorldMotion::place(int body, double t, std::vector<PlacedShape>& placed) const {
  placed.clear();
  for (const MovingShape& moving : shapes(body)) {
    placed.push_back(moving.start);
    placed.back().put(moving.mover.pose(t), rounded_up(moving.tube(t, t).tube + moving.rounding_m(), 2));
  }
}

}  // namespace tocca
