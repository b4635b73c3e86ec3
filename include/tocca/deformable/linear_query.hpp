#pragma once

#include <array>
#include <span>
#include <vector>

#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// Which two features four vertices make.
enum class LinearKind {
  vertex_face,  ///< vertex 0 against the triangle 1, 2, 3
  edge_edge,    ///< the edge 0, 1 against the edge 2, 3
};

/// Four vertices on straight lines: v_i(t) = (1 - t) from[i] + t to[i], t in [0, 1]. Plain data, as in files.
struct FourVertices {
  std::array<std::array<double, 3>, 4> from, to;
};

/// The answer of an elementary query: free, or the first contact.
struct LinearAnswer {
  Outcome outcome = Outcome::free;  ///< never undecided
  Bracket time;                     ///< of the contact, at most 1e-6 wide; free: [0, 1]
};

/// When do two features whose vertices move on straight lines first come within `separation_m` of each other?
///
/// Guarantee   free: the distance of the features exceeds separation_m at every t of [0, 1], in real arithmetic.
///             contact: it exceeds it on [0, lo).
///             With separation_m = 0 the answer is exact: contact if and only if the closed features share a point at
///             some t of [0, 1], the first of which lies in [lo, hi]. Zero-area triangles and zero-length edges are the
///             points they consist of.
///             With separation_m > 0: contact where the distance reaches separation_m; at hi it is at most separation_m
///             + linear_tolerance(...). Between the two, the answer may be either. Features that close in ever more
///             slowly may use up 1,000 steps: contact is then reported while they are still a little farther apart.
/// Requires    separation_m >= 0. For coordinates that are not finite, or a separation that is NaN, the answer is
///             contact with [0, 1].
/// Cost        Usually some 100 ns, some microseconds where features are parallel, coplanar or touch at borders; 1,000
///             steps with a separation take half a millisecond.
/// Proof       docs/maths/linear_queries.md
LinearAnswer linear_contact(LinearKind kind, const FourVertices& vertices, double separation_m = 0.0);

/// By how much the reported contact may exceed the separation asked for: a part in 2^20 of the separation, plus the
/// rounding of the coordinates. Only for separation_m > 0.
double linear_tolerance(const FourVertices& vertices, double separation_m);

/// Many elementary queries of one kind, stored eight side by side: each number of a vertex next to those of the other
/// seven queries, as vector instructions want them. Keeps its memory when cleared.
class LinearBatch {
 public:
  static constexpr int lane_count = 8;

  explicit LinearBatch(LinearKind kind) : kind_(kind) {}

  LinearKind kind() const { return kind_; }
  std::size_t size() const { return size_; }
  void add(const FourVertices& vertices);
  void clear() { size_ = 0; }
  FourVertices operator[](std::size_t i) const;

  /// Eight queries of 24 numbers each: coordinate c of vertex i at an end is number (end * 4 + i) * 3 + c.
  struct alignas(64) Block {
    double number[24][lane_count];
  };
  /// Lanes after the last query repeat the first query of their block.
  std::span<const Block> blocks() const { return {blocks_.data(), (size_ + lane_count - 1) / lane_count}; }

 private:
  LinearKind kind_;
  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

/// linear_contact for every query of the batch, with the same verdicts; brackets may differ where both are right.
/// Parallel (ThreadLimit), with the same answers for any number of threads.
///
/// Requires    as many answers as queries.
/// Cost        10 to 100 ns per query where features do not meet at their borders, with one thread; nothing is
///             allocated unless a query needs integer arithmetic.
void linear_contacts(const LinearBatch& batch, double separation_m, std::span<LinearAnswer> answers);

/// The separation to ask for where the coordinates of both features are known only to within rounding_m: features that
/// are farther apart than the result as stored are truly farther apart than separation_m, at every t.
double widened_separation(double separation_m, double rounding_m);

/// The same for queries whose true coordinates are not doubles: each of those of query k is within rounding_m[k] of the
/// stored one. Free holds for the true features; where rounding_m[k] is 0 nothing changes.
///
/// Requires    as many roundings and answers as queries.
void linear_contacts(const LinearBatch& batch, double separation_m, std::span<const double> rounding_m,
                     std::span<LinearAnswer> answers);

}  // namespace tocca
