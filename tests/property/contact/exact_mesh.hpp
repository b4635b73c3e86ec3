// Meshes in exact rationals, for what is inside them.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "exact_distance.hpp"
#include "model/part.hpp"
#include "testing/bricks.hpp"
#include "testing/draw.hpp"

namespace tocca::testing {

inline Part part_of(const Bricks& bricks) {
  const Collider body{Pose(), bricks.pointer()};
  return Part(std::span(&body, 1));
}

/// How often the ray p + s d, s > 0, crosses the triangle, with the sign of the side it comes out of; nothing where it meets an edge.
inline std::optional<int> crossing(const exact::Vector& p, const exact::Vector& d, const exact::Points& t) {
  if (!exact::has_area(t)) return 0;
  const exact::Vector normal = exact::cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class slope = exact::dot(normal, d);
  if (slope == 0) return std::nullopt;
  const mpq_class s = exact::dot(normal, t[0] - p) / slope;
  const auto st = exact::foot(p + s * d, t);
  const mpq_class rest = 1 - st[0] - st[1];
  if (st[0] < 0 || st[1] < 0 || rest < 0 || s < 0) return 0;
  if (st[0] == 0 || st[1] == 0 || rest == 0 || s == 0) return std::nullopt;
  return slope > 0 ? 1 : -1;
}

/// Is a triangle less high than 2^-22 of its largest coordinate? That may be all that rounding to single precision has left of no area at all.
inline bool is_sliver(const exact::Points& t) {
  mpq_class size = 0, longest_sq = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const mpq_class& x : t[k]) size = std::max(size, mpq_class(abs(x)));
    const exact::Vector side = t[(k + 1) % 3] - t[k];
    longest_sq = std::max(longest_sq, exact::dot(side, side));
  }
  const exact::Vector normal = exact::cross(t[1] - t[0], t[2] - t[0]);
  return exact::dot(normal, normal) <= mpq_class(0x1p-44) * size * size * longest_sq;
}

/// A mesh in rationals. What hangs on the rest by an edge and what is connected is found from its corners' places alone, as slowly as can be.
struct ExactMesh {
  std::vector<exact::Points> points;
  std::vector<std::array<int, 3>> triangles;  // numbers of places
  std::vector<std::size_t> component;         // of each triangle: its first triangle
  std::vector<bool> peeled;                   // triangles that have an edge of their own, or have one without such
  std::vector<Eigen::AlignedBox3d> boxes;

  explicit ExactMesh(const Bricks& bricks) {
    std::map<std::array<double, 3>, int> places;
    for (const Triangle& t : bricks.triangles) {
      std::array<int, 3> own{};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vector3& v = bricks.vertices[t[k]];
        own[k] = places.try_emplace({v.x(), v.y(), v.z()}, static_cast<int>(places.size())).first->second;
      }
      triangles.push_back(own);
      boxes.emplace_back(bricks.vertices[t[0]]);
      boxes.back().extend(bricks.vertices[t[1]]).extend(bricks.vertices[t[2]]);
      points.push_back(
          {exact::from(bricks.vertices[t[0]]), exact::from(bricks.vertices[t[1]]), exact::from(bricks.vertices[t[2]])});
    }
    peel();
    connect();
  }

  std::array<std::pair<int, int>, 3> edges(std::size_t t) const {
    std::array<std::pair<int, int>, 3> all;
    for (std::size_t k = 0; k < 3; ++k) all[k] = std::minmax(triangles[t][k], triangles[t][(k + 1) % 3]);
    return all;
  }
  std::array<int, 3> sorted(std::size_t t) const {
    std::array<int, 3> all = triangles[t];
    std::sort(all.begin(), all.end());
    return all;
  }
  /// The crossings of all triangles along one ray that meets no edge; nothing where the point is on the surface.
  std::optional<std::vector<int>> shoot(Draw& draw, const exact::Vector& p) const {
    for (const exact::Points& t : points) {
      if (exact::point_triangle_distance_sq(p, t) == 0) return std::nullopt;
    }
    while (true) {
      const exact::Vector d = exact::from(draw.direction());
      std::vector<int> all;
      for (const exact::Points& t : points) {
        const std::optional<int> one = crossing(p, d, t);
        if (!one) break;
        all.push_back(*one);
      }
      if (all.size() == points.size()) return all;
    }
  }

 private:
  void peel() {
    peeled.assign(triangles.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      std::map<std::pair<int, int>, std::set<std::array<int, 3>>> at_edge;
      for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (const auto& edge : edges(t)) {
          if (!peeled[t]) at_edge[edge].insert(sorted(t));
        }
      }
      for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (const auto& edge : edges(t)) {
          if (!peeled[t] && at_edge[edge].size() == 1) peeled[t] = changed = true;
        }
      }
    }
  }

  void connect() {
    component.resize(triangles.size());
    std::iota(component.begin(), component.end(), std::size_t{0});
    for (bool changed = true; changed;) {
      changed = false;
      std::map<std::pair<std::pair<int, int>, bool>, std::size_t> least;
      for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t t = 0; t < triangles.size(); ++t) {
          for (const auto& edge : edges(t)) {
            const auto [at, fresh] = least.try_emplace({edge, peeled[t]}, component[t]);
            if (at->second > component[t]) at->second = component[t], changed = true;
            if (component[t] > at->second) component[t] = at->second, changed = true;
          }
        }
      }
    }
  }
};

}  // namespace tocca::testing
