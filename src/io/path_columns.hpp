#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/coordinate_names.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/path.hpp"

namespace tocca {

/// Which of the row's arrays a column fills. A path has position, velocity, acceleration; an edge list a and b.
enum class Block { position, velocity, acceleration, time, a, b };

struct PathColumns {
  struct Column {
    Block block;
    int coordinate;  ///< -1 for time
    std::string name;
  };
  std::vector<Column> columns;
  bool is_edge_list = false, has_time = false, has_velocity = false, has_acceleration = false;
  std::vector<Interpolation> interpolation;  ///< one per coordinate
  std::vector<int> unnamed;                  ///< coordinates without a column
};

/// Understands a header, or fails with an InputError without a file name: place "column 'vel.elbow'".
///
/// The name of a coordinate means that coordinate; otherwise `time` (or `time_from_start`, or `t`), vel., acc., a., b.
/// are looked for. Refused: no columns, unknown or repeated ones, only some of the coordinates of a planar or floating joint, edges mixed with
/// waypoints, a. without b., velocity without time, acceleration without velocity, velocity of a quaternion.
PathColumns understand_columns(std::span<const std::string_view> header, const CoordinateNames& names);

}  // namespace tocca
