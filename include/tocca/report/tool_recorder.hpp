#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/io/report.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca {

/// Draws a tool and the surface it is monitored against into a report, sample by sample, with what the monitor says.
///
/// Comes in    Samples, each with the monitor's report on it; the surface's shapes, if it deforms.
/// Goes out    The tool's poses, including the exact moment of each contact; the surface's shapes; a segment from each
///             time at which nothing touches to the end of the next contact; contacts and warnings as events, with the
///             predicted way; the time to contact as a curve, infinite where no contact is foreseen.
/// Bounded     Any number of samples: moments are thinned out, those of contacts and warnings last; notes() says so.
/// Cost        About a microsecond per sample. Nothing here is part of a proof.
class ToolRecorder {
 public:
  /// Takes the monitor's settings. `report` must outlive it.
  ToolRecorder(const std::vector<Collider>& tool, const MeshPointer& surface, const ToolSettings& settings,
               Report& report);
  ~ToolRecorder();
  ToolRecorder(ToolRecorder&&) noexcept;

  /// The surface has this shape at this time, and its vertices move straight until the next call. Before the first call
  /// it has the shape of its mesh. Times ascend. Requires as many vertices as the mesh has.
  void frame(double time_s, std::span<const Vector3> vertices);
  void sample(const ToolReport& told, const Pose& X_WT);

  /// Brings the report's segments, curve and ghosts up to date; call it before the report is written.
  void update();
  /// What was left out, as sentences.
  std::vector<std::string> notes() const;

  std::size_t samples() const noexcept;
  std::optional<double> first_contact_s() const noexcept;
  std::optional<double> announced_s() const noexcept;  ///< how long before the first contact it was announced

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
