// The kernels of screw_lanes.hpp, in terms of `Lanes` (width of them doubles), `Floats` and a few operations on them, which the including
// file supplies: once for each instruction set, and once in plain scalar code. No include guard on purpose. Products and sums
// are rounded one by one, so that every instruction set gives the same bits.
// Bounds: u = 2^-53, M = space.size.

/// atan2, to 2^-44 of itself: the polynomial (nine terms, by Chebyshev's nodes, for the arctangent of at most tan(pi / 8), over
/// its argument) to 2^-45.06, its argument and evaluation to 12 u, the turns by multiples of pi / 4 to 4 u.
inline Lanes angle_of(Lanes y, Lanes x) {
  const Lanes zero = load_all(0.0), up = absolute(y), along = absolute(x);
  const Lanes less = least(up, along), more = greatest(up, along);
  const LaneMask middle = greater(less, multiply(more, load_all(0.4142)));
  const Lanes above = select(middle, subtract(less, more), less);
  const Lanes below = greatest(select(middle, add(less, more), more), load_all(0x1p-1000));
  const Lanes z = divide(above, below), w = multiply(z, z);
  Lanes p = load_all(0x1.f5f6de9f9b13ap-6);
  p = add(multiply(p, w), load_all(-0x1.e11b84d30a71fp-5));
  p = add(multiply(p, w), load_all(0x1.35cac4b48fc99p-4));
  p = add(multiply(p, w), load_all(-0x1.73d93e5256888p-4));
  p = add(multiply(p, w), load_all(0x1.c714c95db1560p-4));
  p = add(multiply(p, w), load_all(-0x1.249228e3002e8p-3));
  p = add(multiply(p, w), load_all(0x1.99999910b0d3ep-3));
  p = add(multiply(p, w), load_all(-0x1.55555554e4f9fp-2));
  p = add(multiply(p, w), load_all(0x1.fffffffffff0cp-1));
  constexpr double quarter = 0x1.921fb54442d18p-1;  // pi / 4
  Lanes angle = add(multiply(p, z), select(middle, load_all(quarter), zero));
  angle = select(greater(up, along), subtract(load_all(2.0 * quarter), angle), angle);
  angle = select(greater(zero, x), subtract(load_all(4.0 * quarter), angle), angle);
  return select(greater(zero, y), subtract(zero, angle), angle);
}

/// Distance from the axis, less the arm, without cancellation: (r^2 - arm^2) / (r + arm). With h = |(x, y)|, r + arm >= h, so
/// that all terms over the denominator are at most 3 h: off by 36 u h <= 36 u M.
inline Lanes radius_of(const ScrewSpace& space, Lanes x, Lanes y) {
  const Lanes arm = load_all(space.arm), out = add(arm, x), squares = multiply(y, y);
  const Lanes r = square_root(add(multiply(out, out), squares));
  const Lanes above = add(add(multiply(x, x), squares), multiply(add(arm, arm), x));
  return divide(above, greatest(add(r, absolute(arm)), load_all(0x1p-500)));
}

struct ExtentLanes {
  Lanes radius[2], angle[2], height[2];
};

/// Dilates what was computed and changes its units. `nearest`: the distance from the axis that the angle's dilation is made
/// for, asin(spread / r) <= 1.05 spread / r from r = 2 spread on; 1.1 for the error of r itself (at most 84 u M <= spread / 24).
/// Angles are good to 2^-44 of themselves, 2^-43 with what units and differences add.
inline ExtentLanes finish(const ScrewSpace& space, const ExtentLanes& raw, Lanes nearest, LaneMask round,
                          Lanes spread) {
  ExtentLanes result;
  result.radius[0] = subtract(raw.radius[0], spread);
  result.radius[1] = add(raw.radius[1], spread);
  const Lanes per_height = load_all(space.per_height);
  const Lanes more_height = add(multiply(spread, absolute(per_height)), load_all(space.spread_height));
  const Lanes low = multiply(raw.height[0], per_height), high = multiply(raw.height[1], per_height);
  result.height[0] = subtract(least(low, high), more_height);
  result.height[1] = add(greatest(low, high), more_height);
  const Lanes error = add(multiply(add(absolute(raw.angle[0]), absolute(raw.angle[1])), load_all(0x1p-43)),
                          divide(multiply(load_all(1.1), spread), nearest));
  const Lanes per_angle = load_all(space.per_angle), more_angle = load_all(space.spread_angle);
  const Lanes first = multiply(subtract(raw.angle[0], error), per_angle);
  const Lanes last = multiply(add(raw.angle[1], error), per_angle);
  const LaneMask known = greater(nearest, multiply(load_all(space.least_share), spread));
  const Lanes all = load_all(space.all_round), back = load_all(-space.all_round);
  result.angle[0] = select(round, back, select(known, subtract(least(first, last), more_angle), back));
  result.angle[1] = select(round, all, select(known, add(greatest(first, last), more_angle), all));
  return result;
}

