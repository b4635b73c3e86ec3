// Elementary queries in plain doubles with error bounds, in terms of `Lanes` (width of them, each a query of its own)
// and a few operations on it, which the including file supplies: once for each instruction set, and once in plain
// scalar code. No include guard on purpose.
//
// Three differences of the four vertices span everything: x, y, z = v1 - v0, v2 - v0, v3 - v0 for a vertex and a face;
// v2 - v0, v1 - v0, v3 - v2 for two edges (from one edge to the other, then along each). All four vertices lie in a
// plane where volume = x . (y x z) = 0, a cubic in t. There, seen along any coordinate axis, the signs of the
// quadratics g1 = y x z, g2 = z x x, g3 = x x y show whether the features meet: a vertex is in the face where all three
// have one sign; two edges meet where -g2, g1 + g2, g3, g1 - g3 have one sign (docs/maths/linear_queries.md).
// All polynomials are in Bernstein's form on [0, 1].
//
// Bounds, u = 2^-53, X, Y, Z the greatest sizes of the coordinates of x, y, z at both ends:
// - a coefficient of g1 is made of at most four products of two differences, each off by at most 5 u (differences,
//   product, sums), half of it: 10 u Y Z, less than 12 u Y Z; its size is at most 2 Y Z;
// - evaluating a quadratic in [0, 1] by averages: two times 3 u of that size, 12 u Y Z; together 24 u Y Z, and 32 u Y Z
//   also pays for the rounding of g1 + g2 and g1 - g3;
// - a coefficient of the volume: three products of a coordinate (4 u with product and sums) and a coefficient of g1:
//   3 X (12 u Y Z + 4 u 2 Y Z) = 60 u X Y Z, and 18 u X Y Z for the weighted mean of two; its size is at most 6 X Y Z;
//   evaluating: three times 3 u of that size, 54 u X Y Z; together less than 160 u X Y Z;
// - what underflows is off by a few 2^-1074 and, below linear_filter_range, times a coordinate: less than 2^-800;
// - a little before 0 and after 1 (widening), where weights of 1 + 2^-23 in sum replace means, all of that grows by less
//   than a part in 2^20, which the rounding up of the constants pays for.

constexpr double roundoff = 0x1p-53;
/// Windows are examined with this much extra time on both sides: where boxes clip them to some ulps around a contact,
/// or to one that ends at 1, the volume's sign is certain only there.
constexpr double widening = 0x1p-24;

inline Lanes negative(Lanes x) { return subtract(load_all(0.0), x); }
inline Lanes dot3(const Lanes (&a)[3], Lanes x, Lanes y, Lanes z) {
  return add(add(multiply(a[0], x), multiply(a[1], y)), multiply(a[2], z));
}

/// A time t of [0, 1] and 1 - t.
struct Moment {
  Lanes t, rest;
  explicit Moment(Lanes time) : t(time), rest(subtract(load_all(1.0), time)) {}
  Lanes mean(Lanes x, Lanes y) const { return add(multiply(rest, x), multiply(t, y)); }
};

struct Quadratic {
  Lanes c[3];
  Lanes blossom(const Moment& r, const Moment& s) const { return s.mean(r.mean(c[0], c[1]), r.mean(c[1], c[2])); }
  Quadratic on(const Moment& a, const Moment& b) const { return {{blossom(a, a), blossom(a, b), blossom(b, b)}}; }
};

struct Cubic {
  Lanes c[4];
  Lanes blossom(const Moment& r, const Moment& s, const Moment& t) const {
    const Quadratic q{{r.mean(c[0], c[1]), r.mean(c[1], c[2]), r.mean(c[2], c[3])}};
    return q.blossom(s, t);
  }
  Cubic on(const Moment& a, const Moment& b) const {
    return {{blossom(a, a, a), blossom(a, a, b), blossom(a, b, b), blossom(b, b, b)}};
  }
};

