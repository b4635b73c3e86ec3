#pragma once

#include <string>
#include <vector>

#include "tocca/model/path.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// A robot, where it stands, and where it goes.
struct RobotTask {
  Robot robot;  ///< its name is the one that the problem gives it, unique among the robots
  Pose base;    ///< X_WR, places the robot's root link in the world
  Path path;    ///< no waypoint, where the problem gives no path: the robot stands still at its start()
  /// Where joints rest that the path does not name, and all joints where there is no path. Empty: the zero configuration.
  Configuration rest{};

  /// Where it stands first: at its first waypoint, or at rest.
  Configuration start() const;
};

/// An object of the scene that rides on a link from waypoint `from` to waypoint `to`, and no longer, unless an end is left open.
/// It is gripped where it is at `from` and stays where `to` leaves it.
struct Attachment {
  int robot, link, object;
  int from = -1, to = -1;  ///< -1: from before the path on, and until after it
};

/// How an object moves from one pose to the next: straight without turning; on the screw between them; straight while it turns
/// about a fixed axis.
enum class ObjectMotion { linear, screw, in_between };

/// Where an object is at a time of the problem's clock.
struct TimedPose {
  double time;  ///< seconds where paths have stamps; else waypoint k is passed at time k
  Pose pose;    ///< X_WO
};

/// An object of the scene with a motion of its own: at least two poses, strictly increasing in time. `linear` moves
/// without turning: all poses have the same rotation.
struct MovingObject {
  int object;
  ObjectMotion motion;
  std::vector<TimedPose> poses;
};

/// Two bodies that may touch from waypoint `from` to waypoint `to`: they are not looked at in the segments between the two.
/// The segment that begins at `to` looks at them from its own start: `to` is a waypoint by which they have parted.
struct AllowedStretch {
  std::string a, b;  ///< names, as Problem explains
  int robot;         ///< whose waypoints; -1 where no robot moves: the moments at which objects have poses, in order
  int from, to;      ///< -1: from before the path on, and until after it
};

/// How far apart pairs must stay, in metres.
struct Clearance {
  double default_m = 0.0;  ///< of robots from the scene and from each other; zero or more
  /// A pair's own clearance, which goes before the default.
  struct ForPair {
    std::string a, b;    ///< names, as Problem explains
    double clearance_m;  ///< negative for convex bodies that may penetrate each other by less than so much
  };
  std::vector<ForPair> pairs;
};

/// Everything a question to tocca can hold (docs/guide/files.md).
///
/// Names       In `allowed`, `allowed_stretches` and `clearance` a link is "link" where there is one robot and "robot/link"
///             where there are several; an object of the scene is its name. Each name means exactly one thing.
/// Time        One clock for all. A path with stamps runs by them; a path without passes waypoint k at time k. Either
///             all paths of several waypoints have stamps, or none has and they are equally long. Before its first and
///             after its last moment a robot or object rests.
/// An object is never carried by two links, or carried and moving by itself, at the same time.
struct Problem {
  std::vector<RobotTask> robots;
  Scene scene;
  std::vector<Attachment> attached;
  std::vector<MovingObject> moving;
  std::vector<AllowedPair> allowed;
  std::vector<AllowedStretch> allowed_stretches;
  Clearance clearance;
};

/// A part of the problem's clock.
struct ClockStretch {
  double begin, end;

  bool empty() const { return !(begin < end); }
  bool whole() const;  ///< for ever
};

/// The last waypoint of a robot, counted from 0, which is where it rests if it has no path; robot -1: as AllowedStretch counts.
int last_waypoint(const Problem& problem, int robot);
/// When a pair may touch: from a waypoint to a waypoint and no longer, unless an end is left open.
ClockStretch clock_stretch(const Problem& problem, const AllowedStretch& allowed);
/// When an object is held: by the same rule.
inline ClockStretch when_held(const Problem& problem, const Attachment& held) {
  return clock_stretch(problem, AllowedStretch{{}, {}, held.robot, held.from, held.to});
}
/// From the first moment at which something begins to move to the last at which something ends; one moment where nothing moves.
ClockStretch clock_of(const Problem& problem);

}  // namespace tocca
