#include "check/live/live_scene.hpp"

#include <algorithm>
#include <cmath>

#include "check/live/live_input.hpp"
#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "check/model/still_bodies.hpp"
#include "core/index.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

std::uint32_t hash_of(const std::string& name) { return static_cast<std::uint32_t>(std::hash<std::string>()(name)); }

Problem without_paths(const Problem& problem) {
  Problem copy;
  for (const RobotTask& task : problem.robots) copy.robots.push_back({task.robot, task.base, {}, task.start()});
  copy.scene = problem.scene;
  copy.attached = problem.attached;
  for (Attachment& held : copy.attached) held.from = held.to = -1;  // the whole path, which is not kept
  copy.allowed = problem.allowed;
  copy.clearance = problem.clearance;
  copy.padding = problem.padding;
  copy.loops = problem.loops;
  return copy;
}

}  // namespace

LiveScene::Root::Root(Problem the_problem, const PairSettings& the_settings, std::vector<std::uint64_t> the_ids,
                      std::vector<std::shared_ptr<const LiveShape>> the_shapes, const Root* before)
    : problem(std::move(the_problem)),
      settings(the_settings),
      ids(std::move(the_ids)),
      shapes(std::move(the_shapes)),
      model(std::make_shared<const CollisionModel>(problem, settings, known_shapes(before))) {
  for (std::size_t i = 0; i < problem.scene.objects.size(); ++i) {
    objects.emplace(problem.scene.objects[i].name, static_cast<int>(i));
    object_of_id.emplace(ids[i], static_cast<int>(i));
  }
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    const std::size_t count = problem.robots[robot].robot.tree.links().size();
    for (std::size_t i = 0; i < count; ++i) {
      links.emplace(link_name(problem, robot, i), std::pair(static_cast<int>(robot), static_cast<int>(i)));
    }
  }
  for (const Attachment& attached : problem.attached) {
    held.push_back(attached.object);
    holds.push_back({attached.robot, attached.link, grip_of(problem, *model, attached)});
  }
}

/// Shapes depend on colliders and, of what is still, on the pose: they are the same bit for bit if they are made again.
KnownShapes LiveScene::Root::known_shapes(const Root* before) const {
  KnownShapes known;
  for (const std::shared_ptr<const LiveShape>& shape : shapes)
    known.objects.push_back(shape ? shape->movable : nullptr);
  if (!before) return known;
  const CollisionModel& old = *before->model;
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    auto& links_of_robot = known.links.emplace_back();
    for (int i = 0; i < static_cast<int>(problem.robots[robot].robot.tree.links().size()); ++i) {
      const int body = old.body_of_link(static_cast<int>(robot), i);
      links_of_robot.push_back(body < 0 ? nullptr : old.bodies()[at(body)].shape);
    }
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::shared_ptr<const Part>& part = known.still.emplace_back();
    const auto was = before->object_of_id.find(ids[i]);
    if (was == before->object_of_id.end()) continue;
    const Pose &then = before->problem.scene.objects[at(was->second)].pose, &now = problem.scene.objects[i].pose;
    const int body = old.body_of_object(was->second);
    if (body < 0 || !old.bodies()[at(body)].still) continue;
    if (then.rotation == now.rotation && then.translation == now.translation) {
      part = old.still_bodies().shared_part(old.rank(body));
    }
  }
  return known;
}

LiveScene::LiveScene(const Problem& problem, const PairSettings& settings) {
  require_no_clock(problem);
  std::vector<std::uint64_t> ids;
  for (std::size_t i = 0; i < problem.scene.objects.size(); ++i) ids.push_back(next_id_++);
  std::vector<std::shared_ptr<const LiveShape>> shapes(ids.size());
  root_ = std::make_shared<const Root>(without_paths(problem), settings, std::move(ids), std::move(shapes));
  said_ = said_of(root_->problem);
}

std::shared_ptr<const LiveScene::Said> LiveScene::said_of(const Problem& problem) const {
  return std::make_shared<const Said>(Said{problem.allowed, problem.clearance, problem.padding,
                                           PairRules(root_->problem, problem.allowed, problem.clearance)});
}

std::shared_ptr<const CollisionModel> LiveScene::model() const {
  if (changed_.empty()) return root_->model;
  return std::make_shared<const CollisionModel>(root_->model, std::shared_ptr<const PairRules>(said_, &said_->rules),
                                                changed_.flat());
}

double LiveScene::padding_of(const std::string& name) const {
  for (const Padding& padding : said_->padding) {
    if (padding.body == name) return padding.metres;
  }
  return 0.0;
}

template <class Found>
void LiveScene::for_each_changed(const std::string& name, const Found& found) const {
  const std::uint32_t hash = hash_of(name);
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] == hash && changed_[i]->name == name && found(i)) return;
  }
}

