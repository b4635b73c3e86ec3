"""tocca roadmap: builds, queries, objects that move between queries, damaged files, the same bytes with any number of threads."""
import copy
import csv
import json
import signal
import struct
import subprocess
import time

import program
from program import ProgramTest
from test_plan import SLIDER, WALL

POST = {"name": "post", "geometry": {"box": [0.5, 0.5, 3]}, "pose": {"xyz": [2, 0, 1.9]}}
SMALL = ("--milestones", "150", "--edges", "1200")


def checksum(data):
    """As src/core/fingerprint.hpp has it, written once more."""
    whole = (1 << 64) - 1
    first, second = 0x243f6a8885a308d3, 0x13198a2e03707344
    words = [len(data)] + [int.from_bytes(data[k:k + 8], "little") for k in range(0, len(data), 8)]
    for word in words:
        first = (first ^ word) * 0x9e3779b97f4a7c15 & whole
        first ^= first >> 29
        second = (second + word) * 0xc2b2ae3d27d4eb4f & whole
        second ^= second >> 32

    def mixed(x):
        for _ in range(2):
            x = (x ^ x >> 32) * 0xd6e8feb86659fd93 & whole
        return x ^ x >> 32
    turned = (second << 23 | second >> 41) & whole
    return struct.pack("<QQ", mixed(first ^ turned), mixed((second + 0x27d4eb2f165667c5) & whole))


class RoadmapTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        self.scene("wall.json")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def scene(self, name, post=(2, 0), without=()):
        objects = copy.deepcopy([part for part in [*WALL, POST] if part["name"] not in without])
        if "post" not in without:
            objects[-1]["pose"]["xyz"][:2] = post
        self.write(name, json.dumps({"objects": objects}))

    def rows(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.reader(file))

    def build(self, *options, out="cell.roadmap", scene="wall.json"):
        return json.loads(self.succeed("roadmap", "build", "slider.urdf", scene, "--out", out, "--json", "-", *SMALL, *options))

    def query(self, *options, code=0, scene="wall.json", start="x=-3,y=2", goal="x=3,y=1", out="path.csv"):
        done = self.run_program("roadmap", "query", "cell.roadmap", "slider.urdf", scene, "--start", start, "--goal", goal,
                                "--out", out, "--json", "-", *options)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        self.said = done.stderr
        return json.loads(done.stdout)

    def bytes(self, name="cell.roadmap"):
        return (self.folder / name).read_bytes()

    def test_builds_once_and_finds_paths_that_are_free(self):
        built = self.build()
        self.assertTrue(built["complete"])
        self.assertEqual((built["roadmap"]["milestones"], built["roadmap"]["edges"]), (150, 1200))
        self.assertEqual(built["roadmap"]["proven"] + built["roadmap"]["refuted"], 1200)
        first = self.query()
        self.assertTrue(first["found"] and first["proven"])
        self.assertEqual(first["changes"], [])
        rows = self.rows("path.csv")
        self.assertEqual(([float(v) for v in rows[1]], [float(v) for v in rows[-1]]), ([-3, 2], [3, 1]))
        self.succeed("check", "slider.urdf", "wall.json", "path.csv")
        again = self.query(out="again.csv")  # the file has learnt
        self.assertEqual(again["stats"]["segments"], 0)
        self.assertEqual(self.rows("again.csv"), rows)
        self.assertEqual([f.name for f in self.folder.glob("*.part")], [])

    def test_a_moved_object_is_looked_at_again(self):
        proven = self.build()["roadmap"]["proven"]
        self.query()
        for k, post in enumerate([(1, 0.5), (-1.5, 0.5), (1, 0.5)]):
            self.scene("moved.json", post=post)
            result = self.query(scene="moved.json")
            self.assertEqual([(c["object"], c["change"]) for c in result["changes"]], [("post", "moved")])
            self.assertGreater(result["changes"][0]["outdated"], 0.9 * proven if k == 0 else 0)
            self.assertTrue(result["proven"])
            self.succeed("check", "slider.urdf", "moved.json", "path.csv")
        self.assertGreater(result["roadmap"]["outdated"], 0)  # what the path did not need
        result = self.query("--prove-all", scene="moved.json")
        self.assertEqual(result["roadmap"]["outdated"] + result["roadmap"]["unknown"], 0)
        self.scene("gone.json", without=["post"])
        result = self.query(scene="gone.json")
        self.assertEqual([(c["change"], c["outdated"]) for c in result["changes"]], [("removed", 0)])
        self.assertEqual(result["roadmap"]["outdated"], 0)  # nothing new to look at

    def test_tables_for_people(self):
        text = self.succeed("roadmap", "build", "slider.urdf", "wall.json", "--out", "cell.roadmap", *SMALL)
        self.assertRegex(text, r"built: [\d.]+ s\n +milestones +edges +proven +outdated +refuted +unknown\n +150 +1,200 ")
        self.assertRegex(text, r"refuted by +edges\n +north +\d+\n +post +\d+\n +south +\d+\nwritten: cell.roadmap\n$")
        self.scene("moved.json", post=(4, -3))
        text = self.succeed("roadmap", "query", "cell.roadmap", "slider.urdf", "moved.json", "--start", "x=-3,y=2", "--goal",
                            "x=3,y=1", "--out", "path.csv")
        self.assertRegex(text, r"found: \d+ waypoints, [\d.]+ m long, proven free; [\d.]+ ms\n\d+ motions: ")
        self.assertRegex(text, r"post +changed +[\d,]+ +\d+\n")
        self.assertTrue(text.endswith("written: path.csv\n"))

    def test_the_same_bytes_with_any_number_of_threads(self):
        for threads in ("1", "4"):
            self.build("--threads", threads, "--seed", "5", out=f"{threads}.roadmap")
        self.assertEqual(self.bytes("1.roadmap"), self.bytes("4.roadmap"))
        self.build("--seed", "6", out="other.roadmap")
        self.assertNotEqual(self.bytes("1.roadmap"), self.bytes("other.roadmap"))
        self.scene("moved.json", post=(1, 0.5))
        for threads in ("1", "4"):
            (self.folder / "cell.roadmap").write_bytes(self.bytes("1.roadmap"))
            self.query("--threads", threads, scene="moved.json", out=f"{threads}.csv")
            (self.folder / f"{threads}.after").write_bytes(self.bytes())
        self.assertEqual(self.bytes("1.after"), self.bytes("4.after"))
        self.assertEqual(self.bytes("1.csv"), self.bytes("4.csv"))

    def test_lazy_roadmaps_prove_what_paths_need(self):
        self.assertEqual(self.build("--lazy")["roadmap"]["unknown"], 1200)
        result = self.query()
        self.assertTrue(result["proven"])
        self.assertGreater(result["roadmap"]["proven"], 0)
        self.assertGreater(result["roadmap"]["unknown"], 1000)

    def test_no_save_and_prove_again(self):
        self.build()
        before = self.bytes()
        self.query("--no-save")
        self.assertEqual(self.bytes(), before)
        result = self.query("--prove-again")
        self.assertEqual(result["stats"]["believed"], 0)
        self.assertGreater(result["stats"]["segments"], 0)
        self.assertLess(result["roadmap"]["proven"], 200)

    def test_other_clearances_and_robots_are_noticed(self):
        self.build()
        proven = self.query("--no-save")["roadmap"]["proven"]
        result = self.query("--no-save", "--clearance", "0.01")
        self.assertEqual({c["object"] for c in result["changes"]}, {"north", "south", "post"})
        self.assertLess(result["roadmap"]["proven"], 0.2 * proven)
        self.write("slider.urdf", SLIDER.replace('"-5"', '"-4"'))
        result = self.query("--no-save")
        self.assertTrue(result["forgotten"])
        self.assertIn("nothing in it counts as proven", self.said)
        self.write("slider.urdf", SLIDER.replace('name="x"', 'name="xx"').replace('joint="x"', 'joint="xx"'))
        self.refuse("roadmap", "query", "cell.roadmap", "slider.urdf", "wall.json", "--start", "", "--goal", "y=1", "--out",
                    "path.csv", says="cell.roadmap: roadmap: it was made for a robot with other joints; build")

    def test_damaged_files_are_refused(self):
        self.build()
        whole = self.bytes()
        ask = ("roadmap", "query", "cell.roadmap", "slider.urdf", "wall.json", "--start", "", "--goal", "y=1", "--out", "p.csv")
        for place in (5, 40, len(whole) // 2, len(whole) - 1):
            damaged = bytearray(whole)
            damaged[place] ^= 4
            (self.folder / "cell.roadmap").write_bytes(damaged)
            self.refuse(*ask, says="cell.roadmap: .*(damaged|not a roadmap).*build the roadmap again")
        (self.folder / "cell.roadmap").write_bytes(whole[:-100])
        self.refuse(*ask, says="damaged or cut off")
        self.write("cell.roadmap", "x,y\n0,0\n")
        self.refuse(*ask, says="is not a roadmap")
        self.assertFalse((self.folder / "p.csv").exists())

    def test_a_file_that_lies_is_found_out(self):
        self.build()
        whole = self.bytes()[:-16]
        self.assertEqual(checksum(whole), self.bytes()[-16:])
        head = json.loads(whole[:whole.index(b"\n")])
        begin = len(whole) - 24 * head["edges"]
        lies = bytearray(whole)
        for k in range(head["edges"]):  # everything is proven today, walls or not
            struct.pack_into("<iiii", lies, begin + 24 * k + 8, head["scene"] - 1, head["scene"] - 1, -1, -1)
        (self.folder / "cell.roadmap").write_bytes(bytes(lies) + checksum(bytes(lies)))
        result = self.query("--no-save", start="x=-3,y=4", goal="x=3,y=4")
        self.assertIn("says is proven is not free", self.said)
        self.assertTrue(result["proven"])
        self.succeed("check", "slider.urdf", "wall.json", "path.csv")
        self.query("--no-save", "--prove-again", start="x=-3,y=4", goal="x=3,y=4")
        self.assertEqual(self.said, "")

    def test_says_why_there_is_no_path(self):
        self.build()
        result = self.query(goal="x=0,y=2", code=1)
        self.assertEqual(result["end"], "goal-in-contact")
        self.assertIn("north", result["pairs"][0])
        self.assertFalse((self.folder / "path.csv").exists())

    def test_questions_that_make_no_sense(self):
        files = ("slider.urdf", "wall.json", "--out", "cell.roadmap")
        self.refuse("roadmap", "make", *files, says="unknown action 'make'; choose build or query")
        self.refuse("roadmap", "build", *files, "--goal", "x=1", says="--goal: makes no sense with build")
        self.refuse("roadmap", "build", *files, "--milestones", "0", says="--milestones: must be between 1 and")
        self.refuse("roadmap", "build", *files, "--time-limit", "0", says="--time-limit: must be greater than 0")
        self.refuse("roadmap", "build", "slider.urdf", "wall.json", "third", "--out", "cell.roadmap", says="one too many")
        self.refuse("roadmap", "build", "slider.urdf", "wall.json", "--out", "wall.json", says="--out")
        self.build()
        self.refuse("roadmap", "query", "cell.roadmap", "slider.urdf", "wall.json", "--out", "path.csv", says="--start: is missing")
        self.refuse("roadmap", "query", "cell.roadmap", "--out", "path.csv", says="robot is missing")
        self.refuse("roadmap", "query", "cell.roadmap", "slider.urdf", "wall.json", "--start", "", "--goal", "y=1", "--out",
                    "cell.roadmap", says="--out")

    def test_ctrl_c_saves_what_is_there(self):
        running = subprocess.Popen([program.PROGRAM, "roadmap", "build", "slider.urdf", "wall.json", "--out", "big.roadmap",
                                    "--milestones", "1000000", "--edges", "10000000"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1.0)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        self.assertEqual((running.returncode, err), (0, ""))
        self.assertIn("ended before it was complete", out)
        self.succeed("roadmap", "query", "big.roadmap", "slider.urdf", "wall.json", "--start", "x=-3,y=2", "--goal", "x=3,y=1",
                     "--out", "path.csv", "--no-save")

    def test_a_problem_file_with_two_robots(self):
        self.write("problem.json", json.dumps({"scene": "wall.json", "robots": [
            {"name": "a", "urdf": "slider.urdf"}, {"name": "b", "urdf": "slider.urdf", "base": {"xyz": [0, 0, 10]}}]}))
        self.succeed("roadmap", "build", "problem.json", "--out", "two.roadmap", *SMALL)
        self.succeed("roadmap", "query", "two.roadmap", "problem.json", "--start", "a/x=-3,a/y=2", "--goal", "a/x=3,b/y=1",
                     "--out", "planned")
        self.succeed("check", "planned/problem.json")
