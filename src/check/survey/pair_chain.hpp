// The joints between two links, and the numbers that move the two against each other.
#pragma once

#include <array>
#include <vector>

#include "core/index.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

/// More joints between two links are not searched.
inline constexpr int most_chain_joints = 16;

/// Values of variables, or half the widths of their ranges.
using ChainNumbers = std::array<double, most_chain_joints>;

/// The pose of one link as seen from another depends on the joints between them alone. They are seen here from the lowest common ancestor.
///
/// A *variable* is a number with a range, on which one or more of these joints depend: the coordinate of a joint or of the one that it
/// mimics, within its limits. A joint that can turn all the way round has a variable of its own over one turn. Ranges contain all values of
/// the limits: they may be wider, by a rounding or because mimicry is forgotten.
class PairChain {
 public:
  struct Variable {
    double middle, half;  ///< of its range
    int coordinate;       ///< of the robot; -1: values of this one need not be ones that the robot can have
  };
  /// One of the joints, from link a to link b.
  struct ChainJoint {
    int link;  ///< its child, in the tree of the chain
    bool turns;
    int variable;
    double multiplier, offset;  ///< its value = multiplier * variable + offset
    double largest = 0.0;       ///< no value is greater in size
  };
  /// Where it is at the values that were set, in the frame of the common ancestor.
  struct PlacedAxis {
    Vector3 origin, direction;
  };

  PairChain(const KinematicTree& tree, int link_a, int link_b);

  /// Is every configuration within the limits covered by the ranges, and are numbers of a size that rounding allows for?
  bool bounded() const { return bounded_; }
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<ChainJoint>& joints() const { return joints_; }
  /// How many numbers of the robot's configuration, or free directions, move the two against each other.
  int number_count() const { return number_count_; }
  /// Those coordinates of the robot.
  const std::vector<int>& coordinates() const { return coordinates_; }
  /// No joint's origin, nor the place of link a or b, is ever farther from the ancestor's origin. Requires bounded().
  double reach_m() const { return reach_m_; }

  /// Places everything. Requires bounded().
  void place(const ChainNumbers& values);
  const Pose& X_a() const { return poses_[at(a_)]; }
  const Pose& X_b() const { return poses_[at(b_)]; }
  const PlacedAxis& axis(std::size_t joint) const { return axes_[joint]; }

 private:
  struct Builder;

  KinematicTree tree_;  // the links of the chain, without mimicry
  TreeMotion motion_;
  std::vector<Variable> variables_;
  std::vector<ChainJoint> joints_;
  std::vector<int> coordinate_;   // of each joint of the chain, in its tree
  std::vector<int> coordinates_;  // of the robot
  Configuration q_;
  std::vector<Pose> poses_;
  std::vector<PlacedAxis> axes_;
  int a_ = 0, b_ = 0, number_count_ = 0;
  double reach_m_ = 0.0;
  bool bounded_ = true;
};

}  // namespace tocca
