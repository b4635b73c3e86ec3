#include "tocca/io/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "io/coordinate_names.hpp"
#include "io/degrees.hpp"
#include "io/json.hpp"
#include "io/json_cursor.hpp"
#include "io/limit_watch.hpp"
#include "io/nearest_name.hpp"
#include "io/problem_deforming.hpp"
#include "io/problem_loops.hpp"
#include "io/problem_names.hpp"
#include "io/text.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"

namespace tocca {
namespace {

/// A stretch of time during which an object is held.
struct Hold {
  double begin, end;
  std::string place;
};

class ProblemReader {
 public:
  ProblemReader(const std::filesystem::path& file, Warnings& warnings) : file_(file), warnings_(warnings) {}

  Problem read() {
    const nlohmann::json document = load_json(file_);
    const JsonCursor root(document, file_);
    if (document.is_object() && document.contains("objects") && !document.contains("robots")) {
      root.fail("is a scene, not a problem or a robot", "give the robot's URDF first: ROBOT SCENE PATH");
    }
    root.expect_object({"robots", "scene", "scene_config", "attached", "moving", "deforming", "allow", "clearance",
                        "padding", "loops"});
    read_robots(root.at("robots"));
    read_scene(root);
    if (const auto deforming = root.find("deforming")) {
      problem_.deforming = read_deforming(*deforming, problem_, poses_, warnings_);
    }

    const ProblemNames names(problem_);
    if (const auto moving = root.find("moving")) read_moving(*moving, names);
    if (const auto attached = root.find("attached")) read_attached(*attached, names);
    if (const auto allow = root.find("allow")) read_allowed(*allow, names);
    if (const auto clearance = root.find("clearance")) read_clearance(*clearance, names);
    if (const auto padding = root.find("padding")) read_padding(*padding, names);
    if (const auto loops = root.find("loops")) problem_.loops = read_loops(*loops, names, poses_);
    poses_.report(file_, warnings_);
    return std::move(problem_);
  }

 private:
  /// A file that the problem names: relative to the problem's own folder.
  std::filesystem::path beside(const JsonCursor& name) const { return file_.parent_path() / name.text(); }

  void read_robots(const JsonCursor& robots) {
    if (robots.size() == 0) robots.fail("there is no robot", "list at least one robot");
    std::set<std::string> names;
    for (std::size_t k = 0; k < robots.size(); ++k) {
      const JsonCursor robot = robots.item(k);
      problem_.robots.push_back(read_robot(robot));
      const std::string& name = problem_.robots.back().robot.name;
      if (name.empty() || name.find('/') != std::string::npos) {
        robot.fail("the robot's name " + in_quotes(name) + " is empty or has a slash", "give it another \"name\"");
      }
      if (!names.insert(name).second) {
        robot.fail("two robots are named " + in_quotes(name), "give every robot its own \"name\"");
      }
    }
    check_clocks(robots);
  }

  void read_scene(const JsonCursor& root) {
    const auto scene = root.find("scene"), configuration = root.find("scene_config");
    if (configuration && !scene) configuration->fail("there is no scene", "give \"scene\", a URDF");
    if (!scene) return;
    SceneOptions options;
    if (configuration) {
      options.said_by = file_.string() + ": " + configuration->place();
      for (const std::string& joint : configuration->keys()) {
        options.configuration +=
            fmt::format("{}{}={}", options.configuration.empty() ? "" : ",", joint, configuration->at(joint).number());
      }
    }
    problem_.scene = load_scene(beside(*scene), warnings_, options);
  }

  RobotTask read_robot(const JsonCursor& robot) {
    robot.expect_object({"name", "urdf", "srdf", "limits", "visual", "base", "path", "default", "degrees"});
    RobotTask task;
    task.robot = load_once(robot);
    if (const auto name = robot.find("name")) task.robot.name = name->text();
    if (const auto base = robot.find("base")) {
      base->expect_object({"xyz", "rpy", "quat"});
      task.base = poses_.read(*base);
    }
    const KinematicTree& tree = task.robot.tree;
    const auto given = robot.find("default"), degrees = robot.find("degrees");
    const PathOptions options{.degrees = degrees && degrees->truth()};
    task.rest = given ? read_defaults(*given, tree, options) : tree.zero_configuration();
    if (const auto path = robot.find("path")) {
      task.path = load_path(beside(*path), tree, task.rest, warnings_, options);
    } else {
      const std::string place = file_.string() + ": " + robot.place();
      if (!options.degrees) warn_of_degrees(tree, task.rest, place, warnings_);
      LimitWatch(tree).warn(task.rest, place, warnings_);
    }
    return task;
  }

