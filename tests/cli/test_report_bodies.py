"""--report of tocca screw, world, walk, tool: what the page holds against --json and --record of the same run, and against plain geometry."""
import json
import math
import signal
import subprocess
import time

import program
from program import ProgramTest
from report_page import poses_of, read_report, unpacked
from test_screw import HEADER, box, row, turned
from test_world import DESK, SMALL, STICK, WAY, rows


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
        self.refuse(*same, "--report", "-", "--json", "-", says="give a file name")


class WorldReport(ProgramTest):
    def assert_poses(self, report, folder):
        """Every pose of the recording is drawn."""
        told, times = {}, unpacked(report["times"])
        for line in rows(folder / "poses.csv"):
            told[line["body"], int(line["step"])] = [float(line[key]) for key in ("x", "y", "z", "qx", "qy", "qz", "qw")]
        moving = [body for body in report["bodies"] if "poses" in body]
        for body in moving:
            for time, pose in zip(times, poses_of(body), strict=True):
                self.assertLess(apart(pose, told[body["name"], int(time)]), 1e-5)
        for body in report["bodies"]:
            if "pose" in body:
                self.assertLess(apart(body["pose"], told[body["name"], 0]), 1e-9)
        return moving, times

    def test_poses_and_contacts_are_those_of_the_recording(self):
        self.succeed(*SMALL, "--record", "flight", "--report", "page.html", "--json", "summary.json")
        report, summary = read_report(self, self.folder / "page.html"), json.loads((self.folder / "summary.json").read_text())
        moving, times = self.assert_poses(report, self.folder / "flight")
        self.assertEqual((len(moving), list(times)), (40, list(range(30))))
        contacts = [(int(line["step"]), line["a"], line["b"]) for line in rows(self.folder / "flight" / "contacts.csv")]
        self.assertGreater(len(contacts), 10)
        self.assertEqual([(s["result"]["index"], *pair) for s in report["segments"] for pair in s["result"]["pairs"]], contacts)
        for segment in report["segments"]:
            self.assertEqual((segment["begin"], segment["end"]), (segment["result"]["index"], segment["result"]["index"] + 1))
            for place in segment["result"]["contacts"]:
                for name in (place["a"], place["b"]):
                    body = next(body for body in report["bodies"] if body["name"] == name)
                    centre = poses_of(body)[segment["result"]["index"]][:3]
                    self.assertLess(math.dist(centre, place["point"]), 0.1 + 1e-6, "the place is on both bodies, of radius 0.1")
        self.assertEqual(list(unpacked(report["clearance"]["upper"])), [step["colliding"] for step in summary["steps"]])
        self.assertEqual((report["clearance"]["word"], report["clock"], report["notes"]), ("touching pairs", "step", []))
        self.assertIn(["Count", "40"], report["parameters"])
        self.assertTrue(report["layers"][0]["shown"])

    def test_first_contacts_within_steps_are_shown_where_they_end(self):
        self.succeed(*SMALL[:-1], 300, "--continuous", "--record", "fast", "--report", "page.html")
        report = read_report(self, self.folder / "page.html")
        colliding = {(int(line["step"]), line["a"], line["b"]) for line in rows(self.folder / "fast" / "contacts.csv")}
        drawn = {(s["result"]["index"], c["a"], c["b"]): c for s in report["segments"] for c in s["result"]["contacts"]}
        met = [line for line in rows(self.folder / "fast" / "first_contacts.csv") if line["initial"] == "0"]
        self.assertGreater(len(met), 10)
        for line in met:
            key = int(line["step"]) + 1, line["a"], line["b"]
            if key not in colliding:
                self.assertEqual(drawn[key]["point"], [float(line[c]) for c in "xyz"])
                self.assertEqual(drawn[key]["normal"], [float(line[c]) for c in ("nx", "ny", "nz")])

    def test_walk_shows_the_hand_among_what_it_touches(self):
        for name, text in (("stick.urdf", STICK), ("desk.json", DESK), ("way.csv", WAY)):
            (self.folder / name).write_text(text)
        self.succeed("walk", "--scene", "desk.json", "--hand", "stick.urdf", "--path", "way.csv", "--record", "walk", "--report", "page.html")
        report = read_report(self, self.folder / "page.html")
        moving, _ = self.assert_poses(report, self.folder / "walk")
        self.assertEqual([(body["name"], body["role"], body["group"]) for body in moving], [("stick", "link", "stick"), ("tip", "link", "stick")])
        contacts = [(int(line["step"]), line["a"], line["b"]) for line in rows(self.folder / "walk" / "contacts.csv")]
        self.assertEqual([(s["result"]["index"], *pair) for s in report["segments"] for pair in s["result"]["pairs"]], contacts)

    def test_many_bodies_and_many_steps_stay_bounded_and_say_so(self):
        self.succeed("world", "--count", 12000, "--faces", 60, "--steps", 3, "--report", "many.html")
        report = read_report(self, self.folder / "many.html")
        self.assertEqual(len(report["bodies"]), 5000)
        self.assertRegex(report["notes"][0], "5000 of 12000 bodies")
        self.succeed("world", "--count", 3, "--steps", 5000, "--density", 10, "--report", "long.html")
        report = read_report(self, self.folder / "long.html")
        times = unpacked(report["times"])
        self.assertTrue(1000 <= len(times) <= 2000 and times[0] == 0 and times[-1] == 4999)
        self.assertRegex(" ".join(report["notes"]), "of 5000 steps")

    def test_the_page_is_there_while_the_run_goes_on_and_after_an_interrupt(self):
        long = subprocess.Popen([program.PROGRAM, "world", "--count", "500", "--steps", "10000000", "--report", "page.html"], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(long.kill)
        page = self.folder / "page.html"
        for _ in range(600):
            if page.exists():
                break
            time.sleep(0.1)
        self.assertTrue(read_report(self, page)["running"])
        long.send_signal(signal.SIGINT)
        self.assertEqual(long.wait(timeout=60), 0)
        report = read_report(self, page)
        self.assertNotIn("running", report)
        self.assertGreater(len(unpacked(report["times"])), 1)

    def test_refuses_what_makes_no_sense(self):
        self.refuse(*SMALL, "--report", "none/page.html", says="--report.*cannot write")
        self.refuse(*SMALL, "--report", "-", "--json", "-", says="give a file name")


class ToolReport(ProgramTest):
    """A small cube over a sheet that rises at the end."""
    SHEET = "v -1 -1 {0}\nv 1 -1 {0}\nv 1 1 {0}\nv -1 1 {0}\nf 1 2 3\nf 1 3 4\n"

    def watch(self, heights, *options, code, rate=100):
        (self.folder / "cube.obj").write_text(box(0.1, 0.1, 0.1))
        for name, height in (("sheet", 0), ("raised", 0.5)):
            (self.folder / f"{name}.obj").write_text(self.SHEET.format(height))
        lines = [f"{5 + k / rate!r},0.1,0.2,{z!r},0,0,0,1" for k, z in enumerate(heights)]
        (self.folder / "log.csv").write_text("\n".join(["t,x,y,z,qx,qy,qz,qw", *lines]) + "\n")
        done = self.run_program("tool", "--tool", "cube.obj", "--mesh", "sheet.obj", "--log", "log.csv", "--json", "lines.jsonl", "--report", "page.html", *options)
        self.assertEqual((done.returncode, done.stderr), (code, ""))
        return read_report(self, self.folder / "page.html"), [json.loads(line) for line in (self.folder / "lines.jsonl").read_text().splitlines()]

    def test_events_and_contacts_are_those_of_the_lines(self):
        down = [0.55 - 0.01 * k for k in range(53)]
        report, lines = self.watch(down + down[::-1], code=1)
        told = [(line["t"], line["event"]) for line in lines]
        kinds = {"contact": "contact", "warning": "warning", "clear": "note", "undecided": "note"}
        self.assertEqual([event["kind"] for event in report["events"]], [kinds[kind] for _, kind in told])
        for event, (t, _) in zip(report["events"], told):
            self.assertAlmostEqual(event["time"], t, places=12)
        self.assertIn("warning", [kind for _, kind in told])
        contacts = [line for line in lines if line["event"] == "contact"]
        touching = [s for s in report["segments"] if s["result"]["verdict"] == "contact"]
        self.assertEqual(len(touching), len(contacts))
        for segment, line in zip(touching, contacts):
            at = [segment["begin"] + t * (segment["end"] - segment["begin"]) for t in segment["result"]["time"]]
            self.assertAlmostEqual(at[1], line["time"][1], places=9)
            self.assertEqual((segment["result"]["contacts"][0]["point"], segment["result"]["contacts"][0]["normal"]), (line["point"], line["normal"]))
        self.assertEqual((report["clock"], report["outcome"], report["segment_word"]), ("s", "contact", "interval"))
        self.assertEqual(report["segments"][-1]["result"]["verdict"], "free")
        curve = dict(zip(unpacked(report["clearance"]["time"]), unpacked(report["clearance"]["upper"])))
        for line in lines:
            if line["event"] == "warning":
                self.assertEqual(curve[line["t"]], line["time_to_contact"])
        self.assertEqual(curve[contacts[0]["time"][1]], 0)
        self.assertTrue(math.isinf(curve[5.0]))
        pieces = report["layers"][0]["pieces"]
        first = next(line["t"] for line in lines if line["event"] == "warning")
        self.assertTrue(any(piece["during"][0] == first for piece in pieces))

    def test_poses_are_the_samples_and_the_very_moment_of_contact(self):
        heights = [0.3, 0.3, 0.2, 0.0, 0.2]
        report, lines = self.watch(heights, "--no-prediction", code=1)
        times, poses = unpacked(report["times"]), poses_of(report["bodies"][1])
        contact = next(line["time"][1] for line in lines if line["event"] == "contact")
        self.assertEqual(sorted({5 + k / 100 for k in range(5)} | {contact}), sorted(set(times)))
        for time, pose in zip(times, poses):
            expected = 0.05 if time == contact else heights[round(100 * (time - 5))]
            self.assertLess(apart(pose, [0.1, 0.2, expected, 0, 0, 0, 1]), 1e-5)
        self.assertEqual([body["role"] for body in report["bodies"]], ["surface", "tool"])

    def test_the_surface_has_the_shape_of_its_frames(self):
        report, lines = self.watch([0.3] * 20, "--frame", "5.05=sheet.obj", "--frame", "5.15=raised.obj", code=1)
        surface = report["bodies"][0]
        self.assertEqual(unpacked(surface["frame_times"]), (5.05, 5.05, 5.15))
        heights = unpacked(surface["frames"])[2::3]
        self.assertEqual(heights, (0,) * 8 + (0.5,) * 4)
        # The sheet rises by 0.5 in a tenth of a second and meets the cube's lower side at 0.25.
        self.assertAlmostEqual(next(event["time"] for event in report["events"] if event["kind"] == "contact"), 5.1, places=5)

    def test_a_long_log_is_thinned_and_says_so(self):
        heights = [0.5 + 0.1 * math.sin(k / 500) for k in range(45000)]
        heights[30000:30003] = [0.1, -0.2, 0.1]
        report, lines = self.watch(heights, "--no-prediction", code=1, rate=1000)
        times = unpacked(report["times"])
        self.assertTrue(10000 <= len(times) <= 20000)
        self.assertEqual((times[0], times[-1]), (5, 5 + 44.999))
        self.assertEqual(list(times), sorted(times))
        for line in lines:
            if line["event"] == "contact":
                self.assertIn(line["time"][1], times)
        self.assertRegex(" ".join(report["notes"]), r"This page keeps \d+ of 4500\d moments")
        self.assertLess((self.folder / "page.html").stat().st_size, 4e6)

    def test_the_page_follows_live_samples_and_an_interrupt_ends_it(self):
        self.watch([0.3, 0.3], code=0)
        page = self.folder / "page.html"
        page.unlink()
        live = subprocess.Popen([program.PROGRAM, "tool", "--tool", "cube.obj", "--mesh", "sheet.obj", "--log", "-", "--json", "lines.jsonl", "--report", "page.html"],
                                cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self.addCleanup(live.kill)
        live.stdin.write("t,x,y,z,qx,qy,qz,qw\n")
        for k in range(600):
            live.stdin.write(f"{k / 20},0,0,0.3,0,0,0,1\n")
            live.stdin.flush()
            if page.exists():
                break
            time.sleep(0.05)
        report = read_report(self, page)
        self.assertTrue(report["running"])
        self.assertGreaterEqual(len(unpacked(report["times"])), 1)
        live.send_signal(signal.SIGINT)
        live.stdin.write(f"{k / 20 + 1},0,0,0.3,0,0,0,1\n")
        live.stdin.close()
        self.assertEqual(live.wait(timeout=60), 0)
        self.assertNotIn("running", read_report(self, page))

    def test_refuses_what_makes_no_sense(self):
        self.watch([0.3, 0.3], code=0)
        same = ("tool", "--tool", "cube.obj", "--mesh", "sheet.obj", "--log", "log.csv")
        self.refuse(*same, "--report", "none/page.html", says="--report.*cannot write")
        self.refuse(*same, "--report", "-", says="give a file name")
