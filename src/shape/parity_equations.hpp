#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Unknowns that are 0 or 1, and equations that say whether the sum of some of them is even or odd.
class ParityEquations {
 public:
  using Bits = std::vector<std::uint64_t>;  ///< one bit per unknown
  static bool has(const Bits& bits, Index i) { return (bits[i / 64] >> (i % 64) & 1u) != 0; }

  explicit ParityEquations(Index unknowns) : unknowns_(unknowns), row_of_(unknowns, none) {}

  /// States that the sum of these unknowns is odd, or even; one that is named twice cancels.
  void add(std::span<const Index> sum, bool odd);

  /// One solution, then a basis of what may be added to it: every solution is the first, or the exclusive or of the
  /// first with some of the others. Empty if there is none.
  /// Cost   O(n^2 (1 + solutions) / 64).
  std::vector<Bits> solutions() const;

 private:
  static constexpr Index none = 0xffffffffu;
  static void set(Bits& bits, Index i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }
  Bits solved(Bits chosen, bool homogeneous) const;

  Index unknowns_;
  std::vector<Index> row_of_;  // for each unknown: the row that has it first
  std::vector<Bits> rows_;     // bit unknowns_: the sum is odd
  bool contradiction_ = false;
};

}  // namespace tocca