  /// Six robots of one kind are read once; the copies share their meshes.
  const Robot& load_once(const JsonCursor& robot) {
    RobotOptions options;
    const auto srdf = robot.find("srdf");
    if (srdf) options.srdf = beside(*srdf);
    if (const auto limits = robot.find("limits")) options.joint_limits = beside(*limits);
    if (const auto visual = robot.find("visual")) options.visual = visual->truth();
    const std::filesystem::path urdf = beside(robot.at("urdf"));
    const auto key = std::tuple(urdf.string(), options.srdf.string(), options.joint_limits.string(), options.visual);
    const auto found = loaded_.find(key);
    return found != loaded_.end() ? found->second
                                  : loaded_.emplace(key, load_robot(urdf, options, warnings_)).first->second;
  }

  static Configuration read_defaults(const JsonCursor& defaults, const KinematicTree& tree,
                                     const PathOptions& options) {
    Configuration q = tree.zero_configuration();
    const std::vector<bool> angles = angles_of(tree);
    const CoordinateNames names(tree);
    for (const std::string& name : defaults.keys()) {
      const int coordinate = names.find(name);
      if (coordinate < 0) {
        const auto [problem, remedy] = names.refuse(name);
        defaults.fail(problem, remedy);
      }
      const double number = defaults.at(name).number();
      const bool is_in_degrees = options.degrees && angles[static_cast<std::size_t>(coordinate)];
      q[coordinate] = is_in_degrees ? radians(number) : number;
    }
    if (const Joint* joint = Quaternions(tree).find_zero(q)) {
      defaults.fail("the quaternion of joint " + in_quotes(joint->name) + " is zero", "give qw = 1 for no rotation");
    }
    return q;
  }

  /// All paths of several waypoints have time stamps, or none has and they are equally long.
  void check_clocks(const JsonCursor& robots) const {
    const Path* first = nullptr;
    for (std::size_t k = 0; k < problem_.robots.size(); ++k) {
      const Path& path = problem_.robots[k].path;
      if (path.waypoints.rows() < 2) continue;
      if (!first) first = &path;
      if (path.time_s.empty() != first->time_s.empty()) {
        robots.item(k).fail("its path has time stamps where an earlier one has none, or the other way round",
                            "give all paths a column 'time', or none");
      }
      if (path.time_s.empty() && path.waypoints.rows() != first->waypoints.rows()) {
        robots.item(k).fail(fmt::format("its path has {} waypoints where an earlier one has {}, and no time stamps",
                                        path.waypoints.rows(), first->waypoints.rows()),
                            "give all paths a column 'time', or the same number of rows");
      }
    }
  }

  void read_moving(const JsonCursor& moving, const ProblemNames& names) {
    for (std::size_t k = 0; k < moving.size(); ++k) {
      const JsonCursor entry = moving.item(k);
      entry.expect_object({"object", "poses", "motion"});
      const int index = names.object(entry.at("object")).index;
      if (const auto earlier = holds_.find(index); earlier != holds_.end()) {
        entry.fail("the object already has a motion in " + earlier->second.begin()->second.place, "merge their poses");
      }
      MovingObject object{index, read_motion(entry), read_poses(entry.at("poses"))};
      if (object.motion == ObjectMotion::linear) require_same_rotation(entry.at("poses"), object.poses);
      hold(object.object, {object.poses.front().time, object.poses.back().time, entry.place()}, entry);
      problem_.moving.push_back(std::move(object));
    }
  }

  static ObjectMotion read_motion(const JsonCursor& entry) {
    const auto motion = entry.find("motion");
    if (!motion) return ObjectMotion::linear;
    static constexpr std::string_view kinds[] = {"linear", "screw", "in-between"};  // in the order of ObjectMotion
    for (std::size_t k = 0; k < std::size(kinds); ++k) {
      if (motion->text() == kinds[k]) return static_cast<ObjectMotion>(k);
    }
    motion->fail("unknown motion " + in_quotes(motion->text()), did_you_mean(motion->text(), kinds));
  }

