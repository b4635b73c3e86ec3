#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"
#include "tocca/tool/tool_results.hpp"

namespace tocca {

class DeformableMesh;  // tocca/deformable/deformable_mesh.hpp
class DeformingTree;
class ToolVolume;  // tool/tool_volume.hpp: what a tool sweeps between two positions

/// A deforming surface during a step: vertex i moves straight from `from[i]` to `to[i]` (the same array twice where it
/// stands still). Views of the caller's arrays.
struct SurfaceStep {
  std::span<const Vector3> from, to;
  std::span<const Triangle> triangles;

  bool still() const { return from.data() == to.data(); }
};

/// How samples are fitted, and how long they are remembered.
struct PredictionSettings {
  int degree = 2;  ///< of the polynomials, 0 to most_degree
  double memory_s =
      0.15;  ///< how fast samples are forgotten: by exp(-1) in this time, or in 2 (degree + 1) samples if longer
  double gap_s = 0.5;  ///< after this long without a sample, or 8 usual intervals if longer, the past is forgotten
  /// x, y, z of the origin in the world; turns about the tool's own x, y, z axes. What the process constrains keeps its
  /// value.
  std::array<bool, 6> constrained{};

  static constexpr int most_degree = 4;
};

/// What a sample's time stamp says about it.
enum class SampleTiming { first, regular, repeated, backward, after_gap };

/// How a tool moves between two samples.
enum class SampleMotion { in_between, screw };

/// Where the tool is at a time between two samples, on the motion that ToolMonitor assumes there. For callers who know
/// that the surface's vertices change direction at that time: the pose is one more sample, and the tool's way goes on
/// as it would have without it.
///
/// Guarantee   In real numbers, the motions from the first sample to this pose and from it to the second are the two
///             parts of the motion between the samples. The pose is rounded like any pose of a motion, by what its tube
///             accounts for (a few ulps of the coordinates; for a screw, of the distance to its axis): the parts stray
///             from the whole by that much. What ToolMonitor then proves, it proves for the two motions as stored.
/// Requires    from_s <= time_s <= to_s, from_s < to_s
Pose pose_between(SampleMotion motion, double from_s, const Pose& from, double to_s, const Pose& to, double time_s);

/// Divides the tool's motion wherever the surface's motion bends between two samples, so that both are smooth from each
/// step to the next: for surfaces whose vertices are known at certain times and move straight in between.
class SampleDivider {
 public:
  explicit SampleDivider(SampleMotion motion) : motion_(motion) {}

  /// Calls look(time, pose) for each bend between the last sample and this one, in order, and then for this one.
  /// `next_bend(from_s, to_s)` returns the first time after from_s at which the surface's motion bends, or to_s if none
  /// comes before it. A time that repeats or goes backward divides nothing.
  template <class NextBend, class Look>
  void sample(double time_s, const Pose& X_WT, const NextBend& next_bend, const Look& look) {
    while (last_) {
      const double bend_s = next_bend(last_->time_s, time_s);
      if (!(bend_s < time_s)) break;
      last_ = Sample{bend_s, pose_between(motion_, last_->time_s, last_->X_WT, time_s, X_WT, bend_s)};
      look(bend_s, last_->X_WT);
    }
    look(time_s, X_WT);
    last_ = Sample{last_ ? std::max(last_->time_s, time_s) : time_s, X_WT};
  }

