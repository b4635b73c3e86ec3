#include "tocca/ompl/state_map.hpp"

#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <cmath>
#include <numbers>
#include <string>
#include <typeinfo>
#include <utility>

#include "coordinate_kinds.hpp"
#include "own_state.hpp"
#include "tocca/core/error.hpp"

namespace tocca::ompl {
namespace {

namespace ob = ::ompl::base;

constexpr double full_turn = 2.0 * std::numbers::pi;

std::string place_of(const ob::StateSpace& space) { return "state space '" + space.getName() + "'"; }

/// The inner product of two quaternions, in the order in which SO3StateSpace adds it up: the same sign, the same bits.
double inner_product(const Configuration& a, const Configuration& b, Eigen::Index first) {
  return a[first] * b[first] + a[first + 1] * b[first + 1] + a[first + 2] * b[first + 2] + a[first + 3] * b[first + 3];
}

/// SO3StateSpace::interpolate() returns its start below this angle (OMPL: MAX_QUATERNION_NORM_ERROR = 1e-9).
bool stays_at_start(double inner_product) { return std::fabs(inner_product) > 1.0 - 1e-9; }

}  // namespace

StateMap::StateMap(const CollisionModel& model, ob::StateSpacePtr space) : space_(std::move(space)) {
  append_parts(*space_, parts_);
  require_fit(model);
  space_->computeLocations();  // as setup() does; states are read by them
}

void StateMap::append_parts(const ob::StateSpace& space, std::vector<Part>& parts) {
  const std::type_info& type = typeid(space);
  if (type == typeid(ob::RealVectorStateSpace)) {
    parts.insert(parts.end(), space.getDimension(), Part::real);
  } else if (type == typeid(ob::SO2StateSpace)) {
    parts.push_back(Part::angle);
  } else if (type == typeid(ob::SO3StateSpace)) {
    parts.insert(parts.end(), {Part::qx, Part::qy, Part::qz, Part::qw});
  } else if (type == typeid(ob::CompoundStateSpace) || type == typeid(ob::SE2StateSpace) ||
             type == typeid(ob::SE3StateSpace)) {
    for (const ob::StateSpacePtr& part : space.as<ob::CompoundStateSpace>()->getSubspaces()) append_parts(*part, parts);
  } else {
    throw InputError("", place_of(space), "tocca does not know how it moves from state to state",
                     "use make_space(), or build one of RealVector, SO2, SO3, SE2, SE3 and Compound state spaces");
  }
}

bool StateMap::fits(Part part, const CoordinateOf& coordinate) {
  switch (part) {
    case Part::real:
      return coordinate.kind != CoordinateKind::rotate;
    case Part::angle:
      return coordinate.kind == CoordinateKind::turn;
    default:  // the four numbers of a quaternion come after a floating joint's x, y, z
      return coordinate.kind == CoordinateKind::rotate && coordinate.place == quaternion_place(JointType::floating) +
                                                                                  static_cast<int>(part) -
                                                                                  static_cast<int>(Part::qx);
  }
}

void StateMap::require_fit(const CollisionModel& model) const {
  std::vector<CoordinateOf> coordinates = coordinates_of(model, true);
  const std::size_t first = coordinates.size();
  if (parts_.size() != first) coordinates = coordinates_of(model);
  if (parts_.size() != coordinates.size()) {
    const std::string more = coordinates.size() == first ? "" : " or " + std::to_string(coordinates.size());
    throw InputError("", place_of(*space_), "its states have " + std::to_string(parts_.size()) + " values",
                     "give a space for " + std::to_string(first) + more + " coordinates, in their order");
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const CoordinateOf& coordinate = coordinates[i];
    const Part part = parts_[i];
    if (fits(part, coordinate)) continue;
    throw InputError("", place_of(*space_),
                     "its value " + std::to_string(i) + " cannot represent joint '" + coordinate.joint->name + "'",
                     part == Part::angle ? "use a RealVectorStateSpace there: for this joint a full turn matters"
                                         : "use make_space(), or SO3 for orientations only");
  }
}

void StateMap::read(const ob::State* state, Configuration& q) const {
  const auto& locations = space_->getValueLocations();
  q.resize(coordinate_count());
  for (std::size_t i = 0; i < locations.size(); ++i) {
    q[static_cast<Eigen::Index>(i)] = *space_->getValueAddressAtLocation(state, locations[i]);
  }
}

void StateMap::write(const Configuration& q, ob::State* state) const {
  if (q.size() != coordinate_count()) {
    throw InputError("", "configuration", "it has " + std::to_string(q.size()) + " coordinates",
                     "give " + std::to_string(coordinate_count()));
  }
  if (!q.allFinite()) throw InputError("", "configuration", "a coordinate is not finite", "give finite numbers");
  const auto& locations = space_->getValueLocations();
  double norm = 1.0;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    double value = q[k];
    if (parts_[i] == Part::angle) {
      value = std::remainder(value, full_turn);  // in [-pi, pi]; OMPL's own range leaves out -pi
      if (value <= -std::numbers::pi) value = std::numbers::pi;
    } else if (parts_[i] != Part::real) {
      if (parts_[i] == Part::qx) norm = q.segment<4>(k).norm();
      value /= norm;
    }
    *space_->getValueAddressAtLocation(state, locations[i]) = value;
  }
}

