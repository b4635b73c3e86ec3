// How far bodies travel at most in each step of a path, by the turns of joints and their levers alone.
#pragma once

#include <span>
#include <vector>

#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Follows the steps of a path in their order. No poses are computed but where levers are measured. One object per thread; nothing is
/// allocated once it is warm. Proof: docs/maths/carried_pairs.md.
///
/// Guarantee   in_world() and between() are no less than the length of the way of any point of the body during the step, as seen from the
///             world or from the other body. Infinite where that is not known: levers were not measured yet, a joint has several numbers,
///             an object moves by itself.
class Travel {
 public:
  explicit Travel(const CollisionModel& model);

  /// Another path.
  void begin();
  /// The next step of the path.
  void set(const MotionStep& step);
  /// Begins a body of this rank the step exactly where it ended the last one, on the same link or still at the same place? The same numbers,
  /// bit for bit.
  bool goes_on(int rank) const { return bodies_[static_cast<std::size_t>(rank)].goes_on; }
  /// Do all joints together turn (in radians) and slide by no more than a short way? Else bounds by levers are of little use.
  bool is_short() const { return total_way_ <= longest_total_way; }

  /// Measures levers where the step begins; they are lengthened by what the body travels from there on.
  void measure_levers(const MotionStep& step);
  /// Bounds are infinite until they are measured again.
  void forget_levers();
  /// Bounds the ways of this step with the levers that are known, for the following two.
  void bound_ways();
  double in_world(int rank) const;
  /// Of two bodies, as seen from each other; `pair` is one of the model's.
  double between(int pair) const;
  /// Once per step, after the bounds: levers may be longer from now on.
  void take_step();

 private:
  static constexpr double longest_total_way = 0.05;

  struct RobotJoints {
    bool simple = false;  ///< each joint has one number at most
    bool goes_on = false;
    std::vector<double> ways, ends, errors;  ///< of each link's joint; where it was at the end of the last step
    std::vector<char> slides;
    std::vector<std::vector<int>>
        chains;               ///< of each link: the joints between it and the root that can move, its own first
    std::vector<Pose> poses;  ///< of links, where levers were measured
  };
  struct BodyWay {
    bool goes_on = false;
    int robot = -1, link = -1;                ///< that carry it, or -1
    Pose fixed;                               ///< of an object: to its link, or to the world
    bool known = false;                       ///< levers are measured
    std::vector<double> levers, since, ways;  ///< of each joint of the chain; ways are sums from the tip on
  };
  void set_robot(const TreeMotion& motion, RobotJoints& joints);
  void set_object(const MotionStep& step, int body, BodyWay& way) const;
  std::span<const int> chain(const BodyWay& way) const;
  void count_joints(const MotionStep& step);
  std::size_t joints_below(const BodyWay& way, int ancestor) const;
  static double way_of(const BodyWay& way, std::size_t joints);

  const CollisionModel& model_;
  std::vector<RobotJoints> robots_;
  std::vector<BodyWay> bodies_;  // of each movable body
  std::vector<int> rank_;        // of each body among them
  struct PairJoints {
    int rank_a = 0, rank_b = 0;
    std::size_t count_a = 0, count_b = 0;  // of the joints of each chain that move the two against each other
  };
  std::vector<PairJoints> pairs_;
  bool begun_ = false;
  double total_way_ = 0.0;
};

}  // namespace tocca
