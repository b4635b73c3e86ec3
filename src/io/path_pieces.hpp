#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/path_rows.hpp"

namespace tocca {

/// One trajectory of a message. It moves some coordinates; the others stay where they are.
struct TrajectoryPiece {
  std::string place;                          ///< of the message: "trajectory[1].joint_trajectory"
  std::vector<std::pair<int, double>> start;  ///< coordinates and values that the message gives for its beginning
  std::vector<int> coordinates;               ///< what it moves, one column each of the matrices
  std::vector<Interpolation> interpolation;   ///< of each
  WaypointMatrix positions;                   ///< one point per row
  WaypointMatrix velocities, accelerations;   ///< empty, or as positions: zero where they are not given
  std::vector<std::optional<double>> time_s;  ///< since its start, one per point
};

/// The pieces as one path. Each must begin where the one before it ended, with the same numbers; the waypoint that both
/// have is then one. Joints that a piece does not name stay where the pieces before it have left them, where the first
/// one's `start` puts them, or at `defaults`. The clock of a piece starts where the one before it ended. A file of several points, all of
/// them at time zero, has no time stamps.
/// Fails: InputError with the place of the piece.
std::unique_ptr<PathRows> join_pieces(const std::vector<TrajectoryPiece>& pieces, const std::string& file,
                                      const CoordinateNames& names, const Configuration& defaults);

}  // namespace tocca
