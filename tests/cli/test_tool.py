"""tocca tool: samples in, lines of JSON out."""
import json
import math
import subprocess

from program import PROGRAM, ProgramTest

SHEET = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n"
RISEN = SHEET.replace(" 0\n", " 0.3\n")
DRILL = json.dumps({"objects": [{"name": "drill", "geometry": {"cylinder": {"radius": 0.005, "length": 0.1}}, "pose": {"xyz": [0, 0, 0.05]}}]})
HEADER = "t,x,y,z,qx,qy,qz,qw\n"


def row(t, z, x=0.1):
    return f"{t},{x},0.05,{z},0,0,0,1\n"


class Tool(ProgramTest):
    def setUp(self):
        super().setUp()
        for name, text in (("sheet.obj", SHEET), ("risen.obj", RISEN), ("drill.json", DRILL)):
            (self.folder / name).write_text(text)

    def arguments(self, samples, *more):
        (self.folder / "samples.csv").write_text(HEADER + samples)
        return ("tool", "--tool", "drill.json", "--mesh", "sheet.obj", "--log", "samples.csv", *more)

    def events(self, samples, *more, code=1):
        done = self.run_program(*self.arguments(samples, *more))
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stderr, "")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def contacts(self, *arguments, **more):
        return [event for event in self.events(*arguments, **more) if event["event"] == "contact"]

    def test_finds_a_thin_sheet_between_two_samples(self):
        before, contact, after = self.events(row(0, 0.2) + row(1, -0.2))
        self.assertEqual((before["event"], contact["event"], after["event"]), ("undecided", "contact", "undecided"))
        for nothing_known in before, after:  # two samples do not tell what comes
            self.assertEqual((nothing_known["covered_s"], nothing_known["reason"]), ({"reflex": 0, "considered": 0}, "samples"))
        self.assertAlmostEqual(contact["t"], 0.5, delta=1e-5)
        self.assertLessEqual(contact["time"][0], 0.5)
        self.assertAlmostEqual(contact["point"][2], 0, delta=1e-6)
        self.assertEqual(contact["triangles"], [0])
        self.assertTrue(contact["proven"])

    def test_warns_before_it_touches(self):
        samples = "".join(row(k * 1e-3, 0.15 - 1e-4 * k) for k in range(1700))
        events = self.events(samples)
        self.assertEqual([e["event"] for e in events][-3:], ["warning", "warning", "contact"])
        considered, reflex, contact = events[-3:]
        self.assertEqual((considered["horizon"], reflex["horizon"]), ("considered", "reflex"))
        for warning in (considered, reflex):
            self.assertAlmostEqual(warning["t"] + warning["time_to_contact"], 1.5, delta=0.1)
        self.assertAlmostEqual(reflex["t"], 1.4, delta=0.01)
        self.assertGreater(reflex["confidence"], 0.99)
        self.assertAlmostEqual(contact["t"], 1.5, delta=1e-4)
        every = self.events(samples, "--every")
        self.assertGreater(len(every), 900)
        self.assertEqual([e["event"] for e in self.events(samples, "--no-prediction")], ["clear", "contact"])

    def test_a_budget_that_is_no_time_at_all_never_says_clear(self):
        samples = "".join(row(k * 1e-3, 0.15 - 1e-4 * k) for k in range(1400)) + "".join(row(1.4 + k * 1e-3, 0.01 + 1e-4 * k) for k in range(1000))
        unhurried, hurried = self.events(samples, "--every", code=0), self.events(samples, "--every", "--least-rate", "1e12", code=3)
        warned = {e["t"] for e in unhurried if e["event"] == "warning"}
        self.assertGreater(len(warned), 800)
        undecided = {e["t"]: e for e in hurried if e["event"] == "undecided"}
        self.assertEqual(warned - set(undecided), set())  # each sample of them has its line
        near = [e for e in undecided.values() if e["t"] in warned]
        self.assertTrue(all(e["covered_s"]["considered"] < 1 for e in near))
        self.assertGreater(sum(e["reason"] == "time" for e in near), 800)
        # The tool is out of reach of the sheet again, and goes on: what nothing is near to needs no time.
        self.assertEqual(unhurried[-1]["event"], "clear")

    def test_clear_covers_both_horizons(self):
        events = self.events("".join(row(k * 0.01, 0.5) for k in range(50)), code=0)
        self.assertEqual([e["event"] for e in events], ["undecided", "clear"])
        self.assertEqual(events[0]["reason"], "samples")
        self.assertEqual(events[1]["covered_s"], {"reflex": 0.1, "considered": 1})
        self.assertEqual([e["event"] for e in self.events(row(0, 0.5) + row(1, 0.5), "--no-prediction", code=0)], ["clear"])

    def test_horizons_and_constrained_coordinates_are_the_users(self):
        samples = "".join(row(k * 1e-3, 0.15 - 1e-4 * k) for k in range(1400))
        reflex = self.events(samples, "--reflex", "0.3", "--reflex-steps", "6", "--considered", "0.4", "--considered-steps", "2", code=0)[-1]
        self.assertEqual(reflex["horizon"], "reflex")
        self.assertAlmostEqual(reflex["t"], 1.2, delta=0.02)
        self.assertEqual([e["event"] for e in self.events(samples, "--constrained", "rx,z", code=0)], ["undecided", "clear"])

    def test_a_surface_that_rises_meets_a_resting_tool(self):
        samples = "".join(row(k * 0.1, 0.15) for k in range(11))
        events = self.contacts(samples, "--no-prediction", "--frame", "0.2=sheet.obj", "--frame", "0.8=risen.obj")
        self.assertAlmostEqual(events[0]["t"], 0.5, delta=1e-4)

    def test_frames_between_two_samples_are_not_skipped(self):
        frames = ("--frame", "0=sheet.obj", "--frame", "1=risen.obj", "--frame", "2=sheet.obj")
        for motion in ("in-between", "screw"):
            events = self.contacts(row(0, 0.15) + row(2, 0.15), "--no-prediction", "--motion", motion, *frames)
            self.assertAlmostEqual(events[0]["t"], 0.5, delta=1e-4)

    def test_strange_time_stamps_are_survived(self):
        samples = row(0, 0.2) + row(0, 0.2) + row(1, 0.2) + row(0.5, 0.2) + row(0.5, -0.2) + row(100, -0.2)
        contact, = self.contacts(samples, "--no-prediction")
        self.assertEqual(contact["t"], 1.0)

    def test_answers_live(self):
        """Whoever writes a sample to the pipe gets the answer before the next."""
        live = subprocess.Popen([PROGRAM, "tool", "--tool", "drill.json", "--mesh", "sheet.obj", "--log", "-"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        live.stdin.write(HEADER + row(0, 0.2) + row(1, -0.2))
        live.stdin.flush()
        for event in "undecided", "contact", "undecided":
            self.assertEqual(json.loads(live.stdout.readline())["event"], event)
        live.stdin.close()
        self.assertEqual(live.wait(timeout=60), 1)
        live.stdout.close()
        live.stderr.close()

    def test_screw_and_in_between_differ_only_on_the_way(self):
        half = math.sqrt(0.5)
        samples = row(0, 0.2) + f"1,0.1,0.05,-0.2,{half},0,0,{half}\n"
        for motion in ("in-between", "screw"):
            self.assertEqual(len(self.contacts(samples, "--motion", motion, "--no-prediction")), 1)

    def test_lines_into_a_file(self):
        done = self.run_program(*self.arguments(row(0, 0.2) + row(1, -0.2), "--json", "events.jsonl"))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, "2 samples.*: 0 clear, 0 warned, 0 touching, 2 undecided\n1 contact, 0 warnings\n")
        self.assertEqual(len((self.folder / "events.jsonl").read_text().splitlines()), 3)

    def test_bad_input(self):
        good = row(0, 0.2)
        for samples, says in (("", "no samples"), (good + "1,2\n", "line 3: has 2 fields"), (good + "x,0,0,0,0,0,0,1\n", "line 3: t is 'x'"),
                              ("0,0,0,0,0,0,0,0\n", "quaternion is zero"), ("0,nan,0,0,0,0,0,1\n", "not a number")):
            self.refuse(*self.arguments(samples, "--json", "events.jsonl"), says=says)  # what came before is told
        (self.folder / "head.csv").write_text("t,x,y,z\n0,0,0,0\n")
        self.refuse("tool", "--tool", "drill.json", "--mesh", "sheet.obj", "--log", "head.csv", says="column 'qx' is missing")
        for more, says in ((("--motion", "straight"), "in-between or screw"), (("--degree", 9), "0 to 4"), (("--tolerance", 0), "positive"),
                           (("--constrained", "x,roll"), "unknown coordinate 'roll'"), (("--reflex", 2), "must be shorter"), (("--reflex-steps", 0), "steps"),
                           (("--frame", "soon=risen.obj"), "SECONDS=FILE"), (("--frame", "1=tetrahedron.obj"), "triangles differ"),
                           (("--frame", "2=risen.obj", "--frame", "1=sheet.obj"), "order of their times"), (("--clearance", -1), "clearance")):
            self.refuse(*self.arguments(good, *more), says=says)


