#include "segment_source.hpp"

#include <algorithm>

#include "check/steps/timeline.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/io/path.hpp"

namespace tocca::cli {

struct PathRows::State {
  State(const QuestionArguments& arguments, const Problem& problem, Warnings& warnings)
      : reader(arguments.path, problem.robots[0].robot.tree, problem.robots[0].path.waypoints.row(0).transpose(),
               warnings) {}
  PathReader reader;
  Waypoint row;
  Configuration a, b;
};

PathRows::PathRows(const QuestionArguments& arguments, const Problem& problem, Warnings& warnings)
    : state_(std::make_unique<State>(arguments, problem, warnings)) {}
PathRows::~PathRows() = default;
PathRows::PathRows(PathRows&&) noexcept = default;

bool PathRows::is_edge_list() const { return state_->reader.is_edge_list(); }

std::size_t PathRows::fetch(std::size_t most, Path& path) {
  const PathReader& reader = state_->reader;
  const Eigen::Index kept = path.waypoints.rows() > 0 ? 1 : 0, dof = path.waypoints.cols();
  const auto capacity = static_cast<Eigen::Index>(most) + kept;
  const auto start_over = [&](WaypointMatrix& rows) {
    WaypointMatrix fresh(capacity, dof);
    if (kept == 1) fresh.row(0) = rows.row(rows.rows() - 1);
    rows = std::move(fresh);
  };
  start_over(path.waypoints);
  if (reader.has_velocity()) start_over(path.velocities);
  if (reader.has_acceleration()) start_over(path.accelerations);
  if (kept == 1 && reader.has_time()) path.time_s = {path.time_s.back()};
  path.interpolation = reader.interpolation();
  Eigen::Index rows = kept;
  while (rows < capacity && state_->reader.next(state_->row)) {
    path.waypoints.row(rows) = state_->row.position.transpose();
    if (reader.has_velocity()) path.velocities.row(rows) = state_->row.velocity.transpose();
    if (reader.has_acceleration()) path.accelerations.row(rows) = state_->row.acceleration.transpose();
    if (reader.has_time()) path.time_s.push_back(state_->row.time_s);
    ++rows;
  }
  path.waypoints.conservativeResize(rows, dof);
  if (reader.has_velocity()) path.velocities.conservativeResize(rows, dof);
  if (reader.has_acceleration()) path.accelerations.conservativeResize(rows, dof);
  return static_cast<std::size_t>(rows - kept);
}

std::size_t PathRows::fetch(std::size_t most, WaypointMatrix& a, WaypointMatrix& b) {
  const Eigen::Index dof = a.cols();
  a.resize(static_cast<Eigen::Index>(most), dof);
  b.resize(static_cast<Eigen::Index>(most), dof);
  Eigen::Index rows = 0;
  while (rows < a.rows() && state_->reader.next(state_->a, state_->b)) {
    a.row(rows) = state_->a.transpose();
    b.row(rows) = state_->b.transpose();
    ++rows;
  }
  return static_cast<std::size_t>(rows);
}

namespace {

/// Some consecutive segments of another sequence.
class Slice final : public StepSequence {
 public:
  Slice(const StepSequence& whole, std::size_t first, std::size_t count)
      : whole_(whole), first_(static_cast<int>(first)), count_(static_cast<int>(count)) {}

  int segment_count() const override { return count_; }
  std::int64_t index(int segment) const override { return whole_.index(first_ + segment); }
  bool at_rest() const override { return whole_.at_rest(); }
  int step_count(int segment) const override { return whole_.step_count(first_ + segment); }
  void set(int segment, int step, MotionStep& target) const override { whole_.set(first_ + segment, step, target); }
  Interval in_segment(int segment, int step, double t) const override {
    return whole_.in_segment(first_ + segment, step, t);
  }

 private:
  const StepSequence& whole_;
  int first_, count_;
};

/// A contact that any() came upon becomes the first one of its segment, in a bracket, as every other answer has it. Where that
/// search ends early, or sees the gap on the other side of the tolerance, the contact stays, and the bracket begins where the
/// search has proven the segment free.
void tell_first(Verdict& verdict, const std::function<SegmentVerdict()>& check) {
  if (verdict.outcome != Outcome::contact) return;
  SegmentVerdict& told = verdict.segments.front();
  SegmentVerdict first = check();
  first.micros += told.micros;
  first.statistics += told.statistics;
  if (first.outcome != Outcome::contact) {
    told.time.lo = told.free_until = std::min(first.free_until, told.time.hi);
    told.proven = told.proven && first.proven;
    told.micros = first.micros;
    told.statistics = first.statistics;
    return;
  }
  told = std::move(first);
}

class ProblemSegments final : public SegmentSource {
 public:
  ProblemSegments(const Problem& problem, const Checker& checker)
      : checker_(checker), timeline_(problem, checker.model()) {}

  std::size_t fetch(std::size_t most) override {
    first_ += count_;
    count_ = std::min(most, static_cast<std::size_t>(timeline_.segment_count()) - first_);
    if (count_ > 0) batch_.emplace(timeline_, first_, count_);
    return count_;
  }
  SegmentVerdict check(std::size_t k) const override { return checker_.check(timeline_, static_cast<int>(first_ + k)); }
  Verdict any(PathChecker& checker) const override {
    Verdict verdict = checker.any(*batch_);
    tell_first(verdict,
               [&] { return check(static_cast<std::size_t>(verdict.segments.front().index - first_index())); });
    return verdict;
  }
  const StepSequence& sequence() const override { return *batch_; }
  std::int64_t first_index() const override { return timeline_.index(static_cast<int>(first_)); }
  std::optional<std::int64_t> total() const override { return timeline_.segment_count(); }
  bool at_rest() const override { return timeline_.at_rest(); }

