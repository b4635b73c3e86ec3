// The proof of one pair in one segment: a tree over time x ranges of A x ranges of B, whose leaves are axes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "audit/motion.hpp"

namespace tocca::audit {

/// The nodes of a proof, in preorder, a byte each and what follows it.
enum class Node : std::uint8_t {
  leaf = 0,     ///< three floats: an axis that points from B to A
  halve = 1,    ///< time at 0.5 (a + b)
  split_a = 2,  ///< the two children of A's range
  split_b = 3,
  cut = 4,        ///< a double: time at that moment
  short_leaf = 5  ///< three 16-bit integers: the axis, of any length
};

/// Two groups in a window of time, seen from their common ancestor: chords and tubes.
struct Window {
  double a, b;
  Pose first_a, last_a, first_b, last_b;
  double tubes;  ///< of both
  double lost;   ///< what gaps may be off by rounding, per unit of the axis's length

  Window(const Motion& motion, int ancestor, const Geometry& group_a, const Geometry& group_b, double from, double to);
};

/// The leaf rule: by how much an axis keeps two ranges farther apart than the clearance at both ends of the window, tubes
/// included. Positive: proven for the whole window.
double margin(const Window& window, const Geometry& a, std::uint32_t range_a, const Geometry& b, std::uint32_t range_b,
              const Point& axis, double clearance_m);

/// What a proof consists of.
struct ProofCount {
  std::uint64_t nodes = 0, leaves = 0;
};

/// Walks the proof of one pair on [0, until], from `place` of the bytes on, which it moves behind it. Throws Rejected.
void require_apart(const Motion& motion, const Geometry& a, const Geometry& b, double clearance_m, double until,
                   std::span<const std::uint8_t> proof, std::size_t& place, const std::string& where,
                   ProofCount& count);

}  // namespace tocca::audit
