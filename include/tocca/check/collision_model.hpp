#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tocca/check/settings.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {
class SweepTrees;       // check/model/sweep_trees.hpp
class DeformingBodies;  // check/model/deforming_bodies.hpp
class RssTrees;         // check/model/rss_trees.hpp
struct LaneVolumes;     // check/model/lane_volumes.hpp
class StillSolids;      // check/model/still_solids.hpp
struct Problem;         // tocca/model/problem.hpp
struct ProblemPairs;    // check/model/problem_pairs.hpp

/// Everything a query needs to know about a problem that does not depend on time: bodies with their trees, and which
/// pairs of them are checked. Immutable, shared by all threads.
///
/// A body is a link with geometry or an object of the scene. Objects that nothing ever moves are *still*: their parts
/// are stored in the world frame. All others (links, and objects that are attached or move at some time) are *movable*:
/// their parts are in their own frame. Bodies that deform (Problem::deforming) are no parts: they are numbered after the last body.
class CollisionModel {
 public:
  struct Body;  // check/model/model_body.hpp: a link or an object with geometry, ready to be checked
  /// Two movable bodies to check against each other. Clearances of a model are of the bodies as they are: what their
  /// grown shapes (Problem::padding) keep apart, and both paddings.
  struct Pair {
    int a, b;
    double clearance_m;
  };

  /// Two bodies that may penetrate each other by less than -clearance_m; one of them may be still, not both. Strategies
  /// do not see them as pairs: PenetrationPairs handles them.
  struct PenetrationPair {
    int a, b;
    double clearance_m;  ///< negative
  };

  /// Throws InputError (no file name) where a clearance is not finite, or is negative for a pair other than two convex
  /// bodies; where frames of a body that deforms do not fit.
  explicit CollisionModel(const Problem& problem, const PairSettings& settings = {});
  ~CollisionModel();
  CollisionModel(const CollisionModel&) = delete;
  CollisionModel& operator=(const CollisionModel&) = delete;

  const std::vector<Body>& bodies() const noexcept { return bodies_; }
  const DeformingBodies& deforming() const noexcept { return *deforming_; }
  /// "link", "robot/link", the object's name or that of a body that deforms.
  const std::string& name(int body) const;
  const std::vector<int>& movable() const noexcept { return movable_; }  ///< body indices
  const std::vector<int>& still() const noexcept { return still_; }      ///< body indices
  const std::vector<Pair>& pairs() const noexcept { return pairs_; }
  const std::vector<PenetrationPair>& penetration_pairs() const noexcept { return penetration_pairs_; }
  /// A body of such a pair as one convex item.
  const Part& convex(int body) const {
    TOCCA_REQUIRE(body >= 0 && static_cast<std::size_t>(body) < rank_.size(), "a model has no such body");
    TOCCA_REQUIRE(convex_[static_cast<std::size_t>(body)], "only bodies of penetration pairs are convex items");
    return *convex_[static_cast<std::size_t>(body)];
  }
  /// All pairs of the problem by body, including those with still bodies and the excluded ones with their reasons.
  const ProblemPairs& problem_pairs() const noexcept { return *problem_pairs_; }
  /// The part of a pair's clearance that is the padding of both: its grown shapes are nearer by so much.
  double padding(int body_a, int body_b) const;
  /// Clearance of a movable against a still body; empty if the pair is not checked.
  std::optional<double> clearance(int movable_body, int still_body) const;
  /// The greatest of a movable body's clearances against still bodies; negative if none is checked.
  double greatest_clearance(int movable_body) const {
    TOCCA_REQUIRE(movable_body >= 0 && static_cast<std::size_t>(movable_body) < rank_.size(),
                  "a model has no such body");
    return greatest_[static_cast<std::size_t>(movable_body)];
  }
  /// Is every still body checked against this one, all with the same clearance?
  bool uniform(int movable_body) const {
    TOCCA_REQUIRE(movable_body >= 0 && static_cast<std::size_t>(movable_body) < rank_.size(),
                  "a model has no such body");
    return uniform_[static_cast<std::size_t>(movable_body)];
  }
  /// Body of a link (-1 where it has no geometry) or of an object.
  int body_of_link(int robot, int link) const {
    TOCCA_REQUIRE(has_link(robot, link), "a model has no such link");
    return link_body_[static_cast<std::size_t>(robot)][static_cast<std::size_t>(link)];
  }
  int body_of_object(int object) const {
    TOCCA_REQUIRE(object >= 0 && static_cast<std::size_t>(object) < object_body_.size(), "a scene has no such object");
    return object_body_[static_cast<std::size_t>(object)];
  }
  /// First link of the rigid group of a link.
  int rigid_group(int robot, int link) const {
    TOCCA_REQUIRE(has_link(robot, link), "a model has no such link");
    return rigid_group_[static_cast<std::size_t>(robot)][static_cast<std::size_t>(link)];
  }

  /// What motions need to know: the robots' trees and bases.
  struct RobotFrame {
    KinematicTree tree;
    Pose base;
    std::string name;
  };
  const std::vector<RobotFrame>& robots() const noexcept { return robots_; }
  const std::vector<Pose>& object_poses() const noexcept { return object_poses_; }  ///< as in the scene
  const SweepTrees& trees() const noexcept { return *trees_; }
  /// The index over still bodies that containment uses.
  const StillSolids& still_solids() const noexcept { return *still_solids_; }
  /// What tests of eight states at a time use.
  const LaneVolumes& lane_volumes() const noexcept { return *lane_volumes_; }
  /// Built on first use: only questions about distances need them.
  const RssTrees& rss_trees() const;

 private:
  bool has_link(int robot, int link) const {
    return robot >= 0 && static_cast<std::size_t>(robot) < robots_.size() && link >= 0 &&
           static_cast<std::size_t>(link) < robots_[static_cast<std::size_t>(robot)].tree.links().size();
  }
  void build_bodies(const Problem& problem);
  void sort_pairs();
  void build_convex(const Problem& problem);

  std::vector<Body> bodies_;
  std::vector<int> movable_, still_;
  std::vector<Pair> pairs_;
  std::vector<PenetrationPair> penetration_pairs_;
  std::vector<std::unique_ptr<const Part>> convex_;  ///< of bodies that penetration pairs name
  std::unique_ptr<const DeformingBodies> deforming_;
  std::unique_ptr<const ProblemPairs> problem_pairs_;
  std::vector<std::vector<int>> link_body_, rigid_group_;
  std::vector<int> object_body_;
  /// [movable rank][still rank], negative: not checked; empty if every movable body is checked against all or none.
  std::vector<double> still_clearance_;
  std::vector<double> greatest_;
  std::vector<char> uniform_;
  std::vector<int> rank_;  ///< of each body among the movable or the still ones
  std::vector<RobotFrame> robots_;
  std::vector<Pose> object_poses_;
  std::shared_ptr<const SweepTrees> trees_;
  std::shared_ptr<const StillSolids> still_solids_;
  std::shared_ptr<const LaneVolumes> lane_volumes_;
  mutable std::once_flag rss_once_;
  mutable std::shared_ptr<const RssTrees> rss_trees_;
};

}  // namespace tocca
