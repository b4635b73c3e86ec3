// What is proven here: the angles and radii that vertices are placed by are within the errors that the culling of screws allows for.
// Oracle: MPFR.
#include "screw/screw_lanes.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>

#include "screw/screw_culling.hpp"
#include "testing/draw.hpp"

namespace tocca::screw_lanes_tests {
namespace {

using testing::cases;
using testing::Draw;

/// Angles by polynomial: to 2^-44 of themselves, at any scale.
TEST(ScrewLanes, AnglesAndRadiiAreAsGoodAsTheirBoundsSay) {
  Draw draw;
  double worst_angle = 0.0, worst_radius = 0.0;
  for (int k = 0; k < cases(3'000, 300'000); ++k) {
    ScrewFrame frame;
    frame.arm_m = draw.coin() ? 0.0 : draw.log_uniform(1e-3, 1e6);
    frame.angle_rad = 1.0;
    const ScrewSpace space(frame, 0.0, 4.0);
    PlacedVertices vertices;
    vertices.resize(screw_lane_count);
    Vector3 p = draw.vector(2.0);
    if (draw.coin()) p.y() = draw.sign() * draw.log_uniform(1e-12, 1.0);
    if (draw.coin(0.1)) p.x() = -frame.arm_m + draw.sign() * draw.log_uniform(1e-12, 1.0);
    if (frame.arm_m > 2.0) p.x() = draw.vector(2.0).x();
    for (int axis = 0; axis < 3; ++axis) vertices.own[axis].assign(2 * screw_lane_count, p[axis]);
    ScrewKernels::best().place_vertices(space, Pose{}, vertices, {0, screw_lane_count});
    mpfr_t x, y, r;
    mpfr_inits2(240, x, y, r, nullptr);
    mpfr_set_d(x, frame.arm_m, MPFR_RNDN);
    mpfr_add_d(x, x, p.x(), MPFR_RNDN);
    mpfr_set_d(y, p.y(), MPFR_RNDN);
    mpfr_hypot(r, x, y, MPFR_RNDN);
    mpfr_sub_d(r, r, frame.arm_m, MPFR_RNDN);
    mpfr_sub_d(r, r, vertices.radius[0], MPFR_RNDN);
    worst_radius = std::max(worst_radius, std::fabs(mpfr_get_d(r, MPFR_RNDN)) / 4.0);
    mpfr_atan2(x, y, x, MPFR_RNDN);
    mpfr_d_div(y, vertices.angle[0], x, MPFR_RNDN);
    mpfr_sub_d(y, y, 1.0, MPFR_RNDN);
    worst_angle = std::max(worst_angle, std::fabs(mpfr_get_d(y, MPFR_RNDN)));
    mpfr_clears(x, y, r, nullptr);
  }
  EXPECT_LT(worst_angle, 0x1p-44);
  EXPECT_GT(worst_angle, 0x1p-47);  // the polynomial's own error shows
  EXPECT_LT(worst_radius, 36.0 * 0x1p-53);
  EXPECT_GT(worst_radius, 0x1p-55);
}

}  // namespace
}  // namespace tocca::screw_lanes_tests
