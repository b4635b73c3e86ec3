// Where frames are during a segment, and how far bodies stray from their chords (docs/maths/certificate.md, sections 2 and 3).
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "audit/geometry.hpp"
#include "audit/statement.hpp"

namespace tocca::audit {

/// Is a frame free, or carried by one that is? Then it may be a little elsewhere where a segment begins than where the one before it ended.
bool may_jump(const Statement& statement, int frame);

/// What does not change from segment to segment: how much each constant placement stretches.
class FrameGains {
 public:
  explicit FrameGains(const Statement& statement);
  double of(std::size_t frame) const { return gains_[frame]; }

 private:
  std::vector<double> gains_;
};

/// Everything that moves during one segment. One per thread: it remembers the instants that it was asked about.
class Motion {
 public:
  /// Throws Rejected where a placement is no rotation, or an axis to turn about is not of unit length.
  Motion(const Statement& statement, const FrameGains& gains, const Segment& segment);

  /// The lowest common ancestor of two frames; -1: the world.
  int common(int a, int b) const;
  /// Maps coordinates in `frame` to coordinates in its ancestor, at time t.
  Pose pose(int ancestor, int frame, double t) const;
  /// At least how far any point of the geometry strays from its chord between times a and b, as seen from the ancestor.
  double tube(int ancestor, int frame, const Geometry& geometry, double a, double b) const;
  /// At least |R^T R - I| of such a pose, at any time.
  double defect(int ancestor, int frame) const;
  /// Does anything between the two frames move?
  bool moves(int ancestor, int frame) const;

  const std::vector<Frame>& frames() const { return frames_; }

 private:
  double stretch(int ancestor, int frame) const;  ///< of all gains between the two
  Interval value(const Frame& frame, const Interval& t) const;
  /// At least |q'| and |q''| on the window.
  std::pair<double, double> rates(const Frame& frame, const Interval& window) const;
  Pose local(const Frame& frame, double gain, double t) const;
  /// One moment: where each frame is in its parent and in the world, and other pairs of frames that were asked for.
  struct Instant {
    std::vector<Pose> local, world;
    std::map<std::pair<int, int>, Pose> chains;
  };
  /// Computed when first asked for.
  Instant& instant(double t) const;
  bool constant(const Frame& frame) const;

  const Segment& segment_;
  std::vector<Frame> frames_;
  std::vector<double> gains_;
  std::vector<Pose> resting_;  ///< the maps of frames that do not move
  mutable std::map<double, Instant> instants_;
  mutable std::map<std::tuple<const Geometry*, int, double, double>, double> tubes_;
};

/// The k-th derivative of a law over an interval of time, from its control values.
Interval derivative(const Law& law, int order, const Interval& t);

}  // namespace tocca::audit