int LiveScene::find_changed(const std::string& name) const {
  int place = -1;
  for_each_changed(name, [&](std::size_t i) {
    if (!changed_[i]->removed) place = static_cast<int>(i);
    return place >= 0;
  });
  return place;
}

/// As the root has it, unless that is among the changed ones.
bool LiveScene::has_object(const std::string& name) const {
  const auto found = root_->objects.find(name);
  bool has = found != root_->objects.end();
  for_each_changed(name, [&](std::size_t i) {
    const LiveObject& one = *changed_[i];
    if (has && one.removed && one.scene_object == found->second) has = false;
    if (!one.removed) has = true;
    return !one.removed;
  });
  return has;
}

bool LiveScene::is_link(const std::string& name) const { return root_->links.contains(name); }

void LiveScene::require_object(const std::string& name) const {
  if (has_object(name) && !is_link(name)) return;
  if (has_object(name)) {
    throw InputError("", "object '" + name + "'", "a link and an object both have this name", "rename the object");
  }
  throw InputError("", "object '" + name + "'",
                   is_link(name) ? "is a link of a robot, not an object" : "the scene has no such object",
                   "add it, or give the name of one that is there");
}

void LiveScene::require_name(const std::string& name, const std::string& place) const {
  if (has_object(name) || is_link(name)) return;
  throw InputError("", place, "there is no link or object '" + name + "'", "give names of links and objects");
}

std::pair<int, int> LiveScene::link(const std::string& name) const {
  const auto found = root_->links.find(name);
  if (found != root_->links.end()) return found->second;
  throw InputError("", "link '" + name + "'", "no robot has such a link",
                   root_->problem.robots.size() > 1 ? "give \"robot/link\"" : "give the name of one of its links");
}

LiveObject LiveScene::of_root(int object) const {
  const SceneObject& scene_object = root_->problem.scene.objects[at(object)];
  LiveObject live;
  live.id = root_->ids[at(object)];
  live.scene_object = object;
  live.name = scene_object.name;
  live.pose = scene_object.pose;
  live.shape = root_->shapes[at(object)];
  if (!live.shape) live.shape = std::make_shared<const LiveShape>(scene_object.colliders);
  live.padding_m = padding_of(live.name);
  const auto held = std::find(root_->held.begin(), root_->held.end(), object);
  if (held != root_->held.end()) live.held = root_->holds[static_cast<std::size_t>(held - root_->held.begin())];
  return live;
}

LiveObject LiveScene::present(const std::string& name) const {
  require_object(name);
  const int place = find_changed(name);
  return place >= 0 ? *changed_[at(place)] : of_root(root_->objects.at(name));
}

LiveScene::Place LiveScene::place(const std::string& name) const {
  const LiveObject object = present(name);
  if (object.held) return {object.held->grip, object.held->robot, object.held->link};
  return {object.pose};
}

/// In the place of what it was, or behind all others.
void LiveScene::put(LiveObject object, bool whole) {
  for (const PairRules::Rule& rule : said_->rules.of(object.name)) {
    if (!rule.clearance_m || *rule.clearance_m >= 0.0) continue;
    throw InputError("", "object '" + object.name + "'",
                     "it cannot be changed: it may penetrate '" + rule.other + "', which is proven of scenes that stay",
                     "give that pair a clearance of 0 or more, or allow it");
  }
  object.change = change_;
  if (whole) object.complete(*root_->model, said_->rules);
  int place = -1;
  for_each_changed(object.name, [&](std::size_t i) {
    if (changed_[i]->id == object.id) place = static_cast<int>(i);
    return place >= 0;
  });
  auto pointer = std::make_shared<const LiveObject>(std::move(object));
  if (place < 0) return append(std::move(pointer));
  changed_.set(at(place), std::move(pointer));
}

void LiveScene::append(LiveObjectPointer object) {
  hashes_.push_back(hash_of(object->name));
  changed_.push_back(std::move(object));
}

/// What the root's links hold is always among the changed ones once something is: so that it meets what changed.
void LiveScene::list_held() {
  for (const int object : root_->held) {
    bool listed = false;
    for_each_changed(root_->problem.scene.objects[at(object)].name, [&](std::size_t i) {
      listed = changed_[i]->id == root_->ids[at(object)];
      return listed;
    });
    if (!listed) put(of_root(object), true);
  }
}

LiveScene LiveScene::next(LiveObject object, bool whole) const {
  LiveScene result = *this;
  ++result.change_;
  if (changed_.empty()) result.list_held();
  result.put(std::move(object), whole);
  return result;
}

