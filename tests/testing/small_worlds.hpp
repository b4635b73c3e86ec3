// Small worlds with answers known beforehand: solids as meshes, robots of a few joints, problems in one line.
#pragma once

#include <string>
#include <vector>

#include "draw.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::testing {

/// A closed box of twelve triangles, full sizes, centred.
MeshPointer box_mesh(const Vector3& size);
/// An open plate in the plane z = 0.
MeshPointer plate_mesh(double size_x, double size_y);
/// A closed prism along z over a regular polygon: a rod, a wire.
MeshPointer rod_mesh(double radius, double length, int sides);

Pose at(double x, double y, double z);

struct Arm {
  JointType type;
  Pose origin;
  Vector3 axis;
  std::vector<Collider> bodies;
};
/// A chain: a root without geometry, then one link per joint ("link_1", ...).
Robot chain(const std::vector<Arm>& arms);

Problem problem_of(Robot robot, std::vector<SceneObject> objects);
SceneObject object(std::string name, const Pose& pose, const Geometry& geometry);

/// An arm of `joints` turning joints and box or rod links in a clutter of boxes, thin wires and plates; about `size`
/// metres wide.
Problem draw_clutter(Draw& draw, int joints, int obstacles, double size);

/// Thin things to put among the obstacles of a scene, within `reach` of a point: wires of 0.2 to 2 mm as meshes, cylinders
/// and capsules, plates of 0.1 to 1 mm and open ones.
void add_thin_things(Draw& draw, Scene& scene, int count, const Vector3& around, double reach);

/// One waypoint, the next: at most `degrees` per joint (tenths of a metre if it slides).
Configuration draw_step(Draw& draw, const KinematicTree& tree, const Configuration& from, double degrees);

}  // namespace tocca::testing
