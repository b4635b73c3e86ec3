#include "scenes/multi_body.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "model/free_bodies.hpp"
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

/// Mirrors a coordinate and its velocity at the walls at `least` and `most`.
void throw_back(double least, double most, double& x, double& velocity) {
  if (x > most) {
    x = most - (x - most);
    velocity = -std::abs(velocity);
  } else if (x < least) {
    x = least + (least - x);
    velocity = std::abs(velocity);
  }
  x = std::max(least, std::min(x, most));  // a step longer than the box
}

Pose pose_of(const Vector3& at, const Orientation& q) { return Pose::from_quaternion(at, q[0], q[1], q[2], q[3]); }

}  // namespace

MultiBody::MultiBody(const PolytopeWorld& world) {
  const scenes::PolytopeDraft draft = scenes::draw_polytopes(world);
  meshes_ = draft.meshes;
  most_ = Vector3::Constant(draft.half_size);
  least_ = -most_;
  fill_ = draft.fill;
  for (const scenes::PolytopeDraft::Body& body : draft.bodies) {
    names_.push_back(scenes::PolytopeDraft::name(names_.size()));
    add(body.mesh, {Vector3::Zero(), scenes::body_radius}, body.at, body.orientation, {body.velocity, body.spin});
  }
}

MultiBody::MultiBody(const FreeBodies& given) : least_(given.least), most_(given.most) {
  std::map<const TriangleMesh*, std::pair<int, Ball>> known;
  const double volume = (most_ - least_).prod();
  for (const FreeBody& body : given.bodies) {
    const auto [found, is_new] = known.try_emplace(body.mesh.get());
    auto& [mesh, ball] = found->second;
    if (is_new) {
      const MeshBall around = ball_around(*body.mesh);
      mesh = static_cast<int>(meshes_.size());
      ball = {around.centre, around.radius};
      meshes_.push_back(body.mesh);
    }
    names_.push_back(body.name);
    const Eigen::Quaterniond q(body.pose.rotation);
    add(mesh, ball, body.pose.translation, normalised({q.x(), q.y(), q.z(), q.w()}), {body.velocity, body.spin});
    fill_ += 4.0 / 3.0 * scenes::pi * ball.radius * ball.radius * ball.radius / volume;
  }
}

void MultiBody::add(int mesh, const Ball& ball, const Vector3& at, const Orientation& orientation,
                    const Flight& flight) {
  mesh_of_.push_back(mesh);
  balls_.push_back(ball);
  orientations_.push_back(orientation);
  poses_.push_back(pose_of(at, orientation));
  middles_.push_back(poses_.back() * ball.centre);
  flights_.push_back(flight);
  turns_.push_back(turn_of(flight.spin));
}

MultiBody::Place MultiBody::ahead(int body, double share) const {
  const auto k = static_cast<std::size_t>(body);
  const auto& [centre, radius] = balls_[k];
  Vector3 at = middles_[k] + share * flights_[k].velocity, velocity = flights_[k].velocity;
  for (int axis = 0; axis < 3; ++axis) {
    throw_back(least_[axis] + radius, most_[axis] - radius, at[axis], velocity[axis]);
  }
  const Orientation turn = share == 1.0 ? turns_[k] : turn_of(share * flights_[k].spin);
  const Orientation orientation = normalised(scenes::product(turn, orientations_[k]));
  Pose pose = pose_of(Vector3::Zero(), orientation);
  for (int i = 0; i < 3; ++i) pose.translation[i] = at[i] - dot(pose.rotation.row(i), centre);
  return {at, orientation, pose, velocity};
}

void MultiBody::move_on(int body, double share) {
  const Place place = ahead(body, share);
  const auto k = static_cast<std::size_t>(body);
  middles_[k] = place.middle;
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
    const Vector3 way = middles_[b] - middles_[a];
    if (!(dot(flights_[a].velocity - flights_[b].velocity, way) > 0.0)) continue;
    std::swap(flights_[a].velocity, flights_[b].velocity);
    ++exchanged;
  }
  return exchanged;
}

}  // namespace tocca
