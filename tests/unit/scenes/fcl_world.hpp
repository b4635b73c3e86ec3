// A peer's view of a problem: FCL's meshes at the poses of a configuration. Kinematics are written anew here, so that
// neither the generators nor the library's motions judge themselves.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tocca/motion/problem.hpp"

namespace tocca::testing {

class FclWorld {
 public:
  explicit FclWorld(const Problem& problem);
  ~FclWorld();

  void place(std::size_t robot, const Configuration& q);
  /// The first overlap of robots with the scene, with themselves and with each other: "elbow / pipe_3". Pairs are
  /// those of pairs_to_check; links that no joint moves are not tested against the scene.
  std::optional<std::string> overlap() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca::testing
