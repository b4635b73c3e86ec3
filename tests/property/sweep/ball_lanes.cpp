// Balls at eight times: what they clear is apart, what they call inside is inside, whatever the instruction set; a cover holds its part; no point
// of a ball moves farther around a time than its spread. Oracles: long double for places and distances, MPFR for motions.
#include "sweep/ball_lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../motion/draw_tree.hpp"
#include "sweep/ball_cover.hpp"
#include "testing/draw.hpp"

namespace tocca::ball_lanes_tests {
namespace {

using Wide = long double;
using WideVector = Eigen::Matrix<Wide, 3, 1>;

WideVector centre_of(const EightPoints& point, int lane) {
  return {static_cast<Wide>(point[0].at[lane]), static_cast<Wide>(point[1].at[lane]),
          static_cast<Wide>(point[2].at[lane])};
}

EightPoints draw_points(testing::Draw& draw, const Vector3& around, double size) {
  EightPoints lanes;
  for (int k = 0; k < state_count; ++k) {
    const Vector3 point = around + draw.vector(size);
    for (std::size_t c = 0; c < 3; ++c) lanes[c].at[k] = static_cast<float>(point[static_cast<Eigen::Index>(c)]);
  }
  return lanes;
}

/// The least distance of a point from {x : |x_k| <= half_k} seen along the columns of a matrix that is a rotation to float precision: solved as a
/// small problem of projection, until no step helps.
Wide distance_from_box(const WideVector& point, const Obb& box) {
  const Eigen::Matrix<Wide, 3, 3> A = box.axes.cast<Wide>();
  const WideVector d = point - box.center.cast<Wide>();
  WideVector x = WideVector::Zero();
  for (int round = 0; round < 200; ++round) {
    for (int k = 0; k < 3; ++k) {  // exact along one coordinate, the others held
      const Wide rest = A.col(k).dot(d - A * x) / A.col(k).squaredNorm() + x[k];
      x[k] = std::clamp(rest, -static_cast<Wide>(box.half[k]), static_cast<Wide>(box.half[k]));
    }
  }
  return (d - A * x).norm();
}

struct OneBall {
  Ball ball;
  EightPoints centre;
  PlacedBalls placed() const { return {{&ball, 1}, &centre, &ball, &centre}; }
};

TEST(BallLanes, ThatAreClearOfBoxesAreApart) {
  testing::Draw draw;
  const int count = testing::cases(4'000, 400'000);
  int clear = 0, tight = 0, open = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(1e-3, 10.0), far = draw.log_uniform(0.1, 1e3);
    std::vector<Vector3> points;
    const Pose X = draw.pose(far);
    for (int i = 0; i < 8; ++i)
      points.push_back(X * draw.vector(size).cwiseProduct(Vector3(1.0, draw.uniform(0.01, 1.0), 0.5)));
    TriangleMesh mesh(std::vector<Vector3>(points), {{0, 1, 2}, {3, 4, 5}, {5, 6, 7}});
    const Part part(std::vector<Collider>{{Pose{}, std::make_shared<const TriangleMesh>(mesh)}});
    const Part* parts[] = {&part};
    const Vector3 origin = draw.coin() ? Vector3::Zero() : draw.vector(far);
    const StillVolumes still(parts, origin);
    OneBall own;
    own.ball.radius = static_cast<float>(size * draw.log_uniform(1e-2, 1.0));
    own.centre = draw_points(draw, X.translation - origin, 1.2 * size);
    EightFloats spread;
    for (float& entry : spread.at) entry = static_cast<float>(draw.coin() ? 0.0 : size * draw.uniform(0.0, 0.3));
    const float margin = static_cast<float>(draw.log_uniform(1e-9, 1e-2) * size);
    const BallDilation dilation{&spread, margin};
    const LaneBits found = balls_against_boxes(own.placed(), dilation, still.wholes(), 0, 0xffu);
    const LaneBits same = scalar_balls::balls_against_boxes(own.placed(), dilation, still.wholes(), 0, 0xffu);
    ASSERT_EQ(found.open, same.open);
    ASSERT_EQ(found.near, same.near);
    for (int lane = 0; lane < state_count; ++lane) {
      const Wide distance =
          distance_from_box(centre_of(own.centre, lane) + origin.cast<Wide>(), part.nodes()[0].volume);
      const Wide reach =
          static_cast<Wide>(own.ball.radius) + static_cast<Wide>(spread.at[lane]) + static_cast<Wide>(margin);
      if (((found.open >> lane) & 1u) != 0) {
        ++open;
        continue;
      }
      ASSERT_GT(distance, reach) << lane;
      ++clear;
      tight += distance < reach + 0.05L * static_cast<Wide>(size) ? 1 : 0;
    }
  }
  EXPECT_GT(clear, count);
  EXPECT_GT(open, count);
  EXPECT_GT(tight, count / 20);
}

TEST(BallLanes, ThatAreClearOfBallsAreApart) {
  testing::Draw draw;
  const int count = testing::cases(10'000, 1'000'000);
  int clear = 0, open = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(1e-3, 10.0);
    const Vector3 around = draw.vector(draw.log_uniform(0.1, 100.0));
    OneBall a, b;
    a.centre = draw_points(draw, around, size);
    b.centre = draw_points(draw, around, size);
    a.ball.radius = static_cast<float>(size * draw.uniform(0.0, 0.8));
    b.ball.radius = static_cast<float>(size * draw.uniform(0.0, 0.8));
    const EightFloats spread{};
    // As callers do: the rounding of the difference of the centres is theirs to add.
    const double rounding = 0x1p-22 * (around.norm() + size);
    const BallDilation dilation{&spread, static_cast<float>(rounding)};
    const LaneBits found = balls_against_balls(a.placed(), b.placed(), dilation, 0xffu);
    ASSERT_EQ(found.open, scalar_balls::balls_against_balls(a.placed(), b.placed(), dilation, 0xffu).open);
    for (int lane = 0; lane < state_count; ++lane) {
      const Wide distance = (centre_of(a.centre, lane) - centre_of(b.centre, lane)).norm();
      const Wide radii = static_cast<Wide>(a.ball.radius) + static_cast<Wide>(b.ball.radius);
      if (((found.open >> lane) & 1u) != 0) {
        ++open;
        continue;
      }
      ASSERT_GT(distance, radii) << lane;
      ++clear;
    }
  }
  EXPECT_GT(clear, count);
  EXPECT_GT(open, count);
}

TEST(BallLanes, PointsThatAreInsideAreInside) {
  testing::Draw draw;
  const int count = testing::cases(10'000, 1'000'000);
  int inside = 0, tight = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(1e-3, 3.0), far = draw.log_uniform(0.1, 100.0);
    const Pose X = draw.pose(far);
    const Vector3 half(size, size * draw.uniform(0.1, 1.0), size * draw.uniform(0.1, 1.0));
    const int kind = draw.integer(0, 2);
    const Geometry geometry = kind == 0   ? Geometry(Box{2.0 * half})
                              : kind == 1 ? Geometry(Cylinder{half[1], 2.0 * half[2]})
                                          : Geometry(Sphere{half[2]});
    const Part part(std::vector<Collider>{{X, geometry}});
    const Part* parts[] = {&part};
    const Vector3 origin = draw.coin() ? Vector3::Zero() : draw.vector(far);
    const StillVolumes still(parts, origin);
    ASSERT_EQ(still.solids(0).size(), 1u);
    const EightPoints points = draw_points(draw, X.translation - origin, size);
    const float margin = static_cast<float>(draw.log_uniform(1e-9, 1e-2) * size);
    const unsigned found = point_inside(still.solids(0)[0], points, margin, 0xffu);
    ASSERT_EQ(found, scalar_balls::point_inside(still.solids(0)[0], points, margin, 0xffu));
    for (int lane = 0; lane < state_count; ++lane) {
      if (((found >> lane) & 1u) == 0) continue;
      const WideVector place = centre_of(points, lane) + origin.cast<Wide>() - X.translation.cast<Wide>();
      const WideVector own = X.rotation.cast<Wide>().transpose() * place;
      const Wide m = static_cast<Wide>(margin);
      const Wide across = std::hypot(own[0], own[1]);
      const Wide depth =
          kind == 0   ? (half.cast<Wide>() - own.cwiseAbs()).minCoeff()
          : kind == 1 ? std::min(static_cast<Wide>(half[1]) - across, static_cast<Wide>(half[2]) - std::fabs(own[2]))
                      : static_cast<Wide>(half[2]) - own.norm();
      ASSERT_GT(depth, m) << lane;
      ++inside;
      tight += depth < m + 0.05L * static_cast<Wide>(size) ? 1 : 0;
    }
  }
  EXPECT_GT(inside, count / 4);
  EXPECT_GT(tight, inside / 20);
}

TEST(BodyBalls, CoverTheirPart) {
  testing::Draw draw;
  const int count = testing::cases(300, 10'000);
  double worth = 0.0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(0.01, 10.0);
    std::vector<Vector3> vertices;
    std::vector<Triangle> triangles;
    const Vector3 shape(1.0, draw.uniform(0.05, 1.0), draw.uniform(0.05, 1.0));
    const Pose X = draw.pose(size);
    for (Index i = 0; i < static_cast<Index>(draw.integer(1, 60)); ++i) {
      const Vector3 corner = size * draw.vector(1.0).cwiseProduct(shape);
      for (int c = 0; c < 3; ++c) vertices.push_back(X * (corner + 0.2 * size * draw.vector(1.0)));
      triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    std::vector<Collider> colliders{
        {Pose{}, std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles))}};
    if (draw.coin(0.3)) colliders.push_back({draw.pose(size), Box{size * Vector3(1.0, 0.1, 0.3)}});
    const Part part(colliders);
    const BodyBalls balls(part);
    const auto held = [&](const Vector3& point, std::span<const Ball> by) {
      return std::any_of(by.begin(), by.end(), [&](const Ball& ball) {
        const WideVector centre(static_cast<Wide>(ball.centre[0]), static_cast<Wide>(ball.centre[1]),
                                static_cast<Wide>(ball.centre[2]));
        return (point.cast<Wide>() - centre).norm() <= static_cast<Wide>(ball.radius);
      });
    };
    for (int i = 0; i < 200; ++i) {
      Vector3 point;
      if (part.item_count() > part.triangle_count() && draw.coin(0.3)) {
        const Part::Primitive box = part.primitive(part.triangle_count());
        point = box.pose * std::get<Box>(box.geometry).size.cwiseProduct(draw.vector(0.5));
      } else {
        const Triangle& triangle =
            part.triangles()[static_cast<std::size_t>(draw.integer(0, static_cast<int>(part.triangle_count()) - 1))];
        const double s = draw.coin(0.2) ? draw.integer(0, 1) : draw.uniform(0.0, 1.0),
                     t = draw.uniform(0.0, 1.0) * (1.0 - s);
        point = (1.0 - s - t) * part.vertices()[triangle[0]] + s * part.vertices()[triangle[1]] +
                t * part.vertices()[triangle[2]];
      }
      ASSERT_TRUE(held(point, balls.cover));
      ASSERT_TRUE(held(point, {&balls.enclosure, 1}));
      ASSERT_LE(point.norm(), balls.reach);
    }
    double largest = 0.0;
    for (const Ball& ball : balls.cover) largest = std::max(largest, static_cast<double>(ball.radius));
    worth += largest / static_cast<double>(balls.enclosure.radius);
  }
  EXPECT_LT(worth, 0.9 * count) << "covers should be made of smaller balls";
}

