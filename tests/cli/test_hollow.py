"""Nothing hollow: a question about nothing is refused, and what looks like a mistake in the input is said in one line."""
import json

from program import MODELS, ProgramTest, needs_models

# An arm of two hinges and a slide; each link a ball of radius 0.1, each one metre from the next.
ARM = """<robot name="arm">
 <link name="base"/>
 <link name="upper">{upper}</link>
 <link name="lower">{lower}</link>
 <link name="finger">{finger}</link>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
  <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
 <joint name="grip" type="prismatic"><parent link="lower"/><child link="finger"/><origin xyz="1 0 0"/><axis xyz="1 0 0"/>
  <limit lower="0" upper="0.5" effort="1" velocity="1"/></joint>
</robot>
"""
BALL = '<{}><geometry><sphere radius="0.1"/></geometry></{}>'
COLLISION, VISUAL = BALL.format("collision", "collision"), BALL.format("visual", "visual")
CUBE = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1)) + "".join(
    f"f {f}\n" for f in ("1 2 4", "1 4 3", "5 7 8", "5 8 6", "1 5 6", "1 6 2", "3 4 8", "3 8 7", "1 3 7", "1 7 5", "2 6 8",
                         "2 8 4"))


class HollowTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.arm()
        self.write("seen.urdf", ARM.format(upper=VISUAL, lower=VISUAL, finger=VISUAL))
        self.write("cube.obj", CUBE)
        self.scene({"name": "ball", "geometry": {"sphere": 0.1}, "pose": {"xyz": [0, 1.5, 0]}})
        self.write("path.csv", "shoulder,elbow,grip\n0,0,0\n0.2,0.1,0\n")

    def arm(self, upper=COLLISION, lower=COLLISION, finger=COLLISION):
        self.write("arm.urdf", ARM.format(upper=upper, lower=lower, finger=finger))

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def scene(self, *objects):
        self.write("scene.json", json.dumps({"objects": list(objects)}))

    def cube(self, scale, xyz=(0, 1.5, 0)):
        self.scene({"name": "cube", "geometry": {"mesh": "cube.obj", "scale": scale}, "pose": {"xyz": list(xyz)}})

    def check(self, *options, robot="arm.urdf", code=0, verb="check"):
        """stdout and the warnings, without their head."""
        done = self.run_program(verb, robot, "scene.json", "path.csv", *options)
        self.assertEqual(done.returncode, code, done.stderr)
        head = "tocca: warning: "
        for line in done.stderr.splitlines():
            self.assertTrue(line.startswith(head), line)
        return done.stdout, [line[len(head):] for line in done.stderr.splitlines()]


