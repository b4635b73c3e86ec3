// tocca distance: how far apart everything is at each waypoint, with the two nearest points.
#include <fmt/format.h>

#include <memory>

#include "check/model/model_body.hpp"
#include "check_arguments.hpp"
#include "closed_loops.hpp"
#include "empty_question.hpp"
#include "length_text.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "result_stream.hpp"
#include "rigid_question.hpp"
#include "segment_source.hpp"
#include "table.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/result_writers.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct Row {
  std::int64_t waypoint = 0;
  Nearest nearest{};
};

/// Takes rows as they come: prints the first few, writes all, keeps the least.
class DistanceWriter {
 public:
  DistanceWriter(const CollisionModel& model, const std::string& json) : model_(model) {
    if (json.empty()) return;
    stream_.emplace(json, "--json");
    result_.emplace(stream_->out(), model);
  }

  void add(const Row& row) {
    if (result_) result_->row(row.waypoint, row.nearest);
    if (rows_ < shown_at_most && row.nearest.body_a >= 0) table_.add(cells(row));
    if (rows_ == 0 || row.nearest.upper < least_.nearest.upper) least_ = row;
    ++rows_;
  }

  void finish() {
    if (!stream_) return;
    result_->finish();
    stream_->close();
  }

  std::string text() const {
    if (least_.nearest.body_a < 0) return nothing_measured_text;
    std::string text = table_.text();
    if (rows_ > shown_at_most)
      text += fmt::format("  and {} more; --json has them all\n", grouped(rows_ - shown_at_most));
    const std::string apart = metres_text(least_.nearest.upper);
    return text + fmt::format("nearest: {} and {} at waypoint {}, {}\n", name(least_.nearest.body_a),
                              name(least_.nearest.body_b), least_.waypoint,
                              apart == "0" ? "touching" : apart + " m apart");
  }

 private:
  static constexpr std::size_t shown_at_most = 40;
  std::string name(int body) const { return model_.bodies()[static_cast<std::size_t>(body)].name; }
  std::vector<std::string> cells(const Row& row) const {
    const auto point = [](const Vector3& p) { return fmt::format("{:.4f} {:.4f} {:.4f}", p.x(), p.y(), p.z()); };
    return {std::to_string(row.waypoint), metres_text(row.nearest.upper), name(row.nearest.body_a),
            name(row.nearest.body_b),     point(row.nearest.point_a),     point(row.nearest.point_b)};
  }

  const CollisionModel& model_;
  std::optional<ResultStream> stream_;
  std::optional<DistanceResultWriter> result_;  ///< onto the stream
  Table table_{{{"waypoint", true}, {"metres", true}, {"a"}, {"b"}, {"point of a"}, {"point of b"}}};
  std::size_t rows_ = 0;
  Row least_;
};

void measure_problem(const Problem& problem, const Checker& checker, DistanceWriter& report) {
  const std::unique_ptr<const StepSequence> timeline = steps_of(problem, checker.model());
  const int waypoints = timeline->segment_count() + (timeline->at_rest() ? 0 : 1);
  std::vector<Row> rows(static_cast<std::size_t>(waypoints));
  parallel_for(rows.size(), [&](std::size_t k) {
    const int segment = std::min(static_cast<int>(k), timeline->segment_count() - 1);
    rows[k] = {timeline->index(static_cast<int>(k)),
               checker.distance(*timeline, segment, static_cast<int>(k) > segment)};
  });
  for (const Row& row : rows) report.add(row);
}

void measure_path(PathReader& reader, const Checker& checker, DistanceWriter& report) {
  constexpr std::size_t batch = 1024;
  Progress progress("waypoints", std::nullopt);
  std::int64_t done = 0;
  for (Path path; const std::size_t count = reader.append(batch, path); path = {}) {
    std::vector<Row> rows(count);
    parallel_for(count, [&](std::size_t k) {
      const Configuration at = path.waypoints.row(static_cast<Eigen::Index>(k)).transpose();
      rows[k] = {done + static_cast<std::int64_t>(k), checker.distance(at)};
    });
    for (const Row& row : rows) report.add(row);
    done += static_cast<std::int64_t>(count);
    progress.show(done);
  }
}

int run_distance(const QuestionArguments& arguments) {
  Warnings warnings;
  const Problem problem = arguments.load(warnings);
  const std::unique_ptr<ThreadLimit> limit = arguments.threads.limit();
  require_rigid(problem, arguments.robot.robot, "distances to a body that deforms are not measured");
  const Checker checker = arguments.checker(problem, {}, warnings);
  const std::vector<LoopClosure> loops = closed_loops(arguments, problem, checker);
  std::optional<PathReader> path;
  if (!arguments.path.empty()) path.emplace(open_path(arguments, problem, warnings));
  if (path && path->is_edge_list()) {
    throw InputError(arguments.path, "", "is an edge list", "give a path: one waypoint per row");
  }
  require_apart({{"--json", "JSON", arguments.json}});
  DistanceWriter report(checker.model(), arguments.json);
  if (path) {
    measure_path(*path, checker, report);
  } else {
    measure_problem(problem, checker, report);
  }
  show(warnings);
  report.finish();
  if (arguments.json != "-") print(loops_text(loops) + report.text());
  return exit_done;
}

}  // namespace

void add_distance(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<QuestionArguments>();
  CLI::App* verb = app.add_subcommand(
      "distance", "Measure the least distance of all checked pairs at each waypoint, with the two nearest points.");
  arguments->add_to(*verb);
  verb->footer("tocca distance arm.urdf room.json path.csv\ntocca distance problem.json --json -");
  verb->callback([arguments, &action] { action = [arguments] { return run_distance(*arguments); }; });
}

}  // namespace tocca::cli
