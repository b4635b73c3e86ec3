// A Fanuc 200 with a welding gun before a machine tool: a vertical machining centre of 34,171 triangles.
#include "scenes/families.hpp"

namespace tocca::scenes {

namespace {

constexpr int machine_triangles = 34'171;
constexpr int sheet_triangles = 3;  // the oil pan under the machine is an open sheet, so that the count can be odd

const Vector3 machine_at(1.75, 0, 0);  // the table's middle stands here, its open front towards the robot at -x

void add(CellDraft& draft, const std::string& name, const Solid& mesh, const Vector3& at = Vector3::Zero()) {
  draft.objects.push_back({name, mesh, machine_at + at});
}

/// A table top with T-slots along y.
Solid slotted_table() {
  std::vector<double> xs{-0.3};
  for (int slot = 0; slot < 5; ++slot) {
    const double at = -0.22 + 0.11 * slot;
    for (const double edge : {-0.016, -0.009, 0.009, 0.016}) xs.push_back(at + edge);
  }
  xs.push_back(0.3);
  return cells(xs, steps(-0.5, 0.5, 8), {0.0, 0.03, 0.048, 0.07}, [](int i, int, int k) {
    const int within = (i - 1) % 4;  // 0..2 across a slot, 3 between slots
    const bool slot = i > 0 && i < 20 && within < 3;
    return !(slot && (k == 1 || (k == 2 && within == 1)));
  });
}

/// Folded way covers, along y.
Solid bellows(double width, double length, int folds) {
  std::vector<Ring> rings;
  for (int k = 0; k <= 2 * folds; ++k) {
    const double size = k % 2 == 0 ? 1.0 : 0.88;
    rings.push_back(rounded_rectangle(size * width, size * 0.14, 0.02, 3, length * k / (2 * folds)));
  }
  return loft(rings).turned(about_x(-90));
}

Solid tool_holder() {  // a taper with its pull stud, flange and a drill; tip down
  Solid solid = lathe({{0.012, 0.09},
                       {0.022, 0.094},
                       {0.022, 0.1},
                       {0.031, 0.104},
                       {0.031, 0.112},
                       {0.027, 0.115},
                       {0.031, 0.118},
                       {0.031, 0.126},
                       {0.022, 0.13},
                       {0.012, 0.196},
                       {0.006, 0.2},
                       {0.006, 0.21},
                       {0.009, 0.213},
                       {0.009, 0.222},
                       {0, 0.225}},
                      16);
  return solid.add(lathe({{0, 0.0}, {0.007, 0.006}, {0.007, 0.1}}, 10));
}

Solid carousel() {
  Solid solid = lathe({{0.05, 0}, {0.05, 0.05}, {0.2, 0.07}, {0.2, 0.1}, {0.05, 0.12}, {0.05, 0.24}}, 32);
  for (int pocket = 0; pocket < 16; ++pocket) {
    const Eigen::Vector2d at = 0.24 * on_circle(pocket / 16.0);
    solid.add(ring({{0.026, 0.07}, {0.036, 0.07}, {0.036, 0.1}, {0.026, 0.1}}, 14).moved(at.x(), at.y(), 0));
  }
  return solid;
}

Solid hexagon_bolt() { return lathe({{0.009, 0}, {0.009, 0.007}, {0.006, 0.009}}, 6); }

/// Column, head and spindle behind the table.
void add_column(CellDraft& draft) {
  Solid column = cells({0.0, 0.07, 0.38, 0.45}, {-0.32, -0.2, 0.2, 0.32}, {0.0, 0.5, 1.75, 1.85},
                       [](int i, int j, int k) { return k != 1 || j != 1 || i == 2; });
  add(draft, "column", column, Vector3(0.42, 0, 0.45));
  for (const double side : {-1.0, 1.0}) {
    add(draft, side < 0 ? "rail_right" : "rail_left", box(Vector3(0.04, 0.05, 1.2)), Vector3(0.395, side * 0.26, 1.6));
  }
  Solid head = rounded_box(Vector3(0.62, 0.44, 0.36), 0.04).moved(0.05, 0, 0);
  head.add(lathe({{0.12, -0.26}, {0.12, -0.05}}, 28).moved(-0.12, 0, 0));
  head.add(lathe({{0.05, -0.34}, {0.06, -0.32}, {0.09, -0.3}, {0.09, -0.25}}, 28).moved(-0.12, 0, 0));
  Solid motor = lathe({{0.09, 0.1}, {0.09, 0.17}}, 24);
  for (int fin = 0; fin < 14; ++fin) motor.add(lathe({{0.1, 0.19 + 0.018 * fin}, {0.1, 0.2 + 0.018 * fin}}, 24));
  motor.add(cylinder(0.085, 0.35, 24).moved(0, 0, 0.28));
  head.add(motor.moved(-0.12, 0, 0.02));
  add(draft, "spindle_head", head, Vector3(0.08, 0, 1.62));
  add(draft, "milling_tool", tool_holder(), Vector3(-0.04, 0, 1.09));
  for (int coil = 0; coil < 40; ++coil) {  // the ball screw, as a stack of worn discs would look
    const Eigen::Vector2d off = 0.004 * on_circle(coil / 8.0);
    add(draft, "screw_" + std::to_string(coil), lathe({{0.018, 0}, {0.024, 0.008}, {0.018, 0.016}}, 12),
        Vector3(0.47 + off.x(), off.y(), 1.0 + 0.028 * coil));
  }
}

void add_tool_changer(CellDraft& draft) {
  const Vector3 at(0.25, 0.72, 1.25);
  add(draft, "carousel", carousel(), at);
  for (int tool = 0; tool < 16; ++tool) {
    if (tool == 3 || tool == 9) continue;  // one is in the spindle, one at the grinder's
    const Eigen::Vector2d p = 0.24 * on_circle(tool / 16.0);
    add(draft, "tool_" + std::to_string(tool), tool_holder(), at + Vector3(p.x(), p.y(), -0.045));
  }
  add(draft, "carousel_arm", bar(at + Vector3(0, 0, 0.2), Vector3(0.6, 0.2, 1.6), 0.045, 16));
}

/// Sheet-metal housing with a wide front opening, a window in each side, and a perforated back.
void add_housing(CellDraft& draft) {
  const double thick = 0.01;
  Solid side = cells(steps(-0.75, 0.95, 17), {0.0, thick}, steps(0.5, 2.2, 17),
                     [](int i, int, int k) { return !(i > 3 && i < 11 && k > 4 && k < 12); });
  add(draft, "housing_left", side, Vector3(0, 1.1, 0));
  add(draft, "housing_right", side, Vector3(0, -1.11, 0));
  Solid back = cells(steps(0, thick, 1), steps(-1.085, 1.085, 41), steps(0.5, 2.2, 33), [](int, int j, int k) {
    return !(j % 2 == 1 && k % 2 == 1 && j > 8 && j < 32 && k > 4 && k < 28);
  });
  add(draft, "housing_back", back, Vector3(0.955, 0, 0));
  Solid front = cells({0.0, thick}, steps(-1.085, 1.085, 14), steps(0.5, 2.2, 14),
                      [](int, int j, int k) { return j < 2 || j > 11 || k > 11 || k < 1; });
  add(draft, "housing_front", front, Vector3(-0.77, 0, 0));
  add(draft, "housing_roof",
      cells(steps(-0.75, 0.95, 10), steps(-1.08, 1.08, 12), {2.205, 2.22},
            [](int i, int j, int) { return !(i > 1 && i < 6 && j > 3 && j < 8); }));
  Solid panel = rounded_box(Vector3(0.08, 0.38, 0.5), 0.015);
  panel.add(box(Vector3(0.01, 0.28, 0.2)).moved(-0.042, 0, 0.1));
  for (int key = 0; key < 30; ++key) {
    const int column = key % 6, row = key / 6;
    panel.add(rounded_box(Vector3(0.022, 0.022, 0.016), 0.004)
                  .turned(about_y(90))
                  .moved(-0.042, -0.125 + 0.05 * column, -0.04 - 0.035 * row));
  }
  panel.add(
      lathe({{0.015, 0}, {0.02, 0.02}, {0.02, 0.035}, {0, 0.04}}, 20).turned(about_y(-90)).moved(-0.04, 0.14, 0.2));
  add(draft, "control_panel", panel, Vector3(-0.88, -1.28, 1.4));
  add(draft, "panel_arm", pipe({{-0.76, -1.09, 2.0}, {-0.88, -1.28, 2.0}, {-0.88, -1.28, 1.63}}, 0.02, 16, 0.05, 6));
}

/// What lies on the table: a vise, and the workpiece with its bores.
void add_work(CellDraft& draft) {
  Solid vise = cells({-0.15, -0.1, 0.06, 0.1, 0.15}, {-0.075, 0.075}, {0.0, 0.04, 0.1},
                     [](int i, int, int k) { return k == 0 || i == 0 || i == 2; });
  vise.add(cylinder(0.012, 0.3, 16).turned(about_y(90)).moved(0.03, 0, 0.062));
  add(draft, "vise", vise, Vector3(-0.1, 0.2, 0.905));
  Solid flange = ring({{0.03, 0}, {0.11, 0}, {0.11, 0.02}, {0.06, 0.025}, {0.06, 0.1}, {0.03, 0.1}}, 48);
  for (int bolt = 0; bolt < 8; ++bolt) {
    const Eigen::Vector2d p = 0.085 * on_circle(bolt / 8.0);
    flange.add(hexagon_bolt().moved(p.x(), p.y(), 0.018));
  }
  add(draft, "flange", flange, Vector3(-0.08, -0.2, 0.9055));
  Solid gear;
  Ring teeth;
  for (int k = 0; k < 96; ++k) {
    const Eigen::Vector2d p = (k % 4 < 2 ? 0.1 : 0.088) * on_circle(k / 96.0);
    teeth.emplace_back(p.x(), p.y(), 0.0);
  }
  add(draft, "gear", star_prism(teeth, 0.03), Vector3(0.15, -0.02, 0.9055));
}

}  // namespace

CellDraft fanuc_machine() {
  CellDraft draft{.robot = fanuc_200(), .robots = {}, .objects = {}, .walks = {}};
  Solid bed =
      cells({-0.7, -0.45, 0.45, 0.9}, {-0.7, -0.35, 0.35, 0.7}, {0.0, 0.12, 0.45, 0.62}, [](int i, int j, int k) {
        return k == 0 || (k == 1 && (i > 0 || j == 1)) || (k == 2 && j == 1 && i < 2 && i > 0);
      });
  add(draft, "bed", bed);
  add(draft, "saddle", rounded_box(Vector3(0.5, 0.62, 0.12), 0.02), Vector3(0, 0, 0.69));
  add(draft, "table_foot", rounded_box(Vector3(0.42, 0.8, 0.075), 0.015), Vector3(0, 0, 0.795));
  add(draft, "table", slotted_table(), Vector3(0, 0, 0.834));
  for (const double side : {-1.0, 1.0}) {
    Solid cover = bellows(0.4, 0.4, 14);
    add(draft, side < 0 ? "bellows_right" : "bellows_left", side > 0 ? cover : cover.turned(about_z(180)),
        Vector3(0, side * 0.32, 0.69));
  }
  add_column(draft);
  add_tool_changer(draft);
  add_housing(draft);
  add_work(draft);
  for (int link = 0; link < 36; ++link) {  // the drag chain that feeds the head
    const Eigen::Vector2d p = on_circle(0.5 * link / 36.0);
    add(draft, "chain_" + std::to_string(link), rounded_box(Vector3(0.05, 0.06, 0.034), 0.006),
        Vector3(0.42, -0.5 - 0.2 * p.x(), 1.75 + 0.25 * p.y()));
  }
  for (int bolt = 0; bolt < 24; ++bolt) {
    add(draft, "bolt_" + std::to_string(bolt), hexagon_bolt(),
        Vector3(bolt % 2 == 0 ? -0.6 : 0.75, -0.63 + 0.0548 * bolt, 0.1205));
  }
  refine_to(draft.objects, machine_triangles - sheet_triangles);
  const Solid pan{{{-0.85, -1.2, 0}, {1.1, -1.2, 0}, {1.1, 1.2, 0}, {-0.6, 1.2, 0}, {-0.85, 0.9, 0}},
                  {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}};
  add(draft, "oil_pan", pan, Vector3(0, 0, -0.005));
  // Into the machine, then sideways against its front.
  draft.robots = {{"fanuc",
                   Vector3::Zero(),
                   0.0,
                   {{0, -30, 30, 0, 20, 0}, {0, 10, 10, 0, 30, 0}, {10, 35, -5, 0, 40, 0}, {50, 45, 0, 30, 20, 0}}}};
  return draft;
}

}  // namespace tocca::scenes
