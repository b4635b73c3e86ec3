"""tocca clearance: exit codes, JSON, the picture, and answers that can be worked out by hand."""
import json
import xml.etree.ElementTree

from program import HERE, ProgramTest
from test_check import SLIDER, ball

CORPUS = HERE.parent.parent / "corpus" / "two_link_arm"


class ClearanceTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        self.write("scene.json", json.dumps({"objects": [ball("ball", 3, 0.5), ball("far", 30)]}))
        self.write("path.csv", "x,y\n0,0\n1,0\n5,0\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def ask(self, *arguments, code=0):
        done = self.run_program("clearance", *(arguments or ("slider.urdf", "scene.json", "path.csv")), "--json", "-")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        self.assertEqual(done.stderr, "")
        result = json.loads(done.stdout)
        self.check_schema(result)
        return result

    def check_schema(self, result):
        why = set() if result["decided"] else {"why"}
        self.assertEqual(set(result), {"minimum", "segment", "time", "pair", "decided", "profile"} | why)
        lower, upper = result["minimum"]
        self.assertTrue(0 <= lower <= upper)
        moments = [(point["segment"], point["t"]) for point in result["profile"]]
        self.assertEqual(moments, sorted(moments))
        for point in result["profile"]:
            self.assertEqual(list(point), ["segment", "t", "lower", "upper", "lower_until_next", "upper_until_next"])
            self.assertTrue(point["lower"] <= point["upper"], point)
            self.assertTrue(lower <= point["lower_until_next"] <= point["upper_until_next"], point)
            self.assertTrue(point["upper"] >= upper - 1e-12, point)

    def test_a_ball_that_is_passed_by(self):
        result = self.ask()
        lower, upper = result["minimum"]
        self.assertTrue(lower <= 0.3 <= upper and upper - lower <= 1.0000001e-6, result["minimum"])
        self.assertEqual(result["segment"], 1)
        self.assertAlmostEqual(result["time"], 0.5, places=2)
        self.assertEqual(result["pair"], ["hand", "ball"])
        self.assertTrue(result["decided"])
        self.assertEqual((result["profile"][0]["segment"], result["profile"][0]["t"]), (0, 0))
        self.assertEqual((result["profile"][-1]["segment"], result["profile"][-1]["t"]), (1, 1))

    def test_the_curve_holds_at_every_time(self):
        points = self.ask()["profile"]
        for now, after in zip(points, points[1:]):
            begin, end = (p["segment"] + p["t"] for p in (now, after))
            for k in range(11):
                at = begin + (end - begin) * k / 10
                x = at if at < 1 else 1 + 4 * (at - 1)
                truth = ((x - 3) ** 2 + 0.25) ** 0.5 - 0.2
                self.assertTrue(now["lower_until_next"] - 1e-9 <= truth <= now["upper_until_next"] + 1e-9, (at, truth))

    def test_a_part_at_rest_is_measured(self):
        # The curve said 4.8 m where the minimum said 0.3, and both forgot two bodies that overlap while they rest.
        self.write("scene.json", json.dumps({"objects": [ball("wall", -5), ball("part", -5, 0.5), ball("far", 30)]}))
        content = {"robots": [{"urdf": "slider.urdf", "path": "path.csv"}], "scene": "scene.json",
                   "attached": [{"link": "hand", "object": "part", "from": 1}]}
        self.write("problem.json", json.dumps(content))
        result = self.ask("problem.json")
        self.assertAlmostEqual(result["minimum"][1], 0.3, places=5)
        self.assertEqual((result["segment"], result["pair"]), (0, ["wall", "part"]))
        for point in result["profile"]:
            if point["segment"] == 0:
                self.assertTrue(point["lower_until_next"] <= 0.3 <= point["upper"] <= 0.3001, point)
        self.write("scene.json", json.dumps({"objects": [ball("wall", -5), ball("part", -5, 0.1)]}))
        self.assertEqual(self.ask("problem.json", code=1)["minimum"][0], 0)
        self.write("problem.json", json.dumps({**content, "allow": [["part", "wall", {"from": 0, "to": 2}]]}))
        self.assertGreater(self.ask("problem.json")["minimum"][0], 4)

    def test_contact_is_exit_code_1(self):
        self.write("scene.json", json.dumps({"objects": [ball("ball", 3)]}))
        result = self.ask(code=1)
        self.assertEqual(result["minimum"][0], 0)
        self.assertLessEqual(result["minimum"][1], 1e-6)
        self.assertEqual((result["segment"], result["pair"]), (1, ["hand", "ball"]))
        self.assertTrue(0.45 - 1e-6 <= result["time"] <= 0.55 + 1e-6, result["time"])
        self.assertIn("contact", self.run_program("clearance", "slider.urdf", "scene.json", "path.csv").stdout)

    def test_a_waypoint_alone(self):
        self.write("path.csv", "x,y\n3,0\n")
        result = self.ask()
        self.assertAlmostEqual(result["minimum"][1], 0.3, places=5)
        self.assertEqual(len(result["profile"]), 1)
        for rows in ("3,0\n", "3,0\n3,0\n"):  # one waypoint, or a path that stands still, is no path
            self.write("path.csv", "x,y\n" + rows)
            text = self.succeed("clearance", "slider.urdf", "scene.json", "path.csv", "--plot", "out.svg")
            self.assertRegex(text, r"\Aleast distance at this configuration:\n")
            self.assertIn("free at this configuration: nothing is nearer than 0.3", text.replace("0.299999", "0.3"))
            self.assertNotIn("along the path", text + (self.folder / "out.svg").read_text())

    def test_more_waypoints_than_a_batch(self):
        rows = [f"{0.002 * k},0" for k in range(2300)]
        self.write("path.csv", "x,y\n" + "\n".join(rows) + "\n")
        result = self.ask()
        self.assertTrue(result["minimum"][0] <= 0.3 <= result["minimum"][1])
        self.assertTrue(1490 <= result["segment"] <= 1510)
        self.assertEqual([p["segment"] for p in result["profile"] if p["t"] == 0], list(range(2299)))

    def test_threads_do_not_matter(self):
        files = ("slider.urdf", "scene.json", "path.csv")
        self.assertEqual(self.ask(*files, "--threads", "1"), self.ask(*files))

    def test_a_budget_that_runs_out_is_undecided(self):
        result = self.ask("slider.urdf", "scene.json", "path.csv", "--budget", "1", code=3)
        self.assertFalse(result["decided"])
        self.assertEqual(result["why"], "budget")
        self.assertTrue(result["minimum"][0] <= 0.3 <= result["minimum"][1])

    def test_nothing_to_measure(self):
        self.write("scene.json", json.dumps({"objects": []}))
        done = self.run_program("clearance", "slider.urdf", "scene.json", "path.csv", "--no-self", "--allow-empty", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual([result[key] for key in ("minimum", "segment", "time", "pair")], [None] * 4)
        self.assertEqual((result["decided"], result["why"]), (False, "empty"))
        text = self.run_program("clearance", "slider.urdf", "scene.json", "path.csv", "--no-self", "--allow-empty").stdout
        self.assertEqual(text, "nothing was checked: there is no pair to measure\n")

    def test_two_robots_with_their_own_clocks(self):
        self.write("a.csv", "time,x,y\n0,0,0\n1,4,0\n")
        self.write("b.csv", "time,x,y\n0,4,0\n0.5,4,0\n1.5,0,0\n")
        robots = [{"name": name, "urdf": "slider.urdf", "path": f"{name}.csv", "base": {"xyz": [0, y, 0]}}
                  for name, y in (("a", 0), ("b", 1))]
        self.write("problem.json", json.dumps({"robots": robots, "scene": "empty.json"}))
        self.write("empty.json", json.dumps({"objects": []}))
        result = self.ask("problem.json")
        # They pass each other at y = 0 and 1; hands of 0.1: 0.8 apart where x is the same.
        self.assertTrue(result["minimum"][0] <= 0.8 <= result["minimum"][1], result["minimum"])
        self.assertEqual(result["pair"], ["a/hand", "b/hand"])

    def test_the_corpus(self):
        files = [CORPUS / name for name in ("robot.urdf", "scene.json", "path.csv")]
        result = self.ask(*files, code=1)
        self.assertEqual((result["segment"], result["pair"]), (1, ["lower", "post"]))

    def test_the_picture_is_svg_with_names_that_need_care(self):
        self.write("scene.json", json.dumps({"objects": [ball('<a & "b">', 3, 0.5)]}))
        self.succeed("clearance", "slider.urdf", "scene.json", "path.csv", "--plot", "out.svg")
        text = (self.folder / "out.svg").read_text()
        texts = [e.text for e in xml.etree.ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")]
        self.assertTrue(any('hand and <a & "b">' in (t or "") for t in texts), texts)
        self.assertIn("prefers-color-scheme", text)
        self.assertNotIn("http", text.replace("http://www.w3.org/2000/svg", ""))

    def test_bad_input(self):
        files = ("slider.urdf", "scene.json", "path.csv")
        for option, value in (("--tolerance", "0"), ("--tolerance", "nan"), ("--points", "0"), ("--budget", "-1")):
            self.refuse("clearance", *files, option, value, says="tolerance|points|budget")
        self.write("edges.csv", "a.x,a.y,b.x,b.y\n0,0,1,0\n")
        self.refuse("clearance", "slider.urdf", "scene.json", "edges.csv", says="edge list")
        self.refuse("clearance", *files, "--plot", "no/such/folder.svg", says="--plot")
        self.refuse("clearance", "slider.urdf", "scene.json", says="PATH")
