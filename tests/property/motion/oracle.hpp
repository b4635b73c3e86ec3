// The truth that the tests of motion measure against: the formulas of the headers, written down once more, in any
// number type. No code of ours takes part; only stored parameters are read.
#pragma once

#include <mpfr.h>

#include <array>
#include <cmath>
#include <vector>

#include "motion/rotation_between.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/model/path.hpp"

namespace tocca::oracle {

/// An MPFR number of 240 bits: its own error is 2^-187 of ours.
class Real {
 public:
  Real(double x = 0.0) {
    mpfr_init2(x_, 240);
    mpfr_set_d(x_, x, MPFR_RNDN);
  }
  Real(const Real& other) : Real() { mpfr_set(x_, other.x_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    mpfr_set(x_, other.x_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(x_); }

  explicit operator double() const { return mpfr_get_d(x_, MPFR_RNDN); }
  friend Real operator+(const Real& a, const Real& b) { return apply(mpfr_add, a, b); }
  friend Real operator-(const Real& a, const Real& b) { return apply(mpfr_sub, a, b); }
  friend Real operator*(const Real& a, const Real& b) { return apply(mpfr_mul, a, b); }
  friend Real operator/(const Real& a, const Real& b) { return apply(mpfr_div, a, b); }
  friend Real sin(const Real& a) { return apply(mpfr_sin, a); }
  friend Real cos(const Real& a) { return apply(mpfr_cos, a); }
  friend Real sqrt(const Real& a) { return apply(mpfr_sqrt, a); }
  friend bool operator<(const Real& a, const Real& b) { return mpfr_less_p(a.x_, b.x_) != 0; }
  friend bool operator<=(const Real& a, const Real& b) { return mpfr_lessequal_p(a.x_, b.x_) != 0; }

 private:
  template <class Function, class... Args>
  static Real apply(Function function, const Args&... args) {
    Real result;
    function(result.x_, args.x_..., MPFR_RNDN);
    return result;
  }
  mpfr_t x_;
};

template <class T>
using Vec = std::array<T, 3>;

template <class T>
Vec<T> vec(const Vector3& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}

template <class T>
Vec<T> plus(const Vec<T>& a, const Vec<T>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

template <class T>
Vec<T> times(const T& s, const Vec<T>& a) {
  return {s * a[0], s * a[1], s * a[2]};
}

template <class T>
Vec<T> crossed(const Vec<T>& a, const Vec<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T>
T distance(const Vec<T>& a, const Vec<T>& b) {
  using std::sqrt;
  const Vec<T> d = plus(a, times(T(-1.0), b));
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/// An affine map by its columns.
template <class T>
struct Map {
  std::array<Vec<T>, 3> column{vec<T>(Vector3::UnitX()), vec<T>(Vector3::UnitY()), vec<T>(Vector3::UnitZ())};
  Vec<T> offset = vec<T>(Vector3::Zero());

  Vec<T> linear(const Vec<T>& p) const {
    return plus(plus(times(p[0], column[0]), times(p[1], column[1])), times(p[2], column[2]));
  }
  Vec<T> operator()(const Vec<T>& p) const { return plus(linear(p), offset); }
  Map operator*(const Map& other) const {
    return {{linear(other.column[0]), linear(other.column[1]), linear(other.column[2])}, (*this)(other.offset)};
  }
};

template <class T>
Map<T> map(const Pose& pose) {
  return {{vec<T>(pose.rotation.col(0)), vec<T>(pose.rotation.col(1)), vec<T>(pose.rotation.col(2))},
          vec<T>(pose.translation)};
}

template <class T>
Map<T> shift(const Vec<T>& by) {
  Map<T> result;
  result.offset = by;
  return result;
}

/// I + sin q K + (1 - cos q) K^2, column by column.
template <class T>
Map<T> rotation(const Vector3& axis, const T& angle) {
  using std::cos, std::sin;
  const Vec<T> a = vec<T>(axis);
  const T s = sin(angle), v = T(1.0) - cos(angle);
  Map<T> result;
  for (Vec<T>& c : result.column) {
    const Vec<T> once = crossed(a, c);
    c = plus(plus(c, times(s, once)), times(v, crossed(a, once)));
  }
  return result;
}

/// sum_i C(n, i) t^i (1-t)^(n-i) b_i, directly.
template <class T>
T bernstein(const std::vector<double>& b, const T& t) {
  const int n = static_cast<int>(b.size()) - 1;
  T sum(0.0);
  double binomial = 1.0;
  for (int i = 0; i <= n; ++i) {
    T term(binomial * b[static_cast<std::size_t>(i)] == 0.0 ? 0.0 : b[static_cast<std::size_t>(i)]);
    term = T(binomial) * term;
    for (int k = 0; k < n; ++k) term = term * (k < i ? t : T(1.0) - t);
    sum = sum + term;
    binomial = binomial * (n - i) / (i + 1);
  }
  return sum;
}

/// The control values of each coordinate of a tree along one segment: what the test chose, and the model.
using Controls = std::vector<std::vector<double>>;

/// X_parent_child(t) of one joint: kinematic_tree.hpp in other words.
template <class T>
Map<T> joint_map(const KinematicTree& tree, const Joint& joint, const Controls& controls, const T& t) {
  const auto value = [&](int i) { return bernstein<T>(controls[static_cast<std::size_t>(i)], t); };
  const auto single = [&] {
    if (!joint.mimic) return value(joint.first_coordinate);
    const Joint& source = tree.joints()[static_cast<std::size_t>(joint.mimic->joint)];
    return T(joint.mimic->multiplier) * value(source.first_coordinate) + T(joint.mimic->offset);
  };
  const Map<T> origin = map<T>(joint.origin);
  const int first = joint.first_coordinate;
  switch (joint.type) {
    case JointType::fixed:
      return origin;
    case JointType::revolute:
    case JointType::continuous:
      return origin * rotation<T>(joint.axis, single());
    case JointType::prismatic:
      return origin * shift(times(single(), vec<T>(joint.axis)));
    case JointType::planar: {
      const PlaneAxes plane = plane_axes(joint.axis);
      const Vec<T> slide = plus(times(value(first), vec<T>(plane.u)), times(value(first + 1), vec<T>(plane.v)));
      return origin * shift(slide) * rotation<T>(joint.axis, value(first + 2));
    }
    case JointType::floating: {
      Eigen::Vector4d from, to;
      for (int i = 0; i < 4; ++i) {
        from[i] = controls[static_cast<std::size_t>(first + 3 + i)].front();
        to[i] = controls[static_cast<std::size_t>(first + 3 + i)].back();
      }
      const RotationBetween turn = rotation_between(from, to);
      const Pose start = Pose::from_quaternion(Vector3::Zero(), from[0], from[1], from[2], from[3]);
      const Vec<T> slide{value(first), value(first + 1), value(first + 2)};
      return origin * shift(slide) * map<T>(start) * rotation<T>(turn.axis, t * T(turn.angle_rad));
    }
  }
  return origin;
}

/// X_ancestor_link(t), ancestor -1 being the world in which `base` places the root.
template <class T>
Map<T> link_map(const KinematicTree& tree, const Pose& base, const Controls& controls, int ancestor, int link,
                const T& t) {
  Map<T> result;
  for (; link > std::max(ancestor, 0); link = tree.parent_link(link)) {
    result = joint_map(tree, tree.joints()[static_cast<std::size_t>(link - 1)], controls, t) * result;
  }
  return ancestor < 0 ? map<T>(base) * result : result;
}

}  // namespace tocca::oracle
