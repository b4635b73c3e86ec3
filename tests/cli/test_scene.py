"""tocca scene and tocca demo: what they write, the loaders read."""
import json
import re

from program import ProgramTest

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
    def test_tells_what_is_proven_and_what_is_not(self):
        text = self.succeed("demo", "--out", "there")
        self.assertTrue((self.folder / "there" / "scene.json").is_file())
        rows = re.findall(r"(?m)^  (\w+) +(\d+) +(\d+) +(\d+)$", text.split("not yet decided\n")[-1])
        self.assertEqual([row[0] for row in rows[-1:]], ["together"])
        for _, objects, proven, undecided in rows:
            self.assertEqual(int(objects), int(proven) + int(undecided))
        self.assertEqual(sum(int(row[1]) for row in rows[:-1]), int(rows[-1][1]))
        self.assertGreater(int(rows[-1][2]), int(rows[-1][1]) // 2)  # boxes are coarse, yet most pipes are far away
        self.assertGreater(int(rows[-1][3]), 0)  # and none is called apart because nothing was compared
        self.assertNotIn("collision-free", text)

    def test_default_folder(self):
        self.succeed("demo")
        self.assertTrue((self.folder / "tocca-demo" / "scene.json").is_file())