/// Where all coefficients are beyond the error on one side.
struct CommonSign {
  LaneMask plus, minus;
  CommonSign(Lanes x, Lanes y, Lanes z, Lanes error)
      : plus(greater(least(least(x, y), z), error)), minus(greater(negative(error), greatest(greatest(x, y), z))) {}
  CommonSign(const Quadratic& q, Lanes error) : CommonSign(q.c[0], q.c[1], q.c[2], error) {}
};

struct Crossing {
  Lanes t, slope;
};

/// The only zero, in [0, 1], of a cubic whose signs at 0 and 1 differ, and the slope there; approximate. Newton's
/// steps, halving where they leave the bracket.
inline Crossing crossing(const Cubic& f) {
  const Lanes three = load_all(3.0), c0 = f.c[0], c1 = multiply(three, subtract(f.c[1], f.c[0]));
  const Lanes c2 = multiply(three, add(subtract(f.c[2], add(f.c[1], f.c[1])), f.c[0]));
  const Lanes c3 = subtract(subtract(f.c[3], f.c[0]), multiply(three, subtract(f.c[2], f.c[1])));
  const Lanes zero = load_all(0.0), half = load_all(0.5);
  const LaneMask falls = greater(c0, zero);
  Lanes lo = zero, hi = load_all(1.0), t = divide(c0, subtract(c0, f.c[3])), slope = c1;
  for (int k = 0; k < 10; ++k) {
    const Lanes value = add(c0, multiply(t, add(c1, multiply(t, add(c2, multiply(t, c3))))));
    slope = add(c1, multiply(t, add(add(c2, c2), multiply(t, multiply(three, c3)))));
    const LaneMask before = select_mask(falls, greater(value, zero), greater(zero, value));
    lo = select(before, t, lo);
    hi = select(before, hi, t);
    const Lanes newton = subtract(t, divide(value, slope));
    const LaneMask outside = either(greater(lo, newton), greater(newton, hi));
    const Lanes next = select(outside, multiply(half, add(lo, hi)), newton);
    const bool done = !any(greater(absolute(subtract(next, t)), load_all(0x1p-50)));
    t = next;
    if (done) break;
  }
  return {t, slope};
}

/// What is known about each lane.
struct LaneAnswers {
  LaneMask free, contact;
  LaneMask flat;   ///< at all these times the volume is within its error of zero: halving them shows little
  LaneMask stuck;  ///< a bracket of the only root is found, but not whether features meet there: halving shows nothing
  LaneMask rises;  ///< in the bracket the volume goes from minus to plus
  Lanes lo, hi;    ///< the bracket of a contact; where it reaches beyond [0, 1], the contact may too
};

/// `width` queries of one kind: coordinate c of vertex i at an end stands at data[((end * 4 + i) * 3 + c) * stride].
template <bool face, int stride>
class LaneQueries {
 public:
  explicit LaneQueries(const double* data) : data_(data) {
    for (int end = 0; end < 2; ++end) {
      for (int c = 0; c < 3; ++c) {
        const Lanes v0 = vertex(end, 0, c), v1 = vertex(end, 1, c), v2 = vertex(end, 2, c), v3 = vertex(end, 3, c);
        x_[end][c] = subtract(face ? v1 : v2, v0);
        y_[end][c] = subtract(face ? v2 : v1, v0);
        z_[end][c] = subtract(v3, face ? v0 : v2);
      }
    }
  }

  /// Lanes whose coordinates are all below the limit in size, and numbers.
  LaneMask below(double limit) const {
    LaneMask all = greater(load_all(limit), absolute(load(data_)));
    for (int k = 1; k < 24; ++k) all = both(all, greater(load_all(limit), absolute(load(data_ + k * stride))));
    return all;
  }

  /// Lanes with a coordinate beyond the limit in size.
  LaneMask reach(double limit) const {
    LaneMask some = greater(absolute(load(data_)), load_all(limit));
    for (int k = 1; k < 24; ++k) some = either(some, greater(absolute(load(data_ + k * stride)), load_all(limit)));
    return some;
  }