TEST(StillVolumes, FindAllPartsThatComeNear) {
  testing::Draw draw;
  const int count = testing::cases(200, 5'000);
  int met = 0, left_out = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    std::vector<Part> parts;
    std::vector<const Part*> listed;
    const int many = draw.integer(1, 150);
    const Vector3 around = draw.vector(draw.log_uniform(0.1, 1e4));
    for (int i = 0; i < many; ++i)
      parts.emplace_back(std::vector<Collider>{
          {{Matrix3::Identity(), around + draw.vector(1.0)}, Sphere{draw.log_uniform(1e-2, 0.3)}}});
    for (const Part& part : parts) listed.push_back(&part);
    const Vector3 origin = draw.coin() ? around : draw.vector(1.0);
    const StillVolumes still(listed, origin);
    const Vector3 lower = around - origin + draw.vector(1.0), upper = lower + draw.vector(1.0).cwiseAbs();
    std::vector<int> near;
    still.append_near(lower, upper, near);
    for (int i = 0; i < many; ++i) {
      const Part& own = parts[static_cast<std::size_t>(i)];
      const Part::Primitive ball = own.primitive(own.triangle_count());
      const Vector3 centre = ball.pose.translation - origin;
      const double distance =
          (centre - centre.cwiseMax(lower).cwiseMin(upper)).norm() - std::get<Sphere>(ball.geometry).radius;
      const bool found = std::find(near.begin(), near.end(), i) != near.end();
      ASSERT_TRUE(found || distance > 0.0) << i;
      met += distance <= 0.0 ? 1 : 0;
      left_out += found ? 0 : 1;
    }
  }
  EXPECT_GT(met, count);
  EXPECT_GT(left_out, 10 * count);
}

