// Where segments come from: a problem's clock, a path or an edge list read row by row. In batches, so that a list of
// any length is checked in bounded memory on all cores.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "check_arguments.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::cli {

class SegmentSource {
 public:
  virtual ~SegmentSource() = default;
  /// Fetches up to `most` segments more; how many. 0: there are none left. Throws InputError where a row is bad.
  virtual std::size_t fetch(std::size_t most) = 0;
  /// Segment k of the batch just fetched; thread-safe.
  virtual SegmentVerdict check(std::size_t k) const = 0;
  /// The whole batch at once: free, or the first contact of some segment, not necessarily the first that has one.
  virtual Verdict any(PathChecker& checker) const = 0;
  /// The batch just fetched, as steps: for those who draw it. Valid until the next fetch.
  virtual const StepSequence& sequence() const = 0;
  /// As a person counts, of the batch's first segment.
  virtual std::int64_t first_index() const = 0;
  /// When segment k of the batch begins and ends: seconds where the file has them, else segments.
  virtual std::array<double, 2> clock(std::size_t k) const {
    const auto begin = static_cast<double>(first_index()) + static_cast<double>(k);
    return {begin, begin + (sequence().at_rest() ? 0.0 : 1.0)};
  }
  virtual bool in_seconds() const { return false; }
  /// Is all that was fetched so far one configuration?
  virtual bool at_rest() const { return false; }
  virtual std::optional<std::int64_t> total() const { return std::nullopt; }
  virtual bool independent() const { return false; }  ///< an edge list
};

/// The segments of what the arguments name. All that it refers to must outlive it.
std::unique_ptr<SegmentSource> segments_of(const QuestionArguments& arguments, const Problem& problem,
                                           const Checker& checker, Warnings& warnings);

/// Rows of a path file, some at a time, as a Path whose first row is the last one's end.
class PathRows {
 public:
  PathRows(const QuestionArguments& arguments, const Problem& problem, Warnings& warnings);
  ~PathRows();
  PathRows(PathRows&&) noexcept;

  bool is_edge_list() const;
  /// Fills `path` with up to `most` rows more after its own last one; how many rows are new.
  std::size_t fetch(std::size_t most, Path& path);
  std::size_t fetch(std::size_t most, WaypointMatrix& a, WaypointMatrix& b);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca::cli
