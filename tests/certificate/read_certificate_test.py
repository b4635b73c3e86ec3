"""tools/read_certificate.py accepts what is true and proven, and refuses what is forged. With TOCCA_AUDIT (the program) it must agree with it."""
import io
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "read_certificate.py"
AUDITOR = os.environ.get("TOCCA_AUDIT")
sys.path[:0] = [str(ROOT / "tools"), str(pathlib.Path(__file__).resolve().parent)]
import forge  # noqa: E402
from certificate.kinematics import Motion  # noqa: E402
from certificate.layout import Rejected, Unreadable, read_blocks, read_segment, read_statement  # noqa: E402
from certificate.rules import audit  # noqa: E402
from certificate.shapes import Shape  # noqa: E402
from certificate.spans import ONE, exact, mapped, sine_cosine  # noqa: E402

VALID, REJECTED, UNREADABLE = range(3)
HALVE, SPLIT_A, SPLIT_B = (bytes([kind]) for kind in (forge.HALVE, forge.SPLIT_A, forge.SPLIT_B))
UP = forge.leaf(0, 1, 0)
UPPER_PROOF = [UP]
# Time is divided at 0.5 for the box of the forearm, at 0.25 for its ball.
LOWER_PROOF = [SPLIT_A, HALVE, UP, UP, bytes([forge.CUT]) + forge.doubles(0.25), UP, forge.short_leaf(0, 9, 0)]


def arm():
    """Two links turn about z above a table whose top is at y = -0.5. Segments: there and back."""
    frames = [forge.frame(forge.TURN), forge.frame(forge.TURN, 0, forge.at(1, 0, 0), coordinate=1)]
    upper = forge.body("upper", forge.primitive(forge.BOX, 1, 0.1, 0.1, placement=forge.at(0.5, 0, 0)))
    lower = forge.body("lower", forge.primitive(forge.BOX, 0.8, 0.1, 0.1, placement=forge.at(0.4, 0, 0)),
                       forge.primitive(forge.SPHERE, 0.1, placement=forge.at(0.9, 0, 0)))
    table = forge.body("table", forge.primitive(forge.BOX, 4, 1, 1), placement=forge.at(1.5, -1, 0))
    divided = forge.u32(1) + forge.box_bounds((-0.01, -0.11, -0.11), (1.01, 0.11, 0.11)) + bytes([0, 0])
    groups = [forge.group([upper], 0), forge.group([lower], 1, order=(1, 0), ranges=divided), forge.group([table])]
    certificate = forge.Certificate(["shoulder", "elbow"], frames, groups, [(0.0, 1), (0.0, 0), (0.01, 0)], ["joined by a joint"])
    certificate.add([forge.law(0.0, 0.3), forge.law(0.0, 0.0, 0.2, 0.2)], UPPER_PROOF + LOWER_PROOF)
    return certificate.add([forge.law(0.3, 0.0), forge.law(0.2)], UPPER_PROOF + LOWER_PROOF)


CUBE = [(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)]
QUADS = [((0, 1, 3, 2), (0, 0, 1)), ((4, 6, 7, 5), (0, 0, -1)), ((0, 4, 5, 1), (0, 1, 0)), ((2, 3, 7, 6), (0, -1, 0)),
         ((0, 2, 6, 4), (1, 0, 0)), ((1, 5, 7, 3), (-1, 0, 0))]  # with the normal that points inwards


FACES = [t for (a, b, c, d), _ in QUADS for t in ((a, b, c), (a, c, d))]
INWARDS = [n for _, n in QUADS for _ in range(2)]  # a direction for each triangle


def crate(triangles, vertices=CUBE):
    """A mesh, each triangle of which is divided off the rest in turn."""
    count = len(triangles)
    ranges = b"".join((forge.u32(1) if count - i > 1 else b"") + bytes([0]) * (2 if count - i > 1 else 1) for i in range(count))
    return forge.group([forge.body("crate", forge.mesh(vertices, triangles))], order=range(count), ranges=ranges)


def leaves(directions):
    """One for each triangle of a crate."""
    return [(SPLIT_B if i + 1 < len(directions) else b"") + forge.leaf(*n) for i, n in enumerate(directions)]


