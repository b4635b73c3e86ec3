"""tocca scene and tocca demo: what they write, the loaders read."""
import json

from program import ProgramTest

NAMES = ["puma-pipes", "arms-tori", "irb-cage", "fanuc-cage", "six-irb-car",
         "linkage-lattice", "nine-linkages", "mannequins"]


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
