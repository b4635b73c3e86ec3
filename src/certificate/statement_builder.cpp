#include "certificate/statement_builder.hpp"

#include <algorithm>
#include <map>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"
#include "motion/mover.hpp"
#include "motion/stage_list.hpp"
#include "tocca/core/error.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

constexpr std::uint32_t object_frames = 4;  // slides along three axes and a turn, or what a screw and a grip need

audit::Point plain(const Vector3& v) { return {v[0], v[1], v[2]}; }

audit::Placement plain(const Pose& pose) {
  audit::Placement result;
  for (std::size_t i = 0; i < 3; ++i) result.rotation[i] = plain(Vector3(pose.rotation.row(static_cast<int>(i))));
  result.translation = plain(pose.translation);
  return result;
}

audit::FrameKind plain(ListedStage::Kind kind) {
  switch (kind) {
    case ListedStage::Kind::turn:
      return audit::FrameKind::turn;
    case ListedStage::Kind::slide:
      return audit::FrameKind::slide;
    case ListedStage::Kind::place:
      break;
  }
  return audit::FrameKind::fixed;
}

audit::Law plain(const Coordinate& q) {
  audit::Law law;
  law.degree = static_cast<std::uint8_t>(q.degree());
  law.radius = q.model_error();
  std::copy_n(q.control().begin(), q.degree() + 1, law.control.begin());
  return law;
}

/// One piece of geometry, exactly as it is stored.
struct ShapeWriter {
  audit::Collider& to;

  void operator()(const Sphere& s) const { to.shape = audit::Shape::sphere, to.size = {s.radius, 0.0, 0.0}; }
  void operator()(const Capsule& s) const { to.shape = audit::Shape::capsule, to.size = {s.radius, s.length, 0.0}; }
  void operator()(const Box& s) const { to.shape = audit::Shape::box, to.size = plain(s.size); }
  void operator()(const Cylinder& s) const { to.shape = audit::Shape::cylinder, to.size = {s.radius, s.length, 0.0}; }
  void operator()(const Cone& s) const { to.shape = audit::Shape::cone, to.size = {s.radius, s.length, 0.0}; }
  void operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    to.shape = audit::Shape::hull;
    for (const Vector3& v : hull->vertices()) to.vertices.push_back(plain(v));
  }
  void operator()(const MeshPointer& mesh) const {
    to.shape = audit::Shape::mesh;
    for (const Vector3& v : mesh->vertices()) to.vertices.push_back(plain(v));
    for (const Triangle& t : mesh->triangles()) to.triangles.push_back({t[0], t[1], t[2]});
  }
  void operator()(const CloudPointer&) const {}  // goes in grain by grain
};

audit::Body plain(const std::string& name, const Pose& pose, std::span<const Collider> colliders) {
  audit::Body body{name, plain(pose), {}};
  const auto add = [&](const Pose& placement, const Geometry& geometry) {
    audit::Collider& to = body.colliders.emplace_back();
    to.placement = plain(placement);
    std::visit(ShapeWriter{to}, geometry);
  };
  for (const Collider& collider : colliders) {
    if (const auto* pointer = std::get_if<CloudPointer>(&collider.geometry)) {
      const Cloud& cloud = **pointer;  // exact where the cloud is placed in its body's own frame, as readers do
      for (std::size_t k = 0; k < cloud.size(); ++k) {
        add({collider.placement.rotation, collider.placement * cloud.centres()[k]}, cloud.shape_of(k));
      }
    } else {
      add(collider.placement, collider.geometry);
    }
  }
  return body;
}

}  // namespace

