"""tocca check and tocca distance: exit codes, JSON, problem files, and answers that can be worked out by hand."""
import json
import math

from program import HERE, ProgramTest

CORPUS = HERE.parent.parent / "corpus" / "two_link_arm"

# A hand of radius 0.1 that slides along x on a rail; with a second slide along y.
SLIDER = """<robot name="slider">
 <link name="rail"/>
 <link name="carriage"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
 <link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <joint name="x" type="prismatic"><parent link="rail"/><child link="carriage"/><axis xyz="1 0 0"/>
  <limit lower="-50" upper="50" effort="1" velocity="1"/></joint>
 <joint name="y" type="prismatic"><parent link="carriage"/><child link="hand"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
  <limit lower="-50" upper="50" effort="1" velocity="1"/></joint>
</robot>
"""


def ball(name, x, y=0, z=1, radius=0.1):
    return {"name": name, "geometry": {"sphere": radius}, "pose": {"xyz": [x, y, z]}}


# A mesh box around the slider's hand.
CAGE = ("".join(f"v {x} {y} {z}\n" for x in (-1, 1) for y in (-1, 1) for z in (-1, 3)) +
        "".join(f"f {face}\n" for face in ("1 2 4", "1 4 3", "5 7 8", "5 8 6", "1 5 6", "1 6 2", "3 4 8", "3 8 7", "1 3 7", "1 7 5",
                                           "2 6 8", "2 8 4")))


class CheckTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        self.scene(ball("ball", 3))
        self.path("x,y\n0,0\n1,0\n5,0\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def scene(self, *objects):
        self.write("scene.json", json.dumps({"objects": list(objects)}))

    def path(self, text, name="path.csv"):
        self.write(name, text)

    def ask(self, *arguments, code, verb="check"):
        done = self.run_program(verb, *arguments, "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    def check(self, *arguments, code):
        result = self.ask(*(arguments or ("slider.urdf", "scene.json", "path.csv")), code=code)
        self.check_schema(result)
        self.assertEqual(result["verdict"], {0: "free", 1: "contact", 3: "undecided"}[code])
        return result

    def problem(self, *, code, options=(), **content):
        self.write("problem.json", json.dumps(content))
        return self.check("problem.json", *options, code=code)

    def check_schema(self, result):
        self.assertEqual(list(result), ["verdict", "proven", "segments", "stats"])
        for segment in result["segments"]:
            why = ["why"] if segment["verdict"] == "undecided" else []
            self.assertEqual(list(segment), ["index", "verdict", "time", *why, "free_until", "initial", "pairs", "contacts",
                                             "configuration", "micros"])
            self.assertGreaterEqual(segment["micros"], 0)
            if segment["verdict"] == "free":
                self.assertEqual((segment["time"], segment["free_until"], segment["contacts"]), (None, 1, []))
            if segment["verdict"] == "contact":
                lo, hi = segment["time"]
                self.assertTrue(0 <= lo <= hi <= 1 and hi - lo <= 1.0000001e-6, segment["time"])
                self.assertEqual(segment["free_until"], lo)
                self.assertTrue(segment["pairs"] and segment["contacts"] and segment["configuration"])
                for contact in segment["contacts"]:
                    self.assertEqual(list(contact), ["a", "b", "point", "normal", "kind", "triangles", "distance"])
                    self.assertIn([contact["a"], contact["b"]], segment["pairs"])
                    self.assertAlmostEqual(math.dist(contact["normal"], (0, 0, 0)), 1)
        for count in ("segments", "volumes", "triangle_pairs", "solver_calls", "windows", "static_tests"):
            self.assertGreaterEqual(result["stats"][count], 0)

    def check_hit(self, segment, time, pair=("hand", "ball"), *, within=2e-6):
        """A contact at this time of the segment, and no other pair."""
        self.assertEqual(segment["verdict"], "contact")
        lo, hi = segment["time"]
        self.assertLessEqual(lo, time + 1e-12)
        self.assertAlmostEqual(hi, time, delta=within)
        self.assertEqual(segment["pairs"], [list(pair)])


class Answers(CheckTest):
    def test_contact_by_hand(self):
        result = self.check(code=1)
        self.assertTrue(result["proven"])
        self.assertEqual([s["index"] for s in result["segments"]], [0, 1])
        hit = result["segments"][1]
        self.check_hit(hit, (2.8 - 1) / 4)
        self.assertAlmostEqual(hit["configuration"]["x"], 2.8, delta=1e-5)
        self.assertEqual(hit["contacts"][0]["kind"], "round")
        for got, want in zip(hit["contacts"][0]["point"], (2.9, 0, 1)):
            self.assertAlmostEqual(got, want, delta=1e-5)
        self.assertLess(hit["contacts"][0]["normal"][0], -0.99)  # from the ball to the hand

    def test_free(self):
        self.path("x,y\n0,0\n1,0\n2.79,0\n")
        self.assertEqual(len(self.check(code=0)["segments"]), 2)
        text = self.succeed("check", "slider.urdf", "scene.json", "path.csv")
        self.assertIn("free: proven", text)

    def test_a_box_touches_as_the_mesh_of_the_same_box_and_nothing_is_listed_twice(self):
        """Contacts of two boxes were called round."""
        self.write("crate.urdf", """<robot name="lift"><link name="base"/><link name="crate"><collision><geometry><box size="0.2 0.3 0.4"/></geometry></collision></link>
            <joint name="z" type="prismatic"><parent link="base"/><child link="crate"/><axis xyz="0 0 1"/><limit lower="-5" upper="5" effort="1" velocity="1"/></joint></robot>""")
        self.write("table.obj", "".join(f"v {x} {y} {z}\n" for z in (-0.1, 0.1) for y in (-1, 1) for x in (-2, 2))
                   + "".join("f {} {} {}\n".format(*t) for t in ((1, 3, 4), (1, 4, 2), (5, 6, 8), (5, 8, 7), (1, 2, 6), (1, 6, 5), (3, 7, 8), (3, 8, 4), (1, 5, 7), (1, 7, 3), (2, 4, 8), (2, 8, 6))))
        self.write("down.csv", "z\n1\n0\n")
        listed = {}
        for name, geometry in (("box", {"box": [4, 2, 0.2]}), ("mesh", {"mesh": "table.obj"})):
            self.write("table.json", json.dumps({"objects": [{"name": "table", "geometry": geometry, "pose": {"xyz": [0.3, 0.35, 0]}}]}))
            done = self.run_program("check", "crate.urdf", "table.json", "down.csv", "--json", "-")
            self.assertEqual(done.returncode, 1, done.stderr)
            listed[name] = [(c["kind"], *(round(x, 4) for x in c["point"])) for c in json.loads(done.stdout)["segments"][0]["contacts"]]
            self.assertEqual(len(listed[name]), len(set(listed[name])), listed[name])
        corners = sorted(("vertex-face", x, y, 0.1) for x in (-0.1, 0.1) for y in (-0.15, 0.15))
        self.assertEqual(sorted(listed["box"]), corners)
        # The faces of the mesh are cut along diagonals, which edges of the crate cross.
        self.assertEqual(sorted(c for c in listed["mesh"] if c[0] != "edge-edge"), corners)

    def test_table_and_exit_code(self):
        done = self.run_program("check", "slider.urdf", "scene.json", "path.csv", "--json", "out.json")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertRegex(done.stdout, r"(?m)^pairs: \d+ checked, \d+ left out \(.*joined by a joint")
        self.assertRegex(done.stdout, r"(?m)^ +1 +0\.4\d+ +hand +ball +round")
        self.assertEqual(json.loads((self.folder / "out.json").read_text())["verdict"], "contact")
        verbose = self.run_program("check", "slider.urdf", "scene.json", "path.csv", "--verbose").stdout
        self.assertRegex(verbose, r"(?m)^  carriage +hand +joined by a joint$")

    def test_clearance_moves_the_contact(self):
        hit = self.check("slider.urdf", "scene.json", "path.csv", "--clearance", "0.4", code=1)["segments"][1]
        self.check_hit(hit, (2.4 - 1) / 4)
        self.path("x,y\n0,0\n1,0\n2.39,0\n")
        self.check("slider.urdf", "scene.json", "path.csv", "--clearance", "0.4", code=0)

    def test_initial_contact_and_inside(self):
        self.path("x,y\n3.1,0\n9,0\n")
        segment = self.check(code=1)["segments"][0]
        self.assertTrue(segment["initial"])
        self.assertEqual((segment["free_until"], segment["time"][0]), (0, 0))
        # A mesh box all around the hand: surfaces never touch.
        self.write("cage.obj", CAGE)
        self.path("x,y\n0,0\n0.1,0\n")
        segment = self.check("slider.urdf", "cage.obj", "path.csv", code=1)["segments"][0]
        self.assertTrue(segment["initial"])
        self.assertIn("inside", [contact["kind"] for contact in segment["contacts"]])

    def test_a_mesh_with_a_triangle_for_each_side_is_a_solid(self):
        turned = "".join("f " + " ".join(line.split()[:0:-1]) + "\n" for line in CAGE.splitlines() if line[0] == "f")
        self.path("x,y\n0,0\n0.1,0\n")
        for repeated in (turned, turned.splitlines()[3] + "\n"):
            self.write("cage.obj", CAGE + repeated)
            for strategy in ("tube", "interval", "bisect"):
                done = self.run_program("check", "slider.urdf", "cage.obj", "path.csv", "--strategy", strategy)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(" inside ", done.stdout)
            count = repeated.count("f")
            self.assertRegex(done.stderr, rf"(?m)^tocca: warning: cage.obj: {count} of {count + 12} triangles repeats? another one, .* a solid$")
            self.assertEqual(done.stderr.count("repeat"), 1)
            self.assertRegex(self.succeed("info", "slider.urdf", "cage.obj", warnings=True), r"(?m)^ *cage .* solid")

    def test_slivers_and_fins_do_not_open_a_solid_and_t_junctions_warn(self):
        self.path("x,y\n0,0\n0.1,0\n")
        corners = [line.split()[1:] for line in CAGE.splitlines() if line[0] == "v"]
        face = next(line.split()[1:] for line in CAGE.splitlines() if line[0] == "f")
        a, b, c = (corners[int(n) - 1] for n in face)
        middle = "v " + " ".join(str((float(x) + float(y)) / 2) for x, y in zip(a, b)) + "\n"
        whole, halves = f"f {' '.join(face)}\n", f"f {face[0]} 9 {face[2]}\nf 9 {face[1]} {face[2]}\n"
        junction = CAGE.replace(whole, "", 1) + middle + halves
        sliver = f"f {face[0]} 9 {face[1]}\n"
        fin = CAGE + "v -9 -9 1\n" + f"f {face[0]} {face[1]} 9\n"
        for text, word in ((junction + sliver, "solid"), (CAGE + middle + sliver, "mixed"), (fin, "mixed")):
            self.write("cage.obj", text)
            for strategy in ("tube", "interval", "bisect"):
                done = self.run_program("check", "slider.urdf", "cage.obj", "path.csv", "--strategy", strategy)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(" inside ", done.stdout)
            self.assertNotIn("not closed", done.stderr)
            self.assertRegex(self.succeed("info", "slider.urdf", "cage.obj", warnings=True), rf"(?m)^ *cage .* {word}")
        self.write("cage.obj", junction)
        done = self.run_program("check", "slider.urdf", "cage.obj", "path.csv")
        self.assertIn("free: proven", done.stdout)
        self.assertRegex(done.stderr, r"(?m)^tocca: warning: cage.obj: 3 of 21 edges are not closed: it counts as a surface, so nothing is inside it; "
                                      r"close the mesh to make it a solid$")

    def test_a_cavity_is_free(self):
        shell = [line.split() for line in CAGE.splitlines()]
        room = "".join(f"v {3 * float(x)} {3 * float(y)} {3 * float(z)}\n" for _, x, y, z in shell[:8])
        around = "".join("f " + " ".join(str(int(n) + 8) for n in reversed(face)) + "\n" for _, *face in shell[8:])
        self.path("x,y\n0,0\n0.1,0\n")
        self.write("hollow.obj", CAGE + room + around)
        self.assertIn("free: proven", self.succeed("check", "slider.urdf", "hollow.obj", "path.csv", warnings=True))
        self.path("x,y\n2,0\n2.1,0\n")  # in the material
        self.assertEqual(self.run_program("check", "slider.urdf", "hollow.obj", "path.csv").returncode, 1)

    def test_one_waypoint_is_a_static_check(self):
        self.path("x,y\n1,0\n")
        self.assertEqual([s["index"] for s in self.check(code=0)["segments"]], [0])
        self.path("x,y\n2.95,0\n")
        self.assertTrue(self.check(code=1)["segments"][0]["initial"])

    def test_edges(self):
        self.path("a.x,b.x,a.y,b.y\n0,1,0,0\n2,4,0,0\n4,5,0,0\n2.9,3,0,0\n")
        segments = self.check(code=1)["segments"]
        self.assertEqual([s["verdict"] for s in segments], ["free", "contact", "free", "contact"])
        self.assertEqual([s["index"] for s in segments], [0, 1, 2, 3])
        self.check_hit(segments[1], 0.4)
        self.path("x,y\n0,0\n1,0\n5,0\n6,0\n")
        segments = self.check("slider.urdf", "scene.json", "path.csv", "--edges", code=1)["segments"]
        self.assertEqual([s["verdict"] for s in segments], ["free", "contact", "free"])

    def test_any_of_each_edge(self):
        """What planners ask: the same verdicts as without --any, and of a contact some witnessed moment."""
        self.path("a.x,b.x,a.y,b.y\n0,1,0,0\n2,4,0,0\n4,5,0,0\n2.9,3,0,0\n")
        files = ("slider.urdf", "scene.json", "path.csv")
        done = self.run_program("check", *files, "--any", "--json", "-")
        self.assertEqual(done.returncode, 1, done.stderr)
        segments = json.loads(done.stdout)["segments"]
        self.assertEqual([s["verdict"] for s in segments], ["free", "contact", "free", "contact"])
        self.assertEqual([s["index"] for s in segments], [0, 1, 2, 3])
        lower, upper = segments[1]["time"]
        self.assertEqual(lower, 0)
        self.assertGreaterEqual(upper, 0.4 - 1e-6)
        self.assertEqual(len(segments[1]["contacts"]), 1)
        self.assertTrue(all(s["micros"] > 0 for s in segments))
        self.path("x,y\n0,0\n1,0\n5,0\n6,0\n")
        segments = json.loads(self.run_program("check", *files, "--edges", "--any", "--json", "-").stdout)["segments"]
        self.assertEqual([s["verdict"] for s in segments], ["free", "contact", "free"])

    def test_first_and_any(self):
        rows = "".join(f"{x},0\n" for x in (0, 1, 2, 4, 2, 4, 2))
        self.path("x,y\n" + rows)
        self.assertEqual([s["index"] for s in self.check(code=1)["segments"]], [0, 1, 2])
        found = self.check("slider.urdf", "scene.json", "path.csv", "--any", code=1)["segments"]
        self.assertEqual(found[-1]["verdict"], "contact")
        self.assertEqual([s["verdict"] for s in found].count("contact"), 1)

    def test_any_within_a_budget_claims_what_it_has_proven(self):
        """The bracket of a contact that --any comes upon was [0, hi] wherever the search for the first one ended early."""
        self.succeed("scene", "puma-pipes", "--out", "pipes")
        rows = (self.folder / "pipes" / "path.csv").read_text().splitlines()
        self.path("\n".join([rows[0], *rows[4:6]]) + "\n")  # it touches at 0.40786
        for budget, narrow in ((1000, False), ("none", True)):
            done = self.run_program("check", "pipes/puma560.urdf", "pipes/scene.json", "path.csv", "--any", "--budget", budget, "--json", "-")
            (segment,) = json.loads(done.stdout)["segments"]
            lo, hi = segment["time"]
            self.assertEqual((segment["verdict"], segment["free_until"]), ("contact", lo))
            self.assertTrue(0 < lo < 0.40786 < hi + 1e-5, segment)
            self.assertEqual(hi - lo <= 1e-6, narrow, segment)

    def test_two_ways_to_ask_count_the_same_kind_of_time(self):
        """micros of --any left out the work on segments that have no row, and that of --all the search for stretches."""
        every = self.ask("slider.urdf", "scene.json", "path.csv", "--all", code=1)
        self.assertGreater(every["stats"]["interval_micros"], 0)
        self.assertNotIn("interval_micros", self.check(code=1)["stats"])

    def test_budget(self):
        result = self.check("slider.urdf", "scene.json", "path.csv", "--budget", "1", code=3)
        undecided = [s for s in result["segments"] if s["verdict"] == "undecided"]
        self.assertTrue(undecided)
        for segment in undecided:
            self.assertLess(segment["free_until"], 1)
            self.assertEqual(segment["why"], "budget")
        said = self.run_program("check", "slider.urdf", "scene.json", "path.csv", "--budget", "1").stdout
        self.assertIn("undecided: the work budget ran out; raise it with --budget", said)
        self.check("slider.urdf", "scene.json", "path.csv", "--budget", "none", code=1)

    def test_rounding_is_not_called_a_budget(self):
        """A million metres away, rounding is more than a tolerance of 1e-13 m: no strategy may call it a contact, or blame the budget."""
        self.write("far.json", json.dumps({"robots": [{"urdf": "slider.urdf", "path": "path.csv", "base": {"xyz": [1e6, 0, 0]}}],
                                           "scene": "scene.json"}))
        self.scene(ball("ball", 1e6 + 3, 0.2 + 1e-14))
        for strategy in ("tube", "interval", "bisect"):
            options = ("--tolerance", "1e-13", "--strategy", strategy)
            done = self.run_program("check", "far.json", *options, "--json", "-")
            self.assertEqual(done.returncode, 3, strategy)
            (segment,) = [s for s in json.loads(done.stdout)["segments"] if s["verdict"] == "undecided"]
            self.assertEqual(segment["why"], "resolution")
            said = self.run_program("check", "far.json", *options).stdout
            self.assertIn("undecided: rounding at these sizes and angles exceeds the tolerance", said)

    def test_threads_do_not_matter(self):
        rows = [f"{3 * math.sin(0.7 * k)},{2 * math.cos(0.9 * k)}\n" for k in range(300)]
        self.path("x,y\n" + "".join(rows))
        self.scene(ball("ball", 2.5, 1.5), ball("other", -2, -1, radius=0.3))
        answers = []
        for threads in (1, 2):
            result = self.check("slider.urdf", "scene.json", "path.csv", "--edges", "--threads", threads, code=1)
            for segment in result["segments"]:
                del segment["micros"]
            answers.append(result)
        self.assertEqual(answers[0], answers[1])

    def test_long_lists_stream(self):
        self.path("a.x,b.x,a.y,b.y\n" + "0,1,0,0\n" * 5000)
        result = self.ask("slider.urdf", "scene.json", "path.csv", code=0)
        self.assertEqual(len(result["segments"]), 5000)
        self.assertEqual([s["index"] for s in result["segments"]], list(range(5000)))
        self.assertEqual(result["verdict"], "free")

    def test_corpus(self):
        files = [CORPUS / name for name in ("robot.urdf", "scene.json", "path.csv")]
        done = self.run_program("check", *files, "--json", "-")
        self.assertIn(done.returncode, (0, 1))
        self.check_schema(json.loads(done.stdout))

    def test_bad_input(self):
        files = ("slider.urdf", "scene.json", "path.csv")
        for option, value in (("--clearance", "-1"), ("--clearance", "nan"), ("--tolerance", "0"), ("--tolerance", "-1e-6"),
                              ("--tolerance", "inf"), ("--self-clearance", "-0.1"), ("--strategy", "guess"),
                              ("--stages", "2"), ("--threads", "-1"), ("--threads", "0"), ("--budget", "-5"), ("--budget", "x"), ("--budget", "0"),
                              ("--clearance", "much")):
            self.refuse("check", *files, option, value, says=option)
        self.refuse("check", *files, "--any", "--first", says="--any|--first")
        self.refuse("check", *files, "--gpu", says="--gpu")
        self.refuse("check", *files, "--stages", "3", says="--stages")
        self.refuse("check", "slider.urdf", "scene.json", says="PATH")
        self.refuse("check", "slider.urdf", says="SCENE")
        self.refuse("check", "slider.urdf", "scene.json", "nowhere.csv", says="nowhere.csv")
        self.refuse("check", *files, "--json", "no/such/folder.json", says="--json|no/such")
        self.path("x,q\n0,0\n")
        self.refuse("check", *files, says="path.csv")
        self.path("x,y\n0,0\n0,nan\n")
        self.refuse("check", *files, says="path.csv")


class Problems(CheckTest):
    def robot(self, path="path.csv", **more):
        return {"name": "arm", "urdf": "slider.urdf", "path": path, **more}

    def test_same_as_three_files(self):
        result = self.problem(robots=[self.robot()], scene="scene.json", code=1)
        self.check_hit(result["segments"][1], 0.45)

    def test_two_robots_that_meet(self):
        self.scene()
        self.path("x,y\n5,0\n4,0\n0,0\n", "back.csv")
        result = self.problem(robots=[self.robot(), self.robot("back.csv", name="other")], scene="scene.json", code=1)
        hit = result["segments"][1]  # from 1 and 4 towards 5 and 0: hands 0.2 apart at 3 - 8 t = 0.2; carriages at 0.1
        self.check_hit(hit, 2.8 / 8, ("arm/hand", "other/hand"))
        self.assertIn("other/x", hit["configuration"])
        self.problem(robots=[self.robot(), self.robot("back.csv", name="other", base={"xyz": [0, 9, 0]})],
                     scene="scene.json", code=0)

    def test_stamps_of_two_robots(self):
        self.scene()
        self.path("time,x,y\n0,0,0\n4,4,0\n", "there.csv")
        self.path("time,x,y\n1,3.5,0\n3,3.5,5\n5,3.5,9\n", "aside.csv")
        robots = [self.robot("there.csv"), self.robot("aside.csv", name="b", base={"xyz": [0, 0, 0.01]})]
        # Segments 0-1, 1-3, 3-4, 4-5. Hands stay apart: the other's is at y = 2.5 (t - 1). Carriages of radius 0.05, one
        # 0.01 higher, touch when x = t is sqrt(0.1^2 - 0.01^2) before 3.5.
        result = self.problem(robots=robots, scene="scene.json", code=1)
        self.assertEqual([s["index"] for s in result["segments"]], [0, 1, 2])
        self.check_hit(result["segments"][2], 0.5 - math.sqrt(0.1**2 - 0.01**2), ("arm/carriage", "b/carriage"), within=2e-5)
        self.assertAlmostEqual(result["segments"][2]["configuration"]["b/y"], 5 + 2 * result["segments"][2]["time"][1])
        result = self.problem(robots=robots, scene="scene.json", code=0, allow=[["arm/carriage", "b/carriage"]])
        self.assertEqual(len(result["segments"]), 4)

    def test_moving_obstacle_of_each_kind(self):
        self.path("x,y\n0,0\n0,0\n0,0\n")
        for motion in ("linear", "screw", "in-between"):
            poses = [{"time": 0.5, "xyz": [-4, 0, 1]}, {"time": 1.5, "xyz": [4, 0, 1]}]
            result = self.problem(robots=[self.robot()], scene="scene.json", code=1,
                                  moving=[{"object": "ball", "motion": motion, "poses": poses}])
            # It touches where it is at -0.2: at time 0.5 + 3.8 / 8 of the clock, 0.975 of segment 0.
            self.check_hit(result["segments"][0], 0.975)
            self.assertEqual(result["segments"][0]["index"], 0)
        turned = {"time": 1.5, "xyz": [4, 0, 1], "rpy": [0, 0, 3]}
        for motion in ("screw", "in-between"):
            result = self.problem(robots=[self.robot()], scene="scene.json", code=0,
                                  moving=[{"object": "ball", "motion": motion,
                                           "poses": [{"time": 0.5, "xyz": [-4, 5, 1]}, {**turned, "xyz": [4, 5, 1]}]}])
            self.assertEqual(len(result["segments"]), 2)

    def test_obstacle_that_moves_after_the_path(self):
        self.path("x,y\n0,0\n0.5,0\n")
        result = self.problem(robots=[self.robot()], scene="scene.json", code=1, moving=[
            {"object": "ball", "poses": [{"time": 2, "xyz": [3, 0, 1]}, {"time": 3, "xyz": [0, 0, 1]}]}])
        self.assertEqual([s["verdict"] for s in result["segments"]], ["free", "contact"])
        self.check_hit(result["segments"][1], 0.5 + 0.5 * 2.3 / 3)

    def test_attach_and_detach(self):
        # The box rides 1 m above the hand, past a post that only the box can reach.
        self.scene(ball("box", 0, 0, 2), ball("post", 3, 0, 2), ball("far", 9, 9))
        robots = [self.robot()]
        self.path("x,y\n0,0\n1,0\n5,0\n6,0\n")
        self.problem(robots=robots, scene="scene.json", code=0)
        held = {"link": "hand", "object": "box", "from": 0, "to": 3}
        result = self.problem(robots=robots, scene="scene.json", attached=[held], code=1)
        self.check_hit(result["segments"][1], (2.8 - 1) / 4, ("box", "post"))
        self.problem(robots=robots, scene="scene.json", attached=[{**held, "to": 1}], code=0)  # left at 1
        # Gripped at 1: it is then 1 m behind the hand.
        result = self.problem(robots=robots, scene="scene.json", attached=[{**held, "from": 1}], code=1)
        self.check_hit(result["segments"][1], (3.8 - 1) / 4, ("box", "post"))

    def test_a_hand_lets_go_at_the_last_waypoint_if_it_is_told_to(self):
        """`to` the last waypoint held on for ever: an object that drives off after the path was "moved by two"."""
        self.scene(ball("box", 0, 0, 2), ball("post", 3, 0, 2), ball("far", 9, 9))
        self.path("x,y\n0,0\n1,0\n")
        held = {"link": "hand", "object": "box", "from": 0, "to": 1}
        drives = {"object": "box", "poses": [{"time": 1, "xyz": [1, 0, 2]}, {"time": 2, "xyz": [3, 0, 2]}]}
        content = {"robots": [self.robot()], "scene": "scene.json", "moving": [drives]}
        result = self.problem(**content, attached=[held], code=1)
        self.check_hit(result["segments"][1], 1.8 / 2, ("box", "post"))
        self.write("problem.json", json.dumps({**content, "attached": [{**held, "to": None}]}).replace(', "to": null', ""))
        self.refuse("check", "problem.json", says=r"attached\[0\]: the object is moved at the same time by moving\[0\]")
        self.write("problem.json", json.dumps({**content, "attached": [{**held, "from": 1}]}))
        self.refuse("check", "problem.json", says=r"attached\[0\]: no segment lies between waypoint 1 and itself")

    def test_gripped_object_may_touch_its_gripper_only(self):
        self.scene(ball("box", 0, 0, 1.15))
        self.path("x,y\n0,0\n1,0\n")
        self.problem(robots=[self.robot()], scene="scene.json", attached=[{"link": "hand", "object": "box"}], code=0)
        result = self.problem(robots=[self.robot()], scene="scene.json", code=1)
        self.assertTrue(result["segments"][0]["initial"])

    def test_clearance_of_a_pair(self):
        clearance = {"default": 0.1, "pairs": [["hand", "ball", 0.5]]}
        result = self.problem(robots=[self.robot()], scene="scene.json", clearance=clearance, code=1)
        self.check_hit(result["segments"][1], (2.3 - 1) / 4)
        self.problem(robots=[self.robot()], scene="scene.json", clearance=clearance, allow=[["hand", "ball"]], code=0)

    def picked(self, **content):
        """A part that stands on a table until the hand, 1 m above it, lifts it from waypoint 2 on."""
        self.scene({"name": "table", "geometry": {"box": [1, 1, 0.2]}, "pose": {"xyz": [0, 0, -0.1]}}, ball("part", 0, 0, 0.1))
        crane = SLIDER.replace('name="y"', 'name="z"').replace('axis xyz="0 1 0"', 'axis xyz="0 0 1"')
        self.write("crane.urdf", crane.replace('<collision><geometry><sphere radius="0.05"/></geometry></collision>', ""))
        self.path("x,z\n3,0\n0,1\n0,0\n0,1\n2,1\n")
        robot = {"name": "crane", "urdf": "crane.urdf", "path": "path.csv"}
        return {"robots": [robot], "scene": "scene.json", "attached": [{"link": "hand", "object": "part", "from": 2}], **content}

    def test_part_on_its_table_before_it_is_gripped(self):
        # It was "free" by tube, bisect and --any, and by interval a contact without places.
        for options in ((), ("--any",), ("--strategy", "bisect"), ("--strategy", "bisect", "--any"), ("--strategy", "interval"),
                        ("--strategy", "interval", "--any")):
            result = self.problem(code=1, options=options, **self.picked())
            self.check_hit(result["segments"][0], 0, ("table", "part"))
            self.assertTrue(result["segments"][0]["initial"])
        text = self.run_program("check", "problem.json").stdout
        self.assertIn('part touches table before it is gripped at waypoint 2: to allow this until it has left, add '
                      '["part","table",{"from":0,"to":3}] to "allow"\n', text)
        self.assertIn('"to":3}] to "allow"', self.run_program("check", "problem.json", "--all").stdout)

    def test_the_remedy_that_a_contact_at_the_start_names_is_one(self):
        allow = [["part", "table", {"from": 0, "to": 3}]]
        for strategy in ("tube", "bisect", "interval"):
            self.problem(code=0, options=("--strategy", strategy), **self.picked(allow=allow))
            self.problem(code=0, options=("--strategy", strategy, "--any"), **self.picked(allow=allow))
        why = {tuple(entry["pair"]): entry["why"] for entry in
               json.loads(self.succeed("info", "problem.json", "--json", "-"))["excluded"]}
        self.assertEqual(why["table", "part"], "allowed from waypoint 0 to 3")
        self.assertIn("1 allowed from waypoint 0 to 3", self.succeed("check", "problem.json"))
        # At waypoint 2, where it is gripped, it still stands on the table.
        allow[0][2]["to"] = 2
        result = self.problem(code=1, **self.picked(allow=allow))
        self.check_hit(result["segments"][2], 0, ("table", "part"))
        text = self.run_program("check", "problem.json").stdout
        self.assertRegex(text, r'part touches table when it is gripped at waypoint 2: .*"to":3}] to "allow"')

    def test_the_remedy_names_the_robot_whose_waypoints_it_counts(self):
        problem = self.picked(attached=[{"link": "crane/hand", "object": "part", "from": 1}])
        self.path("time,x,z\n0,0,0\n1,0,0\n2,0,1\n")
        self.path("time,x,z\n0,0,0\n3,0,1\n", "other.csv")
        problem["robots"].append({"name": "other", "urdf": "crane.urdf", "path": "other.csv", "base": {"xyz": [20, 0, 0]}})
        self.problem(code=1, **problem)
        hint = '["part","table",{"from":0,"to":2,"robot":"crane"}]'
        self.assertIn(hint, self.run_program("check", "problem.json").stdout)
        self.problem(code=0, **problem, allow=[json.loads(hint)])
        self.refuse_allow(problem, {"from": 0, "to": 2}, "several robots run by time stamps.*'crane', 'other'")
        self.refuse_allow(problem, {"robot": "crate"}, "there is no robot 'crate'; did you mean 'crane'")

    def refuse_allow(self, problem, stretch, says):
        self.write("problem.json", json.dumps({**problem, "allow": [["part", "table", stretch]]}))
        self.refuse("check", "problem.json", says=r"problem.json: allow\[0\]\[2\].*" + says)

    def test_stretches_that_lead_nowhere(self):
        problem = self.picked()
        self.refuse_allow(problem, {"from": 3, "to": 1}, "'from' 3 is after 'to' 1; swap")
        self.refuse_allow(problem, {"from": 2, "to": 2}, "no segment lies between.*later 'to'")
        self.refuse_allow(problem, {"to": 5}, "ends at waypoint 4")
        self.refuse_allow(problem, {"form": 0}, "did you mean 'from'")
        self.refuse_allow(problem, 0.1, "object")
        self.refuse_allow(problem, {"from": -1}, "from")

    def test_nothing_is_hinted_at_where_something_drives_into_something(self):
        self.path("x,y\n0,0\n1,0\n5,0\n")
        self.problem(code=1, robots=[self.robot()], scene="scene.json", attached=[{"link": "carriage", "object": "ball", "from": 2}])
        self.assertNotIn("to \"allow\"", self.run_program("check", "problem.json").stdout)

    def test_a_contact_does_not_end_where_the_mover_stops(self):
        self.path("x,y\n-9,0\n-8,0\n-7,0\n")
        self.scene(ball("cart", 0), ball("post", 1))
        self.problem_file(moving=[{"object": "cart", "poses": [{"time": 0, "xyz": [0, 0, 1]}, {"time": 0.5, "xyz": [0.9, 0, 1]}]}])
        done = self.run_program("check", "problem.json", "--all", "--json", "-")
        intervals = json.loads(done.stdout)["intervals"]
        self.assertEqual([(x["pair"], x["to_end"], x["leave"]["segment"]) for x in intervals], [(["cart", "post"], True, 1)])

    def problem_file(self, **content):
        self.write("problem.json", json.dumps({"robots": [self.robot()], "scene": "scene.json", **content}))

    def test_two_that_one_hand_holds_are_listed(self):
        self.scene(ball("cup", 0, 0, 2), ball("saucer", 0, 0, 2.1))
        held = [{"link": "hand", "object": "cup"}, {"link": "hand", "object": "saucer", "from": 1}]
        self.problem_file(attached=held, allow=[["cup", "saucer", {"to": 1}]])
        excluded = json.loads(self.succeed("info", "problem.json", "--json", "-"))["excluded"]
        why = [entry["why"] for entry in excluded if entry["pair"] == ["cup", "saucer"]]
        self.assertEqual(why, ["allowed until waypoint 1", "both held by hand from waypoint 1 on"])

    def test_options_that_do_not_go_together(self):
        self.write("problem.json", json.dumps({"robots": [self.robot()], "scene": "scene.json"}))
        self.refuse("check", "problem.json", "scene.json", says="SCENE")
        self.refuse("check", "problem.json", "--edges", says="--edges")


class Distance(CheckTest):
    def test_at_each_waypoint(self):
        facts = self.ask("slider.urdf", "scene.json", "path.csv", code=0, verb="distance")
        self.assertEqual(list(facts), ["profile", "minimum", "waypoint", "pair"])
        self.assertEqual([row["waypoint"] for row in facts["profile"]], [0, 1, 2])
        for row, want in zip(facts["profile"], (2.8, 1.8, 1.8)):
            self.assertLessEqual(row["lower"], want + 1e-12)
            self.assertGreaterEqual(row["upper"], want - 1e-12)
            self.assertAlmostEqual(row["upper"], want, delta=1e-6)
            self.assertEqual(row["pair"], ["hand", "ball"])
            self.assertAlmostEqual(math.dist(*row["points"]), want, delta=1e-6)
        self.assertAlmostEqual(facts["minimum"][1], 1.8, delta=1e-6)
        text = self.succeed("distance", "slider.urdf", "scene.json", "path.csv")
        self.assertIn("nearest: hand and ball", text)

    def test_problem_and_nothing_to_measure(self):
        self.write("problem.json", json.dumps({"robots": [{"name": "arm", "urdf": "slider.urdf", "path": "path.csv"}],
                                               "scene": "scene.json"}))
        facts = self.ask("problem.json", code=0, verb="distance")
        self.assertEqual([row["waypoint"] for row in facts["profile"]], [0, 1, 2])
        self.scene()
        self.path("x,y\n0,0\n")
        done = self.run_program("distance", "slider.urdf", "scene.json", "path.csv", "--no-self", "--allow-empty", "--json", "-")
        result = json.loads(done.stdout)
        self.assertEqual((result["minimum"], result["waypoint"], result["pair"], result["why"]), (None, None, None, "empty"))
        self.refuse("distance", "slider.urdf", "scene.json", says="PATH")


    def test_a_waypoint_belongs_to_both_segments_that_meet_there(self):
        """Only the segment that begins at the waypoint was asked, which leaves out what the hand grips there."""
        self.scene(ball("box", 1, 0, 1.15), ball("far", 9, 9))
        self.write("problem.json", json.dumps({"robots": [{"urdf": "slider.urdf", "path": "path.csv"}], "scene": "scene.json",
                                               "attached": [{"link": "hand", "object": "box", "from": 1}]}))
        rows = self.ask("problem.json", code=0, verb="distance")["profile"]
        self.assertEqual((rows[1]["pair"], rows[1]["lower"]), (["hand", "box"], 0))  # as check has it: contact in segment 0
        self.assertEqual(self.check("problem.json", code=1)["segments"][0]["pairs"], [["hand", "box"]])
        self.assertGreater(rows[2]["lower"], 0.9)


class AllContacts(CheckTest):
    def all(self, *arguments, code):
        result = self.ask(*(arguments or ("slider.urdf", "scene.json", "path.csv")), "--all", code=code)
        self.assertEqual(list(result), ["verdict", "proven", "segments", "intervals", "undecided", "stats"])
        for interval in result["intervals"]:
            self.assertEqual(list(interval), ["pair", "enter", "leave", "from_start", "to_end"])
            for end in ("enter", "leave"):
                lo, hi = interval[end]["time"]
                self.assertTrue(0 <= lo <= hi <= 1 and hi - lo <= 1.0000001e-6, interval)
        return result

    def check_end(self, end, segment, time):
        self.assertEqual(end["segment"], segment)
        self.assertAlmostEqual(end["time"][1], time, delta=2e-6)

    def test_there_and_back(self):
        self.path("x,y\n0,0\n5,0\n3,0\n0,0\n")
        result = self.all(code=1)
        self.assertEqual((result["verdict"], result["undecided"], len(result["segments"])), ("contact", [], 1))
        first, second = result["intervals"]
        self.assertEqual(first["pair"], ["hand", "ball"])
        self.check_end(first["enter"], 0, 2.8 / 5)
        self.check_end(first["leave"], 0, 3.2 / 5)
        self.check_end(second["enter"], 1, 1.8 / 2)  # and on into the next segment
        self.check_end(second["leave"], 2, 0.2 / 3)
        text = self.run_program("check", "slider.urdf", "scene.json", "path.csv", "--all")
        self.assertEqual(text.returncode, 1)
        self.assertRegex(text.stdout, r"(?m)^ +0 0\.5[56]\d+ +0 0\.64\d+ +hand +ball$")

    def test_start_and_end(self):
        self.path("x,y\n3,0\n3.1,0\n")
        (whole,) = self.all(code=1)["intervals"]
        self.assertTrue(whole["from_start"] and whole["to_end"])
        self.assertEqual((whole["enter"]["time"], whole["leave"]["time"]), ([0, 0], [1, 1]))

    def test_free(self):
        self.path("x,y\n0,0\n2,0\n")
        self.assertEqual(self.all(code=0)["intervals"], [])

    def test_budget(self):
        rests = self.all("slider.urdf", "scene.json", "path.csv", "--budget", "1", code=3)["undecided"]
        self.assertTrue(rests)
        self.assertEqual({rest["why"] for rest in rests}, {"budget"})

    def test_problem_and_edges(self):
        self.write("problem.json", json.dumps({"robots": [{"urdf": "slider.urdf", "path": "path.csv"}], "scene": "scene.json"}))
        (through,) = self.all("problem.json", code=1)["intervals"]
        self.check_end(through["leave"], 1, (3.2 - 1) / 4)
        self.refuse("check", "problem.json", "--all", "--any", says="--all")


class Penetration(CheckTest):
    def pressed(self, depth, *, code, clearance=-0.002, **more):
        self.path(f"x,y\n0,0\n{2.8 + depth},0\n")
        return self.problem(robots=[{"urdf": "slider.urdf", "path": "path.csv"}], scene="scene.json",
                            clearance={"pairs": [["hand", "ball", clearance]]}, code=code, **more)

    def test_less_than_allowed_is_free(self):
        self.pressed(0.0019, code=0)
        self.pressed(0.0019, clearance=0, code=1)

    def test_deeper_is_contact(self):
        hit = self.pressed(0.01, code=1)["segments"][0]
        self.check_hit(hit, 2.802 / 2.81)
        self.assertEqual(hit["contacts"][0]["kind"], "overlap")

    def test_only_convex_bodies(self):
        self.write("problem.json", json.dumps({"robots": [{"urdf": "tiny.urdf"}], "scene": "tiny.json",
                                               "clearance": {"pairs": [["lower", "ball", -0.01]]}}))
        self.refuse("check", "problem.json", says="clearance of lower, ball: .*'lower' is made of several bodies.*convex")
        self.write("problem.json", json.dumps({"robots": [{"urdf": "tiny.urdf"}], "scene": "tiny.json",
                                               "clearance": {"default": -0.01}}))
        self.refuse("check", "problem.json", says="clearance.default: .*negative")
        self.refuse("check", "slider.urdf", "scene.json", "path.csv", "--clearance", "-0.01", says="--clearance")

    def test_without_times_the_same_question_gives_the_same_bytes(self):
        (self.folder / "p.csv").write_text("shoulder\n0\n1\n")
        asked = ("check", "tiny.urdf", "tiny.json", "p.csv", "--json", "-", "--no-times")
        first, second = self.run_program(*asked).stdout, self.run_program(*asked, "--threads", "1").stdout
        self.assertEqual(first, second)
        self.assertNotIn("micros", first + self.run_program(*asked, "--all").stdout + self.run_program(*asked, "--strategy", "interval").stdout)
        self.assertIn("micros", self.run_program(*asked[:-1]).stdout)

    def test_info_lists_it(self):
        self.pressed(0.0, code=0)
        text = self.succeed("info", "problem.json")
        self.assertRegex(text, r"(?s)may penetrate.*hand +ball +-0\.002")
        listed = json.loads(self.succeed("info", "problem.json", "--json", "-"))
        self.assertEqual(listed["penetration"], [{"pair": ["hand", "ball"], "clearance": -0.002}])
