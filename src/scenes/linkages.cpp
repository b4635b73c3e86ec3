// Skinny linkages of 20 degrees of freedom: two arms through three thin tori, one and nine through thin lattices.
#include "scenes/families.hpp"

namespace tocca::scenes {

namespace {

constexpr int joint_count = 20;

/// A link of exactly 16 triangles, so that an arm of 20 links has 320: a square bar, pointed at both joints.
Solid needle(double length, double radius) {
  const double shoulder = 0.12 * length;
  return lathe({{0, 0}, {radius, shoulder}, {radius, length - shoulder}, {0, length}}, 4);
}

ObjectDraft base_plate(double half_width) {
  return {"base_plate", rounded_box(Vector3(2 * half_width, 2 * half_width, 0.02), 0.004), Vector3(0, 0, -0.015)};
}

/// A thin square lattice with holes by holes openings, in the plane z = 0.
Solid lattice(double half_width, int holes, double bar, double thickness) {
  std::vector<double> lines;
  for (int k = 0; k <= holes; ++k) {
    const double at = -half_width + 2 * half_width * k / holes;
    lines.push_back(at - 0.5 * bar);
    lines.push_back(at + 0.5 * bar);
  }
  return cells(lines, lines, {-0.5 * thickness, 0.5 * thickness},
               [](int i, int j, int) { return i % 2 == 0 || j % 2 == 0; });
}

constexpr double link_length = 0.06, link_radius = 0.004;
constexpr double lattice_half_width = 0.3, lattice_bar = 0.005;
constexpr int lattice_holes = 5;

/// Four lattices above the base plate, each turned a little, so that the holes do not line up.
std::vector<ObjectDraft> lattices() {
  std::vector<ObjectDraft> objects{base_plate(0.4)};
  for (int k = 0; k < 4; ++k) {
    objects.push_back({"lattice_" + std::to_string(k), lattice(lattice_half_width, lattice_holes, lattice_bar, 0.004),
                       Vector3(0, 0, 0.3 + 0.22 * k), 4.0 * k - 6.0});
  }
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      objects.push_back(
          {"post_" + std::to_string(objects.size()), cylinder(0.008, 1.1, 12), Vector3(0.36 * x, 0.36 * y, 0.545)});
    }
  }
  return objects;
}

/// The straight posture, and a bend that starts at joint `first` and leads through a bar of a lattice.
std::vector<Posture> bending_path(int first, double degrees) {
  Posture straight(joint_count, 0.0), bent = straight, more = straight;
  for (int k = first; k < joint_count; ++k) {
    bent[static_cast<std::size_t>(k)] = degrees * (k % 2 == 0 ? 0.3 : 0.1);
    more[static_cast<std::size_t>(k)] = degrees * (k % 2 == 0 ? 1.0 : -0.4);
  }
  return {straight, bent, more};
}

}  // namespace

RobotDraft linkage(int links, double length, double radius) {
  RobotDraft robot{.name = "linkage", .links = {}, .joints = {}, .touching = {}};
  robot.add("base", {});
  for (int k = 1; k <= links; ++k) {
    const std::string number = std::to_string(k), parent = k == 1 ? "base" : "link_" + std::to_string(k - 1);
    robot.add("link_" + number, needle(length, radius));
    // Axes alternate, so that the chain bends in all directions.
    const Vector3 axis = k % 2 == 1 ? Vector3::UnitX() : Vector3::UnitY();
    robot.joints.push_back(
        {"joint_" + number, parent, "link_" + number, {0, 0, k == 1 ? 0.0 : length}, {0, 0, 0}, axis, -150, 150});
  }
  return robot;
}

CellDraft linkage_lattice() {
  CellDraft draft{
      .robot = linkage(joint_count, link_length, link_radius), .robots = {}, .objects = lattices(), .walks = {}};
  draft.robots = {{"linkage", Vector3::Zero(), 0.0, bending_path(6, 12.0)}};
  return draft;
}

CellDraft nine_linkages() {
  CellDraft draft{
      .robot = linkage(joint_count, link_length, link_radius), .robots = {}, .objects = lattices(), .walks = {}};
  const double pitch = 2 * lattice_half_width / lattice_holes;
  for (int i = -1; i <= 1; ++i) {
    for (int j = -1; j <= 1; ++j) {
      const int number = 3 * (i + 1) + j + 1;
      draft.robots.push_back({"linkage_" + std::to_string(number), Vector3(i * pitch, j * pitch, 0), 40.0 * number,
                              bending_path(4 + number, 8.0)});
    }
  }
  return draft;
}

CellDraft arms_tori() {
  constexpr double length = 0.05, torus_radius = 0.16, wire = 0.006;
  constexpr int around = 150, section = 21;  // 2 * 150 * 21 = 6,300 triangles
  CellDraft draft{
      .robot = linkage(joint_count, length, 0.0035), .robots = {}, .objects = {base_plate(0.35)}, .walks = {}};
  const Solid upright = torus(torus_radius, wire, around, section);
  draft.objects.push_back({"torus_low", upright.turned(about_x(28)), Vector3(-0.06, 0, 0.34), 20});
  draft.objects.push_back({"torus_middle", upright.turned(about_x(-24)), Vector3(0.0, 0, 0.58), 80});
  draft.objects.push_back({"torus_high", upright.turned(about_x(33)), Vector3(0.06, 0, 0.8), -30});
  draft.robots = {{"left", Vector3(-0.06, 0.0, 0), 0.0, bending_path(5, 9.0)},
                  {"right", Vector3(0.06, 0.0, 0), 180.0, bending_path(7, -8.0)}};
  return draft;
}

}  // namespace tocca::scenes
