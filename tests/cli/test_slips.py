"""Slips of a first day: misspelt words, units, files in the wrong place. Each gets one line that says what was meant, and exit code 2."""
import json
import math
import os

from program import ProgramTest
from report_page import read_report


class Names(ProgramTest):
    def test_verbs(self):
        self.assertEqual(self.refuse("chekc", "tiny.urdf"), "tocca: error: unknown verb 'chekc'; did you mean 'check'?\n")
        self.refuse("clearence", says="did you mean 'clearance'")
        self.refuse("Check", says="did you mean 'check'")
        self.refuse("tiny.urdf", "tiny.json", says="'tiny.urdf' is a file, not a verb; did you mean: tocca check tiny.urdf")
        self.refuse("xyzzy", says="unknown verb 'xyzzy'; see tocca --help")

    def test_options(self):
        question = ("check", "tiny.urdf", "tiny.json", "path.csv")
        self.assertEqual(self.refuse(*question, "--clearence", "0.1"), "tocca: error: unknown option '--clearence'; did you mean '--clearance'?\n")
        self.refuse(*question, "--clearence=0.1", says="unknown option '--clearence'; did you mean '--clearance'")
        self.refuse(*question, "--repot", "x.html", says="did you mean '--report'")
        self.refuse(*question, "-report", "x.html", says="did you mean '--report'")
        self.refuse("plan", "tiny.urdf", "tiny.json", "--goaal", "elbow=1", "--out", "x.csv", says="did you mean '--goal'")
        self.refuse("distance", "tiny.urdf", "tiny.json", "path.csv", "--report", "x.html", says="tocca distance has none, but .*check, clearance")
        self.refuse("--clearance", "0.1", *question, says="stands before the verb")
        self.refuse(*question, "--xyzzy", says="unknown option '--xyzzy'; see tocca check --help")

    def test_values(self):
        (self.folder / "path.csv").write_text("shoulder\n0\n1\n")
        question = ("check", "tiny.urdf", "tiny.json", "path.csv")
        self.assertEqual(self.refuse(*question, "--strategy", "tub"), "tocca: error: --strategy: unknown value 'tub'; did you mean 'tube'?\n")
        self.refuse(*question, "--strategy", "sampling", says="choose tube, interval or bisect")
        self.refuse("plan", "tiny.urdf", "tiny.json", "--start", "", "--goal", "elbow=1", "--out", "x.csv", "--planner", "rtconnect", says="did you mean 'rrtconnect'")
        self.refuse("world", "--boxes", "fixd", says="did you mean 'fixed'")
        self.refuse("completion", "bahs", says="did you mean 'bash'")
        self.refuse("roadmap", "biuld", "tiny.urdf", "--out", "x", says="did you mean 'build'")
        self.refuse(*question, "--allow", "uper,ball", says="no link or object 'uper'; did you mean 'upper'")
        done = self.run_program("sweep", "tiny.urdf", "path.csv", "--out", "x.ply", "--link", "lowwer")
        self.assertEqual(done.returncode, 2)
        self.assertIn("tocca: error: --link: unknown link 'lowwer'; did you mean 'lower'?\n", done.stderr)
        self.refuse("scene", "puma-pipe", "--out", "x", says="did you mean 'puma-pipes'")
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "bench_polytopes").write_text("#!/bin/sh\n")
        (self.folder / "bin" / "bench_polytopes").chmod(0o755)
        done = self.run_program("bench", "--programs", "bin", "polytops")
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean 'polytopes'", done.stdout + done.stderr)

    def test_without_arguments_the_everyday_verbs_are_shown(self):
        done = self.run_program()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        for verb in ("check", "clearance", "plan", "smooth", "view"):
            self.assertRegex(done.stderr, rf"(?m)^  {verb} ")
        self.assertNotIn("roadmap", done.stderr)
        self.assertIn("tocca --help lists all verbs", done.stderr)


