// An IRB 2400 in a workshop of 74,681 triangles: benches, shelves, pallets, barrels, a conveyor, a drill press.
#include "scenes/families.hpp"
#include "scenes/random.hpp"

namespace tocca::scenes {

namespace {

constexpr int workshop_triangles = 74'681;
constexpr int floor_triangles = 3;  // the floor is an open sheet with a corner cut off: the count can be odd

/// A bench along x: top, legs, shelf, drawers, and a vise at its end.
Solid bench(double length) {
  const double half = 0.5 * length, deep = 0.35, high = 0.85;
  Solid solid = cells({-half, -half + 0.07, half - 0.07, half}, {-deep, -deep + 0.07, deep - 0.07, deep},
                      {0.0, 0.18, 0.2, high - 0.05, high},
                      [](int i, int j, int k) { return k == 3 || k == 1 || (i != 1 && j != 1); });
  for (int drawer = 0; drawer < 3; ++drawer) {
    const double z = high - 0.14 - 0.16 * drawer;
    solid.add(rounded_box(Vector3(0.4, 0.55, 0.14), 0.01).moved(half - 0.32, 0, z));
    solid.add(pipe({{half - 0.4, -0.27, z}, {half - 0.4, -0.32, z}, {half - 0.24, -0.32, z}, {half - 0.24, -0.27, z}},
                   0.007, 10, 0.015, 4));
  }
  Solid vise = rounded_box(Vector3(0.12, 0.2, 0.06), 0.01).moved(0, 0, 0.031);
  vise.add(rounded_box(Vector3(0.14, 0.05, 0.1), 0.01).moved(0, -0.12, 0.1))
      .add(rounded_box(Vector3(0.14, 0.05, 0.1), 0.01).moved(0, 0.05, 0.1));
  vise.add(cylinder(0.014, 0.3, 16).turned(about_x(90)).moved(0, -0.1, 0.08))
      .add(bar({-0.08, -0.235, 0.08}, {0.08, -0.235, 0.08}, 0.007, 10));
  return solid.add(vise.moved(-half + 0.2, -0.12, high + 0.001));
}

/// A rack of boards on four posts, open at the front.
Solid shelf(double length, int boards) {
  std::vector<double> levels{0.0};
  for (int k = 0; k < boards; ++k) {
    levels.push_back(0.1 + 0.45 * k);
    levels.push_back(0.125 + 0.45 * k);
  }
  levels.push_back(levels.back() + 0.3);
  const double half = 0.5 * length;
  return cells({-half, -half + 0.04, half - 0.04, half}, {-0.22, -0.18, 0.18, 0.22}, levels,
               [](int i, int j, int k) { return k % 2 == 1 || (i != 1 && j != 1); });
}

/// A euro pallet: boards, blocks, boards.
Solid pallet() {
  Solid solid;
  for (int k = 0; k < 5; ++k) solid.add(box(Vector3(1.2, 0.14, 0.022)).moved(0, -0.33 + 0.165 * k, 0.133));
  for (int k = 0; k < 3; ++k) {
    solid.add(box(Vector3(0.14, 0.8, 0.022)).moved(-0.53 + 0.53 * k, 0, 0.111));
    solid.add(box(Vector3(1.2, 0.1, 0.022)).moved(0, -0.35 + 0.35 * k, 0.011));
    for (int j = 0; j < 3; ++j)
      solid.add(box(Vector3(0.136, 0.096, 0.0771)).moved(-0.53 + 0.53 * k, -0.35 + 0.35 * j, 0.0605));
  }
  return solid;
}

Solid crate(const Vector3& size) {  // an open box with slatted sides
  const double w = 0.5 * size.x(), d = 0.5 * size.y(), t = 0.012;
  return cells(
      {-w, -w + t, w - t, w}, {-d, -d + t, d - t, d},
      {0.0, t, 0.3 * size.z(), 0.42 * size.z(), 0.7 * size.z(), 0.82 * size.z(), size.z()},
      [](int i, int j, int k) { return k == 0 || (i != 1 && j != 1) || ((i != 1 || j != 1) && k != 2 && k != 4); });
}

Solid barrel() {
  return lathe({{0.27, 0},
                {0.29, 0.01},
                {0.285, 0.03},
                {0.285, 0.28},
                {0.3, 0.295},
                {0.285, 0.31},
                {0.285, 0.57},
                {0.3, 0.585},
                {0.285, 0.6},
                {0.285, 0.85},
                {0.29, 0.87},
                {0.27, 0.88},
                {0.27, 0.86},
                {0, 0.86}},
               32);
}

Solid gear(double radius, int teeth, double height) {
  Ring outline;
  for (int k = 0; k < 4 * teeth; ++k) {
    const Eigen::Vector2d p = (k % 4 < 2 ? radius : 0.86 * radius) * on_circle(k / (4.0 * teeth));
    outline.emplace_back(p.x(), p.y(), 0.0);
  }
  return star_prism(outline, height)
      .add(lathe({{0.35 * radius, 0.5 * height}, {0.35 * radius, 1.5 * height}, {0.3 * radius, 1.6 * height}}, 24));
}

/// Rollers between two beams on legs, along x.
Solid conveyor(double length) {
  Solid solid;
  const auto rollers = static_cast<int>(length / 0.1);
  for (int k = 0; k < rollers; ++k) {
    solid.add(lathe({{0.01, -0.29}, {0.01, -0.25}, {0.03, -0.245}, {0.03, 0.245}, {0.01, 0.25}, {0.01, 0.29}}, 16)
                  .turned(about_x(90))
                  .moved(0.1 * k + 0.05, 0, 0.66));
  }
  for (const double side : {-1.0, 1.0}) {
    solid.add(box(Vector3(length, 0.03, 0.12)).moved(0.5 * length, side * 0.28, 0.65));
    for (const double x : {0.1, 0.5, 0.9})
      solid.add(box(Vector3(0.06, 0.05, 0.62)).moved(x * length, side * 0.28, 0.31));
  }
  return solid;
}

Solid drill_press() {
  Solid solid = rounded_box(Vector3(0.5, 0.34, 0.06), 0.015).moved(0, 0, 0.031);
  solid.add(cylinder(0.045, 1.6, 28).moved(0.12, 0, 0.85));
  solid.add(lathe({{0.17, 0}, {0.17, 0.03}, {0.05, 0.06}}, 36).moved(-0.08, 0, 0.85));
  solid.add(box(Vector3(0.2, 0.08, 0.05)).moved(0.04, 0, 0.86));
  solid.add(rounded_box(Vector3(0.55, 0.24, 0.26), 0.04).moved(0.02, 0, 1.55));
  solid.add(
      lathe({{0.004, 0}, {0.006, 0.004}, {0.006, 0.1}, {0.03, 0.11}, {0.035, 0.17}, {0.025, 0.18}, {0.025, 0.33}}, 24)
          .moved(-0.14, 0, 1.11));
  solid.add(lathe({{0.09, 0}, {0.09, 0.24}, {0.07, 0.27}}, 28).moved(0.2, 0, 1.6));
  for (int spoke = 0; spoke < 3; ++spoke) {
    const Eigen::Vector2d p = 0.16 * on_circle(0.1 + spoke / 3.0);
    solid.add(bar({-0.1, -0.14, 1.5}, {-0.1 + p.x(), -0.16, 1.5 + p.y()}, 0.007, 10));
    solid.add(ellipsoid(Vector3(0.02, 0.02, 0.02), 14, 8).moved(-0.1 + p.x(), -0.16, 1.5 + p.y()));
  }
  return solid;
}

Solid spanner(double size) {
  Solid solid = prism(stadium(0.12 * size, 0.1 * size, size, 4, 0.0), 0.008);
  for (const double end : {0.0, 1.0}) {
    solid.add(ring({{0.14 * size, -0.002}, {0.24 * size, -0.002}, {0.24 * size, 0.01}, {0.14 * size, 0.01}}, 18)
                  .moved(end * size, 0, 0));
  }
  return solid;
}

Solid hanging_lamp() {
  Solid solid = ring({{0.18, 0.0}, {0.2, 0.0}, {0.07, 0.16}, {0.05, 0.16}}, 28);
  solid.add(ellipsoid(Vector3(0.04, 0.04, 0.06), 20, 12).moved(0, 0, 0.07));
  return solid.add(cylinder(0.006, 0.8, 8).moved(0, 0, 0.5)).add(cylinder(0.055, 0.05, 24).moved(0, 0, 0.18));
}

struct Workshop {
  std::vector<ObjectDraft> objects;
  Random random{7};