StatementBuilder::StatementBuilder(const Problem& problem, const CollisionModel& model, double tolerance_m)
    : model_(model) {
  if (!problem.deforming.empty()) {
    throw InputError("", "certificate", "certificates do not know bodies that deform", "check without one");
  }
  if (!problem.loops.empty()) {
    throw InputError("", "certificate", "certificates do not know loop joints", "check without one");
  }
  statement_.tolerance_m = tolerance_m;
  for (const CollisionModel::RobotFrame& robot : model.robots()) add_robot(robot);
  add_objects(problem);
  for (std::size_t i = 0, free = 0; i < statement_.frames.size(); ++i) {
    free_.push_back(static_cast<std::uint32_t>(free));
    free += statement_.frames[i].kind == audit::FrameKind::free ? 1 : 0;
  }
  gripped_ = reason("held by the other, or both held by one link");
  allowed_ = reason("allowed for this part of the path");
  rank_.assign(model.bodies().size(), -1);
  for (std::size_t i = 0; i < model.movable().size(); ++i) rank_[at(model.movable()[i])] = static_cast<int>(i);
  at_rest_ = {0.0, reason("both at rest")};
  level_.assign(model.movable().size() * model.bodies().size(), at_rest_);
  const auto set = [&](int a, int b, const Level& level) {
    if (rank_[at(a)] >= 0) level_[at(rank_[at(a)]) * rank_.size() + at(b)] = level;
    if (rank_[at(b)] >= 0) level_[at(rank_[at(b)]) * rank_.size() + at(a)] = level;
  };
  const ProblemPairs& pairs = model.problem_pairs();
  for (const ProblemPairs::Excluded& pair : pairs.excluded) set(pair.a, pair.b, {0.0, reason(pairs.reason(pair))});
  for (const ProblemPairs::Checked& pair : pairs.checked)
    set(pair.a, pair.b, {pair.level_m, 0});  // in some part of the path
  add_groups(problem);
  add_pairs();
}

const StatementBuilder::Level& StatementBuilder::level(int a, int b) const {
  if (rank_[at(a)] < 0) std::swap(a, b);
  return rank_[at(a)] < 0 ? at_rest_ : level_[at(rank_[at(a)]) * rank_.size() + at(b)];
}

std::uint32_t StatementBuilder::reason(const std::string& text) {
  auto& reasons = statement_.reasons;
  const auto place = std::find(reasons.begin(), reasons.end(), text);
  if (place != reasons.end()) return static_cast<std::uint32_t>(place - reasons.begin()) + 1;
  reasons.push_back(text);
  return static_cast<std::uint32_t>(reasons.size());
}

std::uint32_t StatementBuilder::add_coordinate(const std::string& name) {
  statement_.coordinate_names.push_back(name);
  return statement_.coordinates++;
}

void StatementBuilder::add_robot(const CollisionModel::RobotFrame& robot) {
  const auto next = [&] { return static_cast<std::uint32_t>(statement_.frames.size()); };
  const std::string prefix = model_.robots().size() > 1 ? robot.name + "/" : "";
  std::vector<std::uint32_t>& links = link_frame_.emplace_back();
  std::vector<std::uint32_t>& firsts = first_frame_.emplace_back();
  audit::Frame base;
  base.placement = plain(robot.base);
  links.push_back(next());
  add_frame(base);
  const TreeMotion tree(robot.tree, robot.base);
  std::vector<std::uint32_t> coordinate(robot.tree.joints().size());  // the first of each joint
  for (std::size_t j = 0; j < robot.tree.joints().size(); ++j) {
    if (!robot.tree.joints()[j].mimic) {
      coordinate[j] = statement_.coordinates;
      const auto stages = stages_of(tree, static_cast<int>(j));
      for (const ListedStage& stage : stages) {
        if (stage.kind != ListedStage::Kind::place) add_coordinate(prefix + robot.tree.joints()[j].name);
      }
    }
  }
  for (std::size_t j = 0; j < robot.tree.joints().size(); ++j) {
    const Joint& joint = robot.tree.joints()[j];
    std::vector<ListedStage> stages = stages_of(tree, static_cast<int>(j));
    std::reverse(stages.begin(), stages.end());
    firsts.push_back(next());
    std::uint32_t number = joint.mimic ? coordinate[at(joint.mimic->joint)] : coordinate[j];
    int parent = static_cast<int>(links[at(joint.parent_link)]);
    for (const ListedStage& stage : stages) {
      audit::Frame frame;
      frame.parent = parent;
      frame.kind = plain(stage.kind);
      frame.placement = plain(stage.placement);
      frame.axis = plain(stage.axis);
      if (stage.kind != ListedStage::Kind::place) frame.coordinate = number++;
      if (joint.mimic) frame.multiplier = joint.mimic->multiplier, frame.offset = joint.mimic->offset;
      // The turn of a floating joint is another one in each segment.
      if (joint.type == JointType::floating && stage.kind == ListedStage::Kind::turn)
        frame.kind = audit::FrameKind::free;
      parent = static_cast<int>(next());
      add_frame(frame);
    }
    links.push_back(static_cast<std::uint32_t>(parent));
  }
}

