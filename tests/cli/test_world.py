"""tocca world and tocca walk: what they record, a reader of CSV, OBJ and JSON finds consistent."""
import csv
import json
import math

from program import ProgramTest
from report_page import read_report, unpacked

SMALL = ("world", "--count", 40, "--steps", 30, "--faces", 20, "--density", 10, "--speed", 20)

STICK = """<robot name="stick">
 <link name="room"/>
 <link name="stick"><collision><geometry><box size="0.2 0.02 0.02"/></geometry></collision></link>
 <link name="tip"><collision><geometry><sphere radius="0.02"/></geometry></collision></link>
 <joint name="go" type="floating"><parent link="room"/><child link="stick"/></joint>
 <joint name="bend" type="continuous"><parent link="stick"/><child link="tip"/><origin xyz="0.12 0 0"/><axis xyz="0 0 1"/></joint>
</robot>
"""
DESK = json.dumps({"objects": [
    {"name": "desk", "geometry": {"box": [1, 1, 0.1]}, "pose": {"xyz": [0, 0, -0.2]}},
    {"name": "ball", "geometry": {"sphere": 0.05}, "pose": {"xyz": [0.3, 0, 0]}},
    {"name": "a/strange, \"name\"", "geometry": {"cylinder": {"radius": 0.05, "length": 0.2}}, "pose": {"xyz": [0.6, 0, 0]}}]})
WAY = "go.x,go.y,go.z,go.qx,go.qy,go.qz,go.qw,bend\n" + "".join(f"{0.05 * k},0,0,0,0,0,1,0\n" for k in range(13))


def rows(file):
    with open(file, newline="") as lines:
        return list(csv.DictReader(lines))


