// Lin-Canny with proofs: what a step before showed, the walk, and help where it is lost. docs/maths/closest_features.md.
#include "world/closest_features.hpp"

#include <algorithm>

#include "contact/closest.hpp"
#include "contact/gjk.hpp"
#include "tocca/core/require.hpp"
#include "world/feature_walk.hpp"
#include "world/polytope_regions.hpp"

namespace tocca {
namespace {

using FeatureKind = Feature::Kind;
using State = FeaturePair::State;

/// Bounds that agree to this much of the scale are as good as rounding allows; they carry 160 w of it themselves.
constexpr double tight = 1024.0 * unit_roundoff;
/// Points this near, where no direction shows a gap, are a common point but for rounding: thin polytopes (1e-4 of their length) magnify it as
/// much. Help that ends with bounds farther apart asks the slow way.
constexpr double loose = 0x1p-36;

/// A polytope's farthest points for the iteration of gjk.hpp, by climbing from the last one. Rounding may stop a climb early: fine for
/// the iteration, whose lower bound is not used.
template <bool first>
class Climber {
 public:
  Climber(const PolytopePair& pair, Index start) : pair_(pair), vertex_(start) {}
  Vector3 farthest(const Vector3& direction) const {
    const Polytope& p = first ? pair_.a() : pair_.b();
    const Vector3 own = (first ? pair_.rotation_a() : pair_.rotation_b()).transpose() * direction;
    vertex_ = farthest_vertex(p.hull(), own, vertex_, 0.0).vertex;
    return first ? pair_.seen_a(p.vertices()[vertex_]) : pair_.seen_b(p.vertices()[vertex_]);
  }

 private:
  const PolytopePair& pair_;
  mutable Index vertex_;
};

class FeatureSearch {
 public:
  FeatureSearch(const PlacedPolytope& a, const PlacedPolytope& b, FeaturePair& features, double enough)
      : placed_a_(a), placed_b_(b), pair_(a, b), features_(features), enough_(enough) {}

  FeatureDistance run() {
    if (features_.state == State::overlapping && still_overlapping()) return result_;
    if (features_.state == State::unknown) start_between_centres();
    if (features_.state == State::apart && enough_ < std::numeric_limits<double>::infinity() && still_apart())
      return result_;
    walk();
    return result_;
  }

 private:
  /// The greatest lower bound so far stays. The features are where climbs start, and are left where they end.
  void try_direction(const Vector3& direction, Feature& a, Feature& b) {
    const double length = direction.norm();
    const double gap = pair_.gap(direction, length, a, b);
    if (gap <= result_.lower && result_.lower > 0.0) return;
    result_.lower = std::max(0.0, gap);
    result_.normal = length > 0.0 ? Vector3(direction / length) : Vector3(Vector3::UnitX());
  }
  /// The same, and the features stay.
  void show(const Vector3& direction) {
    Feature a = features_.a, b = features_.b;
    try_direction(direction, a, b);
  }

  void set_points(const Vector3& seen_a, const Vector3& seen_b) {
    result_.upper = pair_.distance_above(seen_a, seen_b);
    result_.point_a = pair_.in_world(seen_a);
    result_.point_b = pair_.in_world(seen_b);
  }

  bool within(double share) const { return result_.upper - result_.lower <= share * pair_.scale(); }

  void start_between_centres() {
    Vector3 between = pair_.seen_a(pair_.a().centre()) - pair_.seen_b(pair_.b().centre());
    if (!(between.norm() > 0x1p-100)) between = Vector3::UnitX();
    between.normalize();
    set_witness(State::apart, between);
    features_.a = {FeatureKind::vertex, climbed(pair_.a(), features_.a, pair_.rotation_a().transpose() * -between)};
    features_.b = {FeatureKind::vertex, climbed(pair_.b(), features_.b, pair_.rotation_b().transpose() * between)};
  }

  /// Rounding may stop it early: a start needs no more.
  static Index climbed(const Polytope& p, const Feature& from, const Vector3& direction) {
    return farthest_vertex(p.hull(), direction, some_vertex(p, from), 0.0).vertex;
  }

