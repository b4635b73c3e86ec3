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

class PathFileSource final : public SeekableSource {
 public:
  explicit PathFileSource(PathReader reader) : reader_(std::move(reader)) {}

  /// The last row read begins the next segment.
  PathPlace here() const override { return path_.waypoints.rows() == 0 ? reader_.here() : reader_.last(); }
  void go_to(const PathPlace& place, std::int64_t first) override {
    reader_.go_to(place);
    path_ = {};
    end_ = first;
  }

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
    first_ = end_;
    keep_last_row(path_);
    // The first row begins a segment and ends none; where it is the only one, it is a segment at rest.
    const std::size_t rows = reader_.append(first ? most + 1 : most, path_);
    moves_ = moves_ || moves(path_);
    batch_.emplace(path_, first_);
    const std::size_t segments = first ? std::max<std::size_t>(rows - 1, 1) : rows;
    end_ += static_cast<std::int64_t>(segments);
    return segments;
  }

 private:
  PathReader reader_;
  Path path_;
  std::optional<PathSteps> batch_;
  std::int64_t first_ = 0, end_ = 0;  // of the batch
  bool moves_ = false;
};

class EdgeFileSource final : public SeekableSource {
 public:
  EdgeFileSource(PathReader reader, const CollisionModel& model) : reader_(std::move(reader)), model_(model) {}

  PathPlace here() const override { return reader_.here(); }
  void go_to(const PathPlace& place, std::int64_t first) override {
    reader_.go_to(place);
    end_ = first;
  }

  const StepSequence& batch() const override { return *batch_; }
  bool at_rest() const override { return false; }
  bool independent() const override { return true; }

 protected:
  std::size_t next(std::size_t most) override {
    first_ = end_;
    a_.resize(0, a_.cols());
    b_.resize(0, b_.cols());
    const std::size_t edges = reader_.append(most, a_, b_);
    batch_.emplace(model_, a_, b_, first_);
    end_ += static_cast<std::int64_t>(edges);
    return edges;
  }

 private:
  PathReader reader_;
  const CollisionModel& model_;
  WaypointMatrix a_, b_;
  std::optional<EdgeSteps> batch_;
  std::int64_t first_ = 0, end_ = 0;  // of the batch
};

/// The path of a problem, which is in memory.
class ProblemSource final : public SeekableSource {
 public:
  explicit ProblemSource(std::unique_ptr<const StepSequence> whole) : whole_(std::move(whole)) {}

  const StepSequence& batch() const override { return *batch_; }
  bool at_rest() const override { return whole_->at_rest(); }
  std::optional<std::int64_t> total() const override { return whole_->segment_count(); }
  PathPlace here() const override { return {static_cast<std::uint64_t>(end_), 0, 0}; }
  void go_to(const PathPlace&, std::int64_t first) override {
    end_ = static_cast<int>(std::min<std::int64_t>(first, whole_->segment_count()));
  }

 protected:
  std::size_t next(std::size_t most) override {
    const int count = static_cast<int>(std::min(most, static_cast<std::size_t>(whole_->segment_count() - end_)));
    batch_.emplace(*whole_, end_, count);
    end_ += count;
    return static_cast<std::size_t>(count);
  }

 private:
  std::unique_ptr<const StepSequence> whole_;
  std::optional<SegmentSlice> batch_;
  int end_ = 0;  // of the batch
};

}  // namespace

PathReader open_path(const QuestionArguments& arguments, const Problem& problem, Warnings& warnings) {
  return open_path(arguments, arguments.path, problem, warnings);
}

PathReader open_path(const QuestionArguments& arguments, const std::string& path, const Problem& problem,
                     Warnings& warnings) {
  const RobotTask& task = problem.robots[0];
  return {path, task.robot.tree, task.start(), warnings, arguments.robot.path_options()};
}

std::unique_ptr<SegmentSource> segments_of(const QuestionArguments& arguments, const Problem& problem,
                                           const Checker& checker, Warnings& warnings) {
  return segments_of(arguments, arguments.path, problem, checker, warnings);
}

std::unique_ptr<SeekableSource> segments_of(const QuestionArguments& arguments, const std::string& path,
                                            const Problem& problem, const Checker& checker, Warnings& warnings) {
  if (path.empty()) return std::make_unique<ProblemSource>(steps_of(problem, checker.model()));
  PathReader reader = open_path(arguments, path, problem, warnings);
  if (reader.is_edge_list()) return std::make_unique<EdgeFileSource>(std::move(reader), checker.model());
  return std::make_unique<PathFileSource>(std::move(reader));
}

}  // namespace tocca::cli
