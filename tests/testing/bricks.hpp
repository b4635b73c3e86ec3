// Meshes built from bricks, triangle by triangle, as files may hold them: each triangle with its own corners.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca::testing {

struct Bricks {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;

  void add(const Vector3& a, const Vector3& b, const Vector3& c, bool turned = false) {
    const auto first = static_cast<Index>(vertices.size());
    for (const Vector3& corner : {a, turned ? c : b, turned ? b : c}) vertices.push_back(corner);
    triangles.push_back({first, first + 1, first + 2});
  }

  /// Twelve triangles. Faces are halved along the diagonal from the least to the greatest corner, or along the other.
  void add_brick(const Vector3& lower, const Vector3& upper, bool inwards = false, bool other_diagonal = false) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const bool high : {false, true}) {
        const auto corner = [&](bool u, bool v) {
          Vector3 p;
          p[axis] = (high ? upper : lower)[axis];
          p[(axis + 1) % 3] = (u ? upper : lower)[(axis + 1) % 3];
          p[(axis + 2) % 3] = (v ? upper : lower)[(axis + 2) % 3];
          return p;
        };
        const bool turned = high == inwards;
        if (other_diagonal) {
          add(corner(false, false), corner(true, false), corner(false, true), turned);
          add(corner(true, false), corner(true, true), corner(false, true), turned);
        } else {
          add(corner(false, false), corner(true, false), corner(true, true), turned);
          add(corner(false, false), corner(true, true), corner(false, true), turned);
        }
      }
    }
  }
  void add_cube(double half, bool inwards = false, const Vector3& centre = Vector3::Zero()) {
    add_brick(centre - Vector3::Constant(half), centre + Vector3::Constant(half), inwards);
  }

  /// Puts the middle of the edge a b into this many of the triangles at it, each of which becomes two. If others keep
  /// the whole edge, it is a T-junction.
  Vector3 split_edge(const Vector3& a, const Vector3& b, int most = 1, double part = 0.5) {
    const Vector3 middle = a + part * (b - a);
    for (std::size_t i = 0, count = triangles.size(); i < count && most > 0; ++i) {
      const auto corner = [&](const Vector3& p) {
        return std::find_if(triangles[i].begin(), triangles[i].end(), [&](Index k) { return vertices[k] == p; });
      };
      const auto at_a = corner(a), at_b = corner(b);
      if (at_a == triangles[i].end() || at_b == triangles[i].end() || at_a == at_b) continue;
      std::array<Vector3, 3> other{vertices[triangles[i][0]], vertices[triangles[i][1]], vertices[triangles[i][2]]};
      other[static_cast<std::size_t>(at_a - triangles[i].begin())] = middle;
      vertices[*at_b] = middle;
      add(other[0], other[1], other[2]);
      --most;
    }
    return middle;
  }

  /// Repeats the triangle, seen from its other side.
  void repeat(std::size_t triangle) {
    const Triangle& t = triangles[triangle];
    const Vector3 a = vertices[t[0]], b = vertices[t[1]], c = vertices[t[2]];
    add(a, c, b);
  }
  void repeat_all() {
    for (std::size_t t = 0, count = triangles.size(); t < count; ++t) repeat(t);
  }

  TriangleMesh mesh() const { return {vertices, triangles}; }
  MeshPointer pointer() const { return std::make_shared<const TriangleMesh>(vertices, triangles); }
};

inline Bricks cube(double half) {
  Bricks bricks;
  bricks.add_cube(half);
  return bricks;
}

/// Each triangle once for each side, as renderers like it.
inline Bricks double_sided_cube(double half) {
  Bricks bricks = cube(half);
  bricks.repeat_all();
  return bricks;
}

/// A cube with a cavity; its inner shell is wound against the outer one, as it should be, or not.
inline Bricks hollow_cube(double half, double cavity_half, bool against = true) {
  Bricks bricks = cube(half);
  bricks.add_cube(cavity_half, against);
  return bricks;
}

}  // namespace tocca::testing
