#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/core/require.hpp"
#include "tocca/model/joint_type.hpp"
#include "tocca/shape/primitives.hpp"

namespace tocca {

/// The range of a joint with one coordinate, in radians or metres. Leaving it is a warning, never an error.
struct Limits {
  double lower, upper;
};

/// How fast a joint may move, as far as its maker says: radians or metres per second, per second squared, per second
/// cubed. Greater than 0. Nothing but a timed path asks for them.
struct RateLimits {
  std::optional<double> velocity, acceleration, jerk;
};

/// value = multiplier * (value of `joint`) + offset
struct Mimic {
  int joint;  ///< index among the tree's joints
  double multiplier, offset;
};

/// A joint places its child link: X_parent_child = origin * motion(q).
/// Revolute and continuous: rotation by q about `axis` through the child's origin. Prismatic: translation q * axis.
/// Planar: translation by x * u + y * v, then rotation by theta about `axis`, with (u, v, axis) right-handed:
/// plane_axes(). Floating: translation by (x, y, z), then the quaternion's rotation.
struct Joint {
  std::string name;
  JointType type = JointType::fixed;
  int parent_link = -1, child_link = -1;  ///< indices among the tree's links
  Pose origin;                            ///< X_PJ, in the parent link's frame
  Vector3 axis = Vector3::UnitX();        ///< unit length, in the joint's frame
  std::optional<Limits> limits;           ///< absent: unbounded
  std::optional<Mimic> mimic;             ///< present: the joint has no coordinates of its own
  int first_coordinate = -1;              ///< where its numbers start in a Configuration; -1 if it has none
  RateLimits rates{};
};

/// The two directions in which a planar joint slides: unit vectors orthogonal to `axis`, deterministic.
struct PlaneAxes {
  Vector3 u, v;
};
PlaneAxes plane_axes(const Vector3& axis);

/// A piece of rigid geometry fixed to a link or an object.
struct Collider {
  Pose placement;  ///< X_LB, in the link's (object's) frame
  Geometry geometry;
};

/// A rigid piece of a robot; its colliders move with it.
struct Link {
  std::string name;
  std::vector<Collider> colliders;
};

/// One number per coordinate, laid out by Joint::first_coordinate.
using Configuration = Eigen::VectorXd;
/// A configuration as a parameter, wherever its numbers are stored; a row of a matrix is not copied.
using ConfigurationView = const Eigen::Ref<const Configuration>&;

/// Links joined into a tree. Immutable once built.
///
/// Guarantee   Links are ordered parents first: links()[0] is the root and joints()[i] has child link i + 1, so one
///             forward pass over the arrays visits every parent before its children. The order is depth first,
///             children in the caller's order, so that a chain is contiguous in memory. Names are unique.
class KinematicTree {
 public:
  /// A joint as files describe it, with links given by name. Everything else is as in Joint.
  struct JointSpec {
    std::string name;
    JointType type = JointType::fixed;
    std::string parent_link, child_link;
    Pose origin;
    Vector3 axis = Vector3::UnitX();  ///< any length but zero; normalised by build()
    std::optional<Limits> limits;
    /// As Mimic, by name.
    struct MimicSpec {
      std::string joint;
      double multiplier = 1.0, offset = 0.0;
    };
    std::optional<MimicSpec> mimic;
    RateLimits rates{};
  };

  /// Sorts and checks, in linear time and without recursion. Throws InputError (without a file name) for: no link,
  /// duplicate or empty names, unknown links, two roots, loops, two parents, a zero or non-finite axis, limits the
  /// wrong way round, a bad mimic (unknown, of itself, in a circle, between joints of more than one coordinate),
  /// rates that are not positive, non-finite numbers. Resolves a mimic of a mimic to its source.
  static KinematicTree build(std::vector<Link> links, std::vector<JointSpec> joints);

  /// The same with other limits of velocity, acceleration and jerk, one entry per joint. Throws InputError like build().
  KinematicTree with_rates(const std::vector<RateLimits>& rates) const;

  const std::vector<Link>& links() const noexcept { return links_; }
  const std::vector<Joint>& joints() const noexcept { return joints_; }
  int coordinate_count() const noexcept { return coordinate_count_; }
  int degrees_of_freedom() const noexcept { return degrees_of_freedom_; }

  int find_link(std::string_view name) const noexcept;   ///< -1 if there is none
  int find_joint(std::string_view name) const noexcept;  ///< -1 if there is none
  /// The joint that carries `link`, and the link's parent link; -1 for the root.
  int parent_joint(int link) const noexcept {
    TOCCA_REQUIRE(link >= 0 && static_cast<std::size_t>(link) < links_.size(), "a tree has no such link");
    return link - 1;
  }
  int parent_link(int link) const noexcept {
    TOCCA_REQUIRE(link >= 0 && static_cast<std::size_t>(link) < links_.size(), "a tree has no such link");
    return link == 0 ? -1 : joints_[static_cast<std::size_t>(link - 1)].parent_link;
  }

  /// In coordinate order: the joint's name, with a suffix if it has several coordinates: "elbow", "base.x", "base.qw".
  std::vector<std::string> coordinate_names() const;
  /// All zeros, except that quaternions of floating joints are 0, 0, 0, 1.
  Configuration zero_configuration() const;

 private:
  std::vector<Link> links_;
  std::vector<Joint> joints_;
  std::vector<int> links_by_name_, joints_by_name_;  ///< indices, sorted by name
  int coordinate_count_ = 0, degrees_of_freedom_ = 0;
};

}  // namespace tocca
