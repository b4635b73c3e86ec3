// The bodies of a world: shapes, poses, boxes.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/index.hpp"
#include "shape/aabb.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/world/world.hpp"
#include "world/placed_shape.hpp"

namespace tocca {

/// What an articulated body has besides the shapes of its links.
struct Articulation {
  KinematicTree tree;
  TreeMotion motion;
  Configuration q;
  Pose X_WR;
  std::vector<BodyShapePointer> shapes;  ///< of links with geometry
  std::vector<PlacedShape> links;        ///< likewise
  std::vector<Pose> poses;               ///< of all links

  Articulation(const KinematicTree& source, const Pose& X_WR);
  void put();
};

/// Throws InputError unless it has the tree's number of coordinates, all finite.
void require_configuration(const KinematicTree& tree, const Configuration& q);

/// All bodies by number, with gaps. Rigid ones lie in flat arrays; articulated ones separately.
class WorldBodies {
 public:
  WorldBodies(BoxKind boxes, double dilation_m) : kind_(boxes), dilation_m_(dilation_m) {}

  int add(BodyShapePointer shape, const Pose& X_WB, int group);
  int add(const KinematicTree& tree, const Configuration& q, const Pose& X_WR, int group);
  int add(DeformableMesh mesh, int group);
  void remove(int body);
  void move(int body, const Pose& X);
  void move(int body, const Configuration& q);
  void move(int body, std::span<const Vector3> vertices);
  void replace(int body, DeformableMesh mesh);

  int count() const { return count_; }
  int number_end() const { return static_cast<int>(bodies_.size()); }
  bool has(int body) const { return body >= 0 && body < number_end() && bodies_[at(body)].present; }
  /// Throws InputError if there is no such body.
  void require(int body) const;
  void require_two(int a, int b) const;  ///< likewise, or where they are the same and not deformable
  const Pose& pose(int body) const;
  /// As updated last.
  const Aabb& box(int body) const {
    require(body);
    return boxes_[at(body)];
  }
  int group(int body) const { return bodies_[at(body)].group; }
  /// The whole of it is one convex polytope.
  bool is_polytope(int body) const { return bodies_[at(body)].polytope; }
  const Articulation* articulation(int body) const { return bodies_[at(body)].articulation.get(); }
  std::span<const PlacedShape> shapes(int body) const {
    const Record& record = bodies_[at(body)];
    if (record.articulation) return record.articulation->links;
    if (record.deformable) return {};
    return {&rigid_[at(body)], 1};
  }
  /// Null for a body that does not deform.
  const DeformableMesh* deformable(int body) const { return bodies_[at(body)].deformable.get(); }
  DeformableMesh& require_deformable(int body);
  const std::vector<int>& deformables() const { return deformables_; }  ///< ascending
  const PlacedShape& rigid(int body) const { return rigid_[at(body)]; }

  /// Which have moved since their last query, in the order of their moves; some may have been removed since.
  const std::vector<int>& moved() const { return moved_; }
  void forget_moved();
  /// Contains every true point, dilated.
  const Aabb& updated_box(int body);

 private:
  struct Record {
    BodyShapePointer shape;
    std::unique_ptr<Articulation> articulation;
    std::unique_ptr<DeformableMesh> deformable;
    int group = 0;
    bool present = false, polytope = false, moved = false;
  };
  int new_number(int group);
  void mark_moved(int body);
  Aabb box_of(PlacedShape& placed) const;

  BoxKind kind_;
  double dilation_m_;
  std::vector<Record> bodies_;
  std::vector<PlacedShape> rigid_;
  std::vector<Aabb> boxes_;
  std::vector<int> free_;  // a heap, the least first
  std::vector<int> moved_;
  std::vector<int> deformables_;
  int count_ = 0;
};

}  // namespace tocca
