#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/check/settings.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {
class PairRules;        // check/model/live_object.hpp
class DeformingBodies;  // check/model/deforming_bodies.hpp
class JointCells;       // check/model/joint_cells.hpp
class StillBodies;      // check/model/still_bodies.hpp
struct KnownShapes;     // check/model/known_shapes.hpp
struct LiveObject;      // check/model/live_object.hpp
struct MovableShape;    // check/model/movable_shape.hpp
struct Problem;         // tocca/model/problem.hpp
struct ProblemPairs;    // check/model/problem_pairs.hpp

/// Everything a query needs to know about a problem that does not depend on time: bodies with their trees, and which
/// pairs of them are checked. Immutable, shared by all threads.
///
/// A body is a link with geometry or an object of the scene. Objects that nothing ever moves are *still*: their parts
/// are stored in the world frame. All others (links, and objects that are attached or move at some time) are *movable*:
/// their parts are in their own frame. Bodies that deform (Problem::deforming) are no parts: they are numbered after the last body.
///
/// A scene that lives (Checker::move and its like) makes *versions*: a model that differs in a few objects refers to the one that was built
/// from a problem, its root, for all the rest. There, still bodies that have left their place are *gone*: they stay in the trees, checked
/// against nothing. What took their place is movable and numbered after the root's bodies. Decision record 0077.
class CollisionModel {
 public:
  struct Body;     // check/model/model_body.hpp: a link or an object with geometry, ready to be checked
  class BodyList;  // there, too: the bodies of the root, then those of the version
  /// Two movable bodies to check against each other. Clearances of a model are of the bodies as they are: what their
  /// grown shapes (Problem::padding) keep apart, and both paddings.
  struct Pair {
    int a, b;
    double clearance_m;  ///< negative: not checked, since one of them is gone
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
  /// The same with shapes that are known already.
  CollisionModel(const Problem& problem, const PairSettings& settings, const KnownShapes& known);
  /// The version of a model built from a problem in which these objects are not as they were.
  /// Requires that nothing in that problem has a clock, and no changed object a negative clearance.
  CollisionModel(std::shared_ptr<const CollisionModel> root, std::shared_ptr<const PairRules> rules,
                 std::span<const std::shared_ptr<const LiveObject>> changed);
  ~CollisionModel();
  CollisionModel(const CollisionModel&) = delete;
  CollisionModel& operator=(const CollisionModel&) = delete;

  BodyList bodies() const noexcept;
  const DeformingBodies& deforming() const noexcept { return *root_->deforming_; }
  /// How many bodies have a number: those that deform, too.
  int body_count() const noexcept;
  /// "link", "robot/link", the object's name or that of a body that deforms.
  const std::string& name(int body) const;
  /// A body that is no longer where the root has it, or nowhere.
  bool gone(int body) const;
  const std::vector<int>& movable() const noexcept { return movable_; }  ///< body indices
  const std::vector<int>& still() const noexcept {
    return root_->still_;
  }  ///< body indices, of those that are gone too
  /// Of a body among the movable or the still ones.
  int rank(int body) const {
    const auto index = static_cast<std::size_t>(body), of_root = root_->rank_.size();
    TOCCA_REQUIRE(body >= 0 && index < of_root + changed_bodies_.size(), "a model has no such body");
    return index < of_root ? root_->rank_[index] : static_cast<int>(root_->movable_.size() + (index - of_root));
  }
  const std::vector<Pair>& pairs() const noexcept { return pairs_; }
  const std::vector<PenetrationPair>& penetration_pairs() const noexcept { return root_->penetration_pairs_; }
  /// A body of such a pair as one convex item.
  const Part& convex(int body) const {
    TOCCA_REQUIRE(body >= 0 && static_cast<std::size_t>(body) < root_->convex_.size(), "a model has no such body");
    TOCCA_REQUIRE(root_->convex_[static_cast<std::size_t>(body)], "only bodies of penetration pairs are convex items");
    return *root_->convex_[static_cast<std::size_t>(body)];
  }
  /// All pairs of the problem by body, including those with still bodies and the excluded ones with their reasons. A version makes the list
  /// when it is first asked for.
  const ProblemPairs& problem_pairs() const;
  std::size_t checked_pair_count() const noexcept { return checked_pairs_; }
  /// The part of a pair's clearance that is the padding of both: its grown shapes are nearer by so much.
  double padding(int body_a, int body_b) const;
  /// Clearance of a movable against a still body; empty if the pair is not checked.
  std::optional<double> clearance(int movable_body, int still_body) const;
  /// No clearance of a movable body against still bodies is greater; negative if none is checked.
  double greatest_clearance(int movable_body) const { return greatest_[static_cast<std::size_t>(rank(movable_body))]; }
  /// A movable body's clearance against each still one, by rank, negative where the two are not checked. None if all have the same.
  std::span<const double> clearances(int movable_body) const {
    const Clearances& own = clearances_[static_cast<std::size_t>(rank(movable_body))];
    return own ? std::span<const double>(*own) : std::span<const double>();
  }
  /// Body of a link (-1 where it has no geometry) or of an object.
  int body_of_link(int robot, int link) const {
    TOCCA_REQUIRE(has_link(robot, link), "a model has no such link");
    return root_->link_body_[static_cast<std::size_t>(robot)][static_cast<std::size_t>(link)];
  }
  /// How many of the movable bodies are links; they come first.
  int movable_link_count() const noexcept { return root_->movable_links_; }
  /// Objects of a version are numbered as in Checker::problem().
  int body_of_object(int object) const {
    TOCCA_REQUIRE(object >= 0 && static_cast<std::size_t>(object) < object_body_.size(), "a scene has no such object");
    return object_body_[static_cast<std::size_t>(object)];
  }
  /// First link of the rigid group of a link.
  int rigid_group(int robot, int link) const {
    TOCCA_REQUIRE(has_link(robot, link), "a model has no such link");
    return root_->rigid_group_[static_cast<std::size_t>(robot)][static_cast<std::size_t>(link)];
  }

