#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tocca/io/report.hpp"
#include "tocca/io/screw_rows.hpp"
#include "tocca/screw/screw_results.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Draws two polyhedra along their screw motions into a report, row by row, with the answers.
///
/// Comes in    Rows as ScrewRowReader reads them, and what ScrewPair says about them, points and normals in the world.
/// Goes out    Two bodies and their poses (so dense that the motion between two moments strays by about a thousandth of
///             the bodies' size; including the exact moment of each first contact), their distance over time with
///             bounds that hold between its points, what A sweeps and its axis as B sees them, ghosts. For looking at
///             only: nothing here is part of a proof.
/// Bounded     Any number of rows: the first thousand are drawn, and the first contact always; the notes say how many
///             are left out.
class ScrewRecorder {
 public:
  /// Identical names get a letter each. `report` must outlive it.
  ScrewRecorder(const MeshPointer& a, const std::string& name_a, const MeshPointer& b, const std::string& name_b,
                Report& report);
  ~ScrewRecorder();
  ScrewRecorder(ScrewRecorder&&) noexcept;

  void add(const ScrewRow& row, std::int64_t index, const ScrewAnswer& answer, double micros);
  /// Adds ghosts and notes. Call once, after the last row.
  void finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
