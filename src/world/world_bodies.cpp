#include "world/world_bodies.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "core/rounding.hpp"
#include "deformable/deforming_tree.hpp"
#include "tocca/core/error.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "world/body_piece.hpp"

namespace tocca {
namespace {

/// Throws unless it is finite, and a rotation to PlacedShape::pose_skew.
void require_pose(const Pose& X) {
  const double skew = (X.rotation.transpose() * X.rotation - Matrix3::Identity()).squaredNorm();
  const double half = 0.5 * PlacedShape::pose_skew;  // leaves room for the rounding of this sum
  if (!(skew <= half * half)) throw InputError("", "pose", "is not a rotation", "give an orthonormal matrix");
  if (!(X.translation.cwiseAbs().maxCoeff() <= largest_coordinate)) {
    throw InputError("", "pose", "is not finite, or beyond 1e30 m", "give a finite translation");
  }
}

}  // namespace

void require_configuration(const KinematicTree& tree, const Configuration& q) {
  if (q.size() != tree.coordinate_count()) {
    throw InputError("", "configuration", "has " + std::to_string(q.size()) + " numbers",
                     "give " + std::to_string(tree.coordinate_count()));
  }
  if (!q.allFinite()) throw InputError("", "configuration", "has a number that is not finite", "give finite numbers");
}

Articulation::Articulation(const KinematicTree& source, const Pose& base)
    : tree(source), motion(tree, base), X_WR(base), poses(tree.links().size()) {
  for (std::size_t i = 0; i < tree.links().size(); ++i) {
    if (tree.links()[i].colliders.empty()) continue;
    shapes.push_back(std::make_shared<const BodyShape>(tree.links()[i].colliders));
    links.push_back({});
    links.back().shape = shapes.back().get();
    links.back().link = static_cast<int>(i);
  }
}

void Articulation::put() {
  motion.move(q, q);
  motion.poses(0.0, poses);
  for (PlacedShape& placed : links) {
    // The tube of an instant is the rounding of the pose there.
    double error = 0.0;
    const LinkMotion link = motion.link(placed.link);
    for (int i = 0; i < placed.shape->piece_count(); ++i) {
      error = std::max(error, link.tube({0.0, 0.0}, placed.shape->piece(i).part.lss()));
    }
    placed.put(poses[static_cast<std::size_t>(placed.link)], rounded_up(error + 2.0 * placed.shape->rounding_m(), 2));
  }
}

int WorldBodies::new_number(int group) {
  int body = number_end();
  if (free_.empty()) {
    bodies_.emplace_back();
    rigid_.emplace_back();
    boxes_.emplace_back();
  } else {
    std::pop_heap(free_.begin(), free_.end(), std::greater<>());
    body = free_.back();
    free_.pop_back();
  }
  bodies_[at(body)].group = group;
  bodies_[at(body)].present = true;
  ++count_;
  return body;
}

int WorldBodies::add(BodyShapePointer shape, const Pose& X_WB, int group) {
  if (!shape) throw InputError("", "body", "has no shape", "give a shape");
  require_pose(X_WB);
  const int body = new_number(group);
  Record& record = bodies_[at(body)];
  record.polytope = shape->is_polytope();
  rigid_[at(body)].shape = shape.get();
  record.shape = std::move(shape);
  move(body, X_WB);
  return body;
}

int WorldBodies::add(const KinematicTree& tree, const Configuration& q, const Pose& X_WR, int group) {
  require_pose(X_WR);
  require_configuration(tree, q);
  auto articulation = std::make_unique<Articulation>(tree, X_WR);
  if (articulation->links.empty())
    throw InputError("", "body", "has no link with geometry", "give geometry to at least one link");
  const int body = new_number(group);
  bodies_[at(body)].articulation = std::move(articulation);
  move(body, q);
  return body;
}

void WorldBodies::require(int body) const {
  if (!has(body)) {
    throw InputError("", "body " + std::to_string(body), "is not in the world", "give a body that add() returned");
  }
}

void WorldBodies::require_two(int a, int b) const {
  require(a);
  require(b);
  if (a == b && !deformable(a))
    throw InputError("", "body " + std::to_string(a), "is named twice", "give two different bodies");
}

int WorldBodies::add(DeformableMesh mesh, int group) {
  const int body = new_number(group);
  bodies_[at(body)].deformable = std::make_unique<DeformableMesh>(std::move(mesh));
  deformables_.insert(std::lower_bound(deformables_.begin(), deformables_.end(), body), body);
  bodies_[at(body)].deformable->rest();
  mark_moved(body);
  return body;
}

DeformableMesh& WorldBodies::require_deformable(int body) {
  require(body);
  DeformableMesh* const mesh = bodies_[at(body)].deformable.get();
  if (!mesh) {
    throw InputError("", "body " + std::to_string(body), "is not deformable",
                     "give a body that was added as a DeformableMesh");
  }
  return *mesh;
}

void WorldBodies::move(int body, std::span<const Vector3> vertices) {
  require_deformable(body).put(vertices);
  mark_moved(body);
}

void WorldBodies::replace(int body, DeformableMesh mesh) {
  DeformableMesh& old = require_deformable(body);
  old = std::move(mesh);
  old.rest();
  mark_moved(body);
}

void WorldBodies::remove(int body) {
  require(body);
  if (deformable(body)) deformables_.erase(std::lower_bound(deformables_.begin(), deformables_.end(), body));
  const bool moved = bodies_[at(body)].moved;
  bodies_[at(body)] = {};
  bodies_[at(body)].moved = moved;  // still in the list
  rigid_[at(body)] = {};
  free_.push_back(body);
  std::push_heap(free_.begin(), free_.end(), std::greater<>());
  --count_;
}

void WorldBodies::move(int body, const Pose& X) {
  require(body);
  if (deformable(body)) {
    throw InputError("", "body " + std::to_string(body), "is deformable", "move it by the positions of its vertices");
  }
  require_pose(X);
  if (Articulation* const articulation = bodies_[at(body)].articulation.get()) {
    articulation->X_WR = X;
    articulation->motion = TreeMotion(articulation->tree, X);
    articulation->put();
  } else {
    PlacedShape& placed = rigid_[at(body)];
    placed.put(X, 2.0 * placed.shape->rounding_m());
  }
  mark_moved(body);
}

void WorldBodies::move(int body, const Configuration& q) {
  require(body);
  Articulation* const articulation = bodies_[at(body)].articulation.get();
  if (!articulation) {
    throw InputError("", "body " + std::to_string(body), deformable(body) ? "is deformable" : "is rigid",
                     deformable(body) ? "move it by the positions of its vertices" : "move it by a pose");
  }
  require_configuration(articulation->tree, q);
  articulation->q = q;
  articulation->put();
  mark_moved(body);
}

void WorldBodies::mark_moved(int body) {
  if (bodies_[at(body)].moved) return;
  bodies_[at(body)].moved = true;
  moved_.push_back(body);
}

void WorldBodies::forget_moved() {
  for (const int body : moved_) bodies_[at(body)].moved = false;
  moved_.clear();
}

const Pose& WorldBodies::pose(int body) const {
  require(body);
  const Record& record = bodies_[at(body)];
  return record.articulation ? record.articulation->X_WR : rigid_[at(body)].X;
}

const Aabb& WorldBodies::updated_box(int body) {
  Aabb& box = boxes_[at(body)];
  if (const DeformableMesh* const mesh = deformable(body)) return box = mesh->tree().bounds().dilated(dilation_m_);
  Articulation* const articulation = bodies_[at(body)].articulation.get();
  if (!articulation) return box = box_of(rigid_[at(body)]);
  box = box_of(articulation->links.front());
  for (PlacedShape& link : std::span(articulation->links).subspan(1)) {
    const Aabb own = box_of(link);
    box = {box.lower.cwiseMin(own.lower), box.upper.cwiseMax(own.upper)};
  }
  return box;
}

Aabb WorldBodies::box_of(PlacedShape& placed) const {
  if (kind_ == BoxKind::fixed) return cube_around(placed.centre, rounded_up(placed.radius + dilation_m_, 1));
  return tightest_box(placed.shape->root(), placed.X, rounded_up(placed.error_m + dilation_m_, 1), placed.extremes);
}

}  // namespace tocca
