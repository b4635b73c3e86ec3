#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tocca/core/interval.hpp"
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
  explicit PathSteps(const Path& path) : path_(path) {}

  int segment_count() const override { return path_.segment_count(); }
  bool at_rest() const override { return path_.waypoints.rows() < 2; }
  bool continuous() const override { return true; }
  void set(int segment, int step, MotionStep& target) const override;
  bool key(int segment, std::vector<double>& numbers) const override;

 private:
  const Path& path_;
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

/// Sets the robots that two configurations speak of: the first, or all. Throws InputError as above.
void move_robots(const CollisionModel& model, const Configuration& from, const Configuration& to, MotionStep& step);

}  // namespace tocca