  std::vector<TimedPose> read_poses(const JsonCursor& poses) {
    if (poses.size() < 2) poses.fail("a motion needs at least two poses", "give its start and its end");
    std::vector<TimedPose> result;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const JsonCursor pose = poses.item(k);
      pose.expect_object({"time", "xyz", "rpy", "quat"});
      const double time = pose.at("time").number();
      if (k > 0 && !(time > result.back().time)) {
        pose.at("time").fail(fmt::format("{} does not come after {}", time, result.back().time), "order poses by time");
      }
      result.push_back({time, poses_.read(pose)});
    }
    return result;
  }

  /// Rotations written in two ways differ by a few ulps: they are made the same, so that `linear` is what it says.
  static void require_same_rotation(const JsonCursor& place, std::vector<TimedPose>& poses) {
    for (std::size_t k = 1; k < poses.size(); ++k) {
      Matrix3& rotation = poses[k].pose.rotation;
      if (!((rotation - poses[0].pose.rotation).cwiseAbs().maxCoeff() <= 1e-12)) {
        place.item(k).fail("the object turns, but a linear motion keeps its orientation",
                           "write \"motion\": \"in-between\" or \"screw\"");
      }
      rotation = poses[0].pose.rotation;
    }
  }

  void read_attached(const JsonCursor& attached, const ProblemNames& names) {
    for (std::size_t k = 0; k < attached.size(); ++k) {
      const JsonCursor entry = attached.item(k);
      entry.expect_object({"link", "object", "from", "to", "grasp"});
      const ProblemNames::Meaning link = names.link(entry.at("link"));
      const auto [from, to] = read_waypoints(entry, link.robot);
      const int object = names.object(entry.at("object")).index;
      Attachment held{link.robot, link.index, object, from, to, {}};
      if (const auto grasp = entry.find("grasp")) {
        grasp->expect_object({"xyz", "rpy", "quat"});
        held.grasp = poses_.read(*grasp);
      }
      const ClockStretch time = when_held(problem_, held);
      hold(object, {time.begin, time.end, entry.place()}, entry);
      problem_.attached.push_back(held);
    }
  }

  /// `from` and `to`, waypoints of a robot. -1, an open end, where one is left out; and where the robot stands: there
  /// is one moment only then, and no end of it.
  std::pair<int, int> read_waypoints(const JsonCursor& entry, int robot) const {
    const int last = last_waypoint(problem_, robot);
    const auto read = [&](std::string_view key) {
      const auto given = entry.find(key);
      if (!given) return -1;
      const int waypoint = given->index();
      if (waypoint > last) given->fail(fmt::format("the path ends at waypoint {}", last), "count waypoints from 0");
      return last > 0 ? waypoint : -1;
    };
    const int from = read("from"), to = read("to");
    if (to < 0 || from < to) return {from, to};
    if (from > to) entry.fail(fmt::format("'from' {} is after 'to' {}", from, to), "swap the two");
    entry.fail(fmt::format("no segment lies between waypoint {} and itself", from), "give a later 'to'");
  }

  /// An object is in one hand at a time. What is held is kept in order of time, so that only neighbours can overlap.
  void hold(int object, const Hold& hold, const JsonCursor& place) {
    std::map<double, Hold>& held = holds_[object];
    const auto next = held.lower_bound(hold.begin);
    const Hold* other = nullptr;
    if (next != held.end() && next->second.begin < hold.end) other = &next->second;
    if (next != held.begin() && std::prev(next)->second.end > hold.begin) other = &std::prev(next)->second;
    if (other)
      place.fail("the object is moved at the same time by " + other->place, "let one begin where the other ends");
    held.emplace(hold.begin, hold);
  }

  void read_allowed(const JsonCursor& allow, const ProblemNames& names) {
    for (std::size_t k = 0; k < allow.size(); ++k) {
      const JsonCursor pair = allow.item(k);
      const bool for_a_while = pair.size() == 3;
      const auto [a, b] = read_pair(pair, for_a_while ? 3 : 2, names);
      if (for_a_while) {
        read_stretch(pair.item(2), a, b);
      } else {
        problem_.allowed.push_back({a, b, "problem file"});
      }
    }
  }

