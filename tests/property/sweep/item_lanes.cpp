// Eight pairs of items at once against contacts made by construction: points of two moving items that exact rationals
// prove to be within the distance at a time s. The clipped window must contain s.
#include "sweep/item_lanes.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <optional>

#include "testing/draw.hpp"

namespace tocca::item_lanes_tests {
namespace {

using testing::cases;
using testing::Draw;
using testing::story;
using Kind = ItemLanes::Kind;

struct Exact3 {
  mpq_class x[3];
};

Exact3 exact(const Vector3& p) { return {{mpq_class(p[0]), mpq_class(p[1]), mpq_class(p[2])}}; }

Exact3 placed(const Pose& X, const Exact3& p) {
  Exact3 result;
  for (int r = 0; r < 3; ++r) {
    result.x[r] = mpq_class(X.translation[r]);
    for (int c = 0; c < 3; ++c) result.x[r] += mpq_class(X.rotation(r, c)) * p.x[c];
  }
  return result;
}

Exact3 on_chord(const Chord& chord, const Exact3& point, double s) {
  const Exact3 first = placed(chord.start, point), last = placed(chord.end, point);
  Exact3 result;
  for (int r = 0; r < 3; ++r) result.x[r] = first.x[r] + mpq_class(s) * (last.x[r] - first.x[r]);
  return result;
}

Vector3 rounded(const Exact3& x) { return {x.x[0].get_d(), x.x[1].get_d(), x.x[2].get_d()}; }

/// An item in the frame of its part: a triangle, or a solid in a placement.
struct Item {
  std::array<Vector3, 3> corner;
  std::optional<Collider> solid;

  void move(const Vector3& by) {
    for (Vector3& p : corner) p += by;
    if (solid) solid->placement.translation += by;
  }
  /// Some direction in which it has a face or an edge, for contacts that a kernel's axis just sees.
  Vector3 face_normal() const {
    if (solid) return solid->placement.rotation.col(0);
    return (corner[1] - corner[0]).cross(corner[2] - corner[0]);
  }
};

/// A point of a ball of this radius, on its surface but for rounding.
Vector3 on_ball(const Vector3& n, double radius) { return n.normalized() * (radius * (1.0 - 0x1p-48)); }
Vector3 on_disc(const Vector3& n, double radius) {
  const double length = std::hypot(n.x(), n.y());
  if (!(length > 0.0)) return {radius * (1.0 - 0x1p-48), 0.0, 0.0};
  const double scale = radius * (1.0 - 0x1p-48) / length;
  return {n.x() * scale, n.y() * scale, 0.0};
}

/// A point of a solid, farthest along n, in its own frame.
struct Farthest {
  Vector3 n;

