#include "tocca/ompl/state_space.hpp"

#include <ompl/base/ProjectionEvaluator.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <cmath>
#include <numbers>

#include "coordinate_kinds.hpp"
#include "tocca/core/error.hpp"

namespace tocca::ompl {
namespace {

namespace ob = ::ompl::base;

ob::RealVectorBounds cube(unsigned dimension, double reach_m) {
  ob::RealVectorBounds bounds(dimension);
  bounds.setLow(-reach_m);
  bounds.setHigh(reach_m);
  return bounds;
}

/// Joints of one number, side by side in one space of real numbers.
ob::StateSpacePtr line_of(const std::vector<CoordinateOf>& run, double reach_m) {
  const auto space = std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned>(run.size()));
  ob::RealVectorBounds bounds(static_cast<unsigned>(run.size()));
  for (unsigned i = 0; i < run.size(); ++i) {
    const Joint& joint = *run[i].joint;
    const double far = slides(joint.type) ? reach_m : std::numbers::pi;
    const Limits limits = joint.limits.value_or(Limits{-far, far});
    bounds.setLow(i, limits.lower);
    // OMPL wants some room: a joint that its limits hold fast gets one step of a double.
    bounds.setHigh(i, limits.upper > limits.lower ? limits.upper : std::nextafter(limits.lower, HUGE_VAL));
    space->setDimensionName(i, joint.name);
  }
  space->setBounds(bounds);
  return space;
}

bool is_line(const CoordinateOf& coordinate) {
  const JointType type = coordinate.joint->type;
  if (!is_simple(type)) return false;
  const bool limited = coordinate.joint->limits.has_value() && has_limits(type);
  return limited || coordinate.kind != CoordinateKind::turn;
}

/// The space of a joint that is no line.
ob::StateSpacePtr space_of(JointType type, double reach_m) {
  switch (type) {
    case JointType::planar: {
      const auto plane = std::make_shared<ob::SE2StateSpace>();
      plane->setBounds(cube(2, reach_m));
      return plane;
    }
    case JointType::floating: {
      const auto free = std::make_shared<ob::SE3StateSpace>();
      free->setBounds(cube(3, reach_m));
      return free;
    }
    case JointType::fixed:
    case JointType::prismatic:
    case JointType::revolute:
    case JointType::continuous:
      break;
  }
  return std::make_shared<ob::SO2StateSpace>();
}

std::vector<ob::StateSpacePtr> parts_of(const std::vector<CoordinateOf>& coordinates, double reach_m) {
  std::vector<ob::StateSpacePtr> parts;
  std::vector<CoordinateOf> run;
  const auto end_run = [&] {
    if (!run.empty()) parts.push_back(line_of(run, reach_m));
    run.clear();
  };
  for (const CoordinateOf& coordinate : coordinates) {
    if (is_line(coordinate)) {
      run.push_back(coordinate);
      continue;
    }
    if (coordinate.place > 0) continue;  // the joint's first coordinate has brought all of them
    end_run();
    parts.push_back(space_of(coordinate.joint->type, reach_m));
  }
  end_run();
  return parts;
}

}  // namespace

ob::StateSpacePtr make_space(const CollisionModel& model, double reach_m) {
  if (!(reach_m > 0.0) || !std::isfinite(reach_m)) {
    throw InputError("", "reach", "must be a positive number of metres", "give 10");
  }
  const std::vector<ob::StateSpacePtr> parts = parts_of(coordinates_of(model), reach_m);
  if (parts.empty()) throw InputError("", "robots", "no joint moves", "give a robot with joints");
  if (parts.size() == 1) return parts.front();
  const auto space = std::make_shared<ob::CompoundStateSpace>();
  unsigned widest = 0;
  for (unsigned i = 0; i < parts.size(); ++i) {
    space->addSubspace(parts[i], 1.0);
    if (parts[i]->getDimension() > parts[widest]->getDimension()) widest = i;
  }
  space->lock();
  space->registerDefaultProjection(std::make_shared<ob::SubspaceProjectionEvaluator>(space.get(), widest));
  return space;
}

}  // namespace tocca::ompl
