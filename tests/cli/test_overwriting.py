"""No result goes over a file that was read: not over those named, nor over those that they name."""
import json

from program import ProgramTest
from test_check import SLIDER, ball


class Overwriting(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        rock = {"name": "rock", "geometry": {"mesh": "tetrahedron.obj"}, "pose": {"xyz": [9, 9, 9]}}
        self.write("scene.json", json.dumps({"objects": [ball("ball", 3, 2), rock]}))
        self.write("path.csv", "x,y\n0,0\n1,0\n")
        self.write("pairs.srdf", '<robot name="slider"/>')
        robot = {"name": "left", "urdf": "slider.urdf", "path": "path.csv"}
        self.write("problem.json", json.dumps({"robots": [robot], "scene": "scene.json"}))
        two = [robot, {"name": "right", "urdf": "slider.urdf", "base": {"xyz": [0, 5, 0]}, "path": "paths/right.csv"}]
        self.write("two.json", json.dumps({"robots": two, "scene": "scene.json"}))
        (self.folder / "paths").mkdir()
        self.write("paths/right.csv", "x,y\n0,0\n1,0\n")
        columns = ",".join(f"{pose}.{c}" for pose in ("a0", "a1", "b0", "b1") for c in ("x", "y", "z", "qx", "qy", "qz", "qw"))
        self.write("motions.csv", columns + "\n" + ",".join(["0,0,0,0,0,0,1"] * 2 + ["5,0,0,0,0,0,1"] * 2) + "\n")
        self.write("samples.csv", "t,x,y,z,qx,qy,qz,qw\n0,0,0,5,0,0,0,1\n1,0,0,4,0,0,0,1\n")
        self.write("queries.csv", "\n".join("%d,1,%d,1,%d,1" % p for p in 2 * [(0, 0, 9), (1, 0, 0), (0, 1, 0), (0, 0, 0)]) + "\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def keeps(self, *words, option, files):
        for name in files:
            before = (self.folder / name).read_bytes()
            says = rf"{name}: {option}: is an input file and would be overwritten; choose another file"
            if option in ("--report", "--plot"):  # no input has the name of a page
                says = rf"{option}: writes an "
            for target in (name, self.folder / "." / name):
                self.refuse(*words, option, target, says=says)
            self.assertEqual((self.folder / name).read_bytes(), before, (words, option, name))

    QUESTION = ("slider.urdf", "scene.json", "path.csv", "--srdf", "pairs.srdf")
    FILES = ("slider.urdf", "scene.json", "path.csv", "pairs.srdf", "tetrahedron.obj")

    def test_questions_about_paths(self):
        for verb, options in (("check", ("--json", "--report")), ("clearance", ("--json", "--plot", "--report")), ("distance", ("--json",)),
                              ("smooth", ("--out", "--json", "--report"))):
            for option in options:
                more = ("--out", "out.csv") if verb == "smooth" and option != "--out" else ()
                self.keeps(verb, *self.QUESTION, *more, option=option, files=self.FILES)
        self.keeps("check", *self.QUESTION, "--all", option="--json", files=self.FILES)
        self.assertFalse((self.folder / "out.csv").exists())

    def test_problems_and_what_they_name(self):
        files = ("problem.json", "slider.urdf", "scene.json", "path.csv", "tetrahedron.obj")
        for option in ("--json", "--report"):
            self.keeps("check", "problem.json", option=option, files=files)
        self.keeps("info", "problem.json", option="--json", files=files)
        self.keeps("smooth", "problem.json", option="--out", files=files)
        before = (self.folder / "paths/right.csv").read_bytes()
        self.refuse("smooth", "two.json", "--out", "paths", says="paths/right.csv: --out: is an input file")
        self.assertEqual((self.folder / "paths/right.csv").read_bytes(), before)

    def test_the_other_verbs(self):
        robot, scene, mesh = "slider.urdf", "scene.json", "tetrahedron.obj"
        for option in ("--out", "--json", "--report"):
            more = () if option == "--out" else ("--out", "out.csv")
            self.keeps("plan", robot, scene, "--start", "", "--goal", "x=1", *more, option=option, files=(robot, scene, mesh))
        self.keeps("sweep", robot, "path.csv", option="--out", files=(robot, "path.csv"))
        for option in ("--json", "--report"):
            self.keeps("screw", mesh, mesh, "--motions", "motions.csv", option=option, files=(mesh, "motions.csv"))
            self.keeps("tool", "--tool", mesh, "--mesh", mesh, "--log", "samples.csv", option=option, files=(mesh, "samples.csv"))
        self.keeps("linear", "queries.csv", "--kind", "vf", option="--json", files=("queries.csv",))

    def test_a_link_to_an_input_is_that_input(self):
        (self.folder / "result.json").symlink_to("scene.json")
        self.refuse("check", *self.QUESTION, "--json", "result.json", says="result.json: --json: is an input file")
        (self.folder / "page.html").symlink_to("scene.json")
        for more in ((), ("--all",)):
            self.refuse("check", *self.QUESTION, *more, "--report", "page.html", says="page.html: --report: is an input file")

    def test_what_was_written_before_may_be_written_again(self):
        for _ in range(2):
            self.succeed("check", *self.QUESTION, "--json", "result.json")
            self.succeed("smooth", *self.QUESTION, "--out", "out.csv")
