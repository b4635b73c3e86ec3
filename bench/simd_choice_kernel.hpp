// The kernel of bench/simd_choice.cpp, included once in the namespace of each contestant, which brings:
//   Lanes, kLanes, load(p), store(p, v), add, subtract, multiply, absolute, least, greatest.
// No include guard, on purpose; only these operations, so that all contestants give the same bits.

inline Lanes beyond(Lanes start, Lanes end, Lanes radius) {  // how far the interval [start, end] stays beyond +-radius
  const Lanes above = least(start, end), below = subtract(load_all(0.0), greatest(start, end));
  return subtract(greatest(above, below), radius);
}

inline Lanes dot(Lanes a, Lanes b, Lanes c, Lanes x, Lanes y, Lanes z) {
  return add(add(multiply(a, x), multiply(b, y)), multiply(c, z));
}

/// For each pair, the greatest distance by which one of the 15 axes separates the boxes all along the chord.
inline void separations(const Pairs& pairs, double* result) {
  for (std::size_t at = 0; at < Pairs::kCount; at += kLanes) {
    const auto field = [&](int k) { return load(pairs.field(k) + at); };
    Lanes r[3][3], size[3][3], from[3], to[3], a[3], b[3];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        r[i][j] = field(3 * i + j);
        size[i][j] = absolute(r[i][j]);
      }
      from[i] = field(9 + i);
      to[i] = field(12 + i);
      a[i] = field(15 + i);
      b[i] = field(18 + i);
    }
    Lanes best = load_all(-1e300);
    for (int i = 0; i < 3; ++i) {
      const Lanes radius = add(a[i], dot(size[i][0], size[i][1], size[i][2], b[0], b[1], b[2]));
      best = greatest(best, beyond(from[i], to[i], radius));
    }
    for (int j = 0; j < 3; ++j) {
      const Lanes radius = add(b[j], dot(size[0][j], size[1][j], size[2][j], a[0], a[1], a[2]));
      best = greatest(best, beyond(dot(from[0], from[1], from[2], r[0][j], r[1][j], r[2][j]),
                                   dot(to[0], to[1], to[2], r[0][j], r[1][j], r[2][j]), radius));
    }
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (int j = 0; j < 3; ++j) {
        const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const Lanes radius = add(add(multiply(a[i1], size[i2][j]), multiply(a[i2], size[i1][j])),
                                 add(multiply(b[j1], size[i][j2]), multiply(b[j2], size[i][j1])));
        const Lanes start = subtract(multiply(from[i2], r[i1][j]), multiply(from[i1], r[i2][j]));
        const Lanes end = subtract(multiply(to[i2], r[i1][j]), multiply(to[i1], r[i2][j]));
        best = greatest(best, beyond(start, end, radius));
      }
    }
    store(result + at, best);
  }
}
