// Quickhull (Barber, Dobkin and Huhdanpaa 1996) with exact signs, so that no face is ever merged by tolerance.
//
// A point sees a face if it lies strictly above its plane. The faces that a point sees form a disc: moved a little
// towards the inside, the point sees the same ones and lies in no plane. A new triangle over an edge of the disc's rim
// has an area: were the point on the edge's line, it would lie in the plane of the seen face there.
#include "shape/quickhull.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "core/exact_sign.hpp"
#include "shape/collinear.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

int orientation(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  return orient3d(a.data(), b.data(), c.data(), d.data());
}

namespace {

class HullBuilder {
 public:
  explicit HullBuilder(std::span<const Vector3> points) : points_(points), next_(points.size(), no_index) {
    new_face_at_.resize(points.size(), no_index);
  }

  std::vector<HullTriangle> run() {
    start();
    while (!pending_.empty()) {
      const Index face = pending_.back();
      pending_.pop_back();
      if (faces_[face].alive && faces_[face].outside != no_index) add(farthest_above(face), face);
    }
    return living_faces();
  }

 private:
  struct Face {
    HullTriangle triangle;
    Vector3 normal;            // rounded: only chooses which point comes next
    Index outside = no_index;  // first of a list, through next_, of points that see this face
    bool alive = true, seen = false;
  };
  struct RimEdge {
    Index from, to, across;  // `across` is the face that stays
  };

  bool sees(Index point, const Face& face) const {
    const auto& v = face.triangle.vertices;
    return orientation(points_[v[0]], points_[v[1]], points_[v[2]], points_[point]) > 0;
  }

  Index make_face(Index a, Index b, Index c) {
    const Vector3 normal = (points_[b] - points_[a]).cross(points_[c] - points_[a]);
    faces_.push_back({{{a, b, c}, {no_index, no_index, no_index}}, normal});
    return static_cast<Index>(faces_.size() - 1);
  }

  void start();
  template <class Measure, class Fits>
  Index pick(const Measure& measure, const Fits& fits) const;
  Index farthest_above(Index face) const;
  void add(Index point, Index face);
  void find_rim(Index point, Index first);
  void hand_over(Index point_list, Index except, Index first_new_face);
  std::vector<HullTriangle> living_faces() const;

  std::span<const Vector3> points_;
  std::vector<Face> faces_;
  std::vector<Index> next_;         // the list of outside points that a point is in
  std::vector<Index> pending_;      // faces that may have outside points
  std::vector<Index> new_face_at_;  // by rim vertex: the new face whose rim edge starts there
  std::vector<Index> stack_, seen_faces_;
  std::vector<RimEdge> rim_;
};

/// The point of greatest rounded measure; if that does not fit exactly, any that does; `none` if there is none.
template <class Measure, class Fits>
Index HullBuilder::pick(const Measure& measure, const Fits& fits) const {
  Index best = 0;
  double most = -1.0;
  for (Index i = 0; i < points_.size(); ++i) {
    const double value = measure(points_[i]);
    if (value > most) most = value, best = i;
  }
  if (fits(points_[best])) return best;
  for (Index i = 0; i < points_.size(); ++i) {
    if (fits(points_[i])) return i;
  }
  return no_index;
}

void HullBuilder::start() {
  const InputError flat("", "", "all points of the convex hull lie in one plane", "give points that span a solid");
  const Vector3& a = points_.front();
  const Index b =
      pick([&](const Vector3& p) { return (p - a).squaredNorm(); }, [&](const Vector3& p) { return p != a; });
  if (b == no_index) throw flat;
  const Vector3 side = (points_[b] - a).stableNormalized();
  const Index c = pick([&](const Vector3& p) { return side.cross(p - a).squaredNorm(); },
                       [&](const Vector3& p) { return !collinear(a, points_[b], p); });
  if (c == no_index) throw flat;
  const Vector3 normal = side.cross(points_[c] - a).stableNormalized();
  const Index d = pick([&](const Vector3& p) { return std::abs(normal.dot(p - a)); },
                       [&](const Vector3& p) { return orientation(a, points_[b], points_[c], p) != 0; });
  if (d == no_index) throw flat;

  std::array<Index, 4> v{0, b, c, d};
  if (orientation(a, points_[b], points_[c], points_[d]) > 0) std::swap(v[1], v[2]);  // d below (v0, v1, v2)
  make_face(v[0], v[1], v[2]);
  make_face(v[1], v[0], v[3]);
  make_face(v[2], v[1], v[3]);
  make_face(v[0], v[2], v[3]);
  faces_[0].triangle.neighbours = {1, 2, 3};
  faces_[1].triangle.neighbours = {0, 3, 2};
  faces_[2].triangle.neighbours = {0, 1, 3};
  faces_[3].triangle.neighbours = {0, 2, 1};
  Index all = no_index;
  for (Index i = 0; i < points_.size(); ++i) {
    if (std::find(v.begin(), v.end(), i) == v.end()) next_[i] = all, all = i;
  }
  hand_over(all, no_index, 0);
}

Index HullBuilder::farthest_above(Index face) const {
  const Face& f = faces_[face];
  Index best = f.outside;
  double most = -std::numeric_limits<double>::infinity();
  for (Index i = f.outside; i != no_index; i = next_[i]) {
    const double height = f.normal.dot(points_[i] - points_[f.triangle.vertices[0]]);
    if (height > most) most = height, best = i;
  }
  return best;
}

/// All faces that the point sees (connected: found from the first), and the rim around them.
void HullBuilder::find_rim(Index point, Index first) {
  seen_faces_.clear(), rim_.clear();
  stack_.assign(1, first);
  faces_[first].seen = true;
  while (!stack_.empty()) {
    const Index face = stack_.back();
    stack_.pop_back();
    seen_faces_.push_back(face);
    const HullTriangle triangle = faces_[face].triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      const Index across = triangle.neighbours[k];
      if (faces_[across].seen) continue;
      if (sees(point, faces_[across])) {
        faces_[across].seen = true;
        stack_.push_back(across);
      } else {
        rim_.push_back({triangle.vertices[k], triangle.vertices[(k + 1) % 3], across});
      }
    }
  }
}

