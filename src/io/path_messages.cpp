#include "io/path_messages.hpp"

#include <fmt/format.h>

#include <utility>

#include "io/message_parts.hpp"
#include "io/path_pieces.hpp"
#include "io/text.hpp"
#include "io/yaml.hpp"

namespace tocca {
namespace {

/// Understands the messages of one file.
class TrajectoryMessages {
 public:
  TrajectoryMessages(const CoordinateNames& names, const PathOptions& options, Warnings& warnings)
      : robot_(names, options), warnings_(warnings) {}

  /// Any message, which its keys tell.
  void read(const JsonCursor& message) {
    if (!message.is_object()) refuse(message);
    if (message.find("points") || message.find("joint_names")) return add({}, message, std::nullopt);
    if (message.find("joint_trajectory") || message.find("multi_dof_joint_trajectory")) return read_robot(message);
    const auto trajectory = message.find("trajectory");
    if (trajectory && trajectory->is_array()) return read_display(message, *trajectory);
    if (trajectory) return read_goal(message, *trajectory);
    const auto goal = message.find("goal");
    if (!goal) refuse(message);
    read(*goal);
  }

  const std::vector<TrajectoryPiece>& pieces() const noexcept { return pieces_; }

 private:
  [[noreturn]] static void refuse(const JsonCursor& message) {
    message.fail("is not a trajectory",
                 "give a table with a header, or trajectory_msgs/JointTrajectory, moveit_msgs/RobotTrajectory or "
                 "DisplayTrajectory as YAML or JSON");
  }

  void read_robot(const JsonCursor& message) {
    message.expect_object({"joint_trajectory", "multi_dof_joint_trajectory"});
    add(message.place(), message.find("joint_trajectory"), message.find("multi_dof_joint_trajectory"));
  }

  void read_display(const JsonCursor& message, const JsonCursor& trajectories) {
    message.expect_object({"model_id", "trajectory", "trajectory_start"});
    if (const auto start = message.find("trajectory_start"); start && !start->is_null()) read_start(*start);
    const std::size_t count = list_size(trajectories);
    for (std::size_t k = 0; k < count; ++k) read_robot(trajectories.item(k));
  }

  /// The goal of an action: FollowJointTrajectory has a JointTrajectory, ExecuteTrajectory a RobotTrajectory.
  void read_goal(const JsonCursor& goal, const JsonCursor& trajectory) {
    const auto other = goal.find("multi_dof_trajectory");
    if (other && has_points(*other)) return add(goal.place(), trajectory, other);
    read(trajectory);
  }

  void read_start(const JsonCursor& state) {
    state.expect_object({"joint_state", "multi_dof_joint_state", "attached_collision_objects", "is_diff"});
    start_.clear();
    const auto set = [&](int coordinate, double value) { start_.emplace_back(coordinate, value); };
    if (const auto joints = state.find("joint_state")) robot_.read_state(*joints, set);
    if (const auto joints = state.find("multi_dof_joint_state")) robot_.read_poses(*joints, set);
    const auto attached = state.find("attached_collision_objects");
    if (attached && list_size(*attached) > 0) {
      warnings_.push_back(
          fmt::format("{}: {}: the objects that the robot carries are not checked; describe them in a "
                      "problem file",
                      attached->file().string(), attached->place()));
    }
  }

  /// A trajectory of joints, of planar and floating joints, or of both at the same times.
  void add(std::string place, const std::optional<JsonCursor>& joints, const std::optional<JsonCursor>& poses) {
    TrajectoryPiece piece;
    const bool has_joints = joints && has_points(*joints), has_poses = poses && has_points(*poses);
    if (!has_joints && !has_poses) {
      const JsonCursor& empty = joints ? *joints : *poses;
      empty.fail("has no points", "give at least one point");
    }
    if (has_joints) piece = robot_.read_joints(*joints);
    if (has_poses) robot_.add_poses(*poses, piece);
    if (place.empty() || !has_joints || !has_poses) place = has_joints ? joints->place() : poses->place();
    piece.place = std::move(place);
    piece.start = std::exchange(start_, {});
    pieces_.push_back(std::move(piece));
  }

  MessageParts robot_;
  Warnings& warnings_;
  std::vector<TrajectoryPiece> pieces_;
  std::vector<std::pair<int, double>> start_;  // of the next piece
};

}  // namespace

std::unique_ptr<PathRows> read_path_messages(std::string text, const std::string& file, const CoordinateNames& names,
                                             const Configuration& defaults, const PathOptions& options,
                                             Warnings& warnings) {
  const std::filesystem::path path = file;
  const std::vector<nlohmann::json> documents = parse_yaml(std::move(text), path);
  TrajectoryMessages messages(names, options, warnings);
  for (std::size_t k = 0; k < documents.size(); ++k) {
    messages.read({documents[k], path, documents.size() == 1 ? "" : fmt::format("document {}", k + 1)});
  }
  if (messages.pieces().empty()) {
    throw InputError(file, "", "holds no trajectory", "give at least one point");
  }
  return join_pieces(messages.pieces(), file, names, defaults);
}

}  // namespace tocca
