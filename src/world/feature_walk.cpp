#include "world/feature_walk.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "world/polytope_regions.hpp"

namespace tocca {

using FeatureKind = Feature::Kind;

namespace {

/// Coherent motion needs one or two visits; a far start some tens. Whatever takes longer is helped out.
constexpr int most_visits = 64;

/// x without its part along d.
Vector3 orthogonal(const Vector3& x, const Vector3& d) { return x - (x.dot(d) / d.squaredNorm()) * d; }

struct SegmentPoints {
  double s, t;
};

/// The nearest points p + s u and q + t v of two segments, w = p - q.
SegmentPoints nearest_points(const Vector3& u, const Vector3& v, const Vector3& w) {
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), uw = u.dot(w), vw = v.dot(w);
  const double gram = uu * vv - uv * uv;
  double s = gram > 1e-14 * uu * vv ? std::clamp((uv * vw - vv * uw) / gram, 0.0, 1.0) : 0.5;
  const double t = std::clamp((uv * s + vw) / vv, 0.0, 1.0);
  s = std::clamp((uv * t - uw) / uu, 0.0, 1.0);
  return {s, std::clamp((uv * s + vw) / vv, 0.0, 1.0)};
}

}  // namespace

FeatureWalk::FeatureWalk(const PolytopePair& pair)
    : pair_(pair),
      polytope_{&pair.a(), &pair.b()},
      R_BA_(pair.rotation_b().transpose() * pair.rotation_a()),
      p_BA_(pair.rotation_b().transpose() * pair.offset()),
      margin_(16.0 * unit_roundoff * pair.scale()) {}

FeatureWalk::End FeatureWalk::run(Feature& a, Feature& b) {
  feature_[0] = a, feature_[1] = b;
  Move move = Move::moved;
  while (move == Move::moved && steps_ < most_visits) {
    ++steps_;
    move = visit();
  }
  a = feature_[0], b = feature_[1];
  if (move == Move::moved) return End::lost;
  return move == Move::closest ? End::closest : End::overlapping;
}

FeatureWalk::Move FeatureWalk::visit() {
  const FeatureKind a = feature_[0].kind, b = feature_[1].kind;
  if (a == FeatureKind::vertex) {
    if (b == FeatureKind::vertex) return vertex_vertex();
    return b == FeatureKind::edge ? vertex_edge(0) : vertex_face(0);
  }
  if (b == FeatureKind::vertex) return a == FeatureKind::edge ? vertex_edge(1) : vertex_face(1);
  if (a == FeatureKind::edge) return b == FeatureKind::edge ? edge_edge() : edge_face(0);
  return b == FeatureKind::edge ? edge_face(1) : face_face();
}

/// From a vertex to the edge along which x (in its frame) comes nearer most.
bool FeatureWalk::steps_to_edge(int side, const Vector3& x) {
  const Polytope& p = *polytope_[side];
  const Index vertex = feature_[side].index;
  const Vector3 &at = p.vertices()[vertex], way = x - at;
  const auto neighbours = p.hull().neighbours(vertex);
  std::size_t best = neighbours.size();
  double most = 0.0;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    const Vector3 edge = p.vertices()[neighbours[k]] - at;
    const double along = way.dot(edge);
    if (along <= most || along * along <= margin_ * margin_ * edge.squaredNorm()) continue;
    most = along, best = k;
  }
  if (best == neighbours.size()) return false;
  feature_[side] = {FeatureKind::edge, p.vertex_edges(vertex)[best]};
  return true;
}

/// From an edge to the face in whose region x (in its frame) lies, deeper than the margin.
bool FeatureWalk::steps_to_face(int side, Index edge, const Vector3& x, double margin) {
  const Polytope& p = *polytope_[side];
  const Polytope::Edge& e = p.edges()[edge];
  const double left = beyond_edge(p, edge, e.left, x), right = beyond_edge(p, edge, e.right, x);
  if (left >= -margin && right >= -margin) return false;
  feature_[side] = {FeatureKind::face, left < right ? e.left : e.right};
  return true;
}

/// Points in a's and b's frames; the direction in frame 0 (a) or 1 (b).
FeatureWalk::Move FeatureWalk::found(const Vector3& point_0, const Vector3& point_1, int frame,
                                     const Vector3& direction) {
  point_[0] = point_0, point_[1] = point_1;
  direction_ = (frame == 0 ? pair_.rotation_a() : pair_.rotation_b()) * direction;
  return Move::closest;
}

