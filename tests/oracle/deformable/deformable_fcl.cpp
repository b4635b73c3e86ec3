// What is proven here: no contact of a rigid body, or of a robot, with a mesh that deforms is missed or told late.
// Oracle: FCL at many instants. Robots are placed by kinematics written anew, the mesh is a new tree of triangles for each instant. Where FCL
// contradicts, distances in long double decide.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "judged_surface.hpp"
#include "motion/mover.hpp"
#include "testing/draw.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/sheets.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/model/scene.hpp"
#include "tocca/world/world.hpp"

namespace tocca::testing::deformable_fcl_tests {
namespace {

std::vector<Vector3> positions(const DeformableMesh& mesh, double t) {
  std::vector<Vector3> at;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) at.push_back((1.0 - t) * mesh.from()[v] + t * mesh.to()[v]);
  return at;
}

/// A sheet that hangs in front of the robot, waves, and is blown about.
std::vector<Vector3> waving(Draw& draw, const Sheet& sheet, double x, double wave) {
  const double phase = draw.uniform(0, 6), k = draw.uniform(3, 12), aside = draw.uniform(-0.2, 0.2);
  return moved(sheet.vertices, [&](const Vector3& v) {
    return Vector3(x + wave * std::sin(k * v.x() + phase) * std::cos(k * v.y()), v.x() + aside, v.y());
  });
}

TEST(DeformableByFcl, RigidBodiesAgainstACloth) {
  Draw draw;
  Seen seen;
  const int count = cases(40, 1'000);
  for (int k = 0; k < count; ++k) {
    const Sheet sheet = flat_sheet(draw.integer(2, 12), 2.0);
    const std::vector<Collider> bodies = draw_bodies(draw, draw.log_uniform(0.1, 0.6), true);
    DeformableMesh mesh(waving(draw, sheet, 0.0, 0.1), sheet.triangles);
    World world;
    const int soft = world.add(mesh);
    world.activate(soft, soft, false);
    Pose X = draw.pose(0.5);
    X.translation.x() = draw.uniform(0.5, 1.5);
    const int rigid = world.add(shape_of(bodies), X);
    const Vector3 way(draw.uniform(-1.2, 0.6), draw.uniform(-0.5, 0.5), draw.uniform(-0.5, 0.5));
    const RigidMotion motion = draw.coin(0.3) ? RigidMotion(LinearMotion(X.rotation, X.translation, way))
                                              : InBetweenMotion(X, way, draw.direction(), draw.uniform(-4, 4));
    const std::vector<Vector3> to = waving(draw, sheet, draw.uniform(-0.3, 0.5), 0.1);
    const auto contacts =
        world.first_contacts(std::vector<World::Moving>{{rigid, motion, {}}, {soft, StaticMotion(Pose()), {}, to}});
    mesh.move_on(to);
    Told told{contacts.empty() ? Outcome::free : Outcome::contact, 1.0, 1.0, 0.0};
    if (!contacts.empty()) {
      told.lo = contacts[0].time.lo, told.hi = contacts[0].time.hi;
      EXPECT_NE(contacts[0].kind, ContactKind::unspecified);
    }
    std::vector<Judged> judged;
    for (const Collider& body : bodies) judged.emplace_back(body, 0);
    const auto place = [&](double t) { return std::vector{isometry(Mover(motion).pose(t))}; };
    ASSERT_EQ(judge(
                  told, judged, place, [&](double t) { return positions(mesh, t); }, mesh.triangles(), 60, seen),
              "")
        << story(draw.seed(), k, sheet.triangles.size(), bodies.size());
  }
  EXPECT_GT(seen.contacts, count / 5);
  EXPECT_GT(seen.free, count / 10);
  EXPECT_GT(seen.meets, count);
  EXPECT_LT(seen.fcl_wrong, seen.samples / 100);
}

/// Three links where no model is at hand: a box, a capsule, a hull.
Robot plain_arm() {
  const auto joint = [](const std::string& name, const std::string& parent, const std::string& child, double z,
                        const Vector3& axis) {
    KinematicTree::JointSpec spec;
    spec.name = name;
    spec.type = JointType::continuous;
    spec.parent_link = parent;
    spec.child_link = child;
    spec.origin.translation = {0, 0, z};
    spec.axis = axis;
    return spec;
  };
  const auto up = [](double z) { return Pose{Matrix3::Identity(), {0, 0, z}}; };
  return {"arm",
          KinematicTree::build(
              {{"base", {}},
               {"upper", {{up(0.2), Box{Vector3(0.1, 0.1, 0.4)}}}},
               {"lower", {{up(0.2), Capsule{0.05, 0.3}}}},
               {"hand", {{up(0.1), Cylinder{0.04, 0.2}}}}},
              {joint("a", "base", "upper", 0.0, Vector3::UnitY()), joint("b", "upper", "lower", 0.45, Vector3::UnitY()),
               joint("c", "lower", "hand", 0.45, Vector3::UnitX())}),
          {}};
}

Robot robot_at_hand() {
  if (models().empty()) return plain_arm();
  Warnings warnings;
  return load_robot(models() / "robots" / "puma560" / "robot.urdf", {}, warnings);
}

void expect_robot_judged(const Robot& robot, int count, Seen& seen) {
  Draw draw;
  const Checker checker(robot, Scene{}, {}, {.self_collision = false});
  std::vector<Judged> bodies;
  for (std::size_t link = 0; link < robot.tree.links().size(); ++link) {
    for (const Collider& body : robot.tree.links()[link].colliders) bodies.emplace_back(body, link);
  }
  const auto configuration = [&] {
    Configuration q(robot.tree.coordinate_count());
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = draw.uniform(-1.5, 1.5);
    return q;
  };
  for (int k = 0; k < count; ++k) {
    const Sheet sheet = flat_sheet(draw.integer(6, 14), 2.0);
    const double x = draw.uniform(0.5, 1.0);
    DeformableMesh curtain(waving(draw, sheet, x, 0.1), sheet.triangles);
    curtain.move_on(waving(draw, sheet, x + draw.uniform(-0.4, 0.2), 0.15));
    const DeformableObstacle obstacle{"curtain", &curtain, draw.coin(0.3) ? draw.log_uniform(1e-3, 0.1) : 0.0};
    const Configuration from = configuration(), to = from + draw.uniform(0.1, 0.8) * configuration();
    const SegmentVerdict verdict = checker.check(from, to, std::span(&obstacle, 1));
    Told told{verdict.outcome, verdict.time.lo, verdict.time.hi, obstacle.clearance_m};
    if (verdict.outcome == Outcome::contact) {
      ASSERT_FALSE(verdict.pairs.empty());
      EXPECT_EQ(verdict.pairs[0].second, "curtain");
      EXPECT_FALSE(verdict.contacts.empty());
    }
    std::vector<Eigen::Isometry3d> links;
    const auto place = [&](double t) {
      place_links(robot.tree, Pose(), between(robot.tree, from, to, t), links);
      return links;
    };
    ASSERT_EQ(judge(
                  told, bodies, place, [&](double t) { return positions(curtain, t); }, curtain.triangles(), 40, seen),
              "")
        << robot.name << story(draw.seed(), k, x, obstacle.clearance_m);
  }
}

TEST(DeformableByFcl, ARobotAndAWavingCurtain) {
  Seen seen;
  const int count = cases(12, 300);
  expect_robot_judged(robot_at_hand(), count, seen);
  expect_robot_judged(plain_arm(), count, seen);
  EXPECT_GT(seen.contacts, count / 4);
  EXPECT_GT(seen.free, count / 4);
  EXPECT_GT(seen.meets, count);
  EXPECT_LT(seen.fcl_wrong, seen.samples / 20);
}

}  // namespace
}  // namespace tocca::testing::deformable_fcl_tests