bool StateMap::near_half_turn(const Configuration& from, const Configuration& to) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    // Far above the rounding of the product, far below any harm: the two halves are as good as the whole.
    if (parts_[i] == Part::qx && std::fabs(inner_product(from, to, static_cast<Eigen::Index>(i))) < 1e-6) return true;
  }
  return false;
}

void StateMap::append(const ob::State* from, const ob::State* to, double begin, double end, Legs& legs) const {
  Legs::Leg& leg = legs.storage[static_cast<std::size_t>(legs.count++)];
  leg.begin = begin;
  leg.end = end;
  read(from, leg.from);
  read(to, leg.to);
  Legs::Leg* rest = nullptr;  // what interpolate() leaves for the end
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (parts_[i] == Part::angle) {
      const double difference = leg.to[k] - leg.from[k];
      if (difference > std::numbers::pi) leg.to[k] -= full_turn;
      if (difference < -std::numbers::pi) leg.to[k] += full_turn;
    } else if (parts_[i] == Part::qx && stays_at_start(inner_product(legs.from, legs.to, k))) {
      // Asked of the whole motion: half of a turn that is made may be as small as one that is left out.
      const auto start = leg.from.segment<4>(k);
      if (leg.to.segment<4>(k) != start && leg.to.segment<4>(k) != -start && !rest) {
        rest = &legs.storage[static_cast<std::size_t>(legs.count++)];
        rest->begin = rest->end = end;
      }
      leg.to.segment<4>(k) = start;
    }
  }
  if (!rest) return;
  rest->from = leg.to;
  read(to, rest->to);
  for (std::size_t i = 0; i < parts_.size(); ++i) {  // all but the small turns is there already
    const auto k = static_cast<Eigen::Index>(i);
    if (parts_[i] == Part::real || parts_[i] == Part::angle) rest->to[k] = rest->from[k];
  }
}

void StateMap::legs(const ob::State* from, const ob::State* to, ob::State* middle, Legs& legs) const {
  legs.count = 0;
  read(from, legs.from);
  read(to, legs.to);
  if (!near_half_turn(legs.from, legs.to)) return append(from, to, 0.0, 1.0, legs);
  space_->interpolate(from, to, 0.5, middle);
  append(from, middle, 0.0, 0.5, legs);
  append(middle, to, 0.5, 1.0, legs);
}

WaypointMatrix StateMap::waypoints(const std::vector<ob::State*>& states) const {
  const OwnState middle(*space_);
  std::vector<Configuration> rows;
  Configuration turned = Configuration::Zero(coordinate_count()), q;  // whole turns made so far, in radians
  Legs motion;
  if (!states.empty()) read(states.front(), rows.emplace_back());
  for (std::size_t i = 1; i < states.size(); ++i) {
    legs(states[i - 1], states[i], middle.get(), motion);
    for (const Legs::Leg& leg : motion.all()) {
      // A leg starts at folded angles; the row before it ended at the same place some full turns on.
      for (std::size_t k = 0; k < parts_.size(); ++k) {
        const auto c = static_cast<Eigen::Index>(k);
        if (parts_[k] == Part::angle) turned[c] = full_turn * std::round((rows.back()[c] - leg.from[c]) / full_turn);
      }
      rows.push_back(leg.to + turned);
    }
  }
  WaypointMatrix matrix(static_cast<Eigen::Index>(rows.size()), coordinate_count());
  for (std::size_t i = 0; i < rows.size(); ++i) matrix.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  return matrix;
}

}  // namespace tocca::ompl