void StatementBuilder::add_objects(const Problem& problem) {
  for (const CollisionModel::Body& body : model_.bodies()) {
    if (body.object < 0 || body.still) continue;
    const std::string& name = problem.scene.objects[at(body.object)].name;
    objects_.push_back({body.object, static_cast<std::uint32_t>(statement_.frames.size()), statement_.coordinates});
    for (std::uint32_t i = 0; i < object_frames; ++i) {
      audit::Frame frame;
      frame.kind = audit::FrameKind::free;
      frame.parent = i == 0 ? -1 : static_cast<int>(statement_.frames.size()) - 1;
      add_frame(frame);
      add_coordinate(name + " " + std::to_string(i));
    }
  }
}

/// Still bodies that have the same level with every movable one.
std::vector<std::vector<int>> StatementBuilder::still_classes() const {
  std::map<std::vector<std::pair<double, std::uint32_t>>, std::size_t> known;
  std::vector<std::vector<int>> classes;
  for (const int still : model_.still()) {
    std::vector<std::pair<double, std::uint32_t>> levels;
    for (const int movable : model_.movable()) {
      levels.emplace_back(level(movable, still).clearance_m, level(movable, still).reason);
    }
    // A pair that is allowed for a part of the path only is exempt by itself, and so may a body that may be penetrated not be split.
    bool alone = false;
    for (const auto& entry : levels) alone = alone || entry.first < 0.0;
    for (const ProblemPairs::Stretch& stretch : model_.problem_pairs().stretches)
      alone = alone || stretch.a == still || stretch.b == still;
    if (alone) {
      classes.push_back({still});
      continue;
    }
    const auto [place, is_new] = known.try_emplace(levels, classes.size());
    if (is_new) classes.emplace_back();
    classes[place->second].push_back(still);
  }
  return classes;
}

void StatementBuilder::add_groups(const Problem& problem) {
  group_.assign(model_.bodies().size(), -1);
  for (const int index : model_.movable()) {
    const CollisionModel::Body& body = model_.bodies()[at(index)];
    audit::Group group;
    if (body.object < 0) {
      group.frame = static_cast<int>(link_frame_[at(body.robot)][at(body.link)]);
      group.bodies.push_back(
          plain(body.name, Pose{}, problem.robots[at(body.robot)].robot.tree.links()[at(body.link)].colliders));
    } else {
      const auto object = std::find_if(objects_.begin(), objects_.end(),
                                       [&](const ObjectFrames& o) { return o.object == body.object; });
      group.frame = static_cast<int>(object->frame + object_frames - 1);
      group.bodies.push_back(plain(body.name, Pose{}, problem.scene.objects[at(body.object)].colliders));
    }
    group_[at(index)] = static_cast<int>(statement_.groups.size());
    statement_.groups.push_back(std::move(group));
  }
  for (const std::vector<int>& still : still_classes()) {
    audit::Group group;
    for (const int index : still) {
      const CollisionModel::Body& body = model_.bodies()[at(index)];
      const SceneObject& object = problem.scene.objects[at(body.object)];
      group.bodies.push_back(plain(body.name, object.pose, object.colliders));
      group_[at(index)] = static_cast<int>(statement_.groups.size());
    }
    statement_.groups.push_back(std::move(group));
  }
}

void StatementBuilder::add_pairs() {
  std::vector<int> body(statement_.groups.size(), -1);  // the first of each group: all of it have the same levels
  for (std::size_t i = group_.size(); i-- > 0;) body[at(group_[i])] = static_cast<int>(i);
  for (std::uint32_t a = 0; a < statement_.groups.size(); ++a) {
    for (std::uint32_t b = a + 1; b < statement_.groups.size(); ++b) {
      const Level& known = level(body[a], body[b]);
      statement_.pairs.push_back({a, b, known.clearance_m, known.reason});
    }
  }
}

