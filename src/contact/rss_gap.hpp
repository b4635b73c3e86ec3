#pragma once

#include "shape/rss.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// A rectangle-swept sphere in the frame of a question: all points within `radius` of
/// {centre + s side_0 + t side_1 : |s| <= half_0, |t| <= half_1}, in real arithmetic on these doubles.
struct PlacedRss {
  Vector3 centre, side[2];
  double half[2], radius;

  PlacedRss() = default;
  /// Where it is stored: exact.
  explicit PlacedRss(const Rss& rss)
      : centre(rss.center),
        side{rss.sides.col(0).cast<double>(), rss.sides.col(1).cast<double>()},
        half{static_cast<double>(rss.half[0]), static_cast<double>(rss.half[1])},
        radius(static_cast<double>(rss.radius)) {}
  /// Moved by X, rounded: no point of X rss is farther from this set than placing_error(reach, ...) of
  /// contact/convex_piece.hpp, where |centre| + half sizes + radius of `rss` is at most `reach`.
  PlacedRss(const Rss& rss, const Pose& X);
};

/// How far apart two of them are.
struct RssGap {
  double lower;  ///< proven: no two points are nearer; negative where nothing is proven
  double upper;  ///< about the distance of the points that were compared: for choosing, never for proving
};

/// Looks for a good direction between the two and measures the gap of the supports along it. The search ends as soon as
/// lower > enough or it is clear that this will never happen.
RssGap rss_gap(const PlacedRss& a, const PlacedRss& b, double enough);

}  // namespace tocca
