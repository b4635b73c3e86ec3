"""First questions: a robot alone, one configuration, where it stands, how the furniture stands, ends out of files."""
import json

from program import MODELS, ProgramTest, needs_models
from test_plan import SLIDER

# A ball of radius 0.1 at the end of two arms of 1 m, which turn about z; the fold brings it back over the base's ball.
ARM = """<robot name="arm">
 <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="upper"/>
 <link name="hand"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  <limit lower="-3.2" upper="3.2" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
</robot>"""
SRDF = """<robot name="arm">
 <group_state name="folded" group="fore"><joint name="elbow" value="3.14159"/></group_state>
 <group_state name="out" group="fore"><joint name="elbow" value="0"/></group_state>
 <group_state name="out" group="base"><joint name="shoulder" value="1"/></group_state>
 <group_state name="odd" group="fore"><joint name="elbow" value="1"/></group_state>
 <group_state name="odd" group="both"><joint name="elbow" value="2"/></group_state>
</robot>"""
DRESSER = """<robot name="dresser">
 <link name="frame"><collision><origin xyz="0 0 -2"/><geometry><box size="1 1 1"/></geometry></collision></link>
 <link name="drawer"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
 <link name="handle"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
 <joint name="pull" type="prismatic"><parent link="frame"/><child link="drawer"/><origin xyz="3 0 0"/><axis xyz="-1 0 0"/>
  <limit lower="0" upper="1.2" effort="1" velocity="1"/></joint>
 <joint name="screwed" type="fixed"><parent link="drawer"/><child link="handle"/></joint>
</robot>"""


class QuestionTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("arm.urdf", ARM)
        self.write("arm.srdf", SRDF)
        self.write("dresser.urdf", DRESSER)
        self.write("ball.json", json.dumps({"objects": [{"name": "ball", "geometry": {"sphere": 0.1}, "pose": {"xyz": [0, 2, 0]}}]}))
        self.write("turn.csv", "shoulder,elbow\n0,0\n1.6,0\n")
        self.write("fold.csv", "shoulder,elbow\n0,0\n0,3.14159\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def verdict(self, *arguments, code):
        done = self.run_program("check", *arguments, "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def pairs(self, *arguments):
        """Of the first contact."""
        return self.verdict(*arguments, code=1)["segments"][-1]["pairs"]

    # The scene may be left out.

    def test_a_robot_alone_is_checked_against_itself(self):
        self.verdict("arm.urdf", "turn.csv", code=0)
        self.assertEqual(self.pairs("arm.urdf", "fold.csv"), [["base", "hand"]])
        self.assertEqual(self.pairs("arm.urdf", "ball.json", "turn.csv"), [["hand", "ball"]])

    def test_the_second_file_is_known_by_what_it_holds_whatever_its_name(self):
        self.write("turn.dat", "shoulder,elbow\n0,0\n1.6,0\n")
        self.verdict("arm.urdf", "turn.dat", code=0)
        self.write("turn.json", json.dumps({"joint_names": ["shoulder", "elbow"], "points": []}))
        self.assertNotIn("SCENE", self.refuse("check", "arm.urdf", "turn.json"))
        self.refuse("check", "arm.urdf", "ball.json", says=r"ball.json: is taken for a scene, and the path is missing; give ROBOT \[SCENE\] PATH")
        self.refuse("check", "arm.urdf", "none.csv", says="none.csv: .*no such file")

    def test_every_verb_about_a_path_does_without_a_scene(self):
        self.assertIn("nearest: hand and base", self.succeed("distance", "arm.urdf", "turn.csv"))
        self.assertIn("nothing comes nearer than 1.7", self.succeed("clearance", "arm.urdf", "turn.csv"))
        self.succeed("smooth", "arm.urdf", "turn.csv", "--out", "short.csv")
        self.succeed("repair", "arm.urdf", "turn.csv", "--out", "same.csv")
        self.succeed("plan", "arm.urdf", "--start", "elbow=1", "--goal", "elbow=-1,shoulder=1", "--out", "plan.csv")
        self.verdict("arm.urdf", "plan.csv", code=0)
        self.succeed("info", "arm.urdf")

    def test_a_robot_that_cannot_touch_itself_needs_a_scene(self):
        self.write("slider.urdf", SLIDER)
        self.write("slide.csv", "x,y\n0,0\n1,0\n")
        self.refuse("check", "slider.urdf", "slide.csv", says="nothing is checked: .*give a scene")

    # One configuration.

    def test_a_configuration_stands_in_place_of_a_path(self):
        result = self.verdict("arm.urdf", "ball.json", "--config", "shoulder=1.5707963267948966", code=1)
        self.assertEqual(result["segments"][0]["pairs"], [["hand", "ball"]])
        self.assertTrue(result["segments"][0]["initial"])
        self.assertIn("free at this configuration", self.succeed("check", "arm.urdf", "--config", ""))
        self.assertIn("nearest: hand and base at waypoint 0, 1.8 m apart", self.succeed("distance", "arm.urdf", "--config", ""))
        self.assertIn("free at this configuration", self.succeed("clearance", "arm.urdf", "--config", "elbow=0.1"))

    def test_equals_the_path_of_one_waypoint(self):
        self.write("one.csv", "shoulder,elbow\n0.3,1.2\n")
        answers = [self.verdict("arm.urdf", "ball.json", *asked, code=0) for asked in (["one.csv"], ["--config", "shoulder=0.3,elbow=1.2"])]
        for answer in answers:
            answer["segments"][0].pop("micros")
            answer.pop("stats")
        self.assertEqual(*answers)

    def test_a_configuration_may_be_a_group_state(self):
        srdf = ("--srdf", "arm.srdf")
        self.assertEqual(self.pairs("arm.urdf", *srdf, "--config", "folded"), [["base", "hand"]])
        self.verdict("arm.urdf", *srdf, "--config", "folded,elbow=1", code=0)
        asked = self.verdict("arm.urdf", "ball.json", *srdf, "--config", "out,shoulder=1.5707963267948966", code=1)
        self.assertEqual(asked["segments"][0]["configuration"], {"shoulder": 1.5707963267948966, "elbow": 0})
        both = self.succeed("distance", "arm.urdf", "ball.json", *srdf, "--config", "out")  # of both groups
        self.assertIn("nearest: hand and ball", both)
        self.refuse("check", "arm.urdf", *srdf, "--config", "foldet", says="did you mean 'folded'")
        self.refuse("check", "arm.urdf", *srdf, "--config", "odd", says="the groups 'fore' and 'both' disagree about 'elbow'")
        self.refuse("check", "arm.urdf", "--config", "folded", says="no SRDF names it; .*--srdf")
        self.assertEqual(self.pairs("arm.urdf", *srdf, "--default", "folded", "--config", "shoulder=1"), [["base", "hand"]])

    def test_a_path_and_a_configuration_are_too_much(self):
        self.refuse("check", "arm.urdf", "turn.csv", "--config", "elbow=1", says="--config: replaces a path")
        self.write("problem.json", json.dumps({"robots": [{"urdf": "arm.urdf"}]}))
        self.refuse("check", "problem.json", "--config", "elbow=1", says="--config: cannot be combined with a problem file")

    # Where the robot and the furniture stand.

    def test_the_base_places_the_robot_in_the_scene(self):
        self.verdict("arm.urdf", "ball.json", "--config", "", code=0)
        self.assertEqual(self.pairs("arm.urdf", "ball.json", "--config", "", "--base", "0 0 0 0 0 1.5707963267948966"), [["hand", "ball"]])
        self.assertEqual(self.pairs("arm.urdf", "ball.json", "--config", "", "--base=-2, 2, 0, 0, 0, 0"), [["hand", "ball"]])
        quarter = ("check", "arm.urdf", "ball.json", "--config", "", "--base", "0 0 0 0 0 90")
        self.assertEqual(self.run_program(*quarter, "--degrees").returncode, 1)
        self.assertIn("--base: its angles look like degrees", self.run_program(*quarter).stderr)
        self.refuse("check", "arm.urdf", "ball.json", "--config", "", "--base", "1e300 0 0 0 0 0", says="1e9 m")
        for wrong in ("1 2 3", "0 0 0 0 0 nan", "a b c d e f"):
            self.refuse("check", "arm.urdf", "ball.json", "--config", "", "--base", wrong, says="--base: .*six finite numbers")
        self.write("problem.json", json.dumps({"robots": [{"urdf": "arm.urdf"}]}))
        self.refuse("check", "problem.json", "--base", "0 0 0 0 0 0", says="--base: cannot be combined")

    def test_the_base_means_what_a_problem_file_means_by_it(self):
        base = {"xyz": [-2, 1.7, 0.05], "rpy": [0.01, -0.02, -0.3]}
        self.write("problem.json", json.dumps({"robots": [{"urdf": "arm.urdf", "base": base, "path": "turn.csv"}], "scene": "ball.json"}))
        answers = [self.verdict(*asked, code=1) for asked in
                   (["problem.json"], ["arm.urdf", "ball.json", "turn.csv", "--base", "-2 1.7 0.05 0.01 -0.02 -0.3"])]
        for answer in answers:
            answer.pop("stats")
            for segment in answer["segments"]:
                segment.pop("micros")
        self.assertEqual(*answers)

    def test_a_scan_or_a_map_is_a_scene(self):
        self.write("scan.xyz", "2 0 0\n-5 0 0\nnan 0 0\n")
        self.refuse("check", "arm.urdf", "scan.xyz", "--config", "", says="have no size.*--point-radius")
        question = ("arm.urdf", "scan.xyz", "--config", "", "--point-radius", "0.05")
        self.assertEqual(self.pairs(*question), [["hand", "scan"]])
        self.assertIn("1 of 3 points are not finite", self.run_program("check", *question).stderr)
        self.refuse("check", "arm.urdf", "scan.xyz", "--config", "", "--point-radius", "0", says="radius")
        self.refuse("check", "arm.urdf", "ball.json", "--config", "", "--point-radius", "1", says="only a file of points")
        self.refuse("check", "arm.urdf", "ball.json", "--config", "", "--unknown", "free", says="only an OctoMap")
        self.refuse("check", "arm.urdf", "--config", "", "--point-radius", "1", says="--point-radius: there is no scene")
        self.write("none.pcd", "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 0\nHEIGHT 1\nPOINTS 0\nDATA ascii\n")
        self.refuse("check", "arm.urdf", "none.pcd", "--config", "", "--point-radius", "1", says="contains no point")
        head = "# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.0001\ndata\n"  # one cell of the root's eight: 3.2768 m
        self.write("map.bt", head + "\x08\x00")
        self.verdict("arm.urdf", "map.bt", "--config", "", code=1)
        self.write("cut.bt", head + "\x08")
        self.refuse("check", "arm.urdf", "cut.bt", "--config", "", says="truncated")
        self.refuse("check", "arm.urdf", "map.bt", "--config", "", "--unknown", "maybe", says="--unknown")

    def test_furniture_stands_as_its_joints_say_and_is_not_checked_against_itself(self):
        question = ("arm.urdf", "dresser.urdf", "--config", "")
        self.verdict(*question, code=0)  # the drawer begins at 2.5, the hand ends at 2.1
        self.assertEqual(self.pairs(*question, "--scene-config", "pull=0.5"), [["hand", "drawer"]])
        names = json.loads(self.succeed("info", "arm.urdf", "dresser.urdf", "--json", "-"))["pairs"]
        self.assertNotIn(["drawer", "handle"], names)
        self.assertIn("outside its limits", self.run_program("check", *question, "--scene-config", "pull=5").stderr)
        self.refuse("check", *question, "--scene-config", "push=0.5", says="--scene-config: .*did you mean 'pull'")
        self.refuse("check", "arm.urdf", "ball.json", "--config", "", "--scene-config", "pull=1", says="only a URDF scene has joints")
        self.refuse("check", "arm.urdf", "--config", "", "--scene-config", "pull=1", says="there is no scene")
        self.write("problem.json", json.dumps({"robots": [{"urdf": "arm.urdf"}], "scene": "dresser.urdf", "scene_config": {"pull": 0.5}}))
        self.assertEqual(self.pairs("problem.json"), [["hand", "drawer"]])
        self.write("problem.json", json.dumps({"robots": [{"urdf": "arm.urdf"}], "scene_config": {"pull": 0.5}}))
        self.refuse("check", "problem.json", says="scene_config: there is no scene")

    # Where plans begin and end.

    def ends(self, start, goal, *more):
        self.succeed("plan", "arm.urdf", "ball.json", "--start", start, "--goal", goal, "--out", "plan.csv", "--no-wrap", *more)
        rows = [[float(x) for x in line.split(",")] for line in (self.folder / "plan.csv").read_text().split()[1:]]
        return rows[0], rows[-1]

    def test_ends_come_from_rows_of_files_from_states_and_from_values(self):
        self.write("taught.csv", "elbow,shoulder\n0.1,0.2\n0.3,0.4\n0.5,0.6\n")
        self.assertEqual(self.ends("taught.csv", "taught.csv"), ([0.2, 0.1], [0.6, 0.5]))
        self.assertEqual(self.ends("taught.csv:1", "taught.csv:0"), ([0.4, 0.3], [0.2, 0.1]))
        self.assertEqual(self.ends("out", "elbow=1", "--srdf", "arm.srdf"), ([1, 0], [0, 1]))
        for end, problem in (("taught.csv:3", "the path ends at waypoint 2"), ("taught.csv:-1", "counted from 0"),
                             ("tought.csv", "no such file"), ("taught.csv:x", "taught.csv:x")):
            self.refuse("plan", "arm.urdf", "ball.json", "--start", end, "--goal", "", "--out", "p.csv", says=problem)
        self.write("edges.csv", "a.elbow,b.elbow\n0,1\n")
        self.refuse("plan", "arm.urdf", "ball.json", "--start", "edges.csv", "--goal", "", "--out", "p.csv", says="is an edge list")

    def test_states_of_several_robots_go_by_their_names(self):
        self.write("two.json", json.dumps({"robots": [
            {"name": "left", "urdf": "arm.urdf", "srdf": "arm.srdf"},
            {"name": "right", "urdf": "arm.urdf", "srdf": "arm.srdf", "base": {"xyz": [0, 9, 0]}}]}))
        self.succeed("plan", "two.json", "--start", "left/out", "--goal", "left/elbow=1,right/out,right/elbow=0.5", "--out", "both")
        self.assertEqual((self.folder / "both" / "right.csv").read_text().split()[-1], "1,0.5")
        self.refuse("plan", "two.json", "--start", "out", "--goal", "left/out", "--out", "both", says="does not begin with the name of a robot")


@needs_models
class RealRobots(ProgramTest):
    def test_a_panda_alone_at_the_states_of_its_srdf(self):
        folder = MODELS / "robots" / "panda"
        files = (folder / "robot.urdf", "--srdf", folder / "robot.srdf")
        for state in ("ready", "extended"):
            self.assertIn("free at this configuration: proven", self.succeed("check", *files, "--config", state, warnings=True))
        self.succeed("plan", *files, "--start", "ready", "--goal", "extended", "--out", "path.csv", warnings=True)
        self.assertIn("free: proven for every moment", self.succeed("check", *files, "path.csv", warnings=True))
