"""tocca smooth: which clearance is kept and why, curves that check proves again, more distance for more length."""
import csv
import json

from program import MODELS, ProgramTest, needs_models
from test_check import SLIDER

# The slider's hand, a ball of radius 0.1, moves in the plane z = 1, its carriage, of radius 0.05, in the plane z = 0.
FAR = {"name": "far", "geometry": {"sphere": 0.1}, "pose": {"xyz": [9, 9, 9]}}


def block(gap_m):
    """The hand on y = 0 is so far from it."""
    return {"name": "block", "geometry": {"box": [1, 1, 1]}, "pose": {"xyz": [0, 0.6 + gap_m, 1]}}


class SmoothTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def scene(self, *objects):
        self.write("scene.json", json.dumps({"objects": [*objects, FAR]}))

    def rows(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def smooth(self, *options, robot="slider.urdf", path="path.csv", out="short.csv", code=0):
        done = self.run_program("smooth", robot, "scene.json", path, "--out", out, *options, "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def least(self, path, robot="slider.urdf"):
        self.run_program("clearance", robot, "scene.json", path, "--json", "least.json")
        return json.loads((self.folder / "least.json").read_text())["minimum"]

    def assert_free(self, path, *options, robot="slider.urdf"):
        self.assertEqual(self.run_program("check", robot, "scene.json", path, *options).returncode, 0)

    # Which clearance is kept.

    def around(self, gap_m):
        """Around the block's corner, at first with room to spare."""
        self.scene(block(gap_m))
        self.write("path.csv", "x,y\n-2,0.5\n-1,-0.2\n1,-0.2\n2,0.5\n")

    def test_keeps_a_millimetre_unless_told_otherwise(self):
        self.around(0.0)
        result = self.smooth()
        self.assertEqual(result["clearance_m"], {"asked": 0.001, "kept": 0.001, "why": None})
        self.assertGreaterEqual(result["clearance"][0], 0.001)
        self.assert_free("short.csv", "--clearance", "0.001")
        nearer = self.smooth("--clearance", "0", out="nearer.csv")
        self.assertEqual(nearer["clearance_m"], {"asked": 0, "kept": 0, "why": None})
        self.assertLessEqual(nearer["length"], result["length"] * 1.01)

    def test_keeps_what_an_end_allows_and_says_so(self):
        self.scene(block(0.0004))
        self.write("path.csv", "x,y\n-3,-2\n-2,-1\n0,0\n")
        result = self.smooth()
        kept = result["clearance_m"]
        self.assertEqual((kept["asked"], kept["why"], sorted(kept["pair"])), (0.001, "goal", ["block", "hand"]))
        self.assertAlmostEqual(kept["distance"], 0.0004, delta=1e-8)
        self.assertTrue(0.0003 < kept["kept"] < 0.0004, kept)
        self.assertGreaterEqual(result["clearance"][0], kept["kept"])
        text = self.succeed("smooth", "slider.urdf", "scene.json", "path.csv", "--out", "short.csv")
        self.assertRegex(text, r"(?m)^clearance: 3\d\d\.\d µm is kept, not 1 mm: (hand and block|block and hand) are "
                               r"\d+\.\d µm apart at the goal$")

    def test_keeps_what_the_path_keeps_and_says_so(self):
        self.scene(block(0.0004))
        self.write("path.csv", "x,y\n-3,-2\n-1,0\n1,0\n3,-2\n")
        self.assertEqual(self.smooth()["clearance_m"]["why"], "path")
        self.assertIn("apart on the path as it was", self.succeed("smooth", "slider.urdf", "scene.json", "path.csv",
                                                                 "--out", "short.csv"))

    def test_a_clearance_that_was_asked_for_is_kept_or_nothing_is_written(self):
        self.scene(block(0.0004))
        self.write("path.csv", "x,y\n-3,-2\n-2,-1\n0,0\n")
        self.assertEqual(self.smooth("--clearance", "0.001", code=1)["end"], "not-free")
        self.assertFalse((self.folder / "short.csv").exists())

    # Curves.

    def test_a_curve_is_what_check_reads_back_and_proves(self):
        self.around(0.05)
        result = self.smooth("--curve")
        self.assertTrue(result["proven"] and result["curve"]["proven"])
        rows = self.rows("short.csv")
        self.assertEqual(len(rows), result["curve"]["knots"])
        self.assertEqual(set(rows[0]), {"time", "x", "y", "vel.x", "vel.y", "acc.x", "acc.y"})
        self.assertEqual([float(rows[k][c]) for k, c in ((0, "x"), (0, "y"), (-1, "x"), (-1, "y"))], [-2, 0.5, 2, 0.5])
        for end in (rows[0], rows[-1]):
            self.assertEqual({float(end[c]) for c in ("vel.x", "vel.y", "acc.x", "acc.y")}, {0.0})
        self.assertAlmostEqual(float(rows[-1]["time"]), result["curve"]["duration"], delta=0)
        self.assert_free("short.csv", "--clearance", "0.001")
        told, truth = result["clearance"], self.least("short.csv")
        self.assertTrue(told[0] <= truth[1] and truth[0] <= told[1], (told, truth))

    def test_the_same_seed_writes_the_same_curve(self):
        self.around(0.05)
        for name in ("one.csv", "two.csv"):
            self.smooth("--curve", "--seed", "7", out=name)
        self.assertEqual((self.folder / "one.csv").read_bytes(), (self.folder / "two.csv").read_bytes())

    def test_curves_of_several_robots_run_on_one_clock(self):
        self.scene(block(0.05))
        robots = []
        for name, z in (("left", 0), ("right", 5)):
            self.write(f"{name}.csv", "x,y\n-2,0.5\n-1,-0.2\n1,-0.2\n2,0.5\n")
            robots.append({"name": name, "urdf": "slider.urdf", "path": f"{name}.csv", "base": {"xyz": [0, 0, z]}})
        self.write("problem.json", json.dumps({"robots": robots, "scene": "scene.json"}))
        self.succeed("smooth", "problem.json", "--out", "curves", "--curve")
        left, right = self.rows("curves/left.csv"), self.rows("curves/right.csv")
        self.assertEqual([row["time"] for row in left], [row["time"] for row in right])
        self.assertEqual(self.run_program("check", "curves/problem.json", "--clearance", "0.001").returncode, 0)

    # More distance.

    def test_prefers_clearance_to_length(self):
        self.around(0.0)
        near, far = self.smooth(), self.smooth("--prefer-clearance", out="far.csv")
        self.assertGreater(far["clearance"][0], 5 * near["clearance"][1])
        self.assertGreater(far["length"], near["length"])
        self.assertGreaterEqual(far["clearance"][0], far["preferred"]["clearance"])
        self.assert_free("far.csv", "--clearance", str(far["preferred"]["clearance"]))
        text = self.succeed("smooth", "slider.urdf", "scene.json", "path.csv", "--out", "far.csv", "--prefer-clearance")
        self.assertRegex(text, r"(?m)^preferred clearance: .* is kept; .* m became .* m\n  before: least distance: ")

    @needs_models
    def test_a_real_arm_keeps_more_distance_and_its_curve_is_proven(self):
        problem_set = json.loads((MODELS / "problems" / "panda_bookshelf_small.json").read_text())
        problem = problem_set["problems"][0]
        objects = []
        for one in problem["obstacles"]:
            geometry = ({"box": one["size_xyz"]} if one["type"] == "box" else {"sphere": one["radius"]}
                        if one["type"] == "sphere" else {"cylinder": {"radius": one["radius"], "length": one["length_z"]}})
            objects.append({"name": one["name"], "geometry": geometry,
                            "pose": {"xyz": one["position"], "quat": one["quat_xyzw"]}})
        self.write("scene.json", json.dumps({"objects": objects}))
        robot = str(MODELS / "robots" / "panda" / "robot.urdf")
        srdf = ("--srdf", str(MODELS / "robots" / "panda" / "robot.srdf"))
        start, goal = (",".join(f"{j}={v!r}" for j, v in zip(problem_set["joints"], problem[end]))
                       for end in ("start", "goal"))
        planned = self.run_program("plan", robot, "scene.json", *srdf, "--start", start, "--goal", goal, "--out", "path.csv")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        near = self.smooth(*srdf, robot=robot)
        far = self.smooth(*srdf, "--prefer-clearance", "--curve", robot=robot, out="far.csv")
        self.assertTrue(far["proven"] and far["curve"]["proven"])
        self.assertGreater(far["preferred"]["clearance"], near["clearance_m"]["kept"])
        self.assert_free("far.csv", *srdf, "--clearance", str(far["preferred"]["clearance"]), robot=robot)
