#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/world/body_shape.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca {

/// The boxes of cohen-1995, section 4.1: a cube that holds the body however it is turned, or the tightest box, kept up to date by
/// hill climbing.
enum class BoxKind { fixed, dynamic };
/// automatic: sorted lists while the motion is coherent, the tree where it is not. The answers are the same.
enum class BroadChoice { automatic, sweep_and_prune, dynamic_tree };

/// When bodies collide, and how a world finds out.
struct WorldSettings {
  double tolerance_m = 1e-6;                   ///< bodies no farther apart collide
  BoxKind boxes = BoxKind::dynamic;            ///< the answers are the same with either
  BroadChoice broad = BroadChoice::automatic;  ///< with each of them
};

/// Many bodies that move, from step to step (cohen-1995). Bodies are known by numbers from 0 on; a removed body's number is
/// given again, the least free one first.
///
/// Promise     step(): a pair that is not listed is farther apart than 0, proven, for the geometry and the poses as stored;
///             a pair that is listed is no farther apart than the tolerance, or one is inside the other; or rounding alone exceeds
///             half of the tolerance. first_contacts(): docs/promise.md, for each pair.
/// Deformable  Bodies of moving vertices touch others as all do, and themselves (DeformableMesh says what counts): a pair of a body and
///             itself. Between deformable bodies contact is exact: a common point. Distances to them are not offered.
/// Determinism The same calls give the same answers, whatever the number of threads (ThreadLimit).
/// Memory      Proportional to bodies and overlapping boxes. A step allocates only where it has more pairs than any before.
/// Fails       InputError where there is no such body, a pose is not finite or not a rotation (to 2^-21), or a configuration
///             has not the tree's number of coordinates.
class World {
 public:
  /// Throws InputError where the tolerance is not positive.
  explicit World(const WorldSettings& settings = {});
  ~World();
  World(World&&) noexcept;

  /// A rigid body, where it is, and its group (activate_groups). Its number.
  int add(BodyShapePointer shape, const Pose& X_WB, int group = 0);
  /// An articulated body: its links are shapes that move together. Its own links are not checked against each other. Everything that the
  /// tree refers to is copied.
  int add(const KinematicTree& tree, const Configuration& q, const Pose& X_WR, int group = 0);
  /// A deformable body, where the mesh's step ends.
  int add(DeformableMesh mesh, int group = 0);
  void remove(int body);
  void move(int body, const Pose& X_WB);        ///< of a rigid one; the base of an articulated one
  void move(int body, const Configuration& q);  ///< of an articulated one
  /// Of a deformable one: a place for each vertex.
  void move(int body, std::span<const Vector3> vertices);
  /// Another mesh for a deformable body: its topology has changed.
  void replace(int body, DeformableMesh mesh);
  /// A deformable body's mesh, at rest where it is now.
  const DeformableMesh& deformable(int body) const;
  int body_count() const noexcept;
  const Pose& pose(int body) const;

  /// Which pairs are looked at: all, until told otherwise. A pair is active where neither its groups nor the two themselves are switched off.
  /// Here: two different bodies, or a deformable one and itself.
  void activate(int a, int b, bool active);
  /// The same for all bodies of two groups, or of one where both are the same.
  void activate_groups(int group_a, int group_b, bool active);

  /// What collides where everything is now. `nearest`: closest features and distances too.
  const WorldStep& step(bool nearest = false);
  /// Any two rigid or articulated bodies, active or not, near or not.
  BodyDistance distance(int a, int b) const;

  /// How one body moves during a continuous step, from where it is now; bodies not named stand still.
  struct Moving {
    int body;
    RigidMotion motion;                   ///< of a rigid body; must start at its pose (InputError, but for rounding)
    Configuration to;                     ///< of an articulated one: straight lines in the space of coordinates
    std::span<const Vector3> vertices{};  ///< of a deformable one: where its vertices go, on straight lines
  };
  /// The first contact of every active pair within the step, by time.hi, then by bodies. The world itself is not changed.
  std::vector<TimedContact> first_contacts(std::span<const Moving> moving);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
