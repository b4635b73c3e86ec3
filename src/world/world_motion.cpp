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
  if (!(moving.tube_m > 0.5 * moving.ball.radius))
    return joined(box_at(moving.start.X, moving.tube_m), box_at(moving.end.X, moving.tube_m));
  Aabb all{Vector3::Constant(infinity), Vector3::Constant(-infinity)};
  for (int k = 0; k < box_windows; ++k) {
    const double from = static_cast<double>(k) / box_windows, to = static_cast<double>(k + 1) / box_windows;
    const double tube = moving.tube(from, to);
    for (const double t : {from, to}) all = joined(all, box_at(moving.mover.pose(t), tube));
  }
  return all;
}

}  // namespace

WorldMotion::WorldMotion(const WorldBodies& bodies, std::span<const World::Moving> moving)
    : bodies_(bodies),
      rigid_(at(bodies.number_end()), nullptr),
      tree_(at(bodies.number_end()), nullptr),
      first_shape_(at(bodies.number_end()) + 1, 0),
      first_part_(at(bodies.number_end()) + 1, 0) {
  for (const World::Moving& one : moving) set_motion(one);
  still_.reserve(at(bodies.number_end()));
  for (int body = 0; body < bodies.number_end(); ++body) {
    if (bodies.has(body)) {
      present_.push_back(body);
      add_shapes(body);
    }
    first_shape_[at(body) + 1] = shapes_.size();
    first_part_[at(body) + 1] = parts_.size();
  }
}

void WorldMotion::set_motion(const World::Moving& moving) {
  bodies_.require(moving.body);
  if (rigid_[at(moving.body)]) {
    throw InputError("", "body " + std::to_string(moving.body), "is named twice", "give one motion for each body");
  }
  rigid_[at(moving.body)] = &moving.motion;
  if (bodies_.deformable(moving.body)) return;  // DeformingStep has put it into its step
  const Articulation* const articulation = bodies_.articulation(moving.body);
  if (!articulation) return require_start(moving.body, Mover(moving.motion).pose(0.0), bodies_.pose(moving.body));
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

Aabb WorldMotion::swept_box(int body) const {
  if (const DeformableMesh* const mesh = deformable(body)) return mesh->tree().bounds();
  Aabb all{Vector3::Constant(infinity), Vector3::Constant(-infinity)};
  for (const MovingShape& moving : shapes(body)) all = joined(all, tocca::swept_box(moving));
  return all;
}

std::vector<Aabb> WorldMotion::swept_boxes(double tolerance_m) {
  std::vector<Aabb> boxes(present_.size());
  parallel_for(
      present_.size(),
      [&](std::size_t i) {
        const std::size_t body = at(present_[i]);
        for (std::size_t k = first_shape_[body]; k < first_shape_[body + 1]; ++k) shapes_[k].put();
        boxes[i] = swept_box(present_[i]).dilated(rounded_up(0.5 * tolerance_m, 2));
      },
      32);
  return boxes;
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
    placed.back().put(moving.mover.pose(t), rounded_up(moving.tube(t, t) + moving.rounding_m(), 2));
  }
}

}  // namespace tocca
