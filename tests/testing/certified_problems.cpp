#include "certified_problems.hpp"

#include <sstream>

#include "bricks.hpp"
#include "tocca/certificate/certificate_writer.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::testing {
namespace {

Pose at(double x, double y, double z) { return Pose::from_rpy({x, y, z}, {0, 0, 0}); }

/// Pieces of an arm: the root stands still, each next link lies along x and turns about z and y in turn, unless told otherwise.
struct ArmPiece {
  Geometry geometry;
  Pose placement = at(0.15, 0, 0);
  JointType type = JointType::revolute;
  std::optional<Vector3> axis{};
};

Robot arm(const std::string& name, const std::vector<ArmPiece>& pieces) {
  std::vector<Link> links{{"foot", {{at(0, 0, -0.1), Box{{0.1, 0.1, 0.1}}}}}};
  std::vector<KinematicTree::JointSpec> joints;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    links.push_back({"link" + number, {{pieces[i].placement, pieces[i].geometry}}});
    KinematicTree::JointSpec joint;
    joint.name = "joint" + number;
    joint.type = pieces[i].type;
    joint.parent_link = i == 0 ? "foot" : "link" + std::to_string(i);
    joint.child_link = links.back().name;
    joint.origin = i == 0 ? at(0, 0, 0.02) : Pose::from_rpy({0.3, 0, 0}, {0.1 * static_cast<double>(i), 0, 0});
    joint.axis = pieces[i].axis.value_or(i % 2 == 0 ? Vector3(0, 0, 1) : Vector3(0, 1, 0));
    joints.push_back(joint);
  }
  return {name, KinematicTree::build(std::move(links), std::move(joints)), {}, {}};
}

Path path(std::initializer_list<std::initializer_list<double>> rows) {
  Path result;
  const auto columns = static_cast<Eigen::Index>(rows.begin()->size());
  result.waypoints.resize(static_cast<Eigen::Index>(rows.size()), columns);
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index k = 0;
    for (const double x : row) result.waypoints(i, k++) = x;
    ++i;
  }
  result.interpolation.assign(static_cast<std::size_t>(columns), Interpolation::linear);
  return result;
}

SceneObject object(const std::string& name, const Pose& pose, Geometry geometry) {
  return {name, pose, {{Pose(), std::move(geometry)}}};
}

Problem among_boxes() {
  Problem problem;
  const Box thin{{0.26, 0.05, 0.05}};
  problem.robots.push_back({arm("arm", {{thin}, {thin}, {thin}}), Pose(), {}});
  problem.robots[0].path = path({{0.0, 0.2, 0.1}, {0.7, -0.3, 0.4}, {1.3, 0.1, -0.2}});
  problem.scene.objects = {object("table", at(0, 0, -0.6), Box{{3, 3, 0.1}}),
                           object("post", at(0.6, -0.25, 0.1), Box{{0.1, 0.1, 0.9}}),
                           object("shelf", at(0.5, 0.5, 0.75), Box{{0.5, 0.5, 0.04}}),
                           object("wall", at(-0.7, 0.3, 0.0), Box{{0.05, 1.0, 1.0}})};
  return problem;
}

Problem two_arms() {
  Problem problem;
  const Capsule limb{0.03, 0.24};
  const Pose lying = Pose::from_rpy({0.15, 0, 0}, {0, 1.5707963267948966, 0});
  for (const char* name : {"left", "right"})
    problem.robots.push_back({arm(name, {{limb, lying}, {limb, lying}}), Pose(), {}});
  problem.robots[0].path = path({{-0.6, 0.1}, {0.35, 0.5}});
  problem.robots[1].base = Pose::from_rpy({0.95, 0.1, 0}, {0, 0, 3.141592653589793});
  problem.robots[1].path = path({{0.5, -0.6}, {-0.3, 0.4}});
  return problem;
}

