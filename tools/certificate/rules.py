"""The rules: cover and leaves, meeting ends, exemptions, inside, contact (docs/maths/certificate.md, sections 4 to 7)."""
import struct
from dataclasses import dataclass, field
from fractions import Fraction

from .kinematics import Motion, jump, place
from .layout import (BOX, CAPSULE, CLAIM, CONE, CYLINDER, FREE, HULL, MESH, SEGMENT, SLIDE, SPHERE, STATEMENT, TURN, Rejected, Unreadable,
                     read_claim, read_segment, read_statement)
from .shapes import Shape, place_of
from .solids import Solids, require_outside
from .spans import ONE, dot, exact, mapped, norm, subtract, turned_back, vector

LARGEST_JUMP = exact(1e-9).lo  # of what a free frame carries, where two segments meet
DEEPEST = 4096  # open nodes of a proof
LEAF, HALVE, SPLIT_A, SPLIT_B, CUT, SHORT_LEAF = range(6)


@dataclass
class Task:
    """A segment, and what its neighbour before it decides."""

    segment: object
    motion: Motion
    where: str
    reasons: list  # of each pair; 0: checked
    begins: list = field(default_factory=list)  # does a stretch in which the pair is checked begin here?


@dataclass
class Found:
    """What an audit counts."""

    segments: int = 0
    leaves: int = 0
    checked: int = 0  # pairs of bodies
    left_out: int = 0
    claim: object = None
    contact: str = ""


class Window:
    """Two groups from a to b, seen from their common ancestor: poses at both ends, and both tubes."""

    def __init__(self, motion, shapes, a, b):
        self.a, self.b = a, b
        frames = [shape.group.frame for shape in shapes]
        ancestor = motion.common(*frames)
        self.ends = [[motion.pose(ancestor, frame, time) for frame in frames] for time in (a, b)]
        self.tubes = motion.tube(ancestor, frames[0], shapes[0], a, b) + motion.tube(ancestor, frames[1], shapes[1], a, b)


def gap(poses, shapes, ranges, n):
    """The least n . p of the first minus the greatest n . q of the second, from below."""
    back = turned_back(poses[0][0], n)
    reach = shapes[0].reach(ranges[0], tuple(-x for x in back)) + shapes[1].reach(ranges[1], turned_back(poses[1][0], n))
    return dot(n, subtract(poses[0][1], poses[1][1])).lo - reach


def margin(window, shapes, ranges, axis, clearance):
    """The leaf rule: positive if the axis keeps two ranges apart by more than the clearance for the whole window."""
    n = vector(axis)
    needed = norm(n) * (exact(clearance) + window.tubes)
    return min(gap(poses, shapes, ranges, n) for poses in window.ends) - needed.hi


class Proof:
    """Walks the bytes of a segment's proof."""

    def __init__(self, data):
        self.data, self.place, self.nodes, self.leaves = data, 0, 0, 0

    def reject(self, where, why):
        raise Rejected(f"{where}, node {self.nodes}: {why}")

    def take(self, layout, where):
        size = struct.calcsize("<" + layout)
        if len(self.data) - self.place < size:
            self.reject(where, "the proof ends too early")
        values = struct.unpack_from("<" + layout, self.data, self.place)
        self.place += size
        return values

    def require_apart(self, motion, shapes, clearance, until, where):
        """The tree of one pair on [0, until]: each node divides time, or a range, or is a leaf."""
        waiting = [(Window(motion, shapes, 0.0, until), 0, 0)]
        while waiting:
            window, a, b = waiting.pop()
            if len(waiting) > DEEPEST:
                self.reject(where, "the proof is too deep")
            (kind,) = self.take("B", where)
            if kind in (LEAF, SHORT_LEAF):
                axis = self.take("3f" if kind == LEAF else "3h", where)
                self.require_leaf(window, shapes, (a, b), axis, clearance, where)
            elif kind in (HALVE, CUT):
                at = 0.5 * (window.a + window.b) if kind == HALVE else self.take("d", where)[0]
                if not window.a < at < window.b:
                    self.reject(where, "time is split outside its window")
                waiting += [(Window(motion, shapes, at, window.b), a, b), (Window(motion, shapes, window.a, at), a, b)]
            elif kind in (SPLIT_A, SPLIT_B):
                bounds = shapes[0].group.ranges[a] if kind == SPLIT_A else shapes[1].group.ranges[b]
                self.require_divisible(bounds, clearance, where)
                waiting += ([(window, bounds.right, b), (window, a + 1, b)] if kind == SPLIT_A else
                            [(window, a, bounds.right), (window, a, b + 1)])
            else:
                self.reject(where, "unknown node")
            self.nodes += 1

    def require_leaf(self, window, shapes, ranges, axis, clearance, where):
        if any(x != x or abs(x) == float("inf") for x in axis):
            self.reject(where, "an axis is not finite")
        by = margin(window, shapes, ranges, axis, clearance)
        if by <= 0:
            self.reject(where, f"the axis does not keep the two apart (short by {float(Fraction(-by, ONE))} m)")
        self.leaves += 1

    def require_divisible(self, bounds, clearance, where):
        if bounds.right == 0:
            self.reject(where, "a single item cannot be split")
        if clearance < 0.0:
            self.reject(where, "bodies that may penetrate each other cannot be split")


