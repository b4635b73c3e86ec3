// Hunts for a pair that is called Never, proven, and touches: small random robots with every kind of joint, links of several bodies,
// open meshes, and boxes that others are wholly inside of. Oracle: FCL at random configurations, with kinematics of the tests' own. FCL
// knows no inside of a mesh: where tocca has a closed mesh of a box, FCL has a solid one.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "testing/fcl_robot.hpp"
#include "testing/real_robot.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/pair_survey.hpp"

namespace tocca::random_robot_tests {
namespace {

using testing::Draw;
using Spec = KinematicTree::JointSpec;

/// FCL's bodies are smaller by this part: what it calls a contact is one, whatever its tolerances.
constexpr double shrunk = 1.0 - 1e-4;

/// The same robot three times.
struct Twins {
  std::vector<Link> links;     ///< as tocca has it
  std::vector<Link> solids;    ///< for FCL: closed meshes are solid
  std::vector<Link> surfaces;  ///< for FCL: closed meshes are surfaces
  std::vector<Spec> joints;
};

struct Body {
  Geometry own, solid, surface;
};

Body draw_body(Draw& draw) {
  const double size = draw.log_uniform(0.05, 0.4);
  switch (draw.integer(0, 6)) {
    case 0:
      return {Sphere{size}, Sphere{shrunk * size}, Sphere{shrunk * size}};
    case 1: {
      const double length = draw.uniform(0.0, 0.5);
      const Capsule inner{0.3 * shrunk * size, shrunk * length};
      return {Capsule{0.3 * size, length}, inner, inner};
    }
    case 2: {
      const Cylinder inner{0.5 * shrunk * size, shrunk * size};
      return {Cylinder{0.5 * size, size}, inner, inner};
    }
    case 3: {
      const Vector3 sides(size, 0.5 * size, draw.uniform(0.02, 0.5));
      return {Box{sides}, Box{shrunk * sides}, Box{shrunk * sides}};
    }
    case 4: {
      const MeshPointer plate = testing::plate_mesh(shrunk * size, 0.3);
      return {testing::plate_mesh(size, 0.3 / shrunk), plate, plate};
    }
    default: {  // often large: others are inside
      const Vector3 sides = draw.coin(0.4)
                                ? Vector3(draw.uniform(0.5, 1.5), draw.uniform(0.5, 1.5), draw.uniform(0.5, 1.5))
                                : Vector3(size, size, draw.uniform(0.02, 0.5));
      return {testing::box_mesh(sides), Box{shrunk * sides}, testing::box_mesh(shrunk * sides)};
    }
  }
}

Spec draw_joint(Draw& draw, const std::vector<Spec>& before) {
  Spec joint;
  const double kind = draw.uniform(0.0, 1.0);
  joint.type = kind < 0.5    ? JointType::revolute
               : kind < 0.7  ? JointType::prismatic
               : kind < 0.85 ? JointType::continuous
                             : JointType::fixed;
  joint.origin = draw.pose(0.4);
  if (draw.coin(0.3)) joint.origin.rotation.setIdentity();
  joint.axis = draw.coin() ? Vector3(Vector3::UnitZ()) : draw.direction();
  if (joint.type == JointType::revolute || joint.type == JointType::prismatic) {
    const double lower = draw.uniform(-2.0, 1.0), widest = joint.type == JointType::revolute ? 7.0 : 0.6;
    joint.limits = Limits{lower, lower + (draw.coin(0.15) ? 0.0 : draw.log_uniform(0.05, widest))};
  }
  if (before.empty() || joint.type == JointType::fixed || !draw.coin(0.25)) return joint;
  const Spec& source = before[at(draw.integer(0, static_cast<int>(before.size()) - 1))];
  if (source.type == JointType::fixed || source.mimic) return joint;
  joint.mimic = Spec::MimicSpec{source.name, draw.coin(0.2) ? 0.0 : draw.sign() * draw.uniform(0.2, 1.5),
                                draw.uniform(-0.5, 0.5)};
  return joint;
}

Twins draw_robot(Draw& draw) {
  Twins robot;
  const int count = draw.integer(3, 5);
  for (int k = 0; k < count; ++k) {
    const std::string name = "link_" + std::to_string(k);
    for (std::vector<Link>* links : {&robot.links, &robot.solids, &robot.surfaces}) links->push_back({name, {}});
    const int bodies = draw.coin(0.15) ? 0 : draw.integer(1, 2);
    for (int i = 0; i < bodies; ++i) {
      const Body body = draw_body(draw);
      const Pose X = draw.pose(0.3);
      robot.links.back().colliders.push_back({X, body.own});
      robot.solids.back().colliders.push_back({X, body.solid});
      robot.surfaces.back().colliders.push_back({X, body.surface});
    }
    if (k == 0) continue;
    Spec joint = draw_joint(draw, robot.joints);
    joint.name = "joint_" + std::to_string(k);
    joint.parent_link = "link_" + std::to_string(draw.coin(0.7) ? k - 1 : draw.integer(0, k - 1));
    joint.child_link = name;
    robot.joints.push_back(joint);
  }
  return robot;
}

TEST(RandomRobots, NothingThatIsProvenNeverTouches) {
  Draw draw;
  const int robots = testing::cases(500, 50'000), configurations = 120;
  int proven = 0, sampled = 0, contacts = 0, inside = 0, always = 0;
  for (int k = 0; k < robots; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Twins drawn = draw_robot(draw);
    const KinematicTree tree = KinematicTree::build(drawn.links, drawn.joints),
                        solid = KinematicTree::build(drawn.solids, drawn.joints),
                        surface = KinematicTree::build(drawn.surfaces, drawn.joints);
    SurveySettings settings;
    settings.samples = 50;
    settings.budget = 2'000;
    const PairSurvey survey = survey_pairs(tree, settings);
    testing::FclRobot judge(solid), hollow(surface);
    for (int i = 0; i < configurations; ++i) {
      const Configuration q = testing::draw_within_limits(draw, tree, 0.3);
      judge.place(q);
      hollow.place(q);
      for (const SurveyedPair& pair : survey.pairs) {
        if (pair.kind == PairKind::adjacent) continue;
        const bool touches = judge.touch(pair.link_a, pair.link_b);
        const bool never = pair.kind == PairKind::never && pair.proven;
        ASSERT_FALSE(touches && never) << tree.links()[at(pair.link_a)].name << " and "
                                       << tree.links()[at(pair.link_b)].name << " at " << q.transpose();
        contacts += touches ? 1 : 0;
        inside += touches && !hollow.touch(pair.link_a, pair.link_b) ? 1 : 0;
        // Bodies that graze each other may be apart once they have been made smaller: rare.
        if (pair.kind == PairKind::always && pair.proven && !touches) ++always;
      }
    }
    for (const SurveyedPair& pair : survey.pairs) {
      if (pair.kind != PairKind::never) continue;
      (pair.proven ? proven : sampled) += 1;
    }
  }
  EXPECT_GT(proven, robots / 4);
  EXPECT_GT(sampled, 0);
  EXPECT_GT(contacts, 20 * robots);
  EXPECT_GT(inside, robots);
  EXPECT_LT(always, configurations * (1 + robots / 100));
  std::printf("%d robots: %d pairs proven, %d sampled; %d contacts, %d of them of a link inside another\n", robots,
              proven, sampled, contacts, inside);
}

}  // namespace
}  // namespace tocca::random_robot_tests
