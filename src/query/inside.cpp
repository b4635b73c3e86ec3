#include "inside.hpp"

#include <cmath>

#include "tocca/contact/containment.hpp"
#include "tocca/query/sweep_trees.hpp"

namespace tocca {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

InsideTest::InsideTest(const CollisionModel& model) : solids_(model.trees().still_parts()) {
  int part = 0;
  for (const int body : model.still()) {
    for (const Vector3& point : model.bodies()[at(body)].part.representatives()) {
      x_.push_back(static_cast<float>(point[0]));
      y_.push_back(static_cast<float>(point[1]));
      z_.push_back(static_cast<float>(point[2]));
      point_.push_back(point);
      part_.push_back(part);
    }
    ++part;
  }
}

bool InsideTest::checked(const SweepTask& task, int part_b) const {
  return !task.clearances || task.clearances[part_b] >= 0.0f;
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
  // Bounds of the body's own root box in the world, a little wider than float rounding of the points.
  const Obb& box = task.a->nodes()[0].volume;
  const Vector3 centre = X * box.center;
  const Vector3 half = (X.rotation * box.axes.cast<double>()).cwiseAbs() * box.half.cast<double>();
  float lower[3], upper[3];
  for (int c = 0; c < 3; ++c) {
    const double slack = 0x1p-22 * (half[c] + std::fabs(centre[c]));
    lower[c] = static_cast<float>(centre[c] - half[c] - slack);
    upper[c] = static_cast<float>(centre[c] + half[c] + slack);
  }
  const Pose inverse = X.inverse();
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const bool out = (x_[i] < lower[0]) | (x_[i] > upper[0]) | (y_[i] < lower[1]) | (y_[i] > upper[1]) |
                     (z_[i] < lower[2]) | (z_[i] > upper[2]);
    if (out) [[likely]]
      continue;
    if (checked(task, part_[i]) && inside_closed_mesh(*task.a, inverse * point_[i])) {
      found.push_back({index, part_[i], false, point_[i]});
    }
  }
}

void InsideTest::pair_task(const TaskTable& table, int index, const Pose& X_a, const Pose& X_b,
                           std::vector<Inside>& found) const {
  const SweepTask& task = table.tasks()[at(index)];
  const Part& b = *task.parts_b[0];
  const auto look = [&](const Part& inner, const Part& outer, const Pose& X_inner, const Pose& X_outer, bool a_in_b) {
    if (!outer.has_closed_mesh()) return;
    const Obb& box = outer.nodes()[0].volume;
    const double reach = box.half.cast<double>().sum() * (1.0 + 0x1p-10);
    const Pose inverse = X_outer.inverse();
    for (const Vector3& own : inner.representatives()) {
      const Vector3 point = X_inner * own, local = inverse * point;
      if ((local - box.center).cwiseAbs().maxCoeff() > reach) continue;
      if (inside_closed_mesh(outer, local)) found.push_back({index, 0, a_in_b, point});
    }
  };
  look(*task.a, b, X_a, X_b, true);
  look(b, *task.a, X_b, X_a, false);
}

void InsideTest::find(const TaskTable& table, std::vector<Inside>& found) {
  const auto& tasks = table.tasks();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].b->empty()) continue;
    const Pose X_a = table.movers()[at(tasks[i].mover_a)].pose(0.0);
    if (table.is_still(static_cast<int>(i))) {
      still_task(table, static_cast<int>(i), X_a, found);
    } else {
      const Pose X_b = tasks[i].mover_b < 0 ? Pose{} : table.movers()[at(tasks[i].mover_b)].pose(0.0);
      pair_task(table, static_cast<int>(i), X_a, X_b, found);
    }
  }
}

}  // namespace tocca
