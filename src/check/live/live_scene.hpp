// A scene that lives: what the model was built from, and what is different by now.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/model/known_shapes.hpp"
#include "check/model/live_object.hpp"
#include "core/shared_list.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/settings.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// A value: each change makes another one and leaves this as it is. Copies share everything but a pointer for every 32 objects that differ
/// from the root's, and four bytes for each.
///
/// Order       Objects stand in the order of the scene that the checker was made with, those that came later behind them.
/// Throws      InputError (no file name) for what makes no sense; then nothing has changed.
class LiveScene {
 public:
  /// The problem's robots rest at their starts; their paths are not kept.
  LiveScene(const Problem& problem, const PairSettings& settings);

  /// The scene as it is. A checker made from it gives the same answers.
  Problem problem() const;
  /// A model of it: the root's own if nothing is different, else a version of it.
  std::shared_ptr<const CollisionModel> model() const;
  /// How many changes have been made.
  std::uint64_t change() const { return change_; }
  /// How many objects differ from the root's.
  std::size_t difference() const { return changed_.size(); }

  LiveScene moved(const std::string& name, const Pose& X_WO) const;
  LiveScene with(const SceneObject& object) const;
  LiveScene without(const std::string& name) const;
  /// As if it were removed and added again, but for what was said about it.
  LiveScene replaced(const SceneObject& object) const;
  LiveScene held(const std::string& name, const std::string& link, const Pose& X_LO) const;
  LiveScene released(const std::string& name, const Pose& X_WO) const;
  LiveScene kept_apart(const std::string& a, const std::string& b, double clearance_m) const;
  LiveScene allowed(const std::string& a, const std::string& b, bool may_touch) const;
  LiveScene padded(const std::string& name, double metres) const;

  /// Where an object is, in the world or in the frame of the link that holds it.
  struct Place {
    Pose pose;
    int robot = -1, link = -1;  ///< of that link
  };
  Place place(const std::string& name) const;
  /// A link by the name that the problem gives it. Throws InputError if there is none.
  std::pair<int, int> link(const std::string& name) const;

  /// Sets a step of model(): robots rest at their starts, links hold what they hold.
  void set_start(const CollisionModel& model, MotionStep& step) const;
  /// Nothing more is kept of objects that came after the root and are gone. Not while a root is made of an earlier value, which may have
  /// them: rebased() must learn that they are gone.
  void forget_removed();
  /// The same scene with a root that differs in nothing.
  LiveScene compacted() const;
  /// This scene on the root of `compact`, which was made by compacted() of an earlier value with the same root as this one.
  LiveScene rebased(const LiveScene& compact) const;
  bool has_root_of(const LiveScene& other) const { return root_ == other.root_; }

 private:
  /// What the model was built from.
  struct Root {
    /// `the_shapes`: of objects whose shapes are known already; the others are made when they are first changed.
    /// `before`: an earlier root, of which everything is used again that is the same.
    Root(Problem the_problem, const PairSettings& the_settings, std::vector<std::uint64_t> the_ids,
         std::vector<std::shared_ptr<const LiveShape>> the_shapes, const Root* before = nullptr);
    KnownShapes known_shapes(const Root* before) const;

    Problem problem;
    PairSettings settings;
    std::vector<std::uint64_t> ids;  ///< of each object
    std::vector<std::shared_ptr<const LiveShape>> shapes;
    std::shared_ptr<const CollisionModel> model;
    std::unordered_map<std::string, int> objects;
    std::unordered_map<std::uint64_t, int> object_of_id;
    std::unordered_map<std::string, std::pair<int, int>> links;  ///< robot and link
    std::vector<LiveObject::Held> holds;                         ///< by `held`
    std::vector<int> held;                                       ///< objects that a link holds
  };
  /// What is said about pairs and sizes.
  struct Said {
    std::vector<AllowedPair> allowed;
    Clearance clearance;
    std::vector<Padding> padding;
    PairRules rules;
  };

  static constexpr std::size_t many = 32;

  Problem said() const;
  std::shared_ptr<const Said> said_of(const Problem& problem) const;
  double padding_of(const std::string& name) const;
  /// Calls found(place in changed_) for objects of this name until it says that this is enough.
  template <class Found>
  void for_each_changed(const std::string& name, const Found& found) const;
  /// Where in `changed_`; -1: it is as the root has it, or nowhere.
  int find_changed(const std::string& name) const;
  bool has_object(const std::string& name) const;
  bool is_link(const std::string& name) const;
  void require_object(const std::string& name) const;
  void require_name(const std::string& name, const std::string& place) const;
  /// The object in its present state, to be changed.
  LiveObject present(const std::string& name) const;
  LiveObject of_root(int object) const;
  /// Without an object, whatever is said about it.
  LiveScene taken_away(const std::string& name) const;
  /// The next value, in which this object is so, and links and rules are looked at again if `whole`.
  LiveScene next(LiveObject object, bool whole) const;
  LiveScene rebuilt(const Problem& changed) const;
  void put(LiveObject object, bool whole);
  void append(LiveObjectPointer object);
  void list_held();
  LiveScene retold(std::shared_ptr<const Said> said, const std::string& a, const std::string& b) const;
  bool concerns_robots_alone(const std::string& a, const std::string& b) const;

  std::shared_ptr<const Root> root_;
  std::shared_ptr<const Said> said_;
  SharedList<LiveObjectPointer> changed_;
  std::vector<std::uint32_t> hashes_;  ///< of their names, so that one is found at a glance
  std::uint64_t change_ = 0, next_id_ = 0;
  std::size_t came_and_went_ = 0;  ///< how many of those that changed are removed and were never in the root
};

}  // namespace tocca
