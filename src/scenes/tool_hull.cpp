// A cylindrical tool over a deformable hull, as a drilling operator moves it (Caby and Crosnier).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/free_bodies.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca::scenes {

namespace {

const Vector3 hull_axes(0.2, 0.15, 0.1);                   // half axes, metres
constexpr double tool_radius = 0.008, tool_length = 0.15;  // the tool's tip is its origin, its shaft along +z
constexpr int sample_count = 3'000;                        // one a millisecond
constexpr double press_x = 0.06;                           // where the tool touches down ...
constexpr double press_depth = 0.006, dent_radius = 0.05;  // ... and how far it dents the hull there

double hull_height(double x, double y) {
  const double inside = 1.0 - x * x / (hull_axes.x() * hull_axes.x()) - y * y / (hull_axes.y() * hull_axes.y());
  return hull_axes.z() * std::sqrt(std::max(0.0, inside));
}

/// An ellipsoid with exactly `count` triangles, about twice as many sides as rings.
Solid hull(int count) {
  int rings = std::max(2, static_cast<int>(std::sqrt(count / 4.0)));
  while (rings > 2 && count % (2 * rings) != 0) --rings;
  const bool even_split = count % (2 * rings) == 0 && count / (2 * rings) <= 8 * rings;
  if (!even_split) rings = std::max(2, static_cast<int>(std::sqrt(count / 4.0)));
  Solid solid = ellipsoid(hull_axes, std::max(3, count / (2 * rings)), rings);
  refine_to(solid, count);
  return solid;
}

/// 0 at t = 0, 1 at t = 1, level at both.
double ease(double t) {
  t = std::clamp(t, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// Glide over the hull, come down, press, lift off; the shaft sways by up to 25 degrees on the way.
std::string samples() {
  std::string text = "t,x,y,z,qx,qy,qz,qw\n";
  for (int k = 0; k < sample_count; ++k) {
    const double t = 0.001 * k;
    const double x = -0.14 + (press_x + 0.14) * ease(t / 1.8), y = 0.04 * on_circle(0.35 * t).y() * (1 - ease(t / 1.8));
    const double gap =
        0.05 - 0.035 * ease(t / 1.2) - (0.015 + press_depth) * ease((t - 1.9) / 0.5) + 0.08 * ease((t - 2.6) / 0.4);
    const Eigen::Vector2d half_tilt = on_circle(0.035 * on_circle(0.6 * t).y() * (1 - ease((t - 1.2) / 0.7)));
    text += fmt::format("{},{},{},{},0,{},0,{}\n", rounded(t), rounded(x), rounded(y), rounded(hull_height(x, y) + gap),
                        rounded(half_tilt.y()), rounded(half_tilt.x()));
  }
  return text;
}

}  // namespace

Files write_tool_hull(const std::filesystem::path& folder, int triangle_count) {
  Files files{folder / "tool.obj", folder / "hull.obj", folder / "samples.csv", folder / "hull_pressed.obj"};
  const Solid rest = hull(triangle_count);
  const Solid pressed = rest.warped([](const Vector3& p) -> Vector3 {
    const double dx = p.x() - press_x, away_sq = (dx * dx + p.y() * p.y()) / (dent_radius * dent_radius);
    const double dent = p.z() > 0 && away_sq < 1 ? press_depth * (1 - away_sq) * (1 - away_sq) : 0.0;
    return p - Vector3(0, 0, dent);
  });
  write_obj(files[0], *mesh_of(cylinder(tool_radius, tool_length, 32).moved(0, 0, 0.5 * tool_length)));
  write_obj(files[1], *mesh_of(rest));
  write_text(files[2], samples());
  write_obj(files[3], *mesh_of(pressed));
  return files;
}

}  // namespace tocca::scenes
