"""--timed and --blend of tocca plan and tocca smooth: what files say, which limits count, what is refused."""
import csv
import json
import re
from fractions import Fraction

from program import ProgramTest
from report_page import read_report
from test_check import SLIDER
from test_smooth import FAR, block

LIMITS = """joint_limits:
  x: {has_velocity_limits: true, max_velocity: 0.8, has_acceleration_limits: true, max_acceleration: 2}
  y: {has_acceleration_limits: true, max_acceleration: 3, has_deceleration_limits: true, max_deceleration: 1.5, has_jerk_limits: true, max_jerk: 20}
"""
TAUGHT = "x,y\n-2,0.5\n-1,-0.2\n1,-0.2\n2,0.5\n"


class TimedTest(ProgramTest):
    def setUp(self):
        super().setUp()
        for name, text in (("slider.urdf", SLIDER), ("path.csv", TAUGHT), ("limits.yaml", LIMITS),
                           ("scene.json", json.dumps({"objects": [block(0.05), FAR]}))):
            (self.folder / name).write_text(text)

    def time(self, *options, out="timed.csv", limits="limits.yaml", code=0, path="path.csv"):
        done = self.run_program("smooth", "slider.urdf", "scene.json", path, "--out", out, "--steps", "0", "--timed",
                                *(("--limits", limits) if limits else ()), *options, "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)["curve"]

    def table(self, name="timed.csv"):
        with open(self.folder / name, newline="") as file:
            return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]

    def message(self, name):
        """joint names, and per point nanoseconds, positions, velocities, accelerations."""
        text = (self.folder / name).read_text()
        lists = {key: [json.loads(numbers) for numbers in re.findall(rf"^    {key}: (\[.*\])$", text, re.MULTILINE)]
                 for key in ("positions", "velocities", "accelerations", "effort")}
        times = [int(sec) * 10**9 + int(nano) for sec, nano in re.findall(r"- time_from_start: \{sec: (\d+), nanosec: (\d+)\}", text)]
        return json.loads(re.search(r"^joint_names: (.*)$", text, re.MULTILINE).group(1)), times, lists

    def fastest(self, rows, joint):
        """Greatest velocity, acceleration and jerk of a joint, by exact Hermite quintics at 33 places of each row."""
        most = [Fraction(0)] * 3
        for a, b in zip(rows, rows[1:]):
            h = Fraction(b["time"]) - Fraction(a["time"])
            p, q, v, w, s, t = (Fraction(row[f"{kind}{joint}"]) for kind in ("", "vel.", "acc.") for row in (a, b))
            dp, dv, da = q - p - h * v - h * h * s / 2, (w - v - h * s) * h, (t - s) * h * h
            c = [v, s, 3 * (10 * dp - 4 * dv + da / 2) / h**3, 4 * (-15 * dp + 7 * dv - da) / h**4, 5 * (6 * dp - 3 * dv + da / 2) / h**5]
            polynomials = [c, [k * c[k] for k in range(1, 5)], [k * (k - 1) * c[k] for k in range(2, 5)]]
            for k, polynomial in enumerate(polynomials):
                for i in range(33):
                    value = sum(x * (h * i / 32) ** power for power, x in enumerate(polynomial))
                    most[k] = max(most[k], abs(value))
        return most

    def test_a_trajectory_has_the_bits_of_the_table(self):
        result = self.time()
        self.time(out="timed.yaml")
        rows = self.table()
        names, times, lists = self.message("timed.yaml")
        self.assertEqual((names, len(rows), times[0]), (["x", "y"], len(times), 0))
        self.assertEqual([row["time"] for row in rows], [nano / 1e9 for nano in times])
        for key, prefix in (("positions", ""), ("velocities", "vel."), ("accelerations", "acc.")):
            self.assertEqual([[row[prefix + name] for name in names] for row in rows], lists[key])
        self.assertEqual(lists["effort"], [[]] * len(rows))
        self.assertEqual((result["timed"], result["duration"], result["knots"]), (True, rows[-1]["time"], len(rows)))
        for name in ("timed.csv", "timed.yaml"):
            self.succeed("check", "slider.urdf", "scene.json", name, "--clearance", "0.001")

    def test_limits_are_those_of_both_files_and_are_kept(self):
        self.time()
        velocity, acceleration, jerk = self.fastest(self.table(), "x")
        self.assertTrue(0.799 < velocity <= 0.8 and acceleration <= 2 and jerk <= 40, (velocity, acceleration, jerk))
        velocity, acceleration, jerk = self.fastest(self.table(), "y")
        self.assertTrue(velocity <= 1 and 1.4 < acceleration <= 1.5 and jerk <= 20, (velocity, acceleration, jerk))
        whole = self.time()["duration"]
        self.time("--velocity-scale", "0.5")
        self.assertLessEqual(self.fastest(self.table(), "x")[0], 0.4)
        self.assertGreater(self.time("--acceleration-scale", "0.1")["duration"], whole)

    def test_the_file_of_limits_scales_unless_the_command_does(self):
        (self.folder / "slow.yaml").write_text("default_velocity_scaling_factor: 0.1\n" + LIMITS)
        slow, whole = self.time(limits="slow.yaml")["duration"], self.time()["duration"]
        self.assertGreater(slow, 5 * whole)
        self.assertEqual(self.time("--velocity-scale", "1", limits="slow.yaml")["duration"], whole)

    def test_missing_limits_are_said(self):
        done = self.run_program("smooth", "slider.urdf", "scene.json", "path.csv", "--out", "timed.csv", "--steps", "0", "--timed")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no limit of acceleration is known for x, y: 1 rad/s2 (m/s2) is taken", done.stderr)
        self.assertNotIn("velocity", done.stderr)
        self.assertRegex(done.stdout, r"(?m)^timed: 2 of 2 corners rounded, 0 stops; \d+ waypoints, [\d.]+ s; every joint keeps its limits of velocity, acceleration and jerk, proven$")
        done = self.run_program("smooth", "slider.urdf", "scene.json", "path.csv", "--out", "timed.csv", "--steps", "0", "--timed",
                                "--acceleration", "3")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater(self.fastest(self.table(), "x")[1], 2.9)

    def test_blends(self):
        widest = self.time()
        near = self.time("--blend", "5cm")
        stopping = self.time("--blend", "0")
        self.assertEqual((widest["stops"], near["stops"], stopping["stops"]), (0, 0, 2))
        self.assertLess(max(widest["duration"], near["duration"]), stopping["duration"])
        passed = [(row["x"], row["y"]) for row in self.table() if row["vel.x"] == row["vel.y"] == 0]
        self.assertEqual(passed, [(-2, 0.5), (-1, -0.2), (1, -0.2), (2, 0.5)])

    def test_a_blend_that_touches_becomes_narrower(self):
        """The corner at (0.7, 0) is free, and so are its legs; inside it a post stands in the way of a wide blend."""
        post = {"name": "post", "geometry": {"cylinder": {"radius": 0.05, "length": 1}}, "pose": {"xyz": [0.545, 0.155, 1]}}
        (self.folder / "path.csv").write_text("x,y\n0,0\n0.7,0\n0.7,0.7\n")
        nearest = []
        for scene in ([FAR], [post, FAR]):
            (self.folder / "scene.json").write_text(json.dumps({"objects": scene}))
            self.time("--acceleration-scale", "0.5", out="there.csv")
            self.succeed("check", "slider.urdf", "scene.json", "there.csv", "--clearance", "0.001")
            nearest.append(max(row["x"] for row in self.table("there.csv") if row["y"] == 0))  # where the blend begins
        self.assertGreater(nearest[1], nearest[0] + 0.01)

    def test_several_robots_get_a_table_and_a_trajectory_each(self):
        robots = []
        for name, z in (("left", 0), ("right", 5)):
            (self.folder / f"{name}.csv").write_text(TAUGHT)
            robots.append({"name": name, "urdf": "slider.urdf", "limits": "limits.yaml", "path": f"{name}.csv", "base": {"xyz": [0, 0, z]}})
        (self.folder / "problem.json").write_text(json.dumps({"robots": robots, "scene": "scene.json"}))
        self.succeed("smooth", "problem.json", "--out", "both", "--steps", "0", "--timed")
        times = [self.message(f"both/{name}.yaml")[1] for name in ("left", "right")]
        self.assertEqual(times[0], times[1])
        self.assertEqual([row["time"] for row in self.table("both/left.csv")], [nano / 1e9 for nano in times[0]])
        self.succeed("check", "both/problem.json", "--clearance", "0.001")

    def test_a_page_runs_in_seconds(self):
        result = self.time("--report", "page.html")
        report = read_report(self, self.folder / "page.html")
        self.assertEqual(report["clock"], "s")
        self.assertEqual(report["segments"][-1]["end"], result["duration"])
        self.assertEqual([s["begin"] for s in report["segments"]], [row["time"] for row in self.table()][:-1])
        self.assertIn("Timed", dict(report["parameters"]))

    def test_refusals(self):
        def smooth(*options, out="t.csv"):
            return ("smooth", "slider.urdf", "scene.json", "path.csv", "--out", out, *options)
        self.refuse(*smooth("--limits", "limits.yaml"), says="--timed")
        self.refuse(*smooth("--acceleration", "1"), says="--timed")
        self.refuse(*smooth(out="t.yaml"), says="--timed")
        self.refuse(*smooth("--curve", out="t.yaml"), says="--timed")
        self.refuse(*smooth("--timed", "--blend", "-1"), says="--blend")
        self.refuse(*smooth("--timed", "--velocity-scale", "1.5"), says="--velocity-scale")
        self.refuse(*smooth("--timed", "--acceleration", "0"), says="--acceleration")
        self.refuse(*smooth("--timed", "--limits", "none.yaml"), says="none.yaml")
        (self.folder / "slow.yaml").write_text("joint_limits: {x: {has_velocity_limits: true, max_velocity: 1e-9}}")
        self.refuse(*smooth("--timed", "--acceleration", "1", "--limits", "slow.yaml"), says="100 days")
        self.assertFalse((self.folder / "t.csv").exists())
        moving = {"object": "block", "poses": [{"time": 0, "xyz": [0, 0.65, 1]}, {"time": 1, "xyz": [0, 0.7, 1]}]}
        (self.folder / "problem.json").write_text(json.dumps({
            "robots": [{"urdf": "slider.urdf", "path": "path.csv"}], "scene": "scene.json", "moving": [moving]}))
        self.refuse("smooth", "problem.json", "--out", "t.csv", "--timed", says="moves by itself")