/// The true distance from the axis; for x and y, where nothing has an angle, one metre.
inline Lanes distance_of(const ScrewSpace& space, Lanes radius) {
  return space.round ? add(radius, load_all(std::fabs(space.arm))) : load_all(1.0);
}

struct PointLanes {
  Lanes radius, angle, z;
};

inline PointLanes place(const ScrewSpace& space, Lanes x, Lanes y, Lanes z) {
  if (!space.round) return {x, y, z};
  return {radius_of(space, x, y), angle_of(y, add(load_all(space.arm), x)), z};
}

/// From one angle to another the short way: what is left of their difference without whole turns.
inline Lanes short_way(const ScrewSpace& space, Lanes from, Lanes to) {
  const Lanes by = subtract(to, from);
  return subtract(by, multiply(nearest_whole(multiply(by, load_all(space.per_turn))), load_all(space.turn)));
}

/// The distance from the axis of what is between points that span an angle of less than half a turn, from the distances of the
/// nearest, r, and of the next, r'. Seen from the middle of the angle, all is beyond r cos(angle / 2) >= r (1 - angle^2 / 8); seen
/// from the nearest point, all is beyond r if r' cos(angle) >= r, for which r' (1 - angle^2 / 2) >= r is enough: an error e of
/// these then counts as min(r angle^2 / 8, e^2 / (2 r angle^2)) <= e / 4. The angle is good to 2^-39.
inline Lanes nearest_between(const ScrewSpace& space, Lanes nearest, Lanes next, Lanes span) {
  if (!space.round) return nearest;
  const Lanes wide = add(span, load_all(0x1p-39)), bent = multiply(wide, wide);
  const LaneMask beyond =
      greater(subtract(next, nearest), multiply(multiply(distance_of(space, next), bent), load_all(0.5)));
  const Lanes nearer = multiply(multiply(distance_of(space, nearest), bent), load_all(0.125));
  return subtract(nearest, select(beyond, load_all(0.0), nearer));
}

/// A segment spans less than half a turn, so that its ends' angles are those of all its points, unless it (nearly) meets the axis.
inline ExtentLanes segment(const ScrewSpace& space, const PointLanes& p, const PointLanes& q, Lanes spread) {
  const Lanes zero = load_all(0.0), by = short_way(space, p.angle, q.angle);
  ExtentLanes raw;
  raw.radius[1] = greatest(p.radius, q.radius);
  raw.radius[0] = nearest_between(space, least(p.radius, q.radius), raw.radius[1], absolute(by));
  raw.height[0] = least(p.z, q.z);
  raw.height[1] = greatest(p.z, q.z);
  raw.angle[0] = add(p.angle, least(by, zero));
  raw.angle[1] = add(p.angle, greatest(by, zero));
  return finish(space, raw, distance_of(space, raw.radius[0]), greater(absolute(by), load_all(space.widest)), spread);
}

/// On the safe side, as outward() does it.
inline void store_extent(ExtentArrays& to, std::size_t at, const ExtentLanes& extent) {
  const auto store_both = [at](std::vector<float>(&values)[2], const Lanes(&ends)[2]) {
    const Lanes share = load_all(0x1p-22), tiny = load_all(0x1p-120);
    store(values[0].data() + at, subtract(ends[0], add(multiply(absolute(ends[0]), share), tiny)));
    store(values[1].data() + at, add(ends[1], add(multiply(absolute(ends[1]), share), tiny)));
  };
  store_both(to.radius, extent.radius);
  store_both(to.angle, extent.angle);
  store_both(to.height, extent.height);
}

