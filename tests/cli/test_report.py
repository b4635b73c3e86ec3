"""--report of the verbs that speak of a path: the data block as docs/report-format.md describes it, held against the JSON result and plain kinematics."""
import json
import math

from program import HERE, ProgramTest
from report_page import read_report, unpacked

CORPUS = HERE.parent.parent / "corpus" / "two_link_arm"


def bracket_text(lower, upper):
    """Bounds of a length as the program and its pages should write them."""
    unit, per_metre = ("µm", 1e6) if upper < 1e-3 else ("mm", 1e3) if upper < 0.1 else ("m", 1)
    decimals = max(0, 3 - math.floor(math.log10(upper * per_metre)))
    low, high = math.floor(lower * per_metre * 10**decimals) / 10**decimals, math.ceil(upper * per_metre * 10**decimals) / 10**decimals
    return f"{low:.{decimals}f} to {high:.{decimals}f} {unit}"


class Report(ProgramTest):
    def setUp(self):
        super().setUp()
        for name in ("robot.urdf", "scene.json", "path.csv"):
            (self.folder / name).write_text((CORPUS / name).read_text())

    def check(self, *more, code, path="path.csv"):
        return self.ask("check", "robot.urdf", "scene.json", path, *more, code=code)

    def ask(self, *words, code=0):
        """The page's data and the JSON of one run."""
        done = self.run_program(*words, "--report", "page.html", "--json", "result.json")
        self.assertEqual((done.returncode, done.stderr), (code, ""))
        return read_report(self, self.folder / "page.html"), json.loads((self.folder / "result.json").read_text())

    def test_holds_what_the_json_says(self):
        report, result = self.check(code=1)
        self.assertEqual((report["format"], report["version"], report["verb"]), ("tocca-report", 1, "check"))
        self.assertEqual((report["outcome"], report["proven"], report["clock"]), ("contact", True, "segment"))
        self.assertEqual([s["result"] for s in report["segments"] if s["checked"]], result["segments"])
        self.assertEqual([(s["begin"], s["end"]) for s in report["segments"]], [(0, 1), (1, 2)])
        self.assertEqual([b["name"] for b in report["bodies"]], ["upper", "lower", "post", "wall"])
        self.assertIn(["Clearance", "0 m"], report["parameters"])
        self.assertEqual({layer["kind"] for layer in report["layers"]}, {"swept", "tube", "volume"})

    def test_claims_no_more_than_was_asked(self):
        (self.folder / "one.csv").write_text("shoulder,elbow\n0,0\n")
        report, _ = self.check(code=0, path="one.csv")
        self.assertEqual(report["headline"], "free at this configuration, proven")
        self.assertNotIn("every moment", report["summary"])
        (self.folder / "nothing.json").write_text('{"objects": []}')
        done = self.run_program("check", "robot.urdf", "nothing.json", "one.csv", "--allow-empty", "--report", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = read_report(self, self.folder / "page.html")
        self.assertEqual(report["headline"], "nothing was checked")
        self.assertTrue(any("nothing is checked" in note for note in report["notes"]))
        ends = ("--start", "", "--goal", "elbow=1")
        for words in (("check", "one.csv"), ("clearance", "one.csv"), ("plan", *ends, "--out", "out.csv"), ("smooth", "out.csv", "--out", "short.csv")):
            done = self.run_program(words[0], "robot.urdf", "nothing.json", *words[1:], "--allow-empty", "--report", "page.html")
            self.assertEqual(done.returncode, 0, done.stderr)
            report = read_report(self, self.folder / "page.html")
            self.assertFalse(report["proven"], words)
            self.assertIn("nothing was checked", report["headline"])
            self.assertNotIn("proven", report["summary"])

    def test_poses_are_those_of_the_arm_at_every_moment_and_at_the_contact(self):
        report, result = self.check(code=1)
        times, waypoints = unpacked(report["times"]), [(0, 0), (0.5, -1), (1.5, 0.25)]
        contact = 1 + result["segments"][1]["time"][1]
        self.assertIn(contact, times)
        self.assertEqual(list(times), sorted(times))
        upper, lower = (unpacked(report["bodies"][k]["poses"]) for k in (0, 1))
        self.assertEqual(len(lower), 7 * len(times))
        for k, time in enumerate(times):
            segment = min(int(time), 1)
            a, b = ((1 - (time - segment)) * p + (time - segment) * q for p, q in zip(waypoints[segment], waypoints[segment + 1]))
            expected = [math.cos(a), math.sin(a), 0, 0, 0, math.sin((a + b) / 2), math.cos((a + b) / 2)]
            got = lower[7 * k:7 * k + 7]
            sign = 1 if got[6] * expected[6] + got[5] * expected[5] > 0 else -1
            for x, y in zip(got, expected[:3] + [sign * q for q in expected[3:]]):
                self.assertAlmostEqual(x, y, places=5)
            self.assertEqual(upper[7 * k:7 * k + 3], (0, 0, 0))
        # The touching point lies on the surface of the lower link as drawn, a cylinder of radius 0.04 along its x.
        k = times.index(contact)
        x, y = result["segments"][1]["contacts"][0]["point"][:2]
        angle = 2 * math.atan2(lower[7 * k + 5], lower[7 * k + 6])
        across = -(x - lower[7 * k]) * math.sin(angle) + (y - lower[7 * k + 1]) * math.cos(angle)
        self.assertAlmostEqual(abs(across), 0.04, places=4)

    def test_curve_bounds_the_distances_at_waypoints(self):
        report, _ = self.check(code=1)
        curve = {name: unpacked(report["clearance"][name]) for name in ("time", "lower", "upper")}
        for time, distance in ((0, 0.86), (1, 0.615249885)):
            k = curve["time"].index(time)
            self.assertLessEqual(curve["lower"][k], distance + 1e-9)
            self.assertGreaterEqual(curve["upper"][k], distance - 1e-9)

    def test_nearest_is_what_the_verb_clearance_finds(self):
        (self.folder / "path.csv").write_text("shoulder,elbow\n0,0\n0.5,-1\n0,-1\n")
        report, _ = self.check(code=0)
        self.succeed("clearance", "robot.urdf", "scene.json", "path.csv", "--json", "clearance.json")
        truth = json.loads((self.folder / "clearance.json").read_text())
        self.assertEqual([report["nearest"]["a"], report["nearest"]["b"]], truth["pair"])
        self.assert_same_bracket(report["nearest"]["distance"], truth["minimum"])
        self.assertAlmostEqual(report["nearest"]["time"], truth["segment"] + truth["time"], places=2)

    def assert_same_bracket(self, told, truth):
        self.assertLessEqual(told[1] - told[0], 1e-6 * (1 + 1e-6))
        self.assertTrue(told[0] <= truth[1] and truth[0] <= told[1], (told, truth))

    def test_nearest_is_proven_however_narrow_the_gap(self):
        """It was the nearest of the moments drawn, to a line's width: 82 um where the proven minimum was 9.5."""
        gap = 9.5e-6  # between the rim of the outer end and a fine wire
        tip = math.hypot(2, 0.04) + gap + 0.0001
        scene = {"objects": [{"name": "wire", "geometry": {"cylinder": {"radius": 0.0001, "length": 1}}, "pose": {"xyz": [tip * math.cos(0.2345), tip * math.sin(0.2345), 0]}}]}
        (self.folder / "scene.json").write_text(json.dumps(scene))
        (self.folder / "path.csv").write_text("shoulder,elbow\n0,0\n0.5,0\n1,0\n")
        report, _ = self.check(code=0)
        self.succeed("clearance", "robot.urdf", "scene.json", "path.csv", "--json", "clearance.json")
        truth = json.loads((self.folder / "clearance.json").read_text())["minimum"]
        self.assertAlmostEqual(truth[1], gap, delta=2e-6)
        self.assert_same_bracket(report["nearest"]["distance"], truth)

    def test_nearest_of_a_path_too_long_to_draw_is_still_a_bound(self):
        rows = [f"{0.0001 * k},0" for k in range(1200)]  # towards the post, all the time: the nearest is not drawn
        (self.folder / "path.csv").write_text("\n".join(["shoulder,elbow", *rows]) + "\n")
        report, _ = self.check(code=0)
        self.assertEqual(len(report["segments"]), 1000)
        self.succeed("clearance", "robot.urdf", "scene.json", "path.csv", "--json", "clearance.json")
        truth = json.loads((self.folder / "clearance.json").read_text())["minimum"]
        lower, upper = report["nearest"]["distance"]
        self.assertLess(report["nearest"]["time"], 1000 + 1e-9)
        self.assertTrue(0 < truth[0] - 2e-6 <= lower <= truth[1] < upper, (lower, upper, truth))

    def test_what_comes_after_the_contact_is_drawn_as_not_checked(self):
        (self.folder / "long.csv").write_text("shoulder,elbow\n0,0\n0.5,-1\n1.5,0.25\n1.6,0.25\n1.7,0.25\n")
        report, result = self.check(code=1, path="long.csv")
        self.assertEqual([s["checked"] for s in report["segments"]], [True, True, False, False])
        self.assertEqual(len(result["segments"]), 2)

    def test_edges_jump_and_single_waypoints_stand(self):
        (self.folder / "edges.csv").write_text("a.shoulder,a.elbow,b.shoulder,b.elbow\n0,0,0.1,0\n-1,0,-1.1,0\n")
        report, _ = self.check(code=0, path="edges.csv")
        self.assertEqual(unpacked(report["times"]).count(1.0), 2)
        self.assertEqual((len(report["segments"]), report["segment_word"]), (2, "edge"))
        (self.folder / "one.csv").write_text("shoulder,elbow\n0,0\n")
        report, _ = self.check(code=0, path="one.csv")
        self.assertEqual(unpacked(report["times"]), (0.0,))

    def test_seconds_where_the_path_has_them(self):
        (self.folder / "timed.csv").write_text("time,shoulder,elbow\n10,0,0\n12.5,0.1,0\n")
        report, _ = self.check(code=0, path="timed.csv")
        self.assertEqual(report["clock"], "s")
        self.assertEqual((report["segments"][0]["begin"], report["segments"][0]["end"]), (10, 12.5))

    def test_goes_to_its_place_without_harm_to_others(self):
        foreign, old = self.folder / "page.html.part", self.folder / "page.html"
        foreign.write_text("mine")
        old.write_text("old")
        old.chmod(0o640)
        self.check(code=1)
        self.assertEqual((foreign.read_text(), old.stat().st_mode & 0o777), ("mine", 0o640))
        (self.folder / "link.html").symlink_to("not_yet.html")
        self.assertEqual(self.run_program("check", "robot.urdf", "scene.json", "path.csv", "--report", "link.html").returncode, 1)
        self.assertTrue((self.folder / "link.html").is_symlink())
        self.assertEqual(read_report(self, self.folder / "not_yet.html")["outcome"], "contact")
        self.assertEqual([f.name for f in self.folder.glob("*.part")], ["page.html.part"])

    def test_one_far_object_does_not_take_the_robot_away(self):
        scene = json.loads((self.folder / "scene.json").read_text())
        scene["objects"].append({"name": "mountain", "geometry": {"sphere": 1000}, "pose": {"xyz": [3e6, 0, 0]}})
        (self.folder / "scene.json").write_text(json.dumps(scene))
        self.run_program("check", "robot.urdf", "scene.json", "path.csv", "--report", "page.html")  # warns of the mountain's size
        self.assertEqual(read_report(self, self.folder / "page.html")["origin"], [0, 0, 0])

    def test_many_turns_in_one_step_do_not_fill_the_disk(self):
        (self.folder / "turns.csv").write_text("shoulder,elbow\n0,0\n5000,0\n")
        done = self.run_program("check", "robot.urdf", "scene.json", "turns.csv", "--report", "page.html")
        self.assertEqual(done.returncode, 1)
        self.assertLess((self.folder / "page.html").stat().st_size, 5e6)
        self.assertIn("The swept volume and the tubes are drawn for the first segments only.", read_report(self, self.folder / "page.html")["notes"])

    # Of the other verbs.

    def test_clearance_has_the_very_curve_of_its_json(self):
        (self.folder / "path.csv").write_text("shoulder,elbow\n0,0\n0.5,-1\n0,-1\n")
        report, result = self.ask("clearance", "robot.urdf", "scene.json", "path.csv")
        self.assertEqual((report["verb"], report["outcome"]), ("clearance", "free"))
        curve = report["clearance"]
        self.assertEqual(list(unpacked(curve["time"])), [p["segment"] + p["t"] for p in result["profile"]])
        for name in ("lower", "upper", "lower_until_next", "upper_until_next"):
            self.assertEqual(list(unpacked(curve[name])), [p[name] for p in result["profile"]])
        nearest = report["nearest"]
        self.assertEqual((nearest["distance"], [nearest["a"], nearest["b"]]), (result["minimum"], result["pair"]))
        self.assertEqual(nearest["time"], result["segment"] + result["time"])
        self.assertEqual(report["headline"], f"{bracket_text(*result['minimum'])} apart, proven")
        self.assertIn(bracket_text(*result["minimum"]), report["summary"])
        self.assertIn(["Least distance", bracket_text(*result["minimum"])], report["parameters"])

    def test_bounds_are_written_in_one_unit_and_stay_bounds(self):
        # web/test/parts.test.mjs has the same numbers for the page's own words.
        for bounds, text in (((9.4827e-6, 9.4911e-6), "9.482 to 9.492 µm"), ((0.01234561, 0.01234661), "12.34 to 12.35 mm"),
                             ((0.09999, 0.10001), "0.0999 to 0.1001 m"), ((1.2341, 1.2349), "1.234 to 1.235 m")):
            self.assertEqual(bracket_text(*bounds), text)

    def test_clearance_shows_the_contact_where_there_is_one(self):
        report, result = self.ask("clearance", "robot.urdf", "scene.json", "path.csv", code=1)
        self.assertEqual(report["outcome"], "contact")
        found = report["segments"][result["segment"]]["result"]
        self.assertEqual((found["verdict"], found["pairs"]), ("contact", [result["pair"]]))
        self.assertLessEqual(found["time"][0], result["time"])

    def plan(self, goal, *more, code):
        return self.ask("plan", "robot.urdf", "scene.json", "--start", "", "--goal", goal, "--out", "found.csv", *more, code=code)

    def rows(self, name):
        return [[float(x) for x in line.split(",")] for line in (self.folder / name).read_text().splitlines()[1:]]

    def test_plan_shows_the_path_that_it_writes(self):
        report, result = self.plan("shoulder=1.5,elbow=0.25", code=0)
        self.assertEqual((report["verb"], report["outcome"], report["proven"]), ("plan", "free", result["proven"]))
        self.assertEqual([s["result"]["verdict"] for s in report["segments"]], ["free"] * (result["waypoints"] - 1))
        self.assertIn(f"{result['waypoints']} waypoints", report["summary"])
        times, lower = unpacked(report["times"]), unpacked(report["bodies"][1]["poses"])
        for k, (shoulder, _) in enumerate(self.rows("found.csv")):
            at = 7 * times.index(k)
            self.assertAlmostEqual(math.dist(lower[at:at + 2], (math.cos(shoulder), math.sin(shoulder))), 0, places=5)

    def test_plan_shows_why_there_is_none(self):
        report, result = self.plan("shoulder=0.588", code=1)
        self.assertEqual((report["outcome"], report["headline"]), ("contact", "no path"))
        self.assertEqual([s["result"]["pairs"] for s in report["segments"]], [result["pairs"]])
        report, _ = self.plan("shoulder=1.5,elbow=0.25", "--milestones", "2", code=1)
        self.assertEqual((report["outcome"], report["segments"][0]["result"]["verdict"]), ("undecided", "contact"))
        self.assertIn("direct motion", report["notes"][0])
        self.assertNotIn("Written to", dict(report["parameters"]))

    def test_smooth_shows_both_paths(self):
        self.plan("shoulder=1.5,elbow=0.25", code=0)
        report, result = self.ask("smooth", "robot.urdf", "scene.json", "found.csv", "--out", "short.csv")
        self.assertEqual(len(report["segments"]), result["waypoints"] - 1)
        self.assertEqual((report["outcome"], report["headline"]), ("free", "smoothed, proven free"))
        self.assertIn(["Length after", f"{result['length']:.4g} m"], report["parameters"])
        self.assertEqual([(x["name"], x["tone"]) for x in report["other_paths"]], [("Path before", "soft")])
        report, _ = self.ask("smooth", "robot.urdf", "scene.json", "path.csv", "--out", "none.csv", code=1)
        self.assertEqual((report["outcome"], report["headline"]), ("contact", "not smoothed"))
        self.assertNotIn("Written to", dict(report["parameters"]))

    def test_refuses_what_makes_no_sense(self):
        for words in (["clearance", "robot.urdf", "scene.json", "path.csv"], ["smooth", "robot.urdf", "scene.json", "path.csv", "--out", "x.html"],
                      ["plan", "robot.urdf", "scene.json", "--start", "", "--goal", "elbow=1", "--out", "x.html"]):
            self.refuse(*words, "--report", "none/page.html", says="--report.*cannot write")
            self.refuse(*words, "--report", "-", "--json", "-", says="give a file name")
            self.refuse(*words, "--report", ".", says="is a folder")
            self.refuse(*words, "--report", "one.html", "--json", "./one.html", says="--report: JSON already goes to this file")
            if "--out" in words:
                self.refuse(*words, "--report", "x.html", says="--report: the path already goes to this file")
        self.assertFalse((self.folder / "one.html").exists() or (self.folder / "x.html").exists())
        done = self.run_program("clearance", "robot.urdf", "scene.json", "path.csv", "--report", "/dev/null", "--json", "/dev/null")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.refuse("check", "robot.urdf", "scene.json", "path.csv", "--report", "none/page.html", says="--report.*cannot write")
        self.refuse("check", "robot.urdf", "scene.json", "path.csv", "--report", "-", "--json", "-", says="give a file name")
