// What is proven here: no point of a body leaves its chord by more than the tube in closed form.
// Oracle: the motion's formula in MPFR, against chords between poses as they are computed.
#include "motion/in_between_tube.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "property/motion/oracle.hpp"
#include "testing/draw.hpp"

namespace tocca::in_between_tube_tests {
namespace {

using oracle::Real, oracle::Vec;
using testing::Draw;

Vec<Real> true_place(const Pose& start, const Vector3& to, const InBetweenMotion& motion, const Vector3& p,
                     const Real& t) {
  const auto turned = oracle::map<Real>({start.rotation, Vector3::Zero()}) *
                      oracle::rotation<Real>(motion.axis_B(), t * Real(motion.angle_rad()));
  const Vec<Real> from = oracle::vec<Real>(start.translation), end = oracle::vec<Real>(to);
  return plus(turned(oracle::vec<Real>(p)), plus(times(Real(1.0) - t, from), times(t, end)));
}

TEST(InBetweenTube, HoldsTheTrueMotion) {
  Draw draw;
  int tight = 0, instants = 0;
  const int all = testing::cases(1500, 100'000);
  for (int k = 0; k < all; ++k) {
    Pose start = draw.pose(draw.coin() ? 1.0 : draw.log_uniform(1.0, 1e6));
    if (draw.coin(0.2)) start.rotation += 0x1p-24 * draw.pose(1.0).rotation;
    const Vector3 to = start.translation + draw.vector(draw.log_uniform(1e-4, 1.0));
    const double angle = draw.coin(0.1) ? 0.0 : draw.log_uniform(1e-6, 60.0), reach = draw.log_uniform(1e-3, 1.0);
    const Vector3 axis = draw.direction();
    const InBetweenMotion motion(start, to, axis, angle);
    const InBetweenTube tube(angle, reach, start.translation, to);
    Vector3 p = draw.direction();
    if (draw.coin()) p = (p - p.dot(axis) * axis).normalized();
    p *= reach * (1.0 - 0x1p-50);
    const double a = draw.uniform(0.0, 1.0), h = draw.coin(0.3) ? 0.0 : draw.log_uniform(1e-6, 1.0);
    const double b = std::min(1.0, a + h), s = draw.coin() ? 0.5 : draw.uniform(0.0, 1.0);
    const Real t = Real(a) + Real(s) * (Real(b) - Real(a));
    const Vec<Real> first = oracle::map<Real>(motion.pose(a))(oracle::vec<Real>(p));
    const Vec<Real> last = oracle::map<Real>(motion.pose(b))(oracle::vec<Real>(p));
    const Vec<Real> chord = plus(times(Real(1.0) - Real(s), first), times(Real(s), last));
    const double off = static_cast<double>(distance(chord, true_place(start, to, motion, p, t)));
    SCOPED_TRACE(testing::story(draw.seed(), k, angle, reach, a, b, s));
    EXPECT_LE(off, tube.over(b - a));
    tight += off > 0.5 * tube.over(b - a);
    instants += h == 0.0;
    // An end that is composed by Eigen, as predictions do.
    const Matrix3 turned = start.rotation * Eigen::AngleAxisd(angle, motion.axis_B()).toRotationMatrix();
    const Vec<Real> end = oracle::map<Real>({turned, to})(oracle::vec<Real>(p));
    EXPECT_LE(static_cast<double>(distance(end, true_place(start, to, motion, p, Real(1.0)))), tube.over(0.0));
  }
  EXPECT_GT(tight, all / 50);
  EXPECT_GT(instants, all / 5);
}

TEST(InBetweenTube, HoldsPartsOfMotionsAndIsThinAlongTheAxis) {
  Draw draw;
  int tight = 0, thin = 0, parts = 0;
  const int all = testing::cases(1500, 100'000);
  for (int k = 0; k < all; ++k) {
    Pose start = draw.pose(draw.coin() ? 1.0 : draw.log_uniform(1.0, 1e6));
    if (draw.coin(0.2)) start.rotation += 0x1p-24 * draw.pose(1.0).rotation;
    const Vector3 to = start.translation + draw.vector(draw.log_uniform(1e-4, 1.0));
    const double angle = draw.sign() * draw.log_uniform(1e-6, 60.0), reach = draw.log_uniform(1e-3, 1.0);
    const InBetweenMotion whole(start, to, draw.direction(), angle);
    Stretch stretch;
    if (draw.coin()) {
      const double x = draw.uniform(0.0, 1.0), y = draw.uniform(0.0, 1.0);
      stretch = Stretch::of(std::min(x, y), std::max(x, y), 0.0, 1.0);
      ++parts;
    }
    const InBetweenMotion motion = whole.restricted(stretch);
    const InBetweenTube tube = InBetweenTube::of(motion, reach);
    Vector3 p = draw.direction();
    if (draw.coin()) p = (p - p.dot(whole.axis_B()) * whole.axis_B()).normalized();
    p *= reach * (1.0 - 0x1p-50);
    const double a = draw.uniform(0.0, 1.0), h = draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-6, 1.0);
    const double b = std::min(1.0, a + h), s = draw.coin() ? 0.5 : draw.uniform(0.0, 1.0);
    const Real t = Real(a) + Real(s) * (Real(b) - Real(a));
    const Real of_whole = Real(stretch.from) + t * (Real(stretch.to) - Real(stretch.from));
    const Vec<Real> first = oracle::map<Real>(motion.pose(a))(oracle::vec<Real>(p));
    const Vec<Real> last = oracle::map<Real>(motion.pose(b))(oracle::vec<Real>(p));
    const Vec<Real> chord = plus(times(Real(1.0) - Real(s), first), times(Real(s), last));
    const Vec<Real> off = plus(true_place(start, to, whole, p, of_whole), times(Real(-1.0), chord));
    SCOPED_TRACE(testing::story(draw.seed(), k, angle, reach, a, b, s, stretch.from, stretch.to));
    const DirectedTube directed = tube.directed(b - a);
    Vector3 n = draw.coin() ? directed.flat : draw.direction();
    if (draw.coin(0.3)) n = (directed.flat + draw.log_uniform(1e-9, 1.0) * draw.direction()).normalized();
    const Vec<Real> direction = oracle::vec<Real>(n);
    const double along =
        std::abs(static_cast<double>(direction[0] * off[0] + direction[1] * off[1] + direction[2] * off[2]));
    EXPECT_LE(along, directed.along(n));
    EXPECT_LE(static_cast<double>(distance(off, oracle::vec<Real>(Vector3::Zero()))), tube.over(b - a));
    tight += along > 0.3 * directed.along(n);
    thin += directed.along(n) < 0.01 * tube.over(b - a);
  }
  EXPECT_GT(tight, all / 50);
  EXPECT_GT(thin, all / 20);
  EXPECT_GT(parts, all / 3);
}

}  // namespace
}  // namespace tocca::in_between_tube_tests
