"""Bytes to statements, segments and claims, as docs/certificate-format.md says; everything that a reader must refuse is refused here."""
import math
import struct
import zlib
from dataclasses import dataclass, field

MAGIC, VERSION, LARGEST = b"TOCCACRT", 1, 1e30
STATEMENT, SEGMENT, CLAIM = 1, 2, 3  # kinds of blocks
FIXED, TURN, SLIDE, FREE = range(4)  # kinds of frames
SPHERE, CAPSULE, BOX, CYLINDER, CONE, HULL, MESH = range(7)  # shapes
SIZES = {SPHERE: 1, CAPSULE: 2, BOX: 3, CYLINDER: 2, CONE: 2}


class Unreadable(Exception):
    """Not a certificate, or a damaged one."""


class Rejected(Exception):
    """A rule does not hold."""


@dataclass
class Placement:
    rows: tuple
    translation: tuple


@dataclass
class Frame:
    kind: int
    parent: int  # -1: the world
    placement: Placement = None
    axis: tuple = None
    coordinate: int = 0
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass
class Collider:
    placement: Placement
    shape: int
    size: tuple = ()
    vertices: list = field(default_factory=list)
    triangles: list = field(default_factory=list)

    def item_count(self):
        return len(self.triangles) if self.shape == MESH else 1


@dataclass
class Body:
    name: str
    placement: Placement
    colliders: list


@dataclass
class Range:
    begin: int
    count: int
    right: int = 0  # the second child; the first follows the range itself. 0: an item by itself
    box: tuple = None  # (three axes, low, high)


@dataclass
class Group:
    frame: int
    bodies: list
    order: list
    ranges: list


@dataclass
class Pair:
    a: int
    b: int
    clearance: float
    reason: int  # 0: checked


@dataclass
class Input:
    role: str
    name: str
    digest: bytes


@dataclass
class Statement:
    producer: str
    inputs: list
    tolerance: float
    continuous: bool
    reasons: list
    coordinates: list  # names
    frames: list
    groups: list
    pairs: list


@dataclass
class Law:
    radius: float
    control: tuple


@dataclass
class Segment:
    index: int
    start: float
    end: float
    until: float
    laws: list
    free_frames: list
    exempt: dict  # pair -> reason
    proof: bytes


@dataclass
class Witness:
    group: int
    item: int
    weights: tuple
    point: tuple


@dataclass
class Claim:
    free: bool
    segments: int
    time: float = 0.0
    inside: bool = False
    a: Witness = None
    b: Witness = None


class Cursor:
    """Takes numbers out of a block, one after the other."""

    def __init__(self, data, block):
        self.data, self.block, self.place = data, block, 0

    def fail(self, problem):
        raise Unreadable(f"{self.block}, byte {self.place}: {problem}")

    def left(self):
        return len(self.data) - self.place

    def take(self, layout):
        size = struct.calcsize("<" + layout)
        if self.left() < size:
            self.fail("ends too early")
        values = struct.unpack_from("<" + layout, self.data, self.place)
        self.place += size
        return values

    def numbers(self, count, kind="d"):
        values = self.take(f"{count}{kind}")
        if not all(math.isfinite(x) and abs(x) <= LARGEST for x in values):
            self.fail("a number must be finite and at most 1e30")
        return values

    def at_least(self, least):
        (value,) = self.numbers(1)
        if value < least:
            self.fail(f"a number is too small ({value})")
        return value

    def count(self, size):
        """Of things of at least `size` bytes each, for which there must be room."""
        (value,) = self.take("I")
        if value * size > self.left():
            self.fail(f"a count of {value} exceeds the block")
        return value

    def below(self, limit):
        (value,) = self.take("I")
        if value >= limit:
            self.fail(f"an index of {value} is not below {limit}")
        return value

    def byte_below(self, limit):
        (value,) = self.take("B")
        if value >= limit:
            self.fail(f"unknown kind {value}")
        return value

    def text(self):
        length = self.count(1)
        data = bytes(self.data[self.place : self.place + length])
        self.place += length
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            self.fail("a text is not UTF-8")
        if any(character < " " or "\x7f" <= character <= "\x9f" for character in text):
            self.fail("a text has a control character")
        return text

    def end(self):
        if self.left():
            self.fail(f"{self.left()} bytes are left over")


def read_placement(cursor):
    values = cursor.numbers(12)
    return Placement((values[0:3], values[3:6], values[6:9]), values[9:12])


def read_frame(cursor, number, coordinates, kinds):
    kind = cursor.byte_below(kinds)
    frame = Frame(kind, cursor.below(number + 1) - 1)
    if kind == FREE:
        return frame
    frame.placement = read_placement(cursor)
    if kind != FIXED:
        frame.axis = cursor.numbers(3)
        frame.coordinate = cursor.below(coordinates)
        frame.multiplier, frame.offset = cursor.numbers(2)
    return frame


def read_collider(cursor):
    collider = Collider(read_placement(cursor), cursor.byte_below(7))
    if collider.shape in SIZES:
        collider.size = tuple(cursor.at_least(0.0) for _ in range(SIZES[collider.shape]))
        return collider
    collider.vertices = [cursor.numbers(3) for _ in range(cursor.count(24))]
    if not collider.vertices:
        cursor.fail("a mesh or hull has no vertex")
    if collider.shape == MESH:
        limit = len(collider.vertices)
        collider.triangles = [tuple(cursor.below(limit) for _ in range(3)) for _ in range(cursor.count(12))]
        if not collider.triangles:
            cursor.fail("a mesh has no triangle")
    return collider


def read_body(cursor):
    name = cursor.text()
    placement = read_placement(cursor)
    return Body(name, placement, [read_collider(cursor) for _ in range(cursor.count(97))])


