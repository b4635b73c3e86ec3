// The Puma in an auxiliary machine room: 1,180 objects, 187,000 triangles of tanks, pumps, exchangers and pipework.
#include <cmath>

#include "scenes/families.hpp"
#include "scenes/pipework.hpp"

namespace tocca::scenes {

namespace {

/// Found by sampling every edge with FCL at a quarter of a degree.
const WalkDraft machine_room_walks[] = {
    {"edges-1deg.csv", 1, 201,
     "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffbff"
     "fffffffffffffffffffffffff"},
    {"edges-30deg.csv", 30, 230,
     "0b3d59ffff1ffc97feffdfc05fffff78c460eefe3fffd7feff3dc0f0f27f3fcc6f8d5b01dfdffc7fafcdf07cdf3fdef2fd1f"
     "bfcc779eff7ddcf0b1ff47c8d"},
    {"edges-60deg.csv", 60, 260,
     "bfc6e7fd4f5dc1fdf8ff1fc3effffffdfefbddcfffff80ffaf7c0fbeee0d5dfdf3f76f7fcbf9e5ff0bc1f7fd7f7fbc43edfe"
     "0fc7bfffff7f19b1feff07ff3"},
    {"edges-1deg-near.csv",
     1,
     202,
     "ffef6cfdfbbdfdfffcef5fec0ea3bf7ffff9ffff79bdb3fe7f7ffffefc3ffec0ffd3ffffc37fbc7fbffffdfff37ffccec39f"
     "dffb774747ffdff7f9ffffffa",
     &machine_room_walks[1],
     {{0, 2083},   {1, 573},    {2, 598},    {3, 1733},   {5, 754},   {8, 1949},  {9, 2099},   {14, 2110},
      {16, 994},   {18, 3029},  {21, 63},    {22, 1751},  {40, 1198}, {41, 2686}, {42, 3175},  {54, 154},
      {55, 4},     {57, 848},   {58, 2025},  {60, 3230},  {71, 1469}, {82, 3738}, {90, 679},   {91, 1407},
      {92, 745},   {93, 1617},  {94, 2290},  {95, 1041},  {96, 941},  {98, 3494}, {120, 2332}, {125, 3600},
      {126, 2519}, {127, 2367}, {130, 2174}, {131, 1965}, {132, 849}, {139, 719}, {140, 622},  {141, 1275},
      {142, 1119}, {143, 507},  {147, 1956}, {151, 1950}, {159, 751}, {160, 747}, {161, 2657}, {178, 3531},
      {180, 3051}, {191, 1835}}},
};

constexpr int machine_room_triangles = 187'000, object_count = 1'180;
constexpr double room_half_length = 4.6, room_half_width = 3.6, room_height = 3.2;  // of the room, metres
constexpr double pipe_cell = 0.2;                                                   // of the pipework

// ---- Equipment, each standing on the floor at its own origin ----

Solid upright_tank(double radius, double top) {
  const double r = radius;
  Solid solid = lathe({{0, 0.3},
                       {0.5 * r, 0.32},
                       {0.85 * r, 0.4},
                       {r, 0.52},
                       {r, 0.53},
                       {1.04 * r, 0.54},
                       {1.04 * r, 0.58},
                       {r, 0.59},
                       {r, top - 0.29},
                       {1.04 * r, top - 0.28},
                       {1.04 * r, top - 0.24},
                       {r, top - 0.23},
                       {0.85 * r, top - 0.1},
                       {0.5 * r, top - 0.03},
                       {0, top}},
                      36);
  for (int leg = 0; leg < 4; ++leg) {
    const Eigen::Vector2d p = 0.8 * r * on_circle(0.125 + leg / 4.0);
    solid.add(box(Vector3(0.07, 0.07, 0.5)).moved(p.x(), p.y(), 0.25));
  }
  solid.add(lathe({{0.16, 0}, {0.16, 0.04}, {0.14, 0.05}}, 24)
                .turned(about_x(90))
                .moved(0, -r + 0.01, 0.45 * top));  // manhole
  return solid.add(pipe({{0, 0, top - 0.05}, {0, 0, top + 0.15}}, 0.05, 16, 0, 0));
}

Solid heat_exchanger(double length, double radius) {
  const double h = 0.5 * length, r = radius;
  Solid solid = lathe({{0, -h - 0.5 * r},
                       {0.6 * r, -h - 0.4 * r},
                       {0.92 * r, -h - 0.15 * r},
                       {r, -h},
                       {1.2 * r, -h + 0.01},
                       {1.2 * r, -h + 0.06},
                       {r, -h + 0.07},
                       {r, h - 0.07},
                       {1.2 * r, h - 0.06},
                       {1.2 * r, h - 0.01},
                       {r, h},
                       {0.92 * r, h + 0.15 * r},
                       {0.6 * r, h + 0.4 * r},
                       {0, h + 0.5 * r}},
                      32)
                    .turned(about_y(90))
                    .moved(0, 0, 0.35 + r);
  for (const double side : {-1.0, 1.0}) {
    solid.add(box(Vector3(0.1, 1.6 * r, 0.4 + 0.4 * r)).moved(side * 0.6 * h, 0, 0.2 + 0.2 * r));
    solid.add(cylinder(0.06, 0.25, 20).moved(side * 0.75 * h, 0, 0.4 + 2 * r));
    solid.add(cylinder(0.1, 0.03, 20).moved(side * 0.75 * h, 0, 0.53 + 2 * r));
  }
  return solid;
}

/// A centrifugal pump: finned motor, coupling guard, volute, on a base plate. Its shaft runs along x.
Solid pump() {
  Solid solid = rounded_box(Vector3(1.0, 0.36, 0.08), 0.015).moved(0, 0, 0.041);
  Solid motor = cylinder(0.12, 0.42, 20);
  for (int fin = 0; fin < 10; ++fin) motor.add(cylinder(0.15, 0.014, 20).moved(0, 0, -0.17 + 0.037 * fin));
  solid.add(motor.turned(about_y(90)).moved(-0.24, 0, 0.27));
  solid.add(cylinder(0.04, 0.3, 14).turned(about_y(90)).moved(0.1, 0, 0.27))
      .add(box(Vector3(0.16, 0.2, 0.2)).moved(0.09, 0, 0.15));
  solid.add(lathe({{0.07, -0.09}, {0.15, -0.07}, {0.17, 0.0}, {0.15, 0.07}, {0.07, 0.09}}, 28)
                .turned(about_y(90))
                .moved(0.3, 0, 0.28));
  solid.add(pipe({{0.3, 0.13, 0.28}, {0.3, 0.13, 0.55}}, 0.05, 16, 0, 0))
      .add(cylinder(0.09, 0.03, 20).moved(0.3, 0.13, 0.55));
  return solid.add(pipe({{0.35, 0, 0.28}, {0.52, 0, 0.28}}, 0.055, 16, 0, 0))
      .add(cylinder(0.1, 0.03, 20).turned(about_y(90)).moved(0.52, 0, 0.28));
}

Solid cabinet(double width) {
  Solid solid = rounded_box(Vector3(width, 0.4, 1.9), 0.012).moved(0, 0, 0.96);
  for (const double side : {-1.0, 1.0}) {
    solid.add(rounded_box(Vector3(0.46 * width, 0.03, 1.7), 0.008).moved(side * 0.24 * width, -0.205, 0.98));
    solid.add(pipe(
        {{side * 0.05, -0.21, 0.9}, {side * 0.05, -0.26, 0.9}, {side * 0.05, -0.26, 1.1}, {side * 0.05, -0.21, 1.1}},
        0.01, 10, 0.02, 4));
  }
  for (int slot = 0; slot < 8; ++slot)
    solid.add(box(Vector3(0.3 * width, 0.012, 0.012)).moved(-0.24 * width, -0.226, 1.5 + 0.03 * slot));
  return solid;
}

/// A rectangular air duct along x with stiffening frames and outlets below.
Solid duct(double length) {
  Solid solid = box(Vector3(length, 0.5, 0.35));
  const auto frames = static_cast<int>(length / 0.8);
  for (int k = 0; k <= frames; ++k)
    solid.add(box(Vector3(0.04, 0.56, 0.41)).moved(-0.49 * length + 0.98 * length * k / frames, 0, 0));
  for (int k = 0; k < frames; ++k)
    solid.add(loft({circle(0.16, 20, -0.3), circle(0.11, 20, -0.15)})
                  .moved(-0.45 * length + 0.9 * length * (k + 0.5) / frames, 0, 0));
  return solid;
}

Solid stairs(int treads) {  // solid steps, going up along x
  return cells(steps(0, 0.26 * treads, treads), {0.0, 0.8}, steps(0, 0.2 * treads, treads),
               [](int i, int, int k) { return k <= i; });
}

/// A cable tray along x: two sides and rungs.
Solid cable_tray(double length) {
  Solid solid =
      box(Vector3(length, 0.012, 0.08)).moved(0, 0.15, 0).add(box(Vector3(length, 0.012, 0.08)).moved(0, -0.15, 0));
  const auto rungs = static_cast<int>(length / 0.25);
  for (int k = 0; k < rungs; ++k)
    solid.add(box(Vector3(0.03, 0.31, 0.014)).moved(-0.5 * length + length * (k + 0.5) / rungs, 0, -0.02));
  return solid;
}

Solid railing(double length) {
  Solid solid = bar({0, 0, 1.0}, {length, 0, 1.0}, 0.021, 12).add(bar({0, 0, 0.55}, {length, 0, 0.55}, 0.014, 10));
  const auto posts = static_cast<int>(length / 0.6);
  for (int k = 0; k <= posts; ++k)
    solid.add(
        bar({0.03 + (length - 0.06) * k / posts, 0, 0}, {0.03 + (length - 0.06) * k / posts, 0, 0.99}, 0.018, 10));
  return solid;
}

Solid grating(double length, double width) {  // a walkway of bars
  Solid solid = box(Vector3(length, 0.03, 0.06))
                    .moved(0, 0.5 * width, 0)
                    .add(box(Vector3(length, 0.03, 0.06)).moved(0, -0.5 * width, 0));
  const auto bars = static_cast<int>(length / 0.12);
  for (int k = 0; k < bars; ++k)
    solid.add(box(Vector3(0.012, width, 0.04)).moved(-0.5 * length + length * (k + 0.5) / bars, 0, 0.005));
  return solid;
}

Solid gauge() {
  return lathe({{0.045, 0}, {0.05, 0.005}, {0.05, 0.03}, {0.045, 0.035}}, 20)
      .turned(about_x(90))
      .add(cylinder(0.008, 0.12, 8).moved(0, -0.017, -0.09));
}

/// Where the robot stands and reaches: nothing but pipes may come near.
bool in_pocket(const Vector3& p) {
  const bool column = p.x() * p.x() + p.y() * p.y() < 0.42 * 0.42 && p.z() < 1.3;
  const bool aisle = p.x() > 0 && p.x() < 0.72 && std::abs(p.y()) < 0.4 && p.z() > 0.5 && p.z() < 1.2;
  return column || aisle;
}

class Room {
 public:
  Room()
      : work_(Vector3(-room_half_length, -room_half_width, 0.0), pipe_cell,
              {static_cast<int>(2 * room_half_length / pipe_cell), static_cast<int>(2 * room_half_width / pipe_cell),
               static_cast<int>(room_height / pipe_cell)}) {
    work_.keep_free(in_pocket);
  }

