"""tocca plan and tocca smooth: exit codes, files that appear whole or not at all, several robots, clear answers."""
import csv
import json
import os
import signal
import subprocess
import time

import program
from program import ProgramTest
from test_check import SLIDER as LONG_SLIDER
from test_check import ball

SLIDER = LONG_SLIDER.replace('"-50"', '"-5"').replace('"50"', '"5"')

# The slider's hand, a ball of radius 0.1, moves in the plane z = 1. A wall with a gap stands across it.
WALL = [{"name": "south", "geometry": {"box": [0.1, 40, 3]}, "pose": {"xyz": [0, -20.2, 1]}},
        {"name": "north", "geometry": {"box": [0.1, 40, 3]}, "pose": {"xyz": [0, 20.2, 1]}}]
# Its carriage, a ball of radius 0.05 at z = 0, passes below.
for part in WALL:
    part["pose"]["xyz"][2] = 1.9


class PlanTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        self.write("wall.json", json.dumps({"objects": WALL}))

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def rows(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.reader(file))

    def ask(self, *arguments, code):
        done = self.run_program(*arguments, "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def plan(self, *options, code=0, start="x=-3,y=2", goal="x=3,y=2", scene="wall.json", out="path.csv"):
        return self.ask("plan", "slider.urdf", scene, "--start", start, "--goal", goal, "--out", out, *options, code=code)

    def free(self, *arguments):
        self.assertEqual(self.run_program("check", *arguments).returncode, 0)

    def test_writes_a_path_that_is_free(self):
        result = self.plan()
        self.assertTrue(result["found"] and result["proven"])
        self.assertEqual(result["end"], "found")
        rows = self.rows("path.csv")
        self.assertEqual(rows[0], ["x", "y"])
        self.assertEqual(([float(v) for v in rows[1]], [float(v) for v in rows[-1]]), ([-3, 2], [3, 2]))
        self.assertEqual(len(rows) - 1, result["waypoints"])
        self.free("slider.urdf", "wall.json", "path.csv")
        self.assertEqual([f.name for f in self.folder.glob("*.part")], [])

    def test_the_same_seed_writes_the_same_bytes(self):
        for name in ("one.csv", "two.csv"):
            self.plan("--seed", "5", "--smooth", out=name)
        self.assertEqual((self.folder / "one.csv").read_bytes(), (self.folder / "two.csv").read_bytes())
        self.plan("--seed", "6", "--smooth", out="two.csv")
        self.assertNotEqual((self.folder / "one.csv").read_bytes(), (self.folder / "two.csv").read_bytes())

    def test_keeps_the_clearance(self):
        self.plan("--clearance", "0.05", "--smooth")
        self.free("slider.urdf", "wall.json", "path.csv", "--clearance", "0.05")

    # How near what is delivered comes.

    def least(self, path, scene="wall.json"):
        """The least distance as the verb clearance proves it."""
        self.run_program("clearance", "slider.urdf", scene, path, "--json", "least.json")
        return json.loads((self.folder / "least.json").read_text())["minimum"]

    def assert_same_bracket(self, told, truth):
        self.assertLessEqual(told[1] - told[0], 1e-6 * (1 + 1e-6))
        self.assertTrue(told[0] <= truth[1] and truth[0] <= told[1], (told, truth))

    def test_tells_the_least_distance_of_what_it_delivers(self):
        self.assert_same_bracket(self.plan()["clearance"], self.least("path.csv"))
        self.assert_same_bracket(self.plan("--smooth", out="short.csv")["clearance"], self.least("short.csv"))
        smoothed = self.ask("smooth", "slider.urdf", "wall.json", "path.csv", "--out", "own.csv", code=0)
        self.assert_same_bracket(smoothed["clearance"], self.least("own.csv"))
        self.assertIsNone(self.plan(code=1, goal="x=0,y=2")["clearance"])

    def test_the_least_distance_is_no_less_than_the_clearance_that_was_kept(self):
        result = self.plan("--clearance", "0.05", "--self-clearance", "0.05", "--smooth")
        self.assertGreaterEqual(result["clearance"][0], 0.05)
        self.assert_same_bracket(result["clearance"], self.least("path.csv"))

    def grazing(self, gap_m):
        """The hand's ball of radius 0.1 goes by a block, so far away."""
        block = {"name": "block", "geometry": {"box": [1, 1, 1]}, "pose": {"xyz": [0, 0.6 + gap_m, 1]}}
        self.write("block.json", json.dumps({"objects": [block]}))
        self.write("by.csv", "x,y\n-2,0\n2,0\n")
        return ("smooth", "slider.urdf", "block.json", "by.csv", "--out", "short.csv", "--no-self")

    def test_where_it_is_near_and_nobody_asked_it_names_the_option(self):
        near = self.grazing(0.0003)
        text = self.succeed(*near, "--clearance", "0")
        self.assertRegex(text, r"least distance: 29\d\.\d to 300\.\d µm, proven: hand and block, in segment 0 at t = 0\.\d+\n")
        self.assertIn("--clearance 0.005 keeps 5 mm", text)
        self.assertNotIn("keeps 5 mm", self.succeed(*near, "--clearance", "0.0002"))
        self.assertNotIn("keeps 5 mm", self.succeed(*self.grazing(0.003), "--clearance", "0"))

    def test_of_two_links_it_names_the_option_for_these(self):
        link = '<link name="{}"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>'
        joint = '<joint name="{}" type="prismatic"><parent link="{}"/><child link="{}"/><axis xyz="1 0 0"/><limit lower="-5" upper="5" effort="1" velocity="1"/></joint>'
        self.write("arm.urdf", "<robot name='arm'>" + link.format("foot") + '<link name="middle"/>' + link.format("hand")
                   + joint.format("x", "foot", "middle") + joint.format("u", "middle", "hand") + "</robot>")
        self.write("far.json", json.dumps({"objects": [ball("far", 9)]}))
        self.write("close.csv", "x,u\n0.1002,0.1\n1,1\n")
        text = self.succeed("smooth", "arm.urdf", "far.json", "close.csv", "--out", "short.csv")
        self.assertRegex(text, r"least distance: .* µm, proven: foot and hand")
        self.assertIn("--self-clearance 0.005 keeps 5 mm", text)

    def test_says_why_there_is_none(self):
        result = self.plan(code=1, goal="x=0,y=2")
        self.assertEqual((result["end"], result["pairs"], result["proven"]), ("goal-in-contact", [["hand", "north"]], False))
        self.assertEqual(self.plan(code=1, start="x=0,y=-2")["end"], "start-in-contact")
        closed = [dict(part, geometry={"box": [0.1, 90, 90]}) for part in WALL]
        self.write("closed.json", json.dumps({"objects": closed}))
        self.assertEqual(self.plan("--milestones", "50", code=1, scene="closed.json")["end"], "milestone-limit")
        self.assertEqual(self.plan("--time-limit", "0.1", code=1, scene="closed.json")["end"], "time-limit")
        self.assertFalse((self.folder / "path.csv").exists())
        done = self.run_program("plan", "slider.urdf", "wall.json", "--start", "y=1", "--goal", "x=1", "--out", "path.csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no path: the start is in contact: hand and", done.stdout)

    def test_leaves_an_old_file_alone_where_it_finds_nothing(self):
        self.write("path.csv", "old")
        self.plan(code=1, goal="x=0,y=2")
        self.assertEqual((self.folder / "path.csv").read_text(), "old")

    def test_starts_outside_of_limits_with_a_warning(self):
        done = self.run_program("plan", "slider.urdf", "wall.json", "--start", "x=-6,y=2", "--goal", "x=-3,y=2",
                                "--out", "path.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\Atocca: warning: --start: joint 'x' is at -6, outside its limits -5 to 5\n\Z")

    def test_ctrl_c_ends_it_without_a_file(self):
        self.write("closed.json", json.dumps({"objects": [dict(p, geometry={"box": [0.1, 90, 90]}) for p in WALL]}))
        run = subprocess.Popen([program.PROGRAM, "plan", "slider.urdf", "closed.json", "--start", "x=-3", "--goal", "x=3",
                                "--out", "path.csv"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        text, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertIn("no path: the search was stopped", text)
        self.assertFalse((self.folder / "path.csv").exists())

    def test_refuses_what_makes_no_sense(self):
        most = ("plan", "slider.urdf", "wall.json", "--start", "x=-3", "--goal", "x=3")
        self.refuse("plan", "slider.urdf", "wall.json", "--start", "x=-3", "--out", "p.csv", says="--goal: is missing")
        self.refuse("plan", "slider.urdf", "wall.json", "--goal", "x=-3", "--out", "p.csv", says="--start: is missing")
        self.refuse(*most[:-1], "z=3", "--out", "p.csv", says="no joint 'z'")
        self.refuse(*most, says="--out")
        self.refuse(*most, "--out", "nowhere/p.csv", says="folder does not exist")
        self.refuse(*most, "--out", "/dev/null", says="is not a regular file")
        self.refuse(*most, "--out", "p.csv", "--time-limit", "0", says="--time-limit")
        self.refuse(*most, "--out", "p.csv", "--time-limit", "nan", says="--time-limit")
        self.refuse(*most, "--out", "p.csv", "--milestones", "1", says="--milestones")
        self.refuse(*most, "--out", "p.csv", "--neighbourhood", "2", says="--neighbourhood")
        self.refuse(*most, "--out", "p.csv", "--clearance", "-1", says="--clearance")
        self.refuse("plan", "slider.urdf", "--start", "x=1", "--goal", "x=2", "--out", "p.csv", says="nothing is checked: .*give a scene")
        self.refuse(*most, "--out", "p.csv", "--below", "1", says="--below")
        self.refuse(*most, "--out", "p.csv", "--seed", "-1", says="--seed")
        self.write("post.urdf", '<robot name="p"><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>')
        self.refuse("plan", "post.urdf", "wall.json", "--start", "", "--goal", "", "--out", "p.csv", says="no joint that moves")

    # Several robots: a problem file.

    def problem(self, **more):
        self.write("left.csv", "x,y\n-3,2\n3,2\n")
        self.write("right.csv", "x,y\n-3,0\n3,0\n")
        robots = [{"name": name, "urdf": "slider.urdf", "path": f"{name}.csv",
                   "base": {"xyz": [0, 0, 0 if name == "left" else 5]}} for name in ("left", "right")]
        self.write("problem.json", json.dumps({"robots": robots, "scene": "wall.json", **more}))

    def test_plans_for_several_robots_from_first_to_last_waypoints(self):
        self.problem()
        self.ask("plan", "problem.json", "--out", "planned", code=0)
        left, right = self.rows("planned/left.csv"), self.rows("planned/right.csv")
        self.assertEqual(len(left), len(right))
        self.assertEqual(([float(v) for v in left[1]], [float(v) for v in left[-1]]), ([-3, 2], [3, 2]))
        self.free("planned/problem.json")
        self.ask("plan", "problem.json", "--out", "planned", "--start", "right/y=1", "--goal", "left/x=4", code=0)
        self.assertEqual([float(v) for v in self.rows("planned/left.csv")[-1]], [4, 2])
        self.assertEqual([float(v) for v in self.rows("planned/right.csv")[1]], [-3, 1])
        self.free("planned/problem.json")
        self.ask("smooth", "planned/problem.json", "--out", "smoothed", code=0)
        self.free("smoothed/problem.json")

    def test_one_waypoint_is_one_waypoint(self):
        text = self.succeed("plan", "slider.urdf", "wall.json", "--start", "x=-3", "--goal", "x=-3", "--out", "out.csv", "--smooth")
        self.assertRegex(text, r"\Afound: 1 waypoint, 0 m long, proven free;")
        self.assertRegex(text, r"(?m)^smoothed: .*, 1 waypoint; ")

    def test_refuses_problems_that_no_path_answers(self):
        self.problem()
        self.refuse("plan", "problem.json", "--out", "planned", "--goal", "x=1", says="does not begin with the name of a robot")
        self.write("plain", "")
        self.refuse("plan", "problem.json", "--out", "plain", says="is not a folder")
        self.refuse("plan", "problem.json", "--out", ".", says="overwritten")
        poses = [{"time": 0, "xyz": [0, 0, 9]}, {"time": 1, "xyz": [1, 0, 9]}]
        self.problem(moving=[{"object": "north", "poses": poses}])
        self.refuse("plan", "problem.json", "--out", "planned", says="moves by itself")
        self.problem(attached=[{"link": "left/hand", "object": "north", "from": 1}])
        self.refuse("smooth", "problem.json", "--out", "planned", says="gripped or released along the path")
        self.problem(allow=[["left/hand", "north", {"from": 1}]])
        self.refuse("smooth", "problem.json", "--out", "planned", says="may touch for part of the path")
        self.problem()
        for name in ("left", "right"):
            self.write(f"{name}.csv", "x,y\n-3,2\n")
        self.refuse("plan", "problem.json", "--out", "planned", says="end where they begin")

    # A walk.

    def test_walks_below_a_height(self):
        self.write("swing.urdf", SLIDER.replace('name="y" type="prismatic"', 'name="y" type="revolute"').replace(
            '<origin xyz="0 0 1"/>', "").replace('<sphere radius="0.1"/></geometry></collision></link>\n <joint',
            '<sphere radius="0.1"/></geometry><origin xyz="1 0 0"/></collision></link>\n <joint'))
        self.write("air.json", json.dumps({"objects": [ball("ball", 9, 9, 9)]}))
        most = ("plan", "swing.urdf", "air.json", "--start", "y=-1.5", "--out", "walk.csv")
        self.assertTrue(self.ask(*most, "--below", "0.2", code=0)["found"])
        self.free("swing.urdf", "air.json", "walk.csv")
        self.assertEqual(self.ask(*most, "--below", "-3", "--milestones", "20", code=1)["end"], "milestone-limit")

    # Long paths: limits reach everything.

    def write_long_path(self, segments):
        rows = "".join(f"{-3 - 0.001 * (k % 2)},2\n" for k in range(segments + 1))
        self.write("long.csv", "x,y\n" + rows + "-3,0\n3,0\n3,2\n")  # no single shortcut leads to the end

    def test_a_limit_ends_the_proof_of_a_long_path(self):
        self.write_long_path(100_000)
        run = self.run_program("smooth", "slider.urdf", "wall.json", "long.csv", "--out", "short.csv", "--time-limit", "0.01")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stdout, r"\Anot smoothed: the proof that the path is free was ended after [\d,]+ segments\n\Z")
        self.assertFalse((self.folder / "short.csv").exists())

    def test_ctrl_c_after_the_path_is_written_ends_what_is_left_in_bounded_memory(self):
        self.write_long_path(100_000)
        run = subprocess.Popen([program.PROGRAM, "smooth", "slider.urdf", "wall.json", "long.csv", "--out", "short.csv", "--steps", "1",
                                "--threads", "1"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        while not (self.folder / "short.csv").exists() and run.poll() is None:
            time.sleep(0.001)
        run.send_signal(signal.SIGINT)
        text = run.stdout.read()
        run.stdout.close()
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(run.returncode, 0)
        self.assertRegex(text, r"least distance: .* \(the search ended early\).*\n(  that is close.*\n)?  looked for in the first \d+ of [\d,]+ segments|"
                               r"least distance: not looked for in \d+ of [\d,]+ segments")
        self.assertIn("written: short.csv", text)
        self.free("slider.urdf", "wall.json", "short.csv")
        if "sanitize" not in program.PROGRAM:
            self.assertLess(usage.ru_maxrss, 400_000)  # kilobytes

    # Smoothing.

    def test_smooths_what_was_planned(self):
        self.plan("--seed", "3")
        result = self.ask("smooth", "slider.urdf", "wall.json", "path.csv", "--out", "short.csv", code=0)
        self.assertTrue(result["proven"])
        self.assertEqual(result["end"], "converged")
        self.assertLessEqual(result["length"], result["length_before"])
        long, short = self.rows("path.csv"), self.rows("short.csv")
        self.assertEqual((long[1], long[-1]), (short[1], short[-1]))  # the same digits
        self.free("slider.urdf", "wall.json", "short.csv")
        self.assertEqual(self.ask("smooth", "slider.urdf", "wall.json", "path.csv", "--out", "short.csv", "--steps", "5",
                                  code=0)["steps"], 5)

    def test_smooths_nothing_that_is_not_free(self):
        self.write("bad.csv", "x,y\n-3,2\n3,2\n")
        done = self.run_program("smooth", "slider.urdf", "wall.json", "bad.csv", "--out", "short.csv")
        self.assertEqual((done.returncode, done.stdout),
                         (1, "not smoothed: the path is not free: segment 0: hand and north\n"))
        self.assertFalse((self.folder / "short.csv").exists())

    def test_drops_stamps_and_velocities(self):
        self.write("curve.csv", "time,x,y,vel.x\n0,-3,2,0\n1,-2,2,0\n")
        done = self.run_program("smooth", "slider.urdf", "wall.json", "curve.csv", "--out", "short.csv")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "time stamps and velocities are dropped: .*taken as straight")
        self.write("timed.csv", "time,x,y\n0,-3,2\n1,-2,2\n")
        done = self.run_program("smooth", "slider.urdf", "wall.json", "timed.csv", "--out", "short.csv")
        self.assertEqual(done.returncode, 0)
        self.assertIn("time stamps are dropped", done.stderr)
        self.refuse("smooth", "slider.urdf", "wall.json", "timed.csv", "--out", "s.csv", "--steps", "-1", says="--steps")

    def test_no_steps_keep_the_waypoints(self):
        self.write("bent.csv", "x,y\n-3,2\n-3,3\n-2,2\n")
        done = self.run_program("smooth", "slider.urdf", "wall.json", "bent.csv", "--out", "same.csv", "--steps", "0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "same.csv").read_text(), (self.folder / "bent.csv").read_text())