Problem moving_object() {
  Problem problem = among_boxes();
  problem.robots[0].path = path({{0.0, 0.2, 0.1}, {0.7, -0.3, 0.4}});
  problem.scene.objects.push_back(object("ball", at(0.2, -0.5, 0.3), Sphere{0.06}));
  problem.scene.objects.push_back(object("lid", at(-0.3, -0.4, 0.3), Box{{0.2, 0.1, 0.02}}));
  problem.moving.push_back({4, ObjectMotion::linear, {{0.0, at(0.2, -0.5, 0.3)}, {1.0, at(-0.3, 0.4, 0.4)}}});
  problem.moving.push_back({5,
                            ObjectMotion::screw,
                            {{0.0, at(-0.3, -0.4, 0.3)},
                             {0.5, Pose::from_rpy({-0.25, -0.2, 0.45}, {0.9, 0.1, 0.3})},
                             {1.0, Pose::from_rpy({-0.2, -0.5, 0.2}, {0.2, 0.4, 1.1})}}});
  return problem;
}

Problem carried_object() {
  Problem problem = among_boxes();
  problem.robots[0].path = path({{0.0, 0.2, 0.1}, {0.4, -0.1, 0.3}, {0.7, -0.3, 0.4}});
  problem.scene.objects.push_back(object("part", at(1.02, 0.0, -0.18), Box{{0.06, 0.06, 0.06}}));
  problem.attached.push_back({0, 3, 4, 0, 1});
  problem.allowed_stretches.push_back({"link3", "part", 0, -1, -1});
  return problem;
}

Problem meshes() {
  Problem problem;
  Bricks limb;
  limb.add_brick({-0.13, -0.025, -0.02}, {0.13, 0.025, 0.02});
  Bricks frame;  // of four beams: what passes through it is inside no convex hull only
  frame.add_brick({-0.3, -0.03, -0.3}, {0.3, 0.03, -0.24});
  frame.add_brick({-0.3, -0.03, 0.24}, {0.3, 0.03, 0.3});
  frame.add_brick({-0.3, -0.03, -0.235}, {-0.24, 0.03, 0.235});
  frame.add_brick({0.24, -0.03, -0.235}, {0.3, 0.03, 0.235});
  Bricks sheet;
  sheet.add({-0.4, -0.4, 0}, {0.4, -0.4, 0}, {0.4, 0.4, 0});
  sheet.add({-0.4, -0.4, 0}, {0.4, 0.4, 0}, {-0.4, 0.4, 0});
  problem.robots.push_back({arm("arm", {{limb.pointer()}, {limb.pointer()}}), Pose(), {}});
  problem.robots[0].path = path({{1.2, 0.2}, {1.75, -0.2}, {1.5, 0.3}});
  problem.scene.objects = {object("frame", Pose::from_rpy({0, 0.42, 0.02}, {0.05, 0.1, 0.02}), frame.pointer()),
                           object("sheet", at(0, 0.4, 0.55), sheet.pointer()),
                           object("hollow", at(-0.6, 0.0, 0.0), hollow_cube(0.2, 0.1).pointer())};
  return problem;
}

Problem round_bodies() {
  Problem problem;
  const Pose lying = Pose::from_rpy({0.15, 0, 0}, {0, 1.5707963267948966, 0});
  problem.robots.push_back(
      {arm("arm", {{Cylinder{0.03, 0.24}, lying}, {Cone{0.04, 0.24}, lying}, {Sphere{0.06}, at(0.1, 0, 0)}}),
       Pose(),
       {}});
  problem.robots[0].path = path({{-0.4, 0.3, 0.0}, {0.5, -0.4, 0.8}});
  const std::vector<Vector3> corners{{0.1, 0, 0}, {-0.1, 0.02, 0}, {0, 0.12, 0}, {0.02, 0.03, 0.2}, {0, -0.1, 0.1}};
  problem.scene.objects = {object("cylinder", Pose::from_rpy({0.5, 0.1, 0.42}, {0.3, 0.2, 0}), Cylinder{0.1, 0.3}),
                           object("cone", Pose::from_rpy({0.75, -0.4, 0.1}, {0.2, -0.1, 0}), Cone{0.08, 0.3}),
                           object("capsule", at(0.3, 0.45, 0.0), Capsule{0.05, 0.4}),
                           object("sphere", at(0.4, -0.2, -0.4), Sphere{0.15}),
                           object("hull", at(0.35, -0.45, 0.0), std::make_shared<const ConvexHull>(corners))};
  return problem;
}