FeatureWalk::Move FeatureWalk::vertex_vertex() {
  const Vector3 &p = polytope_[0]->vertices()[feature_[0].index], &q = polytope_[1]->vertices()[feature_[1].index];
  const Vector3 p_B = across(0, p);
  if (steps_to_edge(1, p_B) || steps_to_edge(0, across(1, q))) return Move::moved;
  return found(p, q, 1, p_B - q);
}

FeatureWalk::Move FeatureWalk::vertex_edge(int side) {
  const int other = 1 - side;
  const Polytope& p = *polytope_[other];
  const Index edge = feature_[other].index;
  const Polytope::Edge& e = p.edges()[edge];
  const Vector3 &tail = p.vertices()[e.tail], &head = p.vertices()[e.head], way = head - tail;
  const Vector3& vertex = polytope_[side]->vertices()[feature_[side].index];
  const Vector3 x = across(side, vertex);
  const double from_tail = (x - tail).dot(way);
  if (from_tail <= 0.0 || (x - head).dot(way) >= 0.0) {
    feature_[other] = {FeatureKind::vertex, from_tail <= 0.0 ? e.tail : e.head};
    return Move::moved;
  }
  if (steps_to_face(other, edge, x, margin_ * way.norm())) return Move::moved;
  const Vector3 foot = tail + (from_tail / way.squaredNorm()) * way;
  if (steps_to_edge(side, across(other, foot))) return Move::moved;
  const Vector3 direction = orthogonal(x - foot, way);
  return side == 0 ? found(vertex, foot, 1, direction) : found(foot, vertex, 0, -direction);
}

FeatureWalk::Move FeatureWalk::vertex_face(int side) {
  const int other = 1 - side;
  const Polytope &p = *polytope_[other], &own = *polytope_[side];
  const Index face = feature_[other].index, vertex = feature_[side].index;
  const Vector3& at = own.vertices()[vertex];
  const Vector3 x = across(side, at);
  double most = 0.0;
  for (const Index edge : p.face_edges(face)) {
    const double beyond = beyond_edge(p, edge, face, x);
    if (beyond > most) most = beyond, feature_[other] = {FeatureKind::edge, edge};
  }
  if (most > 0.0) return Move::moved;
  const Polytope::Plane& plane = p.planes()[face];
  const double height = plane.normal.dot(x) - plane.offset;
  if (height <= 0.0) return below_face(side, x);
  const Vector3 normal = side == 0 ? Vector3(R_BA_.transpose() * plane.normal) : Vector3(R_BA_ * plane.normal);
  const auto neighbours = own.hull().neighbours(vertex);
  double least = -margin_;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    const double rise = normal.dot(own.vertices()[neighbours[k]] - at);
    if (rise < least) least = rise, feature_[side] = {FeatureKind::edge, own.vertex_edges(vertex)[k]};
  }
  if (least < -margin_) return Move::moved;
  const Vector3 foot = within_face(p, face, x - height * plane.normal);
  return side == 0 ? found(at, foot, 1, plane.normal) : found(foot, at, 0, -plane.normal);
}

FeatureWalk::Move FeatureWalk::edge_edge() {
  const Polytope &a = *polytope_[0], &b = *polytope_[1];
  const Index edge_a = feature_[0].index, edge_b = feature_[1].index;
  const Polytope::Edge &e = a.edges()[edge_a], &f = b.edges()[edge_b];
  const Vector3 &tail_a = a.vertices()[e.tail], &tail_b = b.vertices()[f.tail];
  const Vector3 way_a = a.vertices()[e.head] - tail_a, v = b.vertices()[f.head] - tail_b;
  const Vector3 p_B = across(0, tail_a), u = R_BA_ * way_a;
  const auto [s, t] = nearest_points(u, v, p_B - tail_b);
  if (s <= 0.0 || s >= 1.0) feature_[0] = {FeatureKind::vertex, s <= 0.0 ? e.tail : e.head};
  if (t <= 0.0 || t >= 1.0) feature_[1] = {FeatureKind::vertex, t <= 0.0 ? f.tail : f.head};
  if (s <= 0.0 || s >= 1.0 || t <= 0.0 || t >= 1.0) return Move::moved;
  const Vector3 x = p_B + s * u, y = tail_b + t * v;
  if (steps_to_face(1, edge_b, x, margin_ * v.norm())) return Move::moved;
  if (steps_to_face(0, edge_a, to_a(y), margin_ * u.norm())) return Move::moved;
  // Nearly parallel edges: their cross product would be rounding; what lies between the points is not.
  Vector3 direction = u.cross(v);
  if (direction.squaredNorm() < 1e-12 * u.squaredNorm() * v.squaredNorm()) direction = orthogonal(x - y, v);
  if (direction.dot(x - y) < 0.0) direction = -direction;
  return found(tail_a + s * way_a, y, 1, direction);
}