  Vector3 operator()(const Sphere& sphere) const { return on_ball(n, sphere.radius); }
  Vector3 operator()(const Capsule& capsule) const {
    return on_ball(n, capsule.radius) + Vector3(0.0, 0.0, (n.z() < 0.0 ? -0.5 : 0.5) * capsule.length);
  }
  Vector3 operator()(const Box& box) const {
    Vector3 p;
    for (int k = 0; k < 3; ++k) p[k] = (n[k] < 0.0 ? -0.5 : 0.5) * box.size[k];
    return p;
  }
  Vector3 operator()(const Cylinder& cylinder) const {
    return on_disc(n, cylinder.radius) + Vector3(0.0, 0.0, (n.z() < 0.0 ? -0.5 : 0.5) * cylinder.length);
  }
  Vector3 operator()(const Cone& cone) const {
    const Vector3 apex(0.0, 0.0, 0.5 * cone.length);
    const Vector3 rim = on_disc(n, cone.radius) - apex;
    return n.dot(apex) > n.dot(rim) ? apex : rim;
  }
  template <class Other>
  Vector3 operator()(const Other&) const {
    return Vector3::Zero();
  }
};

/// Which point of an item: of an edge of a triangle, or in a solid's own frame.
struct Spot {
  std::size_t corner = 0;
  double along = 0.0;
  Vector3 own = Vector3::Zero();
};

/// The farthest along n, in the frame of the part; of triangles now and then another one.
Spot farthest(Draw& draw, const Item& item, const Vector3& n) {
  Spot spot;
  if (item.solid) {
    spot.own = std::visit(Farthest{item.solid->placement.rotation.transpose() * n}, item.solid->geometry);
    return spot;
  }
  for (std::size_t i = 1; i < 3; ++i) {
    if (n.dot(item.corner[i]) > n.dot(item.corner[spot.corner])) spot.corner = i;
  }
  if (draw.coin(0.3)) spot.along = draw.uniform(0.0, 1.0);
  return spot;
}

Exact3 point_of(const Item& item, const Spot& spot) {
  if (item.solid) return placed(item.solid->placement, exact(spot.own));
  const Exact3 p = exact(item.corner[spot.corner]), q = exact(item.corner[(spot.corner + 1) % 3]);
  Exact3 result;
  for (int c = 0; c < 3; ++c) result.x[c] = p.x[c] + mpq_class(spot.along) * (q.x[c] - p.x[c]);
  return result;
}

Item draw_triangle(Draw& draw, double size) {
  Item item;
  for (Vector3& p : item.corner) p = draw.vector(size);
  const int shape = draw.integer(0, 9);
  if (shape == 0) item.corner[2] = item.corner[1];                                             // a segment
  if (shape == 1) item.corner[1] = item.corner[2] = item.corner[0];                            // a point
  if (shape == 2) item.corner[2] = item.corner[0] + 1e-6 * (item.corner[1] - item.corner[0]);  // hardly any area
  if (shape == 3) {
    for (Vector3& p : item.corner) p *= draw.log_uniform(1e-6, 1.0);
  }
  return item;
}

Item draw_round(Draw& draw, double size) {
  Item item;
  const double radius = size * draw.log_uniform(1e-3, 1.0), length = size * draw.log_uniform(1e-3, 2.0);
  Geometry geometry = Sphere{radius};
  if (draw.coin()) geometry = Capsule{radius, length};
  item.solid = Collider{draw.pose(size), geometry};
  return item;
}

Item draw_solid(Draw& draw, double size) {
  Item item;
  const double radius = size * draw.log_uniform(1e-3, 1.0), length = size * draw.log_uniform(1e-3, 2.0);
  Geometry geometry;
  switch (draw.integer(0, 3)) {
    case 0:
      geometry = Cylinder{radius, length};
      break;
    case 1:
      geometry = Cone{radius, length};
      break;
    default:
      geometry = Box{{length, size * draw.log_uniform(1e-3, 2.0), size * draw.log_uniform(1e-3, 2.0)}};
  }
  item.solid = Collider{draw.pose(size), geometry};
  return item;
}

Item draw_core(Draw& draw, double size) { return draw.coin(0.8) ? draw_triangle(draw, size) : draw_round(draw, size); }

/// All items of one side as a part: triangles first, then solids, as a part orders them. `index`: where each has gone.
Part part_of(const std::array<Item, lane_count>& items, std::array<Index, lane_count>& index) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  std::vector<Collider> bodies;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].solid) continue;
    const auto first = static_cast<Index>(vertices.size());
    index[i] = static_cast<Index>(triangles.size());
    triangles.push_back({first, first + 1, first + 2});
    vertices.insert(vertices.end(), items[i].corner.begin(), items[i].corner.end());
  }
  auto next = static_cast<Index>(triangles.size());
  if (!triangles.empty()) {
    bodies.push_back({Pose{}, std::make_shared<const TriangleMesh>(
                                  TriangleMesh::unwelded(std::move(vertices), std::move(triangles)))});
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].solid) continue;
    index[i] = next++;
    bodies.push_back(*items[i].solid);
  }
  return Part(bodies);
}

Chord draw_chord(Draw& draw, double size, bool moves) {
  Chord chord;
  // Now and then so far away that doubles lose more than the floats of the lanes do.
  const double far =
      draw.coin(0.2) ? std::min(size * draw.log_uniform(1e9, 1e14), 1e9) : size * draw.log_uniform(1.0, 1e4);
  chord.start = chord.end = draw.pose(far);
  if (moves) {
    const double turn = draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-4, 1.5);
    chord.end.rotation = rotation_about(draw.direction(), turn) * chord.start.rotation;
    if (draw.coin(0.8)) chord.end.translation += draw.direction() * size * draw.log_uniform(1e-3, 4.0);
  }
  chord.finish();
  return chord;
}

Matrix3 rotation_at(const Chord& chord, double s) { return (1.0 - s) * chord.start.rotation + s * chord.end.rotation; }

struct Scene {
  Chord chord_a, chord_b;
  std::array<Item, lane_count> a, b;
  std::array<double, lane_count> time;
  std::array<bool, lane_count> touching;
};

