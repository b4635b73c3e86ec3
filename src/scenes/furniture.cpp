#include "scenes/furniture.hpp"

#include <fmt/format.h>

namespace tocca::scenes {

namespace {

constexpr int round_sides = 12;  // of round things

Stand moved(const Stand& stand, double x, double y, double z, double yaw_degrees = 0.0) {
  return {stand.at + about_z(stand.yaw_degrees) * Vector3(x, y, z), stand.yaw_degrees + yaw_degrees};
}

std::string numbered_piece(const std::string& name, const char* piece, int number) {
  return fmt::format("{}.{}_{}", name, piece, number);
}

}  // namespace

void Furniture::add(const std::string& name, const Stand& stand, const Solid& solid) {
  objects.push_back({name, hull_of(solid.vertices), stand.at, stand.yaw_degrees});
}

void Furniture::add_box(const std::string& name, const Stand& stand, const Vector3& low, const Vector3& high) {
  add(name, stand, box(high - low).moved(0.5 * (low + high)));
}

void Furniture::add_bar(const std::string& name, const Stand& stand, const Vector3& from, const Vector3& to,
                        double radius) {
  add(name, stand, bar(from, to, radius, round_sides));
}

void Furniture::add_turned(const std::string& name, const Stand& stand, const std::vector<ProfilePoint>& profile) {
  add(name, stand, lathe(profile, round_sides));
}

void Furniture::table(const std::string& name, const Stand& stand, const Vector3& size) {
  const double w = 0.5 * size.x(), d = 0.5 * size.y(), top = size.z(), under = top - 0.03;
  add(name + ".top", stand, rounded_box(Vector3(size.x(), size.y(), 0.03), 0.006).moved(0, 0, top - 0.015));
  int leg = 0;
  for (const double x : {-w + 0.07, w - 0.07}) {
    for (const double y : {-d + 0.07, d - 0.07}) {
      add_turned(numbered_piece(name, "leg", ++leg), moved(stand, x, y, 0), {{0.018, 0.0}, {0.032, under}});
    }
  }
  add_box(name + ".apron_front", stand, {-w + 0.1, -d + 0.06, under - 0.09}, {w - 0.1, -d + 0.08, under});
  add_box(name + ".apron_back", stand, {-w + 0.1, d - 0.08, under - 0.09}, {w - 0.1, d - 0.06, under});
  add_box(name + ".apron_left", stand, {-w + 0.06, -d + 0.1, under - 0.09}, {-w + 0.08, d - 0.1, under});
  add_box(name + ".apron_right", stand, {w - 0.08, -d + 0.1, under - 0.09}, {w - 0.06, d - 0.1, under});
}

void Furniture::chair(const std::string& name, const Stand& stand) {
  constexpr double w = 0.2, d = 0.2, seat = 0.45, back = 0.92;
  add(name + ".seat", stand, rounded_box(Vector3(0.42, 0.42, 0.03), 0.008).moved(0, 0, seat - 0.015));
  int leg = 0;
  for (const double x : {-w + 0.02, w - 0.02}) {
    add_turned(numbered_piece(name, "leg", ++leg), moved(stand, x, -d + 0.02, 0), {{0.014, 0.0}, {0.02, seat - 0.03}});
    add_turned(numbered_piece(name, "leg", ++leg), moved(stand, x, d - 0.02, 0), {{0.014, 0.0}, {0.02, seat - 0.03}});
    add_bar(numbered_piece(name, "rung", leg / 2), stand, {x, -d + 0.04, 0.2}, {x, d - 0.04, 0.2}, 0.009);
    add_bar(numbered_piece(name, "post", leg / 2), stand, {x, d - 0.02, seat}, {x, d + 0.06, back}, 0.015);
  }
  add_bar(name + ".rung_3", stand, {-w + 0.03, 0.0, 0.2}, {w - 0.03, 0.0, 0.2}, 0.009);
  for (int k = 0; k < 3; ++k) {
    const double z = seat + 0.15 + 0.12 * k, y = d - 0.02 + 0.08 * (z - seat) / (back - seat);
    add_box(numbered_piece(name, "slat", k + 1), moved(stand, 0, y, z), {-w + 0.035, -0.008, -0.03},
            {w - 0.035, 0.008, 0.03});
  }
}

void Furniture::cupboard(const std::string& name, const Stand& stand, const Vector3& size, double below) {
  constexpr double board = 0.018;
  const double w = 0.5 * size.x() - 0.002, d = 0.5 * size.y(), low = below, high = below + size.z();
  add_box(name + ".left", stand, {-w, -d + 0.02, low}, {-w + board, d, high});
  add_box(name + ".right", stand, {w - board, -d + 0.02, low}, {w, d, high});
  add_box(name + ".bottom", stand, {-w + board, -d + 0.02, low}, {w - board, d, low + board});
  add_box(name + ".back", stand, {-w + board, d - 0.01, low + board}, {w - board, d, high});
  const double middle = 0.5 * (low + high);
  add_box(name + ".shelf", stand, {-w + board, -d + 0.06, middle}, {w - board, d - 0.01, middle + board});
  add_box(name + ".door", stand, {-w, -d, low + 0.002}, {w, -d + 0.018, high - 0.002});
  // At the top of what stands below the eyes, at the bottom of what hangs above them.
  const double grip = below > 1.0 ? low + 0.06 : high - 0.06;
  add_bar(name + ".handle", stand, {w - 0.16, -d - 0.025, grip}, {w - 0.04, -d - 0.025, grip}, 0.006);
}

void Furniture::bookcase(const std::string& name, const Stand& stand, const Vector3& size, int boards, Random& random) {
  constexpr double board = 0.02;
  const double w = 0.5 * size.x(), d = 0.5 * size.y(), gap = (size.z() - board) / (boards - 1);
  add_box(name + ".left", stand, {-w, -d, 0}, {-w + board, d, size.z()});
  add_box(name + ".right", stand, {w - board, -d, 0}, {w, d, size.z()});
  add_box(name + ".back", stand, {-w + board, d - 0.008, 0}, {w - board, d, size.z()});
  int book = 0;
  for (int k = 0; k < boards; ++k) {
    const double z = gap * k;
    add_box(numbered_piece(name, "board", k + 1), stand, {-w + board, -d, z}, {w - board, d - 0.008, z + board});
    if (k + 1 == boards) break;
    for (double x = -w + board + 0.005; x < w - board - 0.1;) {
      const double thick = random.between(0.015, 0.055), high = random.between(0.6, 0.9) * (gap - board);
      const double deep = random.between(0.13, 0.2);
      add_box(numbered_piece(name, "book", ++book), stand, {x, -d + 0.03, z + board},
              {x + thick, -d + 0.03 + deep, z + board + high});
      x += thick + 0.002 + (random.chance(0.15) ? 0.1 : 0.0);
    }
  }
}

void Furniture::swing(const std::string& name, const Stand& stand, double beam_height) {
  constexpr double w = 0.6, seat = 0.5;
  for (int k = 0; k < 6; ++k) {
    const double y = -0.2 + 0.075 * k;
    add_box(numbered_piece(name, "seat", k + 1), stand, {-w, y, seat}, {w, y + 0.06, seat + 0.02});
  }
  for (int k = 0; k < 5; ++k) {
    const double z = seat + 0.08 + 0.1 * k;
    add_box(numbered_piece(name, "back", k + 1), moved(stand, 0, 0.27 + 0.02 * k, z), {-w, -0.008, 0},
            {w, 0.008, 0.07});
  }
  int arm = 0;
  for (const double x : {-w, w}) {
    add_bar(numbered_piece(name, "arm", ++arm), stand, {x, -0.2, seat + 0.25}, {x, 0.3, seat + 0.25}, 0.018);
    add_bar(numbered_piece(name, "chain_front", arm), stand, {x, -0.18, seat + 0.25}, {x, 0.02, beam_height}, 0.006);
    add_bar(numbered_piece(name, "chain_back", arm), stand, {x, 0.33, seat + 0.45}, {x, 0.06, beam_height}, 0.006);
  }
}

void Furniture::plant(const std::string& name, const Stand& stand, int leaves) {
  add_turned(name + ".pot", stand, {{0.11, 0.0}, {0.16, 0.3}});
  add_bar(name + ".stem", stand, {0, 0, 0.3}, {0.02, 0.01, 0.9}, 0.012);
  for (int k = 0; k < leaves; ++k) {
    const Matrix3 turn = about_z(360.0 * k / leaves) * about_y(-20.0 - 7.0 * (k % 3));
    const Solid leaf = ellipsoid(Vector3(0.17, 0.05, 0.008), 10, 3).moved(0.18, 0, 0);
    add(numbered_piece(name, "leaf", k + 1), stand, leaf.turned(turn).moved(0.01, 0.005, 0.55 + 0.05 * k));
  }
}

void Furniture::floor_lamp(const std::string& name, const Stand& stand) {
  add_turned(name + ".foot", stand, {{0.16, 0.0}, {0.16, 0.015}, {0.03, 0.03}});
  add_bar(name + ".stem", stand, {0, 0, 0.03}, {0, 0, 1.5}, 0.012);
  add_turned(name + ".shade", stand, {{0.2, 1.35}, {0.12, 1.65}});
}

void Furniture::radiator(const std::string& name, const Stand& stand, int fins) {
  const double w = 0.04 * fins;
  for (int k = 0; k < fins; ++k) {
    const double x = -w + 0.08 * k + 0.01;
    add(numbered_piece(name, "fin", k + 1), stand,
        rounded_box(Vector3(0.06, 0.1, 0.6), 0.012).moved(x + 0.03, 0, 0.42));
  }
  add_bar(name + ".pipe_1", stand, {-w, 0, 0.17}, {w, 0, 0.17}, 0.012);
  add_bar(name + ".pipe_2", stand, {-w, 0, 0.67}, {w, 0, 0.67}, 0.012);
}

void Furniture::plate(const std::string& name, const Stand& stand, double radius) {
  add_turned(name, stand, {{0.6 * radius, 0.0}, {radius, 0.018}, {radius, 0.022}});
}

void Furniture::bowl(const std::string& name, const Stand& stand, double radius) {
  add_turned(name, stand, {{0.45 * radius, 0.0}, {0.8 * radius, 0.025}, {radius, 0.07}});
}

void Furniture::glass(const std::string& name, const Stand& stand) {
  add_turned(name, stand, {{0.027, 0.0}, {0.035, 0.12}});
}

void Furniture::cup(const std::string& name, const Stand& stand) {
  add_turned(name + ".body", stand, {{0.03, 0.0}, {0.04, 0.03}, {0.042, 0.09}});
  add_bar(name + ".handle_1", stand, {0.043, 0, 0.075}, {0.068, 0, 0.068}, 0.005);
  add_bar(name + ".handle_2", stand, {0.068, 0, 0.068}, {0.066, 0, 0.035}, 0.005);
  add_bar(name + ".handle_3", stand, {0.066, 0, 0.035}, {0.041, 0, 0.025}, 0.005);
}

void Furniture::bottle(const std::string& name, const Stand& stand) {
  add_turned(name + ".body", stand, {{0.036, 0.0}, {0.038, 0.17}, {0.014, 0.22}});
  add_turned(name + ".neck", stand, {{0.0135, 0.22}, {0.0135, 0.285}, {0.016, 0.288}, {0.016, 0.3}});
}

void Furniture::cutlery(const std::string& name, const Stand& stand) {
  add_box(name + ".knife_handle", moved(stand, 0.145, 0, 0), {-0.008, -0.1, 0.0}, {0.008, -0.01, 0.007});
  add_box(name + ".knife_blade", moved(stand, 0.145, 0, 0), {-0.009, -0.01, 0.001}, {0.009, 0.1, 0.003});
  const Stand fork = moved(stand, -0.145, 0, 0);
  add_box(name + ".fork_handle", fork, {-0.007, -0.1, 0.0}, {0.007, 0.045, 0.005});
  for (int k = 0; k < 3; ++k) {
    const double x = -0.009 + 0.009 * k;
    add_box(numbered_piece(name, "fork_tine", k + 1), fork, {x - 0.0015, 0.045, 0.001}, {x + 0.0015, 0.1, 0.004});
  }
  const Stand spoon = moved(stand, 0.18, 0, 0);
  add_box(name + ".spoon_handle", spoon, {-0.006, -0.1, 0.0}, {0.006, 0.045, 0.005});
  add(name + ".spoon_head", spoon, ellipsoid(Vector3(0.02, 0.03, 0.006), 10, 3).moved(0, 0.075, 0.006));
}

void Furniture::fruit(const std::string& name, const Stand& stand, double radius) {
  add(name, stand, ellipsoid(Vector3(radius, radius, 0.92 * radius), 10, 5).moved(0, 0, 0.92 * radius));
}

}  // namespace tocca::scenes