void LiveScene::set_start(const CollisionModel& model, MotionStep& step) const {
  for (std::size_t robot = 0; robot < root_->problem.robots.size(); ++robot) {
    step.tree(static_cast<int>(robot)).rest(root_->problem.robots[robot].rest);
  }
  step.set_clock({0.0, 0.0});
  const auto hold = [&](int body, const LiveObject::Held& held) {
    if (body >= 0) step.attach_body(body, held.robot, held.link, held.grip);
  };
  if (changed_.empty()) {
    for (std::size_t k = 0; k < root_->held.size(); ++k) hold(model.body_of_object(root_->held[k]), root_->holds[k]);
    return;
  }
  int body = static_cast<int>(root_->model->bodies().size());  // those of changed objects follow, in their order
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    if (!changed_[i]->body) continue;
    if (changed_[i]->held) hold(body, *changed_[i]->held);
    ++body;
  }
}

void LiveScene::forget_removed() {
  if (came_and_went_ < many) return;
  came_and_went_ = 0;
  const auto forgotten = [](const LiveObjectPointer& one) { return one->removed && one->scene_object < 0; };
  const std::vector<LiveObjectPointer> all = changed_.flat();
  changed_.clear();
  hashes_.clear();
  for (const LiveObjectPointer& one : all) {
    if (!forgotten(one)) append(one);
  }
}

LiveScene LiveScene::moved(const std::string& name, const Pose& X_WO) const {
  require_pose(X_WO, "object '" + name + "'");
  const bool known = find_changed(name) >= 0;
  LiveObject object = present(name);
  if (object.held) {
    throw InputError("", "object '" + name + "'", "a link holds it: it moves with that link", "detach it first");
  }
  object.move_to(X_WO);
  return next(std::move(object), !known);
}

LiveScene LiveScene::with(const SceneObject& scene_object) const {
  const std::string place = "object '" + scene_object.name + "'";
  require_pose(scene_object.pose, place);
  if (scene_object.name.empty()) throw InputError("", place, "has no name", "give it one");
  if (has_object(scene_object.name) || is_link(scene_object.name)) {
    throw InputError("", place, "the name is taken", "give it another name, or remove the old object first");
  }
  require_colliders(scene_object.colliders, place);
  LiveScene result = *this;
  LiveObject object;
  object.id = result.next_id_++;
  object.name = scene_object.name;
  object.pose = scene_object.pose;
  object.shape = std::make_shared<const LiveShape>(scene_object.colliders);
  object.padding_m = padding_of(object.name);
  return result.next(std::move(object), true);
}

LiveScene LiveScene::taken_away(const std::string& name) const {
  LiveObject object = present(name);
  if (object.held) {
    throw InputError("", "object '" + name + "'", "a link holds it", "detach it first");
  }
  object.removed = true;
  object.shape = nullptr;
  object.links.clear();
  object.body = nullptr;
  const bool came_later = object.scene_object < 0;
  LiveScene result = next(std::move(object), false);
  result.came_and_went_ += came_later ? 1 : 0;
  return result;
}

LiveScene LiveScene::replaced(const SceneObject& object) const { return taken_away(object.name).with(object); }

LiveScene LiveScene::without(const std::string& name) const {
  LiveScene result = taken_away(name);
  // What was said about it goes with it.
  const auto names_it = [&](const auto& pair) { return pair.a == name || pair.b == name; };
  const Said& said = *said_;
  const bool spoken_of = std::any_of(said.allowed.begin(), said.allowed.end(), names_it) ||
                         std::any_of(said.clearance.pairs.begin(), said.clearance.pairs.end(), names_it) ||
                         std::any_of(said.padding.begin(), said.padding.end(),
                                     [&](const Padding& padding) { return padding.body == name; });
  if (!spoken_of) return result;
  Problem lists = this->said();
  std::erase_if(lists.allowed, names_it);
  std::erase_if(lists.clearance.pairs, names_it);
  std::erase_if(lists.padding, [&](const Padding& padding) { return padding.body == name; });
  result.said_ = said_of(lists);
  return result;
}

LiveScene LiveScene::held(const std::string& name, const std::string& link_name, const Pose& X_LO) const {
  require_pose(X_LO, "grasp of '" + name + "'");
  const auto [robot, number] = link(link_name);
  LiveObject object = present(name);
  if (object.held) {
    throw InputError("", "object '" + name + "'", "a link holds it already", "detach it first");
  }
  object.held = LiveObject::Held{robot, number, X_LO};
  return next(std::move(object), true);
}

LiveScene LiveScene::released(const std::string& name, const Pose& X_WO) const {
  require_pose(X_WO, "object '" + name + "'");
  LiveObject object = present(name);
  if (!object.held) throw InputError("", "object '" + name + "'", "no link holds it", "attach it first");
  object.held.reset();
  object.pose = X_WO;
  return next(std::move(object), true);
}

}  // namespace tocca
