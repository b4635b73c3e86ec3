// Six IRB 2400 around a car body: a sheet with window openings and wheel arches, 19,668 triangles with its floor.
#include <algorithm>
#include <cmath>

#include "scenes/families.hpp"

namespace tocca::scenes {

namespace {

constexpr int car_triangles = 19'668;
constexpr double car_half_width = 0.84, sill = 0.22, belt = 0.88;  // metres above the floor
constexpr double roof_half_width = 0.56;
constexpr double wheel_radius = 0.36;
constexpr double front_wheel = -1.32, rear_wheel = 1.28;  // x; the nose points to -x
constexpr double sheet = 0.012;                           // thickness

/// The outline along the middle of the car: nose, bonnet, windscreen, roof, rear window, tail. Each knot has the
/// number of its grid column, so that pillars and windows fall on grid lines.
struct Knot {
  int column;
  double x, height;
};
constexpr Knot car_outline[] = {{0, -2.06, 0.36},  {6, -2.12, 0.52},  {12, -2.02, 0.74}, {22, -1.45, 0.86},
                                {32, -0.78, 0.93}, {46, -0.12, 1.36}, {56, 0.35, 1.42},  {70, 1.05, 1.36},
                                {82, 1.62, 0.98},  {92, 1.98, 0.94},  {98, 2.1, 0.66},   {104, 2.06, 0.38}};
constexpr int columns = 104;

// Rows of the grid from the left sill over the roof to the right one.
constexpr int side_rows = 9, window_rows = 7, roof_rows = 12;
constexpr int rows = 2 * side_rows + 2 * window_rows + roof_rows;

/// x and height of the middle line at a column, by Catmull-Rom through the knots (uneven: chord by chord).
Eigen::Vector2d middle_line(double column) {
  const int last = static_cast<int>(std::size(car_outline)) - 1;
  int k = 0;
  while (k + 1 < last && column > car_outline[k + 1].column) ++k;
  auto knot = [&](int i) {
    return Eigen::Vector2d(car_outline[std::clamp(i, 0, last)].x, car_outline[std::clamp(i, 0, last)].height);
  };
  auto at = [&](int i) { return static_cast<double>(car_outline[std::clamp(i, 0, last)].column); };
  const double width = at(k + 1) - at(k), t = (column - at(k)) / width;
  auto slope = [&](int i) -> Eigen::Vector2d {
    return (knot(i + 1) - knot(i - 1)) / std::max(1.0, at(i + 1) - at(i - 1)) * width;
  };
  const Eigen::Vector2d p = knot(k), q = knot(k + 1), m = slope(k), n = slope(k + 1);
  return p + t * m + t * t * (3 * (q - p) - 2 * m - n) + t * t * t * (2 * (p - q) + m + n);
}

/// Height of the lower edge of the side: the sill, raised to a half circle over the wheels.
double lower_edge(double x) {
  double edge = sill;
  for (const double wheel : {front_wheel, rear_wheel}) {
    const double d = x - wheel;
    if (std::abs(d) < wheel_radius) edge = std::max(edge, 0.28 + std::sqrt(wheel_radius * wheel_radius - d * d));
  }
  return edge;
}

/// A point of the outer skin. `row` runs 0..rows from the left sill to the right one.
Vector3 skin(double column, double row) {
  constexpr int middle_row = rows / 2;
  const bool left = row <= middle_row;
  const double from_sill = left ? row : rows - row, side = left ? 1.0 : -1.0;
  const Eigen::Vector2d middle = middle_line(column);
  const double x = middle.x(), top = middle.y();
  // The plan is narrower at nose and tail.
  const double end = std::clamp((std::abs(x) - 1.5) / 0.7, 0.0, 1.0);
  const double width = car_half_width * (1.0 - 0.22 * end * end);
  const double waist = std::min(belt, std::max(top - 0.04, 0.26));
  const double shoulder = std::max(waist + 0.01, top - 0.05);  // where the side window meets the roof
  const double cabin = std::clamp((shoulder - waist) / 0.35, 0.0, 1.0);
  const double roof_edge = width - 0.06 - (car_half_width - roof_half_width - 0.06) * cabin;
  if (from_sill <= side_rows) {
    const double t = from_sill / side_rows, low = std::min(lower_edge(x), waist - 0.04);
    const double bulge = 0.05 * 4 * t * (1 - t);
    return {x, side * (width - 0.04 + bulge), low + t * (waist - low)};
  }
  if (from_sill <= side_rows + window_rows) {
    const double t = (from_sill - side_rows) / window_rows;
    return {x, side * (width - 0.04 + t * (roof_edge - width + 0.04)), waist + t * (shoulder - waist)};
  }
  const double t = (from_sill - side_rows - window_rows) / (0.5 * roof_rows);  // 0 at the roof's edge, 1 in the middle
  return {x, side * roof_edge * (1 - t), shoulder + (top - shoulder) * (2 * t - t * t)};
}

bool is_opening(int column, int row) {
  const int from_sill = std::min(row, rows - 1 - row);
  const bool window_row = from_sill >= side_rows + 1 && from_sill < side_rows + window_rows - 1;
  const bool roof_row = from_sill >= side_rows + window_rows + 1;
  const bool front_door = column >= 40 && column < 54, rear_door = column >= 57 && column < 72;
  const bool windscreen = column >= 34 && column < 45, rear_window = column >= 72 && column < 81;
  return (window_row && (front_door || rear_door)) || (roof_row && (windscreen || rear_window));
}

Solid body_sheet() {
  const Solid flat = cells(steps(0, columns, columns), steps(0, rows, rows), {0.0, 1.0},
                           [](int i, int j, int) { return !is_opening(i, j); });
  return flat.warped([](const Vector3& p) -> Vector3 {
    const double column = p.x(), row = p.y(), step = 0.25;
    const Vector3 along = skin(std::min(column + step, 1.0 * columns), row) - skin(std::max(column - step, 0.0), row);
    const Vector3 up = skin(column, std::min(row + step, 1.0 * rows)) - skin(column, std::max(row - step, 0.0));
    // From left sill to right over the roof, with x to the back: along x up points into the car.
    const Vector3 inwards(along.y() * up.z() - along.z() * up.y(), along.z() * up.x() - along.x() * up.z(),
                          along.x() * up.y() - along.y() * up.x());
    const double length = std::sqrt(inwards.x() * inwards.x() + inwards.y() * inwards.y() + inwards.z() * inwards.z());
    return skin(column, row) + (sheet * p.z() / length) * inwards;
  });
}

/// The floor pan with its tunnel, between the wheel arches.
Solid floor_pan() {
  const Solid flat =
      cells(steps(-0.9, 0.88, 24), steps(-0.68, 0.68, 20), {0.0, 0.015}, [](int, int, int) { return true; });
  return flat.warped([](const Vector3& p) -> Vector3 {
    const double tunnel = std::max(0.0, 1.0 - (p.y() / 0.18) * (p.y() / 0.18));
    return {p.x(), p.y(), p.z() + 0.235 + 0.16 * tunnel};
  });
}

}  // namespace

CellDraft six_irb_car() {
  CellDraft draft{.robot = irb_2400(), .robots = {}, .objects = {}, .walks = {}};
  draft.objects.push_back({"body", body_sheet()});
  draft.objects.push_back({"floor_pan", floor_pan()});
  draft.objects.push_back({"cross_beam", bar({-0.72, -0.7, 0.78}, {-0.72, 0.7, 0.78}, 0.03, 16)});
  draft.objects.push_back({"rear_beam", bar({0.95, -0.68, 0.36}, {0.95, 0.68, 0.36}, 0.03, 16)});
  refine_to(draft.objects, car_triangles);
  for (int k = 0; k < 6; ++k) {
    const double side = k < 3 ? 1.0 : -1.0, x = 1.5 * (k % 3 - 1);
    const Posture start{0, -45, 45, 0, 30, 0}, reach{12.0 * (k % 3 - 1), 45, 0, 0, 0, 40},
        back{-10, -20, 20, 60, 40, 0};
    draft.robots.push_back({"irb_" + std::to_string(k), Vector3(x, side * 2.05, 0), -90 * side, {start, reach, back}});
  }
  return draft;
}

}  // namespace tocca::scenes
