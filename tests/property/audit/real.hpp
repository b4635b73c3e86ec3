// Forward kinematics of a statement in MPFR, written from docs/certificate-format.md alone.
#pragma once

#include <mpfr.h>

#include <array>
#include <vector>

#include "audit/statement.hpp"

namespace tocca::audit_tests {

/// A number of 160 bits.
class Real {
 public:
  Real(double x = 0.0) {  // NOLINT: a double is a number
    mpfr_init2(value_, 160);
    mpfr_set_d(value_, x, MPFR_RNDN);
  }
  Real(const Real& other) : Real() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }

  friend Real operator+(const Real& x, const Real& y) { return made(mpfr_add, x, y); }
  friend Real operator-(const Real& x, const Real& y) { return made(mpfr_sub, x, y); }
  friend Real operator*(const Real& x, const Real& y) { return made(mpfr_mul, x, y); }
  friend Real operator/(const Real& x, const Real& y) { return made(mpfr_div, x, y); }
  friend bool operator<(const Real& x, const Real& y) { return mpfr_less_p(x.value_, y.value_) != 0; }
  Real sine() const { return made(mpfr_sin); }
  Real cosine() const { return made(mpfr_cos); }
  Real root() const { return made(mpfr_sqrt); }
  double rounded() const { return mpfr_get_d(value_, MPFR_RNDN); }

 private:
  template <class Operation>
  static Real made(Operation operation, const Real& x, const Real& y) {
    Real result;
    operation(result.value_, x.value_, y.value_, MPFR_RNDN);
    return result;
  }
  template <class Operation>
  Real made(Operation operation) const {
    Real result;
    operation(result.value_, value_, MPFR_RNDN);
    return result;
  }
  mpfr_t value_;
};

using RealVector = std::array<Real, 3>;

inline RealVector real(const audit::Point& p) { return {p[0], p[1], p[2]}; }
inline RealVector operator+(const RealVector& x, const RealVector& y) {
  return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}
inline RealVector operator-(const RealVector& x, const RealVector& y) {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}
inline RealVector operator*(const Real& s, const RealVector& x) { return {s * x[0], s * x[1], s * x[2]}; }
inline Real dot(const RealVector& x, const RealVector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
inline RealVector cross(const RealVector& x, const RealVector& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
inline Real norm(const RealVector& x) { return dot(x, x).root(); }

inline RealVector placed(const audit::Placement& placement, const RealVector& p) {
  return RealVector{dot(real(placement.rotation[0]), p), dot(real(placement.rotation[1]), p),
                    dot(real(placement.rotation[2]), p)} +
         real(placement.translation);
}

/// De Casteljau.
inline Real value(const audit::Law& law, const Real& t) {
  std::vector<Real> control(law.control.begin(), law.control.begin() + law.degree + 1);
  for (std::size_t degree = law.degree; degree > 0; --degree) {
    for (std::size_t i = 0; i < degree; ++i) control[i] = (Real(1.0) - t) * control[i] + t * control[i + 1];
  }
  return control[0];
}

/// A point of a frame in the frame's ancestor.
inline RealVector in_ancestor(const audit::Statement& statement, const audit::Segment& segment, int ancestor, int frame,
                              RealVector p, double t) {
  for (; frame != ancestor; frame = statement.frames[static_cast<std::size_t>(frame)].parent) {
    const audit::Frame& joint = statement.frames[static_cast<std::size_t>(frame)];
    if (joint.kind != audit::FrameKind::fixed) {
      const Real q = Real(joint.multiplier) * value(segment.laws[joint.coordinate], t) + Real(joint.offset);
      const RealVector a = real(joint.axis);
      if (joint.kind == audit::FrameKind::slide) {
        p = p + q * a;
      } else {
        p = p + q.sine() * cross(a, p) + (Real(1.0) - q.cosine()) * cross(a, cross(a, p));
      }
    }
    p = placed(joint.placement, p);
  }
  return p;
}

}  // namespace tocca::audit_tests
