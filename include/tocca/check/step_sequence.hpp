#pragma once

#include <cstdint>
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

/// What a path is to a query: segments in order, each of one or more steps during which everything moves smoothly.
/// Thread-safe. Queries ask for steps, never for poses, so that robots, moving objects and polynomials are all one to them.
class StepSequence {
 public:
  virtual ~StepSequence() = default;

  virtual int segment_count() const = 0;
  /// As a person counts.
  virtual std::int64_t index(int segment) const { return segment; }
  /// Nothing ever moves: a single moment is all there is to ask about.
  virtual bool at_rest() const = 0;
  virtual int step_count(int) const { return 1; }
  /// Sets what this sequence speaks of and leaves all else in `target`. Throws InputError where a polynomial leaves the
  /// range of doubles.
  virtual void set(int segment, int step, MotionStep& target) const = 0;
  /// Does each segment begin exactly where the one before ends, the same pairs being looked at? What was measured there
  /// need not be measured again.
  virtual bool continuous() const { return false; }
  /// A time of a step as a time of its segment: contains the true one, inside [0, 1].
  virtual Interval in_segment(int, int, double t) const { return t; }
  /// Numbers that say all about a segment: equal keys, equal motions. False: it has none, and is never remembered.
  virtual bool key(int, std::vector<double>&) const { return false; }
};

/// The first robot along a path, its polynomials and time included; all else rests where the step has it. Refers to the
/// path.
class PathSteps final : public StepSequence {
 public:
  /// `first`: the index of the path's first segment, where it is a part of a longer one.
  explicit PathSteps(const Path& path, std::int64_t first = 0) : path_(path), first_(first) {}

  int segment_count() const override { return path_.segment_count(); }
  std::int64_t index(int segment) const override { return first_ + segment; }
  bool at_rest() const override { return path_.waypoints.rows() < 2; }
  bool continuous() const override { return true; }
  void set(int segment, int step, MotionStep& target) const override;
  bool key(int segment, std::vector<double>& numbers) const override;

 private:
  const Path& path_;
  std::int64_t first_;
};

/// Straight lines from configuration to configuration, one a row: of the first robot, or of all robots one after the
/// other. Refers to the rows. Throws InputError where there is no row, the number of columns is neither, or a number is
/// not finite.
class ConfigurationSteps final : public StepSequence {
 public:
  ConfigurationSteps(const CollisionModel& model, const WaypointMatrix& rows);

  int segment_count() const override { return rows_.rows() > 1 ? static_cast<int>(rows_.rows()) - 1 : 1; }
  bool at_rest() const override { return rows_.rows() < 2; }
  bool continuous() const override { return true; }
  void set(int segment, int step, MotionStep& target) const override;
  bool key(int segment, std::vector<double>& numbers) const override;

 private:
  const CollisionModel& model_;
  const WaypointMatrix& rows_;
};

/// All robots and objects of a problem by its clock, held and moving objects and parts of the path that are allowed to touch included. Refers
/// to the problem, which must outlive it. One segment between consecutive waypoints (between consecutive stamps of any robot where several
/// have them).
std::unique_ptr<const StepSequence> steps_of(const Problem& problem, const CollisionModel& model);
/// Edges that need not hang together: straight motions, each from one configuration to another, of the first robot or of all.
/// Refers to the model and to the configurations; set() throws InputError as ConfigurationSteps does.
class EdgeSteps final : public StepSequence {
 public:
  explicit EdgeSteps(const CollisionModel& model) : model_(model) {}
  /// Row k of `from` to row k of `to`; `first` is the index of the first. Throws InputError unless there are as many of both.
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

/// Some consecutive segments of another sequence, which it refers to; they keep their indices. It is not continuous(): what
/// comes before its first segment is not its own.
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
  void set(int segment, int step, MotionStep& target) const override { whole_.set(first_ + segment, step, target); }
  Interval in_segment(int segment, int step, double t) const override {
    return whole_.in_segment(first_ + segment, step, t);
  }
  bool key(int segment, std::vector<double>& numbers) const override { return whole_.key(first_ + segment, numbers); }

 private:
  const StepSequence& whole_;
  int first_, count_;
};

/// Sets the robots that two configurations speak of: the first, or all. Throws InputError as above.
void move_robots(const CollisionModel& model, ConfigurationView from, ConfigurationView to, MotionStep& step);

}  // namespace tocca
