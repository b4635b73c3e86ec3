// Joint values that bring a link to a pose: damped least squares within limits, from one start at a time.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "plan/plan_space.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/plan/pose_goal.hpp"

namespace tocca {

/// One object per question. Plain doubles: nothing is proven here.
class InverseKinematics {
 public:
  /// `anchor`: ranges of joints without limits lie around it, as in PlanSpace.
  InverseKinematics(const CollisionModel& model, const PlanSpace& space, const PoseGoal& goal);

  /// How far the link is from the pose.
  struct Error {
    double distance_m, angle_rad;
  };

  /// Walks from `q`, which it changes. True: the link is within the tolerances of the pose.
  bool solve(Configuration& q);
  /// Draws those coordinates of `q` that move the link.
  void draw(SeededRandom& random, Configuration& q) const;
  Error error(const Configuration& q);

 private:
  /// One way in which the link can move.
  struct Way {
    int coordinate;        ///< of all robots; of an orientation the first of its four
    int orientation = -1;  ///< about which of its child's axes it turns; -1: an ordinary number
    double lower, upper;
  };
  /// A joint between the root and the link, and which way moves it.
  struct Mover {
    int link;
    bool turns;
    Vector3 axis;  ///< in the frame of the link, or of its joint's place on the parent
    bool in_child_frame;
    std::size_t way;
    double multiplier;
  };
  using Twist = Eigen::Matrix<double, 6, 1>;
  using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  void add_joint(const Joint& joint, const PlanSpace& space);
  std::size_t way_of(int coordinate, int orientation, const PlanSpace& space);
  void place(const Configuration& q);
  Twist twist(double forgiven) const;
  void approach(Configuration& q, double forgiven);
  void set_jacobian();
  bool step(const Configuration& q, const Twist& wanted, Configuration& next);
  void move(std::size_t way, double by, Configuration& q) const;
  bool is_there() const;

  const KinematicTree& tree_;
  PoseGoal goal_;
  int first_;     // coordinate of the robot among those of all
  double arm_m_;  // metres that one radian counts for
  TreeMotion motion_;
  std::vector<Way> ways_;
  std::vector<Mover> movers_;
  std::vector<Pose> poses_;
  Configuration own_;
  Jacobian jacobian_;
  Eigen::VectorXd change_;
  std::vector<char> held_;
  double damping_ = 0.0;
};

}  // namespace tocca