TEST(BallLanes, SpreadHoldsHowFarPointsMoveAroundATime) {
  using oracle::Real;
  testing::Draw draw;
  const int count = testing::cases(2'000, 100'000);
  int simple = 0;
  double sum = 0.0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(1, 6);
    const KinematicTree tree =
        oracle::draw_tree(draw, joints, draw.coin(0.3) ? oracle::Joints::any : oracle::Joints::revolute);
    const Pose base = draw.pose(2.0);
    const auto segment = oracle::draw_segment(draw, tree, 3.0, draw.log_uniform(1e-3, 5.0), false);
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    LinkLanes links(tree, base, base.translation);
    if (!links.set(motion, 0x1p-4, 0x1p-3, 0x1p-4)) continue;
    const int link = joints;
    const std::span<const int> chain = links.chain(link);
    if (chain.empty()) continue;
    ++simple;
    const Vector3 middle = draw.vector(0.3);
    const double radius = draw.uniform(0.0, 0.2);
    const float ball[4] = {static_cast<float>(middle[0]), static_cast<float>(middle[1]), static_cast<float>(middle[2]),
                           0.0f};
    EightPoints centre;
    place_points(links.pose(link), ball, 1, &centre);
    std::vector<CarryingJoint> carrying;
    for (const int child : chain) {
      carrying.push_back(
          {&links.axis(child), &links.pose(child).translation, links.half_move(child), links.slides(child)});
    }
    std::vector<EightFloats> rows(chain.size()), same(chain.size());
    // The slack that callers add for poses that are a little off (StateLanes::spread).
    const float wide = static_cast<float>(radius + 1e-3);
    spread_of_ball(carrying, centre, wide, rows.data());
    scalar_balls::spread_of_ball(carrying, centre, wide, same.data());
    const int state = draw.integer(0, state_count - 1);
    const int row = draw.integer(0, static_cast<int>(chain.size()) - 1);
    ASSERT_EQ(rows[static_cast<std::size_t>(row)].at[state], same[static_cast<std::size_t>(row)].at[state]);
    // Seen from the parent of the outermost joint that moves.
    const int outermost = chain[static_cast<std::size_t>(row)];
    const int ancestor = tree.parent_link(outermost);
    const Vector3 x = middle + radius * draw.direction();
    const auto place = [&](const Real& t) {
      return oracle::link_map<Real>(tree, base, segment.controls, ancestor, link, t)(oracle::vec<Real>(x));
    };
    const double time = (2 * state + 1) / 16.0;
    const auto here = place(Real(time));
    for (const double off : {-0x1p-4, draw.uniform(-0x1p-4, 0x1p-4), 0x1p-4}) {
      const double moved = static_cast<double>(oracle::distance(here, place(Real(time + off))));
      const double bound = static_cast<double>(rows[static_cast<std::size_t>(row)].at[state]);
      ASSERT_LE(moved, bound) << row;
      if (off == 0x1p-4 && bound > 1e-3) sum += moved / bound;
    }
  }
  EXPECT_GT(simple, count / 2);
  EXPECT_GT(sum, 0.1 * simple) << "spreads should be of use";
}

}  // namespace
}  // namespace tocca::ball_lanes_tests
