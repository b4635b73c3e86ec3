"""Deforming bodies in problem files: met between frames, named with their triangles, shown on the page; verbs that cannot say anything about them say so."""
import json

from program import ProgramTest

ARM = """<robot name="arm">
 <link name="rail"/>
 <link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <joint name="x" type="prismatic"><parent link="rail"/><child link="hand"/><axis xyz="1 0 0"/>
  <limit lower="-5" upper="5" effort="1" velocity="1"/></joint>
</robot>"""
SQUARE = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]


class DeformingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "arm.urdf").write_text(ARM)
        (self.folder / "path.csv").write_text("time,x\n0,0\n1,0.2\n2,0\n")
        for k, height in enumerate((1, 0.5, 0)):  # 0.1 at 1.8: in the second segment, at 0.8
            self.frame(k, height)

    def frame(self, k, height, faces="f 1 2 3\nf 1 3 4\n"):
        (self.folder / f"sheet_{k}.obj").write_text("".join(f"v {x} {y} {height}\n" for x, y in SQUARE) + faces)

    def write(self, frames=None, **more):
        frames = frames or [{"time": k, "mesh": f"sheet_{k}.obj"} for k in range(3)]
        problem = {"robots": [{"urdf": "arm.urdf", "path": "path.csv"}], "deforming": [{"name": "sheet", "frames": frames}], **more}
        (self.folder / "problem.json").write_text(json.dumps(problem))

    def check(self, *options):
        done = self.run_program("check", "problem.json", "--json", "-", "--no-times", *options)
        self.assertEqual(done.stderr, "")
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, {"free": 0, "contact": 1, "undecided": 3}[result["verdict"]])
        return result

    def expect_contact(self, result, index, time):
        self.assertEqual(result["verdict"], "contact")
        found = result["segments"][-1]
        self.assertEqual((found["index"], found["pairs"]), (index, [["hand", "sheet"]]))
        lo, hi = found["time"]
        self.assertLessEqual(lo, time + 1e-9)
        self.assertAlmostEqual(hi, time, delta=3e-6)
        self.assertLessEqual(hi - lo, 1e-6)
        self.assertTrue(result["proven"])
        return found

    def test_a_sheet_that_comes_down_is_met_by_every_strategy(self):
        self.write()
        for options in ((), ("--strategy", "interval"), ("--strategy", "bisect"), ("--any",), ("--threads", "1")):
            found = self.expect_contact(self.check(*options), 1, 0.8)
            self.assertIn(found["contacts"][0]["triangles"][1], (0, 1))
            self.assertEqual(found["contacts"][0]["kind"], "round")
        text = self.run_program("check", "problem.json").stdout
        self.assertIn("pairs: 1 checked", text)
        self.assertRegex(text, r"hand +sheet")

    def test_numbered_files_pose_and_scale(self):
        self.write({"files": "sheet_*.obj", "interval": 1})
        self.expect_contact(self.check(), 1, 0.8)
        problem = json.loads((self.folder / "problem.json").read_text())
        problem["deforming"][0] |= {"scale": 2, "pose": {"xyz": [0, 0, -0.4]}}  # 2 z - 0.4 = 0.1 at z = 0.25
        (self.folder / "problem.json").write_text(json.dumps(problem))
        self.expect_contact(self.check(), 1, 0.5)

    def test_clearance_padding_and_allowed_pairs(self):
        self.write(clearance={"default": 0.1})
        found = self.expect_contact(self.check(), 1, 0.6)
        self.assertAlmostEqual(found["contacts"][0]["distance"], 0.1, delta=2e-6)
        self.assertIn("too near", self.run_program("check", "problem.json").stdout)
        self.expect_contact(self.check("--clearance", "0.2"), 1, 0.4)
        self.expect_contact(self.check("--pad", "sheet=0.05"), 1, 0.5)
        self.write(padding={"sheet": 0.1})
        self.expect_contact(self.check(), 1, 0.6)
        self.refuse("check", "problem.json", "--allow", "hand,sheet", says="nothing is checked")
        self.write(allow=[["hand", "sheet", {"from": 1}]])
        self.assertEqual(self.check()["verdict"], "free")
        self.write(clearance={"pairs": [["hand", "sheet", -0.01]]})
        self.refuse("check", "problem.json", says="'sheet' deforms: penetration is bounded for two convex bodies only")

    def test_what_touches_from_the_start_gets_a_hint(self):
        self.frame(0, 0.05)
        self.write()
        self.assertIn('sheet touches hand from the start: if it is fixed there, add ["hand","sheet"] to "allow"',
                      self.run_program("check", "problem.json").stdout.replace(", ", ",").replace(",add", ", add"))

    def test_two_of_them_are_listed_as_left_out(self):
        self.write()
        problem = json.loads((self.folder / "problem.json").read_text())
        problem["deforming"].append(problem["deforming"][0] | {"name": "cloth"})
        (self.folder / "problem.json").write_text(json.dumps(problem))
        self.assertIn("2 checked, 1 left out (1 both deform)", self.run_program("check", "problem.json").stdout)
        told = json.loads(self.succeed("info", "problem.json", "--json", "-"))
        self.assertEqual(told["deforming"][0], {"name": "sheet", "triangles": 2, "vertices": 4, "frames": 3, "time": [0, 2]})
        self.assertIn("sheet", self.succeed("info", "problem.json"))

    def test_a_budget_ends_it_undecided(self):
        self.write()
        self.assertEqual(self.check("--budget", "1")["verdict"], "undecided")

    def test_who_cannot_answer_says_so(self):
        self.write()
        for verb in ("distance", "clearance"):
            self.refuse(verb, "problem.json", says="problem.json: deforming 'sheet': distances to a body that deforms are not measured; use tocca check")
        self.refuse("check", "problem.json", "--all", says="deforming 'sheet': --all does not say when contacts with a body that deforms end")
        for verb in ("plan", "smooth", "repair"):
            self.refuse(verb, "problem.json", "--out", "new.csv", says="deforming 'sheet': it deforms by itself, but a planned path has no time stamps")
        self.refuse("roadmap", "build", "problem.json", "--out", "map.bin", says="deforming 'sheet'")

    def test_frames_that_do_not_fit_are_refused(self):
        self.frame(1, 0.5, "f 1 2 3\nf 2 3 4\n")
        self.write()
        self.refuse("check", "problem.json", says=r"problem.json: deforming\[0\].frames\[1\].mesh: 'sheet_1.obj' does not have the triangles of 'sheet_0.obj'; export")
        self.frame(1, 0.5)
        self.write([{"time": 0, "mesh": "sheet_0.obj"}, {"time": 0, "mesh": "sheet_1.obj"}])
        self.refuse("check", "problem.json", says=r"frames\[1\].time: 0 does not come after 0; order frames by time")
        self.write([{"time": 0, "mesh": "sheet_0.obj"}, {"time": 1, "mesh": "sheet_9.obj"}])
        self.refuse("check", "problem.json", says="sheet_9.obj")

    def test_the_page_shows_it_moving(self):
        self.write()
        done = self.run_program("check", "problem.json", "--report", "page.html")
        if "built without" in done.stderr:
            self.skipTest("no pages in this build")
        self.assertEqual(done.returncode, 1, done.stderr)
        page = (self.folder / "page.html").read_text()
        data = json.loads(page[page.index(">", page.index('id="tocca-report"')) + 1:page.rindex("</script>")])
        (sheet,) = [body for body in data["bodies"] if body["name"] == "sheet"]
        self.assertIn("frames", sheet)
        self.assertIn("Distances are not measured: a body deforms.", data["notes"])
        self.assertIn(["Deforming", "sheet: 2 triangles, 3 frames from 0 to 2"], data["parameters"])