class World(ProgramTest):
    def record(self, name, *options):
        self.succeed(*SMALL, "--record", name, *options)
        return self.folder / name

    def assert_same(self, one, two, *files):
        for file in files:
            self.assertEqual((one / file).read_bytes(), (two / file).read_bytes(), file)

    def test_records_every_body_at_every_step(self):
        folder = self.record("flight")
        poses = rows(folder / "poses.csv")
        self.assertEqual(list(poses[0]), ["step", "body", "x", "y", "z", "qx", "qy", "qz", "qw"])
        names = [f"body_{k:05}" for k in range(40)]
        self.assertEqual([(int(row["step"]), row["body"]) for row in poses], [(s, n) for s in range(30) for n in names])
        self.assertEqual(sorted(file.name for file in (folder / "bodies").iterdir()), [name + ".obj" for name in names])
        summary = json.loads((folder / "summary.json").read_text())
        low, high = summary["box"]["min"], summary["box"]["max"]
        reach = {}
        for name in names:
            lines = (folder / "bodies" / f"{name}.obj").read_text().splitlines()
            self.assertEqual(sum(line.startswith("f ") for line in lines), 20)
            corners = [[float(x) for x in line.split()[1:]] for line in lines if line.startswith("v ")]
            reach[name] = max(math.hypot(*corner) for corner in corners)
        for row in poses:
            self.assertAlmostEqual(math.hypot(*(float(row["q" + c]) for c in "xyzw")), 1, delta=1e-8)
            for axis, c in enumerate("xyz"):
                self.assertLessEqual(low[axis] - 1e-9, float(row[c]) - 0.1)
                self.assertGreaterEqual(high[axis] + 1e-9, float(row[c]) + 0.1)
            self.assertLessEqual(reach[row["body"]], 0.1 + 1e-8)

    def test_bodies_fly_at_their_speed_and_bounce(self):
        folder = self.record("flight")
        poses = rows(folder / "poses.csv")
        way = lambda k: [float(poses[k + 40][c]) - float(poses[k][c]) for c in "xyz"]
        bounced = 0
        for k in range(len(poses) - 40):
            self.assertLess(math.hypot(*way(k)), 0.02 + 1e-8)  # 20 % of a radius of 0.1
            bounced += k + 80 < len(poses) and math.dist(way(k), way(k + 40)) > 1e-6
        self.assertGreater(bounced, 30)
        self.assertTrue(rows(folder / "contacts.csv"))

    def test_contacts_name_near_bodies_once(self):
        folder = self.record("flight")
        place = {(row["step"], row["body"]): [float(row[c]) for c in "xyz"] for row in rows(folder / "poses.csv")}
        contacts = rows(folder / "contacts.csv")
        self.assertEqual(list(contacts[0]), ["step", "a", "b"])
        keys = [(int(row["step"]), row["a"], row["b"]) for row in contacts]
        self.assertEqual(keys, sorted(set(keys)))
        for row in contacts:
            self.assertLess(row["a"], row["b"])
            self.assertLess(math.dist(place[row["step"], row["a"]], place[row["step"], row["b"]]), 0.2)
        summary = json.loads((folder / "summary.json").read_text())
        self.assertEqual(summary["contacts"], len(contacts))
        self.assertEqual(sum(step["colliding"] for step in summary["steps"]), len(contacts))

    def test_same_seed_same_bytes_whatever_the_threads_boxes_and_broad_phase(self):
        one = self.record("one")
        same = ("poses.csv", "contacts.csv", "bodies/body_00007.obj")
        self.assert_same(one, self.record("two"), *same)
        self.assert_same(one, self.record("threads", "--threads", 1), *same)
        self.assert_same(one, self.record("fixed", "--boxes", "fixed"), *same)
        for broad in ("auto", "sweep", "tree"):
            self.assert_same(one, self.record(broad, "--broad", broad), *same)
        self.assertNotEqual((one / "poses.csv").read_bytes(), (self.record("other", "--seed", 3) / "poses.csv").read_bytes())

    def test_starts_where_the_scene_starts(self):
        self.succeed("scene", "polytopes-50", "--out", "scene")
        self.succeed("world", "--count", 50, "--steps", 1, "--record", "start")
        for one, two in zip(rows(self.folder / "scene" / "bodies.csv"), rows(self.folder / "start" / "poses.csv")):
            for column in ("body", "x", "y", "z", "qx", "qy", "qz", "qw"):
                self.assertEqual(one[column], two[column])

    def test_summary_tells_time_by_phase_and_work_by_step(self):
        summary = json.loads(self.succeed(*SMALL, "--boxes", "fixed", "--json", "-"))
        self.assertEqual(summary["parameters"]["seed"], 1995)
        self.assertEqual(summary["parameters"]["boxes"], "fixed")
        self.assertRegex(summary["version"], r"^\d+\.\d+\.\d+$")
        for phase in ("boxes", "sweep", "narrow"):
            self.assertGreater(summary["micros_per_step"][phase], 0)
        self.assertEqual(len(summary["steps"]), 30)
        for key in ("sweep_work", "overlaps", "feature_steps", "colliding"):
            self.assertIn(key, summary["per_step"])
            self.assertIn(key, summary["steps"][0])

    def test_table_without_record(self):
        before = sorted(self.folder.iterdir())
        text = self.succeed(*SMALL)
        self.assertEqual(sorted(self.folder.iterdir()), before)
        for phase in ("boxes", "sweep", "narrow", "total"):
            self.assertRegex(text, rf"(?m)^  {phase} .* us$")

    def test_continuous_contacts_have_times(self):
        self.succeed("world", "--count", 30, "--steps", 12, "--faces", 12, "--speed", 400, "--continuous", "--record", "fast")
        contacts = rows(self.folder / "fast" / "first_contacts.csv")
        self.assertGreater(len(contacts), 10)
        order = []
        for row in contacts:
            low, high = float(row["time_lo"]), float(row["time_hi"])
            self.assertTrue(0 <= low <= high <= 1 and high - low <= 1e-6)
            self.assertLess(row["a"], row["b"])
            self.assertAlmostEqual(math.hypot(*(float(row["n" + c]) for c in "xyz")), 1, delta=1e-6)
            order.append((int(row["step"]), low))
        self.assertEqual(order, sorted(order))
        summary = json.loads((self.folder / "fast" / "summary.json").read_text())
        self.assertEqual(sum(summary["first_contacts"].values()), len(contacts))

    def test_pairs_that_run_out_of_their_budget_are_undecided(self):
        asked = ("world", "--count", 30, "--steps", 6, "--faces", 12, "--speed", 400, "--continuous")
        self.succeed(*asked, "--budget", 1, "--record", "poor")
        contacts = rows(self.folder / "poor" / "first_contacts.csv")
        undecided = [row for row in contacts if row["undecided"]]
        self.assertTrue(undecided)
        self.assertEqual({row["undecided"] for row in undecided}, {"budget"})
        summary = json.loads((self.folder / "poor" / "summary.json").read_text())
        self.assertEqual(summary["first_contacts"]["undecided"], len(undecided))
        self.succeed(*asked, "--budget", "none", "--record", "rich")
        self.assertFalse([row for row in rows(self.folder / "rich" / "first_contacts.csv") if row["undecided"]])
        self.refuse(*asked, "--budget", "0", says="not a valid number of tests")

    def test_a_recording_replaces_an_earlier_one_and_nothing_else(self):
        self.record("flight")
        self.succeed("world", "--count", 3, "--steps", 2, "--record", "flight")
        self.assertEqual(len(list((self.folder / "flight" / "bodies").iterdir())), 3)
        (self.folder / "mine" / "bodies").mkdir(parents=True)
        (self.folder / "mine" / "bodies" / "body_00000.obj").write_text("precious")
        self.refuse("world", "--count", 3, "--steps", 2, "--record", "mine", says="no recording")
        self.assertEqual((self.folder / "mine" / "bodies" / "body_00000.obj").read_text(), "precious")

    def test_refusals(self):
        for option, values in {"--count": ("0", "-5", "100001", "nan", "1e3", "many", "99999999999999999999"),
                               "--steps": ("0", "-1", "nan", "99999999999", "1.5"),
                               "--seed": ("-1", "x", "1.5", "18446744073709551616"),
                               "--faces": ("3", "5", "0", "-4", "2002", "nan"),
                               "--spin": ("-1", "180", "nan", "inf", "fast"),
                               "--speed": ("-1", "1001", "nan", "inf"),
                               "--density": ("0", "-1", "11", "nan", "1e-300"),
                               "--boxes": ("round", ""), "--broad": ("best",), "--threads": ("-1", "x")}.items():
            for value in values:
                self.refuse("world", "--steps", 2, "--count", 2, f"{option}={value}") if option not in ("--steps", "--count") \
                    else self.refuse("world", f"{option}={value}")
        (self.folder / "file").write_text("")
        self.refuse("world", "--count", 2, "--steps", 2, "--record", "file", says="file")
        self.refuse("world", "--count", 2, "--steps", 2, "--record", "file/deeper", says="file")
        self.refuse("world", "--count", 2, "--steps", 2, "--record", "", says="--record")
        self.refuse("world", "--count", 2, "--steps", 2, "--json", "no/such/folder.json", says="no/such/folder.json")


