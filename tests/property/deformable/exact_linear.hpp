// The truth of linear elementary queries in rationals, with none of our code and by another way than ours: normals of
// degree 4 and ends on segments instead of affine weights, greatest common divisors and Sturm's count instead of
// Tarski's.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "tocca/deformable/linear_query.hpp"

namespace tocca::exact {

/// Coefficients from the constant on; no leading zero; empty is zero.
struct Poly {
  std::vector<mpq_class> c;
  int degree() const { return static_cast<int>(c.size()) - 1; }
  bool is_zero() const { return c.empty(); }
  Poly& trim() {
    while (!c.empty() && c.back() == 0) c.pop_back();
    return *this;
  }
  mpq_class at(const mpq_class& t) const {
    mpq_class v = 0;
    for (std::size_t k = c.size(); k-- > 0;) v = v * t + c[k];
    return v;
  }
};

inline Poly combined(const Poly& p, const Poly& q, int sign) {
  Poly sum;
  sum.c.resize(std::max(p.c.size(), q.c.size()));
  for (std::size_t k = 0; k < p.c.size(); ++k) sum.c[k] += p.c[k];
  for (std::size_t k = 0; k < q.c.size(); ++k) sum.c[k] += sign * q.c[k];
  return sum.trim();
}
inline Poly operator+(const Poly& p, const Poly& q) { return combined(p, q, 1); }
inline Poly operator-(const Poly& p, const Poly& q) { return combined(p, q, -1); }
inline Poly operator*(const Poly& p, const Poly& q) {
  Poly product;
  if (p.is_zero() || q.is_zero()) return product;
  product.c.resize(p.c.size() + q.c.size() - 1);
  for (std::size_t i = 0; i < p.c.size(); ++i) {
    for (std::size_t k = 0; k < q.c.size(); ++k) product.c[i + k] += p.c[i] * q.c[k];
  }
  return product;
}

struct Ratio {
  Poly quotient, rest;
};
inline Ratio divided(Poly p, const Poly& q) {
  Ratio ratio;
  if (p.degree() >= q.degree()) ratio.quotient.c.resize(p.c.size() - q.c.size() + 1);
  while (p.degree() >= q.degree()) {
    const std::size_t power = p.c.size() - q.c.size();
    const mpq_class factor = p.c.back() / q.c.back();
    ratio.quotient.c[power] = factor;
    for (std::size_t k = 0; k < q.c.size(); ++k) p.c[k + power] -= factor * q.c[k];
    p.trim();
  }
  ratio.rest = p;
  return ratio;
}
inline Poly common_divisor(Poly p, Poly q) {
  while (!q.is_zero()) {
    Poly r = divided(p, q).rest;
    if (!r.is_zero()) {
      const mpq_class lead = r.c.back();
      for (mpq_class& x : r.c) x /= lead;
    }
    p = std::move(q);
    q = std::move(r);
  }
  return p;
}
inline Poly derivative(const Poly& p) {
  Poly d;
  for (int k = 1; k <= p.degree(); ++k) d.c.push_back(p.c[static_cast<std::size_t>(k)] * k);
  return d;
}

/// Different roots of a polynomial without multiple ones in (a, b].
inline int root_count(const Poly& p, const mpq_class& a, const mpq_class& b) {
  std::vector<Poly> chain{p, derivative(p)};
  while (!chain.back().is_zero()) chain.push_back(Poly() - divided(chain[chain.size() - 2], chain.back()).rest);
  const auto changes = [&](const mpq_class& t) {
    int count = 0, last = 0;
    for (const Poly& s : chain) {
      const int sign = sgn(s.at(t));
      if (sign != 0 && last != 0 && sign != last) ++count;
      if (sign != 0) last = sign;
    }
    return count;
  };
  return changes(a) - changes(b);
}

inline Poly squarefree(const Poly& p) {
  const Poly d = common_divisor(p, derivative(p));
  Poly simple = d.degree() > 0 ? divided(p, d).quotient : p;
  const mpq_class lead = simple.c.back();  // shorter numbers
  for (mpq_class& x : simple.c) x /= lead;
  return simple;
}

/// The only root of p, which has no multiple ones, in (lo, hi); or lo = hi.
struct Root {
  Poly p;
  mpq_class lo, hi;

  void halve() {
    if (lo == hi) return;
    const mpq_class middle = (lo + hi) / 2;
    const int sign = sgn(p.at(middle));
    if (sign == 0) lo = middle;
    (sign == 0 || sign == sgn(p.at(hi)) ? hi : lo) = middle;
  }

  /// Between lo and hi, within [0, 1], g changes by at most its slope's bound there.
  bool is_far_from_zero(const Poly& g) const {
    mpq_class slope = 0;
    for (int k = 1; k <= g.degree(); ++k) slope += k * abs(g.c[static_cast<std::size_t>(k)]);
    return abs(g.at(hi)) > slope * (hi - lo);
  }