  /// The last normal may show as much as is asked for.
  bool still_apart() {
    ++result_.steps;
    const Vector3 normal(features_.witness[0], features_.witness[1], features_.witness[2]);
    if (pair_.a().few_vertices() && pair_.b().few_vertices()) {
      const double length = normal.norm();
      result_.lower = std::max(0.0, pair_.quick_gap(normal, length));
      result_.normal = normal / length;
    } else {
      try_direction(normal, features_.a, features_.b);
    }
    if (!(result_.lower > enough_)) return false;
    result_.upper = pair_.scale();  // no two points are farther apart
    result_.point_a = result_.point_b = Vector3::Zero();
    return true;
  }

  bool still_overlapping() {
    ++result_.steps;
    const Vector3 out(features_.witness[0], features_.witness[1], features_.witness[2]);
    return overlaps_at(pair_.a().centre() + out);
  }

  /// Is this point of a's frame in both, to rounding?
  bool overlaps_at(const Vector3& x_A) {
    Index face_a = features_.a.kind == FeatureKind::face ? features_.a.index : 0;
    Index face_b = features_.b.kind == FeatureKind::face ? features_.b.index : 0;
    const Vector3 x_B = pair_.rotation_b().transpose() * pair_.seen_a(x_A);
    const Vector3 seen_a = pair_.seen_a(drawn_inside(pair_.a(), face_a, x_A));
    const Vector3 seen_b = pair_.seen_b(drawn_inside(pair_.b(), face_b, x_B));
    set_points(seen_a, seen_b);
    if (!(result_.upper <= loose * pair_.scale())) return false;
    if (!(result_.upper <= tight * pair_.scale())) {  // rounding or a gap: then one of these shows it
      show(pair_.rotation_b() * pair_.b().planes()[face_b].normal);
      show(pair_.rotation_a() * -pair_.a().planes()[face_a].normal);
      show(seen_a - seen_b);
      if (result_.lower > 0.0) return false;
    }
    result_.overlapping = true;
    result_.lower = 0.0;
    features_.a = {FeatureKind::face, face_a};
    features_.b = {FeatureKind::face, face_b};
    result_.normal = pair_.rotation_b() * pair_.b().planes()[face_b].normal;
    return true;
  }

  void set_witness(State state, const Vector3& witness) {
    features_.state = state;
    for (int i = 0; i < 3; ++i) features_.witness[static_cast<std::size_t>(i)] = static_cast<float>(witness[i]);
  }

  void walk() {
    FeatureWalk walk(pair_);
    const FeatureWalk::End end = walk.run(features_.a, features_.b);
    result_.steps += walk.steps();
    if (end == FeatureWalk::End::overlapping && overlaps_at(walk.common())) return keep_common(walk.common());
    if (end == FeatureWalk::End::closest) {
      show(walk.direction());
      set_points(pair_.seen_a(walk.point_a()), pair_.seen_b(walk.point_b()));
      set_witness(State::apart, result_.normal);
      if (within(tight) || result_.lower > enough_) return;
    }
    help();
  }

  /// Where the walk does not answer: the iteration of closest(), with climbing.
  void help() {
    result_.walked = false;
    const Index vertex_a = some_vertex(pair_.a(), features_.a), vertex_b = some_vertex(pair_.b(), features_.b);
    const Climber<true> a(pair_, vertex_a);
    const Climber<false> b(pair_, vertex_b);
    const Vector3 first = pair_.seen_a(pair_.a().vertices()[vertex_a]) - pair_.seen_b(pair_.b().vertices()[vertex_b]);
    const GjkResult core =
        gjk(a, b, first, 64.0 * unit_roundoff * pair_.scale(), std::numeric_limits<double>::infinity());
    show(core.normal);
    settle(core.a, core.b);
    if (!within(loose)) ask_closest();
  }

  /// The whole of every hull, every time.
  void ask_closest() {
    const Distance closest = tocca::closest(piece(placed_a_), piece(placed_b_));
    show(closest.normal);
    if (closest.lower > result_.lower) result_.lower = closest.lower, result_.normal = closest.normal;
    if (!(closest.upper < result_.upper)) return;
    const Vector3 origin = placed_b_.X->translation;
    settle(closest.point_a - origin, closest.point_b - origin);
    result_.upper = closest.upper;
  }

