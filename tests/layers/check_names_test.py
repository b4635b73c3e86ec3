"""The check of names must bite: two types of one name in one namespace fail, and nothing else does."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_names.py"


class CheckNames(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

    def test_two_item_pairs_of_different_size_are_found(self):
        code, out = self.check({
            "include/tocca/sweep/a.hpp": "namespace tocca {\nstruct ItemPair {\n  int a, b;\n};\n}\n",
            "include/tocca/contact/b.hpp": "namespace tocca {\nstruct ItemPair : Base {\n  double a;\n};\n}\n",
        })
        self.assertEqual(code, 1)
        self.assertIn("tocca::ItemPair is also defined at", out)

    def test_a_test_is_compared_with_the_library_and_with_its_folder(self):
        library = {"include/tocca/core/a.hpp": "namespace tocca { class Sum { }; }"}
        code, _ = self.check({**library, "tests/unit/core/a.cpp": "namespace tocca { class Sum { }; }"})
        self.assertEqual(code, 1)
        code, _ = self.check({"tests/unit/a/a.cpp": "struct Sum {};", "tests/unit/a/b.cpp": "struct Sum {};"})
        self.assertEqual(code, 1)
        code, _ = self.check({"tests/unit/a/a.cpp": "struct Sum {};", "tests/unit/b/b.cpp": "struct Sum {};"})
        self.assertEqual(code, 0)

    def test_what_is_no_second_type_passes(self):
        code, out = self.check({
            "src/a/a.cpp": "namespace tocca {\nnamespace {\nstruct Local { int i; };\n}\nstruct One;\n}\n",
            "src/a/b.cpp": "namespace tocca {\nnamespace {\nstruct Local {};\n}\nstruct One {};\n}\n",
            "src/a/c.cpp": "namespace tocca { void f() { struct One { }; } /* struct One { */ // struct One {\n}\n",
            "src/a/d.cpp": "namespace tocca::other { struct One {}; }\nnamespace tocca { class Outer { struct One {}; }; }",
        })
        self.assertEqual((code, out.strip()), (0, "names: clean"))


if __name__ == "__main__":
    unittest.main()
