"""Which closed surfaces contain a point: parity of the crossings of a ray (docs/maths/certificate.md, section 5)."""
from fractions import Fraction

from .layout import MESH, Rejected
from .spans import add, cross, dot, exact, hull, mapped, scale, subtract

OPEN, CLOSED, DOUBTFUL = range(3)
OUTSIDE, INSIDE, UNCLEAR = "outside", "inside", "unclear"
# Points of a triangle that lie on no grid that a mesh may have, so that rays from them seldom meet edges.
WEIGHTS = ((0.28125, 0.34375, 0.375), (0.609375, 0.296875, 0.09375), (1.0, 0.0, 0.0))


def edges_of(triangle):
    a, b, c = triangle
    return [(min(x, y), max(x, y)) for x, y in ((a, b), (b, c), (c, a))]


def is_flat(corners):
    """Without area, exactly."""
    a, b, c = ([Fraction(x) for x in corner] for corner in corners)
    u, v = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)]
    return all(u[i] * v[j] == u[j] * v[i] for i, j in ((0, 1), (1, 2), (2, 0)))


def connected(triangles, members):
    """Each member -> the least triangle that edges of members connect it with."""
    at_edge = {}
    for i in members:
        for edge in edges_of(triangles[i]):
            at_edge.setdefault(edge, []).append(i)
    label = {}
    for start in members:
        if start in label:
            continue
        label[start], waiting = start, [start]
        while waiting:
            for edge in edges_of(triangles[waiting.pop()]):
                for other in at_edge.pop(edge, []):
                    if other not in label:
                        label[other] = start
                        waiting.append(other)
    return label


def fins(triangles, members):
    """Triangles with an edge that no other one has; then those that have such an edge without them; and so on."""
    at_edge = {}
    for i in members:
        for edge in edges_of(triangles[i]):
            at_edge.setdefault(edge, []).append(i)
    peeled, waiting = set(), [users[0] for users in at_edge.values() if len(users) == 1]
    while waiting:
        i = waiting.pop()
        if i in peeled:
            continue
        peeled.add(i)
        for edge in edges_of(triangles[i]):
            at_edge[edge] = [other for other in at_edge[edge] if other != i]
            if len(at_edge[edge]) == 1:
                waiting.append(at_edge[edge][0])
    return peeled


class Surface:
    """The surfaces of one mesh, found by its triangles alone: what each triangle bounds.

    Fins bound nothing. A component is doubtful, fins included, if a triangle of it is given twice or has no area; and if an edge has an odd number
    of triangles although no fin is left. Another reading of the file might find a solid there, so no ray may cross it.
    """

    def __init__(self, mesh):
        first_at = {}
        same = [first_at.setdefault(tuple(x + 0.0 for x in vertex), i) for i, vertex in enumerate(mesh.vertices)]
        self.triangles = mesh.triangles
        welded = [tuple(same[i] for i in triangle) for triangle in mesh.triangles]
        everything = range(len(welded))
        whole = connected(welded, everything)
        self.first = sorted(set(whole.values()))  # one triangle of each connected piece
        doubtful_pieces = {whole[i] for i in self.odd_ones(mesh, welded)}
        sure = [i for i in everything if whole[i] not in doubtful_pieces]
        peeled = fins(welded, sure)
        rest = [i for i in sure if i not in peeled]
        self.component = connected(welded, rest)
        uses = {}
        for i in rest:
            for edge in edges_of(welded[i]):
                uses[edge] = uses.get(edge, 0) + 1
        uneven = {self.component[i] for i in rest if any(uses[edge] % 2 for edge in edges_of(welded[i]))}
        self.kind = [OPEN if i in peeled else DOUBTFUL if whole[i] in doubtful_pieces or self.component[i] in uneven else CLOSED
                     for i in everything]

    @staticmethod
    def odd_ones(mesh, welded):
        """Triangles that are given more than once, or have no area."""
        seen = {}
        for i, triangle in enumerate(welded):
            seen.setdefault(tuple(sorted(triangle)), []).append(i)
        repeated = [i for equal in seen.values() if len(equal) > 1 for i in equal]
        return repeated + [i for i, triangle in enumerate(mesh.triangles) if is_flat([mesh.vertices[k] for k in triangle])]


