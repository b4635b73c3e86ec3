// Screws and features of every kind that has its own way to fail: see the names.
#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "real_screw.hpp"
#include "testing/draw.hpp"

namespace tocca::testing {

inline constexpr const char* screw_kinds[] = {
    "ordinary",    "tiny angle, far axis", "several turns",          "no pitch",
    "translation", "corner on the axis",   "half a turn, none along"};

inline ScrewFrame draw_screw(Draw& draw, int kind) {
  ScrewFrame frame;
  frame.arm_m = draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-3, 10.0);
  frame.angle_rad = draw.log_uniform(1e-2, 6.5);
  frame.translation_m = draw.uniform(-6.0, 6.0);
  switch (kind) {
    case 1:
      frame.angle_rad = draw.log_uniform(draw.coin() ? 1e-12 : 1e-300, 1e-2);
      frame.arm_m = draw.uniform(0.0, 4.0) / frame.angle_rad;
      break;
    case 2:
      frame.angle_rad = draw.uniform(6.0, 60.0);
      break;
    case 3:
      frame.translation_m = 0.0;
      break;
    case 4:
      frame.angle_rad = frame.arm_m = 0.0;
      break;
    case 6:
      frame.angle_rad = 3.141592653589793, frame.translation_m = draw.coin() ? 0.0 : draw.uniform(-1e-9, 1e-9);
      break;
    default:
      break;
  }
  return frame;
}

inline Vector3 moved(const ScrewFrame& frame, const Vector3& p, double t) {
  const real_screw::Point q = real_screw::moved(frame, p, t);
  return {double(q[0]), double(q[1]), double(q[2])};
}

/// Where a point of B, seen from A at its start, is at t: the screw reversed.
inline Vector3 moved_back(ScrewFrame frame, const Vector3& p, double t) {
  frame.angle_rad = -frame.angle_rad, frame.translation_m = -frame.translation_m;
  return moved(frame, p, t);
}

/// How B's feature lies at the time of touch. crossing: any way; grazing: f has a double root; along: edges lie along each other, faces have no
/// width; upright: along the axis, so that edges stay parallel and a face's vertex may stay in its plane.
enum class Lie { crossing, grazing, along, upright };

struct Meeting {
  ScrewFrame frame;
  ScrewFeatures features;
  double t = 0.0;      ///< when
  Vector3 aside;       ///< unit, within B's plane or along the edges' normal: moving B by it makes them miss
  Vector3 across;      ///< unit, B's normal
  double scale = 1.0;  ///< of all lengths
};

/// Two features that touch at a time, to rounding.
inline Meeting draw_meeting(Draw& draw, int screw_kind, ContactKind kind, Lie lie) {
  Meeting m;
  m.frame = draw_screw(draw, screw_kind);
  m.t = draw.coin(0.1) ? (draw.coin() ? 0.0 : 1.0) : draw.uniform(0.0, 1.0);
  m.features.kind = kind;
  const double size = draw.coin(0.8) ? 1.0 : draw.log_uniform(1e-3, 1.0);
  Vector3 moving[3], place[3], still[3];  // as if A were a vertex or an edge; exchanged below for face_vertex
  for (Vector3& p : moving) p = draw.vector(1.0);
  if (screw_kind == 5) moving[0] = Vector3(-m.frame.arm_m, 0.0, moving[0].z());
  if (lie == Lie::upright) moving[1] = moving[0] + draw.uniform(0.1, 1.0) * Vector3::UnitZ();
  const bool back = kind == ContactKind::face_vertex;
  const auto at = [&](const Vector3& p, double t) { return back ? moved_back(m.frame, p, t) : moved(m.frame, p, t); };
  for (int i = 0; i < 3; ++i) place[i] = at(moving[i], m.t);
  const double alpha = draw.coin(0.2) ? (draw.coin() ? 0.0 : 1.0) : draw.uniform(0.0, 1.0);
  const Vector3 own = kind == ContactKind::edge_edge ? Vector3(moving[0] + alpha * (moving[1] - moving[0])) : moving[0];
  const Vector3 touch = at(own, m.t);
  const double h = 1e-6;
  const Vector3 velocity = (at(own, m.t + h) - at(own, m.t - h)) / (2.0 * h);
  Vector3 u = draw.direction(), v = draw.direction();
  if (lie == Lie::grazing && velocity.norm() > 0.0) {
    // the common normal is across the velocity: in a face lies the velocity; an edge lies in the plane of velocity and the other edge
    const Vector3 edge = kind == ContactKind::edge_edge ? Vector3(place[1] - place[0]) : draw.direction();
    u = (velocity.normalized() * draw.uniform(-1.0, 1.0) + edge.normalized() * draw.uniform(-1.0, 1.0)).normalized();
    v = velocity.normalized();
  }
  if (lie == Lie::along) {  // triangles are segments or needles
    if (kind == ContactKind::edge_edge) v = (place[1] - place[0]).normalized();
    u = draw.coin() ? v : Vector3((v + draw.log_uniform(1e-17, 1e-3) * u).normalized());
  }
  if (lie == Lie::upright) {
    u = kind == ContactKind::edge_edge || draw.coin() ? Vector3(Vector3::UnitZ()) : Vector3(Vector3::UnitX());
    v = Vector3::UnitY();
  }
  if (kind == ContactKind::edge_edge) {
    const double beta = draw.coin(0.2) ? (draw.coin() ? 0.0 : 1.0) : draw.uniform(0.0, 1.0);
    still[0] = touch - beta * size * u, still[1] = touch + (1.0 - beta) * size * u, still[2] = still[0];
    m.across = u.cross(place[1] - place[0]).normalized();
    if (!(m.across.norm() > 0.5)) m.across = u.unitOrthogonal();
    m.aside = m.across;
  } else {
    double w0 = draw.uniform(0.0, 1.0), w1 = draw.uniform(0.0, 1.0);
    if (w0 + w1 > 0.999) w0 *= 0.5, w1 *= 0.49;
    if (draw.coin(0.1)) w0 = 0.0;
    if (draw.coin(0.1)) w1 = 0.0;
    still[0] = touch + size * u, still[1] = touch + size * v;
    still[2] = touch - (w0 * size * u + w1 * size * v) / (1.0 - w0 - w1);
    m.across = u.cross(v).normalized();
    if (!(m.across.norm() > 0.5)) m.across = u.unitOrthogonal();
    m.aside = m.across.cross(still[1] - still[0]).normalized();
    if (!(m.aside.norm() > 0.5)) m.aside = m.across;
  }
  if (draw.coin(0.3)) m.scale = std::ldexp(1.0, draw.integer(-12, 12));  // exact
  m.frame.arm_m *= m.scale, m.frame.translation_m *= m.scale;
  for (int i = 0; i < 3; ++i) {
    m.features.a[i] = m.scale * (back ? still : moving)[i];
    m.features.b[i] = m.scale * (back ? moving : still)[i];
  }
  return m;
}

inline Meeting draw_meeting(Draw& draw) {
  const auto kind = ContactKind(draw.integer(0, 2));
  return draw_meeting(draw, draw.integer(0, 6), kind, Lie(draw.integer(0, 3)));
}

}  // namespace tocca::testing
