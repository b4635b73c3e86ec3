// Two small solids in a screw motion: a block with a through hole and an L-shaped extrusion (Kim and Rossignac 2003).
#include <fmt/format.h>

#include <cmath>

#include "scenes/free_bodies.hpp"
#include "scenes/random.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca::scenes {

namespace {

constexpr int placement_count = 50'000;
constexpr double cube = 15.0, hole_in_cube = 5.0;  // B lies in the cube, outside the smaller one
constexpr double screw_advance = 6.0;              // d: along s = (1,1,1)/sqrt 3, with b = 2 pi

}  // namespace

/// 80 vertices, 156 triangles, 234 edges, as in the paper. These counts have Euler number 2, but a single closed
/// surface with a through hole has 0: so the paper's solid had a second shell. Here it is a key let into the top.
Solid block_with_hole() {
  constexpr double half = 0.8, top = 0.5;  // the block is 1.6 x 1.6 x 1.0
  constexpr double bore = 0.35, countersink = 0.45, depth = 0.1;
  constexpr int around = 12;
  Ring square;  // 12 points on the outline, each at the direction of its point on the bore
  for (int k = 0; k < around; ++k) {
    const Eigen::Vector2d p = on_circle((k + 0.5) / around);
    square.emplace_back(p.x(), p.y(), 0.0);
  }
  for (Vector3& p : square) p *= half / std::max(std::abs(p.x()), std::abs(p.y()));
  for (int corner = 0; corner < 4; ++corner) {  // the points nearest to the corners go there
    Vector3& p = square[static_cast<std::size_t>(3 * corner + 1)];
    p = Vector3(std::copysign(half, p.x()), std::copysign(half, p.y()), 0.0);
  }
  auto at_height = [&](Ring ring, double height) {
    for (Vector3& p : ring) p.z() = height;
    return ring;
  };
  const double phase = 0.5 / around;
  Solid solid = loft_loop({at_height(square, -top), at_height(square, top), circle(countersink, around, top, phase),
                           circle(bore, around, top - depth, phase), circle(bore, around, depth - top, phase),
                           circle(countersink, around, -top, phase)});
  return solid.add(box(Vector3(0.2, 0.6, 0.16)).moved(-0.65, 0, top));  // 8 vertices, 12 triangles
}

/// 85 vertices, 166 triangles, 249 edges: five unit squares in an L, seven rings high, one square split in its middle.
Solid l_shape() {
  constexpr double unit = 0.5, length = 1.0;
  constexpr int layers = 6;
  Solid solid = cells(steps(-1.5 * unit, 1.5 * unit, 3), steps(-1.5 * unit, 1.5 * unit, 3),
                      steps(-0.5 * length, 0.5 * length, layers), [](int i, int j, int) { return i == 0 || j == 0; });
  refine_to(solid, solid.size() + 2);
  return solid;
}

Files write_blocks_screw(const std::filesystem::path& folder) {
  Files files{folder / "block.obj", folder / "l_shape.obj", folder / "motions.csv"};
  write_obj(files[0], *mesh_of(block_with_hole()));
  write_obj(files[1], *mesh_of(l_shape()));
  std::string text;
  for (const char* body : {"a0", "a1", "b0", "b1"}) {
    for (const char* part : {"x", "y", "z", "qx", "qy", "qz", "qw"}) text += fmt::format("{}.{},", body, part);
  }
  text += "turns\n";
  // After one full turn the block is parallel to itself, moved along the axis. The axis runs through (3,3,3) along
  // (1,1,1), hence through the block's own origin: that and `turns` fix the screw.
  const double advance = rounded(screw_advance / std::sqrt(3.0));
  Random random(2003);
  for (int k = 0; k < placement_count; ++k) {
    Vector3 at;
    do {
      for (int axis = 0; axis < 3; ++axis) at[axis] = rounded(random.between(-0.5 * cube, 0.5 * cube));
    } while (at.cwiseAbs().maxCoeff() <= 0.5 * hole_in_cube);
    const Eigen::Vector4d q = random.unit_quaternion();
    const std::string b = fmt::format("{},{},{},{},{},{},{}", at.x(), at.y(), at.z(), rounded(q[0]), rounded(q[1]),
                                      rounded(q[2]), rounded(q[3]));
    text += fmt::format("0,0,0,0,0,0,1,{0},{0},{0},0,0,0,1,{1},{1},1\n", advance, b);
  }
  write_text(files[2], text);
  return files;
}

}  // namespace tocca::scenes
