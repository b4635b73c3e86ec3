#include "view/scene_changes.hpp"

#include <map>

#include "io/json.hpp"
#include "io/json_cursor.hpp"
#include "io/scene_json.hpp"

namespace tocca::cli {
namespace {

using nlohmann::json;

Pose pose_at(const JsonCursor& pose) {
  pose.expect_object({"xyz", "rpy", "quat"});
  return PoseReader().read(pose);
}

/// Objects by name, as a scene file lists them; nothing if it does not.
std::optional<std::map<std::string, json>> objects_of(const std::string& text) {
  json document;
  try {
    document = parse_json(text, "scene");
  } catch (const InputError&) {
    return std::nullopt;
  }
  if (!document.is_object() || document.size() != 1 || !document.contains("objects")) return std::nullopt;
  std::map<std::string, json> objects;
  for (const json& object : document["objects"]) {
    if (!object.is_object() || !object.contains("name") || !object["name"].is_string()) return std::nullopt;
    if (!objects.emplace(object["name"].get<std::string>(), object).second) return std::nullopt;
  }
  return objects;
}

/// All of an object but its pose.
json without_pose(json object) {
  object.erase("pose");
  return object;
}

json pose_of(const json& object) { return object.value("pose", json::object()); }

}  // namespace

void apply_change(const std::string& line, const std::filesystem::path& file, Checker& checker) {
  const json document = parse_json(line, "change");
  const std::filesystem::path name = "change";
  const JsonCursor change(document, name);
  if (const auto object = change.find("move")) {
    change.expect_object({"move", "pose"});
    return checker.move(object->text(), pose_at(change.at("pose")));
  }
  if (change.find("add")) {
    change.expect_object({"add"});
    Warnings unread;
    return checker.add(read_scene_object(document["add"], file, unread));
  }
  if (const auto object = change.find("remove")) {
    change.expect_object({"remove"});
    return checker.remove(object->text());
  }
  if (const auto object = change.find("attach")) {
    change.expect_object({"attach", "link", "grasp"});
    const std::string& link = change.at("link").text();
    if (const auto grasp = change.find("grasp")) return checker.attach(object->text(), link, pose_at(*grasp));
    return checker.attach(object->text(), link);
  }
  if (const auto object = change.find("detach")) {
    change.expect_object({"detach", "pose"});
    if (const auto pose = change.find("pose")) return checker.detach(object->text(), pose_at(*pose));
    return checker.detach(object->text());
  }
  change.fail("says nothing that changes a scene", "give one of move, add, remove, attach, detach");
}

std::optional<std::vector<std::string>> scene_difference(const std::string& before, const std::string& after) {
  const auto old_objects = objects_of(before), new_objects = objects_of(after);
  if (!old_objects || !new_objects) return std::nullopt;
  std::vector<std::string> lines;
  for (const auto& [name, object] : *old_objects) {
    const auto now = new_objects->find(name);
    if (now == new_objects->end() || without_pose(now->second) != without_pose(object))
      lines.push_back(json{{"remove", name}}.dump());
  }
  for (const auto& [name, object] : *new_objects) {
    const auto was = old_objects->find(name);
    if (was == old_objects->end() || without_pose(was->second) != without_pose(object)) {
      lines.push_back(json{{"add", object}}.dump());
    } else if (pose_of(was->second) != pose_of(object)) {
      lines.push_back(json{{"move", name}, {"pose", pose_of(object)}}.dump());
    }
  }
  return lines;
}

}  // namespace tocca::cli
