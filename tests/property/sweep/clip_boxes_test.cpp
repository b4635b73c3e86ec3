// Time-clipped separating axes against contacts made by construction: points of two moving boxes that exact rationals
// prove to be within the dilation at a time s. The clipped window must contain s.
#include "sweep/clip_boxes.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>

#include "testing/draw.hpp"

namespace tocca::clip_boxes_tests {
namespace {

using testing::cases;
using testing::Draw;
using testing::story;

struct Exact3 {
  mpq_class x[3];
};

Exact3 placed(const Pose& X, const Exact3& p) {
  Exact3 result;
  for (int r = 0; r < 3; ++r) {
    result.x[r] = mpq_class(X.translation[r]);
    for (int c = 0; c < 3; ++c) result.x[r] += mpq_class(X.rotation(r, c)) * p.x[c];
  }
  return result;
}

/// Where a point of the box (coefficients from -1 to 1 along its axes) is at parameter s of the chord, exactly.
Exact3 on_chord(const Obb& box, const double* coefficient, const Pose& start, const Pose& end, double s) {
  Exact3 point;
  for (int r = 0; r < 3; ++r) {
    point.x[r] = mpq_class(box.center[r]);
    for (int k = 0; k < 3; ++k) {
      point.x[r] += mpq_class(coefficient[k]) * mpq_class(box.half[k]) * mpq_class(box.axes(r, k));
    }
  }
  const Exact3 first = placed(start, point), last = placed(end, point);
  Exact3 result;
  for (int r = 0; r < 3; ++r) result.x[r] = first.x[r] + mpq_class(s) * (last.x[r] - first.x[r]);
  return result;
}

Obb random_box(Draw& draw, double size) {
  Obb box;
  box.center = draw.vector(size);
  box.axes = draw.pose(0.0).rotation.cast<float>();
  for (int k = 0; k < 3; ++k)
    box.half[k] = static_cast<float>(draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-4, 1.0) * size);
  return box;
}

/// A small turn and step after `start`, or none.
Pose later(Draw& draw, const Pose& start, double size) {
  const double turn = draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-4, 1.5);
  Pose end{rotation_about(draw.direction(), turn) * start.rotation, start.translation};
  if (draw.coin(0.8)) end.translation += draw.direction() * size * draw.log_uniform(1e-3, 4.0);
  return end;
}

Vector3 rounded(const Exact3& x) { return {x.x[0].get_d(), x.x[1].get_d(), x.x[2].get_d()}; }

/// The lanes of a tree with one box each are made by hand, to have any box in any lane.
void set_lane(BoxLanes& lanes, int lane, const Obb& box) {
  for (int c = 0; c < 3; ++c) lanes.offset[c][lane] = static_cast<float>(box.center[c] - lanes.origin[c]);
  for (int k = 0; k < 3; ++k) {
    for (int c = 0; c < 3; ++c) lanes.axis[k][c][lane] = box.axes(c, k);
    lanes.half[k][lane] = box.half[k];
  }
}

struct Scene {
  Obb a, b[lane_count];
  Chord chord_a, chord_b;
  BoxLanes lanes{};
  double skew_a = 0.0, skew_b = 0.0;
};

/// Extreme (or any) corner coefficients of a box along a direction.
void corner_towards(Draw& draw, const Obb& box, const Matrix3& rotation, const Vector3& n, double* coefficient) {
  for (int k = 0; k < 3; ++k) {
    const double along = n.dot(rotation * box.axes.col(k).cast<double>());
    coefficient[k] = draw.coin(0.05) ? draw.uniform(-1.0, 1.0) : (along > 0.0 ? 1.0 : -1.0);
  }
}

