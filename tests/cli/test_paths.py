"""Paths in the files that people have: the same path in every format gives the same answer, and what is malformed one line."""
import json
import math
import re
import subprocess
import unittest

from program import PROGRAM, ProgramTest

NAMES = ["shoulder", "elbow"]
ROWS = [(0.0, [0.0, 0.1], [0.0, 0.25]), (0.1, [0.05, 0.3], [0.5, 0.25]), (1.5, [0.7, 1.1], [0.0, -0.125]), (2.25, [1.0, 0.2], [0.0, 0.0])]


def table(separator):
    lines = [separator.join(["time", *NAMES, *("vel." + name for name in NAMES)])]
    return "\n".join(lines + [separator.join(map(repr, [time, *places, *rates])) for time, places, rates in ROWS]) + "\n"


def duration(time, sec="sec", nanosec="nanosec"):
    whole = round(time * 1e9)
    return {sec: whole // 10**9, nanosec: whole % 10**9}


def message(time_of=duration, rows=ROWS):
    return {"header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""}, "joint_names": NAMES,
            "points": [{"positions": places, "velocities": rates, "accelerations": [], "effort": [], "time_from_start": time_of(time)}
                       for time, places, rates in rows]}


def echo(value, indent=""):
    """As `ros2 topic echo` prints it."""
    text = ""
    for key, part in value.items():
        if isinstance(part, dict):
            text += f"{indent}{key}:\n{echo(part, indent + '  ')}"
        elif part and isinstance(part, list):
            text += f"{indent}{key}:\n"
            for item in part:
                text += indent + "- " + (echo(item, indent + "  ").lstrip() if isinstance(item, dict) else f"{item}\n")
        else:
            text += f"{indent}{key}: {part!r}\n"
    return text


def without_times(result):
    return re.sub(r'"micros":[^,}]*', '"micros":0', result)


FORMATS = {
    "semicolons": table(";"), "tabs": table("\t"), "blanks": "# aligned\n" + table("   "),
    "time_from_start": table(",").replace("time", "time_from_start"), "t": table(" ").replace("time", "t"),
    "json": json.dumps(message()), "json_seconds": json.dumps(message(lambda time: time), indent="\t"),
    "ros1": json.dumps(message(lambda time: duration(time, "secs", "nsecs"))),
    "echo": echo(message()) + "---\n",
    "robot": echo({"joint_trajectory": message()}),
    "display": json.dumps({"model_id": "tiny", "trajectory": [{"joint_trajectory": message(),
                                                               "multi_dof_joint_trajectory": {"joint_names": [], "points": []}}],
                           "trajectory_start": {"joint_state": {"name": ["slide"], "position": [0.5]}}}),
    "goal": json.dumps({"goal": {"trajectory": message(), "goal_time_tolerance": duration(0)}}),
    "two": echo(message(rows=ROWS[:3])) + "---\n" + echo(message(rows=[(time - 1.5, *rest) for time, *rest in ROWS[2:]])) + "---\n",
}


class Formats(ProgramTest):
    def ask(self, path, *more, exit_code=1, stdin=None, scene="tiny.json"):
        done = subprocess.run([PROGRAM, "check", "tiny.urdf", scene, path, "--no-self", "--json", "-", *more],
                              input=stdin, capture_output=True, text=True, cwd=self.folder, timeout=300)
        self.assertEqual(done.returncode, exit_code, done.stderr)
        return without_times(done.stdout)

    def test_the_same_path_gives_the_same_bits_in_every_format(self):
        (self.folder / "path.csv").write_text(table(","))
        ball = {"name": "ball", "geometry": {"sphere": 0.05}, "pose": {"xyz": [-0.45, 0.6, 0.05]}}
        (self.folder / "ball.json").write_text(json.dumps({"objects": [ball]}))
        wanted = self.ask("path.csv", "--edges", scene="ball.json")
        segments = json.loads(wanted)["segments"]
        self.assertEqual(len(segments), 3)
        self.assertTrue(any(row["verdict"] == "contact" and not row["initial"] for row in segments), wanted)  # velocities count
        for name, text in FORMATS.items():
            with self.subTest(name):
                (self.folder / "path").write_text(text)  # no extension: the content tells
                self.assertEqual(self.ask("path", "--edges", scene="ball.json"), wanted)
                self.assertEqual(self.ask("-", "--edges", stdin=text, scene="ball.json"), wanted)

    def test_degrees_are_radians_in_other_words(self):
        degrees = [[0, 90], [45, 30], [-30, 12.5]]
        rows = [",".join(repr(math.radians(angle)) for angle in row) for row in degrees]
        (self.folder / "radians.csv").write_text("shoulder,elbow\n" + "\n".join(rows) + "\n")
        (self.folder / "degrees.csv").write_text("shoulder,elbow\n" + "\n".join(",".join(map(str, row)) for row in degrees) + "\n")
        code = self.run_program("check", "tiny.urdf", "tiny.json", "radians.csv", "--no-self").returncode
        self.assertEqual(self.ask("degrees.csv", "--degrees", exit_code=code), self.ask("radians.csv", exit_code=code))
        done = self.run_program("check", "tiny.urdf", "tiny.json", "degrees.csv", "--no-self", "--degrees")
        self.assertNotIn("look like degrees", done.stderr)
        done = self.run_program("check", "tiny.urdf", "tiny.json", "degrees.csv", "--no-self")
        self.assertIn("look like degrees; angles are in radians: say so with --degrees", done.stderr)
        config = ["check", "tiny.urdf", "tiny.json", "--no-self", "--json", "-", "--config"]
        self.assertEqual(without_times(self.run_program(*config, "elbow=75", "--degrees").stdout),
                         without_times(self.run_program(*config, f"elbow={math.radians(75)!r}").stdout))

    def test_problem_files_have_degrees_of_their_own(self):
        (self.folder / "path.csv").write_text("shoulder\n0\n45\n")
        problem = {"robots": [{"urdf": "tiny.urdf", "path": "path.csv", "degrees": True, "default": {"elbow": 90}}], "scene": "tiny.json"}
        (self.folder / "problem.json").write_text(json.dumps(problem))
        done = self.run_program("check", "problem.json", "--no-self", "--json", "-")
        ends = json.loads(done.stdout)["segments"][0]["configuration"]
        self.assertEqual(ends["elbow"], math.pi / 2)
        self.assertNotIn("degrees", done.stderr)
        self.refuse("check", "problem.json", "--degrees", says='--degrees: cannot be combined with a problem file; write "degrees": true')


class Malformed(ProgramTest):
    def refuse_path(self, text, says):
        (self.folder / "path").write_text(text)
        self.refuse("check", "tiny.urdf", "tiny.json", "path", says=says)

    def test_tables_that_stumble(self):
        self.refuse_path("0,0.5\n1,1\n", "line 1: row 1 must name the joints, but it holds numbers; put a header first, without #: shoulder,elbow,float.x")
        self.refuse_path("# shoulder elbow\n0 0.5\n", "line 2: row 1 must name the joints")
        self.refuse_path("shoulder;elbow\n0,5;0,3\n", "line 2, column 'shoulder': '0,5' has a decimal comma; write 0.5")

    def test_messages_that_stumble(self):
        for text, says in (
                ("joint_names: [shoulder]\npoints:\n- positions: [.nan]\n", r"points\[0\].positions\[0\]: should be a number, not the string '.nan'"),
                ("joint_names: [shoulder]\npoints:\n- positions: [0]\n- '...'\n", "points: was cut off by 'ros2 topic echo'; echo the topic with --full-length"),
                ("joint_names: [sholder]\npoints:\n- positions: [0]\n", r"joint_names\[0\]: .*did you mean 'shoulder'"),
                ("joint_names: [shoulder]\npoints: [\n", "line .*not well-formed YAML or JSON"),
                ("{\"objects\": []}", "is not a trajectory"),
                (echo(message()) + "---\n" + echo(message()), r"document 2.points\[0\]: begins with joint 'shoulder' at 0, but before it, at "
                                                             r"document 1.points\[3\], the joint is at 1;")):
            with self.subTest(says):
                self.refuse_path(text, says)

    def test_bombs(self):
        laughs = "a: &a [x, x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi"))
        self.refuse_path(laughs, "anchors and aliases")
        self.refuse_path("points: " + "[" * 1000000, "nested more than 100 levels deep")
        self.refuse_path("points:\n" + "- " * 100000, "nested more than 100 levels deep")
        self.refuse_path("joint_names: [shoulder]\x04\npoints: []\n", "control character")


if __name__ == "__main__":
    unittest.main()
