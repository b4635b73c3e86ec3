#include "peers/fcl_sampling.hpp"

#include "model/pairs.hpp"
#include "model/part.hpp"
#include "model/rigid_groups.hpp"
#include "peers/fcl_probe.hpp"
#include "testing/fcl_objects.hpp"

namespace tocca::bench {

namespace {

using Object = fcl::CollisionObjectd;

}  // namespace

FclSampling::FclSampling(const Robot& robot, const Scene& scene, bool merged) : robot_(robot) {
  const std::vector<int> groups = rigid_groups(robot.tree);
  for (std::size_t link = 0; link < robot.tree.links().size(); ++link) {
    if (groups[link] == groups[0]) continue;  // stands still, like the scene
    for (const Collider& body : robot.tree.links()[link].colliders) {
      parts_.push_back(
          {link, testing::isometry(body.placement), std::make_unique<Object>(testing::fcl_geometry(body.geometry))});
    }
  }
  if (merged) {
    std::vector<Collider> all;
    for (const SceneObject& object : scene.objects) {
      for (const Collider& body : object.colliders) all.push_back({object.pose * body.placement, body.geometry});
    }
    merged_ = std::make_unique<Object>(testing::fcl_merged(all));
    merged_->computeAABB();
    return;
  }
  for (const SceneObject& object : scene.objects) {
    for (const Collider& body : object.colliders) {
      obstacles_.push_back(std::make_unique<Object>(testing::fcl_geometry(body.geometry),
                                                    testing::isometry(object.pose * body.placement)));
      obstacles_.back()->computeAABB();
      tree_.registerObject(obstacles_.back().get());
    }
  }
  tree_.setup();
}

bool FclSampling::touches(const Object& link) {
  FclProbe probe;
  if (merged_) {
    if (!link.getAABB().overlap(merged_->getAABB())) return false;
    return fcl_touch(const_cast<Object*>(&link), merged_.get(), &probe);
  }
  tree_.collide(const_cast<Object*>(&link), &probe, fcl_touch);
  return probe.result.isCollision();
}

bool FclSampling::overlaps_at(const Configuration& q) {
  testing::place_links(robot_.tree, {}, q, poses_);
  for (Part& part : parts_) {
    part.object->setTransform(poses_[part.link] * part.placement);
    part.object->computeAABB();
    if (touches(*part.object)) return true;
  }
  return false;
}

bool FclSampling::overlaps(const Configuration& from, const Configuration& to, int samples) {
  for (int k = 0; k <= samples; ++k) {
    q_ = from + (to - from) * (static_cast<double>(k) / samples);
    if (overlaps_at(q_)) return true;
  }
  return false;
}

}  // namespace tocca::bench
