// A stretch of a motion as parabolas through three places of each point: what distances are followed along.
#pragma once

#include <vector>

#include "check/strategy/moving_pairs.hpp"
#include "contact/convex_piece.hpp"

namespace tocca {

/// A mover at both ends and in the middle of a stretch of time.
///
/// Guarantee   For each point x of its part: the true place at a time of the stretch lies within `stray` of the parabola in
///             time through start x, middle x and end x (the poses as they are, applied in real arithmetic). Infinite
///             where nothing of the kind is known. Proof: docs/maths/clearance.md, "Arcs".
struct Arc {
  Pose start, middle, end;
  double stray = 0.0;
  double rounding = 0.0;  ///< of placing items at the three, as it shows in the parabola: not in `stray`
  double size = 0.0;      ///< no point of the part, and of its control pieces, is farther from the origin
};

/// From what strays of arcs follow: for a mover's points during a window, no smaller than |p'| and |p'''|, and than how far a
/// computed pose puts them from their true places.
struct ArcBounds {
  double speed, third, pose_error;

  /// Of an arc of this length inside the window.
  double stray(double length) const;
};
/// From the poses of all links of its tree in the middle of the window, as TreeMotion::quick_bounds. Infinite where that is.
/// Proof: docs/maths/clearance.md, "Arcs".
ArcBounds arc_bounds(const Mover& mover, const Interval& window, const Lss& volume, std::span<const Pose> X_WL_middle);

/// An item as control pieces: in Bernstein form, what the parabolas of its points are made of. Where it stands still, only
/// the first is set.
struct ItemArc {
  ConvexPiece control[3];
  bool stands = false;
  double size = 0.0;  ///< >= the distance of each point of the three from the origin

  /// Where it is at a parameter of [0, 1]; for choosing a direction.
  ConvexPiece at(double s) const;
};
/// The parabola below the gap of two items along n, in Bernstein form: nowhere on their parabolas are they nearer. n is some
/// unit vector up to rounding; a does not stand still.
void gaps_along(const Vector3& n, const ItemArc& a, const ItemArc& b, double (&gap)[3]);

/// Up to which parameter of [0, 1] two items on their parabolas are proven to be more than `distance` apart, from 0 on. Along
/// directions that turn: through `normal`, unit vectors up to rounding, at the start, in the middle and at the end; any are
/// sound. Requires that a does not stand still.
double apart_until(const Vector3 (&normal)[3], const ItemArc& a, const ItemArc& b, double distance);

/// Up to which parameter the parabola with these Bernstein coefficients is proven positive, from 0 on; 0 if it does not
/// begin so, 1 if it is positive to the end.
double positive_until(const double (&coefficient)[3]);
/// Clips [from, to] to where such a parabola is not proven positive, at both ends. False: nothing is left.
bool clip_arc(const double (&coefficient)[3], double& from, double& to);

/// The arcs of a step's movers. One object per thread; allocates only if there are more movers than ever before.
class ArcTable {
 public:
  /// What moves from now on.
  void set(const MovingPairs& pairs);

  /// Is there an arc for both sides of the pair, and are their items of a kind that can be followed along it: cores, boxes
  /// and hulls, whose points are combinations of placed points? A side that stands still may be anything.
  bool follows(const ItemPair& pair);

  /// Over a window that many pairs share.
  const Arc& over_window(int mover, const Chord& chord, double start, double end);
  /// The strays of both sides over that window together; after over_window of each.
  double window_stray(const ItemPair& pair) const;
  /// Over a part of the window that over_window was asked about last; `arc.start` must be the pose at `from`.
  void continue_arc(int mover, double from, double to, Arc& arc) const;
  /// How long an arc inside that window may be for its stray, rounding apart, to be at most `stray`.
  double longest(int mover, int other, double stray) const;
  Pose pose(int mover, double t) const { return pairs_->movers()[at(mover)].pose(t); }
  /// No point is farther from its true place when pose() and placed() have put it there, the stored item taken as exact;
  /// infinite where there are no arcs.
  double error_at(int mover, const Pose& X);

  /// An item on an arc, or where it stands still (null).
  static void place(const Part& part, Index item, const Arc* arc, ItemArc& placed_item);

 private:
  struct Facts {
    bool known = false;
    double pose_error = 0.0;  ///< infinite: there are no arcs
    // Of the latest window:
    double start = -1.0, end = -1.0;
    ArcBounds bounds;
    Arc arc;
  };

  const Facts& facts(int mover);
  std::span<const Pose> links_at(const TreeMotion& tree, double t);
  void finish(int mover, double length, Arc& arc) const;

  const MovingPairs* pairs_ = nullptr;
  std::vector<Facts> facts_;
  const TreeMotion* tree_ = nullptr;  ///< whose links were placed last, and when
  double time_ = -1.0;
  std::vector<Pose> links_;
};

}  // namespace tocca