  void add(const std::string& kind, const Solid& mesh, const Vector3& at, double yaw = 0) {
    objects.push_back({kind + "_" + std::to_string(objects.size()), mesh, at, yaw});
  }

  void furnish_shelf(double x, double y, double yaw, int boards) {
    add("shelf", shelf(1.6, boards), Vector3(x, y, 0), yaw);
    const Matrix3 turn = about_z(yaw);
    for (int board = 0; board < boards; ++board) {
      for (int place = 0; place < 4; ++place) {
        const Vector3 at = Vector3(x, y, 0.126 + 0.45 * board) + turn * Vector3(-0.57 + 0.38 * place, 0, 0);
        const double twist = yaw + random.between(-8, 8);
        switch (random.below(4)) {
          case 0:
            add("carton", rounded_box(Vector3(0.28, 0.26, random.between(0.15, 0.3)), 0.008).moved(0, 0, 0.151), at,
                twist);
            break;
          case 1:
            add("bin", crate(Vector3(0.3, 0.3, 0.2)), at, twist);
            break;
          case 2:
            add("can", lathe({{0.1, 0}, {0.1, 0.22}, {0.09, 0.24}, {0.03, 0.25}, {0.03, 0.28}}, 22), at, twist);
            break;
          default:
            add("gear", gear(random.between(0.08, 0.13), 18 + 2 * random.below(8), 0.04), at, twist);
        }
      }
    }
  }

