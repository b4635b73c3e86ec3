#include "io/problem_text.hpp"

#include <fstream>

#include "io/ordered_json.hpp"

namespace tocca {

namespace fs = std::filesystem;

std::string with_new_paths(const fs::path& problem_file, const Problem& problem, const fs::path& folder) {
  std::ifstream file(problem_file);
  OrderedJson text = OrderedJson::parse(file);
  const fs::path from = problem_file.parent_path(), to = fs::absolute(folder);
  const auto rename = [&](OrderedJson& owner, const char* key) {
    if (owner.contains(key))
      owner[key] = fs::proximate(fs::absolute(from / owner[key].get<std::string>()), to).string();
  };
  for (std::size_t k = 0; k < problem.robots.size(); ++k) {
    OrderedJson& robot = text["robots"][k];
    rename(robot, "urdf");
    rename(robot, "srdf");
    rename(robot, "limits");
    robot["path"] = problem.robots[k].robot.name + ".csv";
  }
  rename(text, "scene");
  if (text.contains("attached")) {
    for (OrderedJson& held : text["attached"]) held.erase("from"), held.erase("to");
  }
  if (text.contains("allow")) {
    for (OrderedJson& pair : text["allow"]) pair = {pair[0], pair[1]};
  }
  return many_lines(text);
}

std::string pair_text(const std::string& a, const std::string& b) { return one_line(OrderedJson::array({a, b})); }

std::string text_of(const AllowEntry& entry) {
  OrderedJson stretch;
  if (entry.from) stretch["from"] = *entry.from;
  stretch["to"] = entry.to;
  if (!entry.robot.empty()) stretch["robot"] = entry.robot;
  return one_line(OrderedJson::array({entry.a, entry.b, stretch}));
}

}  // namespace tocca
