#include "certificate/names.hpp"

#include <algorithm>

#include "audit/reader.hpp"
#include "check/model/problem_pairs.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

std::string as_text(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t size = audit::character_size(bytes);
    text.append(size > 0 ? bytes.substr(0, size) : std::string_view("\xef\xbf\xbd"));
    bytes.remove_prefix(std::max<std::size_t>(1, size));
  }
  return text;
}

void require_texts(const Checker& checker, std::string_view file, std::string_view option) {
  const auto require_text = [&](const std::string& name) {
    const std::string text = as_text(name);
    if (text == name) return;
    throw InputError(file, option, "is not written: the name '" + text + "' is not plain UTF-8 text",
                     "rename it in the URDF, SRDF or scene");
  };
  const ProblemPairs& pairs = checker.model().problem_pairs();
  for (const ProblemPairs::Body& body : pairs.bodies) require_text(body.name);
  for (const std::string& reason : pairs.reasons) require_text(reason);
  for (const CollisionModel::RobotFrame& robot : checker.model().robots()) {
    require_text(robot.name);
    for (const Joint& joint : robot.tree.joints()) require_text(joint.name);
  }
}

}  // namespace tocca
