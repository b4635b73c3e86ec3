// Robots as Python holds them.
#pragma once

#include <memory>

#include "arrays.hpp"
#include "tocca/model/robot.hpp"

namespace tocca::python {

/// A robot as read. Immutable and shared.
struct LoadedRobot : std::enable_shared_from_this<LoadedRobot> {
  Robot robot;
  Columns columns;
  std::string file;
};
using RobotPointer = std::shared_ptr<const LoadedRobot>;

/// Columns of one robot; the names begin with `prefix`.
Columns columns_of(const KinematicTree& tree, const Configuration& rest, const std::string& name,
                   const std::string& prefix = {});

}  // namespace tocca::python
