#include "io/limit_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.hpp"

namespace tocca {

LimitWatch::LimitWatch(const KinematicTree& tree) {
  for (const Joint& joint : tree.joints()) {
    if (!joint.limits || coordinate_count(joint.type) != 1) continue;
    if (joint.mimic) {
      const Joint& source = tree.joints()[static_cast<std::size_t>(joint.mimic->joint)];
      watched_.push_back({&joint, source.first_coordinate, joint.mimic->multiplier, joint.mimic->offset});
    } else {
      watched_.push_back({&joint, joint.first_coordinate, 1.0, 0.0});
    }
  }
}

bool LimitWatch::sees_breach(ConfigurationView q) const noexcept {
  return std::any_of(watched_.begin(), watched_.end(), [&](const Watched& watched) { return watched.breached(q); });
}

void LimitWatch::warn(ConfigurationView q, const std::string& place, Warnings& warnings) {
  std::erase_if(watched_, [&](const Watched& watched) {
    if (!watched.breached(q)) return false;
    const auto [lower, upper] = *watched.joint->limits;
    warnings.push_back(fmt::format("{}: joint {} is at {}, outside its limits {} to {}", place,
                                   in_quotes(watched.joint->name), watched.value(q), lower, upper));
    return true;
  });
}

}  // namespace tocca