  /// What motions need to know: the robots' trees and bases.
  struct RobotFrame {
    KinematicTree tree;
    Pose base;
    std::string name;
  };
  const std::vector<RobotFrame>& robots() const noexcept { return root_->robots_; }
  /// Trees and volumes of a movable body, in its own frame.
  const MovableShape& shape(int movable_body) const;
  /// Trees and volumes of all still bodies, in the world.
  const StillBodies& still_bodies() const noexcept { return *root_->still_bodies_; }
  /// What is known of links that are near each other at every state, by pair.
  const JointCells& joint_cells() const noexcept { return *root_->joint_cells_; }

 private:
  using Clearances = std::shared_ptr<const std::vector<double>>;
  static constexpr double not_checked = -1.0;

  bool has_link(int robot, int link) const {
    return robot >= 0 && static_cast<std::size_t>(robot) < robots().size() && link >= 0 &&
           static_cast<std::size_t>(link) < robots()[static_cast<std::size_t>(robot)].tree.links().size();
  }
  void build_bodies(const Problem& problem, const KnownShapes& known);
  void sort_pairs();
  void build_convex(const Problem& problem);
  void place_changed(std::span<const std::shared_ptr<const LiveObject>> changed);
  void clear_gone();
  void pair_changed();
  void hold_against_root(std::size_t changed);
  ProblemPairs listed_pairs() const;

  std::shared_ptr<const CollisionModel> kept_root_;  ///< null in a root
  const CollisionModel* root_ = this;

  // Of the version.
  std::vector<std::shared_ptr<const Body>> changed_bodies_;  ///< numbered after those of the root
  std::vector<std::shared_ptr<const LiveObject>> changed_;   ///< whose bodies they are
  std::shared_ptr<const PairRules> rules_;
  std::vector<int> gone_;  ///< bodies of the root, ascending
  std::vector<int> movable_;
  std::vector<Pair> pairs_;
  std::vector<double> greatest_;        ///< by movable rank
  std::vector<Clearances> clearances_;  ///< by movable rank; null if all are the same
  std::vector<int> object_body_;        ///< of each object of the scene as it is in this version
  std::size_t checked_pairs_ = 0;
  mutable std::once_flag pairs_once_;
  mutable std::unique_ptr<const ProblemPairs> problem_pairs_;

  // Of the root alone.
  std::vector<Body> bodies_;
  std::vector<int> still_, rank_;
  int movable_links_ = 0;
  std::vector<PenetrationPair> penetration_pairs_;
  std::vector<std::unique_ptr<const Part>> convex_;  ///< of bodies that penetration pairs name
  std::unique_ptr<const DeformingBodies> deforming_;
  std::vector<std::vector<int>> link_body_, rigid_group_;
  std::vector<RobotFrame> robots_;
  std::shared_ptr<const StillBodies> still_bodies_;
  std::shared_ptr<const JointCells> joint_cells_;
};

}  // namespace tocca
