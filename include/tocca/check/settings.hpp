#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace tocca {

class Part;                // model/part.hpp: a link or an object, as queries see it
class SweptVolumeCulling;  // sweep/lss_culling.hpp

/// How first contacts are found: by chords and tubes (the default), by the pipeline of redon-2004, or by bisection with
/// distances (schwarzer-2002). All keep the promise; they may differ where a gap is within the tolerance of the
/// clearance.
enum class Strategy { tube, interval, bisect };

/// Which contact of a segment is asked for: the first, bracketed; or any, as planners ask that only want to know whether
/// the segment is free. Then `time` is [lo, hi], witnessed at hi, and nothing is claimed about the time in between.
enum class Find { first, any };

/// The stages of the paper's pipeline (redon-2004, Fig. 3), each of which can be left out, as in its Table 2.
struct IntervalStages {
  bool dynamic_bvh = true;   ///< 1: interval boxes around links
  bool swept_volume = true;  ///< 2: the volume swept by each link's line-swept sphere
  /// What does stage 2. Null: the processor. make_gl_culling of tocca::gl (tocca/sweep/gl_culling.hpp): OpenGL
  /// visibility queries; verdicts are then labelled not proven.
  std::unique_ptr<SweptVolumeCulling> (*culling)(std::span<const Part* const> still) = nullptr;
};

/// How a question is answered; what it is about is in Problem and PairSettings.
struct CheckSettings {
  double tolerance_m = 1e-6;           ///< how far beyond the clearance a contact may be reported; above zero
  Strategy strategy = Strategy::tube;  ///< for first contacts
  IntervalStages stages;               ///< for Strategy::interval
  /// How many pairs of volumes and items one query may test before it gives up as undecided.
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
  /// Asked now and then while a question is being answered, on the thread that answers it: true ends it as undecided, as if its budget were
  /// spent. Must not throw. For programs that cannot wait for an answer.
  std::function<bool()> stop{};
};

/// What is checked, and to which clearance; independent of how.
struct PairSettings {
  bool self_collision = true;     ///< check links of one robot against each other
  double self_clearance_m = 0.0;  ///< for two links of one robot; all others: the problem's clearance
  /// Links that are near each other at every state are proven once for each cell of the one or two joints between them, where motions pass.
  /// For programs that ask thousands of questions of one model: free edges become several times cheaper, the first ones dearer (decision
  /// record 0056). Answers are the same.
  bool joint_cells = false;
};

}  // namespace tocca
