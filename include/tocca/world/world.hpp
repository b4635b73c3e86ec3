#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/world/body_shape.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca {

/// The boxes of cohen-1995, section 4.1: a cube that holds the body in any orientation, or the tightest box, kept up to
/// date by hill climbing.
enum class BoxKind { fixed, dynamic };
/// automatic: sorted lists while the motion is coherent, the tree otherwise. The answers are the same.
enum class BroadChoice { automatic, sweep_and_prune, dynamic_tree };

/// When bodies collide, and how a world finds out.
struct WorldSettings {
  double tolerance_m = 1e-6;                   ///< bodies this near collide
  BoxKind boxes = BoxKind::dynamic;            ///< the answers are the same with either
  BroadChoice broad = BroadChoice::automatic;  ///< likewise
  /// For first_contacts(): how many pairs of hulls, boxes and items may be tested for one pair of bodies, neither of them
  /// deformable, before it is reported as undecided.
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
};

/// Many bodies that move, from step to step (cohen-1995). Bodies are numbered from 0; the number of a removed body is
/// used again, the lowest free one first.
///
/// Promise     step(): a pair that is not listed is proven to be farther apart than 0, for the geometry and the poses
///             as stored; a pair that is listed is no farther apart than the tolerance, or one is inside the other, or
///             rounding alone exceeds half the tolerance. first_contacts(): docs/promise.md, for each pair.
/// Deformable  Bodies of moving vertices touch others like any body, and also themselves (DeformableMesh says what
///             counts): a pair of a body and itself. Between deformable bodies contact is exact: a common point.
///             Distances to them are not available.
/// Determinism The same calls give the same answers, whatever the number of threads (ThreadLimit).
/// Memory      Proportional to bodies and overlapping boxes. A step allocates only if it has more pairs than any
///             before.
/// Fails       InputError if there is no such body, a pose is not finite or not a rotation (to 2^-21), or a
///             configuration does not have the tree's number of coordinates.
class World {
 public:
  /// Throws InputError if the tolerance is not positive.
  explicit World(const WorldSettings& settings = {});
  ~World();
  World(World&&) noexcept;

  /// Adds a rigid body at a pose, in a group (activate_groups). Returns its number.
  int add(BodyShapePointer shape, const Pose& X_WB, int group = 0);
  /// Adds an articulated body: its links are shapes that move together. They are not checked against each other.
  /// Everything that the tree refers to is copied.
  int add(const KinematicTree& tree, const Configuration& q, const Pose& X_WR, int group = 0);
  /// Adds a deformable body, where the mesh's step ends.
  int add(DeformableMesh mesh, int group = 0);
  void remove(int body);
  void move(int body, const Pose& X_WB);        ///< a rigid body, or the base of an articulated one
  void move(int body, const Configuration& q);  ///< an articulated body
  /// A deformable body: one place per vertex.
  void move(int body, std::span<const Vector3> vertices);
  /// A new mesh for a deformable body whose topology has changed.
  void replace(int body, DeformableMesh mesh);
  /// A deformable body's mesh, at rest where it is now.
  const DeformableMesh& deformable(int body) const;
  int body_count() const noexcept;
  const Pose& pose(int body) const;
  /// The box around a body as of the last step.
  BodyBox box(int body) const;

  /// Selects which pairs are examined: all by default. A pair is active unless its groups or the two bodies are
  /// switched off. Here: two different bodies, or a deformable one and itself.
  void activate(int a, int b, bool active);
  /// The same for all bodies of two groups, or within one group if both are the same.
  void activate_groups(int group_a, int group_b, bool active);

  /// What collides, with everything where it is now. `nearest`: also closest features and distances.
  const WorldStep& step(bool nearest = false);
  /// The distance of any two rigid or articulated bodies, active or not, near or far.
  BodyDistance distance(int a, int b) const;

  /// How one body moves during a continuous step, from where it is now; bodies not named stand still.
  struct Moving {
    int body;
    RigidMotion motion;                   ///< of a rigid body; must start at its pose up to rounding (else InputError)
    Configuration to;                     ///< of an articulated one: straight lines in the space of coordinates
    std::span<const Vector3> vertices{};  ///< of a deformable one: where its vertices go, on straight lines
  };
  /// The first contact of every active pair within the step, by time.hi, then by bodies. A pair that ran out of
  /// WorldSettings::budget is listed as undecided, after all contacts. Does not change the world.
  std::vector<TimedContact> first_contacts(std::span<const Moving> moving);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