  int sign_of(const Poly& g) {
    if (g.degree() <= 0) return g.is_zero() ? 0 : sgn(g.c[0]);
    for (int k = 0; k < 48 && lo != hi && !is_far_from_zero(g); ++k) halve();
    if (lo == hi) return sgn(g.at(lo));
    if (!is_far_from_zero(g)) {
      const Poly d = common_divisor(p, g);
      if (d.degree() > 0 && root_count(squarefree(d), lo, hi) > 0) return 0;
    }
    while (lo != hi && !is_far_from_zero(g)) halve();
    return sgn(g.at(hi));
  }
};

inline void roots_between(const Poly& p, const mpq_class& a, const mpq_class& b, std::vector<Root>& roots) {
  const int count = root_count(p, a, b);
  if (count == 0) return;
  if (count == 1) {
    Root root{p, p.at(b) == 0 ? b : a, b};
    while (root.lo != root.hi && p.at(root.lo) == 0) {  // a root of its own: away from it
      const mpq_class middle = (root.lo + root.hi) / 2;
      if (p.at(middle) == 0)
        root.lo = root.hi = middle;
      else if (root_count(p, root.lo, middle) == 1)
        root.hi = middle;
      else
        root.lo = middle;
    }
    roots.push_back(root);
    return;
  }
  const mpq_class middle = (a + b) / 2;
  roots_between(p, a, middle, roots);
  roots_between(p, middle, b, roots);
}

inline void add_roots(const Poly& p, std::vector<Root>& roots) {
  if (p.degree() < 1) return;
  const Poly simple = squarefree(p);
  if (simple.at(0) == 0) roots.push_back({simple, 0, 0});
  roots_between(simple, 0, 1, roots);
}

using PolyVector = std::array<Poly, 3>;
inline PolyVector operator-(const PolyVector& a, const PolyVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline PolyVector cross(const PolyVector& a, const PolyVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Poly dot(const PolyVector& a, const PolyVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// A query: its polynomials, the times of contact.
class LinearTruth {
 public:
  LinearTruth(LinearKind kind, const FourVertices& vertices) : face_(kind == LinearKind::vertex_face) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        const mpq_class from(vertices.from[i][c]), to(vertices.to[i][c]);
        v_[i][c] = Poly{{from, to - from}}.trim();
      }
    }
    normal_ = face_ ? cross(v_[2] - v_[1], v_[3] - v_[1]) : cross(v_[1] - v_[0], v_[3] - v_[2]);
    const Poly volume = dot(normal_, face_ ? v_[0] - v_[1] : v_[2] - v_[0]);
    always_planar = volume.is_zero();
    find_conditions();
    std::vector<Root> times;
    if (!always_planar) {
      add_roots(volume, times);
    } else {
      times.push_back({{}, 0, 0});
      for (const Poly& p : normal_) add_roots(p, times);
      for (const Poly& p : within_) add_roots(p, times);
      for (const OnSegment& s : on_segment_) {
        for (const Poly& p : s.off) add_roots(p, times);
        add_roots(s.beyond, times);
      }
    }
    for (Root& t : times) {
      if (meets_at(t)) contacts.push_back(t);
    }
  }

  bool always_planar = false;
  bool bordering = false;      ///< some decision was a zero: a contact at a border of a feature
  std::vector<Root> contacts;  ///< all that can be the first, in any order

  /// Is the first contact in [lo, hi]?
  bool is_first_in(double lo, double hi) {
    bool reached = false;
    for (Root& t : contacts) {
      if (t.sign_of(Poly{{-mpq_class(lo), 1}}.trim()) < 0) return false;
      reached |= t.sign_of(Poly{{-mpq_class(hi), 1}}.trim()) <= 0;
    }
    return reached;
  }

 private:
  struct OnSegment {
    PolyVector off;  ///< zero on the line
    Poly beyond;     ///< not positive between the ends
  };

  void add_segment(std::size_t point, std::size_t a, std::size_t b) {
    on_segment_.push_back({cross(v_[point] - v_[a], v_[b] - v_[a]), dot(v_[point] - v_[a], v_[point] - v_[b])});
  }

  void find_conditions() {
    if (face_) {
      for (std::size_t i = 1; i < 4; ++i) {
        const std::size_t next = i == 3 ? 1 : i + 1;
        within_.push_back(dot(normal_, cross(v_[next] - v_[i], v_[0] - v_[i])));
        add_segment(0, i, next);
      }
    } else {
      const PolyVector r = v_[2] - v_[0], d = v_[1] - v_[0], e = v_[3] - v_[2];
      const Poly nn = dot(normal_, normal_), s = dot(normal_, cross(r, e)), t = dot(normal_, cross(r, d));
      within_ = {s, nn - s, t, nn - t};
      for (std::size_t k = 0; k < 4; ++k) add_segment(k, k < 2 ? 2 : 0, k < 2 ? 3 : 1);
    }
  }

  bool meets_at(Root& t) {
    bool flat = true;
    for (const Poly& p : normal_) flat = flat && t.sign_of(p) == 0;
    if (!flat) {
      for (const Poly& p : within_) {
        const int sign = t.sign_of(p);
        bordering |= sign == 0;
        if (sign < 0) return false;
      }
      return true;
    }
    bordering = true;
    for (std::size_t k = 0; k < on_segment_.size(); ++k) {
      const OnSegment& s = on_segment_[k];
      bool on_line = true;
      for (const Poly& p : s.off) on_line = on_line && t.sign_of(p) == 0;
      if (!on_line || t.sign_of(s.beyond) > 0) continue;
      // A segment of length zero has no direction: then both ends are the point, or beyond is positive.
      return true;
    }
    return false;
  }

  bool face_;
  std::array<PolyVector, 4> v_;
  PolyVector normal_;
  std::vector<Poly> within_;
  std::vector<OnSegment> on_segment_;
};

}  // namespace tocca::exact
