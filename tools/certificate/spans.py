"""Intervals of fractions with the denominator 2^160, rounded outwards; sine and cosine from their series (docs/maths/certificate.md, section 1).

A span holds two whole numbers: its ends in units of 2^-160. Sums are exact; products, quotients and roots round the lower end down and the
upper end up. A double is its own exact value, or two neighbouring multiples around it if it is finer than that.
"""
import math
from fractions import Fraction

BITS = 160
ONE = 1 << BITS


def ceiling_shift(number):
    return -(-number >> BITS)


class Span:
    """Contains a real number."""

    __slots__ = ("lo", "hi")

    def __init__(self, lo, hi):
        self.lo = lo
        self.hi = hi

    def __neg__(self):
        return Span(-self.hi, -self.lo)

    def __add__(self, other):
        return Span(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other):
        return Span(self.lo - other.hi, self.hi - other.lo)

    def __mul__(self, other):
        lo, hi = product(self, other)
        return Span(lo >> BITS, ceiling_shift(hi))

    def __truediv__(self, other):
        """By a span that does not contain 0."""
        if other.lo <= 0 <= other.hi:
            raise ZeroDivisionError
        ends = [((x << BITS), y) for x in (self.lo, self.hi) for y in (other.lo, other.hi)]
        return Span(min(x // y for x, y in ends), max(-(-x // y) for x, y in ends))

    def most(self):
        """At least |x|, in units."""
        return max(-self.lo, self.hi)

    def sign(self):
        """1, -1, or 0 where it is not known."""
        return 1 if self.lo > 0 else -1 if self.hi < 0 else 0


def product(x, y):
    """The least and the greatest product, in units of 2^-320."""
    a, b, c, d = x.lo, x.hi, y.lo, y.hi
    if a == b:
        return (a * c, a * d) if a >= 0 else (a * d, a * c)
    if c == d:
        return (a * c, b * c) if c >= 0 else (b * c, a * c)
    ends = (a * c, a * d, b * c, b * d)
    return min(ends), max(ends)


def exact(number):
    """A double, an int or a Fraction as a span."""
    top, bottom = number.as_integer_ratio()
    return Span((top << BITS) // bottom, -((-top << BITS) // bottom))


ZERO, UNIT = exact(0), exact(1)


def between(low, high):
    return Span(exact(low).lo, exact(high).hi)


def square(x):
    least = 0 if x.lo <= 0 <= x.hi else min(abs(x.lo), abs(x.hi))
    most = x.most()
    return Span(least * least >> BITS, ceiling_shift(most * most))


def root(x):
    """Of a number that is known not to be negative."""
    low, high = math.isqrt(max(0, x.lo) << BITS), math.isqrt(max(0, x.hi) << BITS)
    return Span(low, high if high * high == x.hi << BITS else high + 1)


def hull(x, y):
    return Span(min(x.lo, y.lo), max(x.hi, y.hi))


# Vectors are tuples of three spans; a map is (rows of its matrix, translation).
def vector(point):
    return tuple(exact(x) for x in point)


def add(x, y):
    return (x[0] + y[0], x[1] + y[1], x[2] + y[2])


def subtract(x, y):
    return (x[0] - y[0], x[1] - y[1], x[2] - y[2])


def scale(s, x):
    return (s * x[0], s * x[1], s * x[2])


def dot(x, y):
    lo = hi = 0
    for a, b in zip(x, y):
        least, most = product(a, b)
        lo += least
        hi += most
    return Span(lo >> BITS, ceiling_shift(hi))


def cross(x, y):
    return (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])


def norm(x):
    return root(square(x[0]) + square(x[1]) + square(x[2]))


IDENTITY = (tuple(tuple(UNIT if i == j else ZERO for j in range(3)) for i in range(3)), (ZERO, ZERO, ZERO))


def turned(rows, x):
    return (dot(rows[0], x), dot(rows[1], x), dot(rows[2], x))


def mapped(pose, x):
    return add(turned(pose[0], x), pose[1])


def turned_back(rows, n):
    """By the transpose: n . (R p) = turned_back(R, n) . p."""
    return tuple(dot(n, (rows[0][i], rows[1][i], rows[2][i])) for i in range(3))


def composed(outer, inner):
    rows = tuple(turned_back(inner[0], row) for row in outer[0])
    return rows, mapped(outer, inner[1])


def arctangent_of_one_over(n):
    """Gregory's series; terms alternate and shrink, so the first one left out bounds the rest."""
    total, k = Fraction(0), 0
    while True:
        term = Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1))
        if abs(term) < Fraction(1, 1 << (BITS + 80)):
            return total - abs(term), total + abs(term)
        total, k = total + term, k + 1


GUARD = 64  # further bits of pi, because it is multiplied by whole numbers


def quarter_turn():
    """pi / 2 by Machin, from both sides, in units of 2^-(160 + 64): pi / 4 = 4 atan(1/5) - atan(1/239)."""
    fifth, small = arctangent_of_one_over(5), arctangent_of_one_over(239)
    low, high = 2 * (4 * fifth[0] - small[1]), 2 * (4 * fifth[1] - small[0])
    return math.floor(low * (ONE << GUARD)), math.ceil(high * (ONE << GUARD))


QUARTER = quarter_turn()


def series(r, odd):
    """Sine (odd) or cosine of |r| <= 0.9 by Taylor: again the first term left out bounds the rest."""
    minus_square, total, k = -square(r), ZERO, 0
    term = r if odd else UNIT
    while term.most() > 1 and k < 60:
        total = total + term
        k += 1
        n = 2 * k + (1 if odd else 0)
        term = term * minus_square / exact(n * (n - 1))
    rest = term.most()
    return within_one(Span(total.lo - rest, total.hi + rest))


def within_one(x):
    return Span(max(x.lo, -ONE), min(x.hi, ONE))


def sine_cosine(x):
    """Of every number of a span: at its lower end, and neither changes by more than the argument does."""
    low = x.lo << GUARD
    k = (2 * low + QUARTER[0]) // (2 * QUARTER[0])
    offsets = (low - k * QUARTER[0], low - k * QUARTER[1])
    r = Span(min(offsets) >> GUARD, -(-max(offsets) >> GUARD))
    s, c = series(r, True), series(r, False)
    sine, cosine = ((s, c), (c, -s), (-s, -c), (-c, s))[k % 4]
    width = x.hi - x.lo
    return tuple(within_one(Span(y.lo - width, y.hi + width)) for y in (sine, cosine))
