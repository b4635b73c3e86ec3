// What a user of FCL or Bullet asks instead of ScrewPair: their continuous queries, from pose to pose of a screw. Both know no more than
// half a turn between two poses, so they are asked piece by piece.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca::bench {

class ScrewPeer {
 public:
  virtual ~ScrewPeer() = default;
  /// Does A, moving through these poses (in B's frame), touch B? Ends at the first hit.
  virtual bool hits(std::span<const Pose> poses) = 0;
};

struct ScrewPeerKind {
  std::string name;
  std::unique_ptr<ScrewPeer> peer;
};

/// FCL: continuousCollide with its screw motion, by sampling (its default) and by conservative advancement. Bullet: convexSweepTest of
/// A's convex hulls (one for each connected surface) against B's triangles.
std::vector<ScrewPeerKind> screw_peers(const MeshPointer& a, const MeshPointer& b);

}  // namespace tocca::bench