/// Each coordinate of a place is off by at most 4 u (|R| |p| + |t|): 8 u M in length.
inline PointLanes placed(const ScrewSpace& space, const Pose& X_S, const std::vector<double> (&own)[3],
                         std::size_t at) {
  const Lanes px = load(own[0].data() + at), py = load(own[1].data() + at), pz = load(own[2].data() + at);
  const auto coordinate = [&](int row) {
    const Lanes sum = add(multiply(load_all(X_S.rotation(row, 0)), px), multiply(load_all(X_S.rotation(row, 1)), py));
    return add(add(sum, multiply(load_all(X_S.rotation(row, 2)), pz)), load_all(X_S.translation[row]));
  };
  return place(space, coordinate(0), coordinate(1), coordinate(2));
}

inline void vertices_kernel(const ScrewSpace& space, const Pose& X_S, PlacedVertices& vertices, FeatureRange range) {
  const Lanes spread = load_all(space.spread);
  const LaneMask none = greater(spread, spread);
  for (std::size_t at = range.begin; at < range.end; at += width) {
    const PointLanes p = placed(space, X_S, vertices.own, at);

    store(vertices.z.data() + at, p.z);
    store(vertices.radius.data() + at, p.radius);
    store(vertices.angle.data() + at, p.angle);
    const ExtentLanes raw{{p.radius, p.radius}, {p.angle, p.angle}, {p.z, p.z}};
    store_extent(vertices.extents, at, finish(space, raw, distance_of(space, p.radius), none, spread));
  }
}

/// What a rounded rotation stretches a box by is far below the 2^-42 M that are in the spread already.
inline void boxes_kernel(const ScrewSpace& space, const Pose& X_S, PlacedBoxes& boxes, FeatureRange range) {
  for (std::size_t at = range.begin; at < range.end; at += width) {
    const Lanes spread = add(load_all(space.spread), load(boxes.thickness.data() + at));
    const PointLanes p = placed(space, X_S, boxes.ends[0], at), q = placed(space, X_S, boxes.ends[1], at);
    store_extent(boxes.extents, at, segment(space, p, q, spread));
  }
}

inline PointLanes gathered(const PlacedVertices& vertices, const std::int32_t* indices) {
  return {gather(vertices.radius.data(), indices), gather(vertices.angle.data(), indices),
          gather(vertices.z.data(), indices)};
}

inline void edges_kernel(const ScrewSpace& space, const PlacedVertices& vertices,
                         const std::vector<std::int32_t> (&ends)[2], ExtentArrays& edges, FeatureRange range) {
  const Lanes spread = load_all(space.spread);
  for (std::size_t at = range.begin; at < range.end; at += width) {
    const PointLanes p = gathered(vertices, ends[0].data() + at), q = gathered(vertices, ends[1].data() + at);
    store_extent(edges, at, segment(space, p, q, spread));
  }
}

/// A triangle that the axis does not pass through is within half a turn. One that it passes through spans more, seen from its
/// first corner (as do those that it nearly misses): all round, from the axis on.
inline void triangles_kernel(const ScrewSpace& space, const PlacedVertices& vertices,
                             const std::vector<std::int32_t> (&corners)[3], ExtentArrays& triangles,
                             FeatureRange range) {
  const Lanes zero = load_all(0.0), spread = load_all(space.spread);
  for (std::size_t at = range.begin; at < range.end; at += width) {
    const PointLanes p = gathered(vertices, corners[0].data() + at), q = gathered(vertices, corners[1].data() + at);
    const PointLanes r = gathered(vertices, corners[2].data() + at);
    const Lanes d1 = short_way(space, p.angle, q.angle), d2 = short_way(space, p.angle, r.angle);
    const Lanes back = least(zero, least(d1, d2)), ahead = greatest(zero, greatest(d1, d2));
    const Lanes span = subtract(ahead, back);
    const LaneMask round = greater(span, load_all(space.widest));
    const Lanes low = least(p.radius, q.radius), high = greatest(p.radius, q.radius);
    const Lanes next = greatest(low, least(high, r.radius));
    const Lanes nearest = nearest_between(space, least(low, r.radius), next, span);
    ExtentLanes raw;
    raw.radius[0] = select(round, load_all(-std::fabs(space.arm)), nearest);
    raw.radius[1] = greatest(high, r.radius);
    raw.angle[0] = add(p.angle, back);
    raw.angle[1] = add(p.angle, ahead);
    raw.height[0] = least(p.z, least(q.z, r.z));
    raw.height[1] = greatest(p.z, greatest(q.z, r.z));
    store_extent(triangles, at, finish(space, raw, distance_of(space, raw.radius[0]), round, spread));
  }
}

