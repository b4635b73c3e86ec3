// The axes that kept two things apart, as evidence for a proof.
#pragma once

#include <vector>

#include "sweep/clip_boxes.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// Axes with the stretch of a chord (parameters from 0 to 1) on which each separates.
class AxisLog {
 public:
  void clear() { entries_.clear(); }
  /// An axis whose separation goes in a straight line from f0 to f1; kept if it is positive somewhere.
  void add(const Vector3& axis, double f0, double f1);
  /// The 15 axes of two boxes on chords, each with its separation beyond `dilation`; and those along which tubes are flat.
  void add_boxes(const Obb& a, const Chord& chord_a, const Obb& b, const Chord* chord_b, double dilation);

  /// Those that separate somewhere between the times `from` and `to` of the window, with their stretches cut to it.
  std::span<const SeparatingAxis> during(double start, double end, double from, double to);

 private:
  struct Entry {
    Vector3 axis;
    double from, to;
  };
  std::vector<Entry> entries_;
  std::vector<SeparatingAxis> told_;
};

}  // namespace tocca
