#include "deformable/linear_exact.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/exact_polynomial.hpp"

namespace tocca {
namespace {

using Polynomial = ExactPolynomial;
using Vector = std::array<Polynomial, 3>;

constexpr int bracket_bits = 44;

/// The power of two of the lowest bit of a double that is not zero.
int lowest_bit(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int field = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  return field == 0 ? std::countr_zero(fraction) - 1074
                    : field - 1075 + std::countr_zero(fraction | std::uint64_t{1} << 52);
}

Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Polynomial cross(const Vector& a, const Vector& b, std::size_t c) {
  const std::size_t y = (c + 1) % 3, z = (c + 2) % 3;
  return a[y] * b[z] - a[z] * b[y];
}

/// The four vertices as polynomials in time, with whole coefficients (all lengths times one power of two), and what
/// decides contact. The numbering of `weight` is that of docs/maths/linear_queries.md: where the vertices lie in a
/// plane but not on a line, the one affine dependency sum w_i v_i = 0, sum w_i = 0, seen along coordinate axis c, is
/// w_i = weight(i, c), and the features meet where the w of the first feature and the -w of the second have one sign.
class ExactMotion {
 public:
  ExactMotion(LinearKind kind, const FourVertices& vertices) : first_count_(kind == LinearKind::vertex_face ? 1 : 2) {
    int exponent = std::numeric_limits<int>::max();
    for (const auto* side : {&vertices.from, &vertices.to}) {
      for (const auto& vertex : *side) {
        for (const double x : vertex) {
          if (x != 0.0) exponent = std::min(exponent, lowest_bit(x));
        }
      }
    }
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        const BigInteger from = BigInteger::from_double(vertices.from[i][c], exponent);
        const BigInteger to = BigInteger::from_double(vertices.to[i][c], exponent);
        vertex_[i][c] = Polynomial({from, to - from, {}, {}});
      }
    }
    for (std::size_t i = 1; i < 4; ++i) from_first_[i] = vertex_[i] - vertex_[0];
  }

  /// det(v1 - v0, v2 - v0, v3 - v0): zero where the vertices lie in a plane.
  Polynomial volume() const {
    Polynomial sum;
    for (std::size_t c = 0; c < 3; ++c) sum = sum + from_first_[1][c] * weight(1, c);
    return sum;
  }

  /// Found once, when asked for. The four add up to zero.
  const Polynomial& weight(std::size_t i, std::size_t c) const {
    Polynomial& w = weight_[i][c];
    if (is_known_[i][c]) return w;
    is_known_[i][c] = true;
    if (i == 0) return w = Polynomial() - (weight(1, c) + weight(2, c) + weight(3, c));
    const std::size_t next = i == 3 ? 1 : i + 1, last = 6 - i - next;
    return w = cross(from_first_[next], from_first_[last], c);
  }

  Polynomial difference(std::size_t i, std::size_t k, std::size_t c) const { return vertex_[i][c] - vertex_[k][c]; }

  bool is_first(std::size_t i) const { return i < first_count_; }

  /// The weights add up to zero: that of a single vertex is right where those of its face are.
  std::size_t first_weight() const { return first_count_ == 1 ? 1 : 0; }

  /// Do the features share a point at this time? Requires the volume to be zero there.
  bool meets_at(const AlgebraicNumber& t) const {
    for (std::size_t c = 0; c < 3; ++c) {
      if (const std::optional<bool> answer = meets_in_plane(t, c)) return *answer;
    }
    for (std::size_t c = 0; c < 3; ++c) {
      if (const std::optional<bool> answer = meets_on_line(t, c)) return *answer;
    }
    return true;  // all four vertices are one point
  }

 private:
  /// Nothing where the vertices, seen along axis c, lie on a line.
  std::optional<bool> meets_in_plane(const AlgebraicNumber& t, std::size_t c) const {
    bool plus = false, minus = false;
    for (std::size_t i = first_weight(); i < 4; ++i) {
      const int sign = t.sign_of(weight(i, c)) * (is_first(i) ? 1 : -1);
      plus |= sign > 0;
      minus |= sign < 0;
      if (plus && minus) return false;
    }
    return plus || minus ? std::optional(true) : std::nullopt;
  }

  /// On a line: nothing where coordinate c is the same for all four.
  std::optional<bool> meets_on_line(const AlgebraicNumber& t, std::size_t c) const {
    bool plus = false, minus = false, between = false;
    for (std::size_t i = 0; i < first_count_; ++i) {
      for (std::size_t k = first_count_; k < 4; ++k) {
        const int sign = t.sign_of(difference(i, k, c));
        (sign > 0 ? plus : sign < 0 ? minus : between) = true;
      }
    }
    if (!plus && !minus) return std::nullopt;
    return (plus && minus) || between;
  }

  std::size_t first_count_;
  std::array<Vector, 4> vertex_, from_first_;
  mutable std::array<Vector, 4> weight_;
  mutable std::array<std::array<bool, 3>, 4> is_known_{};
};

/// The times at which a first contact can be: zeros of the volume; where that vanishes always, zeros of the weights
/// along an axis along which not all vanish always; else zeros of differences; and the start.
std::vector<AlgebraicNumber> candidates(const ExactMotion& motion) {
  const Polynomial volume = motion.volume();
  if (!volume.is_zero()) return roots_in_unit(volume);
  std::vector<AlgebraicNumber> times{AlgebraicNumber(Dyadic{})};
  const auto add = [&](const Polynomial& p) {
    if (p.is_zero()) return false;
    for (AlgebraicNumber& root : roots_in_unit(p)) times.push_back(std::move(root));
    return true;
  };
  for (std::size_t c = 0; c < 3; ++c) {
    bool some = false;
    for (std::size_t i = motion.first_weight(); i < 4; ++i) some |= add(motion.weight(i, c));
    if (some) return times;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    bool some = false;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t k = i + 1; k < 4; ++k) some |= add(motion.difference(i, k, c));
    }
    if (some) return times;
  }
  return times;
}

}  // namespace

LinearAnswer exact_linear_contact(LinearKind kind, const FourVertices& vertices) {
  const ExactMotion motion(kind, vertices);
  LinearAnswer answer;
  for (AlgebraicNumber& t : candidates(motion)) {
    t.narrow(bracket_bits);
    const double lo = t.lo().rounded_down(), hi = t.hi().rounded_up();
    if (answer.outcome == Outcome::contact && lo >= answer.time.hi) continue;
    if (!motion.meets_at(t)) continue;
    // Candidates are not sorted: the first contact is not before the least lo and not after the least hi.
    answer = {Outcome::contact,
              {answer.outcome == Outcome::contact ? std::min(answer.time.lo, lo) : lo, std::min(answer.time.hi, hi)}};
  }
  return answer;
}

}  // namespace tocca
