// Small deformable meshes for tests.
#pragma once

#include <functional>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca::testing {

struct Sheet {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
};

/// (n + 1)^2 vertices over the square [-size/2, size/2]^2, 2 n^2 triangles; vertex (i, k) is number i (n + 1) + k.
inline Sheet flat_sheet(int n, double size, double z = 0.0) {
  Sheet sheet;
  for (int i = 0; i <= n; ++i) {
    for (int k = 0; k <= n; ++k) sheet.vertices.push_back({size * (1.0 * i / n - 0.5), size * (1.0 * k / n - 0.5), z});
  }
  const auto number = [n](int i, int k) { return static_cast<Index>(i * (n + 1) + k); };
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      sheet.triangles.push_back({number(i, k), number(i + 1, k), number(i + 1, k + 1)});
      sheet.triangles.push_back({number(i, k), number(i + 1, k + 1), number(i, k + 1)});
    }
  }
  return sheet;
}

/// A closed box of 12 triangles about a centre.
inline Sheet closed_box(double size, const Vector3& centre = Vector3::Zero()) {
  Sheet box;
  for (int i = 0; i < 8; ++i) {
    box.vertices.push_back(centre + size * Vector3((i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2 & 1) - 0.5));
  }
  const Index sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& s : sides) {
    box.triangles.push_back({s[0], s[1], s[2]});
    box.triangles.push_back({s[0], s[2], s[3]});
  }
  return box;
}

inline std::vector<Vector3> moved(const std::vector<Vector3>& vertices,
                                  const std::function<Vector3(const Vector3&)>& map) {
  std::vector<Vector3> result;
  for (const Vector3& v : vertices) result.push_back(map(v));
  return result;
}

}  // namespace tocca::testing
