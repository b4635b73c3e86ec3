#pragma once

#include "screw/screw_frame.hpp"

namespace tocca {

/// The contact equation of two features under a screw (kim-2003, equations 9 and 20, corrected and made stable for small angles):
///   f(t) = c[0] + c[1] t + (c[2] + c[4] t) sin(angle t) + (c[3] + c[5] t) (1 - cos(angle t)),  0 <= t <= 1,
/// with c[4] = c[5] = 0 for a vertex and a face. Features that touch have f = 0.
///
/// Guarantee   |f(t)| - error <= distance of the two features at t (their points as given, moved by the frame's formula, in real
///             arithmetic): vertex/face is scaled by the normal, edge/edge by both lengths.
struct ScrewEquation {
  double c[6] = {};
  double angle = 0.0;
  double error = 0.0;

  double value(double t) const;
  double slope(double t) const;
};

/// A vertex of A (at t = 0) against a triangle of B, all in the screw's frame.
ScrewEquation vertex_face_equation(const ScrewFrame& frame, const Vector3& vertex_a, const Vector3 (&face_b)[3]);
/// A triangle of A against a vertex of B: the same with the screw reversed.
ScrewEquation face_vertex_equation(const ScrewFrame& frame, const Vector3 (&face_a)[3], const Vector3& vertex_b);
/// An edge of A from a0 to a1 against one of B from b0 to b1. Edges without length: f = 0.
ScrewEquation edge_edge_equation(const ScrewFrame& frame, const Vector3& a0, const Vector3& a1, const Vector3& b0,
                                 const Vector3& b1);

/// Times at which |f| <= level is not ruled out.
struct RootWindow {
  double from, to;
};

/// The first such window in [from, to], 0 <= from <= to <= 1.
///
/// Guarantee   |true f| > level on [from, window.from); where false is returned, on all of [from, to]. A simple root's window is as
///             narrow as rounding and the level allow. All roots are found by asking again from window.to on.
/// How         Around the middle of a stretch f is a cubic with a proven remainder; what it shows to be clear of zero
///             is cut off, the rest examined again: two or three looks for a simple root
///             (docs/maths/screw_equations.md).
/// Cost        Always ends: after some looks per radian of the turn, the rest of the stretch becomes one window.
bool first_root(const ScrewEquation& f, double level, double from, double to, RootWindow& window);

}  // namespace tocca