 private:
  struct Sample {
    double time_s;
    Pose X_WT;
  };
  SampleMotion motion_;
  std::optional<Sample> last_;
};

/// What counts as contact, and how far ahead to look.
struct ToolSettings {
  double tolerance_m = 1e-6;
  double clearance_m = 0.0;  ///< nearer than this is contact
  SampleMotion motion = SampleMotion::in_between;
  bool predict = true;
  PredictionSettings prediction;
  double reflex_s = 0.1, considered_s = 1.0;    ///< how far ahead each horizon reaches
  int reflex_steps = 10, considered_steps = 9;  ///< into how many steps each is divided
  double least_rate_hz = 0.0;                   ///< the rate the budget sustains; 0: no budget, nothing is ever cut
  std::function<double()> clock_s;  ///< seconds from any origin, for the budget; the steady clock where empty
};

/// What one sample has shown.
struct ToolReport {
  double time_s = 0.0;
  /// Now, at the end of the step. Without prediction there are no horizons: clear then means that nothing touches.
  ToolState state = ToolState::undecided;
  std::optional<ToolContact> contact;  ///< during the step that ends here
  bool touching = false;               ///< still touching at its end; one inside the other counts as well
  std::optional<ToolWarning> warning;  ///< only where nothing touches now
  ToolCoverage covered;                ///< nothing where something touches now, or nothing can be predicted yet
  /// The budget ran out: apart until this time of the step; after it, nothing more is known than what `contact` says.
  std::optional<double> undecided_from_s;
  bool proven = true;  ///< false if a selection that proves nothing took part, or the step is undecided
  SampleTiming timing = SampleTiming::regular;
  ToolStatistics statistics;
};

/// A tool's samples against a deforming surface, live (caby-crosnier): contacts between samples, warnings before them.
///
/// Promise     contact: docs/promise.md, for the motion between two samples and vertices on straight lines; where there
///             is none, none of the tool's points came within the clearance of the surface. Warnings are predictions:
///             all that is proven is that the predicted motion, from one predicted position to the next, comes within a
///             hundredth of the tool's smallest half size there, and touches nothing before.
/// Surface     Given anew with each sample: where its vertices were at the previous sample, and where they are now.
///             Nothing is prepared; topology may change at any sample (see surface_is_new). During predictions it stays
///             where it is. All vertices and triangles are checked at each sample: one that is not a number is never
///             taken for far away.
/// Clear       Reported only if the motion since the last sample and the predicted motion up to both horizons were
///             examined. Anything else is undecided, and `covered` says how far the examination went: until time ran
///             out, or until the samples allow no more (the first few, those after a gap, and beyond a confidence of
///             0.04).
/// Budget      The contact since the last sample comes first and may take 19/20 of the time between samples at the
///             least rate; then, up to 4/5 of that time, come the reflex horizon and the considered one, the nearest
///             steps first. The considered horizon gets fewer steps as soon as time runs out. The contact is always
///             looked for; where even that is cut short, the report says from when on (undecided_from_s). A warning
///             stands, as a carried one, until its time is over or a later forecast that reaches as far finds nothing.
///             All of it counts, the pass over the surface and the test whether one is inside the other included; where
///             they do not end in time, the report is undecided, and what is not a number there is not found. Not
///             bounded: the first sample finds out what the surface bounds, unless prepare() did; if a later one is new, this
///             waits until there is time for it, or for prepare().
/// Samples     At any rate. A time that repeats or goes backward is tolerated (SampleTiming): the motion is still
///             examined.
/// Threads     Use an object from one thread at a time. Allocates only if more triangles are near than ever before.
class ToolMonitor {
 public:
  /// Picks triangles that may meet a volume, in place of TriangleSelection: for example, OpenGL's.
  using Selector = std::function<void(const SurfaceStep&, const ToolVolume&, std::vector<Index>&)>;

  /// Throws InputError if a setting makes no sense or the tool is empty.
  explicit ToolMonitor(std::span<const Collider> tool, const ToolSettings& settings = {});
  ~ToolMonitor();
  ToolMonitor(ToolMonitor&&) noexcept;

  /// `proves`: whether it never omits a triangle that meets the volume.
  void set_selector(Selector selector, bool proves);

  /// The tool's next position. `surface.from` of the first one is ignored. Throws InputError if the time, the pose
  /// or the surface makes no sense; the sample is then ignored. The answer is valid until the next call.
  const ToolReport& sample(double time_s, const Pose& X_WT, const SurfaceStep& surface);
  /// The same with a mesh that keeps a tree: the tree finds the triangles, and the selector is not used.
  const ToolReport& sample(double time_s, const Pose& X_WT, const DeformableMesh& surface);
  /// The next sample's surface does not continue the last one's: tests again whether one is inside the other.
  void surface_is_new();
  /// The same, and finds out at once what the surface bounds (only `to` is used), so that the next sample need not: for a
  /// surface that is new while a rate is to be kept. Throws InputError if it makes no sense.
  void prepare(const SurfaceStep& surface);
  /// Forgets all samples: the next one is the first.
  void reset();

  const ToolSettings& settings() const noexcept;

 private:
  struct State;
  const ToolReport& sample(double time_s, const Pose& X_WT, const SurfaceStep& surface, const DeformingTree* tree);

  std::unique_ptr<State> state_;
};

}  // namespace tocca
