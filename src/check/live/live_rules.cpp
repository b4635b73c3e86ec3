// What is said about pairs and sizes while a scene lives, and how it becomes one problem again.
#include <algorithm>
#include <cmath>

#include "check/live/live_input.hpp"
#include "check/live/live_scene.hpp"
#include "core/index.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

/// Whether a list's entry is about these two, in either order.
auto about(const std::string& a, const std::string& b) {
  return [&a, &b](const auto& pair) { return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a); };
}

}  // namespace

Problem LiveScene::problem() const {
  Problem result = root_->problem;
  result.allowed = said_->allowed;
  result.clearance = said_->clearance;
  result.padding = said_->padding;
  std::vector<const LiveObject*> of_root(root_->problem.scene.objects.size(), nullptr), added;
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    const LiveObject* const object = changed_[i].get();
    if (object->scene_object >= 0) {
      of_root[at(object->scene_object)] = object;
    } else if (!object->removed) {
      added.push_back(object);
    }
  }
  result.scene.objects.clear();
  result.attached.clear();
  const auto add = [&](const LiveObject& object) {
    if (object.held) {
      Attachment& held = result.attached.emplace_back();
      held.robot = object.held->robot;
      held.link = object.held->link;
      held.object = static_cast<int>(result.scene.objects.size());
      held.grasp = object.held->grip;
    }
    result.scene.objects.push_back({object.name, object.pose, object.shape->colliders});
  };
  for (std::size_t i = 0; i < of_root.size(); ++i) {
    if (of_root[i] && of_root[i]->removed) continue;
    const auto held = std::find(root_->held.begin(), root_->held.end(), static_cast<int>(i));
    if (of_root[i]) {
      add(*of_root[i]);
      continue;
    }
    if (held != root_->held.end()) {
      const LiveObject::Held& hold = root_->holds[static_cast<std::size_t>(held - root_->held.begin())];
      result.attached.push_back(
          {hold.robot, hold.link, static_cast<int>(result.scene.objects.size()), -1, -1, hold.grip});
    }
    result.scene.objects.push_back(root_->problem.scene.objects[i]);
  }
  for (const LiveObject* object : added) add(*object);
  return result;
}

/// A problem that has these lists and nothing else, to be changed.
Problem LiveScene::said() const {
  Problem lists;
  lists.allowed = said_->allowed;
  lists.clearance = said_->clearance;
  lists.padding = said_->padding;
  return lists;
}

LiveScene LiveScene::compacted() const {
  if (changed_.empty()) return *this;
  LiveScene result = rebuilt(problem());
  result.change_ = change_;
  return result;
}

/// With a root of its own.
LiveScene LiveScene::rebuilt(const Problem& changed) const {
  LiveScene result = *this;
  ++result.change_;
  std::vector<std::uint64_t> ids;
  std::vector<std::shared_ptr<const LiveShape>> shapes;
  for (const SceneObject& object : changed.scene.objects) {
    const int place = find_changed(object.name);
    const std::size_t in_root = place >= 0 ? 0 : at(root_->objects.at(object.name));
    ids.push_back(place >= 0 ? changed_[at(place)]->id : root_->ids[in_root]);
    shapes.push_back(place >= 0 ? changed_[at(place)]->shape : root_->shapes[in_root]);
  }
  result.root_ = std::make_shared<const Root>(changed, root_->settings, std::move(ids), std::move(shapes), root_.get());
  result.said_ = result.said_of(changed);
  result.changed_.clear();
  result.hashes_.clear();
  return result;
}

LiveScene LiveScene::rebased(const LiveScene& compact) const {
  LiveScene result = *this;
  result.root_ = compact.root_;
  result.changed_.clear();
  result.hashes_.clear();
  for (const LiveObjectPointer& object : changed_.flat()) {
    if (object->change <= compact.change_) continue;
    LiveObject again = *object;
    const auto known = compact.root_->object_of_id.find(object->id);
    again.scene_object = known == compact.root_->object_of_id.end() ? -1 : known->second;
    if (again.removed && again.scene_object < 0) continue;  // it came and went
    if (!again.removed) again.complete(*result.root_->model, result.said_->rules);
    result.append(std::make_shared<const LiveObject>(std::move(again)));
  }
  if (!result.changed_.empty()) result.list_held();
  return result;
}

bool LiveScene::concerns_robots_alone(const std::string& a, const std::string& b) const {
  return is_link(a) && is_link(b);
}

/// Objects that the new rule is about are looked at again; two links ask for another root.
LiveScene LiveScene::retold(std::shared_ptr<const Said> said, const std::string& a, const std::string& b) const {
  LiveScene result = *this;
  result.said_ = std::move(said);
  if (concerns_robots_alone(a, b)) return result.rebuilt(result.problem());
  ++result.change_;
  if (changed_.empty()) result.list_held();
  for (const std::string& name : {a, b}) {
    if (is_link(name)) continue;
    LiveObject object = result.present(name);
    object.padding_m = result.padding_of(name);
    result.put(std::move(object), true);
  }
  return result;
}

LiveScene LiveScene::kept_apart(const std::string& a, const std::string& b, double clearance_m) const {
  const std::string place = "clearance of " + a + ", " + b;
  require_name(a, place);
  require_name(b, place);
  if (a == b) throw InputError("", place, "the two are one body", "name two");
  if (!(clearance_m >= 0.0 && clearance_m <= largest_coordinate)) {
    throw InputError("", place, "a clearance of a scene that lives must be a number of metres, not negative",
                     "give 0 or more; a depth of penetration is given when the checker is made");
  }
  Problem lists = said();
  std::erase_if(lists.clearance.pairs, about(a, b));
  lists.clearance.pairs.push_back({a, b, clearance_m});
  return retold(said_of(lists), a, b);
}

LiveScene LiveScene::allowed(const std::string& a, const std::string& b, bool may_touch) const {
  const std::string place = "allow " + a + ", " + b;
  require_name(a, place);
  require_name(b, place);
  if (a == b) throw InputError("", place, "the two are one body", "name two");
  Problem lists = said();
  std::erase_if(lists.allowed, about(a, b));
  if (may_touch) lists.allowed.push_back({a, b, "allowed"});
  if (!may_touch) {
    // What the robots' own files allow is a part of their models.
    for (const RobotTask& task : root_->problem.robots) {
      if (std::any_of(task.robot.allowed.begin(), task.robot.allowed.end(), about(a, b))) {
        throw InputError("", place, "the robot's SRDF allows it", "make a checker of a robot without that line");
      }
    }
  }
  return retold(said_of(lists), a, b);
}

LiveScene LiveScene::padded(const std::string& name, double metres) const {
  const std::string place = "padding of " + name;
  require_name(name, place);
  if (!(metres >= 0.0 && metres <= largest_padding_m)) {
    throw InputError("", place, "a padding must be a number of metres, not negative and no more than 1000",
                     "give a length such as 0.01");
  }
  Problem lists = said();
  std::erase_if(lists.padding, [&](const Padding& padding) { return padding.body == name; });
  if (metres > 0.0) lists.padding.push_back({name, metres});
  return retold(said_of(lists), name, name);
}

}  // namespace tocca
