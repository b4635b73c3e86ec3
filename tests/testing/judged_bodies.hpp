// The bodies of a World as FCL sees them, pair by pair; where FCL and the world differ, distances in long double decide.
#pragma once

#include <fcl/narrowphase/collision_object.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "testing/draw.hpp"
#include "testing/plain_distance.hpp"
#include "tocca/world/world.hpp"

namespace tocca::testing {

BodyShapePointer shape_of(const std::vector<Collider>& bodies);
/// The hull of points on a sphere (a ball with many faces), of points in a cube, or a needle.
std::shared_ptr<const ConvexHull> draw_hull(Draw& draw, double size);
/// A closed mesh that is not convex: a cup, its wall a tenth of its size thick.
MeshPointer cup_mesh(double size);
/// One hull; or, `mixed`, anything a body can be made of: a compound, round things, meshes open and closed.
std::vector<Collider> draw_bodies(Draw& draw, double size, bool mixed);

/// What the judge has seen; asserted on, so that a test cannot become empty.
struct BodiesLog {
  long pair_steps = 0, near = 0, colliding = 0, distances = 0;
  long fcl_wrong = 0;  ///< distances or overlaps that plain_distance refutes
  long inside = 0;     ///< one wholly inside a closed mesh of the other
  long plain = 0;      ///< decided by plain_distance
};

/// A mirror of a world: the same bodies by the same numbers, known to FCL and to plain_distance, never to the library's distances.
class JudgedBodies {
 public:
  explicit JudgedBodies(double tolerance_m = 1e-6) : tolerance_m_(tolerance_m) {}

  void add(int body, const std::vector<Collider>& bodies, const Pose& X);
  void add(int body, const KinematicTree& tree, const Configuration& q, const Pose& base);
  void remove(int body) { things_[static_cast<std::size_t>(body)] = {}; }
  void move(int body, const Pose& X);
  void move(int body, const Configuration& q);
  /// This pair is not judged.
  void ignore(int a, int b, bool ignored);

  /// All pairs against what a step listed; empty if it stands, otherwise what is wrong.
  std::string judge(const WorldStep& step, BodiesLog& log);
  /// One distance, whichever the bodies.
  std::string judge(const BodyDistance& said, BodiesLog& log);
  /// Do the two overlap, or does one contain the other? By FCL, and by plain_inside.
  bool touch(int a, int b) const;
  /// Of surfaces and solids; 0 where one is inside.
  DistanceBounds plain(int a, int b) const;

 private:
  struct Part {
    Geometry geometry;
    Pose placement;
    int link = -1;
    bool closed = false;  ///< a mesh that bounds a solid
    std::shared_ptr<fcl::CollisionObjectd> object;
    double radius = 0.0;  ///< about the origin of the geometry
  };
  struct Thing {
    std::vector<Part> parts;
    std::shared_ptr<const KinematicTree> tree;
    Pose base;
    Configuration q;
    Vector3 centre = Vector3::Zero();
    double radius = 0.0;
  };
  const Thing& thing(int body) const { return things_[static_cast<std::size_t>(body)]; }
  Thing& fresh(int body);
  void add_parts(Thing& thing, const std::vector<Collider>& bodies, int link);
  void place(Thing& thing);
  bool balls_near(int a, int b, double reach) const;
  bool fcl_touch(int a, int b) const;
  double fcl_distance(int a, int b) const;
  bool contains(const Thing& outer, const Thing& inner) const;

  double tolerance_m_;
  std::vector<Thing> things_;
  std::set<std::pair<int, int>> ignored_;
};

}  // namespace tocca::testing