  /// Cuts [from, to] down to the times at which the boxes of both features, with sides along the axes, may come as
  /// near as `separation`: time-clipped axes (docs/maths/time_clipping.md). A gap of coordinates is one rounded difference; a
  /// separation is subtracted with its rounding; a quotient of gaps of opposite signs is off by 4 u, and by underflow.
  void clip_to_boxes(double separation, Lanes& from, Lanes& to) const {
    for (int c = 0; c < 3; ++c) {
      Lanes above[2], below[2];
      for (int end = 0; end < 2; ++end) {
        const Lanes v0 = vertex(end, 0, c), v1 = vertex(end, 1, c), v2 = vertex(end, 2, c), v3 = vertex(end, 3, c);
        const Lanes low = least(v2, v3), high = greatest(v2, v3);
        above[end] = face ? subtract(v0, greatest(high, v1)) : subtract(least(v0, v1), high);
        below[end] = face ? subtract(least(low, v1), v0) : subtract(low, greatest(v0, v1));
      }
      clip_line(dilated(above[0], separation), dilated(above[1], separation), from, to);
      clip_line(dilated(below[0], separation), dilated(below[1], separation), from, to);
    }
  }

  void find_polynomials() {
    cross(y_, z_, g_[0]);
    cross(z_, x_, g_[1]);
    cross(x_, y_, g_[2]);
    const Lanes third = load_all(3.0);
    const auto along = [&](int end, int k) { return dot3(x_[end], g_[0][0].c[k], g_[0][1].c[k], g_[0][2].c[k]); };
    const auto middle = [&](Lanes once, Lanes twice) { return divide(add(once, add(twice, twice)), third); };
    volume_ = {{along(0, 0), middle(along(1, 0), along(0, 1)), middle(along(0, 2), along(1, 1)), along(1, 2)}};
    const Lanes sx = size_of(x_), sy = size_of(y_), sz = size_of(z_);
    const auto error = [](double times, Lanes size, double least_error) {
      return add(multiply(load_all(times * roundoff), size), load_all(least_error));
    };
    volume_error_ = error(160.0, multiply(sx, multiply(sy, sz)), 0x1p-800);
    g_error_[0] = error(32.0, multiply(sy, sz), 0x1p-1000);
    g_error_[1] = error(32.0, multiply(sz, sx), 0x1p-1000);
    g_error_[2] = error(32.0, multiply(sx, sy), 0x1p-1000);
  }

  /// The same by the normals of the face, or of both edges, at both ends. The differences of a vertex of each feature,
  /// made of x, y, z, are off by at most 4 u (X + Y + Z); their products with an axis L by 7 u (X + Y + Z) |L|_1 in
  /// all.
  void clip_to_normals(double separation, Lanes& from, Lanes& to) const {
    const Lanes size = add(size_of(x_), add(size_of(y_), size_of(z_)));
    for (int at = 0; at <= 2; at += 2) {
      const Lanes n[3] = {normal(0).c[at], normal(1).c[at], normal(2).c[at]};
      const Lanes sum = add(absolute(n[0]), add(absolute(n[1]), absolute(n[2])));
      const Lanes length = add(square_root(dot3(n, n[0], n[1], n[2])), load_all(0x1p-400));  // squares may underflow
      const Lanes keep = add(multiply(length, load_all(separation * (1.0 + 16.0 * roundoff))),
                             add(multiply(load_all(16.0 * roundoff), multiply(size, sum)), load_all(0x1p-800)));
      Lanes above[2], below[2];
      for (int end = 0; end < 2; ++end) {
        const auto along = [&](const Lanes(&d)[2][3]) { return dot3(n, d[end][0], d[end][1], d[end][2]); };
        const Lanes x = along(x_), y = along(y_), z = along(z_);
        const Lanes low =
            face ? least(x, least(y, z)) : subtract(add(x, least(z, load_all(0.0))), greatest(y, load_all(0.0)));
        const Lanes high =
            face ? greatest(x, greatest(y, z)) : subtract(add(x, greatest(z, load_all(0.0))), least(y, load_all(0.0)));
        above[end] = subtract(low, keep);
        below[end] = subtract(negative(high), keep);
      }
      clip_line(above[0], above[1], from, to);
      clip_line(below[0], below[1], from, to);
    }
  }