void HullBuilder::add(Index point, Index face) {
  find_rim(point, face);
  const auto first_new = static_cast<Index>(faces_.size());
  for (const RimEdge& edge : rim_) {
    const Index made = make_face(edge.from, edge.to, point);
    faces_[made].triangle.neighbours[0] = edge.across;
    HullTriangle& stays = faces_[edge.across].triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      if (stays.vertices[k] == edge.to && stays.vertices[(k + 1) % 3] == edge.from) stays.neighbours[k] = made;
    }
    new_face_at_[edge.from] = made;
  }
  for (Index made = first_new; made < faces_.size(); ++made) {  // side 1 (to, point) meets side 2 (point, from)
    const Index after = new_face_at_[faces_[made].triangle.vertices[1]];
    faces_[made].triangle.neighbours[1] = after;
    faces_[after].triangle.neighbours[2] = made;
  }
  for (const Index gone : seen_faces_) {
    faces_[gone].alive = false;
    hand_over(faces_[gone].outside, point, first_new);
  }
}

/// Gives each point of a list to the first new face that it sees. One that sees none is inside: had it seen a face
/// that stays, and the gone one, then both faces at some rim edge, and so the new one between them.
void HullBuilder::hand_over(Index point_list, Index except, Index first_new_face) {
  for (Index i = point_list, following = no_index; i != no_index; i = following) {
    following = next_[i];
    if (i == except) continue;
    for (Index face = first_new_face; face < faces_.size(); ++face) {
      if (!sees(i, faces_[face])) continue;
      if (faces_[face].outside == no_index) pending_.push_back(face);
      next_[i] = faces_[face].outside;
      faces_[face].outside = i;
      break;
    }
  }
}

std::vector<HullTriangle> HullBuilder::living_faces() const {
  std::vector<Index> renamed(faces_.size(), no_index);
  std::vector<HullTriangle> result;
  for (std::size_t i = 0; i < faces_.size(); ++i) {
    if (!faces_[i].alive) continue;
    renamed[i] = static_cast<Index>(result.size());
    result.push_back(faces_[i].triangle);
  }
  for (HullTriangle& triangle : result) {
    for (Index& neighbour : triangle.neighbours) neighbour = renamed[neighbour];
  }
  return result;
}

[[maybe_unused]] bool all_distinct(std::span<const Vector3> points) {
  std::vector<std::array<double, 3>> places;
  for (const Vector3& p : points) places.push_back({p.x(), p.y(), p.z()});
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) == places.end();
}

}  // namespace

std::vector<HullTriangle> quickhull(std::span<const Vector3> points) {
  TOCCA_REQUIRE(all_distinct(points), "the points of a hull must be distinct");
  return HullBuilder(points).run();
}

}  // namespace tocca
