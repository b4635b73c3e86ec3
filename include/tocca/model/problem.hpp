#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tocca/model/path.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// A robot, where it stands, and where it goes.
struct RobotTask {
  Robot robot;  ///< named as in the problem; unique among the robots
  Pose base;    ///< X_WR, places the robot's root link in the world
  Path path;    ///< without waypoints if the problem gives no path: the robot stands still at its start()
  /// Where joints rest that the path does not name, or all joints if there is no path. Empty: the zero configuration.
  Configuration rest{};

  /// Where the robot starts: at its first waypoint, or at rest.
  Configuration start() const;
};

/// A scene object that a link carries from waypoint `from` to waypoint `to` and no longer, unless an end is left open.
/// It is gripped where it is at `from`, and stays where it is at `to`.
struct Attachment {
  int robot, link, object;
  int from = -1, to = -1;          ///< -1: from before the path begins; until after it ends
  std::optional<Pose> grasp = {};  ///< X_LO; none: as it lies at `from`
};

/// How an object moves from one pose to the next: straight without turning; on the screw between the two; or straight
/// while turning about a fixed axis.
enum class ObjectMotion { linear, screw, in_between };

/// The pose of an object at a time on the problem's clock.
struct TimedPose {
  double time;  ///< in seconds if paths have stamps; else waypoint k is at time k
  Pose pose;    ///< X_WO
};

/// A scene object with a motion of its own: at least two poses, strictly increasing in time. `linear` moves without
/// turning: all poses have the same rotation.
struct MovingObject {
  int object;
  ObjectMotion motion;
  std::vector<TimedPose> poses;
};

/// A mesh whose vertices move. Each is where the frames have it, and on a straight line at constant speed between two of them.
struct DeformingMesh {
  /// Where the vertices are at one time.
  struct Frame {
    double time;                    ///< on the problem's clock
    std::vector<Vector3> vertices;  ///< in the world
  };
  std::vector<Triangle> triangles;
  std::vector<Frame> frames;  ///< two or more, strictly increasing in time, all with the same number of vertices
};

/// A body that deforms (docs/guide/deformable.md): a cable, a hose, a curtain. Robots and objects are checked against it; nothing is
/// checked against itself, nor are two of them against each other.
struct DeformingBody {
  std::string name;                           ///< that of no link, object or other such body
  std::shared_ptr<const DeformingMesh> mesh;  ///< shared by copies of the problem
};

/// Two bodies that may touch from waypoint `from` to waypoint `to`: the segments between are not checked for this pair.
/// The segment that begins at `to` checks the pair from its start, so the two must have parted by `to`.
struct AllowedStretch {
  std::string a, b;  ///< names, as Problem explains
  int robot;  ///< whose waypoints; -1 if no robot moves: count the moments at which objects have poses or bodies frames, in order
  int from, to;  ///< -1: from before the path begins; until after it ends
};

/// What a loop joint keeps together: a point (`ball`), a point and an axis (`revolute`: the place's z), everything (`fixed`).
enum class LoopType { ball, revolute, fixed };

/// A joint that closes a loop of links, which no tree can have. It moves nothing: every link is where its tree puts it, and the
/// caller's path must bring the two places together. check_loops() proves to within what distance it does, at every moment.
struct LoopJoint {
  std::string name;
  LoopType type = LoopType::ball;
  int robot_a = 0, link_a = 0, robot_b = 0, link_b = 0;
  Pose place_a, place_b;      ///< X_LJ, in the frame of each link
  double tolerance_m = 1e-3;  ///< how far apart they may be
  /// How far from the place orientations are compared: for `revolute` and `fixed`, points at this distance along the axes
  /// must stay within the tolerance as well.
  double arm_m = 0.1;
};

/// How far apart pairs must stay, in metres.
struct Clearance {
  double default_m = 0.0;  ///< between robots and the scene and among robots; zero or more
  /// A pair's own clearance, which overrides the default.
  struct ForPair {
    std::string a, b;    ///< names, as Problem explains
    double clearance_m;  ///< negative: convex bodies may penetrate each other by less than this
  };
  std::vector<ForPair> pairs;
};

/// A body that is taken to be larger than it is: grown by so much on all sides, exactly (its Minkowski sum with a ball).
/// Every pair of it keeps its clearance, or does not touch, as if the body were that large.
struct Padding {
  std::string body;  ///< a name, as Problem explains; a link without geometry stays nothing
  double metres;     ///< zero or more, at most largest_padding_m
};
inline constexpr double largest_padding_m = 1e3;  ///< what is larger is a mistake, not a robot

/// Everything a question to tocca can contain (docs/guide/files.md).
///
/// Names       In `allowed`, `allowed_stretches`, `clearance` and `padding` a link is "link" if there is one robot and
///             "robot/link" if there are several; a scene object goes by its name, and so does a body that deforms. Each
///             name means exactly one thing.
/// Time        One clock for all. A path with stamps follows them; a path without passes waypoint k at time k. Either
///             all paths of several waypoints have stamps, or none has and they are equally long. A robot, object or
///             deforming body rests before its first moment and after its last.
/// An object is never carried by two links, or carried and moving on its own, at the same time.
struct Problem {
  std::vector<RobotTask> robots;
  Scene scene;
  std::vector<Attachment> attached;
  std::vector<MovingObject> moving;
  std::vector<AllowedPair> allowed;
  std::vector<AllowedStretch> allowed_stretches;
  Clearance clearance;
  std::vector<Padding> padding{};  ///< no body twice
  std::vector<LoopJoint> loops{};
  std::vector<DeformingBody> deforming{};
};

/// A part of the problem's clock.
struct ClockStretch {
  double begin, end;

  bool empty() const { return !(begin < end); }
  bool whole() const;  ///< unbounded on both sides
};

/// The index of a robot's last waypoint; 0 if it has no path and rests. Robot -1: as AllowedStretch counts.
int last_waypoint(const Problem& problem, int robot);
/// When a pair may touch: from one waypoint to another and no longer, unless an end is left open.
ClockStretch clock_stretch(const Problem& problem, const AllowedStretch& allowed);
/// When an object is held, by the same rule.
inline ClockStretch when_held(const Problem& problem, const Attachment& held) {
  return clock_stretch(problem, AllowedStretch{{}, {}, held.robot, held.from, held.to});
}
/// From the moment when the first motion begins to the moment when the last one ends; a single moment if nothing moves.
ClockStretch clock_of(const Problem& problem);

}  // namespace tocca
