// Chains built to break a bound: any list of stages, stored matrices and axes of any shape, and the truth of it.
#pragma once

#include <algorithm>
#include <vector>

#include "motion/walked_motion.hpp"
#include "oracle.hpp"
#include "testing/draw.hpp"

namespace tocca::oracle {

struct ChainStage {
  enum class Kind { place, slide, turn } kind;
  Pose X;
  Vector3 axis;
  Coordinate q;
};

/// The stages of pose_walk.hpp as given, from the body to the world.
struct Chain : WalkedMotion<Chain> {
  std::vector<ChainStage> stages;

  template <class Walk>
  void walk(Walk& walk) const {
    for (const ChainStage& stage : stages) {
      const Placement X(stage.X);
      if (stage.kind == ChainStage::Kind::place) walk.place(X);
      if (stage.kind == ChainStage::Kind::slide) walk.slide(X, Axis(stage.axis), stage.q);
      if (stage.kind == ChainStage::Kind::turn) walk.turn(X, Axis(stage.axis), stage.q);
    }
  }

  void place(const Pose& X) { stages.push_back({ChainStage::Kind::place, X, Vector3::UnitX(), Coordinate(0.0)}); }
  void slide(const Pose& X, const Vector3& axis, const Coordinate& q) {
    stages.push_back({ChainStage::Kind::slide, X, axis, q});
  }
  void turn(const Pose& X, const Vector3& axis, const Coordinate& q) {
    stages.push_back({ChainStage::Kind::turn, X, axis, q});
  }

  template <class T>
  Map<T> truth(const T& t) const {
    Map<T> result;
    for (const ChainStage& stage : stages) {
      const auto& control = stage.q.control();
      const T q = bernstein<T>({control.begin(), control.begin() + stage.q.degree() + 1}, t);
      if (stage.kind == ChainStage::Kind::slide) result = shift(times(q, vec<T>(stage.axis))) * result;
      if (stage.kind == ChainStage::Kind::turn) result = rotation<T>(stage.axis, q) * result;
      result = map<T>(stage.X) * result;
    }
    return result;
  }
};

/// The ends of the volume and points all around them.
inline std::vector<Vector3> points_around(const Lss& volume) {
  std::vector<Vector3> points{volume.a, volume.b};
  if (volume.radius == 0.0) return points;
  for (const Vector3& end : {volume.a, volume.b}) {
    for (int i = 0; i < 26; ++i) {  // every direction of the cube's faces, edges and corners
      const int code = i < 13 ? i : i + 1;
      const Vector3 way(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
      points.push_back(end + (1.0 - 1e-12) * volume.radius * way.normalized());
    }
  }
  return points;
}

/// What the truth does: the farthest from the chord of the returned poses, and the fastest between neighbouring times.
struct Extremes {
  long double deviation = 0.0L, speed = 0.0L;
};

inline Extremes extremes(const Chain& chain, const Interval& window, const Lss& volume, int steps = 16) {
  using Wide = long double;
  const std::vector<Vector3> points = points_around(volume);
  const Map<Wide> start = map<Wide>(chain.pose(window.lo)), end = map<Wide>(chain.pose(window.hi));
  const Wide span = static_cast<Wide>(window.hi) - window.lo;
  Extremes result;
  Map<Wide> last = chain.truth<Wide>(window.lo);
  for (int k = 0; k <= steps; ++k) {
    const Wide s = static_cast<Wide>(k) / steps;
    const Map<Wide> now = chain.truth<Wide>(window.lo + s * span);
    for (const Vector3& point : points) {
      const Vec<Wide> x = vec<Wide>(point);
      const Vec<Wide> chord = plus(times(1.0L - s, start(x)), times(s, end(x)));
      result.deviation = std::max(result.deviation, distance(now(x), chord));
      if (k > 0 && span > 0.0L) result.speed = std::max(result.speed, distance(now(x), last(x)) * steps / span);
    }
    last = now;
  }
  return result;
}

/// Whether each entry of the true map at `t` lies in its interval, up to `granted`; NaN ends hold nothing.
inline bool holds(const IntervalPose& box, const Map<long double>& truth, long double granted) {
  const auto inside = [&](const Interval& cell, long double entry) {
    return cell.lo <= entry + granted && entry - granted <= cell.hi;
  };
  for (int row = 0; row < 3; ++row) {
    const auto r = static_cast<std::size_t>(row);
    for (int column = 0; column < 3; ++column) {
      if (!inside(box.rotation(row, column), truth.column[static_cast<std::size_t>(column)][r])) return false;
    }
    if (!inside(box.translation[row], truth.offset[r])) return false;
  }
  return true;
}

}  // namespace tocca::oracle
