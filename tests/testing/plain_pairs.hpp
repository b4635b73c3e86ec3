// Which pairs of one robot and a scene are checked: the rules of docs/guide/check.md read once more, one question at a time and
// without a table. It shares nothing with check/model/problem_pairs.cpp, which it judges.
#pragma once

#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::testing {

/// Is there a joint that moves the link against the root?
bool any_joint_moves(const KinematicTree& tree, int link);

/// Two links of one robot.
bool links_are_checked(const Robot& robot, int a, int b);

/// A link and an object of the scene that nothing moves.
bool object_is_checked(const Robot& robot, int link, const SceneObject& object);

}  // namespace tocca::testing
