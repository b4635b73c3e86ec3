// A robot of one ball on a slide, and a ball in its way: answers can be worked out by hand.
#pragma once

#include <string>

#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::testing {

/// A ball of radius 0.1 that slides along x.
inline Robot slider(const std::string& name = "slider") {
  KinematicTree::JointSpec slide;
  slide.name = "x";
  slide.type = JointType::prismatic;
  slide.parent_link = "rail";
  slide.child_link = "hand";
  return {name, KinematicTree::build({{"rail", {}}, {"hand", {{{}, Sphere{0.1}}}}}, {slide}), {}};
}

inline Scene ball_at(double x) { return {{{"ball", {Matrix3::Identity(), {x, 0, 0}}, {{{}, Sphere{0.1}}}}}}; }

}  // namespace tocca::testing
