// `tocca world --report` and `tocca walk --report`: many bodies on their way, as a page to look at.
#pragma once

#include <span>
#include <string>

#include "pages/report_file.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/report/world_recorder.hpp"
#include "tocca/world/world.hpp"

namespace tocca::cli {

class WorldPage {
 public:
  /// How far a run has come, in words for the reader.
  struct Story {
    std::string headline, summary;
    bool touched = false;
  };

  /// Opens the file. Throws InputError if this program has no page, or the name cannot be written.
  WorldPage(const std::string& file, std::string_view verb, std::string title,
            std::span<const std::pair<std::string, WorldSummary::Value>> parameters);

  /// A body of the world, by its number, before the first step.
  void add(int body, Report::Body drawn, bool moves = true) { recorder_.add(body, std::move(drawn), moves); }
  /// Edges of the box that bodies cannot leave.
  void add_walls(const Vector3& least, const Vector3& most);
  void step(const World& world, const WorldStep& found, std::span<const TimedContact> before = {}) {
    recorder_.step(world, found, before);
  }

  bool due() const { return file_.due(); }
  void write_so_far(const Story& story);
  void finish(const Story& story);

 private:
  void tell(const Story& story);

  Report report_;
  ReportFile file_;
  WorldRecorder recorder_;
};

}  // namespace tocca::cli
