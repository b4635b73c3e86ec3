"""Padding: --pad and "padding" in problem files, for every verb that asks about distances; and what is said where something is too near."""
import json

from program import ProgramTest
from test_check import SLIDER, ball

# Two boxes on one slide, with a third link between them: a pair of the robot's own.
TWO_BLOCKS = """<robot name="blocks">
 <link name="rail"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
 <link name="carriage"/>
 <link name="block"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
 <joint name="y" type="prismatic"><parent link="rail"/><child link="carriage"/><axis xyz="0 1 0"/>
  <limit lower="-5" upper="5" effort="1" velocity="1"/></joint>
 <joint name="x" type="prismatic"><parent link="carriage"/><child link="block"/><axis xyz="1 0 0"/>
  <limit lower="-5" upper="5" effort="1" velocity="1"/></joint>
</robot>
"""


class SliderProgram(ProgramTest):
    """A hand that slides along x towards a ball at 3, or is 10 mm from it, or in it."""

    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        self.write("blocks.urdf", TWO_BLOCKS)
        self.write("scene.json", json.dumps({"objects": [ball("ball", 3)]}))
        self.write("empty.json", json.dumps({"objects": [ball("far", 40)]}))
        self.write("path.csv", "x,y\n0,0\n4,0\n")
        self.write("near.csv", "x,y\n2.79,0\n")
        self.write("over.csv", "x,y\n2.9,0\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def ask(self, verb, *arguments, code):
        done = self.run_program(verb, *arguments, "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)


class PaddingTest(SliderProgram):
    def first(self, *options, code=1):
        return self.ask("check", "slider.urdf", "scene.json", "path.csv", *options, code=code)["segments"][0]

    def test_moves_the_first_contact(self):
        for options, x in (((), 2.8), (("--pad", "hand=0.1"), 2.7), (("--pad", "hand=10cm"), 2.7), (("--pad", "hand=0.1", "--pad", "ball=0.3"), 2.4),
                           (("--pad", "ball=0.3", "--clearance", "0.2"), 2.3)):
            for strategy in ("tube", "interval", "bisect"):
                segment = self.first(*options, "--strategy", strategy)
                self.assertAlmostEqual(segment["time"][1], x / 4, delta=1e-6)
                self.assertAlmostEqual(segment["contacts"][0]["distance"], 2.8 - x, delta=5e-6)
                self.assertEqual(segment["verdict"], "contact")
        self.assertAlmostEqual(self.ask("check", "slider.urdf", "scene.json", "path.csv", "--pad", "ball=0.3", "--all", code=1)
                               ["intervals"][0]["enter"]["time"][0], 2.5 / 4, delta=1e-5)

    def test_grows_a_link_for_its_own_robot(self):
        self.write("apart.csv", "x,y\n0.3,0\n")
        ask = ("check", "blocks.urdf", "empty.json", "apart.csv", "--json", "-")
        for pads, code in ((("--pad", "block=0.09"), 0), (("--pad", "block=0.11"), 1), (("--pad", "block=0.06", "--pad", "rail=0.05"), 1),
                           (("--clearance", "0.2"), 0)):
            done = self.run_program(*ask, *pads)
            self.assertEqual(done.returncode, 1 if code else 0, done.stdout + done.stderr)

    def test_distances_are_of_the_grown_bodies(self):
        nearest, = self.ask("distance", "slider.urdf", "scene.json", "near.csv", "--pad", "hand=0.003", "--pad", "ball=0.002", code=0)["profile"]
        self.assertAlmostEqual(nearest["upper"], 0.005, delta=1e-9)
        self.assertLessEqual(nearest["lower"], 0.005)
        self.assertAlmostEqual(nearest["points"][0][0], 2.893, delta=1e-9)
        self.assertAlmostEqual(nearest["points"][1][0], 2.898, delta=1e-9)
        least = self.ask("clearance", "slider.urdf", "scene.json", "near.csv", "--pad", "hand=0.003", code=0)["minimum"]
        self.assertLessEqual(least[0], 0.007)
        self.assertAlmostEqual(least[1], 0.007, delta=2e-6)
        least = self.ask("clearance", "slider.urdf", "scene.json", "near.csv", "--pad", "hand=0.03", code=1)["minimum"]
        self.assertEqual(least, [0, 0])

    def test_overlaps_are_zero(self):
        for pads in ((), ("--pad", "hand=0.2")):
            text = self.succeed("distance", "slider.urdf", "scene.json", "over.csv", *pads)
            self.assertRegex(text, r"(?m)^ +0 +0  hand  ball ")
            self.assertIn("nearest: hand and ball at waypoint 0, touching\n", text)
            text = self.run_program("clearance", "slider.urdf", "scene.json", "over.csv", *pads).stdout
            self.assertRegex(text, r"(?m) +0 +0  hand  ball$")
            self.assertNotRegex(text, r"e-1\d")

    def test_problem_files(self):
        def problem(padding, code=1, options=()):
            self.write("problem.json", json.dumps({"robots": [{"urdf": "slider.urdf", "path": "path.csv"}], "scene": "scene.json",
                                                   "padding": padding, "clearance": {"pairs": [["hand", "ball", 0.1]]}}))
            return self.ask("check", "problem.json", *options, code=code)["segments"][0]["time"][1]

        self.assertAlmostEqual(problem({"hand": 0.1, "ball": 0.2}), 2.4 / 4, delta=1e-6)
        self.assertAlmostEqual(problem({"slider/hand": 0.1}), 2.6 / 4, delta=1e-6)
        self.assertAlmostEqual(problem({"hand": 0.1}, options=("--pad", "hand=0.2")), 2.5 / 4, delta=1e-6)
        self.assertAlmostEqual(problem({"hand": 0.1}, options=("--pad", "ball=0.2")), 2.4 / 4, delta=1e-6)
        for padding, says in (({"hnad": 0.1}, "padding.hnad: there is no link or object 'hnad'; did you mean 'hand'"), ({"hand": -1}, "should not be negative"),
                              ({"hand": "1cm"}, "should be a number"), ({"hand": 1e9}, "more than 1000 m"), ([["hand", 1]], "should be an object"),
                              ({"hand": 0.1, "slider/hand": 0.2}, "the same body")):
            self.write("problem.json", json.dumps({"robots": [{"urdf": "slider.urdf", "path": "path.csv"}], "scene": "scene.json",
                                                   "padding": padding}))
            self.refuse("check", "problem.json", says=says)

    def test_several_robots(self):
        robots = [{"name": name, "urdf": "slider.urdf", "base": {"xyz": [0, y, 0]}, "path": "path.csv"} for name, y in (("left", 0), ("right", 0.3))]
        self.write("problem.json", json.dumps({"robots": robots}))
        self.assertEqual(self.run_program("check", "problem.json", "--pad", "left/hand=0.05").returncode, 0)
        self.assertEqual(self.run_program("check", "problem.json", "--pad", "left/hand=0.05", "--pad", "right/hand=0.06").returncode, 1)
        self.refuse("check", "problem.json", "--pad", "hand=0.05", says="there is no link or object 'hand'")

    def test_refuses(self):
        ask = ("check", "slider.urdf", "scene.json", "path.csv", "--pad")
        for pad, says in (("hand", "NAME=METRES"), ("=0.1", "NAME=METRES"), ("hand=", "is not a length"), ("hand=-0.1", "is not a length"), ("hand=nan", "is not a length"),
                          ("hand=inf", "is not a length"), ("hand=1e9", "is not a length"), ("hand=1 foot", "is not a length"), ("hnad=1", "did you mean 'hand'")):
            self.refuse(*ask, pad, says=says)
        self.refuse(*ask, "hand=0.1", "--pad", "hand=0.2", says="'hand' is given twice")
        self.write("scene.json", json.dumps({"objects": [ball("hand", 3)]}))
        self.refuse(*ask, "hand=0.1", says="both named 'hand'")

    def test_nothing_to_grow_is_a_warning(self):
        done = self.run_program("check", "slider.urdf", "scene.json", "path.csv", "--pad", "rail=0.1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "tocca: warning: padding of 'rail': the link has no collision geometry, so nothing is grown\n")

    def test_info_tells(self):
        self.assertIn("padding: ball 0.2 m, hand 0.1 m\n", self.succeed("info", "slider.urdf", "scene.json", "--pad", "hand=0.1", "--pad", "ball=0.2"))
        self.assertEqual(self.ask("info", "slider.urdf", "scene.json", "--pad", "hand=0.1", code=0)["padding"], {"hand": 0.1})

    def test_plans_keep_it(self):
        ends = ("--start", "x=0,y=0", "--goal", "x=6,y=0", "--out", "plan.csv")
        text = self.succeed("plan", "slider.urdf", "scene.json", *ends, "--pad", "ball=0.4")
        self.assertIn("clearance: 1 mm is kept", text)
        self.assertEqual(self.run_program("check", "slider.urdf", "scene.json", "plan.csv", "--clearance", "0.4").returncode, 0)
        self.assertEqual(self.run_program("check", "slider.urdf", "scene.json", "plan.csv", "--pad", "ball=0.3", "--pad", "hand=0.1").returncode, 0)


class TooNearTest(SliderProgram):
    def text(self, *arguments, code=1):
        done = self.run_program("check", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def test_says_how_near(self):
        text = self.text("slider.urdf", "scene.json", "near.csv", "--clearance", "0.0125")
        self.assertRegex(text, r"(?m)^too near: 10 mm where 12.5 mm are asked$")
        self.assertRegex(text, r"(?m)^  segment .* places  +apart +asked\n +0  0 \(from the start\)  hand  ball .* 10 mm  12.5 mm$")
        self.assertIn("(0 free, 1 too near, 0 undecided)", text)
        text = self.text("slider.urdf", "scene.json", "path.csv", "--pad", "ball=0.01")
        self.assertRegex(text, r"(?m)^too near: 10 mm where more than 10 mm are asked$")

    def test_what_touches_is_a_contact(self):
        for options in ((), ("--clearance", "0.01"), ("--pad", "hand=0.1")):
            text = self.text("slider.urdf", "scene.json", "over.csv", *options)
            self.assertRegex(text, r"(?m)^contact$")
            self.assertIn("(0 free, 1 contact, 0 undecided)", text)
            self.assertNotIn("too near", text)

    def test_both_in_one_list(self):
        self.write("edges.csv", "a.x,a.y,b.x,b.y\n2.79,0,2.79,0\n2.9,0,2.9,0\n0,0,1,0\n")
        text = self.text("slider.urdf", "scene.json", "edges.csv", "--clearance", "0.02")
        self.assertRegex(text, r"(?m)^contact$")
        self.assertIn("(1 free, 1 contact, 1 too near, 0 undecided)", text)
        self.assertRegex(text, r"(?m) touching +20 mm$")

    def test_stretches(self):
        self.assertIn("all contacts (segment and time)\n", self.text("slider.urdf", "scene.json", "path.csv", "--all"))
        self.assertIn("all that touches or is too near (segment and time)\n", self.text("slider.urdf", "scene.json", "path.csv", "--all", "--pad", "hand=0.1"))

    def test_boxes_touch_with_features(self):
        # 5 mm apart, face to face; then a corner towards the face
        for pose, kinds in (([0, 0, 0], {"vertex-face", "face-vertex", "edge-edge"}), ([0.2, 0.3, 0.4], {"vertex-face", "face-vertex"})):
            self.write("box.json", json.dumps({"objects": [{"name": "wall", "geometry": {"box": [0.2, 1, 1]}, "pose": {"xyz": [1, 0.1, 0]}}]}))
            self.write("tilted.urdf", TWO_BLOCKS.replace('<link name="block"><collision>', f'<link name="block"><collision><origin rpy="{pose[0]} {pose[1]} {pose[2]}"/>'))
            self.write("reach.csv", "x,y\n0.4,3\n0.4,0\n0.9,0\n")
            for options in ((), ("--clearance", "0.005"), ("--pad", "wall=0.05")):
                result = self.ask("check", "tilted.urdf", "box.json", "reach.csv", "--allow", "rail,block", *options, code=1)
                contacts = result["segments"][-1]["contacts"]
                self.assertTrue(contacts)
                self.assertLessEqual({contact["kind"] for contact in contacts}, kinds, options)


class HintTest(ProgramTest):
    """A robot that touches itself where the check begins."""
    FOLDED = """<robot name="folded">
 <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
 <link name="a b"><collision><origin xyz="0 0 0.5"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
 <link name="arm"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
 <link name="tip"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
 <joint name="i" type="continuous"><parent link="base"/><child link="a b"/><axis xyz="0 0 1"/></joint>
 <joint name="j" type="continuous"><parent link="a b"/><child link="arm"/><axis xyz="0 0 1"/></joint>
 <joint name="k" type="continuous"><parent link="arm"/><child link="tip"/><axis xyz="0 0 1"/></joint>
</robot>
"""
    SRDF = '<robot name="folded"><disable_collisions link1="base" link2="arm"/><disable_collisions link1="tip" link2="base"/></robot>'

    def setUp(self):
        super().setUp()
        for folder in ("description/urdf", "folded_moveit_config/config"):
            (self.folder / folder).mkdir(parents=True)
        self.urdf = "description/urdf/folded.urdf"
        (self.folder / self.urdf).write_text(self.FOLDED)
        (self.folder / "far.json").write_text(json.dumps({"objects": [ball("far", 40)]}))
        (self.folder / "rest.csv").write_text("i,j,k\n0,0,0\n")

    def text(self, *options):
        done = self.run_program("check", self.urdf, "far.json", "rest.csv", *options)
        return done.stdout

    def test_names_pairs_as_options(self):
        text = self.text()
        self.assertIn("the robot touches itself at the start, and no SRDF was given to allow it:\n"
                      "  allow links that are meant to touch: --allow base,arm --allow base,tip\n", text)
        self.assertNotIn("--srdf", text)
        options = text.split("meant to touch:")[1].splitlines()[0].split()
        self.assertEqual(self.run_program("check", self.urdf, "far.json", "rest.csv", *options).returncode, 0)

    def test_finds_the_srdf(self):
        for place in ("folded_moveit_config/config/folded.srdf", "description/srdf/x.srdf", "description/config/x.srdf", "description/x.srdf", "description/urdf/x.srdf"):
            file = self.folder / place
            file.parent.mkdir(exist_ok=True)
            file.write_text(self.SRDF)
            text = self.text()
            self.assertIn(f"  an SRDF that allows all of it: --srdf {place}\n  or allow links", text)
            self.assertNotIn("touches itself", self.text("--srdf", place))
            file.unlink()

    def test_advises_only_what_helps(self):
        (self.folder / "description/urdf/broken.srdf").write_text("<robot")
        (self.folder / "description/urdf/other.srdf").write_text('<robot name="x"><disable_collisions link1="u" link2="v"/></robot>')
        self.assertNotIn("--srdf", self.text())
        (self.folder / "description/x y.srdf").write_text(self.SRDF.replace('link1="tip"', 'link1="arm"'))
        self.assertIn("an SRDF that allows 1 of 2 pairs: --srdf 'description/x y.srdf'\n", self.text())
        (self.folder / "description/x y.srdf").write_text('<robot name="folded"><disable_collisions link1="a b" link2="tip"/></robot>')
        self.assertIn("'description/x y.srdf' allows none of these pairs: they probably collide\n", self.text())

    def test_says_nothing_of_what_is_only_too_near(self):
        (self.folder / self.urdf).write_text(self.FOLDED.replace('<link name="base"><collision>', '<link name="base"><collision><origin xyz="0 0 -0.16"/>'))
        self.assertNotIn("touches itself", self.text("--self-clearance", "0.05"))
        self.assertIn("too near: 10 mm where 50 mm are asked", self.text("--self-clearance", "0.05"))

    def test_quotes_names_for_a_shell(self):
        (self.folder / self.urdf).write_text(self.FOLDED.replace('<origin xyz="0 0 0.5"/>', "").replace('name="tip"', 'name="it\'s"').replace('link="tip"', 'link="it\'s"'))
        self.assertIn(r"--allow 'base,it'\''s'", self.text())


class MeshWarningTest(ProgramTest):
    def test_one_line_for_several_meshes(self):
        flat = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 1 1 2\n"
        objects = []
        for k in range(9):
            (self.folder / f"m{k}.obj").write_text(flat)
            objects.append({"name": f"m{k}", "geometry": {"mesh": f"m{k}.obj"}, "pose": {"xyz": [9, 2 * k, 0]}})
        (self.folder / "nine.json").write_text(json.dumps({"objects": objects}))
        done = self.run_program("info", "tiny.urdf", "nine.json")
        self.assertEqual(done.returncode, 0)
        lines = [line for line in done.stderr.splitlines() if "area" in line]
        self.assertEqual(lines, ["tocca: warning: 9 meshes have triangles that have no area and are kept as segments: " +
                                 ", ".join(f"m{k}.obj (1 of 5 triangles)" for k in range(5)) + " and 4 more"])
        (self.folder / "one.json").write_text(json.dumps({"objects": objects[:1]}))
        done = self.run_program("info", "tiny.urdf", "one.json")
        self.assertRegex(done.stderr, r"(?m)^tocca: warning: \S*m0.obj: 1 of 5 triangles has no area and is kept as a segment$")

    def test_one_is_not_many(self):
        (self.folder / "one.urdf").write_text('<robot name="one"><link name="base"/><link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>'
                                              '<joint name="x" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>')
        (self.folder / "ball.json").write_text(json.dumps({"objects": [ball("ball", 0.15, z=0)]}))
        text = self.succeed("info", "one.urdf", "ball.json")
        self.assertIn("links: 2 (0 triangles, 1 primitive)\n", text)
        self.assertIn("joints: 1 (1 degree of freedom; radians, metres)\n", text)
        self.assertIn("objects: 1 (0 triangles, 1 primitive)\n", text)
        self.assertNotRegex(text, r"\b1 (triangles|primitives|degrees|segments|pairs|links)\b")
