// One robot of a random walk.
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "plan/plan_space.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/plan/random_walk.hpp"

namespace tocca {

/// Where a robot may go next, and how much of it is still outside of the goal. All of it is heuristic, in plain doubles.
///
/// Soft steps  A step changes all degrees together, so that no link goes far: steps are drawn from the ellipsoid of those
///             changes that move the links by a radius in the mean. A long chain in a narrow channel can bend by a lot where
///             the rest of it hardly feels it, and these are the steps that are free. The radius adapts itself: it grows
///             with each step taken, and shrinks with each refused.
/// Way out     A few steps are drawn, and one of them is chosen, the better the likelier: the fewer links are outside of the
///             goal or hang on one that is. A link that is inside again, beyond one that is outside, counts twice: a chain
///             that has gone over a bar and down through the next hole has to come back the same way.
class Walker {
 public:
  Walker(const CollisionModel& model, const PlanSpace& space, int robot, Eigen::Index first_coordinate,
         const HalfSpace& goal, double stride);

  int robot() const { return robot_; }
  bool can_move() const { return !scalars_.empty() || !orientations_.empty(); }
  bool arrived() const { return left_ == 0.0; }
  /// Its coordinates among those of all robots.
  Eigen::Index count() const { return count_; }
  /// Sets them; returns where the values end.
  const double* put(const double* values, Configuration& q) const {
    q.segment(first_, count_) = Eigen::Map<const Eigen::VectorXd>(values, count_);
    return values + count_;
  }
  auto part(const Configuration& q) const { return q.segment(first_, count_); }

  /// It stands here now.
  void stand(const Configuration& now);
  /// Draws a step from where it stands.
  void draw(const Configuration& now, SeededRandom& random, Configuration& next);
  /// Of the step that was drawn last.
  void learn(bool taken);
  /// So many steps were refused one after the other that there may be no way on from here.
  bool stuck() const;
  /// How many of its steps to go back then: twice as many as the last time.
  int steps_back();

 private:
  void place(const Configuration& q);
  void draw_one(const Configuration& now, SeededRandom& random, Configuration& next);
  double left_outside();
  void measure(const Configuration& now);

  const PlanSpace& space_;
  const HalfSpace goal_;
  int robot_;
  Eigen::Index first_, count_;
  std::vector<int> scalars_, orientations_;  // degrees of the space: single numbers, and quaternions
  TreeMotion motion_;                        // at rest, for its poses alone
  std::vector<Pose> poses_;
  std::vector<int> parents_;         // of each link
  std::vector<const Lss*> volumes_;  // of each link: null if no joint moves it, or it has none
  std::vector<char> beyond_;         // of each link: it or an ancestor is outside

  double widest_ = 0.0;  // way of a degree, in metres
  double first_radius_, radius_;
  int refused_ = 0, back_ = 8;
  double left_ = 0.0;      // outside, where it stands
  bool measured_ = false;  // the ellipsoid is that of where it stands
  Eigen::MatrixXd jacobian_;
  Eigen::VectorXd points_, step_;
  Eigen::LLT<Eigen::MatrixXd> ellipsoid_;
  Configuration other_;  // another draw
};

}  // namespace tocca