class NothingChecked(HollowTest):
    FILES = ("seen.urdf", "scene.json", "path.csv")

    def test_a_robot_that_can_only_be_seen_is_refused_by_every_verb(self):
        says = "seen.urdf: nothing is checked: no link has collision geometry, and 3 links have only visual geometry; .*--visual.*--allow-empty"
        for verb in ("check", "clearance", "distance"):
            self.refuse(verb, *self.FILES, says=says)
        self.refuse("check", *self.FILES, "--all", says=says)
        self.refuse("check", *self.FILES, "--json", "-", says=says)
        self.refuse("smooth", *self.FILES, "--out", "out.csv", says=says)
        self.refuse("plan", "seen.urdf", "scene.json", "--start", "", "--goal", "elbow=1", "--out", "out.csv", says=says)
        self.assertFalse((self.folder / "out.csv").exists())

    def test_a_pair_that_is_left_out_stretch_by_stretch_is_not_checked(self):
        """Held or allowed from 0 to 1 and allowed from 1 to 2: each part was looked at alone, and the pair counted as checked."""
        self.arm(upper="", lower="")
        self.write("path.csv", "shoulder,elbow,grip\n0,0,0\n0.2,0.1,0\n0.4,0.1,0\n")
        first, second = ["finger", "ball", {"from": 0, "to": 1}], ["finger", "ball", {"from": 1, "to": 2}]
        held = {"link": "finger", "object": "ball", "from": 0, "to": 1}
        problem = {"robots": [{"urdf": "arm.urdf", "path": "path.csv"}], "scene": "scene.json"}
        for more in ({"allow": [first, second]}, {"attached": [held], "allow": [second]}):
            self.write("problem.json", json.dumps({**problem, **more}))
            for verb in ("check", "clearance"):
                self.refuse(verb, "problem.json", says="nothing is checked: all 2 pairs are left out")
        self.write("problem.json", json.dumps({**problem, "allow": [first]}))
        self.assertIn("pairs: 1 checked", self.succeed("check", "problem.json"))

    def test_its_visual_geometry_can_be_taken(self):
        text, warnings = self.check("--visual", robot="seen.urdf")
        self.assertIn("free: proven for every moment", text)
        self.assertEqual(warnings, [])

    def test_allow_empty_goes_on_and_claims_nothing(self):
        text, warnings = self.check("--allow-empty", robot="seen.urdf")
        self.assertIn("free: nothing was checked\n", text)
        self.assertNotIn("proven", text)
        self.assertEqual(len(warnings), 2)
        self.assertRegex(warnings[0], "links 'upper', 'lower' and 'finger' have visual but no collision geometry")
        self.assertRegex(warnings[1], "nothing is checked: no link has collision geometry")
        for verb in ("clearance", "distance"):
            self.assertIn("nothing was checked", self.check("--allow-empty", robot="seen.urdf", verb=verb)[0])
        found = self.run_program("plan", "seen.urdf", "scene.json", "--start", "", "--goal", "elbow=1", "--out", "out.csv", "--allow-empty")
        self.assertIn("nothing was checked", found.stdout)
        self.assertNotIn("proven", found.stdout)
        empty = json.loads(self.check("--allow-empty", "--json", "-", robot="seen.urdf")[0])
        self.assertEqual((empty["verdict"], empty["proven"], empty["stats"]["pairs"]), ("free", False, 0))
        self.assertGreater(json.loads(self.check("--json", "-")[0])["stats"]["pairs"], 0)

    def test_a_path_about_which_nothing_was_asked_is_not_proven(self):
        """JSON said "proven": true of a check, a plan and a smoothing that looked at no pair."""
        ends = ("--start", "", "--goal", "elbow=1", "--out", "planned.csv")
        for words in (("plan", "seen.urdf", "scene.json", *ends), ("smooth", *self.FILES, "--out", "smoothed.csv"),
                      ("check", *self.FILES), ("check", *self.FILES, "--any"), ("check", *self.FILES, "--all")):
            done = self.run_program(*words, "--allow-empty", "--json", "out.json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertFalse(json.loads((self.folder / "out.json").read_text())["proven"], words)
            self.assertNotIn("proven", done.stdout)

    def test_pairs_that_are_all_left_out_are_counted_with_their_reasons(self):
        self.scene()
        self.refuse("check", "arm.urdf", "scene.json", "path.csv", "--no-self",
                    says=r"all 3 pairs are left out \(2 joined by a joint, 1 self-collision is off\); give a scene with objects or leave out fewer pairs")
        self.refuse("check", "arm.urdf", "scene.json", "path.csv", "--allow", "upper,finger", says="1 --allow")
        self.assertIn("free: proven", self.check()[0])  # upper against finger

    def test_one_body_alone_has_nothing_to_touch(self):
        self.arm(upper="", lower="")
        self.scene()
        self.refuse("check", "arm.urdf", "scene.json", "path.csv",
                    says=r"no two bodies to compare \(1 link with geometry, 0 objects\); give a scene with objects")

    def test_a_problem_file_says_how_to_take_visual_geometry(self):
        robot = {"urdf": "seen.urdf", "path": "path.csv"}
        self.write("problem.json", json.dumps({"robots": [robot], "scene": "scene.json"}))
        self.refuse("check", "problem.json", says='problem.json: nothing is checked: .*"visual": true.*--allow-empty')
        self.write("problem.json", json.dumps({"robots": [{**robot, "visual": True}], "scene": "scene.json"}))
        self.assertIn("free: proven", self.succeed("check", "problem.json"))

    def test_one_link_without_collision_geometry_is_named_once(self):
        self.arm(lower=VISUAL)
        text, warnings = self.check()
        self.assertEqual(warnings, ["arm.urdf: link 'lower' has visual but no collision geometry and is not checked; "
                                    "--visual uses the visual geometry"])
        self.assertIn("free: proven", text)
        self.assertIn("link 'lower'", self.run_program("info", "arm.urdf").stderr)


class Units(HollowTest):
    def test_extents_stand_first(self):
        text, warnings = self.check()
        self.assertEqual(text.splitlines()[0], "extents: robot 2.2 x 0.2 x 0.2 m, reach 2.6 m; scene 0.2 x 0.2 x 0.2 m")
        self.assertEqual(warnings, [])
        self.assertEqual(self.check("--all")[0].splitlines()[0], text.splitlines()[0])
        self.assertIn(text.splitlines()[0] + "\n", self.succeed("info", "arm.urdf", "scene.json"))
        extents = json.loads(self.succeed("info", "arm.urdf", "scene.json", "--json", "-"))["extents"]
        self.assertEqual([robot["name"] for robot in extents["robots"]], ["arm"])
        for got, want in zip([*extents["robots"][0]["size"], extents["robots"][0]["reach"], *extents["scene"]],
                             [2.2, 0.2, 0.2, 2.6, 0.2, 0.2, 0.2]):
            self.assertAlmostEqual(got, want)
        alone = json.loads(self.succeed("info", "arm.urdf", "--json", "-"))["extents"]
        self.assertIsNone(alone["scene"])

    def test_a_mesh_in_millimetres(self):
        self.cube(1000, (0, 10, 0))
        text, warnings = self.check()
        self.assertIn("scene 1,000 x 1,000 x 1,000 m", text)
        self.assertEqual(len(warnings), 2)
        self.assertRegex(warnings[0], r"^larger than 100 m: object 'cube' \(1,000 m\); .*millimetres.* 0\.001$")
        self.assertRegex(warnings[1], r"^no object of the scene is within reach of the robot: .*'cube', stays 7\.4 m away")
        for verb in ("clearance", "distance"):
            self.assertEqual(self.check(verb=verb)[1], warnings)

    def test_a_mesh_scaled_down_twice(self):
        self.cube(0.0009)
        text, warnings = self.check()
        self.assertRegex(warnings[0], r"^smaller than 1 mm: object 'cube' \(0\.9 mm\); .*check the scale$")
        self.assertEqual(len(warnings), 1)

    def test_a_scene_that_does_not_fit_the_robot(self):
        self.cube(0.02)
        self.assertRegex(self.check()[1][0], r"^the scene \(0\.02 m\) is 110 times smaller than the robot \(2\.2 m\)")
        self.arm(*(COLLISION.replace("0.1", "0.001"),) * 3)
        self.write("arm.urdf", (self.folder / "arm.urdf").read_text().replace('xyz="1 0 0"/><axis', 'xyz="0.1 0 0"/><axis'))
        self.cube(30, (0, 0, 0.5))
        self.assertRegex(self.check()[1][0], r"^the scene \(30 m\) is 149 times larger than the robot \(0\.202 m\)")

    def test_a_small_scene_of_several_things_does_not_fit_the_robot_either(self):
        """Three posts of a room that was scaled by 0.001: 44 times smaller than the robot, and not a word."""
        posts = [{"name": f"post{k}", "geometry": {"box": [0.01, 0.01, 0.05]}, "pose": {"xyz": [0, 1.5 + 0.01 * k, 0]}} for k in range(3)]
        self.scene(*posts)
        self.assertRegex(self.check()[1][0], r"^the scene \(0\.05 m\) is 44 times smaller than the robot \(2\.2 m\); .*check the scale$")
        self.scene(*posts[:2])
        self.assertEqual(self.check()[1], [])  # a thing or two to handle

    def test_a_link_in_millimetres_is_named(self):
        self.arm(lower='<collision><geometry><mesh filename="cube.obj" scale="300 300 300"/></geometry></collision>')
        done = self.run_program("info", "arm.urdf")
        self.assertRegex(done.stderr, r"larger than 100 m: link 'lower' \(300 m\)")

    def test_long_lists_are_cut(self):
        self.scene(*({"name": f"b{k}", "geometry": {"box": [200 + k, 1, 1]}, "pose": {"xyz": [0, 1.5 + 2 * k, 0]}} for k in range(9)))
        (line,) = [line for line in self.check()[1] if line.startswith("larger")]
        self.assertIn("object 'b8' (208 m), object 'b7' (207 m), object 'b6' (206 m), object 'b5' (205 m) and 5 more;", line)

    def test_what_is_within_reach_by_its_joints_only_is_no_reason_to_warn(self):
        self.cube(0.1, (0, 2.55, 0))
        self.assertEqual(self.check()[1], [])
        self.cube(0.1, (0, 2.65, 0))
        self.assertRegex(self.check()[1][0], "no object of the scene is within reach")

    def test_json_stays_clean(self):
        self.cube(1000, (0, 10, 0))
        self.assertEqual(json.loads(self.check("--json", "-")[0])["verdict"], "free")


class Joints(HollowTest):
    def test_joints_that_a_path_does_not_name_are_told_with_their_values(self):
        self.write("path.csv", "shoulder\n0\n0.2\n")
        self.assertEqual(self.check()[1], ["path.csv: joints without a column stay at 0: elbow, grip"])
        self.assertEqual(self.check("--default", "grip=0.4")[1], ["path.csv: joints without a column stay at 0: elbow; at 0.4: grip"])
        for verb in ("clearance", "distance"):
            self.assertEqual(self.check(verb=verb)[1], ["path.csv: joints without a column stay at 0: elbow, grip"])
        json.loads(self.check("--json", "-")[0])

    def test_values_that_look_like_degrees(self):
        self.write("path.csv", "shoulder,elbow,grip\n0,0,0\n30,-15,0.1\n45,-90,0.1\n")
        doubts = [line for line in self.check("--allow", "upper,finger")[1] if "degrees" in line]
        self.assertEqual(doubts, ["path.csv: line 3: 'shoulder' at 30, 'elbow' at -15 look like degrees; angles are in radians: "
                                  "say so with --degrees, or multiply by pi / 180"])
        done = self.run_program("plan", "arm.urdf", "scene.json", "--start", "", "--goal", "shoulder=45,elbow=-90", "--out", "out.csv",
                                "--time-limit", "1", "--milestones", "2")
        self.assertIn("--goal: 'shoulder' at 45, 'elbow' at -90 look like degrees", done.stderr)

    def test_radians_are_believed(self):
        self.write("path.csv", "shoulder,elbow,grip\n0,0,0\n3,-3,0.1\n")
        self.assertEqual(self.check("--no-self")[1], [])


class OneConfiguration(HollowTest):
    def test_one_waypoint_is_not_every_moment(self):
        self.write("path.csv", "shoulder,elbow,grip\n0,0,0\n")
        for options in ((), ("--all",), ("--any",)):
            text = self.check(*options)[0]
            self.assertIn("free at this configuration: proven\n", text)
            self.assertNotIn("every moment", text)
        self.assertEqual(json.loads(self.check("--json", "-")[0])["segments"][0]["verdict"], "free")

    def test_nor_is_a_path_that_stands_still(self):
        self.write("path.csv", "shoulder,elbow,grip\n" + "0.1,0,0\n" * 3)
        self.assertIn("free at this configuration: proven\n", self.check()[0])
        self.write("path.csv", "time,shoulder,elbow,grip,vel.shoulder\n0,0.1,0,0,0.1\n1,0.1,0,0,0.1\n")  # it swings out between them
        self.assertIn("free: proven for every moment\n", self.check()[0])
        self.write("path.csv", "shoulder,elbow,grip\n" + "0.1,0,0\n" * 200 + "0.2,0,0\n")
        self.assertIn("free: proven for every moment\n", self.check()[0])

    def test_nor_is_a_problem_in_which_nothing_moves(self):
        self.write("problem.json", json.dumps({"robots": [{"urdf": "arm.urdf"}], "scene": "scene.json"}))
        self.assertIn("free at this configuration: proven\n", self.succeed("check", "problem.json"))


@needs_models
class RealThings(HollowTest):
    def test_a_cave_in_millimetres_around_a_panda(self):
        panda = MODELS / "robots" / "panda"
        cave = next((MODELS / "environments" / "cave_simplified" / "meshes").iterdir())
        names = [f"panda_joint{k}" for k in range(1, 8)]
        self.write("path.csv", ",".join(names) + "\n0,0,0,-1.5,0,1.5,0\n0.1,0,0,-1.5,0,1.5,0\n")
        for scale, says in ((1000, "larger than 100 m: object 'cave'"), (0.001, "is 43.* times smaller than the robot"),
                            (0.0001, "is .* times smaller than the robot")):
            self.scene({"name": "cave", "geometry": {"mesh": str(cave), "scale": scale}, "pose": {"xyz": [0.5, 0.5, 0.9]}})
            done = self.run_program("check", panda / "robot.urdf", "scene.json", "path.csv", "--srdf", panda / "robot.srdf")
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertRegex(done.stderr, says)
