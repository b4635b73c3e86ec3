// What is proven here: the statement of a certificate is what the files say. For every robot at hand, the links, their colliders, the
// joints between them and the places of all links are compared with what other programs read from the same files.
// Oracle: urdfdom for the robot, assimp for the meshes (in floats, so places agree to float precision), kinematics of plain_frames.hpp.
#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "plain_frames.hpp"
#include "testing/assimp_triangles.hpp"
#include "testing/certificate_file.hpp"
#include "testing/draw.hpp"
#include "tocca/certificate/certificate_writer.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/model/problem.hpp"
#include "unit/io/files.hpp"

namespace tocca::statement_tests {
namespace {

using testing::CertificateFile;
using testing::Coordinates;
using testing::eigen;

struct Compared {
  int robots = 0, links = 0, meshes = 0, primitives = 0, turns = 0, slides = 0, fixed = 0, mimics = 0, poses = 0;
  std::size_t triangles = 0;
};

double difference(const Eigen::Affine3d& a, const Eigen::Affine3d& b) {
  return (a.matrix() - b.matrix()).cwiseAbs().maxCoeff();
}

/// The certificate of one short edge, which may be free or touch: the statement is the same.
CertificateFile certified(const Problem& problem) {
  const Checker checker(problem);
  const KinematicTree& tree = problem.robots.front().robot.tree;
  const WaypointMatrix from = tree.zero_configuration().transpose();
  const WaypointMatrix to = from.array() + 1e-4;
  const EdgeSteps steps(checker.model(), from, to);
  std::ostringstream stream;
  CertificateWriter writer(problem, checker, stream);
  const auto why = writer.add(steps, 0, checker.check(steps, 0));
  EXPECT_FALSE(why) << *why;
  if (why) return {};
  writer.finish();
  EXPECT_EQ(testing::audit_bytes(stream.str()).outcome, audit::AuditResult::Outcome::valid);
  return CertificateFile::read(stream.str());
}

/// Triangle by triangle, which is more than the same set.
void expect_mesh(const audit::Collider& ours, const std::filesystem::path& file, const Vector3& scale, Compared& sum) {
  SCOPED_TRACE(file.string());
  ASSERT_EQ(ours.shape, audit::Shape::mesh);
  const std::vector<testing::Corners> theirs = testing::assimp_triangles(file);
  ASSERT_EQ(ours.triangles.size(), theirs.size());
  double size = 0.0, gap = 0.0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3 corner = theirs[i][k].cwiseProduct(scale);
      size = std::max(size, corner.cwiseAbs().maxCoeff());
      gap = std::max(gap, (eigen(ours.vertices[ours.triangles[i][k]]) - corner).cwiseAbs().maxCoeff());
    }
  }
  EXPECT_GT(size, 0.0);
  EXPECT_LE(gap, 1e-6 * size);
  sum.triangles += theirs.size();
  ++sum.meshes;
}

void expect_collider(const audit::Collider& ours, const urdf::Collision& theirs, const std::filesystem::path& folder,
                     Compared& sum) {
  EXPECT_LE(difference(eigen(ours.placement), eigen(theirs.origin)), 1e-14);
  const auto sizes = [&](audit::Shape shape, const audit::Point& size) {
    EXPECT_EQ(ours.shape, shape);
    EXPECT_EQ(ours.size, size);
    ++sum.primitives;
  };
  if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(theirs.geometry.get())) {
    expect_mesh(ours, folder / mesh->filename, eigen(mesh->scale), sum);
  } else if (const auto* box = dynamic_cast<const urdf::Box*>(theirs.geometry.get())) {
    sizes(audit::Shape::box, {box->dim.x, box->dim.y, box->dim.z});
  } else if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(theirs.geometry.get())) {
    sizes(audit::Shape::sphere, {sphere->radius, 0.0, 0.0});
  } else if (const auto* cylinder = dynamic_cast<const urdf::Cylinder*>(theirs.geometry.get())) {
    sizes(audit::Shape::cylinder, {cylinder->radius, cylinder->length, 0.0});
  } else {
    ADD_FAILURE() << "a geometry that urdfdom does not know";
  }
}

const audit::Group* group_of(const audit::Statement& statement, const std::string& body) {
  for (const audit::Group& group : statement.groups) {
    for (const audit::Body& known : group.bodies) {
      if (known.name == body) return &group;
    }
  }
  return nullptr;
}

