// Arcs, on which least distances are proven: no true point strays from the parabola through three of its places by more than
// promised; what is clipped of a parabola is positive; what is proven apart has no two points as near as that.
// Oracle: the formulas of the headers in MPFR (../motion/oracle.hpp), and polynomials and points in long double.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/clearance/arc.hpp"
#include "contact/closest.hpp"
#include "core/vectors.hpp"
#include "property/motion/draw_tree.hpp"

namespace tocca::arc_tests {
namespace {

using oracle::Real;
using Wide = long double;

/// x at the start, in the middle and at the end, as parabolas join them.
template <class T>
oracle::Vec<T> on_parabola(const oracle::Vec<T> (&x)[3], const T& s) {
  const T one(1.0), two(2.0), four(4.0);
  const T first = (one - two * s) * (one - s), second = four * s * (one - s), third = s * (two * s - one);
  return oracle::plus(oracle::plus(oracle::times(first, x[0]), oracle::times(second, x[1])),
                      oracle::times(third, x[2]));
}

TEST(Arc, NoPointStraysFartherFromItsParabola) {
  testing::Draw draw;
  const int count = testing::cases(600, 20'000);
  int known = 0, tight = 0, curved = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(1, 5);
    const KinematicTree tree =
        oracle::draw_tree(draw, joints, draw.coin() ? oracle::Joints::revolute : oracle::Joints::any);
    const Pose base = draw.coin(0.3) ? Pose{} : draw.pose(draw.coin(0.1) ? 1e4 : 1.0);
    const oracle::Segment segment =
        oracle::draw_segment(draw, tree, draw.coin(0.1) ? 1e3 : 3.0, draw.log_uniform(1e-3, 3.0), draw.coin(0.1));
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    const int link = draw.integer(1, joints), ancestor = draw.coin() ? -1 : draw.integer(0, link - 1);
    const Mover mover(motion, ancestor, link);
    const Lss volume = oracle::draw_volume(draw);
    const Interval window = draw.coin() ? Interval{0.0, 1.0} : oracle::draw_window(draw);
    std::vector<Pose> links(static_cast<std::size_t>(motion.link_count()));
    const double middle = 0.5 * (window.lo + window.hi);
    motion.poses(middle, links);
    const ArcBounds bounds = arc_bounds(mover, window, volume, links);
    if (!(bounds.third < infinity)) continue;
    ++known;
    // A part of the window, too.
    const double lo = draw.coin() ? window.lo : draw.uniform(window.lo, window.hi);
    const double hi = draw.coin() ? window.hi : draw.uniform(lo, window.hi);
    const double stray = bounds.stray(hi - lo);
    const Pose poses[3] = {mover.pose(lo), mover.pose(0.5 * (lo + hi)), mover.pose(hi)};
    double worst = 0.0;
    for (const Vector3& point : oracle::points_of(draw, volume, 2)) {
      const oracle::Vec<Real> p = oracle::vec<Real>(point);
      oracle::Vec<Real> x[3];
      for (int i = 0; i < 3; ++i) x[i] = oracle::map<Real>(poses[i])(p);
      for (const double s : {0.0, 0.2113, 0.5, 0.7887, 1.0, draw.uniform(0.0, 1.0)}) {
        const Real t = Real(lo) + Real(s) * (Real(hi) - Real(lo));
        const oracle::Vec<Real> truth = oracle::link_map<Real>(tree, base, segment.controls, ancestor, link, t)(p);
        worst = std::max(worst, static_cast<double>(oracle::distance(truth, on_parabola(x, Real(s)))));
      }
    }
    ASSERT_LE(worst, stray * (1.0 + 1e-12));
    const bool bent = stray > 4.0 * bounds.pose_error;
    curved += bent ? 1 : 0;
    tight += bent && worst > 0.1 * stray ? 1 : 0;
  }
  RecordProperty("curved", curved);
  RecordProperty("tight", tight);
  EXPECT_GT(known, count / 4);
  EXPECT_GT(curved, known / 4);
  EXPECT_GT(tight, curved / 20);
}

Wide value(const double (&g)[3], Wide s) {
  return (1.0L - s) * (1.0L - s) * g[0] + 2.0L * s * (1.0L - s) * g[1] + s * s * g[2];
}

TEST(Arc, AParabolaIsPositiveWhereItIsClipped) {
  testing::Draw draw;
  const int count = testing::cases(200'000, 10'000'000);
  int part = 0, whole = 0, grazing = 0;
  for (int k = 0; k < count; ++k) {
    double g[3];
    for (double& coefficient : g) coefficient = draw.sign() * draw.log_uniform(1e-9, 1.0);
    if (draw.coin()) g[0] = std::fabs(g[0]);
    if (draw.coin(0.3) && g[0] > 0.0) {  // all but touching zero inside
      const double s = draw.uniform(0.05, 0.95), low = draw.sign() * draw.log_uniform(1e-17, 1e-6);
      g[1] = -g[0] * (1.0 - s) / s;
      g[2] = g[0] * (1.0 - s) * (1.0 - s) / (s * s);
      for (double& coefficient : g) coefficient += low;
      ++grazing;
    }
    const double until = positive_until(g);
    ASSERT_GE(until, 0.0);
    ASSERT_LE(until, 1.0);
    const Wide lowest = static_cast<Wide>(g[0]) - g[1], bend = static_cast<Wide>(g[0]) - 2.0L * g[1] + g[2];
    std::vector<Wide> times{0.0L, static_cast<Wide>(until), 0.5L * until,
                            static_cast<Wide>(until) * draw.uniform(0, 1)};
    if (bend > 0.0L && lowest > 0.0L && lowest < bend * until) times.push_back(lowest / bend);
    for (const Wide s : times) {
      if (until == 0.0) break;
      ASSERT_GT(value(g, s), 0.0L) << testing::story(draw.seed(), k, g[0], g[1], g[2], until);
    }
    part += until > 0.0 && until < 1.0 ? 1 : 0;
    whole += until == 1.0 ? 1 : 0;
    // What is given away is little: just behind, it is not much above zero.
    if (until > 0.0 && until < 1.0) {
      const Wide largest = std::max({std::fabs(g[0]), std::fabs(g[1]), std::fabs(g[2])});
      ASSERT_LT(value(g, std::min(1.0L, until * 1.2L)), 0.5L * largest);
    }
  }
  EXPECT_GT(part, count / 10);
  EXPECT_GT(whole, count / 10);
  EXPECT_GT(grazing, count / 20);
}

/// A triangle whose corners move along parabolas, in control points.
ItemArc draw_item(testing::Draw& draw, const Vector3& centre, double motion, bool stands) {
  ItemArc item;
  item.stands = stands;
  const Vector3 corners[3] = {centre + draw.vector(0.3), centre + draw.vector(0.3), centre + draw.vector(0.3)};
  for (int k = 0; k < 3; ++k) {
    const Vector3 moved = k == 0 || stands ? Vector3(Vector3::Zero()) : Vector3(draw.vector(motion));
    Vector3 place[3];
    for (int i = 0; i < 3; ++i)
      place[i] = corners[i] + moved + (stands ? Vector3(Vector3::Zero()) : draw.vector(0.1 * motion));
    item.control[k] = ConvexPiece::triangle(place[0], place[1], place[2]);
    for (const Vector3& p : place) item.size = std::max(item.size, 1.01 * p.norm());
  }
  return item;
}

using Place = std::array<Wide, 3>;

/// Points of the triangle at a time, on a grid.
std::vector<Place> points_at(const ItemArc& item, Wide s) {
  Place corner[3];
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 3; ++c) {
      const auto at = [&](int k) { return static_cast<Wide>(item.control[item.stands ? 0 : k].point[i][c]); };
      corner[i][static_cast<std::size_t>(c)] =
          (1.0L - s) * (1.0L - s) * at(0) + 2.0L * s * (1.0L - s) * at(1) + s * s * at(2);
    }
  }
  std::vector<Place> points;
  constexpr int grid = 6;
  for (int i = 0; i <= grid; ++i) {
    for (int j = 0; i + j <= grid; ++j) {
      const Wide u = static_cast<Wide>(i) / grid, v = static_cast<Wide>(j) / grid, w = 1.0L - u - v;
      Place& p = points.emplace_back();
      for (std::size_t c = 0; c < 3; ++c) p[c] = u * corner[0][c] + v * corner[1][c] + w * corner[2][c];
    }
  }
  return points;
}

Wide least_distance(const ItemArc& a, const ItemArc& b, Wide s) {
  Wide least = 1e30L;
  const std::vector<Place> of_b = points_at(b, s);
  for (const Place& p : points_at(a, s)) {
    for (const Place& q : of_b) {
      Wide square = 0.0L;
      for (std::size_t c = 0; c < 3; ++c) square += (p[c] - q[c]) * (p[c] - q[c]);
      least = std::min(least, std::sqrt(square));
    }
  }
  return least;
}

TEST(Arc, ItemsAreAsFarApartAsProven) {
  testing::Draw draw;
  const int count = testing::cases(3'000, 100'000);
  int proven = 0, whole = 0, tight = 0;
  for (int k = 0; k < count; ++k) {
    const double motion = draw.log_uniform(1e-3, 1.0);
    const ItemArc a = draw_item(draw, Vector3::Zero(), motion, false);
    const ItemArc b = draw_item(draw, draw.uniform(0.3, 1.5) * draw.direction(), motion, draw.coin());
    const double distance = draw.uniform(0.5, 1.0) * static_cast<double>(least_distance(a, b, draw.uniform(0, 1)));
    Vector3 normal[3];
    for (int i = 0; i < 3; ++i) normal[i] = closest(a.at(0.5 * i), b.at(0.5 * i)).normal;
    double until = apart_until(normal, a, b, distance);
    if (draw.coin(0.3)) {  // along one direction
      double gap[3];
      gaps_along(normal[0], a, b, gap);
      for (double& coefficient : gap) coefficient -= distance;
      until = positive_until(gap);
    }
    proven += until > 0.0 ? 1 : 0;
    whole += until == 1.0 ? 1 : 0;
    for (const Wide s : {0.0L, 0.25L, 0.5L, 0.75L, 1.0L, static_cast<Wide>(draw.uniform(0, 1))}) {
      if (until == 0.0) break;
      const Wide gap = least_distance(a, b, s * until);
      ASSERT_GT(gap, static_cast<Wide>(distance)) << testing::story(draw.seed(), k, until, distance);
      tight += gap < 1.02L * distance ? 1 : 0;
    }
  }
  RecordProperty("tight", tight);
  EXPECT_GT(proven, count / 4);
  EXPECT_GT(whole, count / 8);
  EXPECT_GT(tight, 20);
}

}  // namespace
}  // namespace tocca::arc_tests
