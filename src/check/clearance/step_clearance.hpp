// How near anything comes during a step, or at one moment of it: the basis of clearance profiles and distances.
#pragma once

#include <algorithm>
#include <limits>

#include "check/clearance/arc.hpp"
#include "check/model/pair_filter.hpp"
#include "check/strategy/item_chords.hpp"
#include "contact/closest.hpp"
#include "sweep/close_items.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca {

/// Two items, by bodies: still meaningful in the next step. The order of the bodies is that of the moving pairs.
struct ItemNames {
  int body_a = -1, body_b = -1;
  Index item_a = 0, item_b = 0;

  friend bool operator==(const ItemNames&, const ItemNames&) = default;
};

/// The nearest pair that was found: at time t its distance is at most `upper`, including the rounding of poses and
/// places.
struct Witness {
  double upper = std::numeric_limits<double>::infinity();
  double t = 0.0;
  ItemNames pair;
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();  ///< where, in the frame of the pair

  bool found() const { return pair.body_a >= 0; }
};

/// Grown bodies (Problem::padding) are nearer than the bodies themselves by the padding of both. The distance of the grown
/// ones from that of the bodies, rounded up; and the other way round. Bodies without padding: the same, bit for bit.
inline double grown_above(double own_m, double padding_m) {
  return padding_m == 0.0 ? own_m : std::max(0.0, own_m - padding_m + 0x1p-50 * (own_m + padding_m));
}
inline double own_above(double grown_m, double padding_m) {
  return padding_m == 0.0 ? grown_m : (grown_m + padding_m) * (1.0 + 0x1p-50);
}

/// The nearest points of two bodies become those of their grown shapes; where these overlap, a point of both.
void grow_points(double padding_a, double padding_b, Vector3& point_a, Vector3& point_b);

/// Branch and bound for the least distance of the grown bodies: all levels and distances are of these, unless their names say
/// `own`. One object per thread; nothing is allocated once it is warm.
///
/// Distances are of surfaces and solid primitives; whether one body lies wholly inside another is not tested here.
class StepClearance final : public ItemVisitor, public CloseItems::Visitor {
 public:
  /// How exact an answer must be: upper - lower <= max(absolute_m, relative * upper).
  struct Precision {
    double absolute_m = 1e-6, relative = 0.0;
  };

  /// `filter`: pairs that it does not admit are not measured.
  explicit StepClearance(const CollisionModel& model, PairFilter filter = {});

  /// What the following questions are about. Pairs that are proven to stay more than `far_m` apart during the whole step
  /// may be left out: for callers who only ask about what is nearer. Negative: none is.
  void set(const MotionStep& step, double far_m = -1.0);
  const MovingPairs& pairs() const { return pairs_; }

  /// Distances at a moment. `best` starts with what is known (a witness of this moment, or none) and ends with the
  /// nearest pair. Returns a lower bound on all distances.
  double at(double t, const Precision& precision, Witness& best, Statistics& statistics);
  /// Looks for something near during [from, to], for a good witness to start a search with; proves nothing. `best` as
  /// above.
  void approach(double from, double to, Witness& best, Statistics& statistics);
  /// The least distance during [from, to], from < to. `best` starts with a witness of any time of the path, or none,
  /// and ends with a nearer one if there is one. Returns a lower bound on all distances during [from, to], 0 if the
  /// budget ran out; `budget` ends with what is left. Rounding larger than the precision makes the bracket wider than
  /// asked for.
  /// Requires   That `best` names its pair if its upper bound is finite.
  double during(double from, double to, const Precision& precision, Witness& best, std::uint64_t& budget,
                Statistics& statistics);

  /// The two at another moment of this step: an upper bound on their distance, kept in `best` if that is nearer.
  void look(const ItemNames& pair, double t, Witness& best, Statistics& statistics);
  /// An upper bound on the distance of two items at every time of [from, to]; infinite if they are not checked in this
  /// step. `t`: when their closest points are taken.
  double greatest(const ItemNames& pair, double t, double from, double to, Statistics& statistics);

  /// Where the two are nearest at another moment of this step, in the world; none if they are not checked in it.
  NearestPlace place(const ItemNames& pair, double t);

  // As SpaceTime and CloseItems ask.
  Decision visit(ItemPair& pair) override;
  void finish_window() override;
  double reach() const override;
  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override;

 private:
  struct Unsolved {
    ItemPair pair;
    double gap;  ///< about
  };

  double level_of(double upper) const;
  void lower_level();
  bool found(const ItemPair& pair, double t, double upper, const Distance& near);
  double distance_at(const ItemPair& pair, double t);
  void keep_least(double own_lower, double padding_m);
  void go_down(const ItemPair& pair, double from, double to, double enough);
  bool narrow_on_arcs(ItemPair& pair, double& near);
  bool narrow_on_chords(ItemPair& pair, double& near);
  void solve(const ItemPair& pair);
  void solve_on_arcs(const ItemPair& pair);
  void lower_near(const ItemPair& pair, double t, double from, double to, double distance);
  void widen();
  ItemPair pair_of(const ItemNames& names) const;
  /// The level, as the items of a pair are to be kept apart.
  double own_level(const ItemPair& pair) const { return own_above(space_time_.level(), pair.clearance_m); }

  const CollisionModel& model_;
  PairFilter filter_;
  MovingPairs pairs_;  // of its own: distances, whatever the clearances
  ItemChords items_;
  ArcTable arcs_;
  ChordTable chords_, instant_;
  SpaceTime space_time_;
  CloseItems close_items_;
  Statistics* statistics_ = nullptr;
  Witness* best_ = nullptr;
  Precision precision_;
  double slack_m_ = 0.0;  ///< the absolute precision in force: grows if rounding is larger
  std::vector<Unsolved> to_solve_;
  /// What the latest pair of a window was looked at with; the next one often has the same item, and the same direction.
  struct Latest {
    int task = -1;
    Index item_a = 0;
    double start = -1.0, end = -1.0;
    Vector3 normal = Vector3::Zero();
  };
  Latest latest_;
  ItemArc item_a_, item_b_;
  // Of at():
  double t_ = 0.0, least_ = 0.0;
  MovingPair pair_;
};

}  // namespace tocca
