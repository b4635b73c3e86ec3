// Is one body wholly inside another at the start of a step? Asked where surfaces do not touch there.
#pragma once

#include <vector>

#include "check/strategy/task_table.hpp"
#include "contact/containment.hpp"

namespace tocca {

/// A body inside a closed mesh of another: their surfaces are apart, so one point of each piece of surface decides.
struct Inside {
  int task, part_b;
  bool a_in_b;    ///< else b in a
  Vector3 point;  ///< a point of the inner body, in the task's frame
};

/// Finds bodies inside bodies.
class InsideTest {
 public:
  /// A point of a piece of surface of a still body.
  struct StillPoint {
    Vector3 point;
    int part;
  };
  static constexpr std::size_t block_size = 16;

  explicit InsideTest(const CollisionModel& model);

  /// Appends every task (and part of its tree) of which one side is inside the other at time t.
  void find(const TaskTable& table, double t, std::vector<Inside>& found);

 private:
  void still_task(const TaskTable& table, int task, const Pose& X, std::vector<Inside>& found);
  void pair_task(const TaskTable& table, int task, const Pose& X_a, const Pose& X_b, std::vector<Inside>& found) const;
  bool checked(const SweepTask& task, int part_b) const;

  SolidIndex solids_;  // of still bodies
  std::vector<int> around_;
  struct Block {
    Vector3 lower, upper;
  };
  std::vector<StillPoint> points_;  // of still bodies, in blocks of neighbours
  std::vector<Block> blocks_;
};

}  // namespace tocca
