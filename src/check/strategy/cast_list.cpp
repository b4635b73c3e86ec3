#include "check/strategy/cast_list.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "core/index.hpp"

namespace tocca {
CastList::CastList(const CollisionModel& model)
    : model_(model),
      movable_count_(static_cast<int>(model.movable().size())),
      first_framed_(movable_count_ + static_cast<int>(model.still().size())) {
  for (const CollisionModel::RobotFrame& robot : model.robots()) {
    frames_ = std::max(frames_, static_cast<int>(robot.tree.links().size()) + 1);
  }
  for (const int body : model.movable()) parts_.push_back({&model.bodies()[at(body)].part, {}});
  for (const int body : model.still()) parts_.push_back({&model.bodies()[at(body)].part, {}});
  framed_.resize(at(movable_count_ * frames_));
}

void CastList::set(const MotionStep& step) {
  parts_.resize(at(first_framed_), {nullptr, {}});
  std::fill(framed_.begin(), framed_.end(), -1);
  for (int rank = 0; rank < movable_count_; ++rank) parts_[at(rank)].mover = step.mover(model_.movable()[at(rank)]);
}

int CastList::number(const MotionStep& step, int rank, int ancestor) {
  if (ancestor < 0) return rank;
  int& known = framed_[at(rank * frames_ + ancestor + 1)];
  if (known < 0) {
    const int body = model_.movable()[at(rank)];
    known = static_cast<int>(parts_.size());
    parts_.push_back({&model_.bodies()[at(body)].part, step.mover(body, ancestor)});
  }
  return known;
}

}  // namespace tocca