WEDGE = "v 0 0 0\nv 0.2 0 0\nv 0 0.1 0\nv 0.2 0.1 0\nv 0 0 0.1\nv 0 0.1 0.1\nf 1 3 4 2\nf 1 2 5\nf 3 6 4\nf 1 5 6 3\nf 2 4 6 5\n"
SHEET = "v 4.9 -0.1 0\nv 5.1 -0.1 0.02\nv 5.1 0.1 0\nv 4.9 0.1 0.02\nf 1 2 3\nf 1 3 4\n"  # far from its own frame


class OwnBodies(ProgramTest):
    def setUp(self):
        super().setUp()
        self.parts = self.folder / "parts"
        self.parts.mkdir()
        (self.parts / "wedge.obj").write_text(WEDGE)
        (self.parts / "sheet.obj").write_text(SHEET)
        (self.parts / "readme.txt").write_text("not a mesh")

    def describe(self, **more):
        (self.parts / "bodies.json").write_text(json.dumps({"format": "tocca-bodies", **more}))

    def test_a_folder_of_meshes_flies(self):
        text = self.succeed("world", "--bodies", "parts", "--count", 30, "--steps", 40, "--speed", 30, "--density", 10, "--record", "own")
        self.assertRegex(text, r"\A30 bodies of 2 meshes, together 150 triangles, in a box of ")
        poses = rows(self.folder / "own" / "poses.csv")
        self.assertEqual({row["body"] for row in poses}, {f"{name}_{k}" for name in ("wedge", "sheet") for k in range(1, 16)})
        self.assertTrue(rows(self.folder / "own" / "contacts.csv"))
        summary = json.loads((self.folder / "own" / "summary.json").read_text())
        low, high = summary["box"]["min"], summary["box"]["max"]
        self.assertEqual(summary["parameters"]["bodies"], "parts")
        # Every vertex stays in the box, though the sheet's frame is five metres away from it.
        vertices = {}
        for name in ("wedge_1", "sheet_1"):
            lines = (self.folder / "own" / "bodies" / f"{name}.obj").read_text().splitlines()
            vertices[name] = [[float(x) for x in line.split()[1:]] for line in lines if line.startswith("v ")]
        for row in poses:
            if row["body"] not in vertices:
                continue
            x, y, z, w = (float(row["q" + c]) for c in "xyzw")
            turn = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
            for vertex in vertices[row["body"]]:
                for axis, c in enumerate("xyz"):
                    at = float(row[c]) + sum(turn[axis][k] * vertex[k] for k in range(3))
                    self.assertTrue(low[axis] - 1e-9 <= at <= high[axis] + 1e-9, row)

    def test_the_description_says_where_and_how_fast(self):
        self.describe(step_s=0.1, box={"min": [-1, -1, -1], "max": [1, 1, 2]}, bodies=[
            {"name": "still", "mesh": "wedge.obj", "pose": {"xyz": [0.5, 0, 0]}, "velocity": [0, 0, 0], "spin": [0, 0, 0]},
            {"name": "ram", "mesh": "wedge.obj", "pose": {"xyz": [-0.5, 0, 0]}, "velocity": [1, 0, 0], "spin": [0, 0, 0]}])
        self.succeed("world", "--bodies", "parts", "--steps", 12, "--record", "own")
        place = {(int(row["step"]), row["body"]): float(row["x"]) for row in rows(self.folder / "own" / "poses.csv")}
        self.assertAlmostEqual(place[1, "ram"] - place[0, "ram"], 0.1, delta=1e-12)  # a metre per second, a tenth of a second
        contacts = rows(self.folder / "own" / "contacts.csv")
        self.assertEqual([(row["a"], row["b"]) for row in contacts[:1]], [("still", "ram")])
        # The ram's front is at -0.3 + 0.1 k: at the other one's back, 0.5, at step 8.
        self.assertIn(int(contacts[0]["step"]), (8, 9))
        self.assertGreater(place[11, "still"], 0.5)  # the exchange of velocities sends it off
        self.assertEqual(json.loads((self.folder / "own" / "summary.json").read_text())["box"]["max"], [1, 1, 2])
        self.succeed("world", "--bodies", "parts/bodies.json", "--steps", 12, "--continuous", "--record", "fast")
        first = rows(self.folder / "fast" / "first_contacts.csv")
        self.assertEqual((first[0]["a"], first[0]["b"]), ("still", "ram"))
        self.assertAlmostEqual(int(first[0]["step"]) + float(first[0]["time_hi"]), 8, delta=1e-4)

    def test_the_same_seed_gives_the_same_files(self):
        asked = ("world", "--bodies", "parts", "--count", 12, "--steps", 20, "--features")
        self.succeed(*asked, "--record", "one")
        self.succeed(*asked, "--record", "two", "--threads", 1, "--broad", "tree")
        self.succeed(*asked, "--record", "other", "--seed", 3)
        for file in ("poses.csv", "contacts.csv", "features.csv"):
            one, two, other = ((self.folder / run / file).read_bytes() for run in ("one", "two", "other"))
            self.assertEqual(one, two, file)
        self.assertNotEqual(one, other)

    def test_features_are_in_the_table_and_in_the_json(self):
        asked = ("world", "--bodies", "parts", "--count", 30, "--steps", 30, "--speed", 30, "--density", 10, "--features")
        self.succeed(*asked, "--record", "own")
        table = rows(self.folder / "own" / "features.csv")
        summary = json.loads((self.folder / "own" / "summary.json").read_text())
        self.assertEqual(len(summary["pairs"]), len(table))
        self.assertGreater(len(table), 50)
        contacts = {(row["step"], row["a"], row["b"]) for row in rows(self.folder / "own" / "contacts.csv")}
        self.assertEqual({(row["step"], row["a"], row["b"]) for row in table if row["touching"] == "1"}, contacts)
        kinds = {"vertex": 1, "edge": 2, "face": 3, "none": 0}
        for row, pair in zip(table, summary["pairs"]):
            self.assertEqual((int(row["step"]), row["a"], row["b"]), (pair["step"], pair["a"], pair["b"]))
            self.assertEqual([float(row["lower"]), float(row["upper"])], pair["distance"])
            for side in "ab":
                feature = pair["feature_" + side]
                self.assertEqual(row[side + "_feature"], feature["kind"])
                self.assertEqual([int(k) for k in row[side + "_vertices"].split()], feature["vertices"])
                self.assertGreaterEqual(len(feature["vertices"]), kinds[feature["kind"]])
                self.assertTrue(all(0 <= k < 6 for k in feature["vertices"]))
        self.assertNotIn("pairs", json.loads(self.succeed("world", "--count", 5, "--steps", 2, "--json", "-")))

    def test_what_auto_did_is_what_is_printed(self):
        for options, words in ((("--broad", "tree"), "comparisons"), (("--speed", 800), "comparisons"), (("--speed", 1), "swaps (lists: "),
                               (("--broad", "sweep"), "swaps")):
            summary = json.loads(self.succeed("world", "--count", 200, "--steps", 60, "--json", "-", *options))
            steps = summary["broad_steps"]
            self.assertEqual([sum(step["broad"] == name for step in summary["steps"]) for name in ("sweep", "tree")],
                             [steps["sweep"], steps["tree"]])
            text = self.succeed("world", "--count", 200, "--steps", 60, *options)
            self.assertIn(words, text)
            self.assertEqual("swaps" in text, steps["sweep"] > 0)
            self.assertEqual("comparisons" in text, steps["tree"] > 0)

    def test_the_page_has_boxes_and_lines(self):
        self.succeed("world", "--bodies", "parts", "--count", 20, "--steps", 15, "--density", 10, "--features", "--report", "own.html")
        report = read_report(self, self.folder / "own.html")
        for body in report["bodies"]:
            self.assertEqual(len(unpacked(body["boxes"])), 6 * 15)
        first, bodies, points = (unpacked(report["closest"][part]) for part in ("first", "bodies", "points"))
        self.assertEqual((len(first), first[-1]), (16, len(bodies) // 2))
        self.assertEqual(len(points), 3 * len(bodies))
        self.assertGreater(first[-1], 5)
        self.succeed("world", "--bodies", "parts", "--steps", 5, "--report", "plain.html")
        self.assertNotIn("closest", read_report(self, self.folder / "plain.html"))

    def test_refusals(self):
        asked = ("world", "--steps", 2, "--bodies")
        self.refuse(*asked, "nowhere", says="no such file")
        self.refuse(*asked, "parts/wedge.obj", says="neither a folder")
        (self.folder / "empty").mkdir()
        self.refuse(*asked, "empty", says="contains no mesh")
        self.refuse(*asked, "parts", "--faces", 20, says="--faces")
        self.refuse(*asked, "parts", "--count", 0, says="--count")
        self.refuse(*asked, "parts", "--speed", 2000, says="speed")
        (self.parts / "broken.stl").write_text("solid")
        self.refuse(*asked, "parts", says="broken.stl")
        (self.parts / "broken.stl").unlink()
        self.describe(bodies=[{"mesh": "wedge.ob"}])
        self.refuse(*asked, "parts", says=r"bodies\[0\]\.mesh: .*extension")
        self.describe(bodies=[{"mesh": "wedge.obj", "pose": {"xyz": [0, 0]}}])
        self.refuse(*asked, "parts", says=r"bodies\[0\]\.pose\.xyz")
        self.describe(bodies=[{"mesh": "wedge.obj"}])
        self.refuse(*asked, "parts", "--count", 3, says="how many")
        self.describe(bodies=[{"mesh": "wedge.obj"}], box={"min": [0, 0, 0], "max": [0.1, 0.1, 0.1]})
        self.refuse(*asked, "parts", says="does not fit")

    def test_bodies_that_are_read_are_not_overwritten(self):
        self.succeed("world", "--count", 3, "--steps", 2, "--record", "flight")
        before = (self.folder / "flight" / "bodies" / "body_00000.obj").read_bytes()
        self.succeed("world", "--bodies", "flight/bodies", "--steps", 3)
        self.refuse("world", "--bodies", "flight/bodies", "--steps", 3, "--record", "flight", says="--record")
        self.assertEqual((self.folder / "flight" / "bodies" / "body_00000.obj").read_bytes(), before)


class Walk(ProgramTest):
    def setUp(self):
        super().setUp()
        for name, text in (("stick.urdf", STICK), ("desk.json", DESK), ("way.csv", WAY)):
            (self.folder / name).write_text(text)

    def stick(self, *options):
        return self.succeed("walk", "--scene", "desk.json", "--hand", "stick.urdf", "--path", "way.csv", *options)

    def test_a_stick_of_ones_own(self):
        text = self.stick("--record", "walk")
        folder = self.folder / "walk"
        self.assertIn("touched: 2 objects", text)
        self.assertEqual({row["body"] for row in rows(folder / "poses.csv")},
                         {"stick", "tip", "desk", "ball", "a/strange, \"name\""})
        touched = {entry["object"]: entry for entry in json.loads((folder / "summary.json").read_text())["touched"]}
        # The tip's front is at 0.14 + 0.05 k, the stick's end at -0.1 + 0.05 k; the ball is from 0.25 to 0.35.
        self.assertEqual((touched["ball"]["first"], touched["ball"]["last"]), (3, 9))
        self.assertEqual(touched["ball"]["pieces"], ["stick", "tip"])
        self.assertEqual(touched["a/strange, \"name\""]["last"], 12)
        for body in json.loads((folder / "summary.json").read_text())["bodies"]:
            self.assertTrue((folder / body["file"]).is_file())
            self.assertEqual(body["touched"], body["name"] in touched)

    def test_the_furnished_room(self):
        text = self.succeed("walk", "--record", "kitchen")
        folder = self.folder / "kitchen"
        summary = json.loads((folder / "summary.json").read_text())
        objects = {entry["object"].split(".")[0].rstrip("_0123456789") for entry in summary["touched"]}
        self.assertLessEqual({"fruit", "table", "lamp", "chair", "bookcase", "tap", "cup", "swing"}, objects)
        self.assertGreater(sum(not body["hand"] for body in summary["bodies"]), 300)
        self.assertEqual(sum(body["hand"] for body in summary["bodies"]), 15)
        contacts = {}
        for row in rows(folder / "contacts.csv"):
            contacts.setdefault(int(row["step"]), set()).add((row["a"], row["b"]))
        self.assertNotIn(0, contacts)  # it starts free
        events = {}
        for row in rows(folder / "touches.csv"):
            events.setdefault(int(row["step"]), []).append(row)
        now = set()
        for step in range(summary["steps_done"]):
            for row in events.get(step, []):
                pair = row["piece"], row["object"]
                self.assertEqual(row["event"] == "enter", pair not in now)
                now ^= {pair}
            self.assertEqual(now, contacts.get(step, set()))
        self.assertIn(f"touched: {len(summary['touched'])} objects", text)

    def test_the_written_room_is_walked_alike(self):
        self.succeed("scene", "furnished-room", "--out", "room")
        own = json.loads(self.succeed("walk", "--json", "-"))
        read = json.loads(self.succeed("walk", "--scene", "room/scene.json", "--hand", "room/hand.urdf", "--path",
                                       "room/path.csv", "--json", "-"))
        self.assertEqual(own["touched"], read["touched"])

    def test_bent_meshes_are_mended_only_where_asked(self):
        corners = [(x, y, z) for z in (0, 0.1) for y in (0, 0.1) for x in (0.2, 0.3)]
        corners[7] = (0.3, 0.1, 0.10001)  # 10 um up: the hull is 5 um above the middle of the top
        corners.append((0.25, 0.05, 0.1))
        faces = "134 142 126 165 248 286 437 478 315 357 569 689 879 759".split()
        (self.folder / "cube.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners) +
                                              "".join(f"f {' '.join(face)}\n" for face in faces))
        (self.folder / "desk.json").write_text(json.dumps({"objects": [
            {"name": "cube", "geometry": {"mesh": "cube.obj"}}, {"name": "box", "geometry": {"box": [1, 1, 0.1]},
                                                                  "pose": {"xyz": [0, 0, -0.2]}}]}))
        walk = ("walk", "--scene", "desk.json", "--hand", "stick.urdf", "--path", "way.csv", "--json", "-")
        given = json.loads(self.succeed(*walk))
        done = self.run_program(*walk, "--repair", "1e-4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\Atocca: warning: cube: mesh replaced by its convex hull, up to about 5e-06 m away[^\n]*\n\Z")
        mended = json.loads(done.stdout)
        self.assertEqual(given["touched"], mended["touched"])
        self.assertEqual([entry["object"] for entry in given["touched"]], ["cube"])
        self.assertEqual(json.loads(self.succeed(*walk, "--repair", "1e-6"))["touched"], given["touched"])
        for wrong in ("0", "-1", "nan", "inf", "much"):
            self.refuse(*walk, f"--repair={wrong}", says="--repair")

    def grasps(self, *lines):
        (self.folder / "grasps.csv").write_text("\n".join(("step,piece,object,event", *lines)) + "\n")

    def test_what_is_taken_goes_with_the_hand(self):
        self.grasps("2,stick,ball,grasp", "9,,ball,release", '4,tip,"a/strange, ""name""",grasp')
        text = self.stick("--grasps", "grasps.csv", "--record", "walk")
        self.assertIn("taken: 2 times", text)
        place = {(int(row["step"]), row["body"]): float(row["x"]) for row in rows(self.folder / "walk" / "poses.csv")}
        for step in range(2, 10):
            self.assertAlmostEqual(place[step, "ball"] - place[step, "stick"], 0.3 - 0.1, delta=1e-12)
        self.assertEqual(place[12, "ball"], place[9, "ball"])
        self.assertEqual(place[2, "ball"], 0.3)
        self.assertAlmostEqual(place[12, "a/strange, \"name\""], 0.6 + 8 * 0.05, delta=1e-12)
        touches = rows(self.folder / "walk" / "touches.csv")
        self.assertFalse([row for row in touches if row["object"] == "ball" and int(row["step"]) < 9])
        # What was released 0.2 m before the stick's middle is met by it at once, and the ball met the cylinder's old place in vain.
        self.assertEqual({row["piece"] for row in touches if row["object"] == "ball" and row["event"] == "enter"}, {"stick", "tip"})
        summary = json.loads((self.folder / "walk" / "summary.json").read_text())
        self.assertEqual([(one["object"], one["from"], one["until"]) for one in summary["grasps"]],
                         [("ball", 2, 9), ("a/strange, \"name\"", 4, None)])
        self.assertEqual(rows(self.folder / "walk" / "grasps.csv")[0], {"step": "2", "piece": "stick", "object": "ball", "event": "grasp"})
        (self.folder / "again.csv").write_bytes((self.folder / "walk" / "grasps.csv").read_bytes())
        self.stick("--grasps", "again.csv", "--record", "again")
        for file in ("poses.csv", "touches.csv", "grasps.csv"):
            self.assertEqual((self.folder / "walk" / file).read_bytes(), (self.folder / "again" / file).read_bytes())

    def test_what_is_held_is_checked_against_the_room(self):
        self.grasps("2,stick,ball,grasp")
        self.stick("--grasps", "grasps.csv", "--continuous", "--record", "walk")
        touches = [(row["piece"], row["object"]) for row in rows(self.folder / "walk" / "touches.csv") if row["event"] == "enter"]
        self.assertIn(("ball", "a/strange, \"name\""), touches)
        self.assertNotIn("ball", [object for _, object in touches])
        # The ball's front is at 0.35 + 0.05 (k - 2) from step 2 on, the cylinder's side at 0.55: they meet at step 6.
        met = [row for row in rows(self.folder / "walk" / "first_contacts.csv") if row["a"] == "ball" and row["initial"] == "0"]
        self.assertEqual(len(met), 1)
        self.assertAlmostEqual(int(met[0]["step"]) + float(met[0]["time_hi"]), 6, delta=1e-4)

    def test_fast_steps_pass_nothing_unseen(self):
        way = "go.x,go.y,go.z,go.qx,go.qy,go.qz,go.qw,bend\n-1,0,0,0,0,0,1,0\n2,0,0,0,0,0,1,0\n"
        (self.folder / "way.csv").write_text(way)
        self.assertIn("touched: 0 objects", self.stick())
        text = self.stick("--continuous", "--record", "walk")
        self.assertIn("first contacts within steps: 4", text)
        met = rows(self.folder / "walk" / "first_contacts.csv")
        self.assertEqual({(row["a"], row["b"]) for row in met},
                         {(piece, object) for piece in ("stick", "tip") for object in ("ball", "a/strange, \"name\"")})
        tip = next(row for row in met if (row["a"], row["b"]) == ("tip", "ball"))
        self.assertAlmostEqual(-1 + 3 * float(tip["time_hi"]) + 0.14, 0.25, delta=1e-5)

    def test_grasps_that_make_no_sense_are_refused(self):
        asked = ("walk", "--scene", "desk.json", "--hand", "stick.urdf", "--path", "way.csv", "--grasps")
        for line, says in (("2,stick,bal,grasp", "did you mean 'ball'"), ("2,stik,ball,grasp", "did you mean 'stick'"),
                           ("13,stick,ball,grasp", "no step 13"), ("2,stick,ball,take", "grasp or release"), ("x,stick,ball,grasp", "step"),
                           ("2,,ball,release", "is not held"), ("2,stick,ball", "fields"), ("2,,ball,grasp", "piece")):
            self.grasps(line)
            self.refuse(*asked, "grasps.csv", says=says)
        self.grasps("2,stick,ball,grasp", "3,tip,ball,grasp")
        self.refuse(*asked, "grasps.csv", says="line 3")
        (self.folder / "grasps.csv").write_text("step,object\n")
        self.refuse(*asked, "grasps.csv", says="piece")
        self.refuse(*asked, "nothing.csv", says="nothing.csv")

    def test_features_of_a_walk(self):
        self.stick("--features", "--record", "walk")
        near = rows(self.folder / "walk" / "features.csv")
        self.assertTrue(near)
        for row in near:
            count = sum(line.startswith("v ") for line in (self.folder / "walk" / "bodies" / (row["a"] + ".obj")).read_text().splitlines())
            self.assertTrue(all(0 <= int(k) < count for k in row["a_vertices"].split()))
        self.assertIn("none", {row["b_feature"] for row in near if row["b"] == "ball"})

    def test_refusals(self):
        self.refuse("walk", "--hand", "stick.urdf", says="--path")
        self.refuse("walk", "--scene", "nothing.json", says="nothing.json")
        self.refuse("walk", "--path", "nothing.csv", says="nothing.csv")
        self.refuse("walk", "--hand", "nothing.urdf", "--path", "way.csv", says="nothing.urdf")
        self.refuse("walk", "--path", "way.csv", says="go.x")
        self.refuse("walk", "--boxes", "round", says="fixed or dynamic")
        (self.folder / "empty.csv").write_text("go.x\n")
        self.refuse("walk", "--hand", "stick.urdf", "--path", "empty.csv", says="empty.csv")
        (self.folder / "nan.csv").write_text("go.x\nnan\n")
        self.refuse("walk", "--hand", "stick.urdf", "--path", "nan.csv", says="nan.csv")
        (self.folder / "bare.urdf").write_text('<robot name="bare"><link name="a"/></robot>')
        (self.folder / "clash.json").write_text(DESK.replace('"ball"', '"tip"'))
        self.refuse("walk", "--scene", "clash.json", "--hand", "stick.urdf", "--path", "way.csv", says="both named 'tip'")
        (self.folder / "file").write_text("")
        self.refuse("walk", "--record", "file", says="file")
