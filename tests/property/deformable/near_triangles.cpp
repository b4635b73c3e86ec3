// What is proven here: no item of a rigid part that comes near a deforming triangle during a window is left out, however far the part turns
// in it. Triangles lie where the true motion passes between the ends of the chord, far off the chord itself.
#include "deformable/near_triangles.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "testing/draw.hpp"

namespace tocca::near_triangles_tests {
namespace {

using testing::cases;
using testing::Draw;

TEST(NearTriangles, VisitsWhatTheTrueMotionPasses) {
  Draw draw;
  int off_chord = 0;
  const int count = cases(400, 20'000);
  for (int k = 0; k < count; ++k) {
    const auto mesh = std::make_shared<const TriangleMesh>(
        std::vector<Vector3>{draw.vector(1.0), draw.vector(1.0), draw.vector(1.0)}, std::vector<Triangle>{{0, 1, 2}});
    const Collider body{Pose(), mesh};
    const Part part(std::span(&body, 1));
    const Pose X = draw.pose(1.0);
    // Six of ten turn far during a long window, and are met near its middle: off the chord, unless the axis is near.
    const bool far = draw.coin(0.6);
    const double angle = draw.sign() * draw.uniform(far ? 1.5 : 0.0, 3.0);
    const RigidMotion motion = draw.coin() ? RigidMotion(InBetweenMotion(X, draw.vector(1.0), draw.direction(), angle))
                                           : ScrewMotion(X, draw.vector(1.0), draw.direction(), angle, 0.1);
    const Mover mover(motion);
    const double lo = draw.coin() ? 0.0 : draw.uniform(0.0, far ? 0.2 : 0.5), hi = draw.uniform(far ? 0.8 : lo, 1.0);
    const double margin = far ? 0.3 * (hi - lo) : 0.0, t = draw.uniform(lo + margin, hi - margin);
    // A tiny triangle that passes the corner of the part at t; before and after it is elsewhere.
    const double reach = draw.log_uniform(1e-9, 1e-3), speed = draw.coin() ? 0.0 : 1.0;
    const Vector3 way = draw.vector(speed),
                  place = mover.pose(t) * part.vertices()[0] + draw.direction() * (0.99 * reach);
    std::vector<Vector3> from, to;
    for (const Vector3& v : {place, Vector3(place + draw.vector(1e-9)), Vector3(place + draw.vector(1e-9))}) {
      from.push_back(v - t * way);
      to.push_back(v + (1.0 - t) * way);
    }
    DeformableMesh soft(from, {{0, 1, 2}});
    soft.move(from, to);
    ChordContactSearch chords(part, mover, 0.0, 1e-6);
    bool visited = false;
    Statistics work;
    constexpr auto all = std::numeric_limits<std::uint64_t>::max();
    EXPECT_TRUE(NearTriangles(chords, soft, {lo, hi}, reach).run([&](Index, Index) { visited = true; }, work, all));
    EXPECT_TRUE(visited) << testing::story(draw.seed(), k, lo, hi, t, reach);
    const double s = hi > lo ? (t - lo) / (hi - lo) : 0.0;
    const Vector3 &own = part.vertices()[0], on_chord = (1.0 - s) * (mover.pose(lo) * own) + s * (mover.pose(hi) * own);
    off_chord += (on_chord - place).norm() > 0.05;
  }
  EXPECT_GT(off_chord, count / 5);
}

}  // namespace
}  // namespace tocca::near_triangles_tests
