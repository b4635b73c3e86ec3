// Free bodies on the drawing board: what a file leaves open is drawn by a seed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tocca/model/scene.hpp"

namespace tocca {

/// The ball around a mesh about which a free body turns: it holds the mesh in any orientation.
struct MeshBall {
  Vector3 centre;  ///< the middle of the mesh's box, in its own frame
  double radius;   ///< rounded up
};
MeshBall ball_around(const TriangleMesh& mesh);

/// A free body of which only some things are known.
struct FreeBodyDraft {
  std::string name, place;  ///< place: how errors call it
  MeshPointer mesh;
  std::optional<Pose> pose;
  std::optional<Vector3> velocity, spin;  ///< of a step
};

/// The box, if it is given.
struct FreeBox {
  Vector3 least, most;
};

/// Draws what is missing: poses so that no two balls meet (nor one of those that were given), directions of flights and of axes, and a
/// box that holds them all.
///
/// Guarantee   The same drafts and the same seed give the same bodies everywhere: sums, products and roots only.
/// Fails       InputError, without a file, if a draw is out of range, a ball sticks out of the given box, or it has no room
///             for all of them.
FreeBodies draw_free_bodies(const std::vector<FreeBodyDraft>& drafts, const std::optional<FreeBox>& box,
                            const FreeBodyDraws& draws);

}  // namespace tocca
