// What a certificate claims, from a problem and its checker.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "audit/statement.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// The statement of a problem, and how the model's bodies, joints and pairs are found in it.
///
/// Frames      For each robot its base, then the stages of each joint from the parent to the child; for each movable object four free
///             frames, which hold any RigidMotion or a grip. Coordinates: one per stage that turns or slides, except that a joint that
///             mimics another uses the other's.
/// Groups      Each movable body by itself; still bodies together as far as every other body treats them alike (clearance, or why not).
class StatementBuilder {
 public:
  /// Throws InputError if a body deforms or the problem has no pair.
  StatementBuilder(const Problem& problem, const CollisionModel& model, double tolerance_m);

  audit::Statement& statement() { return statement_; }
  const audit::Statement& statement() const { return statement_; }
  int group_of(int body) const { return group_[static_cast<std::size_t>(body)]; }

  /// How everything moves during a step, and which pairs it leaves out; the proof is empty.
  audit::Segment segment(const MotionStep& step) const;

 private:
  struct ObjectFrames {
    int object;
    std::uint32_t frame, coordinate;
  };
  void add_robot(const CollisionModel::RobotFrame& robot);
  void add_objects(const Problem& problem);
  void add_groups(const Problem& problem);
  void add_pairs();
  std::uint32_t reason(const std::string& text);
  std::uint32_t add_coordinate(const std::string& name);
  void add_frame(const audit::Frame& frame) { statement_.frames.push_back(frame); }
  void set_robot(const TreeMotion& tree, std::size_t robot, audit::Segment& segment) const;
  void set_object(const MotionStep& step, const ObjectFrames& object, audit::Segment& segment) const;
  std::vector<std::vector<int>> still_classes() const;

  const CollisionModel& model_;
  audit::Statement statement_;
  std::vector<int> group_;                               ///< of each body of the model
  std::vector<std::vector<std::uint32_t>> link_frame_;   ///< of each robot's links
  std::vector<std::vector<std::uint32_t>> first_frame_;  ///< of each robot's joints
  std::vector<ObjectFrames> objects_;                    ///< the movable ones
  std::vector<std::uint32_t> free_;  ///< which free frame each frame is, counted among the free ones
  struct Level {
    double clearance_m = 0.0;
    std::uint32_t reason = 0;
  };
  const Level& level(int a, int b) const;
  Level at_rest_;
  std::vector<int> rank_;     ///< of each body among the movable ones; -1: it is still
  std::vector<Level> level_;  ///< [rank of a movable body][body]
  std::uint32_t gripped_ = 0, allowed_ = 0;
};

}  // namespace tocca
