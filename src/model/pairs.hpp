#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// Which pairs a query looks at, and why it leaves the others out (docs/guide/check.md).
struct PairTable {
  /// A pair that is not looked at, by name, and the reason.
  struct Excluded {
    std::string a, b, why;
  };
  std::vector<std::pair<int, int>> self;   ///< link, link (a < b)
  std::vector<std::pair<int, int>> scene;  ///< link, object
  std::vector<Excluded> excluded;
};

/// What the caller wants left out.
struct PairOptions {
  bool self_collision = true;
  std::span<const AllowedPair> allowed = {};  ///< beside the robot's own (SRDF)
};

/// Links without geometry take part in no pair and are not listed. Excluded, in this order of reasons: same rigid
/// group, joined by a joint after fixed joints are merged, allowed pairs, self-collision switched off, links that no
/// joint moves against the static scene. A name in an allowed pair that a link and an object share means the link: the
/// object stays checked.
PairTable pairs_to_check(const Robot& robot, const Scene& scene, const PairOptions& options = {});

/// For each link the first link of its rigid group: links joined by fixed joints only.
std::vector<int> rigid_groups(const KinematicTree& tree);

}  // namespace tocca
