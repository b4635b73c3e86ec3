// What is proven here: prove_never never calls two links apart that touch somewhere within the limits.
// Oracle: kinematics of the tests' own and closed forms for balls. Each case is drawn at the limit of what can be proven: two small balls
// touch, or miss each other by little, at one corner of the joints' ranges, and move apart from there along every joint, so that a bound
// that is too small by a few percent proves something wrong.
#include "check/survey/never_proof.hpp"

#include <gtest/gtest.h>

#include "testing/draw.hpp"
#include "testing/plain_kinematics.hpp"

namespace tocca::never_proof_tests {
namespace {

using testing::Draw;

/// A chain of links; geometry comes later.
struct DrawnChain {
  std::vector<KinematicTree::JointSpec> joints;
  int count() const { return static_cast<int>(joints.size()); }
};

std::string link_named(int k) { return "link_" + std::to_string(k); }

/// Two branches from a root: one to each of the two links, so that joints are on both sides of their common ancestor.
DrawnChain draw_chain(Draw& draw) {
  DrawnChain chain;
  const int count = draw.integer(1, 4), up = draw.integer(0, count);
  for (int k = 1; k <= count; ++k) {
    KinematicTree::JointSpec joint;
    joint.name = "joint_" + std::to_string(k);
    joint.type = draw.coin(0.2) ? JointType::prismatic : draw.coin(0.1) ? JointType::fixed : JointType::revolute;
    joint.parent_link = k == 1 || k == up + 1 ? "root" : link_named(k - 1);
    joint.child_link = link_named(k);
    joint.origin = draw.pose(0.5);
    joint.axis = draw.direction();
    chain.joints.push_back(joint);
  }
  for (int k = 2; k <= count; ++k) {
    KinematicTree::JointSpec& joint = chain.joints[at(k - 1)];
    const KinematicTree::JointSpec& first = chain.joints[at(draw.integer(1, k - 1) - 1)];
    if (!draw.coin(0.2) || joint.type == JointType::fixed || first.type == JointType::fixed || first.mimic) continue;
    joint.mimic =
        KinematicTree::JointSpec::MimicSpec{first.name, draw.sign() * draw.uniform(0.3, 1.5), draw.uniform(-1, 1)};
  }
  return chain;
}

struct Ends {
  std::string a, b;
};
/// The two links that are farthest apart along the chain: the tip of each branch.
Ends ends_of(const DrawnChain& chain) {
  int up = chain.count();
  for (int k = 2; k <= chain.count(); ++k) {
    if (chain.joints[at(k - 1)].parent_link == "root") up = k - 1;
  }
  return {up == chain.count() ? "root" : link_named(up), link_named(chain.count())};
}

KinematicTree build(const DrawnChain& chain, const std::vector<std::pair<std::string, Collider>>& geometry) {
  std::vector<Link> links{{"root", {}}};
  for (int k = 1; k <= chain.count(); ++k) links.push_back({link_named(k), {}});
  for (Link& link : links) {
    for (const auto& [name, collider] : geometry) {
      if (name == link.name) link.colliders.push_back(collider);
    }
  }
  return KinematicTree::build(std::move(links), chain.joints);
}

/// Where the centres of two balls are.
struct Balls {
  Vector3 in_a, in_b;  ///< in their links' frames
  double radius_a, radius_b;
};

double gap(const KinematicTree& tree, const Ends& ends, const Balls& balls, const Configuration& q) {
  std::vector<Eigen::Isometry3d> poses;
  testing::place_links(tree, {}, q, poses);
  const Vector3 a = poses[at(tree.find_link(ends.a))] * balls.in_a, b = poses[at(tree.find_link(ends.b))] * balls.in_b;
  return (a - b).norm() - balls.radius_a - balls.radius_b;
}

/// A case: a robot, two links of it, and the corner of the ranges at which they are nearest, with their distance there.
struct Corner {
  KinematicTree tree;
  Ends ends;
  Balls balls;
  Configuration at;
  double gap_m;
};

/// Two balls `gap_m` apart (negative: that deep in each other) at a random configuration, and limits on the side of it on which every joint by
/// itself takes them apart.
Corner draw_corner(Draw& draw, double gap_m) {
  DrawnChain chain = draw_chain(draw);
  const Ends ends = ends_of(chain);
  const KinematicTree bare = build(chain, {});
  Configuration q = bare.zero_configuration();
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = draw.uniform(-2.0, 2.0);
  Balls balls{draw.vector(0.3), Vector3::Zero(), draw.log_uniform(1e-3, 0.1), draw.log_uniform(1e-3, 0.1)};
  std::vector<Eigen::Isometry3d> poses;
  testing::place_links(bare, {}, q, poses);
  const Vector3 between = draw.direction() * (balls.radius_a + balls.radius_b + gap_m);
  balls.in_b = poses[at(bare.find_link(ends.b))].inverse() * (poses[at(bare.find_link(ends.a))] * balls.in_a + between);
  const double here = gap(bare, ends, balls, q);
  for (KinematicTree::JointSpec& joint : chain.joints) {
    const int coordinate = bare.joints()[at(bare.find_joint(joint.name))].first_coordinate;
    if (coordinate < 0) continue;
    Configuration further = q;
    further[coordinate] += 1e-4;
    const double width = draw.log_uniform(0.02, 0.6);
    const bool upwards = gap(bare, ends, balls, further) > here;
    joint.limits =
        upwards ? Limits{q[coordinate], q[coordinate] + width} : Limits{q[coordinate] - width, q[coordinate]};
  }
  const auto ball = [](const Vector3& centre, double radius) {
    Pose X;
    X.translation = centre;
    return Collider{X, Sphere{radius}};
  };
  // Half of the second ones are ends of rods that lead away from the first: their middles are nowhere near what touches.
  Collider second = ball(balls.in_b, balls.radius_b);
  if (draw.coin()) {
    const double length = draw.log_uniform(0.05, 1.0);
    const Vector3 away = poses[at(bare.find_link(ends.b))].linear().transpose() * between.normalized();
    second.geometry = Capsule{balls.radius_b, length};
    second.placement.rotation = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), away).toRotationMatrix();
    second.placement.translation = balls.in_b + 0.5 * length * away;
  }
  KinematicTree tree = build(chain, {{ends.a, ball(balls.in_a, balls.radius_a)}, {ends.b, second}});
  return {std::move(tree), ends, balls, q, here};
}

