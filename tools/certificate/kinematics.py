"""Where frames are, and how far bodies stray from their chords (docs/maths/certificate.md, sections 2 and 3)."""
from .layout import FIXED, FREE, SLIDE, TURN, Rejected
from .spans import IDENTITY, ONE, UNIT, ZERO, Span, composed, cross, dot, exact, mapped, norm, root, scale, sine_cosine, square, subtract, vector

NEAR_ROTATION = exact(1e-6).hi  # how far a stored matrix or axis may be from a rotation or from unit length


def place(placement):
    return tuple(vector(row) for row in placement.rows), vector(placement.translation)


def gain(placement, where):
    """At least how much the matrix stretches: |R|^2 <= 1 + |R^T R - I|, in Frobenius' norm."""
    rows = [vector(row) for row in placement.rows]
    total = ZERO
    for i in range(3):
        for j in range(3):
            entry = dot([row[i] for row in rows], [row[j] for row in rows])
            total = total + square(entry - UNIT if i == j else entry)
    off = root(total)
    if off.hi > NEAR_ROTATION:
        raise Rejected(f"{where}: a placement is not a rotation")
    return root(Span(ONE, ONE + off.hi))


def frame_gain(frame, where):
    stretch = gain(frame.placement, where)
    if frame.kind != TURN:
        return stretch
    axis = vector(frame.axis)
    off = (dot(axis, axis) - UNIT).most()
    if off > NEAR_ROTATION:
        raise Rejected(f"{where}: an axis to turn about is not of unit length")
    return stretch * Span(ONE, ONE + 3 * off)


def derivative(law, order, time):
    """Differences of Bernstein control values, then de Casteljau's scheme."""
    radius = exact(law.radius).hi
    control = [exact(x) + Span(-radius, radius) for x in law.control]
    for _ in range(order):
        degree = exact(len(control) - 1)
        control = [degree * (y - x) for x, y in zip(control, control[1:])] or [ZERO]
    while len(control) > 1:
        control = [x + time * (y - x) for x, y in zip(control, control[1:])]
    return control[0]


def rotation_about(axis, angle):
    """I + sin K + (1 - cos) K^2, where K p = axis x p, so that K^2 = a a^T - |a|^2 I."""
    sine, cosine = sine_cosine(angle)
    rest, length = UNIT - cosine, dot(axis, axis)
    cross_rows = ((ZERO, -axis[2], axis[1]), (axis[2], ZERO, -axis[0]), (-axis[1], axis[0], ZERO))
    rows = []
    for i in range(3):
        row = [sine * cross_rows[i][j] + rest * (axis[i] * axis[j]) for j in range(3)]
        row[i] = row[i] + UNIT - rest * length
        rows.append(tuple(row))
    return tuple(rows), (ZERO, ZERO, ZERO)


class Motion:
    """Everything that moves during one segment."""

    def __init__(self, statement, segment):
        given = iter(segment.free_frames)
        self.laws = segment.laws
        self.frames = [next(given) if frame.kind == FREE else frame for frame in statement.frames]
        self.gains = [frame_gain(frame, f"frame {i}") for i, frame in enumerate(self.frames)]
        self.known = {}  # (frame, time) -> map into the parent

    def common(self, a, b):
        """The lowest common ancestor; a parent's number is less than its child's."""
        while a != b:
            if a > b:
                a = self.frames[a].parent
            else:
                b = self.frames[b].parent
        return a

    def chain(self, ancestor, frame):
        while frame != ancestor:
            yield frame
            frame = self.frames[frame].parent

    def rests(self, number):
        frame = self.frames[number]
        if frame.kind == FIXED:
            return True
        law = self.laws[frame.coordinate]
        return law.radius == 0.0 and all(x == law.control[0] for x in law.control)

    def value(self, frame, time):
        q = derivative(self.laws[frame.coordinate], 0, exact(time))
        return exact(frame.multiplier) * q + exact(frame.offset)

    def local(self, number, time):
        """Into the parent's frame, at a time."""
        key = (number, 0.0 if self.rests(number) else time)
        if key not in self.known:
            self.known[key] = self.local_now(self.frames[number], time)
        return self.known[key]

    def local_now(self, frame, time):
        outer = place(frame.placement)
        if frame.kind == FIXED:
            return outer
        axis, q = vector(frame.axis), self.value(frame, time)
        if frame.kind == SLIDE:
            return outer[0], mapped(outer, scale(q, axis))
        return composed(outer, rotation_about(axis, q))

    def pose(self, ancestor, frame, time):
        result = IDENTITY
        for number in self.chain(ancestor, frame):
            result = composed(self.local(number, time), result)
        return result

    def rates(self, frame, window):
        """At least |q'| and |q''|."""
        law, factor = self.laws[frame.coordinate], exact(abs(frame.multiplier))
        first, second = derivative(law, 1, window).most(), derivative(law, 2, window).most()
        return factor * Span(first, first), factor * Span(second, second)

    def tube(self, ancestor, frame, shape, a, b):
        """h^2 / 8 times a bound of |p''|, as section 3 derives it. An upper bound is the .hi of what is returned."""
        chain = list(self.chain(ancestor, frame))
        if all(self.rests(number) for number in chain):
            return ZERO
        stretch = UNIT
        for number in chain:
            stretch = stretch * self.gains[number]
        length, window = exact(b) - exact(a), Span(exact(a).lo, exact(b).hi)
        radius, half = stretch * shape.radius, length * exact(0.5)
        at_a = at_b = shape.centre
        travelled = speeds = total = ZERO
        for number in chain:
            joint = self.frames[number]
            if not self.rests(number):
                v, w = self.rates(joint, window)
                axis = vector(joint.axis)
                s = norm(axis) * stretch
                if joint.kind == TURN:
                    away = [norm(cross(axis, x)).hi for x in (at_a, at_b)]
                    s = stretch * (Span(max(away), max(away)) + radius + travelled)
                    total = total + v * (v * s + speeds + speeds)
                total, speeds, travelled = total + w * s, speeds + v * s, travelled + half * (v * s)
            at_a, at_b = mapped(self.local(number, a), at_a), mapped(self.local(number, b), at_b)
        return square(length) * exact(0.125) * (square(stretch) * total)


def jump(before, after):
    """How far two poses are apart: the greatest of the distances of their translations and of their rows."""
    apart = [norm(subtract(before[1], after[1]))] + [norm(subtract(x, y)) for x, y in zip(before[0], after[0])]
    return max(x.hi for x in apart)
