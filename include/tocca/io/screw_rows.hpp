#pragma once

#include <filesystem>
#include <memory>

#include "tocca/core/error.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/screw_parameters.hpp"

namespace tocca {

/// What happens between the two poses of each body. `relative`: A, as seen from B, is on a screw, and B on a screw of its own.
/// The others are motions in the world, the same kind for both: their relative motion is no screw.
enum class RowMotion { relative, screw, in_between, linear };

/// One row of a file of motions: both bodies at both ends, in the world.
struct ScrewRow {
  Pose a0, a1, b0, b1;
  int turns = 0;  ///< relative: whole turns beyond the shortest rotation
  RowMotion motion = RowMotion::relative;

  /// How A moves, seen from B. Requires relative.
  ScrewParameters of_A_in_B() const;
  /// How the bodies move in the world. A: requires anything but relative.
  RigidMotion of_A() const;
  RigidMotion of_B() const;
  /// X_WA and X_WB at a time.
  Pose a_at(double t) const;
  Pose b_at(double t) const;
};

/// Reads a CSV of motions row by row: any number of rows in bounded memory. "-" is the standard input.
///
/// Columns, in any order: a0.x, a0.y, a0.z, a0.qx, a0.qy, a0.qz, a0.qw, the same for a1, b0, b1; optional: turns, a
/// whole number. Quaternions are normalised.
/// Fails: InputError with file and line, from the constructor (header) or from the call that reaches the bad row:
/// unknown, repeated or missing columns, anything but a finite number, zero quaternions, places beyond 1e9 m, more than
/// 1000 turns, turns or rotations that the kind of motion does not have, no rows.
class ScrewRowReader {
 public:
  explicit ScrewRowReader(const std::filesystem::path& file, RowMotion motion = RowMotion::relative);
  ~ScrewRowReader();
  ScrewRowReader(ScrewRowReader&&) noexcept;

  /// The next row; false at the end of the file.
  bool next(ScrewRow& row);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
