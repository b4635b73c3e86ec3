"""Loops in problem files: a path must close them, which is proven; what is found is about the links as the tree puts them."""
import json

from program import ProgramTest

FOUR_BAR = """<robot name="bar">
 <link name="frame"/>
 <link name="left"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963 0"/><geometry><cylinder radius="0.02" length="0.9"/></geometry></collision></link>
 <link name="rod"><collision><origin xyz="1 0 0" rpy="0 1.5707963 0"/><geometry><cylinder radius="0.02" length="1.8"/></geometry></collision></link>
 <link name="right"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963 0"/><geometry><cylinder radius="0.02" length="0.9"/></geometry></collision></link>
 <joint name="a" type="continuous"><parent link="frame"/><child link="left"/><axis xyz="0 0 1"/></joint>
 <joint name="b" type="continuous"><parent link="left"/><child link="rod"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
 <joint name="c" type="continuous"><parent link="frame"/><child link="right"/><origin xyz="2 0 0"/><axis xyz="0 0 1"/></joint>
</robot>"""
LOOP = {"name": "pin", "type": "revolute", "a": {"link": "rod", "xyz": [2, 0, 0]}, "b": {"link": "right", "xyz": [1, 0, 0]}, "tolerance": 0.001}


class LoopTest(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "bar.urdf").write_text(FOUR_BAR)
        (self.folder / "post.json").write_text(json.dumps({"objects": [
            {"name": "post", "geometry": {"cylinder": {"radius": 0.05, "length": 1}}, "pose": {"xyz": [1, 0.95, 0]}}]}))

    def write(self, rows, loop=LOOP):
        (self.folder / "path.csv").write_text("a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        problem = {"robots": [{"urdf": "bar.urdf", "path": "path.csv"}], "scene": "post.json", "loops": [loop]}
        (self.folder / "problem.json").write_text(json.dumps(problem))

    def test_a_closed_path_is_checked_and_the_verdict_says_about_what(self):
        self.write([(0.3, -0.3, 0.3), (0.9, -0.9, 0.9), (0.8, -0.8, 0.8)])
        done = self.run_program("check", "problem.json", "--json", "out.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, "loops: 1, closed to within .* at every moment: proven; bodies are where the tree puts them\n")
        self.assertIn("1 joined by a loop joint", done.stdout)
        (loop,) = json.loads((self.folder / "out.json").read_text())["loops"]
        self.assertEqual((loop["name"], loop["tolerance"]), ("pin", 0.001))
        self.assertLessEqual(loop["apart"][0], loop["apart"][1])
        self.assertLessEqual(loop["apart"][1], 0.001)
        for verb in ("distance", "clearance"):
            self.assertIn("loops: 1, closed", self.succeed(verb, "problem.json"))

    def test_contacts_are_found_as_ever(self):
        self.write([(0.3, -0.3, 0.3), (2, -2, 2)])
        result = json.loads(self.run_program("check", "problem.json", "--json", "-").stdout)
        self.assertEqual((result["verdict"], result["segments"][-1]["pairs"]), ("contact", [["rod", "post"]]))

    def test_a_path_that_leaves_a_loop_open_is_bad_input(self):
        self.write([(0.3, -0.3, 0.3), (1, -1, 0.99)])
        for verb in ("check", "distance", "clearance"):
            self.refuse(verb, "problem.json", says=r"problem.json: loop 'pin': the path leaves it open: .* mm apart in segment 0 at t = [01]\.\d+; correct the path")
        self.refuse("check", "problem.json", "--all", says="leaves it open")
        self.write([(0.3, -0.3, 0.3), (1, -1, 0.99)], {**LOOP, "tolerance": 0.011})
        self.assertEqual(self.run_program("check", "problem.json").returncode, 0)

    def test_no_path_is_made_for_a_loop(self):
        self.write([(0.3, -0.3, 0.3), (1, -1, 1)])
        for verb in ("plan", "smooth", "repair"):
            self.refuse(verb, "problem.json", "--out", "new.csv", says="loops: a planned path would not close them")

    def test_refuses_what_makes_no_sense(self):
        rows = [(0, 0, 0)]
        for change, says in (({"type": "bal"}, "unknown type 'bal'; did you mean 'ball'"), ({"tolerance": 0}, "tolerance"),
                             ({"a": {"link": "rot"}}, "did you mean 'rod'"), ({"b": LOOP["a"]}, "joins a link to itself"),
                             ({"type": "ball", "arm": 1}, "arm"), ({"c": 1}, "c"), ({"arm": -1}, "arm")):
            self.write(rows, {**LOOP, **change})
            self.refuse("check", "problem.json", says=says)
