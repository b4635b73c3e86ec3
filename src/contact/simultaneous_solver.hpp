#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "contact/convex_piece.hpp"
#include "motion/mover.hpp"
#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// A part and how it moves in the frame of its pairs; without a mover it stands still there.
struct MovingPart {
  const Part* part;
  std::optional<Mover> mover;
};

/// Two items that may meet: moving parts a and b (indices), one item of each.
struct SolverPair {
  int a, b;
  Index item_a, item_b;
  double clearance_m;
};

/// The simultaneous solver of redon-2004 (section 5.2): all elementary equations that may have a root in a time interval
/// share its matrices; subdivision and Newton's interval step, first root first.
///
/// The equations (13) and (14) in the form that proves something: for an axis n, held fixed during an interval, the pair
/// is farther apart than the clearance wherever f(t) = min n.a(t) - max n.b(t) > clearance |n|, over all points a and b
/// of the two items. With n the normal of a face, f is the least of three vertex/face equations; with n the cross product
/// of two edges, it is the edge/edge equation where these edges are the nearest. The axis is chosen at the middle of
/// the interval: the one that worked before, both face normals, then the direction between the closest points, which is
/// one of those, or the direction from a vertex where clearances round the corners. f is bounded by its value at the middle
/// and its slope (linear_enclosure.hpp), and Newton's step (18) cuts from the interval all times at which the pair is proven
/// apart: at both sides of the middle, and for all pairs at once.
///
/// Guarantee   Free: for each pair the distance exceeds its clearance at every t of the window. Contact: it does so on
///             [window.lo, lo); at hi some pair's distance, rounding of poses and places included, is at most its
///             clearance + the tolerance; hi - lo <= bracket. Unresolved: free until lo, where rounding hides whether
///             the pair touches.
/// Always ends A pair that is not yet a contact at the middle is farther than clearance + 3/4 tolerance, a quarter of
///             the tolerance more than must be proven, so that Newton's step proves some time around it;
///             docs/maths/interval_pipeline.md.
/// Allocates nothing once its lists have been as long before.
class SimultaneousSolver {
 public:
  static constexpr double bracket = 1e-6;

  /// What the solver found out about a pair.
  struct Result {
    enum class Kind { free, contact, exhausted, unresolved } kind = Kind::free;
    Bracket time{0.0, 0.0};  ///< contact: the bracket. exhausted, unresolved: free until lo
    bool initial = false;    ///< contact at t = 0
  };

  /// `work_left` counts down with each pair and interval examined; the solver gives up at zero.
  Result solve(std::span<const MovingPart> parts, std::span<const SolverPair> pairs, const Interval& window,
               double tolerance_m, std::uint64_t& work_left, Statistics& statistics);

 private:
  /// Where in an interval a pair's roots may be. Empty if from > to.
  struct Stretch {
    double from, to;
    bool empty() const { return !(from <= to); }
  };
  /// A pair that may have a root in the interval at hand, and the axis that last kept it apart (zero: none yet).
  struct Active {
    std::uint32_t pair;
    Vector3 axis;
    Stretch roots;              ///< on entering the interval
    Stretch before{}, after{};  ///< on leaving it: up to its middle, and from there
  };
  /// A moving part during the interval at hand.
  struct Placed {
    LinearEnclosure X;
    Pose pose;          ///< the middle
    Vector3 error;      ///< no true point of the part is farther from middle + s rate, coordinate by coordinate
    double travel_m;    ///< no true point of the part is farther from its place at the middle
    double rounding_m;  ///< of the part's items as stored and as copied
    std::uint64_t interval = 0;  ///< for which it was computed
  };
  /// Lower bounds at s = -1, 0, 1, of a function that is concave in s.
  struct Samples {
    double before, middle, after;
  };

  /// What is known about an interval's start: nothing; Newton's step left it over, so that a root is probably near; the
  /// same, and the interval is already a short piece.
  enum class Start { any, tight, crept };

  Result descend(Stretch time, std::size_t first, Start start);
  Result creep(Stretch time, std::size_t first);
  Result enter(std::size_t first, std::size_t last, Stretch Active::*half, double from, Start start);
  bool touches_at_start(std::size_t first);
  bool touches_at(const SolverPair& pair, double time);
  void look(Active& active, double middle, double radius);
  bool clip(Active& active, const Vector3& axis, double middle, double radius) const;
  bool clip_by_face(Active& active, const Placed& owner, int part, Index item, double middle, double radius) const;
  Samples least(int part, Index item, const Vector3& axis) const;
  Samples gap(const SolverPair& pair, const Vector3& axis) const;
  void place(int part, const Interval& time);

  std::span<const MovingPart> parts_;
  std::span<const SolverPair> pairs_;
  double tolerance_m_ = 0.0;
  double contact_ = 0.0;  ///< the earliest time known at which a pair touches; infinite: none is known
  bool start_checked_ = false;
  std::uint64_t interval_ = 0;
  std::uint64_t* work_left_ = nullptr;
  Statistics* statistics_ = nullptr;
  std::vector<Active> active_;
  std::vector<Placed> placed_;
};

}  // namespace tocca
