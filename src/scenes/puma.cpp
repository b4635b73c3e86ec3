// The Unimation Puma 560: six revolute joints, seven links, about 800 triangles.
#include "scenes/families.hpp"

namespace tocca::scenes {

namespace {

// Kinematic dimensions of the data sheet, metres.
constexpr double puma_shoulder_height = 0.6604;  // floor to joint 2
constexpr double shoulder_offset = 0.2435;       // joint 1 axis to the middle of the upper arm
constexpr double puma_upper_arm = 0.4318;
constexpr double elbow_offset = 0.0934;  // the forearm runs beside the upper arm, back towards the column
constexpr double forearm_drop = 0.0203;
constexpr double puma_forearm = 0.4331;
constexpr double puma_flange_reach = 0.0565;

constexpr double puma_waist_height = 0.5;  // where the shoulder housing turns on the column
constexpr int puma_sides = 12;
constexpr int puma_triangles = 800;

Solid pedestal() {
  Solid solid = box(Vector3(0.36, 0.36, 0.03)).moved(0, 0, 0.015);
  solid.add(
      lathe({{0.16, 0.025}, {0.16, 0.05}, {0.10, 0.08}, {0.092, 0.44}, {0.115, 0.46}, {0.115, 0.498}}, puma_sides));
  return solid;
}

/// Turns with joint 1: a round housing on the column, and the drum of joint 2 across it.
Solid shoulder() {
  Solid solid = lathe({{0.11, 0.003}, {0.11, 0.09}, {0.095, 0.27}, {0.06, 0.3}}, puma_sides);
  const double rise = puma_shoulder_height - puma_waist_height;
  const Matrix3 across = about_x(-90);  // z becomes y
  solid.add(lathe({{0.085, -0.14}, {0.105, -0.12}, {0.105, 0.12}, {0.09, shoulder_offset - 0.06}}, puma_sides)
                .turned(across)
                .moved(0, 0, rise));
  return solid;
}

/// In the frame of joint 2: the arm along x, its flat sides across y.
Solid upper_arm_body() {
  const Matrix3 upright = about_x(90);  // the outline's y becomes z, its thickness -y
  Solid solid = prism(stadium(0.12, 0.085, puma_upper_arm, 7, -0.045), 0.09).turned(upright);
  solid.add(prism(stadium(0.07, 0.055, 0.26, 5, -0.065), 0.13).turned(upright).moved(-0.13, 0, 0.0));
  return solid;
}

/// In the frame of joint 3: elbow drum, tapering forearm with the motors at its back.
Solid forearm_body() {
  const Matrix3 along_x = about_y(90);
  Solid solid = lathe({{0.08, -0.046}, {0.08, 0.04}}, puma_sides).turned(about_x(90));
  auto section = [](double width, double height, double x) {
    Ring ring = rounded_rectangle(height, width, 0.3 * std::min(width, height), 2, x);
    return ring;
  };
  Solid arm = loft({section(0.08, 0.13, -0.12), section(0.086, 0.15, -0.02), section(0.08, 0.12, 0.1),
                    section(0.07, 0.075, 0.36)})
                  .turned(along_x)
                  .moved(0, 0, -forearm_drop);
  return solid.add(arm);
}

/// In the frame of joint 4, whose axis is x; the origin is the centre of the wrist.
Solid wrist_roll() {
  return lathe({{0.034, -0.072}, {0.038, -0.066}, {0.038, -0.048}}, puma_sides).turned(about_y(90));
}

Solid wrist_bend() {
  return lathe({{0.036, -0.035}, {0.042, -0.02}, {0.042, 0.02}, {0.036, 0.035}}, puma_sides).turned(about_x(90));
}

/// In the frame of joint 6: the flange and a parallel gripper.
Solid flange() {
  Solid solid = lathe({{0.018, 0.03}, {0.0315, 0.047}, {0.0315, puma_flange_reach}}, puma_sides).turned(about_y(90));
  solid.add(box(Vector3(0.05, 0.1, 0.04)).moved(puma_flange_reach + 0.024, 0, 0));
  for (const double side : {-1.0, 1.0}) {
    solid.add(box(Vector3(0.075, 0.016, 0.026)).moved(puma_flange_reach + 0.085, side * 0.036, 0));
  }
  return solid;
}

}  // namespace

RobotDraft puma_560() {
  RobotDraft robot{.name = "puma560", .links = {}, .joints = {}, .touching = {}};
  robot.add("base", pedestal());
  robot.add("shoulder", shoulder());
  robot.add("upper_arm", upper_arm_body());
  robot.add("forearm", forearm_body());
  robot.add("wrist_roll", wrist_roll());
  robot.add("wrist_bend", wrist_bend());
  robot.add("flange", flange());
  refine_to(robot.links[2].mesh, robot.links[2].mesh.size() + puma_triangles - robot.triangles());
  const Vector3 up(0, -1, 0);  // turning about -y lifts what points along x
  const double rise = puma_shoulder_height - puma_waist_height;
  robot.joints = {
      {"waist", "base", "shoulder", {0, 0, puma_waist_height}, {0, 0, 0}, {0, 0, 1}, -160, 160},
      {"shoulder_lift", "shoulder", "upper_arm", {0, shoulder_offset, rise}, {0, 0, 0}, up, -45, 225},
      {"elbow", "upper_arm", "forearm", {puma_upper_arm, -elbow_offset, 0}, {0, 0, 0}, up, -135, 135},
      {"wrist_1", "forearm", "wrist_roll", {puma_forearm, 0, -forearm_drop}, {0, 0, 0}, {1, 0, 0}, -110, 170},
      {"wrist_2", "wrist_roll", "wrist_bend", {0, 0, 0}, {0, 0, 0}, up, -100, 100},
      {"wrist_3", "wrist_bend", "flange", {0, 0, 0}, {0, 0, 0}, {1, 0, 0}, -266, 266},
  };
  return robot;
}

}  // namespace tocca::scenes
