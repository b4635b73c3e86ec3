// Two human figures of 15 links and 20,000 triangles each. A figure stands 1.75 m tall and looks along x.
#include <algorithm>

#include "scenes/families.hpp"

namespace tocca::scenes {

namespace {

constexpr int mannequins_triangles = 20'000;

// Heights of the joints above the ground and their distances from the middle, metres.
constexpr double figure_waist_height = 1.06, neck_height = 1.48, hip_height = 0.93;
constexpr double hip_side = 0.095, shoulder_side = 0.2, figure_shoulder_height = 1.42;
constexpr double thigh = 0.43, shank = 0.41;
constexpr double figure_upper_arm = 0.29, figure_lower_arm = 0.25;
constexpr double arm_spread_degrees = 9;  // the arms hang a little outwards, clear of the hips

// All limbs are drawn downwards from their joint: heights are negative. rx is front to back, ry sideways.

Solid pelvis_shape() {  // frame: the ground below the figure, lifted to the hips
  Solid solid = limb(
      {{-0.12, 0.05, 0.06}, {-0.085, 0.09, 0.13}, {-0.02, 0.11, 0.17}, {0.06, 0.1, 0.155}, {0.11, 0.08, 0.13}}, 24, 15);
  for (const double side : {-1.0, 1.0}) {  // buttocks
    solid.add(ellipsoid(Vector3(0.075, 0.09, 0.085), 16, 10).moved(-0.04, side * 0.065, -0.025));
  }
  return solid;
}

Solid torso_shape() {  // frame: the waist
  Solid solid = limb({{-0.055, 0.075, 0.115},
                      {0.02, 0.084, 0.12},
                      {0.07, 0.09, 0.13},
                      {0.14, 0.1, 0.145},
                      {0.24, 0.118, 0.165, 0.004},
                      {0.32, 0.11, 0.175},
                      {0.375, 0.085, 0.15},
                      {0.405, 0.06, 0.085, -0.01},
                      {0.425, 0.05, 0.055, -0.01}},
                     34, 25);
  for (const double side : {-1.0, 1.0}) {  // shoulder caps
    solid.add(ellipsoid(Vector3(0.058, 0.07, 0.055), 14, 8).moved(-0.01, side * 0.155, 0.352));
  }
  return solid;
}

Solid head_shape() {  // frame: the neck
  Solid solid = limb({{-0.03, 0.05, 0.05}, {0.03, 0.052, 0.052}, {0.085, 0.058, 0.056, 0.005}}, 20, 7);  // neck
  solid.add(limb({{0.06, 0.03, 0.028, 0.06},
                  {0.075, 0.055, 0.045, 0.04},
                  {0.11, 0.08, 0.062, 0.022},
                  {0.16, 0.095, 0.073, 0.014},
                  {0.21, 0.098, 0.077, 0.006},
                  {0.25, 0.085, 0.066, 0.0},
                  {0.272, 0.055, 0.045, -0.004},
                  {0.28, 0.025, 0.02, -0.004}},
                 30, 25));
  solid.add(ellipsoid(Vector3(0.014, 0.011, 0.022), 10, 7).moved(0.11, 0, 0.15));  // nose
  for (const double side : {-1.0, 1.0}) {
    solid.add(ellipsoid(Vector3(0.022, 0.008, 0.032), 10, 7).moved(0.005, side * 0.078, 0.16));  // ear
  }
  return solid;
}

Solid upper_arm_shape() {
  return limb({{-figure_upper_arm - 0.02, 0.038, 0.036},
               {-0.22, 0.042, 0.04},
               {-0.12, 0.05, 0.045},
               {-0.04, 0.056, 0.052},
               {0.015, 0.053, 0.05},
               {0.045, 0.036, 0.034}},
              22, 17);
}

Solid lower_arm_shape() {
  return limb({{-figure_lower_arm - 0.005, 0.028, 0.022},
               {-0.19, 0.031, 0.026},
               {-0.08, 0.042, 0.038},
               {-0.02, 0.041, 0.038},
               {0.025, 0.034, 0.032}},
              22, 17);
}

Solid hand_shape(double inwards) {  // thumb to the front; `inwards` is +1 for the right hand (its palm looks to +y)
  Solid solid = limb({{-0.1, 0.034, 0.011}, {-0.07, 0.042, 0.015}, {-0.03, 0.036, 0.016}, {0.01, 0.026, 0.02}}, 20, 11);
  for (int finger = 0; finger < 4; ++finger) {
    const double x = 0.03 - 0.02 * finger,
                 reach = 0.175 - 0.009 * (finger - 1) * (finger - 1) - (finger == 3 ? 0.01 : 0.0);
    solid.add(limb({{-reach, 0.006, 0.006, 0.0, 0.012 * inwards},
                    {-reach + 0.03, 0.0085, 0.008, 0.0, 0.006 * inwards},
                    {-0.075, 0.009, 0.009}},
                   8, 7)
                  .moved(x, 0, 0));
  }
  solid.add(limb({{-0.105, 0.007, 0.007, 0.062, 0.01 * inwards},
                  {-0.07, 0.01, 0.009, 0.052, 0.006 * inwards},
                  {-0.03, 0.013, 0.011, 0.022}},
                 8, 7));
  return solid;
}

Solid thigh_shape() {
  return limb({{-thigh - 0.03, 0.052, 0.05},
               {-0.36, 0.06, 0.055},
               {-0.22, 0.078, 0.068},
               {-0.09, 0.088, 0.076},
               {-0.02, 0.075, 0.068},
               {0.02, 0.05, 0.05}},
              26, 21);
}

Solid shank_shape() {
  return limb({{-shank - 0.02, 0.034, 0.032},
               {-0.35, 0.036, 0.034},
               {-0.22, 0.052, 0.046, -0.012},
               {-0.1, 0.06, 0.053, -0.015},
               {0.0, 0.052, 0.048},
               {0.03, 0.042, 0.04}},
              24, 19);
}

Solid foot_shape() {  // frame: the ankle, 0.09 above the ground; the sole is flat
  Solid solid = limb({{-0.07, 0.03, 0.025},
                      {-0.04, 0.042, 0.034},
                      {0.04, 0.036, 0.043},
                      {0.11, 0.026, 0.046},
                      {0.17, 0.016, 0.04},
                      {0.195, 0.008, 0.022}},
                     22, 17)
                    .turned(about_y(90))
                    .moved(0, 0, -0.052);
  const Solid instep = limb({{-0.06, 0.05, 0.034, 0.015}, {-0.02, 0.042, 0.032, 0.004}, {0.02, 0.034, 0.031}}, 16, 8);
  return solid.add(instep).warped([](const Vector3& p) -> Vector3 {
    return {p.x(), p.y(), std::max(p.z(), -0.088 + 0.02 * (p.z() + 0.09))};
  });
}

/// Mirrors left to right: the same limb for the other side.
Solid mirrored(const Solid& solid) {
  Solid result = solid;
  for (Vector3& p : result.vertices) p.y() = -p.y();
  for (Triangle& t : result.triangles) std::swap(t[1], t[2]);
  return result;
}

void refine_links(RobotDraft& robot, int count) {
  std::vector<ObjectDraft> parts;
  for (LinkDraft& link : robot.links) parts.push_back({link.name, std::move(link.mesh)});
  refine_to(parts, count);
  for (std::size_t k = 0; k < parts.size(); ++k) robot.links[k].mesh = std::move(parts[k].mesh);
}

}  // namespace

RobotDraft mannequin() {
  RobotDraft robot{.name = "mannequin", .links = {}, .joints = {}, .touching = {}};
  const Vector3 y(0, 1, 0), z(0, 0, 1), level(0, 0, 0);
  robot.add("pelvis", pelvis_shape());
  robot.add("torso", torso_shape());
  robot.add("head", head_shape());
  robot.joints.push_back({"waist", "pelvis", "torso", {0, 0, figure_waist_height - hip_height}, level, z, -45, 45});
  robot.joints.push_back({"neck", "torso", "head", {0, 0, neck_height - figure_waist_height}, level, z, -70, 70});
  for (const double side : {1.0, -1.0}) {
    const std::string s = side > 0 ? "left_" : "right_";
    auto sided = [&](const Solid& solid) { return side > 0 ? solid : mirrored(solid); };
    robot.add(s + "upper_arm", sided(upper_arm_shape()));
    robot.add(s + "forearm", sided(lower_arm_shape()));
    robot.add(s + "hand", sided(hand_shape(-1)));
    robot.add(s + "thigh", sided(thigh_shape()));
    robot.add(s + "shank", sided(shank_shape()));
    robot.add(s + "foot", sided(foot_shape()));
    // Positive angles swing the limb forward; knees bend backward.
    const Vector3 forward = -y;
    robot.joints.push_back({s + "shoulder",
                            "torso",
                            s + "upper_arm",
                            {-0.01, side * shoulder_side, figure_shoulder_height - figure_waist_height},
                            {side * arm_spread_degrees, 0, 0},
                            forward,
                            -60,
                            180});
    robot.joints.push_back(
        {s + "elbow", s + "upper_arm", s + "forearm", {0, 0, -figure_upper_arm}, level, forward, 0, 145});
    robot.joints.push_back(
        {s + "wrist", s + "forearm", s + "hand", {0, 0, -figure_lower_arm}, level, forward, -70, 70});
    robot.joints.push_back({s + "hip", "pelvis", s + "thigh", {0, side * hip_side, 0}, level, forward, -30, 120});
    robot.joints.push_back({s + "knee", s + "thigh", s + "shank", {0, 0, -thigh}, level, y, 0, 140});
    robot.joints.push_back({s + "ankle", s + "shank", s + "foot", {0, 0, -shank}, level, forward, -30, 50});
  }
  refine_links(robot, mannequins_triangles);
  return robot;
}

CellDraft mannequins() {
  CellDraft draft{.robot = mannequin(), .robots = {}, .objects = {}, .walks = {}};
  Solid ground = box(Vector3(3.0, 3.0, 0.05));
  draft.objects.push_back({"ground", ground, Vector3(0, 0, -0.03)});
  // Order: waist, neck, then for each side shoulder, elbow, wrist, hip, knee, ankle (left first).
  const Posture stand{0, 0, 0, 5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0};
  const Posture left_step{8, -5, -25, 15, 0, 28, 8, 0, 30, 30, 0, -12, 15, 0};
  const Posture right_step{-8, 5, 30, 30, 0, -12, 15, 0, -25, 15, 0, 28, 8, 0};
  const Posture reach{10, 0, 75, 10, 0, 0, 0, 0, 60, 90, 0, 0, 0, 0};
  draft.robots = {{"walker", Vector3(-0.42, 0, hip_height), 0, {stand, left_step, right_step, reach, stand}},
                  {"greeter", Vector3(0.42, 0.1, hip_height), 180, {stand, right_step, left_step, reach, stand}}};
  return draft;
}

}  // namespace tocca::scenes