  void furnish_bench(double x, double y, double yaw) {
    add("bench", bench(1.8), Vector3(x, y, 0), yaw);
    const Matrix3 turn = about_z(yaw);
    for (int k = 0; k < 6; ++k) {
      const Vector3 at = Vector3(x, y, 0.8515) + turn * Vector3(-0.35 + 0.21 * k, random.between(-0.05, 0.2), 0);
      if (k % 2 == 0) add("part", gear(random.between(0.05, 0.09), 16 + 2 * random.below(6), 0.03), at, yaw);
      if (k % 2 == 1) add("spanner", spanner(random.between(0.12, 0.2)).moved(0, 0, 0.003), at, random.between(0, 360));
    }
  }

  void load_pallet(double x, double y, double yaw) {
    add("pallet", pallet(), Vector3(x, y, 0.001), yaw);
    const Matrix3 turn = about_z(yaw);
    for (int k = 0; k < 4; ++k) {
      const Vector3 at = Vector3(x, y, 0.1455) + turn * Vector3(k % 2 == 0 ? -0.3 : 0.3, k < 2 ? -0.2 : 0.2, 0);
      add("crate", crate(Vector3(0.55, 0.36, 0.32)), at, yaw);
      if (k != 3)
        add("casting", lathe({{0.12, 0}, {0.12, 0.05}, {0.06, 0.08}, {0.06, 0.2}, {0.1, 0.23}, {0.1, 0.26}}, 32),
            at + Vector3(0, 0, 0.0135), yaw);
    }
  }
};

}  // namespace

CellDraft irb_workshop() {
  Workshop shop;
  shop.furnish_bench(1.15, 0.75, 90);
  shop.furnish_bench(0.1, -1.25, 180);
  shop.furnish_bench(3.0, 2.0, 0);
  for (int k = 0; k < 3; ++k) shop.furnish_shelf(-2.2 + 1.7 * k, 2.6, 0, 4);
  for (int k = 0; k < 2; ++k) shop.furnish_shelf(-2.6, -1.6 + 1.8 * k, 90, 4);
  shop.load_pallet(-1.2, 1.2, 12);
  shop.load_pallet(2.6, -2.1, 0);
  shop.load_pallet(2.6, -0.4, 90);
  for (int k = 0; k < 5; ++k) {
    const int column = k % 3, row = k / 3;
    shop.add("barrel", barrel(), Vector3(-1.9 + 0.64 * column, -2.3 + 0.62 * row, 0.001));
  }
  shop.add("conveyor", conveyor(3.2), Vector3(0.95, -0.75, 0), 0);
  for (int k = 0; k < 4; ++k)
    shop.add("box_on_conveyor", rounded_box(Vector3(0.3, 0.3, 0.22), 0.01), Vector3(1.3 + 0.7 * k, -0.75, 0.805),
             15.0 * k);
  shop.add("drill_press", drill_press(), Vector3(-1.3, -1.1, 0), 200);
  shop.add("drill_press", drill_press(), Vector3(3.6, 0.9, 0), 180);
  for (int row = 0; row < 2; ++row) {  // spanners on the tool wall
    for (int k = 0; k < 12; ++k) {
      shop.add("wall_spanner", spanner(0.14 + 0.008 * k).turned(about_x(90) * about_z(-90)),
               Vector3(2.2 + 0.13 * k, 2.44, 1.75 - 0.4 * row));
    }
  }
  shop.add("tool_wall", box(Vector3(1.8, 0.03, 1.1)), Vector3(2.9, 2.48, 1.5));
  for (int k = 0; k < 6; ++k) shop.add("lamp", hanging_lamp(), Vector3(-1.5 + 2.2 * (k % 3), k < 3 ? -1.4 : 1.4, 2.6));
  for (int k = 0; k < 7; ++k) {  // a fence along the aisle
    shop.add("fence_post", cylinder(0.025, 1.4, 16), Vector3(-2.6 + 1.0 * k, -3.0, 0.7));
  }
  for (int k = 0; k < 10; ++k)
    shop.add("fence_rail", bar({-2.6, -3.0, 0}, {3.4, -3.0, 0}, 0.008, 10), Vector3(0, 0, 0.2 + 0.12 * k));

  CellDraft draft{.robot = irb_2400(), .robots = {}, .objects = std::move(shop.objects), .walks = {}};
  refine_to(draft.objects, workshop_triangles - floor_triangles);
  const Solid floor{{{-3.2, -3.2, 0}, {4.2, -3.2, 0}, {4.2, 3.0, 0}, {-2.6, 3.0, 0}, {-3.2, 2.4, 0}},
                    {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}};
  draft.objects.push_back({"floor", floor, Vector3(0, 0, -0.002)});
  // The last leg sweeps the rod over a bench and into it.
  draft.robots = {{"irb",
                   Vector3::Zero(),
                   0.0,
                   {{0, -20, 20, 0, 30, 0},
                    {-10, 5, -5, -35, 0, -10},
                    {35, 5, -10, -25, -5, -45},
                    {70, 0, 30, 15, 25, -50},
                    {15, 15, 0, 50, 75, -70}}}};
  return draft;
}

}  // namespace tocca::scenes