/// One frame for each joint, with the same kind, place, axis and coordinate. Returns the frame of the parent link.
int expect_joint(const audit::Statement& statement, int number, const urdf::Joint& joint, Compared& sum) {
  SCOPED_TRACE(joint.name);
  if (number < 0) {
    ADD_FAILURE() << "the statement has no frame for it";
    return number;
  }
  const audit::Frame& frame = statement.frames[static_cast<std::size_t>(number)];
  EXPECT_LE(difference(eigen(frame.placement), eigen(joint.parent_to_joint_origin_transform)), 1e-14);
  if (joint.type == urdf::Joint::FIXED) {
    EXPECT_EQ(frame.kind, audit::FrameKind::fixed);
    ++sum.fixed;
    return frame.parent;
  }
  const bool slides = joint.type == urdf::Joint::PRISMATIC;
  EXPECT_TRUE(slides || joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::CONTINUOUS);
  EXPECT_EQ(frame.kind, slides ? audit::FrameKind::slide : audit::FrameKind::turn);
  ++(slides ? sum.slides : sum.turns);
  EXPECT_LE((eigen(frame.axis) - eigen(joint.axis).normalized()).norm(), 1e-15);
  EXPECT_EQ(statement.coordinate_names.at(frame.coordinate), joint.mimic ? joint.mimic->joint_name : joint.name);
  EXPECT_EQ(frame.multiplier, joint.mimic ? joint.mimic->multiplier : 1.0);
  EXPECT_EQ(frame.offset, joint.mimic ? joint.mimic->offset : 0.0);
  sum.mimics += joint.mimic ? 1 : 0;
  return frame.parent;
}

/// From the link to the root, and the root at the world's origin.
void expect_chain(const audit::Statement& statement, int frame, const urdf::Link* link, Compared& sum) {
  for (; link->parent_joint; link = link->getParent().get())
    frame = expect_joint(statement, frame, *link->parent_joint, sum);
  ASSERT_GE(frame, 0);
  const audit::Frame& base = statement.frames[static_cast<std::size_t>(frame)];
  EXPECT_EQ(base.parent, -1);
  EXPECT_EQ(base.kind, audit::FrameKind::fixed);
  EXPECT_EQ(difference(eigen(base.placement), Eigen::Affine3d::Identity()), 0.0);
}

/// Wherever the joints are, inside their limits or not.
void expect_places(const audit::Statement& statement, const urdf::ModelInterface& model, testing::Draw& draw,
                   Compared& sum) {
  for (int k = 0; k < testing::cases(60, 1000); ++k) {
    Coordinates q;
    for (const std::string& name : statement.coordinate_names) q[name] = draw.uniform(-4.0, 4.0);
    for (const auto& [name, link] : model.links_) {
      const audit::Group* group = group_of(statement, name);
      if (group == nullptr) continue;
      Eigen::Affine3d theirs = Eigen::Affine3d::Identity();
      for (const urdf::Link* up = link.get(); up->parent_joint; up = up->getParent().get())
        theirs = testing::pose_of(*up->parent_joint, q) * theirs;
      const double far = 1.0 + theirs.translation().norm();
      ASSERT_LE(difference(testing::pose_of(statement, group->frame, q), theirs), 1e-13 * far)
          << testing::story(draw.seed(), k, name);
      ++sum.poses;
    }
  }
}

void compare_robot(const std::filesystem::path& folder, testing::Draw& draw, Compared& sum) {
  const std::filesystem::path file = folder / "robot.urdf";
  Warnings warnings;
  Problem problem;
  problem.robots.push_back({load_robot(file, {}, warnings), Pose(), {}});
  const audit::Statement statement = certified(problem).statement;
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDFFile(file.string());
  ASSERT_TRUE(model);
  std::size_t bodies = 0, moving = 0;
  for (const auto& [name, link] : model->links_) {
    SCOPED_TRACE(name);
    const audit::Group* group = group_of(statement, name);
    ASSERT_EQ(group != nullptr, !link->collision_array.empty());
    if (group == nullptr) continue;
    ASSERT_EQ(group->bodies.size(), 1u);
    const audit::Body& body = group->bodies.front();
    EXPECT_EQ(difference(eigen(body.placement), Eigen::Affine3d::Identity()), 0.0);
    ASSERT_EQ(body.colliders.size(), link->collision_array.size());
    for (std::size_t i = 0; i < body.colliders.size(); ++i)
      expect_collider(body.colliders[i], *link->collision_array[i], folder, sum);
    expect_chain(statement, group->frame, link.get(), sum);
    ++bodies, ++sum.links;
  }
  EXPECT_EQ(statement.groups.size(), bodies);  // and nothing else
  for (const auto& [name, joint] : model->joints_) moving += joint->type != urdf::Joint::FIXED && !joint->mimic ? 1 : 0;
  EXPECT_EQ(statement.coordinate_names.size(), moving);
  expect_places(statement, *model, draw, sum);
  ++sum.robots;
}

