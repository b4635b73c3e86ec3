// Objects of a scene that lives: what is no longer as the root of the model has it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "check/model/movable_shape.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// What a problem says about single pairs of which an object is one, by the object's name: pairs that may touch, and pairs with a clearance
/// of their own. Names as Problem explains them; where a link and an object share one, it means the link.
class PairRules {
 public:
  /// About one object and another body.
  struct Rule {
    std::string other;
    bool allowed = false;
    std::string why;  ///< if it is allowed
    std::optional<double> clearance_m = {};
  };

  explicit PairRules(const Problem& problem) : PairRules(problem, problem.allowed, problem.clearance) {}
  /// With other lists than the problem's.
  PairRules(const Problem& problem, std::span<const AllowedPair> allowed, const Clearance& clearance);

  double default_clearance_m() const { return default_m_; }
  /// Null: nothing special.
  const Rule* find(const std::string& object, const std::string& other) const;
  std::span<const Rule> of(const std::string& object) const;

 private:
  Rule& rule(const std::string& object, const std::string& other);

  double default_m_;
  std::unordered_map<std::string, std::vector<Rule>> rules_;
};

/// The colliders of an object and what queries need of them. Made once, however often the object moves.
struct LiveShape {
  explicit LiveShape(std::vector<Collider> the_colliders)
      : colliders(std::move(the_colliders)),
        movable(colliders.empty() ? nullptr : std::make_shared<const MovableShape>(colliders)) {}

  std::vector<Collider> colliders;
  std::shared_ptr<const MovableShape> movable;  ///< null if there are none
};

/// An object of a version that is not as the version's root has it: it was added, moved, gripped, released, removed, or something was said
/// about one of its pairs.
struct LiveObject {
  /// By a link, in its frame.
  struct Held {
    int robot, link;
    Pose grip;  ///< X_LO
  };
  /// Against a link of a robot.
  struct LinkPair {
    int body;
    double clearance_m, level_m;  ///< as ProblemPairs::Checked
  };

  std::uint64_t id = 0;      ///< the same as long as the object is one and the same, whatever happens to it
  std::uint64_t change = 0;  ///< number of the change that made it what it is
  int scene_object = -1;     ///< in the scene of the root; -1: it came later
  bool removed = false;
  std::string name;
  Pose pose;  ///< X_WO; of a held object: the last place that was said
  std::shared_ptr<const LiveShape> shape;
  std::optional<Held> held;
  double padding_m = 0.0;
  std::vector<LinkPair> links;                       ///< those that check it
  std::shared_ptr<const CollisionModel::Body> body;  ///< null if it has no geometry or was removed

  /// Sets `links` and `body`, which follow from the rest.
  void complete(const CollisionModel& root, const PairRules& rules);
  /// Another place, the same otherwise.
  void move_to(const Pose& X_WO);
};
using LiveObjectPointer = std::shared_ptr<const LiveObject>;

/// Why a link and an object are not checked; empty if they are.
std::string why_unchecked(const CollisionModel& root, const PairRules& rules, int link_body, const LiveObject& object);
/// The same for two objects.
std::string why_unchecked(const CollisionModel& root, const PairRules& rules, const LiveObject& a, const LiveObject& b);
/// How far apart two bodies must stay of which an object of this name is one.
double clearance_of(const PairRules& rules, const std::string& object, const std::string& other);

}  // namespace tocca
