"""tocca scene and tocca demo: what they write, the loaders read."""
import json
import os
import re
import shlex

from program import ProgramTest
from report_page import read_report

NAMES = ["puma-pipes", "puma-amr", "arms-tori", "irb-cage", "fanuc-cage", "fanuc-machine", "irb-workshop", "six-irb-car",
         "linkage-lattice", "nine-linkages", "mannequins", "furnished-room", "blocks-screw"]


class Scene(ProgramTest):
    def test_list(self):
        text = self.succeed("scene", "--list")
        self.assertEqual(text, self.succeed("scene"))
        for name in NAMES:
            self.assertRegex(text, rf"(?m)^  {name} +\w")

    def test_puma_among_pipes_reads_back(self):
        files = self.succeed("scene", "puma-pipes", "--out", "pipes").split()
        self.assertTrue(all((self.folder / file).is_file() for file in files))
        robot = next(file for file in files if file.endswith(".urdf"))
        facts = json.loads(self.succeed("info", robot, "--json", "-"))
        self.assertEqual(facts["dof"], 6)
        self.assertEqual(sum(link["triangles"] > 0 for link in facts["links"]), 7)

    def test_same_name_same_bytes(self):
        first = self.succeed("scene", "puma-pipes", "--out", "one").split()
        second = self.succeed("scene", "puma-pipes", "--out", "two").split()
        self.assertEqual(len(first), len(second))
        for a, b in zip(first, second):
            self.assertEqual((self.folder / a).read_bytes(), (self.folder / b).read_bytes())


class Demo(ProgramTest):
    """One run: what it prints and what its page holds is what the other verbs say of the files that it leaves."""

    def demo(self, *words):
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        return self.succeed("demo", *words, env=environment)

    def ask(self, verb, path, *more):
        done = self.run_program(verb, "tocca-demo/puma560.urdf", "tocca-demo/scene.json", f"tocca-demo/{path}", "--json", "-", *more)
        return done.returncode, json.loads(done.stdout)

    def test_finds_the_contact_repairs_the_path_and_proves_it(self):
        text = self.demo()
        code, given = self.ask("check", "path.csv")
        contact = given["segments"][-1]
        (a, b), time = contact["pairs"][0], contact["time"][1]
        self.assertEqual(code, 1)
        point = " ".join(f"{x:.4f}" for x in contact["contacts"][0]["point"])
        self.assertIn(f"{a} touches {b} in segment {contact['index']} at t = {time:.5f}, at {point} m", text)
        code, repaired = self.ask("check", "repaired.csv", "--clearance", "0.015")
        self.assertEqual((code, repaired["verdict"], repaired["proven"]), (0, "free", True))
        _, clearance = self.ask("clearance", "repaired.csv")
        at_least_mm = float(re.search(r"at least ([\d.]+) mm: proven", text).group(1))
        self.assertTrue(15 <= at_least_mm <= 1e3 * clearance["minimum"][0] < at_least_mm + 0.02, (at_least_mm, clearance["minimum"]))
        # A pipe and its flange may be equally near where they meet: which of them is named is not promised.
        self.assertRegex(text, r"Nearest: {} and {}\w* in segment {}".format(clearance["pair"][0], "_".join(clearance["pair"][1].split("_")[:2]), clearance["segment"]))
        # Waypoints are kept: only what was not free is another way.
        old, new = ((self.folder / "tocca-demo" / name).read_text().splitlines()[1:] for name in ("path.csv", "repaired.csv"))
        numbers = lambda rows: [[float(x) for x in row.split(",")] for row in rows]
        self.assertEqual([row for row in numbers(new) if row in numbers(old)], numbers(old))
        self.page(text, given, repaired)
        for command in re.findall(r"(?m)^  tocca (.+)$", text):
            self.assertIn(self.run_program(*command.split()).returncode, (0, 1), command)

    def page(self, text, given, repaired):
        if "built without the report page" in text:
            return
        page = self.folder / "tocca-demo" / "demo.html"
        self.assertIn(page.resolve().as_uri(), text)
        report = read_report(self, page)
        first, second = report["chapters"]
        parts = [[s for s in report["segments"] if (s["begin"] < second["begin"]) == is_first] for is_first in (True, False)]
        told = lambda segments: [{key: s[key] for key in ("index", "verdict", "time", "pairs", "contacts")} for s in segments]
        self.assertEqual(told(s["result"] for s in parts[0]), told(given["segments"]))
        self.assertEqual(told(s["result"] for s in parts[1]), told(repaired["segments"]))
        self.assertEqual((first["begin"], second["begin"], report["outcome"]), (0, len(parts[0]), "free"))
        self.assertEqual([x["tone"] for x in report["chapters"]], ["contact", "free"])
        self.assertGreater(report["nearest"]["distance"][0], 0.015)

    def test_the_same_bytes_each_time_wherever(self):
        self.demo("--out", "one")
        text = self.demo("--out", "a place", "--no-open")
        command = re.search(r"(?m)^  tocca (check .+ --all)$", text).group(1)
        self.assertEqual(self.run_program(*shlex.split(command)).returncode, 1, command)
        self.assertEqual(*((self.folder / name / "repaired.csv").read_bytes() for name in ("one", "a place")))