Problem curved_laws(Interpolation law) {
  Problem problem = among_boxes();
  Path& curve = problem.robots[0].path;
  curve = path({{0.0, 0.2, 0.1}, {0.7, -0.3, 0.4}, {1.1, 0.1, -0.2}});
  curve.interpolation.assign(3, law);
  curve.time_s = {0.0, 1.0, 1.5};
  curve.velocities = WaypointMatrix::Zero(3, 3);
  curve.velocities.row(1) << 0.6, -0.2, 0.1;
  if (law == Interpolation::quintic) {
    curve.accelerations = WaypointMatrix::Zero(3, 3);
    curve.accelerations.row(1) << 0.2, 0.4, -0.3;
  }
  return problem;
}

Problem with_clearance() {
  Problem problem = round_bodies();
  problem.robots[0].path = path({{-0.2, 0.2, 0.0}, {0.3, -0.2, 0.5}});
  problem.clearance.default_m = 0.01;
  problem.clearance.pairs.push_back({"link3", "cylinder", 0.02});
  return problem;
}

Problem slides() {
  Problem problem;
  const Box block{{0.1, 0.1, 0.1}};
  Robot gantry = arm("gantry", {{block, Pose(), JointType::prismatic, Vector3(1, 0, 0)},
                                {block, Pose(), JointType::prismatic, Vector3(0, 0.6, 0.8)},
                                {Capsule{0.02, 0.3}, at(0, 0, 0.2), JointType::continuous, Vector3(1, 0, 0)}});
  problem.robots.push_back({std::move(gantry), at(100.0, -30.0, 2.0), {}});
  problem.robots[0].path = path({{0.1, -0.2, 0.0}, {0.5, 0.3, 2.0}});
  problem.scene.objects = {object("pillar", at(100.9, -29.5, 2.3), Cylinder{0.1, 1.0}),
                           object("block", at(101.3, -30.4, 2.0), Box{{0.3, 0.2, 0.4}})};
  return problem;
}

Problem touching() {
  Problem problem = among_boxes();
  problem.scene.objects.push_back(object("stop", at(0.35, 0.55, 0.1), Box{{0.1, 0.1, 0.6}}));
  return problem;
}

Problem touching_meshes() {
  Problem problem = meshes();
  problem.robots[0].path = path({{1.5, 0.2}, {0.9, -0.2}});
  return problem;
}

Problem within() {
  Problem problem = meshes();
  problem.scene.objects.push_back(object("cage", at(0.0, 0.3, 0.0), cube(2.0).pointer()));
  return problem;
}

}  // namespace

std::vector<CertifiedProblem> certified_problems() {
  return {{"among_boxes", among_boxes()},
          {"two_arms", two_arms()},
          {"moving_object", moving_object()},
          {"carried_object", carried_object()},
          {"meshes", meshes()},
          {"round_bodies", round_bodies()},
          {"cubic", curved_laws(Interpolation::cubic)},
          {"quintic", curved_laws(Interpolation::quintic)},
          {"clearance", with_clearance()},
          {"slides", slides()},
          {"touching", touching(), Outcome::contact},
          {"touching_meshes", touching_meshes(), Outcome::contact},
          {"within", within(), Outcome::contact}};
}

WrittenCertificate certify(const Problem& problem) {
  const Checker checker(problem);
  const std::unique_ptr<const StepSequence> steps = steps_of(problem, checker.model());
  std::ostringstream stream;
  CertificateWriter writer(problem, checker, stream);
  WrittenCertificate result;
  for (int i = 0; i < steps->segment_count() && result.outcome == Outcome::free; ++i) {
    const SegmentVerdict verdict = checker.check(*steps, i);
    result.outcome = verdict.outcome;
    if ((result.why = writer.add(*steps, i, verdict))) return result;
  }
  writer.finish();
  result.bytes = stream.str();
  return result;
}

}  // namespace tocca::testing