FeatureWalk::Move FeatureWalk::edge_face(int side) {
  const int other = 1 - side;
  const Polytope& p = *polytope_[other];
  const Polytope::Edge& e = polytope_[side]->edges()[feature_[side].index];
  const Vector3 start = across(side, polytope_[side]->vertices()[e.tail]);
  const Vector3 end = across(side, polytope_[side]->vertices()[e.head]);
  const Index face = feature_[other].index;
  // The part of the edge within the face's region: from s[0] to s[1], where it is cut by these edges of the face.
  double s[2] = {0.0, 1.0};
  Index cut[2] = {0, 0};
  bool whole[2] = {true, true};
  for (const Index edge : p.face_edges(face)) {
    const double at_start = beyond_edge(p, edge, face, start), at_end = beyond_edge(p, edge, face, end);
    if (at_start > 0.0 && at_end > 0.0) {
      feature_[other] = {FeatureKind::edge, edge};
      return Move::moved;
    }
    if (at_start <= 0.0 && at_end <= 0.0) continue;
    const double where = at_start / (at_start - at_end);
    if (at_start > 0.0 && where > s[0]) s[0] = where, cut[0] = edge, whole[0] = false;
    if (at_end > 0.0 && where < s[1]) s[1] = where, cut[1] = edge, whole[1] = false;
  }
  if (s[0] > s[1]) {
    feature_[other] = {FeatureKind::edge, whole[0] ? cut[1] : cut[0]};
    return Move::moved;
  }
  const Polytope::Plane& plane = p.planes()[face];
  const double at_start = plane.normal.dot(start) - plane.offset, at_end = plane.normal.dot(end) - plane.offset;
  const double height[2] = {at_start + s[0] * (at_end - at_start), at_start + s[1] * (at_end - at_start)};
  if (height[0] > 0.0 && height[1] > 0.0) {  // down to the lower end
    const int low = height[0] == height[1] ? (whole[0] ? 0 : 1) : (height[0] < height[1] ? 0 : 1);
    if (whole[low]) {
      feature_[side] = {FeatureKind::vertex, low == 0 ? e.tail : e.head};
    } else {
      feature_[other] = {FeatureKind::edge, cut[low]};
    }
    return Move::moved;
  }
  if (height[0] <= 0.0 && height[1] <= 0.0) return below_face(side, start + 0.5 * (s[0] + s[1]) * (end - start));
  const double pierced = s[0] + (s[1] - s[0]) * (height[0] / (height[0] - height[1]));
  const Vector3 x = start + pierced * (end - start);
  common_ = other == 0 ? x : to_a(x);
  return Move::overlapping;
}

/// Two faces are never needed as an answer: a corner and a face, or two edges, are as near. Start at the lowest corner.
FeatureWalk::Move FeatureWalk::face_face() {
  const Polytope& a = *polytope_[0];
  const Vector3 normal = R_BA_.transpose() * polytope_[1]->planes()[feature_[1].index].normal;
  const auto corners = a.hull().face(feature_[0].index);
  const auto lower = [&](Index i, Index j) { return normal.dot(a.vertices()[i]) < normal.dot(a.vertices()[j]); };
  feature_[0] = {FeatureKind::vertex, *std::min_element(corners.begin(), corners.end(), lower)};
  return Move::moved;
}

/// x, a point of `side` in the other's frame, lies below the plane of the other's face: inside, or out beyond another face.
FeatureWalk::Move FeatureWalk::below_face(int side, const Vector3& x) {
  const int other = 1 - side;
  const Polytope& p = *polytope_[other];
  const RayExit place = ray_exit(p, feature_[other].index, p.centre(), x - p.centre());
  if (place.ratio > 1.0 && place.face != feature_[other].index) {
    feature_[other] = {FeatureKind::face, place.face};
    return Move::moved;
  }
  common_ = other == 0 ? x : to_a(x);
  return Move::overlapping;
}

}  // namespace tocca
