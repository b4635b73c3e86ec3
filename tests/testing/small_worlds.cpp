#include "small_worlds.hpp"

#include <cmath>
#include <numbers>

namespace tocca::testing {

MeshPointer box_mesh(const Vector3& size) {
  std::vector<Vector3> vertices;
  for (unsigned k = 0; k < 8; ++k) {
    const Vector3 sign((k & 1) != 0 ? 0.5 : -0.5, (k & 2) != 0 ? 0.5 : -0.5, (k & 4) != 0 ? 0.5 : -0.5);
    vertices.push_back(sign.cwiseProduct(size));
  }
  return std::make_shared<const TriangleMesh>(std::move(vertices), std::vector<Triangle>{{0, 2, 1},
                                                                                         {1, 2, 3},
                                                                                         {4, 5, 6},
                                                                                         {5, 7, 6},
                                                                                         {0, 1, 4},
                                                                                         {1, 5, 4},
                                                                                         {2, 6, 3},
                                                                                         {3, 6, 7},
                                                                                         {0, 4, 2},
                                                                                         {2, 4, 6},
                                                                                         {1, 3, 5},
                                                                                         {3, 7, 5}});
}

MeshPointer plate_mesh(double size_x, double size_y) {
  const double x = 0.5 * size_x, y = 0.5 * size_y;
  return std::make_shared<const TriangleMesh>(std::vector<Vector3>{{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}},
                                              std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}});
}

MeshPointer rod_mesh(double radius, double length, int sides) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  const auto n = static_cast<Index>(sides);
  for (const double z : {-0.5 * length, 0.5 * length}) {
    for (Index k = 0; k < n; ++k) {
      const double angle = 2 * std::numbers::pi * k / n;
      vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  }
  for (Index k = 0; k < n; ++k) {
    const Index next = (k + 1) % n;
    triangles.push_back({k, next, n + next});
    triangles.push_back({k, n + next, n + k});
    if (k > 0 && k + 1 < n) {
      triangles.push_back({0, k + 1, k});
      triangles.push_back({n, n + k, n + k + 1});
    }
  }
  return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}

Pose at(double x, double y, double z) {
  Pose pose;
  pose.translation = Vector3(x, y, z);
  return pose;
}

Robot chain(const std::vector<Arm>& arms) {
  std::vector<Link> links{{"root", {}}};
  std::vector<KinematicTree::JointSpec> joints;
  for (std::size_t k = 0; k < arms.size(); ++k) {
    const std::string name = "link_" + std::to_string(k + 1);
    KinematicTree::JointSpec joint;
    joint.name = "joint_" + std::to_string(k + 1);
    joint.type = arms[k].type;
    joint.parent_link = links.back().name;
    joint.child_link = name;
    joint.origin = arms[k].origin;
    joint.axis = arms[k].axis;
    joints.push_back(joint);
    links.push_back({name, arms[k].bodies});
  }
  return {"robot", KinematicTree::build(std::move(links), std::move(joints)), {}};
}

Problem problem_of(Robot robot, std::vector<SceneObject> objects) {
  Problem problem;
  Path still;
  const Configuration zero = robot.tree.zero_configuration();
  still.waypoints.resize(1, zero.size());
  still.waypoints.row(0) = zero;
  still.interpolation.assign(static_cast<std::size_t>(zero.size()), Interpolation::linear);
  problem.robots.push_back({std::move(robot), {}, std::move(still)});
  problem.scene.objects = std::move(objects);
  return problem;
}

SceneObject object(std::string name, const Pose& pose, const Geometry& geometry) {
  return {std::move(name), pose, {{Pose{}, geometry}}};
}

void add_thin_things(Draw& draw, Scene& scene, int count, const Vector3& around, double reach) {
  for (int k = 0; k < count; ++k) {
    Pose pose = draw.pose(reach);
    pose.translation += around;
    const double thin = draw.log_uniform(1e-4, 1e-3), length = draw.uniform(0.1, 0.6) * reach;
    Geometry geometry = Cylinder{thin, length};
    switch (draw.integer(0, 5)) {
      case 0:
        geometry = rod_mesh(thin, length, 3);
        break;
      case 1:
        geometry = Capsule{thin, length};
        break;
      case 2:
        geometry = box_mesh(Vector3(length, 0.5 * length, thin));
        break;
      case 3:
        geometry = plate_mesh(length, 0.5 * length);
        break;
      case 4:
        geometry = Box{Vector3(length, 0.5 * length, thin)};
        break;
      default:
        break;
    }
    scene.objects.push_back(object("thin_" + std::to_string(k), pose, geometry));
  }
}

Problem draw_clutter(Draw& draw, int joints, int obstacles, double size) {
  std::vector<Arm> arms;
  const double reach = 0.6 * size / joints;  // of a link
  for (int k = 0; k < joints; ++k) {
    const double thick = reach * draw.log_uniform(1e-3, 0.2);
    const Pose middle = at(0.55 * reach, 0, 0);
    Collider body{middle, box_mesh(Vector3(0.8 * reach, thick, thick))};
    if (draw.coin(0.3)) body.geometry = Box{Vector3(0.8 * reach, thick, thick)};
    if (draw.coin(0.3)) {
      body.placement.rotation = rotation_about(Vector3::UnitY(), 0.5 * std::numbers::pi);
      body.geometry = draw.coin() ? Geometry(Cylinder{thick, 0.8 * reach}) : Geometry(Capsule{thick, 0.7 * reach});
    }
    Pose origin = k == 0 ? Pose{} : at(reach, 0, 0);
    arms.push_back({JointType::continuous, origin, draw.direction(), {body}});
  }
  std::vector<SceneObject> objects;
  for (int k = 0; k < obstacles; ++k) {
    const Vector3 sides(draw.log_uniform(1e-4, 0.3), draw.log_uniform(1e-4, 0.3), draw.log_uniform(0.1, 0.6));
    Geometry geometry = box_mesh(size * sides);
    if (draw.coin(0.3)) geometry = rod_mesh(size * draw.log_uniform(1e-5, 1e-2), size * draw.uniform(0.3, 1.0), 5);
    if (draw.coin(0.2)) geometry = Sphere{size * draw.log_uniform(1e-3, 0.1)};
    if (draw.coin(0.2)) geometry = Cone{size * draw.log_uniform(1e-3, 0.1), size * draw.log_uniform(1e-3, 0.1)};
    if (draw.coin(0.1)) geometry = plate_mesh(size * sides.x(), size * sides.z());
    objects.push_back(object("object_" + std::to_string(k), draw.pose(0.4 * size), geometry));
  }
  return problem_of(chain(arms), std::move(objects));
}

Configuration draw_step(Draw& draw, const KinematicTree& tree, const Configuration& from, double degrees) {
  Configuration to = from;
  for (Eigen::Index k = 0; k < to.size(); ++k) to[k] += draw.uniform(-degrees, degrees) * std::numbers::pi / 180.0;
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0 || !joint.limits) continue;
    double& q = to[joint.first_coordinate];
    q = std::clamp(q, joint.limits->lower, joint.limits->upper);
  }
  return to;
}

}  // namespace tocca::testing
