#include "shape/polytope.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rounding.hpp"
#include "shape/farthest_vertex.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// The unit normal of a face from the two sides that meet at the largest sine. Differences of stored points are rounded relative to
/// themselves, so it errs by some w / sine, however small or far away the face is.
Vector3 face_normal(std::span<const Index> corners, const std::vector<Vector3>& vertices) {
  Vector3 best = Vector3::Zero();
  double best_sine = -1.0;
  const std::size_t n = corners.size();
  for (std::size_t k = 0; k < n; ++k) {
    const Vector3 &at = vertices[corners[k]], &before = vertices[corners[(k + n - 1) % n]],
                  &after = vertices[corners[(k + 1) % n]];
    const Vector3 in = at - before, out = after - at;
    const Vector3 normal = (in / in.stableNorm()).cross(out / out.stableNorm());
    if (const double sine = normal.norm(); sine > best_sine) best_sine = sine, best = normal;
  }
  return best_sine > 0.0 ? Vector3(best / best_sine) : Vector3(Vector3::UnitX());
}

/// The mean of many points, within 4 w of the farthest one's distance however many they are: each sum's rounding is carried along
/// (Kahan 1965).
Vector3 mean(const std::vector<Vector3>& points) {
  Vector3 sum = Vector3::Zero(), lost = Vector3::Zero();
  for (const Vector3& p : points) {
    const Vector3 term = p - lost, next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return sum / static_cast<double>(points.size());
}

/// The greatest direction . v over points given as all x, all y, all z.
template <class Real>
Real most_along(const Real* x, std::size_t count, const Eigen::Matrix<Real, 3, 1>& direction) {
  using Lanes = Eigen::Array<Real, 4, 1>;
  using Map = Eigen::Map<const Lanes>;
  const Real *y = x + count, *z = y + count;
  Lanes most = Lanes::Constant(-std::numeric_limits<Real>::infinity());
  for (std::size_t i = 0; i < count; i += 4) {
    most = most.max(Map(x + i) * direction.x() + Map(y + i) * direction.y() + Map(z + i) * direction.z());
  }
  return most.maxCoeff();
}

}  // namespace

Polytope::Polytope(std::span<const Vector3> points) : Polytope(ConvexHull(points)) {}

Polytope::Polytope(ConvexHull hull) : hull_(std::move(hull)) {
  const auto face_count = static_cast<Index>(hull_.face_count());
  centre_ = mean(vertices());
  for (const Vector3& v : vertices()) {
    radius_ = std::max(radius_, (v - centre_).stableNorm());
    reach_ = std::max(reach_, v.stableNorm());
  }
  radius_ = rounded_up(radius_, 8.0);  // a difference and a norm: at most 8 roundings
  reach_ = rounded_up(reach_, 8.0);
  link_edges();
  fill_lanes();
  planes_.reserve(face_count);
  for (Index f = 0; f < face_count; ++f) {
    const auto corners = hull_.face(f);
    const Vector3 normal = face_normal(corners, vertices());
    const double offset = normal.dot(vertices()[corners[0]]);
    planes_.push_back({normal, offset});
    // A unit normal is longer than 1 by some w at most: rounded_up below has room for it.
    const double error = dot_error(1.0, reach_);
    const double beyond = farthest_vertex(hull_, normal, corners[0], error).along + error - offset;
    plane_error_ = std::max(plane_error_, rounded_up(beyond, 8.0));
  }
}

/// Each edge is a side of two faces, once in each direction. It is numbered by the one that runs to the higher vertex.
void Polytope::link_edges() {
  const auto vertex_count = static_cast<Index>(vertices().size());
  vertex_edge_start_.assign(1, 0);
  for (Index v = 0; v < vertex_count; ++v) {
    vertex_edge_start_.push_back(vertex_edge_start_.back() + static_cast<Index>(hull_.neighbours(v).size()));
  }
  vertex_edges_.resize(vertex_edge_start_.back());
  const auto slot = [&](Index from, Index to) -> Index& {
    const auto around = hull_.neighbours(from);
    const auto k = std::find(around.begin(), around.end(), to) - around.begin();
    return vertex_edges_[vertex_edge_start_[from] + static_cast<Index>(k)];
  };
  face_edge_start_.assign(1, 0);
  for (const bool ascending : {true, false}) {
    for (Index f = 0; f < hull_.face_count(); ++f) {
      const auto corners = hull_.face(f);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Index from = corners[k], to = corners[(k + 1) % corners.size()];
        if (ascending != (from < to)) continue;
        if (ascending) {
          slot(from, to) = slot(to, from) = static_cast<Index>(edges_.size());
          edges_.push_back({from, to, f, f});
        } else {
          edges_[slot(from, to)].right = f;
        }
      }
    }
  }
  for (Index f = 0; f < hull_.face_count(); ++f) {
    const auto corners = hull_.face(f);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      face_edges_.push_back(slot(corners[k], corners[(k + 1) % corners.size()]));
    }
    face_edge_start_.push_back(static_cast<Index>(face_edges_.size()));
  }
}

void Polytope::fill_lanes() {
  if (vertices().size() > most_lanes) return;
  lane_count_ = (vertices().size() + 3) / 4 * 4;
  for (std::size_t k = 0; k < 3 * lane_count_; ++k) {
    const std::size_t vertex = std::min(k % lane_count_, vertices().size() - 1);
    lanes_.push_back(vertices()[vertex][static_cast<int>(k / lane_count_)]);
    short_lanes_[k] = static_cast<float>(lanes_.back());
  }
}

double Polytope::farthest_along(const Vector3& direction) const {
  TOCCA_REQUIRE(few_vertices(), "all vertices may be searched only if they are few");
  return most_along(lanes_.data(), lane_count_, direction);
}

/// e = 2^-24: coordinates and direction are rounded to single precision, each product and two sums are: 5 e |n| |v| to first order, so 6 e |n| reach
/// leave room for a stretched direction. What underflows is below 2^-140.
double Polytope::reach_along(const Vector3& direction, double length) const {
  TOCCA_REQUIRE(few_vertices(), "all vertices may be searched only if they are few");
  TOCCA_REQUIRE(length <= 2.0, "the direction must be at most 2 long");
  const float most = most_along(short_lanes_.data(), lane_count_, direction.cast<float>().eval());
  return static_cast<double>(most) + 6.0 * 0x1p-24 * length * reach_ + 0x1p-140;
}

std::size_t Polytope::bytes() const noexcept {
  return hull_.bytes() + lanes_.capacity() * sizeof(double) + edges_.capacity() * sizeof(Edge) +
         planes_.capacity() * sizeof(Plane) +
         (vertex_edge_start_.capacity() + vertex_edges_.capacity() + face_edge_start_.capacity() +
          face_edges_.capacity()) *
             sizeof(Index);
}

}  // namespace tocca