NeverProof prove(const Corner& corner, std::uint64_t budget) {
  const int a = corner.tree.find_link(corner.ends.a), b = corner.tree.find_link(corner.ends.b);
  PairChain chain(corner.tree, a, b);
  const LinkShape shape_a(corner.tree.links()[at(a)]), shape_b(corner.tree.links()[at(b)]);
  return prove_never(chain, shape_a, shape_b, budget, [] { return true; });
}

TEST(NeverProof, ProvesNothingThatTouchesAtACorner) {
  Draw draw;
  const int count = testing::cases(3'000, 200'000);
  int proven = 0, refused = 0, misses = 0, met = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const bool touching = draw.coin(0.7);
    const double depth = draw.log_uniform(1e-8, 1e-4);
    const Corner corner = draw_corner(draw, touching ? -depth : draw.log_uniform(1e-5, 0.1));
    const NeverProof proof = prove(corner, 20'000);
    met += proof.end == ProofEnd::touch ? 1 : 0;
    if (corner.gap_m < -0.5 * depth) {
      ASSERT_NE(proof.end, ProofEnd::proven)
          << "they are " << -corner.gap_m << " m deep in each other at " << corner.at.transpose();
      ++refused;
    } else if (proof.end == ProofEnd::proven) {
      ++proven;
      // The corner is where single joints are nearest; together they may do better: look around.
      for (int sample = 0; sample < 20; ++sample) {
        Configuration q = corner.at;
        for (const Joint& joint : corner.tree.joints()) {
          if (joint.first_coordinate < 0) continue;
          const double part = draw.coin(0.3) ? (draw.coin() ? 0.0 : 1.0) : draw.uniform(0.0, 1.0);
          q[joint.first_coordinate] = joint.limits->lower + part * (joint.limits->upper - joint.limits->lower);
        }
        ASSERT_GT(gap(corner.tree, corner.ends, corner.balls, q), 0.0) << q.transpose();
      }
    } else {
      ++misses;
    }
  }
  EXPECT_GT(refused, count / 2);
  EXPECT_GT(proven, count / 10);
  EXPECT_LT(misses, count / 5);  // some do touch elsewhere
  EXPECT_GT(met, count / 50);
}