def crosses(p, axis, way, corners):
    """Does the ray from p along a coordinate axis cross a triangle? True, False, or None where it is too near an edge to tell."""
    e, f = (axis + 1) % 3, (axis + 2) % 3
    for i in (e, f):
        if all(c[i].hi < p[i].lo for c in corners) or all(c[i].lo > p[i].hi for c in corners):
            return False
    if all(c[axis].hi < p[axis].lo for c in corners) if way > 0 else all(c[axis].lo > p[axis].hi for c in corners):
        return False
    x, y, z = (subtract(c, p) for c in corners)
    around = [(u[e] * v[f] - u[f] * v[e]).sign() for u, v in ((x, y), (y, z), (z, x))]
    if 1 in around and -1 in around:
        return False
    if 0 in around:
        return None
    side = dot(x, cross(y, z)).sign()
    return None if side == 0 else side * around[0] * way > 0


class Solids:
    """All closed surfaces of a group, and points of each connected piece of it."""

    def __init__(self, shape):
        self.surfaces, self.pieces = [], []
        colliders = [collider for body in shape.group.bodies for collider in body.colliders]
        for collider, first in zip(colliders, shape.first_point):
            if collider.shape != MESH:
                self.pieces.append([shape.points[first]])
                continue
            surface = Surface(collider)
            self.surfaces.append((surface, first))
            for number in surface.first:
                corners = [shape.points[first + i] for i in surface.triangles[number]]
                self.pieces.append([mean(corners, weights) for weights in WEIGHTS])

    def any_closed(self):
        return any(kind != OPEN for surface, _ in self.surfaces for kind in surface.kind)

    def contains(self, p, points, number):
        """Is p in exactly one closed component of the number-th mesh? If it were in a cavity, it would be in two."""
        surface, first = self.surfaces[number]
        rays = (odd_components(surface, p, points, first, axis, way) for axis in range(3) for way in (1, -1))
        return len(next((odd for odd in rays if odd is not None), ())) == 1

    def side(self, p, points):
        """Where p lies; `points` are the group's points in the same frame."""
        answers = [surface_side(surface, p, points, first) for surface, first in self.surfaces]
        return INSIDE if INSIDE in answers else UNCLEAR if UNCLEAR in answers else OUTSIDE


def surface_side(surface, p, points, first):
    """By the first of six rays that tells. The mesh's vertices are the points from `first` on."""
    for axis in range(3):
        for way in (1, -1):
            odd = odd_components(surface, p, points, first, axis, way)
            if odd is not None:
                return INSIDE if odd else OUTSIDE
    return UNCLEAR


def odd_components(surface, p, points, first, axis, way):
    """The closed components that a ray crosses an odd number of times; None if it meets an edge or a doubtful triangle."""
    odd = set()
    for i, kind in enumerate(surface.kind):
        if kind == OPEN:
            continue
        hit = crosses(p, axis, way, [points[first + k] for k in surface.triangles[i]])
        if hit is None or (hit and kind == DOUBTFUL):
            return None
        if hit:
            odd ^= {surface.component[i]}
    return odd


def mean(corners, weights):
    total = scale(exact(weights[0]), corners[0])
    for weight, corner in zip(weights[1:], corners[1:]):
        total = add(total, scale(exact(weight), corner))
    return total


def require_outside(a, pose_a, b, pose_b, where):
    """The inside rule: at one moment no piece of one group lies in a solid of the other. Groups are (shape, solids)."""
    require_pieces_outside(a[1], pose_a, b, pose_b, where)
    require_pieces_outside(b[1], pose_b, a, pose_a, where)


def require_pieces_outside(pieces, pose_pieces, around, pose_around, where):
    shape, solids = around
    if not solids.any_closed():
        return
    points = shape.placed(pose_around)
    box = points[0]
    for p in points:
        box = tuple(hull(x, y) for x, y in zip(box, p))
    for piece in pieces.pieces:
        side = UNCLEAR
        for point in piece:
            p = mapped(pose_pieces, point)
            beyond = any(x.hi < bound.lo or x.lo > bound.hi for x, bound in zip(p, box))
            side = OUTSIDE if beyond else solids.side(p, points)
            if side != UNCLEAR:
                break
        if side == INSIDE:
            raise Rejected(f"{where}: one is inside a closed mesh of the other")
        if side == UNCLEAR:
            raise Rejected(f"{where}: no ray tells whether one is inside the other")