TEST(Statement, OfEveryRobotIsWhatUrdfdomAndAssimpRead) {
  TOCCA_NEED_MODELS();
  testing::Draw draw;
  Compared sum;
  for (const auto& entry : std::filesystem::directory_iterator(testing::models() / "robots")) {
    SCOPED_TRACE(entry.path().filename().string());
    compare_robot(entry.path(), draw, sum);
  }
  std::printf(
      "compared %d robots, %d links, %d meshes of %zu triangles, %d primitives, %d turns, %d slides, %d fixed "
      "joints, %d mimics, %d places\n",
      sum.robots, sum.links, sum.meshes, sum.triangles, sum.primitives, sum.turns, sum.slides, sum.fixed, sum.mimics,
      sum.poses);
  EXPECT_GE(sum.robots, 9);
  EXPECT_GE(sum.links, 90);
  EXPECT_GE(sum.meshes, 100);
  EXPECT_GE(sum.triangles, 350'000u);
  EXPECT_GE(sum.primitives, 6);
  EXPECT_GE(sum.slides, 4);
  EXPECT_GE(sum.mimics, 2);
  EXPECT_GE(sum.poses, 5'000);
}

/// What the robots at hand do not have: axes that are oblique, not of unit length or not given, a mimic that turns the other way,
/// uneven scales, primitives that are placed. Links are far apart, so that nothing touches.
constexpr const char* odd_robot = R"(<robot name="odd">
  <link name="root"><collision><origin xyz="0 0 -3" rpy="0.1 0.2 0.3"/><geometry><box size="0.1 0.2 0.3"/></geometry></collision></link>
  <link name="a"><collision><origin xyz="3 0 0"/><geometry><sphere radius="0.1"/></geometry></collision>
    <collision><origin rpy="0.5 0 -2"/><geometry><mesh filename="part.obj" scale="0.001 0.002 0.0005"/></geometry></collision></link>
  <link name="b"/>
  <link name="c"><collision><geometry><cylinder radius="0.05" length="0.4"/></geometry></collision></link>
  <link name="d"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="e"><collision><geometry><sphere radius="0.02"/></geometry></collision></link>
  <joint name="ra" type="continuous"><parent link="root"/><child link="a"/><origin xyz="1 2 3" rpy="1 -0.4 2.5"/><axis xyz="1 2 -2"/></joint>
  <joint name="ab" type="fixed"><parent link="a"/><child link="b"/><origin xyz="0 7 0" rpy="0 1.5707963267948966 0"/></joint>
  <joint name="bc" type="revolute"><parent link="b"/><child link="c"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="cd" type="prismatic"><parent link="c"/><child link="d"/><origin xyz="0 0 9"/><axis xyz="0 3 4"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/><mimic joint="bc" multiplier="-0.5" offset="0.25"/></joint>
  <joint name="de" type="revolute"><parent link="d"/><child link="e"/><origin xyz="0 0 9"/><axis xyz="0 0 -1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/><mimic joint="ra" multiplier="2" offset="-1"/></joint>
</robot>)";

TEST(Statement, OfARobotWithOddJointsIsWhatUrdfdomReads) {
  const testing::ScratchFolder folder;
  folder.write("robot.urdf", odd_robot);
  folder.write("part.obj", "v 0 0 0\nv 50 0 0\nv 0 50 0\nv 0 0 50\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  testing::Draw draw;
  Compared sum;
  compare_robot(folder.path(), draw, sum);
  EXPECT_EQ(sum.links, 5);
  EXPECT_EQ(sum.mimics, 3);  // of d, and of both above e
  EXPECT_EQ(sum.triangles, 4u);
  EXPECT_EQ(sum.primitives, 5);
  EXPECT_GE(sum.poses, 300);
}

Problem with_scene(const std::filesystem::path& scene) {
  Warnings warnings;
  Problem problem;
  problem.robots.push_back({load_robot(testing::models() / "robots/abb_irb2400/robot.urdf", {}, warnings), Pose(), {}});
  problem.scene = load_scene(scene, warnings);
  return problem;
}

/// A body that rests in the world; a link of the robot may have the same name.
const audit::Body& body_named(const audit::Statement& statement, const std::string& name) {
  for (const audit::Group& group : statement.groups) {
    for (const audit::Body& body : group.bodies) {
      if (group.frame < 0 && body.name == name) return body;
    }
  }
  ADD_FAILURE() << name << " is missing";
  static const audit::Body none;
  return none;
}

TEST(Statement, HasTheObjectsOfAScene) {
  TOCCA_NEED_MODELS();
  const testing::ScratchFolder folder;
  const auto mesh = testing::models() / "environments/container_floor/meshes/container_floor.stl";
  std::filesystem::copy_file(mesh, folder.path() / "floor.stl");
  const auto scene = folder.write("scene.json", R"({"objects": [
    {"name": "box", "geometry": {"box": [1, 0.3, 2]}, "pose": {"xyz": [9, 0, 1], "rpy": [0.1, 0.2, 1.5]}},
    {"name": "ball", "geometry": {"sphere": 0.1}, "pose": {"xyz": [8, 1, 1]}},
    {"name": "pipe", "geometry": {"cylinder": {"radius": 0.05, "length": 3}}, "pose": {"xyz": [0, 8, 0], "quat": [0.6, 0, 0, 0.8]}},
    {"name": "bar", "geometry": {"capsule": {"radius": 0.02, "length": 1}}, "pose": {"xyz": [0, -7, 0]}},
    {"name": "funnel", "geometry": {"cone": {"radius": 0.2, "length": 0.5}}, "pose": {"xyz": [-6, 0, 0]}},
    {"name": "floor", "geometry": {"mesh": "floor.stl", "scale": [0.5, 0.25, 2]}, "pose": {"xyz": [0, 0, -9], "rpy": [0.3, 0, 0]}}]})");
  const audit::Statement statement = certified(with_scene(scene)).statement;
  const auto expect = [&](const std::string& name, audit::Shape shape, const audit::Point& size, const Vector3& xyz,
                          const Eigen::Quaterniond& turn) {
    SCOPED_TRACE(name);
    const audit::Body& body = body_named(statement, name);
    ASSERT_EQ(body.colliders.size(), 1u);
    EXPECT_EQ(body.colliders[0].shape, shape);
    EXPECT_EQ(body.colliders[0].size, size);
    const Eigen::Affine3d placed = eigen(body.placement) * eigen(body.colliders[0].placement);
    EXPECT_LE(difference(placed, Eigen::Affine3d(Eigen::Translation3d(xyz) * turn)), 1e-14);
  };
  const auto rpy = [](double roll, double pitch, double yaw) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(yaw, Vector3::UnitZ()) * Eigen::AngleAxisd(pitch, Vector3::UnitY()) *
                              Eigen::AngleAxisd(roll, Vector3::UnitX()));
  };
  const auto level = Eigen::Quaterniond::Identity();
  expect("box", audit::Shape::box, {1, 0.3, 2}, {9, 0, 1}, rpy(0.1, 0.2, 1.5));
  expect("ball", audit::Shape::sphere, {0.1, 0, 0}, {8, 1, 1}, level);
  expect("pipe", audit::Shape::cylinder, {0.05, 3, 0}, {0, 8, 0}, Eigen::Quaterniond(0.8, 0.6, 0, 0));
  expect("bar", audit::Shape::capsule, {0.02, 1, 0}, {0, -7, 0}, level);
  expect("funnel", audit::Shape::cone, {0.2, 0.5, 0}, {-6, 0, 0}, level);
  expect("floor", audit::Shape::mesh, {}, {0, 0, -9}, rpy(0.3, 0, 0));
  Compared sum;
  if (HasFailure()) return;
  expect_mesh(body_named(statement, "floor").colliders[0], mesh, {0.5, 0.25, 2}, sum);
  EXPECT_EQ(sum.triangles, 17'732u);
}

