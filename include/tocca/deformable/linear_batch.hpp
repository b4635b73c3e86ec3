#pragma once

#include <span>
#include <vector>

#include "tocca/deformable/linear_query.hpp"

namespace tocca {

/// Many elementary queries of one kind, eight side by side: each number of a vertex next to that of the other seven, as
/// vector instructions want them. Keeps its memory when cleared.
class LinearBatch {
 public:
  static constexpr int lane_count = 8;

  explicit LinearBatch(LinearKind kind) : kind_(kind) {}

  LinearKind kind() const { return kind_; }
  std::size_t size() const { return size_; }
  void add(const FourVertices& vertices);
  void clear() { size_ = 0; }
  FourVertices operator[](std::size_t i) const;

  /// Eight queries, 24 numbers each: coordinate c of vertex i at an end is number (end * 4 + i) * 3 + c.
  struct alignas(64) Block {
    double number[24][lane_count];
  };
  /// Lanes after the last query repeat the first of their block.
  std::span<const Block> blocks() const { return {blocks_.data(), (size_ + lane_count - 1) / lane_count}; }

 private:
  LinearKind kind_;
  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

/// linear_contact of every query of the batch, with the same verdicts; brackets may differ where both are right.
/// Parallel (ThreadLimit), the same with any number of threads.
///
/// Requires    as many answers as queries.
/// Cost        10 to 100 ns a query where features do not meet at their borders, with one thread; nothing is allocated
///             unless a query needs whole numbers.
void linear_contacts(const LinearBatch& batch, double separation_m, std::span<LinearAnswer> answers);

/// The separation to ask about where the coordinates of both features are known to rounding_m only: features that are farther
/// apart than it as they are stored are truly farther apart than separation_m, at every t.
double widened_separation(double separation_m, double rounding_m);

/// The same where query k stands for one whose coordinates are not doubles: each of the true ones is within rounding_m[k] of the
/// stored one. What is free is so for the true features; where rounding_m[k] is 0 nothing changes.
///
/// Requires    as many roundings and answers as queries.
void linear_contacts(const LinearBatch& batch, double separation_m, std::span<const double> rounding_m,
                     std::span<LinearAnswer> answers);

}  // namespace tocca