class Quantities(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "path.csv").write_text("shoulder\n0\n0\n")

    def clearance(self, text):
        """What the program understood: the page says it with all digits."""
        done = self.run_program("check", "tiny.urdf", "tiny.json", "path.csv", "--clearance", text, "--report", "page.html")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return float(dict(read_report(self, self.folder / "page.html")["parameters"])["Clearance"].removesuffix(" m"))

    def test_lengths_are_the_nearest_doubles(self):
        for text, metres in (("1cm", 0.01), ("5mm", 0.005), ("0.01m", 0.01), ("1 cm", 0.01), ("0.01", 0.01), ("3mm", 0.003), ("7um", 7e-6), ("35 cm", 0.35),
                             ("1.1e1mm", 0.011), ("+57mm", 0.057), (" 2 mm ", 0.002), ("12µm", 12e-6), ("0", 0.0), ("0cm", 0.0), ("1e-3", 0.001)):
            with self.subTest(text=text):
                self.assertEqual(self.clearance(text), metres)
        self.assertNotEqual(35 * 0.01, 0.35)  # a product would be another number

    def test_what_is_no_length_is_one_line(self):
        question = ("check", "tiny.urdf", "tiny.json", "path.csv")
        for option in ("--clearance", "--self-clearance", "--tolerance"):
            self.refuse(*question, option, "1in", says=f"{option}: the unit 'in' is not known; give metres .*, or a unit: m, cm, mm, um")
            self.refuse(*question, option, "near", says=f"{option}: 'near' is not a length")
            self.refuse(*question, option, "0,01", says=f"{option}: '0,01' has a comma; write a point")
            self.refuse(*question, option, "1cmm", says="'cmm' is not known")
            self.refuse(*question, option, "1e999", says=f"{option}")
            self.refuse(*question, option, "1e99999999999cm", says="too large")
            self.refuse(*question, option, "nan", says=f"{option}: must be finite")
            self.refuse(*question, f"{option}=-1mm", says=f"{option}: must be finite and .*got -0.001")

    def test_every_option_in_metres_and_seconds_has_units(self):
        self.refuse("plan", "tiny.urdf", "tiny.json", "--start", "", "--below", "1ft", "--out", "x.csv", says="--below: the unit 'ft'")
        self.refuse("clearance", "tiny.urdf", "tiny.json", "path.csv", "--tolerance", "1ft", says="--tolerance: the unit 'ft'")
        self.refuse("view", "tiny.urdf", "tiny.json", "path.csv", "--clearance", "1ft", says="--clearance: the unit 'ft'")
        self.refuse("plan", "tiny.urdf", "tiny.json", "--start", "", "--goal", "elbow=1", "--out", "x.csv", "--time-limit", "1min", says="--time-limit: the unit 'min' is not known; give seconds")
        self.refuse("plan", "tiny.urdf", "tiny.json", "--start", "", "--goal", "elbow=1", "--out", "x.csv", "--time-limit=-5ms", says="got -0.005")

    def test_results_are_in_metres(self):
        for text in ("1mm", "0.001"):
            self.run_program("clearance", "tiny.urdf", "tiny.json", "path.csv", "--tolerance", text, "--json", f"{text}.json")
        self.assertEqual(json.loads((self.folder / "1mm.json").read_text())["minimum"], json.loads((self.folder / "0.001.json").read_text())["minimum"])


class Files(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "path.csv").write_text("shoulder\n0\n1\n")

    def test_a_near_name_is_offered(self):
        self.assertEqual(self.refuse("info", "tiny.urd"), "tocca: error: tiny.urd: no such file; did you mean 'tiny.urdf'?\n")
        self.refuse("check", "tiny.urdf", "tiny.json", "pathh.csv", says="pathh.csv: no such file; did you mean 'path.csv'")
        self.refuse("check", "tiny.urdf", "tinny.json", "path.csv", says="did you mean 'tiny.json'")
        (self.folder / "cell").mkdir()
        (self.folder / "cell" / "robot.urdf").write_text("")
        self.refuse("info", "cell/robott.urdf", says="did you mean 'cell/robot.urdf'")
        self.refuse("info", "cells/robot.urdf", says="no such file: there is no folder 'cells'; check the path")
        self.refuse("info", "something-else.urdf", says="something-else.urdf: no such file; check the path")

    def test_a_folder_is_no_file(self):
        (self.folder / "robots").mkdir()
        self.refuse("info", "robots", says="robots: is a folder, not a file")
        self.refuse("check", "tiny.urdf", "tiny.json", "robots", says="robots: is a folder")

    def test_files_in_the_wrong_place_are_recognised(self):
        self.refuse("check", "tetrahedron.obj", "tiny.urdf", "path.csv", says="tetrahedron.obj: is a mesh, not a robot .*ROBOT SCENE PATH")
        self.refuse("check", "path.csv", "tiny.urdf", "tiny.json", says="path.csv: is a table, not a robot .*ROBOT SCENE PATH")
        (self.folder / "tiny.srdf").write_text('<robot name="tiny"/>')
        self.refuse("info", "tiny.srdf", says="tiny.srdf: is an SRDF, not a robot; give the URDF, and this file with --srdf")
        self.refuse("info", "tiny.json", says="tiny.json: is a scene, not a problem or a robot; give the robot's URDF first")

    def test_xacro_is_to_be_expanded(self):
        (self.folder / "arm.urdf.xacro").write_text('<robot name="arm" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:include filename="x"/></robot>')
        self.refuse("info", "arm.urdf.xacro", says="contains xacro code; expand the file first: xacro FILE")

    def test_a_missing_package_says_where_it_was_looked_for(self):
        (self.folder / "arm.urdf").write_text('<robot name="arm"><link name="base"><collision><geometry><mesh filename="package://gone/a.stl"/></geometry></collision></link></robot>')
        environment = dict(os.environ, ROS_PACKAGE_PATH="/opt/robots")
        environment.pop("AMENT_PREFIX_PATH", None)
        self.refuse("info", "arm.urdf", says=r"no file 'a.stl' in a package 'gone', neither in the folders above 'arm.urdf' nor in "
                    r"ROS_PACKAGE_PATH \(/opt/robots\) nor in AMENT_PREFIX_PATH \(not set\); ", env=environment)


