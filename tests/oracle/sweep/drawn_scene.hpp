// A line-swept sphere on a link that moves, small still bodies in its way and out of it, and FCL as the judge of which of
// them it touches: sampled in time, so a judge that may miss a contact but never invents one.
#pragma once

#include <fcl/fcl.h>

#include <memory>
#include <numbers>
#include <vector>

#include "model/part.hpp"
#include "motion/mover.hpp"
#include "testing/draw.hpp"

namespace tocca::oracle {

class DrawnScene {
 public:
  DrawnScene(testing::Draw& draw, int bodies, double step)
      : tree_(draw_arm(draw)), motion_(std::make_unique<TreeMotion>(tree_)) {
    const auto n = tree_.coordinate_count();
    Configuration from(n), to(n);
    for (int i = 0; i < n; ++i) {
      from[i] = draw.uniform(-std::numbers::pi, std::numbers::pi);
      to[i] = from[i] + step * draw.uniform(-1.0, 1.0);
    }
    motion_->move(from, to);
    volume_ = {draw.vector(0.1), draw.coin(0.2) ? Vector3(Vector3::Zero()) : Vector3(draw.vector(0.4)),
               draw.coin(0.1) ? 1e-4 : draw.uniform(0.01, 0.15)};
    const Mover link = mover();
    for (int k = 0; k < bodies; ++k) {
      // About half of them near the path.
      const Pose X = link.pose(draw.uniform(0.0, 1.0));
      const Vector3 near = X * Vector3(volume_.a + draw.uniform(0.0, 1.0) * (volume_.b - volume_.a));
      add_body(draw,
               draw.coin() ? near + draw.uniform(0.0, 3.0) * volume_.radius * draw.direction() : draw.vector(1.5));
    }
  }

  Mover mover() const { return {*motion_, -1, motion_->link_count() - 1}; }
  const Lss& volume() const { return volume_; }
  const std::vector<Part>& still() const { return still_; }

  /// Does FCL see the volume, dilated, touch body k at one of so many moments?
  bool touches(std::size_t k, double dilation_m, int moments) const {
    const Vector3 axis = volume_.b - volume_.a;
    const double length = axis.norm();
    Pose X_LC;  // FCL's capsule lies along z
    X_LC.translation = 0.5 * (volume_.a + volume_.b);
    if (length > 0.0) {
      Vector3 x = axis.unitOrthogonal();
      X_LC.rotation << x, axis.normalized().cross(x), axis.normalized();
    }
    const auto capsule = std::make_shared<fcl::Capsuled>(volume_.radius + dilation_m, std::max(length, 1e-9));
    fcl::CollisionObjectd moving(capsule);
    for (int i = 0; i <= moments; ++i) {
      moving.setTransform(transform(mover().pose(static_cast<double>(i) / moments) * X_LC));
      fcl::CollisionResultd result;
      if (fcl::collide(&moving, objects_[k].get(), fcl::CollisionRequestd(), result) > 0) return true;
    }
    return false;
  }

 private:
  static KinematicTree draw_arm(testing::Draw& draw) {
    std::vector<Link> links{{"0", {}}};
    std::vector<KinematicTree::JointSpec> joints;
    for (int i = 1, last = draw.integer(1, 6); i <= last; ++i) {
      KinematicTree::JointSpec joint;
      joint.name = "j" + std::to_string(i);
      joint.type = draw.coin(0.85) ? JointType::revolute : JointType::prismatic;
      joint.parent_link = std::to_string(i - 1);
      joint.child_link = std::to_string(i);
      joint.origin = draw.pose(0.3);
      joint.axis = draw.direction();
      links.push_back({joint.child_link, {}});
      joints.push_back(std::move(joint));
    }
    return KinematicTree::build(std::move(links), std::move(joints));
  }

  static fcl::Transform3d transform(const Pose& pose) {
    fcl::Transform3d result = fcl::Transform3d::Identity();
    result.linear() = pose.rotation;
    result.translation() = pose.translation;
    return result;
  }

  void add_body(testing::Draw& draw, const Vector3& place) {
    const Pose X{draw.pose(1.0).rotation, place};
    const double size = draw.log_uniform(0.01, 0.3);
    if (draw.coin(0.2)) {
      const Box box{Vector3(size, size * draw.uniform(0.1, 1.0), 0.01)};
      still_.emplace_back(std::vector<Collider>{{X, box}});
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(box.size), transform(X)));
      return;
    }
    const MeshPointer mesh = draw_mesh(draw, size);
    still_.emplace_back(std::vector<Collider>{{X, mesh}});
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel();
    for (const Triangle& t : mesh->triangles()) {
      model->addTriangle(mesh->vertices()[t[0]], mesh->vertices()[t[1]], mesh->vertices()[t[2]]);
    }
    model->endModel();
    objects_.push_back(std::make_unique<fcl::CollisionObjectd>(model, transform(X)));
  }

  /// Some triangles, thin ones among them, that share no more than their neighbourhood.
  static MeshPointer draw_mesh(testing::Draw& draw, double size) {
    std::vector<Vector3> vertices;
    std::vector<Triangle> triangles;
    for (int i = 0, last = draw.integer(1, 12); i < last; ++i) {
      const auto first = static_cast<Index>(vertices.size());
      const Vector3 a = draw.vector(size), b = a + draw.vector(size);
      const Vector3 c = draw.coin(0.3) ? Vector3(b + draw.vector(1e-4)) : Vector3(a + draw.vector(size));
      vertices.insert(vertices.end(), {a, b, c});
      triangles.push_back({first, first + 1, first + 2});
    }
    return std::make_shared<TriangleMesh>(std::move(vertices), std::move(triangles));
  }

  KinematicTree tree_;
  std::unique_ptr<TreeMotion> motion_;
  Lss volume_{};
  std::vector<Part> still_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
};

}  // namespace tocca::oracle
