// Adapter: ompl. May include: OMPL and tocca's public headers.
#pragma once

#include <ompl/base/StateSpace.h>

#include <array>
#include <span>
#include <vector>

#include "tocca/check/collision_model.hpp"
#include "tocca/check/step_sequence.hpp"

namespace tocca::ompl {
struct CoordinateOf;  // what a coordinate is to its joint

/// The motion between two states as straight motions of a `MotionStep`, in order. No more than these are ever needed.
struct Legs {
  /// A straight motion, and which part of the whole it is.
  struct Leg {
    double begin = 0.0, end = 1.0;  ///< as fractions of the whole motion
    Configuration from, to;
  };
  std::array<Leg, 4> storage;
  int count = 0;
  Configuration from, to;  ///< of the whole motion, as in its states

  std::span<const Leg> all() const { return {storage.data(), static_cast<std::size_t>(count)}; }
};

/// States of a space as configurations of the first robot, or of all robots one after the other. Immutable, thread-safe;
/// refers to neither the model nor the checker.
///
/// Spaces      RealVectorStateSpace for anything but orientations; SO2StateSpace for angles that repeat after a full turn;
///             SO3StateSpace for the orientation of a floating joint; SE2StateSpace, SE3StateSpace and CompoundStateSpace of
///             these, nested at will. Exactly these classes: a derived class may interpolate differently.
/// Guarantee   legs() is the motion that the space's interpolate() describes, to the rounding of its doubles: angles of
///             SO2 are unwrapped so that they go the short way; half a turn of SO3, where both ways are equally short,
///             goes the way that interpolate() goes; a turn of less than 9e-5 rad, which interpolate() leaves out until
///             its end, is made there. A quaternion off unit length by the 1e-9 that OMPL allows is off by as much.
class StateMap {
 public:
  /// Throws InputError if the space is none of these or does not fit the coordinates.
  StateMap(const CollisionModel& model, ::ompl::base::StateSpacePtr space);

  const ::ompl::base::StateSpacePtr& space() const noexcept { return space_; }
  int coordinate_count() const noexcept { return static_cast<int>(parts_.size()); }

  void read(const ::ompl::base::State* state, Configuration& q) const;
  /// Angles of SO2 are wrapped and quaternions normalised, as the space's enforceBounds() does for all but real
  /// numbers.
  /// Throws InputError if the size is not coordinate_count(), or a number is not finite.
  void write(const Configuration& q, ::ompl::base::State* state) const;

  /// Allocates nothing once `legs` has been used. `middle` is scratch memory: a state of the space.
  void legs(const ::ompl::base::State* from, const ::ompl::base::State* to, ::ompl::base::State* middle,
            Legs& legs) const;

  /// A path of states as waypoints, for path checks and files: straight lines between the rows are the same motion.
  /// There may be more rows than states; angles of SO2 go on beyond pi.
  WaypointMatrix waypoints(const std::vector<::ompl::base::State*>& states) const;

 private:
  /// What a number of a state is to its space.
  enum class Part { real, angle, qx, qy, qz, qw };

  static void append_parts(const ::ompl::base::StateSpace& space, std::vector<Part>& parts);
  static bool fits(Part part, const CoordinateOf& coordinate);
  void require_fit(const CollisionModel& model) const;
  void append(const ::ompl::base::State* from, const ::ompl::base::State* to, double begin, double end,
              Legs& legs) const;
  bool near_half_turn(const Configuration& from, const Configuration& to) const;

  ::ompl::base::StateSpacePtr space_;
  std::vector<Part> parts_;
};

}  // namespace tocca::ompl
