"""Certificates by hand: the bytes of docs/certificate-format.md from plain Python values, so that a test can forge any of them."""
import copy
import struct
import zlib

FIXED, TURN, SLIDE, FREE = range(4)
SPHERE, CAPSULE, BOX, CYLINDER, CONE, HULL, MESH = range(7)
LEAF, HALVE, SPLIT_A, SPLIT_B, CUT, SHORT_LEAF = range(6)
HERE = (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)  # rotation by rows, then translation


def at(x, y, z):
    return (*HERE[:9], x, y, z)


def u32(value):
    return struct.pack("<I", value)


def doubles(*values):
    return struct.pack(f"<{len(values)}d", *values)


def text(words):
    data = words if isinstance(words, bytes) else words.encode()
    return u32(len(data)) + data


def frame(kind, parent=-1, placement=HERE, axis=(0, 0, 1), coordinate=0, multiplier=1, offset=0):
    data = bytes([kind]) + u32(parent + 1)
    if kind != FREE:
        data += doubles(*placement)
    if kind in (TURN, SLIDE):
        data += doubles(*axis) + u32(coordinate) + doubles(multiplier, offset)
    return data


def primitive(shape, *size, placement=HERE):
    return doubles(*placement) + bytes([shape]) + doubles(*size)


def mesh(vertices, triangles, placement=HERE):
    data = doubles(*placement) + bytes([MESH]) + u32(len(vertices)) + b"".join(doubles(*v) for v in vertices)
    return data + u32(len(triangles)) + b"".join(u32(i) for t in triangles for i in t)


def body(name, *colliders, placement=HERE):
    return text(name) + doubles(*placement) + u32(len(colliders)) + b"".join(colliders)


def group(bodies, frame_number=-1, order=(0,), ranges=bytes([0])):
    """By default of one item, without a box."""
    return u32(frame_number + 1) + u32(len(bodies)) + b"".join(bodies) + b"".join(map(u32, order)) + ranges


def box_bounds(low, high):
    """A range's box along the axes of the group's frame."""
    return bytes([1]) + struct.pack("<15f", 1, 0, 0, 0, 1, 0, 0, 0, 1, *low, *high)


def law(*control, radius=0.0):
    return bytes([len(control) - 1]) + doubles(radius, *control)


def leaf(*axis):
    return bytes([LEAF]) + struct.pack("<3f", *axis)


def short_leaf(*axis):
    return bytes([SHORT_LEAF]) + struct.pack("<3h", *axis)


def witness(group_number, item=0, weights=(), point=(0, 0, 0)):
    return u32(group_number) + u32(item) + u32(len(weights)) + doubles(*weights, *point)


class Certificate:
    """What a certificate says, in lists that a test may change; `data()` are its bytes, checksums included."""

    def __init__(self, coordinates, frames, groups, pairs, reasons=(), tolerance=1e-6, continuous=1):
        self.coordinates, self.frames, self.groups, self.pairs = list(coordinates), list(frames), list(groups), list(pairs)
        self.reasons, self.tolerance, self.continuous = list(reasons), tolerance, continuous
        self.inputs, self.segments, self.claim, self.count = [], [], bytes([0]), None

    def add(self, laws, proof, until=1.0, free_frames=(), exempt=(), index=None):
        self.segments.append({"laws": list(laws), "proof": list(proof), "until": until, "free_frames": list(free_frames),
                              "exempt": list(exempt), "index": len(self.segments) if index is None else index})
        return self

    def claim_contact(self, time, a, b, inside=0):
        self.claim, self.contact = bytes([1]), doubles(time) + bytes([inside]) + a + b
        return self

    def changed(self):
        return copy.deepcopy(self)

    def statement(self):
        data = text("by hand") + u32(len(self.inputs)) + b"".join(self.inputs) + doubles(self.tolerance) + bytes([self.continuous])
        data += u32(len(self.reasons)) + b"".join(map(text, self.reasons)) + u32(len(self.coordinates)) + b"".join(map(text, self.coordinates))
        data += u32(len(self.frames)) + b"".join(self.frames) + u32(len(self.groups)) + b"".join(self.groups)
        return data + b"".join(doubles(clearance) + u32(reason) for clearance, reason in self.pairs)

    def blocks(self):
        yield 1, self.statement()
        for segment in self.segments:
            data = struct.pack("<q", segment["index"]) + doubles(0, 1, segment["until"]) + b"".join(segment["laws"])
            data += b"".join(segment["free_frames"]) + u32(len(segment["exempt"])) + b"".join(u32(x) for pair in segment["exempt"] for x in pair)
            yield 2, data + b"".join(segment["proof"])
        count = len(self.segments) if self.count is None else self.count
        yield 3, self.claim[:1] + struct.pack("<Q", count) + (self.contact if self.claim == b"\1" else b"") + self.claim[1:]

    def data(self):
        result = b"TOCCACRT" + u32(1)
        for kind, block in self.blocks():
            result += u32(kind) + u32(zlib.crc32(block)) + struct.pack("<Q", len(block)) + block
        return result