def ball_and_crate(start, triangles=None, normals=None, vertices=CUBE):
    """A ball that slides along x from `start`, and a hollow cube of 12 triangles, each of which gets a leaf of its own."""
    groups = [forge.group([forge.body("ball", forge.primitive(forge.SPHERE, 0.1))], 0), crate(triangles or FACES, vertices)]
    certificate = forge.Certificate(["x"], [forge.frame(forge.SLIDE, axis=(1, 0, 0))], groups, [(0.0, 0)])
    return certificate.add([forge.law(start, start + 0.25)], leaves(normals or INWARDS))


class ReadCertificate(unittest.TestCase):
    auditor = AUDITOR

    def outcome(self, certificate):
        """Of one certificate, by both programs if there are two; and what was said."""
        data = certificate if isinstance(certificate, bytes) else certificate.data()
        try:
            code, said = VALID, audit(read_blocks(io.BytesIO(data)))
        except Rejected as error:
            code, said = REJECTED, str(error)
        except Unreadable as error:
            code, said = UNREADABLE, str(error)
        if self.auditor:
            with tempfile.NamedTemporaryFile() as file:
                file.write(data)
                file.flush()
                done = subprocess.run([self.auditor, file.name], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code, f"tocca-audit says: {done.stderr or 'valid'}; the reader: {said}")
        return code, said

    def accepted(self, certificate):
        code, said = self.outcome(certificate)
        self.assertEqual(code, VALID, said)
        return said

    def refused(self, certificate, code, says):
        found, said = self.outcome(certificate)
        self.assertEqual(found, code, said)
        self.assertRegex(said, says)


