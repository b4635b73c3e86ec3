// The kernel of clip_boxes, in terms of `Lanes` (width of them floats) and a few operations on it, which the including
// file supplies: once for each instruction set, and once in plain scalar code. No include guard on purpose.
//
// Error bound. Let u = 2^-24; A, B the matrices of both sides' axes, |A^T A - I| <= skew_A and likewise B, entry by
// entry; S the sum of all half sizes; t the difference of the centres; T = |a's centre - origin| + |offset|.
// For the axes a_i, b_j and L = R_{i+1,j} a_{i+2} - R_{i+2,j} a_{i+1} (= a_i x b_j up to skew), R = A^T B, all of length
// <= 1 + 2 skew:
//   - the shortcut radii (h_i for the box's own axis; h |R| for cross products) are off by at most
//     12 (skew_A + skew_B) S: for B's generators by the cofactors of R, |cof R - R| <= 9 (skew_A + skew_B) entry by
//     entry; for A's by 2 skew_A;
//   - rounding of the projected centre: conversion, difference, dot product, cross term: at most 24 u T;
//   - rounding of R (4 u), of the radii's products and sums: at most 16 u S; of the dilation and the last sums: 8 u D.
// `margin` below is larger than the sum. It is added to the radius, so the computed separation is never larger than
// the true one at either end, hence nowhere between (both are linear in s). The quotient is widened by 4 u.

#include "sweep/clip_line_kernel.hpp"

/// One axis: projected centres p and radii r at both ends.
inline void clip_axis(Lanes p0, Lanes p1, Lanes r0, Lanes r1, Lanes& from, Lanes& to) {
  if (!any(either(greater(absolute(p0), r0), greater(absolute(p1), r1)))) return;
  clip_line(subtract(p0, r0), subtract(p1, r1), from, to);
  const Lanes zero = load_all(0.0f);
  clip_line(subtract(subtract(zero, p0), r0), subtract(subtract(zero, p1), r1), from, to);
}

inline Lanes dot3(Lanes x0, Lanes x1, Lanes x2, Lanes y0, Lanes y1, Lanes y2) {
  return add(add(multiply(x0, y0), multiply(x1, y1)), multiply(x2, y2));
}

/// Boxes of b that stand still, and boxes that are themselves swept.
struct StillSide {
  const BoxLanes& boxes;
  const double* origin(int) const { return boxes.origin; }
  const float* offset(int, int c) const { return boxes.offset[c]; }
  const float* axis(int k, int c) const { return boxes.axis[k][c]; }
  const float* half(int, int k) const { return boxes.half[k]; }
};
struct SweptSide {
  const SweptLanes& boxes;
  const double* origin(int end) const { return boxes.origin[end]; }
  const float* offset(int end, int c) const { return boxes.offset[end][c]; }
  const float* axis(int k, int c) const { return boxes.axis[k][c]; }
  const float* half(int end, int k) const { return boxes.half[end][k]; }
};