class Audit:
    """One block after the other."""

    def __init__(self, statement):
        self.statement, self.found, self.before = statement, Found(), None
        if not statement.groups:
            raise Rejected("statement: there are no bodies")
        self.groups = []
        for i, group in enumerate(statement.groups):
            shape = Shape(group, f"group {i}")
            self.groups.append((shape, Solids(shape)))
        self.left_out = [pair.reason for pair in statement.pairs]

    def add_segment(self, segment):
        where = f"segment block {self.found.segments}"
        if self.before and self.before.segment.until < 1.0:
            raise Rejected(f"{where}: follows a segment that is not free to its end")
        task = Task(segment, Motion(self.statement, segment), where, [pair.reason for pair in self.statement.pairs])
        for pair, reason in segment.exempt.items():
            if task.reasons[pair] != 0:
                raise Rejected(f"{where}: a pair is left out twice")
            task.reasons[pair] = reason
        follows = self.before is not None and self.statement.continuous
        if follows:
            self.require_meeting(task)
        for i, reason in enumerate(task.reasons):
            inherits = follows and self.before.reasons[i] == 0 and not self.may_jump(self.statement.pairs[i])
            task.begins.append(reason == 0 and not inherits)
            self.left_out[i] = reason or self.left_out[i]
        self.require_segment(task)
        self.before = task
        self.found.segments += 1

    def may_jump(self, pair):
        """Does a free frame carry one of the two? Then what was outside a solid at the end of a segment may be inside at the next one's start."""
        for group in (pair.a, pair.b):
            number = self.statement.groups[group].frame
            while number >= 0:
                if self.statement.frames[number].kind == FREE:
                    return True
                number = self.statement.frames[number].parent
        return False

    def require_meeting(self, task):
        """A segment begins where the one before it ended: coordinates exactly, or as far as they are known; what free frames carry, nearly."""
        frames = self.statement.frames
        for i in sorted({frame.coordinate for frame in frames if frame.kind in (TURN, SLIDE)}):
            old, new = self.before.segment.laws[i], task.segment.laws[i]
            if abs(Fraction(old.control[-1]) - Fraction(new.control[0])) > Fraction(old.radius) + Fraction(new.radius):
                raise Rejected(f"{task.where}: coordinate {i} does not begin where it ended")
        for i, group in enumerate(self.statement.groups if task.segment.free_frames else []):
            poses = self.before.motion.pose(-1, group.frame, 1.0), task.motion.pose(-1, group.frame, 0.0)
            if jump(*poses) > LARGEST_JUMP:
                raise Rejected(f"{task.where}: group {i} does not begin where it ended")

    def require_segment(self, task):
        """Every pair that is not left out is proven apart, and was not inside where its stretch begins."""
        proof, motion, until = Proof(task.segment.proof), task.motion, task.segment.until
        for i, pair in enumerate(self.statement.pairs):
            if task.reasons[i] != 0 or until == 0.0:
                continue
            a, b = self.groups[pair.a], self.groups[pair.b]
            where = f"{task.where}, {self.name(pair.a)} - {self.name(pair.b)}"
            proof.require_apart(motion, (a[0], b[0]), pair.clearance, until, where)
            if task.begins[i] and pair.clearance >= 0.0:
                frames = a[0].group.frame, b[0].group.frame
                ancestor = motion.common(*frames)
                require_outside(a, motion.pose(ancestor, frames[0], 0.0), b, motion.pose(ancestor, frames[1], 0.0), where)
        if proof.place != len(proof.data):
            raise Rejected(f"{task.where}: {len(proof.data) - proof.place} bytes of proof are left over")
        self.found.leaves += proof.leaves

    def name(self, group):
        bodies = self.statement.groups[group].bodies
        return bodies[0].name + (f" and {len(bodies) - 1} more" if len(bodies) > 1 else "")

    def finish(self, claim):
        found, last = self.found, self.before
        if claim.segments != found.segments:
            raise Rejected(f"claim: counts {claim.segments} segments, not {found.segments}")
        if last is None:
            raise Rejected("claim: there is no segment")
        if claim.free and last.segment.until < 1.0:
            raise Rejected("claim: the last segment is not free to its end")
        if not claim.free:
            self.require_contact(claim)
        found.claim = claim
        sizes = [len(group.bodies) for group in self.statement.groups]
        found.left_out = sum(n * (n - 1) // 2 for n in sizes)  # both rest in one frame
        for pair, reason in zip(self.statement.pairs, self.left_out):
            if reason:
                found.left_out += sizes[pair.a] * sizes[pair.b]
            else:
                found.checked += sizes[pair.a] * sizes[pair.b]
        return found

    def require_contact(self, claim):
        """Two points, one of each item, within clearance and tolerance; or a point inside a closed surface."""
        groups, last = (claim.a.group, claim.b.group), self.before
        number = next((i for i, pair in enumerate(self.statement.pairs) if (pair.a, pair.b) == (min(groups), max(groups))), None)
        if number is None:
            raise Rejected("contact: a group does not touch itself")
        pair = self.statement.pairs[number]
        if last.reasons[number] != 0:
            raise Rejected("contact: the pair is left out")
        if pair.clearance < 0.0:
            raise Rejected("contact: a pair that may penetrate has no witness")
        if claim.time < last.segment.until:
            raise Rejected("contact: lies before the moment up to which the segment is free")
        shapes = [self.groups[group][0] for group in groups]
        ancestor = last.motion.common(*(shape.group.frame for shape in shapes))
        poses = [last.motion.pose(ancestor, shape.group.frame, claim.time) for shape in shapes]
        p = mapped(poses[0], witness_point(shapes[0], claim.a))
        if claim.inside:
            number = mesh_number(shapes[1].group, claim.b.item)
            if not self.groups[groups[1]][1].contains(p, shapes[1].placed(poses[1]), number):
                raise Rejected("contact: the witness is not inside")
        else:
            apart = norm(subtract(p, mapped(poses[1], witness_point(shapes[1], claim.b)))).hi
            if apart > (exact(pair.clearance) + exact(self.statement.tolerance)).lo:
                raise Rejected(f"contact: the witnesses are {float(Fraction(apart, ONE))} m apart, more than the clearance and the tolerance")
        names = [place_of(shape.group, witness.item)[0].name for shape, witness in zip(shapes, (claim.a, claim.b))]
        self.found.contact = " and ".join(names)


def mesh_number(group, item):
    """Which of a group's meshes an item belongs to."""
    colliders = [collider for body in group.bodies for collider in body.colliders]
    chosen = place_of(group, item)[1]
    if chosen.shape != MESH:
        raise Rejected("contact: nothing is inside of a primitive without touching it")
    return [collider is chosen for collider in colliders if collider.shape == MESH].index(True)


def contains(collider, point):
    """Is a point of a collider's frame in its solid? In exact fractions."""
    x, y, z = (Fraction(value) for value in point)
    size = [Fraction(value) for value in collider.size]
    across = x * x + y * y
    if collider.shape == SPHERE:
        return across + z * z <= size[0] ** 2
    if collider.shape == BOX:
        return all(2 * abs(value) <= side for value, side in zip((x, y, z), size))
    half = size[1] / 2
    if collider.shape == CAPSULE:
        return across + max(Fraction(0), abs(z) - half) ** 2 <= size[0] ** 2
    if collider.shape == CYLINDER:
        return abs(z) <= half and across <= size[0] ** 2
    assert collider.shape == CONE
    return abs(z) <= half and across * size[1] ** 2 <= (size[0] * (half - z)) ** 2


def witness_point(shape, witness):
    """The point that a witness names, in its group's frame."""
    body, collider, item = place_of(shape.group, witness.item)
    if collider.shape in (HULL, MESH):
        vertices = collider.vertices if collider.shape == HULL else [collider.vertices[i] for i in collider.triangles[item]]
        if len(witness.weights) != len(vertices):
            raise Rejected(f"contact: a witness has {len(witness.weights)} weights, not {len(vertices)}")
        weights = [Fraction(weight) for weight in witness.weights]
        if sum(weights) == 0:
            raise Rejected("contact: all weights of a witness are 0")
        point = tuple(exact(sum(w * Fraction(v[i]) for w, v in zip(weights, vertices)) / sum(weights)) for i in range(3))
    else:
        if not contains(collider, witness.point):
            raise Rejected("contact: a witness is not a point of its item")
        point = vector(witness.point)
    return mapped(place(body.placement), mapped(place(collider.placement), point))


def audit(blocks):
    """Checks all blocks of a certificate, and returns what it found; raises Rejected or Unreadable."""
    kind, data = next(blocks, (None, None))
    if kind != STATEMENT:
        raise Unreadable("the statement is missing")
    run = Audit(read_statement(data))
    for kind, data in blocks:
        if kind == STATEMENT:
            raise Unreadable("there are two statements")
        if kind == SEGMENT:
            run.add_segment(read_segment(run.statement, data))
            continue
        assert kind == CLAIM
        claim = read_claim(run.statement, data)
        if next(blocks, None):
            raise Unreadable("something follows the claim")
        return run.finish(claim)
    raise Unreadable("the claim is missing: the file ends too early")
