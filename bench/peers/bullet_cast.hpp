// What a user of Bullet does instead (tesseract's cast managers do it so): each convex piece of a link is cast from its
// start pose to its end pose, as the hull of both, against the scene's triangles. One static test a piece, whatever the
// length of the motion; arcs are taken for straight lines, and a turning piece for the hull of its two ends, so it both
// misses contacts and invents them.
#pragma once

#include <memory>

#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::bench {

class BulletCast {
 public:
  /// Links are cut into the hulls of their connected components. Requires meshes only.
  BulletCast(const Robot& robot, const Scene& scene);
  ~BulletCast();

  /// Ends at the first hit.
  bool hits(const Configuration& from, const Configuration& to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca::bench