/// One extent of A against those of B. A window is one of times at which heights overlap and of those at which angles do: the
/// hull from the first of the latter that ends after `from` to the last that begins before `to`. Rounding is in the extents. No early
/// exits: what rejects a pair is hard to foresee, and a wrong guess costs more than all the tests.
inline std::size_t meetings_kernel(const ScrewSpace& space, const ExtentArrays& a, FeatureRange range_a,
                                   const ExtentArrays& b, FeatureRange range_b, double from, double to,
                                   ScrewMeeting* meetings, std::size_t count, RejectionCounts& counts) {
  const Floats period = load_all(static_cast<float>(space.period));
  const Floats per_period = load_all(static_cast<float>(space.per_period));
  const Floats begin = load_all(static_cast<float>(from * (1.0 - 0x1p-23)));
  const Floats end = load_all(static_cast<float>(to * (1.0 + 0x1p-23)));
  const float *near_b = b.radius[0].data(), *far_b = b.radius[1].data(), *low_b = b.height[0].data();
  const float *high_b = b.height[1].data(), *first_b = b.angle[0].data(), *last_b = b.angle[1].data();
  unsigned height = 0, outside = 0, inside = 0, rejected = 0;
  for (Index i = range_a.begin; i < range_a.end; ++i) {
    const Floats near_a = load_all(a.radius[0][i]), far_a = load_all(a.radius[1][i]);
    const Floats low_a = load_all(a.height[0][i]), high_a = load_all(a.height[1][i]);
    const Floats first_a = load_all(a.angle[0][i]), last_a = load_all(a.angle[1][i]);
    for (std::size_t at = range_b.begin; at < range_b.end; at += screw_lane_count) {
      // Eight at a time whatever the width, so that most stretches need only one round.
      unsigned out = 0, in = 0, beyond = 0, closed = 0, split = 0;
      alignas(64) float froms[screw_lane_count], tos[screw_lane_count];
      for (std::size_t lane = 0; lane < screw_lane_count; lane += float_width) {
        const std::size_t own = at + lane;
        out |= bits(greater(load(near_b + own), far_a)) << lane;
        in |= bits(greater(near_a, load(far_b + own))) << lane;
        Floats first = greatest(begin, subtract(load(low_b + own), high_a));
        Floats last = least(end, subtract(load(high_b + own), low_a));
        beyond |= bits(greater(first, last)) << lane;
        const Floats early = subtract(load(first_b + own), last_a), late = subtract(load(last_b + own), first_a);
        const Floats turn0 = least_whole_above(multiply(subtract(first, late), per_period));
        const Floats turn1 = greatest_whole_below(multiply(subtract(last, early), per_period));
        first = greatest(first, add(early, multiply(turn0, period)));
        last = least(last, add(late, multiply(turn1, period)));
        closed |= bits(greater(first, last)) << lane;
        split |= bits(greater(turn1, turn0)) << lane;
        store(froms + lane, first);
        store(tos + lane, last);
      }
      const std::size_t left = range_b.end - at;
      const unsigned lanes = left < screw_lane_count ? (1u << left) - 1u : (1u << screw_lane_count) - 1u;
      out &= lanes, in &= lanes;
      beyond &= lanes & ~(out | in);
      closed = (closed & lanes) | out | in | beyond;
      outside += static_cast<unsigned>(std::popcount(out));
      inside += static_cast<unsigned>(std::popcount(in));
      height += static_cast<unsigned>(std::popcount(beyond));
      rejected += static_cast<unsigned>(std::popcount(closed));
      for (unsigned open = lanes & ~closed; open != 0; open &= open - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(open));
        meetings[count++] = {i, static_cast<Index>(at + lane), static_cast<double>(froms[lane]),
                             static_cast<double>(tos[lane]), (split >> lane & 1u) != 0};
      }
    }
  }
  counts.tested += std::uint64_t{range_a.count()} * range_b.count();
  counts.height += height;
  counts.outside += outside;
  counts.inside += inside;
  counts.angle += rejected - height - outside - inside;
  return count;
}
