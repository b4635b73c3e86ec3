#include "plan/proof_stamps.hpp"

#include "check/model/problem_pairs.hpp"
#include "core/fingerprint.hpp"
#include "core/index.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// Raised whenever the meaning of a stamp or of "proven" changes: proofs of older programs are then none.
constexpr int stamp_version = 1;

void add(Fingerprinter& to, const Vector3& v) {
  for (const double x : v) to.add(x);
}

void add(Fingerprinter& to, const Pose& pose) {
  for (const double x : pose.rotation.reshaped()) to.add(x);
  add(to, pose.translation);
}

void add(Fingerprinter& to, const std::vector<Vector3>& points) {
  to.add(static_cast<std::uint64_t>(points.size()));
  for (const Vector3& point : points) add(to, point);
}

void add_shape(Fingerprinter& to, const Sphere& s) { to.add(s.radius); }
void add_shape(Fingerprinter& to, const Box& box) { add(to, box.size); }
template <class Round>  // Capsule, Cylinder, Cone
void add_shape(Fingerprinter& to, const Round& round) {
  to.add(round.radius);
  to.add(round.length);
}
void add_shape(Fingerprinter& to, const std::shared_ptr<const ConvexHull>& hull) { add(to, hull->vertices()); }
void add_shape(Fingerprinter& to, const MeshPointer& mesh) {
  add(to, mesh->vertices());
  to.add(static_cast<std::uint64_t>(mesh->triangles().size()));
  for (const Triangle& triangle : mesh->triangles()) {
    to.add(std::uint64_t{triangle[0]} << 32 | triangle[1]);
    to.add(std::uint64_t{triangle[2]});
  }
}

void add_shape(Fingerprinter& to, const CloudPointer& cloud) {
  add(to, cloud->centres());
  to.add(cloud->radius());
  add(to, cloud->sizes());
  for (const std::uint8_t size : cloud->size_of()) to.add(static_cast<int>(size));
}

void add(Fingerprinter& to, const std::vector<Collider>& colliders) {
  to.add(static_cast<std::uint64_t>(colliders.size()));
  for (const Collider& collider : colliders) {
    add(to, collider.placement);
    to.add(static_cast<int>(collider.geometry.index()));
    std::visit([&](const auto& shape) { add_shape(to, shape); }, collider.geometry);
  }
}

void add(Fingerprinter& to, const Joint& joint) {
  to.add(joint.name);
  for (const int number : {static_cast<int>(joint.type), joint.parent_link, joint.child_link, joint.first_coordinate}) {
    to.add(number);
  }
  add(to, joint.origin);
  add(to, joint.axis);
  to.add(joint.limits ? 1 : 0);
  if (joint.limits) {
    to.add(joint.limits->lower);
    to.add(joint.limits->upper);
  }
  to.add(joint.mimic ? joint.mimic->joint : -1);
  if (joint.mimic) {
    to.add(joint.mimic->multiplier);
    to.add(joint.mimic->offset);
  }
}

void add(Fingerprinter& to, const RobotTask& task) {
  add(to, task.base);
  const KinematicTree& tree = task.robot.tree;
  to.add(static_cast<std::uint64_t>(tree.links().size()));
  for (const Joint& joint : tree.joints()) add(to, joint);
  for (const Link& link : tree.links()) {
    to.add(link.name);
    add(to, link.colliders);
  }
}

/// What robots hold, and where: it is gripped where it is when they stand at their start.
void add_held(Fingerprinter& to, const Problem& problem) {
  to.add(static_cast<std::uint64_t>(problem.attached.size()));
  if (problem.attached.empty()) return;
  for (const RobotTask& task : problem.robots) {
    const Configuration start = task.start();
    to.add(std::span<const double>(start.data(), at(static_cast<int>(start.size()))));
  }
  for (const Attachment& held : problem.attached) {
    for (const int number : {held.robot, held.link, held.grasp ? 1 : 0}) to.add(number);
    if (held.grasp) add(to, *held.grasp);
    const SceneObject& object = problem.scene.objects[at(held.object)];
    to.add(object.name);
    add(to, object.pose);
    add(to, object.colliders);
  }
}

}  // namespace

ProofStamps::ProofStamps(const Problem& problem, const CollisionModel& model, double tolerance_m) {
  const ProblemPairs& pairs = model.problem_pairs();
  Fingerprinter all;
  all.add(stamp_version);
  all.add(tolerance_m);
  all.add(static_cast<std::uint64_t>(problem.robots.size()));
  for (const RobotTask& task : problem.robots) add(all, task);
  add_held(all, problem);

  // Rows of pairs: of each still object in the order of the list, with the names of its partners.
  std::vector<Fingerprinter> of_objects(problem.scene.objects.size());
  for (const ProblemPairs::Checked& pair : pairs.checked) {
    const ProblemPairs::Body &a = pairs.bodies[at(pair.a)], &b = pairs.bodies[at(pair.b)];
    Fingerprinter& to = a.still ? of_objects[at(a.object)] : b.still ? of_objects[at(b.object)] : all;
    to.add(a.still ? std::string_view() : std::string_view(a.name));
    to.add(b.still ? std::string_view() : std::string_view(b.name));
    to.add(pair.level_m);
  }
  robots = all.value();

  index.assign(problem.scene.objects.size(), -1);
  for (const ProblemPairs::Body& body : pairs.bodies) {
    if (!body.still) continue;
    index[at(body.object)] = static_cast<int>(objects.size());
    objects.push_back({body.name, {}});
  }
  parallel_for(index.size(), [&](std::size_t k) {
    if (index[k] < 0) return;
    const SceneObject& object = problem.scene.objects[k];
    add(of_objects[k], object.pose);
    add(of_objects[k], object.colliders);
    objects[at(index[k])].stamp = of_objects[k].value();
  });
}

}  // namespace tocca
