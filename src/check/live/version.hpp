// One state of a checker's scene, with everything that answers questions about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/live/live_scene.hpp"
#include "check/query_pool.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

/// Immutable, but for the queries that wait in its pool. Whoever asks holds on to the version until the answer is there.
struct CheckerVersion {
  /// `the_model`: of the scene, if it can change.
  CheckerVersion(const CheckSettings& the_settings, std::shared_ptr<const CollisionModel> the_model)
      : settings(the_settings), model(std::move(the_model)), start(*model), pool(*model, settings, start) {}

  CheckSettings settings;
  std::shared_ptr<const CollisionModel> model;
  MotionStep start;
  mutable QueryPool pool;
  std::shared_ptr<const std::vector<std::vector<std::string>>> names;  ///< of each robot's coordinates
  std::optional<LiveScene> scene;                                      ///< none: it cannot change
  std::shared_ptr<const InputError> why_fixed;                         ///< if it cannot
};
using VersionPointer = std::shared_ptr<const CheckerVersion>;

}  // namespace tocca
