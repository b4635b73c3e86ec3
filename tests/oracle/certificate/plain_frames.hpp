// Rigid motions in plain doubles, twice: as urdfdom's numbers say, and as the statement of a certificate says (docs/certificate-format.md).
#pragma once

#include <urdf_model/joint.h>

#include <Eigen/Geometry>
#include <map>
#include <string>

#include "audit/statement.hpp"

namespace tocca::testing {

using Coordinates = std::map<std::string, double>;  ///< by the name of the joint

inline Eigen::Vector3d eigen(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }
inline Eigen::Vector3d eigen(const audit::Point& p) { return {p[0], p[1], p[2]}; }

inline Eigen::Affine3d eigen(const urdf::Pose& pose) {
  const urdf::Rotation& q = pose.rotation;
  return Eigen::Translation3d(eigen(pose.position)) * Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized();
}

inline Eigen::Affine3d eigen(const audit::Placement& placement) {
  Eigen::Affine3d result = Eigen::Affine3d::Identity();
  for (int i = 0; i < 3; ++i)
    result.linear().row(i) = eigen(placement.rotation[static_cast<std::size_t>(i)]).transpose();
  result.translation() = eigen(placement.translation);
  return result;
}

inline Eigen::Affine3d moved(const Eigen::Affine3d& origin, bool turns, const Eigen::Vector3d& axis, double q) {
  return turns ? origin * Eigen::AngleAxisd(q, axis) : origin * Eigen::Translation3d(q * axis);
}

/// Of a child link in its parent's.
inline Eigen::Affine3d pose_of(const urdf::Joint& joint, const Coordinates& q) {
  const Eigen::Affine3d origin = eigen(joint.parent_to_joint_origin_transform);
  if (joint.type == urdf::Joint::FIXED) return origin;
  const double own =
      joint.mimic ? joint.mimic->multiplier * q.at(joint.mimic->joint_name) + joint.mimic->offset : q.at(joint.name);
  return moved(origin, joint.type != urdf::Joint::PRISMATIC, eigen(joint.axis).normalized(), own);
}

/// Of a frame in the world.
inline Eigen::Affine3d pose_of(const audit::Statement& statement, int number, const Coordinates& q) {
  Eigen::Affine3d result = Eigen::Affine3d::Identity();
  for (; number >= 0; number = statement.frames[static_cast<std::size_t>(number)].parent) {
    const audit::Frame& frame = statement.frames[static_cast<std::size_t>(number)];
    Eigen::Affine3d own = eigen(frame.placement);
    if (frame.kind != audit::FrameKind::fixed) {
      const double value = frame.multiplier * q.at(statement.coordinate_names[frame.coordinate]) + frame.offset;
      own = moved(own, frame.kind == audit::FrameKind::turn, eigen(frame.axis), value);
    }
    result = own * result;
  }
  return result;
}

}  // namespace tocca::testing
