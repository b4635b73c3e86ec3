#include "scenes/drafts.hpp"

#include <algorithm>

#include "scenes/random.hpp"

namespace tocca::scenes {

int RobotDraft::triangles() const {
  int count = 0;
  for (const LinkDraft& link : links) count += link.mesh.size();
  return count;
}

int triangles(const std::vector<ObjectDraft>& objects) {
  int count = 0;
  for (const ObjectDraft& object : objects) count += object.mesh.size();
  return count;
}

ObjectDraft one_object(const std::vector<ObjectDraft>& objects) {
  ObjectDraft one{.name = "scene", .mesh = {}};
  for (const ObjectDraft& object : objects) {
    one.mesh.add(object.mesh.turned(about_z(object.yaw_degrees)).moved(object.xyz));
  }
  return one;
}

void refine_to(std::vector<ObjectDraft>& objects, int count) {
  long long before = 0, after = 0;  // of the objects so far
  const long long all = triangles(objects);
  for (ObjectDraft& object : objects) {
    before += object.mesh.size();
    const long long wanted = before * count / all - after;
    refine_to(object.mesh, static_cast<int>(wanted - wanted % 2));
    after += object.mesh.size();
  }
}

Posture next_step(const Posture& from, double step_degrees, const RobotDraft& robot, Random& random) {
  Posture to = from;
  for (std::size_t k = 0; k < to.size(); ++k) {
    const double step = random.between(-step_degrees, step_degrees);
    const JointDraft& joint = robot.joints[k];
    // A step that would leave the limits is taken the other way.
    to[k] += (to[k] + step < joint.lower_degrees || to[k] + step > joint.upper_degrees) ? -step : step;
  }
  return to;
}

namespace {

/// Where each ten steps of a walk begin.
std::vector<Posture> starts_of(const WalkDraft& walk, const RobotDraft& robot, const Posture& start) {
  if (walk.along == nullptr) return {start};
  const std::vector<EdgeDraft> along = edges_of(*walk.along, robot, start);
  std::vector<Posture> starts;
  for (const WalkDraft::Halt& halt : walk.halts) {
    const EdgeDraft& edge = along[static_cast<std::size_t>(halt.edge)];
    Posture posture = edge.from;
    for (std::size_t k = 0; k < posture.size(); ++k) posture[k] += halt.part / 4096.0 * (edge.to[k] - posture[k]);
    starts.push_back(posture);
  }
  return starts;
}

}  // namespace

std::vector<EdgeDraft> edges_of(const WalkDraft& walk, const RobotDraft& robot, const Posture& start) {
  Random random(walk.seed);
  std::vector<EdgeDraft> edges;
  const std::vector<Posture> starts = starts_of(walk, robot, start);
  Posture here;
  for (const char digit : walk.free_steps) {
    const int bits = digit <= '9' ? digit - '0' : digit - 'a' + 10;
    for (int bit = 8; bit != 0; bit /= 2) {
      if (edges.size() % walk_length == 0) here = starts[edges.size() / walk_length % starts.size()];
      edges.push_back({here, next_step(here, walk.step_degrees, robot, random)});
      if ((bits & bit) != 0) here = edges.back().to;
    }
  }
  return edges;
}

}  // namespace tocca::scenes
