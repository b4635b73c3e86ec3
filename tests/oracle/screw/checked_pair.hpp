// What answers about a pair of meshes are compared with: the same question, asked of the Checker.
#pragma once

#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca::testing {

struct MovedMesh {
  MeshPointer mesh;
  Pose start;
  RigidMotion motion;
};

inline Answer checked_first_contact(const MovedMesh& a, const MovedMesh& b) {
  Problem problem;
  problem.scene.objects = {object("a", a.start, a.mesh), object("b", b.start, b.mesh)};
  problem.moving.push_back({0, ObjectMotion::in_between, {{0.0, a.start}, {1.0, a.start}}});
  problem.moving.push_back({1, ObjectMotion::in_between, {{0.0, b.start}, {1.0, b.start}}});
  const Checker checker(problem);
  Query query = checker.query();
  query.step().move_object(0, a.motion);
  query.step().move_object(1, b.motion);
  return query.first_contact();
}

}  // namespace tocca::testing
