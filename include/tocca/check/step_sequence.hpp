#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "tocca/core/interval.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/path.hpp"

namespace tocca {

class CollisionModel;  // tocca/check/collision_model.hpp
class MotionStep;      // tocca/check/motion_step.hpp
struct Problem;        // tocca/model/problem.hpp

/// A path as a query sees it: segments in order, each of one or more steps during which everything moves smoothly.
/// Thread-safe. Queries ask for steps, never for poses, so robots, moving objects and polynomials look alike to them.
class StepSequence {
 public:
  virtual ~StepSequence() = default;

  virtual int segment_count() const = 0;
  /// The segment's number: the first waypoint begins segment 0.
  virtual std::int64_t index(int segment) const { return segment; }
  /// True if nothing ever moves: then there is only one moment to ask about.
  virtual bool at_rest() const = 0;
  virtual int step_count(int) const { return 1; }
  /// Sets what this sequence describes and leaves everything else in `target` unchanged. Throws InputError if a
  /// polynomial leaves the range of doubles.
  virtual void set(int segment, int step, MotionStep& target) const = 0;
  /// Does each segment begin exactly where the previous one ends, with the same pairs checked? Then what was measured
  /// there need not be measured again.
  virtual bool continuous() const { return false; }
  /// About how far the joints move in a segment, the one that moves most, in radians or metres: consecutive short segments are checked together,
  /// since they share much. Infinite: not known.
  virtual double way(int) const { return std::numeric_limits<double>::infinity(); }
  /// Converts a time of a step to a time of its segment: an interval that contains the true one, inside [0, 1].
  virtual Interval in_segment(int, int, double t) const { return t; }
  /// Numbers that identify a segment: equal keys mean equal motions. False: it has no key and is never remembered.
  virtual bool key(int, std::vector<double>&) const { return false; }
};

/// The first robot along a path, polynomials and time stamps included; everything else rests where the step has it.
/// Keeps a reference to the path.
class PathSteps final : public StepSequence {
 public:
  /// `first`: the index of the path's first segment, if the path is part of a longer one.
  explicit PathSteps(const Path& path, std::int64_t first = 0) : path_(path), first_(first) {}

  int segment_count() const override { return path_.segment_count(); }
  std::int64_t index(int segment) const override { return first_ + segment; }
  bool at_rest() const override { return path_.waypoints.rows() < 2; }
  bool continuous() const override { return true; }
  double way(int segment) const override;
  void set(int segment, int step, MotionStep& target) const override;
  bool key(int segment, std::vector<double>& numbers) const override;

 private:
  const Path& path_;
  std::int64_t first_;
};

/// Straight lines from configuration to configuration, one per row: of the first robot, or of all robots one after the
/// other. Keeps a reference to the rows. Throws InputError if there is no row, the number of columns fits neither, or a
/// number is not finite.
class ConfigurationSteps final : public StepSequence {
 public:
  ConfigurationSteps(const CollisionModel& model, const WaypointMatrix& rows);

  int segment_count() const override { return rows_.rows() > 1 ? static_cast<int>(rows_.rows()) - 1 : 1; }
  bool at_rest() const override { return rows_.rows() < 2; }
  bool continuous() const override { return true; }
  double way(int segment) const override;
  void set(int segment, int step, MotionStep& target) const override;
  bool key(int segment, std::vector<double>& numbers) const override;

 private:
  const CollisionModel& model_;
  const WaypointMatrix& rows_;
};

/// All robots and objects of a problem on its clock, including held and moving objects and pairs that may touch for
/// part of the path. Keeps a reference to the problem, which must outlive it. There is one segment between consecutive
/// waypoints (between consecutive stamps of any robot, if several have them).
std::unique_ptr<const StepSequence> steps_of(const Problem& problem, const CollisionModel& model);
/// Independent edges: straight motions, each from one configuration to another, of the first robot or of all robots.
/// Keeps references to the model and the configurations; set() throws InputError as ConfigurationSteps does.
class EdgeSteps final : public StepSequence {
 public:
  explicit EdgeSteps(const CollisionModel& model) : model_(model) {}
  /// Edge k leads from row k of `from` to row k of `to`; `first` is the index of the first edge. Throws InputError
  /// unless both have the same number of rows.
  EdgeSteps(const CollisionModel& model, const WaypointMatrix& from, const WaypointMatrix& to, std::int64_t first = 0);

  void clear() { edges_.clear(); }
  void add(const Configuration& from, const Configuration& to);

  int segment_count() const override { return static_cast<int>(edges_.size()); }
  std::int64_t index(int segment) const override { return first_ + segment; }
  bool at_rest() const override { return false; }
  void set(int segment, int step, MotionStep& target) const override;
  bool key(int segment, std::vector<double>& numbers) const override;

 private:
  struct Edge {
    std::span<const double> from, to;
  };
  const CollisionModel& model_;
  std::vector<Edge> edges_;
  std::int64_t first_ = 0;
};

/// Consecutive segments of another sequence, to which it keeps a reference; they keep their indices. It is not
/// continuous(): what comes before its first segment is not part of it.
class SegmentSlice final : public StepSequence {
 public:
  /// Requires 0 <= first, 0 <= count and first + count <= whole.segment_count().
  SegmentSlice(const StepSequence& whole, int first, int count) : whole_(whole), first_(first), count_(count) {
    TOCCA_REQUIRE(first >= 0 && count >= 0 && count <= whole.segment_count() - first,
                  "a slice lies within its sequence");
  }

  int segment_count() const override { return count_; }
  std::int64_t index(int segment) const override { return whole_.index(first_ + segment); }
  bool at_rest() const override { return whole_.at_rest(); }
  int step_count(int segment) const override { return whole_.step_count(first_ + segment); }
  double way(int segment) const override { return whole_.way(first_ + segment); }
  void set(int segment, int step, MotionStep& target) const override { whole_.set(first_ + segment, step, target); }
  Interval in_segment(int segment, int step, double t) const override {
    return whole_.in_segment(first_ + segment, step, t);
  }
  bool key(int segment, std::vector<double>& numbers) const override { return whole_.key(first_ + segment, numbers); }

 private:
  const StepSequence& whole_;
  int first_, count_;
};

/// Sets the robots that two configurations describe: the first, or all. Throws InputError as above.
void move_robots(const CollisionModel& model, ConfigurationView from, ConfigurationView to, MotionStep& step);

}  // namespace tocca
