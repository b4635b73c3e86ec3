#include "scenes/turn.hpp"

#include <cmath>

namespace tocca::scenes {

Eigen::Vector2d on_circle(double turns) {
  const double quarter = std::floor(4.0 * turns + 0.5);
  const double angle = 2.0 * pi * (turns - 0.25 * quarter);  // in [-pi/4, pi/4]
  double sine = 0.0, cosine = 0.0, term = 1.0;
  // Taylor: the term of degree 19 is (pi/4)^19 / 19! < 1e-19.
  for (int k = 0; k < 20; ++k) {
    const double signed_term = (k / 2) % 2 == 0 ? term : -term;
    (k % 2 == 0 ? cosine : sine) += signed_term;
    term *= angle / (k + 1);
  }
  const auto place = static_cast<long long>(quarter);
  switch (((place % 4) + 4) % 4) {
    case 0:
      return {cosine, sine};
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    default:
      return {sine, -cosine};
  }
}

Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

Matrix3 about_x(double degrees) {
  const Eigen::Vector2d c = on_circle(degrees / 360.0);
  Matrix3 rotation;
  rotation << 1, 0, 0, 0, c.x(), -c.y(), 0, c.y(), c.x();
  return rotation;
}

Matrix3 about_y(double degrees) {
  const Eigen::Vector2d c = on_circle(degrees / 360.0);
  Matrix3 rotation;
  rotation << c.x(), 0, c.y(), 0, 1, 0, -c.y(), 0, c.x();
  return rotation;
}

Matrix3 about_z(double degrees) {
  const Eigen::Vector2d c = on_circle(degrees / 360.0);
  Matrix3 rotation;
  rotation << c.x(), -c.y(), 0, c.y(), c.x(), 0, 0, 0, 1;
  return rotation;
}

}  // namespace tocca::scenes
