// The kernels of ball_lanes, in terms of `Lanes` (width of them floats), which the including file supplies: once for each instruction set,
// and once in plain scalar code. No include guard on purpose. Rounding: docs/maths/state_lanes.md counts these operations.

struct Lanes3 {
  Lanes x, y, z;
};

inline Lanes3 load3(const EightPoints& point, int lane) {
  return {load(point[0].at + lane), load(point[1].at + lane), load(point[2].at + lane)};
}
inline Lanes dot_with(const float* axis, const Lanes3& v) {
  return add(add(multiply(load_all(axis[0]), v.x), multiply(load_all(axis[1]), v.y)), multiply(load_all(axis[2]), v.z));
}
inline Lanes squared_length(const Lanes3& v) {
  return add(add(multiply(v.x, v.x), multiply(v.y, v.y)), multiply(v.z, v.z));
}
inline Lanes3 minus(const Lanes3& a, const Lanes3& b) {
  return {subtract(a.x, b.x), subtract(a.y, b.y), subtract(a.z, b.z)};
}
inline Lanes3 minus(const Lanes3& a, const float* b) {
  return {subtract(a.x, load_all(b[0])), subtract(a.y, load_all(b[1])), subtract(a.z, load_all(b[2]))};
}
/// The lanes of a register that starts at `lane`.
inline unsigned lanes_here(unsigned lanes, int lane) { return (lanes >> lane) & ((1u << width) - 1u); }

inline void place_points_kernel(const PoseLanes& pose, const float* points, int count, EightPoints* placed) {
  for (int lane = 0; lane < state_count; lane += width) {
    for (std::size_t row = 0; row < 3; ++row) {
      const Lanes3 R{load(pose.rotation[row][0].at + lane), load(pose.rotation[row][1].at + lane),
                     load(pose.rotation[row][2].at + lane)};
      const Lanes place = load(pose.translation[row].at + lane);
      for (int i = 0; i < count; ++i) store(placed[i][row].at + lane, add(dot_with(points + 4 * i, R), place));
    }
  }
}

inline void spread_kernel(std::span<const CarryingJoint> chain, const EightPoints& centre, float radius,
                          EightFloats* rows) {
  for (int lane = 0; lane < state_count; lane += width) {
    Lanes sum = load_all(0.0f);
    const Lanes3 place = load3(centre, lane);
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const CarryingJoint& joint = chain[i];
      if (joint.slides) {
        sum = add(sum, load_all(joint.half_move));
      } else if (joint.half_move > 0.0f) {
        const Lanes3 a = load3(*joint.axis, lane), w = minus(place, load3(*joint.origin, lane));
        const Lanes3 across{subtract(multiply(a.y, w.z), multiply(a.z, w.y)),
                            subtract(multiply(a.z, w.x), multiply(a.x, w.z)),
                            subtract(multiply(a.x, w.y), multiply(a.y, w.x))};
        const Lanes distance = add(square_root(squared_length(across)), load_all(radius));
        sum = add(sum, multiply(distance, load_all(joint.half_move)));
      }
      // Rounding of at most some 60 joints, and of distances, is below 2^-17 relatively.
      store(rows[i].at + lane, multiply(sum, load_all(1.0f + 0x1p-17f)));
    }
  }
}

/// Squared, and a little more: 2^-18 covers the rounding of the sum, of the square and of a squared distance, and a box's skew.
inline Lanes squared_reach(const BallDilation& dilation, int lane, float radius, float error) {
  const Lanes reach = add(load(dilation.spread->at + lane), load_all(radius + (dilation.margin + error)));
  return multiply(multiply(reach, reach), load_all(1.0f + 0x1p-16f));
}

/// At which of the times a ball and a box are not proven apart.
inline unsigned open_to_box(const Lanes3& centre, float radius, const BallDilation& dilation, const StillBox& box,
                            int lane, unsigned asked, Lanes& squared) {
  const Lanes zero = load_all(0.0f);
  const Lanes3 d = minus(centre, box.centre);
  const Lanes3 beyond{greatest(subtract(absolute(dot_with(box.axis[0], d)), load_all(box.half[0])), zero),
                      greatest(subtract(absolute(dot_with(box.axis[1], d)), load_all(box.half[1])), zero),
                      greatest(subtract(absolute(dot_with(box.axis[2], d)), load_all(box.half[2])), zero)};
  squared = squared_length(beyond);
  // A NaN is apart from nothing.
  return asked & ~bits(greater(squared, squared_reach(dilation, lane, radius, box.error)));
}