  static ConvexPiece piece(const PlacedPolytope& placed) {
    ConvexPiece piece;
    piece.kind = ConvexPiece::Kind::hull;
    piece.centre = placed.X->translation;
    for (int i = 0; i < 3; ++i) piece.axis[i] = placed.X->rotation.col(i);
    piece.hull = &placed.shape->hull();
    return piece;
  }

  /// Points found without features: they say which.
  void settle(const Vector3& seen_a, const Vector3& seen_b) {
    set_points(seen_a, seen_b);
    const Vector3 x_A = pair_.rotation_a().transpose() * (seen_a - pair_.offset());
    const Vector3 x_B = pair_.rotation_b().transpose() * seen_b;
    if (!(result_.lower > 0.0) && result_.upper <= loose * pair_.scale()) {
      result_.overlapping = true;
      const Index vertex_a = some_vertex(pair_.a(), features_.a), vertex_b = some_vertex(pair_.b(), features_.b);
      features_.a = {FeatureKind::face, pair_.a().edges()[pair_.a().vertex_edges(vertex_a)[0]].left};
      features_.b = {FeatureKind::face, pair_.b().edges()[pair_.b().vertex_edges(vertex_b)[0]].left};
      return keep_common(x_A);
    }
    features_.a = feature_at(pair_.a(), 0, x_A);
    features_.b = feature_at(pair_.b(), 0, x_B);
    set_witness(State::apart, result_.normal);
  }

  /// A common point deep in both lasts longer: to the middle of the chord through it, across the nearer of the faces that it is under.
  void keep_common(const Vector3& x_A) {
    const Polytope &a = pair_.a(), &b = pair_.b();
    const Vector3 x_B = pair_.rotation_b().transpose() * pair_.seen_a(x_A);
    const Index face_a = features_.a.index, face_b = features_.b.index;
    const Polytope::Plane &plane_a = a.planes()[face_a], &plane_b = b.planes()[face_b];
    const bool nearer_a = plane_a.offset - plane_a.normal.dot(x_A) < plane_b.offset - plane_b.normal.dot(x_B);
    const Vector3 across = nearer_a ? pair_.rotation_a() * plane_a.normal : pair_.rotation_b() * plane_b.normal;
    const Vector3 way_A = pair_.rotation_a().transpose() * across, way_B = pair_.rotation_b().transpose() * across;
    const auto room = [&](double sign) {
      return 1.0 / std::max(ray_exit(a, face_a, x_A, sign * way_A).ratio, ray_exit(b, face_b, x_B, sign * way_B).ratio);
    };
    set_witness(State::overlapping, x_A + 0.5 * (room(1.0) - room(-1.0)) * way_A - a.centre());
  }

  const PlacedPolytope &placed_a_, &placed_b_;
  const PolytopePair pair_;
  FeaturePair& features_;
  const double enough_;
  FeatureDistance result_;
};

[[maybe_unused]] bool is_of(const Feature& feature, const Polytope& shape) {
  const std::size_t count = feature.kind == Feature::Kind::vertex ? shape.vertices().size()
                            : feature.kind == Feature::Kind::edge ? shape.edges().size()
                                                                  : shape.planes().size();
  return feature.index < count;
}

[[maybe_unused]] bool is_nearly_orthonormal(const Matrix3& R) {
  return (R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff() <= 0x1p-20;
}

}  // namespace

FeatureDistance closest_features(const PlacedPolytope& a, const PlacedPolytope& b, FeaturePair& features,
                                 double enough) {
  TOCCA_REQUIRE(is_of(features.a, *a.shape) && is_of(features.b, *b.shape),
                "the features must be those of the polytopes");
  TOCCA_REQUIRE(is_nearly_orthonormal(a.X->rotation) && is_nearly_orthonormal(b.X->rotation),
                "polytopes must be placed by rotations");
  return FeatureSearch(a, b, features, enough).run();
}

}  // namespace tocca
