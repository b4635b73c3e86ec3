#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "core/interval_arithmetic.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca {
namespace {

void require_rate(double value, const char* name, double most) {
  if (value > 0.0 && value <= most && std::isfinite(value)) return;
  throw InputError("", name, most == 1.0 ? "must be greater than 0 and at most 1" : "must be greater than 0",
                   "give a positive number");
}

/// Names of joints for which something is missing: the first few, and how many more there are.
class MissingNames {
 public:
  void add(const std::string& name) {
    if (++count_ <= 4) names_ += (names_.empty() ? "" : ", ") + name;
  }
  void report(const char* what, const char* unit, Warnings& warnings) const {
    if (count_ == 0) return;
    const std::string more = count_ > 4 ? " and " + std::to_string(count_ - 4) + " more" : "";
    warnings.push_back(std::string("no limit of ").append(what) + " is known for " + names_ + more + ": 1 " + unit +
                       " is taken, for want of a joint_limits.yaml that says more");
  }

 private:
  int count_ = 0;
  std::string names_;
};

}  // namespace

LimitSettings LimitSettings::of(const Problem& problem) {
  LimitSettings settings;
  for (const RobotTask& task : problem.robots) {
    settings.velocity_scale = std::min(settings.velocity_scale, task.robot.velocity_scale);
    settings.acceleration_scale = std::min(settings.acceleration_scale, task.robot.acceleration_scale);
  }
  return settings;
}

MotionLimits motion_limits(const CollisionModel& model, const LimitSettings& settings, Warnings& missing) {
  constexpr double any = std::numeric_limits<double>::infinity();
  const double velocity = settings.velocity.value_or(1.0), acceleration = settings.acceleration.value_or(1.0);
  require_rate(velocity, "velocity", any);
  require_rate(acceleration, "acceleration", any);
  require_rate(settings.rise_s, "rise", any);
  require_rate(settings.velocity_scale, "velocity scale", 1.0);
  require_rate(settings.acceleration_scale, "acceleration scale", 1.0);

  Eigen::Index count = 0;
  for (const CollisionModel::RobotFrame& robot : model.robots()) count += robot.tree.coordinate_count();
  MotionLimits limits{Configuration::Constant(count, any), Configuration::Constant(count, any),
                      Configuration::Constant(count, any)};
  MissingNames no_velocity, no_acceleration;
  Eigen::Index first = 0;
  for (const CollisionModel::RobotFrame& robot : model.robots()) {
    for (const Joint& joint : robot.tree.joints()) {
      const Joint& source = joint.mimic ? robot.tree.joints()[at(joint.mimic->joint)] : joint;
      if (source.first_coordinate < 0) continue;
      const double ratio = joint.mimic ? std::abs(joint.mimic->multiplier) : 1.0;
      if (ratio == 0.0) continue;
      if (!joint.mimic && !joint.rates.velocity) no_velocity.add(joint.name);
      if (!joint.mimic && !joint.rates.acceleration) no_acceleration.add(joint.name);
      // A joint that mimics and has no limits of its own is as fast as it likes. A quotient that is rounded down by a step of
      // doubles is no greater than the true one.
      const auto rate = [&](const std::optional<double>& given, double otherwise) {
        const double value = given.value_or(joint.mimic ? any : otherwise);
        return ratio == 1.0 || value == any ? value : below(value / ratio);
      };
      for (int k = 0; k < coordinate_count(source.type); ++k) {
        const Eigen::Index c = first + source.first_coordinate + k;
        limits.velocity[c] =
            std::min(limits.velocity[c], settings.velocity_scale * rate(joint.rates.velocity, velocity));
        limits.acceleration[c] = std::min(limits.acceleration[c],
                                          settings.acceleration_scale * rate(joint.rates.acceleration, acceleration));
        limits.jerk[c] = std::min(limits.jerk[c], rate(joint.rates.jerk, any));
      }
    }
    first += robot.tree.coordinate_count();
  }
  for (Eigen::Index c = 0; c < count; ++c) {
    if (!std::isfinite(limits.jerk[c])) limits.jerk[c] = limits.acceleration[c] / settings.rise_s;
  }
  if (!settings.velocity) no_velocity.report("velocity", "rad/s (m/s)", missing);
  if (!settings.acceleration) no_acceleration.report("acceleration", "rad/s2 (m/s2)", missing);
  return limits;
}

}  // namespace tocca
