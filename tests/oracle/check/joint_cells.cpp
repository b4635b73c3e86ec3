// Links that are proven apart by cells of the joints between them: judged by kinematics and distances of the tests' own (FCL, long double)
// at samples of the motion. Arms have short thick links, so that every other pair is near at most states.
#include "check/model/joint_cells.hpp"

#include <gtest/gtest.h>

#include "check/model/joint_cells.hpp"
#include "check/strategy/cell_proof.hpp"
#include "testing/judge.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::joint_cells_tests {
namespace {

/// An arm whose joints turn between limits; its links are boxes and cylinders, as meshes and as solids, some of them hollow and around others.
Problem draw_arm(testing::Draw& draw) {
  std::vector<Link> links{{"root", {}}};
  std::vector<KinematicTree::JointSpec> joints;
  const int count = draw.integer(3, 6);
  for (int k = 1; k <= count; ++k) {
    KinematicTree::JointSpec joint;
    joint.name = "joint_" + std::to_string(k);
    joint.type = draw.coin(0.15) ? JointType::fixed : JointType::revolute;
    joint.parent_link = links.back().name;
    joint.child_link = "link_" + std::to_string(k);
    joint.origin = draw.pose(0.02);
    joint.origin.translation += Vector3(draw.uniform(0.05, 0.2), 0.0, 0.0);
    joint.axis = draw.direction();
    const double lower = draw.uniform(-3.0, 0.5);
    joint.limits = Limits{lower, lower + draw.uniform(0.2, 3.5)};
    const Vector3 size = Vector3::Constant(0.01) + draw.vector(0.1).cwiseAbs();
    Geometry geometry = Box{size};
    if (draw.coin()) geometry = testing::box_mesh(size);
    if (draw.coin(0.3)) geometry = Cylinder{size[0], size[2]};
    links.push_back({joint.child_link, {{testing::at(draw.uniform(0.0, 0.1), 0, 0), geometry}}});
    joints.push_back(joint);
  }
  return testing::problem_of({"robot", KinematicTree::build(std::move(links), std::move(joints)), {}}, {});
}

/// Mostly within the limits.
Configuration draw_configuration(testing::Draw& draw, const KinematicTree& tree) {
  Configuration q = tree.zero_configuration();
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0) continue;
    const double slack = draw.coin(0.05) ? 0.3 : 0.0;
    q[joint.first_coordinate] = draw.uniform(joint.limits->lower - slack, joint.limits->upper + slack);
  }
  return q;
}

TEST(JointCells, LinksAreApartOnMotionsThroughProvenCells) {
  testing::Draw draw;
  const int count = testing::cases(60, 4'000);
  int proven = 0, open = 0, near = 0, touching = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Problem problem = draw_arm(draw);
    const double clearance_m = draw.coin() ? 0.0 : draw.log_uniform(1e-4, 2e-2);
    const CollisionModel model(problem, {.self_clearance_m = clearance_m, .joint_cells = true});
    const KinematicTree& tree = model.robots()[0].tree;
    MotionStep step(model);
    CellProof proof(model);
    testing::JudgedWorld world(problem);
    for (int motion = 0; motion < 12; ++motion) {
      const Configuration from = draw_configuration(draw, tree);
      const Configuration to =
          draw.coin(0.2) ? from
                         : Configuration(from + draw.uniform(0.05, 1.0) * (draw_configuration(draw, tree) - from));
      step.tree(0).move(from, to);
      for (std::size_t i = 0; i < model.pairs().size(); ++i) {
        const CollisionModel::Pair& pair = model.pairs()[i];
        if (!model.joint_cells().of(static_cast<int>(i))) continue;
        const bool apart = proof.apart(step, static_cast<int>(i));
        (apart ? proven : open) += 1;
        const testing::JudgedWorld::Names names(model.name(pair.a), model.name(pair.b));
        for (int sample = 0; sample < 4; ++sample) {
          world.place(0, testing::between(tree, from, to, sample == 0 ? 0.0 : draw.uniform(0.0, 1.0)));
          const testing::DistanceBounds distance = world.plain(names);
          touching += !apart && distance.upper <= pair.clearance_m + 1e-6 ? 1 : 0;
          if (!apart) continue;
          ASSERT_GT(distance.upper, pair.clearance_m + JointCells::level_m) << names.first << " and " << names.second;
          ASSERT_FALSE(world.inside(names)) << names.first << " and " << names.second;
          near += distance.upper < pair.clearance_m + 0.03 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(proven, 2 * count);
  EXPECT_GT(open, 2 * count);
  EXPECT_GT(near, count / 2);
  EXPECT_GT(touching, count / 2);
}

TEST(JointCells, AnswersDoNotDependOnWhoFillsThem) {
  testing::Draw draw;
  const int count = testing::cases(20, 400);
  int proven = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Problem problem = draw_arm(draw);
    const CollisionModel alone(problem, {.joint_cells = true}), shared(problem, {.joint_cells = true});
    std::vector<std::pair<Configuration, Configuration>> motions;
    for (int i = 0; i < 64; ++i) {
      const KinematicTree& tree = alone.robots()[0].tree;
      const Configuration from = draw_configuration(draw, tree), to = draw_configuration(draw, tree);
      motions.emplace_back(from, from + 0.3 * (to - from));
    }
    const auto judge = [&](const CollisionModel& model, std::size_t i, std::vector<char>& answers) {
      MotionStep step(model);
      CellProof proof(model);
      step.tree(0).move(motions[i].first, motions[i].second);
      for (std::size_t pair = 0; pair < model.pairs().size(); ++pair)
        answers.push_back(proof.apart(step, static_cast<int>(pair)) ? 1 : 0);
    };
    std::vector<std::vector<char>> one(motions.size()), two(motions.size());
    for (std::size_t i = 0; i < motions.size(); ++i) judge(alone, i, one[i]);
    parallel_for(motions.size(), [&](std::size_t i) { judge(shared, i, two[i]); });
    ASSERT_EQ(one, two);
    for (const std::vector<char>& answers : one)
      proven += static_cast<int>(std::count(answers.begin(), answers.end(), 1));
  }
  EXPECT_GT(proven, count);
}

}  // namespace
}  // namespace tocca::joint_cells_tests
