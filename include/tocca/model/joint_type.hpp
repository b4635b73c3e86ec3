#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tocca {

/// As in URDF. Everything else the library needs to know about a type is in joint_traits(), below; how it moves is in
/// TreeMotion::append_stages.
enum class JointType { fixed, revolute, continuous, prismatic, planar, floating };

/// What one number of a joint's position means: a length along a direction; an angle about the axis; one of the four
/// numbers of a quaternion (x, y, z, w), which stand together and come last.
enum class CoordinateRole { slide, turn, quaternion };

/// One number of a joint's position.
struct JointCoordinate {
  std::string_view suffix;  ///< what is appended to the joint's name: ".x"; empty if it is the only one
  CoordinateRole role;
  double zero = 0.0;  ///< its value in the zero configuration
};

/// Coordinates that several types share.
namespace joint_coordinates {
inline constexpr std::array<JointCoordinate, 1> angle{{{"", CoordinateRole::turn}}};
inline constexpr std::array<JointCoordinate, 1> length{{{"", CoordinateRole::slide}}};
inline constexpr std::array<JointCoordinate, 3> plane{
    {{".x", CoordinateRole::slide}, {".y", CoordinateRole::slide}, {".theta", CoordinateRole::turn}}};
inline constexpr std::array<JointCoordinate, 7> pose{{{".x", CoordinateRole::slide},
                                                      {".y", CoordinateRole::slide},
                                                      {".z", CoordinateRole::slide},
                                                      {".qx", CoordinateRole::quaternion},
                                                      {".qy", CoordinateRole::quaternion},
                                                      {".qz", CoordinateRole::quaternion},
                                                      {".qw", CoordinateRole::quaternion, 1.0}}};
}  // namespace joint_coordinates

/// Everything there is to know about a joint type.
struct JointTraits {
  std::string_view name;                         ///< URDF's word for it; empty: not a type
  std::span<const JointCoordinate> coordinates;  ///< in the order of a Configuration
  bool has_axis = false;                         ///< its motion depends on Joint::axis
  bool has_limits = false;                       ///< URDF gives it limits, and planners stay within them
};

/// The table of joint types. It has no default: the compiler (-Wswitch) names a type without a row.
constexpr JointTraits joint_traits(JointType type) {
  switch (type) {
    case JointType::fixed:
      return {"fixed", {}, false, false};
    case JointType::revolute:
      return {"revolute", joint_coordinates::angle, true, true};
    case JointType::continuous:
      return {"continuous", joint_coordinates::angle, true, false};
    case JointType::prismatic:
      return {"prismatic", joint_coordinates::length, true, true};
    case JointType::planar:
      return {"planar", joint_coordinates::plane, true, false};
    case JointType::floating:
      return {"floating", joint_coordinates::pose, false, false};
  }
  return {};
}

/// "fixed", "revolute", ...
constexpr std::string_view type_name(JointType type) { return joint_traits(type).name; }
/// How many numbers describe the joint's position in a Configuration.
constexpr int coordinate_count(JointType type) { return static_cast<int>(joint_traits(type).coordinates.size()); }
constexpr bool is_fixed(JointType type) { return coordinate_count(type) == 0; }
constexpr bool has_axis(JointType type) { return joint_traits(type).has_axis; }
constexpr bool has_limits(JointType type) { return joint_traits(type).has_limits; }
/// One number, an angle or a length: a joint to which limits, mimicry and time laws can apply.
constexpr bool is_simple(JointType type) { return coordinate_count(type) == 1; }
/// One number, an angle.
constexpr bool turns(JointType type) {
  return is_simple(type) && joint_traits(type).coordinates[0].role == CoordinateRole::turn;
}
/// One number, a length.
constexpr bool slides(JointType type) {
  return is_simple(type) && joint_traits(type).coordinates[0].role == CoordinateRole::slide;
}
/// Its last four numbers are a quaternion.
constexpr bool has_quaternion(JointType type) {
  return !is_fixed(type) && joint_traits(type).coordinates.back().role == CoordinateRole::quaternion;
}
/// Where the quaternion starts among the joint's numbers. Requires has_quaternion(type).
constexpr int quaternion_place(JointType type) { return coordinate_count(type) - 4; }
/// The child's origin may move: some number is a length.
constexpr bool moves_origin(JointType type) {
  for (const JointCoordinate& coordinate : joint_traits(type).coordinates) {
    if (coordinate.role == CoordinateRole::slide) return true;
  }
  return false;
}
/// How many ways it can move: a quaternion counts as three.
constexpr int degrees_of_freedom(JointType type) { return coordinate_count(type) - (has_quaternion(type) ? 1 : 0); }

/// The type of that name, if there is one.
std::optional<JointType> joint_type_named(std::string_view name);
/// The names of all `wanted` types, for messages: "revolute, continuous or prismatic".
std::string joint_type_names(bool (*wanted)(JointType));

}  // namespace tocca
