// Two six-axis industrial arms of the same build: an ABB IRB 2400 and a Fanuc with an arc welding gun.
#include <cmath>

#include "scenes/families.hpp"

namespace tocca::scenes {

namespace {

/// The lengths of a vertical six-axis arm, metres. At zero the lower arm stands upright, the forearm points along x.
struct ArmSizes {
  double shoulder_height, shoulder_forward;  // joint 2 above the floor, before joint 1
  double lower_arm;                          // joint 2 to joint 3
  double forearm_rise, forearm;              // joint 3 to the forearm's axis, and along it to the wrist
  double flange_reach;                       // wrist to flange
  double girth;                              // 1 for the IRB: scales what the lengths above leave open
  int sides;                                 // of round parts
};

constexpr ArmSizes irb_sizes{0.615, 0.1, 0.705, 0.135, 0.755, 0.085, 1.0, 20};
constexpr ArmSizes fanuc_sizes{0.74, 0.15, 0.6, 0.2, 0.65, 0.1, 0.92, 14};
constexpr double arm_waist_height = 0.22;  // where the column turns on its foot

// A closed mesh has an even number of triangles: 2,992 is as near as one comes to the paper's 2,991.
constexpr int irb_triangles = 2'992;
constexpr int fanuc_triangles = 2'502;

const Matrix3 turned_to_x = about_y(90);   // z becomes x
const Matrix3 turned_to_y = about_x(-90);  // z becomes y

Solid motor(double radius, double length, int sides) {
  return lathe({{0.9 * radius, 0},
                {radius, 0.02},
                {radius, 0.62 * length},
                {0.8 * radius, 0.66 * length},
                {0.8 * radius, 0.97 * length},
                {0.7 * radius, length}},
               sides / 5 * 3);
}

Solid foot(const ArmSizes& size) {
  const double g = size.girth;
  Solid solid = prism(rounded_rectangle(0.5 * g, 0.5 * g, 0.07, 4, 0.0), 0.03);
  solid.add(lathe(
      {{0.225 * g, 0.02}, {0.2 * g, 0.05}, {0.19 * g, 0.17}, {0.2 * g, 0.19}, {0.2 * g, arm_waist_height - 0.004}},
      size.sides));
  solid.add(rounded_box(Vector3(0.2, 0.26, 0.13) * g, 0.012).moved(-0.24 * g, 0, 0.105));
  return solid;
}

/// Turns about z on the foot; carries the cheeks between which the lower arm swings.
Solid column(const ArmSizes& size) {
  const double g = size.girth, rise = size.shoulder_height - arm_waist_height, ahead = size.shoulder_forward;
  Solid solid = lathe({{0.2 * g, 0.004}, {0.2 * g, 0.05}, {0.16 * g, 0.1}, {0.14 * g, 0.16}, {0, 0.165}}, size.sides);
  solid.add(rounded_box(Vector3(0.3 * g, 0.26 * g, rise), 0.03).moved(0.35 * ahead, 0, 0.45 * rise + 0.02));
  for (const double side : {-1.0, 1.0}) {
    solid.add(cylinder(0.13 * g, 0.05, size.sides).turned(turned_to_y).moved(ahead, side * 0.12 * g, rise));
  }
  solid.add(motor(0.075 * g, 0.26, size.sides).turned(turned_to_y).moved(ahead, 0.13 * g, rise));
  solid.add(motor(0.07 * g, 0.3, size.sides).moved(-0.15 * g, 0.02, 0.1));
  return solid;
}

Solid lower_arm(const ArmSizes& size) {
  const double g = size.girth, length = size.lower_arm;
  auto section = [&](double height, double along, double thick) {
    Ring ring = rounded_rectangle(along * g, thick * g, 0.03 * g, 4, height);
    return ring;
  };
  Solid solid = loft({section(-0.05, 0.15, 0.1), section(0.06, 0.18, 0.11), section(0.3 * length, 0.16, 0.12),
                      section(0.75 * length, 0.12, 0.11), section(length + 0.03, 0.12, 0.1)});
  solid.add(cylinder(0.11 * g, 0.18 * g, size.sides).turned(turned_to_y));
  solid.add(cylinder(0.095 * g, 0.14 * g, size.sides).turned(turned_to_y).moved(0, 0, length));
  return solid;
}

/// In the frame of joint 3: the elbow block with three wrist motors at its back.
Solid elbow(const ArmSizes& size) {
  const double g = size.girth, rise = size.forearm_rise;
  Solid solid = rounded_box(Vector3(0.32, 0.24, 0.22) * g, 0.03).moved(-0.02, 0, rise);
  for (const double side : {-1.0, 1.0}) {
    solid.add(prism(stadium(0.1 * g, 0.09 * g, rise, 6, -0.02), 0.04)
                  .turned(about_x(90) * about_z(90))
                  .moved(0, side * 0.1 * g, 0));
    solid.add(motor(0.05 * g, 0.2, size.sides).turned(about_y(-90)).moved(-0.16 * g, side * 0.066 * g, rise + 0.03));
  }
  solid.add(motor(0.05 * g, 0.22, size.sides).turned(about_y(-90)).moved(-0.16 * g, 0, rise - 0.055 * g));
  solid.add(
      lathe({{0.1 * g, 0.1}, {0.1 * g, 0.16}, {0.085 * g, 0.2}}, size.sides).turned(turned_to_x).moved(0, 0, rise));
  return solid;
}

/// In the frame of joint 4 (at the wrist's centre, axis x): the tube, ending in a fork.
Solid forearm_tube(const ArmSizes& size) {
  const double g = size.girth, back = 0.205 - size.forearm;
  Solid solid = lathe({{0.08 * g, back},
                       {0.08 * g, back + 0.05},
                       {0.062 * g, 0.6 * back},
                       {0.055 * g, -0.13},
                       {0.066 * g, -0.11},
                       {0.066 * g, -0.075}},
                      size.sides)
                    .turned(turned_to_x);
  for (const double side : {-1.0, 1.0}) {
    solid.add(prism(stadium(0.045, 0.045, 0.085, 6, -0.01), 0.02).turned(about_x(90)).moved(-0.085, side * 0.056, 0));
  }
  return solid;
}

Solid wrist(const ArmSizes& size) {
  Solid solid = lathe({{0.03, -0.044}, {0.042, -0.036}, {0.042, 0.036}, {0.03, 0.044}}, size.sides).turned(turned_to_y);
  solid.add(lathe({{0.036, 0.0}, {0.034, size.flange_reach - 0.022}}, size.sides).turned(turned_to_x));
  return solid;
}

Solid tool_flange(const ArmSizes& size) {
  return lathe({{0.03, size.flange_reach - 0.02}, {0.042, size.flange_reach - 0.016}, {0.042, size.flange_reach}},
               size.sides)
      .turned(turned_to_x);
}

/// A thin rod in a chuck, along x from the flange.
Solid rod(double from) {
  Solid solid = lathe({{0.02, from - 0.003}, {0.02, from + 0.03}, {0.008, from + 0.045}}, 12).turned(turned_to_x);
  return solid.add(cylinder(0.004, 0.35, 8).turned(turned_to_x).moved(from + 0.21, 0, 0));
}

/// Bracket, torch body, goose neck and nozzle.
Solid welding_gun(double from) {
  Solid solid = rounded_box(Vector3(0.05, 0.06, 0.05), 0.008).moved(from + 0.02, 0, 0);
  solid.add(box(Vector3(0.014, 0.05, 0.14)).moved(from + 0.035, 0, 0.06));
  const Vector3 grip(from + 0.02, 0, 0.125);
  solid.add(lathe({{0.018, -0.09}, {0.024, -0.08}, {0.024, 0.05}, {0.014, 0.09}}, 14).turned(turned_to_x).moved(grip));
  solid.add(pipe({grip + Vector3(0.08, 0, 0), grip + Vector3(0.19, 0, 0), grip + Vector3(0.27, 0, -0.11)}, 0.009, 12,
                 0.07, 8));
  const Matrix3 down = about_y(90 + 53.9726266);  // along the neck's last leg
  solid.add(lathe({{0.011, -0.07}, {0.014, -0.065}, {0.014, -0.01}, {0.01, 0.012}, {0.003, 0.014}, {0.003, 0.03}}, 14)
                .turned(down)
                .moved(grip + Vector3(0.27, 0, -0.11)));
  return solid;
}

RobotDraft arm(const std::string& name, const ArmSizes& size, const Solid& tool, int triangle_count) {
  RobotDraft robot{.name = name, .links = {}, .joints = {}, .touching = {}};
  robot.add("foot", foot(size));
  robot.add("column", column(size));
  robot.add("lower_arm", lower_arm(size));
  robot.add("elbow", elbow(size));
  robot.add("forearm", forearm_tube(size));
  robot.add("wrist", wrist(size));
  robot.add("hand", tool_flange(size).add(tool));
  // The largest links take what is missing to the count.
  const int missing = triangle_count - robot.triangles();
  const int share = missing / 4 / 2 * 2;
  for (const std::size_t link : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    refine_to(robot.links[link].mesh, robot.links[link].mesh.size() + share);
  }
  Solid& forearm = robot.links[4].mesh;
  refine_to(forearm, forearm.size() + missing - 3 * share);

  const double rise = size.shoulder_height - arm_waist_height;
  const Vector3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1), level(0, 0, 0);
  robot.joints = {
      {"axis_1", "foot", "column", {0, 0, arm_waist_height}, level, z, -180, 180},
      {"axis_2", "column", "lower_arm", {size.shoulder_forward, 0, rise}, level, y, -100, 110},
      {"axis_3", "lower_arm", "elbow", {0, 0, size.lower_arm}, level, y, -120, 120},
      {"axis_4", "elbow", "forearm", {size.forearm, 0, size.forearm_rise}, level, x, -200, 200},
      {"axis_5", "forearm", "wrist", {0, 0, 0}, level, y, -120, 120},
      {"axis_6", "wrist", "hand", {0, 0, 0}, level, x, -400, 400},
  };
  return robot;
}

}  // namespace

RobotDraft irb_2400() { return arm("irb2400", irb_sizes, rod(irb_sizes.flange_reach), irb_triangles); }
RobotDraft fanuc_200() { return arm("fanuc200", fanuc_sizes, welding_gun(fanuc_sizes.flange_reach), fanuc_triangles); }

}  // namespace tocca::scenes
