#include "io/problem_loops.hpp"

#include <set>

#include "io/nearest_name.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

LoopType read_type(const JsonCursor& loop) {
  const auto type = loop.find("type");
  if (!type) return LoopType::ball;
  static constexpr std::string_view kinds[] = {"ball", "revolute", "fixed"};  // in the order of LoopType
  for (std::size_t k = 0; k < std::size(kinds); ++k) {
    if (type->text() == kinds[k]) return static_cast<LoopType>(k);
  }
  type->fail("unknown type " + in_quotes(type->text()), did_you_mean(type->text(), kinds));
}

/// A link and where on it the joint is.
ProblemNames::Meaning read_end(const JsonCursor& end, const ProblemNames& names, PoseReader& poses, Pose& place) {
  end.expect_object({"link", "xyz", "rpy", "quat"});
  place = poses.read(end);
  return names.link(end.at("link"));
}

}  // namespace

std::vector<LoopJoint> read_loops(const JsonCursor& loops, const ProblemNames& names, PoseReader& poses) {
  std::vector<LoopJoint> result;
  std::set<std::string> known;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const JsonCursor loop = loops.item(k);
    loop.expect_object({"name", "type", "a", "b", "tolerance", "arm"});
    LoopJoint joint;
    joint.name = loop.find("name") ? loop.at("name").text() : "loop " + std::to_string(k);
    if (!known.insert(joint.name).second) {
      loop.fail("two loops are named " + in_quotes(joint.name), "give every loop its own \"name\"");
    }
    joint.type = read_type(loop);
    const ProblemNames::Meaning a = read_end(loop.at("a"), names, poses, joint.place_a),
                                b = read_end(loop.at("b"), names, poses, joint.place_b);
    if (a.robot == b.robot && a.index == b.index) loop.fail("joins a link to itself", "name two different links");
    joint.robot_a = a.robot, joint.link_a = a.index, joint.robot_b = b.robot, joint.link_b = b.index;
    if (const auto tolerance = loop.find("tolerance")) joint.tolerance_m = tolerance->positive();
    if (const auto arm = loop.find("arm")) {
      if (joint.type == LoopType::ball) arm->fail("a ball joint compares no orientations", "leave it out");
      joint.arm_m = arm->positive();
    }
    result.push_back(std::move(joint));
  }
  return result;
}

}  // namespace tocca
