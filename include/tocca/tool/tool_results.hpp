#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tocca {

/// The operator's two response times (caby-crosnier, section 3.2).
enum class WarningHorizon { reflex, considered };

/// The tool touches the surface between two samples, or since before.
struct ToolContact {
  std::array<double, 2> time_s{};  ///< proven apart before the first, witnessed at the second; on the samples' clock
  std::array<double, 2> step{};    ///< the same as parts of the step, 0 to 1
  bool initial = false;            ///< touching at the start of the step
  bool inside = false;             ///< no surfaces touch: one is inside the other, which is closed
  std::array<double, 3> point{}, normal{};  ///< the normal points from the surface to the tool
  std::vector<std::uint32_t> triangles;     ///< that touch at time_s[1], ascending
  bool complete = true;                     ///< these are all; false only where time ran out
};

/// The tool will touch the surface if it goes on as it did.
struct ToolWarning {
  double time_to_contact_s = 0.0;
  WarningHorizon horizon = WarningHorizon::reflex;
  std::array<double, 3> point{}, normal{};
  std::vector<std::uint32_t> triangles;
  double spread_m = 0.0;  ///< standard deviation of the predicted place of the tool's points at that time
  double confidence =
      0.0;  ///< the chance that they are within half of the tool's smallest size of it, errors being normal
  /// Foreseen by an earlier sample: time ran out before this one could look as far. All but time and horizon is of then.
  bool carried = false;
};

/// How far ahead the tool's predicted way was looked at to the end.
struct ToolCoverage {
  double reflex_s = 0.0,
         considered_s = 0.0;    ///< of each horizon, from now; up to a warning's contact where there is one
  bool is_out_of_time = false;  ///< the budget ended it; else the samples tell no more
};

/// What is known when a sample has been looked at.
enum class ToolState {
  contact,   ///< the tool touches
  warning,   ///< it does not, but will
  clear,     ///< neither: nothing touched on the way, and both horizons were looked at to their ends
  undecided  ///< none of these: the way or a horizon was not looked at to its end
};

/// Where the work of a sample went.
struct ToolStatistics {
  std::size_t near = 0;             ///< triangles by the way between the samples and the reflex horizon
  std::size_t selected = 0;         ///< triangles in the volume between the samples
  std::size_t predicted_steps = 0;  ///< of both horizons, looked at exactly
  int considered_steps = 0;         ///< of the considered horizon, planned
  double micros = 0.0;
};

}  // namespace tocca