  void read_stretch(const JsonCursor& stretch, const std::string& a, const std::string& b) {
    stretch.expect_object({"from", "to", "robot"});
    const int robot = read_clock(stretch);
    const auto [from, to] = read_waypoints(stretch, robot);
    problem_.allowed_stretches.push_back({a, b, robot, from, to});
  }

  /// Whose waypoints are meant: of the robot that is named, or of any that moves, where all pass them at the same
  /// times.
  int read_clock(const JsonCursor& stretch) const {
    std::vector<std::string_view> names;
    std::vector<std::string> moving;
    int first = -1;
    bool stamped = false;
    for (std::size_t k = 0; k < problem_.robots.size(); ++k) {
      const RobotTask& task = problem_.robots[k];
      names.push_back(task.robot.name);
      if (task.path.waypoints.rows() < 2) continue;
      if (first < 0) first = static_cast<int>(k);
      stamped = stamped || !task.path.time_s.empty();
      moving.push_back(in_quotes(task.robot.name));
    }
    if (const auto given = stretch.find("robot")) {
      const auto found = std::find(names.begin(), names.end(), given->text());
      if (found != names.end()) return static_cast<int>(found - names.begin());
      given->fail("there is no robot " + in_quotes(given->text()), did_you_mean(given->text(), names));
    }
    if (stamped && moving.size() > 1) {
      stretch.fail("several robots run by time stamps, each with waypoints of its own",
                   fmt::format("say whose are meant: add \"robot\", one of {}", fmt::join(moving, ", ")));
    }
    return first;
  }

  void read_clearance(const JsonCursor& clearance, const ProblemNames& names) {
    clearance.expect_object({"default", "pairs"});
    if (const auto value = clearance.find("default")) problem_.clearance.default_m = value->not_negative();
    const auto pairs = clearance.find("pairs");
    if (!pairs) return;
    std::map<std::pair<std::string, std::string>, std::string> places;
    for (std::size_t k = 0; k < pairs->size(); ++k) {
      const JsonCursor pair = pairs->item(k);
      const auto [a, b] = read_pair(pair, 3, names);
      const auto [earlier, is_new] = places.emplace(std::minmax(a, b), pair.place());
      if (!is_new) pair.fail("the pair already has a clearance in " + earlier->second, "remove one of them");
      problem_.clearance.pairs.push_back({a, b, pair.item(2).number()});
    }
  }

  void read_padding(const JsonCursor& padding, const ProblemNames& names) {
    for (const std::string& name : padding.keys()) {
      const JsonCursor metres = padding.at(name);
      const Padding grown{names.link_or_object(name, metres).name, metres.not_negative()};
      if (grown.metres > largest_padding_m) metres.fail("is more than 1000 m", "lengths are in metres");
      for (const Padding& other : problem_.padding) {
        if (other.body == grown.body) metres.fail("is the same body as another of the list", "remove one of them");
      }
      problem_.padding.push_back(grown);
    }
  }

  /// The two names at the head of an array of `size` entries.
  static std::pair<std::string, std::string> read_pair(const JsonCursor& pair, std::size_t size,
                                                       const ProblemNames& names) {
    if (pair.size() != size) {
      pair.fail(fmt::format("should have {} entries, not {}", size == 2 ? "2 or 3" : "3", pair.size()),
                size == 2 ? "write [\"a\", \"b\"], or [\"a\", \"b\", {\"from\": 0, \"to\": 1}]"
                          : "write [\"a\", \"b\", metres]");
    }
    std::string a = names.link_or_object(pair.item(0)).name, b = names.link_or_object(pair.item(1)).name;
    if (a == b) pair.fail("names the same body twice", "name two different bodies");
    return {std::move(a), std::move(b)};
  }

  const std::filesystem::path& file_;
  Warnings& warnings_;
  Problem problem_;
  PoseReader poses_;
  std::map<std::tuple<std::string, std::string, std::string, bool>, Robot> loaded_;
  std::map<int, std::map<double, Hold>> holds_;  // by object and beginning
};

}  // namespace

Problem load_problem(const std::filesystem::path& file, Warnings& warnings) {
  return ProblemReader(file, warnings).read();
}

}  // namespace tocca
