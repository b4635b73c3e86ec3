// FCL's first overlap of two objects, as its managers call it.
#pragma once

#include <fcl/narrowphase/collision.h>

namespace tocca::bench {

struct FclProbe {
  fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
};

/// `data` is an FclProbe. True ends the manager's walk.
inline bool fcl_touch(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  auto& probe = *static_cast<FclProbe*>(data);
  fcl::collide(a, b, probe.request, probe.result);
  return probe.result.isCollision();
}

}  // namespace tocca::bench