template <bool moving>
void contacts_stay_in_the_window() {
  Draw draw;
  const int total = cases(4000, 200000);
  int contacts = 0, empty = 0, narrowed = 0;
  for (int i = 0; i < total; ++i) {
    const double size = draw.log_uniform(1e-3, 1e3),
                 dilation = draw.coin(0.3) ? 0.0 : size * draw.log_uniform(1e-6, 1.0);
    Scene scene;
    scene.a = random_box(draw, size);
    scene.chord_a.start = draw.pose(size);
    scene.chord_a.end = later(draw, scene.chord_a.start, size);
    scene.chord_a.finish();
    if (moving) {
      scene.chord_b.start = draw.pose(size);
      scene.chord_b.end = later(draw, scene.chord_b.start, size);
    }
    scene.chord_b.finish();
    const Pose place_b = scene.chord_b.start;
    const Vector3 origin = draw.vector(size);
    for (int c = 0; c < 3; ++c) scene.lanes.origin[c] = origin[c];
    scene.lanes.count = lane_count;
    double s[lane_count];
    bool touching[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
      Obb& b = scene.b[lane] = random_box(draw, size);
      s[lane] = draw.coin(0.2) ? (draw.coin() ? 0.0 : 1.0) : draw.uniform(0.0, 1.0);
      const Vector3 n = draw.direction();
      double x[3], y[3];
      corner_towards(draw, scene.a, scene.chord_a.start.rotation, n, x);
      corner_towards(draw, b, place_b.rotation, -n, y);
      const Exact3 p = on_chord(scene.a, x, scene.chord_a.start, scene.chord_a.end, s[lane]);
      const Exact3 q = on_chord(b, y, scene.chord_b.start, scene.chord_b.end, s[lane]);
      // Shift b, in its own frame, so that the two points are about (sometimes just) a dilation apart.
      const double apart = dilation * (draw.coin(0.7) ? 1.0 - draw.log_uniform(1e-9, 1e-3) : draw.uniform(0.0, 2.0));
      const Vector3 wanted = rounded(p) + n * apart;
      const Matrix3 rotation = (1.0 - s[lane]) * scene.chord_b.start.rotation + s[lane] * scene.chord_b.end.rotation;
      b.center += rotation.inverse() * (wanted - rounded(q));
      set_lane(scene.lanes, lane, b);
      for (int c = 0; c < 3; ++c) {  // what the lane holds is the model
        b.center[c] = scene.lanes.origin[c] + static_cast<double>(scene.lanes.offset[c][lane]);
      }
      const Exact3 moved = on_chord(b, y, scene.chord_b.start, scene.chord_b.end, s[lane]);
      mpq_class square = 0;
      for (int r = 0; r < 3; ++r) square += (p.x[r] - moved.x[r]) * (p.x[r] - moved.x[r]);
      touching[lane] = square <= mpq_class(dilation) * mpq_class(dilation);
      scene.skew_b = std::max(scene.skew_b, skew_of(b));
    }
    scene.skew_a = skew_of(scene.a);
    const SweptBox box(scene.a, scene.chord_a, scene.skew_a);
    const double skew = scene.skew_a + scene.chord_a.skew + scene.skew_b + scene.chord_b.skew + 0x1p-19;
    LaneWindows windows, reference;
    unsigned open, open_reference;
    if constexpr (moving) {
      SweptLanes swept;
      sweep_lanes(scene.lanes, scene.chord_b, scene.skew_b, swept);
      open = clip_boxes(box, swept, 0xffu, dilation, skew, 0.0f, 1.0f, windows);
      open_reference = clip_boxes_scalar(box, swept, 0xffu, dilation, skew, 0.0f, 1.0f, reference);
    } else {
      open = clip_boxes(box, scene.lanes, 0xffu, dilation, skew, 0.0f, 1.0f, windows);
      open_reference = clip_boxes_scalar(box, scene.lanes, 0xffu, dilation, skew, 0.0f, 1.0f, reference);
    }
    ASSERT_EQ(open, open_reference) << story(draw.seed(), i);
    for (int lane = 0; lane < lane_count; ++lane) {
      const bool is_open = (open >> lane & 1u) != 0;
      empty += !is_open;
      if (is_open) {
        ASSERT_EQ(windows.from[lane], reference.from[lane]);
        ASSERT_EQ(windows.to[lane], reference.to[lane]);
        narrowed += windows.from[lane] > 0.0f || windows.to[lane] < 1.0f;
      }
      if (!touching[lane]) continue;
      ++contacts;
      ASSERT_TRUE(is_open) << story(draw.seed(), i, "lane", lane, "s", s[lane], "size", size, "dilation", dilation);
      ASSERT_LE(static_cast<double>(windows.from[lane]), s[lane]) << story(draw.seed(), i, lane);
      ASSERT_GE(static_cast<double>(windows.to[lane]), s[lane]) << story(draw.seed(), i, lane);
    }
  }
  EXPECT_GT(contacts, total * 2);
  EXPECT_GT(empty, total / 20);
  EXPECT_GT(narrowed, total / 2);
}

TEST(ClipBoxes, a_contact_with_a_still_box_is_never_clipped_away) { contacts_stay_in_the_window<false>(); }
TEST(ClipBoxes, a_contact_of_two_moving_boxes_is_never_clipped_away) { contacts_stay_in_the_window<true>(); }

/// Two boxes that pass each other at a distance: the test must see it, or nothing is ever culled.
TEST(ClipBoxes, boxes_that_stay_apart_are_told_apart) {
  Draw draw;
  const int total = cases(2000, 20000);
  int told = 0;
  for (int i = 0; i < total; ++i) {
    const Obb a = random_box(draw, 0.2), b = random_box(draw, 0.2);
    Chord chord;
    chord.start = {draw.pose(0.0).rotation, {-1.0, 0.0, 1.0}};
    chord.end = {rotation_about(draw.direction(), 0.3) * chord.start.rotation, {1.0, 0.0, 1.0}};
    chord.finish();
    BoxLanes lanes{};
    lanes.count = 1;
    set_lane(lanes, 0, b);
    LaneWindows windows;
    told += clip_boxes(SweptBox(a, chord, skew_of(a)), lanes, 1u, 0.0, 0x1p-18, 0.0f, 1.0f, windows) == 0;
  }
  EXPECT_GT(told, total * 8 / 10);
}

}  // namespace
}  // namespace tocca::clip_boxes_tests
