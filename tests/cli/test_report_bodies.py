"""--report of tocca screw: what the page holds against --json of the same run, and against plain geometry."""
import json
import math

from program import ProgramTest
from report_page import poses_of, read_report, unpacked
from test_screw import HEADER, box, row, turned


def apart(pose, other):
    """How far two poses are from each other; quaternions mean the same with either sign."""
    sign = 1 if sum(a * b for a, b in zip(pose[3:], other[3:])) > 0 else -1
    return max(abs(a - b) for a, b in zip(pose, [*other[:3], *(sign * x for x in other[3:])]))


class ScrewReport(ProgramTest):
    def ask(self, *rows, options=(), code):
        header = HEADER + (",turns" if rows[0].count(",") > 27 else "")
        (self.folder / "motions.csv").write_text("\n".join([header, *rows]) + "\n")
        for name, sizes in (("cube", (1, 1, 1)), ("bar", (4, 0.2, 0.2))):
            (self.folder / f"{name}.obj").write_text(box(*sizes))
        done = self.run_program("screw", "cube.obj", "bar.obj", "--motions", "motions.csv", "--json", "result.json", "--report", "page.html", *options)
        self.assertEqual((done.returncode, done.stderr), (code, ""))
        return read_report(self, self.folder / "page.html"), json.loads((self.folder / "result.json").read_text())

    def test_rows_are_those_of_the_json(self):
        report, result = self.ask(row((0, 0, 3), (0, 0, 2), (0, 0, 0)), row((0, 0, 3), (0, 0, -3), (0, 0, 0)), code=1)
        self.assertEqual((report["verb"], report["outcome"], report["segment_word"], report["clock"]), ("screw", "contact", "row", "segment"))
        self.assertEqual([body["name"] for body in report["bodies"]], ["cube", "bar"])
        for segment, told in zip(report["segments"], result["rows"], strict=True):
            for key in ("index", "verdict", "free_until", "initial", "micros"):
                self.assertEqual(segment["result"][key], told[key])
            for drawn, contact in zip(segment["result"]["contacts"], told["contacts"], strict=True):
                self.assertEqual({key: contact[key] for key in drawn}, drawn)
        contact = 1 + result["rows"][1]["time"][1]
        times, cube = unpacked(report["times"]), poses_of(report["bodies"][0])
        self.assertIn(contact, times)
        self.assertAlmostEqual(cube[times.index(contact)][2], 0.6, places=5)
        self.assertEqual(times.count(1.0), 2, "rows jump")

    def test_poses_are_on_the_screws_of_both_bodies_many_turns_included(self):
        report, _ = self.ask(row((2, 0, 2), (2, 0, 4, turned(180)), (2, 0, 0), (2, 0, 1), turns=3), code=0)
        times, cube, bar = unpacked(report["times"]), *(poses_of(body) for body in report["bodies"])
        self.assertGreater(len(times), 3 * 30, "a turn takes more than a few moments")
        for time, a, b in zip(times, cube, bar, strict=True):
            self.assertLess(apart(b, [2, 0, time, 0, 0, 0, 1]), 1e-5)
            angle = 7 * math.pi * time
            self.assertLess(apart(a, [2, 0, 2 + 2 * time, 0, 0, math.sin(angle / 2), math.cos(angle / 2)]), 1e-5)

    def test_curve_and_nearest_bound_the_distance(self):
        report, _ = self.ask(row((0, 0, 3), (0, 0, 1), (0, 0, 0)), code=0)
        curve = {key: unpacked(values) for key, values in report["clearance"].items() if key != "level"}
        self.assertGreater(len(curve["time"]), 10)
        for k, time in enumerate(curve["time"]):
            distance = 2.4 - 2 * time
            self.assertLessEqual(curve["lower"][k], distance + 1e-9)
            self.assertGreaterEqual(curve["upper"][k], distance - 1e-9)
            self.assertLessEqual(curve["lower_until_next"][k], curve["lower"][k])
            self.assertGreaterEqual(curve["upper_until_next"][k], curve["upper"][k])
        self.assertEqual((report["nearest"]["a"], report["nearest"]["b"], report["nearest"]["time"]), ("cube", "bar", 1))
        self.assertAlmostEqual(report["nearest"]["distance"][1], 0.4, places=6)

    def test_all_contacts_are_marks_and_layers_last_as_long_as_their_row(self):
        report, result = self.ask(row((0, 0, 3), (0, 0, -3), (0, 0, 0)), row((0, 5, 0), (0, 5, 1, turned(90)), (0, 0, 0)), options=["--all"], code=1)
        told = result["rows"][0]["contacts"]
        first = [c for c in told if c["time"][0] <= result["rows"][0]["time"][1]]
        self.assertEqual(len(report["segments"][0]["result"]["contacts"]), len(first))
        self.assertEqual([event["time"] for event in report["events"]], [c["time"][1] for c in told[len(first):]])
        self.assertGreater(len(report["events"]), 0)
        layers = {layer["name"]: layer["pieces"] for layer in report["layers"]}
        self.assertEqual([piece["during"] for piece in layers["Swept volume"]], [[0, 1], [1, 2]])
        self.assertEqual([piece["during"] for piece in layers["Screw axis"]], [[1, 2]])

    def test_a_long_list_is_cut_short_and_says_so(self):
        report, _ = self.ask(*[row((0, 0, 3), (0, 0, 2), (0, 0, 0))] * 1500, row((0, 0, 3), (0, 0, -3), (0, 0, 0)), code=1)
        self.assertEqual(len(report["segments"]), 1001)
        self.assertEqual(report["segments"][-1]["result"]["index"], 1500)
        self.assertIn("500 rows are left out", " ".join(report["notes"]))
        self.assertEqual(len({time for time in report["ghosts"] if 1000 <= time <= 1001}), len(report["ghosts"]))

    def test_refuses_what_makes_no_sense(self):
        self.ask(row((0, 0, 3), (0, 0, 2), (0, 0, 0)), code=0)
        same = ("screw", "cube.obj", "bar.obj", "--motions", "motions.csv")
        self.refuse(*same, "--report", "none/page.html", says="--report.*cannot write")
        self.refuse(*same, "--report", "-", "--json", "-", says="name a file")