void StatementBuilder::set_robot(const TreeMotion& tree, std::size_t robot, audit::Segment& segment) const {
  const std::vector<Joint>& joints = model_.robots()[robot].tree.joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    std::vector<ListedStage> stages = stages_of(tree, static_cast<int>(j));
    std::reverse(stages.begin(), stages.end());
    for (std::size_t k = 0; k < stages.size(); ++k) {
      if (stages[k].kind == ListedStage::Kind::place) continue;
      const std::size_t number = first_frame_[robot][j] + k;
      const audit::Frame& frame = statement_.frames[number];
      if (!joints[j].mimic) segment.laws[frame.coordinate] = plain(stages[k].coordinate);
      if (frame.kind != audit::FrameKind::free) continue;
      audit::Frame& turn = segment.free_frames[free_[number]];
      turn = frame;
      turn.kind = audit::FrameKind::turn;
      turn.placement = plain(stages[k].placement);
      turn.axis = plain(stages[k].axis);
    }
  }
}

void StatementBuilder::set_object(const MotionStep& step, const ObjectFrames& object, audit::Segment& segment) const {
  const Mover mover = step.mover(model_.body_of_object(object.object));
  std::vector<ListedStage> stages;
  int parent = -1;
  if (mover.rigid()) {
    stages = stages_of(*mover.rigid());
    std::reverse(stages.begin(), stages.end());
  } else {
    stages.push_back({ListedStage::Kind::place, mover.grip()->pose, Vector3::UnitX(), {}});
    const auto tree = std::find_if(model_.robots().begin(), model_.robots().end(), [&](const auto& robot) {
      return &step.tree(static_cast<int>(&robot - model_.robots().data())) == mover.tree();
    });
    parent = static_cast<int>(link_frame_[static_cast<std::size_t>(tree - model_.robots().begin())][at(mover.link())]);
  }
  TOCCA_REQUIRE(stages.size() <= object_frames, "an object's motion has four stages at most");
  for (std::uint32_t i = 0; i < object_frames; ++i) {
    audit::Frame& frame = segment.free_frames[free_[object.frame + i]];
    frame = {};
    frame.parent = i == 0 ? parent : static_cast<int>(object.frame + i) - 1;
    frame.coordinate = object.coordinate + i;
    if (i >= stages.size()) continue;
    frame.kind = plain(stages[i].kind);
    frame.placement = plain(stages[i].placement);
    frame.axis = plain(stages[i].axis);
    if (stages[i].kind != ListedStage::Kind::place) segment.laws[frame.coordinate] = plain(stages[i].coordinate);
  }
}

audit::Segment StatementBuilder::segment(const MotionStep& step) const {
  audit::Segment segment;
  segment.laws.resize(statement_.coordinates);
  segment.free_frames.resize(
      static_cast<std::size_t>(std::count_if(statement_.frames.begin(), statement_.frames.end(),
                                             [](const audit::Frame& f) { return f.kind == audit::FrameKind::free; })));
  for (std::size_t robot = 0; robot < model_.robots().size(); ++robot)
    set_robot(step.tree(static_cast<int>(robot)), robot, segment);
  for (const ObjectFrames& object : objects_) set_object(step, object, segment);
  std::vector<int> body(statement_.groups.size(), -1);
  for (std::size_t i = group_.size(); i-- > 0;) body[at(group_[i])] = static_cast<int>(i);
  for (std::uint32_t i = 0; i < statement_.pairs.size(); ++i) {
    const audit::Pair& pair = statement_.pairs[i];
    if (pair.reason != 0) continue;
    const int a = body[pair.a], b = body[pair.b];
    if (step.allows(a, b)) {
      segment.exempt.push_back({i, allowed_});
    } else if (!model_.bodies()[at(a)].still && !model_.bodies()[at(b)].still &&
               !step.active({a, b, pair.clearance_m})) {
      segment.exempt.push_back({i, gripped_});
    }
  }
  return segment;
}

}  // namespace tocca