  /// Puts equipment down and keeps pipes out of its bounding box.
  void stand(const std::string& kind, const Solid& mesh, const Vector3& at, double yaw = 0) {
    Vector3 low = Vector3::Constant(1e9), high = -low;
    const Matrix3 turn = about_z(yaw);
    for (const Vector3& vertex : mesh.vertices) {
      const Vector3 p = turn * vertex + at;
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const double margin = 0.45 * pipe_cell;
    work_.keep_free(
        [&](const Vector3& p) { return ((p - low).array() > -margin).all() && ((high - p).array() > -margin).all(); });
    add(kind, mesh, at, yaw);
  }

  void add(const std::string& kind, const Solid& mesh, const Vector3& at, double yaw = 0) {
    objects.push_back({kind + "_" + std::to_string(objects.size()), mesh, at, yaw});
  }

  void furnish();
  void lay_pipes();

  std::vector<ObjectDraft> objects;

 private:
  Pipework work_;
  Random random_{1180};
};

void Room::furnish() {
  for (int k = 0; k < 4; ++k) stand("tank", upright_tank(0.5, 2.4), Vector3(-3.6 + 1.3 * k, 2.8, 0));
  for (int k = 0; k < 2; ++k) stand("exchanger", heat_exchanger(2.0, 0.3), Vector3(2.6, 2.7 - 1.2 * k, 0));
  for (int k = 0; k < 6; ++k) {
    const int column = k % 3, row = k / 3;
    stand("pump", pump(), Vector3(-3.2 + 1.5 * column, -2.9 + 0.9 * row, 0), row == 0 ? 0 : 180);
  }
  stand("pump", pump(), Vector3(1.35, 0.5, 0), 90);
  stand("pump", pump(), Vector3(-1.1, 0.75, 0), 60);
  for (int k = 0; k < 4; ++k) stand("cabinet", cabinet(0.8), Vector3(4.2, -2.8 + 0.95 * k, 0), -90);
  stand("duct", duct(8.4), Vector3(0, -1.2, 2.85));
  stand("duct", duct(5.6), Vector3(1.6, 1.6, 2.85));
  stand("stairs", stairs(6), Vector3(-4.4, -0.6, 0));
  stand("walkway", grating(3.4, 0.8), Vector3(-1.1 - 1.8 + 1.7, 1.65, 1.75));
  stand("railing", railing(3.3), Vector3(-2.85, 1.23, 1.8));
  stand("railing", railing(2.4), Vector3(2.0, -3.4, 0));
  for (int k = 0; k < 8; ++k)
    add("lamp", cylinder(0.06, 1.2, 16).turned(about_x(90)), Vector3(-4.0 + 1.15 * k, 0.2, room_height + 0.1));
  for (int k = 0; k < 10; ++k)
    add("beam", box(Vector3(0.12, 2 * room_half_width, 0.2)), Vector3(-4.5 + 1.0 * k, 0, room_height + 0.32));
  for (int k = 0; k < 18; ++k)
    add("gauge", gauge(), Vector3(-4.2 + 0.5 * k, k % 2 == 0 ? -3.55 : 3.55, 1.4 + 0.1 * (k % 3)),
        k % 2 == 0 ? 180 : 0);
  for (int k = 0; k < 3; ++k) stand("cable_tray", cable_tray(7.0), Vector3(0.4, -2.2 + 2.3 * k, 2.42));
  for (int i = -6; i < 6; ++i) {  // floor plates
    for (int j = -5; j < 5; ++j) {
      add("floor_plate", box(Vector3(0.79, 0.745, 0.05)), Vector3(0.8 * (i + 0.5), 0.755 * (j + 0.5), -0.03));
    }
  }
}

void Room::lay_pipes() {
  Pipework::Style style;
  style.sides = 10;
  style.bend_pieces = 4;
  style.turn_weights = {2, 1.5, 1};
  style.straightness = 0.9;
  style.longest = 50;
  style.valve_chance = 0.25;
  constexpr int reserved = 26;  // triangles kept for each object still to come
  for (int run = 0, failures = 0; static_cast<int>(objects.size()) < object_count - 60 && failures < 20'000; ++run) {
    const std::vector<ObjectDraft> laid =
        work_.lay_run("pipe_" + std::to_string(run), random_.below(3), style, random_);
    const int room =
        machine_room_triangles - triangles(objects) - reserved * (object_count - static_cast<int>(objects.size()));
    const bool fits =
        !laid.empty() && triangles(laid) < room && static_cast<int>(objects.size() + laid.size()) <= object_count;
    if (!fits) {
      ++failures;
      continue;
    }
    objects.insert(objects.end(), laid.begin(), laid.end());
  }
  // Hangers fill up the number: rods from the ceiling's beams.
  while (static_cast<int>(objects.size()) < object_count) {
    const auto k = static_cast<int>(objects.size());
    add("hanger", bar({0, 0, 0}, {0, 0, 0.25}, 0.01, 6),
        Vector3(-4.5 + 1.0 * (k % 10), -3.4 + 0.07 * (k % 97), room_height + 0.03));
  }
}

}  // namespace

CellDraft puma_machine_room() {
  Room room;
  room.furnish();
  room.lay_pipes();
  CellDraft draft{.robot = puma_560(), .robots = {}, .objects = std::move(room.objects), .walks = {}};
  refine_to(draft.objects, machine_room_triangles);
  // Two free legs, then one that meets a pipe.
  draft.robots = {
      {"puma",
       Vector3::Zero(),
       0.0,
       {{-60, 45, -50, 20, 20, 0}, {-50, 80, -75, -15, 35, 35}, {-30, 100, -105, 20, 30, 10}, {-60, 0, 0, 0, 0, 0}}}};
  draft.walks.assign(std::begin(machine_room_walks), std::end(machine_room_walks));
  return draft;
}

}  // namespace tocca::scenes