/// The same at angles all the way round: a joint without limits, or whose limits leave nothing out.
TEST(NeverProof, WholeTurnsHaveNoGap) {
  Draw draw;
  int proven = 0, refused = 0;
  for (int k = 0; k < testing::cases(600, 20'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    // A ball that goes round an axis at distance 1, and one that it meets at one angle, or misses by little.
    const double angle =
        draw.coin(0.5) ? draw.sign() * (3.14159265358979 - draw.log_uniform(1e-16, 1e-3)) : draw.uniform(-3.2, 3.2);
    // Tiny balls meet in a range of angles that is no wider than they are: a turn that lacks a little of its end would miss it.
    const double radius = draw.coin() ? 0.05 : draw.log_uniform(1e-6, 1e-2);
    const double miss = radius * (draw.coin() ? -draw.log_uniform(1e-12, 1.0) : draw.log_uniform(1e-4, 0.2));
    const double far = 1.0 + 2 * radius + miss;
    KinematicTree::JointSpec turn, weld;
    turn.name = "turn", weld.name = "weld";
    turn.type = draw.coin() ? JointType::continuous : JointType::revolute;
    if (turn.type == JointType::revolute && draw.coin()) {
      const double lower = draw.uniform(-6.3, 0.0);
      turn.limits = Limits{lower, lower + draw.uniform(6.3, 12.0)};
    }
    turn.axis = Vector3::UnitZ();
    turn.parent_link = "root", turn.child_link = "arm";
    weld.parent_link = "arm", weld.child_link = "hand";
    weld.origin.translation = Vector3(1, 0, 0);
    Pose there;
    there.translation = Vector3(far * std::cos(angle), far * std::sin(angle), 0.0);
    const KinematicTree tree = KinematicTree::build(
        {{"root", {{there, Sphere{radius}}}}, {"arm", {}}, {"hand", {{Pose{}, Sphere{radius}}}}}, {turn, weld});
    PairChain chain(tree, 0, 2);
    const LinkShape a(tree.links()[0]), b(tree.links()[2]);
    const NeverProof proof = prove_never(chain, a, b, 100'000, [] { return true; });
    if (miss < 0.0) {
      ASSERT_NE(proof.end, ProofEnd::proven) << angle << " " << miss;
      ++refused;
    } else {
      proven += proof.end == ProofEnd::proven ? 1 : 0;
    }
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(proven, 50);
}

/// A pinion that a rack follows, and a joint that follows it by nothing: that one stands still, the rack does not.
TEST(NeverProof, AJointThatMimicsByNothingStopsNoOther) {
  using Spec = KinematicTree::JointSpec;
  const auto joint = [](const char* name, JointType type, const char* parent, const char* child) {
    Spec spec;
    spec.name = name;
    spec.type = type;
    spec.axis = Vector3::UnitX();
    spec.parent_link = parent;
    spec.child_link = child;
    return spec;
  };
  for (const bool limited : {false, true}) {
    Spec pinion = joint("pinion", limited ? JointType::revolute : JointType::continuous, "root", "wheel");
    if (limited) pinion.limits = Limits{-3.0, 3.0};
    Spec dead = joint("dead", JointType::revolute, "root", "plate"),
         rack = joint("rack", JointType::prismatic, "plate", "slider");
    dead.mimic = Spec::MimicSpec{"pinion", 0.0, 0.5};
    rack.mimic = Spec::MimicSpec{"pinion", 1.0, 0.0};
    Pose there;
    there.translation = Vector3(2, 0, 0);
    const KinematicTree tree = KinematicTree::build(
        {{"root", {{there, Sphere{0.1}}}}, {"wheel", {}}, {"plate", {}}, {"slider", {{Pose{}, Sphere{0.1}}}}},
        {pinion, dead, rack});
    const int a = tree.find_link("root"), b = tree.find_link("slider");
    PairChain chain(tree, a, b);
    const LinkShape shape_a(tree.links()[at(a)]), shape_b(tree.links()[at(b)]);
    const NeverProof proof = prove_never(chain, shape_a, shape_b, 10'000, [] { return true; });
    EXPECT_NE(proof.end, ProofEnd::proven) << "at 2 of the pinion they are one";
    EXPECT_EQ(proof.end == ProofEnd::unbounded, !limited);
  }
}

TEST(NeverProof, ALinkInsideAnotherTouches) {
  // A small ball turns inside a closed box: surfaces never meet.
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
  const std::vector<Triangle> faces{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  const auto box = std::make_shared<const TriangleMesh>(corners, faces);
  for (const double x : {0.5, 3.0}) {
    KinematicTree::JointSpec turn, weld;
    turn.name = "turn", weld.name = "weld";
    turn.type = JointType::revolute;
    turn.limits = Limits{-0.2, 0.2};
    turn.axis = Vector3::UnitZ();
    turn.parent_link = "root", turn.child_link = "arm";
    weld.parent_link = "arm", weld.child_link = "hand";
    weld.origin.translation = Vector3(x, 0, 0);
    const KinematicTree tree =
        KinematicTree::build({{"root", {{Pose{}, box}}}, {"arm", {}}, {"hand", {{Pose{}, Sphere{0.1}}}}}, {turn, weld});
    PairChain chain(tree, 0, 2);
    const LinkShape a(tree.links()[0]), b(tree.links()[2]);
    const ProofEnd expected = x < 1.0 ? ProofEnd::touch : ProofEnd::proven;
    EXPECT_EQ(prove_never(chain, a, b, 1'000, [] { return true; }).end, expected) << x;
  }
}

}  // namespace
}  // namespace tocca::never_proof_tests