def read_ranges(cursor, items):
    """In preorder. A range of several items says how many its first child has; so children tile their parent."""
    ranges, waiting = [], [(0, items, None)]  # first item, how many, the range whose second child this is
    while waiting:
        begin, count, parent = waiting.pop()
        if parent is not None:
            ranges[parent].right = len(ranges)
        first = cursor.below(count) if count > 1 else 0
        if count > 1 and first == 0:
            cursor.fail("a range of several items is not divided")
        box = None
        if cursor.byte_below(2):
            values = cursor.numbers(15, "f")
            box = ((values[0:3], values[3:6], values[6:9]), values[9:12], values[12:15])
        if count > 1:
            waiting += [(begin + first, count - first, len(ranges)), (begin, first, None)]
        ranges.append(Range(begin, count, box=box))
    return ranges


def read_group(cursor, frames):
    frame = cursor.below(frames + 1) - 1
    bodies = [read_body(cursor) for _ in range(cursor.count(104))]
    items = sum(collider.item_count() for body in bodies for collider in body.colliders)
    if not 0 < items < 1 << 31:
        cursor.fail("a group must have between 1 and 2^31 items")
    order, seen = [], set()
    for _ in range(items):
        order.append(cursor.below(items))
        if order[-1] in seen:
            cursor.fail(f"item {order[-1]} stands twice in the order of its group")
        seen.add(order[-1])
    return Group(frame, bodies, order, read_ranges(cursor, items))


def read_pairs(cursor, groups, reasons):
    return [Pair(a, b, cursor.numbers(1)[0], cursor.below(reasons + 1)) for a in range(groups) for b in range(a + 1, groups)]


def read_statement(data):
    cursor = Cursor(data, "statement")
    producer = cursor.text()
    inputs = [Input(cursor.text(), cursor.text(), cursor.take("32s")[0]) for _ in range(cursor.count(40))]
    tolerance = cursor.at_least(0.0)
    continuous = cursor.byte_below(2) == 1
    reasons = [cursor.text() for _ in range(cursor.count(4))]
    coordinates = [cursor.text() for _ in range(cursor.count(4))]
    frames = [read_frame(cursor, i, len(coordinates), kinds=4) for i in range(cursor.count(5))]
    groups = [read_group(cursor, len(frames)) for _ in range(cursor.count(20))]
    pairs = read_pairs(cursor, len(groups), len(reasons))
    cursor.end()
    return Statement(producer, inputs, tolerance, continuous, reasons, coordinates, frames, groups, pairs)


def read_law(cursor):
    degree = cursor.byte_below(6)
    return Law(cursor.at_least(0.0), cursor.numbers(degree + 1))


def read_exemptions(cursor, statement):
    exempt, last = {}, -1
    for _ in range(cursor.count(8)):
        pair, reason = cursor.below(len(statement.pairs)), cursor.below(len(statement.reasons) + 1)
        if reason == 0:
            cursor.fail("a pair is left out without a reason")
        if pair <= last:
            cursor.fail("pairs left out must ascend")
        exempt[pair], last = reason, pair
    return exempt


def read_segment(statement, data):
    cursor = Cursor(data, "segment")
    (index,) = cursor.take("q")
    start = cursor.at_least(0.0)
    end = cursor.at_least(start)
    until = cursor.at_least(0.0)
    if until > 1.0 or end > 1.0:
        cursor.fail("times lie between 0 and 1")
    laws = [read_law(cursor) for _ in statement.coordinates]
    free = [read_frame(cursor, i, len(statement.coordinates), kinds=3) for i, frame in enumerate(statement.frames) if frame.kind == FREE]
    exempt = read_exemptions(cursor, statement)
    return Segment(index, start, end, until, laws, free, exempt, bytes(data[cursor.place :]))


def read_witness(cursor, statement):
    group = cursor.below(len(statement.groups))
    item = cursor.below(len(statement.groups[group].order))
    weights = tuple(cursor.at_least(0.0) for _ in range(cursor.count(8)))
    return Witness(group, item, weights, cursor.numbers(3))


def read_claim(statement, data):
    cursor = Cursor(data, "claim")
    free = cursor.byte_below(2) == 0
    (segments,) = cursor.take("Q")
    claim = Claim(free, segments)
    if not free:
        claim.time = cursor.at_least(0.0)
        if claim.time > 1.0:
            cursor.fail("times lie between 0 and 1")
        claim.inside = cursor.byte_below(2) == 1
        claim.a, claim.b = read_witness(cursor, statement), read_witness(cursor, statement)
    cursor.end()
    return claim


def read_blocks(file, ignore_checksums=False):
    """(kind, bytes) of each block of an open file."""
    head = file.read(12)
    if len(head) < 12 or head[:8] != MAGIC:
        raise Unreadable("not a certificate: the file does not begin with TOCCACRT")
    (version,) = struct.unpack("<I", head[8:])
    if version != VERSION:
        raise Unreadable(f"version {version} of the format is not known")
    place = 12
    while head := file.read(16):
        where = f"block at byte {place}: "
        if len(head) < 16:
            raise Unreadable(where + "ends too early")
        kind, checksum, length = struct.unpack("<IIQ", head)
        if kind not in (STATEMENT, SEGMENT, CLAIM):
            raise Unreadable(where + f"unknown kind {kind}")
        data = bytearray()
        while len(data) < length:  # memory grows with what is there, not with what is announced
            piece = file.read(min(1 << 20, length - len(data)))
            if not piece:
                raise Unreadable(where + "ends too early")
            data += piece
        if not ignore_checksums and zlib.crc32(data) != checksum:
            raise Unreadable(where + "the checksum does not fit: the file is damaged")
        place += 16 + length
        yield kind, data
