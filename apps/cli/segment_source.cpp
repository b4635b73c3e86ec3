#include "segment_source.hpp"

#include <algorithm>

#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"

namespace tocca::cli {
namespace {

/// Equal waypoints are one configuration, unless velocities lead away from it in between.
bool moves(const Path& path) {
  const auto away = [](const WaypointMatrix& rates) { return (rates.array() != 0.0).any(); };
  if (away(path.velocities) || away(path.accelerations)) return true;
  for (Eigen::Index k = 1; k < path.waypoints.rows(); ++k) {
    if (path.waypoints.row(k) != path.waypoints.row(0)) return true;
  }
  return false;
}

/// The end of a batch is the beginning of the next.
void keep_last_row(Path& path) {
  for (WaypointMatrix* rows : {&path.waypoints, &path.velocities, &path.accelerations}) {
    if (rows->rows() < 2) continue;
    rows->row(0) = rows->row(rows->rows() - 1);
    rows->conservativeResize(1, rows->cols());
  }
  if (path.time_s.size() > 1) path.time_s = {path.time_s.back()};
}

class PathFileSource final : public SegmentSource {
 public:
  explicit PathFileSource(PathReader reader) : reader_(std::move(reader)) {}

  const StepSequence& batch() const override { return *batch_; }
  std::array<double, 2> clock(int segment) const override {
    if (!in_seconds()) return SegmentSource::clock(segment);
    const auto k = static_cast<std::size_t>(segment);
    return {path_.time_s[k], path_.time_s[std::min(k + 1, path_.time_s.size() - 1)]};
  }
  bool in_seconds() const override { return !path_.time_s.empty(); }
  bool at_rest() const override { return !moves_; }

 protected:
  std::size_t next(std::size_t most) override {
    const bool first = path_.waypoints.rows() == 0;
    first_ += static_cast<std::int64_t>(size());
    keep_last_row(path_);
    // The first row begins a segment and ends none; where it is the only one, it is a segment at rest.
    const std::size_t rows = reader_.append(first ? most + 1 : most, path_);
    moves_ = moves_ || moves(path_);
    batch_.emplace(path_, first_);
    return first ? std::max<std::size_t>(rows - 1, 1) : rows;
  }

 private:
  PathReader reader_;
  Path path_;
  std::optional<PathSteps> batch_;
  std::int64_t first_ = 0;
  bool moves_ = false;
};

class EdgeFileSource final : public SegmentSource {
 public:
  EdgeFileSource(PathReader reader, const CollisionModel& model) : reader_(std::move(reader)), model_(model) {}

  const StepSequence& batch() const override { return *batch_; }
  bool at_rest() const override { return false; }
  bool independent() const override { return true; }

 protected:
  std::size_t next(std::size_t most) override {
    first_ += static_cast<std::int64_t>(size());
    a_.resize(0, a_.cols());
    b_.resize(0, b_.cols());
    const std::size_t edges = reader_.append(most, a_, b_);
    batch_.emplace(model_, a_, b_, first_);
    return edges;
  }

 private:
  PathReader reader_;
  const CollisionModel& model_;
  WaypointMatrix a_, b_;
  std::optional<EdgeSteps> batch_;
  std::int64_t first_ = 0;
};

}  // namespace

PathReader open_path(const QuestionArguments& arguments, const Problem& problem, Warnings& warnings) {
  const RobotTask& task = problem.robots[0];
  return {arguments.path, task.robot.tree, task.start(), warnings, arguments.robot.path_options()};
}

std::unique_ptr<SegmentSource> segments_of(const QuestionArguments& arguments, const Problem& problem,
                                           const Checker& checker, Warnings& warnings) {
  if (arguments.path.empty()) {
    return std::make_unique<SequenceSource>(steps_of(problem, checker.model()));
  }
  PathReader reader = open_path(arguments, problem, warnings);
  if (reader.is_edge_list()) return std::make_unique<EdgeFileSource>(std::move(reader), checker.model());
  return std::make_unique<PathFileSource>(std::move(reader));
}

}  // namespace tocca::cli
