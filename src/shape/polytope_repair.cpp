#include "shape/polytope_repair.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "core/rounding.hpp"
#include "core/tolerance.hpp"

namespace tocca {
namespace {

std::string metres(double value) {
  std::ostringstream text;
  text.precision(2);
  text << value << " m";
  return text.str();
}

/// Faults of one kind.
struct Fault {
  std::size_t count = 0, first = 0;
  void at(std::size_t i) {
    if (count++ == 0) first = i;
  }
};

class Repair {
 public:
  Repair(std::span<const Vector3> vertices, std::span<const std::vector<Index>> faces, double tolerance)
      : given_(vertices), faces_(faces), tolerance_(tolerance) {
    require_tolerance(tolerance);
    if (faces.empty())
      throw InputError("", "", "the polytope has no faces", "give the faces of a closed convex surface");
    check_indices();
    merge_vertices();
  }

  RepairedPolytope run() {
    std::vector<Vector3> points;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      if (used_[i] && merged_[i] == i) points.push_back(given_[i]);
    }
    RepairedPolytope result{Polytope(points), {}, 0.0, 0.0};
    hull_ = &result.polytope;
    name_corners();
    for (std::size_t i = 0; i < faces_.size(); ++i) look_at(i);
    result.deviation_m = deviation_;
    const double whole = whole_area();
    result.missing_m2 = std::max(0.0, whole - covered_);
    result.messages = messages(whole);
    return result;
  }

 private:
  void check_indices() {
    used_.assign(given_.size(), false);
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      const std::string place = "face " + std::to_string(i);
      if (faces_[i].size() < 3)
        throw InputError("", place, "it has fewer than three vertices", "give at least three vertices");
      for (const Index v : faces_[i]) {
        if (v >= given_.size()) {
          throw InputError("", place, "there is no vertex " + std::to_string(v),
                           "give indices below " + std::to_string(given_.size()));
        }
        used_[v] = true;
      }
    }
    for (std::size_t i = 0; i < given_.size(); ++i) {
      if (!used_[i]) unused_.at(i);
      if (used_[i] && !given_[i].allFinite()) {
        throw InputError("", "vertex " + std::to_string(i), "a coordinate is not finite", "give finite numbers");
      }
    }
  }

