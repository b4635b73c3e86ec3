// Surveys of whole robots: small ones with known answers, real ones judged by FCL and kinematics of the tests' own.
#include "tocca/check/pair_survey.hpp"

#include <gtest/gtest.h>

#include "core/index.hpp"
#include "testing/draw.hpp"
#include "testing/fcl_robot.hpp"
#include "testing/real_robot.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::pair_survey_tests {
namespace {

using Spec = KinematicTree::JointSpec;

Collider ball(double x, double y, double z, double radius) {
  Pose X;
  X.translation = Vector3(x, y, z);
  return {X, Sphere{radius}};
}

Spec joint(const std::string& parent, const std::string& child, JointType type, std::optional<Limits> limits = {}) {
  Spec spec;
  spec.name = parent + "-" + child;
  spec.type = type;
  spec.parent_link = parent;
  spec.child_link = child;
  spec.axis = Vector3::UnitZ();
  spec.limits = limits;
  return spec;
}

const SurveyedPair& pair_of(const PairSurvey& survey, const KinematicTree& tree, const char* a, const char* b) {
  for (const SurveyedPair& pair : survey.pairs) {
    if (std::minmax(pair.link_a, pair.link_b) == std::minmax(tree.find_link(a), tree.find_link(b))) return pair;
  }
  throw std::runtime_error("no such pair");
}

SurveySettings few(std::int64_t samples = 500) {
  SurveySettings settings;
  settings.samples = samples;
  return settings;
}

TEST(PairSurvey, OneJointAndNothingBetweenIsAdjacent) {
  // base - (fixed) - empty - turn - arm - (fixed) - hand; the base also carries a shelf by a joint of its own.
  const KinematicTree tree =
      KinematicTree::build({{"base", {ball(0, 0, 0, 0.1)}},
                            {"empty", {}},
                            {"arm", {ball(1, 0, 0, 0.1)}},
                            {"hand", {ball(2, 0, 0, 0.1)}},
                            {"shelf", {ball(0, 0, 5, 0.1)}}},
                           {joint("base", "empty", JointType::fixed), joint("empty", "arm", JointType::continuous),
                            joint("arm", "hand", JointType::fixed), joint("base", "shelf", JointType::continuous)});
  const PairSurvey survey = survey_pairs(tree, few());
  EXPECT_EQ(survey.pairs.size(), 6u);
  EXPECT_EQ(pair_of(survey, tree, "base", "arm").kind, PairKind::adjacent);  // what is empty is not between
  EXPECT_EQ(pair_of(survey, tree, "arm", "hand").kind, PairKind::adjacent);  // no joint moves
  EXPECT_EQ(pair_of(survey, tree, "base", "shelf").kind, PairKind::adjacent);
  for (const auto& [a, b] : {std::pair("base", "hand"), std::pair("arm", "shelf"), std::pair("hand", "shelf")}) {
    const SurveyedPair& pair = pair_of(survey, tree, a, b);
    EXPECT_EQ(pair.kind, PairKind::never) << a << b;
    EXPECT_TRUE(pair.proven) << a << b;
    EXPECT_EQ(pair.proof, ProofEnd::proven) << a << b;
  }
  EXPECT_EQ(pair_of(survey, tree, "base", "hand").joints, 1);
  EXPECT_EQ(pair_of(survey, tree, "hand", "shelf").joints, 2);
}

/// root and two arms that turn about z, with a body between so that nothing is adjacent.
KinematicTree three(const Collider& root, const Collider& tip, JointType first, std::optional<Limits> one,
                    JointType second, std::optional<Limits> two) {
  return KinematicTree::build({{"root", {root}}, {"middle", {ball(0, 0, 50, 0.1)}}, {"tip", {tip}}},
                              {joint("root", "middle", first, one), joint("middle", "tip", second, two)});
}

TEST(PairSurvey, KindsAreTold) {
  const auto kind = [](const KinematicTree& tree) {
    const PairSurvey survey = survey_pairs(tree, few());
    const SurveyedPair& pair = pair_of(survey, tree, "root", "tip");
    EXPECT_EQ(pair.kind == PairKind::never, !pair.touching.has_value());
    return std::pair(pair.kind, pair.proven);
  };
  const Limits half{-1.5, 1.5}, zero{0.0, 0.0};
  const JointType turn = JointType::revolute, slide = JointType::prismatic;
  // On the axis: nothing moves them apart, whatever the angles.
  EXPECT_EQ(kind(three(ball(0, 0, 0, 0.1), ball(0, 0, 0.1, 0.1), turn, half, turn, half)),
            std::pair(PairKind::always, false));
  EXPECT_EQ(kind(three(ball(0, 0, 0, 0.1), ball(0, 0, 0.1, 0.1), JointType::fixed, {}, JointType::fixed, {})),
            std::pair(PairKind::always, true));
  EXPECT_EQ(kind(three(ball(1, 0, 0, 0.1), ball(1, 0, 0, 0.1), turn, half, turn, half)),
            std::pair(PairKind::by_default, false));
  EXPECT_EQ(kind(three(ball(0, 1, 0, 0.1), ball(1, 0, 0, 0.1), turn, half, turn, half)),
            std::pair(PairKind::sometimes, false));
  EXPECT_EQ(kind(three(ball(0, 0, 0, 0.1), ball(1, 0, 0, 0.1), turn, half, turn, half)),
            std::pair(PairKind::never, true));
  // Inside a closed mesh, whose surface it never meets.
  EXPECT_EQ(kind(three({Pose{}, testing::box_mesh(Vector3(1, 1, 1))}, ball(0, 0, 0, 0.1), turn, half, turn, half)),
            std::pair(PairKind::always, false));
  EXPECT_EQ(kind(three(ball(-1, 0, 0, 0.1), ball(1, 0, 0, 0.1), turn, half, turn, zero)),
            std::pair(PairKind::never, true));
  EXPECT_EQ(kind(three(ball(0, 0, 0, 0.1), ball(0, 0, 1, 0.1), slide, Limits{-0.7, 0.7}, turn, half)),
            std::pair(PairKind::never, true));
  EXPECT_EQ(kind(three(ball(0, 0, 0, 0.1), ball(0, 0, 1, 0.1), slide, Limits{-0.9, 0.7}, turn, half)),
            std::pair(PairKind::sometimes, false));
}

TEST(PairSurvey, WhatHasNoLimitsIsSampledUnlessItTurns) {
  const auto proof = [](JointType first, JointType second) {
    const KinematicTree tree = three(ball(0, 0, 0, 0.1), ball(1, 0, 1, 0.1), first, {}, second, {});
    const PairSurvey survey = survey_pairs(tree, few());
    return pair_of(survey, tree, "root", "tip").proof;
  };
  EXPECT_EQ(proof(JointType::continuous, JointType::revolute), ProofEnd::proven);
  EXPECT_EQ(proof(JointType::prismatic, JointType::revolute), ProofEnd::unbounded);
  EXPECT_EQ(proof(JointType::planar, JointType::fixed), ProofEnd::unbounded);
  EXPECT_EQ(proof(JointType::floating, JointType::fixed), ProofEnd::unbounded);
}

TEST(PairSurvey, FingersThatMimicEachOtherStayApart) {
  // Two fingers slide by the same number in opposite directions: taken by themselves they would meet.
  Spec left = joint("palm", "left", JointType::prismatic, Limits{0.0, 0.2}),
       right = joint("palm", "right", JointType::prismatic);
  left.axis = right.axis = Vector3::UnitX();
  left.origin.translation = Vector3(0.15, 0, 0);
  right.mimic = Spec::MimicSpec{"palm-left", 1.0, 0.0};
  const KinematicTree tree = KinematicTree::build(
      {{"palm", {ball(0, 0, 1, 0.05)}}, {"left", {ball(0, 0, 0, 0.05)}}, {"right", {ball(0, 0, 0, 0.05)}}},
      {left, right});
  const PairSurvey survey = survey_pairs(tree, few());
  const SurveyedPair& pair = pair_of(survey, tree, "left", "right");
  EXPECT_EQ(pair.kind, PairKind::never);
  EXPECT_TRUE(pair.proven);
  EXPECT_EQ(pair.joints, 1);
}

TEST(PairSurvey, WithoutSamplesOnlyProofsCount) {
  // A gap of 1e-9 m is below what rounding lets a proof see.
  const KinematicTree tree = three(ball(0, 0, 0, 0.1), ball(0, 0, 0.2 + 1e-9, 0.1), JointType::revolute, Limits{-1, 1},
                                   JointType::revolute, Limits{-1, 1});
  SurveySettings settings = few(0);
  const PairSurvey alone = survey_pairs(tree, settings);
  EXPECT_NE(pair_of(alone, tree, "root", "tip").kind, PairKind::never);
  settings.time_limit_s = 1e-9;
  const PairSurvey late = survey_pairs(three(ball(0, 0, 0, 0.1), ball(1, 0, 0, 0.1), JointType::revolute, Limits{-1, 1},
                                             JointType::revolute, Limits{-1, 1}),
                                       settings);
  for (const SurveyedPair& pair : late.pairs) EXPECT_FALSE(pair.proven);
}

// Proofs call a gap below a micrometre a contact, samples did not: what the proof had met was thrown away, and the pair could be told
// as one that nothing brings together.
TEST(PairSurvey, WhatAProofMeetsWithinAMicrometreIsKept) {
  const KinematicTree tree = three(ball(0.2 + 5e-7, 0, 0.5, 0.1), ball(0, 0, 0, 0.1), JointType::prismatic,
                                   Limits{-0.5, 1.5}, JointType::fixed, {});
  const PairSurvey survey = survey_pairs(tree, few(0));
  const SurveyedPair& pair = pair_of(survey, tree, "root", "tip");
  EXPECT_EQ(pair.kind, PairKind::sometimes);
  EXPECT_EQ(pair.proof, ProofEnd::touch);
  ASSERT_TRUE(pair.touching.has_value());
  EXPECT_EQ((*pair.touching)[0], 0.5);
}

/// A campaign looks at all of them.
std::vector<std::string> robots_to_judge() {
  std::vector<std::string> names{"panda", "abb_irb2400", "fanuc_m10ia", "kuka_kr16_2"};
  if (testing::campaign()) {
    names.insert(names.end(), {"puma560", "ur5_robotiq85", "panda_dense", "motoman_sia20d_car_seat_cell", "abb_yumi"});
  }
  return names;
}

TEST(PairSurvey, FclFindsNoContactInANeverOfARealRobot) {
  TOCCA_NEED_MODELS();
  testing::Draw draw;
  int proven = 0, shown = 0;
  for (const std::string& name : robots_to_judge()) {
    SCOPED_TRACE(name);
    const Robot robot = testing::real_robot(name, false);
    const PairSurvey survey = survey_pairs(robot.tree, few(5'000));
    testing::FclRobot judge(robot.tree);
    for (const SurveyedPair& pair : survey.pairs) {
      proven += pair.kind == PairKind::never && pair.proven ? 1 : 0;
      if (!pair.touching || pair.kind == PairKind::adjacent) continue;
      judge.place(*pair.touching);
      shown += judge.touch(pair.link_a, pair.link_b) ? 1 : 0;
    }
    for (int k = 0; k < testing::cases(1'000, 50'000); ++k) {
      judge.place(testing::draw_within_limits(draw, robot.tree, 0.2));
      for (const SurveyedPair& pair : survey.pairs) {
        if (pair.kind != PairKind::never) continue;
        ASSERT_FALSE(judge.touch(pair.link_a, pair.link_b))
            << robot.tree.links()[at(pair.link_a)].name << " and " << robot.tree.links()[at(pair.link_b)].name
            << (pair.proven ? ", proven, case " : ", sampled, case ") << k;
      }
    }
  }
  EXPECT_GE(proven, 40);
  EXPECT_GE(shown, 40);  // FCL agrees about contacts, too
}

/// Pairs that an SRDF calls Never, and that touch within the limits: FCL and kinematics of the tests' own say so too.
TEST(PairSurvey, SomeNeversOfAuthorsTouch) {
  TOCCA_NEED_MODELS();
  struct Claim {
    const char *robot, *a, *b;
  };
  for (const Claim& claim :
       {Claim{"panda", "panda_link2", "panda_link6"}, Claim{"motoman_sia20d_car_seat_cell", "link_s", "link_r"}}) {
    SCOPED_TRACE(claim.robot);
    const Robot robot = testing::real_robot(claim.robot, true);
    SurveySettings settings = few(20'000);
    settings.budget = 1'000;
    const PairSurvey survey = survey_pairs(robot.tree, settings);
    const SurveyedPair& pair = pair_of(survey, robot.tree, claim.a, claim.b);
    const bool disabled = std::any_of(robot.allowed.begin(), robot.allowed.end(), [&](const AllowedPair& one) {
      return std::minmax<std::string>(one.a, one.b) == std::minmax<std::string>(claim.a, claim.b) &&
             one.why == "SRDF: Never";
    });
    EXPECT_TRUE(disabled);
    ASSERT_EQ(pair.kind, PairKind::sometimes);
    ASSERT_TRUE(pair.touching);
    testing::FclRobot judge(robot.tree);
    judge.place(*pair.touching);
    EXPECT_TRUE(judge.touch(pair.link_a, pair.link_b));
    for (const Joint& own : robot.tree.joints()) {
      if (own.first_coordinate < 0 || own.mimic || !own.limits) continue;
      EXPECT_GE((*pair.touching)[own.first_coordinate], own.limits->lower);
      EXPECT_LE((*pair.touching)[own.first_coordinate], own.limits->upper);
    }
  }
}

TEST(PairSurvey, DoesNotDependOnThreads) {
  TOCCA_NEED_MODELS();
  const Robot robot = testing::real_robot("abb_irb2400", false);
  SurveySettings settings = few(2'000);
  settings.budget = 400;  // some pairs are left to samples
  const PairSurvey many = survey_pairs(robot.tree, settings);
  const ThreadLimit limit(1);
  const PairSurvey one = survey_pairs(robot.tree, settings);
  ASSERT_EQ(one.pairs.size(), many.pairs.size());
  int sampled = 0;
  for (std::size_t i = 0; i < one.pairs.size(); ++i) {
    EXPECT_EQ(one.pairs[i].kind, many.pairs[i].kind);
    EXPECT_EQ(one.pairs[i].proof, many.pairs[i].proof);
    EXPECT_EQ(one.pairs[i].boxes, many.pairs[i].boxes);
    EXPECT_EQ(one.pairs[i].samples, many.pairs[i].samples);
    ASSERT_EQ(one.pairs[i].touching.has_value(), many.pairs[i].touching.has_value());
    if (one.pairs[i].touching) {
      EXPECT_EQ(*one.pairs[i].touching, *many.pairs[i].touching);
    }
    sampled += one.pairs[i].kind == PairKind::never && !one.pairs[i].proven ? 1 : 0;
  }
  EXPECT_GT(sampled, 0);
}

}  // namespace
}  // namespace tocca::pair_survey_tests