class Arm(ReadCertificate):
    def test_a_true_one_is_accepted_and_counted(self):
        found = self.accepted(arm())
        self.assertEqual((found.segments, found.leaves, found.checked, found.left_out), (2, 10, 2, 1))

    def test_texts_are_utf_8_without_control_characters(self):
        draw, allowed = random.Random(23), 0
        odd = [b"\x80", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80",
               b"\xff", b"\xe2\x82", b"\xc3", b"\xf0\x9f\xa6", b"a\nb", b"\x1b[2J", b"\x7f", "\x80".encode(), "\x9f".encode()]
        good = ["", "ä", "\xa0", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff", "関節", "🦾 arm"]
        drawn = [bytes(draw.choice([0x20, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, draw.randrange(256)])
                       for _ in range(draw.randrange(1, 5))) for _ in range(300)]
        for name in odd + [word.encode() for word in good] + drawn:
            forged = arm()
            forged.coordinates[0] = name
            try:
                fine = not any(unicodedata.category(character) == "Cc" for character in name.decode())
            except UnicodeDecodeError:
                fine = False
            self.assertEqual(self.outcome(forged)[0], VALID if fine else UNREADABLE, name)
            self.assertFalse(fine and name in odd, name)
            allowed += fine
        self.assertGreater(allowed, len(good) + 20)

    def test_leaves(self):
        forged = arm()
        forged.segments[0]["proof"][0] = forge.leaf(1, 0, 0)
        self.refused(forged, REJECTED, "segment block 0, upper - table, node 0: the axis does not keep the two apart")
        forged.segments[0]["proof"][0] = forge.leaf(0, -1, 0)
        self.refused(forged, REJECTED, "the axis does not keep")
        for useless in (forge.leaf(0, 0, 0), forge.leaf(math.nan, 1, 0), forge.leaf(0, math.inf, 0), forge.short_leaf(0, 0, 0)):
            forged.segments[0]["proof"][0] = useless
            self.refused(forged, REJECTED, "node 0")
        forged.segments[0]["proof"][0] = bytes([6])
        self.refused(forged, REJECTED, "unknown node")

    def test_leaves_dropped_doubled_or_exchanged(self):
        for segment in (0, 1):
            for i in range(len(UPPER_PROOF + LOWER_PROOF)):
                forged = arm()
                del forged.segments[segment]["proof"][i]
                self.assertEqual(self.outcome(forged)[0], REJECTED, i)
        forged = arm()
        forged.segments[1]["proof"].append(UP)
        self.refused(forged, REJECTED, "bytes of proof are left over")

    def test_time_is_divided_within_its_window(self):
        for time in (0.0, 1.0, -0.5, 1.5, math.nan):
            forged = arm()
            forged.segments[0]["proof"][5] = bytes([forge.CUT]) + forge.doubles(time)
            self.refused(forged, REJECTED, "time is split outside its window")

    def test_a_single_item_is_not_divided(self):
        forged = arm()
        forged.segments[0]["proof"][0] = SPLIT_A
        self.refused(forged, REJECTED, "a single item cannot be split")

    def test_clearances(self):
        lowered, raised, penetrating = arm(), arm(), arm()
        lowered.pairs[2] = (0.0, 0)  # claims less, and that is true
        self.accepted(lowered)
        raised.pairs[1] = (0.46, 0)
        self.refused(raised, REJECTED, "the axis does not keep")
        penetrating.pairs[2] = (-0.01, 0)
        self.refused(penetrating, REJECTED, "bodies that may penetrate each other cannot be split")

    def test_motions(self):
        turned_down = arm()
        turned_down.segments[0]["laws"][0] = forge.law(0.0, -0.3)
        self.assertEqual(self.outcome(turned_down)[0], REJECTED)
        curved = arm()  # the same ends, but a way between them that leads through the table
        curved.segments[0]["laws"][0] = forge.law(0.0, -4.0, 0.3)
        self.assertEqual(self.outcome(curved)[0], REJECTED)
        unsure = arm()
        unsure.segments[0]["laws"][0] = forge.law(0.0, 0.3, radius=0.5)
        self.assertEqual(self.outcome(unsure)[0], REJECTED)

    def test_ends_that_meet(self):
        forged = arm()
        forged.segments[1]["laws"][1] = forge.law(math.nextafter(0.2, 1))
        self.refused(forged, REJECTED, "coordinate 1 does not begin where it ended")
        forged.segments[1]["laws"][1] = forge.law(math.nextafter(0.2, 1), radius=1e-12)
        self.accepted(forged)
        forged.segments[1]["laws"][1] = forge.law(0.25)
        forged.continuous = 0
        self.accepted(forged)

    def test_items_moved_into_the_path(self):
        forged = arm()
        forged.groups[2] = forge.group([forge.body("table", forge.primitive(forge.BOX, 4, 1, 1), placement=forge.at(1.5, -0.4, 0))])
        self.refused(forged, REJECTED, "the axis does not keep")

    def test_boxes_and_partitions(self):
        for ranges, code, says in (
                (forge.u32(1) + forge.box_bounds((0.1, -0.11, -0.11), (1.01, 0.11, 0.11)) + bytes([0, 0]), REJECTED, "does not contain item 0"),
                (forge.u32(0) + bytes([0, 0, 0]), UNREADABLE, "is not divided"),
                (forge.u32(2) + bytes([0, 0, 0]), UNREADABLE, "is not below 2"),
                (forge.u32(1) + bytes([0, 0]), UNREADABLE, "statement, byte")):
            forged = arm()
            lower = forged.groups[1]
            forged.groups[1] = lower[: -(4 + 1 + 60 + 2)] + ranges
            self.refused(forged, code, says)
        forged = arm()
        forged.groups[1] = forged.groups[1].replace(forge.u32(1) + forge.u32(0) + forge.u32(1), forge.u32(1) + forge.u32(1) + forge.u32(1))
        self.refused(forged, UNREADABLE, "stands twice")

    def test_matrices_and_axes(self):
        forged = arm()
        forged.frames[1] = forge.frame(forge.TURN, 0, (1.00001, *forge.at(1, 0, 0)[1:]), coordinate=1)
        self.refused(forged, REJECTED, "not a rotation")
        forged.frames[1] = forge.frame(forge.TURN, 0, forge.at(1, 0, 0), axis=(0, 0, 1.00001), coordinate=1)
        self.refused(forged, REJECTED, "not of unit length")
        forged.frames[1] = forge.frame(forge.TURN, 1, forge.at(1, 0, 0), coordinate=1)
        self.refused(forged, UNREADABLE, "an index of 2 is not below 2")

    def test_exemptions(self):
        forged = arm()
        forged.segments[0].update(exempt=[(1, 1)], proof=LOWER_PROOF)
        found = self.accepted(forged)  # less is claimed, and it is counted
        self.assertEqual((found.checked, found.left_out), (1, 2))
        for exempt, code, says in (([(1, 0)], UNREADABLE, "without a reason"), ([(2, 1), (1, 1)], UNREADABLE, "ascend"),
                                   ([(0, 1)], REJECTED, "left out twice"), ([(3, 1)], UNREADABLE, "not below 3")):
            forged.segments[0]["exempt"] = exempt
            self.refused(forged, code, says)

    def test_claims(self):
        forged = arm()
        forged.count = 3
        self.refused(forged, REJECTED, "counts 3 segments, not 2")
        forged = arm()
        forged.segments[1]["until"] = 0.5
        self.refused(forged, REJECTED, "not free to its end|outside its window")
        forged = arm()
        forged.segments.clear()
        self.refused(forged, REJECTED, "there is no segment")

    def test_every_truncation_is_unreadable(self):
        data = arm().data()
        for length in range(len(data)):
            with self.assertRaises(Unreadable, msg=str(length)):
                audit(read_blocks(io.BytesIO(data[:length])))
        with self.assertRaises(Unreadable):
            audit(read_blocks(io.BytesIO(data + b"\0")))

    def test_damage_is_found_and_without_checksums_nothing_else_happens_than_a_refusal(self):
        data, draw = arm().data(), random.Random(23)
        for _ in range(150):
            place = draw.randrange(12, len(data))
            damaged = data[:place] + bytes([data[place] ^ 1 << draw.randrange(8)]) + data[place + 1 :]
            with self.assertRaises(Unreadable):
                audit(read_blocks(io.BytesIO(damaged)))
            try:
                audit(read_blocks(io.BytesIO(damaged), ignore_checksums=True))
            except (Rejected, Unreadable):
                pass


class Contacts(ReadCertificate):
    def arm_to_contact(self, time, ball=(-0.1, 0, 0), table=(0.3, 0.5, 0.0)):
        """The forearm turns down until its ball rests on the table, and the certificate says so."""
        certificate = arm()
        certificate.tolerance = 0.01
        certificate.pairs[2] = (0.0, 0)
        certificate.segments[1:] = []
        certificate.segments[0].update(laws=[forge.law(0.0), forge.law(0.0, -math.pi / 2)], until=0.125, proof=[UP, SPLIT_A, UP, UP])
        return certificate.claim_contact(time, forge.witness(1, 1, point=ball), forge.witness(2, 0, point=table))

    def test_two_points_that_meet(self):
        # sin(q) = 4/9: the lowest point of the ball, 0.1 below its centre, is at y = -0.5. In the ball's own frame it is at -0.1 (sin q, cos q).
        q = math.asin(4 / 9)
        time = q / (math.pi / 2)
        x = 1 + 0.9 * math.cos(q)
        lowest = (0.0999 * math.sin(q), -0.0999 * math.cos(q), 0.0)
        found = self.accepted(self.arm_to_contact(time, lowest, (x - 1.5, 0.5, 0.0)))
        self.assertEqual(found.contact, "lower and table")
        self.refused(self.arm_to_contact(time, lowest, (x - 1.6, 0.5, 0.0)), REJECTED, "m apart, more than")
        self.refused(self.arm_to_contact(time, (0.0, -0.2, 0.0), (x - 1.5, 0.5, 0.0)), REJECTED, "not a point of its item")
        self.refused(self.arm_to_contact(0.1, lowest, (x - 1.5, 0.5, 0.0)), REJECTED, "lies before the moment")
        self.refused(self.arm_to_contact(0.5, lowest, (x - 1.5, 0.5, 0.0)), REJECTED, "m apart, more than")

    def test_pairs_that_have_no_witness(self):
        for a, b, says in ((1, 1, "does not touch itself"), (0, 1, "the pair is left out")):
            forged = self.arm_to_contact(0.5)
            forged.claim_contact(0.5, forge.witness(a), forge.witness(b))
            self.refused(forged, REJECTED, says)

    def test_a_point_inside(self):
        certificate = ball_and_crate(0.0)
        certificate.segments[0].update(until=0.0, proof=[])
        certificate.claim_contact(0.0, forge.witness(0, point=(0.03125, 0.015625, 0.0078125)), forge.witness(1, weights=(1, 0, 0)), inside=1)
        self.accepted(certificate)
        certificate.segments[0]["laws"] = [forge.law(2.0)]
        self.refused(certificate, REJECTED, "not inside")


class Inside(ReadCertificate):
    def test_a_ball_beside_a_crate(self):
        beside = ball_and_crate(2.0, normals=[(1, 0, 0)] * 12)
        self.accepted(beside)

    def test_a_ball_in_a_crate_touches_no_side_and_is_rejected(self):
        self.refused(ball_and_crate(0.03125), REJECTED, "one is inside a closed mesh")

    def test_a_crate_without_a_side_is_open(self):
        self.accepted(ball_and_crate(0.03125, FACES[1:], INWARDS[1:]))
        self.refused(ball_and_crate(0.03125, FACES + FACES, INWARDS + INWARDS), REJECTED, "no ray tells")

    def test_it_is_asked_wherever_a_stretch_begins(self):
        """Exempt while it is outside, checked again when it is inside."""
        certificate = ball_and_crate(0.03125)
        inside = certificate.segments.pop()
        certificate.reasons = ["gripped"]
        certificate.add([forge.law(2.0, 0.03125)], [], exempt=[(0, 1)])
        certificate.segments.append(inside)
        self.refused(certificate, REJECTED, "segment block 1.*one is inside")


class Readings(ReadCertificate):
    """Where a mesh or a meeting may be read in two ways, the reader takes the one that claims less."""

    def test_a_sliver_that_opens_two_solids(self):
        """A cube and a tent, joined by a triangle of nearly no area at three edges that are closed without it."""
        vertices = CUBE + [(0, 1 + 1e-9, 1), (0, 3, 3), (0, 3, 1.5)]
        tent = [(6, 8, 9), (8, 7, 9), (6, 8, 10), (8, 7, 10), (6, 9, 10), (7, 9, 10)]
        normals = INWARDS + [(0, -1, 0)] * 7
        self.refused(ball_and_crate(0.03125, FACES + tent, normals[:-1], vertices), REJECTED, "one is inside")
        self.refused(ball_and_crate(0.03125, FACES + tent + [(6, 8, 7)], normals, vertices), REJECTED, "no ray tells")

    def test_a_cavity_is_no_contact(self):
        """A ball in the hollow of a crate with thick walls, which is said to touch."""
        shells = FACES + [(c + 8, b + 8, a + 8) for a, b, c in FACES]
        certificate = ball_and_crate(0.0, shells, INWARDS, [tuple(2 * x for x in corner) for corner in CUBE] + CUBE)
        certificate.segments[0].update(until=0.0, proof=[])
        for x, code in ((0.03125, REJECTED), (1.5, VALID)):
            certificate.segments[0]["laws"] = [forge.law(x)]
            certificate.claim_contact(0.0, forge.witness(0, point=(0.0, 0.015625, 0.0078125)), forge.witness(1), inside=1)
            self.assertEqual(self.outcome(certificate)[0], code)

    def test_a_jump_into_a_solid(self):
        """Within what a free frame may jump by, a tiny ball passes a side of the crate."""
        groups = [forge.group([forge.body("ball", forge.primitive(forge.SPHERE, 1e-11))], 0), crate(FACES)]
        certificate = forge.Certificate(["x"], [forge.frame(forge.FREE)], groups, [(0.0, 0)])
        for x, directions in ((1 + 2e-10, [(1, 0, 0)] * 12), (1 - 3e-10, INWARDS)):
            certificate.add([forge.law(0.0)], leaves(directions), free_frames=[forge.frame(forge.FIXED, placement=forge.at(x, 0.03, 0.01))])
        self.refused(certificate, REJECTED, "segment block 1.*one is inside")


class FreeFrames(ReadCertificate):
    def carried(self, jump):
        """A ball whose frame is given per segment: it slides, then rests where it came to, off by `jump`."""
        groups = [forge.group([forge.body("ball", forge.primitive(forge.SPHERE, 0.1))], 0),
                  forge.group([forge.body("wall", forge.primitive(forge.BOX, 1, 1, 1), placement=forge.at(3, 0, 0))])]
        certificate = forge.Certificate(["x"], [forge.frame(forge.FREE)], groups, [(0.0, 0)])
        certificate.add([forge.law(0.0, 1.0)], [forge.leaf(-1, 0, 0)], free_frames=[forge.frame(forge.SLIDE, axis=(1, 0, 0))])
        return certificate.add([forge.law(7.0)], [forge.leaf(-1, 0, 0)], free_frames=[forge.frame(forge.FIXED, placement=forge.at(1 + jump, 0, 0))])

    def test_they_may_jump_by_a_nanometre(self):
        self.accepted(self.carried(0.0))
        self.accepted(self.carried(5e-10))
        self.refused(self.carried(2e-9), REJECTED, "group 0 does not begin where it ended")

    def test_they_are_not_free_in_a_segment(self):
        forged = self.carried(0.0)
        forged.segments[0]["free_frames"] = [forge.frame(forge.FREE)]
        self.refused(forged, UNREADABLE, "unknown kind 3")


class Arithmetic(unittest.TestCase):
    def test_sine_and_cosine(self):
        draw = random.Random(5)
        for _ in range(200):
            x = draw.choice((1, 10, 1e5)) * draw.uniform(-1, 1)
            for span, value in zip(sine_cosine(exact(x)), (math.sin(x), math.cos(x))):
                self.assertLess(span.hi - span.lo, ONE >> 130)
                self.assertLess(abs(span.lo / ONE - value), 1e-15)

    def test_tubes_hold_at_samples(self):
        """Of a point of each body, between the ends of windows, in intervals of 160 bits."""
        data = list(read_blocks(io.BytesIO(arm().data())))
        statement = read_statement(data[0][1])
        motion = Motion(statement, read_segment(statement, data[1][1]))
        for number in (0, 1):
            shape = Shape(statement.groups[number], "group")
            for a, b in ((0.0, 1.0), (0.25, 0.5)):
                tube = motion.tube(-1, shape.group.frame, shape, a, b).hi
                self.assertGreater(tube, 0)
                for share in (0.25, 0.5, 0.75):
                    for point in shape.points:
                        here, first, last = (mapped(motion.pose(-1, shape.group.frame, t), point) for t in (a + share * (b - a), a, b))
                        off = [x.lo - (1 - share) * y.lo - share * z.lo for x, y, z in zip(here, first, last)]
                        self.assertLessEqual(math.hypot(*off), tube)


class Program(unittest.TestCase):
    def run_tool(self, data, *options):
        with tempfile.NamedTemporaryFile(suffix=".proof") as file:
            file.write(data)
            file.flush()
            return subprocess.run([sys.executable, "-B", TOOL, file.name, *options], capture_output=True, text=True, check=False)

    def test_exit_codes_and_one_line(self):
        forged = arm()
        forged.segments[0]["proof"][0] = forge.leaf(1, 0, 0)
        for data, code, says in ((arm().data(), 0, "valid"), (forged.data(), 1, "rejected"), (b"TOCCA", 2, "unreadable")):
            done = self.run_tool(data)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertRegex(done.stdout + done.stderr, rf"\A[^\n]*{says}[^\n]*\n\Z")

    def test_the_statement(self):
        done = self.run_tool(arm().data(), "--statement")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("upper: box 1.0 x 0.1 x 0.1", "left out: joined by a joint", "clearance 0.01 m", "shoulder=0.0..0.3", "Claim: free all the way."):
            self.assertIn(words, done.stdout)

    def test_the_example_of_the_format_is_valid(self):
        """docs/certificate-format.md has a certificate in hexadecimal digits; what follows -- in a line is a remark."""
        page = (ROOT / "docs" / "certificate-format.md").read_text(encoding="utf-8")
        digits = "".join(line.split("--")[0] for block in re.findall(r"```hex\n(.*?)```", page, re.S) for line in block.splitlines())
        done = self.run_tool(bytes.fromhex(digits))
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