  /// A later time before which, from `from` on, the plane of the face, or the planes through each edge along the
  /// other, are farther apart than `separation`: an axis that turns with the features. Beyond 1 where that holds up to
  /// `to`; `from` where nothing is known. Their distance is |volume| / |n|, n = normal(). With n_k the coefficients of
  /// n on [from, to], |n| is at most the mean of the |n_k| with Bernstein's weights, so that volume - separation |n|
  /// is at least a cubic whose coefficients are known; a cubic is above the line from the first coefficient that falls
  /// most steeply to another.
  Lanes turning_clear(double separation, Lanes from, Lanes to) const {
    const Moment a(from), b(to);
    const Cubic f = volume_.on(a, b);
    const Quadratic n[3] = {normal(0).on(a, b), normal(1).on(a, b), normal(2).on(a, b)};
    const Lanes off = face ? add(g_error_[0], add(g_error_[1], g_error_[2])) : g_error_[0];
    Lanes size[3];
    for (int k = 0; k < 3; ++k) {
      const Lanes at[3] = {n[0].c[k], n[1].c[k], n[2].c[k]};
      const Lanes length = add(square_root(dot3(at, at[0], at[1], at[2])), add(off, add(off, load_all(0x1p-400))));
      size[k] = multiply(length, load_all(separation * (1.0 + 32.0 * roundoff)));
    }
    const Lanes third = load_all(1.0 / 3.0 * (1.0 + 4.0 * roundoff)), zero = load_all(0.0);
    const Lanes keep[4] = {size[0], multiply(third, add(size[0], add(size[1], size[1]))),
                           multiply(third, add(size[2], add(size[1], size[1]))), size[2]};
    const LaneMask positive = greater(f.c[0], zero);
    const auto above = [&](int k) {
      const Lanes value = select(positive, f.c[k], negative(f.c[k]));
      const Lanes rounding = multiply(load_all(4.0 * roundoff), add(absolute(value), keep[k]));
      return subtract(subtract(subtract(value, keep[k]), volume_error_), rounding);
    };
    const Lanes first = above(0);
    Lanes lowest = first, part = load_all(1.0);
    for (int k = 1; k < 4; ++k) {
      const Lanes other = above(k), zero_at = divide(first, subtract(first, other));
      const Lanes steep = multiply(load_all(k / 3.0 * (1.0 - 16.0 * roundoff)), zero_at);
      part = select(greater(first, other), least(part, steep), part);
      lowest = least(lowest, other);
    }
    const Lanes next = subtract(add(from, multiply(part, subtract(to, from))), load_all(0x1p-1000));
    const Lanes later = greatest(from, multiply(next, load_all(1.0 - 8.0 * roundoff)));
    return select(greater(lowest, zero), load_all(2.0), select(greater(first, zero), later, from));
  }

  /// The first look at a query with a separation: moves `from`, beyond 1 if the features are apart all the time. The
  /// same for one query and for lanes, so that both also agree within the tolerance.
  void clip_separated(double separation, Lanes& from, Lanes& to) const {
    clip_to_normals(separation, from, to);
    LaneMask free = greater(from, to);
    for (int round = 0; round < 2 && !all(free); ++round) {
      const Lanes start = select(free, load_all(0.0), from), end = select(free, load_all(1.0), to);
      from = select(free, from, turning_clear(separation, start, end));
      free = either(free, greater(from, to));
    }
  }

  /// Says that the weight of vertex i (docs/maths/linear_queries.md) is zero at every root of the volume in [0, 1], in all
  /// lanes.
  void leave_out(int i) { left_out_ = i; }

