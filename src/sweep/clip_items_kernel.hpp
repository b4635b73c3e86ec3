// The kernel of clip_items, in terms of `Lanes` (width of them floats), as clip_boxes_kernel.hpp: included once for each
// instruction set, and once in plain scalar code. No include guard on purpose.
//
// Error bound (docs/maths/item_lanes.md). u = 2^-24. T bounds the sum of absolute coordinates of every point of a side,
// at both ends: |base| + stretch |offset|, or |centre| + sum |axis_k|. Placing a point in floats errs by at most 8 u T
// in that norm, conversion to floats included; its product with an axis n by 4 u |n|_max T more; the difference of both
// sides and the last subtraction by 2 u |n|_max T. Together less than 15 u |n| (T_a + T_b); 24 u are taken. The axis is
// any vector, taken as it is: only its length is rounded, by 4 u, which `length_up` covers together with the sums and
// products that follow.

struct Spread {
  Lanes low, high;
};

inline Lanes sum3(const Lanes* x) { return add(add(absolute(x[0]), absolute(x[1])), absolute(x[2])); }
inline Lanes dot(const Lanes* x, const Lanes* y) {
  return add(add(multiply(x[0], y[0]), multiply(x[1], y[1])), multiply(x[2], y[2]));
}
inline void cross(const Lanes* x, const Lanes* y, Lanes* z) {
  z[0] = subtract(multiply(x[1], y[2]), multiply(x[2], y[1]));
  z[1] = subtract(multiply(x[2], y[0]), multiply(x[0], y[2]));
  z[2] = subtract(multiply(x[0], y[1]), multiply(x[1], y[0]));
}
/// 0; NaN if x is NaN or infinite. A maximum forgets NaN, on some machines this one and on some the other.
inline Lanes none_or_nan(Lanes x) { return multiply(x, load_all(0.0f)); }
/// Some point of the chord from x to y; for choosing axes only.
inline void between(const Lanes* x, const Lanes* y, Lanes s, Lanes* z) {
  for (int c = 0; c < 3; ++c) z[c] = add(x[c], multiply(s, subtract(y[c], x[c])));
}

/// Three points, placed at both ends.
struct PlacedPoints {
  static constexpr int side_axes = 1;  // the normal

  PlacedPoints(const PointLanes& from, int lane) : moves(from.moves) {
    Lanes offset[3][3], farthest = load_all(0.0f), all = load_all(0.0f);
    for (int i = 0; i < 3; ++i) {
      for (int c = 0; c < 3; ++c) offset[i][c] = load(from.offset[i][c] + lane);
      const Lanes sum = sum3(offset[i]);
      farthest = greatest(farthest, sum);
      all = add(all, sum);
    }
    Lanes reference = load_all(0.0f);
    for (int end = 0; end <= (moves ? 1 : 0); ++end) {
      Lanes base[3];
      for (int c = 0; c < 3; ++c) base[c] = load_all(from.base[end][c]);
      reference = greatest(reference, sum3(base));
      all = add(all, sum3(base));
      for (int i = 0; i < 3; ++i) {
        for (int c = 0; c < 3; ++c) {
          if (from.turned) {
            const float* row = from.rotation[end][c];
            const Lanes r[3] = {load_all(row[0]), load_all(row[1]), load_all(row[2])};
            point[end][i][c] = add(base[c], dot(r, offset[i]));
          } else {
            point[end][i][c] = add(base[c], offset[i][c]);
          }
        }
      }
    }
    size = add(add(reference, multiply(load_all(from.stretch), farthest)), none_or_nan(all));
  }

  Spread along(const Lanes* n, int end) const {
    const Lanes x = dot(n, point[end][0]), y = dot(n, point[end][1]), z = dot(n, point[end][2]);
    return {least(least(x, y), z), greatest(greatest(x, y), z)};
  }
  /// Fixes where axes are taken from: about the instant s.
  void look_at(Lanes s) {
    Lanes at[3][3];
    for (int i = 0; i < 3; ++i) {
      if (moves) {
        between(point[0][i], point[1][i], s, at[i]);
      } else {
        for (int c = 0; c < 3; ++c) at[i][c] = point[0][i][c];
      }
    }
    for (int c = 0; c < 3; ++c) {
      edge[0][c] = subtract(at[1][c], at[0][c]);
      edge[1][c] = subtract(at[2][c], at[1][c]);
      edge[2][c] = subtract(at[0][c], at[2][c]);
      middle[c] = multiply(add(add(at[0][c], at[1][c]), at[2][c]), load_all(1.0f / 3.0f));
    }
  }
  void side_axis(int, Lanes* n) const { cross(edge[0], edge[1], n); }

  bool moves;
  Lanes point[2][3][3], size;
  Lanes edge[3][3], middle[3];
};

/// Parallelepipeds.
struct PlacedSolids {
  static constexpr int side_axes = 3;  // across its faces

  PlacedSolids(const SolidLanes& from, int lane) : moves(from.moves), size(load_all(0.0f)) {
    Lanes all = load_all(0.0f);
    for (int end = 0; end <= (moves ? 1 : 0); ++end) {
      for (int c = 0; c < 3; ++c) centre[end][c] = load(from.centre[end][c] + lane);
      Lanes sum = sum3(centre[end]);
      for (int k = 0; k < 3; ++k) {
        for (int c = 0; c < 3; ++c) axis[end][k][c] = load(from.axis[end][k][c] + lane);
        sum = add(sum, sum3(axis[end][k]));
      }
      size = greatest(size, sum);
      all = add(all, sum);
    }
    size = add(size, none_or_nan(all));
  }

