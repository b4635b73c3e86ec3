// What is proven here: two bodies that are called out of reach of each other never come as near as was asked. Obstacles are put, with nothing to
// spare, where a point of the turning body comes by at some angle of its own: they must never be called out of reach.
// Oracle: rotations in long double, written down once more here.
#include "check/strategy/out_of_reach.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "testing/draw.hpp"
#include "tocca/model/robot.hpp"

namespace tocca::out_of_reach_tests {
namespace {

using Wide = long double;
using WideVector = Eigen::Matrix<Wide, 3, 1>;
using WideMatrix = Eigen::Matrix<Wide, 3, 3>;

WideMatrix turn(const Vector3& axis, Wide angle) {
  const WideVector a = axis.cast<Wide>();
  WideMatrix K;
  K << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return WideMatrix::Identity() + std::sin(angle) * K + (1.0L - std::cos(angle)) * K * K;
}

/// What moves: one joint alone, which turns; the last few, which turn; one that turns and any that slide.
enum class Moves { alone, several, slides };

/// A chain of joints that turn or slide, each with its coordinate at the start and at the end.
struct Drawn {
  KinematicTree tree;
  Pose base;
  std::vector<double> from, to;

  /// Where a point of the last link is at t.
  WideVector place(const Vector3& x, Wide t) const {
    WideVector p = x.cast<Wide>();
    for (std::size_t k = from.size(); k-- > 0;) {
      const Joint& joint = tree.joints()[k];
      const Wide q = from[k] + t * (static_cast<Wide>(to[k]) - from[k]);
      const WideVector moved = joint.type == JointType::prismatic ? WideVector(p + q * joint.axis.cast<Wide>())
                                                                  : WideVector(turn(joint.axis, q) * p);
      p = joint.origin.rotation.cast<Wide>() * moved + joint.origin.translation.cast<Wide>();
    }
    return base.rotation.cast<Wide>() * p + base.translation.cast<Wide>();
  }
};

/// Along an axis, across it, or anyhow.
Vector3 draw_slide(testing::Draw& draw, const Vector3& axis) {
  const double kind = draw.uniform(0.0, 1.0);
  return kind < 0.5 ? axis : kind < 0.9 ? Vector3(axis.cross(draw.direction()).normalized()) : draw.direction();
}

Drawn draw_chain(testing::Draw& draw, int joints, Moves moves, double angle) {
  const int one = draw.integer(1, joints), first = draw.integer(1, std::max(1, joints - 1));
  const Vector3 common = draw.direction();
  std::vector<Link> links{{"0", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  std::vector<double> from, to;
  for (int i = 1; i <= joints; ++i) {
    KinematicTree::JointSpec spec;
    spec.name = "j" + std::to_string(i);
    spec.type = JointType::continuous;
    spec.parent_link = std::to_string(i - 1);
    spec.child_link = std::to_string(i);
    spec.origin = draw.pose(0.3);
    spec.axis = moves == Moves::slides ? common : draw.direction();
    if (moves == Moves::slides) {
      spec.origin.rotation = Eigen::AngleAxisd(draw.uniform(-3.0, 3.0), common).toRotationMatrix();
      if (i != one && draw.coin(0.7)) spec.type = JointType::prismatic, spec.axis = draw_slide(draw, common);
    }
    const bool slides = spec.type == JointType::prismatic;
    links.push_back({spec.child_link, {}});
    specs.push_back(std::move(spec));
    from.push_back(draw.uniform(-3.0, 3.0));
    const bool turns = moves == Moves::several ? i >= first : i == one;
    to.push_back(from.back() + (turns    ? angle * draw.sign()
                                : slides ? draw.log_uniform(1e-4, 1.0) * draw.sign()
                                         : 0.0));
  }
  return {KinematicTree::build(std::move(links), std::move(specs)), draw.pose(draw.coin(0.1) ? 1e3 : 1.0), from, to};
}

/// Some triangles around a point, which is a corner.
MeshPointer draw_mesh(testing::Draw& draw, const Vector3& corner, double size) {
  std::vector<Vector3> vertices{corner};
  std::vector<Triangle> triangles;
  for (Index i = 0; i < 12; ++i) vertices.push_back(corner + draw.vector(size));
  for (Index i = 0; i < 11; ++i) triangles.push_back({0, i + 1, i + 2});
  return std::make_shared<const TriangleMesh>(vertices, triangles);
}

Part part_of(MeshPointer mesh) {
  const Collider body{{}, std::move(mesh)};
  return Part({&body, 1});
}

OutOfReach::Result judge(const TreeMotion& motion, int link, const Part& a, const Part& b, double distance) {
  const Mover mover(motion, -1, link);
  const Part* parts[] = {&a, &b};
  OutOfReach out_of_reach;
  return out_of_reach.judge({&mover, {parts, 1}}, {nullptr, {parts + 1, 1}}, nullptr, distance);
}

void attack(Moves moves, int count) {
  testing::Draw draw;
  int apart = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const int joints = draw.integer(moves == Moves::alone ? 1 : 2, 4);
    const Drawn drawn = draw_chain(draw, joints, moves, draw.log_uniform(7.0, 1e6));
    TreeMotion motion(drawn.tree, drawn.base);
    motion.move(Eigen::Map<const Configuration>(drawn.from.data(), joints),
                Eigen::Map<const Configuration>(drawn.to.data(), joints));
    const Vector3 x = draw.vector(0.3);
    const Part a = part_of(draw_mesh(draw, x, draw.log_uniform(1e-3, 0.1)));
    // Where the point passes, and as far from there as is asked, less what rounds.
    const double distance = draw.coin() ? 0.0 : draw.log_uniform(1e-7, 1e-2);
    const WideVector there = drawn.place(x, draw.uniform(0.0, 1.0));
    const double slack = 1e-9 * (1.0 + drawn.base.translation.norm());
    const double aside = std::max(0.0, distance - slack);
    const Vector3 touched = Vector3(there.cast<double>()) + aside * draw.direction();
    const Part b = part_of(draw_mesh(draw, touched, draw.log_uniform(1e-3, 0.1)));
    ASSERT_NE(judge(motion, joints, a, b, distance + slack), OutOfReach::Result::apart);
    // And one that is somewhere: if it is called out of reach, no corner of the two comes near.
    const Part other = part_of(draw_mesh(draw, drawn.base.translation + draw.vector(2.0), 0.05));
    if (judge(motion, joints, a, other, distance) != OutOfReach::Result::apart) continue;
    ++apart;
    for (int i = 0; i < 64; ++i) {
      const Vector3 mine =
          a.vertices()[static_cast<std::size_t>(draw.integer(0, static_cast<int>(a.vertices().size()) - 1))];
      const WideVector p = drawn.place(mine, draw.uniform(0.0, 1.0));
      for (const Vector3& q : other.vertices()) {
        const Wide near = (p - q.cast<Wide>()).norm();
        ASSERT_GT(near, static_cast<Wide>(distance));
      }
    }
  }
  EXPECT_GT(apart, count / 10);
}

TEST(OutOfReach, IsNeverSaidOfWhatATurningPointPasses) { attack(Moves::alone, testing::cases(3'000, 100'000)); }
TEST(OutOfReach, IsNeverSaidOfWhatSeveralTurningJointsReach) { attack(Moves::several, testing::cases(3'000, 100'000)); }
TEST(OutOfReach, IsNeverSaidOfWhatAPointPassesThatTurnsAndSlides) {
  attack(Moves::slides, testing::cases(3'000, 100'000));
}

}  // namespace
}  // namespace tocca::out_of_reach_tests
