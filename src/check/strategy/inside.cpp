#include "check/strategy/inside.hpp"

#include <algorithm>
#include <cmath>

#include "check/model/model_body.hpp"
#include "check/model/sweep_trees.hpp"
#include "contact/containment.hpp"
#include "core/index.hpp"

namespace tocca {
namespace {

using StillPoint = InsideTest::StillPoint;

/// Sorts points so that neighbours in the list are neighbours in space: halves along the widest direction, again and
/// again, down to one block.
void sort_in_space(std::span<StillPoint> points) {
  if (points.size() <= InsideTest::block_size) return;
  Vector3 lower = points[0].point, upper = lower;
  for (const StillPoint& point : points) {
    lower = lower.cwiseMin(point.point);
    upper = upper.cwiseMax(point.point);
  }
  int axis = 0;
  (upper - lower).maxCoeff(&axis);
  const std::size_t half = points.size() / 2 / InsideTest::block_size * InsideTest::block_size;
  const std::size_t middle = std::max(half, InsideTest::block_size);
  std::nth_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(middle), points.end(),
                   [axis](const StillPoint& x, const StillPoint& y) {
                     return x.point[axis] != y.point[axis] ? x.point[axis] < y.point[axis] : x.part < y.part;
                   });
  sort_in_space(points.first(middle));
  sort_in_space(points.subspan(middle));
}

}  // namespace

InsideTest::InsideTest(const CollisionModel& model) : solids_(model.trees().still_parts()) {
  int part = 0;
  for (const int body : model.still()) {
    for (const Vector3& point : model.bodies()[at(body)].part.representatives()) points_.push_back({point, part});
    ++part;
  }
  sort_in_space(points_);
  for (std::size_t first = 0; first < points_.size(); first += block_size) {
    Block block{points_[first].point, points_[first].point};
    for (std::size_t i = first; i < std::min(first + block_size, points_.size()); ++i) {
      block.lower = block.lower.cwiseMin(points_[i].point);
      block.upper = block.upper.cwiseMax(points_[i].point);
    }
    blocks_.push_back(block);
  }
}

bool InsideTest::checked(const SweepTask& task, int part_b) const {
  return !task.clearances || task.clearances[part_b] >= 0.0;
}

void InsideTest::still_task(const TaskTable& table, int index, const Pose& X, std::vector<Inside>& found) {
  const SweepTask& task = table.tasks()[at(index)];
  for (const Vector3& own : task.a->representatives()) {
    const Vector3 point = X * own;
    around_.clear();
    solids_.append_containing(point, around_);
    for (const int part : around_) {
      if (checked(task, part)) found.push_back({index, part, true, point});
    }
  }
  if (!task.a->has_closed_mesh()) return;
  // Bounds of the body's own root box in the world; 2^-40 is far above the rounding of these few products.
  const Obb& box = task.a->nodes()[0].volume;
  const Vector3 centre = X * box.center;
  const Vector3 half = (X.rotation * box.axes.cast<double>()).cwiseAbs() * box.half.cast<double>();
  const Vector3 slack = 0x1p-40 * (half + centre.cwiseAbs() + Vector3::Constant(box.center.norm()));
  const Vector3 lower = centre - half - slack, upper = centre + half + slack;
  const Pose inverse = X.inverse();
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Block& block = blocks_[k];
    const bool apart = (block.lower.array() > upper.array()).any() || (block.upper.array() < lower.array()).any();
    if (apart) continue;
    for (std::size_t i = k * block_size; i < std::min((k + 1) * block_size, points_.size()); ++i) {
      const auto& [point, part] = points_[i];
      if ((point.array() < lower.array()).any() || (point.array() > upper.array()).any()) continue;
      if (checked(task, part) && inside_closed_mesh(*task.a, inverse * point)) {
        found.push_back({index, part, false, point});
      }
    }
  }
}

void InsideTest::pair_task(const TaskTable& table, int index, const Pose& X_a, const Pose& X_b,
                           std::vector<Inside>& found) const {
  const SweepTask& task = table.tasks()[at(index)];
  const Part& b = *task.parts_b[0];
  const auto keep = [&](bool a_in_b) {
    return [&found, index, a_in_b](const Vector3& point) {
      found.push_back({index, 0, a_in_b, point});
      return false;
    };
  };
  for_each_inside(*task.a, X_a, b, X_b, keep(true));
  for_each_inside(b, X_b, *task.a, X_a, keep(false));
}

void InsideTest::find(const TaskTable& table, double t, std::vector<Inside>& found) {
  const auto& tasks = table.tasks();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].b->empty()) continue;
    const Pose X_a = table.movers()[at(tasks[i].mover_a)].pose(t);
    if (table.is_still(static_cast<int>(i))) {
      still_task(table, static_cast<int>(i), X_a, found);
    } else {
      const Pose X_b = tasks[i].mover_b < 0 ? Pose{} : table.movers()[at(tasks[i].mover_b)].pose(t);
      pair_task(table, static_cast<int>(i), X_a, X_b, found);
    }
  }
}

}  // namespace tocca
