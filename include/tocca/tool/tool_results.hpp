#pragma once

#include <cstdint>
#include <vector>

#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// The operator's two response times (caby-crosnier, section 3.2).
enum class WarningHorizon { reflex, considered };

/// The tool (a) touches the surface (b) between two samples, or did so already.
struct ToolContact : Contact {
  Bracket time_s;        ///< proven apart before time_s.lo, witnessed at time_s.hi; on the samples' clock
  Bracket step;          ///< the same as a part of the step, 0 to 1
  bool initial = false;  ///< touching at the start of the step
  bool inside = false;   ///< no surfaces touch: one is inside the other, which is closed
  std::vector<std::uint32_t> surface_triangles;  ///< those that touch at time_s.hi, ascending
  bool complete = true;                          ///< the list is complete; false only if time ran out
};

/// The tool will touch the surface if it goes on as before.
struct ToolWarning : Contact {
  double time_to_contact_s = 0.0;
  WarningHorizon horizon = WarningHorizon::reflex;
  std::vector<std::uint32_t> surface_triangles;
  double spread_m = 0.0;    ///< standard deviation of the predicted positions of the tool's points at that time
  double confidence = 0.0;  ///< the chance that they are within half the tool's smallest size of it, for normal errors
  /// Foreseen by an earlier sample: time ran out before this one could look as far. Only time and horizon are current.
  bool carried = false;
};

/// How far ahead the tool's predicted motion was fully examined.
struct ToolCoverage {
  double reflex_s = 0.0,
         considered_s = 0.0;    ///< of each horizon, from now; up to a warning's contact where there is one
  bool is_out_of_time = false;  ///< the budget ended it; otherwise the samples allow no more
};

/// What is known once a sample has been examined.
enum class ToolState {
  contact,   ///< the tool touches
  warning,   ///< it does not, but will
  clear,     ///< neither: nothing touched during the motion, and both horizons were fully examined
  undecided  ///< none of these: the motion or a horizon was not fully examined
};

/// Where the work of a sample went.
struct ToolStatistics {
  std::size_t near = 0;             ///< triangles near the motion between the samples and the reflex horizon
  std::size_t selected = 0;         ///< triangles in the volume between the samples
  std::size_t predicted_steps = 0;  ///< of both horizons, examined exactly
  int considered_steps = 0;         ///< of the considered horizon, planned
  std::size_t remembered = 0;       ///< triangles kept apart by a direction that an earlier look had found
  std::size_t searched = 0;         ///< directions searched for
  double micros = 0.0;
};

}  // namespace tocca