class Reports(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "path.csv").write_text("shoulder\n0\n1\n")
        self.question = ("check", "tiny.urdf", "tiny.json", "path.csv")

    def test_it_says_what_it_wrote_and_how_to_open_it(self):
        done = self.run_program(*self.question, "--report", "my page.html")
        self.assertEqual(done.stdout.splitlines()[-1], "report: my page.html; open it in a browser: xdg-open 'my page.html'")
        done = self.run_program(*self.question, "--report", "page.html", "--json", "-")
        json.loads(done.stdout)
        self.assertEqual(done.stderr.splitlines()[-1], "tocca: report: page.html; open it in a browser: xdg-open page.html")
        for target in ("-", "/dev/null"):
            done = self.run_program(*self.question, "--report", target)
            self.assertNotIn("open it", done.stdout[-200:] + done.stderr)

    def test_it_is_an_html_page(self):
        for name, meant in (("x.pdf", "x.html"), ("a/b.png", "a/b.html"), ("path.csv", "path.html")):
            line = self.refuse("check", "none.urdf", "none.json", "none.csv", "--report", name, says="--report: writes an HTML page, not ")
            self.assertIn(f"name the file '{meant}'", line)
        self.refuse("clearance", *self.question[1:], "--plot", "x.png", says="--plot: writes an SVG picture, not .png; name the file 'x.svg'")
        self.refuse("world", "--report", "x.pdf", says="writes an HTML page")
        for name in ("x.htm", "X.HTML", "page"):
            self.assertIn(self.run_program(*self.question, "--report", name).returncode, (0, 1))
            self.assertTrue((self.folder / name).exists())

    def test_all_contacts_are_on_the_page(self):
        # A small ball on a slide passes a thick post in the first segment, comes back over it in the second, rests beyond.
        (self.folder / "slide.urdf").write_text("""<robot name="slide"><link name="rail"/><link name="ball"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="rail"/><child link="ball"/><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint></robot>""")
        (self.folder / "posts.json").write_text(json.dumps({"objects": [
            {"name": "post", "geometry": {"box": [0.5, 1, 1]}, "pose": {"xyz": [1, 0, 0]}}, {"name": "wall", "geometry": {"box": [0.5, 1, 1]}, "pose": {"xyz": [3, 0, 0]}}]}))
        (self.folder / "x.csv").write_text("time,x\n10,0\n12,4\n13,4\n17,0\n")
        done = self.run_program("check", "slide.urdf", "posts.json", "x.csv", "--all", "--report", "all.html", "--json", "all.json")
        self.assertEqual(done.returncode, 1, done.stderr)
        result = json.loads((self.folder / "all.json").read_text())
        self.assertEqual(len(result["segments"]), 1)  # up to the first contact, as without a page
        report = read_report(self, self.folder / "all.html")
        self.assertEqual((report["outcome"], report["clock"]), ("contact", "s"))
        self.assertEqual([(s["checked"], s["result"]["verdict"]) for s in report["segments"]], [(True, "contact"), (True, "free"), (True, "contact")])
        stretches = [(e["kind"], *e["bodies"], e["time"], e["until"]) for e in report["events"]]
        expected = [("ball", "post", 10.25, 10.75), ("ball", "wall", 11.25, 11.75), ("ball", "wall", 13.5, 14.5), ("ball", "post", 15.5, 16.5)]
        self.assertEqual(len(stretches), len(expected))
        for (kind, a, b, begin, end), (a_0, b_0, begin_0, end_0) in zip(stretches, expected):
            self.assertEqual((kind, a, b), ("contact", a_0, b_0))
            self.assertTrue(math.isclose(begin, begin_0, abs_tol=1e-4) and math.isclose(end, end_0, abs_tol=1e-4), (begin, end))
        free = self.run_program("check", "slide.urdf", "posts.json", "x.csv", "--all", "--allow", "ball,post", "--allow", "ball,wall", "--allow-empty", "--report", "free.html")
        self.assertEqual(free.returncode, 0, free.stderr)
        self.assertEqual(read_report(self, self.folder / "free.html")["events"], [])