  /// What doubles can decide without splitting: no contact at any time of [from, to], or one whose bracket is the first
  /// contact there. Requires contact to be ruled out from `from` - widening to `from`, or before 0.
  LaneAnswers judge(Lanes from, Lanes to) const {
    from = subtract(from, load_all(widening));
    to = add(to, load_all(widening));
    const Moment a(from), b(to);
    const Cubic f = volume_.on(a, b);
    const Lanes lowest = least(least(f.c[0], f.c[1]), least(f.c[2], f.c[3]));
    const Lanes highest = greatest(greatest(f.c[0], f.c[1]), greatest(f.c[2], f.c[3]));
    const LaneMask apart = either(greater(lowest, volume_error_), greater(negative(volume_error_), highest));
    const LaneMask flat = both(greater(volume_error_, highest), greater(lowest, negative(volume_error_)));
    LaneAnswers answers{apart, none(), flat, none(), none(), from, to};
    if (all(answers.free)) return answers;
    answers.free = either(answers.free, inside(a, b).no);
    if (all(answers.free)) return answers;

    // One root (Descartes): certain and opposite signs at the ends, and a sign among the others that leaves one change.
    const Lanes error = volume_error_, minus_error = negative(error);
    const LaneMask rises =
        both(is_crossed(f.c[0], f.c[3]), either(greater(minus_error, f.c[1]), greater(f.c[2], error)));
    const LaneMask falls =
        both(is_crossed(f.c[3], f.c[0]), either(greater(f.c[1], error), greater(minus_error, f.c[2])));
    const LaneMask once = both(either(rises, falls), opposite(answers.free));
    if (!any(once)) return answers;
    bracket(f, from, to, once, rises, answers);
    return answers;
  }

 private:
  struct Inside {
    LaneMask no, yes;
  };

  /// Of the face, (v2 - v1) x (v3 - v1), or of both edges, along an axis. The slack of the g's bounds pays for the
  /// sums.
  Quadratic normal(int axis) const {
    if (!face) return g_[0][axis];
    Quadratic sum;
    for (int k = 0; k < 3; ++k) sum.c[k] = add(g_[0][axis].c[k], add(g_[1][axis].c[k], g_[2][axis].c[k]));
    return sum;
  }

  Lanes vertex(int end, int i, int c) const { return load(data_ + ((end * 4 + i) * 3 + c) * stride); }

  static Lanes dilated(Lanes gap, double separation) {
    if (!(separation > 0.0)) return gap;
    const Lanes keep = load_all(separation);
    return subtract(subtract(gap, keep), multiply(load_all(4.0 * roundoff), add(absolute(gap), keep)));
  }

  /// f0, f1: a separation at both ends, at least linear in between; where it is positive there is no contact.
  static void clip_line(Lanes f0, Lanes f1, Lanes& from, Lanes& to) {
    const Lanes zero = load_all(0.0);
    const LaneMask start = greater(f0, zero), end = greater(f1, zero);
    const Lanes root = divide(f0, subtract(f0, f1));
    const Lanes early = subtract(multiply(root, load_all(1.0 - 8.0 * roundoff)), load_all(0x1p-1000));
    const Lanes late = add(multiply(root, load_all(1.0 + 8.0 * roundoff)), load_all(0x1p-1000));
    from = select(start, select(end, load_all(2.0), greatest(from, early)), from);
    to = select(start, to, select(end, least(to, late), to));
  }

  static Lanes size_of(const Lanes (&d)[2][3]) {
    Lanes size = absolute(d[0][0]);
    for (int k = 1; k < 6; ++k) size = greatest(size, absolute(d[k / 3][k % 3]));
    return size;
  }

  static void cross(const Lanes (&y)[2][3], const Lanes (&z)[2][3], Quadratic (&g)[3]) {
    for (int c = 0; c < 3; ++c) {
      const int i = (c + 1) % 3, k = (c + 2) % 3;
      const auto product = [&](int m, int n) {
        return subtract(multiply(y[m][i], z[n][k]), multiply(y[m][k], z[n][i]));
      };
      g[c] = {{product(0, 0), multiply(load_all(0.5), add(product(0, 1), product(1, 0))), product(1, 1)}};
    }
  }

  LaneMask is_crossed(Lanes low, Lanes high) const {
    return both(greater(negative(volume_error_), low), greater(high, volume_error_));
  }

  /// Is the weight of vertex i of the right sign, or zero? The others decide then.
  LaneMask right(int i, LaneMask sign) const { return i == left_out_ ? opposite(none()) : sign; }

