// What is proven here: no point that a tool sweeps along chords, nor one within tube and dilation of it, is outside of its volume,
// and no triangle with such a point at either end of its way is left out of the selection.
// Oracle: exact rationals, on points that graze the faces to a few units in the last place.
#include "tool/tool_volume.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "testing/draw.hpp"
#include "tocca/core/error.hpp"
#include "tool/triangle_selection.hpp"

namespace tocca::tool_volume_tests {
namespace {

using testing::Draw;
using Exact = std::array<mpq_class, 3>;

Exact on_chord(const ToolOutline& outline, const Vector3& x, const Pose& start, const Pose& end, double s) {
  Exact local, result;
  for (int r = 0; r < 3; ++r) {
    local[static_cast<std::size_t>(r)] = mpq_class(outline.centre[r]);
    for (int k = 0; k < 3; ++k) local[static_cast<std::size_t>(r)] += mpq_class(outline.axes(r, k)) * mpq_class(x[k]);
  }
  for (int r = 0; r < 3; ++r) {
    mpq_class first(start.translation[r]), last(end.translation[r]);
    for (int c = 0; c < 3; ++c) {
      first += mpq_class(start.rotation(r, c)) * local[static_cast<std::size_t>(c)];
      last += mpq_class(end.rotation(r, c)) * local[static_cast<std::size_t>(c)];
    }
    result[static_cast<std::size_t>(r)] = first + mpq_class(s) * (last - first);
  }
  return result;
}

mpq_class distance_sq(const Exact& q, const Vector3& p) {
  mpq_class sum = 0;
  for (int i = 0; i < 3; ++i) {
    const mpq_class d = q[static_cast<std::size_t>(i)] - mpq_class(p[i]);
    sum += d * d;
  }
  return sum;
}

/// The coefficients of the outline's farthest point along `n` where its axes are `placed`; exactly in the outline.
Vector3 farthest(const ToolOutline& outline, const Matrix3& placed, const Vector3& n) {
  const Vector3 along = placed.transpose() * n;
  Vector3 x = along.unaryExpr([](double a) { return a < 0.0 ? -1.0 : 1.0; });
  if (!outline.round) return x;
  const double length = std::hypot(along.x(), along.y());
  x.head<2>().setZero();
  if (length > 0.0) x.head<2>() = along.head<2>() / length;
  while (mpq_class(x.x()) * mpq_class(x.x()) + mpq_class(x.y()) * mpq_class(x.y()) > 1) x.head<2>() *= 1.0 - 0x1p-50;
  return x;
}

ToolOutline drawn_outline(Draw& draw, double size) {
  ToolOutline outline;
  outline.centre = draw.coin(0.3) ? Vector3(Vector3::Zero()) : draw.vector(size);
  const Matrix3 R = draw.pose(1.0).rotation;
  for (int k = 0; k < 3; ++k) {
    outline.axes.col(k) = R.col(k) * (draw.coin(0.1) ? 0.0 : draw.log_uniform(1e-3, 1.0) * size);
  }
  outline.round = draw.coin();
  return outline;
}

/// A position and one shortly after it, near or far from the origin.
std::pair<Pose, Pose> drawn_step(Draw& draw, double size) {
  const double away = draw.coin() ? size : draw.log_uniform(1.0, 1e6);
  const Pose start = draw.pose(away);
  Pose end{start.rotation * rotation_about(draw.direction(), draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-4, 2.0)),
           start.translation};
  if (draw.coin(0.8)) end.translation += draw.direction() * size * draw.log_uniform(1e-3, 3.0);
  return {start, end};
}

/// Is the triangle that has `p` as a corner at one end of its way among the selected?
bool is_kept(const ToolVolume& volume, const Vector3& p, const Vector3& outward, bool at_end) {
  const Vector3 out = outward * (1.0 + p.norm()), aside(out.y(), out.z(), out.x());
  const std::vector<Vector3> there{p, p + 2.0 * out, p + 2.0 * out + 0.1 * aside};
  const std::vector<Vector3> gone{p + out, p + 3.0 * out, p + 3.0 * out + 0.1 * aside};
  const std::vector<Triangle> triangles{{0, 1, 2}};
  const SurfaceStep step{at_end ? gone : there, at_end ? there : gone, triangles};
  TriangleSelection selection;
  std::vector<Index> selected, near, far;
  selection.select(step, volume, selected);
  selection.select(step, volume.box(), volume.box(), near, far);
  BoxedTriangles boxed;
  boxed.assign(step, near);
  std::vector<Index> places{0};
  if (boxed.size() == 1) boxed.narrow(FloatBox::around(volume.box()), 0, 1, places);
  return selected.size() == 1 && near.size() == 1 && far.size() == 1 && places.size() == 2;
}

TEST(ToolVolume, HoldsEveryPointWithinReachOfTheSweptTool) {
  Draw draw;
  int made = 0, tight = 0, tight_planes = 0, round_ones = 0;
  const int all = testing::cases(3000, 300'000);
  for (int k = 0; k < all; ++k) {
    const double size = draw.log_uniform(1e-3, 1.0);
    const ToolOutline outline = drawn_outline(draw, size);
    const auto [start, end] = drawn_step(draw, size);
    // A reach of a few ulps: what is left of it once the point is rounded is smaller than what the volume's own rounding may be.
    const double ulp = std::ldexp(std::max({start.translation.norm(), end.translation.norm(), size}), -52);
    const double reach = draw.coin(0.7) ? ulp * draw.uniform(1.0, 6.0) : size * draw.log_uniform(1e-6, 0.1);
    const double tube = draw.coin(0.3) ? 0.0 : reach * draw.uniform(0.0, 1.0), dilation = reach - tube;
    const auto tightness = draw.coin(0.3) ? ToolVolume::Tightness::box : ToolVolume::Tightness::planes;
    const ToolVolume volume(outline, start, end, tube, dilation, tightness);
    // Along a face's normal or a coordinate axis, at the end of the motion that reaches farther.
    const auto faces = volume.faces();
    const int which = draw.integer(-6, static_cast<int>(faces.size()) - 1);
    const Vector3 n = which >= 0 ? faces[static_cast<std::size_t>(which)].normal
                                 : Vector3((which % 2 ? -1.0 : 1.0) * Vector3::Unit((which + 6) / 2));
    if (!(n.norm() > 0.5)) continue;
    const auto extent = [&](const Pose& X) {
      const Matrix3 placed = X.rotation * outline.axes;
      return n.dot(X * (outline.centre + outline.axes * farthest(outline, placed, n)));
    };
    const Pose& far = extent(start) > extent(end) ? start : end;
    const Vector3 x = farthest(outline, far.rotation * outline.axes, n);
    const double s = draw.coin(0.1) ? draw.uniform(0.0, 1.0) : &far == &end;
    const Exact q = on_chord(outline, x, start, end, s);
    Vector3 p(q[0].get_d(), q[1].get_d(), q[2].get_d());
    const mpq_class reach_sq = (mpq_class(tube) + mpq_class(dilation)) * (mpq_class(tube) + mpq_class(dilation));
    const Vector3 nearest = p;
    for (double share = 1.0; share > 0.01; share *= 0.8) {
      p = nearest + share * reach * n / n.norm();
      if (distance_sq(q, p) <= reach_sq) break;
    }
    if (distance_sq(q, p) > reach_sq) continue;
    ++made;
    round_ones += outline.round;
    SCOPED_TRACE(testing::story(draw.seed(), k, size, reach, which, s));
    EXPECT_FALSE(volume.excludes(std::span(&p, 1)));
    EXPECT_TRUE(volume.box().contains(p));
    EXPECT_TRUE(is_kept(volume, p, n, draw.coin()));
    if (which < 0) continue;
    const auto& face = faces[static_cast<std::size_t>(which)];
    const bool grazes = face.offset - n.dot(p) < 64.0 * ulp + 0.3 * reach;
    tight += grazes;
    tight_planes += grazes && which >= 6;
  }
  EXPECT_GT(made, all / 2);
  EXPECT_GT(round_ones, made / 4);
  EXPECT_GT(tight, made / 10);
  EXPECT_GT(tight_planes, made / 100);
}

TEST(ToolVolume, LeavesOutWhatIsFar) {
  Draw draw;
  int left_out = 0;
  const int all = testing::cases(1000, 20'000);
  for (int k = 0; k < all; ++k) {
    const ToolOutline outline = drawn_outline(draw, 0.1);
    const auto [start, end] = drawn_step(draw, 0.1);
    const ToolVolume volume(outline, start, end, 1e-6, 1e-6);
    const Vector3 p = end * outline.centre + draw.direction() * draw.uniform(0.0, 1.0);
    left_out += !volume.box().contains(p) || volume.excludes(std::span(&p, 1));
  }
  EXPECT_GT(left_out, all / 3);
}

TEST(TriangleSelection, RefusesWhatIsNoSurface) {
  Draw draw;
  const ToolVolume volume(drawn_outline(draw, 0.1), Pose(), Pose(), 0.0, 1e-6);
  TriangleSelection selection;
  std::vector<Index> selected;
  for (int k = 0; k < testing::cases(200, 2000); ++k) {
    std::vector<Vector3> from(static_cast<std::size_t>(draw.integer(3, 40))), to;
    for (Vector3& v : from) v = draw.vector(1.0);
    to = from;
    const auto last = static_cast<int>(from.size()) - 1;
    std::vector<Triangle> triangles{{0, 1, 2}};
    EXPECT_NO_THROW(selection.select({from, to, triangles}, volume, selected));
    auto& broken = draw.coin() ? from : to;
    const double wrong[] = {std::nan(""), INFINITY, -INFINITY, 2.0 * largest_coordinate};
    double& number = broken[static_cast<std::size_t>(draw.integer(0, last))][draw.integer(0, 2)];
    const double before = std::exchange(number, wrong[draw.integer(0, 3)]);
    EXPECT_THROW(selection.select({from, to, triangles}, volume, selected), InputError);
    number = before;
    triangles[0][static_cast<std::size_t>(draw.integer(0, 2))] = static_cast<Index>(last + draw.integer(1, 5));
    EXPECT_THROW(selection.select({from, to, triangles}, volume, selected), InputError);
  }
}

}  // namespace
}  // namespace tocca::tool_volume_tests
