//
// A small modelling kit. Every function returns closed shells with outward triangles; lengths are metres.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "scenes/turn.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca::scenes {

/// Triangles under construction: one or more closed shells (shells may overlap: the solid is their union).
struct Solid {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;

  int size() const { return static_cast<int>(triangles.size()); }
  Solid& add(const Solid& other);
  Solid moved(const Vector3& by) const;
  Solid moved(double x, double y, double z) const { return moved(Vector3(x, y, z)); }
  Solid turned(const Matrix3& rotation) const;
  Solid scaled(const Vector3& factors) const;                               ///< all factors positive
  Solid warped(const std::function<Vector3(const Vector3&)>& place) const;  ///< `place` must keep handedness
};

using Ring = std::vector<Vector3>;

/// Rings of equally many points joined one to the next; each runs counter-clockwise seen from where the rings go.
/// An end is a fan to its tip (a pole, or the middle of a flat end) or, without one, a flat convex polygon.
Solid loft(const std::vector<Ring>& rings, const std::optional<Vector3>& first_tip = {},
           const std::optional<Vector3>& last_tip = {});
/// Rings in a circle: the last is joined to the first.
Solid loft_loop(const std::vector<Ring>& rings);

/// A regular polygon in the plane z = height. `phase_turns` rotates it.
Ring circle(double radius, int sides, double height = 0.0, double phase_turns = 0.0);
/// Ellipse with half axes rx, ry about (x, y, z), in the plane z = const.
Ring ellipse(const Vector3& centre, double rx, double ry, int sides);
/// Two half circles of different radii at x = 0 and x = length joined by straight lines, in the plane z = height.
Ring stadium(double first_radius, double last_radius, double length, int points_per_end, double height);
/// A rectangle with rounded (corner_points > 1) or bevelled (corner_points = 2) corners, in the plane z = height.
Ring rounded_rectangle(double width, double depth, double corner, int corner_points, double height);

struct ProfilePoint {
  double radius, height;
};
/// A solid of revolution about z: the outer profile from bottom to top. A radius of zero at an end is a pole.
Solid lathe(const std::vector<ProfilePoint>& profile, int sides);
/// A solid of revolution whose profile is a closed loop beside the axis, counter-clockwise in (radius, height).
Solid ring(const std::vector<ProfilePoint>& loop, int sides);

Solid box(const Vector3& size);                           ///< centred, 12 triangles
Solid rounded_box(const Vector3& size, double bevel);     ///< centred, all edges bevelled, 44 triangles
Solid cylinder(double radius, double length, int sides);  ///< along z, centred
Solid bar(const Vector3& from, const Vector3& to, double radius, int sides);  ///< a round bar between two points
Solid ellipsoid(const Vector3& half_axes, int sides, int rings);              ///< 2 * sides * rings triangles
Solid torus(double radius, double wire_radius, int around, int section);  ///< about z, 2 * around * section triangles
Solid prism(const Ring& bottom, double height);                           ///< a flat convex ring, extruded upwards
Solid star_prism(const Ring& bottom, double height);  ///< a ring star-shaped about its centre, extruded

/// A round pipe along a polyline whose corners are rounded to `bend_radius` in `bend_pieces` pieces. Ends are flat.
Solid pipe(const std::vector<Vector3>& corners, double radius, int sides, double bend_radius, int bend_pieces);

/// The boundary of the filled cells of a rectilinear grid: frames, plates with holes, shelves, stairs.
/// Filled cells must not touch only along an edge or at a corner.
Solid cells(const std::vector<double>& xs, const std::vector<double>& ys, const std::vector<double>& zs,
            const std::function<bool(int, int, int)>& filled);
/// `count` + 1 evenly spaced values.
std::vector<double> steps(double from, double to, int count);

/// A limb along z: elliptic stations, blended smoothly into `rings` rings, with rounded ends.
struct Station {
  double height, rx, ry;
  double x = 0.0, y = 0.0;
};
Solid limb(const std::vector<Station>& stations, int sides, int rings);

/// Splits longest edges until the closed solid has `count` triangles. Each split adds two, so `count` must be even;
/// the shape stays the same.
void refine_to(Solid& solid, int count);

}  // namespace tocca::scenes