  /// Signs on all of [a, b]: `no` where one axis shows that features cannot meet at any time at which the vertices lie
  /// in a plane, `yes` where one shows that they then do.
  Inside inside(const Moment& a, const Moment& b) const {
    Inside answer{none(), none()};
    for (int axis = 0; axis < 3; ++axis) {
      const Quadratic g1 = g_[0][axis].on(a, b), g2 = g_[1][axis].on(a, b), g3 = g_[2][axis].on(a, b);
      LaneMask plus = none(), minus = none(), all_plus = none(), all_minus = none();
      if (face) {
        const CommonSign s1(g1, g_error_[0]), s2(g2, g_error_[1]), s3(g3, g_error_[2]);
        plus = either(s1.plus, either(s2.plus, s3.plus));
        minus = either(s1.minus, either(s2.minus, s3.minus));
        all_plus = both(right(1, s1.plus), both(right(2, s2.plus), right(3, s3.plus)));
        all_minus = both(right(1, s1.minus), both(right(2, s2.minus), right(3, s3.minus)));
      } else {
        Quadratic sum, difference;
        for (int k = 0; k < 3; ++k) sum.c[k] = add(g1.c[k], g2.c[k]), difference.c[k] = subtract(g1.c[k], g3.c[k]);
        const CommonSign s1(sum, add(g_error_[0], g_error_[1])), s2(g2, g_error_[1]), s3(g3, g_error_[2]);
        const CommonSign s4(difference, add(g_error_[0], g_error_[2]));
        plus = either(either(s1.plus, s2.minus), either(s3.plus, s4.plus));
        minus = either(either(s1.minus, s2.plus), either(s3.minus, s4.minus));
        all_plus = both(both(right(0, s1.plus), right(1, s2.minus)), both(right(3, s3.plus), right(2, s4.plus)));
        all_minus = both(both(right(0, s1.minus), right(1, s2.plus)), both(right(3, s3.minus), right(2, s4.minus)));
      }
      answer.no = either(answer.no, both(plus, minus));
      answer.yes = either(answer.yes, either(all_plus, all_minus));
    }
    return answer;
  }

  /// In lanes of `once` the volume, with coefficients f on [from, to], crosses zero once: finds a bracket with certain
  /// signs at both ends and looks whether the features meet there.
  void bracket(const Cubic& f, Lanes from, Lanes to, LaneMask once, LaneMask rises, LaneAnswers& answers) const {
    const Lanes length = subtract(to, from);
    const Crossing zero = crossing(f);
    const Lanes t = add(from, multiply(length, zero.t));
    // With that slope the volume leaves its error within this time.
    const Lanes leaving = divide(multiply(length, volume_error_), absolute(zero.slope));
    Lanes spread = add(add(leaving, leaving), load_all(0x1p-50));
    Lanes lo = from, hi = to;
    LaneMask certain = none();
    for (int round = 0; round < 3; ++round) {
      spread = least(spread, load_all(4e-10));  // a bracket of less than 1e-9
      lo = select(certain, lo, greatest(from, subtract(t, spread)));
      hi = select(certain, hi, least(to, add(t, spread)));
      const Moment a(lo), b(hi);
      const Lanes f_lo = volume_.blossom(a, a, a), f_hi = volume_.blossom(b, b, b);
      certain = both(once, select_mask(rises, is_crossed(f_lo, f_hi), is_crossed(f_hi, f_lo)));
      if (!any(both(once, opposite(certain)))) break;
      spread = multiply(spread, load_all(64.0));
    }
    if (!any(certain)) return;
    const Inside found = inside(Moment(lo), Moment(hi));
    answers.contact = both(certain, found.yes);
    answers.rises = rises;
    answers.free = either(answers.free, both(certain, found.no));
    answers.stuck = both(certain, opposite(either(found.yes, found.no)));
    answers.lo = select(answers.contact, lo, answers.lo);
    answers.hi = select(answers.contact, hi, answers.hi);
  }

  const double* data_;
  Lanes x_[2][3], y_[2][3], z_[2][3];
  Quadratic g_[3][3];  // [which][axis]
  Lanes g_error_[3];
  Cubic volume_;
  Lanes volume_error_;
  int left_out_ = -1;
};
