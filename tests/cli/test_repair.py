"""tocca repair: what touches is replaced, what is free stays, what is written is proven; clear answers where there is no way."""
import csv
import json

from program import MODELS, ProgramTest, needs_models
from test_plan import SLIDER, WALL


class RepairTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        self.write("wall.json", json.dumps({"objects": WALL}))

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def rows(self, name):
        with open(self.folder / name, newline="") as file:
            return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]

    def repair(self, *options, code=0, path="path.csv", scene="wall.json"):
        done = self.run_program("repair", "slider.urdf", scene, path, "--out", "repaired.csv", "--json", "-", *options)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def free(self, *options, path="repaired.csv", scene="wall.json"):
        self.assertEqual(self.run_program("check", "slider.urdf", scene, path, *options).returncode, 0)

    def test_replaces_what_touches_and_keeps_the_rest(self):
        given = [[-3, 1], [-2, 2], [2, 2], [3, 1], [3, 3]]
        self.write("path.csv", "x,y\n" + "".join(f"{x},{y}\n" for x, y in given))
        result = self.repair()
        self.assertTrue(result["found"] and result["proven"])
        self.assertEqual([(d["from"], d["to"]) for d in result["detours"]], [(1, 2)])
        rows = self.rows("repaired.csv")
        self.assertEqual((rows[:2], rows[-3:]), (given[:2], given[2:]))
        self.assertEqual(len(rows), result["waypoints"])
        self.assertEqual(rows[result["detours"][0]["first"]], given[1])
        self.assertEqual(rows[result["detours"][0]["first"] + result["detours"][0]["segments"]], given[2])
        self.free("--clearance", "0.001")
        self.assertGreaterEqual(result["clearance"][0], 0.001)

    def test_drops_waypoints_that_touch(self):
        self.write("path.csv", "x,y\n-3,2\n-1,2\n0,2\n0.01,2\n1,2\n")
        result = self.repair()
        self.assertEqual([(d["from"], d["to"]) for d in result["detours"]], [(1, 4)])
        self.free()
        self.write("path.csv", "x,y\n-3,2\n0,2\n3,2\n")
        text = self.succeed("repair", "slider.urdf", "wall.json", "path.csv", "--out", "repaired.csv")
        self.assertRegex(text, r"replaced: segments 0 to 1, by \d+ segments, [\d.]+ m; waypoint 1 is dropped: it is not free\n")
        self.assertIn("written: repaired.csv", text)

    def test_a_free_path_is_written_as_it_is(self):
        self.write("path.csv", "x,y\n-3,2\n-2,1.5\n-1,2.25\n")
        result = self.repair()
        self.assertEqual(result["detours"], [])
        self.assertEqual((self.folder / "repaired.csv").read_text(), (self.folder / "path.csv").read_text())
        self.assertIn("already free", self.succeed("repair", "slider.urdf", "wall.json", "path.csv", "--out", "again.csv"))

    def test_keeps_the_clearance_that_is_asked_for_everywhere(self):
        self.write("path.csv", "x,y\n-3,2\n-0.2,2\n-3,3\n")  # the hand's ball stops 0.05 before the wall
        self.assertEqual(self.repair()["detours"], [])
        near = self.repair("--clearance", "0.06")
        self.assertEqual([(d["from"], d["to"]) for d in near["detours"]], [(0, 2)])
        self.free("--clearance", "0.06")

    def test_no_waypoint_is_given_up_for_a_clearance_that_nobody_asked_for(self):
        self.write("path.csv", "x,y\n-3,2\n-0.1504,2\n-3,2.5\n3,2.5\n")  # the hand stops 0.4 mm before the wall
        result = self.repair()
        self.assertEqual([(d["from"], d["to"]) for d in result["detours"]], [(2, 3)])
        self.assertEqual(result["clearance_m"]["why"], "path")
        self.assertLess(result["clearance_m"]["kept"], 0.0004)
        self.assertIn([-0.1504, 2], self.rows("repaired.csv"))

    def test_says_why_there_is_no_way(self):
        for path, end in (("0,2\n3,2\n", "start-in-contact"), ("3,2\n0,2\n", "goal-in-contact"), ("0,2\n", "start-in-contact")):
            self.write("path.csv", "x,y\n" + path)
            self.assertEqual(self.repair(code=1)["end"], end)
            self.assertFalse((self.folder / "repaired.csv").exists())
        closed = WALL + [{"name": "door", "geometry": {"box": [0.1, 2, 3]}, "pose": {"xyz": [0, 0, 1.9]}}]
        self.write("closed.json", json.dumps({"objects": closed}))
        self.write("path.csv", "x,y\n-3,1\n-3,2\n3,2\n")
        done = self.run_program("repair", "slider.urdf", "closed.json", "path.csv", "--out", "repaired.csv", "--time-limit", "0.3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("not repaired: between waypoints 1 and 2, the time limit was reached", done.stdout)

    def test_the_same_seed_writes_the_same_bytes_and_stamps_are_dropped(self):
        self.write("path.csv", "time,x,y\n0,-3,2\n1,3,2\n")
        texts = []
        for out in ("one.csv", "two.csv"):
            done = self.run_program("repair", "slider.urdf", "wall.json", "path.csv", "--out", out, "--seed", "3")
            self.assertEqual(done.returncode, 0)
            self.assertIn("the time stamps are dropped", done.stderr)
            texts.append((self.folder / out).read_bytes())
        self.assertEqual(*texts)

    def test_a_timed_path_is_judged_as_it_is_driven(self):
        self.write("over.csv", "time,x,y,vel.x\n0,-3,2,0\n1,-0.5,2,9\n2,-3,2,-3\n")  # the velocity carries it into the wall
        self.assertEqual(self.run_program("check", "slider.urdf", "wall.json", "over.csv").returncode, 1)
        done = self.run_program("repair", "slider.urdf", "wall.json", "over.csv", "--out", "r.csv")
        self.assertRegex(done.stdout, r"\Aas given, with its times and velocities: hand (touches|comes too near to) north in segment 1 at t")
        self.write("fine.csv", "time,x,y,vel.x\n0,-3,2,0\n1,-2,2,0.1\n2,-1,2,0\n")
        self.assertIn("already free", self.run_program("repair", "slider.urdf", "wall.json", "fine.csv", "--out", "same.csv").stdout)
        self.assertEqual(self.rows("same.csv"), [[0, -3, 2, 0], [1, -2, 2, 0.1], [2, -1, 2, 0]])

    def test_several_robots_get_a_problem_of_their_own(self):
        self.write("left.csv", "x,y\n-3,2\n3,2\n")
        self.write("two.json", json.dumps({"robots": [{"name": "left", "urdf": "slider.urdf", "path": "left.csv"},
                                                      {"name": "right", "urdf": "slider.urdf", "base": {"xyz": [0, 100, 0]}}],
                                           "scene": "wall.json"}))
        self.succeed("repair", "two.json", "--out", "both")
        self.succeed("check", "both/problem.json")

    def test_refuses_what_makes_no_sense(self):
        self.write("path.csv", "x,y\n-3,2\n3,2\n")
        question = ("repair", "slider.urdf", "wall.json", "path.csv")
        self.refuse(*question, says="--out")
        self.refuse(*question, "--out", "path.csv", says="path.csv")
        self.refuse(*question, "--out", "r.csv", "--time-limit", "0", says="--time-limit")
        self.refuse("repair", "slider.urdf", "wall.json", "--out", "r.csv", says="wall.json: is taken for a scene, and the path is missing")


@needs_models
class RealRepair(ProgramTest):
    def test_a_panda_reaches_into_a_bookshelf(self):
        problems = json.loads((MODELS / "problems" / "panda_bookshelf_small.json").read_text())
        folder = MODELS / "robots" / "panda"
        files = (folder / "robot.urdf", "scene.json", "--srdf", folder / "robot.srdf")
        repaired = 0
        for problem in problems["problems"][:6]:
            objects = [{"name": f"{o['name']}{k}", "geometry": {"box": o["size_xyz"]} if o["type"] == "box" else
                        {"cylinder": {"radius": o["radius"], "length": o["length_z"]}},
                        "pose": {"xyz": o["position"], "quat": o["quat_xyzw"]}} for k, o in enumerate(problem["obstacles"])]
            (self.folder / "scene.json").write_text(json.dumps({"objects": objects}))
            rows = [problems["joints"], problem["start"], problem["goal"]]
            (self.folder / "direct.csv").write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
            self.succeed("repair", *files[:2], "direct.csv", *files[2:], "--out", "repaired.csv", "--json", "r.json", warnings=True)
            self.succeed("check", *files[:2], "repaired.csv", *files[2:], "--clearance",
                         json.loads((self.folder / "r.json").read_text())["clearance_m"]["kept"], warnings=True)
            repaired += len(json.loads((self.folder / "r.json").read_text())["detours"])
        self.assertGreaterEqual(repaired, 3)
