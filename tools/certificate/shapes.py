"""The items of a group in its frame, and how far ranges of them reach along a direction (docs/maths/certificate.md, section 4)."""
from dataclasses import dataclass

from .kinematics import gain, place
from .layout import BOX, CAPSULE, CONE, CYLINDER, MESH, SPHERE, Rejected
from .spans import ZERO, Span, between, composed, dot, exact, hull, mapped, norm, root, scale, square, subtract, turned, vector


@dataclass
class Item:
    """The convex hull of points and discs (centre, two half axes), grown by a ball."""

    points: list
    discs: list
    ball: Span


def corners(collider):
    """The points that a collider is spanned by, or that its ball or discs sit on, in its own frame."""
    size, shape = collider.size, collider.shape
    if shape == SPHERE:
        return [(0.0, 0.0, 0.0)]
    if shape in (CAPSULE, CYLINDER):
        return [(0.0, 0.0, -0.5 * size[1]), (0.0, 0.0, 0.5 * size[1])]
    if shape == CONE:  # the tip, then the disc's centre
        return [(0.0, 0.0, 0.5 * size[1]), (0.0, 0.0, -0.5 * size[1])]
    if shape == BOX:
        return [tuple((0.5 if k >> i & 1 else -0.5) * size[i] for i in range(3)) for k in range(8)]
    return collider.vertices


class Shape:
    """A group as the rules see it."""

    def __init__(self, group, name):
        self.group, self.items, self.points, self.first_point = group, [], [], []
        for body in group.bodies:
            for collider in body.colliders:
                self.add(body, collider)
        self.measure()
        self.require_boxes(name)

    def add(self, body, collider):
        pose = composed(place(body.placement), place(collider.placement))
        stretch = gain(body.placement, f"body {body.name}") * gain(collider.placement, f"body {body.name}")
        points = [mapped(pose, vector(corner)) for corner in corners(collider)]
        self.first_point.append(len(self.points))
        self.points += points
        if collider.shape == MESH:
            self.items += [Item([points[i] for i in triangle], [], ZERO) for triangle in collider.triangles]
        elif collider.shape in (CYLINDER, CONE):
            radius = exact(collider.size[0])
            u, v = turned(pose[0], (radius, ZERO, ZERO)), turned(pose[0], (ZERO, radius, ZERO))
            round_ones = points if collider.shape == CYLINDER else points[1:]
            sharp_ones = [] if collider.shape == CYLINDER else points[:1]
            self.items.append(Item(sharp_ones, [(centre, u, v) for centre in round_ones], ZERO))
        else:
            ball = exact(collider.size[0]) * stretch if collider.shape in (SPHERE, CAPSULE) else ZERO
            self.items.append(Item(points, [], ball))

    def measure(self):
        """A ball around the middle of the box of all points."""
        self.box = self.points[0]
        for p in self.points:
            self.box = tuple(hull(x, y) for x, y in zip(self.box, p))
        middles = [(x.lo + x.hi) // 2 for x in self.box]
        self.centre = tuple(Span(x, x) for x in middles)
        around = max(norm(subtract(p, self.centre)).hi for p in self.points)
        grown = max([item.ball.hi for item in self.items]
                    + [norm(u).hi + norm(v).hi for item in self.items for _, u, v in item.discs])
        self.radius = Span(around + grown, around + grown)
        self.farthest = self.radius + norm(self.centre)

    def item_reach(self, item, n, length):
        """At least the greatest n . p of an item's points, in units."""
        most = [dot(n, p).hi for p in item.points]
        most += [(dot(n, centre) + root(square(dot(n, u)) + square(dot(n, v)))).hi for centre, u, v in item.discs]
        return max(most) + ((length * item.ball).hi if item.ball.hi else 0)

    def reach(self, number, n):
        """The same for a range: by its items, or by its box if it has one.

        n = sum of (n . axis) axis + rest: along the axes the box bounds p, along the rest its distance from the origin does.
        """
        bounds = self.group.ranges[number]
        if bounds.box is None:
            length = norm(n)
            return max(self.item_reach(self.items[item], n, length) for item in self.items_of(bounds))
        rest, total = n, ZERO
        for axis, low, high in zip(*bounds.box):
            direction = vector(axis)
            along = dot(n, direction)
            rest = subtract(rest, scale(along, direction))
            total = total + along * between(low, high)
        return (total + norm(rest) * self.farthest).hi

    def items_of(self, bounds):
        return self.group.order[bounds.begin : bounds.begin + bounds.count]

    def require_boxes(self, name):
        """Every box contains the items of its range: by support along its axes, both ways."""
        for number, bounds in enumerate(self.group.ranges):
            if bounds.box is None:
                continue
            for axis, low, high in zip(*bounds.box):
                ahead, back = vector(axis), vector([-x for x in axis])
                length, most, least = norm(ahead), exact(high).lo, exact(low).hi
                for item in self.items_of(bounds):
                    if self.item_reach(self.items[item], ahead, length) > most or -self.item_reach(self.items[item], back, length) < least:
                        raise Rejected(f"{name}: the box of range {number} does not contain item {item}")

    def placed(self, pose):
        return [mapped(pose, p) for p in self.points]


def place_of(group, item):
    """The body and collider that an item belongs to, and its number in the collider."""
    for body in group.bodies:
        for collider in body.colliders:
            if item < collider.item_count():
                return body, collider, item
            item -= collider.item_count()
    raise Rejected("there is no such item")
