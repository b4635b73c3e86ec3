"""tocca screw: motions whose answers are known by hand, in every way of writing them down."""
import json
import math
import subprocess

import program
from program import ProgramTest

HEADER = ",".join(f"{pose}.{part}" for pose in ("a0", "a1", "b0", "b1") for part in ("x", "y", "z", "qx", "qy", "qz", "qw"))
NONE = (0, 0, 0, 1)


def turned(degrees):
    """The quaternion of a turn about z."""
    return (0, 0, math.sin(math.radians(degrees) / 2), math.cos(math.radians(degrees) / 2))


def row(a0, a1, b0, b1=None, turns=None):
    """Each pose is a place, or a place and a quaternion."""
    def numbers(pose):
        return [*pose, *NONE] if len(pose) == 3 else [*pose[0:3], *pose[3]]
    values = [*numbers(a0), *numbers(a1), *numbers(b0), *numbers(b1 or b0)]
    return ",".join(repr(float(v)) for v in values) + ("" if turns is None else f",{turns}")


def box(x, y, z):
    """A closed box of these sizes around the origin."""
    corners = [(sx * x / 2, sy * y / 2, sz * z / 2) for sz in (-1, 1) for sy in (-1, 1) for sx in (-1, 1)]
    sides = [(1, 3, 4, 2), (5, 6, 8, 7), (1, 2, 6, 5), (3, 7, 8, 4), (1, 5, 7, 3), (2, 4, 8, 6)]
    return "".join(f"v {a} {b} {c}\n" for a, b, c in corners) + "".join(f"f {' '.join(map(str, s))}\n" for s in sides)


