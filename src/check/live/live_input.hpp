// What callers may say about a scene that lives.
#pragma once

#include <span>
#include <string>

#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// Throws InputError unless the pose is finite, within largest_coordinate, and its rotation is one to 2^-30: what readers accept comes from quaternions and
/// angles and is far better.
void require_pose(const Pose& X, const std::string& place);
/// Throws InputError unless there are colliders, each of a valid size at a valid place.
void require_colliders(std::span<const Collider> colliders, const std::string& place);
/// Throws InputError if anything of the problem moves, deforms, is held or may touch at some times only.
void require_no_clock(const Problem& problem);
/// Where a link holds an object from the start: X_LO.
Pose grip_of(const Problem& problem, const CollisionModel& model, const Attachment& held);

}  // namespace tocca
