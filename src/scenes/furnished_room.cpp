#include "scenes/furnished_room.hpp"

#include <fmt/format.h>

#include "scenes/furniture.hpp"
#include "scenes/walkthrough.hpp"
#include "tocca/io/path.hpp"

namespace tocca::scenes {

namespace {

// The kitchen: x to the door, y to the worktop, z up; the origin is in the middle of its floor.
constexpr double half_x = 2.6, half_y = 2.0, ceiling = 2.6, wall = 0.1;
const Stand origin{{0, 0, 0}};

std::string numbered(const char* name, int number) { return fmt::format("{}_{}", name, number); }

void build_walls(Furniture& room) {
  room.add_box("floor", origin, {-half_x, -half_y, -0.05}, {half_x, half_y, 0});
  room.add_box("wall_back", origin, {-half_x, half_y, 0}, {half_x, half_y + wall, ceiling});
  room.add_box("wall_front", origin, {-half_x, -half_y - wall, 0}, {half_x, -half_y, ceiling});
  // The door is in the wall to the right, the window in the wall to the left.
  room.add_box("wall_right.front", origin, {half_x, -half_y, 0}, {half_x + wall, -0.5, ceiling});
  room.add_box("wall_right.back", origin, {half_x, 0.5, 0}, {half_x + wall, half_y, ceiling});
  room.add_box("wall_right.above", origin, {half_x, -0.5, 2.1}, {half_x + wall, 0.5, ceiling});
  room.add_box("wall_left.below", origin, {-half_x - wall, -half_y, 0}, {-half_x, half_y, 0.9});
  room.add_box("wall_left.above", origin, {-half_x - wall, -half_y, 2.1}, {-half_x, half_y, ceiling});
  room.add_box("wall_left.front", origin, {-half_x - wall, -half_y, 0.9}, {-half_x, -0.8, 2.1});
  room.add_box("wall_left.back", origin, {-half_x - wall, 0.8, 0.9}, {-half_x, half_y, 2.1});
}

void build_openings(Furniture& room) {
  const double x = -half_x - 0.06;
  for (int k = 0; k < 3; ++k) {
    const double y = -0.8 + 0.775 * k;
    room.add_box(numbered("window.post", k + 1), origin, {x, y, 0.9}, {x + 0.05, y + 0.05, 2.1});
  }
  for (int k = 0; k < 2; ++k) {
    const double y = -0.75 + 0.775 * k;
    room.add_box(numbered("window.sill", k + 1), origin, {x, y, 0.9}, {x + 0.05, y + 0.725, 0.95});
    room.add_box(numbered("window.head", k + 1), origin, {x, y, 2.05}, {x + 0.05, y + 0.725, 2.1});
    room.add_box(numbered("window.pane", k + 1), origin, {x + 0.02, y, 0.95}, {x + 0.026, y + 0.725, 2.05});
  }
  room.add_bar("curtain.rod", origin, {-half_x + 0.08, -1.15, 2.2}, {-half_x + 0.08, 1.15, 2.2}, 0.012);
  for (int k = 0; k < 12; ++k) {  // folds, six at each side
    const double y = k < 6 ? -1.1 + 0.06 * k : 1.1 - 0.06 * (k - 6);
    const double turn = k % 2 == 0 ? 35.0 : -35.0;
    room.add_box(numbered("curtain.fold", k + 1), {{-half_x + 0.08, y, 0.6}, turn}, {-0.035, -0.005, 0},
                 {0.035, 0.005, 1.58});
  }
  const Stand leaf{{half_x + wall + 0.03, 0.5, 0}, 75};  // the door stands open to the porch
  room.add_box("door.leaf", leaf, {0, -0.02, 0.01}, {0.98, 0.02, 2.08});
  for (int k = 0; k < 4; ++k) {
    const int column = k % 2, row = k / 2;
    const double px = 0.12 + 0.42 * column, z = 0.2 + 0.95 * row;
    room.add_box(numbered("door.panel", k + 1), leaf, {px, -0.028, z}, {px + 0.32, -0.02, z + 0.75});
  }
  room.add_bar("door.spindle", leaf, {0.9, -0.06, 1.05}, {0.9, 0.06, 1.05}, 0.008);
  room.add_bar("door.handle", leaf, {0.9, -0.06, 1.05}, {0.78, -0.06, 1.05}, 0.009);
}

void build_worktop(Furniture& room) {
  constexpr double width = 0.6, depth = 0.58, height = 0.87;
  const double y = half_y - 0.5 * depth;
  for (int k = 0; k < 6; ++k) {
    room.cupboard(numbered("cupboard", k + 1), {{-2.25 + width * k, y, 0}}, {width, depth, height - 0.1}, 0.1);
  }
  // The sink's basin is cut out of the top; the basin itself is five plates.
  const double front = half_y - 0.62, low = height, high = height + 0.035;
  room.add_box("worktop.left", origin, {-2.55, front, low}, {-1.15, half_y, high});
  room.add_box("worktop.right", origin, {-0.65, front, low}, {1.05, half_y, high});
  room.add_box("worktop.before_sink", origin, {-1.15, front, low}, {-0.65, front + 0.1, high});
  room.add_box("worktop.behind_sink", origin, {-1.15, half_y - 0.12, low}, {-0.65, half_y, high});
  room.add_box("sink.bottom", origin, {-1.14, front + 0.11, low - 0.15}, {-0.66, half_y - 0.13, low - 0.14});
  room.add_box("sink.left", origin, {-1.15, front + 0.1, low - 0.15}, {-1.14, half_y - 0.12, high});
  room.add_box("sink.right", origin, {-0.66, front + 0.1, low - 0.15}, {-0.65, half_y - 0.12, high});
  room.add_box("sink.front", origin, {-1.14, front + 0.1, low - 0.15}, {-0.66, front + 0.11, high});
  room.add_box("sink.back", origin, {-1.14, half_y - 0.13, low - 0.15}, {-0.66, half_y - 0.12, high});
  const Stand tap{{-0.9, half_y - 0.06, high}};
  room.add_turned("tap.foot", tap, {{0.028, 0.0}, {0.024, 0.05}});
  room.add_bar("tap.pillar", tap, {0, 0, 0.05}, {0, 0, 0.26}, 0.012);
  room.add_bar("tap.spout", tap, {0, 0, 0.26}, {0, -0.18, 0.24}, 0.011);
  room.add_bar("tap.nose", tap, {0, -0.18, 0.24}, {0, -0.18, 0.2}, 0.012);
  room.add_bar("tap.lever", tap, {0.02, 0, 0.06}, {0.1, -0.02, 0.1}, 0.006);
  for (int k = 0; k < 4; ++k) {
    const int column = k % 2, row = k / 2;
    const Vector3 at(0.1 + 0.26 * column, front + 0.19 + 0.25 * row, high);
    room.add_turned(numbered("stove.plate", k + 1), {at}, {{0.09, 0.0}, {0.09, 0.006}});
    const double x = 0.02 + 0.14 * k;
    room.add_bar(numbered("stove.knob", k + 1), origin, {x, front - 0.002, 0.82}, {x, front - 0.03, 0.82}, 0.018);
  }
  room.add_turned("pot.body", {{0.36, front + 0.44, high + 0.006}}, {{0.095, 0.0}, {0.1, 0.12}});
  room.add_turned("pot.lid", {{0.36, front + 0.44, high + 0.126}}, {{0.102, 0.0}, {0.08, 0.015}, {0.02, 0.025}});
  room.add_turned("pot.knob", {{0.36, front + 0.44, high + 0.151}}, {{0.012, 0.0}, {0.016, 0.02}});
  for (int k = 0; k < 3; ++k) {
    room.cupboard(numbered("wall_cupboard", k + 1), {{-2.25 + width * k, half_y - 0.17, 0}}, {width, 0.34, 0.65}, 1.45);
  }
}

void build_shelf(Furniture& room) {
  const double front = half_y - 0.25;
  for (int k = 0; k < 2; ++k) {
    const double z = 1.35 + 0.35 * k;
    room.add_box(numbered("shelf.board", k + 1), origin, {-0.1, front, z}, {1.5, half_y, z + 0.025});
    for (int side = 0; side < 2; ++side) {
      const double x = 0.0 + 1.38 * side;
      room.add_bar(fmt::format("shelf.bracket_{}_{}", k + 1, side + 1), origin, {x, half_y - 0.01, z - 0.2},
                   {x, front + 0.04, z - 0.012}, 0.01);
    }
  }
  const double low = 1.375, high = 1.725;
  for (int k = 0; k < 6; ++k)
    room.cup(numbered("cup", k + 1), {{0.12 + 0.14 * k, front + 0.07, low}, -60.0 + 12.0 * k});
  for (int k = 0; k < 4; ++k) room.glass(numbered("shelf_glass", k + 1), {{0.1 + 0.1 * k, half_y - 0.07, low}});
  for (int k = 0; k < 3; ++k) room.bottle(numbered("bottle", k + 1), {{1.05 + 0.12 * k, half_y - 0.1, low}});
  for (int k = 0; k < 8; ++k) room.plate(numbered("plate", k + 1), {{0.1, half_y - 0.125, high + 0.0225 * k}}, 0.11);
  for (int k = 0; k < 3; ++k) room.bowl(numbered("bowl", k + 1), {{0.38 + 0.2 * k, half_y - 0.12, high}}, 0.085);
  for (int k = 0; k < 4; ++k) {
    const Stand jar{{0.96 + 0.13 * k, half_y - 0.12, high}};
    room.add_turned(numbered("jar", k + 1) + ".body", jar, {{0.045, 0.0}, {0.05, 0.02}, {0.05, 0.12}, {0.04, 0.14}});
    room.add_turned(numbered("jar", k + 1) + ".lid", jar, {{0.042, 0.141}, {0.042, 0.16}});
  }
}

void lay_table(Furniture& room) {
  const Vector3 middle(-0.3, -0.3, 0);
  constexpr double top = 0.75;
  room.add_box("rug", origin, {-1.5, -1.3, 0}, {0.9, 0.7, 0.006});
  room.table("table", {middle}, {1.5, 0.85, top});
  room.chair("chair_1", {middle + Vector3(-1.0, 0, 0.006), 90});
  room.chair("chair_2", {middle + Vector3(0.35, 0.72, 0.006), 0});
  room.chair("chair_3", {middle + Vector3(-0.3, -0.8, 0.006), 170});
  room.chair("chair_4", {middle + Vector3(-0.35, 0.7, 0.006), -8});
  const Stand places[] = {{middle + Vector3(-0.6, 0, top), -90},
                          {middle + Vector3(0.35, 0.28, top), 180},
                          {middle + Vector3(-0.3, -0.28, top), 0},
                          {middle + Vector3(-0.35, 0.28, top), 180}};
  int place = 0;
  for (const Stand& stand : places) {
    ++place;
    const Vector3 aside = about_z(stand.yaw_degrees) * Vector3(0.12, 0.14, 0);
    room.plate(numbered("place", place) + ".plate", stand, 0.11);
    room.glass(numbered("place", place) + ".glass", {stand.at + aside});
    room.cutlery(numbered("place", place), stand);
  }
  const Vector3 tray(-0.18, -0.3, top);
  room.add_turned("fruit.tray", {tray}, {{0.09, 0.0}, {0.15, 0.03}});
  for (int k = 0; k < 5; ++k) {
    const Vector3 aside = about_z(72.0 * k) * Vector3(0.07, 0, 0.031);
    room.fruit(numbered("fruit.apple", k + 1), {tray + aside, 20.0 * k}, 0.036 + 0.001 * (k % 3));
  }
  room.fruit("fruit.orange", {tray + Vector3(0, 0, 0.09)}, 0.042);
  const Stand lamp{{-0.18, -0.3, 0}};
  room.add_bar("lamp.cord", lamp, {0, 0, 1.75}, {0, 0, ceiling}, 0.004);
  room.add_turned("lamp.shade", lamp, {{0.2, 1.52}, {0.06, 1.74}, {0.02, 1.75}});
  room.fruit("lamp.bulb", {lamp.at + Vector3(0, 0, 1.45)}, 0.035);
}

void hang_pictures(Furniture& room) {
  const Stand picture{{0.7, -half_y + 0.015, 1.5}};
  room.add_box("picture.canvas", picture, {-0.38, -0.008, -0.28}, {0.38, 0.004, 0.28});
  room.add_box("picture.frame_1", picture, {-0.43, -0.014, -0.33}, {0.43, 0.014, -0.28});
  room.add_box("picture.frame_2", picture, {-0.43, -0.014, 0.28}, {0.43, 0.014, 0.33});
  room.add_box("picture.frame_3", picture, {-0.43, -0.014, -0.28}, {-0.38, 0.014, 0.28});
  room.add_box("picture.frame_4", picture, {0.38, -0.014, -0.28}, {0.43, 0.014, 0.28});
  const Stand clock{{1.8, -half_y, 2.0}};
  room.add_bar("clock.face", clock, {0, 0, 0}, {0, 0.03, 0}, 0.15);
  room.add_bar("clock.hour", clock, {0, 0.036, 0}, {0.05, 0.036, 0.05}, 0.004);
  room.add_bar("clock.minute", clock, {0, 0.044, 0}, {-0.04, 0.044, 0.11}, 0.003);
}

void build_porch(Furniture& room) {
  const double near = half_x + wall, far = near + 2.6;
  for (int k = 0; k < 14; ++k) {
    const double y = -1.6 + 0.23 * k;
    room.add_box(numbered("porch.board", k + 1), origin, {near, y, -0.05}, {far, y + 0.22, -0.01});
  }
  int post = 0;
  for (const double x : {near + 0.06, far - 0.06}) {
    for (const double y : {-1.54, 1.56}) {
      room.add_box(numbered("porch.post", ++post), {{x, y, 0}}, {-0.05, -0.05, -0.01}, {0.05, 0.05, 2.3});
    }
  }
  room.add_box("porch.beam_1", origin, {near, -1.6, 2.3}, {far, -1.5, 2.42});
  room.add_box("porch.beam_2", origin, {near, 1.5, 2.3}, {far, 1.6, 2.42});
  room.add_box("porch.beam_3", origin, {near, 0.96, 2.3}, {far, 1.08, 2.42});
  room.add_box("porch.roof", origin, {near, -1.8, 2.42}, {far + 0.2, 1.8, 2.46});
  room.add_box("porch.rail_1", origin, {near + 0.12, 1.53, 0.9}, {far - 0.12, 1.59, 0.95});
  room.add_box("porch.rail_2", origin, {far - 0.09, -1.48, 0.9}, {far - 0.03, 1.5, 0.95});
  for (int k = 0; k < 12; ++k) {
    const double x = near + 0.24 + 0.2 * k;
    room.add_turned(numbered("porch.baluster", k + 1), {{x, 1.56, -0.01}}, {{0.018, 0.0}, {0.018, 0.9}});
    const double y = -1.3 + 0.24 * k;
    room.add_turned(numbered("porch.baluster", k + 13), {{far - 0.06, y, -0.01}}, {{0.018, 0.0}, {0.018, 0.9}});
  }
  room.swing("swing", {{near + 1.3, 0.98, 0}}, 2.3);
  room.plant("porch_plant", {{near + 2.2, -1.2, -0.01}}, 7);
}

}  // namespace

std::vector<ObjectDraft> furnished_room_objects() {
  Furniture room;
  Random random(1995);
  build_walls(room);
  build_openings(room);
  build_worktop(room);
  build_shelf(room);
  lay_table(room);
  hang_pictures(room);
  room.bookcase("bookcase", {{-1.45, -half_y + 0.15, 0}, 180}, {1.2, 0.28, 1.9}, 6, random);
  room.floor_lamp("floor_lamp", {{2.2, 1.6, 0}});
  room.plant("plant", {{2.2, -1.6, 0}}, 9);
  room.radiator("radiator", {{-half_x + 0.08, 0, 0}, 90}, 10);
  build_porch(room);
  return std::move(room.objects);
}

Files write_furnished_room(const std::filesystem::path& folder) {
  const RobotDraft robot = hand();
  const KinematicTree tree = tree_of(robot);
  Files robot_files = write_robot(folder, robot), scene_files = write_objects(folder, furnished_room_objects());
  Files files{robot_files.front(), scene_files.front(), folder / "path.csv"};
  write_path_csv(files.back(), tree, hand_path(tree));
  files.insert(files.end(), robot_files.begin() + 1, robot_files.end());
  files.insert(files.end(), scene_files.begin() + 1, scene_files.end());
  return files;
}

}  // namespace tocca::scenes

namespace tocca {

Walkthrough furnished_room() {
  const scenes::RobotDraft draft = scenes::hand();
  Walkthrough walk{{draft.name, scenes::tree_of(draft), {}}, scenes::scene_of(scenes::furnished_room_objects()), {}};
  walk.path = scenes::hand_path(walk.hand.tree);
  return walk;
}

}  // namespace tocca