class Screw(ProgramTest):
    def setUp(self):
        super().setUp()
        for name, sizes in (("cube", (1, 1, 1)), ("small", (0.2, 0.2, 0.2)), ("bar", (4, 0.2, 0.2)), ("room", (9, 9, 9))):
            (self.folder / f"{name}.obj").write_text(box(*sizes))

    def ask(self, *rows, a="cube.obj", b="cube.obj", options=(), code=None):
        """The JSON; the exit code is that of its verdict."""
        header = HEADER + (",turns" if rows[0].count(",") > 27 else "")
        (self.folder / "motions.csv").write_text("\n".join([header, *rows]) + "\n")
        done = self.run_program("screw", a, b, "--motions", "motions.csv", "--json", "-", *options)
        self.assertEqual(done.stderr, "")
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, {"free": 0, "contact": 1, "undecided": 3}[result["verdict"]])
        self.assertEqual([r["index"] for r in result["rows"]], list(range(len(rows))))
        return result

    def assert_time(self, answer, time):
        self.assertEqual(answer["verdict"], "contact")
        lo, hi = answer["time"]
        self.assertLessEqual(lo, hi)
        self.assertLess(hi - lo, 1e-6)
        self.assertAlmostEqual(hi, time, delta=2e-6)
        self.assertFalse(answer["initial"])

    def assert_on_plane(self, contacts, x, normal):
        """Contacts of two faces: their corners show the normal, their edges need not."""
        corners = [contact for contact in contacts if contact["kind"] != "edge-edge"]
        self.assertTrue(corners)
        for contact in contacts:
            self.assertAlmostEqual(contact["point"][0], x, delta=1e-5)
        for contact in corners:
            self.assertAlmostEqual(contact["normal"][0], normal, delta=1e-5)

    def test_translations(self):
        free, hit, away = self.ask(row((0, 0, 0), (1.999, 0, 0), (3, 0, 0)), row((0, 0, 0), (4, 0, 0), (3, 0.1, 0.2)),
                                   row((0, 0, 0), (-9, 0, 0), (3, 0, 0)))["rows"]
        self.assertEqual((free["verdict"], free["time"], free["contacts"], free["free_until"]), ("free", None, [], 1))
        self.assert_time(hit, 0.5)
        self.assertEqual(away["verdict"], "free")
        self.assert_on_plane(hit["contacts"], 2.5, -1)
        for contact in hit["contacts"]:
            self.assertEqual((contact["a"], contact["b"]), ("cube", "cube"))
            self.assertIn(contact["kind"], ("vertex-face", "face-vertex", "edge-edge"))

    def test_points_are_in_the_world_where_b_moves(self):
        (hit,) = self.ask(row((3, 0.1, 7.2), (3, 0.1, 7.2), (0, 0, 7), (4, 0, 7)))["rows"]
        self.assert_time(hit, 0.5)
        self.assert_on_plane(hit["contacts"], 2.5, 1)

    def test_together_they_never_meet(self):
        a0, a1, b0, b1 = (0, 0, 0), (5, 5, 5, turned(90)), (1.001, 0, 0), (5, 6.001, 5, turned(90))
        self.assertEqual(self.ask(row(a0, a1, b0, b1))["verdict"], "free")

    def test_a_quarter_of_a_circle(self):
        # Both at radius 2, the other at 60 degrees: inner edges meet where the angle between them is 2 atan(1/3).
        sixty = math.radians(60)
        (hit,) = self.ask(row((2, 0, 0), (0, 2, 0, turned(90)), (2 * math.cos(sixty), 2 * math.sin(sixty), 0, turned(60))))["rows"]
        self.assert_time(hit, (60 - math.degrees(2 * math.atan(1 / 3))) / 90)
        for contact in hit["contacts"]:
            self.assertAlmostEqual(math.hypot(*contact["point"][:2]), math.hypot(1.5, 0.5), delta=1e-5)

    def test_whole_turns(self):
        rows = [row((0, 0, 0), (0, 0, 1), (0, 1.5, 0.25), turns=turns) for turns in (0, 1, -1, 3)]
        none, once, back, thrice = self.ask(*rows, a="bar.obj", b="small.obj")["rows"]
        self.assertEqual(none["verdict"], "free")
        # The bar's face y = 0.1 meets the corner (0.1, 1.4), which is at 1.4 cos w - 0.1 sin w, seen from the bar.
        angle = math.acos(0.1 / math.hypot(1.4, 0.1)) - math.atan2(0.1, 1.4)
        self.assert_time(once, angle / (2 * math.pi))
        self.assert_time(back, angle / (2 * math.pi))
        self.assert_time(thrice, angle / (6 * math.pi))  # heights meet from t = 0.05 on

    def test_from_the_start(self):
        touching, inside = (self.ask(row((0, 0, 0), (9, 0, 0), (0.5, 0, 0)))["rows"][0],
                            self.ask(row((0, 0, 0), (0.1, 0, 0), (0, 0, 0)), a="small.obj", b="room.obj")["rows"][0])
        for answer in (touching, inside):
            self.assertTrue(answer["initial"])
            self.assertEqual(answer["time"], [0, 0])
        self.assertEqual([c["kind"] for c in inside["contacts"]], ["inside"])

    def test_all_contacts_come_in_order(self):
        (hit,) = self.ask(row((0, 0.3, 0.2), (6, 0.3, 0.2), (3, 0, 0)), options=["--all"])["rows"]
        times = [contact["time"][1] for contact in hit["contacts"]]
        self.assertEqual(times, sorted(times))
        self.assertAlmostEqual(times[0], 2 / 6, delta=1e-6)
        self.assertAlmostEqual(times[-1], 4 / 6, delta=1e-6)
        (first,) = self.ask(row((0, 0.3, 0.2), (6, 0.3, 0.2), (3, 0, 0)))["rows"]
        self.assertNotIn("time", first["contacts"][0])

    def test_rejections_and_threads_change_nothing_but_counts(self):
        self.succeed("scene", "blocks-screw", "--out", ".")
        lines = (self.folder / "motions.csv").read_text().splitlines()
        (self.folder / "few.csv").write_text("\n".join([lines[0], *lines[701:801]]) + "\n")

        def ask(*options):
            done = self.run_program("screw", "block.obj", "l_shape.obj", "--motions", "few.csv", "--json", "-", *options)
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            result = json.loads(done.stdout)
            return [{**r, "micros": 0} for r in result["rows"]], result["stats"]

        rows, stats = ask()
        contacts = sum(r["verdict"] == "contact" for r in rows)
        self.assertGreater(contacts, 5)
        self.assertLess(contacts, 95)
        self.assertEqual(stats["objects"]["tested"], 100)
        one_thread, _ = ask("--threads", 1)
        self.assertEqual(rows, one_thread)
        for name in ("objects", "vertex-face", "edge-edge", "trees"):
            others, fewer = ask("--without", name)
            for answer, other in zip(rows, others):
                self.assertEqual(answer["verdict"], other["verdict"])
                if answer["time"]:
                    self.assertAlmostEqual(answer["time"][1], other["time"][1], delta=1e-9)
            if name != "trees":
                self.assertEqual(fewer[name.replace("-", "_")]["tested"], 0)

    def test_a_table_for_people(self):
        (self.folder / "motions.csv").write_text("\n".join([HEADER, row((0, 0, 0), (4, 0, 0), (3, 0, 0))]) + "\n")
        done = self.run_program("screw", "cube.obj", "cube.obj", "--motions", "motions.csv", "--json", "answers.json")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].split(), ["row", "time", "kind", "point", "places"])
        self.assertEqual(lines[1].split()[0], "0")
        self.assertRegex(lines[-1], r"^checked: 1 motion \(0 free, 1 contact, 0 undecided\)")
        self.assertEqual(json.loads((self.folder / "answers.json").read_text())["verdict"], "contact")

    def test_motions_from_standard_input(self):
        text = "\n".join([HEADER, row((0, 0, 0), (1, 0, 0), (3, 0, 0))]) + "\n"
        done = subprocess.run([program.PROGRAM, "screw", "cube.obj", "cube.obj", "--motions", "-"], input=text, text=True,
                              capture_output=True, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("free: proven for every moment", done.stdout)

    def test_columns_in_any_order(self):
        names, values = HEADER.split(","), row((0, 0, 0), (4, 0, 0), (3, 0, 0)).split(",")
        pairs = list(zip(names, values))[::-1]
        (self.folder / "back.csv").write_text(",".join(n for n, _ in pairs) + "\n" + ",".join(v for _, v in pairs) + "\n")
        done = self.run_program("screw", "cube.obj", "cube.obj", "--motions", "back.csv", "--json", "-")
        self.assert_time(json.loads(done.stdout)["rows"][0], 0.5)

    def test_a_budget_leaves_it_undecided(self):
        result = self.ask(row((0, 0.3, 0.2), (4, 0.3, 0.2, turned(20)), (3, 0, 0)), options=["--budget", 1])
        self.assertEqual(result["verdict"], "undecided")
        self.assertEqual(result["rows"][0]["why"], "budget")
        self.assertLess(result["rows"][0]["free_until"], 1)

    # Motions in the world, whose relative motion is no screw: a bar turns by a quarter and moves while a block comes down on it.

    TUMBLE = row((0, 0, 0), (1, 0, 0, turned(90)), (0, 6, 0), (0, 5.5, 0))

    @staticmethod
    def first_time(highest):
        """When the highest point of the bar meets the block's face, which comes down from 1.5 to 1; by bisection."""
        lo, hi = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (lo + hi)
            lo, hi = (middle, hi) if highest(middle) < 1.5 - 0.5 * middle else (lo, middle)
        return lo

    def tumbled(self, kind, tumble=TUMBLE):
        return self.ask(tumble, a="bar.obj", b="room.obj", options=("--motion", kind))["rows"][0]

    def test_in_between_the_origin_goes_straight_while_the_body_turns(self):
        turn = lambda t: math.radians(90 * t)
        self.assert_time(self.tumbled("in-between"), self.first_time(lambda t: 2 * math.sin(turn(t)) + 0.1 * math.cos(turn(t))))

    def test_on_screws_of_their_own_each_turns_about_its_own_axis(self):
        # About (0.5, 0.5), which is where a quarter turn takes the origin to (1, 0).
        def highest(t):
            s, c = math.sin(math.radians(90 * t)), math.cos(math.radians(90 * t))
            return 0.5 + max(s * (x - 0.5) + c * (y - 0.5) for x in (-2, 2) for y in (-0.1, 0.1))
        self.assert_time(self.tumbled("screw"), self.first_time(highest))
        self.assertNotAlmostEqual(self.tumbled("screw")["time"][1], self.tumbled("relative")["time"][1], delta=1e-4)

    def test_where_one_stands_and_the_other_is_on_a_screw_all_agree(self):
        rise = row((0, 0, 0), (0, 0, 4, turned(120)), (1.5, 0.5, 2))
        times = [self.tumbled(kind, rise)["time"] for kind in ("relative", "screw", "in-between")]
        for time in times[1:]:
            self.assertAlmostEqual(time[1], times[0][1], delta=1e-6)

    def test_a_linear_motion_does_not_turn(self):
        both = row((0, 0, 0), (4, 0, 0), (3, 0.1, 0.2), (1, 0.1, 0.2))
        self.assert_time(self.ask(both, options=("--motion", "linear"))["rows"][0], 1 / 3)
        (self.folder / "motions.csv").write_text("\n".join([HEADER, self.TUMBLE]) + "\n")
        good = ["screw", "bar.obj", "room.obj", "--motions", "motions.csv"]
        self.refuse(*good, "--motion", "linear", says="line 2, column 'a1.qx': the body turns")
        self.refuse(*good, "--motion", "wobble", says="--motion")
        (self.folder / "motions.csv").write_text("\n".join([HEADER + ",turns", row((0, 0, 0), (4, 0, 0), (3, 0, 0), turns=1)]) + "\n")
        self.refuse(*good, "--motion", "in-between", says="column 'turns': whole turns are those of a relative screw")

    def test_points_of_such_contacts_are_in_the_world(self):
        answer = self.tumbled("in-between")
        for contact in answer["contacts"]:
            self.assertAlmostEqual(contact["point"][1], 1.5 - 0.5 * answer["time"][1], delta=1e-5)

    def test_refusals(self):
        (self.folder / "motions.csv").write_text("\n".join([HEADER, row((0, 0, 0), (4, 0, 0), (3, 0, 0))]) + "\n")
        good = ["screw", "cube.obj", "cube.obj", "--motions", "motions.csv"]
        self.refuse(*good, "--tolerance", 0, says="--tolerance")
        self.refuse(*good, "--tolerance", "nan", says="--tolerance")
        self.refuse(*good, "--threads", -1, says="--threads")
        self.refuse(*good, "--budget", -1, says="--budget")
        self.refuse(*good, "--without", "edges", says="choose objects, vertex-face, edge-edge or trees")
        self.refuse("screw", "cube.obj", "--motions", "motions.csv", says="B")
        self.refuse("screw", "cube.obj", "cube.obj", says="--motions")
        self.refuse("screw", "cube.obj", "none.obj", "--motions", "motions.csv", says="none.obj")
        self.refuse(*good, "--json", "no/such/folder.json", says="no/such/folder.json")
