#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/io/report.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca {

/// Draws a tool and the surface it is watched against into a report, sample by sample, with what the monitor says.
///
/// Comes in    Samples, each with the monitor's report on it; shapes of the surface, if it deforms.
/// Goes out    The tool's poses, the very moment of each contact among them; the surface's shapes; a segment from each time at which
///             nothing touches to the end of the contact that follows; contacts and warnings as events, with the way that was predicted;
///             the time to contact as a curve, infinite where none is foreseen.
/// Bounded     Any number of samples: moments are thinned, those of contacts and warnings last; notes() says so.
/// Cost        About a microsecond a sample. Nothing here is part of a proof.
class ToolRecorder {
 public:
  /// The settings that the monitor has. `report` must outlive it.
  ToolRecorder(const std::vector<Collider>& tool, const MeshPointer& surface, const ToolSettings& settings,
               Report& report);
  ~ToolRecorder();
  ToolRecorder(ToolRecorder&&) noexcept;

  /// The surface has this shape at this time, and vertices move straight until the next. Before the first it has that of its mesh.
  /// Times ascend. Requires as many vertices as the mesh has.
  void frame(double time_s, std::span<const Vector3> vertices);
  void sample(const ToolReport& told, const Pose& X_WT);

  /// Brings segments, curve and ghosts of the report up to date: before it is written.
  void update();
  /// What is left out, as sentences.
  std::vector<std::string> notes() const;

  std::size_t samples() const noexcept;
  std::optional<double> first_contact_s() const noexcept;
  std::optional<double> announced_s() const noexcept;  ///< so long before the first contact

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
