// Where things are and which shape they have, as a report's block has it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/report_meshes.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// x, y, z relative to `origin`, and the quaternion qx, qy, qz, qw.
std::array<double, 7> pose_numbers(const Pose& pose, const Vector3& origin);

/// Three numbers for each point.
void push_points(const std::vector<Vector3>& points, std::vector<float>& numbers);

/// Appends {"pose":[...],"box":[x,y,z]} and so on, as in scene files; a mesh is the number of one of `meshes`.
void append_shape(std::string& text, const Collider& shape, const Vector3& origin, ReportMeshes& meshes,
                  ReportMeshes::Precision precision);

}  // namespace tocca
