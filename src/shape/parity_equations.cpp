#include "shape/parity_equations.hpp"

#include <bit>

namespace tocca {
namespace {

void add_to(ParityEquations::Bits& sum, const ParityEquations::Bits& row) {
  for (std::size_t w = 0; w < sum.size(); ++w) sum[w] ^= row[w];
}

}  // namespace

/// Gauss: what the rows before it decide is taken out of a new one, from its first unknown on.
void ParityEquations::add(std::span<const Index> sum, bool odd) {
  Bits row(unknowns_ / 64 + 1, 0);
  for (const Index i : sum) row[i / 64] ^= std::uint64_t{1} << (i % 64);
  if (odd) set(row, unknowns_);
  for (std::size_t w = 0; w < row.size(); ++w) {
    while (row[w] != 0) {
      const auto first = static_cast<Index>(64 * w + static_cast<std::size_t>(std::countr_zero(row[w])));
      if (first == unknowns_) {
        contradiction_ = true;  // 0 = 1
        return;
      }
      if (row_of_[first] == none) {
        row_of_[first] = static_cast<Index>(rows_.size());
        rows_.push_back(std::move(row));
        return;
      }
      add_to(row, rows_[row_of_[first]]);
    }
  }
}

/// The unknowns that no row begins with are chosen; the others follow, from the last to the first.
ParityEquations::Bits ParityEquations::solved(Bits chosen, bool homogeneous) const {
  for (Index i = unknowns_; i-- > 0;) {
    if (row_of_[i] == none) continue;
    const Bits& row = rows_[row_of_[i]];
    int ones = !homogeneous && has(row, unknowns_) ? 1 : 0;
    for (std::size_t w = i / 64; w < row.size(); ++w) ones += std::popcount(row[w] & chosen[w]);
    if (ones % 2 != 0) set(chosen, i);
  }
  return chosen;
}

std::vector<ParityEquations::Bits> ParityEquations::solutions() const {
  if (contradiction_) return {};
  const Bits nothing(unknowns_ / 64 + 1, 0);
  std::vector<Bits> found{solved(nothing, false)};
  for (Index i = 0; i < unknowns_; ++i) {
    if (row_of_[i] != none) continue;
    Bits chosen = nothing;
    set(chosen, i);
    found.push_back(solved(std::move(chosen), true));
  }
  return found;
}

}  // namespace tocca
