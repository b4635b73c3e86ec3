#pragma once

#include <filesystem>
#include <memory>

#include "tocca/core/error.hpp"
#include "tocca/motion/screw_parameters.hpp"

namespace tocca {

/// One row of a file of screw motions: both bodies at both ends, in the world.
struct ScrewRow {
  Pose a0, a1, b0, b1;
  int turns = 0;  ///< whole turns beyond the shortest rotation

  /// How A moves, seen from B.
  ScrewParameters of_A_in_B() const;
  /// X_WB on B's own screw from b0 to b1: places the answers of a relative motion in the world.
  Pose b_at(double t) const;
};

/// Reads a CSV of screw motions row by row: any number of rows in bounded memory. "-" is the standard input.
///
/// Columns, in any order: a0.x, a0.y, a0.z, a0.qx, a0.qy, a0.qz, a0.qw, the same for a1, b0, b1; optional: turns, a
/// whole number. Quaternions are normalised.
/// Fails: InputError with file and line, from the constructor (header) or from the call that reaches the bad row:
/// unknown, repeated or missing columns, anything but a finite number, zero quaternions, places beyond 1e9 m, more than
/// 1000 turns, no rows.
class ScrewRowReader {
 public:
  explicit ScrewRowReader(const std::filesystem::path& file);
  ~ScrewRowReader();
  ScrewRowReader(ScrewRowReader&&) noexcept;

  /// The next row; false at the end of the file.
  bool next(ScrewRow& row);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