/// Shifts b so that, at a time of the lane's own, a point of it is about a distance (sometimes just) from one of a, both
/// the farthest along an axis that a kernel is likely to try.
void make_contact(Draw& draw, Scene& scene, std::size_t lane, double distance) {
  Item &a = scene.a[lane], &b = scene.b[lane];
  const double s = scene.time[lane] = draw.coin(0.2)   ? (draw.coin() ? 0.0 : 1.0)
                                      : draw.coin(0.3) ? 0.5
                                                       : draw.uniform(0.0, 1.0);
  const Matrix3 R_a = rotation_at(scene.chord_a, s), R_b = rotation_at(scene.chord_b, s);
  const Vector3 normal_a = R_a * a.face_normal(), normal_b = R_b * b.face_normal();
  Vector3 n = draw.direction();
  if (draw.coin(0.7)) n = draw.sign() * (draw.coin() ? normal_a : normal_b);
  if (draw.coin(0.2)) n = (R_a * (a.corner[1] - a.corner[0])).cross(R_b * (b.corner[2] - b.corner[0]));
  n = n.norm() > 0.0 ? n.normalized() : draw.direction();
  const Spot of_a = farthest(draw, a, R_a.transpose() * n), of_b = farthest(draw, b, -(R_b.transpose() * n));
  const Exact3 p = on_chord(scene.chord_a, point_of(a, of_a), s);
  const Exact3 q = on_chord(scene.chord_b, point_of(b, of_b), s);
  const double apart = distance * (draw.coin(0.7) ? 1.0 - draw.log_uniform(1e-9, 1e-3) : draw.uniform(0.0, 2.0));
  b.move(R_b.inverse() * (rounded(p) + n * apart - rounded(q)));
  const Exact3 moved = on_chord(scene.chord_b, point_of(b, of_b), s);
  mpq_class square = 0;
  for (int c = 0; c < 3; ++c) square += (p.x[c] - moved.x[c]) * (p.x[c] - moved.x[c]);
  scene.touching[lane] = square <= mpq_class(distance) * mpq_class(distance);
}

struct Tally {
  int contacts = 0, closed = 0, narrowed = 0, tight = 0;
};

/// Eight pairs, most of them within the distance at a time of their own, many with nothing to spare.
void try_eight(Draw& draw, int index, Kind kind, bool moving_a, bool moving_b, Tally& tally) {
  const double size = draw.log_uniform(1e-4, 1e3);
  const double distance = draw.coin(0.3) ? 0.0 : size * draw.log_uniform(1e-6, 1.0);
  const double clearance = draw.coin() ? 0.0 : 0.5 * distance;
  Scene scene;
  scene.chord_a = draw_chord(draw, size, moving_a);
  if (moving_b) scene.chord_b = draw_chord(draw, size, true);
  scene.chord_b.finish();
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    scene.a[lane] = kind == Kind::solid_a ? draw_solid(draw, size) : draw_core(draw, size);
    scene.b[lane] = kind == Kind::solid_b ? draw_solid(draw, size) : draw_core(draw, size);
    make_contact(draw, scene, lane, distance);
  }
  std::array<Index, lane_count> index_a, index_b;
  const Part part_a = part_of(scene.a, index_a), part_b = part_of(scene.b, index_b);
  ItemLanes lanes;
  lanes.begin(kind, scene.chord_a, moving_b ? &scene.chord_b : nullptr);
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    ASSERT_EQ(ItemLanes::kind_of(part_a, index_a[lane], part_b, index_b[lane]), kind);
    lanes.add(part_a, part_b, {static_cast<int>(lane), index_a[lane], index_b[lane], clearance, 0.0f, 1.0f});
  }
  std::array<const ItemLanes::Pair*, lane_count> left{};
  for (const ItemLanes::Pair& pair : lanes.clip(distance - clearance))
    left[static_cast<std::size_t>(pair.part_b)] = &pair;
  ASSERT_TRUE(lanes.empty());
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const ItemLanes::Pair* pair = left[lane];
    const double s = scene.time[lane];
    tally.closed += !pair;
    tally.narrowed += pair && (pair->from > 0.0f || pair->to < 1.0f);
    if (!scene.touching[lane]) continue;
    ++tally.contacts;
    ASSERT_TRUE(pair) << story(draw.seed(), index, "lane", lane, "s", s, "size", size, "distance", distance);
    ASSERT_LE(static_cast<double>(pair->from), s) << story(draw.seed(), index, lane, size, distance);
    ASSERT_GE(static_cast<double>(pair->to), s) << story(draw.seed(), index, lane, size, distance);
    tally.tight += (pair->from > 0.0f && s - static_cast<double>(pair->from) < 1e-3) ||
                   (pair->to < 1.0f && static_cast<double>(pair->to) - s < 1e-3);
  }
}

