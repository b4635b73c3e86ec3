#pragma once

#include <Eigen/Core>

namespace tocca {

// Vector3 and Matrix3 need no more alignment than double does, so structs of them have the same layout in a program
// compiled with other vector instructions than the library (docs/decisions/0003-own-pose.md).
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

}  // namespace tocca