inline LaneBits against_boxes_kernel(const PlacedBalls& own, const BallDilation& dilation,
                                     std::span<const StillBox> boxes, int first, unsigned lanes) {
  LaneBits result;
  const int end = boxes[static_cast<std::size_t>(first)].next;
  for (int lane = 0; lane < state_count; lane += width) {
    unsigned asked = lanes_here(lanes, lane);
    for (std::size_t i = 0; i < own.balls.size() && asked != 0; ++i) {
      const Lanes3 centre = load3(own.centres[i], lane);
      const float radius = own.balls[i].radius;
      for (int k = first; k < end && asked != 0;) {
        const StillBox& box = boxes[static_cast<std::size_t>(k)];
        Lanes squared;
        const unsigned open = open_to_box(centre, radius, dilation, box, lane, asked, squared);
        if (box.deepest && open != 0) {
          result.open |= open << lane;
          result.near |= (asked & bits(greater(load_all(radius * radius), squared))) << lane;
          if (!dilation.asks_near) asked &= ~open;
        }
        k = open != 0 && !box.deepest ? k + 1 : box.next;
      }
    }
  }
  return result;
}

inline LaneBits against_balls_kernel(const PlacedBalls& a, const PlacedBalls& b, const BallDilation& dilation,
                                     unsigned lanes) {
  LaneBits result;
  for (int lane = 0; lane < state_count; lane += width) {
    const unsigned asked = lanes_here(lanes, lane);
    for (std::size_t i = 0; i < a.balls.size() && asked != 0; ++i) {
      const Lanes3 centre = load3(a.centres[i], lane);
      const auto open_to = [&](const EightPoints& other, float radii, Lanes& squared) {
        squared = squared_length(minus(centre, load3(other, lane)));
        return asked & ~bits(greater(squared, squared_reach(dilation, lane, radii, 0.0f)));
      };
      Lanes squared;
      if (open_to(*b.enclosure_centre, a.balls[i].radius + b.enclosure->radius, squared) == 0) continue;
      for (std::size_t j = 0; j < b.balls.size(); ++j) {
        const float radii = a.balls[i].radius + b.balls[j].radius;
        const unsigned open = open_to(b.centres[j], radii, squared);
        result.open |= open << lane;
        if (open != 0) result.near |= (asked & bits(greater(load_all(radii * radii), squared))) << lane;
      }
    }
  }
  return result;
}

inline unsigned point_inside_kernel(const StillSolid& solid, const EightPoints& point, float margin, unsigned lanes) {
  unsigned result = 0;
  const float error = solid.error + margin;
  for (int lane = 0; lane < state_count; lane += width) {
    const unsigned asked = lanes_here(lanes, lane);
    if (asked == 0) continue;
    const Lanes3 d = minus(load3(point, lane), solid.centre);
    const Lanes3 own{dot_with(solid.axis[0], d), dot_with(solid.axis[1], d), dot_with(solid.axis[2], d)};
    // Sizes less the error; one below zero contains nothing.
    const float inner[3] = {solid.half[0] - error, solid.half[1] - error, solid.half[2] - error};
    if (!(inner[0] > 0.0f && inner[1] > 0.0f && inner[2] > 0.0f)) return 0;
    const auto within = [](Lanes x, float size) { return bits(greater(load_all(size), absolute(x))); };
    const auto within_square = [](Lanes squared, float size) {
      return bits(greater(load_all(size * size * (1.0f - 0x1p-18f)), squared));
    };
    unsigned inside = 0;
    switch (solid.kind) {
      case StillSolid::Kind::box:
        inside = within(own.x, inner[0]) & within(own.y, inner[1]) & within(own.z, inner[2]);
        break;
      case StillSolid::Kind::cylinder:
        inside = within_square(add(multiply(own.x, own.x), multiply(own.y, own.y)), inner[0]) & within(own.z, inner[2]);
        break;
      case StillSolid::Kind::ball:
        inside = within_square(squared_length(own), inner[0]);
        break;
    }
    result |= (inside & asked) << lane;
  }
  return result;
}
