// A robot with every type of joint, for spaces of every kind.
#pragma once

#include "testing/small_worlds.hpp"

namespace tocca::testing {

struct OddJoint {
  JointType type;
  bool limited = false;
  double mimics = 0.0;  ///< the joint before it, by this ratio
};

/// A chain of small boxes, one a joint, 0.2 m apart.
inline Robot odd_robot(const std::vector<OddJoint>& joints) {
  std::vector<Link> links{{"root", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    KinematicTree::JointSpec joint;
    joint.name = "joint_" + number;
    joint.type = joints[k].type;
    joint.parent_link = links.back().name;
    joint.child_link = "link_" + number;
    joint.origin = at(0.2, 0.01, 0);
    joint.axis = k % 2 == 0 ? Vector3(0, 0, 1) : Vector3(0.6, 0.8, 0);
    if (joints[k].limited) joint.limits = Limits{-0.7, 1.1};
    if (joints[k].mimics != 0.0) joint.mimic = {"joint_" + std::to_string(k), joints[k].mimics, 0.1};
    specs.push_back(joint);
    links.push_back({"link_" + number, {{at(0.1, 0, 0), box_mesh({0.1, 0.05, 0.05})}}});
  }
  return {"odd", KinematicTree::build(std::move(links), std::move(specs)), {}};
}

inline std::vector<OddJoint> every_joint() {
  using enum JointType;
  return {{revolute, true},
          {prismatic, true},
          {continuous},
          {continuous, false, 0.0},
          {revolute, false, -2.0},
          {planar},
          {fixed},
          {prismatic, true},
          {floating},
          {continuous}};
}

}  // namespace tocca::testing
