"""tocca plan --goal-pose: paths that end where a link is at a pose; what cannot be reached, and what touches there."""
import csv
import json
import math

from program import ProgramTest

ARM = """<robot name="arm">
 <link name="base"/>
 <link name="upper"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963 0"/><geometry><cylinder radius="0.03" length="0.8"/></geometry></collision></link>
 <link name="lower"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963 0"/><geometry><cylinder radius="0.03" length="0.8"/></geometry></collision></link>
 <link name="tool"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
 <joint name="wrist" type="revolute"><parent link="lower"/><child link="tool"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>
"""


def post(x):
    return {"name": "post", "geometry": {"sphere": 0.2}, "pose": {"xyz": [x, 0, 0]}}


class GoalPose(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "arm.urdf").write_text(ARM)
        (self.folder / "room.json").write_text(json.dumps({"objects": [post(1.4)]}))

    def plan(self, pose, *options, code=0, start="shoulder=-1.2,elbow=0.1"):
        done = self.run_program("plan", "arm.urdf", "room.json", "--start", start, "--goal-pose", "tool", pose, "--out", "path.csv", "--json", "-", *options)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def tool(self):
        """x, y and yaw of the tool at the end of the path: kinematics of the test's own."""
        with open(self.folder / "path.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        a, b, c = (float(rows[-1][joint]) for joint in ("shoulder", "elbow", "wrist"))
        return math.cos(a) + math.cos(a + b), math.sin(a) + math.sin(a + b), a + b + c

    def expect_tool(self, x, y, yaw, metres=1e-4, radians=1e-3):
        at = self.tool()
        self.assertLess(math.hypot(at[0] - x, at[1] - y), metres)
        self.assertLess(abs(math.remainder(at[2] - yaw, 2 * math.pi)), radians)

    def test_the_path_ends_at_the_pose(self):
        result = self.plan("0.9 1.1 0 0 0 0.4")
        self.assertTrue(result["found"] and result["proven"])
        self.assertEqual(result["end"], "found")
        self.assertEqual(list(result["goals"]), ["reached", "free"])
        self.assertGreaterEqual(result["goals"]["reached"], result["goals"]["free"])
        self.assertGreaterEqual(result["goals"]["free"], 1)
        self.expect_tool(0.9, 1.1, 0.4)
        self.assertEqual(self.run_program("check", "arm.urdf", "room.json", "path.csv").returncode, 0)

    def test_degrees_and_base_count(self):
        self.plan("1.9 1.1 0.5 0 0 30", "--degrees", "--base", "1 0 0.5 0 0 0", start="shoulder=-60")
        self.expect_tool(0.9, 1.1, math.radians(30))
        self.plan("0.9 1.1 0 0 0 0.4", "--base", "0 0 0 0 0 1.5707963267948966")
        x, y, yaw = self.tool()
        self.assertLess(math.hypot(-y - 0.9, x - 1.1), 1e-4)
        self.assertLess(abs(yaw + math.pi / 2 - 0.4), 1e-3)

    def test_a_quaternion_is_an_orientation(self):
        self.plan(f"0.9 1.1 0 0 0 {math.sin(0.2)} {math.cos(0.2)}")
        self.expect_tool(0.9, 1.1, 0.4)

    def test_timed_and_smooth_paths_end_there(self):
        limits = "joint_limits:\n" + "".join(f"  {joint}: {{has_acceleration_limits: true, max_acceleration: 5}}\n" for joint in ("shoulder", "elbow", "wrist"))
        (self.folder / "limits.yaml").write_text(limits)
        for options in (("--smooth",), ("--timed", "--limits", "limits.yaml"), ("--smooth", "--timed", "--limits", "limits.yaml")):
            self.assertEqual(self.plan("0.9 1.1 0 0 0 0.4", *options)["end"], "found")
            self.expect_tool(0.9, 1.1, 0.4)

    def test_time_that_ran_out_is_another_answer(self):
        # Walls with a gap through which the stretched arm reaches the pose, and into which it cannot swing.
        walls = [{"name": name, "geometry": {"box": [4, 0.02, 4]}, "pose": {"xyz": [x, 0.6, 0]}} for name, x in (("left", -2.2), ("right", 2.2))]
        (self.folder / "room.json").write_text(json.dumps({"objects": walls}))
        result = self.plan("0 1.97 0 0 0 1.57", "--milestones", "50", code=1, start="shoulder=-1.2,elbow=0.1")
        self.assertIn(result["end"], ("milestone-limit", "time-limit"))
        self.assertGreaterEqual(result["goals"]["free"], 1)

    def test_the_same_seed_writes_the_same_bytes(self):
        texts = []
        for seed in ("3", "3", "4"):
            self.plan("0.9 1.1 0 0 0 0.4", "--seed", seed)
            texts.append((self.folder / "path.csv").read_bytes())
        self.assertEqual(texts[0], texts[1])

    def test_no_configuration_reaches_it(self):
        result = self.plan("2.5 0 0 0 0 0", code=1)
        self.assertEqual((result["found"], result["end"], result["goals"]), (False, "unreachable", {"reached": 0, "free": 0}))
        done = self.run_program("plan", "arm.urdf", "room.json", "--start", "shoulder=-1.2", "--goal-pose", "tool", "2.5 0 0 0 0 0", "--out", "path.csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no path: no configuration was found that reaches the pose\n", done.stdout)
        self.assertFalse((self.folder / "path.csv").exists())

    def test_what_reaches_it_touches(self):
        result = self.plan("1.4 0 0 0 0 0", code=1)
        self.assertEqual(result["end"], "goal-in-contact")
        self.assertGreaterEqual(result["goals"]["reached"], 1)
        self.assertEqual(result["goals"]["free"], 0)
        self.assertIn(["tool", "post"], result["pairs"])
        done = self.run_program("plan", "arm.urdf", "room.json", "--start", "shoulder=-1.2", "--goal-pose", "tool", "1.4 0 0 0 0 0", "--out", "path.csv")
        self.assertRegex(done.stdout, "no path: .* the pose, but .* in contact: at the nearest, ")

    def test_tolerances(self):
        pose = "2.0005 0 0 0 0 0"  # half a millimetre beyond
        (self.folder / "room.json").write_text(json.dumps({"objects": [post(9)]}))
        self.assertEqual(self.plan(pose, code=1)["end"], "unreachable")
        self.plan(pose, "--goal-tolerance", "0.001 0.05")
        self.expect_tool(2.0005, 0, 0, 0.001, 0.05)

    def test_what_is_refused(self):
        words = ("plan", "arm.urdf", "room.json", "--start", "", "--out", "path.csv")
        self.refuse(*words, "--goal-pose", "tol", "0 0 0 0 0 0", says="there is no link 'tol'; .*tool")
        self.refuse(*words, "--goal-pose", "tool", "0 0 0", says="is not six finite numbers")
        self.refuse(*words, "--goal-pose", "tool", "0 0 nan 0 0 0", says="is not six finite numbers")
        self.refuse(*words, "--goal-pose", "tool", "0 0 0 0 0 0 0.9", says="quaternion that is not of length 1")
        self.refuse(*words, "--goal-pose", "tool", "2e9 0 0 0 0 0 1", says="more than 1e9 m")
        self.refuse(*words, "--goal-pose", "base", "0 0 0 0 0 0", says="link 'base': is moved by no joint")
        self.refuse(*words, "--goal-pose", "tool", "1 1 0 0 0 0", "--goal", "elbow=1", says="--goal")
        self.refuse(*words, "--goal-pose", "tool", "1 1 0 0 0 0", "--goal-tolerance", "0 1", says="two numbers greater than 0")
        self.refuse(*words, "--goal", "elbow=1", "--goal-tolerance", "1 1", says="--goal-pose")
