// `tocca tool --report`: a tool over a surface, as a page to look at, also while its samples arrive.
#pragma once

#include <future>
#include <string>
#include <utility>
#include <vector>

#include "pages/report_file.hpp"
#include "tocca/io/tool_events.hpp"
#include "tocca/report/tool_recorder.hpp"

namespace tocca::cli {

class ToolPage {
 public:
  /// Opens the file. Throws InputError if this program has no page, or the name cannot be written.
  ToolPage(const std::string& file, const std::vector<Collider>& tool, const MeshPointer& surface,
           const ToolSettings& settings);
  ~ToolPage();

  void describe(std::string title, std::vector<std::pair<std::string, std::string>> parameters);
  void frame(double time_s, std::span<const Vector3> vertices) { recorder_.frame(time_s, vertices); }
  /// Already included in `so_far`. Does not wait for the disk: another thread writes how far the run has come.
  void sample(const ToolReport& told, const Pose& X_WT, const ToolEvents& so_far);
  void finish(const ToolEvents& totals);

 private:
  void tell(const ToolEvents& so_far);

  Report report_;
  ReportFile file_;
  ToolRecorder recorder_;
  std::future<void> writing_;  ///< a copy of the report; nothing else touches the file meanwhile
};

}  // namespace tocca::cli