void contacts_stay(Kind kind) {
  Draw draw;
  const int total = cases(600, 30000);
  Tally moving, still;
  for (int i = 0; i < total; ++i) {
    try_eight(draw, i, kind, true, false, moving);
    try_eight(draw, i, kind, true, true, moving);
    try_eight(draw, i, kind, false, false, still);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(moving.contacts, total * 4);
  EXPECT_GT(moving.closed, total / 10);
  EXPECT_GT(moving.narrowed, total * 2);
  EXPECT_GT(moving.tight, total / 10);  // windows that end where the contact is
  EXPECT_GT(still.contacts, total * 2);
  EXPECT_GT(still.closed, total / 10);
}

TEST(ItemLanes, a_contact_of_two_triangles_is_never_clipped_away) { contacts_stay(Kind::cores); }
TEST(ItemLanes, a_contact_with_a_solid_is_never_clipped_away) { contacts_stay(Kind::solid_b); }
TEST(ItemLanes, a_contact_of_a_solid_with_triangles_is_never_clipped_away) { contacts_stay(Kind::solid_a); }

PointLanes draw_lanes(Draw& draw, double size, bool wild) {
  PointLanes lanes;
  const auto number = [&] {
    if (wild && draw.coin(0.05)) return std::numeric_limits<float>::quiet_NaN();
    if (wild && draw.coin(0.05)) return std::numeric_limits<float>::infinity();
    return static_cast<float>(wild && draw.coin(0.2) ? draw.any_double() : draw.uniform(-size, size));
  };
  for (auto& point : lanes.offset) {
    for (auto& row : point) {
      for (float& x : row) x = number();
    }
  }
  for (int end = 0; end < 2; ++end) {
    const Matrix3 R = draw.pose(0.0).rotation;
    for (int c = 0; c < 3; ++c) {
      lanes.base[end][c] = number();
      for (int k = 0; k < 3; ++k) lanes.rotation[end][c][k] = static_cast<float>(R(c, k));
    }
  }
  lanes.stretch = 1.75f;
  lanes.turned = draw.coin();
  lanes.moves = draw.coin();
  return lanes;
}

/// All instruction sets give the same bits, on any numbers.
TEST(ItemLanes, lanes_say_what_scalar_code_says) {
  Draw draw;
  const int total = cases(4000, 100000);
  int closed = 0;
  for (int i = 0; i < total; ++i) {
    const bool wild = draw.coin(0.3);
    const double size = draw.log_uniform(1e-6, 1e6);
    const PointLanes a = draw_lanes(draw, size, wild), b = draw_lanes(draw, size, wild);
    float apart[lane_count];
    LaneWindows windows;
    for (int lane = 0; lane < lane_count; ++lane) {
      apart[lane] = static_cast<float>(draw.coin() ? 0.0 : size * draw.log_uniform(1e-6, 0.1));
      windows.from[lane] = static_cast<float>(draw.uniform(0.0, 0.5));
      windows.to[lane] = static_cast<float>(draw.uniform(0.5, 1.0));
    }
    LaneWindows reference = windows;
    const auto mask = static_cast<unsigned>(draw.integer(0, 255));
    const unsigned open = clip_items(a, b, mask, apart, windows);
    ASSERT_EQ(open, clip_items_scalar(a, b, mask, apart, reference)) << story(draw.seed(), i);
    ASSERT_EQ(open & ~mask, 0u);
    for (int lane = 0; lane < lane_count; ++lane) {
      if ((open >> lane & 1u) == 0) continue;
      ASSERT_EQ(windows.from[lane], reference.from[lane]) << story(draw.seed(), i, lane);
      ASSERT_EQ(windows.to[lane], reference.to[lane]) << story(draw.seed(), i, lane);
    }
    closed += mask != open;
  }
  EXPECT_GT(closed, total / 2);
}

/// A filter that keeps everything would be sound as well.
TEST(ItemLanes, triangles_that_stay_apart_are_told_apart) {
  Draw draw;
  const int total = cases(500, 10000);
  int told = 0;
  for (int i = 0; i < total; ++i) {
    std::array<Item, lane_count> a, b;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      a[lane] = draw_triangle(draw, 0.3);
      b[lane] = draw.coin() ? draw_triangle(draw, 0.3) : draw_triangle(draw, 0.1);
      a[lane].move({0.0, 0.0, 0.62});
    }
    std::array<Index, lane_count> index_a, index_b;
    const Part part_a = part_of(a, index_a), part_b = part_of(b, index_b);
    Chord chord;
    chord.end = {rotation_about({0.0, 0.0, 1.0}, 0.3), {0.5, 0.0, 0.0}};
    chord.finish();
    ItemLanes lanes;
    lanes.begin(Kind::cores, chord, nullptr);
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      lanes.add(part_a, part_b, {0, index_a[lane], index_b[lane], 0.0, 0.0f, 1.0f});
    }
    told += lane_count - static_cast<int>(lanes.clip(1e-6).size());
  }
  EXPECT_GT(told, total * lane_count * 9 / 10);
}

}  // namespace
}  // namespace tocca::item_lanes_tests
