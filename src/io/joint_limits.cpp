#include "io/joint_limits.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "io/json_cursor.hpp"
#include "io/text.hpp"
#include "io/yaml.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_limits_bytes = 16 << 20;

/// What ROS 2 puts around the parameters of a node.
JsonCursor unwrapped(JsonCursor document) {
  for (int depth = 0; depth < 4 && document.is_object() && !document.find("joint_limits"); ++depth) {
    const std::vector<std::string> keys = document.keys();
    if (keys.size() != 1) break;
    document = document.at(keys.front());
  }
  return document;
}

/// `true` is a text to the reader of YAML.
bool is_true(const JsonCursor& value) {
  const std::string text = lower_case(value.text());
  if (text != "true" && text != "false") value.fail("should be true or false", "write true or false");
  return text == "true";
}

class LimitsReader {
 public:
  LimitsReader(Robot& robot, Warnings& warnings) : robot_(robot), warnings_(warnings) {
    for (const Joint& joint : robot.tree.joints()) rates_.push_back(joint.rates);
  }

  void read(const JsonCursor& document) {
    document.expect_object({"joint_limits", "default_velocity_scaling_factor", "default_acceleration_scaling_factor"});
    const JsonCursor joints = document.at("joint_limits");
    std::vector<std::string> unknown;
    for (const std::string& name : joints.keys()) {
      const int joint = robot_.tree.find_joint(name);
      joint < 0 ? unknown.push_back(name) : read_joint(name, joints.at(name), rates_[at(joint)]);
    }
    robot_.tree = robot_.tree.with_rates(rates_);
    if (const auto scale = document.find("default_velocity_scaling_factor")) robot_.velocity_scale = part(*scale);
    if (const auto scale = document.find("default_acceleration_scaling_factor"))
      robot_.acceleration_scale = part(*scale);
    const std::string file = document.file().string();
    if (!unknown.empty()) {
      warnings_.push_back(file + ": the robot has no " + (unknown.size() == 1 ? "joint " : "joints ") +
                          some_in_quotes(unknown));
    }
    if (!without_flag_.empty()) {
      warnings_.push_back(file + ": limits of " + some_in_quotes(without_flag_) +
                          " are not used: they lack their flag, such as 'has_velocity_limits: true'");
    }
    if (positions_) warnings_.push_back(file + ": its position limits are not used; those of the URDF count");
  }

 private:
  void read_joint(const std::string& name, const JsonCursor& joint, RateLimits& rates) {
    joint.expect_object({"has_position_limits", "min_position", "max_position", "has_velocity_limits", "max_velocity",
                         "has_acceleration_limits", "max_acceleration", "has_deceleration_limits", "max_deceleration",
                         "has_jerk_limits", "max_jerk", "has_effort_limits", "max_effort", "angle_wraparound",
                         "has_soft_limits", "k_position", "k_velocity", "soft_lower_limit", "soft_upper_limit"});
    const auto counts = [&](const char* flag, const char* limit) {
      const auto given = joint.find(flag);
      const bool lacks_flag = !given && joint.find(limit);
      if (lacks_flag && (without_flag_.empty() || without_flag_.back() != name)) without_flag_.push_back(name);
      return given && is_true(*given);
    };
    const auto take = [&](const char* flag, const char* limit, std::optional<double>& rate) {
      if (counts(flag, limit)) rate = joint.at(limit).positive();
    };
    take("has_velocity_limits", "max_velocity", rates.velocity);
    take("has_acceleration_limits", "max_acceleration", rates.acceleration);
    if (counts("has_deceleration_limits", "max_deceleration")) {
      const JsonCursor limit = joint.at("max_deceleration");
      const double deceleration = std::fabs(limit.number());  // some of MoveIt's planners ask for negative ones
      if (!(deceleration > 0.0)) limit.fail("must not be 0", "give a deceleration, or leave out its flag");
      rates.acceleration = std::min(deceleration, rates.acceleration.value_or(deceleration));
    }
    take("has_jerk_limits", "max_jerk", rates.jerk);
    if (const auto flag = joint.find("has_position_limits")) positions_ = is_true(*flag) || positions_;
  }

  static double part(const JsonCursor& scale) {
    const double value = scale.positive();
    if (value > 1.0) scale.fail("must be at most 1", "give a part of the limits, such as 0.5");
    return value;
  }

  Robot& robot_;
  Warnings& warnings_;
  std::vector<RateLimits> rates_;
  std::vector<std::string> without_flag_;
  bool positions_ = false;
};

}  // namespace

void load_joint_limits(const std::filesystem::path& file, Robot& robot, Warnings& warnings) {
  const std::vector<nlohmann::json> documents = parse_yaml(read_file(file, max_limits_bytes), file);
  if (documents.empty()) throw InputError(file.string(), "", "is empty", "give a file with 'joint_limits'");
  if (documents.size() > 1)
    throw InputError(file.string(), "", "holds several documents", "give one with 'joint_limits'");
  LimitsReader(robot, warnings).read(unwrapped({documents.front(), file}));
}

}  // namespace tocca
