#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "check/model/problem_pairs.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

/// A problem's clock as a sequence of segments, each of one or more steps that a query can be asked about.
///
/// Segments    Between consecutive waypoints if one robot moves or paths have no stamps; between consecutive stamps of
///             any robot if several have stamps; between consecutive poses of the objects (and frames) if no robot moves. If objects
///             move before the first or after the last waypoint, there is one more segment on that side. A problem in
///             which nothing moves is one segment, at rest.
/// Steps       Poses of moving objects and frames of deforming bodies inside a segment cut it, so that everything moves smoothly
///             during a step.
/// Truth       Motions are cut, never resampled: during a step a robot or object is on the motion of its whole segment
///             (pose interval), in real arithmetic; the bounds of the motions include the rounding of the cut.
/// Attached    The grip X_LO is the pose in doubles computed where the object is gripped, and its resting place the one
///             computed where it is released: from then on these are the model. A robot at rest keeps what no `to`
///             takes from it.
///
/// Allowed     A pair that may touch from one waypoint to another (Problem::allowed_stretches) is allowed for whole
///             segments.
///
/// Keeps references to the problem's paths: the problem must outlive it. Thread-safe once built.
class Timeline final : public StepSequence {
 public:
  /// Throws InputError if a robot's rest does not fit the robot.
  Timeline(const Problem& problem, const CollisionModel& model);

  int segment_count() const override { return segment_count_; }
  /// As people count: segments between waypoints from 0; -1: before the first waypoint.
  std::int64_t index(int segment) const override { return segment - (leads_in_ ? 1 : 0); }
  bool at_rest() const override { return borders_.size() < 2; }

  int step_count(int segment) const override;
  double way(int segment) const override;
  /// Sets all robots and objects.
  void set(int segment, int step, MotionStep& target) const override;
  /// Everything at rest as when the clock starts: robots at their first waypoints, objects at their first places, held
  /// by the links that hold them then.
  void set_start(MotionStep& target) const;
  Interval in_segment(int segment, int step, double t) const override;

 private:
  struct Window {
    double begin, end;
  };
  /// One cause of an object's motion: a hand, or its own poses.
  struct Event {
    double begin, end;
    int robot = -1, link = -1;       ///< of the hand
    Pose grip;                       ///< X_LO
    int moving = -1;                 ///< index among the problem's moving objects
    Pose after;                      ///< where it leaves the object
    std::optional<Pose> grasp = {};  ///< the grip, if it is given
  };
  struct ObjectEvents {
    int object;
    Pose before;  ///< X_WO until the first event
    std::vector<Event> events;
  };

  void lay_out_segments();
  void list_events(const CollisionModel& model);
  double time_of(int robot, int waypoint) const;
  int segment_at(int robot, double time) const;
  Window window(int segment, int step) const;
  void set_robot(int robot, const Window& window, TreeMotion& tree) const;
  void set_object(const ObjectEvents& object, const Window& window, MotionStep& target) const;
  void set_allowed(const Window& window, MotionStep& target) const;

  const Problem& problem_;
  std::vector<Configuration> starts_;  ///< of each robot
  std::vector<double> borders_;        ///< of segments; fewer than two: at rest
  std::vector<double> cuts_;           ///< every stamp of an object, every frame of a deforming body
  int segment_count_ = 1;
  bool leads_in_ = false;
  std::vector<ObjectEvents> objects_;
  std::vector<std::vector<RigidMotion>> motions_;  ///< of each moving object, pose to pose
  std::vector<ProblemPairs::Stretch> allowed_;
};

}  // namespace tocca
