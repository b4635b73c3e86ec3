#include <algorithm>
#include <cmath>

#include "sweep/clip_boxes.hpp"

namespace tocca {
namespace {

constexpr double float_roundoff = 0x1p-24;  // of floats

/// Rounded up to a float.
float up(double x) { return static_cast<float>(x * (1.0 + 4.0 * float_roundoff)); }

}  // namespace

void Chord::finish() {
  turn = start.rotation.transpose() * end.rotation;
  const auto deviation = [](const Matrix3& R) {
    return (R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff();
  };
  skew = std::max(deviation(start.rotation), deviation(end.rotation)) * (1.0 + 0x1p-40) + 0x1p-48;
}

/// The box's generators at the end of the window, end.R a_j, in terms of those at the start, start.R a_i: coefficients
/// D = (start.R A)^-1 end.R A. Computed is G = A^T turn A; A^-1 and start.R^-1 differ from the transposes by at most
/// 3 skew (relative), so |D - G| <= 4 (box_skew + chord skew) entry by entry while skews stay below 0.01; 2^-40 covers
/// the rounding of doubles. half[1]_i = sum_j |D_ij| h_j. The centres' rounding (2^-50 of the reach) is far below the
/// kernel's margin of 32 * 2^-24 * |centre - origin| only near the box; it is added to the half sizes.
SweptBox::SweptBox(const Obb& box, const Chord& chord, double box_skew) {
  const Matrix3 axes = box.axes.cast<double>();
  const Vector3 h = box.half.cast<double>();
  const Matrix3 generators = chord.start.rotation * axes;
  const Matrix3 coefficients = (axes.transpose() * (chord.turn * axes)).cwiseAbs();
  const double slack = 4.0 * (box_skew + chord.skew) + 0x1p-40;
  const Vector3 first = chord.start * box.center, second = chord.end * box.center;
  const double reach = box.center.cwiseAbs().sum() + first.cwiseAbs().sum() + second.cwiseAbs().sum();
  const double rounding = 0x1p-49 * reach;
  const double sum = h.sum();
  double growth = 0.0;
  for (int k = 0; k < 3; ++k) {
    centre[0][k] = first[k];
    centre[1][k] = second[k];
    for (int c = 0; c < 3; ++c) axis[k][c] = static_cast<float>(generators(c, k));
    const double later = coefficients.row(k).dot(h) + slack * sum;
    half[0][k] = up(h[k] + rounding);
    half[1][k] = up(later + rounding);
    growth += std::fabs(later - h[k]);
  }
  size = static_cast<float>(h.maxCoeff());
  motion = static_cast<float>((second - first).norm() + growth);
}

/// As SweptBox, lane by lane, in floats: u-terms are larger, and covered by `slack` (products of three matrices of
/// entries up to 1: 32 u).
void sweep_lanes(const BoxLanes& boxes, const Chord& chord, double box_skew, SweptLanes& swept) {
  const Vector3 origin(boxes.origin[0], boxes.origin[1], boxes.origin[2]);
  const Pose* pose[2] = {&chord.start, &chord.end};
  double reach = origin.cwiseAbs().sum();
  for (int end = 0; end < 2; ++end) {
    const Vector3 placed = *pose[end] * origin;
    reach += placed.cwiseAbs().sum();
    for (int c = 0; c < 3; ++c) swept.origin[end][c] = placed[c];
  }
  const auto rounding = static_cast<float>(0x1p-49 * reach);
  const auto slack = static_cast<float>(4.0 * (box_skew + chord.skew) + 32.0 * float_roundoff);
  float R[2][3][3], turn[3][3];
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      for (int end = 0; end < 2; ++end) R[end][r][c] = static_cast<float>(pose[end]->rotation(r, c));
      turn[r][c] = static_cast<float>(chord.turn(r, c));
    }
  }
  for (int end = 0; end < 2; ++end) {
    for (int c = 0; c < 3; ++c) {
      for (int lane = 0; lane < lane_count; ++lane) {
        swept.offset[end][c][lane] = R[end][c][0] * boxes.offset[0][lane] + R[end][c][1] * boxes.offset[1][lane] +
                                     R[end][c][2] * boxes.offset[2][lane];
      }
    }
  }
  for (int k = 0; k < 3; ++k) {
    for (int c = 0; c < 3; ++c) {
      for (int lane = 0; lane < lane_count; ++lane) {
        swept.axis[k][c][lane] = R[0][c][0] * boxes.axis[k][0][lane] + R[0][c][1] * boxes.axis[k][1][lane] +
                                 R[0][c][2] * boxes.axis[k][2][lane];
      }
    }
  }
  for (int lane = 0; lane < lane_count; ++lane) {
    const float h[3] = {boxes.half[0][lane], boxes.half[1][lane], boxes.half[2][lane]};
    const float sum = h[0] + h[1] + h[2];
    // What the float products do to the offsets (4 u of their size each, in any direction) goes into the half sizes.
    const float shift = 0x1p-20f * (std::fabs(boxes.offset[0][lane]) + std::fabs(boxes.offset[1][lane]) +
                                    std::fabs(boxes.offset[2][lane]));
    float turned[3][3];  // turn * axes
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 3; ++k) {
        turned[r][k] = turn[r][0] * boxes.axis[k][0][lane] + turn[r][1] * boxes.axis[k][1][lane] +
                       turn[r][2] * boxes.axis[k][2][lane];
      }
    }
    for (int i = 0; i < 3; ++i) {
      float later = slack * sum;
      for (int j = 0; j < 3; ++j) {
        later += h[j] * std::fabs(boxes.axis[i][0][lane] * turned[0][j] + boxes.axis[i][1][lane] * turned[1][j] +
                                  boxes.axis[i][2][lane] * turned[2][j]);
      }
      swept.half[0][i][lane] = (h[i] + rounding + shift) * (1.0f + 0x1p-21f);
      swept.half[1][i][lane] = (later + rounding + shift) * (1.0f + 0x1p-21f);
    }
  }
}

}  // namespace tocca
