#include "world/world_deformables.hpp"

#include <algorithm>

#include "world/body_piece.hpp"
#include "world/world_motion.hpp"

namespace tocca {
bool DeformablePairs::flexible_contact(const DeformableMesh& a, const DeformableMesh& b) {
  return &a == &b ? search_.self(a, found_) : search_.pair(a, b, found_);
}

bool DeformablePairs::touching(const WorldBodies& bodies, int a, int b) {
  if (!bodies.deformable(a)) std::swap(a, b);
  const DeformableMesh& mesh = *bodies.deformable(a);
  if (const DeformableMesh* const other = bodies.deformable(b)) return flexible_contact(mesh, *other);
  for (const PlacedShape& placed : bodies.shapes(b)) {
    const RigidMotion rest = StaticMotion(placed.X);
    for (int i = 0; i < placed.shape->piece_count(); ++i) {
      const Part& part = placed.shape->piece(i).part;
      if (search_.rigid(part, Mover(rest), placed.error_m, mesh, 0.0, {0.0, 0.0}, found_) != Outcome::free) return true;
    }
  }
  return false;
}

bool DeformablePairs::first_contact(const WorldMotion& motion, int a, int b, TimedContact& contact) {
  const DeformableMesh *const mesh_a = motion.deformable(a), *const mesh_b = motion.deformable(b);
  bool touches = false;
  if (mesh_a && mesh_b) {
    touches = flexible_contact(*mesh_a, *mesh_b);
  } else {
    const int rigid = mesh_a ? b : a;
    const DeformableMesh& mesh = mesh_a ? *mesh_a : *mesh_b;
    double latest = 1.0;
    DeformableContact found;
    for (const MovingPart& moving : motion.parts(rigid)) {
      const double rounding = motion.rounding(rigid);
      if (search_.rigid(*moving.part, *moving.mover, rounding, mesh, 0.0, {0.0, latest}, found) == Outcome::free)
        continue;
      if (touches && !(found.time.hi < found_.time.hi)) continue;
      found_ = found;
      latest = found.time.hi;
      touches = true;
    }
    if (touches && mesh_a) {
      static_cast<Contact&>(found_) = reversed(found_);
    }
  }
  if (!touches) return false;
  contact = {found_, a, b, found_.time, found_.initial()};
  return true;
}

DeformingStep::DeformingStep(WorldBodies& bodies, std::span<const World::Moving> moving) {
  moved_.reserve(moving.size());
  try {
    for (const World::Moving& one : moving) {
      bodies.require(one.body);
      if (!bodies.deformable(one.body)) continue;
      DeformableMesh& mesh = bodies.require_deformable(one.body);
      // Named twice: WorldMotion refuses it, and the first of the two is what there is to take back.
      if (std::find(moved_.begin(), moved_.end(), &mesh) != moved_.end()) continue;
      mesh.move_on(one.vertices);
      moved_.push_back(&mesh);
    }
  } catch (...) {
    for (DeformableMesh* const mesh : moved_) mesh->go_back();
    throw;
  }
}

DeformingStep::~DeformingStep() {
  for (DeformableMesh* const mesh : moved_) mesh->go_back();
}

}  // namespace tocca
