"""The layer check must bite: a tree with an arrow that points up or sideways fails, a clean one passes."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers.py"


class CheckLayers(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {"src/core/README.md": "", "include/tocca/core/a.hpp": "", **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

    def test_an_arrow_down_is_fine(self):
        code, out = self.check({"src/model/README.md": "", "src/model/a.cpp": '#include "tocca/core/a.hpp"\n'})
        self.assertEqual((code, out.strip()), (0, "layers: clean"))

    def test_an_arrow_up_is_a_breach(self):
        code, out = self.check({"src/core/a.cpp": '#include "tocca/shape/mesh.hpp"\n'})
        self.assertEqual(code, 1)
        self.assertIn("layer 'core' may not include 'shape'", out)

    def test_an_arrow_sideways_is_a_breach(self):
        code, out = self.check({"src/sweep/README.md": "", "src/sweep/a.cpp": "#include <tocca/contact/solver.hpp>\n"})
        self.assertEqual(code, 1)
        self.assertIn("layer 'sweep' may not include 'contact'", out)

    def test_an_unknown_folder_and_a_missing_readme_are_breaches(self):
        code, out = self.check({"src/misc/a.cpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("no such layer", out)
        code, out = self.check({"src/shape/a.cpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("no README.md", out)


if __name__ == "__main__":
    unittest.main()
