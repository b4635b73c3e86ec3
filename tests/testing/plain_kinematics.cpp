#include "plain_kinematics.hpp"

#include <cmath>

#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::testing {

namespace {

using Eigen::Isometry3d;

Isometry3d motion_of(const Joint& joint, const double* q) {
  Isometry3d X = Isometry3d::Identity();
  switch (joint.type) {
    case JointType::fixed:
      break;
    case JointType::revolute:
    case JointType::continuous:
      X.linear() = Eigen::AngleAxisd(q[0], joint.axis).toRotationMatrix();
      break;
    case JointType::prismatic:
      X.translation() = q[0] * joint.axis;
      break;
    case JointType::planar: {
      const PlaneAxes plane = plane_axes(joint.axis);
      X.translation() = q[0] * plane.u + q[1] * plane.v;
      X.linear() = Eigen::AngleAxisd(q[2], joint.axis).toRotationMatrix();
      break;
    }
    case JointType::floating:
      X.translation() = Vector3(q[0], q[1], q[2]);
      X.linear() = Eigen::Quaterniond(q[6], q[3], q[4], q[5]).normalized().toRotationMatrix();
      break;
  }
  return X;
}

struct Corners {
  std::vector<Vector3>* corners;
  const Isometry3d& X;

  void add_box(const Vector3& low, const Vector3& high) const {
    for (unsigned k = 0; k < 8; ++k) {
      const Vector3 corner((k & 1) != 0 ? high.x() : low.x(), (k & 2) != 0 ? high.y() : low.y(),
                           (k & 4) != 0 ? high.z() : low.z());
      corners->push_back(X * corner);
    }
  }
  void add_box(const Vector3& half) const { add_box(-half, half); }
  void operator()(const Sphere& s) const { add_box(Vector3::Constant(s.radius)); }
  void operator()(const Capsule& c) const { add_box(Vector3(c.radius, c.radius, 0.5 * c.length + c.radius)); }
  void operator()(const Box& b) const { add_box(0.5 * b.size); }
  void operator()(const Cylinder& c) const { add_box(Vector3(c.radius, c.radius, 0.5 * c.length)); }
  void operator()(const Cone& c) const { add_box(Vector3(c.radius, c.radius, 0.5 * c.length)); }
  void operator()(const std::shared_ptr<const ConvexHull>& hull) const { add_points(hull->vertices()); }
  void operator()(const MeshPointer& mesh) const { add_points(mesh->vertices()); }
  void operator()(const CloudPointer& cloud) const {
    const Vector3 reach = Vector3::Constant(cloud->reach());
    add_box(cloud->lower() - reach, cloud->upper() + reach);
  }
  void add_points(const std::vector<Vector3>& points) const {
    Vector3 low = points.front(), high = points.front();
    for (const Vector3& p : points) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    add_box(low, high);
  }
};

}  // namespace

Isometry3d isometry(const Pose& pose) {
  Isometry3d X = Isometry3d::Identity();
  X.linear() = pose.rotation;
  X.translation() = pose.translation;
  return X;
}

void place_links(const KinematicTree& tree, const Pose& base, const Configuration& q, std::vector<Isometry3d>& poses) {
  poses.resize(tree.links().size());
  poses[0] = isometry(base);
  for (std::size_t k = 0; k < tree.joints().size(); ++k) {
    const Joint& joint = tree.joints()[k];
    double own = 0.0;
    const double* values = joint.first_coordinate >= 0 ? q.data() + joint.first_coordinate : nullptr;
    if (joint.mimic) {
      const Joint& source = tree.joints()[static_cast<std::size_t>(joint.mimic->joint)];
      own = joint.mimic->multiplier * q[source.first_coordinate] + joint.mimic->offset;
      values = &own;
    }
    poses[k + 1] =
        poses[static_cast<std::size_t>(joint.parent_link)] * isometry(joint.origin) * motion_of(joint, values);
  }
}

Configuration between(const KinematicTree& tree, const Configuration& from, const Configuration& to, double t) {
  Configuration q = from + t * (to - from);
  for (const Joint& joint : tree.joints()) {
    if (joint.type != JointType::floating || joint.mimic) continue;
    const int k = joint.first_coordinate + 3;
    const Eigen::Quaterniond a(from[k + 3], from[k], from[k + 1], from[k + 2]),
        b(to[k + 3], to[k], to[k + 1], to[k + 2]);
    q.segment<4>(k) = a.normalized().slerp(t, b.normalized()).coeffs();
  }
  return q;
}

std::vector<Vector3> box_corners(const Collider& body) {
  std::vector<Vector3> corners;
  std::visit(Corners{&corners, isometry(body.placement)}, body.geometry);
  return corners;
}

int steps_for_travel(const KinematicTree& tree, const Pose& base, const Configuration& from, const Configuration& to,
                     double step_m) {
  constexpr int stretches = 32;
  constexpr double chord_margin = 1.05;
  std::vector<std::vector<Vector3>> corners(tree.links().size());
  for (std::size_t link = 0; link < corners.size(); ++link) {
    for (const Collider& body : tree.links()[link].colliders) {
      for (const Vector3& corner : box_corners(body)) corners[link].push_back(corner);
    }
  }
  double longest = 0.0;
  std::vector<Isometry3d> before, after;
  place_links(tree, base, from, before);
  for (int k = 1; k <= stretches; ++k) {
    place_links(tree, base, between(tree, from, to, static_cast<double>(k) / stretches), after);
    for (std::size_t link = 0; link < corners.size(); ++link) {
      for (const Vector3& corner : corners[link]) {
        longest = std::max(longest, (after[link] * corner - before[link] * corner).norm());
      }
    }
    std::swap(before, after);
  }
  return std::max(1, static_cast<int>(std::ceil(chord_margin * stretches * longest / step_m)));
}

}  // namespace tocca::testing
