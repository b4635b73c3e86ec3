// Robots and wire cages: every wire is an obstacle of its own, a few millimetres thick.
#include <cmath>

#include "scenes/families.hpp"

namespace tocca::scenes {

namespace {

constexpr double wire_radius = 0.003;
constexpr int wire_sides = 6;

void add_wire(std::vector<ObjectDraft>& objects, const std::vector<Vector3>& corners) {
  objects.push_back({"wire_" + std::to_string(objects.size()), pipe(corners, wire_radius, wire_sides, 0.05, 4)});
}

/// A box of wires: hoops at every level, uprights all around, a roof. The front has a hatch one arm wide.
std::vector<ObjectDraft> box_cage(double half_width, double height, int meshes, int levels) {
  std::vector<ObjectDraft> wires;
  const std::vector<double> across = steps(-half_width, half_width, meshes);
  const double gap = 2.5 * wire_radius;  // uprights stand just outside the hoops
  for (int level = 0; level <= levels; ++level) {
    const double z = 0.01 + height * level / levels, w = half_width;
    for (const double side : {-1.0, 1.0}) {
      add_wire(wires, {{-w, side * w, z}, {w, side * w, z}});
      const bool hatch = side > 0 && level > levels / 3 && level < levels - 1;
      if (!hatch) {
        add_wire(wires, {{side * (w + gap), -w, z}, {side * (w + gap), w, z}});
      } else {  // the wire stops on both sides of the hatch
        add_wire(wires, {{w + gap, -w, z}, {w + gap, across[1], z}});
        add_wire(wires, {{w + gap, across[static_cast<std::size_t>(meshes) - 1], z}, {w + gap, w, z}});
      }
    }
  }
  const double outside = half_width + 2 * gap, top = height + 0.01 + gap;
  for (std::size_t k = 0; k < across.size(); ++k) {
    const double at = across[k];
    add_wire(wires, {{at, -outside, 0}, {at, -outside, top}, {at, outside, top}, {at, outside, 0}});
    const bool hatch = k > 1 && k + 2 < across.size();
    const double back = -outside - gap, front = outside + gap, roof = top + gap;
    if (!hatch) {
      add_wire(wires, {{back, at, 0}, {back, at, roof}, {front, at, roof}, {front, at, 0}});
    } else {
      add_wire(wires, {{back, at, 0}, {back, at, roof}, {front, at, roof}, {front, at, height * 0.86}});
      add_wire(wires, {{front, at, 0}, {front, at, height * 0.32}});
    }
  }
  return wires;
}

/// A bird cage: hoops that close towards the top like a dome, and ribs over it.
std::vector<ObjectDraft> bird_cage(double radius, double wall_height, int ribs, int hoops, const Vector3& at) {
  std::vector<ObjectDraft> wires;
  auto profile = [&](double t) -> Eigen::Vector2d {  // t in 0..2: up the wall, then over the dome
    if (t <= 1) return {radius, wall_height * t};
    const Eigen::Vector2d p = on_circle(0.25 * (t - 1));
    return {radius * p.x(), wall_height + 0.8 * radius * p.y()};
  };
  for (int hoop = 0; hoop < hoops; ++hoop) {
    const Eigen::Vector2d p = profile(1.88 * hoop / (hoops - 1));
    wires.push_back(
        {"hoop_" + std::to_string(hoop), torus(p.x(), wire_radius, 36, wire_sides), at + Vector3(0, 0, p.y() + 0.01)});
  }
  for (int rib = 0; rib < ribs; ++rib) {
    std::vector<Vector3> curve;
    for (int k = 0; k <= 10; ++k) {
      const Eigen::Vector2d p = profile(1.9 * k / 10.0);
      curve.emplace_back(p.x() + 2.5 * wire_radius, 0, p.y());
    }
    wires.push_back(
        {"rib_" + std::to_string(rib), pipe(curve, wire_radius, wire_sides, 0.02, 2), at, 360.0 * rib / ribs});
  }
  return wires;
}

}  // namespace

CellDraft irb_cage() {
  CellDraft draft{.robot = irb_2400(), .robots = {}, .objects = box_cage(0.95, 2.0, 8, 8), .walks = {}};
  // The last leg drives the elbow through a wire.
  draft.robots = {{"irb",
                   Vector3::Zero(),
                   0.0,
                   {{0, -40, 60, 0, -20, 0},
                    {20, -45, 20, -35, -15, 30},
                    {-5, -10, 10, -75, -5, 30},
                    {30, -35, 55, -60, 10, -15},
                    {-15, -80, 50, -20, -10, -40}}}};
  return draft;
}

CellDraft fanuc_cage() {
  const Vector3 stand(1.05, 0, 0.55);
  CellDraft draft{.robot = fanuc_200(), .robots = {}, .objects = bird_cage(0.42, 0.5, 14, 9, stand), .walks = {}};
  Solid table = lathe({{0.3, 0}, {0.3, 0.02}, {0.06, 0.05}, {0.06, 0.5}, {0.5, 0.52}, {0.5, 0.545}}, 32);
  draft.objects.push_back({"table", table, Vector3(stand.x(), 0, 0)});
  Solid work = rounded_box(Vector3(0.16, 0.22, 0.1), 0.01).moved(0, 0, 0.055);
  work.add(lathe({{0.05, 0.1}, {0.05, 0.2}, {0.03, 0.22}}, 20));
  draft.objects.push_back({"workpiece", work, stand});
  // The last leg takes the gun through the ribs towards the workpiece.
  draft.robots = {
      {"fanuc",
       Vector3::Zero(),
       0.0,
       {{0, -35, -15, 0, 30, 0}, {20, -25, -15, 30, 20, 0}, {0, -30, 5, 0, 45, 0}, {-10, 10, 40, 0, 30, 0}}}};
  return draft;
}

}  // namespace tocca::scenes