 private:
  const Checker& checker_;
  Timeline timeline_;
  std::optional<Slice> batch_;
  std::size_t first_ = 0, count_ = 0;
};

/// Equal waypoints are one configuration, unless velocities lead away from it in between.
bool moves(const Path& path) {
  const auto away = [](const WaypointMatrix& rates) { return (rates.array() != 0.0).any(); };
  if (away(path.velocities) || away(path.accelerations)) return true;
  for (Eigen::Index k = 1; k < path.waypoints.rows(); ++k) {
    if (path.waypoints.row(k) != path.waypoints.row(0)) return true;
  }
  return false;
}

class PathSegments final : public SegmentSource {
 public:
  PathSegments(PathRows rows, int dof, const Checker& checker) : rows_(std::move(rows)), checker_(checker) {
    path_.waypoints.resize(0, dof);
  }

  std::size_t fetch(std::size_t most) override {
    const bool first = path_.waypoints.rows() == 0;
    first_ += count_;
    // The first row begins a segment and ends none.
    const std::size_t rows = rows_.fetch(first ? most + 1 : most, path_);
    count_ = first ? std::max<std::size_t>(rows - 1, 1) : rows;
    moves_ = moves_ || moves(path_);
    return count_;
  }
  SegmentVerdict check(std::size_t k) const override {
    SegmentVerdict verdict = checker_.check(path_, static_cast<int>(k));
    verdict.index += static_cast<std::int64_t>(first_);
    return verdict;
  }
  Verdict any(PathChecker& checker) const override {
    Verdict verdict = checker.any(path_);
    for (SegmentVerdict& segment : verdict.segments) segment.index += static_cast<std::int64_t>(first_);
    tell_first(verdict, [&] { return check(static_cast<std::size_t>(verdict.segments.front().index) - first_); });
    return verdict;
  }
  const StepSequence& sequence() const override { return steps_; }
  std::int64_t first_index() const override { return static_cast<std::int64_t>(first_); }
  std::array<double, 2> clock(std::size_t k) const override {
    if (!in_seconds()) return SegmentSource::clock(k);
    return {path_.time_s[k], path_.time_s[std::min(k + 1, path_.time_s.size() - 1)]};
  }
  bool in_seconds() const override { return !path_.time_s.empty(); }
  bool at_rest() const override { return !moves_; }

 private:
  PathRows rows_;
  const Checker& checker_;
  Path path_;
  PathSteps steps_{path_};
  std::size_t first_ = 0, count_ = 0;
  bool moves_ = false;
};

/// Edges one after the other, each on its own.
class EdgeSteps final : public StepSequence {
 public:
  EdgeSteps(const CollisionModel& model, const WaypointMatrix& a, const WaypointMatrix& b)
      : model_(model), a_(a), b_(b) {}

  int segment_count() const override { return static_cast<int>(a_.rows()); }
  bool at_rest() const override { return false; }
  void set(int segment, int, MotionStep& target) const override {
    move_robots(model_, a_.row(segment), b_.row(segment), target);
  }

 private:
  const CollisionModel& model_;
  const WaypointMatrix &a_, &b_;
};

class EdgeSegments final : public SegmentSource {
 public:
  EdgeSegments(PathRows rows, int dof, const Checker& checker)
      : rows_(std::move(rows)), checker_(checker), a_(0, dof), b_(0, dof) {}

  std::size_t fetch(std::size_t most) override {
    first_ += count_;
    return count_ = rows_.fetch(most, a_, b_);
  }
  SegmentVerdict check(std::size_t k) const override {
    const auto row = static_cast<Eigen::Index>(k);
    SegmentVerdict verdict = checker_.check(Configuration(a_.row(row)), Configuration(b_.row(row)));
    verdict.index = static_cast<std::int64_t>(first_ + k);
    return verdict;
  }
  Verdict any(PathChecker&) const override {
    throw InputError("", "--any", "cannot be combined with an edge list", "leave it out: every edge is reported");
  }
  const StepSequence& sequence() const override { return steps_; }
  std::int64_t first_index() const override { return static_cast<std::int64_t>(first_); }
  bool independent() const override { return true; }

 private:
  PathRows rows_;
  const Checker& checker_;
  WaypointMatrix a_, b_;
  EdgeSteps steps_{checker_.model(), a_, b_};
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace

std::unique_ptr<SegmentSource> segments_of(const QuestionArguments& arguments, const Problem& problem,
                                           const Checker& checker, Warnings& warnings) {
  if (arguments.is_problem()) return std::make_unique<ProblemSegments>(problem, checker);
  PathRows rows(arguments, problem, warnings);
  const int dof = problem.robots[0].robot.tree.coordinate_count();
  if (rows.is_edge_list()) return std::make_unique<EdgeSegments>(std::move(rows), dof, checker);
  return std::make_unique<PathSegments>(std::move(rows), dof, checker);
}

}  // namespace tocca::cli