  /// Each vertex becomes the first of those within the tolerance of it. In the order of x, candidates are neighbours.
  void merge_vertices() {
    merged_.resize(given_.size());
    std::iota(merged_.begin(), merged_.end(), Index{0});
    std::vector<Index> order;
    for (Index i = 0; i < given_.size(); ++i) {
      if (used_[i]) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return given_[i].x() < given_[j].x(); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (merged_[order[i]] != order[i]) continue;
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        if (given_[order[j]].x() - given_[order[i]].x() > tolerance_) break;
        const double moved = (given_[order[j]] - given_[order[i]]).norm();
        if (merged_[order[j]] != order[j] || moved > tolerance_) continue;
        merged_[order[j]] = order[i];
        deviation_ = std::max(deviation_, rounded_up(moved, 4));
        repeated_.at(order[j]);
      }
    }
  }

  /// Which given vertices are the hull's, by their places: the hull keeps their order.
  void name_corners() {
    corner_.assign(given_.size(), no_index);
    Index next = 0;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      if (!used_[i] || merged_[i] != i) continue;
      if (next < hull_->vertices().size() && hull_->vertices()[next] == given_[i]) {
        corner_[i] = next++;
      } else {
        within_.at(i);
      }
    }
  }

  void look_at(std::size_t i) {
    std::vector<Index> polygon;  // without repetitions
    for (const Index v : faces_[i]) {
      if (polygon.empty() || polygon.back() != merged_[v]) polygon.push_back(merged_[v]);
    }
    while (polygon.size() > 1 && polygon.front() == polygon.back()) polygon.pop_back();
    measure(i);
    Vector3 area = Vector3::Zero();  // Newell's vector: twice the area, along the normal
    double extent = 0.0;
    for (std::size_t k = 0; k + 1 < polygon.size(); ++k) {
      const Vector3 p = given_[polygon[k]] - given_[polygon[0]], q = given_[polygon[k + 1]] - given_[polygon[0]];
      area += p.cross(q);
      extent = std::max(extent, q.norm());
    }
    if (polygon.size() < 3 || area.norm() <= extent * tolerance_) return empty_.at(i);
    std::vector<Index> sorted = polygon;
    std::sort(sorted.begin(), sorted.end());
    if (!seen_.insert(sorted).second) return doubled_.at(i);
    judge_polygon(i, polygon, area);
    covered_ += 0.5 * area.norm();
  }

  void judge_polygon(std::size_t i, const std::vector<Index>& polygon, const Vector3& area) {
    const Vector3 normal = area.normalized();
    const std::size_t n = polygon.size();
    double low = 0.0, high = 0.0;
    bool dent = false;
    for (std::size_t k = 0; k < n; ++k) {
      const Vector3 &at = given_[polygon[k]], &next = given_[polygon[(k + 1) % n]],
                    &after = given_[polygon[(k + 2) % n]];
      const double height = normal.dot(at - given_[polygon[0]]);
      low = std::min(low, height), high = std::max(high, height);
      const Vector3 in = next - at, out = after - next;
      dent |= normal.dot(in.cross(out)) < -1e-12 * in.norm() * out.norm();
    }
    if (high - low > 1e-12 * hull_->reach()) {
      bent_.at(i);
      most_bent_ = std::max(most_bent_, high - low);
    }
    if (dent) dented_.at(i);
    if (hull_->planes()[plane_].normal.dot(normal) < 0.0) inward_.at(i);
  }

  /// How deep the face lies under the nearest of the hull's planes that it may belong to. A point of the hull less than h below
  /// one of its planes is less than h from its surface: on the way up it leaves.
  void measure(std::size_t i) {
    Index corner = no_index;
    for (const Index v : faces_[i]) {
      if (corner == no_index) corner = corner_[merged_[v]];
    }
    double least = std::numeric_limits<double>::infinity();
    const auto try_plane = [&](Index f) {
      const Polytope::Plane& plane = hull_->planes()[f];
      double depth = 0.0;
      for (const Index v : faces_[i]) depth = std::max(depth, std::abs(plane.offset - plane.normal.dot(given_[v])));
      if (depth < least) least = depth, plane_ = f;
    };
    if (corner != no_index) {
      for (const Index edge : hull_->vertex_edges(corner)) {
        try_plane(hull_->edges()[edge].left);
        try_plane(hull_->edges()[edge].right);
      }
    }
    if (!(least <= tolerance_)) {
      for (Index f = 0; f < hull_->planes().size(); ++f) try_plane(f);
    }
    // The dot product errs by 4 w, the difference by 1 w of the reach; vertices merged away may lie beyond it by the tolerance.
    least = rounded_up(least + hull_->plane_error() + 8.0 * unit_roundoff * (hull_->reach() + tolerance_), 8.0);
    if (least > tolerance_ + hull_->plane_error() + 16.0 * unit_roundoff * (hull_->reach() + tolerance_)) {
      throw InputError(
          "", "face " + std::to_string(i),
          "it lies up to " + metres(least) + " inside the convex hull of the vertices: the surface is not convex",
          "give convex pieces, or use it as a mesh, or allow a tolerance of more than " + metres(least));
    }
    deviation_ = std::max(deviation_, least);
  }

  double whole_area() const {
    double whole = 0.0;
    const std::vector<Vector3>& v = hull_->vertices();
    for (const Triangle& t : hull_->hull().triangles()) {
      whole += 0.5 * (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]).norm();
    }
    return whole;
  }

  Warnings messages(double whole) const {
    Warnings list;
    const auto tell = [&](const Fault& fault, const std::string& what, const std::string& place,
                          const std::string& done) {
      if (fault.count == 0) return;
      list.push_back(what + ": " + std::to_string(fault.count) + ", the first is " + place + " " +
                     std::to_string(fault.first) + "; " + done);
    };
    tell(unused_, "vertices in no face", "vertex", "left out");
    tell(repeated_, "duplicate vertices", "vertex", "merged");
    tell(within_, "vertices within edges or faces", "vertex", "left out");
    tell(empty_, "faces without area", "face", "left out");
    tell(doubled_, "faces given twice", "face", "left out");
    tell(bent_, "faces that are not planar, by up to " + metres(most_bent_), "face", "replaced by the hull's");
    tell(dented_, "faces that are not convex", "face", "replaced by the hull's");
    tell(inward_, "faces that point inwards", "face", "flipped");
    if (covered_ < whole * (1.0 - 1e-6)) {
      std::ostringstream text;
      text.precision(2);
      text << 100.0 * (1.0 - covered_ / whole) << " % of the surface is missing: closed by the convex hull";
      list.push_back(text.str());
    }
    return list;
  }

  std::span<const Vector3> given_;
  std::span<const std::vector<Index>> faces_;
  double tolerance_;
  std::vector<bool> used_;
  std::vector<Index> merged_, corner_;  // of each vertex: the one it became; its number in the hull
  const Polytope* hull_ = nullptr;
  Index plane_ = 0;  // of the hull: the nearest to the face looked at
  std::set<std::vector<Index>> seen_;
  Fault unused_, repeated_, within_, empty_, doubled_, bent_, dented_, inward_;
  double deviation_ = 0.0, most_bent_ = 0.0, covered_ = 0.0;
};

}  // namespace

RepairedPolytope repaired_polytope(std::span<const Vector3> vertices, std::span<const std::vector<Index>> faces,
                                   double tolerance_m) {
  return Repair(vertices, faces, tolerance_m).run();
}

RepairedPolytope repaired_polytope(const TriangleMesh& mesh, double tolerance_m) {
  std::vector<std::vector<Index>> faces;
  for (const Triangle& t : mesh.triangles()) faces.emplace_back(t.begin(), t.end());
  return repaired_polytope(mesh.vertices(), faces, tolerance_m);
}

}  // namespace tocca
