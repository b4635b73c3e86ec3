#include "scenes/multi_body.hpp"

#include <algorithm>
#include <cmath>

#include "scenes/polytope_draft.hpp"
#include "scenes/turn.hpp"

namespace tocca {

namespace {

using Orientation = MultiBody::Orientation;

// Sums are written out: the order in which Eigen adds depends on the vector instructions it is compiled for.
double dot(const Vector3& a, const Vector3& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }

Orientation normalised(const Orientation& q) {
  const double length = std::sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

/// The turn by |spin| radians about it.
Orientation turn_of(const Vector3& spin) {
  const double angle = std::sqrt(dot(spin, spin));
  if (angle == 0.0) return {0, 0, 0, 1};
  const Eigen::Vector2d half = scenes::on_circle(angle / (4.0 * scenes::pi));
  const double scale = half.y() / angle;
  return {scale * spin.x(), scale * spin.y(), scale * spin.z(), half.x()};
}

/// Mirrors a coordinate and its velocity at the walls at -limit and limit.
void throw_back(double limit, double& x, double& velocity) {
  if (x > limit) {
    x = limit - (x - limit);
    velocity = -std::abs(velocity);
  } else if (x < -limit) {
    x = -limit + (-limit - x);
    velocity = std::abs(velocity);
  }
  x = std::clamp(x, -limit, limit);  // a step longer than the box
}

Pose pose_of(const Vector3& at, const Orientation& q) { return Pose::from_quaternion(at, q[0], q[1], q[2], q[3]); }

}  // namespace

MultiBody::MultiBody(const PolytopeWorld& world) {
  const scenes::PolytopeDraft draft = scenes::draw_polytopes(world);
  meshes_ = draft.meshes;
  half_size_ = draft.half_size;
  fill_ = draft.fill;
  for (const scenes::PolytopeDraft::Body& body : draft.bodies) {
    mesh_of_.push_back(body.mesh);
    orientations_.push_back(body.orientation);
    poses_.push_back(pose_of(body.at, body.orientation));
    flights_.push_back({body.velocity, body.spin});
    turns_.push_back(turn_of(body.spin));
  }
}

std::string MultiBody::name(int body) const { return scenes::PolytopeDraft::name(static_cast<std::size_t>(body)); }

MultiBody::Place MultiBody::ahead(int body, double share) const {
  const auto k = static_cast<std::size_t>(body);
  const double limit = half_size_ - scenes::body_radius;
  Vector3 at = poses_[k].translation + share * flights_[k].velocity, velocity = flights_[k].velocity;
  for (int axis = 0; axis < 3; ++axis) throw_back(limit, at[axis], velocity[axis]);
  const Orientation turn = share == 1.0 ? turns_[k] : turn_of(share * flights_[k].spin);
  const Orientation orientation = normalised(scenes::product(turn, orientations_[k]));
  return {orientation, pose_of(at, orientation), velocity};
}

void MultiBody::move_on(int body, double share) {
  const Place place = ahead(body, share);
  const auto k = static_cast<std::size_t>(body);
  orientations_[k] = place.orientation;
  poses_[k] = place.pose;
  flights_[k].velocity = place.velocity;
}

void MultiBody::fly() {
  for (int body = 0; body < count(); ++body) move_on(body, 1.0);
}

void MultiBody::fly(std::span<const double> shares) {
  for (int body = 0; body < count(); ++body) move_on(body, shares[static_cast<std::size_t>(body)]);
}

int MultiBody::collide(std::span<const BodyPair> colliding) {
  int exchanged = 0;
  for (const BodyPair& pair : colliding) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    const Vector3 way = poses_[b].translation - poses_[a].translation;
    if (!(dot(flights_[a].velocity - flights_[b].velocity, way) > 0.0)) continue;
    std::swap(flights_[a].velocity, flights_[b].velocity);
    ++exchanged;
  }
  return exchanged;
}

}  // namespace tocca