/// Furniture in URDF: its links are objects, where urdfdom's own tree puts them at zero.
TEST(Statement, HasTheLinksOfASceneInUrdf) {
  TOCCA_NEED_MODELS();
  const std::filesystem::path folder = testing::models() / "robots/motoman_sia20d_car_seat_cell";
  const audit::Statement statement = certified(with_scene(folder / "robot.urdf")).statement;
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDFFile((folder / "robot.urdf").string());
  ASSERT_TRUE(model);
  Coordinates zero;
  for (const auto& [name, joint] : model->joints_) zero[name] = 0.0;
  Compared sum;
  for (const auto& [name, link] : model->links_) {
    if (link->collision_array.empty()) continue;
    SCOPED_TRACE(name);
    const audit::Body& body = body_named(statement, name);
    ASSERT_EQ(body.colliders.size(), link->collision_array.size());
    for (std::size_t i = 0; i < body.colliders.size(); ++i)
      expect_collider(body.colliders[i], *link->collision_array[i], folder, sum);
    Eigen::Affine3d placed = Eigen::Affine3d::Identity();
    for (const urdf::Link* up = link.get(); up->parent_joint; up = up->getParent().get())
      placed = testing::pose_of(*up->parent_joint, zero) * placed;
    EXPECT_LE(difference(eigen(body.placement), placed), 1e-13);
    ++sum.links;
  }
  EXPECT_GE(sum.links, 10);
  EXPECT_GE(sum.triangles, 29'000u);
}

}  // namespace
}  // namespace tocca::statement_tests
