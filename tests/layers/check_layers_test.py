"""The layer check must bite: a tree in which a room sees what it may not fails, a clean one passes."""
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
            for name, text in {"src/core/README.md": "", "include/tocca/core/a.hpp": "", "examples/x.cpp": "", "adapters/x.cpp": "", **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

    def test_an_arrow_down_is_fine(self):
        code, out = self.check({"src/model/README.md": "", "src/model/a.cpp": '#include "tocca/core/a.hpp"\n'})
        self.assertEqual((code, out.strip()), (0, "layers: clean"))

    def test_an_arrow_up_the_chain_is_a_breach(self):
        code, out = self.check({"src/core/a.cpp": '#include "tocca/shape/mesh.hpp"\n'})
        self.assertEqual(code, 1)
        self.assertIn("room 'core' may not see 'shape'", out)

    def test_a_private_header_counts_as_well(self):
        code, out = self.check({"src/sweep/README.md": "", "src/sweep/a.cpp": '#include "contact/solver.hpp"\n'})
        self.assertEqual(code, 1)
        self.assertIn("room 'sweep' may not see 'contact'", out)

    def test_a_room_sees_the_chain_and_what_its_row_names(self):
        code, out = self.check({
            "src/check/README.md": "",
            "src/check/steps/a.cpp": '#include "contact/solver.hpp"\n#include "deformable/mesh.hpp"\n',
        })
        self.assertEqual((code, out.strip()), (0, "layers: clean"))

    def test_an_arrow_to_another_room_is_a_breach(self):
        code, out = self.check({"src/world/README.md": "", "src/world/a.cpp": '#include "check/strategy/any.hpp"\n'})
        self.assertEqual(code, 1)
        self.assertIn("room 'world' may not see 'check'", out)

    def test_the_auditor_sees_itself_alone(self):
        code, out = self.check({"audit/README.md": "", "audit/a.cpp": '#include "audit/b.hpp"\n#include "tocca/audit/audit.hpp"\n#include <vector>\n'})
        self.assertEqual((code, out.strip()), (0, "layers: clean"))
        for header in ('"tocca/core/error.hpp"', "<tocca/shape/pose.hpp>", '"core/index.hpp"', '"certificate/encoder.hpp"'):
            code, out = self.check({"audit/README.md": "", "audit/deep/a.cpp": f"#include {header}\n"})
            self.assertEqual(code, 1, header)
            self.assertIn("room 'audit' may not see", out)

    def test_what_writes_certificates_sees_the_auditor(self):
        code, out = self.check({"src/certificate/README.md": "", "src/certificate/a.cpp": '#include "audit/cover.hpp"\n#include "check/query.hpp"\n'})
        self.assertEqual((code, out.strip()), (0, "layers: clean"))
        code, out = self.check({"src/check/README.md": "", "src/check/a.cpp": '#include "audit/cover.hpp"\n'})
        self.assertIn("room 'check' may not see 'audit'", out)

    def test_a_public_header_that_needs_a_private_one_is_a_breach(self):
        code, out = self.check({"include/tocca/world/a.hpp": '#include "sweep/tree.hpp"\n'})
        self.assertEqual(code, 1)
        self.assertIn("may not include the private 'sweep/'", out)

    def test_an_example_that_needs_a_private_header_is_a_breach(self):
        code, out = self.check({"examples/a.cpp": '#include "sweep/tree.hpp"\n#include <tocca/core/error.hpp>\n'})
        self.assertEqual(code, 1)
        self.assertIn("a user's program may not include the private 'sweep/'", out)

    def test_too_many_public_headers_are_a_breach(self):
        code, out = self.check({f"include/tocca/core/b{i}.hpp": "" for i in range(75)})
        self.assertEqual(code, 1)
        self.assertIn("76 public headers, at most 75", out)

    def test_an_unknown_folder_and_a_missing_readme_are_breaches(self):
        code, out = self.check({"src/misc/a.cpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("no such room", out)
        code, out = self.check({"src/shape/a.cpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("no README.md", out)


if __name__ == "__main__":
    unittest.main()