  Spread along(const Lanes* n, int end) const {
    const Lanes at = dot(n, centre[end]);
    const Lanes half =
        add(add(absolute(dot(n, axis[end][0])), absolute(dot(n, axis[end][1]))), absolute(dot(n, axis[end][2])));
    return {subtract(at, half), add(at, half)};
  }
  void look_at(Lanes s) {
    for (int c = 0; c < 3; ++c) {
      for (int k = 0; k < 3; ++k) edge[k][c] = axis[0][k][c];
      middle[c] = centre[0][c];
    }
    if (!moves) return;
    between(centre[0], centre[1], s, middle);
    for (int k = 0; k < 3; ++k) between(axis[0][k], axis[1][k], s, edge[k]);
  }
  void side_axis(int k, Lanes* n) const { cross(edge[(k + 1) % 3], edge[(k + 2) % 3], n); }

  bool moves;
  Lanes centre[2][3], axis[2][3][3], size;
  Lanes edge[3][3], middle[3];
};

#include "sweep/clip_line_kernel.hpp"

template <class Other>
class PairClip {
 public:
  PairClip(const PlacedPoints& a, const Other& b, Lanes apart, Lanes& from, Lanes& to)
      : a_(a), b_(b), moves_(a.moves || b.moves), from_(from), to_(to) {
    const Lanes size = add(a.size, b.size);
    apart_ = add(apart, add(multiply(size, load_all(24.0f * 0x1p-24f)), load_all(0x1p-60f)));
    // Up to here no product below overflows; NaN is not less than anything.
    usable_ = greater(load_all(0x1p+40f), add(size, absolute(apart)));
  }

  bool open() const { return any(greater_equal(to_, from_)); }

  /// Any n is sound. Squares of lengths outside [2^-80, 2^80] may have lost bits, or be infinite: such axes tell nothing.
  void axis(const Lanes* n) {
    const Lanes square = dot(n, n);
    const LaneMask valid =
        both(usable_, both(greater(square, load_all(0x1p-80f)), greater(load_all(0x1p+80f), square)));
    const Lanes length_up = multiply(square_root(square), load_all(1.0f + 0x1p-20f));
    const Lanes wide = multiply(length_up, apart_);
    const Lanes none = load_all(-1.0f), zero = load_all(0.0f);
    Lanes above[2], below[2];
    for (int end = 0; end <= (moves_ ? 1 : 0); ++end) {
      const Spread a = end == 0 || a_.moves ? a_.along(n, end) : along_a_;
      const Spread b = end == 0 || b_.moves ? b_.along(n, end) : along_b_;
      along_a_ = a, along_b_ = b;
      above[end] = select(valid, subtract(subtract(a.low, b.high), wide), none);
      below[end] = select(valid, subtract(subtract(b.low, a.high), wide), none);
    }
    if (!moves_) {
      from_ = select(either(greater(above[0], zero), greater(below[0], zero)), load_all(2.0f), from_);
      return;
    }
    const Lanes most = greatest(greatest(above[0], above[1]), greatest(below[0], below[1]));
    if (!any(greater(most, zero))) return;
    clip_line(above[0], above[1], from_, to_);
    clip_line(below[0], below[1], from_, to_);
  }

  PairClip(const PairClip&) = delete;
  PairClip& operator=(const PairClip&) = delete;

 private:
  const PlacedPoints& a_;
  const Other& b_;
  const bool moves_;
  Lanes &from_, &to_;
  Lanes apart_;
  LaneMask usable_;
  Spread along_a_, along_b_;
};

/// The axes of two polytopes, as they stand about some instant: between their middles, across their faces, and across
/// one edge of each.
template <class Other>
void try_axes(PairClip<Other>& clip, const PlacedPoints& a, const Other& b) {
  Lanes n[3];
  for (int k = 0; k < Other::side_axes; ++k) {
    b.side_axis(k, n);
    clip.axis(n);
  }
  a.side_axis(0, n);
  clip.axis(n);
  if (!clip.open()) return;
  for (int c = 0; c < 3; ++c) n[c] = subtract(a.middle[c], b.middle[c]);
  clip.axis(n);
  for (int i = 0; i < 3 && clip.open(); ++i) {
    for (int j = 0; j < 3; ++j) {
      cross(a.edge[i], b.edge[j], n);
      clip.axis(n);
    }
  }
}

template <class Other, class Given>
unsigned clip_all(const PointLanes& a, const Given& b, unsigned mask, const float* apart, LaneWindows& windows) {
  unsigned open = 0;
  for (int lane = 0; lane < lane_count; lane += width) {
    const unsigned lanes = (mask >> lane) & ((1u << width) - 1u);
    if (lanes == 0) continue;
    // Lanes outside the mask start empty, so that they do not keep the others from ending early.
    Lanes from = select(float_lanes_of(lanes), load(windows.from + lane), load_all(2.0f));
    Lanes to = load(windows.to + lane);
    PlacedPoints points(a, lane);
    Other other(b, lane);
    PairClip<Other> clip(points, other, load(apart + lane), from, to);
    const Lanes s = multiply(add(from, to), load_all(0.5f));
    points.look_at(s);
    other.look_at(s);
    try_axes(clip, points, other);
    store(windows.from + lane, from);
    store(windows.to + lane, to);
    open |= (bits(greater_equal(to, from)) & lanes) << lane;
  }
  return open;
}