template <class Side>
void clip_some(const SweptBox& a, const Side& side, int lane, float dilation, float skew, Lanes& from, Lanes& to) {
  // Centres: t[end][component], from b to a.
  Lanes t[2][3], far = load_all(0.0f);
  for (int end = 0; end < 2; ++end) {
    for (int c = 0; c < 3; ++c) {
      const Lanes base = load_all(static_cast<float>(a.centre[end][c] - side.origin(end)[c]));
      const Lanes offset = load(side.offset(end, c) + lane);
      t[end][c] = subtract(base, offset);
      far = add(far, add(absolute(base), absolute(offset)));
    }
  }
  Lanes b[3][3], hb[2][3];
  for (int k = 0; k < 3; ++k) {
    for (int c = 0; c < 3; ++c) b[k][c] = load(side.axis(k, c) + lane);
    for (int end = 0; end < 2; ++end) hb[end][k] = load(side.half(end, k) + lane);
  }
  Lanes ha[2][3], sum = load_all(0.0f);
  for (int end = 0; end < 2; ++end) {
    for (int k = 0; k < 3; ++k) {
      ha[end][k] = load_all(a.half[end][k]);
      sum = add(sum, add(ha[end][k], hb[end][k]));
    }
  }
  const Lanes margin =
      add(multiply(sum, load_all(16.0f * skew + 32.0f * 0x1p-24f)),
          add(multiply(far, load_all(32.0f * 0x1p-24f)), load_all(dilation * (4.0f * skew + 0x1p-19f))));
  const Lanes spread = add(load_all(dilation), margin);

  // The axes of a.
  Lanes R[3][3], size[3][3], p[2][3];
  for (int i = 0; i < 3; ++i) {
    const Lanes a0 = load_all(a.axis[i][0]), a1 = load_all(a.axis[i][1]), a2 = load_all(a.axis[i][2]);
    for (int j = 0; j < 3; ++j) {
      R[i][j] = dot3(a0, a1, a2, b[j][0], b[j][1], b[j][2]);
      size[i][j] = absolute(R[i][j]);
    }
    Lanes r[2];
    for (int end = 0; end < 2; ++end) {
      p[end][i] = dot3(a0, a1, a2, t[end][0], t[end][1], t[end][2]);
      r[end] =
          add(add(ha[end][i], spread), dot3(hb[end][0], hb[end][1], hb[end][2], size[i][0], size[i][1], size[i][2]));
    }
    clip_axis(p[0][i], p[1][i], r[0], r[1], from, to);
  }
  if (!any(greater_equal(to, from))) return;
  // The axes of b.
  for (int j = 0; j < 3; ++j) {
    Lanes q[2], r[2];
    for (int end = 0; end < 2; ++end) {
      q[end] = dot3(b[j][0], b[j][1], b[j][2], t[end][0], t[end][1], t[end][2]);
      r[end] =
          add(add(hb[end][j], spread), dot3(ha[end][0], ha[end][1], ha[end][2], size[0][j], size[1][j], size[2][j]));
    }
    clip_axis(q[0], q[1], r[0], r[1], from, to);
  }
  // Their cross products. Their length enters the dilation: sqrt(1 - R^2) <= 1 - R^2 / 2.
  for (int i = 0; i < 3 && any(greater_equal(to, from)); ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const Lanes length = subtract(load_all(1.0f), multiply(load_all(0.5f), multiply(R[i][j], R[i][j])));
      const Lanes wide = add(multiply(load_all(dilation), length), margin);
      Lanes q[2], r[2];
      for (int end = 0; end < 2; ++end) {
        q[end] = subtract(multiply(p[end][i2], R[i1][j]), multiply(p[end][i1], R[i2][j]));
        const Lanes ra = add(multiply(ha[end][i1], size[i2][j]), multiply(ha[end][i2], size[i1][j]));
        const Lanes rb = add(multiply(hb[end][j1], size[i][j2]), multiply(hb[end][j2], size[i][j1]));
        r[end] = add(add(ra, rb), wide);
      }
      clip_axis(q[0], q[1], r[0], r[1], from, to);
    }
  }
}

template <class Side>
unsigned clip_all(const SweptBox& a, const Side& side, unsigned mask, double dilation, double skew, float from,
                  float to, LaneWindows& windows) {
  // Rounded up to floats; an infinite dilation stays infinite and clips nothing.
  const float wide = static_cast<float>(dilation * (1.0 + 0x1p-22)), slant = static_cast<float>(skew * (1.0 + 0x1p-22));
  unsigned open = 0;
  for (int lane = 0; lane < lane_count; lane += width) {
    const unsigned lanes = (mask >> lane) & ((1u << width) - 1u);
    if (lanes == 0) continue;
    // Lanes outside the mask start empty, so that they do not keep the others from ending early.
    Lanes first = select(float_lanes_of(lanes), load_all(from), load_all(2.0f)), last = load_all(to);
    clip_some(a, side, lane, wide, slant, first, last);
    store(windows.from + lane, first);
    store(windows.to + lane, last);
    open |= (bits(greater_equal(last, first)) & lanes) << lane;
  }
  return open;
}
