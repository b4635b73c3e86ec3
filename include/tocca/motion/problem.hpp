// Layer: motion.  May include: shape, model and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <string>
#include <vector>

#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"
#include "tocca/motion/path.hpp"

namespace tocca {

struct RobotTask {
  Robot robot;
  Pose base;  ///< X_WR, places the robot's root link in the world
  Path path;
};

/// An object of the scene that rides on a link from waypoint `from` to waypoint `to` (the whole path where not given).
struct Attachment {
  int robot, link, object;
  int from, to;
};

enum class ObjectMotion { linear, screw, in_between };

struct TimedPose {
  double time;
  Pose pose;
};

/// An object of the scene with a motion of its own: at least two poses, strictly increasing in time.
struct MovingObject {
  int object;
  ObjectMotion motion;
  std::vector<TimedPose> poses;
};

struct Clearance {
  double default_m = 0.0;
  struct ForPair {
    std::string a, b;
    double clearance_m;
  };
  std::vector<ForPair> pairs;
};

/// Everything a question to tocca can hold (DESIGN section 7, "Problem"). Links of several robots are "robot/link".
struct Problem {
  std::vector<RobotTask> robots;
  Scene scene;
  std::vector<Attachment> attached;
  std::vector<MovingObject> moving;
  std::vector<AllowedPair> allowed;
  Clearance clearance;
};

}  // namespace tocca
