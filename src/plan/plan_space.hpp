#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/seeded_random.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/model/path.hpp"

namespace tocca {

/// The configurations of all robots of a model, one after the other (as ConfigurationSteps takes them), and what a planner
/// must know about them: where to sample, how far apart two of them are, what lies between them.
///
/// Nothing is proven here: paths are long or short by these numbers, free or not by the checker alone.
///
/// Degrees     Each revolute, continuous and prismatic joint is one; a planar joint is three; a floating joint is three
///             slides and one orientation (a unit quaternion). Mimic joints follow their source and do not count; their
///             limits narrow the source's.
/// Ranges      The joint's limits. Without limits: for angles, half a turn beyond the anchors on either side (never
///             wrapped: a path may wind); for slides, beyond the anchors by the size of the surroundings.
class PlanSpace {
 public:
  enum class DegreeKind { slide, angle, orientation };
  /// One degree of freedom, as a planner samples it.
  struct Degree {
    int coordinate;  ///< of an orientation: the first of four, x, y, z, w
    DegreeKind kind;
    double lower, upper;  ///< where it is sampled; an orientation's is [0, pi], the angle from another
    double weight;        ///< metres per unit: see length()
  };

  /// `anchors`: the configurations that the plan is about; ranges of unlimited joints lie around them. Throws InputError
  /// if one has the wrong number of coordinates, is not finite or has a zero quaternion.
  PlanSpace(const CollisionModel& model, std::span<const Configuration> anchors);

  int size() const noexcept { return static_cast<int>(names_.size()); }  ///< coordinates
  const std::vector<Degree>& degrees() const noexcept { return degrees_; }
  /// Of coordinates: "joint", or "robot/joint" where there are several robots.
  const std::vector<std::string>& names() const noexcept { return names_; }
  bool has_orientations() const noexcept { return has_orientations_; }

  /// The local metric, in metres: the Euclidean length of the change, each degree times its weight. A slide weighs 1; an
  /// angle weighs its reach, an upper bound on how far from its axis anything that it carries can be. So a turn of the
  /// base counts for more than one of the wrist, as it does in the workspace.
  double length(const Configuration& a, const Configuration& b) const;
  /// Of a path: one row per waypoint.
  double length(const WaypointMatrix& path) const;

  /// How long planners make a motion of which little is known: a fourteenth of the way from one corner of the ranges to the
  /// opposite one (measured: decision record 0061).
  double stride() const noexcept { return stride_; }

  /// The greatest change of any degree, as a part of its range: what neighbourhoods are measured in (0: the same; 1: from
  /// one end of a joint to the other). Exact up to `enough` only.
  double separation(const Configuration& a, const Configuration& b,
                    double enough = std::numeric_limits<double>::infinity()) const;

  /// A configuration at about the fraction t of the straight motion from a to b; rounded to doubles, so it need not lie on
  /// that motion.
  Configuration between(const Configuration& a, const Configuration& b, double t) const;
  /// The same into `result`, which may not be a or b; allocates nothing if it has the size.
  void between(const Configuration& a, const Configuration& b, double t, Configuration& result) const;
  /// Only one degree of it: `result` keeps all others.
  void between(int degree, const Configuration& a, const Configuration& b, double t, Configuration& result) const;

  /// Draws from the neighbourhood of q: each degree within `radius` (a part of its range) of q's, inside its range.
  void draw_near(const Configuration& q, double radius, SeededRandom& random, Configuration& result) const;
  /// Changes one degree of q by at most `radius` of its range, inside its range.
  void change(int degree, double radius, SeededRandom& random, Configuration& q) const;
  /// Where in its range a degree is, in [0, 1]: for grids.
  double share(int degree, const Configuration& q) const;

 private:
  void add_robot(const CollisionModel& model, int robot);
  void add_joint(const Joint& joint, double reach, int first);
  static void follow(const Joint& mimic, double reach, Degree& source);
  void finish_ranges(std::span<const Configuration> anchors, double room);

  std::vector<Degree> degrees_;
  std::vector<std::string> names_;
  bool has_orientations_ = false;
  double stride_ = 0.0;
};

}  // namespace tocca
