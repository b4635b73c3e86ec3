// One state of a checker's scene, with everything that answers questions about it.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "check/live/live_scene.hpp"
#include "check/query_pool.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

/// Immutable, but for the queries that wait in its pool. Whoever asks holds on to the version until the answer is there.
class CheckerVersion {
 public:
  using Names = std::vector<std::vector<std::string>>;  ///< of each robot's coordinates

  /// Of a problem whose scene can change.
  CheckerVersion(const CheckSettings& settings, LiveScene scene, std::shared_ptr<const Names> names)
      : settings_(settings), scene_(std::move(scene)), names_(std::move(names)) {}
  /// Of one whose scene cannot, and why. The caller sets start().
  CheckerVersion(const CheckSettings& settings, std::shared_ptr<const CollisionModel> model,
                 std::shared_ptr<const Names> names, InputError why_fixed)
      : settings_(settings), names_(std::move(names)), why_fixed_(std::move(why_fixed)) {
    std::call_once(once_, [&] { desk_.emplace(settings_, std::move(model)); });
  }

  const CheckSettings& settings() const { return settings_; }
  const Names& names() const { return *names_; }
  const std::shared_ptr<const Names>& shared_names() const { return names_; }
  const CollisionModel& model() const { return *desk().model; }
  const MotionStep& start() const { return desk().start; }
  MotionStep& start() { return desk().start; }
  QueryPool& pool() const { return desk().pool; }
  bool can_change() const { return scene_.has_value(); }
  /// Throws InputError if it cannot change.
  const LiveScene& scene() const {
    if (why_fixed_) throw InputError(*why_fixed_);
    return *scene_;
  }
  std::uint64_t changes() const { return scene_ ? scene_->change() : 0; }

 private:
  /// Made when the first question is asked: of many changes in a row, nobody may ask about any but the last.
  struct Desk {
    Desk(const CheckSettings& settings, std::shared_ptr<const CollisionModel> the_model)
        : model(std::move(the_model)), start(*model), pool(*model, settings, start) {}

    std::shared_ptr<const CollisionModel> model;
    MotionStep start;
    QueryPool pool;
  };
  Desk& desk() const {
    std::call_once(once_, [this] {
      desk_.emplace(settings_, scene_->model());
      scene_->set_start(*desk_->model, desk_->start);
    });
    return *desk_;
  }

  CheckSettings settings_;
  std::optional<LiveScene> scene_;
  std::shared_ptr<const Names> names_;
  std::optional<InputError> why_fixed_;
  mutable std::once_flag once_;
  mutable std::optional<Desk> desk_;
};
using VersionPointer = std::shared_ptr<const CheckerVersion>;

}  // namespace tocca
